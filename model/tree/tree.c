/*
 * tree.c - stacks become nodes, and nodes pre-order columns, without recursion: siblings are ordered by one sort of all
 * nodes, hung into lists, and walked by first child and next sibling.
 *
 *     stack  parent  frame        node
 *     1      0       main         1
 *     2      1       foo (user)   2
 *     3      1       foo (kernel) 2     same parent, same name: one node
 *
 * What makes two frames one is their name; a node's kind is the majority of its value. Nodes without any value are
 * omitted.
 */
#include "model/tree/tree.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"
#include "model/build/stack_table.h"
#include "model/build/tally.h"
#include "model/tree/canonical.h"
#include "model/tree/preorder.h"

static bool has_groups(const fr_groups *g)
{
    return g->of_frame || g->of_stack;
}

void fr_tree_free(fr_tree *tree)
{
    if (!tree)
        return;
    for (uint32_t k = 0; k < FR_MAX_COLUMNS; k++) {
        free(tree->self[k]);
        free(tree->total[k]);
        free(tree->column_name[k]);
        free(tree->unit[k]);
    }
    fr_meta_reset(&tree->meta);
    fr_names_free(tree->names);
    free(tree->parent);
    free(tree->end);
    free(tree->depth);
    free(tree->name);
    free(tree->kind);
    free(tree->group);
    fr_groups_reset(&tree->groups);
    free(tree->own);
    free(tree->start);
    free(tree);
}

fr_tree_columns fr_tree_view(const fr_tree *tree)
{
    return (fr_tree_columns){
        .n = tree->n,
        .n_columns = tree->n_columns,
        .parent = tree->parent,
        .end = tree->end,
        .depth = tree->depth,
        .kind = tree->kind,
        .self = (const int64_t *const *)tree->self,
        .total = (const int64_t *const *)tree->total,
    };
}

const char *fr_tree_name(const fr_tree *tree, uint32_t node)
{
    return fr_node_name(tree, node).at;
}

static bool copy_columns(fr_tree *tree, const fr_profile *profile)
{
    tree->n_columns = profile->n_columns;
    for (uint32_t k = 0; k < profile->n_columns; k++) {
        const fr_column *column = &profile->columns[k];
        tree->column_name[k] = strdup(column->name);
        tree->unit[k] = strdup(column->unit);
        tree->decimals[k] = column->decimals;
        tree->counted[k] = column->counted;
        tree->reference[k] = column->reference;
        if (!tree->column_name[k] || !tree->unit[k])
            return false;
    }
    return fr_meta_copy(&tree->meta, &profile->meta);
}

/* ---- nodes: one pass down the stack table to merge, one up to sum ---- */

/* The part of a frame that a node shows; small, so that the table of all frames stays in the cache. */
typedef struct frame_label {
    uint32_t name;
    uint8_t kind, group;
} frame_label;

/* If every frame has a name of its own and every stack a value, stacks are nodes as they are:
 * parent, name, kind and self are NULL then, and the profile is read in their place. */
typedef struct projection {
    const fr_profile *profile; /* must outlive it */
    uint32_t n;                /* nodes, the root (0) included; parents before children */
    uint32_t *parent;          /* by node */
    uint32_t *name;
    uint8_t *kind;
    uint8_t *group; /* NULL: not asked for */
    int64_t *self[FR_MAX_COLUMNS];
    frame_label *label;      /* by frame, where stacks are nodes */
    const uint8_t *of_stack; /* groups by stack, where they are not by frame */
} projection;

static fr_parents projection_parents(const projection *p)
{
    if (p->parent)
        return (fr_parents){p->parent, 1, p->n};
    return (fr_parents){&p->profile->stacks->parent, sizeof(fr_stack) / sizeof(uint32_t), p->n};
}

static uint32_t projection_name(const projection *p, uint32_t node)
{
    return p->name ? p->name[node] : p->label[p->profile->stacks[node].frame].name;
}

static uint8_t projection_kind(const projection *p, uint32_t node)
{
    return p->kind ? p->kind[node] : p->label[p->profile->stacks[node].frame].kind;
}

static uint8_t projection_group(const projection *p, uint32_t node)
{
    return p->group      ? p->group[node]
           : p->of_stack ? p->of_stack[node]
                         : p->label[p->profile->stacks[node].frame].group;
}

static int64_t projection_self(const projection *p, uint32_t k, uint32_t node)
{
    return p->self[k] ? p->self[k][node] : fr_column_sum(&p->profile->columns[k], node);
}

static void projection_reset(projection *p, uint32_t n_columns)
{
    for (uint32_t k = 0; k < n_columns; k++)
        free(p->self[k]);
    free(p->parent);
    free(p->name);
    free(p->kind);
    free(p->group);
    free(p->label);
    *p = (projection){0};
}

typedef struct merger {
    const fr_profile *profile;
    const fr_groups *groups; /* NULL: none */
    fr_stack_table table;    /* its "frames" are name ids */
    frame_label *label;
    uint32_t *node; /* by stack; FR_NO_ID: no value below */
    uint8_t *mixed; /* by name id: kind + 1, or 0xff where frames of several kinds share the name */
} merger;

#define MIXED 0xff
#define AHEAD 32 /* stacks whose places are fetched at once */

static frame_label *label_frames(const merger *m)
{
    const fr_profile *p = m->profile;
    frame_label *label = malloc(p->n_frames * sizeof *label);

    for (uint32_t f = 0; f < p->n_frames && label; f++)
        label[f] = (frame_label){p->frames[f].name, (uint8_t)fr_frame_kind(&p->frames[f]),
                                 m->groups && m->groups->of_frame ? m->groups->of_frame[f] : 0};
    return label;
}

/* Marks stacks with a value at or below them. */
static void mark_valued(merger *m)
{
    const fr_profile *p = m->profile;

    for (uint32_t s = 0; s < p->n_stacks; s++) {
        m->node[s] = fr_stack_has_value(p, s) ? 0 : FR_NO_ID;
    }
    for (uint32_t s = p->n_stacks; s-- > 1;)
        if (m->node[s] == 0)
            m->node[p->stacks[s].parent] = 0;
    m->node[0] = 0;
}

static bool find_mixed(merger *m)
{
    const fr_profile *p = m->profile;
    bool mixed = false;

    for (uint32_t f = 1; f < p->n_frames; f++) {
        uint8_t *seen = &m->mixed[p->frames[f].name];
        uint8_t kind = (uint8_t)(fr_frame_kind(&p->frames[f]) + 1);
        mixed |= *seen && *seen != kind;
        *seen = *seen && *seen != kind ? MIXED : kind;
    }
    return mixed;
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

/* Returns true if every frame has a name of its own. No two stacks meet then: nodes are numbered as they come. */
static bool names_are_unique(const merger *m)
{
    const fr_profile *p = m->profile;
    uint8_t *seen = calloc(fr_names_count(p->names), 1);
    bool unique = seen != NULL;

    for (uint32_t f = 1; f < p->n_frames && unique; f++) {
        unique = !seen[p->frames[f].name];
        seen[p->frames[f].name] = 1;
    }
    free(seen);
    return unique;
}

static bool allocate(const merger *m, projection *out)
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

static void fill(const merger *m, projection *out)
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
            frame_label label = m->label[p->stacks[s].frame];
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

static bool project(merger *m, projection *out)
{
    const fr_profile *p = m->profile;
    uint32_t n_names = fr_names_count(p->names);
    bool mixed, unique = names_are_unique(m);

    out->profile = p;
    out->of_stack = m->groups ? m->groups->of_stack : NULL;
    if (unique && p->n_columns > 0 && all_are_valued(p)) { /* stacks are nodes as they are */
        out->n = p->n_stacks;
        out->label = label_frames(m);
        return out->label != NULL;
    }
    m->node = fr_take_array(p->n_stacks, sizeof *m->node, false);
    m->mixed = calloc(n_names, 1);
    m->label = label_frames(m);
    if (!m->node || !m->mixed || !m->label)
        return false;
    mark_valued(m);
    mixed = find_mixed(m);
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

/* Nodes get the groups of `groups`, which must outlive the projection; NULL: they get none. */
static bool projection_init(projection *out, const fr_profile *profile, const fr_groups *groups,
                            fr_error *err)
{
    merger m = {.profile = profile, .groups = groups};
    bool good = project(&m, out);

    fr_stack_table_reset(&m.table);
    free(m.label);
    free(m.node);
    free(m.mixed);
    if (good)
        return true;
    projection_reset(out, profile->n_columns);
    return fr_fail_memory(err);
}

/* ---- columns: threads fill them side by side ---- */

/* Gives a column room for n items; false when memory ran out. */
#define RESIZE(column, n) fr_resize(&(column), n, sizeof *(column))

bool fr_tree_reserve(fr_tree *tree, uint32_t cap)
{
    bool good = RESIZE(tree->parent, cap) && RESIZE(tree->end, cap) && RESIZE(tree->depth, cap) &&
                RESIZE(tree->name, cap) && RESIZE(tree->kind, cap) &&
                (!has_groups(&tree->groups) || RESIZE(tree->group, cap));

    for (uint32_t k = 0; k < tree->n_columns && good; k++)
        good = !fr_tree_has_values(tree, k) ||
               (RESIZE(tree->self[k], cap) && RESIZE(tree->total[k], cap));
    if (good)
        tree->cap = cap;
    return good;
}

void fr_tree_close_ends(fr_tree *tree)
{
    for (uint32_t i = 0; i < tree->n; i++)
        tree->end[i] = i + 1;
    for (uint32_t i = tree->n; i-- > 1;)
        if (tree->end[tree->parent[i]] < tree->end[i])
            tree->end[tree->parent[i]] = tree->end[i];
}

/* All columns but the values in one pass, since each is larger than the caches. A parent has its
 * place and depth before its children. */
static void place_nodes(fr_tree *tree, const projection *p, const uint32_t *place,
                        const uint32_t *size)
{
    fr_parents parents = projection_parents(p);

    for (uint32_t node = 0; node < tree->n; node++) {
        uint32_t at = place[node], parent = node ? place[parents.parent[node * parents.stride]] : 0;
        tree->parent[at] = parent;
        tree->depth[at] = node ? tree->depth[parent] + 1 : 0;
        tree->end[at] = at + size[node];
        tree->name[at] = projection_name(p, node);
        tree->kind[at] = projection_kind(p, node);
        if (tree->group)
            tree->group[at] = projection_group(p, node);
    }
}

/* A column of the projection is freed as soon as it has moved, so that the values of both are never
 * whole in memory. */
static bool place_values(fr_tree *tree, projection *p, const uint32_t *place, uint32_t k)
{
    if (!fr_tree_has_values(tree, k))
        return true;
    if (!RESIZE(tree->self[k], tree->n))
        return false;
    for (uint32_t node = 0; node < tree->n; node++)
        tree->self[k][place[node]] = projection_self(p, k, node);
    free(p->self[k]);
    p->self[k] = NULL;
    return true;
}

/* Columns are filled side by side, where there are threads for it. */
typedef struct filling {
    fr_tree *tree;
    projection *p;
    const uint32_t *place, *size;
    atomic_bool failed;
} filling;

static void place_columns(void *arg, size_t index)
{
    filling *f = arg;

    if (index == 0)
        place_nodes(f->tree, f->p, f->place, f->size);
    else if (!place_values(f->tree, f->p, f->place, (uint32_t)index - 1))
        atomic_store(&f->failed, true);
}

static void total_column(void *arg, size_t k)
{
    filling *f = arg;
    fr_tree *tree = f->tree;

    if (!fr_tree_has_values(tree, (uint32_t)k))
        return;
    if (!RESIZE(tree->total[k], tree->n)) {
        atomic_store(&f->failed, true);
        return;
    }
    memcpy(tree->total[k], tree->self[k], tree->n * sizeof *tree->total[k]);
    for (uint32_t i = tree->n; i-- > 1;)
        tree->total[k][tree->parent[i]] += tree->total[k][i];
}

#define FEW_NODES 100000 /* not worth a thread */

static size_t threads_for(const fr_tree *tree, unsigned threads)
{
    if (tree->n < FEW_NODES)
        return 1;
    return threads ? threads : fr_pool_cpus();
}

/* Fills all columns but the totals. place[] is the place of each node of the projection in pre-order, size[] the number
 * of nodes of its subtree. Frees the projection's values as they move. False when memory ran out. */
static bool place_all(fr_tree *tree, projection *p, const uint32_t *place, const uint32_t *size,
                      unsigned threads)
{
    filling f = {.tree = tree, .p = p, .place = place, .size = size};

    if (!RESIZE(tree->end, tree->n) || !RESIZE(tree->name, tree->n) ||
        !RESIZE(tree->kind, tree->n) ||
        (has_groups(&tree->groups) && !RESIZE(tree->group, tree->n)))
        return false;
    fr_pool_run(threads_for(tree, threads), (size_t)tree->n_columns + 1, place_columns, &f);
    return !atomic_load(&f.failed);
}

/* Fills the totals from the own values; false when memory ran out. */
static bool sum_all(fr_tree *tree, unsigned threads)
{
    filling f = {.tree = tree};

    fr_pool_run(threads_for(tree, threads), tree->n_columns, total_column, &f);
    return !atomic_load(&f.failed);
}

/* ---- order ---- */

/* The data that order siblings: totals are made only where they are asked for. */
typedef struct sibling_order {
    const projection *p;
    uint32_t *rank; /* by name; NULL: not needed */
    int64_t *total; /* by node; NULL: not needed */
} sibling_order;

static fr_sibling_key by_name(const void *arg, uint32_t node)
{
    const sibling_order *o = arg;

    return (fr_sibling_key){.minor = o->rank[projection_name(o->p, node)]};
}

/* The larger total first. */
static fr_sibling_key by_value(const void *arg, uint32_t node)
{
    const sibling_order *o = arg;

    return (fr_sibling_key){UINT64_MAX - (uint64_t)o->total[node],
                            o->rank[projection_name(o->p, node)]};
}

static int64_t *sum_upwards(const projection *p, uint32_t k)
{
    fr_parents tree = projection_parents(p);
    int64_t *total = fr_take_array(p->n, sizeof *total, false);

    if (!total)
        return NULL;
    for (uint32_t i = 0; i < p->n; i++)
        total[i] = projection_self(p, k, i);
    for (uint32_t i = p->n; i-- > 1;)
        total[tree.parent[i * tree.stride]] += total[i];
    return total;
}

/* Fills place[] and size[], by node of the projection. The tree's columns parent and depth serve as scratch. */
static bool find_places(fr_tree *tree, const projection *p, const fr_profile *profile,
                        const fr_tree_options *opt, uint32_t *place, uint32_t *size)
{
    static fr_sibling_order *const orders[] = {
        [FR_SORT_NAME] = by_name, [FR_SORT_VALUE] = by_value, [FR_SORT_INPUT] = NULL};
    uint32_t *scratch[2] = {tree->parent, tree->depth};
    sibling_order o = {.p = p};
    bool good = true;

    if (opt->sort != FR_SORT_INPUT)
        good = (o.rank = fr_ranks_of_frames(profile)) != NULL;
    if (opt->sort == FR_SORT_VALUE)
        good = good && (o.total = sum_upwards(p, opt->column)) != NULL;
    good = good &&
           fr_preorder_places(projection_parents(p), orders[opt->sort], &o, scratch, place, size);
    free(o.rank);
    free(o.total);
    return good;
}

/* Takes own values from the tally: the last frames of stacks that were cut do not tell theirs. */
static bool take_own(fr_tree *tree, const fr_tally *t)
{
    tree->own = calloc((size_t)fr_names_count(tree->names) + 1, sizeof *tree->own);
    for (size_t name = 0; name < t->n_keys && tree->own; name++)
        tree->own[name] = fr_tally_self(t, (uint32_t)name, tree->column);
    return tree->own != NULL;
}

static bool build_whole(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                        fr_error *err)
{
    projection p = {0};
    const fr_groups *groups = has_groups(&tree->groups) ? &tree->groups : NULL;
    uint32_t *place = NULL, *size = NULL;
    bool good = projection_init(&p, profile, groups, err);

    tree->n = tree->cap = p.n;
    if (good) {
        place = fr_take_array(p.n, sizeof *place, false);
        size = fr_take_array(p.n, sizeof *size, false);
    }
    good = good && place && size && RESIZE(tree->parent, p.n) && RESIZE(tree->depth, p.n) &&
           find_places(tree, &p, profile, opt, place, size) &&
           place_all(tree, &p, place, size, opt->threads);
    free(place);
    free(size);
    good = good && (opt->self_only || sum_all(tree, opt->threads));
    projection_reset(&p, profile->n_columns);
    tree->whole = !profile->meta.lacks_lines;
    good = good && (!profile->tally || take_own(tree, profile->tally));
    return good || fr_fail_memory(err);
}

static bool build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                  fr_error *err)
{
    if (!fr_groups_init(&tree->groups, profile, opt->column, opt->color_by, err))
        return false;
    bool grouped = has_groups(&tree->groups);
    bool drawn = !opt->chart && !opt->callers && !grouped && opt->sort != FR_SORT_INPUT;
    if (!fr_profile_is_for(profile, drawn ? FR_FOR_PICTURE : FR_FOR_ANYTHING, err))
        return false;
    if (tree->groups.of_stack && opt->callers)
        return fr_fail(err, FR_E_USAGE, 0, 0,
                       "colour by a label is of stacks from the root, not of callers");
    bool good = opt->chart     ? fr_chart_build(tree, profile, opt, err)
                : opt->callers ? fr_callers_build(tree, profile, opt, err)
                               : build_whole(tree, profile, opt, err);
    fr_groups_drop_members(&tree->groups); /* which are those of the profile */
    return good;
}

fr_tree *fr_tree_build(const fr_profile *profile, const fr_tree_options *opt, fr_error *err)
{
    fr_tree_options defaults = FR_TREE_DEFAULTS;
    fr_tree *tree;

    if (!fr_fail_null(err, profile, "profile"))
        return NULL;
    tree = calloc(1, sizeof *tree);
    opt = opt ? opt : &defaults;
    if (!tree) {
        fr_fail_memory(err);
        return NULL;
    }
    tree->column = opt->column;
    tree->lone = opt->lone_column;
    tree->sort = opt->chart ? FR_SORT_INPUT : opt->sort;
    tree->names = fr_names_share(profile->names);
    if (opt->column >= profile->n_columns)
        fr_fail(err, FR_E_USAGE, 0, 0, "no value column %u: there are %u", opt->column,
                profile->n_columns);
    else if (!copy_columns(tree, profile))
        fr_fail_memory(err);
    else if (build(tree, profile, opt, err)) {
        for (uint32_t k = 0; k < tree->n_columns && tree->meta.relative; k++)
            if (tree->total[k])
                tree->reference[k] = tree->total[k][0];
        return tree;
    }
    fr_tree_free(tree);
    return NULL;
}
