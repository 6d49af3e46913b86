/*
 * modules.c - totals of modules in one walk of the stacks in pre-order: a module is open from the outermost
 * stack of it to the end of what is called there, so that a stack counts once.
 */
#include "model/tree/modules.h"

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

static bool is_wider(const walk *w, uint32_t a, uint32_t b)
{
    const fr_names *names = w->profile->names;

    if (w->total[a] != w->total[b])
        return w->total[a] > w->total[b];
    return fr_bytes_compare(fr_names_at(names, a), fr_names_at(names, b)) < 0;
}

/* Puts a module at its place among the widest. */
static void rank(fr_modules *m, const walk *w, uint32_t module)
{
    uint32_t at = m->n;

    while (at > 0 && is_wider(w, module, m->name[at - 1]))
        at--;
    m->n_others += m->n == FR_MOST_MODULES;
    m->n += m->n < FR_MOST_MODULES;
    if (at == FR_MOST_MODULES)
        return;
    memmove(&m->name[at + 1], &m->name[at], (m->n - 1 - at) * sizeof *m->name);
    m->name[at] = module;
}

/* "[unknown]" is the module of perf's frames that are in none. */
static bool is_module(const walk *w, uint32_t name)
{
    return name && !fr_name_is_bare(fr_names_at(w->profile->names, name));
}

static uint8_t group_of(const fr_modules *m, const walk *w, uint32_t module)
{
    uint8_t group = 0;

    while (group < m->n && m->name[group] != module)
        group++;
    if (group < m->n)
        return group;
    return is_module(w, module) ? FR_GROUP_OTHERS : FR_GROUP_NONE;
}

static bool group_frames(fr_modules *m, const walk *w)
{
    const fr_profile *p = w->profile;
    uint32_t n_names = fr_names_count(p->names);

    for (uint32_t module = 1; module < n_names; module++)
        if (w->total[module] > 0 && is_module(w, module))
            rank(m, w, module);
    for (uint32_t i = 0; i < m->n; i++)
        m->total[i] = w->total[m->name[i]];
    m->group = malloc((size_t)p->n_frames + 1);
    for (uint32_t f = 0; f < p->n_frames && m->group; f++)
        m->group[f] = group_of(m, w, p->frames[f].module);
    return m->group != NULL;
}

bool fr_modules_init(fr_modules *m, const fr_profile *profile, uint32_t column, fr_error *err)
{
    walk w = {.profile = profile};
    bool good = allocate(&w) && sum_modules(&w, column) && group_frames(m, &w);

    release(&w);
    return good || fr_fail_memory(err);
}

void fr_modules_reset(fr_modules *m)
{
    free(m->group);
    m->group = NULL;
}
