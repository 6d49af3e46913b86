/*
 * jfr.h - a chunk of a recording while it is read: its types, its constants, and what is chosen.
 *
 *     header | event | event | ... | constants | ... | metadata | constants      a chunk
 *
 * All of a chunk is held, and its tables refer to it. The next chunk has types and constants of its own.
 */
#ifndef FR_FORMATS_JFR_JFR_H
#define FR_FORMATS_JFR_JFR_H

#include "formats/list.h"
#include "formats/reader.h"

/*
 * Numbers and strings as Java Flight Recorder writes them, one after another. What would reach beyond the end sets
 * `bad`, and is 0 or empty.
 */
typedef struct fr_jfr_cursor {
    const char *at, *end;
    bool bad;
} fr_jfr_cursor;

/* A string that is not decoded yet: slices point into the chunk. */
typedef struct fr_jfr_string {
    uint8_t encoding;
    bool pooled;  /* a constant of the pool of strings: */
    uint64_t id;  /* its id, */
    fr_bytes raw; /* or what is to be decoded */
} fr_jfr_string;

uint64_t fr_jfr_long_number(fr_jfr_cursor *c);

static inline uint64_t fr_jfr_number(fr_jfr_cursor *c)
{
    if (c->at < c->end && (unsigned char)*c->at < 0x80)
        return (unsigned char)*c->at++;
    return fr_jfr_long_number(c);
}

fr_bytes fr_jfr_take(fr_jfr_cursor *c, uint64_t n);
/* The string in UTF-8: its own bytes, or a copy in `arena`. Empty for a pooled one, and with at == NULL when
 * memory ran out. */
fr_bytes fr_jfr_decode(const fr_jfr_string *string, fr_arena *arena);

/* ---- types (jfr_types.c) ---- */

/* The role of a record for the reader: fields are known by name alone. */
typedef enum fr_jfr_role {
    FR_JFR_NOTHING,
    FR_JFR_START,    /* ticks */
    FR_JFR_DURATION, /* ticks */
    FR_JFR_OF_THREAD,
    FR_JFR_OF_STACK,
    FR_JFR_OF_STATE,
    FR_JFR_OF_CLASS, /* that is allocated, locked or waited for */
    FR_JFR_WEIGHT,
    FR_JFR_SIZE,
    FR_JFR_TLAB_SIZE,
    FR_JFR_SAMPLES,
    FR_JFR_TRUNCATED,
    FR_JFR_FRAMES, /* an array */
    FR_JFR_METHOD,
    FR_JFR_LINE,
    FR_JFR_TYPE, /* of a frame; of a method: its class */
    FR_JFR_OS_ID,
    FR_JFR_JAVA_ID,
    FR_JFR_NAME,       /* a text, or a number: a symbol */
    FR_JFR_OTHER_NAME, /* the system's, of a thread */
    FR_JFR_N_ROLES
} fr_jfr_role;

/* A record as far as it has roles. */
typedef struct fr_jfr_record {
    uint64_t value[FR_JFR_N_ROLES];
    fr_jfr_string name, other_name;
} fr_jfr_record;

#define FR_JFR_LEVELS 8 /* structures inside structures */

typedef struct fr_jfr_class {
    uint64_t id;
    fr_bytes name;
    uint32_t first_field, n_fields;
    uint32_t first_op, n_ops; /* n_ops 0: not made yet */
    uint8_t event;            /* the kind of event + 1; 0: none that is read */
    uint8_t pool;             /* fr_jfr_pool_kind + 1; 0: none that is asked for */
} fr_jfr_class;

typedef struct fr_jfr_types {
    fr_list strings; /* fr_bytes */
    fr_list classes; /* fr_jfr_class */
    fr_list fields;  /* of all classes, one after another: their elements */
    fr_list ops;     /* fr_jfr_op */
    fr_id_map ids;   /* places in classes */
} fr_jfr_types;

/* ---- constants (jfr_pools.c) ---- */

typedef enum fr_jfr_pool_kind {
    FR_JFR_STACKS,
    FR_JFR_METHODS,
    FR_JFR_CLASSES,
    FR_JFR_SYMBOLS,
    FR_JFR_THREADS,
    FR_JFR_STATES,
    FR_JFR_FRAME_TYPES,
    FR_JFR_STRINGS,
    FR_JFR_N_POOLS
} fr_jfr_pool_kind;

typedef struct fr_jfr_constant {
    uint64_t id;
    size_t at;     /* its record in the chunk */
    uint32_t made; /* what it has become in the builder, + 1; 0: nothing yet */
    uint32_t more; /* of a stack: it is cut; of a thread: its id in the builder */
} fr_jfr_constant;

typedef struct fr_jfr_pool {
    fr_jfr_class *class; /* NULL: the chunk has none of the kind */
    fr_list constants;
    fr_id_map ids;
} fr_jfr_pool;

/* ---- the chunk ---- */

typedef struct fr_jfr {
    fr_builder *b;
    fr_choice *choice;
    fr_held held;
    fr_bytes chunk;
    uint64_t chunk_at; /* in the input */
    fr_jfr_types types;
    fr_jfr_pool pools[FR_JFR_N_POOLS];
    fr_arena arena;  /* decoded strings */
    uint64_t n_text; /* bytes of the names that were put together */
    fr_list frames;  /* uint32_t: of a stack, the innermost first; for all chunks */
} fr_jfr;

/* Fails the builder with the place of `at`, which is in the chunk. Returns false. */
bool fr_jfr_damaged(fr_jfr *j, const char *at, const char *what);
/* fr_list_add(), which counts the chunk and its strings, too. */
void *fr_jfr_add(fr_jfr *j, fr_list *list, size_t size);

/* Reads the types of the chunk from the last metadata event; false: there is none, or it is damaged. */
bool fr_jfr_read_types(fr_jfr *j, fr_jfr_cursor *metadata);
fr_jfr_class *fr_jfr_find_class(fr_jfr *j, uint64_t id);
/* The steps that read a record of the class; false: a class that cannot be read. */
bool fr_jfr_plan(fr_jfr *j, fr_jfr_class *class);

/* Reads a record: true at the end of each frame of its array of frames, false at its end or where *c is bad. */
typedef struct fr_jfr_run {
    const struct fr_jfr_op *first, *at, *end;
    uint64_t left[FR_JFR_LEVELS]; /* elements of the arrays that are open */
    size_t depth;
} fr_jfr_run;
fr_jfr_run fr_jfr_run_of(const fr_jfr *j, const fr_jfr_class *class);
bool fr_jfr_step(fr_jfr_run *run, fr_jfr_cursor *c, fr_jfr_record *record);

bool fr_jfr_take_constants(fr_jfr *j, fr_jfr_cursor *c);
bool fr_jfr_index_pools(fr_jfr *j); /* After all constants of a chunk. */
/* A constant; NULL: there is none. `made` is filled in for stacks, threads (the name), states and classes. */
const fr_jfr_constant *fr_jfr_find(fr_jfr *j, fr_jfr_pool_kind kind, uint64_t id);
extern const char *const fr_jfr_pool_names[FR_JFR_N_POOLS];

/* The row of an event by its name, + 1; 0: it is not read. */
uint8_t fr_jfr_event_row(fr_bytes name);

#endif
