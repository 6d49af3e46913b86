/*
 * speedscope_writer.c - a profile as JSON of speedscope: a sampled profile for each value column.
 *
 *     {"$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "flamerender",
 *      "shared": {"frames": [{"name": "main", "file": "a.c", "line": 3}]},
 *      "profiles": [{"type": "sampled", "name": "cpu", "unit": "nanoseconds", "startValue": 0,
 *        "samples": [[0,1],[0]],
 *        "weights": [40,20], "endValue": 60}]}
 *
 * A sample is a stack with a value of its own, in canonical order; its weight is the sum. What is written reads
 * back the same. Omitted, since the format has no place for it: kinds of frames that came without a suffix,
 * modules, addresses, labels, numbers of samples.
 */
#include <stdio.h>
#include <stdlib.h>

#include "formats/speedscope/speedscope.h"
#include "formats/spelling.h"
#include "formats/writer.h"
#include "model/tree/canonical.h"

typedef struct writing {
    const fr_profile *p;
    fr_canonical c;
    uint32_t *path; /* room for the deepest stack */
    fr_output *out;
} writing;

static void put_frames(const writing *w)
{
    for (uint32_t f = 0; f < w->c.n_frames; f++) {
        const fr_frame *frame = &w->p->frames[w->c.frame[f]];
        fr_put_text(w->out, f ? ",\n  {\"name\": " : "\n  {\"name\": ");
        fr_put_json(w->out, fr_names_at(w->p->names, frame->name));
        if (frame->file) {
            fr_put_text(w->out, ", \"file\": ");
            fr_put_json(w->out, fr_names_at(w->p->names, frame->file));
        }
        if (frame->line)
            fr_put_format(w->out, ", \"line\": %u", frame->line);
        fr_put_char(w->out, '}');
    }
}

/* "[0,1,2]", root first */
static void put_stack(const writing *w, uint32_t stack)
{
    uint32_t n = 0;

    for (; stack; stack = w->c.parent[stack])
        w->path[n++] = w->c.frame_of[stack];
    fr_put_char(w->out, '[');
    while (n-- > 0)
        fr_put_format(w->out, n ? "%u," : "%u", w->path[n]);
    fr_put_char(w->out, ']');
}

/* The stacks with a value in the column, or these values; returns their sum. */
static int64_t put_items(const writing *w, const fr_column *column, bool weights)
{
    const char *between = "";
    int64_t sum = 0;

    for (uint32_t i = 0; i < w->c.n_stacks; i++) {
        int64_t value = fr_column_sum(column, w->c.stack[i]);
        if (value == 0)
            continue;
        sum += value;
        fr_put_text(w->out, between);
        if (weights)
            fr_put_scaled(w->out, value, column->decimals);
        else
            put_stack(w, i);
        between = ",";
    }
    return sum;
}

/* The word of the format for a unit: "ms" and "milliseconds" are one. NULL: it has none. */
static const char *unit_word(const char *unit)
{
    uint64_t size = 0, other = 0;
    fr_unit_kind kind = fr_unit_measure(fr_bytes_of(unit), &size);

    if (strcmp(unit, fr_speedscope_units[0].unit) == 0)
        return fr_speedscope_units[0].name;
    for (size_t i = 1; i < FR_SPEEDSCOPE_UNITS && kind != FR_UNIT_PLAIN; i++)
        if (fr_unit_measure(fr_bytes_of(fr_speedscope_units[i].name), &other) == kind &&
            other == size)
            return fr_speedscope_units[i].name;
    return NULL;
}

/* A unit without a word stands behind the name: "cycles (events)". */
static void put_name(const writing *w, const fr_column *column, bool with_unit)
{
    size_t room = strlen(column->name) + strlen(column->unit) + sizeof " ()";
    char *text = malloc(room);

    if (!text) {
        fr_output_fail(w->out, FR_E_LIMIT, "out of memory");
        return;
    }
    snprintf(text, room, with_unit ? "%s (%s)" : "%s", column->name, column->unit);
    fr_put_json(w->out, fr_bytes_of(text));
    free(text);
}

static void put_profile(const writing *w, const fr_column *column)
{
    const char *unit = unit_word(column->unit);

    fr_put_text(w->out, "\n  {\"type\": \"sampled\", \"name\": ");
    put_name(w, column, unit == NULL);
    fr_put_format(w->out, ", \"unit\": \"%s\", \"startValue\": 0,\n   \"samples\": [",
                  unit ? unit : fr_speedscope_units[0].name);
    put_items(w, column, false);
    fr_put_text(w->out, "],\n   \"weights\": [");
    int64_t sum = put_items(w, column, true);
    fr_put_text(w->out, "], \"endValue\": ");
    fr_put_scaled(w->out, sum, column->decimals);
    fr_put_char(w->out, '}');
}

static void put_file(const writing *w)
{
    fr_put_text(w->out,
                "{\"$schema\": \"" FR_SPEEDSCOPE_SCHEMA "\", \"exporter\": \"" FR_SPEEDSCOPE_OURS
                "\",\n \"shared\": {\"frames\": [");
    put_frames(w);
    fr_put_text(w->out, "]},\n \"profiles\": [");
    for (uint32_t k = 0; k < w->p->n_columns; k++) {
        fr_put_text(w->out, k ? "," : "");
        put_profile(w, &w->p->columns[k]);
    }
    fr_put_text(w->out, "]}\n");
}

void fr_speedscope_write(const fr_profile *profile, fr_output *out)
{
    fr_error err = {0};
    fr_profile *spelled = fr_spelling(profile, true, &err);
    writing w = {.p = spelled, .out = out};

    if (spelled && fr_canonical_init(&w.c, spelled, &err)) {
        w.path = malloc(((size_t)spelled->max_depth + 1) * sizeof *w.path);
        if (w.path)
            put_file(&w);
        else
            fr_fail_memory(&err);
        fr_canonical_reset(&w.c);
    }
    if (err.code != FR_OK)
        fr_output_fail(out, err.code, "%s", err.text);
    free(w.path);
    fr_profile_free(spelled);
}
