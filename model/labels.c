/* labels.c - interning sets of labels: one array of all labels, open addressing over the sets; and labels as text. */
#include "model/labels.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/sentence.h"
#include "base/text.h"
#include "model/profile.h"

_Static_assert(sizeof(fr_label) == 24, "labels are hashed as bytes");

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

uint32_t fr_label_sets_count(const fr_label_sets *sets)
{
    return sets->n ? sets->n : 1;
}

const fr_label *fr_label_set(const fr_label_sets *sets, uint32_t set, size_t *n)
{
    *n = set ? sets->first[set + 1] - sets->first[set] : 0;
    return set ? sets->labels + sets->first[set] : sets->labels;
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

    if (n == 0)
        return FR_NO_LABELS;
    sort_labels(labels, n);
    if (!sets->n) { /* set 0 is there from the first other one on */
        if (!fr_reserve(&sets->first, &sets->first_cap, 16, sizeof *sets->first))
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
    if (!fr_reserve(&sets->first, &sets->first_cap, (size_t)sets->n + 2, sizeof *sets->first) ||
        !fr_reserve(&sets->labels, &sets->labels_cap, sets->n_labels + n, sizeof *sets->labels))
        return FR_NO_ID;
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

/* ---- as text ---- */

void fr_put_label(fr_output *out, const fr_profile *p, const fr_label *label)
{
    fr_bytes unit = fr_names_at(p->names, label->unit ? label->unit : label->key);
    uint64_t size;

    if (label->is_text) {
        fr_put(out, fr_names_at(p->names, label->text));
        return;
    }
    fr_put_int(out, label->number);
    if (label->unit || fr_unit_measure(unit, &size) != FR_UNIT_PLAIN) /* the key can be a unit */
        fr_say(out, " {}", unit);
}

static int compare_names(const fr_profile *p, uint32_t a, uint32_t b)
{
    return a == b ? 0 : fr_bytes_compare(fr_names_at(p->names, a), fr_names_at(p->names, b));
}

/* Compares labels of one key by content: texts before numbers, then the value and the unit. */
static int compare_labels(const fr_profile *p, const fr_label *a, const fr_label *b)
{
    int order = (int)b->is_text - (int)a->is_text;

    if (order == 0)
        order = compare_names(p, a->text, b->text);
    if (order == 0)
        order = (a->number > b->number) - (a->number < b->number);
    return order ? order : compare_names(p, a->unit, b->unit);
}

/* The first label of the key after `before` (NULL: of all), or NULL. Labels of one key are few. */
static const fr_label *next_of(const fr_profile *p, uint32_t set, fr_bytes key,
                               const fr_label *before)
{
    size_t n;
    const fr_label *labels = fr_label_set(&p->labelled.sets, set, &n), *next = NULL;

    for (size_t i = 0; i < n; i++)
        if (fr_bytes_equal(fr_names_at(p->names, labels[i].key), key) &&
            (!before || compare_labels(p, before, &labels[i]) < 0) &&
            (!next || compare_labels(p, &labels[i], next) < 0))
            next = &labels[i];
    return next;
}

bool fr_put_labels_of(fr_output *out, const fr_profile *p, uint32_t set, fr_bytes key)
{
    const fr_label *label = next_of(p, set, key, NULL);
    bool found = label != NULL;

    while (label) {
        fr_put_label(out, p, label);
        label = next_of(p, set, key, label);
        if (label)
            fr_put_char(out, ',');
    }
    return found;
}

fr_bytes fr_label_unit(const fr_profile *p, const fr_label *label)
{
    fr_bytes key = fr_names_at(p->names, label->key);

    if (label->unit)
        return fr_names_at(p->names, label->unit);
    if (fr_bytes_equal(key, FR_LITERAL("alignment")) || fr_bytes_equal(key, FR_LITERAL("request")))
        return FR_LITERAL("bytes");
    return key;
}

static int compare_texts(const void *a, const void *b)
{
    return fr_bytes_compare(*(const fr_bytes *)a, *(const fr_bytes *)b);
}

void fr_label_keys(const fr_profile *p, char *to, size_t room)
{
    const fr_label_sets *sets = &p->labelled.sets;
    fr_bytes keys[32];
    size_t n = 0, used = 0;

    for (size_t i = 0; i < sets->n_labels && n < 32; i++) {
        fr_bytes key = fr_names_at(p->names, sets->labels[i].key);
        size_t k = 0;
        while (k < n && !fr_bytes_equal(keys[k], key))
            k++;
        if (k == n)
            keys[n++] = key;
    }
    qsort(keys, n, sizeof *keys, compare_texts);
    to[0] = '\0';
    for (size_t k = 0; k < n && used + 3 < room; k++) {
        if (k)
            used += (size_t)snprintf(to + used, room - used, ", ");
        fr_text_copy(to + used, room - used, keys[k]);
        used += strlen(to + used);
    }
}
