/* recursion.c - counts the rows of the highest tower that repeat a function nearer to the root. */
#include "recursion.h"

#include <inttypes.h>
#include <stdlib.h>

#include "messages.h"

#define MANY 200 /* rows */

static const int64_t *totals_of(const fr_tree_columns *t)
{
    uint32_t column = 0;
    while (column + 1 < t->n_columns && !t->total[column])
        column++;
    return t->total[column];
}

/* The deepest node that is drawn. */
static uint32_t find_top(const struct options *opt, const fr_tree_columns *t)
{
    const int64_t *total = totals_of(t);
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

void note_recursion(const struct options *opt, const fr_tree *tree, fr_note *note)
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
