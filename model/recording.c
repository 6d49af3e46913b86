/*
 * recording.c - facts of several recordings as those of one. Pprof has them; other formats leave them empty.
 *
 * Merging does not depend on order or grouping: the earliest time, the sum of durations, the comments of all, and of
 * texts that differ the one that is first in byte order.
 */
#include "model/profile.h"

#include <stdlib.h>

#include "base/arena.h"

bool fr_recording_set(char **to, fr_bytes text)
{
    char *copy = text.len ? strndup(text.at, text.len) : NULL;

    if (text.len && !copy)
        return false;
    free(*to);
    *to = copy;
    return true;
}

bool fr_recording_comment(fr_recording *r, fr_bytes text)
{
    size_t at = 0, high = r->n_comments;
    char *copy;

    while (at < high) { /* the place of the first comment that is not before `text` */
        size_t middle = (at + high) / 2;
        if (fr_bytes_compare(fr_bytes_of(r->comments[middle]), text) < 0)
            at = middle + 1;
        else
            high = middle;
    }
    if (text.len == 0 || (at < r->n_comments && fr_bytes_equal(fr_bytes_of(r->comments[at]), text)))
        return true;
    copy = strndup(text.at, text.len);
    if (!copy ||
        !fr_reserve(&r->comments, &r->comments_cap, r->n_comments + 1, sizeof *r->comments)) {
        free(copy);
        return false;
    }
    memmove(r->comments + at + 1, r->comments + at, (r->n_comments - at) * sizeof *r->comments);
    r->comments[at] = copy;
    r->n_comments++;
    return true;
}

/* Texts that are there come before none. */
static int compare_texts(const char *a, const char *b)
{
    if (!a || !b)
        return (a == NULL) - (b == NULL);
    return fr_bytes_compare(fr_bytes_of(a), fr_bytes_of(b));
}

static bool take_first(char **to, const char *from)
{
    return compare_texts(*to, from) <= 0 || fr_recording_set(to, fr_bytes_of(from));
}

/* Two different kinds of period cannot both stand. */
static bool merge_period(fr_recording *to, const fr_recording *from)
{
    int order = compare_texts(to->period_type, from->period_type);

    if (order == 0)
        order = compare_texts(to->period_unit, from->period_unit);
    if (order == 0 && from->period > to->period)
        to->period = from->period;
    if (order <= 0)
        return true;
    to->period = from->period;
    return fr_recording_set(&to->period_type, fr_bytes_of(from->period_type)) &&
           fr_recording_set(&to->period_unit, fr_bytes_of(from->period_unit));
}

/* An exception belongs to its rule. */
static bool merge_drop_frames(fr_recording *to, const fr_recording *from)
{
    int order = compare_texts(to->drop_frames, from->drop_frames);

    if (order == 0)
        order = compare_texts(to->keep_frames, from->keep_frames);
    if (order <= 0)
        return true;
    fr_recording_forget_drop_frames(to);
    return fr_recording_set(&to->drop_frames, fr_bytes_of(from->drop_frames)) &&
           fr_recording_set(&to->keep_frames, fr_bytes_of(from->keep_frames));
}

void fr_provenance_add(fr_provenance *to, uint64_t n_inputs,
                       const unsigned char digest[FR_SHA256_BYTES])
{
    unsigned carry = 0;

    to->known = true;
    to->n_inputs += n_inputs;
    for (size_t i = FR_SHA256_BYTES; i-- > 0; carry >>= 8) {
        carry += (unsigned)to->digest[i] + digest[i];
        to->digest[i] = (unsigned char)carry;
    }
}

bool fr_recording_merge(fr_recording *to, const fr_recording *from)
{
    bool good = merge_period(to, from) && take_first(&to->default_type, from->default_type) &&
                take_first(&to->doc_url, from->doc_url) && merge_drop_frames(to, from);

    if (from->time_ns && (!to->time_ns || from->time_ns < to->time_ns))
        to->time_ns = from->time_ns;
    if (from->provenance.known)
        fr_provenance_add(&to->provenance, from->provenance.n_inputs, from->provenance.digest);
    if (__builtin_add_overflow(to->duration_ns, from->duration_ns, &to->duration_ns))
        to->duration_ns = INT64_MAX;
    for (size_t i = 0; i < from->n_comments && good; i++)
        good = fr_recording_comment(to, fr_bytes_of(from->comments[i]));
    return good;
}

void fr_recording_forget_drop_frames(fr_recording *r)
{
    free(r->drop_frames);
    free(r->keep_frames);
    r->drop_frames = r->keep_frames = NULL;
}

void fr_recording_reset(fr_recording *r)
{
    fr_recording_forget_drop_frames(r);
    for (size_t i = 0; i < r->n_comments; i++)
        free(r->comments[i]);
    free(r->comments);
    free(r->period_type);
    free(r->period_unit);
    free(r->default_type);
    free(r->doc_url);
    *r = (fr_recording){0};
}
