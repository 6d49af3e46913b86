/*
 * quality.h - how good the stacks of a recording are: how many are cut, broken or without names.
 *
 *     sh;[unknown];[dash]                      no-root: nothing says where the thread began
 *     node;f;f;f; ... 127 frames               cut-stacks: the recorder stopped counting
 *     app;main;[libfoo.so]                     unknown-frames: 1 of 2
 *
 * Measured on the whole recording, before any transform, by the values of one column: the same values as
 * the widths of a picture. docs/check.md has the thresholds and their reasons.
 */
#ifndef FR_MODEL_QUALITY_H
#define FR_MODEL_QUALITY_H

#include "model/build/tally.h"
#include "model/profile.h"

/* Times at which a recording has no samples: silences of a second and more, and of 100 times the median interval. */
typedef struct fr_gaps {
    uint64_t n;
    int64_t longest_ns;
} fr_gaps;

typedef enum fr_cause {
    FR_CAUSE_UNKNOWN,
    FR_CAUSE_KERNEL,
    FR_CAUSE_COMPILED,
    FR_CAUSE_CUT,
    FR_CAUSE_NO_ROOT,
    FR_CAUSE_ONE_FRAME,
    FR_CAUSE_NO_STACK,
    FR_CAUSE_LOST,
    FR_N_SHARES, /* above: shares with a limit; below: facts that are only reported */
    FR_CAUSE_FEW = FR_N_SHARES,
    FR_CAUSE_EVENTS,
    FR_CAUSE_GAPS,
    FR_N_CAUSES
} fr_cause;

typedef enum fr_level { FR_LEVEL_GOOD, FR_LEVEL_REMARK, FR_LEVEL_BAD } fr_level;

typedef struct fr_finding {
    int64_t part, whole; /* the share that suffers; whole 0: not judged */
    int64_t limit_ppm;   /* a larger share is bad; 0: none is */
    fr_level level;
} fr_finding;

/* A depth at which recorders stop. */
typedef struct fr_depth_limit {
    uint32_t depth;
    unsigned stacks; /* FR_STACKS_...: the only stacks that it is known of; 0: any */
    const char *advice;
} fr_depth_limit;

#define FR_UNKNOWN_MAX_PPM INT64_C(200000) /* more unknown frames are bad, unless asked otherwise */

typedef struct fr_quality {
    fr_finding found[FR_N_CAUSES];
    int64_t whole;                     /* sum of the column */
    int64_t by_depth[FR_STACK_DEPTHS]; /* value by frames of the stack */
    uint32_t n_stacks;                 /* distinct ones with a value of their own */
    const fr_depth_limit *cut;         /* NULL: none seen */
    uint32_t cut_depth;
    int64_t short_value; /* of FR_CAUSE_NO_ROOT: stacks of at most two frames outside the kernel */
    uint64_t n_samples;
    uint64_t n_lost; /* by the notes */
    fr_gaps gaps;
    bool events_add_up;
} fr_quality;

/* Fills `q`; false: memory ran out. `unknown_max_ppm` is FR_UNKNOWN_MAX_PPM, or what is asked. */
bool fr_quality_measure(fr_quality *q, const fr_profile *profile, uint32_t column,
                        int64_t unknown_max_ppm);
/* Adds a note to the profile where its last column's stacks are bad; false: memory ran out. */
bool fr_quality_note(fr_profile *profile);
/* The sentence of that note, "" where there is none. */
const char *fr_quality_sentence(const fr_meta *meta);

/* ---- what names tell ---- */

enum {
    FR_FRAME_PROCESS = 1 << 0,
    FR_FRAME_INLINED = 1 << 1,
    FR_FRAME_KERNEL = 1 << 2,
    FR_FRAME_COMPILED = 1 << 3, /* by a JIT */
    FR_FRAME_UNKNOWN = 1 << 4,
    FR_FRAME_BARE = 1 << 5,  /* unknown, its module too */
    FR_FRAME_ROOT = 1 << 6,  /* threads and programs begin with it */
    FR_FRAME_ABSENT = 1 << 7 /* "[no stack]" stands for all frames */
};

unsigned fr_frame_traits(fr_bytes name, fr_kind kind);
/* Those of a frame of a profile: "libc.so.6+0x3ef10" is no function's name where the module is libc.so.6. */
unsigned fr_frame_traits_in(const fr_profile *profile, uint32_t frame);

/* Adds a frame of these traits to a stack. The frame is no process. */
static inline void fr_stack_traits_add(fr_stack_traits *stack, unsigned frame)
{
    if (!(frame & FR_FRAME_INLINED) && stack->frames < FR_STACK_DEPTHS - 1) {
        stack->frames = (stack->frames + 1u) & (FR_STACK_DEPTHS - 1);
        stack->unknown =
            (stack->unknown + (frame & FR_FRAME_UNKNOWN ? 1u : 0u)) & (FR_STACK_DEPTHS - 1);
    }
    if (frame & FR_FRAME_UNKNOWN) {
        stack->unknown_kernel |= (frame & FR_FRAME_KERNEL) != 0;
        stack->unknown_compiled |= (frame & FR_FRAME_COMPILED) != 0;
    }
}

/* The least limit of recorders of such stacks (FR_STACKS_...). */
uint32_t fr_depth_limit_least(unsigned stacks);

#endif
