/*
 * group_modules.c - totals of modules in one walk of the stacks in pre-order: a module is open from the outermost
 * stack of it to the end of what is called there, so that a stack counts once.
 */
#include "model/tree/groups.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/unknown.h"
#include "model/tree/preorder.h"

typedef struct walk {
    const fr_profile *profile;
    uint32_t *place, *size, *scratch[2];
    int64_t *below;  /* by stack: its value and those of what it calls */
    int64_t *total;  /* by name id */
    uint32_t *until; /* by name id: the place where the module is open no more */
} walk;

static bool allocate(walk *w)
{
    size_t n = w->profile->n_stacks, n_names = fr_names_count(w->profile->names);

    w->place = fr_take_array(n, sizeof *w->place, false);
    w->size = fr_take_array(n, sizeof *w->size, false);
    for (size_t i = 0; i < 2; i++)
        w->scratch[i] = fr_take_array(n, sizeof *w->scratch[i], false);
    w->below = fr_take_array(n, sizeof *w->below, true);
    w->total = calloc(n_names, sizeof *w->total);
    w->until = calloc(n_names, sizeof *w->until);
    return w->place && w->size && w->scratch[0] && w->scratch[1] && w->below && w->total &&
           w->until;
}

static void release(walk *w)
{
    free(w->place);
    free(w->size);
    free(w->scratch[0]);
    free(w->scratch[1]);
    free(w->below);
    free(w->total);
    free(w->until);
}

static bool sum_modules(walk *w, uint32_t column)
{
    const fr_profile *p = w->profile;
    fr_parents stacks = {&p->stacks->parent, sizeof *p->stacks / sizeof p->stacks->parent,
                         p->n_stacks};
    uint32_t *stack_at = w->scratch[0];

    if (!fr_preorder_places(stacks, NULL, NULL, w->scratch, w->place, w->size))
        return false;
    for (uint32_t s = p->n_stacks; s-- > 0;) {
        stack_at[w->place[s]] = s;
        w->below[s] += fr_column_sum(&p->columns[column], s);
        if (s > 0)
            w->below[p->stacks[s].parent] += w->below[s];
    }
    for (uint32_t at = 1; at < p->n_stacks; at++) {
        uint32_t s = stack_at[at], module = p->frames[p->stacks[s].frame].module;
        if (at < w->until[module])
            continue;
        w->until[module] = at + w->size[s];
        w->total[module] += w->below[s];
    }
    return true;
}

/* "[unknown]" is the module of perf's frames that are in none. */
static bool *find_modules(const fr_names *names)
{
    uint32_t n = fr_names_count(names);
    bool *is = malloc(n * sizeof *is);

    for (uint32_t name = 0; name < n && is; name++)
        is[name] = name && !fr_name_is_bare(fr_names_at(names, name));
    return is;
}

static bool group_frames(fr_groups *g, const walk *w)
{
    const fr_profile *p = w->profile;
    bool *is = find_modules(p->names);

    g->names = fr_names_share(p->names);
    g->of_frame = malloc((size_t)p->n_frames + 1);
    if (is)
        fr_groups_rank(g, w->total, is);
    for (uint32_t f = 0; f < p->n_frames && is && g->of_frame; f++)
        g->of_frame[f] = fr_groups_find(g, p->frames[f].module, is[p->frames[f].module]);
    free(is);
    return is && g->of_frame;
}

bool fr_group_modules(fr_groups *g, const fr_profile *profile, uint32_t column, const char *key,
                      fr_error *err)
{
    walk w = {.profile = profile};
    (void)key;
    bool good = allocate(&w) && sum_modules(&w, column) && group_frames(g, &w);

    release(&w);
    return good || fr_fail_memory(err);
}
