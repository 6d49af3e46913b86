/* builder_finish.c - the profile that a builder becomes. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/build/builder_state.h"
#include "model/build/builder_weights.h"

static bool has_value(const fr_builder *b, uint32_t stack)
{
    for (uint32_t k = 0; k < b->n_columns; k++)
        if (fr_column_sum(&b->columns[k], stack))
            return true;
    return false;
}

/* Totals that fit, depths within the limit. Stacks without a value (of lines that say 0, or folded
 * away) are not deep. */
static bool measure(fr_builder *b, fr_profile *profile)
{
    uint32_t *depth = calloc(b->stacks.n, sizeof *depth);

    if (!depth)
        return fr_fail_memory(&b->err);
    for (uint32_t stack = 1; stack < b->stacks.n; stack++) {
        depth[stack] = depth[b->stacks.stacks[stack].parent] + 1;
        if (depth[stack] > profile->max_depth && has_value(b, stack))
            profile->max_depth = depth[stack];
    }
    free(depth);
    if (b->tally)
        profile->max_depth = (uint32_t)b->tally->deepest;
    for (uint32_t k = 0; k < b->n_columns; k++)
        for (uint32_t stack = 0; stack < b->stacks.n; stack++)
            if (__builtin_add_overflow(b->columns[k].reference,
                                       fr_column_sum(&b->columns[k], stack),
                                       &b->columns[k].reference))
                fr_builder_fail_overflow(b, stack);
    if (profile->max_depth > b->limits.stack_depth) {
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "a stack of %" PRIu32 " frames, more than %" PRIu32,
                        profile->max_depth, b->limits.stack_depth);
        fr_builder_hint(b, "--limit-depth raises the limit");
    }
    return b->err.code == FR_OK;
}

/* Moves what the builder holds into the profile. */
static void hand_over(fr_builder *b, fr_profile *profile)
{
    fr_builder_drop_rests(b);
    profile->names = b->names;
    profile->frames = b->frames;
    profile->n_frames = (uint32_t)b->n_frames;
    profile->stacks = b->stacks.stacks;
    profile->n_stacks = b->stacks.n;
    memcpy(profile->columns, b->columns, sizeof profile->columns);
    profile->n_columns = b->n_columns;
    profile->tally = b->tally;
    profile->mappings = b->mappings;
    profile->samples = b->samples;
    profile->meta = b->meta;
    if (b->meta.timed && !b->has_origin)
        profile->meta.origin_ns = fr_floor_second(b->meta.first_ns);
    b->samples = (fr_samples){0};
    fr_thread_table_reset(&b->threads);
    b->tally = NULL;
    b->mappings = (fr_mappings){0};
    b->names = NULL;
    b->frames = NULL;
    b->stacks.stacks = NULL;
    b->n_columns = 0;
    b->meta = (fr_meta){0};
}

fr_profile *fr_builder_finish(fr_builder *b, fr_error *err)
{
    fr_profile *profile = calloc(1, sizeof *profile);

    if (!profile)
        fr_builder_fail_memory(b);
    if (b->err.code == FR_OK && fr_builder_split_rows(b, profile) && measure(b, profile)) {
        hand_over(b, profile);
    } else {
        fr_fail_copy(err, &b->err);
        if (profile) {
            fr_labelled_reset(&profile->labelled);
            fr_places_reset(&profile->places);
        }
        free(profile);
        profile = NULL;
    }
    fr_builder_free(b);
    return profile;
}
