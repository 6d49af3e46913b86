/*
 * pprof_tables.h - what is in a pprof message: its strings, mappings, functions and locations by id, and
 * what its header says. Samples are read in a second pass, because the string table may come last.
 *
 *     location 7 -> {mapping 1, address, lines [function 5, line 42]} -> frames [main.run]
 *
 * Field numbers are those of profile.proto (https://github.com/google/pprof, 2024-09).
 */
#ifndef FR_FORMATS_PPROF_TABLES_H
#define FR_FORMATS_PPROF_TABLES_H

#include "formats/pprof/id_map.h"
#include "formats/pprof/wire.h"
#include "formats/purpose.h"
#include "model/build/builder.h"

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

typedef struct fr_pprof_list {
    void *items;
    size_t n, cap;
} fr_pprof_list;

/* Names are indices of strings. */
typedef struct fr_pprof_mapping {
    uint64_t id, file, start, limit, offset, build_id;
    uint32_t has;     /* of fr_mapping */
    uint32_t made_id; /* in the builder, where locations are kept; 0: not yet */
    uint32_t module;  /* name of the file */
    fr_kind kind;
    bool known;        /* module and kind are filled in */
    bool says_nothing; /* what was made of it */
} fr_pprof_mapping;

typedef struct fr_pprof_function {
    uint64_t id, name, system_name, file, start_line;
    fr_frame frame; /* what all its lines share; name 0: not filled in */
    bool has_kind;  /* the name says frame.kind */
} fr_pprof_function;

typedef struct fr_pprof_line {
    uint64_t function_id;
    uint32_t line; /* 0: unknown, or too large for one */
    uint32_t kind; /* of FR_PPROF_LINE_KIND, + 1; 0: the line has none */
} fr_pprof_line;

typedef struct fr_pprof_type {
    uint64_t type, unit;
} fr_pprof_type;

typedef struct fr_pprof {
    fr_builder *b;
    const fr_read_options *opt;
    fr_needs needs;
    fr_bytes all;            /* the message */
    fr_bytes samples;        /* the part of it that all samples are in */
    size_t held;             /* bytes of all lists */
    fr_pprof_list strings;   /* fr_bytes */
    fr_pprof_list types;     /* fr_pprof_type */
    fr_pprof_list mappings;  /* fr_pprof_mapping */
    fr_pprof_list functions; /* fr_pprof_function */
    fr_pprof_list locations; /* fr_bytes: messages; none once they have become frames */
    fr_pprof_list comments;  /* uint64_t: indices of strings */
    fr_pprof_list lines;   /* fr_pprof_line: of the location that becomes frames, innermost first */
    fr_pprof_list frames;  /* uint32_t: of all locations; see fr_pprof_frames_of() */
    fr_pprof_list named;   /* uint32_t, by string: id + 1 of fr_pprof_name() */
    fr_pprof_list spelled; /* uint32_t, by string: id + 1 of fr_pprof_spelling() */
    fr_id_map mapping_ids, function_ids; /* places in their lists */
    fr_id_map location_ids;              /* places in `frames` */
    fr_pprof_type period_type;
    uint64_t header[FR_PPROF_N_FIELDS]; /* values of the numbers among the fields of Profile */
    uint32_t seen;                      /* bit 1 << field */
    bool types_ended;                   /* strings came after sample types */
    bool drops_lines;                   /* frames get no files, lines and addresses */
    uint64_t n_dangling;                /* ids of nothing */
} fr_pprof;

/* The item at `i` of a list. */
static inline void *fr_pprof_at(const fr_pprof_list *list, size_t i, size_t size)
{
    return (char *)list->items + i * size;
}
/* All items, with room for n more behind them; NULL after a failure, which is the builder's: all lists
 * together stay within the limit on memory. */
void *fr_pprof_room(fr_pprof *p, fr_pprof_list *list, size_t n, size_t size);
/* One more item at the end, zeroed; NULL after a failure. */
void *fr_pprof_add(fr_pprof *p, fr_pprof_list *list, size_t size);
/* Frees a list, which is empty then. */
void fr_pprof_drop(fr_pprof *p, fr_pprof_list *list, size_t size);

/* Fills the lists; false after a failure, which is the builder's. */
bool fr_pprof_index(fr_pprof *p, fr_bytes all);
/* Turns locations into frames. */
bool fr_pprof_resolve(fr_pprof *p);
void fr_pprof_reset(fr_pprof *p);

/* The frames of a location, the outermost first, behind their number: {2, main, copy}. NULL: there is no
 * such location. After fr_pprof_resolve(). */
static inline const uint32_t *fr_pprof_frames_of(const fr_pprof *p, uint64_t id)
{
    uint32_t at = fr_id_map_find(&p->location_ids, id);

    return at == FR_NO_PLACE ? NULL : (const uint32_t *)p->frames.items + at;
}

/* The frame of what has nothing but this name. */
uint32_t fr_pprof_standalone(fr_pprof *p, fr_bytes name);
/* What stands for a location without a function: "[app]", or its address, or "[unknown]". */
void fr_pprof_standin(fr_bytes module, uint64_t address, char to[300]);
/* A string by its index; fails the builder where there is none. */
fr_bytes fr_pprof_string(fr_pprof *p, uint64_t index);
/* The name of a string, looked up once; 0 for an empty one. */
uint32_t fr_pprof_name(fr_pprof *p, uint64_t index);
/* The name of a string as it is, blanks and all. */
uint32_t fr_pprof_spelling(fr_pprof *p, uint64_t index);
/* Fails the builder with the place of `at`. Returns false. */
bool fr_pprof_fail(fr_pprof *p, const char *at, const char *text);
/* True if the cursor ended well; else fails the builder. */
bool fr_pprof_ended(fr_pprof *p, const fr_wire *w);

#endif
