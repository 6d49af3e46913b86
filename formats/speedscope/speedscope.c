/*
 * speedscope.c - JSON of speedscope: what py-spy, rbspy, dotnet-trace, austin and the viewer itself write.
 *
 *     {"$schema": "https://www.speedscope.app/file-format-schema.json",
 *      "shared": {"frames": [{"name": "main", "file": "a.c", "line": 3}]},
 *      "profiles": [...]}
 *
 * Times become nanoseconds. Profiles of one unit are threads, as a rule, and are added up; those that
 * flamerender wrote are the value columns of one profile. Reference: file-format-spec.ts of
 * speedscope 1.25. Omitted: column numbers, activeProfileIndex, endValue.
 */
#include "base/json.h"
#include "base/number.h"
#include "formats/reader.h"
#include "formats/symbols.h"
#include "formats/writer.h"
#include "model/tree/canonical.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"
/* The exporter of files whose profiles are value columns of one profile. */
#define OURS "flamerender"

/* "milliseconds": values times 10^6 are ns. */
typedef struct value_unit {
    const char *name;   /* in the file */
    const char *unit;   /* of the value column */
    const char *column; /* its name, where profiles of the file are added up */
    uint32_t power;     /* values of the file times 10^power are in the column's unit */
} value_unit;

static const value_unit units[] = {
    {"none", "samples", "samples", 0}, {"nanoseconds", "ns", "time", 0},
    {"microseconds", "ns", "time", 3}, {"milliseconds", "ns", "time", 6},
    {"seconds", "ns", "time", 9},      {"bytes", "bytes", "bytes", 0},
};

#define N_UNITS (sizeof units / sizeof *units)

typedef struct fr_speedscope {
    fr_builder *b;
    const fr_read_options *opt;
    bool ours;
    uint32_t *frames; /* ids in the builder */
    int64_t n_frames;
    uint32_t power[FR_MAX_COLUMNS]; /* values times 10^power are those of the column */
    uint64_t n_rounded;
} fr_speedscope;

/*
 * One profile of a file of speedscope: its unit, its samples or its events.
 *
 *     {"type": "sampled", "unit": "seconds", ..., "samples": [[0, 1], [0]], "weights": [1.5, 0.5]}
 *     {"type": "evented", ..., "events": [{"type": "O", "frame": 0, "at": 0}, {"type": "C", ...}]}
 *
 * Stacks stand root first. Events are in order of time, and each closes the frame that was opened last; what lies
 * between two events is the innermost open frame's own. Time without an open frame is nobody's. A sample's
 * time is what the weights before it add up to.
 */

/* A profile while it is read. Its values are integers: ns, or as fine as the column. */
typedef struct timeline {
    fr_speedscope *r;
    const value_unit *unit;
    uint32_t column, thread;
    bool timed;
    int64_t now;
    uint32_t *stacks; /* evented: what is open, root first, as stacks of the builder */
    int64_t *opened;  /* ... and their frames */
    size_t depth, stacks_cap, opened_cap;
} timeline;

static int64_t read_index(const fr_speedscope *r, const fr_json *at)
{
    return fr_json_integer(at, 0, r->n_frames - 1, "a frame's index");
}

static uint32_t frame_of(const fr_speedscope *r, int64_t index)
{
    return index < r->n_frames ? r->frames[index] : 0;
}

/* ---- values ---- */

static bool has_time(const value_unit *unit)
{
    return strcmp(unit->unit, "ns") == 0;
}

/* A value or time as an integer. Values without a unit of time may have decimals, which refine the column. */
static int64_t read_value(timeline *t, const fr_json *at, int64_t least)
{
    bool rounded = false, since_now = least == t->now;
    uint32_t *power = &t->r->power[t->column], finer = fr_json_decimal(at, &rounded).decimals;

    if (!has_time(t->unit) && finer > *power) {
        fr_builder_refine(t->r->b, t->column, finer);
        if (!fr_scale_up(t->now, finer - *power, &t->now))
            fr_json_expected(at, "a number of fewer digits");
        least = since_now ? t->now : least;
        *power = finer;
    }
    int64_t value = fr_json_scaled(at, *power, least, &rounded);
    t->r->n_rounded += rounded;
    return value;
}

/* `value` more for a stack, from t->now on. A value without a unit is a number of samples; one with a unit is
 * that of `n` samples (0: unknown). */
static void add(timeline *t, uint32_t stack, int64_t value, uint64_t n)
{
    fr_builder *b = t->r->b;
    bool counts = strcmp(t->unit->name, "none") == 0 && t->r->power[t->column] == 0;

    if (value == 0)
        return;
    if (counts)
        fr_builder_add(b, stack, t->column, value, (uint64_t)value, (double)value);
    else
        fr_builder_add(b, stack, t->column, value, n, n ? (double)value * (double)value : 0.0);
    if (t->timed && t->column == 0) /* that which samples one by one have */
        fr_builder_sample(b, stack, t->now, t->thread, FR_NO_CPU, value);
}

/* ---- sampled profiles ---- */

static uint32_t read_stack(const timeline *t, const fr_json *list)
{
    uint32_t stack = FR_NO_STACK;
    fr_json index = fr_json_items(list, "frames");
    bool any = false;

    for (; fr_json_next(&index); any = true)
        stack = fr_builder_push(t->r->b, stack, frame_of(t->r, read_index(t->r, &index)));
    if (any || fr_json_failed(list))
        return stack;
    return fr_stand_in_stack(t->r->b, FR_NO_STACK, 0, "a sample with an empty list");
}

static void read_samples(timeline *t, const fr_json *profile)
{
    fr_json samples = fr_json_member(profile, "samples");
    fr_json weights = fr_json_member(profile, "weights"), sample, weight;
    size_t n = fr_json_count(&samples, "stacks");

    size_t n_weights = fr_json_count(&weights, "numbers");
    if (n_weights != n)
        fr_json_fail(&weights, "expected %zu numbers, one for each sample, found %zu", n,
                     n_weights);
    sample = fr_json_items(&samples, "stacks");
    weight = fr_json_items(&weights, "numbers");
    while (fr_json_next(&sample) && fr_json_next(&weight) && !fr_builder_failed(t->r->b)) {
        int64_t value = read_value(t, &weight, 0);
        if (value == 0)
            fr_builder_note(t->r->b, FR_NOTE_ZERO_VALUE, 0, FR_LITERAL("a sample with weight 0"));
        add(t, read_stack(t, &sample), value, !t->r->ours);
        t->now += t->now < 0 || value <= INT64_MAX - t->now ? value : 0;
    }
    fr_builder_record(t->r->b, n);
}

/* ---- evented profiles ---- */

static bool open_frame(timeline *t, int64_t index)
{
    uint32_t below = t->depth ? t->stacks[t->depth - 1] : FR_NO_STACK;

    if (!fr_reserve(&t->stacks, &t->stacks_cap, t->depth + 1, sizeof *t->stacks) ||
        !fr_reserve(&t->opened, &t->opened_cap, t->depth + 1, sizeof *t->opened))
        return false;
    t->stacks[t->depth] = fr_builder_push(t->r->b, below, frame_of(t->r, index));
    t->opened[t->depth++] = index;
    return true;
}

/* The time since the last event is the innermost open frame's own. */
static void read_event(timeline *t, const fr_json *event)
{
    fr_json type = fr_json_member(event, "type"), at = fr_json_member(event, "at");
    fr_json frame = fr_json_member(event, "frame");
    int64_t index = read_index(t->r, &frame), now = read_value(t, &at, t->now), span;
    fr_bytes name = fr_json_text(&type);

    if (fr_json_failed(event))
        return;
    if (__builtin_sub_overflow(now, t->now, &span))
        fr_json_expected(&at, "a time that is not so far from the one before");
    else if (t->depth)
        add(t, t->stacks[t->depth - 1], span, 0);
    t->now = now;
    if (fr_bytes_equal(name, FR_LITERAL("O"))) {
        if (!open_frame(t, index))
            fr_fail_memory(&event->document->err);
    } else if (!fr_bytes_equal(name, FR_LITERAL("C"))) {
        fr_json_expected(&type, "\"O\" or \"C\"");
    } else if (!t->depth) {
        fr_json_expected(&type, "\"O\", since no frame is open");
    } else if (t->opened[--t->depth] != index) {
        fr_json_expected(&frame, "%" PRId64 ", the frame that was opened last",
                         t->opened[t->depth]);
    }
}

static void read_events(timeline *t, const fr_json *profile)
{
    fr_json events = fr_json_member(profile, "events");
    fr_json event = fr_json_items(&events, "events");
    size_t n = 0;

    for (; fr_json_next(&event) && !fr_builder_failed(t->r->b); n++)
        read_event(t, &event);
    if (t->depth)
        fr_json_fail(&events, "%zu frame%s open at the end; each needs an event \"C\"", t->depth,
                     t->depth == 1 ? " is" : "s are");
    fr_builder_record(t->r->b, n);
}
/* ---- profiles ---- */

static const value_unit *read_unit(const fr_json *profile)
{
    fr_json unit = fr_json_member(profile, "unit");
    fr_bytes name = fr_json_text(&unit);

    for (size_t i = 0; i < N_UNITS; i++)
        if (fr_bytes_equal(name, fr_bytes_of(units[i].name)))
            return &units[i];
    fr_json_expected(&unit, "none, nanoseconds, microseconds, milliseconds, seconds or bytes");
    return NULL;
}

/* "cycles (events)" of ours: a column of a unit that speedscope has no word for. */
static void open_column(timeline *t, fr_bytes name)
{
    fr_builder *b = t->r->b;
    const char *column = t->unit->column, *unit = t->unit->unit;
    char text[512], *open;

    if (t->r->ours) {
        fr_text_copy(text, sizeof text, name);
        column = text;
        open = strcmp(t->unit->name, "none") == 0 ? strrchr(text, '(') : NULL;
        if (open && open > text && text[strlen(text) - 1] == ')') {
            text[strlen(text) - 1] = '\0';
            open[-1] = '\0';
            unit = open + 1;
        }
    }
    t->column = fr_builder_column(b, column, unit, 0);
    if (has_time(t->unit))
        t->r->power[t->column] = t->unit->power;
    t->timed = !t->r->ours && has_time(t->unit);
    if (t->timed && fr_builder_keeps_samples(b))
        t->thread = fr_builder_thread(b, -1, -1, fr_builder_name(b, name, FR_TEXT_ESCAPED));
}

/* Adds a profile of the file; errors stick in the document or the builder. */
static void read_profile(fr_speedscope *r, const fr_json *profile)
{
    fr_json type = fr_json_member(profile, "type"), name = fr_json_member(profile, "name");
    fr_json start = fr_json_member(profile, "startValue");
    timeline t = {.r = r, .unit = read_unit(profile)};
    fr_bytes kind = fr_json_text(&type);

    if (fr_json_failed(profile))
        return;
    open_column(&t, fr_json_exists(&name) ? fr_json_text(&name) : FR_LITERAL(""));
    t.now = fr_json_exists(&start) ? read_value(&t, &start, INT64_MIN) : 0;
    if (t.timed)
        fr_builder_time(r->b, t.now);
    if (fr_bytes_equal(kind, FR_LITERAL("sampled")))
        read_samples(&t, profile);
    else if (fr_bytes_equal(kind, FR_LITERAL("evented")))
        read_events(&t, profile);
    else
        fr_json_expected(&type, "\"sampled\" or \"evented\"");
    if (t.timed)
        fr_builder_time(r->b, t.now);
    free(t.stacks);
    free(t.opened);
}

/* ---- frames ---- */

static uint32_t read_frame(fr_speedscope *r, const fr_json *at)
{
    fr_json name = fr_json_member(at, "name"), file = fr_json_member(at, "file");
    fr_json line = fr_json_member(at, "line");
    fr_frame known = {.kind = FR_KIND_USER};
    bool has_kind;

    if (fr_json_exists(&file))
        known.file = fr_builder_name(r->b, fr_json_text(&file), FR_TEXT_ESCAPED);
    if (fr_json_exists(&line))
        known.line = (uint32_t)fr_json_integer(&line, 0, UINT32_MAX, "a line");
    known = fr_builder_spell(r->b, fr_json_text(&name), FR_TEXT_ESCAPED, known, &has_kind);
    return fr_builder_intern(r->b, &known);
}

static bool read_frames(fr_speedscope *r, const fr_json *file)
{
    fr_json shared = fr_json_member(file, "shared"), list = fr_json_member(&shared, "frames"),
            frame;
    size_t n = fr_json_count(&list, "frames");

    r->frames = malloc((n + 1) * sizeof *r->frames);
    if (!r->frames)
        return fr_fail_memory(&file->document->err);
    frame = fr_json_items(&list, "frames");
    while (fr_json_next(&frame))
        r->frames[frame.index] = read_frame(r, &frame);
    r->n_frames = (int64_t)n;
    return !fr_json_failed(file);
}

/* ---- the file ---- */

/* The profile of a name, else of a number from 0; the count of all where there is none. */
static size_t find_profile(const fr_json *list, size_t n, const char *wanted)
{
    uint64_t number = n;
    fr_json profile = fr_json_items(list, "profiles");

    while (fr_json_next(&profile)) {
        fr_json name = fr_json_member(&profile, "name");
        if (fr_json_exists(&name) && fr_bytes_equal(fr_json_text(&name), fr_bytes_of(wanted)))
            return profile.index;
    }
    return fr_parse_u64(fr_bytes_of(wanted), &number) && number < n ? (size_t)number : n;
}

/* "'main', 'worker'", as many as there is room for. */
static void list_names(const fr_json *list, char *to, size_t room)
{
    fr_json profile = fr_json_items(list, "profiles");
    size_t used = 0;
    char shown[40];

    while (fr_json_next(&profile) && used < room) {
        fr_json name = fr_json_member(&profile, "name");
        if (used + 2 * sizeof shown > room) {
            snprintf(to + used, room - used, ", ...");
            return;
        }
        fr_text_copy(shown, sizeof shown,
                     fr_json_exists(&name) ? fr_json_text(&name) : FR_LITERAL(""));
        used += (size_t)snprintf(to + used, room - used, "%s'%s'", used ? ", " : "", shown);
    }
}

static void read_profiles(fr_speedscope *r, const fr_json *file)
{
    fr_json list = fr_json_member(file, "profiles"), profile;
    size_t n = fr_json_count(&list, "profiles"), first = 0, end = n;
    char names[300] = "";

    list_names(&list, names, sizeof names);
    if (r->opt->speedscope.profile && !fr_json_failed(file)) {
        first = find_profile(&list, n, r->opt->speedscope.profile);
        end = first + 1;
    }
    if (first == n && n > 0) {
        fr_builder_fail(r->b, FR_E_USAGE, 0, 0, "no profile '%s': there are %s",
                        r->opt->speedscope.profile, names);
        fr_builder_hint(r->b, "--profile takes a name, or a number from 0 to %zu", n - 1);
        return;
    }
    if (end - first > 1 && !r->ours)
        fr_builder_say(
            r->b, FR_NOTE_CHOICE,
            "%zu profiles are read, those of one unit added up: %s; --profile NAME reads one", n,
            names);
    profile = fr_json_items(&list, "profiles");
    while (!fr_builder_failed(r->b) && fr_json_next(&profile) && profile.index < end)
        if (profile.index >= first)
            read_profile(r, &profile);
}

void fr_speedscope_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    fr_json exporter = fr_json_member(file, "exporter");
    fr_speedscope r = {.b = b, .opt = opt};

    r.ours = fr_json_exists(&exporter) && fr_bytes_equal(fr_json_text(&exporter), FR_LITERAL(OURS));
    if (read_frames(&r, file))
        read_profiles(&r, file);
    if (r.n_rounded)
        fr_builder_say(b, FR_NOTE_CHOICE, "%" PRIu64 " values are rounded, to ns or to 9 decimals",
                       r.n_rounded);
    free(r.frames);
}

/*
 * Writing: a profile as JSON of speedscope: a sampled profile for each value column.
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

    if (strcmp(unit, units[0].unit) == 0)
        return units[0].name;
    for (size_t i = 1; i < N_UNITS && kind != FR_UNIT_PLAIN; i++)
        if (fr_unit_measure(fr_bytes_of(units[i].name), &other) == kind && other == size)
            return units[i].name;
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
                  unit ? unit : units[0].name);
    put_items(w, column, false);
    fr_put_text(w->out, "],\n   \"weights\": [");
    int64_t sum = put_items(w, column, true);
    fr_put_text(w->out, "], \"endValue\": ");
    fr_put_scaled(w->out, sum, column->decimals);
    fr_put_char(w->out, '}');
}

void fr_speedscope_write(const fr_profile *profile, fr_output *out)
{
    fr_error err = {0};
    fr_profile *spelled = fr_spelling(profile, true, &err);
    writing w = {.p = spelled, .out = out};

    if (spelled && fr_canonical_init(&w.c, spelled, &err)) {
        w.path = malloc(((size_t)spelled->max_depth + 1) * sizeof *w.path);
        if (!w.path)
            fr_fail_memory(&err);
    }
    if (w.path) {
        fr_put_text(out, "{\"$schema\": \"" SCHEMA "\", \"exporter\": \"" OURS
                         "\",\n \"shared\": {\"frames\": [");
        put_frames(&w);
        fr_put_text(out, "]},\n \"profiles\": [");
        for (uint32_t k = 0; k < spelled->n_columns; k++) {
            fr_put_text(out, k ? "," : "");
            put_profile(&w, &spelled->columns[k]);
        }
        fr_put_text(out, "]}\n");
    }
    if (err.code != FR_OK)
        fr_output_fail(out, err.code, "%s", err.text);
    fr_canonical_reset(&w.c);
    free(w.path);
    fr_profile_free(spelled);
}
