/*
 * builder_labels.c - values by (stack, label set), from the first label on.
 *
 *     no label so far            after the first one
 *     row = stack                rows (stack, set)     (0,0) (1,0) (3,0) (3,1)
 *     sum  0 5 0 7               sum                     0     5     7     2
 */
#include <inttypes.h>
#include <stdlib.h>

#include "model/build/builder_state.h"

uint32_t fr_builder_label_set(fr_builder *b, fr_label *labels, size_t n)
{
    uint32_t set = fr_builder_added(
        b, b->err.code == FR_OK ? fr_label_sets_add(&b->label_sets, labels, n) : FR_NO_LABELS);

    return set && (set & 0xff) == 0 && !fr_builder_within_memory(b) ? FR_NO_LABELS : set;
}

void fr_builder_drop_rests(fr_builder *b)
{
    for (uint32_t k = 0; k < b->n_columns; k++) {
        free(b->columns[k].rest);
        b->columns[k].rest = NULL;
    }
}

static void move_values(fr_builder *b, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column *column = &b->columns[k];
        column->sum[to] = column->sum[from];
        if (!column->count)
            continue;
        column->count[to] = column->count[from];
        column->squares[to] = column->squares[from];
    }
}

/* Stacks with values become rows without labels. A row's number is never larger than its stack's, so
 * values move down in place. */
static bool start_rows(fr_builder *b)
{
    if (!fr_stack_table_init(&b->rows))
        return false;
    fr_builder_drop_rests(b); /* values that move to rows are exact no longer */
    for (uint32_t stack = 1; stack < b->stacks.n; stack++) {
        uint32_t row;
        if (!fr_columns_have_value(b->columns, b->n_columns, stack))
            continue;
        row = fr_stack_table_add(&b->rows, (fr_stack){stack, FR_NO_LABELS});
        if (row == FR_NO_ID)
            return false;
        move_values(b, stack, row);
    }
    b->labelled = true;
    return true;
}

void fr_builder_sparse(fr_builder *b)
{
    if (b->err.code == FR_OK && !b->labelled && !start_rows(b))
        fr_builder_fail_memory(b);
}

/* `take` looks the row up, or appends it. */
static uint32_t take_row(fr_builder *b, uint32_t stack, uint32_t set,
                         uint32_t (*take)(fr_stack_table *rows, fr_stack row))
{
    uint32_t n, row;

    if (b->err.code != FR_OK || (!b->labelled && set == FR_NO_LABELS))
        return stack;
    if (stack >= b->stacks.n || set >= fr_label_sets_count(&b->label_sets))
        return fr_builder_fail(b, FR_E_USAGE, 0, 0, "no stack %" PRIu32 " or no label set %" PRIu32,
                               stack, set);
    if (!b->labelled && !start_rows(b))
        return fr_builder_fail_memory(b);
    if (stack == FR_NO_STACK && set == FR_NO_LABELS)
        return 0;
    n = b->rows.n;
    row = take(&b->rows, (fr_stack){stack, set});
    if (row == FR_NO_ID || (b->rows.cap > b->values_cap && !fr_builder_grow_values(b)))
        return fr_builder_fail_memory(b);
    if (row < n)
        return row;
    fr_builder_zero_values(b, row);
    return (row & 0xffff) == 0 && !fr_builder_within_memory(b) ? 0 : row;
}

uint32_t fr_builder_row(fr_builder *b, uint32_t stack, uint32_t set)
{
    return take_row(b, stack, set, fr_stack_table_add);
}

uint32_t fr_builder_row_new(fr_builder *b, uint32_t stack, uint32_t set)
{
    return take_row(b, stack, set, fr_stack_table_append);
}

/* A set with the labels that it lacks. */
static uint32_t extend_set(fr_builder *b, uint32_t set, const fr_label *added, size_t n_added)
{
    size_t n;
    const fr_label *labels = fr_label_set(&b->label_sets, set, &n);
    fr_label *all = malloc((n + n_added) * sizeof *all);
    size_t used = n;
    uint32_t made;

    if (!all)
        return fr_builder_fail_memory(b);
    if (n)
        memcpy(all, labels, n * sizeof *all);
    for (size_t i = 0; i < n_added; i++) {
        size_t k = 0;
        while (k < n && all[k].key != added[i].key)
            k++;
        if (k == n)
            all[used++] = added[i];
    }
    made = fr_builder_label_set(b, all, used);
    free(all);
    return made;
}

/* Rows in their order, each with its new set; where two became one, their values meet. */
static bool renew_rows(fr_builder *b, const uint32_t *renewed)
{
    fr_stack_table old = b->rows;

    if (!fr_stack_table_init(&b->rows))
        return false;
    for (uint32_t row = 1; row < old.n && b->err.code == FR_OK; row++) {
        uint32_t n = b->rows.n, set = renewed[old.stacks[row].frame];
        uint32_t at = fr_stack_table_add(&b->rows, (fr_stack){old.stacks[row].parent, set});
        if (at == FR_NO_ID)
            fr_builder_fail_memory(b);
        else if (at < n) {
            for (uint32_t k = 0; k < b->n_columns; k++) {
                const fr_column *column = &b->columns[k];
                fr_builder_add_row(b, at, k, column->sum[row], fr_column_count(column, row),
                                   fr_column_squares(column, row));
            }
        } else
            move_values(b, row, at);
    }
    for (uint32_t row = b->rows.n; row < old.n; row++)
        fr_builder_zero_values(b, row);
    fr_stack_table_reset(&old);
    return true;
}

void fr_builder_label_rows(fr_builder *b, const fr_label *labels, size_t n)
{
    uint32_t n_sets = fr_label_sets_count(&b->label_sets), *renewed;

    fr_builder_sparse(b);
    if (b->err.code != FR_OK)
        return;
    renewed = calloc(n_sets, sizeof *renewed);
    for (uint32_t set = 0; set < n_sets && renewed; set++)
        renewed[set] = extend_set(b, set, labels, n);
    if (!renewed || !renew_rows(b, renewed))
        fr_builder_fail_memory(b);
    free(renewed);
}
