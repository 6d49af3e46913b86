/* outermost.c - one walk in pre-order: a key is open from its outermost stack to the end of what is called there. */
#include "model/tree/outermost.h"

#include <stdlib.h>

#include "base/arena.h"
#include "model/tree/preorder.h"

typedef struct walk {
    uint32_t *place, *size, *scratch[2];
    uint32_t *until; /* by key: the place where it is open no more */
    bool *is;
} walk;

static bool allocate(walk *w, size_t n, size_t n_keys)
{
    w->place = fr_take_array(n, sizeof *w->place, false);
    w->size = fr_take_array(n, sizeof *w->size, false);
    for (size_t i = 0; i < 2; i++)
        w->scratch[i] = fr_take_array(n, sizeof *w->scratch[i], false);
    w->until = calloc(n_keys + 1, sizeof *w->until);
    w->is = calloc(n, sizeof *w->is);
    return w->place && w->size && w->scratch[0] && w->scratch[1] && w->until && w->is;
}

static void release(walk *w)
{
    free(w->place);
    free(w->size);
    free(w->scratch[0]);
    free(w->scratch[1]);
    free(w->until);
}

static bool mark(walk *w, const fr_profile *p, const uint32_t *key)
{
    fr_parents stacks = {&p->stacks->parent, sizeof *p->stacks / sizeof p->stacks->parent,
                         p->n_stacks};
    uint32_t *stack_at = w->scratch[0];

    if (!fr_preorder_places(stacks, NULL, NULL, w->scratch, w->place, w->size))
        return false;
    for (uint32_t s = 0; s < p->n_stacks; s++)
        stack_at[w->place[s]] = s;
    for (uint32_t at = 1; at < p->n_stacks; at++) {
        uint32_t s = stack_at[at], frame = p->stacks[s].frame;
        uint32_t of = key ? key[frame] : p->frames[frame].name;
        if (!of || at < w->until[of])
            continue;
        w->until[of] = at + w->size[s];
        w->is[s] = true;
    }
    return true;
}

bool *fr_outermost_new(const fr_profile *profile, const uint32_t *key, uint32_t n_keys)
{
    walk w = {0};

    if (!allocate(&w, profile->n_stacks, key ? n_keys : fr_names_count(profile->names)) ||
        !mark(&w, profile, key)) {
        free(w.is);
        w.is = NULL;
    }
    release(&w);
    return w.is;
}
