/* ranks.c - one sort of the distinct names, so that nodes are ordered by integers afterwards. */
#include "model/ranks.h"

#include <stdlib.h>

typedef struct entry {
    fr_bytes name;
    uint32_t id;
} entry;

static int compare_entries(const void *a, const void *b)
{
    return fr_bytes_compare(((const entry *)a)->name, ((const entry *)b)->name);
}

uint32_t *fr_ranks_new(const fr_names *names)
{
    uint32_t n = fr_names_count(names);
    entry *entries = malloc(n * sizeof *entries);
    uint32_t *ranks = malloc(n * sizeof *ranks);

    if (!entries || !ranks) {
        free(entries);
        free(ranks);
        return NULL;
    }
    for (uint32_t id = 0; id < n; id++)
        entries[id] = (entry){fr_names_at(names, id), id};
    qsort(entries, n, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < n; i++)
        ranks[entries[i].id] = i;
    free(entries);
    return ranks;
}
