/* group_self.c - functions by what is their own: all frames of a name have one group. */
#include <stdlib.h>

#include "base/number.h"
#include "model/tree/groups.h"

/* From this part of the whole on a group is the next one, in tenths of a percent: 0.1 %, 1 %, 5 %, 20 %. */
static const uint32_t steps[FR_N_SELF - 2] = {1, 10, 50, 200};

static uint8_t level_of(int64_t own, int64_t whole)
{
    uint8_t level = FR_SELF_LEAST;

    if (own <= 0)
        return FR_SELF_NONE;
    while (level < FR_SELF_MOST &&
           (fr_i128)own * 1000 >= (fr_i128)whole * steps[level - FR_SELF_LEAST])
        level++;
    return level;
}

bool fr_group_self(fr_groups *g, const fr_profile *p, uint32_t column, const char *key,
                   fr_error *err)
{
    int64_t *own = calloc(fr_names_count(p->names), sizeof *own), whole = 0;
    (void)key;

    g->of_frame = malloc((size_t)p->n_frames + 1);
    if (!own || !g->of_frame) {
        free(own);
        return fr_fail_memory(err);
    }
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        int64_t value = fr_column_sum(&p->columns[column], s);
        whole += value;
        own[s ? p->frames[p->stacks[s].frame].name : 0] += value;
    }
    for (uint32_t f = 0; f < p->n_frames; f++)
        g->of_frame[f] = level_of(own[p->frames[f].name], whole);
    free(own);
    return true;
}
