/*
 * pprof.h - what is in a pprof message: its strings, mappings, functions and locations by id, what its header says, and
 * its samples one by one. They are read in a second pass, because the string table may come last.
 *
 *     location 7 -> {mapping 1, address, lines [function 5, line 42]} -> frames [main.run]
 *
 * Field numbers are those of profile.proto (https://github.com/google/pprof, 2024-09).
 */
#ifndef FR_FORMATS_PPROF_H
#define FR_FORMATS_PPROF_H

#include "formats/list.h"
#include "formats/pprof/wire.h"
#include "formats/reader.h"
#include "formats/symbols.h"

/* Fields of Profile. */
enum {
    FR_PPROF_SAMPLE_TYPE = 1,
    FR_PPROF_SAMPLE = 2,
    FR_PPROF_MAPPING = 3,
    FR_PPROF_LOCATION = 4,
    FR_PPROF_FUNCTION = 5,
    FR_PPROF_STRING = 6,
    FR_PPROF_DROP_FRAMES = 7,
    FR_PPROF_KEEP_FRAMES = 8,
    FR_PPROF_TIME = 9,
    FR_PPROF_DURATION = 10,
    FR_PPROF_PERIOD_TYPE = 11,
    FR_PPROF_PERIOD = 12,
    FR_PPROF_COMMENT = 13,
    FR_PPROF_DEFAULT_TYPE = 14,
    FR_PPROF_DOC_URL = 15,
    FR_PPROF_N_FIELDS = 16
};

/* A field of ours in Line, which other readers skip: what a frame is that pprof cannot say. */
enum { FR_PPROF_LINE_KIND = 100, FR_PPROF_KEEPS_ADDRESS = 0x100 };

/* A message of ours in Profile, which other readers skip: what a partial merge is of. 1: how many inputs, 2: the sum of
 * their SHA-256. */
enum { FR_PPROF_PROVENANCE = 100 };

typedef struct fr_pprof_type {
    uint64_t type, unit;
} fr_pprof_type;

typedef struct fr_pprof {
    fr_builder *b;
    const fr_read_options *opt;
    fr_needs needs;
    fr_bytes samples; /* the part of it that all samples are in */
    fr_held held;     /* by all lists */
    fr_wire_whole whole;
    fr_list strings;  /* fr_bytes */
    fr_list types;    /* fr_pprof_type */
    fr_list comments; /* uint64_t: indices of strings */
    fr_list
        frames; /* uint32_t: of all locations, each the outermost first, behind their number: {2, main, copy} */
    fr_list spelled;        /* uint32_t, by string: id + 1 of fr_pprof_spelling() */
    fr_id_map location_ids; /* places in `frames` */
    fr_pprof_type period_type;
    fr_provenance provenance;
    uint64_t header[FR_PPROF_N_FIELDS]; /* values of the numbers among the fields of Profile */
    uint64_t n_dangling;                /* ids of nothing */
} fr_pprof;

/* Fills the lists, and turns locations into frames; false after a failure, which is the builder's. */
bool fr_pprof_index(fr_pprof *p, fr_bytes all);
void fr_pprof_reset(fr_pprof *p);

/* Returns the name that stands for a location without a function: "[app]", or its address, or "[unknown]". */
fr_bytes fr_pprof_stand_in(fr_bytes module, uint64_t address, char room[FR_STAND_IN_MAX]);
/* A copy of a text, or of `otherwise` where it is empty; to be freed. NULL: no memory, which fails the builder. */
char *fr_pprof_copy(fr_builder *b, fr_bytes text, const char *otherwise);
/* A string by its index; fails the builder where there is none. */
fr_bytes fr_pprof_string(fr_pprof *p, uint64_t index);
/* The name of a string as it is, blanks and all. */
uint32_t fr_pprof_spelling(fr_pprof *p, uint64_t index);
/* The numbers among the fields 1 to n of a message, into values[0] to values[n - 1]. */
void fr_pprof_numbers(fr_pprof *p, fr_bytes message, uint64_t *values, uint32_t n);

/* ---- samples ---- */

/*
 * One sample of a pprof, taken apart. All zero at first; keeps its memory from one sample to the next. Needs no
 * builder, so that threads may parse.
 *
 *     {location_id: [3, 2, 1], value: [10, 100000000], label: {key: 1, str: 2}}
 *     ids 3 2 1 (leaf first)   values 10 100000000   labels: the message {key: 1, str: 2}
 */
typedef struct fr_pprof_sample {
    uint64_t *ids; /* of locations, leaf first */
    size_t n_ids, ids_cap;
    int64_t values[FR_MAX_COLUMNS];
    uint32_t n_values; /* those above FR_MAX_COLUMNS are counted, not kept */
    fr_bytes *labels;  /* messages */
    size_t n_labels, labels_cap;
    fr_wire fault; /* where it is damaged */
} fr_pprof_sample;

/* Ids and values may be packed or not, and stand in several fields. False: it is damaged, and s->fault says where;
 * or memory ran out, or its ids would take more than `most` bytes, and s->fault is none. */
bool fr_pprof_sample_parse(fr_pprof_sample *s, fr_bytes message, uint64_t most);
void fr_pprof_sample_reset(fr_pprof_sample *s);

bool fr_pprof_sample_is_zero(const fr_pprof_sample *s);

/* The columns of the values of all samples. */
typedef struct fr_pprof_columns {
    uint32_t n;
    bool counted[FR_MAX_COLUMNS]; /* the values are numbers of samples */
    uint32_t counter;             /* the column that is "samples"; FR_MAX_COLUMNS: none */
} fr_pprof_columns;

/* Returns how many samples a record of the profile stands for. */
uint64_t fr_pprof_sample_count(const fr_pprof_columns *columns, const int64_t *values);

/* All zero but p at first. */
typedef struct fr_pprof_samples {
    fr_pprof *p;
    fr_pprof_columns columns;
    fr_list path; /* uint64_t: ids of the sample pushed last, leaf first */
    fr_list
        path_ends; /* fr_run_end: by id of that sample, root first: the stack up to its frames */
    fr_frame_runs runs;
    fr_pprof_sample sample;
    fr_list labels;        /* fr_label: of a sample */
    uint64_t n_unlabelled; /* samples whose labels are omitted, as asked for */
} fr_pprof_samples;

/* Tells the builder all samples. `counted`: stacks and values are in the builder, and what is left are the
 * records and the notes. */
void fr_pprof_samples_read(fr_pprof_samples *s, bool counted);
/* True where they are for a picture alone: none of their frames is dropped, and they have no two sides, which
 * would be drawn as a differential. */
bool fr_pprof_samples_are_drawn(const fr_pprof_samples *s);

#endif
