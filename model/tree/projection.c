/*
 * projection.c - merges stacks of the same names into nodes in one pass down the stack table, and sums in one up.
 *
 *     stack  parent  frame        node
 *     1      0       main         1
 *     2      1       foo (user)   2
 *     3      1       foo (kernel) 2     same parent, same name: one node
 */
#include "model/tree/preorder.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "model/build/stack_table.h"
#include "model/tree/tree.h"

typedef struct merger {
    const fr_profile *profile;
    const fr_groups *groups; /* NULL: none */
    fr_stack_table table;    /* its "frames" are name ids */
    fr_label_of_frame *label;
    uint32_t *node; /* by stack; FR_NO_ID: no value below */
} merger;

#define AHEAD 32 /* stacks whose places are fetched at once */

static fr_label_of_frame *label_frames(const merger *m)
{
    const fr_profile *p = m->profile;
    fr_label_of_frame *label = malloc(p->n_frames * sizeof *label);

    for (uint32_t f = 0; f < p->n_frames && label; f++)
        label[f] =
            (fr_label_of_frame){p->frames[f].name, (uint8_t)fr_frame_kind(&p->frames[f]),
                                m->groups && m->groups->of_frame ? m->groups->of_frame[f] : 0};
    return label;
}

/* Marks stacks with a value at or below them. */
static void mark_valued(merger *m)
{
    const fr_profile *p = m->profile;

    for (uint32_t s = 0; s < p->n_stacks; s++)
        m->node[s] = fr_stack_has_value(p, s) ? 0 : FR_NO_ID;
    for (uint32_t s = p->n_stacks; s-- > 1;)
        if (m->node[s] == 0)
            m->node[p->stacks[s].parent] = 0;
    m->node[0] = 0;
}

/* *unique: every frame has a name of its own. No two stacks meet then: nodes are numbered as they come. *mixed: frames
 * of several kinds share a name. False: memory ran out. */
static bool compare_names(const fr_profile *p, bool *unique, bool *mixed)
{
    uint8_t *seen = calloc(fr_names_count(p->names), 1); /* by name id: kind + 1 */

    *unique = true;
    *mixed = false;
    for (uint32_t f = 1; f < p->n_frames && seen; f++) {
        uint8_t *known = &seen[p->frames[f].name];
        uint8_t kind = (uint8_t)(fr_frame_kind(&p->frames[f]) + 1);
        *unique &= !*known;
        *mixed |= *known && *known != kind;
        *known = kind;
    }
    free(seen);
    return seen != NULL;
}

static bool merge_stacks(merger *m)
{
    const fr_profile *p = m->profile;

    for (uint32_t s = 1; s < p->n_stacks; s++) {
        uint32_t parent = m->node[p->stacks[s].parent], name, node;
        if (s % AHEAD == 1) {
            fr_stack wanted[AHEAD];
            uint32_t n = 0;
            /* the places of the next stacks, where their parents have a node by now */
            for (uint32_t a = s; a < p->n_stacks && a < s + AHEAD; a++)
                if (p->stacks[a].parent < s && m->node[a] != FR_NO_ID)
                    wanted[n++] =
                        (fr_stack){m->node[p->stacks[a].parent], m->label[p->stacks[a].frame].name};
            fr_stack_table_fetch(&m->table, wanted, n);
        }
        if (m->node[s] == FR_NO_ID)
            continue;
        name = m->label[p->stacks[s].frame].name;
        node = fr_stack_table_add(&m->table, (fr_stack){parent, name});
        if (node == FR_NO_ID)
            return false;
        m->node[s] = node;
    }
    return true;
}

static bool allocate(const merger *m, fr_projection *out)
{
    uint32_t n_columns = m->profile->n_columns;

    out->parent = fr_take_array(out->n, sizeof *out->parent, false);
    out->name = fr_take_array(out->n, sizeof *out->name, false);
    out->kind = malloc(out->n * sizeof *out->kind);
    out->group = m->groups ? malloc(out->n * sizeof *out->group) : NULL;
    for (uint32_t k = 0; k < n_columns; k++) {
        out->self[k] = fr_take_array(out->n, sizeof *out->self[k], true);
        if (!out->self[k])
            return false;
    }
    return out->parent && out->name && out->kind && (out->group || !m->groups);
}

static uint8_t group_of(const merger *m, uint32_t stack)
{
    if (m->groups && m->groups->of_stack)
        return m->groups->of_stack[stack];
    return m->label[m->profile->stacks[stack].frame].group;
}

static void fill(const merger *m, fr_projection *out)
{
    const fr_profile *p = m->profile;

    out->parent[0] = out->name[0] = out->kind[0] = 0;
    if (out->group)
        out->group[0] = FR_GROUP_NONE;
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        uint32_t node = m->node[s];
        if (node == FR_NO_ID)
            continue;
        if (s > 0) {
            fr_label_of_frame label = m->label[p->stacks[s].frame];
            out->parent[node] = m->node[p->stacks[s].parent];
            out->name[node] = label.name;
            out->kind[node] = label.kind;
            if (out->group)
                out->group[node] = group_of(m, s);
        }
        for (uint32_t k = 0; k < p->n_columns; k++)
            out->self[k][node] += fr_column_sum(&p->columns[k], s);
    }
}

fr_u128 fr_stack_weight(const fr_profile *p, uint32_t stack)
{
    fr_u128 value = 0;

    for (uint32_t k = 0; k < p->n_columns; k++)
        value += (uint64_t)fr_column_sum(&p->columns[k], stack);
    return value;
}

/* The subject of a vote: the kind of a node, or the group of its module. */
typedef struct vote {
    bool of_groups;
    uint8_t n_choices;
    uint8_t *chosen; /* by node: at first that of its last stack */
} vote;

static uint8_t choice_of(const merger *m, const vote *v, uint32_t stack)
{
    return v->of_groups ? group_of(m, stack) : m->label[m->profile->stacks[stack].frame].kind;
}

static bool count_votes(const merger *m, const vote *v, uint32_t n_nodes, const uint32_t *ballot,
                        uint32_t n)
{
    const fr_profile *p = m->profile;
    fr_u128 *total = calloc(p->n_stacks, sizeof *total);
    fr_u128 *votes = calloc(((size_t)n + 1) * v->n_choices, sizeof *votes);
    bool good = total && votes;

    for (uint32_t s = p->n_stacks; s-- > 1 && good;) {
        uint32_t node = m->node[s];
        total[s] += fr_stack_weight(p, s);
        total[p->stacks[s].parent] += total[s];
        if (node != FR_NO_ID && ballot[node])
            votes[(size_t)ballot[node] * v->n_choices + choice_of(m, v, s)] += total[s];
    }
    for (uint32_t i = 1; i < n_nodes && good; i++)
        if (ballot[i])
            v->chosen[i] = fr_most_voted(&votes[(size_t)ballot[i] * v->n_choices], v->n_choices);
    free(total);
    free(votes);
    return good;
}

/* Chooses by majority of value, the lower choice on a tie. A node with one choice takes it. */
static bool hold_vote(const merger *m, const vote *v, uint32_t n_nodes)
{
    /* by node: a number from 1 on where stacks of several choices became one node, else 0 */
    uint32_t *ballot = calloc(n_nodes, sizeof *ballot), n = 0;
    bool good = ballot != NULL;

    for (uint32_t s = 1; good && s < m->profile->n_stacks; s++) {
        uint32_t node = m->node[s];
        if (node != FR_NO_ID && !ballot[node] && v->chosen[node] != choice_of(m, v, s))
            ballot[node] = ++n;
    }
    good = good && (n == 0 || count_votes(m, v, n_nodes, ballot, n));
    free(ballot);
    return good;
}

/* True if every stack has a value at or below it; false also without memory. */
static bool all_are_valued(const fr_profile *p)
{
    uint8_t *below = calloc(p->n_stacks, 1);
    bool valued = below != NULL;

    for (uint32_t s = p->n_stacks; s-- > 1 && valued;) {
        valued = below[s] || fr_stack_has_value(p, s);
        below[p->stacks[s].parent] = 1;
    }
    free(below);
    return valued;
}

static bool project(merger *m, fr_projection *out)
{
    const fr_profile *p = m->profile;
    bool mixed, unique;

    if (!compare_names(p, &unique, &mixed))
        return false;
    out->profile = p;
    out->of_stack = m->groups ? m->groups->of_stack : NULL;
    if (unique && p->n_columns > 0 && all_are_valued(p)) { /* stacks are nodes as they are */
        out->n = p->n_stacks;
        out->label = label_frames(m);
        return out->label != NULL;
    }
    m->node = fr_take_array(p->n_stacks, sizeof *m->node, false);
    m->label = label_frames(m);
    if (!m->node || !m->label)
        return false;
    mark_valued(m);
    if (unique) {
        out->n = 1;
        for (uint32_t s = 1; s < p->n_stacks; s++)
            if (m->node[s] != FR_NO_ID)
                m->node[s] = out->n++;
    } else {
        if (!fr_stack_table_init(&m->table) || !merge_stacks(m))
            return false;
        out->n = m->table.n;
        fr_stack_table_reset(&m->table);
    }
    if (!allocate(m, out))
        return false;
    fill(m, out);
    vote kinds = {false, FR_N_KINDS, out->kind}, groups = {true, FR_N_GROUPS, out->group};
    if (p->n_columns == 0)
        return true;
    return (!mixed || hold_vote(m, &kinds, out->n)) &&
           (!out->group || hold_vote(m, &groups, out->n));
}

bool fr_projection_init(fr_projection *out, const fr_profile *profile, const fr_groups *groups,
                        fr_error *err)
{
    merger m = {.profile = profile, .groups = groups};
    bool good = project(&m, out);

    fr_stack_table_reset(&m.table);
    free(m.label);
    free(m.node);
    if (good)
        return true;
    fr_projection_reset(out, profile->n_columns);
    return fr_fail_memory(err);
}

void fr_projection_reset(fr_projection *p, uint32_t n_columns)
{
    for (uint32_t k = 0; k < n_columns; k++)
        free(p->self[k]);
    free(p->parent);
    free(p->name);
    free(p->kind);
    free(p->group);
    free(p->label);
    *p = (fr_projection){0};
}
