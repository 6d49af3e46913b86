/*
 * builder_recall.c - stacks that come again, and the rows of values that they had.
 *
 * A remembered stack knows its last row, which is right unless the same stack comes with other labels:
 * then the row is looked up. Names come again, too.
 */
#include "model/build/builder_state.h"

fr_bytes fr_builder_name_at(const fr_builder *b, uint32_t id)
{
    return fr_names_at(b->names, id);
}

uint32_t fr_builder_n_names(const fr_builder *b)
{
    return fr_names_count(b->names);
}

bool fr_builder_is_name(const fr_builder *b, uint32_t id, fr_bytes text)
{
    return id != 0 && id < fr_names_count(b->names) &&
           fr_bytes_equal(fr_names_at(b->names, id), text) && text.len <= b->limits.name_bytes &&
           fr_bytes_trim(text).len == text.len;
}

/* Field by field: the one that is asked for was written just so. */
bool fr_builder_is_frame(const fr_builder *b, uint32_t id, const fr_frame *frame)
{
    const fr_frame *known = id < b->n_frames ? &b->frames[id] : NULL;

    return known && known->name == frame->name && known->system_name == frame->system_name &&
           known->file == frame->file && known->module == frame->module &&
           known->mapping == frame->mapping && known->line == frame->line &&
           known->start_line == frame->start_line && known->kind == frame->kind &&
           known->address == frame->address;
}

void fr_builder_recall(fr_builder *b, fr_recall *stacks, size_t n)
{
    if (b->err.code == FR_OK)
        fr_stack_memo_find(&b->memo, stacks, n);
}

void fr_builder_recall_again(fr_builder *b, fr_recall *stack)
{
    if (b->err.code == FR_OK)
        fr_stack_memo_find_again(&b->memo, stack);
}

void fr_builder_remember(fr_builder *b, const fr_recall *stack)
{
    if (b->err.code == FR_OK)
        fr_stack_memo_put(&b->memo, stack);
}

bool fr_builder_recalls(const fr_builder *b)
{
    return fr_stack_memo_helps(&b->memo);
}

/* Whether the row is that of the stack and the set; row 0 is of neither. */
static bool is_row(const fr_builder *b, const fr_recall *stack, uint32_t set)
{
    fr_stack row;

    if (!b->labelled || stack->row == 0 || stack->row >= b->rows.n)
        return false;
    row = b->rows.stacks[stack->row];
    return row.parent == stack->stack && row.frame == set;
}

static void fetch_values(const fr_builder *b, uint32_t row)
{
    for (uint32_t k = 0; k < b->n_columns; k++) {
        const fr_column *column = &b->columns[k];
        __builtin_prefetch(&column->sum[row], 1);
        if (!column->count)
            continue;
        __builtin_prefetch(&column->count[row], 1);
        __builtin_prefetch(&column->squares[row], 1);
    }
}

#define AT_ONCE 64

static void fetch_some(const fr_builder *b, const fr_recall *stacks, const uint32_t *sets, size_t n)
{
    fr_stack wanted[AT_ONCE];
    uint32_t n_wanted = 0;

    for (size_t i = 0; i < n; i++)
        if (stacks[i].row < b->rows.n)
            __builtin_prefetch(&b->rows.stacks[stacks[i].row]);
    for (size_t i = 0; i < n; i++)
        if (is_row(b, &stacks[i], sets[i]))
            fetch_values(b, stacks[i].row);
        else
            wanted[n_wanted++] = (fr_stack){stacks[i].stack, sets[i]};
    fr_stack_table_fetch(&b->rows, wanted, n_wanted);
}

void fr_builder_fetch_rows(const fr_builder *b, const fr_recall *stacks, const uint32_t *sets,
                           size_t n)
{
    for (size_t i = 0; i < n && b->labelled; i += AT_ONCE)
        fetch_some(b, stacks + i, sets + i, n - i < AT_ONCE ? n - i : AT_ONCE);
}

uint32_t fr_builder_row_again(fr_builder *b, const fr_recall *stack, uint32_t set)
{
    uint32_t row;

    if (is_row(b, stack, set))
        return stack->row;
    row = fr_builder_row(b, stack->stack, set);
    if (b->err.code == FR_OK)
        fr_stack_memo_move(&b->memo, stack, row);
    return row;
}
