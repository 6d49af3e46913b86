/* folded_fast.c - lines into batches, batches into stacks, values onto the stacks. */
#include "formats/folded/fast/folded_fast.h"

#include <stdlib.h>

#include "formats/folded/fast/folded_sorted.h"
#include "model/build/builder_bulk.h"

struct fr_folded_fast {
    fr_folded_batch batch;
    fr_folded_sorted sorted;
    uint32_t n_stacks; /* of the builder, when this was left */
};

fr_folded_fast *fr_folded_fast_new(const fr_choice *choice, fr_builder *b)
{
    fr_folded_fast *fast = NULL;

    if (fr_choice_allows(choice, FR_WAY_FOLDED_BATCH))
        fast = calloc(1, sizeof *fast);
    if (fast && !fr_folded_batch_init(&fast->batch, b)) {
        fr_folded_fast_free(fast);
        return NULL;
    }
    if (fast) {
        fast->sorted.on = fr_choice_allows(choice, FR_WAY_FOLDED_SORTED);
        fast->n_stacks = fr_builder_n_stacks(b);
    }
    return fast;
}

void fr_folded_fast_free(fr_folded_fast *fast)
{
    if (!fast)
        return;
    fr_folded_batch_reset(&fast->batch);
    fr_folded_sorted_reset(&fast->sorted);
    free(fast);
}

/* Finds the stacks of the lines that wait, and adds their values. */
static void flush(fr_folded_fast *fast, fr_folded *f)
{
    fr_folded_batch *batch = &fast->batch;
    uint64_t line = f->line, line_at = f->line_at;

    fr_folded_batch_find(batch);
    fast->sorted.on = fast->sorted.on && !batch->odd;
    if (fast->sorted.on)
        fr_folded_sorted_walk(&fast->sorted, batch);
    else
        fr_folded_batch_walk(batch);
    for (uint32_t i = 1; i <= batch->n_lines; i++) {
        const fr_pending *p = &batch->lines[i];
        f->line = p->number;
        f->line_at = p->offset;
        fr_folded_take(f, &p->line, batch->stack[p->first + p->n - 1]);
    }
    f->line = line;
    f->line_at = line_at;
    fr_folded_batch_next(batch);
}

/* A line that is less than those before it, in an input that is in order but for a few. */
static void take_less(fr_folded_fast *fast, fr_folded *f, const fr_folded_line *line)
{
    uint32_t stack = FR_NO_STACK;
    fr_bytes text = line->stack;

    flush(fast, f);
    for (size_t end, at = 0; at <= text.len; at = end + 1) {
        fr_bytes rest = {text.at + at, text.len - at};
        end = at + fr_bytes_find(rest, ';');
        stack = fr_builder_push(f->b, stack,
                                fr_folded_frame(&fast->batch, (fr_bytes){rest.at, end - at}));
    }
    fr_folded_take(f, line, stack);
}

/* False: it has too many frames for a batch. */
static bool add_line(fr_folded_fast *fast, fr_folded *f, const fr_folded_line *line)
{
    size_t same = fr_folded_same(&fast->batch, line->stack);

    if (fast->sorted.on &&
        !fr_folded_sorted_continues(&fast->sorted, &fast->batch, line->stack, same)) {
        take_less(fast, f, line);
        return true;
    }
    if (fr_folded_batch_add(&fast->batch, line, same, f->line, f->line_at))
        return true;
    flush(fast, f);
    return fr_folded_batch_add(&fast->batch, line, same, f->line, f->line_at);
}

/* A line with a stack and all its values, of which nothing is to be noted. */
static bool is_ordinary(const fr_folded *f, fr_bytes text, fr_folded_line *line)
{
    bool zero = true, negative = false;

    if (fr_folded_is_blank(text) || fr_folded_parse(text, f->n_columns, line))
        return false;
    for (uint32_t k = 0; k < line->n_values; k++) {
        zero = zero && line->value[k].mantissa == 0;
        negative = negative || line->value[k].mantissa < 0;
    }
    return line->stack.len && line->n_values == f->n_columns && !zero && !negative;
}

/* False: the line is for the plain reader. */
static bool take_line(fr_folded_fast *fast, fr_folded *f, fr_bytes text)
{
    fr_folded_line line;

    if (!is_ordinary(f, text, &line))
        return false;
    f->line++;
    if (add_line(fast, f, &line))
        return true;
    f->line--;
    return false;
}

size_t fr_folded_fast_read(fr_folded_fast *fast, fr_folded *f, fr_bytes text, bool last)
{
    uint64_t offset = f->line_at;
    size_t at = 0, newline;

    /* Stacks of lines that the plain reader took are not known to be new. */
    fast->sorted.on = fast->sorted.on && fr_builder_n_stacks(f->b) == fast->n_stacks;
    for (; at < text.len && !fr_builder_failed(f->b); at += newline + (at + newline < text.len)) {
        fr_bytes rest = {text.at + at, text.len - at};
        newline = fr_bytes_find(rest, '\n');
        f->line_at = offset + at;
        if ((newline == rest.len && !last) || !take_line(fast, f, (fr_bytes){rest.at, newline}))
            break;
    }
    flush(fast, f);
    if (!fr_folded_batch_keep(&fast->batch))
        fr_builder_fail_memory(f->b);
    fast->n_stacks = fr_builder_n_stacks(f->b);
    return at;
}
