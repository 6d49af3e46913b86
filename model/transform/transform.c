/*
 * transform.c - stacks to stacks, each distinct stack once, in pprof's order.
 *
 * Patterns are matched once per frame (steps.c), frames get their names, then one
 * pass from the root down says what every stack becomes (stack_map.c); values and samples follow.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "model/build/builder_merge.h"
#include "model/report/amount.h"
#include "model/transform/idle.h"
#include "model/transform/steps.h"

/*
 * What makes two frames one: the fields that a granularity ignores are erased, as pprof's Aggregate()
 * does, and the other fields are written into the name.
 *
 *     functions      main.run
 *     filefunctions  main.run /src/run.go
 *     files          /src/run.go
 *     lines          main.run /src/run.go:12
 *     addresses      00000000004011d6 main.run /src/run.go:12
 */

/* The parts of a frame that a granularity keeps, and what it is called among the steps. */
typedef struct kept_fields {
    bool function, file, line, address;
    const char *step;
} kept_fields;

static const kept_fields levels[] = {
    [FR_GRANULARITY_NAMES] = {true, true, true, true, NULL},
    [FR_GRANULARITY_FUNCTIONS] = {true, false, false, false, "frames by function"},
    [FR_GRANULARITY_FILEFUNCTIONS] = {true, true, false, false, "frames by function and file"},
    [FR_GRANULARITY_FILES] = {false, true, false, false, "frames by file"},
    [FR_GRANULARITY_LINES] = {true, true, true, false, "frames by line"},
    [FR_GRANULARITY_ADDRESSES] = {true, true, true, true, "frames by address"},
};

typedef struct work {
    fr_builder *b;
    const fr_profile *profile;
    const fr_transform_options *opt;
    kept_fields keeps;
    fr_arena arena; /* the name that is being made */
} work;

/* ---- paths ---- */

/* The rest of `path` after `prefix` and a slash, which the prefix may end in; or all of it. */
static fr_bytes without_prefix(fr_bytes path, fr_bytes prefix)
{
    while (prefix.len > 1 && prefix.at[prefix.len - 1] == '/')
        prefix.len--;
    if (!prefix.len || path.len <= prefix.len + 1 || !fr_bytes_starts(path, prefix) ||
        path.at[prefix.len] != '/')
        return path;
    return (fr_bytes){path.at + prefix.len + 1, path.len - prefix.len - 1};
}

/* The first prefix of the list "/home/me:/usr" that fits goes; Bazel's "/proc/self/cwd/" always
 * does, as in pprof (internal/report/source.go, trimPath). */
static fr_bytes trim_path(fr_bytes path, const char *list)
{
    fr_bytes left = fr_bytes_of(list ? list : ""), cwd;

    while (left.len) {
        fr_bytes prefix = {left.at, fr_bytes_find(left, ':')}, rest = without_prefix(path, prefix);
        size_t skip = prefix.len < left.len ? prefix.len + 1 : left.len;
        if (rest.len < path.len)
            return rest;
        left = (fr_bytes){left.at + skip, left.len - skip};
    }
    cwd = without_prefix(path, FR_LITERAL("/proc/self/cwd"));
    return cwd.len < path.len ? without_prefix(cwd, FR_LITERAL(".")) : path;
}

/* ---- names ---- */

/* Returns the name that stands for a frame without a file: "[libc.so.6]", "[unknown]". */
static uint32_t name_without_file(work *w, const fr_frame *frame, uint32_t id)
{
    fr_bytes module = fr_names_at(w->profile->names, frame->module);
    fr_bytes name = fr_names_at(w->profile->names, id);
    size_t slash = fr_bytes_find_last(module, '/');
    char to[300];

    /* A name that stands for a whole of something, "[libc.so.6]" or a process, says more. */
    if (fr_frame_kind(frame) == FR_KIND_PROCESS ||
        (name.len > 1 && name.at[0] == '[' && name.at[name.len - 1] == ']'))
        return id;
    if (slash < module.len)
        module = (fr_bytes){module.at + slash + 1, module.len - slash - 1};
    if (!module.len)
        return fr_builder_name(w->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    snprintf(to, sizeof to, module.at[0] == '[' ? "%.*s" : "[%.*s]",
             (int)(module.len < 250 ? module.len : 250), module.at);
    return fr_builder_name(w->b, fr_bytes_of(to), FR_TEXT_ESCAPED);
}

/* "00000000004011d6 main.run /src/run.go:12", as far as it is known. */
static uint32_t spelled(work *w, const fr_frame *made, fr_bytes file)
{
    fr_bytes name = fr_names_at(w->profile->names, made->name);
    size_t room = name.len + file.len + 40, at = 0;
    char *to = fr_arena_take(&w->arena, room);
    uint32_t id;

    if (!to)
        return 0;
    if (made->address && w->keeps.address)
        at += (size_t)snprintf(to, room, "%016" PRIx64 " ", made->address);
    memcpy(to + at, name.at, name.len);
    at += name.len;
    if (file.len) {
        to[at++] = ' ';
        memcpy(to + at, file.at, file.len);
        at += file.len;
        if (made->line)
            at += (size_t)snprintf(to + at, room - at, ":%" PRIu32, made->line);
    }
    id = fr_builder_name(w->b, (fr_bytes){to, at}, FR_TEXT_ESCAPED);
    fr_arena_reset(&w->arena);
    return id;
}

static uint32_t name_of(work *w, const fr_frame *frame, const fr_frame *made, fr_bytes file)
{
    if (!w->keeps.function)
        return frame->file ? made->file : name_without_file(w, frame, frame->name);
    if (!w->keeps.file || w->opt->keep_names)
        return frame->name;
    return spelled(w, made, file);
}

static uint32_t project(work *w, uint32_t id)
{
    const fr_frame *frame = &w->profile->frames[id];
    fr_frame made = {.name = frame->name, .module = frame->module, .kind = frame->kind};
    fr_bytes path = fr_names_at(w->profile->names, frame->file);
    fr_bytes rest = trim_path(path, w->opt->trim_path);

    if (w->keeps.function)
        made.system_name = frame->system_name;
    if (w->keeps.file)
        made.file =
            rest.len == path.len ? frame->file : fr_builder_name(w->b, rest, FR_TEXT_ESCAPED);
    if (w->keeps.function && w->keeps.file)
        made.start_line = frame->start_line;
    if (w->keeps.line)
        made.line = frame->line;
    if (w->keeps.address)
        made.address = fr_frame_address(w->profile, frame);
    if (w->opt->granularity != FR_GRANULARITY_NAMES)
        made.name = name_of(w, frame, &made, rest);
    return made.name ? fr_builder_intern(w->b, &made) : id;
}

/* Returns, for each frame of the profile, the frame of the builder that it becomes (itself where nothing is asked
 * for), added to the builder, which has the profile's frames. malloc'ed; NULL when memory ran out. */
static uint32_t *map_frames(fr_builder *b, const fr_profile *profile,
                            const fr_transform_options *opt)
{
    work w = {.b = b, .profile = profile, .opt = opt, .keeps = levels[opt->granularity]};
    uint32_t *as = malloc(profile->n_frames * sizeof *as);

    for (uint32_t f = 0; f < profile->n_frames && as; f++)
        as[f] =
            f && (opt->granularity != FR_GRANULARITY_NAMES || opt->trim_path) ? project(&w, f) : f;
    fr_arena_reset(&w.arena);
    return as;
}

/*
 * --divide-by and --factor: values by a number, as integers of 10^-decimals, rounded half up once for
 * each stack.
 *
 *     10 samples / 3  ->  3 333 333 of 10^-6 samples
 */

typedef struct scaling {
    int64_t divisor;                 /* 0: nothing is divided */
    bool divides;                    /* not only multiplies */
    uint64_t factor[FR_MAX_COLUMNS]; /* value * factor / divisor */
} scaling;

#define MOST_DECIMALS 6 /* that a division adds */

/* The exponent is at most FR_MAX_DECIMALS + MOST_DECIMALS. */
static fr_u128 power_of_ten(uint32_t n)
{
    return (fr_u128)fr_power_of_ten(n);
}

/* value * factor / divisor, half up. */
static fr_u128 scaled(int64_t value, uint64_t factor, int64_t divisor)
{
    uint64_t magnitude = value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;

    return ((fr_u128)magnitude * factor + (uint64_t)divisor / 2) / (uint64_t)divisor;
}

/* Adds as many decimals as there is room for: below 10^-9 units, and without overflow of the whole. Values that are
 * only multiplied get those that the number has: whole ones stay whole. */
static bool refine(scaling *s, uint32_t k, fr_u128 multiplier, const fr_profile *profile,
                   fr_builder *b)
{
    const fr_column *column = &profile->columns[k];
    uint32_t room = FR_MAX_DECIMALS - column->decimals, up = 0;

    room = room < MOST_DECIMALS ? room : MOST_DECIMALS;
    up = s->divides ? room : 0;
    while (up < room && multiplier * power_of_ten(up) % (uint64_t)s->divisor)
        up++;
    for (;; up--) {
        fr_u128 factor = multiplier * power_of_ten(up);
        s->factor[k] = (uint64_t)factor;
        if (factor <= INT64_MAX && scaled(column->reference, s->factor[k], s->divisor) <= INT64_MAX)
            break;
        if (up == 0)
            return false;
    }
    fr_builder_refine(b, k, column->decimals + up);
    return true;
}

/* A decimal above 0; NULL is 1. */
static bool parse(const char *option, const char *text, fr_decimal *number, fr_error *err)
{
    *number = (fr_decimal){.mantissa = 1};
    if (!text)
        return true;
    return (fr_decimal_parse(fr_bytes_of(text), number) == FR_PARSE_OK && number->mantissa > 0) ||
           fr_fail(err, FR_E_USAGE, 0, 0, "--%s '%s': expected a number above 0, such as 4 or 0.5",
                   option, text);
}

static bool parse_both(const fr_transform_options *opt, fr_decimal *by, fr_decimal *times,
                       fr_error *err)
{
    return parse("divide-by", opt->divide_by, by, err) &&
           parse("factor", opt->multiply_by, times, err);
}

static bool fail_large(const fr_transform_options *opt, fr_error *err)
{
    const char *option = opt->divide_by ? "divide-by" : "factor";

    return fr_fail(err, FR_E_LIMIT, 0, 0, "--%s '%s': the values become larger than %" PRId64,
                   option, opt->divide_by ? opt->divide_by : opt->multiply_by, INT64_MAX);
}

/* value * times / by: times.mantissa * 10^by.decimals over by.mantissa * 10^times.decimals */
static bool init_scaling(scaling *s, const fr_transform_options *opt, const fr_profile *profile,
                         fr_builder *b, fr_error *err)
{
    fr_decimal by, times;

    *s = (scaling){0};
    if (!opt->divide_by && !opt->multiply_by)
        return true;
    if (!parse_both(opt, &by, &times, err))
        return false;
    fr_u128 divisor = (fr_u128)by.mantissa * power_of_ten(times.decimals);
    fr_u128 multiplier = (fr_u128)times.mantissa * power_of_ten(by.decimals);
    if (divisor > INT64_MAX || multiplier > INT64_MAX)
        return fail_large(opt, err);
    s->divisor = (int64_t)divisor;
    s->divides = opt->divide_by != NULL;
    for (uint32_t k = 0; k < profile->n_columns; k++)
        if (!refine(s, k, multiplier, profile, b))
            return fail_large(opt, err);
    return true;
}

static int64_t scaled_value(const scaling *s, uint32_t column, int64_t value)
{
    fr_u128 made;

    if (!s->divisor)
        return value;
    made = scaled(value, s->factor[column], s->divisor);
    return value < 0 ? -(int64_t)made : (int64_t)made;
}

typedef struct transform {
    const fr_profile *profile;
    const fr_transform_options *opt;
    fr_builder *b;
    fr_steps steps;
    scaling scaling;
    fr_stack_map map;
    uint8_t *idle; /* by stack: of a CPU with nothing to do; NULL: not asked for */
    double left_out[FR_MAX_COLUMNS]; /* by names; idle CPUs do not count */
    bool of_part;                    /* some was */
    int64_t idle_value;              /* of the column that notes tell of */
    uint64_t idle_samples;           /* omitted */
    fr_error err;
} transform;

static bool omits_idle(const transform *t, uint32_t stack)
{
    return t->opt->idle == FR_IDLE_EXCLUDE && t->idle[stack];
}

static bool is_omitted(const transform *t, uint32_t stack)
{
    return omits_idle(t, stack) || fr_stack_map_dropped_by(&t->map, stack) != FR_N_STEPS;
}

/* The column that notes tell of. */
static uint32_t told_column(const transform *t)
{
    return t->opt->column < t->profile->n_columns ? t->opt->column : 0;
}

static void leave_out(transform *t, uint32_t r, uint32_t stack)
{
    if (t->idle[stack])
        return;
    t->of_part = true;
    for (uint32_t k = 0; k < t->profile->n_columns; k++)
        t->left_out[k] += (double)fr_column_sum(fr_row_column(t->profile, k), r);
}

/* Returns what values of a column are multiplied by. */
static double ratio_of(const scaling *s, uint32_t column)
{
    return s->divisor ? (double)s->factor[column] / (double)s->divisor : 1;
}

static void move_row(transform *t, uint32_t r)
{
    const fr_profile *p = t->profile;
    fr_row row = fr_row_at(p, r);
    const fr_column *told = fr_row_column(p, told_column(t));
    int64_t value = fr_column_sum(told, r);
    fr_step_id dropped_by;
    uint32_t to;

    if (!fr_row_has_value(p, r))
        return;
    if (omits_idle(t, row.stack)) {
        t->idle_value += value;
        t->idle_samples += fr_column_count(told, r);
        return;
    }
    /* what matched on a stack with a value, and what was taken from it */
    for (int i = 0; i < FR_N_STEPS; i++) {
        bool matched = fr_step_bit(t->map.seen[row.stack], (fr_step_id)i);
        t->steps.rows[i].matched |= matched;
        if (matched && (i == FR_STEP_DROP || i == FR_STEP_PRUNE_FROM))
            t->steps.rows[i].removed += value;
    }
    dropped_by = fr_stack_map_dropped_by(&t->map, row.stack);
    if (dropped_by != FR_N_STEPS) {
        t->steps.rows[dropped_by].omits = true;
        t->steps.rows[dropped_by].removed += value;
        leave_out(t, r, row.stack);
        return;
    }
    to = fr_builder_row(t->b, t->map.to[row.stack], row.set);
    for (uint32_t k = 0; k < p->n_columns; k++) {
        const fr_column *column = fr_row_column(p, k);
        const scaling *s = &t->scaling;
        double ratio = ratio_of(s, k);
        fr_builder_add_row(t->b, to, k, scaled_value(s, k, fr_column_sum(column, r)),
                           fr_column_count(column, r),
                           fr_column_squares(column, r) * ratio * ratio);
    }
}

/* ---- what was done ---- */

/* "--focus 'b' omitted 69.8 % of the profile" */
static bool say_removed(const fr_step *s, const char *pattern, int64_t whole, fr_profile *made)
{
    char share[FR_NUMBER_MAX];
    bool cuts = strcmp(s->option, "--drop-frames") == 0 || strcmp(s->option, "--prune-from") == 0;

    fr_format_share(share, s->removed, whole, 2);
    if (s->is_own)
        return fr_notes_say(&made->meta.notes, FR_NOTE_REMOVED,
                            "the profile's own drop_frames cut stacks with %s of its value; "
                            "--keep-frames='.*' keeps them whole",
                            share);
    return fr_notes_say(&made->meta.notes, FR_NOTE_REMOVED, "%s '%s' %s %s of the profile",
                        s->option, pattern, cuts ? "cut stacks with" : "omitted", share);
}

static int64_t whole_of(const transform *t)
{
    return t->profile->n_columns ? t->profile->columns[told_column(t)].reference : 0;
}

static bool describe_step(const transform *t, const fr_step *s, fr_profile *made)
{
    char pattern[200];
    bool good = true;

    fr_text_copy(pattern, sizeof pattern, fr_bytes_of(s->text));
    if (!s->is_own)
        good = fr_notes_say(&made->meta.steps, FR_NOTE_CHOICE, "%s '%s'", s->option + 2, pattern);
    if (!s->matched && !s->is_own)
        return good && fr_notes_say(&made->meta.notes, FR_NOTE_NO_MATCH, "%s '%s' matched no frame",
                                    s->option, pattern);
    return good && (s->removed == 0 || say_removed(s, pattern, whole_of(t), made));
}

/* An expression that the profile brought and that could not be applied. */
static bool describe_unapplied(const fr_step *s, fr_profile *made)
{
    bool drops = strcmp(s->option, "--drop-frames") == 0;

    return fr_notes_say(&made->meta.notes, FR_NOTE_CHOICE, "the profile's own %s %s: nothing is %s",
                        drops ? "drop_frames" : "keep_frames",
                        s->is_slow ? "takes too many steps" : "is no regular expression",
                        drops ? "dropped" : "kept");
}

/* "--idle=exclude omits 8 875 samples of idle CPUs, 40 % of the profile" */
static bool describe_idle(const transform *t, fr_profile *made)
{
    char share[FR_NUMBER_MAX], samples[FR_NUMBER_MAX];

    if (t->opt->idle != FR_IDLE_EXCLUDE)
        return true;
    if (t->idle_value == 0)
        return fr_notes_say(
            &made->meta.notes, FR_NOTE_NO_MATCH,
            "--idle=exclude found no sample of an idle CPU: of swapper in an idle loop, or "
            "V8's (idle)");
    fr_format_grouped(samples, (int64_t)t->idle_samples, 0);
    fr_format_share(share, t->idle_value, whole_of(t), 2);
    return fr_notes_say(&made->meta.steps, FR_NOTE_CHOICE, "without idle CPUs") &&
           fr_notes_say(&made->meta.notes, FR_NOTE_REMOVED,
                        "--idle=exclude omits %s sample%s of idle CPUs, %s of the profile", samples,
                        t->idle_samples == 1 ? "" : "s", share);
}

/* Samples that last have their durations as values, which are none after a division. */
static bool loses_durations(const transform *t)
{
    return t->scaling.divisor && t->profile->samples.n && t->profile->meta.stacks & FR_SAMPLES_LAST;
}

static bool describe_shape(const transform *t, fr_profile *made)
{
    fr_notes *steps = &made->meta.steps;
    bool good = true;

    if (t->opt->no_inlines)
        good = fr_notes_say(steps, FR_NOTE_CHOICE, "inlined frames in their callers");
    if (good && t->opt->granularity != FR_GRANULARITY_NAMES)
        good = fr_notes_say(steps, FR_NOTE_CHOICE, "%s", levels[t->opt->granularity].step);
    if (good && t->opt->recursion != FR_RECURSION_KEEP)
        good = fr_notes_say(steps, FR_NOTE_CHOICE,
                            t->map.folded ? "recursion folded" : "no recursion to fold");
    if (good && t->opt->divide_by)
        good = fr_notes_say(steps, FR_NOTE_CHOICE, "values divided by %.60s", t->opt->divide_by);
    if (good && t->opt->multiply_by)
        good = fr_notes_say(steps, FR_NOTE_CHOICE, "values times %.60s", t->opt->multiply_by);
    if (good && loses_durations(t))
        good = fr_notes_say(&made->meta.notes, FR_NOTE_CHOICE,
                            "values say how long samples last: those that are multiplied or "
                            "divided have no times");
    return good;
}

static bool describe(const transform *t, fr_profile *made)
{
    bool good = fr_meta_inherit(&made->meta, &t->profile->meta);
    for (int i = 0; i < FR_N_STEPS && good; i++) {
        const fr_step *s = &t->steps.rows[i];
        if (s->pattern)
            good = describe_step(t, s, made);
        else if (s->text)
            good = describe_unapplied(s, made);
    }
    if (t->opt->own_drop_frames || t->opt->drop_frames)
        fr_recording_forget_drop_frames(&made->meta.recording); /* done */
    if (made->meta.purpose == FR_FOR_FUNCTIONS)
        made->meta.purpose = FR_FOR_ANYTHING;
    made->meta.relative =
        t->opt->relative_percentages; /* of this round: a later one has shares of its outcome */
    made->meta.of_part |= t->of_part;
    made->meta.was_relative |= made->meta.relative;
    for (uint32_t k = 0; k < made->n_columns && !made->meta.relative; k++)
        made->columns[k].left_out =
            (t->profile->columns[k].left_out + t->left_out[k]) * ratio_of(&t->scaling, k);
    if (t->opt->granularity != FR_GRANULARITY_NAMES && !t->opt->keep_names)
        made->meta.granularity = t->opt->granularity;
    return good && describe_idle(t, made) && describe_shape(t, made);
}

/* Returns true if something with a value is not omitted: it may still be rounded to nothing. */
static bool keeps_any(const transform *t)
{
    for (uint32_t s = 0; s < t->profile->n_stacks; s++)
        if (!is_omitted(t, s) && fr_stack_has_value(t->profile, s))
            return true;
    return false;
}

static bool check_not_empty(const transform *t, const fr_profile *made, fr_error *err)
{
    for (uint32_t s = 0; s < made->n_stacks; s++)
        if (fr_stack_has_value(made, s))
            return true;
    if (t->opt->keep_empty && !keeps_any(t))
        return true;
    bool by_name = false;
    for (int i = FR_STEP_FOCUS; i <= FR_STEP_SHOW_FROM; i++)
        if (t->steps.rows[i].omits) {
            by_name = true;
            fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left after %s '%s'", t->steps.rows[i].option,
                    t->steps.rows[i].text);
        }
    if (t->idle_value && !by_name) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "all samples are of idle CPUs");
        return fr_fail_hint(err, "--idle=include shows them");
    }
    if (t->scaling.divisor && !by_name) { /* so small that they are rounded to nothing */
        fr_fail(err, FR_E_EMPTY, 0, 0, "all values are 0 after --%s '%.60s'",
                t->opt->divide_by ? "divide-by" : "factor",
                t->opt->divide_by ? t->opt->divide_by : t->opt->multiply_by);
        return fr_fail_hint(err, "values get at most %d decimals more", MOST_DECIMALS);
    }
    fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left");
    return fr_fail_hint(err, "'flamerender convert' lists the names; patterns match parts of them");
}

/* The whole: what is kept, rounded stack by stack where it was divided, and what was taken away. */
static int64_t reference_of(const transform *t, uint32_t k, int64_t kept)
{
    const fr_column *column = &t->profile->columns[k];
    int64_t taken = column->reference;

    if (!t->scaling.divisor)
        return taken;
    for (uint32_t s = 0; s < t->profile->n_stacks; s++)
        if (!is_omitted(t, s))
            taken -= fr_column_sum(column, s);
    return kept + scaled_value(&t->scaling, k, taken);
}

static fr_profile *finish(transform *t, fr_error *err)
{
    fr_profile *made = fr_builder_finish(t->b, err);

    t->b = NULL;
    for (uint32_t k = 0; made && k < made->n_columns && !t->opt->relative_percentages; k++)
        made->columns[k].reference = reference_of(t, k, made->columns[k].reference);
    return fr_profile_kept(
        made && (describe(t, made) || fr_fail_memory(err)) && check_not_empty(t, made, err), made);
}

static void map_all(transform *t)
{
    uint32_t *as = map_frames(t->b, t->profile, t->opt);

    t->map = (fr_stack_map){
        .profile = t->profile, .steps = &t->steps, .opt = t->opt, .b = t->b, .as = as};
    if (!as || !fr_stack_map_init(&t->map)) {
        fr_fail_memory(&t->err);
    } else {
        for (uint32_t r = 0; r < fr_n_rows(t->profile); r++)
            move_row(t, r);
        const fr_samples *s = &t->profile->samples;
        for (size_t i = 0; i < s->n && !loses_durations(t); i++)
            if (!is_omitted(t, s->stack[i]))
                fr_builder_sample(t->b, t->map.to[s->stack[i]], s->time_ns[i], s->thread[i],
                                  s->cpu[i],
                                  scaled_value(&t->scaling, 0, s->value ? s->value[i] : 1));
    }
    free(as);
}

/* All steps but those on labels. */
static fr_profile *transform_frames(const fr_profile *profile, const fr_transform_options *opt,
                                    fr_error *err)
{
    transform t = {.profile = profile, .opt = opt};
    fr_profile *made = NULL;

    if ((opt->idle == FR_IDLE_EXCLUDE || fr_steps_asked(opt)) &&
        (t.idle = fr_idle_stacks(profile)) == NULL)
        return fr_fail_memory(err), NULL;
    if (fr_steps_init(&t.steps, profile, opt, &t.err) &&
        (t.b = fr_builder_like(profile, &t.err)) != NULL &&
        init_scaling(&t.scaling, opt, profile, t.b, &t.err))
        map_all(&t);
    if (fr_fail_copy(err, &t.err))
        made = finish(&t, err);
    fr_steps_reset(&t.steps);
    fr_stack_map_reset(&t.map);
    free(t.idle);
    fr_builder_free(t.b);
    return made;
}

/* Frames are dropped before frames of labels are added. */
static fr_profile *transform_labelled(const fr_profile *profile, const fr_transform_options *opt,
                                      fr_error *err)
{
    fr_transform_options drop = {.drop_frames = opt->drop_frames,
                                 .keep_frames = opt->keep_frames,
                                 .idle = opt->idle,
                                 .own_drop_frames = opt->own_drop_frames,
                                 .column = opt->column,
                                 .keep_empty = opt->keep_empty};
    fr_transform_options rest = *opt;
    fr_profile *dropped = NULL, *tagged = NULL, *made = NULL;

    rest.drop_frames = rest.keep_frames = NULL;
    rest.own_drop_frames = false;
    rest.idle = FR_IDLE_INCLUDE;
    if (!opt->drop_frames && !opt->own_drop_frames && opt->idle == FR_IDLE_INCLUDE)
        tagged = fr_tags_apply(profile, opt, err);
    else if ((dropped = transform_frames(profile, &drop, err)) != NULL)
        tagged = fr_tags_apply(dropped, opt, err);
    if (tagged)
        made = transform_frames(tagged, &rest, err);
    fr_profile_free(dropped);
    fr_profile_free(tagged);
    return made;
}

static fr_profile *transform_all(const fr_profile *profile, const fr_transform_options *opt,
                                 fr_error *err)
{
    return fr_tags_asked(opt) ? transform_labelled(profile, opt, err)
                              : transform_frames(profile, opt, err);
}

/* Frames of runtimes are hidden before all else. */
static fr_profile *hide_runtimes(const fr_profile *profile, const fr_transform_options *opt,
                                 fr_error *err)
{
    fr_transform_options first = {
        .hide_runtime = opt->hide_runtime, .column = opt->column, .keep_empty = opt->keep_empty};
    fr_transform_options rest = *opt;
    fr_profile *hidden, *made = NULL;
    bool idle;

    if (!fr_runtimes_check(opt->hide_runtime, &idle, err))
        return NULL;
    if (idle)
        first.idle = FR_IDLE_EXCLUDE;
    rest.hide_runtime = NULL;
    hidden = transform_frames(profile, &first, err);
    if (hidden)
        made = transform_all(hidden, &rest, err);
    fr_profile_free(hidden);
    return made;
}

fr_profile *fr_profile_transform(const fr_profile *profile, const fr_transform_options *opt,
                                 fr_error *err)
{
    fr_transform_options defaults = FR_TRANSFORM_DEFAULTS;

    opt = opt ? opt : &defaults;
    /* Frames that are functions need no files, lines and addresses, unless a pattern looks at them. */
    if (!fr_fail_null(err, profile, "profile") ||
        !fr_profile_is_for(profile,
                           opt->granularity == FR_GRANULARITY_FUNCTIONS && !fr_steps_asked(opt)
                               ? FR_FOR_FUNCTIONS
                               : FR_FOR_ANYTHING,
                           err))
        return NULL;
    return opt->hide_runtime ? hide_runtimes(profile, opt, err) : transform_all(profile, opt, err);
}

bool fr_transform_check(const fr_transform_options *opt, fr_error *err)
{
    fr_transform_options defaults = FR_TRANSFORM_DEFAULTS;
    fr_decimal by, times;
    bool idle;

    opt = opt ? opt : &defaults;
    return fr_runtimes_check(opt->hide_runtime, &idle, err) && fr_steps_check(opt, err) &&
           fr_tags_check(opt, err) && parse_both(opt, &by, &times, err);
}
