/* builder_like.c - a builder that starts with the names, frames and columns of a profile. */
#include <stdlib.h>

#include "model/build/builder_merge.h"
#include "model/build/builder_samples.h"
#include "model/build/builder_state.h"

/* Names and frames are added in the order of their ids, so they get the same ids. */
static void copy_frames(fr_builder *b, const fr_profile *profile)
{
    for (uint32_t id = 1; id < fr_names_count(profile->names); id++)
        fr_builder_copy_name(b, profile->names, id);
    for (uint32_t f = 1; f < profile->n_frames; f++)
        fr_builder_intern(b, &profile->frames[f]);
}

/* Mappings keep their ids, as their names do. */
static void copy_mappings(fr_builder *b, const fr_profile *profile)
{
    for (uint32_t id = 1; id < profile->mappings.n; id++)
        fr_builder_mapping(b, &profile->mappings.items[id]);
}

/* Label sets keep their ids, as their names do. */
static void copy_sets(fr_builder *b, const fr_profile *profile)
{
    const fr_label_sets *sets = &profile->labelled.sets;

    for (uint32_t s = 1; s < fr_label_sets_count(sets); s++) {
        size_t n;
        const fr_label *labels = fr_label_set(sets, s, &n);
        fr_label *copy = malloc(n * sizeof *copy);
        if (!copy) {
            fr_builder_fail_memory(b);
            return;
        }
        memcpy(copy, labels, n * sizeof *copy);
        fr_builder_label_set(b, copy, n);
        free(copy);
    }
}

/* Threads keep their ids, and the clock its origin. */
static void copy_threads(fr_builder *b, const fr_profile *profile)
{
    const fr_samples *s = &profile->samples;

    for (size_t i = 0; i < s->n_threads; i++)
        fr_builder_thread(b, s->threads[i].pid, s->threads[i].tid, s->threads[i].comm);
    b->keeps_samples = s->n > 0;
    b->has_origin = profile->meta.timed;
    b->meta.origin_ns = profile->meta.origin_ns;
}

fr_builder *fr_builder_like(const fr_profile *profile, fr_error *err)
{
    fr_limits none;
    fr_builder *b;

    fr_limits_lift(&none);
    b = fr_builder_new(&none, err);
    if (!b)
        return NULL;
    copy_frames(b, profile);
    copy_mappings(b, profile);
    copy_sets(b, profile);
    copy_threads(b, profile);
    for (uint32_t k = 0; k < profile->n_columns; k++) {
        const fr_column *column = &profile->columns[k];
        fr_builder_column(b, column->name, column->unit, column->decimals);
        if (!column->counted)
            fr_builder_uncounted(b, k);
    }
    if (!fr_builder_error(b, err))
        return b;
    fr_builder_free(b);
    return NULL;
}
