/*
 * group_labels.c - stacks by the values of a label: a stack is of the value that most of it, and of what it calls, has.
 *
 *     row  stack      labels             own votes     with what it calls
 *     1    main       handler = /tree    /tree 3       /tree 3, /sort 9     -> /sort
 *     2    main;sort  handler = /sort    /sort 9       /sort 9              -> /sort
 */
#include <stdlib.h>

#include "base/arena.h"
#include "model/report/label_text.h"
#include "model/tree/groups.h"
#include "model/tree/preorder.h"

typedef struct labels {
    const fr_profile *profile;
    const fr_column *column; /* by row */
    uint32_t *value;         /* by set: what it says of the key, an id of g->names; 0: nothing */
    uint8_t *group;          /* by set */
    uint32_t *first, *row;   /* rows by stack: row[first[s]] to row[first[s + 1]] */
    int64_t *votes;          /* FR_N_GROUPS by depth */
    uint32_t *depth;         /* by stack */
    uint32_t *place, *size, *scratch[2];
} labels;

static bool take_arrays(labels *l)
{
    size_t n = l->profile->n_stacks, n_rows = fr_n_rows(l->profile);

    l->value = calloc(fr_label_sets_count(&l->profile->labelled.sets), sizeof *l->value);
    l->group = malloc(fr_label_sets_count(&l->profile->labelled.sets));
    l->first = fr_take_array(n + 2, sizeof *l->first, true);
    l->row = fr_take_array(n_rows + 1, sizeof *l->row, false);
    l->votes = calloc(((size_t)l->profile->max_depth + 2) * FR_N_GROUPS, sizeof *l->votes);
    l->depth = fr_take_array(n, sizeof *l->depth, true);
    l->place = fr_take_array(n, sizeof *l->place, false);
    l->size = fr_take_array(n, sizeof *l->size, false);
    for (size_t i = 0; i < 2; i++)
        l->scratch[i] = fr_take_array(n, sizeof *l->scratch[i], false);
    return l->value && l->group && l->first && l->row && l->votes && l->depth && l->place &&
           l->size && l->scratch[0] && l->scratch[1];
}

static void free_arrays(labels *l)
{
    free(l->value);
    free(l->group);
    free(l->first);
    free(l->row);
    free(l->votes);
    free(l->depth);
    free(l->place);
    free(l->size);
    free(l->scratch[0]);
    free(l->scratch[1]);
}

/* ---- what sets say of the key ---- */

static bool name_set(fr_groups *g, labels *l, uint32_t set, fr_bytes key)
{
    fr_output *out = fr_output_memory();
    fr_bytes text = {NULL, 0};
    bool says = out && fr_put_labels_of(out, l->profile, set, key);

    if (says)
        text.at = fr_output_bytes(out, &text.len);
    if (text.at)
        l->value[set] = text.len ? fr_names_add(g->names, text) : 0;
    fr_output_free(out);
    return out && (!says || (text.at && l->value[set] != FR_NO_ID));
}

static bool name_sets(fr_groups *g, labels *l, fr_bytes key)
{
    uint32_t n = fr_label_sets_count(&l->profile->labelled.sets);

    g->names = fr_names_new();
    for (uint32_t set = 1; set < n && g->names; set++)
        if (!name_set(g, l, set, key))
            return false;
    return g->names != NULL;
}

static bool group_sets(fr_groups *g, labels *l)
{
    uint32_t n = fr_names_count(g->names), n_sets = fr_label_sets_count(&l->profile->labelled.sets);
    int64_t *total = calloc(n, sizeof *total);
    bool *counts = malloc(n * sizeof *counts), good = total && counts;

    for (uint32_t r = 0; r < fr_n_rows(l->profile) && good; r++)
        total[l->value[fr_row_at(l->profile, r).set]] += fr_column_sum(l->column, r);
    for (uint32_t name = 0; name < n && good; name++)
        counts[name] = name > 0;
    if (good)
        fr_groups_rank(g, total, counts);
    for (uint32_t set = 0; set < n_sets && good; set++)
        l->group[set] = fr_groups_find(g, l->value[set], l->value[set] > 0);
    free(total);
    free(counts);
    return good;
}

/* ---- votes ---- */

static void sort_rows(labels *l)
{
    uint32_t n = l->profile->n_stacks, n_rows = fr_n_rows(l->profile);

    for (uint32_t r = 0; r < n_rows; r++)
        l->first[fr_row_at(l->profile, r).stack + 2]++;
    for (uint32_t s = 1; s <= n; s++)
        l->first[s + 1] += l->first[s];
    for (uint32_t r = 0; r < n_rows; r++)
        l->row[l->first[fr_row_at(l->profile, r).stack + 1]++] = r;
}

static uint8_t most_of(const int64_t *votes)
{
    uint8_t most = 0;

    for (uint8_t i = 1; i < FR_N_GROUPS; i++)
        if (votes[i] > votes[most])
            most = i;
    return most;
}

/* The votes of a depth are those of all stacks there that are not yet their caller's. */
static void count_stack(fr_groups *g, labels *l, uint32_t s)
{
    int64_t *votes = &l->votes[(size_t)(l->depth[s] + 1) * FR_N_GROUPS],
            *caller = votes - FR_N_GROUPS;

    for (uint32_t i = l->first[s]; i < l->first[s + 1]; i++) {
        fr_row row = fr_row_at(l->profile, l->row[i]);
        votes[l->group[row.set]] += fr_column_sum(l->column, l->row[i]);
    }
    g->of_stack[s] = most_of(votes);
    for (uint32_t i = 0; i < FR_N_GROUPS; i++) {
        caller[i] += votes[i];
        votes[i] = 0;
    }
}

static bool group_stacks(fr_groups *g, labels *l)
{
    const fr_profile *p = l->profile;
    fr_parents stacks = {&p->stacks->parent, sizeof *p->stacks / sizeof p->stacks->parent,
                         p->n_stacks};

    g->of_stack = malloc((size_t)p->n_stacks + 1);
    if (!g->of_stack || !fr_preorder_places(stacks, NULL, NULL, l->scratch, l->place, l->size))
        return false;
    sort_rows(l);
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        l->depth[s] = s ? l->depth[p->stacks[s].parent] + 1 : 0;
        l->scratch[0][l->place[s]] = s;
    }
    for (uint32_t at = p->n_stacks; at-- > 0;)
        count_stack(g, l, l->scratch[0][at]);
    return true;
}

static bool fail_unknown(const char *key, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "colour by a label: no sample has the label '%.60s'", key);
    return fr_fail_hint(err, "'flamerender tags FILE' lists labels");
}

bool fr_group_labels(fr_groups *g, const fr_profile *profile, uint32_t column, const char *key,
                     fr_error *err)
{
    labels l = {.profile = profile, .column = fr_row_column(profile, column)};
    bool good = take_arrays(&l) && name_sets(g, &l, fr_bytes_of(key)) && group_sets(g, &l);
    bool known = good && g->n > 0;

    good = good && (!known || group_stacks(g, &l));
    free_arrays(&l);
    if (!good)
        return fr_fail_memory(err);
    return known || fail_unknown(key, err);
}
