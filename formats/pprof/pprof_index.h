/*
 * pprof_index.h - where everything stands in a pprof message: lists of its strings, mappings,
 * functions and locations, and what its header says. Samples are left to a second pass, because
 * the string table may come last.
 *
 * Field numbers are those of profile.proto (https://github.com/google/pprof, 2024-09).
 */
#ifndef FR_FORMATS_PPROF_INDEX_H
#define FR_FORMATS_PPROF_INDEX_H

#include "formats/pprof/id_map.h"
#include "formats/pprof/wire.h"
#include "model/build/builder_bulk.h"

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
    uint64_t id, file;
    uint64_t start, limit, offset, build_id;
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
    bool has_kind;  /* the name told frame.kind */
    uint32_t
        made; /* without lines: `frame` in the module and of the kind that it has; 0: not yet */
} fr_pprof_function;

typedef struct fr_pprof_line {
    uint64_t function_id;
    uint32_t line; /* 0: unknown, or too large for one */
    uint32_t kind; /* of FR_PPROF_LINE_KIND, + 1; 0: not said */
} fr_pprof_line;

typedef struct fr_pprof_location {
    uint64_t id, mapping_id, address;
    fr_bytes body;      /* of all others; at == NULL: it has one line, */
    fr_pprof_line lone; /* which is this */
    uint32_t first, n;  /* its frames, outermost first */
} fr_pprof_location;

typedef struct fr_pprof_type {
    uint64_t type, unit;
} fr_pprof_type;

/* Lists keep their memory from one input to the next. */
typedef struct fr_pprof {
    fr_builder *b;
    const fr_read_options *opt;
    fr_bytes all;
    fr_bytes samples;      /* the part of it that all samples are in */
    size_t held;           /* bytes of all lists */
    fr_pprof_list strings; /* fr_bytes */
    fr_pprof_list types;   /* fr_pprof_type */
    fr_pprof_list mappings, functions, locations;
    fr_id_map mapping_ids, function_ids, location_ids;
    fr_pprof_type period_type;
    fr_pprof_list comments;  /* uint64_t: indices of strings */
    fr_pprof_list frames;    /* uint32_t: of all locations */
    bool alone;              /* the lists are of one input, not kept for others */
    bool names_only;         /* `frames` are name ids: nothing else of them is wanted */
    bool labels_only;        /* `frames` are names and kinds (formats/pprof/fast/pprof_measure.h) */
    bool drops_lines;        /* frames without files, lines and addresses */
    fr_pprof_list named;     /* uint32_t, by string: id + 1 of fr_pprof_name() */
    fr_pprof_list spelled;   /* uint32_t, by string: id + 1 of fr_pprof_spelling() */
    fr_pprof_list followers; /* uint32_t, by name: of the function after it, perhaps */
    uint32_t last_name;      /* of a function */
    fr_pprof_list made;      /* uint32_t: frames, by name or the one before */
    uint32_t last_frame;
    uint64_t header[FR_PPROF_N_FIELDS]; /* values of the numbers among the fields of Profile */
    uint32_t seen;                      /* bit 1 << field */
    bool types_ended;                   /* strings came after sample types */
    uint64_t n_dangling;                /* ids of nothing */
    size_t indexed;                     /* bytes of `all` */
    fr_builder *namer;                  /* of names ahead; NULL: none are */
    fr_pprof_list plain;                /* uint32_t, by string: id + 1 of fr_builder_plain_name() */
    struct fr_pprof_ahead *ahead;       /* samples noted while indexing; NULL: they are not */
} fr_pprof;

/* The item at `i`, and one more at the end, zeroed or not: NULL after a failure, which is the
 * builder's. */
static inline void *fr_pprof_at(const fr_pprof_list *list, size_t i, size_t size)
{
    return (char *)list->items + i * size;
}
static inline void *fr_pprof_add(fr_pprof *p, fr_pprof_list *list, size_t size);
static inline void *fr_pprof_add_raw(fr_pprof *p, fr_pprof_list *list, size_t size);
/* All items, with room for n more after list->n; NULL after a failure. */
static inline void *fr_pprof_room(fr_pprof *p, fr_pprof_list *list, size_t n, size_t size);
/* The same where there is not. */
void *fr_pprof_grow(fr_pprof *p, fr_pprof_list *list, size_t n, size_t size);

/* Frees a list that does not outlive its input, which holds nothing then. */
void fr_pprof_drop(fr_pprof *p, fr_pprof_list *list, size_t size);

static inline void *fr_pprof_room(fr_pprof *p, fr_pprof_list *list, size_t n, size_t size)
{
    if (list->n + n <= list->cap && list->cap < UINT32_MAX)
        return list->items;
    return fr_pprof_grow(p, list, n, size);
}

static inline void *fr_pprof_add_raw(fr_pprof *p, fr_pprof_list *list, size_t size)
{
    char *items = list->n < list->cap ? list->items : fr_pprof_grow(p, list, 1, size);

    return items ? items + list->n++ * size : NULL;
}

static inline void *fr_pprof_add(fr_pprof *p, fr_pprof_list *list, size_t size)
{
    void *item = fr_pprof_add_raw(p, list, size);

    return item ? memset(item, 0, size) : NULL;
}

/* For another input: all lists are empty. */
void fr_pprof_begin(fr_pprof *p, fr_builder *b, const fr_read_options *opt);
/* Takes strings, functions and locations that look as most writers have them, as long as one follows the
 * other (pprof_run.c); returns where the cursor stands then. */
const char *fr_pprof_take_runs(fr_pprof *p, fr_wire *w);
/* Whether memory may be taken for a string that has not come yet, by its index, which stands at `at` in the
 * message: one much larger than that has no message before it that mentions the others. It does not matter how
 * much of the message there is already. */
bool fr_pprof_may_be_string(const fr_pprof *p, const char *at, uint64_t index);
/* What a run, or fr_pprof_index(), took in: a function, whose name may be wanted, or a string. */
void fr_pprof_want_name(fr_pprof *p, const char *at, uint64_t index);
void fr_pprof_name_string(fr_pprof *p, fr_bytes text);
/* p->all is this from now on: more of the same bytes, and maybe elsewhere in memory. */
void fr_pprof_set_all(fr_pprof *p, fr_bytes all);
/* Fills all lists but the frames with what p->all has so far. */
void fr_pprof_index_some(fr_pprof *p);
/* The same, and p->all is whole; false after a failure, which is the builder's. */
bool fr_pprof_index(fr_pprof *p);
/* Fills p->frames: the frames of every location. */
bool fr_pprof_resolve(fr_pprof *p);
void fr_pprof_reset(fr_pprof *p);

/* One line of a location; false where it is damaged. */
bool fr_pprof_parse_line(fr_bytes message, fr_pprof_line *line, fr_wire *w);
/* What stands for a location without a function: "[app]", or its address, or "[unknown]". */
void fr_pprof_standin(fr_bytes module, uint64_t address, char to[300]);
/* A string by its index; fails the builder where there is none. */
fr_bytes fr_pprof_string(fr_pprof *p, uint64_t index);
/* The name of a string, looked up once; 0 for an empty one. */
uint32_t fr_pprof_name(fr_pprof *p, uint64_t index);
/* The name of a string that was looked up ahead, a function's; 0: it was not. */
uint32_t fr_pprof_plain_name(const fr_pprof *p, uint64_t index);
/* The name of a string as it is, blanks and all. */
uint32_t fr_pprof_spelling(fr_pprof *p, uint64_t index);
/* Fails the builder with the place of `at`. Returns false. */
bool fr_pprof_fail(fr_pprof *p, const char *at, const char *text);
/* True if the cursor ended well; else fails the builder. */
bool fr_pprof_ended(fr_pprof *p, const fr_wire *w);

#endif
