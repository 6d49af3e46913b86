/*
 * perf_records.c - what a recorder says of itself beside its samples: what it lost, and how it recorded.
 */
#include "formats/perf/perf_sample.h"

#include "base/number.h"
#include "formats/perf/perf_line.h"

#include <inttypes.h>
#include <stdio.h>

/* ------------------------------------------------------------ losses */

static void add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = UINT64_MAX;
}

/* The number after "lost": "PERF_RECORD_LOST lost 55", "... id:3: lost:55"; else the first there is,
 * "PERF_RECORD_LOST_SAMPLES: 3"; 0 for none. */
static uint64_t read_number(fr_bytes text)
{
    uint64_t number = 0;
    size_t i = 0, digits;

    for (size_t k = 0; k + 4 < text.len; k++)
        if (memcmp(text.at + k, "lost", 4) == 0)
            i = k + 4;
    while (i < text.len && !fr_is_digit(text.at[i]))
        i++;
    for (digits = i; digits < text.len && fr_is_digit(text.at[digits]);)
        digits++;
    return fr_parse_u64((fr_bytes){text.at + i, digits - i}, &number) ? number : 0;
}

/* The earlier of two lines; 0: none. */
static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a && (!b || a < b) ? a : b;
}

bool fr_perf_losses_read(fr_perf_losses *losses, fr_bytes record, uint64_t line)
{
    const fr_bytes lost = FR_LITERAL("PERF_RECORD_LOST");

    if (fr_bytes_starts(record, FR_LITERAL("PERF_RECORD_THROTTLE"))) {
        losses->n_throttled++;
        losses->first_throttled = earlier(losses->first_throttled, line);
        return true;
    }
    if (fr_bytes_starts(record, FR_LITERAL("PERF_RECORD_UNTHROTTLE")))
        return true;
    if (!fr_bytes_starts(record, lost))
        return false;
    losses->n_reports++;
    losses->first_line = earlier(losses->first_line, line);
    add(&losses->n_lost, read_number(fr_perf_tail(record, lost.len)));
    return true;
}

void fr_perf_losses_merge(fr_perf_losses *to, const fr_perf_losses *from)
{
    to->n_reports += from->n_reports;
    to->n_throttled += from->n_throttled;
    add(&to->n_lost, from->n_lost);
    to->first_line = earlier(to->first_line, from->first_line);
    to->first_throttled = earlier(to->first_throttled, from->first_throttled);
}

void fr_perf_losses_say(const fr_perf_losses *losses, uint64_t n_samples, fr_builder *b)
{
    uint64_t n = losses->n_lost > losses->n_reports ? losses->n_lost : losses->n_reports;
    fr_i128 all = (fr_i128)n + n_samples;
    char share[80];

    if (losses->n_reports) {
        uint64_t per_mille = (uint64_t)((n * (fr_i128)1000 + all / 2) / all);
        snprintf(share, sizeof share, "%" PRIu64 ".%" PRIu64 " %% of all, in %" PRIu64 " report%s",
                 per_mille / 10, per_mille % 10, losses->n_reports,
                 losses->n_reports == 1 ? "" : "s");
        fr_builder_note_many(b, FR_NOTE_LOST, losses->first_line, n, fr_bytes_of(share));
    }
    if (losses->n_throttled)
        fr_builder_note_many(b, FR_NOTE_THROTTLED, losses->first_throttled, losses->n_throttled,
                             FR_LITERAL("samples are missing where it was busiest; a lower "
                                        "frequency (perf record -F) avoids it"));
}

/*
 * ------------------------------------------------------------ what the comments of perf script --header tell
 *
 *     # hostname : build7
 *     # cmdline : /usr/bin/perf record -F 99 -g ./app --token=x
 *     # event : name = cpu-clock, , id = { 402 }, type = 1, { sample_period, sample_freq } = 99, freq = 1
 *     # sample duration :    335.772 ms
 */

#define SHOWN_MAX 240 /* bytes of a command line that is shown */

/* "value" of "# name : value" or of "# name: value"; "" where the line has another name. */
static fr_bytes value_of(fr_bytes comment, const char *name)
{
    fr_bytes text = fr_bytes_trim(fr_perf_tail(comment, 1));
    size_t len = strlen(name);

    if (!fr_bytes_starts(text, fr_bytes_of(name)))
        return (fr_bytes){0};
    text = fr_perf_trim_start(fr_perf_tail(text, len));
    return text.len && text.at[0] == ':' ? fr_bytes_trim(fr_perf_tail(text, 1)) : (fr_bytes){0};
}

static fr_bytes keep(fr_perf_provenance *p, fr_bytes text)
{
    const char *copy = text.len ? fr_arena_copy(&p->arena, text) : NULL;

    return copy ? (fr_bytes){copy, text.len} : (fr_bytes){0};
}

static void add_rate(fr_perf_provenance *p, fr_bytes event, uint64_t n, bool per_second)
{
    if (p->n_rates == FR_PERF_RATES || !event.len || !n || fr_perf_provenance_rate(p, event))
        return;
    event = keep(p, event);
    if (event.len)
        p->rates[p->n_rates++] = (fr_perf_rate){event, n, per_second};
}

/* "name = cpu-clock/freq=499/, , id = { 404, 405 }, ..., { sample_period, sample_freq } = 499, ...,
 * freq = 1": a name may hold commas, so it ends at ", ,", ", id" or ", type". */
static void read_event(fr_perf_provenance *p, fr_bytes text)
{
    static const char *const ends[] = {", , ", ", id = ", ", type = ", ", size = "};
    fr_bytes name = fr_perf_after(text, FR_LITERAL("name = "));
    fr_bytes rate = fr_perf_after(text, FR_LITERAL("{ sample_period, sample_freq } = "));
    uint64_t n = 0;
    size_t i = 0;

    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        fr_bytes rest = fr_perf_after(name, fr_bytes_of(ends[k]));
        if (rest.at)
            name.len -= rest.len + strlen(ends[k]);
    }
    while (i < rate.len && fr_is_digit(rate.at[i]))
        i++;
    if (fr_parse_u64(fr_perf_head(rate, i), &n))
        add_rate(p, fr_bytes_trim(name), n,
                 fr_perf_after(rate, FR_LITERAL(", freq = 1")).at != NULL);
}

/* By fr_perf_fact: as the comments have it, and how it is shown. */
static const char *const facts[][2] = {[FR_PERF_DURATION] = {"sample duration", "for "},
                                       [FR_PERF_HOST] = {"hostname", "on host "},
                                       [FR_PERF_COMMAND] = {"cmdline", "by: "}};

void fr_perf_provenance_read(fr_perf_provenance *p, fr_bytes comment)
{
    fr_bytes event = value_of(comment, "event");

    if (event.len)
        read_event(p, event);
    for (size_t i = 0; i < FR_PERF_FACTS; i++)
        if (!p->facts[i].len)
            p->facts[i] = keep(p, value_of(comment, facts[i][0]));
}

const fr_perf_rate *fr_perf_provenance_rate(const fr_perf_provenance *p, fr_bytes event)
{
    for (size_t i = 0; i < p->n_rates; i++)
        if (fr_bytes_equal(p->rates[i].event, event))
            return &p->rates[i];
    return NULL;
}

void fr_perf_provenance_merge(fr_perf_provenance *to, const fr_perf_provenance *from)
{
    for (size_t i = 0; i < from->n_rates; i++)
        add_rate(to, from->rates[i].event, from->rates[i].n, from->rates[i].per_second);
    for (size_t i = 0; i < FR_PERF_FACTS; i++)
        if (!to->facts[i].len)
            to->facts[i] = keep(to, from->facts[i]);
}

static int shown_length(fr_bytes text)
{
    return (int)(text.len < SHOWN_MAX ? text.len : SHOWN_MAX);
}

static void say_recording(const fr_perf_provenance *p, const fr_perf_rate *rate, fr_builder *b)
{
    const fr_bytes duration = p->facts[FR_PERF_DURATION];
    char what[400] = "";
    int used = 0;

    if (rate)
        used = snprintf(what, sizeof what,
                        rate->per_second ? "%.*s %" PRIu64 " times a second"
                                         : "%.*s, a sample every %" PRIu64 " events",
                        shown_length(rate->event), rate->event.at, rate->n);
    if (duration.len < SHOWN_MAX / 4 && duration.len)
        snprintf(what + used, sizeof what - (size_t)used, "%s%s%.*s", rate ? ", " : "",
                 facts[FR_PERF_DURATION][1], (int)duration.len, duration.at);
    if (what[0])
        fr_builder_say(b, FR_NOTE_PROVENANCE, "recorded: %s", what);
}

void fr_perf_provenance_say(const fr_perf_provenance *p, fr_bytes event, bool all, fr_builder *b)
{
    say_recording(p, fr_perf_provenance_rate(p, event), b);
    for (size_t i = FR_PERF_HOST; all && i < FR_PERF_FACTS; i++)
        if (p->facts[i].len)
            fr_builder_say(b, FR_NOTE_PROVENANCE, "recorded %s%.*s", facts[i][1],
                           shown_length(p->facts[i]), p->facts[i].at);
}

void fr_perf_provenance_reset(fr_perf_provenance *p)
{
    fr_arena_reset(&p->arena);
    *p = (fr_perf_provenance){0};
}
