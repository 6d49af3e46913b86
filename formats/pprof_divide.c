/*
 * pprof_divide.c - nodes, parents before children, which become the builder's stacks at the end.
 *
 *     node  parent  label  values
 *     0     0       -      0        the root
 *     1     0       main   0        wide: its samples are those of its children
 *     2     1       run    84       of the samples that end here
 *     3     2       copy   3        too narrow: of all samples that pass here
 */
#include "formats/pprof_divide.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"

#define LEAST_BYTES ((size_t)1 << 18) /* of samples: what is less is told apart as soon */
#define MOST_NAMES  (UINT32_C(1) << 28)
#define NAME_BITS   3 /* of a label that are not its name's */

typedef struct node {
    uint32_t parent, label;
} node;

/* Traces with the same names so far; `at` is the node of the last. */
typedef struct group {
    uint32_t from, n, at;
} group;

typedef struct divider {
    const fr_pprof_noted *noted;
    fr_pprof_traces traces;
    int64_t least[FR_MAX_COLUMNS]; /* a group with less in every column is too narrow */
    uint32_t enough;               /* traces are wide, whatever their values */
    node *nodes;
    int64_t *values; /* by node and column */
    size_t n_nodes, nodes_cap, values_cap;
    group *todo;
    size_t n_todo, todo_cap;
} divider;

/* ---- nodes ---- */

static bool add_node(divider *d, uint32_t parent, uint32_t label, uint32_t *at)
{
    uint32_t n = d->noted->n_columns;
    node *nodes = fr_grow(d->nodes, &d->nodes_cap, d->n_nodes + 1, sizeof *nodes);
    int64_t *values;

    if (!nodes)
        return false;
    d->nodes = nodes;
    values = fr_grow(d->values, &d->values_cap, (d->n_nodes + 1) * n, sizeof *values);
    if (!values || d->n_nodes >= UINT32_MAX)
        return false;
    d->values = values;
    nodes[d->n_nodes] = (node){parent, label};
    memset(values + d->n_nodes * n, 0, n * sizeof *values);
    *at = (uint32_t)d->n_nodes++;
    return true;
}

static bool add_group(divider *d, group added)
{
    group *todo = fr_grow(d->todo, &d->todo_cap, d->n_todo + 1, sizeof *todo);

    if (!todo)
        return false;
    d->todo = todo;
    todo[d->n_todo++] = added;
    return true;
}

/* ---- groups ---- */

static const int64_t *values_of(const divider *d, uint32_t i)
{
    return d->noted->values + (size_t)d->traces.items[i].sample * d->noted->n_columns;
}

static void sum_up(const divider *d, group all, int64_t sums[FR_MAX_COLUMNS])
{
    uint32_t n = d->noted->n_columns;

    memset(sums, 0, n * sizeof *sums);
    for (uint32_t i = 0; i < all.n; i++) {
        const int64_t *values = values_of(d, all.from + i);
        for (uint32_t k = 0; k < n; k++)
            sums[k] += values[k];
    }
}

static bool is_narrow(const divider *d, const int64_t *sums)
{
    bool narrow = true;

    for (uint32_t k = 0; k < d->noted->n_columns; k++)
        narrow = narrow && sums[k] < d->least[k];
    return narrow;
}

static bool is_mixed(const divider *d, group all)
{
    const uint32_t *key = d->traces.key + all.from;
    uint32_t differ = 0;

    for (uint32_t i = 1; i < all.n; i++)
        differ |= key[i] ^ key[0];
    return differ != 0;
}

/* The kind of a group is the majority of its value, all columns together, the lower one on a tie. */
static uint32_t elect_label(const divider *d, group all)
{
    const uint32_t *key = d->traces.key + all.from;
    fr_u128 votes[FR_N_KINDS] = {0};
    uint32_t best = 0;

    if (!is_mixed(d, all))
        return key[0];
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t k = 0; k < d->noted->n_columns; k++)
            votes[fr_pprof_label_kind(key[i])] += (uint64_t)values_of(d, all.from + i)[k];
    for (uint32_t kind = 1; kind < FR_N_KINDS; kind++)
        best = votes[kind] > votes[best] ? kind : best;
    return fr_pprof_label(fr_pprof_label_name(key[0]), best);
}

/* A part of the group at node `at`, whose traces end, or go on with the same name. */
static bool settle_part(divider *d, group part, uint32_t at)
{
    uint32_t label = elect_label(d, part), n = d->noted->n_columns;
    int64_t sums[FR_MAX_COLUMNS];
    bool ends = label == 0;

    if (!ends && !add_node(d, at, label, &at))
        return false;
    part.at = at;
    if (!ends && part.n >= d->enough)
        return add_group(d, part);
    sum_up(d, part, sums);
    if (!ends && !is_narrow(d, sums))
        return add_group(d, part);
    memcpy(d->values + (size_t)at * n, sums, n * sizeof *sums);
    return true;
}

static bool divide(divider *d, group all)
{
    fr_pprof_traces *t = &d->traces;
    const uint32_t *key = t->key + all.from;

    while (fr_pprof_traces_step(t, all.from, all.n))
        if (!add_node(d, all.at, key[0], &all.at))
            return false;
    if (t->odd || !fr_pprof_traces_sort(t, all.from, all.n))
        return false;
    for (uint32_t i = 0, n; i < all.n; i += n) {
        for (n = 1; i + n < all.n && key[i + n] >> NAME_BITS == key[i] >> NAME_BITS;)
            n++;
        if (!settle_part(d, (group){all.from + i, n, 0}, all.at))
            return false;
    }
    return true;
}

static bool divide_all(divider *d)
{
    uint32_t root = 0;
    bool good = add_node(d, 0, 0, &root) && add_group(d, (group){0, (uint32_t)d->traces.n, root});

    while (good && d->n_todo)
        good = divide(d, d->todo[--d->n_todo]);
    return good;
}

/* ---- from labels to frames ---- */

static uint32_t frame_of(fr_pprof *p, uint32_t label)
{
    fr_frame frame = {.name = fr_pprof_label_name(label), .kind = fr_pprof_label_kind(label)};

    return fr_builder_intern(p->b, &frame);
}

void fr_pprof_frame_labels(fr_pprof_path *path)
{
    fr_pprof *p = path->p;
    uint32_t *frames = p->frames.items;

    for (size_t i = 0; i < p->frames.n; i++)
        frames[i] = frame_of(p, frames[i]);
    for (uint64_t id = 0; id < path->n_lone; id++)
        path->lone[id] = path->lone[id] ? frame_of(p, path->lone[id]) : 0;
    p->labels_only = false;
}

static void push_values(const divider *d, fr_builder *b, const fr_pprof_columns *columns, size_t at,
                        uint32_t stack)
{
    const int64_t *values = d->values + at * d->noted->n_columns;
    uint32_t row = FR_NO_STACK;

    for (uint32_t k = 0; k < d->noted->n_columns; k++) {
        if (!values[k])
            continue;
        row = row ? row : fr_builder_row_new(b, stack, FR_NO_LABELS);
        fr_builder_add_row(b, row, k, values[k], columns->counted[k] ? (uint64_t)values[k] : 0,
                           columns->counted[k] ? (double)values[k] : 0);
    }
}

static bool push_nodes(const divider *d, fr_pprof *p, const fr_pprof_columns *columns)
{
    uint32_t *stack = fr_take_array(d->n_nodes, sizeof *stack, false);

    if (!stack)
        return false;
    stack[0] = FR_NO_STACK;
    for (size_t i = 1; i < d->n_nodes && !fr_builder_failed(p->b); i++) {
        stack[i] =
            fr_builder_push_new(p->b, stack[d->nodes[i].parent], frame_of(p, d->nodes[i].label));
        push_values(d, p->b, columns, i, stack[i]);
    }
    free(stack);
    return true;
}

/* ---- the whole ---- */

bool fr_pprof_can_divide(const fr_pprof *p)
{
    fr_pprof_noted noted;

    return p->opt->min_share > 0 && p->ahead && fr_pprof_ahead_noted(p->ahead, &noted) &&
           noted.n > 0 && noted.n < UINT32_MAX && noted.n_columns == p->types.n &&
           p->samples.len >= LEAST_BYTES && p->samples.len <= FR_PPROF_TRACED &&
           p->strings.n + p->locations.n < MOST_NAMES;
}

/* So many of the least values that there are make a group wide in some column. */
static uint32_t count_enough(const divider *d)
{
    const fr_pprof_noted *noted = d->noted;
    uint32_t enough = UINT32_MAX;

    for (uint32_t k = 0; k < noted->n_columns; k++) {
        int64_t smallest = INT64_MAX;
        for (size_t i = 0; i < noted->n && smallest > 0; i++) {
            int64_t value = noted->values[i * noted->n_columns + k];
            smallest = value < smallest ? value : smallest;
        }
        if (smallest > 0 && d->least[k] / smallest < enough)
            enough = (uint32_t)(d->least[k] / smallest) + 1;
    }
    return enough;
}

/* Shares are of the column's sum; one without a value is not drawn. */
static void find_least(divider *d, double share)
{
    for (uint32_t k = 0; k < d->noted->n_columns; k++) {
        double least = ceil(share * (double)d->noted->sums[k]);
        bool all = d->noted->sums[k] == 0 || least >= (double)INT64_MAX;
        d->least[k] = all ? INT64_MAX : (int64_t)least;
    }
    d->enough = count_enough(d);
}

/* Within what is left of the limit on memory, half of which is left to the stacks. */
static bool allocate(divider *d)
{
    const fr_pprof *p = d->traces.path->p;
    fr_pprof_traces *t = &d->traces;

    t->n = d->noted->n;
    if (p->held + t->n * FR_PPROF_TRACE_COST > p->opt->limits.memory / 2)
        return false;
    t->items = fr_take_array(t->n, sizeof *t->items, false);
    return t->items && fr_pprof_traces_begin(t, fr_builder_n_names(p->b));
}

bool fr_pprof_divide(const fr_pprof_path *path, const fr_pprof_columns *columns, size_t n_threads)
{
    fr_pprof *p = path->p;
    fr_pprof_noted noted;
    divider d = {.noted = &noted, .traces = {.path = path, .ignored = NAME_BITS}};
    fr_undivided *undivided = NULL;
    bool good = fr_pprof_ahead_noted(p->ahead, &noted) && allocate(&d);

    find_least(&d, p->opt->min_share);
    if (good)
        undivided = fr_pprof_measure(path, columns, &noted, &d.traces, n_threads);
    good = undivided && divide_all(&d);
    fr_pprof_traces_reset(&d.traces);
    if (good && push_nodes(&d, p, columns)) {
        fr_pprof_ahead_say(p, columns);
        fr_builder_take_undivided(p->b, undivided);
    } else {
        fr_undivided_free(undivided);
        good = false;
    }
    free(d.nodes);
    free(d.values);
    free(d.todo);
    return good;
}
