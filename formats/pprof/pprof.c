/*
 * pprof.c - pprof's profile.proto: what Go, C++, Rust and eBPF profilers write.
 *
 *     sample {location_id: [3, 2, 1], value: [10, 100000000]}     leaf first, a value for each type
 *
 * Reference: https://github.com/google/pprof, proto/profile.proto, 2024-09. The input inflates the gzip
 * around it. The message is held whole, since names may come last: a first pass indexes it
 * (pprof_tables.c), locations become frames (pprof_frames.c), samples become stacks (pprof_samples.c).
 */
#include <inttypes.h>

#include "formats/pprof/fast/pprof_ways.h"
#include "formats/reader.h"

#define MOST_BYTES (UINT64_C(4) << 30) /* of a message, where --limit-inflated says nothing */

static void take_time(fr_pprof *p)
{
    int64_t start = (int64_t)p->header[FR_PPROF_TIME], end;
    int64_t duration = (int64_t)p->header[FR_PPROF_DURATION];

    if (duration <= 0 || __builtin_add_overflow(start, duration, &end))
        return;
    fr_builder_time(p->b, start);
    fr_builder_time(p->b, end);
}

/* A field of Profile that is the index of a string. */
static void take_fact(fr_pprof *p, char **fact, uint32_t field)
{
    fr_builder_fact(p->b, fact, fr_pprof_string(p, p->header[field]));
}

static void take_facts(fr_pprof *p)
{
    int64_t duration = (int64_t)p->header[FR_PPROF_DURATION];
    fr_recording r = {
        .time_ns = (int64_t)p->header[FR_PPROF_TIME],
        .duration_ns = duration > 0 ? duration : 0,
        .period = (int64_t)p->header[FR_PPROF_PERIOD],
        .provenance = p->provenance,
    };

    fr_builder_fact(p->b, &r.period_type, fr_pprof_string(p, p->period_type.type));
    fr_builder_fact(p->b, &r.period_unit, fr_pprof_string(p, p->period_type.unit));
    take_fact(p, &r.default_type, FR_PPROF_DEFAULT_TYPE);
    take_fact(p, &r.doc_url, FR_PPROF_DOC_URL);
    take_fact(p, &r.drop_frames, FR_PPROF_DROP_FRAMES);
    take_fact(p, &r.keep_frames, FR_PPROF_KEEP_FRAMES);
    for (size_t i = 0; i < p->comments.n && !fr_builder_failed(p->b); i++)
        fr_builder_comment(p->b, &r, fr_pprof_string(p, ((const uint64_t *)p->comments.items)[i]));
    fr_builder_record_facts(p->b, &r);
    fr_recording_reset(&r);
}

static void say_what_is_omitted(const fr_pprof_samples *s)
{
    fr_pprof *p = s->p;

    if (s->n_unlabelled)
        fr_builder_say(p->b, FR_NOTE_CHOICE, "labels of samples are omitted");
    if (p->n_dangling)
        fr_builder_say(p->b, FR_NOTE_UNKNOWN,
                       "frames whose id the pprof does not define are shown as [unknown]: %" PRIu64,
                       p->n_dangling);
}

/* Says the same if a fast way was taken and if not: that one does not know the number of stacks that the picture
 * omits. */
static void note_use(const fr_pprof_samples *s)
{
    const fr_pprof *p = s->p;

    if (fr_pprof_samples_are_drawn(s) && fr_builder_n_stacks(p->b) - 1 > p->needs.lines_until)
        fr_builder_omit_lines(p->b);
}

static void read_samples(fr_pprof *p, const fr_choice *choice)
{
    fr_pprof_samples s = {.p = p};
    const fr_pprof_way *way;

    if (fr_pprof_samples_open(&s)) {
        way = fr_pprof_way_for(&s, choice);
        if (!way || !way->read(&s, choice->threads)) {
            fr_pprof_samples_read(&s, false);
            note_use(&s);
        }
        take_time(p);
        take_facts(p);
        say_what_is_omitted(&s);
    }
    fr_pprof_samples_reset(&s);
}

void fr_pprof_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_pprof p = {
        .b = b,
        .opt = opt,
        .needs = choice->needs,
        .held = {.b = b, .most = opt->limits.memory, .what = "the pprof"},
    };
    fr_bytes all = fr_input_all(in, opt, MOST_BYTES);

    if (!fr_input_failed(in, NULL) && fr_pprof_index(&p, all)) {
        p.drops_lines =
            p.needs.drop_lines || (p.needs.functions_only && !p.header[FR_PPROF_DROP_FRAMES]);
        if (fr_pprof_resolve(&p))
            read_samples(&p, choice);
    }
    fr_pprof_reset(&p);
}
