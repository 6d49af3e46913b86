/*
 * perf_parts.c - a whole input of perf script text: its head on one thread, which chooses what is
 * read, and the rest in parts on several, where it is large.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "formats/perf/perf_script.h"
#include "formats/split.h"
#include "model/build/builder_merge.h"

/* What one thread reads. Part 0 is the caller's own. */
typedef struct part {
    fr_perf_script *r;
    fr_input *in;
    fr_perf_script own;
    fr_choice choice;
} part;

/* A part after the first reads the events and weighs as the first one does. */
static bool begin_part(part *p, const fr_perf_script *first, const fr_limits *limits, fr_input *in)
{
    const fr_read_options *opt = first->samples.opt;
    fr_error err = {0};
    fr_builder *b = fr_builder_new(limits, &err);

    p->in = in;
    if (!b || !in) {
        fr_builder_free(b);
        return false;
    }
    if (fr_builder_keeps_samples(first->b))
        fr_builder_keep_samples(b, true);
    fr_builder_source(b, fr_input_name(in));
    p->r = &p->own;
    p->choice = *first->samples.choice;
    fr_perf_script_init(p->r, b, opt, &p->choice, first->form);
    p->r->n_parts = 0;
    p->r->samples.interval_ns = first->samples.interval_ns;
    fr_perf_provenance_merge(&p->r->samples.provenance, &first->samples.provenance);
    if (!first->samples.offcpu.mode)
        fr_perf_weight_follow(&p->r->samples.weight, &first->samples.weight, b, opt, &p->choice);
    return true;
}

static void read_part(void *arg, size_t index)
{
    part *p = (part *)arg + index;

    if (p->r)
        fr_perf_script_rest(p->r, p->in);
}

/* Adds what the next part holds. False where it is not known to be what reading alone gives. */
static bool join_part(fr_perf_script *to, part *p)
{
    if (!p->r)
        return false;
    if (!to->samples.offcpu.mode)
        fr_perf_weight_agree(&to->samples.weight, to->b, &p->r->samples.weight, p->r->b);
    if (!fr_split_join(to->b, p->r->b, p->in, to->line))
        return false;
    fr_perf_samples_join(&to->samples, &p->r->samples, to->line);
    to->line += p->r->line;
    to->n_orphans += p->r->n_orphans;
    return !to->samples.weight.beyond; /* the parts have not counted alike */
}

static void end_part(part *p)
{
    if (p->r) {
        fr_builder_free(p->r->b);
        fr_perf_script_reset(p->r);
    }
    fr_input_free(p->in);
}

/* Reads the rest of the input on several threads; false where all of it must be read alone. */
static bool read_parts(fr_perf_script *r, fr_input *in, const fr_split *split)
{
    fr_limits limits = fr_split_limits(split, &r->samples.opt->limits);
    part *parts = calloc(split->n, sizeof *parts);
    bool good = parts != NULL;

    if (!parts)
        return false;
    fr_input_end_at(in, split->from[1]);
    r->n_parts = split->n;
    parts[0] = (part){.r = r, .in = in};
    for (size_t i = 1; i < split->n; i++)
        good = good && begin_part(&parts[i], r, &limits,
                                  fr_input_part(in, split->from[i], split->from[i + 1], NULL));
    if (good)
        fr_pool_run(split->n, split->n, read_part, parts);
    good = good && !fr_builder_failed(r->b);
    for (size_t i = 1; i < split->n; i++) {
        good = good && join_part(r, &parts[i]);
        end_part(&parts[i]);
    }
    free(parts);
    return good;
}

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
    fr_split split;

    if (choice->threads > 1)
        read_head(r, in);
    if (choice->threads > 1 && r->samples.n_read) {
        fr_split_plan(&split, in, r->samples.opt, choice);
        if (split.n > 1) {
            choice->again = !read_parts(r, in, &split);
            return;
        }
    }
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
    if (opt->on_off)
        r.samples.interval_ns = fr_perf_survey_interval(head_of(in));
    read_text(&r, in, choice);
    if (!choice->again) {
        fr_perf_samples_finish(&r.samples);
        if (!fr_builder_failed(b) && r.samples.n_read == 0)
            fail_empty(&r);
    }
    fr_perf_script_reset(&r);
}
