/*
 * lines.c - cuts an input into lines, and remembers them. Only a line that the window does not hold makes it grow.
 */
#include "formats/lines.h"

#include <stdlib.h>

#include "formats/split.h"

#define SLOTS_FIRST ((size_t)1 << 12)
#define SLOTS_MAX   ((size_t)1 << 20)
#define BYTES_MAX   ((size_t)64 << 20)
#define LINE_MAX    ((size_t)64 << 10)

fr_lines fr_lines_of(fr_input *in, const fr_read_options *opt)
{
    return (fr_lines){.in = in, .opt = opt};
}

/* Up to the newline, the end of the input or that of the longest window; false where nothing is left. */
static bool take_piece(fr_lines *lines, fr_bytes *piece, bool *whole)
{
    fr_bytes window = fr_input_fill(lines->in, 1);
    size_t newline = fr_bytes_find(window, '\n');

    if (newline == window.len && window.len > 0 && !fr_input_at_end(lines->in)) {
        fr_split_progress(lines->opt, lines->in, 1);
        window = fr_input_fill(lines->in, FR_INPUT_BLOCK);
        newline = fr_bytes_find(window, '\n');
        while (newline == window.len &&
               fr_input_lengthen(lines->in, lines->opt->limits.name_bytes)) {
            window = fr_input_fill(lines->in, 1);
            newline = fr_bytes_find(window, '\n');
        }
    }
    *piece = (fr_bytes){window.at, newline};
    if (newline == window.len && window.len > 0)
        fr_text_copy(lines->last, sizeof lines->last, fr_bytes_trim(*piece));
    *whole = newline < window.len || fr_input_at_end(lines->in);
    fr_input_skip(lines->in, newline + (newline < window.len));
    return window.len > 0;
}

bool fr_lines_next(fr_lines *lines, fr_bytes *line)
{
    bool rest_of_cut, whole;

    do {
        rest_of_cut = lines->cut;
        if (!take_piece(lines, line, &whole))
            return false;
        lines->cut = !whole;
    } while (rest_of_cut);
    lines->n++;
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

void fr_lines_note_end(const fr_lines *lines, fr_builder *b)
{
    if (lines->last[0])
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "the text ends without a line break, so its last line may be cut: %s",
                       lines->last);
}

void fr_lines_note(const fr_lines *lines, fr_builder *b, fr_note_kind kind, fr_bytes line)
{
    fr_builder_note(b, kind, lines->n, fr_bytes_trim(line));
}

bool fr_lines_take(fr_bytes *text, fr_bytes *line)
{
    bool found = fr_lines_cut(text, true, line);

    if (found)
        *line = fr_bytes_trim(*line);
    return found;
}

bool fr_lines_cut(fr_bytes *text, bool whole, fr_bytes *line)
{
    size_t end = fr_bytes_find(*text, '\n');

    if (text->len == 0 || (end == text->len && !whole))
        return false;
    *line = (fr_bytes){text->at, end};
    end += end < text->len;
    *text = fr_bytes_from(*text, end);
    return true;
}

fr_bytes fr_lines_last_word(fr_bytes *line)
{
    fr_bytes text = fr_bytes_trim(*line);
    size_t from = text.len;

    while (from > 0 && text.at[from - 1] != ' ')
        from--;
    *line = fr_bytes_trim((fr_bytes){text.at, from});
    return fr_bytes_from(text, from);
}

/* ---- what a line meant: open addressing with linear probing; half full at most ---- */

uint32_t fr_line_cache_find(const fr_line_cache *cache, fr_bytes line, uint64_t hash)
{
    size_t mask = cache->n_slots - 1;

    if (cache->n_slots == 0)
        return FR_LINE_UNKNOWN;
    for (size_t i = (size_t)hash & mask; cache->slots[i].at; i = (i + 1) & mask) {
        const fr_line_slot *slot = &cache->slots[i];
        if (slot->hash == hash && slot->len == line.len && memcmp(slot->at, line.at, line.len) == 0)
            return slot->value;
    }
    return FR_LINE_UNKNOWN;
}

static void place(fr_line_slot *slots, size_t n_slots, fr_line_slot slot)
{
    size_t i = (size_t)slot.hash & (n_slots - 1);

    while (slots[i].at)
        i = (i + 1) & (n_slots - 1);
    slots[i] = slot;
}

static bool grow(fr_line_cache *cache)
{
    size_t n_slots = cache->n_slots ? cache->n_slots * 2 : SLOTS_FIRST;
    fr_line_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < cache->n_slots; i++)
        if (cache->slots[i].at)
            place(slots, n_slots, cache->slots[i]);
    free(cache->slots);
    cache->slots = slots;
    cache->n_slots = n_slots;
    return true;
}

void fr_line_cache_put(fr_line_cache *cache, fr_bytes line, uint64_t hash, uint32_t value)
{
    const char *copy;

    if (line.len > LINE_MAX)
        return;
    if (cache->n * 2 >= SLOTS_MAX || cache->arena.held + line.len > BYTES_MAX)
        fr_line_cache_reset(cache);
    if (cache->n * 2 >= cache->n_slots && !grow(cache))
        return;
    copy = fr_arena_copy(&cache->arena, line);
    if (!copy)
        return;
    place(cache->slots, cache->n_slots, (fr_line_slot){hash, copy, (uint32_t)line.len, value});
    cache->n++;
}

void fr_line_cache_reset(fr_line_cache *cache)
{
    free(cache->slots);
    fr_arena_reset(&cache->arena);
    *cache = (fr_line_cache){.seed = cache->seed};
}
