/*
 * carried_labels.c - what a page carries of the labels and threads of samples, so that its reader can pick by them:
 * threads become labels; keys are chosen; a profile is made with these alone.
 *
 *     samples of threads   comm = "java", pid = 7, tid = 9     where samples were kept, and several threads have some
 *     labels               handler = "/tree"                   else
 *
 * A key is carried whole or not at all, those with the fewest values first. One is omitted with more than
 * FR_CARRIED_VALUES values, with texts and numbers, with a name that no condition can ask for (model/select/select.c),
 * or where more than FR_CARRIED_ROWS rows of values would be needed.
 */
#include "model/pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/build/builder_merge.h"
#include "model/build/stack_table.h"

#define FR_CARRIED_VALUES 1000
#define FR_CARRIED_ROWS   65536
#define MOST_KEYS         16

/* ---- a profile like another one, with other labels ---- */

/* All stacks, with the ids that they have. */
static fr_builder *begin_like(const fr_profile *p, fr_error *err)
{
    fr_builder *b = fr_builder_like(p, err);

    for (uint32_t s = 1; b && s < p->n_stacks; s++)
        fr_builder_push(b, p->stacks[s].parent, p->stacks[s].frame);
    return b;
}

/* Gives the profile of a page all that the page says of the recording. */
static fr_profile *finish_like(const fr_profile *p, fr_builder *b, fr_error *err)
{
    fr_profile *made = fr_builder_finish(b, err);

    if (!made)
        return NULL;
    for (uint32_t k = 0; k < p->n_columns; k++)
        made->columns[k].reference = p->columns[k].reference;
    for (uint32_t k = 0; k < p->n_columns; k++)
        made->columns[k].left_out = p->columns[k].left_out;
    made->meta.of_part = p->meta.of_part;
    made->meta.n_records = p->meta.n_records;
    made->meta.n_frameless = p->meta.n_frameless;
    made->meta.timed = p->meta.timed;
    fr_span recorded = fr_meta_recorded(&p->meta);
    made->meta.first_ns = recorded.from_ns;
    made->meta.last_ns = recorded.to_ns;
    made->meta.written = p->meta.written;
    made->meta.of_times = p->meta.of_times;
    made->meta.covered_ns = p->meta.covered_ns;
    memcpy(made->meta.range_ns, p->meta.range_ns, sizeof made->meta.range_ns);
    return made;
}

/* ---- threads ---- */

static bool has_several_threads(const fr_samples *samples)
{
    size_t i = 1;

    while (i < samples->n && samples->thread[i] == samples->thread[0])
        i++;
    return i < samples->n;
}

/* Returns the label set of each thread. */
static uint32_t *set_by_thread(fr_builder *b, const fr_samples *samples)
{
    uint32_t comm = fr_builder_name(b, FR_LITERAL("comm"), FR_TEXT_ESCAPED);
    uint32_t pid = fr_builder_name(b, FR_LITERAL("pid"), FR_TEXT_ESCAPED);
    uint32_t tid = fr_builder_name(b, FR_LITERAL("tid"), FR_TEXT_ESCAPED);
    uint32_t *set = calloc(samples->n_threads + 1, sizeof *set);

    for (size_t t = 0; set && t < samples->n_threads; t++) {
        const fr_thread *thread = &samples->threads[t];
        fr_label labels[3];
        size_t n = 0;
        if (thread->comm)
            labels[n++] = (fr_label){.key = comm, .text = thread->comm, .is_text = 1};
        if (thread->pid >= 0)
            labels[n++] = (fr_label){.key = pid, .number = thread->pid};
        if (thread->tid >= 0)
            labels[n++] = (fr_label){.key = tid, .number = thread->tid};
        set[t] = fr_builder_label_set(b, labels, n);
    }
    if (!set)
        fr_builder_fail_memory(b);
    return set;
}

/* Returns true if samples one by one add up to the values of the stacks. */
static bool add_up(const fr_profile *p, const fr_profile *made)
{
    if (made->n_stacks != p->n_stacks)
        return false;
    for (uint32_t s = 0; s < p->n_stacks; s++)
        if (fr_column_sum(&made->columns[0], s) != fr_column_sum(&p->columns[0], s))
            return false;
    return true;
}

static fr_profile *label_threads(const fr_profile *p, fr_error *err)
{
    const fr_samples *samples = &p->samples;
    fr_builder *b = begin_like(p, err);
    uint32_t *set = b ? set_by_thread(b, samples) : NULL;
    fr_profile *made;

    for (size_t i = 0; set && i < samples->n; i++) {
        int64_t value = samples->value ? samples->value[i] : 1;
        uint32_t row = fr_builder_row(b, samples->stack[i], set[samples->thread[i]]);
        fr_builder_add_row(b, row, 0, value, 1, (double)value * (double)value);
    }
    free(set);
    made = b ? finish_like(p, b, err) : NULL;
    return fr_profile_kept(made && add_up(p, made), made);
}

/* ---- keys ---- */

typedef struct key {
    uint32_t id, n_values;
    fr_bytes name;
    bool texts, numbers, carried;
} key;

typedef struct keys {
    const fr_profile *profile;
    key *items;
    size_t n;
} keys;

static int by_values_and_name(const void *a, const void *b)
{
    const key *x = a, *y = b;

    if (x->n_values != y->n_values)
        return x->n_values < y->n_values ? -1 : 1;
    return fr_bytes_compare(x->name, y->name);
}

/* The keys of all labels, those with the fewest values first. */
static bool find_keys(keys *k, fr_error *err)
{
    const fr_label_sets *sets = &k->profile->labelled.sets;
    size_t n = sets->n_labels;
    fr_label *all = malloc((n + 1) * sizeof *all);

    k->items = calloc(n + 1, sizeof *k->items);
    if (!all || !k->items) {
        free(all);
        return fr_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        all[i] = sets->labels[i];
        all[i].unit = 0; /* makes no value of its own */
    }
    qsort(all, n, sizeof *all, fr_label_order);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || all[i - 1].key != all[i].key)
            k->items[k->n++] =
                (key){.id = all[i].key, .name = fr_names_at(k->profile->names, all[i].key)};
        key *last = &k->items[k->n - 1];
        last->texts |= all[i].is_text != 0;
        last->numbers |= all[i].is_text == 0;
        last->n_values += i == 0 || fr_label_order(&all[i - 1], &all[i]) != 0;
    }
    free(all);
    qsort(k->items, k->n, sizeof *k->items, by_values_and_name);
    return true;
}

/* Returns true if a condition key=value can ask for it and finds the same as a comparison of texts. */
static bool can_be_asked(const key *k)
{
    for (size_t i = 0; i < k->name.len; i++)
        if (strchr("=!<>~", k->name.at[i]))
            return false;
    return k->name.len && fr_bytes_trim(k->name).len == k->name.len && !(k->texts && k->numbers);
}

/* The labels of a set whose keys are carried. `to` has room for all labels of the profile. */
static size_t keep_labels(const keys *k, uint32_t set, fr_label *to)
{
    size_t n, kept = 0;
    const fr_label *labels = fr_label_set(&k->profile->labelled.sets, set, &n);

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k->n; j++)
            if (k->items[j].carried && k->items[j].id == labels[i].key)
                to[kept++] = labels[i];
    return kept;
}

/* Fills reduced[] with the set in `to` that is left of each set. False: no memory. */
static bool reduce_sets(const keys *k, fr_label_sets *to, uint32_t *reduced)
{
    fr_label *labels = malloc((k->profile->labelled.sets.n_labels + 1) * sizeof *labels);
    bool good = labels != NULL;

    for (uint32_t s = 0; good && s < fr_label_sets_count(&k->profile->labelled.sets); s++) {
        reduced[s] = fr_label_sets_add(to, labels, keep_labels(k, s, labels));
        good = reduced[s] != FR_NO_ID;
    }
    free(labels);
    return good;
}

/* Counts the rows of values with the keys that are carried; FR_NO_ID: no memory. */
static uint32_t count_rows(const keys *k)
{
    const fr_profile *p = k->profile;
    uint32_t *reduced = calloc(fr_label_sets_count(&p->labelled.sets), sizeof *reduced);
    fr_label_sets sets = {0};
    fr_stack_table rows = {0};
    bool good = reduced && reduce_sets(k, &sets, reduced) && fr_stack_table_init(&rows);

    for (uint32_t r = 0; good && r < fr_n_rows(p); r++) {
        fr_row row = fr_row_at(p, r);
        if (reduced[row.set] && fr_row_has_value(p, r))
            good = fr_stack_table_add(&rows, (fr_stack){row.stack, reduced[row.set]}) != FR_NO_ID;
    }
    uint32_t n = good ? rows.n : FR_NO_ID;
    fr_stack_table_reset(&rows);
    fr_label_sets_reset(&sets);
    free(reduced);
    return n;
}

/* Takes keys while there is room. */
static bool choose_keys(keys *k, fr_error *err)
{
    bool room = true;

    for (size_t i = 0, n = 0; i < k->n && room && n < MOST_KEYS; i++) {
        key *one = &k->items[i];
        one->carried = can_be_asked(one) && one->n_values <= FR_CARRIED_VALUES;
        uint32_t rows = one->carried ? count_rows(k) : 0;
        if (rows == FR_NO_ID)
            return fr_fail_memory(err);
        room = rows <= FR_CARRIED_ROWS;
        one->carried &= room;
        n += one->carried;
    }
    return true;
}

static fr_profile *carry(const keys *k, fr_error *err)
{
    const fr_profile *p = k->profile;
    fr_label *labels = malloc((p->labelled.sets.n_labels + 1) * sizeof *labels);
    uint32_t *set = calloc(fr_label_sets_count(&p->labelled.sets), sizeof *set);
    fr_builder *b = labels && set ? begin_like(p, err) : NULL;

    if (!labels || !set)
        fr_fail_memory(err);
    for (uint32_t s = 1; b && s < fr_label_sets_count(&p->labelled.sets); s++)
        set[s] = fr_builder_label_set(b, labels, keep_labels(k, s, labels));
    for (uint32_t r = 0; b && r < fr_n_rows(p); r++)
        if (fr_row_has_value(p, r))
            fr_builder_copy_values(
                b, fr_builder_row(b, fr_row_at(p, r).stack, set[fr_row_at(p, r).set]), p, r);
    free(labels);
    free(set);
    return b ? finish_like(p, b, err) : NULL;
}

fr_profile *fr_carried_labels(const fr_profile *profile, char *omitted, size_t room, fr_error *err)
{
    fr_profile *threads = NULL, *made = NULL;
    keys k = {0};

    omitted[0] = '\0';
    if (!profile->labelled.n_rows && profile->n_columns == 1 &&
        has_several_threads(&profile->samples))
        threads = label_threads(profile, err);
    if (!threads && !profile->labelled.n_rows)
        return NULL;
    k.profile = threads ? threads : profile;
    if (find_keys(&k, err) && choose_keys(&k, err)) {
        size_t used = 0;
        for (size_t i = 0; i < k.n && used + 3 < room; i++) {
            if (k.items[i].carried)
                continue;
            if (used) {
                memcpy(omitted + used, ", ", 3);
                used += 2;
            }
            fr_text_copy(omitted + used, room - used, k.items[i].name);
            used += strlen(omitted + used);
        }
        made = carry(&k, err);
    }
    free(k.items);
    fr_profile_free(threads);
    return made;
}
