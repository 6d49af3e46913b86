/* canonical_rows.c - label sets ranked by content, rows gathered by stack and ordered by set. */
#include "model/tree/canonical_rows.h"

#include <stdlib.h>

#include "model/tree/ranks.h"

/* A label as ranks of its names: compared without looking at bytes. */
typedef struct ranked {
    uint32_t key, text, unit, is_number;
    int64_t number;
    fr_label label;
} ranked;

typedef struct ranked_set {
    const ranked *labels;
    size_t n;
    uint32_t set; /* of the profile */
} ranked_set;

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_labels(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    int order = compare(x->key, y->key);

    if (order == 0)
        order = compare(x->is_number, y->is_number);
    if (order == 0)
        order = compare(x->text, y->text);
    if (order == 0)
        order = (x->number > y->number) - (x->number < y->number);
    return order ? order : compare(x->unit, y->unit);
}

static int compare_sets(const void *a, const void *b)
{
    const ranked_set *x = a, *y = b;

    for (size_t i = 0; i < x->n && i < y->n; i++) {
        int order = compare_labels(&x->labels[i], &y->labels[i]);
        if (order)
            return order;
    }
    return (x->n > y->n) - (x->n < y->n);
}

typedef struct work {
    const fr_profile *profile;
    const fr_canonical *c;
    uint32_t *stack_place; /* by stack: canonical stack; FR_NO_ID: none */
    uint32_t *set_place;   /* by set: 1 while it is only known to be used, then canonical set */
    ranked *labels;
    ranked_set *sets;
} work;

/* Rows counted by stack in first[], sets that are used marked. */
static void count_rows(fr_canonical_rows *rows, work *w)
{
    for (uint32_t i = 0; i < w->c->n_stacks; i++)
        w->stack_place[w->c->stack[i]] = i;
    for (uint32_t r = 0; r < fr_n_rows(w->profile); r++) {
        fr_row row = fr_row_at(w->profile, r);
        if (!fr_row_has_value(w->profile, r))
            continue;
        rows->first[w->stack_place[row.stack]]++;
        w->set_place[row.set] = 1;
        rows->n++;
    }
    for (uint32_t i = 0, at = 0; i <= w->c->n_stacks; i++)
        rows->first[i] = at += rows->first[i];
}

/* Sets in their order, with their labels in theirs. */
static bool order_sets(fr_canonical_rows *rows, work *w)
{
    const fr_label_sets *sets = &w->profile->labelled.sets;
    uint32_t *rank = fr_ranks_new(w->profile->names), n = 0;
    size_t at = 0;

    for (uint32_t s = 1; s < fr_label_sets_count(sets) && rank; s++) {
        ranked_set *set = &w->sets[n];
        const fr_label *labels = fr_label_set(sets, s, &set->n);
        if (!w->set_place[s])
            continue;
        for (size_t i = 0; i < set->n; i++)
            w->labels[at + i] = (ranked){.key = rank[labels[i].key],
                                         .text = rank[labels[i].text],
                                         .unit = rank[labels[i].unit],
                                         .is_number = !labels[i].is_text,
                                         .number = labels[i].number,
                                         .label = labels[i]};
        set->labels = w->labels + at;
        set->set = s;
        qsort(w->labels + at, set->n, sizeof *w->labels, compare_labels);
        at += set->n;
        n++;
    }
    free(rank);
    if (n)
        qsort(w->sets, n, sizeof *w->sets, compare_sets);
    rows->n_sets = n + 1;
    return rank != NULL;
}

static void copy_labels(fr_canonical_rows *rows, work *w)
{
    size_t at = 0;

    w->set_place[0] = 0;
    for (uint32_t s = 1; s < rows->n_sets; s++) {
        const ranked_set *set = &w->sets[s - 1];
        w->set_place[set->set] = s;
        rows->labels_of[s] = at;
        for (size_t i = 0; i < set->n; i++)
            rows->labels[at++] = set->labels[i].label;
    }
    rows->labels_of[rows->n_sets] = at;
}

/* Sorts the few rows of a stack by set. */
static void sort_few(uint32_t *set, uint32_t *row, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t moved = set[i], with = row[i], at = i;
        for (; at > 0 && set[at - 1] > moved; at--) {
            set[at] = set[at - 1];
            row[at] = row[at - 1];
        }
        set[at] = moved;
        row[at] = with;
    }
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static bool sort_rows(uint32_t *set, uint32_t *row, uint32_t n)
{
    uint64_t *keys;

    if (n <= 32) {
        sort_few(set, row, n);
        return true;
    }
    keys = malloc(n * sizeof *keys);
    for (uint32_t i = 0; i < n && keys; i++)
        keys[i] = (uint64_t)set[i] << 32 | row[i];
    if (keys)
        qsort(keys, n, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < n && keys; i++) {
        set[i] = (uint32_t)(keys[i] >> 32);
        row[i] = (uint32_t)keys[i];
    }
    free(keys);
    return keys != NULL;
}

/* first[] are ends before this, and starts after it. */
static bool place_rows(fr_canonical_rows *rows, const work *w)
{
    bool good = true;

    for (uint32_t r = fr_n_rows(w->profile); r-- > 0;) {
        fr_row row = fr_row_at(w->profile, r);
        uint32_t at;
        if (!fr_row_has_value(w->profile, r))
            continue;
        at = --rows->first[w->stack_place[row.stack]];
        rows->row[at] = r;
        rows->set[at] = w->set_place[row.set];
    }
    for (uint32_t s = 0; s < w->c->n_stacks && good; s++)
        good = sort_rows(rows->set + rows->first[s], rows->row + rows->first[s],
                         rows->first[s + 1] - rows->first[s]);
    return good;
}

static bool allocate(fr_canonical_rows *rows, work *w)
{
    const fr_label_sets *sets = &w->profile->labelled.sets;
    size_t n_rows = fr_n_rows(w->profile), n_sets = fr_label_sets_count(sets);

    *rows = (fr_canonical_rows){
        .first = calloc((size_t)w->c->n_stacks + 1, sizeof *rows->first),
        .row = malloc(n_rows * sizeof *rows->row),
        .set = malloc(n_rows * sizeof *rows->set),
        .labels = malloc((sets->n_labels + 1) * sizeof *rows->labels),
        .labels_of = calloc(n_sets + 1, sizeof *rows->labels_of),
    };
    w->stack_place = malloc(w->profile->n_stacks * sizeof *w->stack_place);
    w->set_place = calloc(n_sets, sizeof *w->set_place);
    w->labels = malloc((sets->n_labels + 1) * sizeof *w->labels);
    w->sets = malloc(n_sets * sizeof *w->sets);
    return rows->first && rows->row && rows->set && rows->labels && rows->labels_of &&
           w->stack_place && w->set_place && w->labels && w->sets;
}

bool fr_canonical_rows_init(fr_canonical_rows *rows, const fr_canonical *c,
                            const fr_profile *profile, fr_error *err)
{
    work w = {.profile = profile, .c = c};
    bool good = allocate(rows, &w);

    if (good) {
        count_rows(rows, &w);
        good = order_sets(rows, &w);
    }
    if (good) {
        copy_labels(rows, &w);
        good = place_rows(rows, &w);
    }
    free(w.stack_place);
    free(w.set_place);
    free(w.labels);
    free(w.sets);
    if (good)
        return true;
    fr_canonical_rows_reset(rows);
    return fr_fail_memory(err);
}

void fr_canonical_rows_reset(fr_canonical_rows *rows)
{
    free(rows->first);
    free(rows->row);
    free(rows->set);
    free(rows->labels);
    free(rows->labels_of);
    *rows = (fr_canonical_rows){0};
}
