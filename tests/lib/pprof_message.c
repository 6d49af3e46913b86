/* pprof_message.c - pprof profiles for tests. */
#include "pprof_message.h"

#include "unit/unit.h"

/* Puts the message as a field and frees it. */
static void put_message(fr_wire_out *to, uint32_t field, fr_wire_out *message)
{
    fr_wire_put_message(to, field, message);
    fr_wire_out_reset(message);
    assert_false(to->failed);
}

void pprof_put_strings(fr_wire_out *to, size_t n, const char *const *strings)
{
    for (size_t i = 0; i < n; i++)
        fr_wire_put_bytes(to, PPROF_STRING_TABLE, fr_bytes_of(strings[i]));
    assert_false(to->failed);
}

void pprof_put_numbers(fr_wire_out *to, uint32_t field, pprof_list numbers)
{
    fr_wire_out message = {0};

    for (size_t i = 0; i < numbers.n; i++)
        fr_wire_put_number(&message, (uint32_t)i + 1, numbers.at[i]);
    put_message(to, field, &message);
}

void pprof_put_packed(fr_wire_out *to, uint32_t field, pprof_list numbers)
{
    fr_wire_out packed = {0};

    for (size_t i = 0; i < numbers.n; i++)
        fr_wire_put_varint(&packed, numbers.at[i]);
    if (numbers.n)
        put_message(to, field, &packed);
}

/* fr_wire_put_number() would omit a 0. */
void pprof_put_unpacked(fr_wire_out *to, uint32_t field, pprof_list numbers)
{
    for (size_t i = 0; i < numbers.n; i++) {
        fr_wire_put_varint(to, (uint64_t)field << 3);
        fr_wire_put_varint(to, numbers.at[i]);
    }
    assert_false(to->failed);
}

void pprof_put_location(fr_wire_out *to, uint64_t id, uint64_t mapping, uint64_t address, size_t n,
                        const pprof_line *lines)
{
    fr_wire_out location = {0};

    fr_wire_put_number(&location, 1, id);
    fr_wire_put_number(&location, 2, mapping);
    fr_wire_put_number(&location, 3, address);
    for (size_t i = 0; i < n; i++)
        PPROF_NUMBERS(&location, PPROF_LINES, lines[i].function, lines[i].line);
    put_message(to, PPROF_LOCATIONS, &location);
}

void pprof_put_sample(fr_wire_out *to, pprof_list ids, pprof_list values)
{
    fr_wire_out sample = {0};

    pprof_put_packed(&sample, PPROF_IDS, ids);
    pprof_put_packed(&sample, PPROF_VALUES, values);
    put_message(to, PPROF_SAMPLES, &sample);
}

fr_profile *pprof_read(fr_wire_out *message, const fr_read_options *opt, fr_error *err)
{
    fr_profile *profile = try_read(message->at, message->n, opt, err);

    fr_wire_out_reset(message);
    return profile;
}
