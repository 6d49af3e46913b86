/*
 * layout_diff.c - from a differential to boxes: one picture of both sides. render/diff_width.h says
 * how wide they are, render/tree_boxes.c places them, docs/layout.md states the rules.
 *
 *     base  new           width of the mean     colour
 *     40    20   foo      [foo          ]       blue: shrank
 *     0     30   bar      [bar   ]              red, dotted: new
 *     60    50   main     [main         ]       grey: within noise
 *
 * Colour is the change of total against a frame that did not change, in points of the whole, and
 * never speaks alone: labels begin with sign and points, other boxes have a bar.
 */
#include <stdio.h>
#include <stdlib.h>

#include "diff/diff.h"
#include "render/diff_width.h"
#include "render/diff_words.h"
#include "render/furniture.h"
#include "render/measure.h"
#include "render/tree_boxes.h"
#include "themes/ramp.h"

#define N_RAMP         (2 * FR_RAMP_STEPS + 1)
#define MOST_MILLI     INT32_MAX
#define MOST_NODES     40000 /* more are seldom carried, and take their time */
#define MOST_FUNCTIONS 30    /* in the table */
#define MILLION        INT64_C(1000000)
#define OWN_ROOM       (4 * FR_PX) /* that the own bar takes from a label */

/* Fills in the order of the ramp: what shrank most, what did not change, what grew most. */
enum { UNCHANGED = FR_RAMP_STEPS };

typedef struct layout {
    fr_tree_boxes boxes;
    const fr_diff *diff;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    fr_diff_width width;
    int64_t *self, *total; /* widths by node */
    uint8_t fill_of[N_RAMP];
    int32_t most[2]; /* thousandths of a point that the last colour stands for: of total, of self */
    bool exceeded[2]; /* some changed more */
    uint8_t seen;     /* marks of all boxes */
} layout;

/* ---- amounts ---- */

/* Thousandths of a point. */
static int32_t milli_of(double points)
{
    double milli = points * 1000;

    if (!(milli > -MOST_MILLI && milli < MOST_MILLI))
        return milli < 0 ? -MOST_MILLI : milli > 0 ? MOST_MILLI : 0;
    return (int32_t)(milli < 0 ? milli - 0.5 : milli + 0.5);
}

static int32_t magnitude(int32_t points)
{
    return points < 0 ? -points : points;
}

static bool is_changed(const fr_diff_value *v)
{
    return v->verdict >= FR_VERDICT_GREW && v->verdict <= FR_VERDICT_GONE;
}

/* What was not judged is shown where it is large enough to matter. */
static bool is_seen(const layout *l, const fr_diff_value *v)
{
    double size = v->change_pp < 0 ? -v->change_pp : v->change_pp;

    if (v->verdict == FR_VERDICT_UNJUDGED)
        return size > 0 && size >= l->diff->min_change_pp;
    return is_changed(v);
}

#define MOST_RATIO 100000 /* hundredths; larger ones say nothing that points do not */

/* Against what a frame that did not change grew by: 1.00 for that. */
static int32_t ratio_of(const layout *l, const fr_diff_value *v)
{
    fr_i128 typical = (fr_i128)v->base * l->scene->sides->factor_ppm, ratio;

    if (v->base <= 0 || v->new_ <= 0 || typical <= 0)
        return 0;
    ratio = ((fr_i128)v->new_ * MILLION * 200 + typical) / (typical * 2);
    return ratio < MOST_RATIO ? (int32_t)ratio : 0;
}

static fr_change change_of(const layout *l, fr_diff_value v)
{
    return (fr_change){.base = v.base,
                       .new_ = v.new_,
                       .points = milli_of(v.change_pp),
                       .share_points = milli_of(v.share_pp),
                       .error = milli_of(v.error_pp),
                       .ratio = ratio_of(l, &v),
                       .verdict = (uint8_t)v.verdict,
                       .seen = is_seen(l, &v)};
}

/* ---- colour ---- */

static int largest_first(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below `value`. */
static int32_t round_up(int32_t value)
{
    static const int32_t steps[] = {10, 15, 20, 30, 40, 50, 60, 80};

    for (int64_t power = 1; power < MOST_MILLI; power *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            if (steps[i] * power >= value && steps[i] * power <= MOST_MILLI)
                return (int32_t)(steps[i] * power);
    return MOST_MILLI;
}

/* What the last colour stands for: a robust maximum, which one function of twenty may exceed, so that
 * a single large change does not make all others pale. */
static bool find_most(layout *l, bool by_self)
{
    size_t n = 0, all = l->diff->n_functions;
    int32_t *sizes = malloc((all + 1) * sizeof *sizes);

    if (!sizes)
        return false;
    for (size_t i = 0; i < all; i++) {
        const fr_diff_function *f = &l->diff->functions[i];
        const fr_diff_value *v = by_self ? &f->self : &f->total;
        if (is_seen(l, v))
            sizes[n++] = magnitude(milli_of(v->change_pp));
    }
    qsort(sizes, n, sizeof *sizes, largest_first);
    l->most[by_self] = round_up(n ? sizes[n / 20] : 1000);
    l->exceeded[by_self] = n && sizes[0] > l->most[by_self];
    free(sizes);
    return true;
}

/* The place in the ramp of a change: the first colour of a side is for the least. */
static uint32_t place_of(const layout *l, const fr_change *c, bool by_self)
{
    int64_t step = (int64_t)magnitude(c->points) * FR_RAMP_STEPS / l->most[by_self];
    uint32_t at = step < FR_RAMP_STEPS ? (uint32_t)step : FR_RAMP_STEPS - 1;

    if (!c->seen || c->points == 0)
        return UNCHANGED;
    return c->points > 0 ? UNCHANGED + 1 + at : UNCHANGED - 1 - at;
}

/* All fills, in the order of the ramp; --negate turns it round. */
static void choose_fills(layout *l)
{
    for (uint32_t i = 0; i < N_RAMP; i++) {
        uint32_t at = l->opt->negate ? N_RAMP - 1 - i : i;
        fr_theme_fill f = at > UNCHANGED   ? fr_theme_grew_of(l->theme, at - UNCHANGED - 1)
                          : at < UNCHANGED ? fr_theme_shrank_of(l->theme, UNCHANGED - 1 - at)
                                           : fr_theme_unchanged(l->theme);
        l->fill_of[i] =
            (uint8_t)fr_scene_fill(l->scene, (fr_fill){f.light, f.dark, f.ink_light, f.ink_dark});
    }
}

/* The amounts of nodes are those of the tree, which are exact beyond 2^53 too. */
static fr_box_change change_of_node(const layout *l, uint32_t node)
{
    const fr_diff *d = l->diff;
    fr_diff_value total = fr_diff_total(d, node), self = fr_diff_self(d, node);
    fr_box_change c = {.node = node};

    total.base = d->base_total[node];
    total.new_ = d->new_total[node];
    self.base = d->base_self[node];
    self.new_ = d->new_self[node];
    c.total = change_of(l, total);
    c.self = change_of(l, self);
    c.total_fill = l->fill_of[place_of(l, &c.total, false)];
    c.self_fill = l->fill_of[place_of(l, &c.self, true)];
    return c;
}

/* ---- marks ---- */

/* The own value is told apart where it is at least half of the change, or goes the other way. */
static bool own_matters(const fr_change *total, const fr_change *self)
{
    bool opposite = (total->points < 0) != (self->points < 0);

    return self->seen &&
           (opposite || (int64_t)magnitude(self->points) * 2 >= magnitude(total->points));
}

static uint8_t marks_of(const fr_change *shown, const fr_change *total, const fr_change *self)
{
    uint8_t marks = 0;

    if (shown->seen && shown->points)
        marks |= shown->points > 0 ? FR_MARK_GREW : FR_MARK_SHRANK;
    if (shown->seen && total->base == 0)
        marks |= FR_MARK_NEW;
    if (shown->seen && total->new_ == 0)
        marks |= FR_MARK_GONE;
    if (own_matters(total, self) && self->points)
        marks |= self->points > 0 ? FR_MARK_OWN_GREW : FR_MARK_OWN_SHRANK;
    return marks;
}

/* ---- labels ---- */

/* "▲ 2.1 luaV_execute", "▲ 2.1", or NULL: a sign without its points says nothing. */
static const char *signed_label(layout *l, const fr_box *box, const char *text, int32_t points,
                                int32_t own)
{
    const char *sign = fr_diff_sign(l->scene, points), *cut;
    fr_bytes parts[2];
    char *label;
    int32_t width = fr_text_width(fr_bytes_of(sign), FR_LABEL_SIZE, false);
    int32_t space = fr_text_width(FR_LITERAL(" "), FR_LABEL_SIZE, false);

    if (fr_box_painted_width(box) - FR_LABEL_PAD - FR_LABEL_RIGHT - own < width ||
        l->opt->row_height_px < FR_LABEL_ROW_PX)
        return NULL;
    cut = fr_tree_boxes_label(&l->boxes, box, text, width + space + own);
    if (!cut)
        return sign;
    parts[0] = fr_bytes_of(sign);
    parts[1] = fr_bytes_of(cut);
    label = fr_arena_take(&l->scene->text, parts[0].len + parts[1].len + 2);
    if (!label) {
        l->scene->failed = true;
        return NULL;
    }
    memcpy(label, parts[0].at, parts[0].len);
    label[parts[0].len] = ' ';
    memcpy(label + parts[0].len + 1, parts[1].at, parts[1].len + 1);
    return label;
}

/* What tree_boxes asks for each box that is drawn. */
static void paint(void *arg, uint32_t node, fr_box *box)
{
    layout *l = arg;
    bool by_self = l->diff->by == FR_DIFF_BY_SELF;
    fr_box_change c = change_of_node(l, node);
    const fr_change *shown = by_self ? &c.self : &c.total;
    const char *text = node ? box->name : l->scene->sides->root_label;
    int32_t own;

    fr_scene_add_change(l->scene, &c);
    box->fill = by_self ? c.self_fill : c.total_fill;
    box->marks = marks_of(shown, &c.total, &c.self);
    own = box->marks & (FR_MARK_OWN_GREW | FR_MARK_OWN_SHRANK) ? OWN_ROOM : 0;
    box->label = shown->seen && shown->points ? signed_label(l, box, text, shown->points, own)
                                              : fr_tree_boxes_label(&l->boxes, box, text, own);
    if (box->label)
        box->marks &= (uint8_t) ~(FR_MARK_GREW | FR_MARK_SHRANK);
    l->seen |= box->marks;
}

/* ---- gaps ---- */

/* What was left out between siblings, on both sides, for a viewer that draws other widths. */
static void find_gaps(layout *l)
{
    const fr_diff *d = l->diff;
    fr_sides *s = l->scene->sides;
    uint32_t *next = calloc(s->n_boxes, sizeof *next); /* by box: node after its last drawn child */

    if (!next) {
        l->scene->failed = true;
        return;
    }
    for (size_t i = 0; i < s->n_boxes; i++) {
        fr_box_change *c = &s->boxes[i];
        uint32_t parent = l->scene->boxes[i].parent;
        next[i] = c->node + 1;
        if (i == 0)
            continue;
        for (uint32_t node = next[parent]; node < c->node; node = d->tree->end[node]) {
            c->base_gap += d->base_total[node];
            c->new_gap += d->new_total[node];
        }
        next[parent] = d->tree->end[c->node];
    }
    free(next);
}

/* All nodes, for a viewer that has the data: it draws what was too narrow here. */
static void keep_nodes(layout *l)
{
    const fr_tree *tree = l->diff->tree;
    fr_sides *s = l->scene->sides;

    if (tree->n > MOST_NODES)
        return;
    s->nodes = calloc(tree->n, sizeof *s->nodes);
    s->n_nodes = s->nodes ? tree->n : 0;
    l->scene->failed = l->scene->failed || !s->nodes;
    for (uint32_t i = 0; i < s->n_nodes; i++)
        s->nodes[i] =
            (fr_side_node){fr_tree_boxes_name(&l->boxes, i), tree->depth[i], change_of_node(l, i)};
}

/* ---- functions ---- */

/* What changed first, then the larger own change, then the order of the differential. */
static int by_own_change(const void *a, const void *b)
{
    const fr_diff_function *x = *(const fr_diff_function *const *)a;
    const fr_diff_function *y = *(const fr_diff_function *const *)b;
    int32_t p = magnitude(milli_of(x->self.change_pp)), q = magnitude(milli_of(y->self.change_pp));
    bool seen = is_changed(&x->self) || is_changed(&x->total);
    bool other = is_changed(&y->self) || is_changed(&y->total);

    if (seen != other)
        return seen ? -1 : 1;
    if (p != q)
        return p > q ? -1 : 1;
    return x < y ? -1 : x > y;
}

static fr_side_function function_of(const layout *l, const fr_diff_function *f)
{
    fr_change self = change_of(l, f->self);

    return (fr_side_function){
        .name = fr_scene_keep(l->scene, fr_names_at(l->diff->tree->names, f->name)),
        .total = change_of(l, f->total),
        .self = self,
        .fill = l->fill_of[place_of(l, &self, true)]};
}

static void keep_functions(layout *l)
{
    const fr_diff *d = l->diff;
    fr_sides *s = l->scene->sides;
    const fr_diff_function **sorted = malloc((d->n_functions + 1) * sizeof *sorted);
    size_t n = d->n_functions < MOST_FUNCTIONS ? d->n_functions : MOST_FUNCTIONS;

    s->functions = calloc(n + 1, sizeof *s->functions);
    s->n_all_functions = d->n_functions;
    if (sorted && s->functions) {
        for (size_t i = 0; i < d->n_functions; i++)
            sorted[i] = &d->functions[i];
        qsort(sorted, d->n_functions, sizeof *sorted, by_own_change);
        for (s->n_functions = 0; s->n_functions < n; s->n_functions++)
            s->functions[s->n_functions] = function_of(l, sorted[s->n_functions]);
    } else {
        l->scene->failed = true;
    }
    free(sorted);
}

/* ---- furniture ---- */

/* "▲ grew 4 pp of all or more" */
static const char *ramp_text(layout *l, bool by_self, const char *what, const char *unit)
{
    char text[FR_NUMBER_MAX + 64], number[FR_NUMBER_MAX];

    fr_format_grouped(number, l->most[by_self], 3);
    snprintf(text, sizeof text, "%s %s\xe2\x80\xaf%s%s", what, number, unit,
             l->exceeded[by_self] ? " or more" : "");
    return fr_scene_keep(l->scene, fr_bytes_of(text));
}

static void name_ramp(layout *l)
{
    for (int by_self = 0; by_self < 2; by_self++) {
        const char **ramp = &l->scene->sides->ramp[2 * by_self];
        ramp[0] = ramp_text(l, by_self, "\xe2\x96\xbc shrank", "pp");
        ramp[1] = ramp_text(l, by_self, "\xe2\x96\xb2 grew", "pp of all");
    }
}

/* The ramp: bars below what shrank, over what grew. */
static fr_legend_entry ramp_of(const layout *l, fr_scene_swatch ramp[N_RAMP])
{
    const fr_sides *sides = l->scene->sides;

    for (uint32_t i = 0; i < N_RAMP; i++)
        ramp[i] = (fr_scene_swatch){.fill = l->fill_of[i],
                                    .marks = i > UNCHANGED   ? FR_MARK_GREW
                                             : i < UNCHANGED ? FR_MARK_SHRANK
                                                             : 0};
    return (fr_legend_entry){.ramp = ramp,
                             .n_ramp = N_RAMP,
                             .before = sides->ramp[2 * sides->by_self],
                             .title = sides->ramp[2 * sides->by_self + 1]};
}

static size_t legend_of(layout *l, fr_legend_entry legend[5], fr_scene_swatch ramp[N_RAMP])
{
    uint32_t middle = FR_RAMP_STEPS / 2;
    size_t n = 0;

    legend[n++] = ramp_of(l, ramp);
    legend[n++] =
        (fr_legend_entry){.fill = l->fill_of[UNCHANGED],
                          .title = l->diff->counted ? "unchanged, or within noise" : "unchanged"};
    if (l->seen & FR_MARK_NEW)
        legend[n++] = (fr_legend_entry){
            .fill = l->fill_of[UNCHANGED + middle], .title = "new", .marks = FR_MARK_NEW};
    if (l->seen & FR_MARK_GONE)
        legend[n++] = (fr_legend_entry){
            .fill = l->fill_of[UNCHANGED - middle], .title = "gone", .marks = FR_MARK_GONE};
    if (l->seen & (FR_MARK_OWN_GREW | FR_MARK_OWN_SHRANK))
        legend[n++] = (fr_legend_entry){
            .fill = l->fill_of[UNCHANGED], .title = "own code changed", .marks = FR_MARK_OWN_GREW};
    return n;
}

static bool sums_to_whole(const layout *l)
{
    return l->width.of != FR_WIDTH_OF_MAX && l->width.of != FR_WIDTH_OF_DELTA;
}

/* "widths sum to 137 % of one profile", where an axis of shares would say nothing. */
static const char *axis_text(layout *l)
{
    char to[FR_NUMBER_MAX], text[FR_NUMBER_MAX + 64];
    int64_t tenths = (int64_t)((fr_i128)l->total[0] * 1000 / l->width.whole);

    fr_format_grouped(to, tenths, 1);
    snprintf(text, sizeof text, "widths sum to %s\xe2\x80\xaf%% of one profile", to);
    return fr_scene_keep(l->scene, fr_bytes_of(text));
}

static void furnish_axis(layout *l, int32_t y)
{
    fr_scene *s = l->scene;

    if (sums_to_whole(l))
        fr_furnish_axis(s, y, l->opt->icicle, l->total[0], s->whole);
    else
        fr_furnish_axis_text(s, y, l->opt->icicle, axis_text(l));
}

/* Header, boxes, axis and foot from top to bottom; the height follows from the rows drawn. */
static void furnish(layout *l)
{
    const fr_flame_options *opt = l->opt;
    fr_scene *s = l->scene;
    fr_scene_swatch ramp[N_RAMP];
    fr_legend_entry legend[5];
    const char *subtitle = opt->subtitle ? opt->subtitle : fr_diff_subtitle(s, l->diff);
    int32_t top, bottom;

    s->view.title = fr_scene_clean(s, opt->title, fr_diff_title(s));
    s->view.subtitle = fr_scene_clean(s, subtitle, "");
    s->view.notes = fr_scene_clean(s, opt->notes, "");
    top = fr_furnish_header(s, s->view.title, s->view.subtitle);
    top += opt->icicle ? FR_AXIS_ABOVE : 0;
    bottom = fr_tree_boxes_stack(&l->boxes, top);
    furnish_axis(l, opt->icicle ? top : bottom);
    s->height = fr_furnish_foot(
        s, bottom + (opt->icicle ? 4 * FR_PX : FR_AXIS_BELOW), legend, legend_of(l, legend, ramp),
        fr_diff_statement(s, l->diff->tree->whole, opt, l->boxes.narrow, l->boxes.deep),
        s->view.notes);
    s->description = fr_diff_description(s, l->diff);
}

/* ---- the whole ---- */

static int64_t factor_ppm(double factor)
{
    return factor > 0 && factor < MOST_MILLI ? (int64_t)(factor * MILLION + 0.5) : 0;
}

static bool describe(layout *l)
{
    const fr_diff *d = l->diff;
    fr_scene *s = l->scene;

    s->sides = calloc(1, sizeof *s->sides);
    if (!s->sides)
        return false;
    fr_tree_boxes_describe(s, d->tree, l->theme, l->opt);
    s->what = "diff";
    s->whole = sums_to_whole(l) ? l->width.whole : l->total[0];
    *s->sides = (fr_sides){.base_name = fr_scene_clean(s, d->base_label, "base"),
                           .new_name = fr_scene_clean(s, d->new_label, "new"),
                           .base_whole = d->base_whole,
                           .new_whole = d->new_whole,
                           .width_of = l->width.of,
                           .by_self = d->by == FR_DIFF_BY_SELF,
                           .factor_ppm = factor_ppm(d->factor.value),
                           .one_profile = sums_to_whole(l) ? 0 : l->width.whole};
    s->sides->changed = fr_diff_changed(s, d);
    s->sides->root_label = fr_diff_root_label(s, d);
    fr_diff_keep_words(s);
    choose_fills(l);
    if (!find_most(l, false) || !find_most(l, true))
        return false;
    name_ramp(l);
    return true;
}

/* Lays out into l->scene. */
static bool lay_out(layout *l, fr_error *err)
{
    if (!describe(l))
        return fr_fail_memory(err);
    if (!fr_tree_boxes_place(&l->boxes, err))
        return false;
    find_gaps(l);
    keep_nodes(l);
    keep_functions(l);
    if (!l->scene->failed)
        furnish(l);
    return !l->scene->failed || fr_fail_memory(err);
}

static bool fail_empty(const layout *l, fr_error *err)
{
    if (l->width.of == FR_WIDTH_OF_DELTA)
        return fr_fail(err, FR_E_EMPTY, 0, 0,
                       "nothing to draw: every share is the same on both sides");
    return fr_fail(err, FR_E_EMPTY, 0, 0, "nothing to draw: the sum of all values is 0");
}

/* Widths, then boxes; the arrays of `l` are the caller's. */
static bool draw(layout *l, fr_error *err)
{
    const fr_tree *tree = l->diff->tree;

    l->self = malloc(tree->n * sizeof *l->self);
    l->total = malloc(tree->n * sizeof *l->total);
    l->scene = fr_scene_new();
    if (!l->self || !l->total || !l->scene)
        return fr_fail_memory(err);
    l->width = fr_diff_width_for(l->opt->width_of, l->diff->base_whole, l->diff->new_whole);
    fr_diff_width_fill(&l->width, l->diff, l->self, l->total);
    if (l->total[0] <= 0)
        return fail_empty(l, err);
    l->boxes = (fr_tree_boxes){.tree = tree,
                               .opt = l->opt,
                               .scene = l->scene,
                               .self = l->self,
                               .total = l->total,
                               .paint = paint,
                               .arg = l};
    return lay_out(l, err);
}

fr_scene *fr_scene_diff(const fr_diff *diff, const fr_theme *theme, const fr_flame_options *opt,
                        fr_error *err)
{
    fr_flame_options defaults = FR_FLAME_DEFAULTS;
    layout l = {.diff = diff, .theme = theme, .opt = opt ? opt : &defaults};
    bool good = fr_tree_boxes_check(l.opt, err) && draw(&l, err);

    fr_tree_boxes_reset(&l.boxes);
    free(l.self);
    free(l.total);
    if (good)
        return l.scene;
    fr_scene_free(l.scene);
    return NULL;
}
