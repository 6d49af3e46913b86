/*
 * pprof_divide.c - nodes, parents before children, which become the builder's stacks at the end.
 *
 *     node  parent  label  row of values
 *     0     0       -      -             the root
 *     1     0       main   -             wide: its samples are those of its children
 *     2     1       run    1: 84         of the samples that end here
 *     3     2       copy   2: 3          too narrow: of all samples that pass here
 */
#include "formats/pprof/fast/pprof_divide.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"

#define LEAST_BYTES ((size_t)1 << 18) /* of samples: what is less is told apart as soon */
#define MOST_LARGE  16                /* part of all traces that a group is large from */
#define MOST_NAMES  (UINT32_C(1) << 28)
#define NAME_BITS   3 /* of a label that are not its name's */

typedef struct node {
    uint32_t parent, label;
    uint32_t row; /* of values; 0: it has none */
} node;

/* Traces with the same names so far; `at` is the node of the last. */
typedef struct group {
    uint32_t from, n, at;
} group;

typedef struct group_list {
    group *items;
    size_t n, cap;
} group_list;

/* What is the same for all groups. */
typedef struct limits {
    const fr_pprof_noted *noted;
    int64_t least[FR_MAX_COLUMNS]; /* a group with less in every column is too narrow */
    uint32_t enough;               /* traces are wide, whatever their values */
    uint32_t large;                /* groups of fewer traces are left to other threads */
    uint64_t most_bytes;           /* of what all dividers make of them, */
    atomic_size_t *n_bytes;        /* which is this so far */
} limits;

/* What comes of a group, whose own node is the first. */
typedef struct divider {
    const limits *limits;
    fr_pprof_traces *traces;
    node *nodes;
    int64_t *values; /* by row - 1 and column */
    size_t n_nodes, nodes_cap, n_rows, values_cap;
    group_list todo;
    group_list *later; /* groups that are not large; NULL: there is no later */
} divider;

/* ---- nodes ---- */

/* False: it is more than there may be. Whole stacks are then read one by one, within their own limit. */
static bool take_bytes(const limits *l, size_t n)
{
    return atomic_fetch_add_explicit(l->n_bytes, n, memory_order_relaxed) + n <= l->most_bytes;
}

static bool add_node(divider *d, uint32_t parent, uint32_t label, uint32_t *at)
{
    node *nodes;

    if (d->n_nodes >= UINT32_MAX || !take_bytes(d->limits, sizeof *nodes))
        return false;
    nodes = fr_grow(d->nodes, &d->nodes_cap, d->n_nodes + 1, sizeof *nodes);
    if (!nodes)
        return false;
    d->nodes = nodes;
    nodes[d->n_nodes] = (node){parent, label, 0};
    *at = (uint32_t)d->n_nodes++;
    return true;
}

/* Once a node: most, on deep stacks, have no values of their own. */
static bool set_values(divider *d, uint32_t at, const int64_t *sums)
{
    uint32_t n = d->limits->noted->n_columns;
    int64_t *values;

    if (!take_bytes(d->limits, n * sizeof *values))
        return false;
    values = fr_grow(d->values, &d->values_cap, (d->n_rows + 1) * n, sizeof *values);
    if (!values)
        return false;
    d->values = values;
    memcpy(values + d->n_rows * n, sums, n * sizeof *values);
    d->nodes[at].row = (uint32_t)++d->n_rows;
    return true;
}

static bool add_group(divider *d, group added)
{
    group_list *list = d->later && added.n < d->limits->large ? d->later : &d->todo;
    group *items = fr_grow(list->items, &list->cap, list->n + 1, sizeof *items);

    if (!items)
        return false;
    list->items = items;
    items[list->n++] = added;
    return true;
}

static void reset_divider(divider *d)
{
    free(d->nodes);
    free(d->values);
    free(d->todo.items);
}

/* ---- groups ---- */

static const int64_t *values_of(const divider *d, uint32_t i)
{
    return d->limits->noted->values +
           (size_t)d->traces->items[i].sample * d->limits->noted->n_columns;
}

static void sum_up(const divider *d, group all, int64_t sums[FR_MAX_COLUMNS])
{
    uint32_t n = d->limits->noted->n_columns;

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

    for (uint32_t k = 0; k < d->limits->noted->n_columns; k++)
        narrow = narrow && sums[k] < d->limits->least[k];
    return narrow;
}

static bool is_mixed(const divider *d, group all)
{
    const uint32_t *key = d->traces->key + all.from;
    uint32_t differ = 0;

    for (uint32_t i = 1; i < all.n; i++)
        differ |= key[i] ^ key[0];
    return differ != 0;
}

/* The kind of a group is the majority of its value, all columns together, the lower one on a tie. */
static uint32_t elect_label(const divider *d, group all)
{
    const uint32_t *key = d->traces->key + all.from;
    fr_u128 votes[FR_N_KINDS] = {0};
    uint32_t best = 0;

    if (!is_mixed(d, all))
        return key[0];
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t k = 0; k < d->limits->noted->n_columns; k++)
            votes[fr_pprof_label_kind(key[i])] += (uint64_t)values_of(d, all.from + i)[k];
    for (uint32_t kind = 1; kind < FR_N_KINDS; kind++)
        best = votes[kind] > votes[best] ? kind : best;
    return fr_pprof_label(fr_pprof_label_name(key[0]), best);
}

/* A part of the group at node `at`, whose traces end, or go on with the same name. */
static bool settle_part(divider *d, group part, uint32_t at)
{
    uint32_t label = elect_label(d, part);
    int64_t sums[FR_MAX_COLUMNS];
    bool ends = label == 0;

    if (!ends && !add_node(d, at, label, &at))
        return false;
    part.at = at;
    if (!ends && part.n >= d->limits->enough)
        return add_group(d, part);
    sum_up(d, part, sums);
    if (!ends && !is_narrow(d, sums))
        return add_group(d, part);
    return set_values(d, at, sums);
}

static bool divide(divider *d, group all)
{
    fr_pprof_traces *t = d->traces;
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

/* A group, up to what is left for later. */
static bool divide_group(divider *d, group all)
{
    uint32_t first;
    bool good = add_node(d, 0, 0, &first);

    all.at = 0;
    good = good && divide(d, all);
    while (good && d->todo.n)
        good = divide(d, d->todo.items[--d->todo.n]);
    return good;
}

/* ---- threads ---- */

/* The whole is divided up to groups that are not large, which are divided by the thread that takes them. What
 * comes of each follows the order of groups, not of threads. */
typedef struct division {
    limits limits;
    fr_pprof_traces traces;
    divider top;
    group_list groups;
    divider *parts;                          /* by group */
    fr_pprof_traces shared[FR_MOST_THREADS]; /* by thread */
    atomic_size_t next;                      /* group that no thread has taken */
    atomic_size_t n_bytes;
    atomic_bool odd;
} division;

static void divide_some(void *arg, size_t thread)
{
    division *all = arg;
    size_t i;

    while ((i = atomic_fetch_add(&all->next, 1)) < all->groups.n && !atomic_load(&all->odd)) {
        divider *part = &all->parts[i];
        *part = (divider){.limits = &all->limits, .traces = &all->shared[thread]};
        if (!divide_group(part, all->groups.items[i]))
            atomic_store(&all->odd, true);
    }
}

static bool divide_groups(division *all, size_t n_threads)
{
    uint32_t n_keys = fr_builder_n_names(all->traces.path->p->b);
    size_t n = 0;

    n_threads = n_threads < FR_MOST_THREADS ? n_threads : FR_MOST_THREADS;
    while ((n == 0 || (n < n_threads && n < all->groups.n)) &&
           fr_pprof_traces_share(&all->shared[n], &all->traces, n_keys))
        n++;
    fr_pool_run(n, n, divide_some, all);
    for (size_t i = 0; i < n; i++)
        fr_pprof_traces_leave(&all->shared[i]);
    return n > 0 && !atomic_load(&all->odd);
}

static bool divide_all(division *all, size_t n_threads)
{
    all->limits.large = (uint32_t)(all->traces.n / MOST_LARGE) + 1;
    all->top = (divider){.limits = &all->limits, .traces = &all->traces, .later = &all->groups};
    if (!divide_group(&all->top, (group){0, (uint32_t)all->traces.n, 0}) ||
        !take_bytes(&all->limits, all->groups.n * sizeof *all->parts))
        return false;
    all->parts = calloc(all->groups.n + 1, sizeof *all->parts);
    return all->parts && divide_groups(all, n_threads);
}

static void reset_division(division *all)
{
    for (size_t i = 0; i < all->groups.n && all->parts; i++)
        reset_divider(&all->parts[i]);
    reset_divider(&all->top);
    fr_pprof_traces_reset(&all->traces);
    free(all->groups.items);
    free(all->parts);
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

static void push_values(fr_builder *b, const fr_pprof_columns *columns, const int64_t *values,
                        uint32_t stack)
{
    uint32_t row = FR_NO_STACK;

    for (uint32_t k = 0; k < columns->n; k++) {
        if (!values[k])
            continue;
        row = row ? row : fr_builder_row_new(b, stack, FR_NO_LABELS);
        fr_builder_add_row(b, row, k, values[k], columns->counted[k] ? (uint64_t)values[k] : 0,
                           columns->counted[k] ? (double)values[k] : 0);
    }
}

/* The stacks of the nodes, on `base`; to be freed. NULL: no memory. */
static uint32_t *push_nodes(const divider *d, fr_pprof *p, const fr_pprof_columns *columns,
                            uint32_t base)
{
    uint32_t *stack = malloc(d->n_nodes * sizeof *stack);

    if (!stack)
        return NULL;
    stack[0] = base;
    for (size_t i = 0; i < d->n_nodes && !fr_builder_failed(p->b); i++) {
        const node *at = &d->nodes[i];
        if (i)
            stack[i] = fr_builder_push_new(p->b, stack[at->parent], frame_of(p, at->label));
        if (at->row)
            push_values(p->b, columns, d->values + (at->row - 1) * (size_t)columns->n, stack[i]);
    }
    return stack;
}

static void push_all(const division *all, fr_pprof *p, const fr_pprof_columns *columns)
{
    uint32_t *top = push_nodes(&all->top, p, columns, FR_NO_STACK), *stacks = top;

    for (size_t i = 0; i < all->groups.n && stacks; i++) {
        stacks = push_nodes(&all->parts[i], p, columns, top[all->groups.items[i].at]);
        free(stacks);
    }
    free(top);
    if (!stacks)
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
}

/* ---- the whole ---- */

bool fr_pprof_can_divide(const fr_pprof *p)
{
    fr_pprof_noted noted;

    return p->opt->min_share > 0 && p->ahead && fr_pprof_ahead_noted(p->ahead, &noted) &&
           noted.n_frameless == 0 && noted.n > 0 && noted.n < UINT32_MAX &&
           noted.n_columns == p->types.n && p->samples.len >= LEAST_BYTES &&
           p->samples.len <= FR_PPROF_TRACED && p->strings.n + p->locations.n < MOST_NAMES;
}

/* So many of the least values that there are make a group wide in some column. */
static uint32_t count_enough(const limits *l)
{
    const fr_pprof_noted *noted = l->noted;
    uint32_t enough = UINT32_MAX;

    for (uint32_t k = 0; k < noted->n_columns; k++) {
        int64_t smallest = INT64_MAX;
        for (size_t i = 0; i < noted->n && smallest > 0; i++) {
            int64_t value = noted->values[i * noted->n_columns + k];
            smallest = value < smallest ? value : smallest;
        }
        if (smallest > 0 && l->least[k] / smallest < enough)
            enough = (uint32_t)(l->least[k] / smallest) + 1;
    }
    return enough;
}

/* Shares are of the column's sum; one without a value is not drawn. */
static void find_least(limits *l, double share)
{
    for (uint32_t k = 0; k < l->noted->n_columns; k++) {
        double least = ceil(share * (double)l->noted->sums[k]);
        bool all = l->noted->sums[k] == 0 || least >= (double)INT64_MAX;
        l->least[k] = all ? INT64_MAX : (int64_t)least;
    }
    l->enough = count_enough(l);
}

/* How many threads there is room for, 0: whole stacks are cheaper. The traces, what each thread keeps by name, and
 * what the tree does, are to be within what is left of the limit on memory, half of which is left to the stacks.
 * Whether there is room for one is the same for any number of threads. */
static size_t threads_with_room(const fr_pprof *p, const fr_pprof_noted *noted, size_t n_threads)
{
    uint64_t each = sizeof(int64_t) * noted->n_columns + sizeof(uint32_t);
    uint64_t shared = p->held + noted->n * FR_PPROF_TRACE_COST, room = p->opt->limits.memory / 2;
    uint64_t most;

    each *= fr_builder_n_names(p->b);
    if (shared > room)
        return 0;
    most = (room - shared) / each;
    if (most < 2)
        return 0;
    n_threads = n_threads ? n_threads : 1;
    return n_threads < most - 1 ? n_threads : (size_t)(most - 1);
}

static bool allocate(fr_pprof_traces *t, size_t n)
{
    t->n = n;
    t->items = fr_take_array(n, sizeof *t->items, false);
    return t->items && fr_pprof_traces_begin(t, fr_builder_n_names(t->path->p->b));
}

bool fr_pprof_divide(const fr_pprof_path *path, const fr_pprof_columns *columns, size_t n_threads)
{
    fr_pprof *p = path->p;
    fr_pprof_noted noted;
    division all = {.limits.noted = &noted, .traces = {.path = path, .ignored = NAME_BITS}};
    fr_undivided *undivided = NULL;
    bool good = fr_pprof_ahead_noted(p->ahead, &noted) &&
                (n_threads = threads_with_room(p, &noted, n_threads)) > 0 &&
                allocate(&all.traces, noted.n);

    all.limits.most_bytes = p->opt->limits.memory / 4;
    all.limits.n_bytes = &all.n_bytes;
    atomic_init(&all.n_bytes, 0);
    atomic_init(&all.next, 0);
    atomic_init(&all.odd, false);
    find_least(&all.limits, p->opt->min_share);
    if (good)
        undivided = fr_pprof_measure(path, columns, &noted, &all.traces, n_threads);
    good = undivided && divide_all(&all, n_threads);
    if (good) {
        push_all(&all, p, columns);
        fr_pprof_ahead_say(p, columns);
        fr_builder_take_undivided(p->b, undivided);
    } else {
        fr_undivided_free(undivided);
    }
    reset_division(&all);
    return good;
}
