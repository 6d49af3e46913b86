/*
 * perf_sample_end.c - after the last sample: the parts that threads read are joined, and what was missing is reported.
 */
#include "formats/perf/perf_sample.h"

#include <inttypes.h>

#include "formats/perf/event_log.h"

/* ------------------------------------------------------------ joining parts */

static void join_events(fr_perf_samples *s, const fr_perf_events *next)
{
    for (size_t i = 0; i < next->n; i++) {
        uint32_t event = fr_perf_events_add_shown(&s->events, next->items[i].name);
        if (event == FR_NO_ID) {
            fr_builder_fail(s->b, FR_E_LIMIT, s->line, 0, "memory ran out");
            return;
        }
        s->events.items[event].n_samples += next->items[i].n_samples;
        s->events.items[event].read |= next->items[i].read;
    }
}

void fr_perf_samples_join(fr_perf_samples *s, fr_perf_samples *next, uint64_t n_lines)
{
    fr_perf_losses *losses = &next->losses;

    losses->first_line += losses->first_line ? n_lines : 0;
    losses->first_throttled += losses->first_throttled ? n_lines : 0;
    fr_perf_losses_merge(&s->losses, losses);
    fr_perf_provenance_merge(&s->provenance, &next->provenance);
    join_events(s, &next->events);
    fr_perf_weight_join(&s->weight, &next->weight);
    s->names.has_symbols |= next->names.has_symbols;
    s->n_read += next->n_read;
    s->n_frameless += next->n_frameless;
    s->n_fieldless += next->n_fieldless;
    s->estimates |= next->estimates;
    fr_perf_offcpu_merge(&s->offcpu, s->b, &next->offcpu, next->b);
}

/* ------------------------------------------------------------ finish */

static void fail_no_event(fr_perf_samples *s)
{
    char list[300];

    fr_perf_events_list(&s->events, list, sizeof list);
    fr_builder_fail(s->b, FR_E_FORMAT, 0, 0, "no sample of event '%s'; there is %s",
                    s->choice->event, list);
    fr_builder_hint(s->b, "--event chooses the event for all inputs");
}

static void fail_no_field(fr_perf_samples *s)
{
    fr_builder_fail(s->b, FR_E_FORMAT, 0, 0,
                    "no sample of event '%s' has a number '%s' in its text", s->choice->event,
                    s->opt->perf.weight_field);
    fr_builder_hint(s->b,
                    "--weight=period|samples, or the name of a field as perf script prints it, "
                    "such as bytes_req; --event chooses the event");
}

static void fail_no_stack(fr_perf_samples *s)
{
    fr_builder_fail(s->b, FR_E_EMPTY, 0, 0,
                    s->n_read == 1 ? "%" PRIu64 " sample, without a stack"
                                   : "%" PRIu64 " samples, none with a stack",
                    s->n_read);
    fr_builder_hint(s->b, "record with 'perf record -g' (or --call-graph dwarf)");
}

static uint64_t count_samples(const fr_perf_events *events)
{
    uint64_t n = 0;

    for (size_t i = 0; i < events->n; i++)
        n += events->items[i].n_samples;
    return n;
}

/* A stripped program, or text printed on another machine: drawn, but it says little. */
static void say_unknown(fr_perf_samples *s)
{
    if (s->names.has_symbols)
        return;
    fr_builder_say(s->b, FR_NOTE_UNKNOWN,
                   "no frame has a symbol: 100 %% of the value is in unknown functions; 'perf "
                   "script' finds symbols on the machine that recorded, with debug packages");
}

void fr_perf_samples_finish(fr_perf_samples *s)
{
    fr_perf_samples_end(s);
    if (fr_builder_failed(s->b) || count_samples(&s->events) == 0)
        return;
    if (s->choice->log)
        fr_event_log_take(s->choice->log, &s->events, s->n_read == 0 && !s->n_fieldless);
    if (s->offcpu.mode)
        fr_perf_samples_finish_switches(s);
    if (s->n_read == 0 && s->n_fieldless)
        fail_no_field(s);
    if (s->n_read == 0)
        fail_no_event(s);
    else if (s->n_frameless == s->n_read)
        fail_no_stack(s);
    say_unknown(s);
    fr_perf_events_say(&s->events, s->b);
    fr_perf_losses_say(&s->losses, count_samples(&s->events), s->b);
    fr_perf_provenance_say(&s->provenance, fr_bytes_of(s->choice->event), s->opt->perf.provenance,
                           s->b);
    if (!s->offcpu.mode)
        fr_perf_weight_end(&s->weight, s->b, s->choice);
}
