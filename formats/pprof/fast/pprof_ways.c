/* pprof_ways.c - the table of fast ways, and the one that counts for `top`. */
#include "formats/pprof/fast/pprof_ways.h"

#include "formats/pprof/fast/pprof_scan.h"

#define LEAST_BYTES ((size_t)1 << 18) /* of samples: fewer are read as soon one by one */

/* Frames to be dropped are dropped from stacks. */
static bool top_applies(const fr_pprof_samples *s)
{
    return s->p->needs.functions_only && !s->p->header[FR_PPROF_DROP_FRAMES];
}

static bool read_top(fr_pprof_samples *s, size_t n_threads)
{
    fr_pprof_scan scan = {.s = s};
    bool good = fr_pprof_scan_read(&scan, n_threads);

    for (uint32_t k = 0; k < s->columns.n && good; k++)
        fr_builder_add_row(s->p->b, FR_NO_STACK, k, scan.columns[k].sum, scan.columns[k].n_samples,
                           scan.columns[k].squares);
    if (good)
        fr_pprof_scan_tell(&scan);
    fr_pprof_scan_reset(&scan);
    return good;
}

static const fr_pprof_way ways[] = {
    {"top", FR_WAY_PPROF_TOP, top_applies, read_top},
    {"picture", FR_WAY_PPROF_PICTURE, fr_pprof_samples_are_drawn, fr_pprof_picture_read},
};

const fr_pprof_way *fr_pprof_way_for(const fr_pprof_samples *s, const fr_choice *choice)
{
    if (s->p->samples.len < LEAST_BYTES || fr_builder_n_stacks(s->p->b) > 1)
        return NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (fr_choice_allows(choice, ways[i].way) && ways[i].applies(s))
            return &ways[i];
    return NULL;
}
