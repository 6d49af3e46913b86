/* builder_merge.c - one builder into another. */
#include "base/number.h"
#include "model/build/builder_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

uint32_t fr_builder_copy_name(fr_builder *to, const fr_names *from, uint32_t id)
{
    return fr_builder_added(to, id ? fr_names_add(to->names, fr_names_at(from, id)) : 0);
}

/* Two mappings with one key are one. */
typedef struct mapping_key {
    uint64_t pages, offset;
    uint32_t build_id, file;
} mapping_key;

static mapping_key key_of(const fr_mapping *m)
{
    return (mapping_key){fr_mapping_pages(m), m->offset, m->build_id, m->file};
}

/* The id of `mapping`, or of the one that it is taken as one with; FR_NO_ID when memory ran out. */
static uint32_t add_mapping(fr_mappings *m, const fr_mapping *mapping)
{
    mapping_key k = key_of(mapping);
    fr_slots_walk walk;
    uint32_t id;

    if (!fr_slots_make_room(&m->slots) || m->n >= FR_NO_ID - 2)
        return FR_NO_ID;
    walk = fr_slots_walk_from(&m->slots, fr_slots_hash(&m->slots, &k, sizeof k));
    while (fr_slots_next(&m->slots, &walk, &id)) {
        fr_mapping *known = &m->items[id];
        mapping_key other = key_of(known);
        if (memcmp(&other, &k, sizeof k) != 0)
            continue;
        known->start = known->start < mapping->start ? known->start : mapping->start;
        known->size = known->size > mapping->size ? known->size : mapping->size;
        known->has &= mapping->has;
        return id;
    }
    if (!fr_reserve(&m->items, &m->cap, (size_t)m->n + 2, sizeof *m->items))
        return FR_NO_ID;
    m->n += m->n == 0;
    m->items[m->n++] = *mapping;
    fr_slots_put(&m->slots, &walk, m->n - 1);
    return m->n - 1;
}

/* Two mappings are taken as one where the size (rounded up to 4096), the offset, the build id and the file are equal
 * (pprof compares the build id alone, where there is one). The lowest start stands for all of them, whatever their
 * order. */
uint32_t fr_builder_mapping(fr_builder *b, const fr_mapping *mapping)
{
    return fr_builder_added(b, b->err.code == FR_OK ? add_mapping(&b->mappings, mapping) : 0);
}

static uint32_t copy_mapping(fr_builder *to, const fr_names *names, const fr_mapping *mapping)
{
    fr_mapping copy = *mapping;

    copy.file = fr_builder_copy_name(to, names, mapping->file);
    copy.build_id = fr_builder_copy_name(to, names, mapping->build_id);
    return fr_builder_mapping(to, &copy);
}

/* A frame of another name table. */
static uint32_t copy_frame(fr_builder *to, const fr_names *names, const fr_mappings *mappings,
                           const fr_frame *frame)
{
    fr_frame copy = *frame;

    if (frame->mapping)
        copy.mapping = copy_mapping(to, names, &mappings->items[frame->mapping]);
    copy.name = fr_builder_copy_name(to, names, frame->name);
    copy.system_name = fr_builder_copy_name(to, names, frame->system_name);
    copy.file = fr_builder_copy_name(to, names, frame->file);
    copy.module = fr_builder_copy_name(to, names, frame->module);
    return fr_builder_intern(to, &copy);
}

uint32_t fr_builder_copy_thread(fr_builder *to, const fr_builder *from, uint32_t thread)
{
    const fr_thread *row;

    if (to->err.code != FR_OK || thread >= from->samples.n_threads)
        return 0;
    row = &from->samples.threads[thread];
    return fr_builder_thread(to, row->pid, row->tid,
                             fr_builder_copy_name(to, from->names, row->comm));
}

uint32_t fr_builder_copy_stack(fr_builder *to, const fr_builder *from, uint32_t stack)
{
    const fr_stack *stacks = from->stacks.stacks;
    size_t depth = 0, i = 0;
    uint32_t copy = FR_NO_STACK, *path;

    for (uint32_t s = stack; s != FR_NO_STACK; s = stacks[s].parent)
        depth++;
    path = malloc((depth + 1) * sizeof *path);
    if (!path)
        fr_builder_fail_memory(to);
    for (uint32_t s = stack; path && s != FR_NO_STACK; s = stacks[s].parent)
        path[i++] = stacks[s].frame;
    while (path && i-- > 0 && to->err.code == FR_OK)
        copy = fr_builder_push(
            to, copy, copy_frame(to, from->names, &from->mappings, &from->frames[path[i]]));
    free(path);
    return copy;
}

void fr_builder_copy_values(fr_builder *to, uint32_t row, const fr_profile *from, uint32_t r)
{
    for (uint32_t k = 0; k < from->n_columns; k++) {
        const fr_column *column = fr_row_column(from, k);
        fr_builder_add_row(to, row, k, fr_column_sum(column, r), fr_column_count(column, r),
                           fr_column_squares(column, r));
    }
}

/* Returns the ns to add to the times of an input so that it starts where the first one does. */
static int64_t clock_shift(const fr_builder *to, const fr_meta *from)
{
    int64_t shift;

    if (to->shared_clock || !to->meta.timed || !from->timed ||
        __builtin_sub_overflow(to->meta.first_ns, from->first_ns, &shift))
        return 0;
    return shift;
}

static int64_t shifted(int64_t ns, int64_t shift)
{
    int64_t sum;

    return ns == FR_NO_TIME || __builtin_add_overflow(ns, shift, &sum) ? ns : sum;
}

static void merge_meta(fr_builder *to, const fr_meta *from, int64_t shift, uint64_t n_lines)
{
    to->meta.n_records += from->n_records;
    to->meta.n_frameless += from->n_frameless;
    to->meta.formats |= from->formats;
    to->meta.stacks |= from->stacks & FR_STACKS_OF_THREADS;
    to->meta.lacks_lines |= from->lacks_lines;
    to->meta.of_part |= from->of_part;
    if (from->timed) {
        fr_builder_time(to, shifted(from->first_ns, shift));
        fr_builder_time(to, shifted(from->last_ns, shift));
    }
    if (!fr_recording_merge(&to->meta.recording, &from->recording) ||
        !fr_notes_append(&to->meta.notes, &from->notes, n_lines))
        fr_builder_fail_memory(to);
}

/* Samples with their stacks, threads, clock and decimals translated; `first` is what the first column became. */
static void merge_samples(fr_builder *to, const fr_builder *from, const uint32_t *stack,
                          uint32_t first, int64_t shift)
{
    const fr_samples *s = &from->samples;
    uint32_t *thread = calloc(s->n_threads + 1, sizeof *thread);
    uint32_t up = from->n_columns ? to->columns[first].decimals - from->columns[0].decimals : 0;

    if (!thread)
        fr_builder_fail_memory(to);
    for (uint32_t i = 0; i < s->n_threads && to->err.code == FR_OK; i++)
        thread[i] = fr_builder_copy_thread(to, from, i);
    for (size_t i = 0; i < s->n && to->err.code == FR_OK; i++) {
        int64_t value;
        if (!fr_scale_up(s->value ? s->value[i] : 1, up, &value))
            fr_builder_fail_overflow(to, stack[s->stack[i]]);
        fr_builder_sample(to, stack[s->stack[i]], shifted(s->time_ns[i], shift),
                          thread[s->thread[i]], s->cpu[i], value);
    }
    free(thread);
}

uint32_t fr_builder_copy_set(fr_builder *to, const fr_names *from, const fr_label_sets *sets,
                             uint32_t set)
{
    size_t n;
    const fr_label *labels = fr_label_set(sets, set, &n);
    fr_label *copy = malloc((n + 1) * sizeof *copy);
    uint32_t made;

    if (!copy)
        return fr_builder_fail_memory(to);
    for (size_t i = 0; i < n; i++) {
        copy[i] = labels[i];
        if (!from)
            continue;
        copy[i].key = fr_builder_copy_name(to, from, labels[i].key);
        copy[i].unit = fr_builder_copy_name(to, from, labels[i].unit);
        copy[i].text = fr_builder_copy_name(to, from, labels[i].text);
    }
    made = fr_builder_label_set(to, copy, n);
    free(copy);
    return made;
}

/* Values by row; where there are labels, rows without a value are omitted. */
static void merge_rows(fr_builder *to, const fr_builder *from, const uint32_t *stack,
                       const uint32_t *columns)
{
    uint32_t n_sets = fr_label_sets_count(&from->label_sets);
    uint32_t *set = calloc(n_sets, sizeof *set);

    if (!set)
        fr_builder_fail_memory(to);
    for (uint32_t s = 1; s < n_sets && to->err.code == FR_OK; s++)
        set[s] = fr_builder_copy_set(to, from->names, &from->label_sets, s);
    for (uint32_t r = 0; r < fr_builder_rows(from)->n && to->err.code == FR_OK; r++) {
        uint32_t of = from->labelled ? set[from->rows.stacks[r].frame] : FR_NO_LABELS;
        uint32_t row, k = 0;
        while (k < from->n_columns && from->columns[k].sum[r] == 0)
            k++;
        if (k == from->n_columns)
            continue;
        row = fr_builder_row(to, stack[fr_builder_row_stack(from, r)], of);
        for (; k < from->n_columns && to->err.code == FR_OK; k++) {
            const fr_column *column = &from->columns[k];
            uint32_t up = to->columns[columns[k]].decimals - column->decimals;
            int64_t sum;
            if (!fr_scale_up(column->sum[r], up, &sum))
                fr_builder_fail_overflow(to, fr_builder_row_stack(to, row));
            fr_builder_add_row(to, row, columns[k], sum, fr_column_count(column, r),
                               fr_builder_squares_up(fr_column_squares(column, r), up));
        }
    }
    free(set);
}

static void merge_values(fr_builder *to, const fr_builder *from, const uint32_t *stack,
                         const uint32_t *columns)
{
    bool alike = !to->labelled && !from->labelled; /* by stack, and as fine */

    for (uint32_t k = 0; k < from->n_columns; k++)
        alike = alike && to->columns[columns[k]].decimals == from->columns[k].decimals;
    for (uint32_t k = 0; alike && k < from->n_columns; k++)
        fr_builder_add_column(to, columns[k], &from->columns[k], stack, from->stacks.n);
    if (!alike)
        merge_rows(to, from, stack, columns);
}

#define AHEAD 32 /* stacks whose places are fetched at once */

void fr_builder_copy_stacks(fr_builder *to, const fr_stack *stacks, uint32_t n,
                            const uint32_t *frame, bool differ, uint32_t *stack)
{
    uint32_t n_before = differ ? to->stacks.n : UINT32_MAX;

    stack[0] = FR_NO_STACK;
    for (uint32_t s = 1; s < n && to->err.code == FR_OK; s++) {
        uint32_t parent = stack[stacks[s].parent];
        if (s % AHEAD == 1) {
            fr_stack wanted[AHEAD];
            uint32_t n_wanted = 0;
            /* Parents that come later are not known, and those that are new have no places. */
            for (uint32_t a = s; a < n && a < s + AHEAD; a++)
                if (stacks[a].parent < s && stack[stacks[a].parent] < n_before)
                    wanted[n_wanted++] =
                        (fr_stack){stack[stacks[a].parent], frame[stacks[a].frame]};
            fr_stack_table_fetch(&to->stacks, wanted, n_wanted);
        }
        stack[s] = parent >= n_before ? fr_builder_push_new(to, parent, frame[stacks[s].frame])
                                      : fr_builder_push(to, parent, frame[stacks[s].frame]);
    }
}

static void merge(fr_builder *to, const fr_builder *from, int64_t shift, uint64_t n_lines)
{
    uint32_t *frame = malloc(from->n_frames * sizeof *frame);
    uint32_t *stack = malloc(from->stacks.n * sizeof *stack);
    uint32_t columns[FR_MAX_COLUMNS] = {0};

    if (!frame || !stack)
        fr_builder_fail_memory(to);
    if (to->tally || from->tally)
        fr_builder_fail(to, FR_E_USAGE, 0, 0, "what has no whole stacks is of one input");
    for (uint32_t k = 0; k < from->n_columns; k++) {
        const fr_column *column = &from->columns[k];
        columns[k] = fr_builder_column(to, column->name, column->unit, column->decimals);
        fr_builder_refine(to, columns[k], column->decimals);
        if (!column->counted)
            fr_builder_uncounted(to, columns[k]);
        int64_t beyond = column->reference;
        if (!fr_scale_up(beyond, to->columns[columns[k]].decimals - column->decimals, &beyond))
            fr_builder_fail_overflow(to, FR_NO_STACK);
        fr_builder_beyond(to, columns[k], beyond);
        to->columns[columns[k]].left_out +=
            column->left_out * pow(10, to->columns[columns[k]].decimals - column->decimals);
    }
    for (uint32_t id = 1; id < from->mappings.n && to->err.code == FR_OK; id++)
        copy_mapping(to, from->names, &from->mappings.items[id]);
    for (size_t f = 0; f < from->n_frames && to->err.code == FR_OK; f++)
        frame[f] = copy_frame(to, from->names, &from->mappings, &from->frames[f]);
    if (to->err.code == FR_OK)
        fr_builder_copy_stacks(to, from->stacks.stacks, from->stacks.n, frame, true, stack);
    if (to->err.code == FR_OK)
        merge_values(to, from, stack, columns);
    if (from->lost_samples)
        fr_builder_lose_samples(to);
    if (to->err.code == FR_OK)
        merge_samples(to, from, stack, columns[0], shift);
    merge_meta(to, &from->meta, shift, n_lines);
    free(frame);
    free(stack);
}

void fr_builder_merge(fr_builder *to, const fr_builder *from)
{
    fr_extent extent = fr_extent_merge(fr_meta_extent(&to->meta), fr_meta_extent(&from->meta));

    merge(to, from, clock_shift(to, &from->meta), 0);
    to->meta.written = extent;
}

void fr_builder_append(fr_builder *to, const fr_builder *from, uint64_t n_lines)
{
    merge(to, from, 0, n_lines);
}

void fr_builder_count_input(fr_builder *b, const unsigned char digest[FR_SHA256_BYTES])
{
    fr_provenance *provenance = &b->meta.recording.provenance;

    if (!provenance->known)
        fr_provenance_add(provenance, 1, digest);
}

int64_t fr_builder_began(const fr_builder *b)
{
    return fr_meta_extent(&b->meta).time_ns;
}

void fr_builder_begin_input(fr_builder *b)
{
    b->aside = b->meta;
    b->meta = (fr_meta){0};
    fr_names_free(b->cut_names);
    b->cut_names = NULL;
    b->n_before = b->n_columns;
    b->n_asked = 0;
}

bool fr_builder_end_input(fr_builder *b)
{
    fr_meta input = b->meta;

    b->meta = b->aside;
    b->aside = (fr_meta){0};
    fr_builder_format(b, input.format, input.formats, input.stacks);
    b->meta.written = fr_extent_merge(fr_meta_extent(&b->meta), fr_meta_extent(&input));
    merge_meta(b, &input, clock_shift(b, &input), 0);
    fr_meta_reset(&input);
    return !b->n_before || (b->n_asked == b->n_before && b->n_columns == b->n_before);
}

uint32_t fr_builder_copy_frame(fr_builder *b, const fr_profile *from, uint32_t frame)
{
    return frame ? copy_frame(b, from->names, &from->mappings, &from->frames[frame]) : 0;
}

/*
 * The value columns that two builders share, before they merge.
 *
 *     heap.pb        alloc_objects alloc_space inuse_objects inuse_space
 *     old-heap.pb                              inuse_objects inuse_space     these two are left
 *
 * Where the lists differ in anything, the order of their bytes stands, so that a merge depends neither on
 * which came first nor on what was merged before. A builder without a column, of no input, differs from none.
 */

static int compare_columns(const void *a, const void *b)
{
    const fr_column *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : strcmp(x->unit, y->unit);
}

static bool has_column(const fr_builder *b, const fr_column *column)
{
    return fr_column_find(b->columns, b->n_columns, column) < b->n_columns;
}

bool fr_builder_alike(const fr_builder *a, const fr_builder *b)
{
    for (uint32_t k = 0; k < a->n_columns && k < b->n_columns; k++)
        if (compare_columns(&a->columns[k], &b->columns[k]) != 0)
            return false;
    return a->n_columns == b->n_columns;
}

/* Takes out of `b` what `other` does not have. `to` notes each column once, for all inputs. */
static void keep_shared(fr_builder *b, const fr_builder *other, fr_builder *to)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < b->n_columns; k++) {
        fr_column column = b->columns[k];
        if (has_column(other, &column)) {
            b->columns[n++] = column;
            continue;
        }
        if (!fr_notes_say(&to->meta.notes, FR_NOTE_CHOICE,
                          "not all inputs have values of '%.100s' in '%.100s': they are omitted",
                          column.name, column.unit))
            fr_builder_fail_memory(to);
        fr_column_reset(&column);
    }
    b->n_columns = n;
}

/* Returns true if the first column, of which samples one by one have the values, is the first of those that are shared,
 * too. */
static bool stays_first(const fr_builder *b, const fr_builder *other)
{
    bool stays = has_column(other, &b->columns[0]);

    for (uint32_t k = 1; k < b->n_columns && stays; k++)
        stays = !has_column(other, &b->columns[k]) ||
                compare_columns(&b->columns[0], &b->columns[k]) < 0;
    return stays;
}

bool fr_builder_share_columns(fr_builder *to, fr_builder *from)
{
    bool shares = false, loses;

    if (fr_builder_alike(to, from) || to->n_columns == 0 || from->n_columns == 0)
        return true;
    for (uint32_t k = 0; k < from->n_columns; k++)
        shares = shares || has_column(to, &from->columns[k]);
    if (!shares)
        return false;
    loses = (to->samples.n > 0 || from->samples.n > 0) &&
            !(stays_first(to, from) && stays_first(from, to));
    keep_shared(to, from, to);
    keep_shared(from, to, to);
    qsort(to->columns, to->n_columns, sizeof *to->columns, compare_columns);
    qsort(from->columns, from->n_columns, sizeof *from->columns, compare_columns);
    if (!loses)
        return true;
    fr_builder_lose_samples(to);
    fr_builder_lose_samples(from);
    if (!fr_notes_say(&to->meta.notes, FR_NOTE_CHOICE,
                      "not all inputs have the times of the same values: times are omitted"))
        fr_builder_fail_memory(to);
    return true;
}
