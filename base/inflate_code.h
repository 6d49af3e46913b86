/*
 * inflate_code.h - a Huffman code as a table that the next bits of a stream index.
 *
 *     table[next 11 bits] = {value, length of the code, length with extra bits}   one look for most codes
 *                         = {where a second table is, how many bits index it}     a second one for the rest
 */
#ifndef FR_BASE_INFLATE_CODE_H
#define FR_BASE_INFLATE_CODE_H

#include "base/bytes.h"

/* Bits 0-7 of an entry are what is to be dropped, the code and its extra bits, 8-11 the length of the code
 * alone, 16-30 the value; */
#define FR_CODE_LITERAL UINT32_C(0x80000000) /* the value is a literal */
enum {
    FR_CODE_SPECIAL = 1 << 12, /* one of the next two, or a code that means nothing */
    FR_CODE_SECOND = 1 << 13,  /* value: the second table; 8-11: how many bits index it */
    FR_CODE_ENDS = 1 << 14     /* of the block */
};

#define FR_CODE_MOST_SYMBOLS 288u
#define FR_CODE_DISTANCES    32u

typedef struct fr_code {
    uint32_t *table; /* of `room` entries, 1 << bits at least; given */
    unsigned bits, room;
    unsigned count[16];                   /* symbols by length */
    uint16_t order[FR_CODE_MOST_SYMBOLS]; /* symbols by length, then by number */
} fr_code;

static inline unsigned fr_code_drop(uint32_t entry)
{
    return entry & 0xff;
}

static inline unsigned fr_code_length(uint32_t entry)
{
    return entry >> 8 & 15;
}

static inline unsigned fr_code_value(uint32_t entry)
{
    return entry >> 16 & 0x7fff;
}

/* Fills the table with the code of n symbols, of which length[] is 0 where there is none; entry[symbol] says
 * all but the length of its code, with extra bits as what is to be dropped (NULL: the symbol is the value). False where the lengths make no code, or
 * leave bits without a meaning: only distances may, where there is no code or one of a single bit. */
bool fr_code_build(fr_code *c, const uint8_t *length, unsigned n, const uint32_t *entry);

#endif
