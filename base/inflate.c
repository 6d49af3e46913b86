/*
 * inflate.c - deflate, 56 bits at a time.
 *
 *     block    final(1) kind(2)   stored: len ~len bytes | fixed codes | codes of code lengths, codes
 *     symbol   literal 0..255 | 256 ends the block | length 257..285, extra bits, distance, extra bits
 *
 * Reference: RFC 1951. While there are bytes enough to read and room for the longest match, only bad codes
 * and distances are looked out for; near either end every bit and byte is counted.
 */
#include "base/inflate.h"

#include "base/inflate_code.h"

#define LITERAL_BITS  11u /* what indexes a table: more than the length of nearly all codes */
#define DISTANCE_BITS 8u
#define KIND_BITS     7u
/* Entries that complete codes need at most (by examples/enough.c of zlib: 288 and 32 symbols). */
#define LITERAL_ROOM  2342u
#define DISTANCE_ROOM 402u
#define N_KINDS       19u /* of code lengths */
#define N_LITERALS    286u
#define N_DISTANCES   30u
#define END_OF_BLOCK  256u

/* A round of the fast loop: two loads of 8 bytes, of which 7 are used; three literals and a match of 258,
 * copied in words. */
#define FAST_IN  16
#define FAST_OUT 300

typedef struct stream {
    uint64_t bits; /* the next ones, lowest first */
    int n_bits;    /* how many count; negative: more were used than there are */
    const unsigned char *at, *end;
    unsigned char *start, *to, *to_end;
} stream;

typedef struct decoder {
    stream s;
    uint32_t literals[LITERAL_ROOM], distances[DISTANCE_ROOM];
} decoder;

typedef enum outcome { MORE, DONE, BAD } outcome;

/* ---- bits ---- */

static inline uint64_t load(const unsigned char *at)
{
    uint64_t bytes;

    memcpy(&bytes, at, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* At least 56 bits. Bits above n_bits are those of the bytes at `at`: loaded again they are the same. */
static inline void refill_fast(stream *s)
{
    s->bits |= load(s->at) << s->n_bits;
    s->at += (63 - s->n_bits) >> 3;
    s->n_bits |= 56;
}

/* As many as there are; zeros follow the last. */
static inline void refill(stream *s)
{
    for (; s->n_bits < 56 && s->at < s->end; s->n_bits += 8)
        s->bits |= (uint64_t)*s->at++ << s->n_bits;
}

static inline uint32_t peek(const stream *s, unsigned n)
{
    return (uint32_t)s->bits & ((1u << n) - 1);
}

static inline void drop(stream *s, unsigned n)
{
    s->bits >>= n;
    s->n_bits -= (int)n;
}

static inline uint32_t take(stream *s, unsigned n)
{
    uint32_t value = peek(s, n);

    drop(s, n);
    return value;
}

/* What a code that is too long for the first table means. */
static inline uint32_t look_twice(stream *s, const uint32_t *table, uint32_t entry)
{
    drop(s, fr_code_drop(entry));
    return table[fr_code_value(entry) + peek(s, fr_code_length(entry))];
}

static inline uint32_t look_up(stream *s, const uint32_t *table, unsigned bits)
{
    uint32_t entry = table[peek(s, bits)];

    return entry & FR_CODE_SECOND ? look_twice(s, table, entry) : entry;
}

/* What an entry says, its extra bits added. */
static inline size_t take_number(stream *s, uint32_t entry)
{
    uint64_t extra = s->bits & ((UINT64_C(1) << fr_code_drop(entry)) - 1);

    drop(s, fr_code_drop(entry));
    return fr_code_value(entry) + (size_t)(extra >> fr_code_length(entry));
}

static inline void put_literal(stream *s, uint32_t entry)
{
    drop(s, fr_code_drop(entry));
    *s->to++ = (unsigned char)(entry >> 16);
}

/* ---- symbols ---- */

/* A match; writes up to 31 bytes beyond it. Nearly all are short and from far away: those have no loop. */
static inline void copy_fast(stream *s, size_t distance, size_t length)
{
    unsigned char *to = s->to, *end = to + length;
    const unsigned char *from = to - distance;

    s->to = end;
    if (distance >= 16) {
        memcpy(to, from, 16);
        memcpy(to + 16, from + 16, 16);
        for (size_t done = 32; done < length; done += 16)
            memcpy(to + done, from + done, 16);
    } else if (distance == 1) {
        memset(to, *from, length);
    } else {
        while (to < end)
            *to++ = *from++;
    }
}

/* Up to three literals; returns the entry that follows, with at least 48 bits left unless it is a literal. */
static inline uint32_t put_literals(stream *s, const uint32_t *table)
{
    uint32_t entry = table[peek(s, LITERAL_BITS)];

    if (!(entry & FR_CODE_LITERAL))
        return entry;
    put_literal(s, entry);
    entry = table[peek(s, LITERAL_BITS)];
    if (entry & FR_CODE_LITERAL) {
        put_literal(s, entry);
        entry = table[peek(s, LITERAL_BITS)];
        if (entry & FR_CODE_LITERAL) {
            put_literal(s, entry);
            return FR_CODE_LITERAL;
        }
    }
    refill_fast(s);
    return entry;
}

/* Until the block ends, or an end is near. */
static outcome decode_fast(decoder *d)
{
    stream s = d->s; /* in registers: what is written to s.to cannot be a part of it */
    outcome result = MORE;

    while (s.end - s.at >= FAST_IN && s.to_end - s.to >= FAST_OUT) {
        size_t length, distance;
        uint32_t entry;
        refill_fast(&s);
        entry = put_literals(&s, d->literals);
        if (entry == FR_CODE_LITERAL)
            continue;
        if (entry & FR_CODE_SECOND)
            entry = look_twice(&s, d->literals, entry);
        if (entry & FR_CODE_LITERAL) {
            put_literal(&s, entry);
            continue;
        }
        length = take_number(&s, entry);
        if (entry & FR_CODE_SPECIAL) {
            result = entry & FR_CODE_ENDS ? DONE : BAD;
            break;
        }
        entry = look_up(&s, d->distances, DISTANCE_BITS);
        distance = take_number(&s, entry);
        if (entry & FR_CODE_SPECIAL || distance > (size_t)(s.to - s.start)) {
            result = BAD;
            break;
        }
        copy_fast(&s, distance, length);
    }
    d->s = s;
    return result;
}

/* One symbol, near an end. */
static outcome decode_one(decoder *d)
{
    stream *s = &d->s;
    uint32_t entry;
    size_t length, distance;

    refill(s);
    entry = look_up(s, d->literals, LITERAL_BITS);
    length = take_number(s, entry);
    if (entry & FR_CODE_LITERAL) {
        if (s->n_bits < 0 || s->to == s->to_end)
            return BAD;
        *s->to++ = (unsigned char)(entry >> 16);
        return MORE;
    }
    if (entry & FR_CODE_SPECIAL)
        return entry & FR_CODE_ENDS && s->n_bits >= 0 ? DONE : BAD;
    entry = look_up(s, d->distances, DISTANCE_BITS);
    distance = take_number(s, entry);
    if (entry & FR_CODE_SPECIAL || s->n_bits < 0 || distance > (size_t)(s->to - s->start) ||
        length > (size_t)(s->to_end - s->to))
        return BAD;
    for (; length > 0; length--, s->to++)
        *s->to = *(s->to - distance);
    return MORE;
}

static bool decode_symbols(decoder *d)
{
    outcome result = MORE;

    while (result == MORE) {
        result = decode_fast(d);
        if (result == MORE)
            result = decode_one(d);
    }
    return result == DONE;
}

/* ---- codes ---- */

/* Values of lengths from symbol 257 on, and of distances: RFC 1951, 3.2.5. */
static void describe_numbers(uint32_t *entry, unsigned first, unsigned n, unsigned group)
{
    unsigned value = first;

    for (unsigned i = 0; i < n; i++) {
        unsigned extra = i < 2 * group ? 0 : i / group - 1;
        entry[i] = value << 16 | extra;
        value += 1u << extra;
    }
}

static bool build_codes(decoder *d, const uint8_t *literals, const uint8_t *distances)
{
    fr_code code = {.table = d->literals, .bits = LITERAL_BITS, .room = LITERAL_ROOM};
    uint32_t entry[FR_CODE_MOST_SYMBOLS];

    for (uint32_t i = 0; i < 256; i++)
        entry[i] = FR_CODE_LITERAL | i << 16;
    entry[END_OF_BLOCK] = FR_CODE_SPECIAL | FR_CODE_ENDS;
    describe_numbers(entry + 257, 3, 28, 4);
    entry[285] = 258u << 16;
    entry[286] = entry[287] = FR_CODE_SPECIAL;
    if (!fr_code_build(&code, literals, FR_CODE_MOST_SYMBOLS, entry))
        return false;
    code = (fr_code){.table = d->distances, .bits = DISTANCE_BITS, .room = DISTANCE_ROOM};
    describe_numbers(entry, 1, N_DISTANCES, 2);
    entry[30] = entry[31] = FR_CODE_SPECIAL;
    return fr_code_build(&code, distances, FR_CODE_DISTANCES, entry);
}

static bool build_fixed(decoder *d)
{
    uint8_t literals[FR_CODE_MOST_SYMBOLS], distances[FR_CODE_DISTANCES];

    for (unsigned i = 0; i < FR_CODE_MOST_SYMBOLS; i++)
        literals[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    memset(distances, 5, sizeof distances);
    return build_codes(d, literals, distances);
}

/* The code that the lengths of codes are written in. */
static bool read_kinds(stream *s, unsigned n, uint32_t table[1 << KIND_BITS])
{
    static const uint8_t order[N_KINDS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                           11, 4,  12, 3, 13, 2, 14, 1, 15};
    fr_code code = {.table = table, .bits = KIND_BITS, .room = 1 << KIND_BITS};
    uint8_t lengths[N_KINDS] = {0};

    for (unsigned i = 0; i < n; i++) {
        refill(s);
        lengths[order[i]] = (uint8_t)take(s, 3);
    }
    return fr_code_build(&code, lengths, N_KINDS, NULL);
}

/* n lengths: 0..15 as they are, 16 repeats the last one, 17 and 18 zeros. */
static bool read_lengths(stream *s, const uint32_t *kinds, uint8_t *lengths, unsigned n)
{
    static const struct {
        unsigned least, extra;
    } repeats[] = {{3, 2}, {3, 3}, {11, 7}};

    for (unsigned i = 0; i < n;) {
        uint32_t kind;
        unsigned times;
        refill(s);
        kind = (uint32_t)take_number(s, look_up(s, kinds, KIND_BITS));
        if (kind < 16) {
            lengths[i++] = (uint8_t)kind;
            continue;
        }
        times = repeats[kind - 16].least + take(s, repeats[kind - 16].extra);
        if (times > n - i || (kind == 16 && i == 0) || s->n_bits < 0)
            return false;
        memset(lengths + i, kind == 16 ? lengths[i - 1] : 0, times);
        i += times;
    }
    return s->n_bits >= 0;
}

static bool build_dynamic(decoder *d)
{
    stream *s = &d->s;
    uint32_t kinds[1 << KIND_BITS];
    uint8_t lengths[N_LITERALS + N_DISTANCES], literals[FR_CODE_MOST_SYMBOLS] = {0},
                                               distances[FR_CODE_DISTANCES] = {0};
    unsigned n_literals, n_distances, n_kinds;

    refill(s);
    n_literals = 257 + take(s, 5);
    n_distances = 1 + take(s, 5);
    n_kinds = 4 + take(s, 4);
    if (n_literals > N_LITERALS || n_distances > N_DISTANCES || !read_kinds(s, n_kinds, kinds) ||
        !read_lengths(s, kinds, lengths, n_literals + n_distances))
        return false;
    memcpy(literals, lengths, n_literals);
    memcpy(distances, lengths + n_literals, n_distances);
    return literals[END_OF_BLOCK] && build_codes(d, literals, distances);
}

/* ---- blocks ---- */

/* Whole bytes that were taken ahead are given back. */
static void align(stream *s)
{
    s->at -= s->n_bits / 8;
    s->bits = 0;
    s->n_bits = 0;
}

static bool copy_stored(stream *s)
{
    size_t len;

    align(s);
    if (s->end - s->at < 4)
        return false;
    len = s->at[0] | (size_t)s->at[1] << 8;
    if ((len ^ 0xffff) != (s->at[2] | (size_t)s->at[3] << 8))
        return false;
    s->at += 4;
    if (len > (size_t)(s->end - s->at) || len > (size_t)(s->to_end - s->to))
        return false;
    memcpy(s->to, s->at, len);
    s->at += len;
    s->to += len;
    return true;
}

static bool decode_block(decoder *d, bool *last)
{
    uint32_t kind;

    refill(&d->s);
    *last = take(&d->s, 1);
    kind = take(&d->s, 2);
    if (d->s.n_bits < 0 || kind == 3)
        return false;
    if (kind == 0)
        return copy_stored(&d->s);
    return (kind == 1 ? build_fixed(d) : build_dynamic(d)) && decode_symbols(d);
}

bool fr_inflate_whole(fr_bytes *in, char *to, size_t room, size_t *n)
{
    decoder d;
    bool last = false;
    unsigned char *start = (unsigned char *)to;
    const unsigned char *at = (const unsigned char *)in->at;

    d.s = (stream){0, 0, at, at + in->len, start, start, start + room};
    while (!last)
        if (!decode_block(&d, &last))
            return false;
    align(&d.s);
    in->len -= (size_t)(d.s.at - at);
    in->at += d.s.at - at;
    *n = (size_t)(d.s.to - start);
    return true;
}
