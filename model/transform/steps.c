/*
 * steps.c - patterns to bits of frames. Each distinct name, file and module is matched once.
 *
 * As in pprof's matchesName() (profile/filter.go) a pattern may match the name of a function, its
 * file, or the file of its mapping; --drop-frames, --keep-frames and --prune-from see the name alone,
 * simplified (profile/prune.go).
 */
#include "model/transform/steps.h"

#include <stdlib.h>

#include "base/bytes.h"

/* ---- runtimes of languages ---- */

/*
 * Which frames are of a language's runtime: the rows of runtimes.def by name.
 *
 *     "go"             a pattern for --hide
 *     "rust,node"      both of theirs
 *     "kernel-idle"    no pattern: samples of idle CPUs (idle.h)
 */

#define IDLE "kernel-idle"

typedef struct runtime {
    const char *name, *pattern;
} runtime;

static const runtime runtimes[] = {
#define RUNTIME(name, title, pattern) {name, pattern},
#include "model/transform/runtimes.def"
#undef RUNTIME
};

#define N_RUNTIMES (sizeof runtimes / sizeof *runtimes)
#define NAMES      "go, jvm, python, node, rust or " IDLE

/* Takes the next name of "go,rust"; false past the last. */
static bool take_name(const char **list, fr_bytes *name)
{
    if (!*list)
        return false;
    name->at = *list;
    name->len = strcspn(*list, ",");
    *list = (*list)[name->len] ? *list + name->len + 1 : NULL;
    return true;
}

static bool is_called(fr_bytes name, const char *text)
{
    return fr_bytes_equal(name, fr_bytes_of(text));
}

/* NULL: it is none. */
static const runtime *find(fr_bytes name)
{
    for (size_t i = 0; i < N_RUNTIMES; i++)
        if (is_called(name, runtimes[i].name))
            return &runtimes[i];
    return NULL;
}

bool fr_runtimes_check(const char *list, bool *idle, fr_error *err)
{
    *idle = false;
    for (fr_bytes name; take_name(&list, &name);) {
        bool is_idle = is_called(name, IDLE);
        *idle |= is_idle;
        if (!is_idle && !find(name))
            return fr_fail(err, FR_E_USAGE, 0, 0, "'--hide-runtime' expects " NAMES ", not '%.*s'",
                           (int)(name.len < 100 ? name.len : 100), name.at);
    }
    return true;
}

static bool hides_runtimes(const char *list)
{
    for (fr_bytes name; take_name(&list, &name);)
        if (find(name))
            return true;
    return false;
}

/* The pattern of the frames to hide, malloc'ed; NULL when memory ran out. */
static char *runtimes_pattern(const char *list)
{
    size_t len = 1;
    char *pattern;
    const char *rest = list;

    for (fr_bytes name; take_name(&rest, &name);)
        len += find(name) ? strlen(find(name)->pattern) + 1 : 0;
    pattern = calloc(len, 1);
    for (fr_bytes name; pattern && take_name(&list, &name);) {
        const runtime *found = find(name);
        if (found) {
            strcat(pattern, *pattern ? "|" : "");
            strcat(pattern, found->pattern);
        }
    }
    return pattern;
}

#define BY_ANY                                                                                     \
    (1u << FR_STEP_FOCUS | 1u << FR_STEP_IGNORE | 1u << FR_STEP_HIDE | 1u << FR_STEP_SHOW |        \
     1u << FR_STEP_SHOW_FROM)

/* ---- patterns ---- */

static const char *given(const char *text)
{
    return text && *text ? text : NULL;
}

static void name_steps(fr_steps *steps, const fr_transform_options *o)
{
    const fr_step rows[FR_N_STEPS] = {
        [FR_STEP_DROP] = {.option = "--drop-frames", .text = given(o->drop_frames)},
        [FR_STEP_KEEP] = {.option = "--keep-frames", .text = given(o->keep_frames)},
        [FR_STEP_FOCUS] = {.option = "--focus", .text = o->focus},
        [FR_STEP_IGNORE] = {.option = "--ignore", .text = o->ignore},
        [FR_STEP_HIDE] =
            hides_runtimes(o->hide_runtime)
                ? (fr_step){.option = "--hide-runtime", .text = o->hide_runtime, .is_list = true}
                : (fr_step){.option = "--hide", .text = o->hide},
        [FR_STEP_SHOW] = {.option = "--show", .text = o->show},
        [FR_STEP_SHOW_FROM] = {.option = "--show-from", .text = o->show_from},
        [FR_STEP_PRUNE_FROM] = {.option = "--prune-from", .text = o->prune_from},
    };

    memcpy(steps->rows, rows, sizeof rows);
}

bool fr_steps_asked(const fr_transform_options *opt)
{
    fr_steps steps = {0};
    bool asked = opt->own_drop_frames;

    name_steps(&steps, opt);
    for (int i = 0; i < FR_N_STEPS; i++)
        asked |= steps.rows[i].text != NULL;
    return asked;
}

/* An expression of the profile that cannot be read is no fault of the user's: its frames stay. */
static bool compile(fr_step *step, fr_step_id id, fr_error *err)
{
    fr_error failure = {0};
    bool is_name = id == FR_STEP_DROP || id == FR_STEP_KEEP;
    fr_pattern_kind kind = step->is_own ? FR_PATTERN_FOREIGN
                           : is_name    ? FR_PATTERN_WHOLE
                                        : FR_PATTERN_PART;
    char *list = step->is_list ? runtimes_pattern(step->text) : NULL;

    if (step->is_list && !list)
        return fr_fail_memory(err);
    step->pattern = fr_pattern_new(list ? list : step->text, step->option, kind, &failure);
    free(list);
    return step->pattern || (step->is_own && failure.code == FR_E_USAGE) ||
           fr_fail_copy(err, &failure);
}

static bool compile_all(fr_steps *steps, fr_error *err)
{
    for (int i = 0; i < FR_N_STEPS; i++)
        if (steps->rows[i].text && !compile(&steps->rows[i], (fr_step_id)i, err))
            return false;
    return true;
}

bool fr_steps_check(const fr_transform_options *opt, fr_error *err)
{
    fr_steps steps = {0};
    bool good;

    name_steps(&steps, opt);
    good = compile_all(&steps, err);
    fr_steps_reset(&steps);
    return good;
}

/* ---- names ---- */

/* The '(' at `at` opens an argument list: not so "operator()(int)" and "(anonymous namespace)::f",
 * and not a receiver in Go, "main.(*T).Run", which pprof cuts to "main.". */
static bool opens_arguments(fr_bytes name, size_t at)
{
    fr_bytes before = {name.at, at}, rest = {name.at + at, name.len - at};

    if (fr_bytes_starts(rest, FR_LITERAL("(anonymous namespace)")) || at == 0 ||
        name.at[at - 1] == '.')
        return false;
    return !(fr_bytes_ends(before, FR_LITERAL("operator")) &&
             fr_bytes_starts(rest, FR_LITERAL("()")));
}

fr_bytes fr_simple_name(fr_bytes name)
{
    if (name.len && name.at[0] == '.') {
        name.at++;
        name.len--;
    }
    for (size_t at = 0; at < name.len; at++)
        if (name.at[at] == '(' && opens_arguments(name, at))
            name.len = at;
    return name;
}

typedef struct matcher {
    fr_steps *steps;
    const fr_profile *profile;
    uint8_t *hits;  /* by name id: of the patterns that match names, files and modules */
    uint8_t *known; /* by name id */
    fr_error *err;
} matcher;

/* An expression of the profile that takes too many steps is given up, as one that cannot be read. */
static bool match_step(fr_step *step, fr_bytes text, fr_error *err)
{
    fr_error failure = {0};
    bool good = fr_pattern_matches(step->pattern, text, &failure);

    if (failure.code == FR_OK || !step->is_own)
        return fr_fail_copy(err, &failure) && good;
    fr_pattern_free(step->pattern);
    step->pattern = NULL;
    step->is_slow = true;
    return false;
}

static uint8_t match_text(matcher *m, fr_bytes text, unsigned wanted)
{
    uint8_t hits = 0;

    for (int i = 0; i < FR_N_STEPS; i++)
        if (wanted >> i & 1 && m->steps->rows[i].pattern &&
            match_step(&m->steps->rows[i], text, m->err))
            hits |= (uint8_t)(1u << i);
    return hits;
}

/* A frame without a file or a module has no text there that could match. */
static uint8_t match_name(matcher *m, uint32_t name)
{
    if (name && !m->known[name]) {
        m->known[name] = 1;
        m->hits[name] = match_text(m, fr_names_at(m->profile->names, name), BY_ANY);
    }
    return m->hits[name];
}

static uint8_t match_frame(matcher *m, const fr_frame *frame)
{
    fr_bytes name = fr_simple_name(fr_names_at(m->profile->names, frame->name));
    uint8_t hits = match_text(m, name, ~BY_ANY);

    hits |= match_name(m, frame->name) | match_name(m, frame->file) | match_name(m, frame->module);
    if (fr_step_bit(hits, FR_STEP_KEEP))
        hits &= (uint8_t) ~(1u << FR_STEP_DROP);
    return hits;
}

static bool match_all(fr_steps *steps, const fr_profile *profile, fr_error *err)
{
    size_t n_names = fr_names_count(profile->names);
    fr_error failure = {0};
    matcher m = {steps, profile, calloc(n_names, 1), calloc(n_names, 1), &failure};

    steps->hits = calloc(profile->n_frames, 1);
    if (!m.hits || !m.known || !steps->hits)
        fr_fail_memory(&failure);
    for (uint32_t f = 1; f < profile->n_frames && failure.code == FR_OK; f++)
        steps->hits[f] = match_frame(&m, &profile->frames[f]);
    if (failure.code == FR_OK) {
        /* what steps matched before they were given up does not count */
        uint8_t kept = UINT8_MAX;
        for (int i = 0; i < FR_N_STEPS; i++)
            if (steps->rows[i].is_slow)
                kept &= (uint8_t) ~(1u << i);
        for (uint32_t frame = 0; frame < profile->n_frames && kept != UINT8_MAX; frame++)
            steps->hits[frame] &= kept;
    }
    free(m.hits);
    free(m.known);
    return fr_fail_copy(err, &failure);
}

bool fr_steps_init(fr_steps *steps, const fr_profile *profile, const fr_transform_options *opt,
                   fr_error *err)
{
    fr_step *drop = &steps->rows[FR_STEP_DROP], *keep = &steps->rows[FR_STEP_KEEP];

    *steps = (fr_steps){0};
    name_steps(steps, opt);
    /* The profile's own ones are taken if the options ask for them and name nothing to drop. */
    if (opt->own_drop_frames && !drop->text) {
        drop->text = profile->meta.recording.drop_frames;
        drop->is_own = drop->text != NULL;
        if (drop->text && !keep->text) {
            keep->text = profile->meta.recording.keep_frames;
            keep->is_own = keep->text != NULL;
        }
    }
    return compile_all(steps, err) && match_all(steps, profile, err);
}

void fr_steps_reset(fr_steps *steps)
{
    for (int i = 0; i < FR_N_STEPS; i++)
        fr_pattern_free(steps->rows[i].pattern);
    free(steps->hits);
    *steps = (fr_steps){0};
}
