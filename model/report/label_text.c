/* label_text.c - labels as text. */
#include "model/report/label_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/sentence.h"
#include "base/text.h"

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

/* Compares by content: key, texts before numbers, then the value and the unit. */
static int compare_labels(const fr_profile *p, const fr_label *a, const fr_label *b)
{
    int order = compare_names(p, a->key, b->key);

    if (order == 0)
        order = (int)b->is_text - (int)a->is_text;
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
