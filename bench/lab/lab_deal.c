/* lab_deal.c - draws runs for both sides of a differential, with a model where the way has one. */
#include "bench/lab/lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fr_diff *lab_compare(const compared *c)
{
    fr_error err = {0};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_side base = {.profiles = (const fr_profile *const *)c->base, .n = c->n_base};
    fr_side new_ = {.profiles = (const fr_profile *const *)c->new_, .n = c->n_new};
    opt.noise = c->noise;
    opt.sampling_only = c->sampling_only;
    fr_diff *d = fr_diff_build(&base, &new_, &opt, &err);
    if (!d) {
        fprintf(stderr, "lab: %s\n", err.text);
        exit(1);
    }
    return d;
}

/* The model of some recordings, as JSON; malloc'ed. */
static char *learn(fr_profile *const *runs, size_t n)
{
    fr_error err = {0};
    fr_output *out = fr_output_memory();
    fr_side side = {.profiles = (const fr_profile *const *)runs, .n = n};
    size_t len;
    if (!out || !fr_diff_calibrate(&side, NULL, out, &err)) {
        fprintf(stderr, "lab: %s\n", err.text);
        exit(1);
    }
    char *json = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    return json;
}

const way lab_ways[] = {
    {"1 v 1, sampling noise only", 1, .sampling_only = true},
    {"1 v 1, learned model", 1, .model = true},
    {"3 v 3", 3, .model = false},
    {"5 v 5", 5, .model = false},
    {"1 v 1", 1, .model = false},
};

compared lab_deal(dealer *d)
{
    compared c = {.n_base = d->way->runs, .n_new = d->way->runs};
    size_t n = d->same->n, from = d->way->model ? LEARNED_FROM : 0;
    if (d->n_dealt++ % 10 == 0) {
        for (size_t i = 0; i < n; i++)
            d->order[i] = i;
        lab_shuffle(d->order, n);
        free(d->model);
        d->model = NULL;
        if (d->way->model) {
            fr_profile *runs[LEARNED_FROM];
            for (size_t i = 0; i < LEARNED_FROM; i++)
                runs[i] = d->same->runs[d->order[i]];
            d->model = learn(runs, LEARNED_FROM);
        }
    }
    lab_shuffle(d->order + from, n - from);
    for (size_t i = 0; i < d->way->runs; i++) {
        c.base[i] = d->same->runs[d->order[from + i]];
        c.new_[i] = d->same->runs[d->order[from + d->way->runs + i]];
    }
    c.noise = d->model;
    c.sampling_only = d->way->sampling_only;
    return c;
}
