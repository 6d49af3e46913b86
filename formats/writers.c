/*
 * writers.c - the table of formats that profiles are written in.
 */
#include "formats/writer.h"

#include <stdlib.h>

#include "model/build/builder_merge.h"

typedef struct fr_profile_format {
    fr_format_info info; /* FR_FORMAT_PROFILE is added for all */
    void (*write)(const fr_profile *profile, fr_output *out);
} fr_profile_format;

static const fr_profile_format formats[] = {
    {{"folded", "folded stacks, one line for each", "folded collapsed txt", FR_FORMAT_ONE_COLUMN},
     fr_folded_write},
    {{"json", "the profile as JSON: frames, stacks, values (docs/formats.md)", "json",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_LABELS},
     fr_json_write},
    {{"pprof", "pprof (profile.proto), gzipped", "pb.gz pb pgo",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_LOCATIONS | FR_FORMAT_LABELS |
          FR_FORMAT_BINARY},
     fr_pprof_write},
    {{"rows", "samples as rows of a table for an engine: TSV with names (docs/fleet.md)", "tsv",
      FR_FORMAT_LABELS | FR_FORMAT_TIMED},
     fr_rows_write},
    {{"speedscope", "JSON for the viewer speedscope", "speedscope.json", FR_FORMAT_LINES},
     fr_speedscope_write},
    {{"chrome",
      "trace of spans for DevTools and Perfetto: times of threads; without times, sums of stacks",
      "trace.json", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS | FR_FORMAT_ONE_COLUMN},
     fr_chrome_write},
};

#define N_FORMATS (sizeof formats / sizeof *formats)

bool fr_profile_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_FORMATS)
        return false;
    *info = formats[index].info;
    info->flags |= FR_FORMAT_PROFILE;
    return true;
}

void fr_profile_write(const fr_profile *profile, const char *format, fr_output *out)
{
    fr_error err = {0};

    if (!out)
        return;
    if (!fr_fail_null(&err, profile, "profile") ||
        !fr_profile_is_for(profile, FR_FOR_ANYTHING, &err)) {
        fr_output_fail(out, err.code, "%s", err.text);
        return;
    }
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].info.name, format) == 0) {
            formats[i].write(profile, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "profiles cannot be written as '%s'", format);
}

/* ---- frames as they are written: names with the suffix that they came with ---- */

static const char *const suffixes[FR_N_KINDS] = {
    [FR_KIND_KERNEL] = "_[k]",
    [FR_KIND_JIT] = "_[j]",
    [FR_KIND_INLINED] = "_[i]",
    [FR_KIND_INTERPRETED] = "_[0]",
};

const char *fr_spelling_suffix(const fr_frame *frame)
{
    const char *suffix = suffixes[fr_frame_kind(frame)];

    return frame->kind & FR_KIND_ANNOTATED && suffix ? suffix : "";
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

bool fr_writer_has_integers(const fr_profile *profile, fr_output *out, const char *holds,
                            const char *hint)
{
    for (uint32_t k = 0; k < profile->n_columns; k++) {
        if (profile->columns[k].decimals == 0)
            continue;
        fr_output_fail(out, FR_E_USAGE, "%s integers, but values of '%s' have decimals", holds,
                       profile->columns[k].name);
        if (hint)
            fr_output_hint(out, "%s", hint);
        return false;
    }
    return true;
}
