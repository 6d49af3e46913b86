/*
 * layout_diff.c - fr_scene_diff(): from a differential to boxes, one picture of both sides.
 * diff_paint.c computes widths and colours, tree_boxes.c places boxes, docs/layout.md states the rules.
 *
 *     base  new           width of the mean     colour
 *     40    20   foo      [foo          ]       blue: shrank
 *     0     30   bar      [bar   ]              red, dotted: new
 *     60    50   main     [main         ]       grey: within noise
 *
 * Colour is the change of total against a frame that did not change, in points of the whole, and
 * never speaks alone: labels begin with sign and points, other boxes have a bar.
 */
#include "base/number.h"
#include "base/sentence.h"
#include "diff/diff.h"
#include "model/report/quality.h"
#include "render/change_words.h"
#include "render/layout/diff_paint.h"
#include "render/layout/diff_width.h"
#include "render/layout/furniture.h"
#include "render/layout/tree_boxes.h"
#include "render/measure.h"
#include "render/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NODES 40000         /* more are seldom carried, and take their time */
#define OWN_ROOM   (4 * FR_PX)   /* that the own bar takes from a label */
#define UNIT_FROM  (130 * FR_PX) /* boxes of this width and more have room for the unit of points */

/*
 * The sentences: what changed, how sure that is, what is compared. All live in the scene; diff/headline.c writes the
 * first line.
 *
 *     parse takes 1.4x as long: 14.6 -> 20.2 % of samples, sure beyond sampling noise
 *     main -> pr-1841 · 6 other functions changed · both sides are of one size (...) · width is ...
 *     7 of 312 functions changed · 3 262 boxes drawn
 */

#define ARROW      " \xe2\x86\x92 " /* U+2192 */
#define N_NAMED    3                /* functions in the description */
#define SELF_WORDS FR_SEPARATOR "colour is the change of own value"
#define VISIBLE_10 1 /* of fr_diff.visible_pp: a frame of 10 % */

/* ---- title and subtitle ---- */

/* A side's name follows where the text ends in a blank. */
static const char *const width_texts[] = {
    [FR_WIDTH_OF_MEAN] = "width is the mean of both shares",
    [FR_WIDTH_OF_NEW] = "width is the share in ",
    [FR_WIDTH_OF_BASE] = "width is the share in ",
    [FR_WIDTH_OF_MAX] = "width is the larger share of own value, and what is on it",
    [FR_WIDTH_OF_DELTA] = "width is the change of own share, and what is on it",
};

/* A box of a callers graph is a part of what the function it stands on has itself. */
#define CALLERS_WORDS FR_SEPARATOR "colour is of own values, by caller"

/* The words for how one run a side is judged. */
#define USUAL_WORDS                                                                                \
    "one run a side: sure is what is more than runs of one program usually differ by; "            \
    "JIT-compiled "                                                                                \
    "code, and functions that wait, are never sure"

/* Says what a width means: "width is the share in pr-1841". */
static const char *words_of_width(fr_scene *scene, fr_width_of of)
{
    return fr_scene_say(scene, "{}{}", width_texts[of],
                        of == FR_WIDTH_OF_NEW    ? scene->sides->new_name
                        : of == FR_WIDTH_OF_BASE ? scene->sides->base_name
                                                 : "");
}

/* The step "3.4-3.6 s" is what a side is called, and what lies outside of it is the other side, "rest". */
static bool names_a_side(const char *step, const char *name)
{
    const char *outside = "outside of: ";

    return strcmp(step, name) == 0 ||
           (strcmp(name, "rest") == 0 && strncmp(step, outside, strlen(outside)) == 0);
}

/* "main -> pr-1841 · both sides are of one size (...) · width is the mean of both shares" */
static const char *subtitle_of(fr_scene *scene, const fr_diff *diff)
{
    const fr_sides *sides = scene->sides;
    const fr_notes *steps = &diff->tree->meta.steps;
    fr_output *out = fr_output_memory();

    fr_put_sides(out, diff);
    if (*diff->event)
        fr_say(out, FR_SEPARATOR "{}", diff->event);
    for (size_t i = 0; i < steps->n; i++) {
        const char *step = steps->entries[i].first;
        if (!names_a_side(step, sides->base_name) && !names_a_side(step, sides->new_name))
            fr_say(out, FR_SEPARATOR "{}", step);
    }
    fr_say(out, "{}" FR_SEPARATOR "{}{}",
           diff->tree->callers ? FR_SEPARATOR "stacks turned over: callers are on top" : "",
           sides->width_words[sides->width_of],
           sides->by_self   ? SELF_WORDS
           : sides->callers ? CALLERS_WORDS
                            : "");
    return fr_scene_keep_output(scene, out);
}

/* Below the picture: how the sides are compared, and what could not be seen. */
static void put_details(fr_output *out, const fr_sides *sides, const fr_diff *diff)
{
    double points = diff->visible_pp[VISIBLE_10];
    char size[FR_NUMBER_MAX];

    fr_put_text(out, diff->factor.text);
    if (!diff->counted || !diff->base_whole || !diff->new_whole)
        return;
    fr_put_text(out, FR_SEPARATOR);
    if (diff->usual)
        fr_put_text(out, USUAL_WORDS FR_SEPARATOR);
    else if (diff->one_run && !sides->rate_milli)
        fr_put_text(
            out, "how much runs differ from each other is not known: one run a side" FR_SEPARATOR);
    if (points > 0) {
        if (sides->rate_milli)
            fr_format_size(size, sides, (int64_t)(points * 1000 + 0.5));
        fr_say(out,
               "a change under about {}{} would not show in a function of 10" FR_NARROW_SPACE "%",
               sides->rate_milli ? fr_word_text(size) : fr_as_decimal(points),
               sides->rate_milli ? sides->points_unit : " points");
    }
}

/* The author's notes, and after them how the sides are compared and what could not be seen. */
static const char *notes_of(fr_scene *scene, const fr_diff *diff, const char *notes)
{
    fr_output *out = fr_sentence("{}{}", notes, *notes ? FR_SEPARATOR : "");

    put_details(out, scene->sides, diff);
    return fr_scene_keep_output(scene, out);
}

/* "all", with its shares where the root is not the whole: "all · 45.5 -> 50.0 % of the whole". */
static const char *root_label(fr_scene *scene, const fr_diff *diff)
{
    const fr_sides *sides = scene->sides;
    char base[FR_NUMBER_MAX], new_[FR_NUMBER_MAX];

    if (diff->base_total[0] == sides->base_whole && diff->new_total[0] == sides->new_whole)
        return "all";
    return fr_scene_say(scene, "all" FR_SEPARATOR "{}" ARROW "{} of the whole",
                        fr_format_share(base, diff->base_total[0], sides->base_whole, 2),
                        fr_format_share(new_, diff->new_total[0], sides->new_whole, 2));
}

/* ---- what changed ---- */

/* "7 of 312 functions changed"; "" where values are no counts. */
static const char *count_changed(fr_scene *scene, const fr_diff *diff)
{
    size_t n = fr_diff_count_changed(diff), maybe = fr_diff_count(diff, FR_VERDICT_MAYBE);
    int64_t by_chance = (int64_t)(diff->fdr * (double)n + 0.5);
    bool tested = diff->base_whole && diff->new_whole; /* else all is new, or gone */

    if (!diff->counted)
        return "";
    fr_output *out = fr_sentence(
        "{} of {}", n, fr_as_count(diff->n_functions, "function changed", "functions changed"));
    if (by_chance && tested)
        fr_say(out, " (of these about {} by chance)", fr_as_digits(by_chance));
    if (maybe)
        fr_say(out, "; {} may have", maybe);
    return fr_scene_keep_output(scene, out);
}

/* Says how many functions changed, and what is not drawn; fr_sides.changed is set. */
static const char *statement_of(fr_scene *scene, bool whole_tree, const fr_flame_options *opt,
                                fr_undrawn narrow, fr_undrawn deep)
{
    const char *changed = scene->sides->changed;
    fr_output *out = fr_sentence("{}{}", changed, *changed ? FR_SEPARATOR : "");

    fr_flame_put_drawn(out, scene, scene->whole, whole_tree, opt, narrow, deep);
    return fr_scene_keep_output(scene, out);
}

/* ---- description ---- */

static double size_of(const fr_diff_function *f)
{
    return f->self.change_pp < 0 ? -f->self.change_pp : f->self.change_pp;
}

/* The functions whose own value changed most; the first of equals, in the order of the table. */
static size_t find_largest(const fr_diff *diff, const fr_diff_function *largest[N_NAMED])
{
    size_t n = 0;

    for (size_t i = 0; i < diff->n_functions; i++) {
        const fr_diff_function *f = &diff->functions[i];
        size_t at = n;
        if (!fr_verdict_is_change(f->self.verdict))
            continue;
        while (at > 0 && size_of(f) > size_of(largest[at - 1]))
            at--;
        n += n < N_NAMED;
        for (size_t k = n - 1; k > at; k--)
            largest[k] = largest[k - 1];
        if (at < N_NAMED)
            largest[at] = f;
    }
    return n;
}

static void put_function(fr_output *out, fr_scene *scene, const fr_diff *diff,
                         const fr_diff_function *f)
{
    fr_bytes name = fr_label_cut(&scene->text, fr_names_at(diff->tree->names, f->name),
                                 FR_LABEL_SIZE, 400 * FR_PX, FR_TRUNCATE_MIDDLE);
    double milli = f->self.change_pp * 1000;
    char to[FR_NUMBER_MAX];

    fr_format_points(to, scene->sides, (int32_t)(milli < 0 ? milli - 0.5 : milli + 0.5));
    fr_say(out, "{} {}", name.at ? name : FR_LITERAL("?"), to);
}

/* Tells those who don't see the picture the first line, and the largest own changes. */
static const char *description_of(fr_scene *scene, const fr_diff *diff)
{
    const fr_diff_function *largest[N_NAMED] = {NULL};
    size_t n = find_largest(diff, largest);
    fr_output *out = fr_sentence("Differential flame graph of {} and {}: ", scene->sides->base_name,
                                 scene->sides->new_name);

    fr_put_headline(out, diff);
    fr_put_char(out, '.');
    fr_put_text(out, n ? " Largest own changes: " : "");
    for (size_t i = 0; i < n; i++) {
        fr_put_text(out, i ? ", " : "");
        put_function(out, scene, diff, largest[i]);
    }
    fr_put_text(out, n ? "." : "");
    return fr_scene_keep_output(scene, out);
}

typedef struct layout {
    fr_tree_boxes boxes;
    const fr_diff *diff;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    fr_diff_widths widths;
    int64_t whole; /* width of the root */
    fr_diff_paint colours;
    uint8_t seen;   /* marks of all boxes */
    bool passes_on; /* some box does */
    bool maybe;     /* some box may have changed */
} layout;

/* ---- labels ---- */

/* "+6.9 pp luaV_execute", "+2.1", or NULL: a sign without its points says nothing. */
static const char *signed_label(layout *l, const fr_box *box, const char *text,
                                const fr_change *change, int32_t own)
{
    bool unit = fr_box_painted_width(box) >= UNIT_FROM;
    char to[FR_NUMBER_MAX];
    const char *sign =
        fr_scene_keep(l->scene, fr_bytes_of(fr_format_sign(to, l->scene->sides, change, unit)));
    int32_t width = fr_text_width(fr_bytes_of(sign), l->scene->label_size, false);
    int32_t space = fr_text_width(FR_LITERAL(" "), l->scene->label_size, false);

    if (fr_box_painted_width(box) - FR_LABEL_PAD - FR_LABEL_RIGHT - own < width ||
        !fr_row_holds_labels((int32_t)l->opt->row_height_px, l->scene->label_size))
        return NULL;
    const char *cut = fr_tree_boxes_label(&l->boxes, box, text, width + space + own);
    if (!cut)
        return sign;
    size_t at = strlen(sign), len = strlen(cut);
    char *label = fr_arena_take(&l->scene->text, at + len + 2);
    if (!label) {
        l->scene->failed = true;
        return NULL;
    }
    snprintf(label, at + len + 2, "%s %s", sign, cut);
    return label;
}

/* The own value is distinguished where it is at least half of the change, or goes the other way. */
static bool own_matters(const fr_change *total, const fr_change *self)
{
    bool opposite = (total->points < 0) != (self->points < 0);

    return self->seen && self->verdict != FR_VERDICT_MAYBE &&
           (opposite || llabs(self->points) * 2 >= llabs(total->points));
}

/* The marks of a box that shows `shown`, one of the other two. */
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

/* Paints a box: tree_boxes calls it for each that is drawn. */
static void paint(void *arg, uint32_t node, fr_box *box)
{
    layout *l = arg;
    bool by_self = l->scene->sides->by_self;
    fr_box_change c = fr_diff_paint_node(&l->colours, node);
    const fr_change *shown = by_self ? &c.self : &c.total;
    const char *text = node ? box->name : l->scene->sides->root_label;

    fr_scene_add_change(l->scene, &c);
    box->fill = by_self ? c.self_fill : c.total_fill;
    box->marks = marks_of(shown, &c.total, &c.self);
    int32_t own = box->marks & (FR_MARK_OWN_GREW | FR_MARK_OWN_SHRANK) ? OWN_ROOM : 0;
    box->label = shown->seen && shown->points ? signed_label(l, box, text, shown, own)
                                              : fr_tree_boxes_label(&l->boxes, box, text, own);
    if (box->label)
        box->marks &= (uint8_t) ~(FR_MARK_GREW | FR_MARK_SHRANK);
    l->seen |= box->marks;
    l->passes_on = l->passes_on || (c.passes_on && !by_self);
    l->maybe = l->maybe || shown->verdict == FR_VERDICT_MAYBE;
}

/* Narrow frames are not judged together. */
static void paint_rest(void *arg, const fr_narrow *frames, fr_box *box)
{
    layout *l = arg;
    fr_change total = {
        .base = frames->sides[0], .new_ = frames->sides[1], .verdict = FR_VERDICT_UNJUDGED};
    fr_box_change c = {.total = total, .total_fill = box->fill, .self_fill = box->fill};

    fr_scene_add_change(l->scene, &c);
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
        s->nodes[i] = (fr_side_node){fr_tree_boxes_name(&l->boxes, i), tree->depth[i],
                                     tree->kind[i], fr_diff_paint_node(&l->colours, i)};
}

/* ---- furniture ---- */

/* "▲ 4 points more of the whole" */
static const char *ramp_text(layout *l, bool by_self, const char *sign, const char *what)
{
    char number[FR_NUMBER_MAX];
    const fr_sides *s = l->scene->sides;

    if (s->rate_milli)
        fr_format_size(number, s, l->colours.most[by_self]);
    else
        fr_format_grouped(number, l->colours.most[by_self], 3);
    return fr_scene_say(l->scene, "{} {}{}{}", sign, number,
                        s->rate_milli ? s->points_unit : " points", what);
}

static void name_ramp(layout *l)
{
    for (int by_self = 0; by_self < 2; by_self++) {
        const char **ramp = &l->scene->sides->ramp[2 * by_self];
        ramp[0] = ramp_text(l, by_self, "\xe2\x96\xbc", " less");
        ramp[1] = ramp_text(l, by_self, "\xe2\x96\xb2",
                            l->scene->sides->rate_milli ? " more" : " more of the whole");
    }
}

/* The ramp: bars below what shrank, over what grew. */
static fr_legend_entry ramp_of(const layout *l, fr_scene_swatch ramp[FR_DIFF_RAMP])
{
    const fr_sides *sides = l->scene->sides;

    for (uint32_t i = 0; i < FR_DIFF_RAMP; i++)
        ramp[i] = (fr_scene_swatch){.fill = l->colours.fill_of[i],
                                    .marks = i > FR_DIFF_UNCHANGED   ? FR_MARK_GREW
                                             : i < FR_DIFF_UNCHANGED ? FR_MARK_SHRANK
                                                                     : 0};
    return (fr_legend_entry){.ramp = ramp,
                             .n_ramp = FR_DIFF_RAMP,
                             .before = sides->ramp[2 * sides->by_self],
                             .title = sides->ramp[2 * sides->by_self + 1]};
}

/* Returns the palest fill of a box that passes a change on. */
static uint32_t pale_fill(const layout *l)
{
    return l->colours.fill_of[FR_DIFF_UNCHANGED + FR_DIFF_UNCHANGED / 3];
}

static size_t legend_of(layout *l, fr_legend_entry legend[8], fr_scene_swatch ramp[FR_DIFF_RAMP])
{
    uint32_t middle = FR_DIFF_UNCHANGED / 2;
    size_t n = 0;

    legend[n++] = ramp_of(l, ramp);
    legend[n++] =
        (fr_legend_entry){.fill = l->colours.fill_of[FR_DIFF_UNCHANGED],
                          .title = l->diff->counted ? "unchanged, or within noise" : "unchanged"};
    if (l->passes_on)
        legend[n++] =
            (fr_legend_entry){.fill = pale_fill(l),
                              .title = l->opt->icicle ? "paler: passes on a change below it"
                                                      : "paler: passes on a change above it"};
    if (l->maybe)
        legend[n++] = (fr_legend_entry){.fill = pale_fill(l),
                                        .title = "paler, \"?\": not sure with one run a side"};
    if (l->seen & FR_MARK_NEW)
        legend[n++] = (fr_legend_entry){.fill = l->colours.fill_of[FR_DIFF_UNCHANGED + middle],
                                        .title = "new",
                                        .marks = FR_MARK_NEW};
    if (l->seen & FR_MARK_GONE)
        legend[n++] = (fr_legend_entry){.fill = l->colours.fill_of[FR_DIFF_UNCHANGED - middle],
                                        .title = "gone",
                                        .marks = FR_MARK_GONE};
    if (l->seen & (FR_MARK_OWN_GREW | FR_MARK_OWN_SHRANK))
        legend[n++] = (fr_legend_entry){.fill = l->colours.fill_of[FR_DIFF_UNCHANGED],
                                        .title = "own code changed",
                                        .marks = FR_MARK_OWN_GREW};
    return fr_tree_boxes_add_legend(&l->boxes, legend, n);
}

static bool sums_to_whole(const layout *l)
{
    return l->widths.by.of != FR_WIDTH_OF_MAX && l->widths.by.of != FR_WIDTH_OF_DELTA;
}

/* "widths sum to 137 % of one profile", where an axis of shares would say nothing. */
static void add_axis_text(layout *l, int32_t y)
{
    int64_t tenths = (int64_t)((fr_i128)l->whole * 1000 / l->widths.by.whole);

    fr_scene_add_text(
        l->scene, FR_TEXT_AXIS, FR_ANCHOR_START, FR_MARGIN,
        l->opt->icicle ? y - 5 * FR_PX : y + 15 * FR_PX,
        fr_scene_say(l->scene, "widths sum to {} of one profile", fr_as_measure(tenths, 1, "%")));
}

/* Header, boxes, axis and foot from top to bottom; the height follows from the rows drawn. */
static void furnish(void *arg)
{
    layout *l = arg;
    const fr_flame_options *opt = l->opt;
    fr_scene *s = l->scene;
    fr_scene_swatch ramp[FR_DIFF_RAMP];
    fr_legend_entry legend[8];
    const char *subtitle = opt->subtitle ? opt->subtitle : subtitle_of(s, l->diff);
    fr_output *words = fr_output_memory();

    fr_put_headline(words, l->diff); /* what changed most */
    const char *headline = fr_scene_keep_output(s, words);
    if (opt->title && !opt->subtitle)
        subtitle = fr_furnish_caution(s, headline, subtitle);
    s->view.title = fr_scene_clean(s, opt->title, headline);
    s->view.subtitle = fr_furnish_caution(s, fr_scene_clean(s, subtitle, ""),
                                          fr_quality_sentence(&l->diff->tree->meta));
    s->view.notes = notes_of(s, l->diff, fr_scene_clean(s, opt->notes, ""));
    int32_t top = fr_furnish_header(s, s->view.title, s->view.subtitle);
    top += opt->icicle ? FR_AXIS_ABOVE : 0;
    int32_t bottom = fr_tree_boxes_stack(&l->boxes, top);
    if (sums_to_whole(l))
        fr_furnish_axis(s, opt->icicle ? top : bottom, l->opt->icicle, l->whole, s->whole);
    else
        add_axis_text(l, opt->icicle ? top : bottom);
    s->height = fr_furnish_foot(
        s, bottom + (opt->icicle ? 4 * FR_PX : FR_AXIS_BELOW), legend, legend_of(l, legend, ramp),
        statement_of(s, l->diff->tree->whole, opt, l->boxes.narrow, l->boxes.deep), s->view.notes);
    s->description = description_of(s, l->diff);
}

/* ---- the whole ---- */

/* A picture that is read back is judged as one run a side, by the defaults. */
static bool is_by_default(const fr_diff *d)
{
    const fr_diff_options defaults = FR_DIFF_DEFAULTS;

    return d->usual && d->factor.asked == defaults.normalize && d->fdr == defaults.fdr &&
           d->min_change_pp == defaults.min_change_pp && d->by == defaults.by &&
           !d->tree->callers && !d->of_part;
}

static bool describe(layout *l)
{
    const fr_diff *d = l->diff;
    fr_scene *s = l->scene;

    s->sides = calloc(1, sizeof *s->sides);
    if (!s->sides)
        return false;
    fr_tree_scene_describe(s, d->tree, l->theme, l->opt);
    s->unit = fr_scene_clean(s, l->opt->countname, d->shown_unit);
    s->what = "diff";
    s->whole = sums_to_whole(l) ? l->widths.by.whole : l->whole;
    *s->sides = (fr_sides){.base_name = fr_scene_clean(s, d->base_label, "base"),
                           .new_name = fr_scene_clean(s, d->new_label, "new"),
                           .base_whole = d->base_whole,
                           .new_whole = d->new_whole,
                           .width_of = l->widths.by.of,
                           .by_self = d->by == FR_DIFF_BY_SELF && !d->tree->callers,
                           .callers = d->tree->callers,
                           .one_profile = sums_to_whole(l) ? 0 : l->widths.by.whole,
                           .points_unit = fr_diff_points_unit(d),
                           .rate_milli = fr_diff_rate_milli(d),
                           .again = is_by_default(d)};
    s->sides->changed = count_changed(s, d);
    s->sides->root_label = root_label(s, d);
    for (fr_width_of of = FR_WIDTH_OF_MEAN; of <= FR_WIDTH_OF_DELTA; of++)
        s->sides->width_words[of] = words_of_width(s, of);
    s->sides->self_words = SELF_WORDS;
    l->colours = (fr_diff_paint){.diff = d, .theme = l->theme, .scene = s};
    if (!fr_diff_paint_init(&l->colours, l->opt->negate))
        return false;
    fr_tree_scene_add_fills(s, l->theme);
    name_ramp(l);
    return true;
}

static int64_t total_of(const void *widths, uint32_t node)
{
    return fr_diff_width_total(widths, node);
}

/* Returns what children leave of the total. */
static int64_t self_of(const void *widths, uint32_t node)
{
    const fr_diff_widths *w = widths;
    const fr_tree *tree = w->diff->tree;

    if (w->self)
        return w->self[node];
    int64_t self = fr_diff_width_total(w, node);
    for (uint32_t c = node + 1; c < tree->end[node]; c = tree->end[c])
        self -= fr_diff_width_total(w, c);
    return self;
}

/* Widths, then boxes; what `l` holds is the caller's. */
static bool draw(layout *l, fr_error *err)
{
    const fr_tree *tree = l->diff->tree;

    l->scene = fr_scene_new();
    if (!l->scene)
        return fr_fail_memory(err);
    if (!fr_diff_widths_init(&l->widths, l->diff, l->opt->width_of, err))
        return false;
    l->whole = total_of(&l->widths, 0);
    if (l->whole <= 0) {
        if (l->widths.by.of == FR_WIDTH_OF_DELTA)
            return fr_fail(err, FR_E_EMPTY, 0, 0,
                           "nothing to draw: every share is the same on both sides");
        return fr_fail(err, FR_E_EMPTY, 0, 0, "nothing to draw: the sum of all values is 0");
    }
    l->boxes = (fr_tree_boxes){.tree = tree,
                               .opt = l->opt,
                               .scene = l->scene,
                               .total_of = total_of,
                               .self_of = self_of,
                               .widths = &l->widths,
                               .paint = paint,
                               .paint_rest = paint_rest,
                               .sides = {l->diff->base_total, l->diff->new_total},
                               .arg = l};
    if (!describe(l))
        return fr_fail_memory(err);
    if (!fr_tree_boxes_place(&l->boxes, err))
        return false;
    keep_nodes(l);
    if (!l->scene->failed && !fr_tree_boxes_furnish(&l->boxes, furnish, l, err))
        return false;
    return !l->scene->failed || fr_fail_memory(err);
}

fr_scene *fr_scene_diff(const fr_diff *diff, const fr_theme *theme, const fr_flame_options *opt,
                        fr_error *err)
{
    fr_flame_options defaults = FR_FLAME_DEFAULTS;
    layout l = {.diff = diff, .theme = theme, .opt = opt ? opt : &defaults};
    bool good = fr_tree_scene_check(l.opt, err) && draw(&l, err);

    fr_tree_boxes_reset(&l.boxes);
    fr_diff_widths_reset(&l.widths);
    if (good)
        return l.scene;
    fr_scene_free(l.scene);
    return NULL;
}
