/*
 * stack_map.c - the steps of a transform, one frame at a time.
 *
 *     --hide b         a;b;c   ->  a;c
 *     --show-from b    a;b;c   ->  b;c
 *     --prune-from b   a;b;c   ->  a;b
 *     direct           a;b;b;c ->  a;b;c
 *     cycles           a;b;a;b;c -> a;b;c
 *
 * pprof's steps work on locations: a function together with what was inlined into it (lines of one
 * Location). Here a location is a frame and the inlined ones that follow it. Where a step removes
 * some of its lines, it does so wherever the location stands (profile/filter.go, profile/prune.go):
 *
 *     --show-from i    outer, [i, j inlined]   ->  i;j           everywhere: outer is above i
 *     --prune-from i   outer, [i, j inlined]   ->  outer;i       everywhere: j is beneath i
 *     drop_frames i    outer, [i, j inlined]   ->  outer         everywhere
 *
 * A location is met line by line, outermost first, and a stack may end at each: so `to` is what the
 * stack would be if its location ended here, `base` what it was before the location, `cut` what
 * --prune-from leaves of it.
 */
#include "model/build/builder_merge.h"
#include "model/transform/steps.h"

#include <stdlib.h>

#define MAX_PERIOD 64 /* frames of a cycle that is folded */
#define NOWHERE    UINT32_MAX

/* Bits of `seen` after those of the steps. */
enum {
    ALL_HIDDEN = 1 << FR_N_STEPS, /* no frame so far is shown */
    USER = ALL_HIDDEN << 1,       /* a location above has no frame to drop */
    CLEAN = USER << 1,            /* nor has this one so far */
    WHOLE = CLEAN << 1,           /* its outermost line matched before any user frame: it stays */
    REST_DROPPED = WHOLE << 1,    /* the rest of this location is dropped */
    BENEATH = REST_DROPPED << 1,  /* and so is all beneath it */
    HAS_LINE = BENEATH << 1,      /* a line of this location is in the stack */
    FROM_HERE = HAS_LINE << 1,    /* --show-from matched in this location */
    OF_LOCATION = CLEAN | WHOLE | REST_DROPPED | HAS_LINE | FROM_HERE
};
_Static_assert(FROM_HERE <= UINT16_MAX, "bits of seen");

/* A frame on its way into the stack. */
typedef struct visit {
    fr_stack_map *m;
    uint32_t stack;
    unsigned hits, seen;
    bool inlined;
} visit;

static bool hit(const visit *v, fr_step_id step)
{
    return fr_step_bit(v->hits, step);
}

static bool asks(const fr_stack_map *m, fr_step_id step)
{
    return m->steps->rows[step].pattern != NULL;
}

/* ---- recursion ---- */

static uint32_t name_of(const fr_stack_map *m, uint32_t stack)
{
    return fr_builder_frame_name_id(m->b, fr_builder_stack(m->b, stack).frame);
}

static uint32_t parent_of(const fr_stack_map *m, uint32_t stack)
{
    return fr_builder_stack(m->b, stack).parent;
}

/* The last `period` frames of `stack` equal the ones before them, `before` being the stack that
 * ends there. */
static bool repeats(const fr_stack_map *m, uint32_t stack, uint32_t before, uint32_t period)
{
    for (uint32_t i = 0; i < period; i++) {
        if (stack == FR_NO_STACK || before == FR_NO_STACK ||
            name_of(m, stack) != name_of(m, before))
            return false;
        stack = parent_of(m, stack);
        before = parent_of(m, before);
    }
    return true;
}

/* The stack without its last cycle, for the shortest period that repeats. */
static uint32_t fold(fr_stack_map *m, uint32_t stack)
{
    uint32_t longest = m->opt->recursion == FR_RECURSION_DIRECT ? 1 : MAX_PERIOD;
    uint32_t before = parent_of(m, stack);

    for (uint32_t period = 1; period <= longest && before != FR_NO_STACK; period++) {
        if (repeats(m, stack, before, period)) {
            m->folded = true;
            return before;
        }
        before = parent_of(m, before);
    }
    return stack;
}

/* ---- steps ---- */

/* Returns the stack that values of a stack go to if its location ends with it. */
static uint32_t settled(const fr_stack_map *m, uint32_t stack)
{
    return m->cut && m->cut[stack] != NOWHERE ? m->cut[stack] : m->to[stack];
}

static void enter(visit *v, uint32_t parent)
{
    fr_stack_map *m = v->m;

    v->seen = m->seen[parent];
    m->to[v->stack] = v->inlined ? m->to[parent] : settled(m, parent);
    if (m->base)
        m->base[v->stack] = v->inlined ? m->base[parent] : m->to[v->stack];
    if (m->cut) {
        bool keeps = v->inlined || m->cut[parent] == NOWHERE;
        m->pruned[v->stack] = keeps ? m->pruned[parent] : m->cut[parent];
        m->cut[v->stack] = v->inlined ? m->cut[parent] : NOWHERE;
    }
    if (!v->inlined)
        v->seen = (v->seen & ~(unsigned)OF_LOCATION) | (v->seen & CLEAN ? USER : 0) | CLEAN;
}

/* --drop-frames: from the outermost matching line on, and all beneath, once a user frame stands
 * above; before it only inlined lines go. */
static bool is_dropped(visit *v)
{
    if (v->seen & (BENEATH | REST_DROPPED))
        return true;
    if (!hit(v, FR_STEP_DROP) || v->seen & WHOLE)
        return false;
    v->seen &= ~(unsigned)CLEAN;
    if (!v->inlined && !(v->seen & USER)) {
        v->seen |= WHOLE;
        return false;
    }
    v->seen |= 1u << FR_STEP_DROP | (v->seen & USER ? BENEATH : REST_DROPPED);
    return true;
}

static bool is_hidden(visit *v)
{
    unsigned noted =
        1u << FR_STEP_FOCUS | 1u << FR_STEP_IGNORE | 1u << FR_STEP_HIDE | 1u << FR_STEP_SHOW;
    bool shown = !hit(v, FR_STEP_HIDE) && (!asks(v->m, FR_STEP_SHOW) || hit(v, FR_STEP_SHOW));

    v->seen |= v->hits & (noted | 1u << FR_STEP_KEEP);
    if (shown)
        v->seen &= ~(unsigned)ALL_HIDDEN;
    return !shown;
}

/* --show-from: the outermost match of a location removes the lines above it. */
static bool is_above(visit *v)
{
    fr_stack_map *m = v->m;

    if (!asks(m, FR_STEP_SHOW_FROM))
        return false;
    if (hit(v, FR_STEP_SHOW_FROM) && !(v->seen & FROM_HERE)) {
        v->seen |= 1u << FR_STEP_SHOW_FROM | FROM_HERE;
        v->seen &= ~(unsigned)HAS_LINE;
        m->to[v->stack] = m->base[v->stack];
        if (m->cut)
            m->cut[v->stack] = NOWHERE;
    }
    return !fr_step_bit(v->seen, FR_STEP_SHOW_FROM);
}

static void append(visit *v, uint32_t frame)
{
    fr_stack_map *m = v->m;
    uint32_t *to = &m->to[v->stack];

    if (m->opt->no_inlines && v->seen & HAS_LINE)
        return;
    v->seen |= HAS_LINE;
    *to = fr_builder_push(m->b, *to, m->as[frame]);
    if (m->opt->recursion != FR_RECURSION_KEEP && *to != FR_NO_STACK)
        *to = fold(m, *to);
}

static void map_stack(fr_stack_map *m, uint32_t stack)
{
    fr_stack s = m->profile->stacks[stack];
    visit v = {.m = m, .stack = stack, .hits = m->steps->hits[s.frame]};

    v.inlined = s.parent != 0 && fr_frame_kind(&m->profile->frames[s.frame]) == FR_KIND_INLINED;
    enter(&v, s.parent);
    if (!is_dropped(&v) && !is_hidden(&v) && !is_above(&v)) {
        append(&v, s.frame);
        if (hit(&v, FR_STEP_PRUNE_FROM)) {
            v.seen |= 1u << FR_STEP_PRUNE_FROM;
            m->cut[stack] = m->to[stack];
        }
    }
    m->seen[stack] = (uint16_t)v.seen;
}

bool fr_stack_map_init(fr_stack_map *m)
{
    size_t n = m->profile->n_stacks;

    m->seen = malloc(n * sizeof *m->seen);
    m->to = malloc(n * sizeof *m->to);
    if (asks(m, FR_STEP_SHOW_FROM))
        m->base = malloc(n * sizeof *m->base);
    if (asks(m, FR_STEP_PRUNE_FROM)) {
        m->cut = malloc(n * sizeof *m->cut);
        m->pruned = malloc(n * sizeof *m->pruned);
    }
    if (!m->seen || !m->to || (asks(m, FR_STEP_SHOW_FROM) && !m->base) ||
        (asks(m, FR_STEP_PRUNE_FROM) && (!m->cut || !m->pruned)))
        return false;
    m->seen[0] = ALL_HIDDEN;
    m->to[0] = FR_NO_STACK;
    if (m->base)
        m->base[0] = FR_NO_STACK;
    if (m->cut)
        m->cut[0] = m->pruned[0] = NOWHERE;
    for (uint32_t s = 1; s < n; s++)
        map_stack(m, s);
    /* --prune-from: the values go to the lowest match. */
    for (uint32_t s = 0; m->cut && s < m->profile->n_stacks; s++) {
        m->to[s] = settled(m, s);
        if (m->cut[s] == NOWHERE && m->pruned[s] != NOWHERE)
            m->to[s] = m->pruned[s];
    }
    return true;
}

void fr_stack_map_reset(fr_stack_map *m)
{
    free(m->seen);
    free(m->to);
    free(m->base);
    free(m->cut);
    free(m->pruned);
    *m = (fr_stack_map){0};
}

fr_step_id fr_stack_map_dropped_by(const fr_stack_map *m, uint32_t stack)
{
    unsigned seen = m->seen[stack];

    if (asks(m, FR_STEP_FOCUS) && !fr_step_bit(seen, FR_STEP_FOCUS))
        return FR_STEP_FOCUS;
    if (asks(m, FR_STEP_IGNORE) && fr_step_bit(seen, FR_STEP_IGNORE))
        return FR_STEP_IGNORE;
    if (seen & ALL_HIDDEN && stack != FR_NO_STACK)
        return asks(m, FR_STEP_SHOW) ? FR_STEP_SHOW : FR_STEP_HIDE;
    if (asks(m, FR_STEP_SHOW_FROM) && !fr_step_bit(seen, FR_STEP_SHOW_FROM))
        return FR_STEP_SHOW_FROM;
    return FR_N_STEPS;
}
