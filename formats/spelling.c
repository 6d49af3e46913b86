/* spelling.c - frames as they are written: names with the suffix that they came with. */
#include "formats/spelling.h"

#include <stdlib.h>

#include "model/build/builder_merge.h"

static const char *const suffixes[FR_N_KINDS] = {
    [FR_KIND_KERNEL] = "_[k]",
    [FR_KIND_JIT] = "_[j]",
    [FR_KIND_INLINED] = "_[i]",
    [FR_KIND_INTERPRETED] = "_[0]",
};

static bool is_annotated(const fr_frame *frame)
{
    return (frame->kind & FR_KIND_ANNOTATED) && suffixes[fr_frame_kind(frame)];
}

const char *fr_spelling_suffix(const fr_frame *frame)
{
    return is_annotated(frame) ? suffixes[fr_frame_kind(frame)] : "";
}

bool fr_spelling_needed(const fr_profile *profile)
{
    for (uint32_t f = 0; f < profile->n_frames; f++)
        if (is_annotated(&profile->frames[f]))
            return true;
    return false;
}

/* The frame's name with its suffix, as a frame of `b`. */
static uint32_t spell_frame(fr_builder *b, const fr_profile *profile, uint32_t id, bool lines)
{
    const fr_frame *frame = &profile->frames[id];
    fr_bytes name = fr_names_at(profile->names, frame->name);
    const char *suffix = fr_spelling_suffix(frame);
    char *spelled = malloc(name.len + 5);
    fr_frame copy = {0};

    if (spelled) {
        memcpy(spelled, name.at, name.len);
        strcpy(spelled + name.len, suffix);
        copy.name = fr_builder_spelling(b, fr_bytes_of(spelled), FR_TEXT_ESCAPED);
        if (lines && frame->file)
            copy.file =
                fr_builder_spelling(b, fr_names_at(profile->names, frame->file), FR_TEXT_ESCAPED);
        copy.line = lines ? frame->line : 0;
    } else {
        fr_builder_fail_memory(b);
    }
    free(spelled);
    return fr_builder_intern(b, &copy);
}

fr_profile *fr_spelling(const fr_profile *p, bool lines, fr_error *err)
{
    uint32_t *frame = malloc(p->n_frames * sizeof *frame);
    uint32_t *stack = calloc(p->n_stacks, sizeof *stack);
    fr_limits none;
    fr_builder *b;

    fr_limits_lift(&none);
    b = fr_builder_new(&none, err);
    if (!b || !frame || !stack) {
        free(frame);
        free(stack);
        fr_builder_free(b);
        fr_fail_memory(err);
        return NULL;
    }
    for (uint32_t k = 0; k < p->n_columns; k++)
        fr_builder_column(b, p->columns[k].name, p->columns[k].unit, p->columns[k].decimals);
    for (uint32_t f = 1; f < p->n_frames; f++)
        frame[f] = spell_frame(b, p, f, lines);
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        if (s)
            stack[s] = fr_builder_push(b, stack[p->stacks[s].parent], frame[p->stacks[s].frame]);
        for (uint32_t k = 0; k < p->n_columns; k++)
            fr_builder_add(b, stack[s], k, fr_column_sum(&p->columns[k], s), 0, 0.0);
    }
    free(frame);
    free(stack);
    return fr_builder_finish(b, err);
}
