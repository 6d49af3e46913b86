/* profile.c - what a profile tells of itself. */
#include "model/profile.h"

#include <math.h>
#include <stdlib.h>

#include "model/build/tally.h"

void fr_meta_reset(fr_meta *meta)
{
    fr_notes_reset(&meta->notes);
    fr_notes_reset(&meta->steps);
    fr_recording_reset(&meta->recording);
    fr_names_free(meta->packages);
    meta->packages = NULL;
}

int fr_compare_times(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

int64_t fr_floor_second(int64_t ns)
{
    int64_t second = ns / 1000000000 - (ns % 1000000000 < 0);

    return second < INT64_MIN / 1000000000 ? INT64_MIN : second * 1000000000;
}

/* ns since 1970, not since the start of a machine. */
static bool is_date(int64_t ns)
{
    return ns >= INT64_C(1000000000000000000);
}

bool fr_meta_has_date(const fr_meta *meta)
{
    return meta->timed && is_date(meta->first_ns);
}

double fr_meta_seconds(const fr_meta *meta)
{
    int64_t covered = meta->covered_ns, duration = meta->recording.duration_ns;
    int64_t told = meta->of_times || !duration ? covered : duration;

    return told > 0 || !meta->timed || meta->of_times
               ? (double)told * 1e-9
               : ((double)meta->last_ns - (double)meta->first_ns) * 1e-9;
}

bool fr_meta_is_beyond(const fr_meta *meta)
{
    return meta->of_times && !meta->covered_ns && !meta->n_records;
}

fr_span fr_meta_recorded(const fr_meta *meta)
{
    int64_t from = meta->recording.time_ns, to;
    fr_span sampled = {meta->first_ns, meta->last_ns};

    if (meta->of_times || meta->written.known || !fr_meta_has_date(meta) || from <= 0 ||
        from > sampled.from_ns || __builtin_add_overflow(from, meta->recording.duration_ns, &to) ||
        to < sampled.to_ns)
        return sampled;
    return (fr_span){from, to};
}

int64_t fr_meta_began(const fr_meta *meta)
{
    int64_t sampled = meta->began_ns ? meta->began_ns : meta->timed ? meta->first_ns : 0;

    if (meta->recording.time_ns > 0)
        return meta->recording.time_ns;
    return is_date(sampled) ? sampled : 0;
}

bool fr_profile_has_rows(const fr_profile *profile)
{
    const fr_column *column = &profile->columns[0];

    return profile->samples.value && !(profile->meta.stacks & FR_SAMPLES_LAST) && column->counted &&
           !column->count;
}

int64_t fr_sample_end(const fr_profile *profile, size_t i)
{
    int64_t end = profile->samples.time_ns[i];

    if (!(profile->meta.stacks & FR_SAMPLES_LAST) || !profile->samples.value ||
        __builtin_add_overflow(end, profile->samples.value[i], &end))
        return profile->samples.time_ns[i];
    return end;
}

bool fr_meta_has_holes(const fr_meta *meta)
{
    return meta->of_times && meta->range_ns[0] > meta->range_ns[1];
}

fr_extent fr_meta_extent(const fr_meta *meta)
{
    fr_extent extent = {true, meta->recording.time_ns, meta->recording.duration_ns};
    int64_t between;

    if (meta->written.known)
        return meta->written;
    if (meta->of_times && meta->covered_ns > 0)
        extent.duration_ns = meta->covered_ns;
    if (fr_meta_has_date(meta) && !extent.time_ns)
        extent.time_ns = meta->first_ns;
    if (meta->timed && !extent.duration_ns && !meta->recording.time_ns &&
        !__builtin_sub_overflow(meta->last_ns, meta->first_ns, &between) && between > 0)
        extent.duration_ns = between;
    return extent;
}

fr_extent fr_extent_merge(fr_extent a, fr_extent b)
{
    fr_extent both = {true, a.time_ns, 0};

    if (b.time_ns && (!a.time_ns || b.time_ns < a.time_ns))
        both.time_ns = b.time_ns;
    if (__builtin_add_overflow(a.duration_ns, b.duration_ns, &both.duration_ns))
        both.duration_ns = INT64_MAX;
    return both;
}

void fr_meta_take_colours(fr_meta *to, const fr_meta *from)
{
    to->by_package = from->by_package;
    to->packages = from->packages ? fr_names_share(from->packages) : NULL;
}

bool fr_meta_copy(fr_meta *to, const fr_meta *from)
{
    *to = *from;
    fr_meta_take_colours(to, from);
    to->notes = (fr_notes){0};
    to->steps = (fr_notes){0};
    to->recording = (fr_recording){0};
    return fr_recording_merge(&to->recording, &from->recording) &&
           fr_notes_copy(&to->notes, &from->notes) && fr_notes_copy(&to->steps, &from->steps);
}

bool fr_meta_inherit(fr_meta *to, const fr_meta *from)
{
    fr_meta own = *to;
    bool good = fr_meta_copy(to, from) && fr_notes_copy(&to->notes, &own.notes);

    fr_meta_reset(&own);
    return good;
}

double fr_column_all_squares(const fr_column *column, uint32_t n_stacks)
{
    double sum = 0;

    for (uint32_t i = 0; i < n_stacks; i++)
        sum += fr_column_squares(column, i);
    return sum;
}

uint64_t fr_frame_address(const fr_profile *profile, const fr_frame *frame)
{
    return frame->address + (frame->mapping ? profile->mappings.items[frame->mapping].start : 0);
}

void fr_samples_reset(fr_samples *s)
{
    free(s->time_ns);
    free(s->stack);
    free(s->thread);
    free(s->cpu);
    free(s->value);
    free(s->threads);
    *s = (fr_samples){0};
}

void fr_column_reset(fr_column *column)
{
    free(column->name);
    free(column->unit);
    free(column->sum);
    free(column->count);
    free(column->squares);
    free(column->rest);
    *column = (fr_column){0};
}

uint32_t fr_column_find(const fr_column *columns, uint32_t n, const fr_column *like)
{
    uint32_t k = 0;

    while (k < n &&
           (strcmp(columns[k].name, like->name) != 0 || strcmp(columns[k].unit, like->unit) != 0))
        k++;
    return k;
}

void fr_places_reset(fr_places *places)
{
    free(places->bits);
    free(places->before);
    *places = (fr_places){0};
}

void fr_labelled_reset(fr_labelled *labelled)
{
    for (uint32_t k = 0; k < FR_MAX_COLUMNS; k++)
        fr_column_reset(&labelled->columns[k]);
    fr_label_sets_reset(&labelled->sets);
    free(labelled->rows);
    *labelled = (fr_labelled){0};
}

void fr_profile_free(fr_profile *profile)
{
    if (!profile)
        return;
    for (uint32_t k = 0; k < profile->n_columns; k++)
        fr_column_reset(&profile->columns[k]);
    fr_places_reset(&profile->places);
    fr_labelled_reset(&profile->labelled);
    fr_tally_free(profile->tally);
    fr_mappings_reset(&profile->mappings);
    fr_samples_reset(&profile->samples);
    fr_meta_reset(&profile->meta);
    fr_names_free(profile->names);
    free(profile->frames);
    free(profile->stacks);
    free(profile);
}

fr_profile *fr_profile_kept(bool good, fr_profile *made)
{
    if (good)
        return made;
    fr_profile_free(made);
    return NULL;
}

void fr_profile_describe(const fr_profile *profile, fr_profile_info *info)
{
    const fr_recording *recording = &profile->meta.recording;

    *info = (fr_profile_info){
        .format = profile->meta.format ? profile->meta.format : "",
        .formats = profile->meta.formats,
        .n_columns = profile->n_columns,
        .n_frames = profile->n_frames,
        .n_stacks = profile->n_stacks - 1,
        .max_depth = profile->max_depth,
        .n_notes = (uint32_t)profile->meta.notes.n,
        .n_records = profile->meta.n_records,
        .n_frameless = profile->meta.n_frameless,
        .n_samples = profile->samples.n,
        .timed = profile->meta.timed,
        .lost_labels = profile->meta.lost_labels,
        .first_ns = profile->meta.first_ns,
        .last_ns = profile->meta.last_ns,
        .default_type = recording->default_type ? recording->default_type : "",
        .shown_column = fr_profile_shown_column(profile),
        .drop_frames = recording->drop_frames ? recording->drop_frames : "",
        .keep_frames = recording->keep_frames ? recording->keep_frames : "",
        .has_sides = fr_profile_has_sides(profile),
        .purpose = profile->meta.purpose,
        .n_inputs = recording->provenance.known ? recording->provenance.n_inputs : 0,
    };
    if (recording->provenance.known)
        memcpy(info->digest, recording->provenance.digest, sizeof info->digest);
    for (uint32_t r = 0; r < profile->labelled.n_rows; r++)
        info->n_labelled += profile->labelled.rows[r].frame != FR_NO_LABELS;
    for (uint32_t f = 0; f < profile->n_frames; f++) {
        const fr_frame *frame = &profile->frames[f];
        info->n_detailed += frame->module || frame->kind - 1 < FR_KIND_ANNOTATED - 1;
    }
}

bool fr_profile_column(const fr_profile *profile, uint32_t k, fr_column_info *info)
{
    const fr_column *column = &profile->columns[k < profile->n_columns ? k : 0];
    uint32_t n = column->places ? column->places->n : profile->n_stacks;
    fr_column all = *column;

    all.places = NULL; /* the places themselves, in no stack's order */
    if (k >= profile->n_columns)
        return false;
    *info = (fr_column_info){
        .name = column->name,
        .unit = column->unit,
        .decimals = column->decimals,
        .total = column->reference,
    };
    for (uint32_t stack = 0; stack < n; stack++) {
        info->kept += all.sum[stack];
        info->n_samples += fr_column_count(&all, stack);
    }
    return true;
}

double fr_profile_left_out(const fr_profile *profile, uint32_t column)
{
    double left_out = profile->columns[column].left_out, kept = 0;

    for (uint32_t s = 0; s < profile->n_stacks && left_out > 0; s++)
        kept += (double)fr_column_sum(&profile->columns[column], s);
    return left_out > 0 ? left_out / (left_out + fmax(kept, 0)) : 0;
}

uint32_t fr_profile_shown_column(const fr_profile *profile)
{
    const char *wanted = profile->meta.recording.default_type;

    for (uint32_t k = 0; wanted && k < profile->n_columns; k++)
        if (strcmp(profile->columns[k].name, wanted) == 0)
            return k;
    return profile->n_columns ? profile->n_columns - 1 : 0;
}

/* Leaves the column at `kept` as the first of `columns`. */
static void keep_column(fr_column *columns, uint32_t n, uint32_t kept)
{
    fr_column own = columns[kept];

    columns[kept] = (fr_column){0};
    for (uint32_t k = 0; k < n; k++)
        fr_column_reset(&columns[k]);
    columns[0] = own;
}

bool fr_profile_keep_column(fr_profile *profile, uint32_t column, fr_error *err)
{
    uint32_t n = profile->n_columns;

    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err))
        return false;
    if (column >= n)
        return fr_fail(err, FR_E_USAGE, 0, 0, "the profile has %u value columns, none numbered %u",
                       n, column);
    keep_column(profile->columns, n, column);
    if (profile->labelled.n_rows)
        keep_column(profile->labelled.columns, n, column);
    if (column > 0)
        fr_samples_reset(&profile->samples);
    profile->n_columns = 1;
    return true;
}

bool fr_profile_note(const fr_profile *profile, uint32_t index, fr_note *note)
{
    const fr_notes *notes = &profile->meta.notes;

    if (index >= notes->n)
        return false;
    fr_note_describe(&notes->entries[index], note);
    return true;
}

bool fr_profile_has_sides(const fr_profile *profile)
{
    return profile->n_columns == 2 && strcmp(profile->columns[0].name, "base") == 0 &&
           strcmp(profile->columns[1].name, "new") == 0;
}

bool fr_profile_is_for(const fr_profile *profile, fr_purpose purpose, fr_error *err)
{
    static const char *const names[] = {
        [FR_FOR_TOP] = "FR_FOR_TOP",
        [FR_FOR_PICTURE] = "FR_FOR_PICTURE",
        [FR_FOR_FUNCTIONS] = "FR_FOR_FUNCTIONS",
    };
    fr_purpose own = profile->meta.purpose;

    if (own == FR_FOR_ANYTHING || own == FR_FOR_ADDRESSES || own == purpose)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "this profile was read for one purpose alone (%s)", names[own]);
    return fr_fail_hint(err, "read it with fr_read_options.purpose = FR_FOR_ANYTHING");
}

/* ---- mappings ---- */

typedef struct sortable {
    fr_bytes file, build_id;
    uint64_t offset, pages;
    uint32_t id;
} sortable;

static int compare_mappings(const void *a, const void *b)
{
    const sortable *x = a, *y = b;
    int order = fr_bytes_compare(x->file, y->file);

    if (order == 0)
        order = fr_bytes_compare(x->build_id, y->build_id);
    if (order == 0)
        order = (x->offset > y->offset) - (x->offset < y->offset);
    return order ? order : (x->pages > y->pages) - (x->pages < y->pages);
}

uint64_t fr_mapping_pages(const fr_mapping *m)
{
    return m->size / 4096 + (m->size % 4096 != 0);
}

bool fr_mapping_says_nothing(const fr_mapping *m)
{
    return !m->start && !m->size && !m->offset && !m->file && !m->build_id;
}

uint32_t *fr_mappings_sorted(const fr_mappings *m, const fr_names *names)
{
    sortable *sorted = malloc(((size_t)m->n + 1) * sizeof *sorted);
    uint32_t *ids = malloc(((size_t)m->n + 1) * sizeof *ids);
    bool good = sorted && ids;

    for (uint32_t id = 1; id < m->n && good; id++)
        sorted[id - 1] = (sortable){fr_names_at(names, m->items[id].file),
                                    fr_names_at(names, m->items[id].build_id), m->items[id].offset,
                                    fr_mapping_pages(&m->items[id]), id};
    if (good && m->n > 2)
        qsort(sorted, m->n - 1, sizeof *sorted, compare_mappings);
    for (uint32_t i = 0; i + 1 < m->n && good; i++)
        ids[i] = sorted[i].id;
    free(sorted);
    return fr_kept(good, ids);
}

void fr_mappings_reset(fr_mappings *m)
{
    free(m->items);
    fr_slots_reset(&m->slots);
    *m = (fr_mappings){0};
}

fr_bytes fr_frame_name(const fr_profile *profile, uint32_t frame)
{
    return fr_names_at(profile->names, profile->frames[frame].name);
}
