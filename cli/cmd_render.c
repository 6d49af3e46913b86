/* cmd_render.c - flamerender render: profiles to a picture. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "intake.h"

/* ---------------------------------------------------------------- recursion */

/* Recursion can make a picture very high: then a note names what folds it. */

#define MANY 200 /* rows */

/* The deepest node that is drawn. */
static uint32_t find_top(const struct options *opt, const fr_tree_columns *t)
{
    uint32_t column = 0;
    while (column + 1 < t->n_columns && !t->total[column])
        column++;
    const int64_t *total = t->total[column];
    double least = fr_flame_min_share(&opt->flame) * (double)total[0];
    uint32_t top = 0;
    for (uint32_t i = 1; i < t->n; i++)
        if (t->depth[i] > t->depth[top] && t->depth[i] < opt->flame.max_depth &&
            (double)total[i] >= least)
            top = i;
    return top;
}

/* A tree has each name once. */
static int compare_places(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t) * (const char *const *)a;
    uintptr_t right = (uintptr_t) * (const char *const *)b;
    return (left > right) - (left < right);
}

/* Frames from `top` to the root whose name stands there more than once, less the first of each. */
static uint32_t count_repeats(const fr_tree *tree, const fr_tree_columns *t, uint32_t top)
{
    uint32_t n = 0, repeats = 0;
    const char **names = calloc((size_t)t->depth[top] + 1, sizeof *names);
    if (!names)
        return 0;
    for (uint32_t i = top; i > 0; i = t->parent[i])
        names[n++] = fr_tree_name(tree, i);
    qsort(names, n, sizeof *names, compare_places);
    for (uint32_t i = 1; i < n; i++)
        repeats += names[i] == names[i - 1];
    free(names);
    return repeats;
}

/* If more than 200 rows of the picture repeat functions that stand nearer to the root, `note` says so, and a
 * message too; else its text is "". The tree has one column. */
static void note_recursion(const struct options *opt, const fr_tree *tree, fr_note *note)
{
    fr_tree_columns t = fr_tree_view(tree);
    uint32_t top = find_top(opt, &t);
    *note = (fr_note){.kind = "recursion", .source = ""};
    if (opt->transform.recursion == FR_RECURSION_CYCLES || t.depth[top] <= MANY)
        return;
    note->n = count_repeats(tree, &t, top);
    if (note->n <= MANY)
        return;
    append_text(note->text, sizeof note->text,
                "%" PRIu64 " of %" PRIu32
                " rows only repeat a function: --fold-recursion=cycles folds them",
                (uint64_t)note->n, t.depth[top] + 1);
    if (!opt->quiet)
        message_note(note);
}

/* ---------------------------------------------------------------- drawing */

/* The tree that a picture is drawn of, with all that the picture needs of it. */
static fr_tree_options tree_options(const struct options *opt)
{
    fr_tree_options tree = opt->tree;
    tree.threads = opt->read.threads;
    tree.lone_column = true;
    tree.apart = opt->apart == 1;
    tree.color_by = fr_colouring_of_tree(opt->flame.color_by);
    if (tree.callers && !OPTIONS_GIVEN(opt, tree.sort))
        tree.sort = FR_SORT_VALUE; /* the hottest function is what is looked for */
    if (tree.callers)              /* groups too narrow to be drawn need not be grown */
        tree.min_share = fr_flame_min_share(&opt->flame);
    return tree;
}

static bool draw(const struct options *opt, const fr_profile *profile, const fr_theme *theme,
                 const struct destination *to, fr_error *err)
{
    fr_tree_options options = tree_options(opt);
    if (!choose_column(opt, profile, "drawn", &options.column, err))
        return false;
    fr_tree *tree = fr_tree_build(profile, &options, err);
    fr_flame_options flame = opt->flame;
    char reading[4096];
    options_reading(opt, true, reading, sizeof reading);
    flame.reading = reading;
    fr_note note = {.source = ""};
    if (tree)
        note_recursion(opt, tree, &note);
    if (!flame.notes && *note.text) /* in the picture too: whoever opens it may not have drawn it */
        flame.notes = note.text;
    fr_scene *scene = tree ? fr_scene_flame(tree, theme, &flame, err) : NULL;
    bool ok =
        scene &&
        (!picture_carries_labels(opt, to) || fr_scene_add_colours(scene, profile, theme, err)) &&
        (!plan_keeps_threads(opt, to) || fr_scene_add_chart(scene, profile, theme, &flame, err)) &&
        picture_write(opt, scene, profile, to, err);
    fr_scene_free(scene);
    fr_tree_free(tree);
    return ok;
}

static bool draw_sides(const struct options *opt, const fr_profile *profile, const fr_theme *theme,
                       const struct destination *to, fr_error *err)
{
    static const uint32_t columns[] = {0, 1};
    fr_side base = {.profiles = &profile, .columns = &columns[0], .n = 1};
    fr_side new_ = {.profiles = &profile, .columns = &columns[1], .n = 1};
    fr_diff_options options = FR_DIFF_DEFAULTS;
    options.sort = opt->tree.sort;
    options.callers = opt->tree.callers;
    options.threads = opt->read.threads;
    options.min_share = options.callers ? fr_flame_min_share(&opt->flame) : 0;
    fr_diff *diff = fr_diff_build(&base, &new_, &options, err);
    bool ok = diff && picture_write_diff(opt, diff, theme, to, err);
    fr_diff_free(diff);
    return ok;
}

struct drawing {
    const fr_profile *profile;
    const fr_theme *theme;
};

static bool draw_once(void *arg, const struct options *opt, const struct destination *to,
                      fr_error *err)
{
    const struct drawing *d = arg;
    fr_profile_info info;
    fr_profile_describe(d->profile, &info);
    bool sides = !opt->sample_index && info.has_sides;
    if (sides && opt->tree.chart)
        return fail_with(err, FR_E_USAGE, "'--flamechart' does not apply to a differential");
    if (sides && opt->flame.color_by)
        note_with(opt, "'--color-by' has no effect: the input is a differential, whose colours are "
                       "changes");
    return sides ? draw_sides(opt, d->profile, d->theme, to, err)
                 : draw(opt, d->profile, d->theme, to, err);
}

/* A chart has the samples of one profile, in their order. */
static bool check_chart(const struct options *opt, fr_error *err)
{
    if (!opt->tree.chart)
        return true;
    if (opt->tree.callers)
        return fail_with(err, FR_E_USAGE, "'--flamechart' and '--callers' exclude each other");
    if (opt->sample_index)
        return fail_with(err, FR_E_USAGE,
                         "'--flamechart' shows samples, '--sample-index' the sums of a column");
    return true;
}

/* All that can be refused is refused before the first byte is read. */
static bool run_render(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    if (!destination_find(&to, &product_picture, opt, err) || !host_check(opt, &to, err) ||
        !check_chart(opt, err) || !intake_check(opt, err))
        return false;
    fr_theme *theme = theme_choose(opt, err);
    struct options own = *opt;
    terminal_adapt(&own, &to);
    still_adapt(&own, &to);
    fr_profile *profile = theme ? intake_profile(&own, &to, n_bad, err) : NULL;
    if (!own.flame.color_by)
        own.flame.color_by = own.tree.color_by = fr_profile_colouring(profile);
    struct drawing drawing = {profile, theme};
    bool ok = profile && still_publish(&own, &to, draw_once, &drawing, err);
    fr_profile_free(profile);
    fr_theme_free(theme);
    return ok;
}

const struct command command_render = {
    .name = "render",
    .bit = COMMAND_RENDER,
    .arguments = "[FILE]...",
    .summary = "Draws profiles as a flame graph.",
    .examples = "perf script | flamerender > flame.svg      # recognised by content\n"
                "flamerender cpu.folded -o cpu.svg          # the extension picks the output\n"
                "flamerender --callers --focus malloc perf.txt -o malloc.svg\n",
    .max_inputs = SIZE_MAX,
    .run = run_render,
};
