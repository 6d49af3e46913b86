/*
 * idle.c - two tables of names, and one loop from roots to leaves.
 *
 *     swapper;start_secondary;do_idle;cpuidle_enter;native_safe_halt                      idle
 *     swapper;...;cpuidle_enter;native_safe_halt;asm_sysvec_...;irq_exit_rcu;net_rx_...   work
 *     java;...;cpuidle_cooling_register                                                   work
 *     (idle)                                                                              idle: V8's event loop waits
 *
 * FlameScope's rule, a swapper's stack with one of a few names in it, with two of its faults
 * mended: more idle loops are known (intel_idle, mwait_idle, cpu_do_idle ...), and an interrupt
 * that an idle CPU takes is work. Its rule is quoted in docs/heatmap.md.
 */
#include "model/transform/idle.h"

#include <stdlib.h>

/* Parts of the names of functions that wait for work, and of those under which an interrupt begins. */
static const struct {
    const char *part;
    bool interrupts;
} parts[] = {
#define WAITS(part)     {part, false},
#define INTERRUPT(part) {part, true},
#include "model/transform/idle.def"
#undef WAITS
#undef INTERRUPT
};

/* The state of a stack, from its root on. */
enum { BUSY, IDLE, INTERRUPTED };

static bool holds_part(fr_bytes text, bool interrupts)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].interrupts == interrupts && fr_bytes_contain(text, parts[i].part))
            return true;
    return false;
}

/* Marks stacks that are idle: one stays so until an interrupt; what that does is work. False: memory ran out. */
static bool classify_stacks(const fr_profile *profile, uint8_t *stack)
{
    uint8_t *frame = calloc((size_t)profile->n_frames + 1, 1);

    for (uint32_t f = 1; f < profile->n_frames && frame; f++)
        frame[f] = holds_part(fr_frame_name(profile, f), false) ? IDLE : BUSY;
    for (uint32_t s = 1; s < profile->n_stacks && frame; s++) {
        uint32_t f = profile->stacks[s].frame;
        uint8_t above = stack[profile->stacks[s].parent];
        bool interrupted = above == IDLE && holds_part(fr_frame_name(profile, f), true);
        stack[s] = above == BUSY ? frame[f] : interrupted ? INTERRUPTED : above;
    }
    for (uint32_t s = 0; s < profile->n_stacks; s++)
        stack[s] = stack[s] == IDLE;
    free(frame);
    return frame != NULL;
}

/* V8's frame of a thread whose event loop waits. */
static bool is_engine_frame(fr_bytes name)
{
    return fr_bytes_equal(name, FR_LITERAL("(idle)"));
}

bool fr_name_is_idle(fr_bytes name)
{
    return is_engine_frame(name) || holds_part(name, false);
}

static bool is_engine_idle(const fr_profile *profile, uint32_t stack)
{
    return is_engine_frame(fr_frame_name(profile, profile->stacks[stack].frame));
}

static bool is_swapper(fr_bytes name)
{
    return fr_bytes_starts(name, FR_LITERAL("swapper"));
}

uint8_t *fr_idle_stacks(const fr_profile *profile)
{
    uint8_t *idle = calloc((size_t)profile->n_stacks + 1, 1);
    uint8_t *task = calloc((size_t)profile->n_stacks + 1, 1);
    bool good = idle && task && classify_stacks(profile, idle);

    for (uint32_t s = 1; s < profile->n_stacks && good; s++) {
        const fr_stack *stack = &profile->stacks[s];
        task[s] = stack->parent == FR_NO_STACK ? is_swapper(fr_frame_name(profile, stack->frame))
                                               : task[stack->parent];
        idle[s] = (idle[s] && task[s]) || is_engine_idle(profile, s);
    }
    free(task);
    return fr_kept(good, idle);
}

bool fr_idle_init(fr_idle *idle, const fr_profile *profile, fr_error *err)
{
    const fr_samples *samples = &profile->samples;
    bool has_idle_task = false;

    idle->stack = calloc((size_t)profile->n_stacks + 1, 1);
    idle->thread = calloc(samples->n_threads + 1, 1);
    for (size_t t = 0; t < samples->n_threads && idle->thread; t++) {
        /* "swapper", "swapper/3"; where the text has no names of commands, the task of thread 0 */
        fr_bytes comm = fr_names_at(profile->names, samples->threads[t].comm);
        idle->thread[t] = comm.len ? is_swapper(comm) : samples->threads[t].tid == 0;
        has_idle_task |= idle->thread[t];
    }
    if (!idle->stack || !idle->thread ||
        (has_idle_task && !classify_stacks(profile, idle->stack))) {
        fr_idle_reset(idle);
        return fr_fail_memory(err);
    }
    for (uint32_t s = 1; s < profile->n_stacks; s++)
        if (is_engine_idle(profile, s))
            idle->stack[s] = FR_IDLE_ENGINE;
    return true;
}

void fr_idle_reset(fr_idle *idle)
{
    free(idle->stack);
    free(idle->thread);
    *idle = (fr_idle){0};
}
