/* perf_memo_lines.c - lines in one growing array, found in a table with open addressing. */
#include "formats/perf_memo_lines.h"

#include <stdlib.h>

#include "base/arena.h"

#define SLOTS_FIRST ((size_t)1 << 12)
#define LINES_MAX   ((size_t)1 << 19)
#define WORDS_MAX   ((size_t)8 << 20)
#define LINE_MAX    UINT16_MAX
#define SKIP        FR_PERF_SKIP
#define COLUMNS     (SKIP - 1) /* of an address */
#define OFFSET_MAX  16         /* digits */

/* The form of a line: how many bytes stand before its text, and what the address tells. */
#define FORM_WHOLE  0u
#define FORM_USER   ((uint32_t)SKIP)
#define FORM_KERNEL (FORM_USER | 0x100u)

#define load fr_perf_memo_load
#define EACH FR_PERF_EACH
#define TOPS EACH(0x80)

/* ------------------------------------------------------------ addresses */

typedef unsigned char bytes16 __attribute__((vector_size(16)));
typedef signed char mask16 __attribute__((vector_size(16)));

static inline bytes16 load16(const char *at)
{
    bytes16 bytes;

    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/* All ones where a byte is a hexadecimal digit. */
static inline mask16 hex_digits(bytes16 text)
{
    return (mask16)(text - '0' < 10) | (mask16)(text - 'a' < 6);
}

static inline bool is_ones(mask16 mask)
{
    uint64_t words[2];

    memcpy(words, &mask, sizeof words);
    return (words[0] & words[1]) == UINT64_MAX;
}

/* Zeros below ones. */
static inline bool is_ones_on_top(uint64_t bits)
{
    return (~bits & (~bits + 1)) == 0;
}

/* "    7f0000000002": blanks, then hexadecimal digits, with one at the end. */
static inline bool is_address(const char *at)
{
    bytes16 text = load16(at);
    mask16 digits = hex_digits(text);
    uint64_t left = load((const char *)&digits), right = load((const char *)&digits + 8);

    return is_ones(digits | (text == ' ')) && is_ones_on_top(left) && is_ones_on_top(right) &&
           right >> 63 && (left == 0 || right == UINT64_MAX);
}

/* The same beside an address: with blanks and digits in the same columns it is one. */
static inline bool is_address_like(const char *at, const char *address)
{
    bytes16 text = load16(at);
    mask16 blanks = text == ' ';

    return is_ones((blanks | hex_digits(text)) & (blanks == (load16(address) == ' '))) ||
           is_address(at);
}

/* What fr_address_is_kernel() tells of it: "ffff8" or more, but not "ffffffffffff". */
static inline uint32_t form_of(const char *at)
{
    return memcmp(at, "ffff", 4) == 0 && at[4] >= '8' && memcmp(at, "ffffffffffff", 12) != 0
               ? FORM_KERNEL
               : FORM_USER;
}

/* Of "<TAB>    7f0000000002 main (/usr/bin/app)". */
static uint32_t line_form(const fr_perf_memo_lines *lines, fr_bytes line)
{
    if (lines->keeps_addresses || line.len <= SKIP || line.at[0] != '\t' || line.at[SKIP] != ' ')
        return FORM_WHOLE;
    return is_address(line.at + 1) ? form_of(line.at + 1) : FORM_WHOLE;
}

/* True if the text at `at` starts with tab and an address that says no more than the line's own. It is
 * the line's own from now on: one program's lines come together. */
static inline bool has_address(fr_perf_memo_line *line, const char *at)
{
    if (at[0] != '\t' || !is_address_like(at + 1, line->bytes + 1) || form_of(at + 1) != line->form)
        return false;
    memcpy(line->bytes, at, SKIP);
    return true;
}

/* ------------------------------------------------------------ the table */

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

    if (key->form == FORM_WHOLE || fr_perf_frame_unknown(frame))
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
    mask16 digits;

    if ((size_t)(end - at) < line->head + sizeof digits + rest ||
        memcmp(at + SKIP, line->bytes + SKIP, line->head - (size_t)SKIP) != 0)
        return 0;
    digits = hex_digits(load16(at + line->head));
    n = (size_t)__builtin_ctzll(~load((const char *)&digits) | UINT64_C(1) << 63) / 8;
    if (n == 0 || memcmp(at + line->head + n, line->bytes + line->tail, rest) != 0)
        return 0;
    return line->head + n + rest;
}

static inline size_t match_text(const fr_perf_memo_line *line, const char *at, const char *end)
{
    return line->len <= (size_t)(end - at) &&
                   memcmp(at + SKIP, line->bytes + SKIP, line->len - (size_t)SKIP) == 0
               ? line->len
               : 0;
}

size_t fr_perf_memo_lines_compare(fr_perf_memo_line *line, const char *at, const char *end)
{
    size_t len;

    if (skip_of(line->form) == 0)
        return line->len <= (size_t)(end - at) && memcmp(at, line->bytes, line->len) == 0
                   ? line->len
                   : 0;
    if (end - at < SKIP)
        return 0;
    len = line->head ? match_offset(line, at, end) : 0;
    if (len == 0)
        len = match_text(line, at, end);
    return len && has_address(line, at) ? len : 0;
}
