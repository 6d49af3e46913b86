/* pprof_sample.c - the parser of samples, the only one: for plain and fast ways alike. */
#include "formats/pprof/pprof_sample.h"

#include <stdlib.h>

#include "base/arena.h"

/* A field of n bytes has at most n numbers. */
static bool room_for_ids(fr_pprof_sample *s, size_t n, uint64_t most)
{
    uint64_t *ids = s->ids;

    if (s->n_ids + n <= s->ids_cap)
        return true;
    if ((s->n_ids + n) * sizeof *ids > most)
        return false;
    ids = fr_grow(ids, &s->ids_cap, s->n_ids + n, sizeof *ids);
    s->ids = ids ? ids : s->ids;
    return ids != NULL;
}

static bool add_label(fr_pprof_sample *s, fr_bytes message)
{
    fr_bytes *labels = fr_grow(s->labels, &s->labels_cap, s->n_labels + 1, sizeof *labels);

    if (!labels)
        return false;
    s->labels = labels;
    labels[s->n_labels++] = message;
    return true;
}

static bool take_ids(fr_pprof_sample *s, const fr_wire_field *field, uint64_t most)
{
    fr_wire w = fr_wire_of(field->bytes);

    if (!room_for_ids(s, field->bytes.len + 1, most))
        return false;
    if (field->type == FR_WIRE_VARINT)
        s->ids[s->n_ids++] = field->value;
    s->n_ids += fr_wire_numbers(&w, s->ids + s->n_ids);
    s->fault = w;
    return true;
}

static void take_values(fr_pprof_sample *s, const fr_wire_field *field)
{
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t value = field->value;
    bool more = field->type == FR_WIRE_VARINT || fr_wire_number(&w, &value);

    for (; more; more = fr_wire_number(&w, &value), s->n_values++)
        if (s->n_values < FR_MAX_COLUMNS)
            s->values[s->n_values] = (int64_t)value;
    s->fault = w;
}

bool fr_pprof_sample_parse(fr_pprof_sample *s, fr_bytes message, uint64_t most)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    bool good = true;

    s->n_ids = s->n_labels = 0;
    s->n_values = 0;
    s->fault = fr_wire_of((fr_bytes){NULL, 0});
    while (good && s->fault.fault == FR_WIRE_GOOD && fr_wire_next(&w, &field)) {
        if (field.number == 1)
            good = take_ids(s, &field, most);
        else if (field.number == 2)
            take_values(s, &field);
        else if (field.number == 3 && field.type == FR_WIRE_BYTES)
            good = add_label(s, field.bytes);
    }
    if (good && s->fault.fault == FR_WIRE_GOOD)
        s->fault = w;
    return good && s->fault.fault == FR_WIRE_GOOD;
}

void fr_pprof_sample_reset(fr_pprof_sample *s)
{
    free(s->ids);
    free(s->labels);
    *s = (fr_pprof_sample){0};
}
