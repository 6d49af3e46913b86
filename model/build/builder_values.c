/* builder_values.c - the value columns of a builder. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"
#include "model/build/builder_state.h"

const fr_stack_table *fr_builder_rows(const fr_builder *b)
{
    return b->labelled ? &b->rows : &b->stacks;
}

uint32_t fr_builder_row_stack(const fr_builder *b, uint32_t row)
{
    return b->labelled ? b->rows.stacks[row].parent : row;
}

/* Every column has a value for every row that fits the table. */
bool fr_builder_grow_values(fr_builder *b)
{
    size_t cap = fr_builder_rows(b)->cap;

    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column *c = &b->columns[k];
        if (!fr_resize(&c->sum, cap, sizeof *c->sum) ||
            (c->count && (!fr_resize(&c->count, cap, sizeof *c->count) ||
                          !fr_resize(&c->squares, cap, sizeof *c->squares))) ||
            (c->rest && !fr_resize(&c->rest, cap, sizeof *c->rest)))
            return false;
    }
    b->values_cap = cap;
    return true;
}

void fr_builder_zero_values(fr_builder *b, uint32_t row)
{
    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column *column = &b->columns[k];
        column->sum[row] = 0;
        if (column->count) {
            column->count[row] = 0;
            column->squares[row] = 0;
        }
        if (column->rest)
            column->rest[row] = 0;
    }
}

const char *fr_builder_column_name(const fr_builder *b, uint32_t column)
{
    return column < b->n_columns ? b->columns[column].name : "";
}

static char *printable_copy(fr_builder *b, const char *text)
{
    fr_arena_mark mark = fr_arena_now(&b->scratch);
    fr_bytes repaired = fr_text_repair(&b->scratch, fr_bytes_of(text), FR_TEXT_ESCAPED);
    char *copy = strndup(repaired.at ? repaired.at : "", repaired.len);

    fr_arena_rewind(&b->scratch, mark);
    if (!copy || (text && !repaired.at))
        fr_builder_fail_memory(b);
    return copy;
}

/* The column that meets one of this name and unit, or a new one. */
uint32_t fr_builder_column(fr_builder *b, const char *name, const char *unit, uint32_t decimals)
{
    fr_column column = {.decimals = decimals, .counted = true};
    uint32_t k = 0;

    if (decimals > FR_MAX_DECIMALS)
        fr_builder_fail(b, FR_E_USAGE, 0, 0, "a value column of %" PRIu32 " decimals", decimals);
    if (b->err.code != FR_OK)
        return 0;
    column.name = printable_copy(b, name);
    column.unit = printable_copy(b, unit);
    if (b->err.code == FR_OK)
        k = fr_column_find(b->columns, b->n_columns, &column);
    if (k == FR_MAX_COLUMNS)
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "more than %d value columns", FR_MAX_COLUMNS);
    b->n_asked++;
    if (b->err.code != FR_OK || k < b->n_columns) {
        fr_column_reset(&column);
        return b->err.code == FR_OK ? k : 0;
    }
    column.sum = calloc(fr_builder_rows(b)->cap, sizeof *column.sum);
    b->values_cap = fr_builder_rows(b)->cap;
    b->columns[b->n_columns++] = column;
    return column.sum ? k : (uint32_t)fr_builder_fail_memory(b);
}

/* Changes a column from "every weight is a sample" to explicit counts and squares. */
static bool make_explicit(fr_builder *b, fr_column *column)
{
    bool exact = !b->labelled && (b->exact >> (column - b->columns) & 1);

    column->count = malloc(b->values_cap * sizeof *column->count);
    column->squares = malloc(b->values_cap * sizeof *column->squares);
    column->rest = exact ? calloc(b->values_cap, sizeof *column->rest) : NULL;
    if (!column->count || !column->squares || (exact && !column->rest))
        return fr_builder_fail_memory(b);
    for (uint32_t row = 0; row < fr_builder_rows(b)->n; row++) {
        column->count[row] = (uint64_t)column->sum[row];
        column->squares[row] = (double)column->sum[row];
    }
    return fr_builder_within_memory(b);
}

void fr_builder_uncounted(fr_builder *b, uint32_t k)
{
    fr_column *column = &b->columns[k];

    column->counted = false;
    free(column->count);
    free(column->squares);
    free(column->rest);
    column->count = NULL;
    column->squares = column->rest = NULL;
}

void fr_builder_fail_overflow(fr_builder *b, uint32_t stack)
{
    char text[300];
    size_t at = sizeof text - 1;

    /* "main;foo;bar" of a stack, the root side cut where it is long */
    text[at] = '\0';
    while (stack != FR_NO_STACK) {
        fr_bytes name = fr_builder_frame_name(b, b->stacks.stacks[stack].frame);
        if (name.len + 5 > at)
            break;
        at -= name.len;
        memcpy(text + at, name.at, name.len);
        stack = b->stacks.stacks[stack].parent;
        if (stack != FR_NO_STACK)
            text[--at] = ';';
    }
    if (stack != FR_NO_STACK && at >= 3) {
        at -= 3;
        memcpy(text + at, "...", 3);
    }
    memmove(text, text + at, sizeof text - at);
    fr_builder_fail(b, FR_E_LIMIT, 0, 0, "values add up to more than %" PRId64 " at the stack '%s'",
                    INT64_MAX, text);
    fr_builder_hint(b, "use a coarser unit for the values");
}

void fr_builder_add(fr_builder *b, uint32_t stack, uint32_t k, int64_t sum, uint64_t n_samples,
                    double squares)
{
    uint32_t row = stack;

    if (b->labelled)
        row = sum ? fr_builder_row(b, stack, FR_NO_LABELS) : 0;
    fr_builder_add_row(b, row, k, sum, n_samples, squares);
}

void fr_builder_exact(fr_builder *b, uint32_t k)
{
    if (k < b->n_columns && !b->columns[k].count)
        b->exact |= UINT64_C(1) << k;
}

/* *sum + *rest is what it was and x more, to twice the digits of a double: TwoSum of D. Knuth, The Art of
 * Computer Programming, vol. 2, 4.2.2, theorem B. Sums of integers below 2^106 are exact. */
static void add_exactly(double *sum, double *rest, double x)
{
    double whole = *sum + x, part = whole - *sum;
    double left = *rest + ((*sum - (whole - part)) + (x - part));

    *sum = whole + left;
    *rest = left - (*sum - whole);
}

void fr_builder_add_row(fr_builder *b, uint32_t row, uint32_t k, int64_t sum, uint64_t n_samples,
                        double squares)
{
    fr_column *column = &b->columns[k < FR_MAX_COLUMNS ? k : 0];

    if (b->err.code == FR_OK && (row >= fr_builder_rows(b)->n || k >= b->n_columns))
        fr_builder_fail(b, FR_E_USAGE, 0, 0, "no stack %" PRIu32 " or no column %" PRIu32, row, k);
    if (b->err.code != FR_OK || sum == 0)
        return;
    if (sum < 0) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "a negative value: %" PRId64, sum);
        return;
    }
    if (column->counted && n_samples == 0)
        fr_builder_uncounted(b, k);
    if (column->counted && !column->count &&
        (n_samples != (uint64_t)sum || squares < (double)sum || squares > (double)sum) &&
        !make_explicit(b, column))
        return;
    if (__builtin_add_overflow(column->sum[row], sum, &column->sum[row]))
        fr_builder_fail_overflow(b, fr_builder_row_stack(b, row));
    if (column->count) {
        column->count[row] += n_samples;
        if (column->rest)
            add_exactly(&column->squares[row], &column->rest[row], squares);
        else
            column->squares[row] += squares;
    }
}

void fr_builder_add_column(fr_builder *b, uint32_t k, const fr_column *from, const uint32_t *stack,
                           uint32_t n)
{
    fr_column *to = &b->columns[k];

    if (b->err.code != FR_OK)
        return;
    if (!b->labelled && to->decimals == from->decimals &&
        (!to->count && !from->count && !from->squares && to->counted == from->counted)) {
        for (uint32_t i = 0; i < n && b->err.code == FR_OK; i++)
            if (__builtin_add_overflow(to->sum[stack[i]], fr_column_sum(from, i),
                                       &to->sum[stack[i]]))
                fr_builder_fail_overflow(b, stack[i]);
        return;
    }
    for (uint32_t i = 0; i < n && b->err.code == FR_OK; i++)
        if (fr_column_sum(from, i) || fr_column_count(from, i)) {
            uint32_t up = b->columns[k].decimals - from->decimals;
            int64_t sum = 0;
            if (!fr_scale_up(fr_column_sum(from, i), up, &sum))
                fr_builder_fail(b, FR_E_LIMIT, 0, 0,
                                "a value does not fit when scaled by %" PRIu32 " decimals", up);
            fr_builder_add(b, stack[i], k, sum, fr_column_count(from, i),
                           fr_builder_squares_up(fr_column_squares(from, i), up));
            if (from->rest && b->columns[k].rest && b->err.code == FR_OK)
                add_exactly(&b->columns[k].squares[stack[i]], &b->columns[k].rest[stack[i]],
                            fr_builder_squares_up(from->rest[i], up));
        }
}

void fr_builder_take_tally(fr_builder *b, fr_tally *tally)
{
    fr_tally_free(b->tally);
    b->tally = tally;
}

double fr_builder_squares_up(double squares, uint32_t up)
{
    for (; up > 0; up--)
        squares *= 100;
    return squares;
}

void fr_builder_refine(fr_builder *b, uint32_t k, uint32_t decimals)
{
    fr_column *column = &b->columns[k];
    uint32_t up;

    if (b->err.code != FR_OK || decimals <= column->decimals)
        return;
    /* 3 samples are 3 samples, even where they are written 300. */
    if (column->counted && !column->count && !make_explicit(b, column))
        return;
    up = decimals - column->decimals;
    column->left_out *= pow(10, up);
    for (uint32_t row = 0; row < fr_builder_rows(b)->n; row++) {
        if (column->squares)
            column->squares[row] = fr_builder_squares_up(column->squares[row], up);
        if (column->rest)
            column->rest[row] = fr_builder_squares_up(column->rest[row], up);
        if (!fr_scale_up(column->sum[row], up, &column->sum[row])) {
            fr_builder_fail_overflow(b, fr_builder_row_stack(b, row));
            return;
        }
    }
    if (!fr_scale_up(column->reference, up, &column->reference))
        fr_builder_fail_overflow(b, FR_NO_STACK);
    column->decimals = decimals;
    if (k == 0)
        fr_builder_refine_samples(b, up);
}

/* Until the builder is finished, `reference` holds what lies beyond the stacks. */
void fr_builder_beyond(fr_builder *b, uint32_t k, int64_t value)
{
    if (__builtin_add_overflow(b->columns[k].reference, value, &b->columns[k].reference))
        fr_builder_fail_overflow(b, FR_NO_STACK);
}

void fr_builder_use_counts(fr_builder *b, uint32_t k)
{
    fr_column *column = &b->columns[k];
    char *unit = b->err.code == FR_OK ? strdup("samples") : NULL;

    if (!unit) {
        fr_builder_fail_memory(b);
        return;
    }
    for (uint32_t row = 0; row < fr_builder_rows(b)->n; row++)
        column->sum[row] = (int64_t)fr_column_count(column, row);
    free(column->unit);
    column->unit = unit;
    column->decimals = 0;
    free(b->samples.value);
    b->samples.value = NULL;
    b->samples.value_cap = 0;
    fr_builder_uncounted(b, k);
    column->counted = true;
}

void fr_builder_weigh(fr_builder *b, uint32_t k, int64_t each)
{
    fr_column *column = &b->columns[k];

    if (b->err.code != FR_OK || !make_explicit(b, column))
        return;
    for (uint32_t row = 0; row < fr_builder_rows(b)->n; row++) {
        if (__builtin_mul_overflow(column->sum[row], each, &column->sum[row])) {
            fr_builder_fail_overflow(b, fr_builder_row_stack(b, row));
            return;
        }
        double square = (double)each * (double)each, count = (double)column->count[row];
        column->squares[row] = count * square;
        if (column->rest)
            column->rest[row] = fma(count, square, -column->squares[row]);
    }
}

bool fr_builder_is_blank(const fr_builder *b, uint32_t k)
{
    const fr_column *column = &b->columns[k];

    if (b->err.code != FR_OK)
        return false;
    for (uint32_t row = 0; row < fr_builder_rows(b)->n; row++)
        if (column->sum[row])
            return false;
    return column->counted && !column->count;
}
