/*
 * transform.c - stacks to stacks, each distinct stack once, in pprof's order.
 *
 * Patterns are matched once per frame. Then one pass from the root down: what a stack becomes
 * follows from what its parent became.
 *
 *     --hide b         a;b;c   ->  a;c
 *     --show-from b    a;b;c   ->  b;c
 *     direct           a;b;b;c ->  a;b;c
 *     cycles           a;b;a;b;c -> a;b;c
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/builder.h"
#include "model/pattern.h"
#include "model/tags.h"

#define MAX_PERIOD 64 /* frames of a cycle that is folded */

enum { FOCUS, IGNORE, HIDE, SHOW, SHOW_FROM, N_STEPS };
#define ALL_HIDDEN N_STEPS /* bit of `seen`: no frame so far is shown */

typedef struct step {
    const char *option; /* "--focus" */
    const char *text;   /* NULL: not asked for */
    fr_pattern *pattern;
    bool matched;    /* some frame of a stack with a value */
    int64_t removed; /* value of the first column */
} step;

typedef struct transform {
    const fr_profile *profile;
    const fr_transform_options *opt;
    fr_builder *b;
    step steps[N_STEPS];
    uint8_t *hits;    /* by frame: bits of the steps whose pattern matches */
    uint8_t *seen;    /* by stack: bits of the steps that matched at or above it */
    uint32_t *mapped; /* by stack: stack in the builder */
    bool folded;      /* recursion was folded somewhere */
    fr_error err;
} transform;

/* ---- patterns ---- */

static bool compile(transform *t)
{
    const fr_transform_options *o = t->opt;
    const step rows[N_STEPS] = {
        [FOCUS] = {.option = "--focus", .text = o->focus},
        [IGNORE] = {.option = "--ignore", .text = o->ignore},
        [HIDE] = {.option = "--hide", .text = o->hide},
        [SHOW] = {.option = "--show", .text = o->show},
        [SHOW_FROM] = {.option = "--show-from", .text = o->show_from},
    };

    for (int i = 0; i < N_STEPS; i++) {
        t->steps[i] = rows[i];
        if (!rows[i].text)
            continue;
        t->steps[i].pattern = fr_pattern_new(rows[i].text, rows[i].option, &t->err);
        if (!t->steps[i].pattern)
            return false;
    }
    return true;
}

static void match_frames(transform *t)
{
    for (uint32_t f = 1; f < t->profile->n_frames && t->err.code == FR_OK; f++)
        for (int i = 0; i < N_STEPS; i++)
            if (t->steps[i].pattern &&
                fr_pattern_matches(t->steps[i].pattern, fr_frame_name(t->profile, f), &t->err))
                t->hits[f] |= (uint8_t)(1u << i);
}

static bool asks(const transform *t, int i)
{
    return t->steps[i].pattern != NULL;
}

static bool bit(uint8_t bits, int i)
{
    return bits >> i & 1;
}

/* ---- recursion ---- */

static uint32_t name_of(const transform *t, uint32_t stack)
{
    return fr_builder_frame_name_id(t->b, fr_builder_stack(t->b, stack).frame);
}

static uint32_t parent_of(const transform *t, uint32_t stack)
{
    return fr_builder_stack(t->b, stack).parent;
}

/* The last `period` frames of `stack` equal the ones before them, `before` being the stack that
 * ends there. */
static bool repeats(const transform *t, uint32_t stack, uint32_t before, uint32_t period)
{
    for (uint32_t i = 0; i < period; i++) {
        if (stack == FR_NO_STACK || before == FR_NO_STACK ||
            name_of(t, stack) != name_of(t, before))
            return false;
        stack = parent_of(t, stack);
        before = parent_of(t, before);
    }
    return true;
}

/* The stack without its last cycle, for the shortest period that repeats. */
static uint32_t fold(transform *t, uint32_t stack)
{
    uint32_t longest = t->opt->recursion == FR_RECURSION_DIRECT ? 1 : MAX_PERIOD;
    uint32_t before = parent_of(t, stack);

    for (uint32_t period = 1; period <= longest && before != FR_NO_STACK; period++) {
        if (repeats(t, stack, before, period)) {
            t->folded = true;
            return before;
        }
        before = parent_of(t, before);
    }
    return stack;
}

/* ---- the map ---- */

static bool is_shown(const transform *t, uint32_t frame)
{
    return !bit(t->hits[frame], HIDE) && (!asks(t, SHOW) || bit(t->hits[frame], SHOW));
}

static uint32_t map_frame(transform *t, uint32_t parent, uint32_t frame, uint8_t seen)
{
    uint32_t stack;

    if (!is_shown(t, frame) || (asks(t, SHOW_FROM) && !bit(seen, SHOW_FROM)))
        return parent;
    stack = fr_builder_push(t->b, parent, frame);
    return t->opt->recursion == FR_RECURSION_KEEP ? stack : fold(t, stack);
}

/* The step that drops this stack's own value, or N_STEPS. */
static int dropping_step(const transform *t, uint32_t stack)
{
    uint8_t seen = t->seen[stack];

    if (asks(t, FOCUS) && !bit(seen, FOCUS))
        return FOCUS;
    if (asks(t, IGNORE) && bit(seen, IGNORE))
        return IGNORE;
    if (bit(seen, ALL_HIDDEN) && stack != FR_NO_STACK)
        return asks(t, SHOW) ? SHOW : HIDE;
    if (asks(t, SHOW_FROM) && !bit(seen, SHOW_FROM))
        return SHOW_FROM;
    return N_STEPS;
}

static bool has_value(const fr_profile *p, uint32_t row)
{
    for (uint32_t k = 0; k < p->n_columns; k++)
        if (fr_row_column(p, k)->sum[row])
            return true;
    return false;
}

static void move_row(transform *t, uint32_t r)
{
    const fr_profile *p = t->profile;
    fr_row row = fr_row_at(p, r);
    int dropped_by = dropping_step(t, row.stack);
    uint32_t to;

    if (!has_value(p, r))
        return;
    for (int i = 0; i < N_STEPS; i++)
        t->steps[i].matched |= bit(t->seen[row.stack], i);
    if (dropped_by != N_STEPS) {
        t->steps[dropped_by].removed += fr_row_column(p, 0)->sum[r];
        return;
    }
    to = fr_builder_row(t->b, t->mapped[row.stack], row.set);
    for (uint32_t k = 0; k < p->n_columns; k++) {
        const fr_column *column = fr_row_column(p, k);
        fr_builder_add_row(t->b, to, k, column->sum[r], fr_column_count(column, r),
                           fr_column_squares(column, r));
    }
}

/* Values follow their stacks, with their labels. */
static void move_values(transform *t)
{
    for (uint32_t r = 0; r < fr_n_rows(t->profile); r++)
        move_row(t, r);
}

/* What matched at or above a stack. Frames are hidden before --show-from looks at them. */
static uint8_t see(const transform *t, uint8_t above, uint32_t frame)
{
    uint8_t hits = t->hits[frame];

    if (is_shown(t, frame))
        return (uint8_t)((above | hits) & ~(1u << ALL_HIDDEN));
    return (uint8_t)(above | (hits & ~(1u << SHOW_FROM)));
}

static void map_stacks(transform *t)
{
    const fr_profile *p = t->profile;

    t->seen[0] = 1u << ALL_HIDDEN;
    t->mapped[0] = FR_NO_STACK;
    for (uint32_t s = 1; s < p->n_stacks; s++) {
        fr_stack stack = p->stacks[s];
        t->seen[s] = see(t, t->seen[stack.parent], stack.frame);
        t->mapped[s] = map_frame(t, t->mapped[stack.parent], stack.frame, t->seen[s]);
    }
}

/* Samples follow their stacks. */
static void move_samples(transform *t)
{
    const fr_samples *s = &t->profile->samples;

    for (size_t i = 0; i < s->n; i++)
        if (dropping_step(t, s->stack[i]) == N_STEPS)
            fr_builder_sample(t->b, t->mapped[s->stack[i]], s->time_ns[i], s->thread[i], s->cpu[i],
                              s->value ? s->value[i] : 1);
}

/* ---- what was done ---- */

static bool say(fr_notes *notes, fr_note_kind kind, const char *text)
{
    return fr_notes_add(notes, kind, FR_LITERAL(""), 0, 1, fr_bytes_of(text));
}

static bool describe_step(const transform *t, const step *s, fr_profile *made)
{
    char text[400], pattern[200], share[FR_NUMBER_MAX];
    int64_t whole = t->profile->n_columns ? t->profile->columns[0].reference : 0;
    bool good;

    fr_text_copy(pattern, sizeof pattern, fr_bytes_of(s->text));
    snprintf(text, sizeof text, "%s '%s'", s->option + 2, pattern);
    good = say(&made->meta.steps, FR_NOTE_CHOICE, text);
    if (!s->matched) {
        snprintf(text, sizeof text, "%s '%s' matched no frame", s->option, pattern);
        return good && say(&made->meta.notes, FR_NOTE_NO_MATCH, text);
    }
    if (s->removed == 0)
        return good;
    fr_format_share(share, s->removed, whole, 2);
    snprintf(text, sizeof text, "%s '%s' left out %s of the profile", s->option, pattern, share);
    return good && say(&made->meta.notes, FR_NOTE_REMOVED, text);
}

static bool describe(const transform *t, fr_profile *made)
{
    bool good = fr_meta_copy(&made->meta, &t->profile->meta);

    for (int i = 0; i < N_STEPS && good; i++)
        if (asks(t, i))
            good = describe_step(t, &t->steps[i], made);
    if (good && t->opt->recursion != FR_RECURSION_KEEP)
        good = say(&made->meta.steps, FR_NOTE_CHOICE,
                   t->folded ? "recursion folded" : "no recursion to fold");
    made->meta.relative |= t->opt->relative_percentages;
    return good;
}

static bool check_left(const transform *t, const fr_profile *made, fr_error *err)
{
    for (uint32_t k = 0; k < made->n_columns; k++)
        for (uint32_t s = 0; s < made->n_stacks; s++)
            if (made->columns[k].sum[s])
                return true;
    for (int i = 0; i < N_STEPS; i++)
        if (t->steps[i].removed)
            fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left after %s '%s'", t->steps[i].option,
                    t->steps[i].text);
    fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left");
    return fr_fail_hint(err, "'flamerender convert' lists the names; patterns match parts of them");
}

static fr_profile *finish(transform *t, fr_error *err)
{
    fr_profile *made = fr_builder_finish(t->b, err);

    t->b = NULL;
    if (!made)
        return NULL;
    for (uint32_t k = 0; k < made->n_columns; k++)
        made->columns[k].reference = t->profile->columns[k].reference;
    if (!describe(t, made))
        fr_fail_memory(err);
    else if (check_left(t, made, err))
        return made;
    fr_profile_free(made);
    return NULL;
}

fr_profile *fr_profile_transform(const fr_profile *profile, const fr_transform_options *opt,
                                 fr_error *err)
{
    fr_transform_options defaults = FR_TRANSFORM_DEFAULTS;
    transform t = {.profile = profile, .opt = opt ? opt : &defaults};
    fr_profile *made = NULL, *tagged = NULL;

    if (fr_tags_asked(t.opt)) {
        profile = t.profile = tagged = fr_tags_apply(profile, t.opt, err);
        if (!tagged)
            return NULL;
    }
    t.hits = calloc(profile->n_frames, 1);
    t.seen = malloc(profile->n_stacks);
    t.mapped = malloc(profile->n_stacks * sizeof *t.mapped);
    t.b = fr_builder_like(profile, &t.err);
    if (!t.hits || !t.seen || !t.mapped) {
        fr_fail_memory(&t.err);
    } else if (t.b && compile(&t)) {
        match_frames(&t);
        map_stacks(&t);
        move_values(&t);
        move_samples(&t);
    }
    if (fr_fail_copy(err, &t.err))
        made = finish(&t, err);
    for (int i = 0; i < N_STEPS; i++)
        fr_pattern_free(t.steps[i].pattern);
    fr_builder_free(t.b);
    fr_profile_free(tagged);
    free(t.hits);
    free(t.seen);
    free(t.mapped);
    return made;
}
