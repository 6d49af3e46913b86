/*
 * wire.h - a cursor over protobuf's wire format: fields one after another, no schema, no recursion.
 *
 *     0a 02 08 01        field 1, bytes "08 01": a nested message, walked by a cursor of its own
 *     48 ac 02           field 9, varint 300
 *
 * Reference: https://protobuf.dev/programming-guides/encoding/. Groups (wire types 3 and 4), which
 * no proto3 file has, are refused.
 */
#ifndef FR_FORMATS_WIRE_H
#define FR_FORMATS_WIRE_H

#include "formats/list.h"

typedef enum fr_wire_type {
    FR_WIRE_VARINT = 0,
    FR_WIRE_FIXED64 = 1,
    FR_WIRE_BYTES = 2,
    FR_WIRE_FIXED32 = 5
} fr_wire_type;

typedef enum fr_wire_fault {
    FR_WIRE_GOOD,
    FR_WIRE_TRUNCATED, /* a field reaches beyond the end */
    FR_WIRE_BROKEN     /* a varint of more than 64 bits, field 0, an unknown wire type */
} fr_wire_fault;

typedef struct fr_wire {
    const char *at, *end; /* at: of the field that failed, after a fault */
    fr_wire_fault fault;
} fr_wire;

/* Number and type stand apart: side by side they would be compared as one word, which the processor has to
 * put together of two that were just written. */
typedef struct fr_wire_field {
    uint32_t number; /* from 1 */
    uint64_t value;  /* of numbers */
    fr_bytes bytes;  /* of FR_WIRE_BYTES */
    fr_wire_type type;
} fr_wire_field;

static inline fr_wire fr_wire_of(fr_bytes message)
{
    return (fr_wire){message.at, message.len ? message.at + message.len : message.at, FR_WIRE_GOOD};
}

/* The varint at `at` and the place behind it; NULL where it is not whole before `end`, or of more than 64 bits. */
const char *fr_wire_varint(const char *at, const char *end, uint64_t *value);

/* Reads a varint faster: nearly all have one byte, two or three. */
static inline const char *fr_wire_quick(const char *at, const char *end, uint64_t *value)
{
    uint64_t a, b, c;

    if (end - at < 3)
        return fr_wire_varint(at, end, value);
    a = (unsigned char)at[0];
    b = (unsigned char)at[1];
    c = (unsigned char)at[2];
    *value = a;
    if (a < 0x80)
        return at + 1;
    *value = (a & 0x7f) | b << 7;
    if (b < 0x80)
        return at + 2;
    *value = (a & 0x7f) | (b & 0x7f) << 7 | c << 14;
    return c < 0x80 ? at + 3 : fr_wire_varint(at, end, value);
}

/* A number of 32 bits; 0, which is unknown, for a larger one. */
uint32_t fr_wire_small(uint64_t number);

/* The next field whatever it looks like; fr_wire_next() takes the usual ones. */
bool fr_wire_next_any(fr_wire *w, fr_wire_field *field);

/* The next field; false at the end and at a fault. */
static inline bool fr_wire_next(fr_wire *w, fr_wire_field *field)
{
    const char *at = w->at;
    uint64_t value;
    unsigned tag;

    if (at == w->end || w->fault != FR_WIRE_GOOD)
        return false;
    tag = (unsigned char)*at;
    /* fields 1 to 15, numbers (wire type 0) and bytes (2) */
    at = tag >= 8 && (tag & 0x85) == 0 ? fr_wire_quick(at + 1, w->end, &value) : NULL;
    if (!at || ((tag & 2) && value > (uint64_t)(w->end - at)))
        return fr_wire_next_any(w, field);
    field->number = tag >> 3;
    field->type = (fr_wire_type)(tag & 7);
    field->value = tag & 2 ? 0 : value;
    field->bytes = (fr_bytes){at, tag & 2 ? (size_t)value : 0};
    w->at = at + field->bytes.len;
    return true;
}

/* The next bare varint: a number of a packed field; false at the end and at a fault. */
bool fr_wire_number(fr_wire *w, uint64_t *value);
/* All bare varints that are left, at most one for each byte; returns how many. A fault where one is not whole. */
size_t fr_wire_numbers(fr_wire *w, uint64_t *to);

/* A message that a reader holds whole, for what is wrong with it. */
typedef struct fr_wire_whole {
    fr_bytes all;
    fr_held *held;    /* by the lists; its builder takes the failures */
    const char *what; /* "the pprof" */
    const char *hint; /* where it is cut off; may be NULL */
} fr_wire_whole;

/* Fails the builder with the place of `at`. Returns false. */
bool fr_wire_fail(const fr_wire_whole *whole, const char *at, const char *text);
/* True if the cursor ended well; else fails the builder. */
bool fr_wire_ended(const fr_wire_whole *whole, const fr_wire *w);
/* fr_wire_next(); false also after a failure of the builder, which a fault is. */
bool fr_wire_read(const fr_wire_whole *whole, fr_wire *w, fr_wire_field *field);
/* The numbers of a field, packed or not, added to a list of uint64_t; `times`: packed ones have 8 bytes each. *w is the
 * cursor behind them, which may have a fault. */
void fr_wire_add_numbers(const fr_wire_whole *whole, const fr_wire_field *field, bool times,
                         fr_list *to, fr_wire *w);

/*
 * The same written. A message is written into a buffer of its own and then put into the outer one, whose failure it
 * hands on.
 */
typedef struct fr_wire_out {
    char *at;
    size_t n, cap;
    bool failed; /* memory ran out */
} fr_wire_out;

void fr_wire_put_varint(fr_wire_out *out, uint64_t value);
/* A field; 0 is omitted, as proto3 does. */
void fr_wire_put_number(fr_wire_out *out, uint32_t field, uint64_t value);
void fr_wire_put_bytes(fr_wire_out *out, uint32_t field, fr_bytes bytes);
/* The field of a message, or of packed numbers, which is emptied for the next. */
void fr_wire_put_message(fr_wire_out *out, uint32_t field, fr_wire_out *message);
/* The fields of `fields`, which is emptied, as fields of this message. */
void fr_wire_put_fields(fr_wire_out *out, fr_wire_out *fields);
void fr_wire_out_reset(fr_wire_out *out);

#endif
