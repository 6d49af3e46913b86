/* perf_offcpu.c - a table of threads, each waiting or not. */
#include "formats/perf/perf_offcpu.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/build/builder_samples.h"

static fr_perf_waiter *append(fr_perf_offcpu *o, int64_t tid)
{
    fr_perf_waiter *items = fr_grow(o->items, &o->cap, o->n + 1, sizeof *items);

    if (!items)
        return NULL;
    o->items = items;
    items[o->n] = (fr_perf_waiter){.out.tid = tid};
    return &items[o->n++];
}

/* The thread's row; *added if it was never seen. NULL when memory ran out. */
static fr_perf_waiter *find_or_add(fr_perf_offcpu *o, fr_builder *b, int64_t tid, bool *added)
{
    fr_perf_waiter *waiter = NULL;
    fr_slots_walk walk;
    uint32_t i;

    *added = false;
    if (fr_slots_make_room(&o->slots)) {
        walk = fr_slots_walk_from(&o->slots, fr_slots_hash(&o->slots, &tid, sizeof tid));
        while (fr_slots_next(&o->slots, &walk, &i))
            if (o->items[i].out.tid == tid)
                return &o->items[i];
        waiter = append(o, tid);
    }
    if (!waiter) {
        fr_builder_fail_memory(b);
        return NULL;
    }
    *added = true;
    fr_slots_put(&o->slots, &walk, (uint32_t)o->n - 1);
    return waiter;
}

/* From `out` to `until_ns`. */
static void add_wait(fr_perf_offcpu *o, fr_builder *b, const fr_perf_exit *out, int64_t until_ns)
{
    int64_t ns;

    if (__builtin_sub_overflow(until_ns, out->time_ns, &ns) || ns < 0) {
        o->n_backwards++;
    } else if (o->mode == FR_OFF_CPU_BLOCKED && out->leave == FR_PERF_LEAVE_PREEMPTED) {
        o->n_preempted++;
        if (__builtin_add_overflow(o->preempted_ns, ns, &o->preempted_ns))
            o->preempted_ns = INT64_MAX;
    } else {
        o->n_waits++;
        fr_builder_record(b, 1);
        fr_builder_add(b, out->stack, o->column, ns, 1, (double)ns * (double)ns);
        fr_builder_sample(b, out->stack, out->time_ns, out->thread, out->cpu, ns);
    }
}

void fr_perf_offcpu_out(fr_perf_offcpu *o, fr_builder *b, const fr_perf_exit *out)
{
    bool added;
    fr_perf_waiter *waiter = find_or_add(o, b, out->tid, &added);

    if (!waiter)
        return;
    o->n_unfinished += waiter->waits;
    waiter->out = *out;
    waiter->waits = out->leave != FR_PERF_LEAVE_DEAD;
}

void fr_perf_offcpu_in(fr_perf_offcpu *o, fr_builder *b, int64_t tid, int64_t time_ns)
{
    bool added;
    fr_perf_waiter *waiter = find_or_add(o, b, tid, &added);

    if (!waiter)
        return;
    if (waiter->waits)
        add_wait(o, b, &waiter->out, time_ns);
    waiter->waits = false;
    if (added) {
        waiter->came_first = true;
        waiter->came_ns = time_ns;
    }
}

/* ------------------------------------------------------------ parts */

/* What a later part saw of one thread. */
static void merge_waiter(fr_perf_offcpu *to, fr_builder *b, const fr_perf_waiter *later,
                         const fr_perf_exit *out)
{
    bool added;
    fr_perf_waiter *waiter = find_or_add(to, b, later->out.tid, &added);

    if (!waiter)
        return;
    if (waiter->waits && later->came_first)
        add_wait(to, b, &waiter->out, later->came_ns);
    else
        to->n_unfinished += waiter->waits;
    if (added) {
        waiter->came_first = later->came_first;
        waiter->came_ns = later->came_ns;
    }
    waiter->waits = later->waits;
    if (later->waits)
        waiter->out = *out;
}

void fr_perf_offcpu_merge(fr_perf_offcpu *to, fr_builder *to_b, const fr_perf_offcpu *from,
                          const fr_builder *from_b)
{
    for (size_t i = 0; i < from->n; i++) {
        fr_perf_exit out = from->items[i].out;
        if (from->items[i].waits) {
            out.stack = fr_builder_copy_stack(to_b, from_b, out.stack);
            out.thread = fr_builder_copy_thread(to_b, from_b, out.thread);
        }
        merge_waiter(to, to_b, &from->items[i], &out);
    }
    to->n_waits += from->n_waits;
    to->n_preempted += from->n_preempted;
    to->n_unfinished += from->n_unfinished;
    to->n_backwards += from->n_backwards;
    if (__builtin_add_overflow(to->preempted_ns, from->preempted_ns, &to->preempted_ns))
        to->preempted_ns = INT64_MAX;
}

/* ------------------------------------------------------------ end */

void fr_perf_offcpu_say(const fr_perf_offcpu *o, fr_builder *b)
{
    uint64_t n_open = 0;
    char amount[FR_NUMBER_MAX];

    for (size_t i = 0; i < o->n; i++)
        n_open += o->items[i].waits;
    if (n_open)
        fr_builder_note_many(b, FR_NOTE_UNFINISHED, 0, n_open,
                             FR_LITERAL("the recording ends before the thread runs again"));
    if (o->n_unfinished)
        fr_builder_note_many(b, FR_NOTE_UNMEASURED, 0, o->n_unfinished,
                             FR_LITERAL("a thread leaves a CPU twice in a row; 'perf record -a -e "
                                        "sched:sched_switch' records both sides"));
    if (o->n_backwards)
        fr_builder_note_many(b, FR_NOTE_UNMEASURED, 0, o->n_backwards,
                             FR_LITERAL("they end before they begin"));
    if (o->n_preempted)
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "%s in which threads were ready but had no CPU (%" PRIu64
                       " preemption%s) is omitted; --off-cpu=all adds it",
                       fr_format_human(amount, o->preempted_ns, 0, "ns"), o->n_preempted,
                       o->n_preempted == 1 ? "" : "s");
}

void fr_perf_offcpu_reset(fr_perf_offcpu *o)
{
    free(o->items);
    fr_slots_reset(&o->slots);
    *o = (fr_perf_offcpu){.mode = o->mode};
}
