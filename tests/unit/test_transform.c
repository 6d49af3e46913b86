/*
 * test_transform.c - focus, ignore, hide, show, show-from and recursion folding, one by one, in
 * pprof's order when together, and what they say of themselves.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "model/profile.h"
#include "unit/unit.h"

typedef fr_transform_options options;

static fr_profile *transformed(const fr_profile *p, const options *opt)
{
    fr_error err = {0};
    fr_profile *made = fr_profile_transform(p, opt, &err);

    if (!made)
        print_error("%s\n", err.text);
    assert_non_null(made);
    return made;
}

static void assert_becomes(const char *text, const options *opt, const char *want)
{
    fr_profile *p = read_folded(text);

    if (want) {
        fr_profile *made = transformed(p, opt);
        assert_written(made, "folded", want);
        fr_profile_free(made);
    } else {
        fr_error err = {0};
        assert_null(fr_profile_transform(p, opt, &err));
        assert_int_equal(err.code, FR_E_EMPTY);
    }
    fr_profile_free(p);
}

static const char text[] = "a;b;c 1\na;b;d 2\na;e 4\nf 8\nf;b 16\na 32\n";

static void steps(void **state)
{
    static const struct {
        options opt;
        const char *want; /* NULL: nothing is left */
    } rows[] = {
        {{0}, "a 32\na;b;c 1\na;b;d 2\na;e 4\nf 8\nf;b 16\n"},
        {{.focus = "b"}, "a;b;c 1\na;b;d 2\nf;b 16\n"},
        {{.focus = "^a$"}, "a 32\na;b;c 1\na;b;d 2\na;e 4\n"},
        {{.focus = "c|e"}, "a;b;c 1\na;e 4\n"},
        {{.focus = "x"}, NULL},
        {{.ignore = "b"}, "a 32\na;e 4\nf 8\n"},
        {{.ignore = "a"}, "f 8\nf;b 16\n"},
        {{.ignore = "."}, NULL},
        {{.focus = "b", .ignore = "f"}, "a;b;c 1\na;b;d 2\n"},
        {{.hide = "b"}, "a 32\na;c 1\na;d 2\na;e 4\nf 24\n"},
        {{.hide = "a|f"}, "b 16\nb;c 1\nb;d 2\ne 4\n"},
        {{.hide = "^f$"}, "a 32\na;b;c 1\na;b;d 2\na;e 4\nb 16\n"},
        {{.hide = "."}, NULL},
        {{.show = "b|e"}, "b 19\ne 4\n"},
        {{.show = "x"}, NULL},
        {{.show_from = "b"}, "b 16\nb;c 1\nb;d 2\n"},
        {{.show_from = "a"}, "a 32\na;b;c 1\na;b;d 2\na;e 4\n"},
        {{.show_from = "b|c"}, "b 16\nb;c 1\nb;d 2\n"},
        /* together */
        {{.focus = "b", .hide = "b"}, "a;c 1\na;d 2\nf 16\n"},
        {{.ignore = "b", .hide = "b"}, "a 32\na;e 4\nf 8\n"},
        {{.hide = "b", .show = "b|c"}, "c 1\n"},
        {{.hide = "b", .show_from = "b"}, NULL}, /* hidden before it is looked for */
        {{.hide = "b", .show_from = "b|d"}, "d 2\n"},
        {{.show = "c|d|b", .show_from = "a|c"}, "c 1\n"},
        {{.focus = "c", .show_from = "b"}, "b;c 1\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_becomes(text, &rows[i].opt, rows[i].want);
    assert_becomes("f 1\n", NULL, "f 1\n");
}

/* A sample without a stack has no frame that could match. */
static void frameless(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    options hide = {.hide = "x"}, focus = {.focus = "x"};

    (void)state;
    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "c", "samples", 0);
    fr_builder_add(b, FR_NO_STACK, column, 5, 5, 5);
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    fr_profile *made = transformed(p, &hide);
    assert_int_equal(made->columns[0].sum[0], 5);
    fr_profile_free(made);
    assert_null(fr_profile_transform(p, &focus, NULL));
    fr_profile_free(p);
}

static void recursion(void **state)
{
    static const struct {
        const char *stack, *direct, *cycles;
    } rows[] = {
        {"a", "a", "a"},
        {"a;b;b;c", "a;b;c", "a;b;c"},
        {"a;a;a;a", "a", "a"},
        {"a;b;a;b", "a;b;a;b", "a;b"},
        {"a;b;a;b;c", "a;b;a;b;c", "a;b;c"},
        {"a;b;a;b;a", "a;b;a;b;a", "a;b;a"},
        {"a;b;c;a;b;c;d", "a;b;c;a;b;c;d", "a;b;c;d"},
        {"a;b;c;b;d", "a;b;c;b;d", "a;b;c;b;d"},
        {"a;b;b;a;b;b", "a;b;a;b", "a;b"},
        {"m;x;y;y;x;y;z", "m;x;y;x;y;z", "m;x;y;z"},
        {"a_[k];a", "a_[k]", "a_[k]"}, /* one name, whatever its kind */
    };
    static const fr_recursion kinds[] = {FR_RECURSION_DIRECT, FR_RECURSION_CYCLES};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(kinds); k++) {
            char line[64], want[64];
            snprintf(line, sizeof line, "%s 7\n", rows[i].stack);
            snprintf(want, sizeof want, "%s 7\n", k ? rows[i].cycles : rows[i].direct);
            assert_becomes(line, &(options){.recursion = kinds[k]}, want);
        }
}

/* Stacks that meet after folding add up; hidden frames can make a repeat. */
static void recursion_adds_up(void **state)
{
    (void)state;
    assert_becomes("a;b 1\na;b;b 2\na;b;b;b 4\n", &(options){.recursion = FR_RECURSION_DIRECT},
                   "a;b 7\n");
    assert_becomes("a;b;x;b;c 1\n", &(options){.recursion = FR_RECURSION_DIRECT, .hide = "x"},
                   "a;b;c 1\n");
}

static void folding_is_idempotent_and_keeps_value(void **state)
{
    random_source random = {5};

    (void)state;
    for (int round = 0; round < 300; round++) {
        char line[4096];
        size_t at = 0, n_lines = 1 + random_below(&random, 12);
        int64_t total = 0;
        for (size_t i = 0; i < n_lines; i++) {
            uint32_t depth = 1 + random_below(&random, 60), value = random_below(&random, 9) + 1;
            for (uint32_t d = 0; d < depth; d++)
                at += (size_t)sprintf(line + at, "%s%c", d ? ";" : "",
                                      (char)('a' + random_below(&random, 3)));
            at += (size_t)sprintf(line + at, " %u\n", value);
            total += value;
        }
        for (int kind = FR_RECURSION_DIRECT; kind <= FR_RECURSION_CYCLES; kind++) {
            options opt = {.recursion = (fr_recursion)kind};
            fr_column_info info;
            fr_profile *p = read_folded(line), *once = transformed(p, &opt),
                       *twice = transformed(once, &opt);
            char *folded = written(once, "folded");
            assert_written(twice, "folded", folded);
            assert_true(fr_profile_column(once, 0, &info));
            assert_int_equal(info.kept, total);
            free(folded);
            fr_profile_free(p);
            fr_profile_free(once);
            fr_profile_free(twice);
        }
    }
}

static char *deep_line(const char *const *frames, size_t n_frames, size_t depth)
{
    char *line = malloc(depth * 8 + 16);
    size_t at = 0;

    assert_non_null(line);
    for (size_t d = 0; d < depth; d++)
        at += (size_t)sprintf(line + at, "%s;", frames[d % n_frames]);
    strcpy(line + at, "end 1\n");
    return line;
}

/* The worst repeats: long periods, near misses, none at all. */
static void deep_recursion(void **state)
{
    static char names[130][8];
    static const char *frames[130];
    static const struct {
        size_t n_frames;
        uint32_t depth; /* folded */
    } rows[] = {{1, 2}, {2, 3}, {3, 4}, {63, 64}, {64, 65}, {65, 50001}, {130, 50001}};

    (void)state;
    for (size_t i = 0; i < COUNT(frames); i++) {
        snprintf(names[i], sizeof names[i], "f%zu", i);
        frames[i] = names[i];
    }
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t depth =
            rows[i].n_frames < 65 ? rows[i].n_frames * (50000 / rows[i].n_frames) : 50000;
        char *line = deep_line(frames, rows[i].n_frames, depth);
        fr_profile *p = read_folded(line);
        fr_profile *made = transformed(p, &(options){.recursion = FR_RECURSION_CYCLES});
        fr_profile_info info;
        fr_profile_describe(made, &info);
        assert_int_equal(info.max_depth, rows[i].depth);
        fr_profile_free(made);
        fr_profile_free(p);
        free(line);
    }
}

/* (a;b) many times; c0; (a;b) many times; c1 ...: every period agrees for long before it fails. What is left is
 * a;b;c0;a;b;c1 ... until seven of those repeat themselves: 7 to 13 of three frames, and the end. */
static void near_repeats(void **state)
{
    size_t n = 0;
    uint32_t n_blocks = 0;
    fr_profile_info info;
    char *line = malloc(1 << 20);

    (void)state;
    assert_non_null(line);
    for (int block = 0; n < 400000; block++, n_blocks++) {
        for (int i = 0; i < 20 + block % 40; i++)
            n += (size_t)sprintf(line + n, "a;b;");
        n += (size_t)sprintf(line + n, "c%d;", block % 7);
    }
    strcpy(line + n, "end 1\n");
    fr_profile *p = read_folded(line);
    fr_profile *made = transformed(p, &(options){.recursion = FR_RECURSION_CYCLES});
    fr_profile_describe(made, &info);
    assert_int_equal(info.max_depth, 3 * (7 + n_blocks % 7) + 1);
    fr_profile_free(made);
    fr_profile_free(p);
    free(line);
}

/* ---- notes and errors */

static void what_is_said(void **state)
{
    static const struct {
        options opt;
        const char *kind, *says;
    } rows[] = {
        {{.focus = "b"}, "removed", "--focus 'b' omitted 69.84"},
        {{.ignore = "b"}, "removed", "--ignore 'b' omitted 30.16"},
        {{.show_from = "b"}, "removed", "--show-from 'b' omitted 69.84"},
        {{.show = "b"}, "removed", "--show 'b' omitted 69.84"},
        {{.ignore = "x"}, "no-match", "--ignore 'x' matched no frame"},
        {{.ignore = "\x1b"}, "no-match", "--ignore '\\x1b' matched no frame"},
        {{.hide = "b"}, "removed", NULL},
        {{.focus = "."}, "removed", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(text), *made = transformed(p, &rows[i].opt);
        fr_note note = note_of(made, rows[i].kind);
        assert_int_equal(note.n, rows[i].says != NULL);
        if (rows[i].says && !strstr(note.text, rows[i].says))
            print_error("%s\n", note.text);
        assert_true(!rows[i].says || strstr(note.text, rows[i].says));
        assert_int_equal(made->columns[0].reference, 63); /* shares stay those of the whole */
        fr_profile_free(made);
        fr_profile_free(p);
    }
}

/* Frames of stacks that an earlier transform dropped do not match any more. */
static void patterns_match_what_is_left(void **state)
{
    fr_profile *p = read_folded(text), *first, *second;

    (void)state;
    first = transformed(p, &(options){.ignore = "^f$"});
    second = transformed(first, &(options){.hide = "^f$"});
    assert_int_equal(note_of(second, "no-match").n, 1);
    fr_profile_free(second);
    fr_profile_free(first);
    fr_profile_free(p);
}

static void long_patterns(void **state)
{
    char pattern[1000] = "";

    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        memset(pattern, 'x', shift);
        for (size_t i = shift; i + 4 < sizeof pattern; i += 3)
            memcpy(pattern + i, "\xe4\xb8\xad", 4);
        fr_profile *p = read_folded(text), *made = transformed(p, &(options){.ignore = pattern});
        char *json = written(made, "json");
        assert_null(strstr(json, "\\x"));
        assert_null(strstr(json, "\\\\x"));
        free(json);
        fr_profile_free(made);
        fr_profile_free(p);
    }
}

static void bad_patterns(void **state)
{
    static const struct {
        options opt;
        const char *says;
    } rows[] = {
        {{.focus = "("}, "--focus '('"},       {{.ignore = "a**"}, "--ignore"},
        {{.hide = "[z-a]"}, "--hide"},         {{.show = "\\"}, "--show"},
        {{.show_from = "(?<"}, "--show-from"}, {{.focus = "\xff"}, "--focus"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(text);
        fr_error err = {0};
        assert_null(fr_profile_transform(p, &rows[i].opt, &err));
        assert_int_equal(err.code, FR_E_USAGE);
        assert_non_null(strstr(err.text, rows[i].says));
        fr_profile_free(p);
    }
}

/* Counts the names that patterns are tried on; a name may be tried twice in a row. */
static size_t n_tried;
static PCRE2_SPTR last_tried;
int __real_pcre2_match_8(const pcre2_code *code, PCRE2_SPTR name, PCRE2_SIZE len, PCRE2_SIZE start,
                         uint32_t flags, pcre2_match_data *data, pcre2_match_context *limits);
int __wrap_pcre2_match_8(const pcre2_code *code, PCRE2_SPTR name, PCRE2_SIZE len, PCRE2_SIZE start,
                         uint32_t flags, pcre2_match_data *data, pcre2_match_context *limits);

int __wrap_pcre2_match_8(const pcre2_code *code, PCRE2_SPTR name, PCRE2_SIZE len, PCRE2_SIZE start,
                         uint32_t flags, pcre2_match_data *data, pcre2_match_context *limits)
{
    n_tried += name != last_tried;
    last_tried = name;
    return __real_pcre2_match_8(code, name, len, start, flags, data, limits);
}

/* One name is enough to know that a pattern explodes; the others are not tried. */
static void patterns_that_explode(void **state)
{
    char *names = malloc(4000 * 60), *at = names;
    fr_error err = {0};

    (void)state;
    assert_non_null(names);
    for (int i = 0; i < 4000; i++)
        at += sprintf(at, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%d! 1\n", i);
    fr_profile *p = read_folded(names);
    n_tried = 0;
    last_tried = NULL;
    assert_null(fr_profile_transform(p, &(options){.focus = "^(a+)+$"}, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_int_equal(n_tried, 1);
    fr_profile_free(p);
    free(names);
}

static void relative_percentages(void **state)
{
    fr_profile *p = read_folded(text);
    fr_profile *made = transformed(p, &(options){.focus = "b", .relative_percentages = true});

    (void)state;
    assert_true(made->meta.relative);
    fr_profile_free(made);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps),
        cmocka_unit_test(frameless),
        cmocka_unit_test(recursion),
        cmocka_unit_test(recursion_adds_up),
        cmocka_unit_test(folding_is_idempotent_and_keeps_value),
        cmocka_unit_test(deep_recursion),
        cmocka_unit_test(near_repeats),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(patterns_match_what_is_left),
        cmocka_unit_test(long_patterns),
        cmocka_unit_test(bad_patterns),
        cmocka_unit_test(patterns_that_explode),
        cmocka_unit_test(relative_percentages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
