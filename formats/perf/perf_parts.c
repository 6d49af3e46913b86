/*
 * perf_parts.c - a whole input of perf script text: its head on one thread, which chooses what is
 * read, and the rest in parts on several, where it is large.
 */
#include <inttypes.h>

#include "formats/perf/perf_script.h"
#include "formats/split.h"
#include "model/build/builder_merge.h"
#include "model/build/builder_samples.h"

/* A part after the first. */
typedef struct part {
    fr_perf_script r;
    fr_choice choice;
} part;

/* A part reads the events and weighs as the first one does. */
static bool begin_part(void *arg, const void *of, fr_input *in, fr_builder *b)
{
    const fr_perf_script *first = of;
    const fr_read_options *opt = first->samples.opt;
    part *p = arg;

    (void)in;
    if (fr_builder_keeps_samples(first->b))
        fr_builder_keep_samples(b, true);
    p->choice = *first->samples.choice;
    fr_perf_script_init(&p->r, b, opt, &p->choice, first->form);
    p->r.samples.interval_ns = first->samples.interval_ns;
    fr_perf_provenance_merge(&p->r.samples.provenance, &first->samples.provenance);
    if (!first->samples.offcpu.mode)
        fr_perf_weight_follow(&p->r.samples.weight, &first->samples.weight, b, opt, &p->choice);
    return true;
}

/* A part starts with its reader. */
static void read_part(void *arg, fr_input *in, uint64_t n_parts)
{
    fr_perf_script *r = arg;

    r->n_parts = n_parts;
    fr_perf_script_rest(r, in);
}

static bool join_part(void *first, void *arg, const fr_input *in)
{
    fr_perf_script *to = first, *r = arg;

    if (!to->samples.offcpu.mode)
        fr_perf_weight_agree(&to->samples.weight, to->b, &r->samples.weight, r->b);
    if (!fr_split_join(to->b, r->b, in, to->line))
        return false;
    fr_perf_samples_join(&to->samples, &r->samples, to->line);
    to->line += r->line;
    to->n_orphans += r->n_orphans;
    to->n_misfits += r->n_misfits;
    return !to->samples.weight.beyond; /* the parts have not counted alike */
}

static void end_part(void *arg)
{
    fr_perf_script_reset(arg);
}

static const fr_split_reader parts = {sizeof(part), begin_part, read_part, join_part, end_part};

/* ------------------------------------------------------------ reading */

/* Up to the first sample that is read, which chooses for all, or through the first mebibyte. */
static void read_head(fr_perf_script *r, fr_input *in)
{
    while (r->samples.n_read == 0 && !r->ended && !fr_builder_failed(r->b) &&
           fr_input_offset(in) < FR_INPUT_BLOCK)
        fr_perf_script_window(r, in);
}

static void read_text(fr_perf_script *r, fr_input *in, fr_choice *choice)
{
    if (choice->threads > 1)
        read_head(r, in);
    if (r->samples.n_read == 0 || !fr_split_run(&parts, r, in, r->samples.opt, choice))
        fr_perf_script_rest(r, in);
}

/* Not one sample: says what there was. */
static void fail_empty(fr_perf_script *r)
{
    if (r->n_orphans) {
        fr_builder_fail(r->b, FR_E_FORMAT, 0, 0, "%" PRIu64 " frames, but no line starts a sample",
                        r->n_orphans);
        fr_builder_hint(r->b,
                        "perf script -F comm,tid,time,event,ip,sym,dso prints what is needed");
        return;
    }
    fr_builder_fail(r->b, FR_E_EMPTY, 0, 0, "no sample in %" PRIu64 " line%s", r->line,
                    r->line == 1 ? "" : "s");
    fr_builder_hint(r->b, "the text of 'perf script' was expected");
}

/* No more than is at hand when it is read for the first time: it may be read again. */
static fr_bytes head_of(fr_input *in)
{
    fr_bytes head = fr_input_fill(in, FR_PROBE_BYTES);

    return (fr_bytes){head.at, head.len < FR_PROBE_BYTES ? head.len : FR_PROBE_BYTES};
}

void fr_perf_script_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_perf_script r;

    fr_perf_script_init(&r, b, opt, choice, fr_perf_survey(head_of(in)));
    if (opt->perf.on_off)
        r.samples.interval_ns = fr_perf_survey_interval(head_of(in));
    read_text(&r, in, choice);
    if (!choice->again) {
        fr_perf_samples_finish(&r.samples);
        if (!fr_builder_failed(b) && r.samples.n_read == 0)
            fail_empty(&r);
        choice->n_lines = r.line;
        choice->n_skipped = r.n_misfits;
    }
    fr_perf_script_reset(&r);
}
