/*
 * steps.h - the patterns of a transform, each matched once against every frame.
 *
 *     frame                                focus 'sort'  hide 'libc'
 *     sort.Slice  /go/sort/slice.go        x                          by its name, and by its file
 *     memmove     libc.so.6                              x            by its module
 */
#ifndef FR_MODEL_STEPS_H
#define FR_MODEL_STEPS_H

#include "base/fail.h"
#include "model/profile.h"
#include "model/transform/pattern.h"

/* Steps in the order in which they are applied; KEEP makes exceptions from DROP. */
typedef enum fr_step_id {
    FR_STEP_DROP,
    FR_STEP_KEEP,
    FR_STEP_FOCUS,
    FR_STEP_IGNORE,
    FR_STEP_HIDE,
    FR_STEP_SHOW,
    FR_STEP_SHOW_FROM,
    FR_STEP_PRUNE_FROM,
    FR_N_STEPS
} fr_step_id;

typedef struct fr_step {
    const char *option; /* "--focus" */
    const char *text;   /* NULL: not asked for */
    bool is_list;       /* `text` is a list of runtimes, which stands for their patterns */
    bool is_own;        /* the profile brought it */
    bool is_slow;       /* the profile brought it, and it takes too many steps: it is not applied */
    fr_pattern *pattern;
    /* It matched some frame of a stack with a value; DROP: and the frame was dropped */
    bool matched;
    /* Value of the first column in stacks that it omitted; DROP, PRUNE_FROM: that it matched */
    int64_t removed;
} fr_step;

typedef struct fr_steps {
    fr_step rows[FR_N_STEPS];
    uint8_t *hits; /* by frame: bits 1 << step; DROP without what KEEP matches */
} fr_steps;

static inline bool fr_steps_ask(const fr_steps *steps, fr_step_id step)
{
    return steps->rows[step].pattern != NULL;
}

static inline bool fr_step_bit(uint32_t bits, fr_step_id step)
{
    return bits >> step & 1;
}

/* The text that pprof matches with --drop-frames, --keep-frames and --prune-from: a name without the dot of
 * PowerPC in front and without its argument list, "f(int)" as "f". */
fr_bytes fr_simple_name(fr_bytes name);

/* Returns true if the options have a pattern. */
bool fr_steps_asked(const fr_transform_options *opt);
/* Returns true if all patterns of the options can be read; else FR_E_USAGE. */
bool fr_steps_check(const fr_transform_options *opt, fr_error *err);
/* False with `err` filled where a pattern of the user cannot be read, or takes too many steps. */
bool fr_steps_init(fr_steps *steps, const fr_profile *profile, const fr_transform_options *opt,
                   fr_error *err);
void fr_steps_reset(fr_steps *steps);

/*
 * Which frames are of a language's runtime: the rows of runtimes.def by name.
 *
 *     "go"             a pattern for --hide
 *     "rust,node"      both of theirs
 *     "kernel-idle"    no pattern: samples of idle CPUs (idle.h)
 */

/* False where a name of the list is none, with `err` filled (FR_E_USAGE). NULL is no list, and good. */
FR_CHECKED bool fr_runtimes_check(const char *list, fr_error *err);
/* Return true if a list asks to hide frames, and if it asks to omit idle CPUs. */
bool fr_runtimes_hide(const char *list);
bool fr_runtimes_idle(const char *list);
/* The pattern of the frames to hide, malloc'ed; NULL when memory ran out. */
char *fr_runtimes_pattern(const char *list);

#endif
