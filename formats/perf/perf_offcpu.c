/*
 * perf_offcpu.c - time off CPU: the text of switches, a table of threads that wait or run, and samples read as time.
 *
 *     1.000  a leaves (S), b runs         a waits, with the stack it left from
 *     1.250  b leaves (R), a runs         a: 250 ms blocked; b waits, preempted
 *     (end)                               b: unfinished, counted
 *
 * Parts of a recording may be read apart: each keeps its open ends, the first switch-in of a thread that it hasn't
 * seen leave, and the last switch-out that nothing followed. fr_perf_offcpu_merge() joins them in order, so that the
 * result doesn't depend on where the parts begin.
 *
 * The text of sched:sched_switch records says who leaves a CPU, why, and who gets it:
 *
 *     prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
 *     a:1 [120] S ==> b:2 [120]
 */
#include "formats/perf/perf_sample.h"

#include "base/number.h"
#include "model/build/builder.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct fr_perf_waiter {
    fr_perf_exit out; /* if it waits; its tid always */
    bool waits;
    bool came_first; /* the first thing seen of it was that it got a CPU, at */
    int64_t came_ns;
} fr_perf_waiter;

/* The thread's row; *added if it was never seen. NULL when memory ran out. */
static fr_perf_waiter *find_or_add(fr_perf_offcpu *o, fr_builder *b, int64_t tid, bool *added)
{
    fr_slots_walk walk;
    uint32_t i;

    *added = false;
    if (!fr_reserve(&o->items, &o->cap, o->n + 1, sizeof *o->items) ||
        !fr_slots_make_room(&o->slots)) {
        fr_builder_fail_memory(b);
        return NULL;
    }
    walk = fr_slots_walk_from(&o->slots, fr_slots_hash(&o->slots, &tid, sizeof tid));
    while (fr_slots_next(&o->slots, &walk, &i))
        if (o->items[i].out.tid == tid)
            return &o->items[i];
    *added = true;
    o->items[o->n] = (fr_perf_waiter){.out.tid = tid};
    fr_slots_put(&o->slots, &walk, (uint32_t)o->n);
    return &o->items[o->n++];
}

/* Adds a wait from `out` to `until_ns`. */
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

void fr_perf_offcpu_merge(fr_perf_offcpu *to, fr_builder *to_b, const fr_perf_offcpu *from,
                          const fr_builder *from_b)
{
    for (size_t i = 0; i < from->n; i++) {
        const fr_perf_waiter *later = &from->items[i];
        bool added;
        fr_perf_waiter *waiter = find_or_add(to, to_b, later->out.tid, &added);
        if (!waiter)
            break;
        if (waiter->waits && later->came_first)
            add_wait(to, to_b, &waiter->out, later->came_ns);
        else
            to->n_unfinished += waiter->waits;
        if (added) {
            waiter->came_first = later->came_first;
            waiter->came_ns = later->came_ns;
        }
        waiter->waits = later->waits;
        if (later->waits) {
            waiter->out = later->out;
            waiter->out.stack = fr_builder_copy_stack(to_b, from_b, later->out.stack);
            waiter->out.thread = fr_builder_copy_thread(to_b, from_b, later->out.thread);
        }
    }
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

/*
 * Both forms are read from their right ends, because a comm may hold anything:
 * "prev_comm=a ==> b prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=c d next_pid=8 ...".
 */

/* "12 [120]" after `key`: the number before the first blank. */
static bool read_tid(fr_bytes text, fr_bytes key, int64_t *tid)
{
    size_t at = fr_perf_find_last(text, key);
    fr_perf_header ids = {0};

    if (at == text.len ||
        !fr_perf_read_ids(fr_perf_first_word(fr_perf_tail(text, at + key.len)), &ids) ||
        ids.has_pid)
        return false;
    *tid = ids.tid;
    return true;
}

/* "S", "R+", "D|K", "(R)"; as bits in old kernels: 0 and 256 are R, 16 and 32 exits. */
static fr_perf_leave read_leave(fr_bytes word)
{
    uint64_t bits;

    if (word.len && word.at[0] == '(')
        word = fr_perf_tail(word, 1);
    if (fr_parse_u64(word, &bits))
        return bits & 0x30   ? FR_PERF_LEAVE_DEAD
               : bits & 0xff ? FR_PERF_LEAVE_BLOCKED
                             : FR_PERF_LEAVE_PREEMPTED;
    if (word.len && (word.at[0] == 'X' || word.at[0] == 'Z' || word.at[0] == 'x'))
        return FR_PERF_LEAVE_DEAD;
    return word.len && word.at[0] == 'R' ? FR_PERF_LEAVE_PREEMPTED : FR_PERF_LEAVE_BLOCKED;
}

static bool read_named(fr_bytes out, fr_bytes in, fr_perf_switch *to)
{
    const fr_bytes state = FR_LITERAL(" prev_state=");
    size_t at = fr_perf_find_last(out, state);

    if (at < out.len)
        to->leave = read_leave(fr_perf_first_word(fr_perf_tail(out, at + state.len)));
    return read_tid(out, FR_LITERAL(" prev_pid="), &to->out_tid) &&
           read_tid(in, FR_LITERAL(" next_pid="), &to->in_tid);
}

/* "[120]" at the end of `text` is cut off; false where it isn't there. */
static bool cut_priority(fr_bytes *text)
{
    fr_bytes word = fr_perf_last_word(*text);

    if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']')
        return false;
    *text = fr_perf_drop_word(*text, word);
    return true;
}

static bool read_short(fr_bytes out, fr_bytes in, fr_perf_switch *to)
{
    fr_bytes state = fr_perf_last_word(out);

    to->leave = read_leave(state);
    out = fr_perf_drop_word(out, state);
    return cut_priority(&out) && cut_priority(&in) &&
           read_tid(out, FR_LITERAL(":"), &to->out_tid) &&
           read_tid(in, FR_LITERAL(":"), &to->in_tid);
}

bool fr_perf_switch_parse(fr_bytes text, fr_perf_switch *to)
{
    const fr_bytes arrow = FR_LITERAL(" ==> ");
    fr_bytes out, in;
    size_t at;

    *to = (fr_perf_switch){0};
    text = fr_perf_trim_end(text);
    at = fr_perf_find_last(text, arrow);
    if (at == text.len)
        return false;
    out = fr_perf_trim_end(fr_perf_head(text, at));
    in = fr_perf_tail(text, at + arrow.len);
    return read_named(out, in, to) || read_short(out, in, to);
}

bool fr_perf_switch_event(fr_bytes event)
{
    const fr_bytes name = FR_LITERAL("sched:sched_switch");

    return fr_bytes_starts(event, name) && (event.len == name.len || event.at[name.len] == ':');
}

/*
 * Samples read as time: --off-cpu makes waits of sched:sched_switch records,
 * --on-off draws them beside the samples on CPU.
 *
 *     app 7 [000] 5.0: sched:sched_switch: app:7 [120] S ==> swapper/0:0 [120]      7 waits
 *     app 7 [000] 5.2: PERF_RECORD_SWITCH IN                                        200 ms later it runs
 *
 * Recordings of one program alone (perf record without -a) hold switches away from it only; with
 * --switch-events they say when its threads come back.
 */

#define ON_OFF_COLUMN "on- and off-CPU time"
#define OFF_COLUMN    "off-CPU time"
#define NS_PER_S      INT64_C(1000000000)

static void open_column(fr_perf_samples *s)
{
    s->offcpu.column =
        fr_builder_column(s->b, s->opt->perf.on_off ? ON_OFF_COLUMN : OFF_COLUMN, "ns", 0);
    fr_builder_exact(s->b, s->offcpu.column);
}

bool fr_perf_samples_begin_switch(fr_perf_samples *s, const fr_perf_header *header)
{
    if (header->has_time && fr_perf_switch_parse(header->rest, &s->change)) {
        s->time_ns = header->time_ns;
        return true;
    }
    fr_builder_note(s->b, FR_NOTE_REJECTED_LINE, s->line,
                    header->has_time
                        ? FR_LITERAL("a switch without its text (perf script -F trace)")
                        : FR_LITERAL("a switch without its time (perf script -F time)"));
    return false;
}

/* The frame as one of a stack that waits. */
static uint32_t off_cpu_frame(fr_perf_names *n, uint32_t frame)
{
    fr_frame whole;

    if (!fr_reserve(&n->off_cpu, &n->off_cpu_cap, (size_t)frame + 1, sizeof *n->off_cpu)) {
        fr_builder_fail_memory(n->b);
        return frame;
    }
    while (n->n_off_cpu <= frame)
        n->off_cpu[n->n_off_cpu++] = 0;
    if (!n->off_cpu[frame]) {
        whole = fr_builder_frame_at(n->b, frame);
        whole.kind = FR_KIND_OFF_CPU;
        n->off_cpu[frame] = fr_builder_intern(n->b, &whole);
    }
    return n->off_cpu[frame];
}

void fr_perf_samples_end_switch(fr_perf_samples *s)
{
    fr_perf_exit out = {.tid = s->change.out_tid,
                        .time_ns = s->time_ns,
                        .thread = s->thread,
                        .cpu = s->cpu,
                        .leave = s->change.leave};

    if (out.tid > 0) {
        if (s->n_read == 0)
            open_column(s);
        s->n_read++;
        if (s->n_frames == 0 && s->found == FR_NO_ID)
            fr_perf_samples_missing_leaf(s);
        /* Frames of waits are of a kind of their own where others run. */
        for (size_t i = 0; s->opt->perf.on_off && i < s->n_frames; i++)
            s->frames[i] = off_cpu_frame(&s->names, s->frames[i]);
        out.stack = fr_perf_samples_stack(s);
        fr_perf_offcpu_out(&s->offcpu, s->b, &out);
    }
    if (s->change.in_tid > 0)
        fr_perf_offcpu_in(&s->offcpu, s->b, s->change.in_tid, s->time_ns);
}

/* "PERF_RECORD_SWITCH IN", "PERF_RECORD_SWITCH_CPU_WIDE IN  prev pid/tid: 12/12"; "OUT" says what
 * sched:sched_switch says with a stack. */
bool fr_perf_samples_switch_record(fr_perf_samples *s, const fr_perf_header *header)
{
    if (!fr_bytes_starts(header->rest, FR_LITERAL("PERF_RECORD_SWITCH")))
        return false;
    if (!fr_bytes_contain(header->rest, " IN") || !header->has_time)
        return true;
    fr_builder_time(s->b, header->time_ns); /* waits end there: the recording lasts as long */
    if (header->has_tid && header->tid > 0)
        fr_perf_offcpu_in(&s->offcpu, s->b, header->tid, header->time_ns);
    return true;
}

/* Returns the time that a sample stands for: its period if that is time, else what its frequency says, else how far
 * samples are apart; 0 where nothing tells. */
static int64_t time_of(fr_perf_samples *s)
{
    fr_bytes event = fr_bytes_of(s->choice->event);
    const fr_perf_rate *rate = fr_perf_provenance_rate(&s->provenance, event);

    if (s->period > 0 && strcmp(fr_perf_event_unit(event), "ns") == 0)
        return s->period;
    s->estimates = true;
    return rate && rate->per_second ? NS_PER_S / (int64_t)rate->n : s->interval_ns;
}

int64_t fr_perf_samples_on_cpu(fr_perf_samples *s, uint32_t stack)
{
    int64_t value = time_of(s);

    if (value <= 0) {
        fr_builder_fail(s->b, FR_E_FORMAT, s->line, 0,
                        "the time that a sample of '%s' stands for is not known", s->choice->event);
        fr_builder_hint(s->b,
                        "record cpu-clock beside the switches: perf record -a -g -e cpu-clock "
                        "-e sched:sched_switch");
        return 0;
    }
    if (s->n_read == 1)
        open_column(s);
    fr_builder_add(s->b, stack, s->offcpu.column, value, 1, (double)value * (double)value);
    return value;
}

static void say_estimate(fr_perf_samples *s)
{
    fr_bytes event = fr_bytes_of(s->choice->event);
    const fr_perf_rate *rate = fr_perf_provenance_rate(&s->provenance, event);
    char amount[FR_NUMBER_MAX];

    if (!s->estimates)
        return;
    s->period = 0;
    fr_builder_say(s->b, FR_NOTE_CHOICE, "a sample of '%s' counts as %s on CPU, %s",
                   s->choice->event, fr_format_human(amount, time_of(s), 0, "ns"),
                   rate && rate->per_second ? "by the frequency that perf script --header printed"
                                            : "the median distance of samples");
}

void fr_perf_samples_finish_switches(fr_perf_samples *s)
{
    bool found = false;

    for (size_t i = 0; i < s->events.n; i++)
        found |= s->events.items[i].n_samples && fr_perf_switch_event(s->events.items[i].name);
    if (!found) {
        fr_builder_fail(s->b, FR_E_FORMAT, 0, 0,
                        "no sched:sched_switch record; off-CPU time is computed from them");
        fr_builder_hint(s->b, "record with 'perf record -a -g -e cpu-clock -e sched:sched_switch'");
    } else if (s->n_read == 0) {
        fr_builder_fail(s->b, FR_E_FORMAT, 0, 0, "no switch that can be read");
        fr_builder_hint(s->b, "perf script prints what is needed, unless -F omits time or trace");
    }
    say_estimate(s);
    fr_perf_offcpu_say(&s->offcpu, s->b);
    fr_builder_sort_samples(s->b);
}
