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

/* The slot of a set, or the free one where it belongs. */
static uint32_t *find_slot(const fr_label_sets *sets, fr_bytes set)
{
    size_t mask = sets->n_slots - 1;
    size_t i = (size_t)fr_bytes_hash(set, sets->seed) & mask;

    while (sets->slots[i] && !fr_bytes_equal(bytes_of_set(sets, sets->slots[i] - 1), set))
        i = (i + 1) & mask;
    return &sets->slots[i];
}

static bool grow_slots(fr_label_sets *sets)
{
    size_t n_slots = sets->n_slots ? sets->n_slots * 2 : 64;
    uint32_t *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    free(sets->slots);
    sets->slots = slots;
    sets->n_slots = n_slots;
    for (uint32_t set = 1; set < sets->n; set++)
        *find_slot(sets, bytes_of_set(sets, set)) = set + 1;
    return true;
}

/* Set 0 is there from the first other one on. */
static bool start(fr_label_sets *sets)
{
    sets->first = fr_grow(NULL, &sets->first_cap, 16, sizeof *sets->first);
    if (!sets->first)
        return false;
    sets->first[0] = sets->first[1] = 0;
    sets->n = 1;
    sets->seed = fr_hash_seed();
    return true;
}

static bool append(fr_label_sets *sets, const fr_label *labels, size_t n)
{
    void *first = fr_grow(sets->first, &sets->first_cap, (size_t)sets->n + 2, sizeof *sets->first);
    void *grown;

    if (!first)
        return false;
    sets->first = first;
    grown = fr_grow(sets->labels, &sets->labels_cap, sets->n_labels + n, sizeof *sets->labels);
    if (!grown)
        return false;
    sets->labels = grown;
    memcpy(sets->labels + sets->n_labels, labels, n * sizeof *labels);
    sets->n_labels += n;
    sets->first[++sets->n] = sets->n_labels;
    return true;
}

uint32_t fr_label_sets_add(fr_label_sets *sets, fr_label *labels, size_t n)
{
    uint32_t *slot;

    if (n == 0)
        return FR_NO_LABELS;
    sort_labels(labels, n);
    if ((!sets->n && !start(sets)) || sets->n >= FR_NO_ID - 1 ||
        ((size_t)sets->n * 3 >= sets->n_slots * 2 && !grow_slots(sets)))
        return FR_NO_ID;
    slot = find_slot(sets, bytes_of(labels, n));
    if (*slot)
        return *slot - 1;
    if (!append(sets, labels, n))
        return FR_NO_ID;
    *slot = sets->n;
    return sets->n - 1;
}

size_t fr_label_sets_held(const fr_label_sets *sets)
{
    return sets->labels_cap * sizeof *sets->labels + sets->first_cap * sizeof *sets->first +
           sets->n_slots * sizeof *sets->slots;
}

void fr_label_sets_reset(fr_label_sets *sets)
{
    free(sets->labels);
    free(sets->first);
    free(sets->slots);
    *sets = (fr_label_sets){0};
}
