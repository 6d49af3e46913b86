/*
 * layout_flame.c - fr_scene_flame(): from a tree to a flame or icicle graph. It chooses colours; flame_words.c writes
 * the sentences, tree_boxes.c places the boxes, furniture.c what stands round them. docs/layout.md states the rules.
 */
#include "model/measured.h"
#include "model/report/quality.h"
#include "render/change_words.h"
#include "render/layout/diff_paint.h"
#include "render/layout/flame_words.h"
#include "render/layout/furniture.h"
#include "render/layout/tree_boxes.h"
#include "render/scene.h"

_Static_assert(FR_GROUPS == FR_MOST_GROUPS && FR_GROUPS + 1 == FR_GROUP_NONE, "the same groups");

static int64_t total_of(const void *widths, uint32_t node)
{
    const fr_tree *tree = widths;

    return tree->total[tree->column][node];
}

/* fr_flame_options.least_whole in the units of the values that are drawn. */
static double least_whole(const fr_tree *tree, const fr_flame_options *opt)
{
    double least = opt->least_whole;

    for (uint32_t i = 0; i < tree->decimals[tree->column]; i++)
        least *= 10;
    return least;
}

/* False with FR_E_USAGE where fr_flame_options.least_whole does not fit 63 bits. */
static bool check_whole(const fr_tree *tree, const fr_flame_options *opt, fr_error *err)
{
    if (least_whole(tree, opt) < (double)INT64_MAX)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0,
            "the whole that shares are to refer to is too large: its %u decimals make it more than "
            "63 bits",
            tree->decimals[tree->column]);
    return fr_fail_hint(err, "--total is in the unit of the values");
}

/* Returns what shares refer to: the tree's reference, the sum of what is drawn, or fr_flame_options.least_whole,
 * whichever is most. */
static int64_t whole_of(const fr_tree *tree, const fr_flame_options *opt)
{
    int64_t whole = tree->reference[tree->column];
    double least = least_whole(tree, opt);

    if (whole < total_of(tree, 0))
        whole = total_of(tree, 0);
    return least > (double)whole ? (int64_t)least : whole;
}

/* ---- the picture ---- */

typedef struct layout {
    fr_tree_boxes boxes;
    const fr_tree *tree;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    const fr_colouring *colouring;
    int64_t width_of[FR_MAX_PALETTE]; /* by entry of the legend: its boxes together */
} layout;

/* ---- colour ---- */

static uint16_t fill_of_node(layout *l, uint32_t node, const fr_box *box)
{
    fr_coloured frame = {.name = fr_node_name(l->tree, node),
                         .kind = (fr_kind)l->tree->kind[node],
                         .group = l->tree->group ? l->tree->group[node] : FR_GROUP_NONE,
                         .is_root = node == 0};
    uint32_t place = fr_box_colour_place(l->scene, &frame);

    l->width_of[fr_colouring_entry(l->colouring, place)] += box->x1 - box->x0;
    return (uint16_t)fr_box_colour_fill(l->scene, place);
}

/* Paints a box: tree_boxes calls it for each that is drawn. */
static void paint(void *arg, uint32_t node, fr_box *box)
{
    layout *l = arg;

    box->fill = fill_of_node(l, node, box);
    box->label = fr_tree_boxes_label(&l->boxes, box,
                                     node ? box->name : fr_flame_root_label(l->scene, l->tree), 0);
}

/* ---- furniture ---- */

/* Every entry whose boxes can be seen, but the root's; then what stands for narrow frames. */
static size_t legend_of(layout *l, fr_legend_entry legend[FR_MAX_PALETTE + 1])
{
    const fr_colouring *c = l->colouring;
    size_t n = 0;

    for (uint32_t entry = 0; entry < fr_colouring_entries(c); entry++) {
        const char *title = fr_colouring_title(c, entry);
        if (l->width_of[entry] < FR_LEGEND_FROM || (title && !*title))
            continue;
        title = title ? fr_box_kind_title(l->scene, title)
                      : fr_flame_group_title(l->scene, c, &l->tree->groups, entry);
        legend[n++] = (fr_legend_entry){
            .fill = fr_box_colour_fill(l->scene, fr_colouring_sample(c, entry)), .title = title};
    }
    return fr_tree_boxes_add_legend(&l->boxes, legend, n);
}

/* Header, boxes, axis and foot from top to bottom; the height follows from the rows drawn. */
static void furnish(void *arg)
{
    layout *l = arg;
    const fr_flame_options *opt = l->opt;
    fr_scene *s = l->scene;
    fr_legend_entry legend[FR_MAX_PALETTE + 1];
    const char *subtitle = opt->subtitle ? opt->subtitle : fr_flame_subtitle(s, l->tree);
    int32_t top, bottom;

    s->view.title = fr_scene_clean(s, opt->title, fr_flame_title(s, l->tree));
    s->view.measures = opt->title ? NULL : fr_scene_clean(s, fr_flame_what(l->tree), "");
    s->view.subtitle =
        fr_furnish_caution(s, fr_scene_clean(s, subtitle, ""), fr_quality_sentence(&l->tree->meta));
    s->view.notes = fr_scene_clean(s, opt->notes, "");
    top = fr_furnish_header(s, s->view.title, s->view.subtitle);
    top += opt->icicle ? FR_AXIS_ABOVE : 0;
    bottom = fr_tree_boxes_stack(&l->boxes, top);
    if (s->view.in_time)
        fr_furnish_time_axis(s, opt->icicle ? top : bottom, opt->icicle, s->boxes[0].total);
    else
        fr_furnish_axis(s, opt->icicle ? top : bottom, opt->icicle, s->boxes[0].total, s->whole);
    s->height = fr_furnish_foot(
        s, bottom + (opt->icicle ? 4 * FR_PX : FR_AXIS_BELOW), legend, legend_of(l, legend),
        fr_flame_statement(s, l->tree, opt, l->boxes.narrow, l->boxes.deep), s->view.notes);
    s->description = fr_flame_description(s, l->tree);
}

/* ---- the whole ---- */

static int64_t self_of(const void *widths, uint32_t node)
{
    const fr_tree *tree = widths;

    return tree->self[tree->column][node];
}

static void describe(layout *l)
{
    const fr_tree *tree = l->tree;
    fr_scene *s = l->scene;
    fr_bytes groups[FR_GROUPS];

    for (uint32_t i = 0; i < FR_GROUPS; i++)
        groups[i] = fr_flame_group(l->colouring, &tree->groups, i);
    fr_tree_scene_describe(s, tree, l->theme, l->opt);
    s->what = tree->start      ? "chart"
              : tree->callers  ? "callers"
              : l->opt->icicle ? "icicle"
                               : "flame";
    s->whole = whole_of(tree, l->opt);
    s->view.color_by = fr_scene_clean(s, l->opt->color_by, "");
    fr_box_colour_describe(s, l->colouring, l->theme, groups);
    fr_tree_scene_add_fills(s, l->theme);
}

/* Lays out into l->scene. */
static bool lay_out(layout *l, fr_error *err)
{
    bool good;

    describe(l);
    good = fr_tree_boxes_place(&l->boxes, err);
    if (good)
        good = fr_tree_boxes_furnish(&l->boxes, furnish, l, err);
    fr_tree_boxes_reset(&l->boxes);
    return good && (!l->scene->failed || fr_fail_memory(err));
}

/* Stacks that end where another picture draws no more are too short for this one. */
static bool check_share(const fr_tree *tree, const fr_flame_options *opt, fr_error *err)
{
    if (tree->meta.purpose != FR_FOR_PICTURE || tree->meta.min_share <= fr_flame_min_share(opt))
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "this profile was read for a picture that draws less");
    return fr_fail_hint(err, "fr_read_options.picture.min_share is fr_flame_min_share() of the "
                             "picture, or 0");
}

fr_scene *fr_scene_flame(const fr_tree *tree, const fr_theme *theme, const fr_flame_options *opt,
                         fr_error *err)
{
    fr_flame_options defaults = FR_FLAME_DEFAULTS;
    layout l = {.tree = tree, .theme = theme};

    if (!fr_fail_null(err, tree, "tree") || !fr_fail_null(err, theme, "theme"))
        return NULL;
    l.opt = opt ? opt : &defaults;
    l.colouring = fr_colouring_find(l.opt->color_by, err);
    if (!l.colouring || !fr_tree_scene_check(l.opt, err) || !check_share(tree, l.opt, err) ||
        !check_whole(tree, l.opt, err))
        return NULL;
    if (l.colouring->by_group && !tree->group) {
        fr_fail(err, FR_E_USAGE, 0, 0, "colour by %.60s needs a tree that was made for it",
                l.opt->color_by);
        return NULL;
    }
    if (total_of(tree, 0) <= 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "nothing to draw: the sum of all values is 0");
        return NULL;
    }
    l.scene = fr_scene_new();
    if (!l.scene) {
        fr_fail_memory(err);
        return NULL;
    }
    l.boxes = (fr_tree_boxes){.tree = tree,
                              .opt = l.opt,
                              .scene = l.scene,
                              .total_of = total_of,
                              .self_of = self_of,
                              .widths = tree,
                              .paint = paint,
                              .arg = &l};
    if (lay_out(&l, err))
        return l.scene;
    fr_scene_free(l.scene);
    return NULL;
}
