/* lab_implant.c - changes put into recordings, of exactly the size that is stated to be visible. */
#include "bench/lab/lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/significance.h"

/* The function whose share comes nearest to `share`; none within a factor of 1.6: NULL. */
static const fr_diff_function *nearest(const fr_diff *d, double share)
{
    const fr_diff_function *best = NULL;
    double least = log(1.6);
    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        double got = ((double)f->total.base + (double)f->total.new_) /
                     ((double)d->base_whole + (double)d->new_whole);
        double off = got > 0 ? fabs(log(got / share)) : 1;
        if (off < least) {
            best = f;
            least = off;
        }
    }
    return best;
}

/* Which stacks hold a function of this name. */
static bool *holders(const fr_profile *p, fr_bytes name)
{
    bool *in = calloc(p->n_stacks, sizeof *in);
    for (uint32_t i = 1; in && i < p->n_stacks; i++)
        in[i] =
            in[p->stacks[i].parent] || fr_bytes_equal(fr_frame_name(p, p->stacks[i].frame), name);
    return in;
}

/* The stack of a random sample among those with in[i]; 0: there is none. */
static uint32_t random_stack(const fr_profile *p, const int64_t *sum, const bool *in)
{
    double whole = 0;
    for (uint32_t i = 0; i < p->n_stacks; i++)
        whole += in[i] ? (double)sum[i] : 0;
    double at = lab_uniform() * whole;
    for (uint32_t i = 0; i < p->n_stacks; i++) {
        if (!in[i] || !sum[i])
            continue;
        at -= (double)sum[i];
        if (at < 0)
            return i;
    }
    return 0;
}

/* The stack that ends in the outermost frame of a function that stack i holds. */
static uint32_t cut_at(const fr_profile *p, const bool *in, uint32_t i)
{
    while (in[p->stacks[i].parent])
        i = p->stacks[i].parent;
    return i;
}

/* Adds samples to a function's own, in the places it is called from, so that its share grows by
 * `change`: it does more, and all others do what they did. *before keeps what was there. */
static bool implant(fr_profile *p, fr_bytes name, double change, int64_t **before)
{
    fr_column *column = &p->columns[0];
    bool *in = holders(p, name);
    double whole = 0, held = 0;
    *before = malloc(p->n_stacks * sizeof **before);
    if (!in || !*before)
        exit(1);
    memcpy(*before, column->sum, p->n_stacks * sizeof **before);
    for (uint32_t i = 0; i < p->n_stacks; i++) {
        whole += (double)column->sum[i];
        held += in[i] ? (double)column->sum[i] : 0;
    }
    double left = 1 - held / whole - change;
    bool fits = held > 0 && left > 0.01;
    int64_t n = fits ? (int64_t)(whole * change / left + lab_uniform()) : 0;
    for (int64_t k = 0; k < n; k++)
        column->sum[cut_at(p, in, random_stack(p, *before, in))]++;
    column->reference += n;
    free(in);
    return fits;
}

static void restore(fr_profile *p, const int64_t *before)
{
    fr_column *column = &p->columns[0];
    for (uint32_t i = 0; i < p->n_stacks; i++) {
        column->reference -= column->sum[i] - before[i];
        column->sum[i] = before[i];
    }
}

int lab_find_implanted(const compared *c, double share, double *sizes)
{
    fr_diff *plain = lab_compare(c);
    const fr_diff_function *f = nearest(plain, share);
    int result = -1;
    if (f) {
        double own = ((double)f->total.base + (double)f->total.new_) /
                     ((double)plain->base_whole + (double)plain->new_whole);
        double size =
            fr_visible_change(&plain->jury->significance, plain->jury->rows, plain->by_run.n, own);
        fr_bytes name = fr_names_at(plain->tree->names, f->name);
        int64_t *before[MOST_RECORDINGS] = {NULL};
        bool fits = true;
        for (size_t i = 0; i < c->n_new; i++)
            fits = implant(c->new_[i], name, size, &before[i]) && fits;
        if (fits) {
            fr_diff *d = lab_compare(c);
            *sizes += size;
            const fr_diff_function *g = fr_diff_function_of(d, fr_names_find(d->tree->names, name));
            result = g && g->total.verdict == FR_VERDICT_GREW;
            fr_diff_free(d);
        }
        for (size_t i = 0; i < c->n_new; i++) {
            restore(c->new_[i], before[i]);
            free(before[i]);
        }
    }
    fr_diff_free(plain);
    return result;
}
