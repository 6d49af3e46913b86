/*
 * perf_memo_lines.h - the distinct frame lines of perf script text, and whether a text goes on with one.
 *
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])
 *          ^^^^^^^^^^^^ ^^^^^^^^^^^   ^^^^^^^^^^^^ what has to be the same
 *          the address  head "+0x"   tail, with the newline
 *
 * A line is known by what stands after its address, which says nothing about the frame unless
 * addresses are kept. Where only the offset in the function differs the frame is the same, and such
 * a line needs no place of its own.
 */
#ifndef FR_FORMATS_PERF_MEMO_LINES_H
#define FR_FORMATS_PERF_MEMO_LINES_H

#include "base/bytes.h"
#include "formats/perf_frame.h"

#define FR_PERF_NO_LINE UINT32_C(0)
#define FR_PERF_SKIP    17 /* bytes of "<TAB>%16lx", tab and address */

/* What a line is known by. */
typedef struct fr_perf_key {
    fr_bytes text; /* after tab and address, or all of the line */
    uint32_t form; /* of the bytes before it; see perf_memo_lines.c */
    uint64_t hash;
} fr_perf_key;

typedef struct fr_perf_memo_line {
    uint32_t value; /* what fr_perf_memo_put() was given */
    uint32_t stack; /* in the sample that held it last; FR_NO_STACK: none */
    uint16_t len;   /* of all its bytes, with the newline */
    uint16_t
        head; /* of those before the digits of its offset; 0: there are none to be passed over */
    uint16_t tail; /* where they end */
    uint16_t form;
    char bytes[]; /* with the address it had last */
} fr_perf_memo_line;

typedef struct fr_perf_memo_slot {
    uint32_t tag, line; /* half of the hash */
} fr_perf_memo_slot;

/* Zeroed and given a seed it is ready. */
typedef struct fr_perf_memo_lines {
    uint64_t seed;
    bool keeps_addresses; /* lines are known by all of their bytes */
    uint64_t *words;      /* the lines one behind the other; an id is the first word of one */
    size_t n_words, words_cap;
    fr_perf_memo_slot *slots;
    size_t n, n_slots; /* a power of two */
} fr_perf_memo_lines;

/* The key of a line without its newline. */
fr_perf_key fr_perf_memo_lines_key(const fr_perf_memo_lines *lines, fr_bytes line);
/* The line's id, or FR_PERF_NO_LINE. */
uint32_t fr_perf_memo_lines_find(const fr_perf_memo_lines *lines, const fr_perf_key *key);
/* True where another line would be too much: all have to be forgotten. */
bool fr_perf_memo_lines_full(const fr_perf_memo_lines *lines);
/* The id of a line that isn't known; FR_PERF_NO_LINE for a very long one, or without memory. */
uint32_t fr_perf_memo_lines_put(fr_perf_memo_lines *lines, const fr_perf_key *key, uint32_t value);
/* Lets lines that differ from this one in the offset be taken for it; `frame` is what it says. */
void fr_perf_memo_lines_pass_offset(fr_perf_memo_lines *lines, uint32_t id, const fr_perf_key *key,
                                    const fr_perf_frame *frame);
/* fr_perf_memo_match() where the address differs, or the offset. */
size_t fr_perf_memo_lines_compare(fr_perf_memo_line *line, const char *at, const char *end);
void fr_perf_memo_lines_reset(fr_perf_memo_lines *lines);

static inline fr_perf_memo_line *fr_perf_memo_line_at(const fr_perf_memo_lines *lines, uint32_t id)
{
    return (fr_perf_memo_line *)(void *)(lines->words + id);
}

/* Eight bytes, the first one lowest. */
static inline uint64_t fr_perf_memo_load(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

#define FR_PERF_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The top bits of the bytes of `word` that are 0; those above the first one may be wrong. */
static inline uint64_t fr_perf_memo_zeros(uint64_t word)
{
    return (word - FR_PERF_EACH(1)) & ~word & FR_PERF_EACH(0x80);
}

/* The bytes up to `end` of a line that says the same as this one, with its newline, or 0. Most of those
 * that don't differ in the first letters of the symbol. */
static inline size_t fr_perf_memo_match(fr_perf_memo_line *line, const char *at, const char *end)
{
    const char *bytes = line->bytes;
    size_t len = line->len;

    if (len < FR_PERF_SKIP + 8 || len > (size_t)(end - at))
        return fr_perf_memo_lines_compare(line, at, end);
    if (fr_perf_memo_load(at + FR_PERF_SKIP) != fr_perf_memo_load(bytes + FR_PERF_SKIP) &&
        (line->head == 0 || line->head >= FR_PERF_SKIP + 8))
        return 0;
    return memcmp(at, bytes, len) == 0 ? len : fr_perf_memo_lines_compare(line, at, end);
}

#endif
