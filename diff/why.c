/*
 * why.c - from changes of all frames to the few that explain them: the fewest, and the most specific.
 *
 *     main +3.4        run +2.9      A +2.9        mul +2.3      mul explains most: its callers hold
 *       run +2.9         A +2.9        mul +2.3                  the same change, and are less specific
 */
#include <math.h>
#include <stdlib.h>

#include "diff/diff.h"

#define NOWHERE 1000.0 /* points: more than there are */

/* ---- functions ---- */

/* By name, close together: the walk meets names in no order. */
typedef struct own_change {
    double grew, shrank;
} own_change;

/* Adds what a node changed by beyond what the child holds that grew, or shrank, most. */
static void add_node(const fr_diff *d, uint32_t node, own_change *own)
{
    double change = fr_diff_change_pp(d, node), up = 0, down = 0;

    for (uint32_t c = node + 1; c < d->tree->end[node]; c = d->tree->end[c]) {
        double below = fr_diff_change_pp(d, c);
        up = below > up ? below : up;
        down = below < down ? below : down;
    }
    own->grew += change - up;
    own->shrank += change - down;
}

/* A walk in pre-order. A recursive function counts once a stack: of main;a;b;a the last one does not. */
bool fr_why_functions(fr_diff *d, fr_error *err)
{
    const fr_tree *t = d->tree;
    size_t n_names = fr_names_count(t->names);
    uint32_t *path, *open, deepest = 0, n = 0; /* by depth: names; by name: how often on the path */
    own_change *own;
    bool good;

    if (t->callers)
        return true;
    for (uint32_t i = 0; i < t->n; i++)
        deepest = t->depth[i] > deepest ? t->depth[i] : deepest;
    path = calloc((size_t)deepest + 1, sizeof *path);
    open = calloc(n_names + 1, sizeof *open);
    own = calloc(n_names + 1, sizeof *own);
    good = path && open && own;
    for (uint32_t i = 1; good && i < t->n; i++) {
        while (n >= t->depth[i])
            open[path[n--]]--;
        path[++n] = t->name[i];
        if (open[t->name[i]]++ == 0)
            add_node(d, i, &own[t->name[i]]);
    }
    for (uint32_t i = 0; good && i < d->n_functions; i++) {
        d->functions[i].grew_pp = own[d->functions[i].name].grew;
        d->functions[i].shrank_pp = own[d->functions[i].name].shrank;
    }
    free(path);
    free(open);
    free(own);
    return good || fr_fail_memory(err);
}

bool fr_why_is_nowhere(const fr_diff *d, const fr_diff_function *f)
{
    fr_bytes name = fr_names_at(d->tree->names, f->name);

    return (f->total.base == d->base_whole && f->total.new_ == d->new_whole) ||
           fr_bytes_equal(name, FR_LITERAL("[unknown]")) ||
           fr_bytes_equal(name, FR_LITERAL("[no stack]"));
}

/* Returns what a function tells of a change, more is more: what is sure of it, since the noise of a caller
 * of many is larger than many a change. */
static double weight_of(const fr_diff *d, const fr_diff_function *f, bool grew)
{
    double own = d->tree->callers ? fabs(f->total.change_pp) : grew ? f->grew_pp : -f->shrank_pp;
    double sure = d->by == FR_DIFF_BY_SELF ? fabs(f->self.change_pp) - f->self.error_pp
                                           : own - f->total.error_pp;

    return fr_why_is_nowhere(d, f) ? sure - NOWHERE : sure;
}

static uint32_t largest_node(const fr_diff *d, uint32_t name)
{
    uint32_t largest = 0;
    int64_t most = -1;

    for (uint32_t i = 1; i < d->tree->n; i++) {
        int64_t value = d->base_total[i] > d->new_total[i] ? d->base_total[i] : d->new_total[i];
        if (d->tree->name[i] != name || value <= most)
            continue;
        most = value;
        largest = i;
    }
    return largest;
}

/* Returns true if a choice left a side nothing at all: then callers of what was chosen are not new, or gone, with it. */
static bool is_chosen(const fr_diff *d, bool is_new)
{
    return d->of_part && (is_new ? d->base_total : d->new_total)[0] == 0;
}

static const fr_diff_function *outermost(const fr_diff *d, const fr_diff_function *f)
{
    fr_verdict verdict = f->total.verdict;
    bool is_new = f->total.base == 0;
    uint32_t node;

    if ((!is_new && f->total.new_ != 0) || is_chosen(d, is_new))
        return f;
    node = largest_node(d, f->name);
    while (d->tree->parent[node]) {
        const fr_diff_function *caller;
        node = d->tree->parent[node];
        caller = fr_diff_function_of(d, d->tree->name[node]);
        if (!caller || caller->total.verdict != verdict ||
            (is_new ? caller->total.base : caller->total.new_) != 0)
            break;
        f = caller;
    }
    return f;
}

static const fr_diff_function *main_of(const fr_diff *d, bool sure, bool grew)
{
    const fr_diff_function *best = NULL;

    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        const fr_diff_value *v = fr_diff_shown(d, f);
        bool wanted = sure ? fr_verdict_is_change(v->verdict) : v->verdict == FR_VERDICT_MAYBE;
        if (wanted && (v->change_pp > 0) == grew &&
            (!best || weight_of(d, f, grew) > weight_of(d, best, grew)))
            best = f;
    }
    return best && !d->tree->callers ? outermost(d, best) : best;
}

const fr_diff_function *fr_why_main(const fr_diff *d, bool sure)
{
    const fr_diff_function *grew = main_of(d, sure, true), *shrank = main_of(d, sure, false);

    if (!grew || !shrank)
        return grew ? grew : shrank;
    return fabs(fr_diff_shown(d, grew)->change_pp) >= fabs(fr_diff_shown(d, shrank)->change_pp)
               ? grew
               : shrank;
}

/* ---- nodes ---- */

/* True if the node neither holds a taken one nor stands within one. */
static bool is_free(const fr_diff *d, uint32_t node, const uint32_t *taken, size_t n)
{
    const uint32_t *end = d->tree->end;

    for (size_t i = 0; i < n; i++)
        if (node <= taken[i] ? taken[i] < end[node] : node < end[taken[i]])
            return false;
    return true;
}

/* The node outside of all taken ones that changed most; 0: none did. */
static uint32_t find_start(const fr_diff *d, int sign, const uint32_t *taken, size_t n)
{
    uint32_t best = 0;
    double most = 0;

    for (uint32_t i = 1; i < d->tree->n; i++) {
        double change = sign * fr_diff_change_pp(d, i);
        if (change <= most || !is_free(d, i, taken, n))
            continue;
        most = change;
        best = i;
    }
    return best;
}

/* Down to the deepest node that still holds most of it. */
static uint32_t descend(const fr_diff *d, int sign, uint32_t node)
{
    double least = FR_DIFF_EXPLAINS * sign * fr_diff_change_pp(d, node);
    uint32_t next = node;

    do {
        node = next;
        for (uint32_t c = node + 1; c < d->tree->end[node] && next == node; c = d->tree->end[c])
            if (sign * fr_diff_change_pp(d, c) >= least)
                next = c;
    } while (next != node);
    return node;
}

/* A part that only one side has is reported by its outermost frame. */
static uint32_t ascend(const fr_diff *d, uint32_t node, const uint32_t *taken, size_t n)
{
    const int64_t *absent = d->base_total[node] == 0 ? d->base_total : d->new_total;

    while (!is_chosen(d, absent == d->base_total) && absent[node] == 0 && d->tree->parent[node] &&
           absent[d->tree->parent[node]] == 0 && is_free(d, d->tree->parent[node], taken, n))
        node = d->tree->parent[node];
    return node;
}

static size_t list_direction(const fr_diff *d, int sign, uint32_t *nodes, size_t n)
{
    size_t first = n;

    while (n < first + FR_WHY_MOST) {
        uint32_t start = find_start(d, sign, nodes, n), node;
        if (!start)
            break;
        node = ascend(d, descend(d, sign, start), nodes, n);
        if (!fr_verdict_is_change(fr_diff_total(d, node).verdict))
            break;
        nodes[n++] = node;
    }
    return n;
}

size_t fr_why_list(const fr_diff *d, uint32_t nodes[2 * FR_WHY_MOST])
{
    size_t n_grew = list_direction(d, 1, nodes, 0), n = list_direction(d, -1, nodes, n_grew);

    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            uint32_t a = nodes[j - 1], b = nodes[j];
            if (fabs(fr_diff_change_pp(d, a)) >= fabs(fr_diff_change_pp(d, b)))
                break;
            nodes[j - 1] = b;
            nodes[j] = a;
        }
    return n;
}
