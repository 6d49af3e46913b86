/*
 * pprof_message.h - pprof profiles for tests, put together field by field with the program's own writer of the
 * wire format (formats/pprof/wire.h). Any order and any value can be written, right or wrong.
 *
 *     fr_wire_out m = {0};
 *     PPROF_STRINGS(&m, "", "samples", "count", "main", "read");
 *     PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 1, 2);                   samples in count
 *     PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 1, 3);                      function 1 is main
 *     PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 2, 4);                      function 2 is read
 *     PPROF_LOCATION(&m, 7, 0, 0x1000, {1, 10});                     location 7 is line 10 of main
 *     PPROF_LOCATION(&m, 8, 0, 0x2000, {2, 20});
 *     pprof_put_sample(&m, PPROF_LIST(8, 7), PPROF_LIST(5));         main;read 5: the innermost comes first
 *     fr_profile *p = pprof_read(&m, NULL, &err);                    and frees what was written
 *
 * Field numbers are those of profile.proto. Memory that runs out fails the test.
 */
#ifndef FR_TESTS_PPROF_MESSAGE_H
#define FR_TESTS_PPROF_MESSAGE_H

#include "flamerender.h"
#include "formats/pprof/wire.h"

/* Fields of a Profile. */
enum {
    PPROF_SAMPLE_TYPES = 1,
    PPROF_SAMPLES = 2,
    PPROF_MAPPINGS = 3,
    PPROF_LOCATIONS = 4,
    PPROF_FUNCTIONS = 5,
    PPROF_STRING_TABLE = 6,
    PPROF_TIME_NANOS = 9,
    PPROF_DURATION_NANOS = 10
};

/* Fields of a Sample, and one of a Location. */
enum { PPROF_IDS = 1, PPROF_VALUES = 2, PPROF_LABELS = 3, PPROF_LINES = 4 };

typedef struct pprof_list {
    const uint64_t *at;
    size_t n;
} pprof_list;

typedef struct pprof_line {
    uint64_t function, line;
} pprof_line;

#define PPROF_LIST(...)                                                                            \
    ((pprof_list){(uint64_t[]){__VA_ARGS__}, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)})

/* Strings as fields of `to`; the first one of a profile is "". */
void pprof_put_strings(fr_wire_out *to, size_t n, const char *const *strings);
#define PPROF_STRINGS(to, ...)                                                                     \
    pprof_put_strings(to, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                  \
                      (const char *[]){__VA_ARGS__})

/* A message as field `field`, whose own fields 1, 2, ... are `numbers`: a sample type, a mapping, a function, a
 * line, a label. A number of 0 is omitted. */
void pprof_put_numbers(fr_wire_out *to, uint32_t field, pprof_list numbers);
#define PPROF_NUMBERS(to, field, ...) pprof_put_numbers(to, field, PPROF_LIST(__VA_ARGS__))

/* `numbers` as one field (packed), or as one field each. An empty list is omitted. */
void pprof_put_packed(fr_wire_out *to, uint32_t field, pprof_list numbers);
void pprof_put_unpacked(fr_wire_out *to, uint32_t field, pprof_list numbers);

/* A location; the innermost of its lines comes first. */
void pprof_put_location(fr_wire_out *to, uint64_t id, uint64_t mapping, uint64_t address, size_t n,
                        const pprof_line *lines);
#define PPROF_LOCATION(to, id, mapping, address, ...)                                              \
    pprof_put_location(to, id, mapping, address,                                                   \
                       sizeof((pprof_line[]){__VA_ARGS__}) / sizeof(pprof_line),                   \
                       (pprof_line[]){__VA_ARGS__})

/* A sample of packed ids of locations, the innermost first, and packed values. For labels and other
 * fields write the sample into a message of its own: pprof_put_packed(), fr_wire_put_message(). */
void pprof_put_sample(fr_wire_out *to, pprof_list ids, pprof_list values);

/* The profile that `message` is read as, or NULL and *err. NULL options are the defaults. Empties `message`. */
fr_profile *pprof_read(fr_wire_out *message, const fr_read_options *opt, fr_error *err);

#endif
