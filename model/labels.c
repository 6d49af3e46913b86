/* labels.c - interning sets of labels: one array of all labels, open addressing over the sets. */
#include "model/labels.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"

_Static_assert(sizeof(fr_label) == 24, "labels are hashed as bytes");

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int fr_label_order(const void *a, const void *b)
{
    const fr_label *x = a, *y = b;
    int order = compare(x->key, y->key);

    if (order == 0)
        order = compare(x->is_text, y->is_text);
    if (order == 0)
        order = compare(x->text, y->text);
    if (order == 0)
        order = (x->number > y->number) - (x->number < y->number);
    return order ? order : compare(x->unit, y->unit);
}

/* Sets are short: nearly all have fewer than four labels. */
static void sort_labels(fr_label *labels, size_t n)
{
    if (n > 16) {
        qsort(labels, n, sizeof *labels, fr_label_order);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        fr_label moved = labels[i];
        size_t at = i;
        for (; at > 0 && fr_label_order(&labels[at - 1], &moved) > 0; at--)
            labels[at] = labels[at - 1];
        labels[at] = moved;
    }
}

static fr_bytes bytes_of(const fr_label *labels, size_t n)
{
    return (fr_bytes){(const char *)labels, n * sizeof *labels};
}

static fr_bytes bytes_of_set(const fr_label_sets *sets, uint32_t set)
{
    size_t n;
    const fr_label *labels = fr_label_set(sets, set, &n);

    return bytes_of(labels, n);
}

uint32_t fr_label_sets_add(fr_label_sets *sets, fr_label *labels, size_t n)
{
    fr_slots *slots = &sets->slots;
    fr_slots_walk walk;
    uint32_t set;
    void *grown;

    if (n == 0)
        return FR_NO_LABELS;
    sort_labels(labels, n);
    if (!sets->n) { /* set 0 is there from the first other one on */
        sets->first = fr_grow(NULL, &sets->first_cap, 16, sizeof *sets->first);
        if (!sets->first)
            return FR_NO_ID;
        sets->first[0] = sets->first[1] = 0;
        sets->n = 1;
    }
    if (sets->n >= FR_NO_ID - 1 || !fr_slots_make_room(slots))
        return FR_NO_ID;
    walk = fr_slots_walk_from(slots, fr_slots_hash(slots, labels, n * sizeof *labels));
    while (fr_slots_next(slots, &walk, &set))
        if (fr_bytes_equal(bytes_of_set(sets, set), bytes_of(labels, n)))
            return set;
    grown = fr_grow(sets->first, &sets->first_cap, (size_t)sets->n + 2, sizeof *sets->first);
    if (!grown)
        return FR_NO_ID;
    sets->first = grown;
    grown = fr_grow(sets->labels, &sets->labels_cap, sets->n_labels + n, sizeof *sets->labels);
    if (!grown)
        return FR_NO_ID;
    sets->labels = grown;
    memcpy(sets->labels + sets->n_labels, labels, n * sizeof *labels);
    sets->n_labels += n;
    sets->first[++sets->n] = sets->n_labels;
    fr_slots_put(slots, &walk, sets->n - 1);
    return sets->n - 1;
}

void fr_label_sets_reset(fr_label_sets *sets)
{
    free(sets->labels);
    free(sets->first);
    fr_slots_reset(&sets->slots);
    *sets = (fr_label_sets){0};
}
