/* wire.c - protobuf's wire format, every length checked against what is left; and into a buffer that grows. */
#include "formats/pprof/wire.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>

#define LONGEST 10 /* bytes of a varint */

static bool fault(fr_wire *w, const char *at, fr_wire_fault fault)
{
    w->at = at;
    w->fault = fault;
    return false;
}

const char *fr_wire_varint(const char *at, const char *end, uint64_t *value)
{
    uint64_t sum = 0;

    for (unsigned shift = 0; shift < 70 && at < end; shift += 7) {
        uint64_t byte = (unsigned char)*at++;
        if (shift == 63 && byte > 1)
            return NULL;
        sum |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = sum;
            return at;
        }
    }
    return NULL;
}

/* A number that is no varint: one of ten bytes is too long, a shorter one is cut off. */
static bool fault_number(fr_wire *w, const char *start)
{
    return fault(w, start, w->end - w->at < 10 ? FR_WIRE_TRUNCATED : FR_WIRE_BROKEN);
}

static bool take_varint(fr_wire *w, const char *start, uint64_t *value)
{
    const char *after = fr_wire_varint(w->at, w->end, value);

    if (!after)
        return fault_number(w, start);
    w->at = after;
    return true;
}

/* `n` bytes, little end first. */
static bool take_fixed(fr_wire *w, const char *start, size_t n, uint64_t *value)
{
    if ((size_t)(w->end - w->at) < n)
        return fault(w, start, FR_WIRE_TRUNCATED);
    *value = 0;
    for (size_t i = n; i-- > 0;)
        *value = *value << 8 | (unsigned char)w->at[i];
    w->at += n;
    return true;
}

uint32_t fr_wire_small(uint64_t number)
{
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

bool fr_wire_next_any(fr_wire *w, fr_wire_field *field)
{
    const char *start = w->at;
    uint64_t tag, len;

    if (w->fault != FR_WIRE_GOOD || w->at == w->end || !take_varint(w, start, &tag))
        return false;
    if (tag >> 3 == 0 || tag >> 3 > UINT32_C(0x1fffffff))
        return fault(w, start, FR_WIRE_BROKEN);
    *field = (fr_wire_field){.number = (uint32_t)(tag >> 3), .type = (fr_wire_type)(tag & 7)};
    switch (tag & 7) {
    case FR_WIRE_VARINT:
        return take_varint(w, start, &field->value);
    case FR_WIRE_FIXED64:
        return take_fixed(w, start, 8, &field->value);
    case FR_WIRE_BYTES:
        if (!take_varint(w, start, &len))
            return false;
        if (len > (uint64_t)(w->end - w->at))
            return fault(w, start, FR_WIRE_TRUNCATED);
        field->bytes = (fr_bytes){w->at, (size_t)len};
        w->at += len;
        return true;
    case FR_WIRE_FIXED32:
        return take_fixed(w, start, 4, &field->value);
    default:
        return fault(w, start, FR_WIRE_BROKEN);
    }
}

/* The end of the numbers: false, and a fault where one is left, which is not whole. */
static bool end_numbers(fr_wire *w)
{
    return w->at < w->end && w->fault == FR_WIRE_GOOD && fault_number(w, w->at);
}

bool fr_wire_number(fr_wire *w, uint64_t *value)
{
    const char *at = w->at < w->end ? fr_wire_quick(w->at, w->end, value) : NULL;

    if (at) {
        w->at = at;
        return true;
    }
    return end_numbers(w);
}

size_t fr_wire_numbers(fr_wire *w, uint64_t *to)
{
    const char *at = w->at, *next;
    size_t n = 0;

    for (; at < w->end && (next = fr_wire_quick(at, w->end, &to[n])); at = next)
        n++;
    w->at = at;
    end_numbers(w);
    return n;
}

/* ---- messages that are held whole ---- */

bool fr_wire_fail(const fr_wire_whole *whole, const char *at, const char *text)
{
    size_t offset = (size_t)(at - whole->all.at);

    return fr_builder_fail(whole->held->b, FR_E_FORMAT, 0, offset, "%s at byte %zu", text, offset);
}

static bool fail_as(const fr_wire_whole *whole, const char *at, const char *how)
{
    char text[128];

    snprintf(text, sizeof text, "%s is %s", whole->what, how);
    return fr_wire_fail(whole, at, text);
}

bool fr_wire_ended(const fr_wire_whole *whole, const fr_wire *w)
{
    if (w->fault == FR_WIRE_BROKEN)
        fail_as(whole, w->at, "damaged: expected a field of a message");
    if (w->fault == FR_WIRE_TRUNCATED) {
        fail_as(whole, w->at, "truncated: it ends inside a message that begins");
        if (whole->hint)
            fr_builder_hint(whole->held->b, "%s", whole->hint);
    }
    return w->fault == FR_WIRE_GOOD;
}

bool fr_wire_read(const fr_wire_whole *whole, fr_wire *w, fr_wire_field *field)
{
    if (fr_builder_failed(whole->held->b))
        return false;
    if (fr_wire_next(w, field))
        return true;
    fr_wire_ended(whole, w);
    return false;
}

void fr_wire_add_numbers(const fr_wire_whole *whole, const fr_wire_field *field, bool times,
                         fr_list *to, fr_wire *w)
{
    bool one = field->type != FR_WIRE_BYTES;
    size_t n = one ? 1 : times ? field->bytes.len / 8 : field->bytes.len;
    uint64_t *items = fr_list_room(whole->held, to, n, sizeof *items);

    *w = fr_wire_of(field->bytes);
    if (times && !one && field->bytes.len % 8)
        fail_as(whole, w->at, "damaged: times need 8 bytes each,");
    if (items && one)
        items[to->n++] = field->value;
    else if (items && !times)
        to->n += fr_wire_numbers(w, items + to->n);
    for (size_t i = 0; i < n && items && times && !one; i++)
        items[to->n++] = fr_bytes_load8(w->at + 8 * i);
}

/* ---- writing ---- */

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
