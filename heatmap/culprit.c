/*
 * culprit.c - own samples of each function in a burst, less those that so much time usually has.
 *
 * The function with the largest surplus is named, and its share of the surplus of all. A function that takes the
 * place of others may have more than all of it.
 */
#include "heatmap/culprit.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_LEAF 0.25 /* of the surplus */

typedef struct leaf_counts {
    uint64_t inside, outside;
} leaf_counts;

typedef struct naming {
    const fr_profile *profile;
    const fr_idle *idle;
    int64_t start_ns, end_ns; /* of what was searched */
    leaf_counts *of;          /* by name */
} naming;

/* Returns how often the time in the burst goes into the time outside of it. */
static double times_outside(const naming *n, const fr_series *all, const fr_perturbation *p)
{
    double inside = 0;

    for (size_t i = 0; i < all->n; i++)
        inside +=
            fr_perturbation_holds(p, n->profile->meta.origin_ns,
                                  all->start_ns + (int64_t)i * all->cell_ns + all->cell_ns / 2);
    return inside > 0 ? ((double)all->n - inside) / inside : 0;
}

static void count_leaves(const naming *n, const fr_perturbation *p)
{
    const fr_profile *profile = n->profile;
    const fr_samples *s = &profile->samples;

    memset(n->of, 0, fr_names_count(profile->names) * sizeof *n->of);
    for (size_t i = 0; i < s->n; i++) {
        int64_t at = s->time_ns[i];
        uint32_t stack = s->stack[i];
        if (at == FR_NO_TIME || at < n->start_ns || at >= n->end_ns || !stack ||
            (n->idle && fr_idle_holds(n->idle, s, i)))
            continue;
        leaf_counts *leaf = &n->of[profile->frames[profile->stacks[stack].frame].name];
        if (fr_perturbation_holds(p, profile->meta.origin_ns, at))
            leaf->inside++;
        else
            leaf->outside++;
    }
}

static double surplus(const leaf_counts *of, double times)
{
    return (double)of->inside - (double)of->outside / times;
}

static bool name_leaf(const naming *n, double times, fr_perturbation *p)
{
    size_t n_names = fr_names_count(n->profile->names), best = 0;
    double all = 0;

    count_leaves(n, p);
    for (size_t name = 0; name < n_names; name++) {
        all += surplus(&n->of[name], times);
        if (surplus(&n->of[name], times) > surplus(&n->of[best], times))
            best = name;
    }
    fr_bytes name = fr_names_at(n->profile->names, (uint32_t)best);
    if (all <= 0 || !name.len || surplus(&n->of[best], times) < LEAST_LEAF * all)
        return true;
    p->leaf_share = surplus(&n->of[best], times) / all;
    p->leaf = strndup(name.at, name.len);
    return p->leaf;
}

bool fr_name_leaves(const fr_profile *profile, const fr_idle *idle, const fr_series *all,
                    fr_perturbations *found)
{
    naming n = {.profile = profile,
                .idle = idle,
                .start_ns = all->start_ns,
                .end_ns = all->start_ns + (int64_t)all->n * all->cell_ns,
                .of = calloc(fr_names_count(profile->names), sizeof *n.of)};
    bool good = n.of;

    for (size_t i = 0; good && i < found->n; i++) {
        fr_perturbation *p = &found->at[i];
        double times = times_outside(&n, all, p);
        if (!p->function && !fr_perturbation_is_gap(p) && times > 0 &&
            !(profile->meta.stacks & FR_SAMPLES_LAST))
            good = name_leaf(&n, times, p);
    }
    free(n.of);
    return good;
}
