/* ranks.c - one sort of the distinct names, so that nodes are ordered by integers afterwards. */
#include "model/tree/ranks.h"

#include <stdlib.h>

typedef struct entry {
    fr_bytes name;
    uint32_t id;
} entry;

static int compare_entries(const void *a, const void *b)
{
    return fr_bytes_compare(((const entry *)a)->name, ((const entry *)b)->name);
}

/* Of those that are wanted; NULL: all are. */
static uint32_t *rank(const fr_names *names, const bool *wanted)
{
    uint32_t n = fr_names_count(names), n_entries = 0;
    entry *entries = malloc(n * sizeof *entries);
    uint32_t *ranks = calloc(n, sizeof *ranks);

    if (!entries || !ranks) {
        free(entries);
        free(ranks);
        return NULL;
    }
    for (uint32_t id = 0; id < n; id++)
        if (!wanted || wanted[id])
            entries[n_entries++] = (entry){fr_names_at(names, id), id};
    qsort(entries, n_entries, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < n_entries; i++)
        ranks[entries[i].id] = i;
    free(entries);
    return ranks;
}

uint32_t *fr_ranks_new(const fr_names *names)
{
    return rank(names, NULL);
}

uint32_t *fr_ranks_of_frames(const fr_profile *profile)
{
    bool *wanted = calloc(fr_names_count(profile->names), sizeof *wanted);
    uint32_t *ranks;

    for (uint32_t f = 0; f < profile->n_frames && wanted; f++)
        wanted[profile->frames[f].name] = true;
    ranks = wanted ? rank(profile->names, wanted) : NULL;
    free(wanted);
    return ranks;
}
