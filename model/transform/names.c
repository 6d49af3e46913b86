/*
 * names.c - PCRE2 with limits of steps, depth and heap; its JIT is not used, since it counts no steps.
 *
 * PCRE2 calls back before each item of a pattern that it tries at some place of a text. Each such
 * call is a step, and more than one where the matcher has run over many bytes since the last:
 *
 *     (a+)+[bc]  on  aaaaaaaaaaaaaaaaaaX     1 800 000 steps, about 40 ns each
 *     runtime[.] on  runtime.mallocgc                9 steps
 *
 * A pattern starts with a fixed number of steps and is given some more for each byte of text, so
 * that its time grows with the profile, and never faster. No clock is asked: the same profile
 * always ends the same way.
 *
 * A pattern is compiled twice. Without callbacks it is tried first, under a limit that nearly all
 * names stay under; what exceeds it is matched again, and counted.
 *
 * The rules of names are a table of expressions: each has a text that a name must hold, so that few
 * names meet PCRE2 at all.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "model/transform/names.h"

#include <pcre2.h>
#include <stdlib.h>

/* ---- steps: how much work one regular expression may make, over all the texts that it meets ---- */

typedef struct match_steps {
    pcre2_match_context *context; /* for pcre2_match() and pcre2_substitute() */
    int64_t left;
    size_t at;           /* where in its text the matcher was last */
    uint32_t per_byte;   /* steps that a byte of text gives */
    size_t longest_text; /* no more bytes of one text give steps */
    uint32_t unseen;     /* longest run of bytes that one item may compare between two calls */
    uint32_t cost;       /* of one step on the current text */
} match_steps;

#define FIRST_STEPS         20000000 /* about half a second */
#define FIRST_STEPS_FOREIGN 4000000
#define STEPS_PER_BYTE      16
#define BYTES_PER_TEXT      16 /* that an empty text counts as */
#define LONGEST_FOREIGN     4096
#define BYTES_PER_STEP      16 /* that are run over in the time of a step */
#define COMPARED_PER_STEP   64 /* that are compared in the time of a step */
#define DEPTH_LIMIT         10000
#define HEAP_LIMIT_KIB      (64 * 1024)

static int count_step(pcre2_callout_block *block, void *data)
{
    match_steps *steps = data;
    size_t at = block->current_position;
    size_t run = at > steps->at ? at - steps->at : steps->at - at;

    steps->at = at;
    steps->left -= (int64_t)(steps->cost + run / BYTES_PER_STEP);
    return steps->left < 0 ? PCRE2_ERROR_MATCHLIMIT : 0;
}

/* "x{3,500}": 500. An item that repeats so often is compared in one go. */
static uint32_t most_repeats(fr_bytes pattern)
{
    uint32_t most = 0, number = 0;

    for (size_t i = 0; i < pattern.len; i++) {
        bool digit = pattern.at[i] >= '0' && pattern.at[i] <= '9';
        number = digit ? number * 10 + (uint32_t)(pattern.at[i] - '0') : 0;
        number = number > UINT16_MAX ? UINT16_MAX : number;
        most = number > most ? number : most;
    }
    return most;
}

/* For a pattern that was compiled with PCRE2_AUTO_CALLOUT. `foreign`: a profile brought it, nobody
 * who runs the program asked for it, and it gets less. False where memory ran out. The struct must
 * not move: PCRE2 keeps its address. */
static bool init_steps(match_steps *steps, const pcre2_code *code, fr_bytes pattern, bool foreign)
{
    uint32_t references = 0;

    pcre2_pattern_info(code, PCRE2_INFO_BACKREFMAX, &references);
    *steps = (match_steps){
        .context = pcre2_match_context_create(NULL),
        .left = foreign ? FIRST_STEPS_FOREIGN : FIRST_STEPS,
        .per_byte = STEPS_PER_BYTE + (foreign ? 0 : (uint32_t)pattern.len),
        .longest_text = foreign ? LONGEST_FOREIGN : SIZE_MAX,
        .unseen = references ? UINT16_MAX : most_repeats(pattern),
    };
    if (!steps->context)
        return false;
    pcre2_set_match_limit(steps->context, UINT32_MAX);
    pcre2_set_depth_limit(steps->context, DEPTH_LIMIT);
    pcre2_set_heap_limit(steps->context, HEAP_LIMIT_KIB);
    pcre2_set_callout(steps->context, count_step, steps);
    return true;
}

static void reset_steps(match_steps *steps)
{
    pcre2_match_context_free(steps->context);
    *steps = (match_steps){0};
}

/* Call it before each match of another text. */
static void next_text(match_steps *steps, fr_bytes text)
{
    size_t given = text.len < steps->longest_text ? text.len : steps->longest_text;
    size_t compared = text.len < steps->unseen ? text.len : steps->unseen;

    steps->left += (int64_t)(steps->per_byte * (given + BYTES_PER_TEXT));
    steps->cost = 1 + (uint32_t)(compared / COMPARED_PER_STEP);
    steps->at = 0;
}

/* ---- patterns ---- */

#define QUICK_BYTES 32768 /* that a quick match may look at, were each step to look at all */

struct fr_pattern {
    pcre2_code *quick, *counted;
    pcre2_match_context *quick_limits;
    pcre2_match_data *data;
    match_steps steps;
    const char *option;
};

static pcre2_code *compile(fr_pattern *pattern, const char *text, uint32_t options, fr_error *err)
{
    PCRE2_SIZE offset = 0;
    PCRE2_UCHAR message[160];
    int code = 0;
    pcre2_code *made = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                                     PCRE2_UTF | PCRE2_UCP | options, &code, &offset, NULL);

    if (!made && code == PCRE2_ERROR_HEAP_FAILED) {
        fr_fail_memory(err);
    } else if (!made) {
        pcre2_get_error_message(code, message, sizeof message);
        fr_fail(err, FR_E_USAGE, 0, offset, "%s '%s': %s at character %zu", pattern->option, text,
                (char *)message, offset + 1);
        fr_fail_hint(err, "patterns are Perl's; put a backslash before .*+?()[]{}^$| to mean the "
                          "character");
    }
    return made;
}

fr_pattern *fr_pattern_new(const char *text, const char *option, fr_pattern_kind kind,
                           fr_error *err)
{
    fr_pattern *pattern = calloc(1, sizeof *pattern);
    uint32_t anchors = kind != FR_PATTERN_PART ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0;

    if (!pattern) {
        fr_fail_memory(err);
        return NULL;
    }
    pattern->option = option;
    if ((pattern->quick = compile(pattern, text, anchors, err)) &&
        (pattern->counted = compile(pattern, text, anchors | PCRE2_AUTO_CALLOUT, err))) {
        pattern->data = pcre2_match_data_create(1, NULL);
        pattern->quick_limits = pcre2_match_context_create(NULL);
        if (pattern->data && pattern->quick_limits &&
            init_steps(&pattern->steps, pattern->counted, fr_bytes_of(text),
                       kind == FR_PATTERN_FOREIGN))
            return pattern;
        fr_fail_memory(err);
    }
    fr_pattern_free(pattern);
    return NULL;
}

void fr_pattern_free(fr_pattern *pattern)
{
    if (!pattern)
        return;
    pcre2_code_free(pattern->quick);
    pcre2_code_free(pattern->counted);
    pcre2_match_context_free(pattern->quick_limits);
    pcre2_match_data_free(pattern->data);
    reset_steps(&pattern->steps);
    free(pattern);
}

static int match(const fr_pattern *pattern, const pcre2_code *code, pcre2_match_context *limits,
                 fr_bytes text)
{
    return pcre2_match(code, (PCRE2_SPTR)text.at, text.len, 0, PCRE2_NO_UTF_CHECK, pattern->data,
                       limits);
}

bool fr_pattern_matches(fr_pattern *pattern, fr_bytes text, fr_error *err)
{
    uint32_t few = (uint32_t)(QUICK_BYTES / (text.len + 64)) + 1;
    int result;

    pcre2_set_match_limit(pattern->quick_limits, few);
    result = match(pattern, pattern->quick, pattern->quick_limits, text);
    if (result == PCRE2_ERROR_MATCHLIMIT) {
        next_text(&pattern->steps, text);
        result = match(pattern, pattern->counted, pattern->steps.context, text);
    }
    if (result >= 0 || result == PCRE2_ERROR_NOMATCH)
        return result >= 0;
    if (result == PCRE2_ERROR_NOMEMORY)
        return fr_fail_memory(err);
    fr_fail(err, FR_E_LIMIT, 0, 0,
            "%s: the pattern takes too many steps; the last were on a name of %zu bytes",
            pattern->option, text.len);
    return fr_fail_hint(err, "avoid repetition within repetition, such as (a+)+");
}

/* ---- rules: what differs from run to run ---- */

#define MATCH_LIMIT 100000

typedef enum when { ALWAYS, PROCESS, PAIRED } when;

typedef struct rule {
    const char *name;
    when when;
    const char *hint; /* a name without this text is not touched; "": every name is tried */
    const char *pattern, *replacement;
} rule;

static const rule rules_table[] = {
    /* perf's module for code of a JIT: "[perf-9006.map]", "/tmp/perf-9006.map" */
    {"process id", ALWAYS, "perf-", "\\bperf-\\d+\\.map\\b", "perf-PID.map"},
    /* perf script --root=comm-pid and comm-tid: "java-9006", "java-9006/9007" */
    {"process id", PROCESS, "-", "-\\d+(/\\d+)?$", ""},
    /* V8's perf map: "LazyCompile:*fib /srv/app.js:3:13", "JS:^sort app.js:9", "Function:~main":
     * optimised, baseline, interpreted; + is Maglev */
    {"JIT tier", ALWAYS, ":", "^(LazyCompile|Function|JS|Script|Eval|RegExp):[*~^+']+(?=\\S)",
     "$1:"},
    /* "App$$Lambda$14/0x0000000800066840.run", "App$$Lambda/0x00007f1c5c0a1000.apply" */
    {"lambda number", PAIRED, "$$Lambda", "\\$\\$Lambda(\\$\\d+)?([/.+]0x[0-9a-f]+|/\\d+)?",
     "$$$$Lambda"},
    /* "LambdaForm$MH/0x00007f1c5c0a1000.invoke", "LambdaForm$DMH003" */
    {"lambda number", PAIRED, "LambdaForm$", "LambdaForm\\$([A-Z]+)(\\d+|[/.+]0x[0-9a-f]+)",
     "LambdaForm$$$1"},
    /* "jdk.internal.reflect.GeneratedMethodAccessor120.invoke" */
    {"accessor number", PAIRED, "Accessor",
     "(Generated(?:Serialization)?(?:Method|Constructor)Accessor)\\d+", "$1"},
    /* "jdk.proxy2.$Proxy37.get" */
    {"proxy number", PAIRED, "$Proxy", "(?:jdk\\.proxy\\d+\\.)?\\$Proxy\\d+", "$$Proxy"},
    /* rustc's legacy mangling: "core::fmt::write::h0123456789abcdef" */
    {"Rust hash", PAIRED, "::h", "::h[0-9a-f]{16}(?![0-9a-zA-Z_])", ""},
    /* GCC and LLVM: "parse.isra.0", "parse.constprop.1.isra.0", "parse.part.2", "f.llvm.123" */
    {"compiler suffix", PAIRED, ".",
     "(?:\\.(?:isra|constprop|part|lto_priv|llvm)\\.\\d+)+(?![\\w.])", ""},
    /* "/build/glibc-LcI20x/glibc-2.31/elf/dl-fini.c", "/nix/store/4hxkz...-node-20/bin/x",
     * "/tmp/go-build123456/b001/exe/main" */
    {"build path", PAIRED, "/",
     "(?<![\\w.])/(?:builds?|nix/store|var/tmp/portage|tmp/go-build\\d+)/[^/\\s]+/", ""},
    /* "0x00007f1c5c0a1000", "[unknown] 0x7f12", "closure@0x55d0c8" */
    {"address", PAIRED, "0x", "0x[0-9a-fA-F]{4,16}(?![0-9a-zA-Z_])", "0x"},
    /* a frame that is nothing but an address: "7f1c5c0a1000" */
    {"address", PAIRED, "", "^(?=.*\\d)[0-9a-f]{8,16}$", "0x"},
};

#define N_RULES (sizeof rules_table / sizeof *rules_table)

struct fr_name_rules {
    pcre2_code *code[N_RULES];
    pcre2_match_context *limits;
};

/* ---------------------------------------------------------------- expressions */

/* The text with all matches (or the first) replaced; `at` is NULL where nothing matched, or the
 * match failed (*failed). */
static fr_bytes substitute(const pcre2_code *code, pcre2_match_context *limits, fr_bytes text,
                           const char *replacement, uint32_t options, fr_arena *arena, bool *failed)
{
    PCRE2_SIZE room = text.len * 2 + strlen(replacement) + 64;

    for (int attempt = 0; attempt < 2; attempt++) {
        char *to = fr_arena_take(arena, room + 1);
        PCRE2_SIZE len = room + 1;
        int n;
        if (!to)
            break;
        n = pcre2_substitute(code, (PCRE2_SPTR)text.at, text.len, 0,
                             options | PCRE2_NO_UTF_CHECK | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH, NULL,
                             limits, (PCRE2_SPTR)replacement, PCRE2_ZERO_TERMINATED,
                             (PCRE2_UCHAR *)to, &len);
        if (n == 0)
            return (fr_bytes){0};
        if (n > 0)
            return (fr_bytes){to, len};
        if (n != PCRE2_ERROR_NOMEMORY)
            break;
        room = len;
    }
    *failed = true;
    return (fr_bytes){0};
}

/* ---------------------------------------------------------------- rules */

fr_name_rules *fr_name_rules_new(fr_error *err)
{
    fr_name_rules *rules = calloc(1, sizeof *rules);
    bool good = rules && (rules->limits = pcre2_match_context_create(NULL));

    if (good)
        pcre2_set_match_limit(rules->limits, MATCH_LIMIT);
    for (size_t i = 0; i < N_RULES && good; i++) {
        PCRE2_SIZE offset;
        int code;
        rules->code[i] = pcre2_compile((PCRE2_SPTR)rules_table[i].pattern, PCRE2_ZERO_TERMINATED,
                                       PCRE2_UTF, &code, &offset, NULL);
        good = rules->code[i] != NULL;
    }
    if (good)
        return rules;
    fr_name_rules_free(rules);
    fr_fail_memory(err);
    return NULL;
}

void fr_name_rules_free(fr_name_rules *rules)
{
    if (!rules)
        return;
    for (size_t i = 0; i < N_RULES; i++)
        pcre2_code_free(rules->code[i]);
    pcre2_match_context_free(rules->limits);
    free(rules);
}

/* The rules of one sort, one after the other. A name that takes too long stays as it is. */
static bool apply(const fr_name_rules *rules, when sort, fr_bytes name, fr_arena *arena,
                  fr_name_form *form)
{
    bool failed = false;

    for (size_t i = 0; i < N_RULES; i++) {
        const rule *r = &rules_table[i];
        fr_bytes text = form->rule ? form->text : name;
        if (r->when != sort || !fr_bytes_contain(text, r->hint))
            continue;
        text = substitute(rules->code[i], rules->limits, text, r->replacement,
                          PCRE2_SUBSTITUTE_GLOBAL, arena, &failed);
        if (text.len == 0)
            continue;
        form->text = text;
        form->rule = form->rule ? form->rule : r->name;
    }
    return form->rule != NULL;
}

bool fr_name_same_form(const fr_name_rules *rules, fr_bytes name, bool process, fr_arena *arena,
                       fr_name_form *form)
{
    *form = (fr_name_form){0};
    return (process && apply(rules, PROCESS, name, arena, form)) ||
           apply(rules, ALWAYS, name, arena, form);
}

bool fr_name_pair_form(const fr_name_rules *rules, fr_bytes name, bool outermost, fr_arena *arena,
                       fr_name_form *form)
{
    *form = (fr_name_form){0};
    return (outermost && apply(rules, PROCESS, name, arena, form)) ||
           apply(rules, PAIRED, name, arena, form);
}

/* ---------------------------------------------------------------- renaming */

typedef struct rename_rule {
    pcre2_code *code;
    match_steps steps;
    char *replacement;
    const char *text; /* as it was given */
    uint32_t options;
} rename_rule;

struct fr_renames {
    rename_rule *items;
    size_t n;
};

static bool fail_rename(const char *text, const char *why, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "--rename '%.200s': %s", text, why);
    return fr_fail_hint(err, "as in sed: --rename 's/old_name/new_name/'; s|/old/|/new/|g works "
                             "too");
}

/* "\1" is what sed calls "$1"; a lone '$' is a letter. */
static char *take_replacement(fr_bytes text)
{
    char *to = malloc(text.len * 2 + 1);
    size_t n = 0;

    for (size_t i = 0; to && i < text.len; i++) {
        char c = text.at[i], next = i + 1 < text.len ? text.at[i + 1] : '\0';
        bool digit = next >= '0' && next <= '9';
        if (c == '\\' && digit)
            c = '$';
        else if (c == '$' && !digit && next != '{')
            to[n++] = '$';
        to[n++] = c;
    }
    if (to)
        to[n] = '\0';
    return to;
}

static bool parse_rename(rename_rule *r, const char *text, fr_error *err)
{
    fr_bytes rest = fr_bytes_of(text), pattern;
    PCRE2_UCHAR message[160];
    PCRE2_SIZE offset;
    int code;
    char sign;

    r->text = text;
    if (rest.len < 4 || rest.at[0] != 's')
        return fail_rename(text, "expected s/OLD/NEW/", err);
    sign = rest.at[1];
    rest = (fr_bytes){rest.at + 2, rest.len - 2};
    pattern = (fr_bytes){rest.at, fr_bytes_find(rest, sign)};
    if (pattern.len == 0 || pattern.len == rest.len)
        return fail_rename(text, "expected s/OLD/NEW/", err);
    rest = (fr_bytes){rest.at + pattern.len + 1, rest.len - pattern.len - 1};
    if (fr_bytes_find(rest, sign) == rest.len)
        return fail_rename(text, "the last separator is missing: s/OLD/NEW/", err);
    r->replacement = take_replacement((fr_bytes){rest.at, fr_bytes_find(rest, sign)});
    rest.at += fr_bytes_find(rest, sign) + 1;
    if (strcmp(rest.at, "g") == 0)
        r->options = PCRE2_SUBSTITUTE_GLOBAL;
    else if (*rest.at)
        return fail_rename(text, "only 'g' may follow the last separator", err);
    if (!r->replacement)
        return fr_fail_memory(err);
    r->code = pcre2_compile((PCRE2_SPTR)pattern.at, pattern.len,
                            PCRE2_UTF | PCRE2_UCP | PCRE2_AUTO_CALLOUT, &code, &offset, NULL);
    if (r->code)
        return init_steps(&r->steps, r->code, pattern, false) || fr_fail_memory(err);
    pcre2_get_error_message(code, message, sizeof message);
    return fail_rename(text, (const char *)message, err);
}

fr_renames *fr_renames_new(const char *const *texts, size_t n, fr_error *err)
{
    fr_renames *renames = calloc(1, sizeof *renames);
    bool good = renames && (renames->items = calloc(n + 1, sizeof *renames->items));

    if (!good)
        fr_fail_memory(err);
    for (size_t i = 0; i < n && good; i++) {
        good = parse_rename(&renames->items[i], texts[i], err);
        renames->n++;
    }
    if (good)
        return renames;
    fr_renames_free(renames);
    return NULL;
}

void fr_renames_free(fr_renames *renames)
{
    if (!renames)
        return;
    for (size_t i = 0; i < renames->n; i++) {
        pcre2_code_free(renames->items[i].code);
        free(renames->items[i].replacement);
        reset_steps(&renames->items[i].steps);
    }
    free(renames->items);
    free(renames);
}

bool fr_renames_apply(fr_renames *renames, fr_bytes name, fr_arena *arena, fr_bytes *to,
                      fr_error *err)
{
    bool failed = false, changed = false;

    *to = name;
    for (size_t i = 0; i < renames->n && !failed; i++) {
        rename_rule *r = &renames->items[i];
        fr_bytes text;
        next_text(&r->steps, *to);
        text =
            substitute(r->code, r->steps.context, *to, r->replacement, r->options, arena, &failed);
        if (failed)
            return fr_fail(err, FR_E_LIMIT, 0, 0,
                           "--rename '%.200s': fails or takes too many steps; the last were on a "
                           "name of %zu bytes",
                           r->text, name.len);
        changed = changed || text.at;
        *to = text.at ? text : *to;
    }
    return changed;
}
