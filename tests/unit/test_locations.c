/*
 * test_locations.c - transforms by pprof's letter: a function and what is inlined into it are one
 * location, patterns match names, files and modules, and granularity erases.
 *
 * What is expected of drop_frames and prune_from follows the comments of pprof's profile/prune.go, of
 * the others those of profile/filter.go.
 */
#include "model/profile.h"
#include "model/transform/steps.h"
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

/* Frees it. */
static void assert_becomes(fr_profile *p, const options *opt, const char *want)
{
    fr_profile *made = transformed(p, opt);

    assert_written(made, "folded", want);
    fr_profile_free(made);
    fr_profile_free(p);
}

typedef struct row {
    options opt;
    const char *text, *want;
} row;

static void assert_rows(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_becomes(read_folded(rows[i].text), &rows[i].opt, rows[i].want);
}

/* The example of PruneFrom(): A, B, C, B, D from the root. */
static void prune_from(void **state)
{
    static const row rows[] = {
        {{.prune_from = "a"}, "a;b;c;b;d 1\n", "a 1\n"},
        {{.prune_from = "b"}, "a;b;c;b;d 1\n", "a;b;c;b 1\n"},
        {{.prune_from = "c"}, "a;b;c;b;d 1\na;c;x;y 2\na;y 4\n", "a;b;c 1\na;c 2\na;y 4\n"},
        {{.prune_from = "x"}, "a;b 1\n", "a;b 1\n"},
        /* the whole name is not asked for, its arguments are not looked at */
        {{.prune_from = "int"}, "f(int);g 1\nprint;h 2\n", "f(int);g 1\nprint 2\n"},
        /* within a location */
        {{.prune_from = "i"}, "o;i_[i];j_[i];l 1\n", "o;i_[i] 1\n"},
        {{.prune_from = "o"}, "o;i_[i];j_[i];l 1\n", "o 1\n"},
        /* j is cut wherever its location stands: l is the lowest match */
        {{.prune_from = "i|l"}, "o;i_[i];j_[i];l 1\n", "o;i_[i];l 1\n"},
        /* a location that ends earlier is another one */
        {{.prune_from = "i|l"},
         "o;i_[i];j_[i];l 1\no;i_[i];j_[i] 2\no 4\n",
         "o 4\no;i_[i] 2\no;i_[i];l 1\n"},
    };

    (void)state;
    assert_rows(rows, COUNT(rows));
}

static void drop_frames(void **state)
{
    static const row rows[] = {
        {{.drop_frames = "malloc"}, "main;malloc;sbrk 1\nmain 2\n", "main 3\n"},
        /* the outermost one, with all beneath */
        {{.drop_frames = "b"}, "a;b;c;b;d 1\n", "a 1\n"},
        /* whole names only, without arguments */
        {{.drop_frames = "mall"}, "main;malloc 1\n", "main;malloc 1\n"},
        {{.drop_frames = "mall.*"}, "main;malloc(long) 1\n", "main 1\n"},
        {{.drop_frames = "a|b"}, "m;ab 1\n", "m;ab 1\n"},
        /* what keep_frames matches stays */
        {{.drop_frames = "m.*", .keep_frames = "mm"}, "a;mm;b 1\na;mx;b 2\n", "a 2\na;mm;b 1\n"},
        /* before a user frame nothing goes */
        {{.drop_frames = "a|b"}, "a;b;u;a;v 1\n", "a;b;u 1\n"},
        {{.drop_frames = "a|b"}, "a;b 1\n", "a;b 1\n"},
        /* an inlined match takes the rest of its location with it, outer lines stay */
        {{.drop_frames = "i"}, "u;o;i_[i];j_[i];l 1\n", "u;o 1\n"},
        {{.drop_frames = "o"}, "u;o;i_[i];l 1\n", "u 1\n"},
        /* before a user frame the location is cut, what it calls is not */
        {{.drop_frames = "i"}, "o;i_[i];j_[i];l 1\n", "o;l 1\n"},
        /* its outermost line matches: the location stays whole there */
        {{.drop_frames = "o|i"}, "o;i_[i];l 1\n", "o;i_[i];l 1\n"},
        /* before all other steps */
        {{.drop_frames = "b", .focus = "a"}, "a;b;c 1\n", "a 1\n"},
        {{.drop_frames = "b", .ignore = "c"}, "a;b;c 1\n", "a 1\n"},
    };

    (void)state;
    assert_rows(rows, COUNT(rows));
}

static void other_steps(void **state)
{
    static const row rows[] = {
        /* lines above the outermost match of a location go, wherever the location stands */
        {{.show_from = "i"}, "m;o;i_[i];j_[i];l 1\n", "i_[i];j_[i];l 1\n"},
        {{.show_from = "m|i"}, "m;o;i_[i];l 1\nm;o;l 2\n", "m;i_[i];l 1\nm;o;l 2\n"},
        {{.show_from = "j|i"}, "m;o;i_[i];j_[i] 1\n", "i_[i];j_[i] 1\n"},
        {{.hide = "o"}, "m;o;i_[i];l 1\n", "m;i_[i];l 1\n"},
        {{.show = "i"}, "m;o;i_[i];l 1\n", "i_[i] 1\n"},
        /* show-from looks at what is left, prune-from at what that leaves */
        {{.show_from = "i", .prune_from = "o|i"}, "m;o;i_[i];j_[i] 1\n", "i_[i] 1\n"},
        {{.show_from = "i", .prune_from = "m|o"}, "m;o;i_[i];j_[i] 1\n", "i_[i];j_[i] 1\n"},
        {{.hide = "i", .prune_from = "i"}, "m;o;i_[i];l 1\n", "m;o;l 1\n"},
        /* inlined frames fold into the outermost one that is left */
        {{.no_inlines = true}, "m;o;i_[i];j_[i];l 1\nm;o 2\n", "m;o 2\nm;o;l 1\n"},
        {{.no_inlines = true, .hide = "o"}, "m;o;i_[i];j_[i];l 1\n", "m;i_[i];l 1\n"},
        {{.no_inlines = true, .show_from = "j"}, "m;o;i_[i];j_[i];l 1\n", "j_[i];l 1\n"},
        {{.no_inlines = true, .focus = "j"}, "m;o;i_[i];j_[i];l 1\nm 2\n", "m;o;l 1\n"},
        {{.no_inlines = true, .prune_from = "i"}, "m;o;i_[i];j_[i];l 1\n", "m;o 1\n"},
        /* an inlined frame at the root is a location */
        {{.no_inlines = true}, "i_[i];j_[i] 1\n", "i_[i] 1\n"},
        {{.no_inlines = true, .recursion = FR_RECURSION_DIRECT}, "a;b_[i];a;c 1\n", "a;c 1\n"},
    };

    (void)state;
    assert_rows(rows, COUNT(rows));
}

static void simple_names(void **state)
{
    static const struct {
        const char *name, *simple;
    } rows[] = {
        {"main", "main"},
        {"f(int)", "f"},
        {".malloc", "malloc"},
        {"a::operator()(int)", "a::operator()"},
        {"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
        {"a::(anonymous namespace)::f", "a::(anonymous namespace)::f"},
        {"main.(*T).Run", "main.(*T).Run"},
        {"main.(*T[int]).Run(x)", "main.(*T[int]).Run"},
        {"(", "("},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_bytes simple = fr_simple_name(fr_bytes_of(rows[i].name));
        assert_true(fr_bytes_equal(simple, fr_bytes_of(rows[i].simple)));
    }
}

/* ---- files and modules */

typedef struct spec {
    fr_frame_info frames[5]; /* from the root; ended by one without a name */
    int64_t value;
} spec;

static fr_profile *profile_of(const spec *specs, size_t n)
{
    fr_builder *b = fr_builder_new(NULL, NULL);

    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "samples", "samples", 0);
    for (size_t i = 0; i < n; i++) {
        uint32_t stack = FR_NO_STACK;
        for (const fr_frame_info *f = specs[i].frames; f->name; f++)
            stack = fr_builder_push(b, stack, fr_builder_frame(b, f));
        fr_builder_add(b, stack, column, specs[i].value, (uint64_t)specs[i].value,
                       (double)specs[i].value);
    }
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    return p;
}

#define MAIN                                                                                       \
    {                                                                                              \
        .name = "main", .file = "/src/main.go", .module = "/bin/app", .line = 3, .address = 0x10   \
    }
#define SORT(at)                                                                                   \
    {                                                                                              \
        .name = "sort", .file = "/go/sort.go", .module = "/bin/app", .line = (at),                 \
        .address = 0x100 + (at), .start_line = 5                                                   \
    }
#define COPY                                                                                       \
    {                                                                                              \
        .name = "memmove", .module = "/lib/libc.so.6", .address = 0x7f00                           \
    }

static const spec specs[] = {
    {{MAIN, SORT(7)}, 1}, {{MAIN, SORT(9)}, 2},  {{MAIN, SORT(9), COPY}, 4},
    {{MAIN}, 8},          {{{.name = "x"}}, 16},
};

typedef struct located {
    options opt;
    const char *want;
} located;

static void assert_of_specs(const located *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_becomes(profile_of(specs, COUNT(specs)), &rows[i].opt, rows[i].want);
}

static void by_file_and_module(void **state)
{
    static const located rows[] = {
        {{.focus = "go/sort"}, "main;sort 3\nmain;sort;memmove 4\n"},
        {{.focus = "libc"}, "main;sort;memmove 4\n"},
        {{.ignore = "^/bin/app$"}, "x 16\n"},
        {{.hide = "^/src/"}, "sort 3\nsort;memmove 4\nx 16\n"},
        {{.hide = "/bin"}, "memmove 4\nx 16\n"},
        {{.show = "/bin"}, "main 8\nmain;sort 7\n"},
        {{.show_from = "sort[.]go"}, "sort 3\nsort;memmove 4\n"},
        {{.show_from = "/bin/app"}, "main 8\nmain;sort 3\nmain;sort;memmove 4\n"},
        /* by name alone */
        {{.prune_from = "go"}, "main 8\nmain;sort 3\nmain;sort;memmove 4\nx 16\n"},
        {{.drop_frames = "/go/.*"}, "main 8\nmain;sort 3\nmain;sort;memmove 4\nx 16\n"},
        /* what has no file has no empty one */
        {{.focus = "^$|memmove"}, "main;sort;memmove 4\n"},
    };

    (void)state;
    assert_of_specs(rows, COUNT(rows));
}

static void granularities(void **state)
{
    static const located rows[] = {
        {{.granularity = FR_GRANULARITY_FUNCTIONS},
         "main 8\nmain;sort 3\nmain;sort;memmove 4\nx 16\n"},
        {{.granularity = FR_GRANULARITY_FILEFUNCTIONS},
         "main /src/main.go 8\nmain /src/main.go;sort /go/sort.go 3\n"
         "main /src/main.go;sort /go/sort.go;memmove 4\nx 16\n"},
        {{.granularity = FR_GRANULARITY_FILES},
         "/src/main.go 8\n/src/main.go;/go/sort.go 3\n/src/main.go;/go/sort.go;[libc.so.6] 4\n"
         "[unknown] 16\n"},
        {{.granularity = FR_GRANULARITY_LINES, .trim_path = "/nowhere:/src/:/go"},
         "main main.go:3 8\nmain main.go:3;sort sort.go:7 1\nmain main.go:3;sort sort.go:9 2\n"
         "main main.go:3;sort sort.go:9;memmove 4\nx 16\n"},
        {{.granularity = FR_GRANULARITY_ADDRESSES, .focus = "memmove", .trim_path = "/src"},
         "0000000000000010 main main.go:3;0000000000000109 sort /go/sort.go:9;"
         "0000000000007f00 memmove 4\n"},
        /* with names that stay, for profiles that are written again */
        {{.granularity = FR_GRANULARITY_LINES, .keep_names = true},
         "main 8\nmain;sort 3\nmain;sort;memmove 4\nx 16\n"},
    };

    (void)state;
    assert_of_specs(rows, COUNT(rows));
}

/* The stack table of `sort` at two lines: one frame where lines are ignored. */
static void erases(void **state)
{
    static const struct {
        fr_granularity granularity;
        uint32_t n_stacks;
    } rows[] = {
        {FR_GRANULARITY_NAMES, 5 + 1},     {FR_GRANULARITY_FUNCTIONS, 4 + 1},
        {FR_GRANULARITY_FILES, 4 + 1},     {FR_GRANULARITY_LINES, 5 + 1},
        {FR_GRANULARITY_ADDRESSES, 5 + 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = profile_of(specs, COUNT(specs));
        options opt = {.granularity = rows[i].granularity, .keep_names = true};
        fr_profile *made = transformed(p, &opt);
        assert_int_equal(made->n_stacks, rows[i].n_stacks);
        fr_profile_free(made);
        fr_profile_free(p);
    }
}

static void trimmed_paths(void **state)
{
    static const struct {
        const char *list, *file, *want;
    } rows[] = {
        {"/a", "/a/b.c", "b.c"},
        {"/a/", "/a/b.c", "b.c"},
        {"/a", "/ab/c.c", "/ab/c.c"},
        {"/a", "/a", "/a"},
        {"/a", "/a/", "/a/"},
        {"/x:/a:/a/b", "/a/b/c.c", "b/c.c"},
        {"", "/a/b.c", "/a/b.c"},
        {":", "/a/b.c", "/a/b.c"},
        {"/", "/a/b.c", "/a/b.c"},
        {"/a", "/proc/self/cwd/b.c", "b.c"},
        {"/a", "/proc/self/cwd/./b.c", "b.c"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        spec one = {{{.name = "f", .file = rows[i].file}}, 1};
        options opt = {.granularity = FR_GRANULARITY_FILES, .trim_path = rows[i].list};
        char want[100];
        snprintf(want, sizeof want, "%s 1\n", rows[i].want);
        assert_becomes(profile_of(&one, 1), &opt, want);
    }
}

/* ---- values */

static void divides(void **state)
{
    static const struct {
        const char *by;
        const char *want;
        int64_t kept, total;
    } rows[] = {
        {"1", "a 10\nb 5\n", 15000000, 15000000},
        {"4", "a 2.5\nb 1.25\n", 3750000, 3750000},
        {"0.5", "a 20\nb 10\n", 30000000, 30000000},
        {"3", "a 3.333333\nb 1.666667\n", 5000000, 5000000},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        options opt = {.divide_by = rows[i].by};
        fr_profile *p = read_folded("a 10\nb 5\n"), *made = transformed(p, &opt);
        fr_column_info info;
        assert_true(fr_profile_column(made, 0, &info));
        assert_int_equal(info.decimals, 6);
        assert_int_equal(info.kept, rows[i].kept);
        assert_int_equal(info.total, rows[i].total);
        assert_int_equal(info.n_samples, 15); /* as many were taken as before */
        assert_written(made, "folded", rows[i].want);
        fr_profile_free(made);
        fr_profile_free(p);
    }
}

static void divisors(void **state)
{
    static const struct {
        const char *by;
        fr_code code;
    } rows[] = {
        {"0", FR_E_USAGE},   {"-2", FR_E_USAGE},          {"x", FR_E_USAGE},  {"", FR_E_USAGE},
        {"1e3", FR_E_USAGE}, {"0.000000001", FR_E_LIMIT}, {"2x", FR_E_USAGE}, {"nan", FR_E_USAGE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded("a 9000000000000000000\n");
        options opt = {.divide_by = rows[i].by};
        fr_error err = {0};
        assert_null(fr_profile_transform(p, &opt, &err));
        assert_int_equal(err.code, rows[i].code);
        assert_non_null(strstr(err.text, "--divide-by"));
        fr_profile_free(p);
    }
}

/* Decimals are only those there is room for. */
static void divides_large_values(void **state)
{
    (void)state;
    assert_becomes(read_folded("a 9000000000000000000\n"), &(options){.divide_by = "2"},
                   "a 4500000000000000000\n");
}

/* ---- what the profile asks for */

#define ASKING "main;malloc;sbrk 3\nmain;malloc_fast 1\n"

static fr_profile *asking(const char *drop, const char *keep)
{
    fr_profile *p = read_folded(ASKING);

    p->meta.recording.drop_frames = strdup(drop);
    p->meta.recording.keep_frames = keep ? strdup(keep) : NULL;
    return p;
}

/* "removed" and "choice" are kinds of notes. */
static void own_drop_frames(void **state)
{
#define CUT "main 3\nmain;malloc_fast 1\n"
    static const struct {
        const char *drop, *keep;
        options opt;
        const char *want, *note, *says;
    } rows[] = {
        {"malloc",
         NULL,
         {.own_drop_frames = true},
         CUT,
         "removed",
         "own drop_frames cut stacks with 75"},
        {"malloc.*", "malloc_fast", {.own_drop_frames = true}, CUT, "removed", "75"},
        {"malloc", NULL, {.own_drop_frames = false}, ASKING, NULL, NULL},
        {"malloc.*", NULL, {.own_drop_frames = true, .keep_frames = ".*"}, ASKING, NULL, NULL},
        {"malloc.*",
         NULL,
         {.own_drop_frames = true, .drop_frames = "sbrk"},
         "main;malloc 3\nmain;malloc_fast 1\n",
         "removed",
         "--drop-frames 'sbrk' cut"},
        {"nothing", NULL, {.own_drop_frames = true}, ASKING, NULL, NULL},
        {"(", NULL, {.own_drop_frames = true}, ASKING, "choice", "no regular expression"},
    };
#undef CUT

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = asking(rows[i].drop, rows[i].keep), *made = transformed(p, &rows[i].opt);
        assert_written(made, "folded", rows[i].want);
        if (rows[i].note)
            assert_non_null(strstr(note_of(made, rows[i].note).text, rows[i].says));
        /* done once; what was not done stays to be asked for */
        assert_true(rows[i].opt.own_drop_frames == (made->meta.recording.drop_frames == NULL));
        fr_profile_free(made);
        fr_profile_free(p);
    }
}

static void bad_patterns(void **state)
{
    static const options rows[] = {
        {.prune_from = "("}, {.drop_frames = "[z-a]"}, {.drop_frames = "a", .keep_frames = "*"}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded("a 1\n");
        fr_error err = {0};
        assert_null(fr_profile_transform(p, &rows[i], &err));
        assert_int_equal(err.code, FR_E_USAGE);
        fr_profile_free(p);
    }
}

/* ---- properties of random profiles */

static size_t random_text(random_source *random, char *line, int64_t *total)
{
    size_t at = 0, n_lines = 1 + random_below(random, 12);

    *total = 0;
    for (size_t i = 0; i < n_lines; i++) {
        uint32_t depth = 1 + random_below(random, 20), value = random_below(random, 9) + 1;
        for (uint32_t d = 0; d < depth; d++)
            at += (size_t)sprintf(line + at, "%s%c%s", d ? ";" : "",
                                  (char)('a' + random_below(random, 5)),
                                  random_below(random, 3) ? "" : "_[i]");
        at += (size_t)sprintf(line + at, " %u\n", value);
        *total += value;
    }
    return at;
}

/* What shortens stacks keeps their values. Done twice it is as done once; not so --drop-frames, for
 * which a location that lost an inlined line becomes a user frame, in pprof too. */
static void keeps_values_and_is_idempotent(void **state)
{
    static const struct {
        options opt;
        bool idempotent;
    } rows[] = {
        {{.prune_from = "b"}, true},
        {{.no_inlines = true}, true},
        {{.granularity = FR_GRANULARITY_FUNCTIONS}, true},
        {{.prune_from = "a|b", .no_inlines = true}, false}, /* the match itself may be inlined */
        {{.drop_frames = "c"}, false},
        {{.drop_frames = "a|b", .keep_frames = "b"}, false},
    };
    random_source random = {11};

    (void)state;
    for (int round = 0; round < 300; round++) {
        char line[8192];
        int64_t total;
        random_text(&random, line, &total);
        for (size_t i = 0; i < COUNT(rows); i++) {
            fr_profile *p = read_folded(line), *once = transformed(p, &rows[i].opt),
                       *twice = transformed(once, &rows[i].opt);
            fr_column_info info;
            char *folded = written(rows[i].idempotent ? once : twice, "folded");
            assert_written(twice, "folded", folded);
            assert_true(fr_profile_column(once, 0, &info));
            assert_int_equal(info.kept, total);
            assert_true(fr_profile_column(twice, 0, &info));
            assert_int_equal(info.kept, total);
            free(folded);
            fr_profile_free(p);
            fr_profile_free(once);
            fr_profile_free(twice);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prune_from),
        cmocka_unit_test(drop_frames),
        cmocka_unit_test(other_steps),
        cmocka_unit_test(simple_names),
        cmocka_unit_test(by_file_and_module),
        cmocka_unit_test(granularities),
        cmocka_unit_test(erases),
        cmocka_unit_test(trimmed_paths),
        cmocka_unit_test(divides),
        cmocka_unit_test(divisors),
        cmocka_unit_test(divides_large_values),
        cmocka_unit_test(own_drop_frames),
        cmocka_unit_test(bad_patterns),
        cmocka_unit_test(keeps_values_and_is_idempotent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
