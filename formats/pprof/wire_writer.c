/* wire_writer.c - varints and lengths into a buffer that grows. */
#include "formats/pprof/wire_writer.h"

#include <stdlib.h>

#include "base/arena.h"

#define LONGEST 10 /* bytes of a varint */

static bool make_room(fr_wire_out *out, size_t n)
{
    char *grown;

    if (n <= out->cap - out->n)
        return true;
    grown = fr_grow(out->at, &out->cap, out->n + n, 1);
    out->failed |= !grown;
    out->at = grown ? grown : out->at;
    return grown != NULL;
}

static void put(fr_wire_out *out, const char *at, size_t n)
{
    if (n == 0 || !make_room(out, n))
        return;
    memcpy(out->at + out->n, at, n);
    out->n += n;
}

void fr_wire_put_varint(fr_wire_out *out, uint64_t value)
{
    if (!make_room(out, LONGEST))
        return;
    for (; value >= 0x80; value >>= 7)
        out->at[out->n++] = (char)(value | 0x80);
    out->at[out->n++] = (char)value;
}

void fr_wire_put_number(fr_wire_out *out, uint32_t field, uint64_t value)
{
    if (value == 0)
        return;
    fr_wire_put_varint(out, (uint64_t)field << 3);
    fr_wire_put_varint(out, value);
}

void fr_wire_put_bytes(fr_wire_out *out, uint32_t field, fr_bytes bytes)
{
    fr_wire_put_varint(out, (uint64_t)field << 3 | 2);
    fr_wire_put_varint(out, bytes.len);
    put(out, bytes.at, bytes.len);
}

void fr_wire_put_message(fr_wire_out *out, uint32_t field, fr_wire_out *message)
{
    out->failed |= message->failed;
    fr_wire_put_bytes(out, field, (fr_bytes){message->at, message->n});
    message->n = 0;
}

void fr_wire_put_fields(fr_wire_out *out, fr_wire_out *fields)
{
    out->failed |= fields->failed;
    put(out, fields->at, fields->n);
    fields->n = 0;
}

void fr_wire_out_reset(fr_wire_out *out)
{
    free(out->at);
    *out = (fr_wire_out){0};
}
