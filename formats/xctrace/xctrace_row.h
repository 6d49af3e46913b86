/*
 * xctrace_row.h - what the reader of xctrace knows: elements by id, and the row that is open. Only for this folder.
 */
#ifndef FR_FORMATS_XCTRACE_ROW_H
#define FR_FORMATS_XCTRACE_ROW_H

#include "formats/xml.h"
#include "model/build/builder_samples.h"
#include "model/build/stack_table.h"

typedef enum element {
    ROW,
    TIME,
    TID,
    PID,
    CORE,
    WEIGHT,
    CYCLES,
    PROCESS,
    THREAD,
    BINARY,
    FRAME,
    BACKTRACE,
    TAGGED,
    N_ELEMENTS
} element;

/* What an element with an id said; which of it, depends on the element. */
typedef struct object {
    int64_t number; /* TIME ... CYCLES; THREAD: tid */
    int64_t pid;    /* THREAD */
    /* PROCESS and THREAD: the name of the process; BINARY: its path; FRAME: its name, after its end the frame */
    uint32_t name;
    /* BINARY: the name that its functions without a name get; FRAME: 1 where it has no name of its own */
    uint32_t stand_in;
    fr_kind kind;    /* BINARY */
    size_t first, n; /* BACKTRACE, TAGGED: its frames */
} object;

/* A row while it is read: what its elements have said so far. */
typedef struct sample {
    object of[N_ELEMENTS];
    bool has[N_ELEMENTS];
} sample;

typedef struct reading {
    fr_builder *b;
    fr_xml *xml;
    uint64_t most;      /* bytes that objects and frames may take */
    fr_stack_table ids; /* (id of an element, 0) */
    object *objects;    /* by id of `ids` */
    size_t objects_cap;
    uint32_t *frames; /* of all backtraces */
    size_t n_frames, frames_cap;
    fr_stack_table pushed; /* (first frame of a backtrace and 1, root): many rows refer to one */
    uint32_t *stacks;      /* by id of `pushed`: of the builder */
    size_t stacks_cap;
    struct {
        element what;
        uint32_t object; /* 0: without an id */
    } open[16];
    size_t n_open;
    sample now;
    bool in_row;
    uint32_t column;
    element weight; /* what the column sums up: WEIGHT, CYCLES; ROW: the number of samples */
    bool has_column;
} reading;

/* The memory that is allowed is used up: the read fails. */
void fr_xctrace_fail_memory(reading *r);
/* Tells the builder the row that has ended. */
void fr_xctrace_end_row(reading *r);

#endif
