/*
 * utf16.c - text in UTF-16 as UTF-8, as Windows' tools write it and PowerShell redirects it:
 *
 *     ff fe 6d 00 61 00      "ma", the low byte first
 *     fe ff 00 6d 00 61      "ma", the high byte first
 *
 * The mark at the beginning goes. Half of a pair becomes three bytes that are no UTF-8: names show them, base/text.h.
 */
#include <stdlib.h>

#include "base/text.h"
#include "base/wrapping.h"

typedef struct utf16 {
    bool begun, high_first;
    unsigned char half[2]; /* of a unit: bytes so far */
    size_t n_half;
    uint32_t high; /* of a pair, the first unit; 0: none */
    char out[8];   /* what did not fit into the room */
    size_t n_out, at_out;
} utf16;

static void *make(void)
{
    return calloc(1, sizeof(utf16));
}

static void begin(void *state)
{
    *(utf16 *)state = (utf16){0};
}

static void put(utf16 *u, uint32_t c)
{
    u->n_out += fr_text_put(u->out + u->n_out, c);
}

static void take_unit(utf16 *u, uint32_t unit)
{
    bool is_low = unit >= 0xdc00 && unit < 0xe000;

    if (u->high && is_low) {
        put(u, 0x10000 + ((u->high - 0xd800) << 10) + (unit - 0xdc00));
        u->high = 0;
        return;
    }
    if (u->high)
        put(u, u->high);
    u->high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (!u->high)
        put(u, unit);
}

static void take_byte(utf16 *u, unsigned char byte)
{
    u->half[u->n_half++] = byte;
    if (u->n_half < 2)
        return;
    u->n_half = 0;
    if (u->begun)
        take_unit(u,
                  (uint32_t)u->half[u->high_first ? 0 : 1] << 8 | u->half[!u->high_first ? 0 : 1]);
    else
        u->high_first = u->half[0] == 0xfe;
    u->begun = true;
}

static size_t unwrap(void *state, fr_bytes *in, char *to, size_t room, fr_error *err)
{
    utf16 *u = state;
    size_t n = 0;

    (void)err;
    for (;;) {
        while (u->at_out < u->n_out && n < room)
            to[n++] = u->out[u->at_out++];
        if (u->at_out < u->n_out || n == room || in->len == 0)
            return n;
        u->n_out = u->at_out = 0;
        take_byte(u, (unsigned char)in->at[0]);
        in->at++;
        in->len--;
    }
}

static bool whole(const void *state)
{
    const utf16 *u = state;

    return u->n_half == 0 && !u->high && u->at_out == u->n_out;
}

const fr_wrapping fr_wrapping_utf16 = {
    .name = "text in UTF-16",
    .suffix = "",
    .magic = "\xff\xfe",
    .magic_2 = "\xfe\xff",
    .make = make,
    .release = free,
    .begin = begin,
    .unwrap = unwrap,
    .whole = whole,
};
