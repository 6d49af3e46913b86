/*
 * bytes.h - slices of bytes: a pointer and a length, owned by somebody else.
 *
 * A slice lives only inside the call that reads the block it points into; ids are what is kept.
 */
#ifndef FR_BASE_BYTES_H
#define FR_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct fr_bytes {
    const char *at;
    size_t len;
} fr_bytes;

/* A slice of a string literal. */
#define FR_LITERAL(text) ((fr_bytes){(text), sizeof(text) - 1})

static inline fr_bytes fr_bytes_of(const char *text)
{
    return (fr_bytes){text, text ? strlen(text) : 0};
}

static inline bool fr_bytes_equal(fr_bytes a, fr_bytes b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static inline bool fr_bytes_starts(fr_bytes text, fr_bytes head)
{
    return text.len >= head.len &&
           (head.len == 0 || (text.at[0] == head.at[0] && memcmp(text.at, head.at, head.len) == 0));
}

static inline bool fr_bytes_ends(fr_bytes text, fr_bytes tail)
{
    return text.len >= tail.len &&
           (tail.len == 0 || (text.at[text.len - 1] == tail.at[tail.len - 1] &&
                              memcmp(text.at + text.len - tail.len, tail.at, tail.len) == 0));
}

/* Byte order, a shorter prefix first: the order of sibling names. */
int fr_bytes_compare(fr_bytes a, fr_bytes b);

fr_bytes fr_bytes_trim(fr_bytes text); /* Without blanks (space, tab, CR) at both ends. */

/* Returns what follows in `text` from a byte on, which it has or ends at. */
static inline fr_bytes fr_bytes_from(fr_bytes text, size_t from)
{
    return (fr_bytes){text.at + from, text.len - from};
}

/* Editors of Windows write it before text in UTF-8. */
#define FR_BYTE_ORDER_MARK FR_LITERAL("\xef\xbb\xbf")
/* Without a byte order mark and white space before it: where JSON and XML begin. */
fr_bytes fr_bytes_beginning(fr_bytes text);
/* Returns true if `needle` is somewhere in `text`. */
bool fr_bytes_contain(fr_bytes text, const char *needle);

/* Position of the first `what`, which is not empty, or `text.len`. */
size_t fr_bytes_find_text(fr_bytes text, const char *what);
/* Returns what is behind the first `begin`, up to `end` or the end of the text; empty where there is no `begin`. */
fr_bytes fr_bytes_between(fr_bytes text, const char *begin, char end);

/* Position of the first `c`, or `text.len`. */
static inline size_t fr_bytes_find(fr_bytes text, char c)
{
    const char *hit = text.len ? memchr(text.at, c, text.len) : NULL;
    return hit ? (size_t)(hit - text.at) : text.len;
}

size_t fr_bytes_find_last(fr_bytes text, char c); /* Position of the last `c`, or `text.len`. */

static inline bool fr_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* 0 to 15; -1 for what is no digit of a hexadecimal number. */
int fr_hex_digit(char c);

/* 64-bit hash under a seed; never stored, never seen in any output. */
uint64_t fr_bytes_hash(fr_bytes text, uint64_t seed);

/* 128-bit hash that is the same everywhere and for ever: XXH3, canonical, most significant byte first. */
void fr_bytes_hash128(fr_bytes text, unsigned char hash[16]);

uint64_t fr_hash_seed(void); /* A seed for hash tables, random per process. */

/*
 * SHA-256, FIPS 180-4. A page names the hash of its style sheet, so that browsers apply no other one. A partial merge
 * adds up the hashes of its inputs. The code is small, not fast.
 */
#define FR_SHA256_BYTES 32
void fr_sha256(fr_bytes text, unsigned char digest[FR_SHA256_BYTES]);

/* The state of a hash whose text comes in pieces. */
typedef struct fr_sha256_run {
    uint32_t state[8];
    uint64_t n;              /* bytes so far */
    unsigned char block[64]; /* the last n % 64 of them */
} fr_sha256_run;

void fr_sha256_begin(fr_sha256_run *run);
void fr_sha256_add(fr_sha256_run *run, fr_bytes piece);
void fr_sha256_end(const fr_sha256_run *run, unsigned char digest[FR_SHA256_BYTES]);

/* Eight bytes, the first one lowest. */
static inline uint64_t fr_bytes_load8(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

#define FR_BYTES_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

#endif
