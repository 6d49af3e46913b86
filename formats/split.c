/* split.c - finds where records begin near the places that make equal parts. */
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

static size_t count_parts(uint64_t bytes, const fr_read_options *opt, const fr_choice *choice)
{
    uint64_t most = bytes / (opt->threads ? PART_ASKED : PART_LEAST);
    size_t n = choice->threads < FR_MOST_THREADS ? choice->threads : FR_MOST_THREADS;

    return most < n ? (size_t)most : n;
}

void fr_split_plan(fr_split *split, const fr_input *in, const fr_read_options *opt,
                   const fr_choice *choice)
{
    uint64_t size, start = fr_input_offset(in), done, whole;
    char *block = NULL;
    size_t n = 0;

    *split = (fr_split){.n = 1, .from = {start, UINT64_MAX}};
    fr_input_progress(in, &done, &whole);
    if (choice->boundary && fr_choice_allows(choice, FR_WAY_SPLIT) &&
        fr_input_divisible(in, &size) && size > start)
        n = count_parts(size - start, opt, choice);
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

fr_limits fr_split_limits(const fr_split *split, const fr_limits *limits)
{
    fr_limits part = *limits;

    part.memory = limits->memory / (2 * split->n);
    return part;
}

/* Notes of these kinds count lines, so counts of parts add up; others count names, which parts
 * have in common, or are sentences. */
static bool counts_lines(fr_note_kind kind)
{
    return kind == FR_NOTE_REJECTED_LINE || kind == FR_NOTE_NEGATIVE ||
           kind == FR_NOTE_ORPHAN_FRAME || kind == FR_NOTE_OTHER_RECORD ||
           kind == FR_NOTE_SKIPPED_LINE || kind == FR_NOTE_FRAMELESS ||
           kind == FR_NOTE_ZERO_VALUE || kind == FR_NOTE_NO_FIELD;
}

static bool has_plain_notes(const fr_builder *b)
{
    const fr_notes *notes = fr_builder_notes(b);

    for (size_t i = 0; i < notes->n; i++)
        if (!counts_lines(notes->entries[i].kind))
            return false;
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
