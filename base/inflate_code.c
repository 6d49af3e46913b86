/* inflate_code.c - canonical Huffman codes (RFC 1951, 3.2.2), laid out in the order of reversed bits. */
#include "base/inflate_code.h"

#define MOST_BITS 15u

/* Counts, and symbols in the order of their codes. */
static bool order_symbols(fr_code *c, const uint8_t *length, unsigned n)
{
    unsigned first[MOST_BITS + 2] = {0};
    int open = 1; /* codes of this length that are no prefix yet */

    memset(c->count, 0, sizeof c->count);
    for (unsigned s = 0; s < n; s++)
        c->count[length[s]]++;
    for (unsigned len = 1; len <= MOST_BITS; len++) {
        open = 2 * open - (int)c->count[len];
        if (open < 0)
            return false;
        first[len + 1] = first[len] + c->count[len];
    }
    for (unsigned s = 0; s < n; s++)
        if (length[s])
            c->order[first[length[s]]++] = (uint16_t)s;
    return open == 0 || (n == FR_CODE_DISTANCES && n - c->count[0] == c->count[1]);
}

/* The code after `bits`, both reversed: counted up from the other end. */
static uint32_t next_code(uint32_t bits, unsigned len)
{
    uint32_t bit = 1u << (len - 1);

    while (bits & bit)
        bit >>= 1;
    return bit ? (bits & (bit - 1)) | bit : 0;
}

/* Bits that a second table needs which begins with one of the `left` last codes of length `len`. */
static unsigned second_bits(const fr_code *c, unsigned len, unsigned left)
{
    unsigned bits = len - c->bits;
    int open = (1 << bits) - (int)left;

    for (; open > 0 && bits + c->bits < MOST_BITS; bits++)
        open = 2 * open - (int)c->count[bits + c->bits + 1];
    return bits;
}

/* Codes are placed one after another. */
typedef struct placing {
    fr_code *c;
    uint32_t bits;   /* the code, reversed */
    uint32_t prefix; /* of the second table that is being filled */
    unsigned used;   /* of the room */
} placing;

static void fill(uint32_t *table, unsigned size, uint32_t first, unsigned len, uint32_t entry)
{
    for (uint32_t k = first; k < size; k += 1u << len)
        table[k] = entry + len * 0x101; /* in both places */
}

/* A code that is longer than the index of the table; false where there is no room. */
static bool place_long(placing *p, unsigned len, unsigned left, uint32_t entry)
{
    fr_code *c = p->c;
    uint32_t prefix = p->bits & ((1u << c->bits) - 1), link;

    if (prefix != p->prefix) {
        unsigned bits = second_bits(c, len, left), at = p->used;
        p->prefix = prefix;
        p->used += 1u << bits;
        if (p->used > c->room)
            return false;
        c->table[prefix] = FR_CODE_SPECIAL | FR_CODE_SECOND | at << 16 | bits << 8 | c->bits;
    }
    link = c->table[prefix];
    fill(c->table + fr_code_value(link), 1u << fr_code_length(link), p->bits >> c->bits,
         len - c->bits, entry);
    return true;
}

bool fr_code_build(fr_code *c, const uint8_t *length, unsigned n, const uint32_t *entry)
{
    placing p = {.c = c, .prefix = UINT32_MAX, .used = 1u << c->bits};
    const uint16_t *next = c->order;

    if (!order_symbols(c, length, n))
        return false;
    for (unsigned k = 0; k < p.used; k++)
        c->table[k] = FR_CODE_SPECIAL;
    for (unsigned len = 1; len <= MOST_BITS; len++) {
        for (unsigned left = c->count[len]; left > 0; left--, next++) {
            uint32_t says = entry ? entry[*next] : (uint32_t)*next << 16;
            if (len <= c->bits)
                fill(c->table, 1u << c->bits, p.bits, len, says);
            else if (!place_long(&p, len, left, says))
                return false;
            p.bits = next_code(p.bits, len);
        }
    }
    return true;
}
