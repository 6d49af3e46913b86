/*
 * quality_note.c - the sentence that a picture of bad stacks carries:
 *
 *     46 % of the frames have no name, half of the stacks are cut off at the bottom: see
 *     'flamerender check'
 */
#include <stdlib.h>

#include "model/report/quality_words.h"

static uint32_t column_of_pictures(const fr_profile *profile)
{
    uint32_t last = profile->n_columns - 1;

    return profile->columns[last].reference > 0 ? last : 0;
}

static bool add_sentence(fr_profile *profile, const fr_quality *q)
{
    fr_output *out = fr_output_memory();
    const char *bytes;
    size_t len = 0;
    bool good;

    if (!out)
        return false;
    fr_quality_put_bad(out, q);
    fr_put_text(out, ": see 'flamerender check'");
    bytes = fr_output_bytes(out, &len);
    good = bytes && fr_notes_add(&profile->meta.notes, FR_NOTE_QUALITY, FR_LITERAL(""), 0, 1,
                                 (fr_bytes){bytes, len});
    fr_output_free(out);
    return good;
}

/* Stacks of names alone, none of which says what it is, and shallower than where any recorder
 * stops: no share of them can be bad, which is known without looking at the stacks. */
static bool is_plain(const fr_profile *p)
{
    const unsigned telling = FR_FRAME_PROCESS | FR_FRAME_UNKNOWN | FR_FRAME_ROOT | FR_FRAME_ABSENT;

    if (!(p->meta.stacks & FR_STACKS_OF_NAMES) || fr_column_sum(&p->columns[0], 0) ||
        p->max_depth >= fr_depth_limit_least(p->meta.stacks))
        return false;
    for (size_t i = 0; i < p->meta.notes.n; i++)
        if (p->meta.notes.entries[i].kind == FR_NOTE_LOST)
            return false;
    for (uint32_t f = 1; f < p->n_frames; f++)
        if (fr_frame_traits(fr_frame_name(p, f), fr_frame_kind(&p->frames[f])) & telling)
            return false;
    return true;
}

bool fr_quality_note(fr_profile *profile)
{
    uint32_t k = profile->n_columns ? column_of_pictures(profile) : 0;
    fr_quality *q;
    bool good;

    if (profile->n_columns == 1 && is_plain(profile))
        return true;
    q = malloc(sizeof *q);
    if (!q || !profile->n_columns) {
        free(q);
        return q != NULL;
    }
    good = fr_quality_measure(q, profile, k, FR_UNKNOWN_MAX_PPM);
    if (good && fr_quality_count_bad(q))
        good = add_sentence(profile, q);
    free(q);
    return good;
}

const char *fr_quality_sentence(const fr_meta *meta)
{
    for (size_t i = 0; i < meta->notes.n; i++)
        if (meta->notes.entries[i].kind == FR_NOTE_QUALITY)
            return meta->notes.entries[i].first;
    return "";
}
