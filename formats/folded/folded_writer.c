/*
 * folded_writer.c - folded stacks, sorted by frame names from the root, one line for each stack
 * with a value.
 *
 * A line has the value of the column that the profile wants shown; a differential has base and new.
 * Frames that came with a kind suffix get it back; ';' in a name is written \x3b. Reading the text
 * gives the same profile, as far as folded text can say it: names, kinds, values.
 */
#include <stdlib.h>

#include "formats/writer.h"
#include "model/tree/tree.h"

/* The columns that a line has: from `from` up to `end`. */
typedef struct span {
    uint32_t from, end;
} span;

static void put_line(const fr_tree *tree, span columns, const uint32_t *path, uint32_t node,
                     fr_output *out)
{
    fr_bytes first = tree->depth[node] ? fr_node_name(tree, path[1]) : (fr_bytes){0};

    /* "# 5": a blank before it makes it a stack again; readers trim names. */
    if (fr_bytes_equal(first, FR_LITERAL("#")) || fr_bytes_starts(first, FR_LITERAL("# ")))
        fr_put_char(out, ' ');
    for (uint32_t d = 1; d <= tree->depth[node]; d++) {
        if (d > 1)
            fr_put_char(out, ';');
        fr_put_replaced(out, fr_node_name(tree, path[d]), ';', "\\x3b");
    }
    for (uint32_t k = columns.from; k < columns.end; k++) {
        fr_put_char(out, ' ');
        fr_put_scaled(out, tree->self[k][node], tree->decimals[k]);
    }
    fr_put_char(out, '\n');
}

static void put_lines(const fr_tree *tree, span columns, fr_output *out)
{
    uint32_t deepest = 0, *path;

    for (uint32_t i = 0; i < tree->n; i++)
        deepest = tree->depth[i] > deepest ? tree->depth[i] : deepest;
    path = malloc(((size_t)deepest + 1) * sizeof *path);
    if (!path) {
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < tree->n; i++) {
        bool has_value = false;
        for (uint32_t k = columns.from; k < columns.end && !has_value; k++)
            has_value = tree->self[k][i] != 0;
        path[tree->depth[i]] = i;
        if (has_value)
            put_line(tree, columns, path, i, out);
    }
    free(path);
}

/* Returns true if names are written with a suffix: frames that came with one, "foo_[k]". */
static bool has_suffixes(const fr_profile *profile)
{
    for (uint32_t f = 0; f < profile->n_frames; f++)
        if (*fr_spelling_suffix(&profile->frames[f]))
            return true;
    return false;
}

void fr_folded_write(const fr_profile *profile, fr_output *out)
{
    const fr_tree_options alone = {.sort = FR_SORT_NAME, .threads = 1, .self_only = true};
    fr_error err = {0};
    fr_profile *spelled = has_suffixes(profile) ? fr_spelling(profile, false, &err) : NULL;
    fr_tree *tree =
        err.code == FR_OK ? fr_tree_build(spelled ? spelled : profile, &alone, &err) : NULL;

    uint32_t shown = fr_profile_shown_column(profile);
    span columns = fr_profile_has_sides(profile) ? (span){0, 2} : (span){shown, shown + 1};

    if (tree)
        put_lines(tree, columns, out);
    else
        fr_output_fail(out, err.code, "%s", err.text);
    fr_tree_free(tree);
    fr_profile_free(spelled);
}
