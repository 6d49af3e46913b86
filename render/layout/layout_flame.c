/*
 * layout_flame.c - fr_scene_flame(): from a tree to a flame or icicle graph. It writes the sentences and chooses
 * colours; tree_boxes.c places the boxes, furniture.c what stands round them. docs/layout.md states the rules.
 *
 *     6 826 samples of cpu-clock in 68.9 s of recording · width is their share · recursion folded
 *     3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px
 *     Flame graph of 6 826 samples of cpu-clock. Largest own shares: foo 12.3 %, bar 8.1 %.
 *
 * Every sentence lives in the scene, whose `whole`, `unit` and `decimals` are set before.
 */
#include "base/number.h"
#include "model/measured.h"
#include "model/report/quality.h"
#include "render/change_words.h"
#include "render/layout/furniture.h"
#include "render/layout/tree_boxes.h"
#include "render/measure.h"
#include "render/scene.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(FR_GROUPS == FR_MOST_GROUPS && FR_GROUPS + 1 == FR_GROUP_NONE, "the same groups");

#define N_LARGEST   3
#define LEGEND_SIZE 110           /* fr_text_style_of(FR_TEXT_LEGEND) */
#define LEGEND_ROOM (180 * FR_PX) /* of a module's name */

static void put_share(fr_output *out, int64_t part, int64_t whole)
{
    char to[FR_NUMBER_MAX];
    fr_put_text(out,
                part == whole ? "100" FR_NARROW_SPACE "%" : fr_format_share(to, part, whole, 1));
}

static int64_t drawn_total(const fr_tree *tree)
{
    return tree->total[tree->column][0];
}

static fr_summary summary_of(const fr_scene *scene, const fr_tree *tree)
{
    return (fr_summary){.name = tree->column_name[tree->column],
                        .unit = tree->unit[tree->column],
                        .shown_as = scene->unit,
                        .decimals = scene->decimals,
                        .kept = drawn_total(tree),
                        .whole = scene->whole,
                        .meta = &tree->meta};
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

/* Returns what shares refer to: `whole`, the sum of what is drawn, or fr_flame_options.least_whole, whichever is
 * most. */
static int64_t whole_of(const fr_tree *tree, const fr_flame_options *opt, int64_t whole)
{
    double least = least_whole(tree, opt);

    if (whole < drawn_total(tree))
        whole = drawn_total(tree);
    return least > (double)whole ? (int64_t)least : whole;
}

/* ---- title and subtitle ---- */

/* Returns what people call the values: "the time". */
static const char *what_of(const fr_tree *tree)
{
    return fr_highlights_what(tree->column_name[tree->column], tree->unit[tree->column]);
}

/* Returns what to look at (model/report/highlights.c); of a chart FR_CHART_TITLE, or the thread that runs most. */
static const char *title_of(fr_scene *scene, const fr_tree *tree)
{
    fr_output *out = fr_output_memory();
    size_t len = 0;

    if (out && tree->start) {
        if (tree->in_time)
            fr_highlights_put_thread(tree, out);
        if (!fr_output_bytes(out, &len) || !len)
            fr_put_text(out, tree->in_time ? FR_CHART_TITLE : "Stacks in the order of the input");
    } else if (!out || !fr_highlights_put(tree, scene->whole, what_of(tree), out)) {
        scene->failed = true;
    }
    return fr_scene_keep_output(scene, out);
}

/* " · width is their share", "... share of time", " · widths are shares of the 274 samples kept" */
static void put_width(fr_output *out, const fr_summary *summary)
{
    fr_unit_kind kind = fr_unit_kind_of(summary->shown_as);

    if (summary->meta->relative) {
        fr_put_text(out, FR_SEPARATOR "widths are shares of the ");
        fr_put_amount(out, summary->kept, summary->decimals, summary->shown_as);
        fr_put_text(out, " kept");
        return;
    }
    fr_put_text(out, kind == FR_UNIT_TIME     ? FR_SEPARATOR "width is share of time"
                     : kind == FR_UNIT_MEMORY ? FR_SEPARATOR "width is share of memory"
                                              : FR_SEPARATOR "width is their share");
}

/* "6 826 samples of cpu-clock in 68.9 s of recording · width is their share · recursion folded" */
static const char *subtitle_of(fr_scene *scene, const fr_tree *tree)
{
    fr_output *out = fr_output_memory();
    fr_summary summary = summary_of(scene, tree);

    if (!out)
        return fr_scene_keep_output(scene, out);
    if (tree->in_time) {
        fr_put_amount(out, drawn_total(tree), scene->decimals, scene->unit);
        fr_put_text(out, FR_SEPARATOR "from left to right, a lane for each thread");
        if (tree->n_hidden)
            fr_say(out, FR_SEPARATOR "not drawn: {} at the time of the next of their thread",
                   fr_as_count(tree->n_hidden, "sample", "samples"));
    } else {
        fr_summary_put_amounts(&summary, out);
        put_width(out, &summary);
    }
    fr_summary_put_steps(&summary, out);
    if (tree->callers)
        fr_put_format(out,
                      FR_SEPARATOR "stacks turned over: hot functions at the root, "
                                   "their callers %s",
                      scene->view.icicle ? "below" : "above");
    if (scene->view.colouring->words)
        fr_put_format(out, FR_SEPARATOR "%s", scene->view.colouring->words);
    return fr_scene_keep_output(scene, out);
}

/* "v1" of "k8s.io/api/core/v1" */
static fr_bytes last_part(fr_bytes name)
{
    size_t end = name.len;

    while (end > 0 && name.at[end - 1] != '/')
        end--;
    return end < name.len ? (fr_bytes){name.at + end, name.len - end} : name;
}

/* The whole name where another group has the same last part. */
fr_bytes fr_flame_group(const fr_colouring *colouring, const fr_groups *groups, uint32_t group)
{
    fr_bytes name = fr_groups_name(groups, group), last = last_part(name);

    for (uint32_t i = 0; i < groups->n; i++)
        if (colouring->by_label ||
            (i != group && fr_bytes_equal(last_part(fr_groups_name(groups, i)), last)))
            return name;
    return last;
}

const char *fr_flame_group_title(fr_scene *scene, const fr_colouring *c, const fr_groups *groups,
                                 uint32_t group)
{
    fr_output *out = fr_output_memory();
    uint32_t others = groups->n_others;

    if (!out)
        return fr_scene_keep_output(scene, out);
    if (group == FR_GROUP_OTHERS) {
        fr_put_format(out, "%u other %s%s", (unsigned)others,
                      c->by_label                       ? "value"
                      : strcmp(c->name, "package") == 0 ? "package"
                                                        : "module",
                      others == 1 ? "" : "s");
    } else {
        fr_put(out, fr_label_cut(&scene->text, fr_flame_group(c, groups, group), LEGEND_SIZE,
                                 LEGEND_ROOM, FR_TRUNCATE_MIDDLE));
        fr_put_char(out, ' ');
        /* the whole of a chart is time, and groups have values */
        put_share(out, groups->own[group], scene->view.in_time ? groups->whole : scene->whole);
    }
    return fr_scene_keep_output(scene, out);
}

/* The root's label: "all", with its share where it is not the whole. */
static const char *root_label(fr_scene *scene, const fr_tree *tree)
{
    if (drawn_total(tree) == scene->whole)
        return "all";
    fr_output *out = fr_output_memory();
    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "all" FR_SEPARATOR);
    put_share(out, drawn_total(tree), scene->whole);
    fr_put_text(out, " of the whole");
    return fr_scene_keep_output(scene, out);
}

const char *fr_flame_rest_label(fr_scene *scene, const fr_box *box)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, box->name);
    fr_put_text(out, ", ");
    put_share(out, box->total, scene->whole);
    return fr_scene_keep_output(scene, out);
}

/* ---- statement ---- */

/* " narrower than 0.1 px" */
static void put_threshold(fr_output *out, const fr_flame_options *opt)
{
    if (opt->minwidth_millionths <= 0) {
        fr_put_text(out, " of value 0");
        return;
    }
    fr_put_text(out, " narrower than ");
    fr_put_grouped(out, opt->minwidth_millionths, 6);
    fr_put_text(out, opt->minwidth_percent ? FR_NARROW_SPACE "%"
                     : opt->cells          ? "/8 of a column"
                                           : " px");
}

static const char *of_unit(fr_scene *scene, const char *unit)
{
    if (fr_unit_kind_of(unit) == FR_UNIT_TIME)
        return " of the time is";
    fr_output *out = fr_output_memory();
    if (out) {
        fr_put_text(out, " of the ");
        fr_put_text(out, unit);
        fr_put_text(out, " are");
    }
    return fr_scene_keep_output(scene, out);
}

const char *fr_flame_of(fr_scene *scene)
{
    return scene->sides ? " is" : of_unit(scene, scene->unit);
}

/* "41.4 % of the time is in 193 207 frames narrower than 0.1 px" */
static void put_narrow(fr_output *out, const fr_scene *scene, bool counted,
                       const fr_flame_options *opt, fr_undrawn narrow)
{
    fr_put_text(out, FR_SEPARATOR);
    put_share(out, narrow.value, scene->whole);
    fr_put_text(out, scene->view.of);
    fr_put_text(out, " in ");
    if (counted)
        fr_put_counted(out, narrow.n, "frame", "frames");
    else
        fr_put_text(out, "frames");
    put_threshold(out, opt);
}

/* "12 chains of frames folded to a row each · 99 rows cut: 4.3 % of self is in them" */
static void put_folded(fr_output *out, const fr_scene *scene)
{
    if (scene->n_chains) {
        fr_put_text(out, FR_SEPARATOR);
        fr_put_counted(out, scene->n_chains, "chain", "chains");
        fr_put_text(out, " of frames folded to a row each");
    }
    if (scene->n_rows_cut) {
        fr_put_text(out, FR_SEPARATOR);
        fr_put_counted(out, scene->n_rows_cut, "row", "rows");
        fr_put_text(out, " cut: ");
        put_share(out, scene->cut_self, scene->kept_self + scene->cut_self);
        fr_put_text(out, scene->n_rows_cut == 1 ? " of self is in it" : " of self is in them");
    }
}

void fr_flame_put_drawn(fr_output *out, const fr_scene *scene, bool counted,
                        const fr_flame_options *opt, fr_undrawn narrow, fr_undrawn deep)
{
    fr_put_counted(out, scene->n_boxes - scene->n_rests, "box", "boxes");
    fr_put_text(out, narrow.n || deep.n || scene->n_rows_cut ? " drawn" : ", all drawn");
    if (narrow.n)
        put_narrow(out, scene, counted, opt, narrow);
    if (deep.n) {
        fr_put_text(out, FR_SEPARATOR "rows past ");
        fr_put_count(out, opt->max_depth);
        fr_put_text(out, " hold ");
        put_share(out, deep.value, scene->whole);
    }
    put_folded(out, scene);
}

static const char *statement_of(fr_scene *scene, const fr_tree *tree, const fr_flame_options *opt,
                                fr_undrawn narrow, fr_undrawn deep)
{
    fr_output *out = fr_output_memory();

    if (out)
        fr_flame_put_drawn(out, scene, tree->whole, opt, narrow, deep);
    return fr_scene_keep_output(scene, out);
}

/* ---- description ---- */

typedef struct own_share {
    fr_bytes name;
    int64_t value;
} own_share;

static bool ranks_before(const own_share *a, const own_share *b)
{
    return a->value != b->value ? a->value > b->value : fr_bytes_compare(a->name, b->name) < 0;
}

/* Keeps the largest in order; equal values by name, so that the order of ids means nothing. */
static void insert_share(own_share largest[N_LARGEST], own_share item)
{
    for (size_t i = 0; i < N_LARGEST; i++)
        if (item.value > 0 && (largest[i].value == 0 || ranks_before(&item, &largest[i]))) {
            own_share pushed = largest[i];
            largest[i] = item;
            item = pushed;
        }
}

static bool find_largest(const fr_tree *tree, own_share largest[N_LARGEST])
{
    uint32_t n_names = fr_names_count(tree->names);
    int64_t *sums = tree->own ? NULL : calloc((size_t)n_names + 1, sizeof *sums);
    const int64_t *own = tree->own ? tree->own : sums; /* values of all nodes, summed by name */

    if (!own)
        return false;
    for (uint32_t i = 1; sums && i < tree->n; i++)
        sums[tree->name[i]] += tree->self[tree->column][i];
    for (uint32_t id = 0; id < n_names; id++)
        if (own[id] > 0)
            insert_share(largest, (own_share){fr_names_at(tree->names, id), own[id]});
    free(sums);
    return true;
}

static void put_largest(fr_output *out, fr_scene *scene, const own_share largest[N_LARGEST])
{
    for (size_t i = 0; i < N_LARGEST && largest[i].value > 0; i++) {
        fr_bytes name = fr_label_cut(&scene->text, largest[i].name, FR_LABEL_SIZE, 400 * FR_PX,
                                     FR_TRUNCATE_MIDDLE);
        fr_put_text(out, i ? ", " : " Largest own shares: ");
        fr_put(out, name.at ? name : FR_LITERAL("?"));
        fr_put_char(out, ' ');
        put_share(out, largest[i].value, scene->whole);
    }
    if (largest[0].value > 0)
        fr_put_char(out, '.');
}

/* One or two sentences for those who don't see the picture; own shares are sums over all nodes of a
 * name, drawn or not. */
static const char *description_of(fr_scene *scene, const fr_tree *tree)
{
    own_share largest[N_LARGEST] = {{{NULL, 0}, 0}};
    fr_output *out = fr_output_memory();
    fr_summary summary = summary_of(scene, tree);

    /* Merged from the leaves, the functions on the root are the ones that own the value. */
    for (uint32_t i = 1; tree->callers && i < tree->n; i = tree->end[i])
        insert_share(largest, (own_share){fr_node_name(tree, i), tree->total[tree->column][i]});
    if (!tree->callers && !find_largest(tree, largest))
        scene->failed = true;
    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, tree->start          ? "Flame chart of "
                     : tree->callers      ? "Flame graph of callers, of "
                     : scene->view.icicle ? "Icicle graph of "
                                          : "Flame graph of ");
    fr_put_amount(out, drawn_total(tree), scene->decimals, scene->unit);
    fr_put_measured(out, summary.name, summary.unit);
    fr_put_char(out, '.');
    put_largest(out, scene, largest);
    return fr_scene_keep_output(scene, out);
}

/* ---- the words of other value columns, which a page lets its reader choose ---- */

static const char *column_subtitle(fr_scene *scene, const fr_summary *summary)
{
    fr_output *out = fr_output_memory();

    if (out) {
        fr_summary_put_amounts(summary, out);
        put_width(out, summary);
        fr_summary_put_steps(summary, out);
        if (scene->view.colouring->words)
            fr_put_format(out, FR_SEPARATOR "%s", scene->view.colouring->words);
    }
    return fr_scene_keep_output(scene, out);
}

static fr_scene_column column_words(fr_scene *scene, const fr_profile *profile, uint32_t k)
{
    const fr_column *column = &profile->columns[k];
    const char *unit = fr_scene_clean(scene, NULL, fr_measured_unit(column->name, column->unit));
    fr_column_info info;

    fr_profile_column(profile, k, &info);
    fr_summary summary = {.name = column->name,
                          .unit = column->unit,
                          .shown_as = unit,
                          .decimals = column->decimals,
                          .kept = info.kept,
                          .whole = info.total > info.kept ? info.total : info.kept,
                          .meta = &profile->meta};
    return (fr_scene_column){
        .name = fr_scene_clean(scene, NULL, column->name),
        .measures = fr_scene_clean(scene, fr_highlights_what(column->name, column->unit), ""),
        .subtitle = column_subtitle(scene, &summary),
        .unit = unit,
        .of = of_unit(scene, unit),
        .decimals = column->decimals,
        .whole = summary.whole};
}

bool fr_column_words_add(fr_scene *scene, const fr_profile *profile)
{
    size_t n = profile->n_columns;
    fr_scene_column *columns = fr_arena_take(&scene->text, n * sizeof *columns);

    for (uint32_t k = 0; columns && k < n; k++)
        columns[k] = column_words(scene, profile, k);
    scene->view.columns = columns;
    scene->view.n_columns = columns ? n : 0;
    return columns && !scene->failed;
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
    box->label =
        fr_tree_boxes_label(&l->boxes, box, node ? box->name : root_label(l->scene, l->tree), 0);
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
    const char *subtitle = opt->subtitle ? opt->subtitle : subtitle_of(s, l->tree);
    int32_t top, bottom;

    s->view.title = fr_scene_clean(s, opt->title, title_of(s, l->tree));
    s->view.measures = opt->title ? NULL : fr_scene_clean(s, what_of(l->tree), "");
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
        statement_of(s, l->tree, opt, l->boxes.narrow, l->boxes.deep), s->view.notes);
    s->description = description_of(s, l->tree);
}

/* ---- the whole ---- */

static int64_t total_of(const void *widths, uint32_t node)
{
    const fr_tree *tree = widths;

    return tree->total[tree->column][node];
}

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
    fr_tree_boxes_describe(s, tree, l->theme, l->opt);
    s->what = tree->start      ? "chart"
              : tree->callers  ? "callers"
              : l->opt->icicle ? "icicle"
                               : "flame";
    s->whole = tree->reference[tree->column];
    s->whole = whole_of(tree, l->opt, s->whole);
    s->view.color_by = fr_scene_clean(s, l->opt->color_by, "");
    fr_box_colour_describe(s, l->colouring, l->theme, groups);
    fr_tree_boxes_add_fills(s, l->theme);
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
    if (!l.colouring || !fr_tree_boxes_check(l.opt, err) || !check_share(tree, l.opt, err) ||
        !check_whole(tree, l.opt, err))
        return NULL;
    if (l.colouring->by_group && !tree->group) {
        fr_fail(err, FR_E_USAGE, 0, 0, "colour by %.60s needs a tree that was made for it",
                l.opt->color_by);
        return NULL;
    }
    if (tree->total[tree->column][0] <= 0) {
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
