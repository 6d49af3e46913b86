/*
 * steps.h - the steps of a transform. Patterns come first, each matched once against every frame:
 *
 *     frame                                focus 'sort'  hide 'libc'
 *     sort.Slice  /go/sort/slice.go        x                          by its name, and by its file
 *     memmove     libc.so.6                              x            by its module
 */
#ifndef FR_MODEL_STEPS_H
#define FR_MODEL_STEPS_H

#include "model/profile.h"
#include "model/transform/names.h"

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
    bool omits; /* some value, of any column */
    /* Value of the column that notes tell of in stacks that it omitted; DROP, PRUNE_FROM: that it matched */
    int64_t removed;
} fr_step;

typedef struct fr_steps {
    fr_step rows[FR_N_STEPS];
    uint8_t *hits; /* by frame: bits 1 << step; DROP without what KEEP matches */
} fr_steps;

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

/* Reads a list of languages whose runtimes are to be hidden. False where a name of it is none, with `err` filled
 * (FR_E_USAGE). NULL is no list, and good. *idle: the list asks to omit idle CPUs. */
FR_CHECKED bool fr_runtimes_check(const char *list, bool *idle, fr_error *err);

/* Tells what every stack becomes (stack_map.c), from the root down: each follows from what its parent became. A
 * location is a frame and the inlined frames that follow it, as in pprof. */

typedef struct fr_stack_map {
    const fr_profile *profile;
    const fr_steps *steps;
    const fr_transform_options *opt;
    fr_builder *b;
    const uint32_t *as; /* by frame: the frame of the builder that it becomes */
    /* bits by stack: what matched at or above it, and what became of its location so far */
    uint16_t *seen;
    uint32_t *to;   /* by stack: the stack in the builder that gets its values */
    uint32_t *base; /* by stack: the stack in the builder above its location; --show-from only */
    /* the stack in the builder that --prune-from leaves of a stack's location, or none; by stack */
    uint32_t *cut;
    uint32_t *pruned; /* by stack: the same of what stands above its location */
    bool folded;      /* recursion was folded somewhere */
} fr_stack_map;

/* Fills the fields from `seen` on; the caller has set those before it. False when memory ran out; other failures are
 * the builder's. */
bool fr_stack_map_init(fr_stack_map *map);
void fr_stack_map_reset(fr_stack_map *map);
/* The step that drops this stack's own value, or FR_N_STEPS. */
fr_step_id fr_stack_map_dropped_by(const fr_stack_map *map, uint32_t stack);

/* --tagroot, --tagleaf: labels become frames; --tagfocus, --tagignore: labels choose samples (tags.c). */

bool fr_tags_asked(const fr_transform_options *opt);
/* Returns true if the options can be understood; else FR_E_USAGE. */
bool fr_tags_check(const fr_transform_options *opt, fr_error *err);
/* The profile after these four, with notes of what they did; NULL and `err` on failure, FR_E_EMPTY
 * where nothing is left. */
fr_profile *fr_tags_apply(const fr_profile *profile, const fr_transform_options *opt,
                          fr_error *err);

#endif
