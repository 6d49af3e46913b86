/*
 * wire_writer.h - protobuf's wire format written: numbers, bytes, messages in messages.
 *
 * A message is written into a buffer of its own and then put into the outer one, whose failure it
 * hands on.
 */
#ifndef FR_FORMATS_WIRE_WRITER_H
#define FR_FORMATS_WIRE_WRITER_H

#include "base/bytes.h"

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
