/* wire.c - protobuf's wire format, every length checked against what is left. */
#include "formats/pprof/wire.h"

static bool fault(fr_wire *w, const char *at, fr_wire_fault fault)
{
    w->at = at;
    w->fault = fault;
    return false;
}

static bool take_long_varint(fr_wire *w, const char *start, uint64_t *value)
{
    uint64_t sum = 0;

    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint64_t byte;
        if (w->at == w->end)
            return fault(w, start, FR_WIRE_TRUNCATED);
        byte = (unsigned char)*w->at++;
        if (shift == 63 && byte > 1)
            break;
        sum |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = sum;
            return true;
        }
    }
    return fault(w, start, FR_WIRE_BROKEN);
}

static inline bool take_varint(fr_wire *w, const char *start, uint64_t *value)
{
    if (w->at == w->end || (unsigned char)*w->at >= 0x80)
        return take_long_varint(w, start, value);
    *value = (unsigned char)*w->at++;
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

static bool take_bytes(fr_wire *w, const char *start, fr_bytes *bytes)
{
    uint64_t len;

    if (!take_varint(w, start, &len))
        return false;
    if (len > (uint64_t)(w->end - w->at))
        return fault(w, start, FR_WIRE_TRUNCATED);
    *bytes = (fr_bytes){w->at, (size_t)len};
    w->at += len;
    return true;
}

bool fr_wire_next_any(fr_wire *w, fr_wire_field *field)
{
    const char *start = w->at;
    uint64_t tag;

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
        return take_bytes(w, start, &field->bytes);
    case FR_WIRE_FIXED32:
        return take_fixed(w, start, 4, &field->value);
    default:
        return fault(w, start, FR_WIRE_BROKEN);
    }
}

bool fr_wire_number(fr_wire *w, uint64_t *value)
{
    return w->fault == FR_WIRE_GOOD && w->at < w->end && take_varint(w, w->at, value);
}

/* Eight bytes, the first one lowest. */
static uint64_t load_eight(const char *at)
{
    uint64_t eight = 0;

    for (unsigned i = 0; i < 8; i++)
        eight |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return eight;
}

/* Numbers of one to three bytes, which nearly all ids are, four of two bytes at once; returns where
 * another begins, or the last bytes. */
static const char *take_short(const char *at, const char *end, uint64_t **to)
{
    uint64_t *next = *to;

    while (end - at >= 8) {
        uint64_t eight = load_eight(at), more = eight & UINT64_C(0x8080808080808080);
        uint64_t a = eight & 0x7f, b = eight >> 1 & 0x3f80, c = eight >> 2 & 0x1fc000;
        if (more == UINT64_C(0x0080008000800080)) {
            uint64_t four = (eight & UINT64_C(0x007f007f007f007f)) |
                            (eight >> 1 & UINT64_C(0x3f803f803f803f80));
            for (unsigned i = 0; i < 4; i++)
                *next++ = four >> 16 * i & 0xffff;
            at += 8;
        } else if (!(more & 0x80)) {
            *next++ = a;
            at += 1;
        } else if (!(more & 0x8000)) {
            *next++ = a | b;
            at += 2;
        } else if (!(more & 0x800000)) {
            *next++ = a | b | c;
            at += 3;
        } else {
            break;
        }
    }
    *to = next;
    return at;
}

size_t fr_wire_numbers(fr_wire *w, uint64_t *to)
{
    uint64_t *next = to;

    while (w->fault == FR_WIRE_GOOD && w->at < w->end) {
        const char *at = take_short(w->at, w->end, &next), *after = at;
        for (; at < w->end && (after = fr_wire_small(at, w->end, next)); at = after)
            next++;
        w->at = at;
        if (!after && take_varint(w, at, next))
            next++;
    }
    return (size_t)(next - to);
}
