/* split.c - finds where records begin near the places that make equal parts, and runs a reader on them. */
#include "formats/split.h"

#include <stdlib.h>

#include "model/build/builder_merge.h"

#define PART_LEAST ((uint64_t)16 << 20) /* a smaller part is no faster */
#define PART_ASKED ((uint64_t)32 << 10) /* where a number of threads is asked for */
#define LOOK_BYTES ((size_t)256 << 10)

/* The first place in [from, to) where a record begins, on the line after `from` or later; `to`:
 * none. */
static uint64_t find_cut(const fr_input *in, fr_boundary *boundary, uint64_t from, uint64_t to,
                         char *block)
{
    bool inside = true; /* of a line */

    while (from < to) {
        size_t n = fr_input_look(in, from, block, LOOK_BYTES), start = 0, found, last = n;
        if (n == 0)
            return to;
        if (inside)
            start = fr_bytes_find((fr_bytes){block, n}, '\n') + 1;
        inside = start > n;
        if (inside) {
            from += n;
            continue;
        }
        found = start + boundary((fr_bytes){block + start, n - start});
        if (found < n)
            return from + found < to ? from + found : to;
        while (last > start && block[last - 1] != '\n')
            last--;
        inside = last == start; /* one long line */
        from += inside ? n : last;
    }
    return to;
}

void fr_split_plan(fr_split *split, const fr_input *in, const fr_read_options *opt,
                   const fr_choice *choice)
{
    uint64_t size, start = fr_input_offset(in), done, whole, most;
    char *block = NULL;
    size_t n = 0;

    *split = (fr_split){.n = 1, .from = {start, UINT64_MAX}};
    fr_input_progress(in, &done, &whole);
    if (choice->threads > 1 && choice->boundary && fr_choice_allows(choice, FR_WAY_SPLIT) &&
        fr_input_divisible(in, &size) && size > start) {
        most = (size - start) / (opt->threads ? PART_ASKED : PART_LEAST);
        n = choice->threads < FR_MOST_THREADS ? choice->threads : FR_MOST_THREADS;
        n = most < n ? (size_t)most : n;
    }
    if (n > 1)
        block = malloc(LOOK_BYTES);
    for (size_t i = 1; i < n && block; i++) {
        uint64_t near = start + (size - start) / n * i;
        uint64_t before = split->from[split->n - 1] > done ? split->from[split->n - 1] : done;
        uint64_t cut = near < before ? size : find_cut(in, choice->boundary, near, size, block);
        if (cut < size && cut > before)
            split->from[split->n++] = cut;
    }
    split->from[split->n] = UINT64_MAX;
    free(block);
}

/* Notes of these kinds count lines, so counts of parts add up; others count names, which parts have in common, or are
 * sentences. */
static bool has_plain_notes(const fr_builder *b)
{
    const fr_notes *notes = fr_builder_notes(b);

    for (size_t i = 0; i < notes->n; i++) {
        fr_note_kind kind = notes->entries[i].kind;
        if (kind != FR_NOTE_REJECTED_LINE && kind != FR_NOTE_NEGATIVE &&
            kind != FR_NOTE_ORPHAN_FRAME && kind != FR_NOTE_OTHER_RECORD &&
            kind != FR_NOTE_SKIPPED_LINE && kind != FR_NOTE_FRAMELESS &&
            kind != FR_NOTE_ZERO_VALUE && kind != FR_NOTE_NO_FIELD)
            return false;
    }
    return true;
}

bool fr_split_join(fr_builder *to, const fr_builder *part, const fr_input *in, uint64_t n_lines)
{
    fr_error err = {0};

    if (fr_builder_failed(to) || fr_builder_failed(part) || fr_input_failed(in, &err) ||
        !has_plain_notes(to) || !has_plain_notes(part))
        return false;
    fr_builder_append(to, part, n_lines);
    return !fr_builder_failed(to) && !fr_builder_nears_memory(to);
}

void fr_split_progress(const fr_read_options *opt, const fr_input *in, uint64_t n_parts)
{
    uint64_t done, size;

    if (!opt->progress || n_parts == 0)
        return;
    fr_input_progress(in, &done, &size);
    done *= n_parts;
    opt->progress(opt->progress_arg, n_parts > 1 && done > size ? size : done, size);
}

/* ---- reading ---- */

typedef struct part {
    void *state; /* the reader's */
    fr_input *in;
    fr_builder *b; /* NULL: of the first part, whose builder is the caller's */
} part;

typedef struct run {
    const fr_split_reader *reader;
    size_t n;
    part parts[FR_MOST_THREADS];
} run;

/* All parts together stay within the limits of the input. */
static bool begin_parts(run *r, const fr_split *split, const fr_limits *limits, char *states)
{
    const part *first = &r->parts[0];
    fr_limits of_part = *limits;
    bool good = true;

    of_part.memory = limits->memory / (2 * split->n);
    fr_input_end_at(first->in, split->from[1]);
    for (size_t i = 1; i < r->n; i++) {
        part *p = &r->parts[i];
        p->state = states + (i - 1) * r->reader->size;
        if (!good)
            continue;
        p->b = fr_builder_new(&of_part, NULL);
        p->in = fr_input_part(first->in, split->from[i], split->from[i + 1], NULL);
        if (p->b && p->in)
            fr_builder_source(p->b, fr_input_name(p->in));
        good = p->b && p->in && r->reader->begin(p->state, first->state, p->in, p->b);
    }
    return good;
}

static void read_part(void *arg, size_t index)
{
    const run *r = arg;

    r->reader->read(r->parts[index].state, r->parts[index].in, index ? 0 : r->n);
}

bool fr_split_run(const fr_split_reader *reader, void *first, fr_input *in,
                  const fr_read_options *opt, fr_choice *choice)
{
    run r = {.reader = reader, .parts = {{.state = first, .in = in}}};
    fr_split split;
    char *states;
    bool good;

    fr_split_plan(&split, in, opt, choice);
    if (split.n == 1)
        return false;
    states = calloc(split.n - 1, reader->size);
    if (!states)
        return false;
    r.n = split.n;
    good = begin_parts(&r, &split, &opt->limits, states);
    if (good)
        fr_pool_run(r.n, r.n, read_part, &r);
    for (size_t i = 1; i < r.n; i++) { /* parts are joined in their order */
        const part *p = &r.parts[i];
        good = good && reader->join(first, p->state, p->in);
        reader->end(p->state);
        fr_builder_free(p->b);
        fr_input_free(p->in);
    }
    choice->again = !good;
    free(states);
    return true;
}
