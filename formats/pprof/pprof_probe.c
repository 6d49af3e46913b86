/*
 * pprof_probe.c - is it a pprof? The first fields must be those of profile.proto, each with its
 * wire type, and their messages must be messages.
 *
 *     0a 04 08 01 10 02   sample_type {type 1, unit 2}
 */
#include "formats/pprof/pprof.h"
#include "formats/reader.h"

#define ENOUGH ((size_t)16 << 10) /* bytes of the head that are looked at */

#define MESSAGE 1u /* bytes, which are fields numbered from 1 to `most` */
#define TEXT    2u
#define NUMBER  4u
#define TYPE    8u /* a message of numbers alone: OpenTelemetry's profiles have other messages there */

static const struct {
    unsigned form, most;
} fields[FR_PPROF_N_FIELDS] = {
    [1] = {TYPE, 2},           [2] = {MESSAGE, 3}, [3] = {MESSAGE, 10}, [4] = {MESSAGE, 5},
    [5] = {MESSAGE, 5},        [6] = {TEXT, 0},    [7] = {NUMBER, 0},   [8] = {NUMBER, 0},
    [9] = {NUMBER, 0},         [10] = {NUMBER, 0}, [11] = {TYPE, 2},    [12] = {NUMBER, 0},
    [13] = {NUMBER | TEXT, 0}, [14] = {NUMBER, 0}, [15] = {NUMBER, 0},
};

static bool is_message(fr_bytes bytes, unsigned form, unsigned most)
{
    fr_wire w = fr_wire_of(bytes);
    fr_wire_field field;

    while (fr_wire_next(&w, &field))
        if ((field.number > most && field.number < 16) ||
            (form == TYPE && field.number <= most && field.type != FR_WIRE_VARINT))
            return false;
    return w.fault == FR_WIRE_GOOD;
}

static bool fits(const fr_wire_field *field)
{
    unsigned form = field->number < FR_PPROF_N_FIELDS ? fields[field->number].form : NUMBER | TEXT;

    if (field->type == FR_WIRE_VARINT)
        return form & NUMBER;
    if (field->type != FR_WIRE_BYTES)
        return false;
    return form & (MESSAGE | TYPE) ? is_message(field->bytes, form, fields[field->number].most)
                                   : form & TEXT;
}

/* Bytes that no text has, among the first. */
static bool is_binary(fr_bytes head)
{
    for (size_t i = 0; i < head.len && i < 4096; i++)
        if ((unsigned char)head.at[i] < 9)
            return true;
    return false;
}

/* A field that is cut off, by the probe or before, is no reason against it after some good fields. */
int fr_pprof_probe(fr_bytes head, bool whole)
{
    bool cut = head.len > ENOUGH;
    fr_wire w = fr_wire_of((fr_bytes){head.at, cut ? ENOUGH : head.len});
    fr_wire_field field;
    uint32_t seen = 0, n = 0;

    if (!is_binary(head))
        return 0;
    for (; fr_wire_next(&w, &field); n++) {
        if (!fits(&field))
            return 0;
        seen |= field.number < FR_PPROF_N_FIELDS ? 1u << field.number : 0;
    }
    if (w.fault == FR_WIRE_BROKEN || (whole && !cut && w.fault != FR_WIRE_GOOD && n < 2))
        return 0;
    return seen & (1u << FR_PPROF_SAMPLE_TYPE | 1u << FR_PPROF_SAMPLE | 1u << FR_PPROF_LOCATION |
                   1u << FR_PPROF_STRING)
               ? 100
               : 0;
}
