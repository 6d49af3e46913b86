/*
 * builder_columns.c - the value columns that two builders share, before they merge.
 *
 *     heap.pb        alloc_objects alloc_space inuse_objects inuse_space
 *     old-heap.pb                              inuse_objects inuse_space     these two are left
 *
 * Where the lists differ in anything, the order of their bytes stands, so that a merge depends neither on
 * which came first nor on what was merged before. A builder without a column, of no input, differs from none.
 */
#include <stdio.h>
#include <stdlib.h>

#include "model/build/builder_state.h"

static int compare_columns(const void *a, const void *b)
{
    const fr_column *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : strcmp(x->unit, y->unit);
}

static bool has_column(const fr_builder *b, const fr_column *column)
{
    for (uint32_t k = 0; k < b->n_columns; k++)
        if (compare_columns(&b->columns[k], column) == 0)
            return true;
    return false;
}

bool fr_builder_alike(const fr_builder *a, const fr_builder *b)
{
    for (uint32_t k = 0; k < a->n_columns && k < b->n_columns; k++)
        if (compare_columns(&a->columns[k], &b->columns[k]) != 0)
            return false;
    return a->n_columns == b->n_columns;
}

/* A sentence about all inputs, once for each column. */
static void note_lost(fr_builder *to, const fr_column *column)
{
    char text[300];

    snprintf(text, sizeof text,
             "not all inputs have values of '%.100s' in '%.100s': they are omitted", column->name,
             column->unit);
    if (!fr_notes_add(&to->meta.notes, FR_NOTE_CHOICE, FR_LITERAL(""), 0, 1, fr_bytes_of(text)))
        fr_builder_fail_memory(to);
}

/* Takes out of `b` what `other` does not have; the note is `to`'s. */
static void keep_shared(fr_builder *b, const fr_builder *other, fr_builder *to)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column column = b->columns[k];
        if (has_column(other, &column)) {
            b->columns[n++] = column;
            continue;
        }
        note_lost(to, &column);
        fr_column_reset(&column);
    }
    b->n_columns = n;
}

bool fr_builder_share_columns(fr_builder *to, fr_builder *from)
{
    bool shares = false;

    if (fr_builder_alike(to, from) || to->n_columns == 0 || from->n_columns == 0)
        return true;
    for (uint32_t k = 0; k < from->n_columns; k++)
        shares = shares || has_column(to, &from->columns[k]);
    if (!shares)
        return false;
    keep_shared(to, from, to);
    keep_shared(from, to, to);
    qsort(to->columns, to->n_columns, sizeof *to->columns, compare_columns);
    qsort(from->columns, from->n_columns, sizeof *from->columns, compare_columns);
    return true;
}
