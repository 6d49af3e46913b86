/* test_theme.c - classes, steps, and that the built-in themes read well. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "themes/theme.h"

/* ---------------------------------------------------------------- classes */

static const struct {
    const char *name;
    fr_class is;
} by_name[] = {
    {"main", FR_CLASS_NATIVE},
    {"", FR_CLASS_NATIVE},
    {"__libc_start_call_main", FR_CLASS_NATIVE},
    {"ladder<60>", FR_CLASS_NATIVE},
    {"foo.isra.0", FR_CLASS_NATIVE},
    {"runtime.mallocgc", FR_CLASS_NATIVE}, /* Go */
    {"main.(*server).handle.func1", FR_CLASS_NATIVE},
    {"net/http.(*conn).serve", FR_CLASS_NATIVE},
    {"net/http.HandlerFunc.ServeHTTP", FR_CLASS_NATIVE},
    {"github.com/IBM/sarama.(*Broker).send", FR_CLASS_NATIVE},
    {"time.Time.date", FR_CLASS_NATIVE},
    {"/usr/lib/Foo.so", FR_CLASS_NATIVE},
    {"main.c:12", FR_CLASS_NATIVE},
    {"x.html", FR_CLASS_NATIVE},
    {"root (templates/list.html:14)", FR_CLASS_MANAGED}, /* a template, as py-spy names it */
    {"render (views/list.erb)", FR_CLASS_MANAGED},
    {"sort /srv/app.jsx:2:15", FR_CLASS_MANAGED},
    {"sort (app.cjs)", FR_CLASS_MANAGED},
    {"handle index.php:7", FR_CLASS_MANAGED},
    {"std::__merge_sort_with_buffer<int*>", FR_CLASS_CPP},
    {"v8::internal::(anonymous namespace)::Invoke", FR_CLASS_CPP},
    {"(anonymous namespace)", FR_CLASS_CPP},
    {"foo(std::string const&)", FR_CLASS_CPP},
    {"List::operator/(double)", FR_CLASS_CPP},
    {"a::b(java.util.Map)", FR_CLASS_CPP},
    {"_ZN3foo3barEv", FR_CLASS_CPP},
    {"core::ops::function::FnOnce::call_once", FR_CLASS_CPP}, /* Rust: "::" is all we see */
    {"[unknown]", FR_CLASS_UNKNOWN},
    {"[libc.so.6]", FR_CLASS_UNKNOWN},
    {"[libfoo.so+0x1234]", FR_CLASS_UNKNOWN},
    {"[[vdso]]", FR_CLASS_UNKNOWN},
    {"[no stack]", FR_CLASS_UNKNOWN},
    {"[a] b [c]", FR_CLASS_NATIVE},
    {"(idle)", FR_CLASS_IDLE},
    {"(program)", FR_CLASS_RUNTIME},
    {"(garbage collector)", FR_CLASS_RUNTIME},
    {"(idle) sort", FR_CLASS_NATIVE},
    {"[", FR_CLASS_NATIVE},
    {"[[x]", FR_CLASS_NATIVE},
    {"0x7f3a12b0", FR_CLASS_UNKNOWN},
    {"0xDEADBEEF", FR_CLASS_UNKNOWN},
    {"0x", FR_CLASS_NATIVE},
    {"0x12g", FR_CLASS_NATIVE},
    {"JS:^sort w1.js:4:5", FR_CLASS_MANAGED},
    {"LazyCompile:*next /srv/a.js:1:2", FR_CLASS_MANAGED},
    {"Function:~run", FR_CLASS_MANAGED},
    {"Builtins_ArrayMap", FR_CLASS_MANAGED},
    {"handle /srv/server.js:12:3", FR_CLASS_MANAGED},
    {"load (file:///srv/a.mjs:1:1)", FR_CLASS_MANAGED},
    {"py::fib:/srv/fib.py", FR_CLASS_MANAGED},
    {"fib (fib.py)", FR_CLASS_MANAGED},
    {"fib (fib.py:12)", FR_CLASS_MANAGED},
    {"<module> app.py", FR_CLASS_MANAGED},
    {"block in run (/srv/a.rb:3)", FR_CLASS_MANAGED},
    {"Ljava/lang/Thread;::run", FR_CLASS_MANAGED},
    {"Ljava/lang/Thread:::run", FR_CLASS_MANAGED},
    {"LSimpleTemplateScript3;::run", FR_CLASS_MANAGED},
    {"java/lang/Thread.run", FR_CLASS_MANAGED},
    {"java/util/stream/ReferencePipeline$3$1.accept", FR_CLASS_MANAGED},
    {"com/example/App$$Lambda/0x00007f0c.run", FR_CLASS_MANAGED},
    {"java.lang.Thread.run", FR_CLASS_MANAGED},
    {"java.lang.Thread.run()", FR_CLASS_MANAGED},
    {"int Work.fib(int)", FR_CLASS_MANAGED},
    {"byte[] java.util.Arrays.copyOfRange(byte[], int, int)", FR_CLASS_MANAGED},
    {"void merge<int>(int*) [clone .isra.0]", FR_CLASS_NATIVE},
    {"opt cgu.2", FR_CLASS_NATIVE},
    {"cfree@GLIBC_2.2.5", FR_CLASS_NATIVE},
    {"_GLOBAL__sub_I_MachineOutliner.cpp", FR_CLASS_NATIVE},
    {"void org.example.Server.handle(org.example.Request)", FR_CLASS_MANAGED},
    {"void [System.Linq] System.Linq.Enumerable::ToArray(int)[OptimizedTier1]", FR_CLASS_MANAGED},
};

static void class_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++) {
        fr_class is = fr_class_of(fr_bytes_of(by_name[i].name), FR_KIND_USER, false);
        if (is != by_name[i].is)
            fail_msg("'%s' is %s, not %s", by_name[i].name, fr_class_title(is),
                     fr_class_title(by_name[i].is));
    }
}

static void class_by_kind(void **state)
{
    static const struct {
        fr_kind kind;
        fr_class is;
    } rows[] = {
        {FR_KIND_KERNEL, FR_CLASS_KERNEL},   {FR_KIND_JIT, FR_CLASS_MANAGED},
        {FR_KIND_INLINED, FR_CLASS_INLINED}, {FR_KIND_INTERPRETED, FR_CLASS_MANAGED},
        {FR_KIND_PROCESS, FR_CLASS_PROCESS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(fr_class_of(FR_LITERAL("std::sort"), rows[i].kind, false), rows[i].is);
        assert_int_equal(fr_class_of(FR_LITERAL("[unknown]"), rows[i].kind, false), rows[i].is);
    }
    assert_int_equal(fr_class_of(FR_LITERAL(""), FR_KIND_USER, true), FR_CLASS_ROOT);
}

static void titles(void **state)
{
    (void)state;
    assert_string_equal(fr_class_title(FR_CLASS_NATIVE), "native");
    assert_string_equal(fr_class_title(FR_CLASS_CPP), "C++");
    assert_string_equal(fr_class_title(FR_CLASS_KERNEL), "kernel");
    assert_string_equal(fr_class_title(FR_CLASS_MANAGED), "managed / JIT");
    assert_string_equal(fr_class_title(FR_CLASS_INLINED), "inlined");
    assert_string_equal(fr_class_title(FR_CLASS_PROCESS), "process");
    assert_string_equal(fr_class_title(FR_CLASS_UNKNOWN), "unknown");
    assert_string_equal(fr_class_title(FR_CLASS_IDLE), "idle");
    assert_string_equal(fr_class_title(FR_CLASS_RUNTIME), "runtime");
}

/* ---------------------------------------------------------------- steps */

static void steps_are_even(void **state)
{
    static const char *const heads[] = {"function_", "std::vector<T", "f"};
    (void)state;
    for (size_t p = 0; p < sizeof heads / sizeof *heads; p++) {
        int used[FR_STEPS] = {0};
        for (int i = 0; i < 10000; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s%d", heads[p], i);
            used[fr_name_step(fr_bytes_of(name))]++;
        }
        for (int s = 0; s < FR_STEPS; s++) /* 1250 each; five standard deviations are 165 */
            assert_in_range(used[s], 1085, 1415);
    }
}

/* Frozen: a function keeps its colour from version to version. */
static void steps_are_frozen(void **state)
{
    static const struct {
        const char *name;
        uint32_t step;
    } rows[] = {
        {"main", 5}, {"malloc", 1}, {"std::sort", 3}, {"do_syscall_64", 3}, {"", 6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(fr_name_step(fr_bytes_of(rows[i].name)), rows[i].step);
}

/* ---------------------------------------------------------------- colours */

static fr_theme *theme_of(const char *name)
{
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(name, &err);
    if (!theme)
        fail_msg("%s", err.text);
    return theme;
}

static void every_ink_reads(void **state)
{
    const char *name;
    (void)state;
    for (size_t i = 0; (name = fr_theme_name_at(i)); i++) {
        fr_theme *theme = theme_of(name);
        fr_theme_tokens t = fr_theme_tokens_of(theme);
        for (int s = 0; s < 2; s++) {
            assert_true(fr_contrast(t.ink[s], t.ground[s]) >= 4.5);
            assert_true(fr_contrast(t.muted[s], t.ground[s]) >= 4.5);
        }
        for (uint32_t k = 0; k < FR_N_CLASSES * FR_STEPS; k++) {
            fr_theme_fill fill = fr_theme_fill_of(theme, k / FR_STEPS, k % FR_STEPS);
            assert_true(fr_contrast(fill.light, fill.ink_light) >= 4.5);
            assert_true(fr_contrast(fill.dark, fill.ink_dark) >= 4.5);
        }
        fr_theme_free(theme);
    }
}

/* Every step of a differential reads, gets no lighter (light) or darker (dark) on the way, and is told
 * from what did not change. */
static void ramps_of_a_differential(void **state)
{
    fr_theme *theme = theme_of(NULL);
    fr_theme_fill unchanged = fr_theme_unchanged(theme);
    (void)state;
    assert_int_equal(unchanged.light, 0xeceded);
    assert_int_equal(unchanged.dark, 0x33363d);
    assert_int_equal(fr_theme_grew_of(theme, 15).light, 0xed6960);
    assert_int_equal(fr_theme_shrank_of(theme, 15).light, 0x64a3f7);
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t step = 0; step < FR_RAMP_STEPS; step++) {
            fr_theme_fill f =
                side ? fr_theme_grew_of(theme, step) : fr_theme_shrank_of(theme, step);
            assert_true(fr_contrast(f.light, f.ink_light) >= 4.5);
            assert_true(fr_contrast(f.dark, f.ink_dark) >= 4.5);
            assert_int_not_equal(f.light, unchanged.light);
            assert_int_not_equal(f.dark, unchanged.dark);
            /* text over dots and hatching stands on a mixture of fill and ground */
            assert_true(fr_contrast(0xffffff, f.ink_light) >= 4.5);
            assert_true(fr_contrast(0x15171c, f.ink_dark) >= 4.5);
        }
    fr_theme_free(theme);
}

/* The look's own inks suffice everywhere in the default. */
static void inks_are_the_themes(void **state)
{
    fr_theme *theme = theme_of(NULL);
    (void)state;
    for (uint32_t k = 0; k < FR_N_CLASSES * FR_STEPS; k++) {
        fr_theme_fill fill = fr_theme_fill_of(theme, k / FR_STEPS, k % FR_STEPS);
        assert_int_equal(fill.ink_light, 0x1c1d21);
        assert_int_equal(fill.ink_dark, 0xf4f4f6);
    }
    fr_theme_free(theme);
}

/* Frozen: the same colours whatever the compiler and the C library. */
static void fills_are_frozen(void **state)
{
    static const struct {
        fr_class is;
        uint32_t step, light, dark;
    } rows[] = {
        {FR_CLASS_NATIVE, 0, 0xe29291, 0x8a3a3d},  {FR_CLASS_NATIVE, 7, 0xda8e7a, 0x843824},
        {FR_CLASS_KERNEL, 4, 0xf6a060, 0x663200},  {FR_CLASS_CPP, 3, 0xf1d978, 0x7c6900},
        {FR_CLASS_MANAGED, 5, 0x89ce91, 0x437049}, {FR_CLASS_INLINED, 2, 0x79e5eb, 0x00787d},
        {FR_CLASS_IDLE, 0, 0xabb0b7, 0x232527},    {FR_CLASS_RUNTIME, 1, 0xb3a5d5, 0x463a5f},
        {FR_CLASS_ROOT, 6, 0xeceef2, 0x2d323b},
    };
    fr_theme *theme = theme_of("flame");
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fr_theme_fill fill = fr_theme_fill_of(theme, rows[i].is, rows[i].step);
        assert_int_equal(fill.light, rows[i].light);
        assert_int_equal(fill.dark, rows[i].dark);
    }
    fr_theme_free(theme);
}

typedef struct lab {
    double l, a, b;
} lab;

static double root(double x, int n)
{
    double y = 1;
    for (int i = 0; i < 200; i++) {
        double power = 1;
        for (int k = 1; k < n; k++)
            power *= y;
        y = ((n - 1) * y + x / power) / n;
    }
    return y;
}

static double linear(uint32_t byte)
{
    double c = byte / 255.0, r;
    if (c <= 0.04045)
        return c / 12.92;
    r = root((c + 0.055) / 1.055, 5);
    r = r * r * r;
    return r * r * r * r;
}

/* sRGB to OKLab, the other way round than themes/colour.c. */
static lab lab_of(uint32_t rgb)
{
    double r = linear(rgb >> 16), g = linear(rgb >> 8 & 255), b = linear(rgb & 255);
    double l = root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 3);
    double m = root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 3);
    double s = root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 3);
    return (lab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static double squared_distance(uint32_t one, uint32_t two)
{
    lab p = lab_of(one), q = lab_of(two);
    return (p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b);
}

/* The nearest two fills of two classes, light and dark: 0.02 in OKLab is where one sees it. */
static void classes_differ(void **state)
{
    fr_theme *theme = theme_of("default");
    double least = 1;
    (void)state;
    for (uint32_t i = 0; i < FR_N_CLASSES * FR_STEPS; i++)
        for (uint32_t k = 0; k < i / FR_STEPS * FR_STEPS; k++) {
            fr_theme_fill p = fr_theme_fill_of(theme, i / FR_STEPS, i % FR_STEPS);
            fr_theme_fill q = fr_theme_fill_of(theme, k / FR_STEPS, k % FR_STEPS);
            double light = squared_distance(p.light, q.light);
            double dark = squared_distance(p.dark, q.dark);
            least = light < least ? light : least;
            least = dark < least ? dark : least;
        }
    assert_true(least >= 0.02 * 0.02);
    fr_theme_free(theme);
}

static void few_fills(void **state)
{
    fr_theme *theme = theme_of(NULL);
    uint32_t seen[FR_N_CLASSES * FR_STEPS], n = 0;
    (void)state;
    for (uint32_t i = 0; i < FR_N_CLASSES * FR_STEPS; i++) {
        uint32_t light = fr_theme_fill_of(theme, i / FR_STEPS, i % FR_STEPS).light, k = 0;
        while (k < n && seen[k] != light)
            k++;
        if (k == n)
            seen[n++] = light;
    }
    assert_int_equal(n, 7 * FR_STEPS + 2 + 2 + 2 + 1);
    fr_theme_free(theme);
}

/* ---------------------------------------------------------------- themes from files */

typedef struct written {
    char path[64];
    fr_theme *theme;
    fr_error err;
} written;

static written read_text(const char *text)
{
    written w = {.path = "/tmp/flamerender-theme-XXXXXX"};
    int fd = mkstemp(w.path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    w.theme = fr_theme_new(w.path, &w.err);
    unlink(w.path);
    return w;
}

static void file_over_default(void **state)
{
    written w =
        read_text("{\"light\": {\"ground\": \"#fafafa\"},"
                  " \"classes\": {\"native\": {\"light\": \"#102030\", \"dark\": \"#405060\"}}}");
    (void)state;
    assert_non_null(w.theme);
    assert_int_equal(fr_theme_tokens_of(w.theme).ground[0], 0xfafafa);
    assert_int_equal(fr_theme_tokens_of(w.theme).ground[1], 0x15171c);
    fr_theme_fill fill = fr_theme_fill_of(w.theme, FR_CLASS_NATIVE, 5);
    assert_int_equal(fill.light, 0x102030);
    assert_int_equal(fill.ink_light, 0xffffff);
    assert_int_equal(fill.dark, 0x405060);
    fr_theme_free(w.theme);
}

static void bad_files(void **state)
{
    static const struct {
        const char *json, *says;
        uint64_t line;
    } rows[] = {
        {"{\n\"light\":\n{,}}", "bad JSON", 3},
        {"", "bad JSON", 1},
        {"[]", "expected a JSON object", 0},
        {"{\"lihgt\": {}}",
         "theme: $.lihgt: unknown key, expected font, scheme, light, dark, classes, heat or diff",
         0},
        {"{\"light\": {\"ground\": \"white\"}}",
         "theme: $.light.ground: expected a colour like #a0b1c2, found \"white\"", 0},
        {"{\"light\": {\"ground\": 7}}",
         "theme: $.light.ground: expected a colour like #a0b1c2, found 7", 0},
        {"{\"light\": []}", "$.light: expected an object, found []", 0},
        {"{\"font\": \"a;}b\"}",
         "$.font: expected a list of font families in ASCII, found \"a;}b\"", 0},
        {"{\"font\": \"a\\u0001\"}", "$.font: expected a list of font families", 0},
        {"{\"font\": \"a\\\"b\"}", "$.font: expected a list of font families, each quote", 0},
        {"{\"font\": \"'a, \\\"b\\\"\"}", "each quote of which is closed by another", 0},
        {"{\"classes\": {\"java\": {}}}", "$.classes.java: unknown key, expected native", 0},
        {"{\"classes\": {\"cpp\": {}}}",
         "$.classes.cpp.hue: expected a number from 0 to 360, found nothing", 0},
        {"{\"classes\": {\"cpp\": 3}}", "$.classes.cpp: expected an object, found 3", 0},
        {"{\"classes\": {\"cpp\": {\"hue\": 400, \"span\": 1, \"hues\": 1}}}",
         "$.classes.cpp.hue: expected a number from 0 to 360, found 400", 0},
        {"{\"classes\": {\"cpp\": {\"hue\": 40, \"span\": 1, \"hues\": 1, \"light\": "
         "{\"lightness\": 1, \"apart\": 2}}}}",
         "$.classes.cpp.light.apart: expected a number from 0 to 1, found 2", 0},
        {"{\"scheme\": \"night\"}",
         "$.scheme: expected \"auto\", \"light\" or \"dark\", found \"night\"", 0},
        {"{\"heat\": {\"dark\": {\"zero\": \"#000000\", \"outside\": \"#000000\", \"lightness\": "
         "[0, \"x\"]}}}",
         "$.heat.dark.lightness[1]: expected a number from 0 to 1, found \"x\"", 0},
        {"{\"font\": \"a\", \"font\": \"b\"}", "bad JSON", 1},
        {"{\"diff\": {\"grew\": {}}}", "$.diff.grew: unknown key, expected light or dark", 0},
        {"{\"diff\": {\"light\": {\"unchanged\": \"#eceded\"}}}",
         "$.diff.light.grew: expected an object, found nothing", 0},
        {"{\"diff\": {\"dark\": {\"unchanged\": 1}}}",
         "$.diff.dark.unchanged: expected a colour like #a0b1c2, found 1", 0},
        {"{\"diff\": {\"dark\": {\"unchanged\": \"#eceded\", \"grew\": {\"lightness\": [1], "
         "\"chroma\": [0, 0], \"hue\": 1}}}}",
         "$.diff.dark.grew.lightness: expected a list of 2 numbers from 0 to 1, found [1]", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        written w = read_text(rows[i].json);
        assert_null(w.theme);
        assert_int_equal(w.err.code, FR_E_FORMAT);
        assert_string_equal(w.err.source, w.path);
        assert_int_equal(w.err.line, rows[i].line);
        if (!strstr(w.err.text, rows[i].says))
            fail_msg("'%s' does not say '%s'", w.err.text, rows[i].says);
    }
}

static void names(void **state)
{
    fr_error err = {0};
    (void)state;
    static const char *const known[] = {"auto",          "classic", "dark", "flame",
                                        "high-contrast", "light",   "print"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(fr_theme_name_at(i), known[i]);
    assert_null(fr_theme_name_at(7));
    assert_null(fr_theme_new("flam", &err));
    assert_int_equal(err.code, FR_E_USAGE);
    assert_string_equal(err.text, "unknown theme 'flam': expected default, auto, classic, dark, "
                                  "flame, high-contrast, light, print");
    err = (fr_error){0};
    assert_null(fr_theme_new("./no-such-file.json", &err));
    assert_int_equal(err.code, FR_E_IO);
    assert_null(fr_theme_new("nope", NULL));
    fr_theme_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(class_by_name),
        cmocka_unit_test(class_by_kind),
        cmocka_unit_test(titles),
        cmocka_unit_test(steps_are_even),
        cmocka_unit_test(steps_are_frozen),
        cmocka_unit_test(every_ink_reads),
        cmocka_unit_test(ramps_of_a_differential),
        cmocka_unit_test(inks_are_the_themes),
        cmocka_unit_test(classes_differ),
        cmocka_unit_test(fills_are_frozen),
        cmocka_unit_test(few_fills),
        cmocka_unit_test(file_over_default),
        cmocka_unit_test(bad_files),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
