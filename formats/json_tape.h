/*
 * json_tape.h - the values of a JSON text in the order in which they stand, eight bytes each.
 *
 *     {"a": [1, 23]}          0 {  next 5
 *                             1   "a"  next 2
 *                             2   [    next 5
 *                             3     1
 *                             4     23
 *
 * A value is the place where it begins in the text, which tells its kind by its first byte. A list and an object
 * also know which value comes behind all that is in them, so what a reader does not need is stepped over. Keys
 * are values too, before theirs.
 */
#ifndef FR_FORMATS_JSON_TAPE_H
#define FR_FORMATS_JSON_TAPE_H

#include "base/bytes.h"
#include "base/fail.h"

#define FR_JSON_MOST_TEXT ((size_t)1 << 31) /* bytes: places have 31 bits */

typedef struct fr_json_value {
    uint32_t at;   /* in the text; with FR_JSON_PLAIN in what escapes became */
    uint32_t next; /* of lists and objects: the value behind; of others: their length in bytes */
} fr_json_value;

#define FR_JSON_PLAIN UINT32_C(0x80000000)

typedef struct fr_json_tape {
    fr_bytes text;
    fr_json_value *values; /* [0] is the whole document */
    size_t n, cap;
    char *plain; /* texts whose escapes were replaced, each after a quote */
    size_t plain_len, plain_cap;
} fr_json_tape;

/* Reads a text (RFC 8259; bytes of texts need not be UTF-8), which must live as long as the tape. `memory`
 * bounds text and tape together, in bytes. `open`: a list that ends early, as the outermost value, is whole with
 * what there is of it. False: `err` says where, and what was expected. */
FR_CHECKED bool fr_json_tape_read(fr_json_tape *tape, fr_bytes text, uint64_t memory, bool open,
                                  fr_error *err);
void fr_json_tape_reset(fr_json_tape *tape);

/* '{', '[', '"', 't', 'f', 'n', or the first byte of a number. */
static inline char fr_json_tape_kind(const fr_json_tape *tape, uint32_t value)
{
    uint32_t at = tape->values[value].at;

    return at & FR_JSON_PLAIN ? '"' : tape->text.at[at];
}

/* The value behind this one and all that is in it. */
static inline uint32_t fr_json_tape_next(const fr_json_tape *tape, uint32_t value)
{
    char kind = fr_json_tape_kind(tape, value);

    return kind == '{' || kind == '[' ? tape->values[value].next : value + 1;
}

/* The bytes of a text without its quotes, or of a number or a word. */
static inline fr_bytes fr_json_tape_bytes(const fr_json_tape *tape, uint32_t value)
{
    fr_json_value v = tape->values[value];
    const char *at =
        v.at & FR_JSON_PLAIN ? tape->plain + (v.at & ~FR_JSON_PLAIN) : tape->text.at + v.at;

    return (fr_bytes){at + (*at == '"'), v.next};
}

#endif
