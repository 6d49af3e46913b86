/* perf_memo_lines.c - lines in one growing array, found in a table with open addressing. */
#include "formats/perf/fast/perf_memo_lines.h"

#include <stdlib.h>

#include "base/arena.h"

#define SLOTS_FIRST ((size_t)1 << 12)
#define LINES_MAX   ((size_t)1 << 19)
#define WORDS_MAX   ((size_t)8 << 20)
#define LINE_MAX    UINT16_MAX
#define SKIP        FR_PERF_SKIP
#define OFFSET_MAX  16 /* digits */

/* ------------------------------------------------------------ the table */

/* Returns the form of a line such as "<TAB>    7f0000000002 main (/usr/bin/app)". */
static uint32_t line_form(const fr_perf_memo_lines *lines, fr_bytes line)
{
    if (lines->keeps_addresses || line.len <= SKIP || line.at[0] != '\t' || line.at[SKIP] != ' ')
        return FR_PERF_LINE_WHOLE;
    return fr_perf_memo_is_address(line.at + 1) ? fr_perf_memo_address_form(line.at + 1)
                                                : FR_PERF_LINE_WHOLE;
}

static size_t skip_of(uint32_t form)
{
    return form & 0xff;
}

fr_perf_key fr_perf_memo_lines_key(const fr_perf_memo_lines *lines, fr_bytes line)
{
    uint32_t form = line_form(lines, line);
    fr_bytes text = {line.at + skip_of(form), line.len - skip_of(form)};

    return (fr_perf_key){text, form, fr_bytes_hash(text, lines->seed) ^ form};
}

uint32_t fr_perf_memo_lines_find(const fr_perf_memo_lines *lines, const fr_perf_key *key)
{
    size_t mask = lines->n_slots - 1;
    uint32_t tag = (uint32_t)(key->hash >> 32);

    if (lines->n_slots == 0)
        return FR_PERF_NO_LINE;
    for (size_t i = tag & mask; lines->slots[i].line; i = (i + 1) & mask) {
        const fr_perf_memo_line *known;
        if (lines->slots[i].tag != tag)
            continue;
        known = fr_perf_memo_line_at(lines, lines->slots[i].line);
        if (known->form == key->form && known->len == skip_of(key->form) + key->text.len + 1 &&
            memcmp(known->bytes + skip_of(key->form), key->text.at, key->text.len) == 0)
            return lines->slots[i].line;
    }
    return FR_PERF_NO_LINE;
}

static void place(fr_perf_memo_slot *slots, size_t n_slots, fr_perf_memo_slot slot)
{
    size_t i = slot.tag & (n_slots - 1);

    while (slots[i].line)
        i = (i + 1) & (n_slots - 1);
    slots[i] = slot;
}

static bool grow_slots(fr_perf_memo_lines *lines)
{
    size_t n_slots = lines->n_slots ? lines->n_slots * 2 : SLOTS_FIRST;
    fr_perf_memo_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (size_t i = 0; i < lines->n_slots; i++)
        if (lines->slots[i].line)
            place(slots, n_slots, lines->slots[i]);
    free(lines->slots);
    lines->slots = slots;
    lines->n_slots = n_slots;
    return true;
}

bool fr_perf_memo_lines_full(const fr_perf_memo_lines *lines)
{
    return lines->n >= LINES_MAX || lines->n_words > WORDS_MAX;
}

/* Room for one more line of `n_words`. */
static bool make_room(fr_perf_memo_lines *lines, size_t n_words)
{
    void *words;

    if (lines->n * 2 >= lines->n_slots && !grow_slots(lines))
        return false;
    words = fr_grow(lines->words, &lines->words_cap, lines->n_words + n_words + 1,
                    sizeof *lines->words);
    if (!words)
        return false;
    lines->words = words;
    lines->n_words += lines->n_words == 0; /* 0 stands for none */
    return true;
}

uint32_t fr_perf_memo_lines_put(fr_perf_memo_lines *lines, const fr_perf_key *key, uint32_t value)
{
    size_t skip = skip_of(key->form), len = skip + key->text.len;
    size_t n_words = (sizeof(fr_perf_memo_line) + len + 8) / 8;
    fr_perf_memo_line *line;
    uint32_t id;

    if (len >= LINE_MAX || !make_room(lines, n_words))
        return FR_PERF_NO_LINE;
    id = (uint32_t)lines->n_words;
    lines->n_words += n_words;
    lines->n++;
    line = fr_perf_memo_line_at(lines, id);
    *line = (fr_perf_memo_line){
        .value = value, .len = (uint16_t)(len + 1), .form = (uint16_t)key->form};
    memcpy(line->bytes, key->text.at - skip, len);
    line->bytes[len] = '\n';
    place(lines->slots, lines->n_slots, (fr_perf_memo_slot){(uint32_t)(key->hash >> 32), id});
    return id;
}

void fr_perf_memo_lines_reset(fr_perf_memo_lines *lines)
{
    free(lines->words);
    free(lines->slots);
    *lines = (fr_perf_memo_lines){.seed = lines->seed, .keeps_addresses = lines->keeps_addresses};
}

/* ------------------------------------------------------------ matching */

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static size_t count_digits(const char *at, const char *end)
{
    size_t n = 0;

    while (n < OFFSET_MAX && n < (size_t)(end - at) && is_hex(at[n]))
        n++;
    return n;
}

/* " main+0x1f (/usr/bin/app)": what stands before "+0x" and from " (" on is read alike whatever is
 * between, as perf_frame.c cuts the module from the right end and then the offset. An unknown symbol
 * is different: its address tells something. */
void fr_perf_memo_lines_pass_offset(fr_perf_memo_lines *lines, uint32_t id, const fr_perf_key *key,
                                    const fr_perf_frame *frame)
{
    const char *end = key->text.at + key->text.len, *digits;
    fr_perf_memo_line *line = fr_perf_memo_line_at(lines, id);
    size_t n;

    if (key->form == FR_PERF_LINE_WHOLE || fr_perf_frame_unknown(frame))
        return;
    digits = frame->symbol.at + frame->symbol.len + 3;
    if (end - digits < 4 || memcmp(digits - 3, "+0x", 3) != 0)
        return;
    n = count_digits(digits, end);
    if (n == 0 || end - digits < (ptrdiff_t)n + 2 || memcmp(digits + n, " (", 2) != 0 ||
        frame->module.at != digits + n + 2)
        return;
    line->head = (uint16_t)((size_t)(digits - key->text.at) + SKIP);
    line->tail = (uint16_t)(line->head + n);
}

/* "main+0x2b (/a)" for "main+0x1f (/a)": its bytes, address and all, or 0. */
static inline size_t match_offset(const fr_perf_memo_line *line, const char *at, const char *end)
{
    size_t n, rest = (size_t)line->len - line->tail;
    uint32_t others;

    if ((size_t)(end - at) < line->head + FR_LANES + rest ||
        memcmp(at + SKIP, line->bytes + SKIP, line->head - (size_t)SKIP) != 0)
        return 0;
    others = ~fr_lanes_bits(fr_lanes_hex(fr_lanes_load(at + line->head)));
    n = (size_t)__builtin_ctz(others);
    if (n == 0 || memcmp(at + line->head + n, line->bytes + line->tail, rest) != 0)
        return 0;
    return line->head + n + rest;
}

static size_t match_text(const fr_perf_memo_line *line, const char *at, const char *end)
{
    size_t skip = skip_of(line->form);

    return line->len <= (size_t)(end - at) &&
                   memcmp(at + skip, line->bytes + skip, line->len - skip) == 0
               ? line->len
               : 0;
}

size_t fr_perf_memo_lines_compare(const fr_perf_memo_line *line, const char *at, const char *end)
{
    size_t len = line->head ? match_offset(line, at, end) : 0;

    if (len == 0)
        len = match_text(line, at, end);
    return len && fr_perf_memo_address_match(line, at) ? len : 0;
}
