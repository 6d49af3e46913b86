/*
 * transform.c - stacks to stacks, each distinct stack once, in pprof's order.
 *
 * Patterns are matched once per frame (steps.c), frames get their names (granularity.c), then one
 * pass from the root down says what every stack becomes (stack_map.c); values and samples follow.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/build/builder_samples.h"
#include "model/transform/granularity.h"
#include "model/transform/idle.h"
#include "model/transform/runtimes.h"
#include "model/transform/scaling.h"
#include "model/transform/stack_map.h"
#include "model/transform/tags.h"

typedef struct transform {
    const fr_profile *profile;
    const fr_transform_options *opt;
    fr_builder *b;
    fr_steps steps;
    fr_scaling scaling;
    fr_stack_map map;
    uint8_t *idle;      /* by stack: of a CPU with nothing to do, to be omitted; NULL: all stay */
    int64_t idle_value; /* of the first column */
    uint64_t idle_samples; /* omitted */
    fr_error err;
} transform;

static bool is_omitted(const transform *t, uint32_t stack)
{
    return (t->idle && t->idle[stack]) || fr_stack_map_dropped_by(&t->map, stack) != FR_N_STEPS;
}

/* What matched on a stack with a value, and what was taken from it. */
static void count_steps(transform *t, uint32_t stack, int64_t value)
{
    fr_step_id dropped_by = fr_stack_map_dropped_by(&t->map, stack);

    for (int i = 0; i < FR_N_STEPS; i++) {
        bool matched = fr_step_bit(t->map.seen[stack], (fr_step_id)i);
        t->steps.rows[i].matched |= matched;
        if (matched && (i == FR_STEP_DROP || i == FR_STEP_PRUNE_FROM))
            t->steps.rows[i].removed += value;
    }
    if (dropped_by != FR_N_STEPS)
        t->steps.rows[dropped_by].removed += value;
}

static void move_row(transform *t, uint32_t r)
{
    const fr_profile *p = t->profile;
    fr_row row = fr_row_at(p, r);
    uint32_t to;

    if (!fr_row_has_value(p, r))
        return;
    if (t->idle && t->idle[row.stack]) {
        t->idle_value += fr_column_sum(fr_row_column(p, 0), r);
        t->idle_samples += fr_column_count(fr_row_column(p, 0), r);
        return;
    }
    count_steps(t, row.stack, fr_column_sum(fr_row_column(p, 0), r));
    if (fr_stack_map_dropped_by(&t->map, row.stack) != FR_N_STEPS)
        return;
    to = fr_builder_row(t->b, t->map.to[row.stack], row.set);
    for (uint32_t k = 0; k < p->n_columns; k++) {
        const fr_column *column = fr_row_column(p, k);
        fr_builder_add_row(t->b, to, k, fr_scaling_value(&t->scaling, k, fr_column_sum(column, r)),
                           fr_column_count(column, r),
                           fr_scaling_squares(&t->scaling, k, fr_column_squares(column, r)));
    }
}

/* Values follow their stacks, with their labels. */
static void move_values(transform *t)
{
    for (uint32_t r = 0; r < fr_n_rows(t->profile); r++)
        move_row(t, r);
}

/* Samples follow their stacks. */
static void move_samples(transform *t)
{
    const fr_samples *s = &t->profile->samples;

    for (size_t i = 0; i < s->n; i++)
        if (!is_omitted(t, s->stack[i]))
            fr_builder_sample(t->b, t->map.to[s->stack[i]], s->time_ns[i], s->thread[i], s->cpu[i],
                              fr_scaling_value(&t->scaling, 0, s->value ? s->value[i] : 1));
}

/* ---- what was done ---- */

static bool say(fr_notes *notes, fr_note_kind kind, const char *text)
{
    return fr_notes_add(notes, kind, FR_LITERAL(""), 0, 1, fr_bytes_of(text));
}

/* "--focus 'b' omitted 69.8 % of the profile" */
static bool say_removed(const fr_step *s, const char *pattern, int64_t whole, fr_profile *made)
{
    char text[400], share[FR_NUMBER_MAX];
    bool cuts = strcmp(s->option, "--drop-frames") == 0 || strcmp(s->option, "--prune-from") == 0;

    fr_format_share(share, s->removed, whole, 2);
    if (s->is_own)
        snprintf(text, sizeof text,
                 "the profile's own drop_frames cut stacks with %s of its value; "
                 "--keep-frames='.*' keeps them whole",
                 share);
    else
        snprintf(text, sizeof text,
                 cuts ? "%s '%s' cut stacks with %s of the profile"
                      : "%s '%s' omitted %s of the profile",
                 s->option, pattern, share);
    return say(&made->meta.notes, FR_NOTE_REMOVED, text);
}

static bool describe_step(const transform *t, const fr_step *s, fr_profile *made)
{
    char text[400], pattern[200];
    int64_t whole = t->profile->n_columns ? t->profile->columns[0].reference : 0;
    bool good = true;

    fr_text_copy(pattern, sizeof pattern, fr_bytes_of(s->text));
    snprintf(text, sizeof text, "%s '%s'", s->option + 2, pattern);
    if (!s->is_own)
        good = say(&made->meta.steps, FR_NOTE_CHOICE, text);
    if (!s->matched && !s->is_own) {
        snprintf(text, sizeof text, "%s '%s' matched no frame", s->option, pattern);
        return good && say(&made->meta.notes, FR_NOTE_NO_MATCH, text);
    }
    return good && (s->removed == 0 || say_removed(s, pattern, whole, made));
}

/* An expression that the profile brought and that could not be applied. */
static bool describe_unapplied(const fr_step *s, fr_profile *made)
{
    bool drops = strcmp(s->option, "--drop-frames") == 0;
    char text[160];

    snprintf(text, sizeof text, "the profile's own %s %s: nothing is %s",
             drops ? "drop_frames" : "keep_frames",
             s->is_slow ? "takes too many steps" : "is no regular expression",
             drops ? "dropped" : "kept");
    return say(&made->meta.notes, FR_NOTE_CHOICE, text);
}

/* "--idle=exclude omits 8 875 samples of idle CPUs, 40 % of the profile" */
static bool describe_idle(const transform *t, fr_profile *made)
{
    char text[240], share[FR_NUMBER_MAX], samples[FR_NUMBER_MAX];
    int64_t whole = t->profile->n_columns ? t->profile->columns[0].reference : 0;

    if (!t->idle)
        return true;
    if (t->idle_value == 0)
        return say(&made->meta.notes, FR_NOTE_NO_MATCH,
                   "--idle=exclude found no sample of an idle CPU: of swapper in an idle loop, or V8's (idle)");
    fr_format_grouped(samples, (int64_t)t->idle_samples, 0);
    fr_format_share(share, t->idle_value, whole, 2);
    snprintf(text, sizeof text, "--idle=exclude omits %s sample%s of idle CPUs, %s of the profile",
             samples, t->idle_samples == 1 ? "" : "s", share);
    return say(&made->meta.steps, FR_NOTE_CHOICE, "without idle CPUs") &&
           say(&made->meta.notes, FR_NOTE_REMOVED, text);
}

static bool describe_shape(const transform *t, fr_profile *made)
{
    static const char *const granularities[] = {
        [FR_GRANULARITY_FUNCTIONS] = "frames by function",
        [FR_GRANULARITY_FILEFUNCTIONS] = "frames by function and file",
        [FR_GRANULARITY_FILES] = "frames by file",
        [FR_GRANULARITY_LINES] = "frames by line",
        [FR_GRANULARITY_ADDRESSES] = "frames by address",
    };
    char text[100];
    fr_notes *steps = &made->meta.steps;
    bool good = true;

    if (t->opt->no_inlines)
        good = say(steps, FR_NOTE_CHOICE, "inlined frames in their callers");
    if (good && t->opt->granularity != FR_GRANULARITY_NAMES)
        good = say(steps, FR_NOTE_CHOICE, granularities[t->opt->granularity]);
    if (good && t->opt->recursion != FR_RECURSION_KEEP)
        good =
            say(steps, FR_NOTE_CHOICE, t->map.folded ? "recursion folded" : "no recursion to fold");
    if (good && t->opt->divide_by) {
        snprintf(text, sizeof text, "values divided by %.60s", t->opt->divide_by);
        good = say(steps, FR_NOTE_CHOICE, text);
    }
    snprintf(text, sizeof text, "values times %.60s",
             t->opt->multiply_by ? t->opt->multiply_by : "");
    return good && (!t->opt->multiply_by || say(steps, FR_NOTE_CHOICE, text));
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
    made->meta.relative |= t->opt->relative_percentages;
    if (t->opt->granularity != FR_GRANULARITY_NAMES && !t->opt->keep_names)
        made->meta.granularity = t->opt->granularity;
    return good && describe_idle(t, made) && describe_shape(t, made);
}

static bool check_not_empty(const transform *t, const fr_profile *made, fr_error *err)
{
    for (uint32_t k = 0; k < made->n_columns; k++)
        for (uint32_t s = 0; s < made->n_stacks; s++)
            if (fr_column_sum(&made->columns[k], s))
                return true;
    for (int i = FR_STEP_FOCUS; i <= FR_STEP_SHOW_FROM; i++)
        if (t->steps.rows[i].removed)
            fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left after %s '%s'", t->steps.rows[i].option,
                    t->steps.rows[i].text);
    if (t->idle_value) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "all samples are of idle CPUs");
        return fr_fail_hint(err, "--idle=include shows them");
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
    return kept + fr_scaling_value(&t->scaling, k, taken);
}

static fr_profile *finish(transform *t, fr_error *err)
{
    fr_profile *made = fr_builder_finish(t->b, err);

    t->b = NULL;
    if (!made)
        return NULL;
    for (uint32_t k = 0; k < made->n_columns; k++)
        made->columns[k].reference = reference_of(t, k, made->columns[k].reference);
    if (!describe(t, made))
        fr_fail_memory(err);
    else if (check_not_empty(t, made, err))
        return made;
    fr_profile_free(made);
    return NULL;
}

static void map_all(transform *t)
{
    uint32_t *as = fr_granularity_map(t->b, t->profile, t->opt);

    t->map = (fr_stack_map){
        .profile = t->profile, .steps = &t->steps, .opt = t->opt, .b = t->b, .as = as};
    if (!as || !fr_stack_map_init(&t->map)) {
        fr_fail_memory(&t->err);
    } else {
        move_values(t);
        move_samples(t);
    }
    free(as);
}

/* All steps but those on labels. */
static fr_profile *transform_frames(const fr_profile *profile, const fr_transform_options *opt,
                                    fr_error *err)
{
    transform t = {.profile = profile, .opt = opt};
    fr_profile *made = NULL;

    if (opt->idle == FR_IDLE_EXCLUDE && (t.idle = fr_idle_stacks(profile)) == NULL)
        return fr_fail_memory(err), NULL;
    if (fr_steps_init(&t.steps, profile, opt, &t.err) &&
        (t.b = fr_builder_like(profile, &t.err)) != NULL &&
        fr_scaling_init(&t.scaling, opt, profile, t.b, &t.err))
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
                                 .own_drop_frames = opt->own_drop_frames};
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
    fr_transform_options first = {.hide_runtime = opt->hide_runtime}, rest = *opt;
    fr_profile *hidden, *made = NULL;

    if (fr_runtimes_idle(opt->hide_runtime))
        first.idle = FR_IDLE_EXCLUDE;
    rest.hide_runtime = NULL;
    hidden = transform_frames(profile, &first, err);
    if (hidden)
        made = transform_all(hidden, &rest, err);
    fr_profile_free(hidden);
    return made;
}

/* Frames that are functions need no files, lines and addresses, unless a pattern looks at them. */
static fr_purpose purpose_of(const fr_transform_options *opt)
{
    return opt->granularity == FR_GRANULARITY_FUNCTIONS && !fr_steps_asked(opt) ? FR_FOR_FUNCTIONS
                                                                                : FR_FOR_ANYTHING;
}

fr_profile *fr_profile_transform(const fr_profile *profile, const fr_transform_options *opt,
                                 fr_error *err)
{
    fr_transform_options defaults = FR_TRANSFORM_DEFAULTS;

    opt = opt ? opt : &defaults;
    if (!fr_fail_null(err, profile, "profile") || !fr_profile_is_for(profile, purpose_of(opt), err))
        return NULL;
    if (!opt->hide_runtime)
        return transform_all(profile, opt, err);
    return fr_runtimes_check(opt->hide_runtime, err) ? hide_runtimes(profile, opt, err) : NULL;
}

bool fr_transform_check(const fr_transform_options *opt, fr_error *err)
{
    fr_transform_options defaults = FR_TRANSFORM_DEFAULTS;

    opt = opt ? opt : &defaults;
    return fr_runtimes_check(opt->hide_runtime, err) && fr_steps_check(opt, err) &&
           fr_tags_check(opt, err) && fr_scaling_check(opt, err);
}
