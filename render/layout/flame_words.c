/*
 * flame_words.c - writes the sentences of a flame graph.
 *
 *     6 826 samples of cpu-clock in 68.9 s of recording · width is their share · recursion folded
 *     3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px
 *     Flame graph of 6 826 samples of cpu-clock. Largest own shares: foo 12.3 %, bar 8.1 %.
 */
#include "render/layout/flame_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/sentence.h"
#include "model/measured.h"
#include "model/report/quality.h"
#include "render/measure.h"

#define N_LARGEST   3
#define LEGEND_SIZE 110           /* fr_text_style_of(FR_TEXT_LEGEND) */
#define LEGEND_ROOM (180 * FR_PX) /* of a module's name */

/* "12.3 %", and "100 %" of all, also where that is nothing. */
static fr_word as_share(int64_t part, int64_t whole)
{
    return part == whole ? fr_word_text("100" FR_NARROW_SPACE "%") : fr_as_share(part, whole, 1);
}

static int64_t drawn_total(const fr_tree *tree)
{
    return tree->total[tree->column][0];
}

/* Returns what values are parts of: of a chart the time of all its lanes, as its own whole is how long it takes. */
static int64_t whole_of_values(const fr_scene *scene, const fr_tree *tree)
{
    int64_t sum = 0;

    for (uint32_t lane = 1; tree->in_time && lane < tree->n; lane = tree->end[lane])
        for (uint32_t i = lane + 1; i < tree->end[lane]; i = tree->end[i])
            sum += tree->total[tree->column][i];
    return tree->in_time ? sum : scene->whole;
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

/* ---- title and subtitle ---- */

const char *fr_flame_what(const fr_tree *tree)
{
    return fr_highlights_what(tree->column_name[tree->column], tree->unit[tree->column]);
}

const char *fr_flame_title(fr_scene *scene, const fr_tree *tree)
{
    fr_output *out = fr_output_memory();
    size_t len = 0;

    if (tree->start) {
        if (tree->in_time)
            fr_highlights_put_thread(tree, out);
        if (!fr_output_bytes(out, &len) || !len)
            fr_put_text(out, tree->in_time ? FR_CHART_TITLE : "Stacks in the order of the input");
    } else if (!fr_highlights_put(tree, scene->whole, fr_flame_what(tree), out)) {
        scene->failed = true;
    }
    return fr_scene_keep_output(scene, out);
}

/* " · width is their share", "... share of time", " · widths are shares of the 274 samples kept" */
static void put_width(fr_output *out, const fr_summary *summary)
{
    fr_unit_kind kind = fr_unit_kind_of(summary->shown_as);

    if (summary->meta->relative)
        fr_say(out, FR_SEPARATOR "widths are shares of the {} kept",
               fr_as_amount(summary->kept, summary->decimals, summary->shown_as));
    else
        fr_say(out, FR_SEPARATOR "width is {}",
               kind == FR_UNIT_TIME     ? "share of time"
               : kind == FR_UNIT_MEMORY ? "share of memory"
                                        : "their share");
}

static void put_colouring(const fr_scene *scene, fr_output *out)
{
    if (scene->view.colouring->words)
        fr_say(out, FR_SEPARATOR "{}", scene->view.colouring->words);
}

const char *fr_flame_subtitle(fr_scene *scene, const fr_tree *tree)
{
    fr_output *out = fr_output_memory();
    fr_summary summary = summary_of(scene, tree);

    if (tree->in_time) {
        fr_say(out, "{}" FR_SEPARATOR "from left to right, a lane for each thread",
               fr_as_amount(drawn_total(tree), scene->decimals, scene->unit));
        if (tree->n_hidden)
            fr_say(out, FR_SEPARATOR "not drawn: {} at the time of the next of their thread",
                   fr_as_count(tree->n_hidden, "sample", "samples"));
    } else {
        fr_summary_put_amounts(&summary, out);
        put_width(out, &summary);
    }
    fr_summary_put_steps(&summary, out);
    if (tree->callers)
        fr_say(out, FR_SEPARATOR "stacks turned over: hot functions at the root, their callers {}",
               scene->view.icicle ? "below" : "above");
    put_colouring(scene, out);
    return fr_scene_keep_output(scene, out);
}

/* "v1" of "k8s.io/api/core/v1" */
static fr_bytes last_part(fr_bytes name)
{
    size_t slash = fr_bytes_find_last(name, '/');

    return slash + 1 < name.len ? (fr_bytes){name.at + slash + 1, name.len - slash - 1} : name;
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
    const char *what = c->by_label                       ? "value"
                       : strcmp(c->name, "package") == 0 ? "package"
                                                         : "module";

    if (group == FR_GROUP_OTHERS)
        return fr_scene_say(scene, "{} other {}{}", fr_as_digits(groups->n_others), what,
                            groups->n_others == 1 ? "" : "s");
    fr_bytes name = fr_label_cut(&scene->text, fr_flame_group(c, groups, group), LEGEND_SIZE,
                                 LEGEND_ROOM, FR_TRUNCATE_MIDDLE);
    /* the whole of a chart is time, and groups have values */
    int64_t whole = scene->view.in_time ? groups->whole : scene->whole;
    return fr_scene_say(scene, "{} {}", name, as_share(groups->own[group], whole));
}

const char *fr_flame_root_label(fr_scene *scene, const fr_tree *tree)
{
    if (drawn_total(tree) == scene->whole)
        return "all";
    return fr_scene_say(scene, "all" FR_SEPARATOR "{} of the whole",
                        as_share(drawn_total(tree), scene->whole));
}

const char *fr_flame_rest_label(fr_scene *scene, const fr_box *box)
{
    return fr_scene_say(scene, "{}, {}", box->name, as_share(box->total, scene->whole));
}

/* ---- statement ---- */

/* " narrower than 0.1 px" */
static void put_threshold(fr_output *out, const fr_flame_options *opt)
{
    if (opt->minwidth_millionths <= 0)
        fr_put_text(out, " of value 0");
    else
        fr_say(out, " narrower than {}{}", fr_as_number(opt->minwidth_millionths, 6),
               opt->minwidth_percent ? FR_NARROW_SPACE "%"
               : opt->cells          ? "/8 of a column"
                                     : " px");
}

static const char *of_unit(fr_scene *scene, const char *unit)
{
    if (fr_unit_kind_of(unit) == FR_UNIT_TIME)
        return " of the time is";
    return fr_scene_say(scene, " of the {} are", unit);
}

const char *fr_flame_of(fr_scene *scene)
{
    return scene->sides ? " is" : of_unit(scene, scene->unit);
}

/* "41.4 % of the time is in 193 207 frames narrower than 0.1 px" */
static void put_narrow(fr_output *out, const fr_scene *scene, int64_t whole, bool counted,
                       const fr_flame_options *opt, fr_undrawn narrow)
{
    fr_say(out, FR_SEPARATOR "{}{} in {}", as_share(narrow.value, whole), scene->view.of,
           counted ? fr_as_count(narrow.n, "frame", "frames") : fr_word_text("frames"));
    put_threshold(out, opt);
}

/* "12 chains of frames folded to a row each · 99 rows cut: 4.3 % of self is in them" */
static void put_folded(fr_output *out, const fr_scene *scene)
{
    if (scene->n_chains)
        fr_say(out, FR_SEPARATOR "{} of frames folded to a row each",
               fr_as_count(scene->n_chains, "chain", "chains"));
    if (scene->n_rows_cut)
        fr_say(out, FR_SEPARATOR "{} cut: {} of self is in {}",
               fr_as_count(scene->n_rows_cut, "row", "rows"),
               as_share(scene->cut_self, scene->kept_self + scene->cut_self),
               scene->n_rows_cut == 1 ? "it" : "them");
}

void fr_flame_put_drawn(fr_output *out, const fr_scene *scene, int64_t whole, bool counted,
                        const fr_flame_options *opt, fr_undrawn narrow, fr_undrawn deep)
{
    fr_say(out, "{}{}", fr_as_count(scene->n_boxes - scene->n_rests, "box", "boxes"),
           narrow.n || deep.n || scene->n_rows_cut ? " drawn" : ", all drawn");
    if (narrow.n)
        put_narrow(out, scene, whole, counted, opt, narrow);
    if (deep.n)
        fr_say(out, FR_SEPARATOR "rows past {} hold {}", opt->max_depth,
               as_share(deep.value, whole));
    put_folded(out, scene);
}

const char *fr_flame_statement(fr_scene *scene, const fr_tree *tree, const fr_flame_options *opt,
                               fr_undrawn narrow, fr_undrawn deep)
{
    fr_output *out = fr_output_memory();

    fr_flame_put_drawn(out, scene, whole_of_values(scene, tree), tree->whole, opt, narrow, deep);
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

static void put_largest(fr_output *out, fr_scene *scene, int64_t whole,
                        const own_share largest[N_LARGEST])
{
    for (size_t i = 0; i < N_LARGEST && largest[i].value > 0; i++) {
        fr_bytes name = fr_label_cut(&scene->text, largest[i].name, FR_LABEL_SIZE, 400 * FR_PX,
                                     FR_TRUNCATE_MIDDLE);
        fr_say(out, "{}{} {}", i ? ", " : " Largest own shares: ", name.at ? name : FR_LITERAL("?"),
               as_share(largest[i].value, whole));
    }
    if (largest[0].value > 0)
        fr_put_char(out, '.');
}

const char *fr_flame_description(fr_scene *scene, const fr_tree *tree)
{
    own_share largest[N_LARGEST] = {{{NULL, 0}, 0}};
    fr_output *out = fr_output_memory();
    fr_summary summary = summary_of(scene, tree);

    /* Merged from the leaves, the functions on the root are the ones that own the value. */
    for (uint32_t i = 1; tree->callers && i < tree->n; i = tree->end[i])
        insert_share(largest, (own_share){fr_node_name(tree, i), tree->total[tree->column][i]});
    if (!tree->callers && !find_largest(tree, largest))
        scene->failed = true;
    fr_say(out, "{} of {}",
           tree->start          ? "Flame chart"
           : tree->callers      ? "Flame graph of callers,"
           : scene->view.icicle ? "Icicle graph"
                                : "Flame graph",
           fr_as_amount(drawn_total(tree), scene->decimals, scene->unit));
    fr_put_measured(out, summary.name, summary.unit);
    fr_put_char(out, '.');
    put_largest(out, scene, whole_of_values(scene, tree), largest);
    return fr_scene_keep_output(scene, out);
}

/* ---- the words of other value columns, which a page lets its reader choose ---- */

static const char *column_subtitle(fr_scene *scene, const fr_summary *summary)
{
    fr_output *out = fr_output_memory();

    fr_summary_put_amounts(summary, out);
    put_width(out, summary);
    fr_summary_put_steps(summary, out);
    put_colouring(scene, out);
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
        .whole = summary.whole,
        .empty = info.kept == 0};
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
