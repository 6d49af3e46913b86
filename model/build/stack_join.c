/*
 * stack_join.c - lists of children on both sides, walked together.
 *
 * Children of a stack differ by frame, so an array by frame tells which child has it: what it holds
 * of other parents is recognised by them, so it is never cleared.
 */
#include "model/build/stack_join.h"

#include <stdlib.h>

#include "base/arena.h"

/* The first child of a stack and the next child of its parent, in the order of their numbers; 0:
 * none. */
typedef struct links {
    uint32_t first, next;
} links;

typedef struct join {
    const fr_stack *stacks;
    const fr_other_stacks *other;
    links *mine, *theirs;
    uint32_t *at; /* by frame: the child last seen that has it */
    uint32_t *found;
    uint32_t n_found;
} join;

static links *link_children(const fr_stack *stacks, uint32_t n)
{
    links *l = fr_take_array(n, sizeof *l, true);

    for (uint32_t s = n; l && s-- > 1;) {
        links *parent = &l[stacks[s].parent];
        l[s].next = parent->first;
        parent->first = s;
    }
    return l;
}

static uint32_t frame_of(const join *j, uint32_t s)
{
    return j->other->frame[j->other->stacks[s].frame];
}

static void meet(join *j, uint32_t s, uint32_t stack)
{
    j->found[s] = stack;
    j->n_found++;
}

static void match_only_child(join *j, uint32_t child, uint32_t s)
{
    while (s && frame_of(j, s) != j->stacks[child].frame)
        s = j->theirs[s].next;
    if (s)
        meet(j, s, child);
}

static void match_several(join *j, uint32_t stack, uint32_t s)
{
    for (uint32_t child = j->mine[stack].first; child; child = j->mine[child].next)
        j->at[j->stacks[child].frame] = child;
    for (; s; s = j->theirs[s].next) {
        uint32_t child = j->at[frame_of(j, s)];
        if (child && j->stacks[child].parent == stack)
            meet(j, s, child);
    }
}

/* The children of a stack that both have; `s` is the first one there. */
static void match_children(join *j, uint32_t stack, uint32_t s)
{
    uint32_t child = j->mine[stack].first;

    if (child && j->mine[child].next)
        match_several(j, stack, s);
    else if (child)
        match_only_child(j, child, s);
}

static bool match_all(join *j, const fr_stack_table *table)
{
    bool good;

    memset(j->found, 0xff, j->other->n * sizeof *j->found);
    meet(j, 0, 0);
    if (table->n == 1) /* the start of a union: all are new */
        return true;
    j->mine = link_children(table->stacks, table->n);
    j->theirs = link_children(j->other->stacks, j->other->n);
    j->at = fr_take_array(j->other->n_frames, sizeof *j->at, true);
    good = j->mine && j->theirs && j->at;
    for (uint32_t s = 0; good && s < j->other->n; s++)
        if (j->found[s] != FR_NO_ID)
            match_children(j, j->found[s], j->theirs[s].first);
    return good;
}

bool fr_stack_join(const fr_stack_table *table, const fr_other_stacks *other, uint32_t *found,
                   uint32_t *n_new)
{
    join j = {.stacks = table->stacks, .other = other, .found = found};
    bool good = match_all(&j, table);

    *n_new = other->n - j.n_found;
    free(j.mine);
    free(j.theirs);
    free(j.at);
    return good;
}
