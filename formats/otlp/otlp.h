/*
 * otlp.h - OpenTelemetry profiles: profiles of one value each, which share the tables of a dictionary.
 *
 *     ProfilesData {1 resource_profiles {2 scope_profiles {2 profiles {2 samples}}}, 2 dictionary}
 *     Sample {1 stack 3, 2 attributes [1 2], 4 values [10], 5 times}      stack 3 {1 locations [4 1]}, leaf first
 *
 * Field numbers are those of opentelemetry/proto/profiles/v1development/profiles.proto, 1.9 and 1.10.
 */
#ifndef FR_FORMATS_OTLP_OTLP_H
#define FR_FORMATS_OTLP_OTLP_H

#include "formats/list.h"
#include "formats/pprof/wire.h"

typedef enum fr_otlp_message {
    FR_OTLP_DATA,
    FR_OTLP_RESOURCE_PROFILES,
    FR_OTLP_SCOPE_PROFILES,
    FR_OTLP_PROFILE,
    FR_OTLP_SAMPLE,
    FR_OTLP_VALUE_TYPE,
    FR_OTLP_DICTIONARY,
    FR_OTLP_MAPPING,
    FR_OTLP_LOCATION,
    FR_OTLP_LINE,
    FR_OTLP_FUNCTION,
    FR_OTLP_STACK,
    FR_OTLP_ATTRIBUTE,
    FR_OTLP_VALUE,
    FR_OTLP_RESOURCE,
    FR_OTLP_PAIR,
    FR_OTLP_N_MESSAGES
} fr_otlp_message;

enum { FR_OTLP_N_TABLES = 8 }; /* of the dictionary, by the number of its field */

/* The thread of a sample, as its attributes say. */
typedef struct fr_otlp_origin {
    int64_t pid, tid; /* -1: unknown */
    uint32_t comm;
    uint16_t cpu;
} fr_otlp_origin;

/* All zero but b, opt, held, runs at first. */
typedef struct fr_otlp {
    fr_builder *b;
    const fr_read_options *opt;
    fr_held held;
    fr_wire_whole whole;
    fr_list tables[FR_OTLP_N_TABLES]; /* fr_bytes: messages, and strings */
    fr_list located;                  /* uint32_t, by location: 1 + place in `frames`; 0: not yet */
    fr_list frames;                   /* uint32_t: a number, and so many frames, outermost first */
    fr_frame_runs runs;
    fr_list stacked;          /* uint32_t, by stack: 1 + stack of the builder; 0: not yet */
    fr_list lines;            /* fr_bytes: of a location */
    fr_list names, spellings; /* uint32_t, by string: 1 + its id; 0: not yet */
    fr_list attributes, functions,
        mappings;    /* what the entries of these tables say, once they are read */
    fr_list numbers; /* uint64_t: the attributes of a location, the locations of a stack */
    fr_list labels;  /* fr_label: of a sample */
    fr_list shared;  /* fr_label: of the resource, which all its samples have */
    fr_otlp_origin origin;
    uint64_t n_omitted; /* attributes that are no text and no integer */
} fr_otlp;

/* The next field of a message, of a number and a type that it may have. False at the end, and after a failure,
 * which is the builder's. */
bool fr_otlp_next(fr_otlp *o, fr_wire *w, fr_otlp_message of, fr_wire_field *field);
/* The numbers among the fields of a message below `n` into values[1..n - 1]. */
void fr_otlp_numbers(fr_otlp *o, fr_bytes message, fr_otlp_message of, uint64_t *values,
                     uint32_t n);
/* A field of several numbers, packed or not, added to a list of uint64_t. */
void fr_otlp_add_numbers(fr_otlp *o, const fr_wire_field *field, fr_list *to);

/* Fills the tables of a dictionary. */
void fr_otlp_take_dictionary(fr_otlp *o, fr_bytes dictionary);
/* A string of the table; "" for 0. Fails the builder where there is none. */
fr_bytes fr_otlp_text(fr_otlp *o, uint64_t index);
/* The builder's stack for a stack of the table. */
uint32_t fr_otlp_stack(fr_otlp *o, uint64_t index);
void fr_otlp_take_resource(fr_otlp *o, fr_bytes resource); /* Sets `shared`. */
/* Sets `labels` and the origin; the shared labels are among them. `indices` are of attributes. */
void fr_otlp_take_attributes(fr_otlp *o, const fr_list *indices);

#endif
