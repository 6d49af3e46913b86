/*
 * perf_memo.h - stacks of perf script text, recognised by their bytes.
 *
 *     <TAB>ffffffff81a2 native_halt+0xb ([kernel])    "native_halt" so many bytes before the end of a
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])       sample of "swapper": that was stack 31. Its lines
 *     <TAB>ffffffff81c5 start_kernel+0x9 ([kernel])    and those of the stacks that called it are
 *     (empty line)                                     compared: this is stack 31 again
 *
 * In recordings 97 % of the frame lines are repeats, and most stacks are, too. So what was met is
 * remembered three times, each a guess that comparing the bytes confirms or not:
 *   - by the start of a line's symbol, the bytes from there to the end of the sample, and the root: the
 *     stack from this line on. It is asked at the first line and wherever a guess fails;
 *   - by all bytes of a line, found in a table: the frame, and the stack the line led to last;
 *   - by stack: the line that its leaf was.
 * The lines above the guess that holds to the end (the leaf side) are pushed on it.
 *
 * Lines are bounded: when full they are all forgotten, so memory doesn't follow the input. Nothing
 * here changes a result.
 */
#ifndef FR_FORMATS_PERF_FAST_PERF_MEMO_H
#define FR_FORMATS_PERF_FAST_PERF_MEMO_H

#include "base/lanes.h"
#include "formats/perf/perf_line.h"
#include "formats/perf/perf_sample.h"

/*
 * The distinct frame lines of perf script text, and whether a text goes on with one.
 *
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])
 *          ^^^^^^^^^^^^ ^^^^^^^^^^^   ^^^^^^^^^^^^ what has to be the same
 *          the address  head "+0x"   tail, with the newline
 *
 * A line is known by what stands after its address, which says nothing about the frame unless
 * addresses are kept. Where only the offset in the function differs the frame is the same, and such
 * a line needs no place of its own.
 */

#define FR_PERF_NO_LINE UINT32_C(0)
#define FR_PERF_SKIP    17 /* bytes of "<TAB>%16lx", tab and address */

/* The form of a line: how many bytes stand before its text, and what the address tells. */
enum {
    FR_PERF_LINE_WHOLE = 0, /* no address is passed over */
    FR_PERF_LINE_USER = FR_PERF_SKIP,
    FR_PERF_LINE_KERNEL = FR_PERF_SKIP | 0x100
};

/* The key that a line is known by. */
typedef struct fr_perf_key {
    fr_bytes text; /* after tab and address, or all of the line */
    uint32_t form; /* of the bytes before it */
    uint64_t hash;
} fr_perf_key;

typedef struct fr_perf_memo_line {
    uint32_t value; /* what fr_perf_memo_put() was given */
    uint32_t stack; /* in the sample that held it last; FR_NO_STACK: none */
    uint16_t len;   /* of all its bytes, with the newline */
    /* Bytes before the digits of its offset; 0: there are no such digits to be passed over */
    uint16_t head;
    uint16_t tail; /* where they end */
    uint16_t form;
    char bytes[]; /* with the address it had first */
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
/* The id of a line that isn't known; FR_PERF_NO_LINE for a very long one, or without memory. */
uint32_t fr_perf_memo_lines_put(fr_perf_memo_lines *lines, const fr_perf_key *key, uint32_t value);
/* Lets lines that differ from this one in the offset be taken for it; `frame` is what it says. */
void fr_perf_memo_lines_pass_offset(fr_perf_memo_lines *lines, uint32_t id, const fr_perf_key *key,
                                    const fr_perf_frame *frame);
/* fr_perf_memo_match() of short lines, and where the offset differs. */
size_t fr_perf_memo_lines_compare(const fr_perf_memo_line *line, const char *at, const char *end);
void fr_perf_memo_lines_reset(fr_perf_memo_lines *lines);

static inline fr_perf_memo_line *fr_perf_memo_line_at(const fr_perf_memo_lines *lines, uint32_t id)
{
    return (fr_perf_memo_line *)(void *)(lines->words + id);
}

/* "    7f0000000002": blanks, then hexadecimal digits, with one at the end. */
static inline bool fr_perf_memo_is_address(const char *at)
{
    fr_lanes text = fr_lanes_load(at);
    uint32_t digits = fr_lanes_bits(fr_lanes_hex(text));
    uint32_t blanks = fr_lanes_bits((fr_lanes_mask)(text == ' '));

    return (digits | blanks) == 0xffff && (blanks & (blanks + 1)) == 0 && digits;
}

/* Returns what fr_address_is_kernel() tells of it: "ffff8" or more, but not "ffffffffffff". */
static inline uint32_t fr_perf_memo_address_form(const char *at)
{
    uint64_t left = fr_bytes_load8(at), right = fr_bytes_load8(at + 8), f = FR_BYTES_EACH('f');
    bool high = ((left ^ f) & UINT32_MAX) == 0 && at[4] >= '8';
    bool none = left == f && ((right ^ f) & UINT32_MAX) == 0;

    return high && !none ? FR_PERF_LINE_KERNEL : FR_PERF_LINE_USER;
}

/* True if what stands before the text of the line tells no more than it did there. */
static inline bool fr_perf_memo_address_match(const fr_perf_memo_line *line, const char *at)
{
    return line->form == FR_PERF_LINE_WHOLE || (at[0] == '\t' && fr_perf_memo_is_address(at + 1) &&
                                                fr_perf_memo_address_form(at + 1) == line->form);
}

/* The bytes up to `end` of a line that says the same as this one, with its newline, or 0. Most of those
 * that don't differ in the first letters of the symbol. */
static inline size_t fr_perf_memo_match(const fr_perf_memo_line *line, const char *at,
                                        const char *end)
{
    const char *bytes = line->bytes;
    size_t len = line->len, skip = line->form & 0xff;

    if (len < FR_PERF_SKIP + 8 || len > (size_t)(end - at))
        return fr_perf_memo_lines_compare(line, at, end);
    if (fr_bytes_load8(at + FR_PERF_SKIP) != fr_bytes_load8(bytes + FR_PERF_SKIP) &&
        (line->head == 0 || line->head >= FR_PERF_SKIP + 8))
        return 0;
    if (memcmp(at + skip, bytes + skip, len - skip) != 0)
        return line->head ? fr_perf_memo_lines_compare(line, at, end) : 0;
    return fr_perf_memo_address_match(line, at) ? len : 0;
}

#define FR_PERF_NEW_LINE UINT32_MAX

/* The facts about a stack. */
typedef struct fr_perf_memo_node {
    uint32_t parent; /* the stack that called it */
    uint32_t line;   /* of its leaf, in the sample that held it last; 0: none */
} fr_perf_memo_node;

/* A line of the sample being read. */
typedef struct fr_perf_memo_step {
    uint32_t line;
    uint32_t hint; /* what is to lead to its stack; 0: nothing */
} fr_perf_memo_step;

/* Zeroed and given a seed it is ready. */
typedef struct fr_perf_memo {
    fr_perf_memo_lines lines;
    fr_perf_memo_node *nodes; /* by stack */
    size_t nodes_cap;
    uint32_t *hints; /* stacks, by what leads to them; NULL: memory ran out, which is fine */
    uint32_t root, root_stack; /* of the last sample: its root frame, and that as a stack */
    fr_perf_memo_step *path;   /* of the sample being read, leaf first */
    size_t path_cap;
} fr_perf_memo;

/* The value of a line; FR_PERF_NEW_LINE if it isn't known. */
uint32_t fr_perf_memo_find(const fr_perf_memo *memo, const fr_perf_key *key);
/* Remembers a line that isn't known; without memory, or for a very long line, it doesn't. */
void fr_perf_memo_put(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value);

void fr_perf_memo_reset(fr_perf_memo *memo);

#endif
