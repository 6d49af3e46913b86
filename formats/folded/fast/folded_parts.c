/*
 * folded_parts.c - a large input of folded stacks on several threads: lines don't depend on each other, so it is
 * cut at any of them.
 */
#include "formats/folded/folded.h"
#include "formats/split.h"

size_t fr_folded_boundary(fr_bytes text)
{
    (void)text; /* it starts with a line */
    return 0;
}

static bool begin_part(void *part, const void *first, fr_input *in, fr_builder *b)
{
    const fr_folded *f = first;

    fr_folded_begin(part, in, b, f->opt, f->choice);
    fr_folded_open_columns(part, f->n_columns);
    return true;
}

static void read_part(void *part, fr_input *in, uint64_t n_parts)
{
    fr_folded *f = part;

    (void)in; /* it has it */
    f->n_parts = n_parts;
    fr_folded_rest(f);
}

static bool join_part(void *first, void *part, const fr_input *in)
{
    fr_folded *f = first;
    const fr_folded *p = part;

    if (!fr_split_join(f->b, p->b, in, f->line))
        return false;
    f->line += p->line;
    f->n_rejected += p->n_rejected;
    return true;
}

static void end_part(void *part)
{
    fr_folded_end(part);
}

static const fr_split_reader parts = {sizeof(fr_folded), begin_part, read_part, join_part,
                                      end_part};

bool fr_folded_parts(fr_folded *f, fr_choice *choice)
{
    return fr_split_run(&parts, f, f->in, f->opt, choice);
}
