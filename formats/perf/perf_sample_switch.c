/*
 * perf_sample_switch.c - samples read as time: --off-cpu makes waits of sched:sched_switch records,
 * --on-off draws them beside the samples on CPU.
 *
 *     app 7 [000] 5.0: sched:sched_switch: app:7 [120] S ==> swapper/0:0 [120]      7 waits
 *     app 7 [000] 5.2: PERF_RECORD_SWITCH IN                                        200 ms later it runs
 *
 * Recordings of one program alone (perf record without -a) hold switches away from it only; with
 * --switch-events they say when its threads come back.
 */
#include <inttypes.h>

#include "base/number.h"
#include "formats/perf/perf_sample.h"
#include "model/build/builder_samples.h"
#include "model/build/builder_weights.h"

#define ON_OFF_COLUMN "on- and off-CPU time"
#define OFF_COLUMN    "off-CPU time"
#define NS_PER_S      INT64_C(1000000000)

bool fr_perf_samples_switches(const fr_perf_samples *s, fr_bytes event)
{
    return s->offcpu.mode && fr_perf_switch_event(event);
}

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

/* Frames of waits are of a kind of their own where others run. */
static void chill_frames(fr_perf_samples *s)
{
    for (size_t i = 0; s->opt->perf.on_off && i < s->n_frames; i++)
        s->frames[i] = fr_perf_names_off_cpu(&s->names, s->frames[i]);
}

static void leave_cpu(fr_perf_samples *s)
{
    fr_perf_exit out = {.tid = s->change.out_tid,
                        .time_ns = s->time_ns,
                        .thread = s->thread,
                        .cpu = s->cpu,
                        .leave = s->change.leave};

    if (s->n_read == 0)
        open_column(s);
    s->n_read++;
    if (s->n_frames == 0 && s->found == FR_NO_ID)
        fr_perf_samples_missing_leaf(s);
    chill_frames(s);
    out.stack = fr_perf_samples_stack(s);
    fr_perf_offcpu_out(&s->offcpu, s->b, &out);
}

void fr_perf_samples_end_switch(fr_perf_samples *s)
{
    if (s->change.out_tid > 0)
        leave_cpu(s);
    if (s->change.in_tid > 0)
        fr_perf_offcpu_in(&s->offcpu, s->b, s->change.in_tid, s->time_ns);
}

/* "PERF_RECORD_SWITCH IN", "PERF_RECORD_SWITCH_CPU_WIDE IN  prev pid/tid: 12/12"; "OUT" says what
 * sched:sched_switch says with a stack. */
bool fr_perf_samples_switch_record(fr_perf_samples *s, const fr_perf_header *header)
{
    const fr_bytes name = FR_LITERAL("PERF_RECORD_SWITCH"), in = FR_LITERAL(" IN");

    if (!fr_bytes_starts(header->rest, name))
        return false;
    for (size_t i = name.len; i + in.len <= header->rest.len; i++)
        if (memcmp(header->rest.at + i, in.at, in.len) == 0 && header->has_tid &&
            header->has_time && header->tid > 0) {
            fr_perf_offcpu_in(&s->offcpu, s->b, header->tid, header->time_ns);
            break;
        }
    return true;
}

/* What a sample stands for: its period if that is time, else what its frequency says, else how far
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

static bool has_switches(const fr_perf_events *events)
{
    for (size_t i = 0; i < events->n; i++)
        if (fr_perf_switch_event(events->items[i].name) && events->items[i].n_samples)
            return true;
    return false;
}

void fr_perf_samples_finish_switches(fr_perf_samples *s)
{
    if (!has_switches(&s->events)) {
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
