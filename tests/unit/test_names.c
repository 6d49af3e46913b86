/* test_names.c - what differs from run to run in real names, and what must not be touched. */
#include "model/transform/names.h"
#include "unit.h"

typedef struct name_case {
    const char *name, *form, *rule; /* form NULL: untouched */
    bool outermost;
} name_case;

static void pair_forms(void **state)
{
    static const name_case cases[] = {
        {"com.example.App$$Lambda$14/0x0000000800066840.run", "com.example.App$$Lambda.run",
         "lambda number", false},
        {"App$$Lambda/0x00007f1c5c0a1000.apply", "App$$Lambda.apply", "lambda number", false},
        {"App$$Lambda$12/1234567.apply", "App$$Lambda.apply", "lambda number", false},
        {"java.lang.invoke.LambdaForm$MH/0x00007f1c5c0a1000.invoke",
         "java.lang.invoke.LambdaForm$MH.invoke", "lambda number", false},
        {"java.lang.invoke.LambdaForm$DMH003.invoke", "java.lang.invoke.LambdaForm$DMH.invoke",
         "lambda number", false},
        {"jdk.internal.reflect.GeneratedMethodAccessor120.invoke",
         "jdk.internal.reflect.GeneratedMethodAccessor.invoke", "accessor number", false},
        {"sun.reflect.GeneratedSerializationConstructorAccessor3.newInstance",
         "sun.reflect.GeneratedSerializationConstructorAccessor.newInstance", "accessor number",
         false},
        {"jdk.proxy2.$Proxy37.get", "$Proxy.get", "proxy number", false},
        {"core::fmt::write::h0123456789abcdef", "core::fmt::write", "Rust hash", false},
        {"parse.isra.0", "parse", "compiler suffix", false},
        {"parse.constprop.1.isra.0", "parse", "compiler suffix", false},
        {"parse.part.2", "parse", "compiler suffix", false},
        {"_ZN4main3run17E.llvm.1234567890", "_ZN4main3run17E", "compiler suffix", false},
        {"/build/glibc-LcI20x/glibc-2.31/elf/dl-fini.c", "glibc-2.31/elf/dl-fini.c", "build path",
         false},
        {"fib /build/k3j2/app.js:3", "fib app.js:3", "build path", false},
        {"/tmp/go-build123456/b001/exe/main", "exe/main", "build path", false},
        {"0x00007f1c5c0a1000", "0x", "address", false},
        {"closure@0x55d0c8", "closure@0x", "address", false},
        {"7f1c5c0a1000", "0x", "address", false},
        {"java-9006", "java", "process id", true},
        {"java-9006/9007", "java", "process id", true},
        {"worker-12", NULL, NULL, false}, /* within a stack it is a name like others */
        {"main", NULL, NULL, false},
        {"operator()", NULL, NULL, false},
        {"core::fmt::write::helper", NULL, NULL, false},
        {"hash::h0123", NULL, NULL, false},
        {"deadbeef", NULL, NULL, false}, /* a word */
        {"parse.part.2nd", NULL, NULL, false},
        {"foo.cold", NULL, NULL, false}, /* a part of its own, in every build */
        {"/usr/build/x/y.c", NULL, NULL, false},
        {"f<0x10>", NULL, NULL, false}, /* a template's argument */
        {"", NULL, NULL, false},
    };
    fr_error err = {0};
    fr_name_rules *rules = fr_name_rules_new(&err);
    (void)state;
    assert_non_null(rules);
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_arena arena = {0};
        fr_name_form form;
        bool changed =
            fr_name_pair_form(rules, fr_bytes_of(cases[i].name), cases[i].outermost, &arena, &form);
        if (changed != (cases[i].form != NULL))
            fail_msg("'%s' became '%s'", cases[i].name, changed ? form.text.at : cases[i].name);
        if (changed) {
            assert_string_equal(form.text.at, cases[i].form);
            assert_string_equal(form.rule, cases[i].rule);
        }
        fr_arena_reset(&arena);
    }
    fr_name_rules_free(rules);
}

static void same_forms(void **state)
{
    static const struct {
        name_case is;
        bool process;
    } cases[] = {
        {{"[perf-9006.map]", "[perf-PID.map]", "process id", false}, false},
        {{"/tmp/perf-9006.map", "/tmp/perf-PID.map", "process id", false}, false},
        {{"LazyCompile:*fib /srv/app.js:3:13", "LazyCompile:fib /srv/app.js:3:13", "JIT tier",
          false},
         false},
        {{"JS:^sort /srv/app.js:9:1", "JS:sort /srv/app.js:9:1", "JIT tier", false}, false},
        {{"Function:~main", "Function:main", "JIT tier", false}, false},
        {{"java-9006", "java", "process id", false}, true},
        {{"java-9006/9007", "java", "process id", false}, true},
        {{"worker-12", NULL, NULL, false}, false},
        {{"LazyCompile:~ /srv/app.js:1:1", NULL, NULL, false}, false}, /* no name after the mark */
        {{"std::operator*", NULL, NULL, false}, false},
        {{"Foo::~Foo", NULL, NULL, false}, false},
    };
    fr_error err = {0};
    fr_name_rules *rules = fr_name_rules_new(&err);
    (void)state;
    assert_non_null(rules);
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_arena arena = {0};
        fr_name_form form;
        bool changed = fr_name_same_form(rules, fr_bytes_of(cases[i].is.name), cases[i].process,
                                         &arena, &form);
        if (changed != (cases[i].is.form != NULL))
            fail_msg("'%s'", cases[i].is.name);
        if (changed) {
            assert_string_equal(form.text.at, cases[i].is.form);
            assert_string_equal(form.rule, cases[i].is.rule);
        }
        fr_arena_reset(&arena);
    }
    fr_name_rules_free(rules);
}

static void renames(void **state)
{
    static const struct {
        const char *rule, *name, *want;
    } cases[] = {
        {"s/old/new/", "old_old", "new_old"},
        {"s/old/new/g", "old_old", "new_new"},
        {"s|/a/|/b/|", "/a/x", "/b/x"},
        {"s/^v(\\d+)::/v::/", "v12::f", "v::f"},
        {"s/(a)(b)/$2\\1/", "ab", "ba"},
        {"s/x/$y/", "x", "$y"},
        {"s/x//", "xa", "a"},
        {"s/no/yes/", "main", NULL},
    };
    fr_error err = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_arena arena = {0};
        fr_bytes to;
        fr_renames *r = fr_renames_new(&cases[i].rule, 1, &err);
        assert_non_null(r);
        bool changed = fr_renames_apply(r, fr_bytes_of(cases[i].name), &arena, &to, &err);
        assert_int_equal(changed, cases[i].want != NULL);
        if (changed)
            assert_string_equal(to.at, cases[i].want);
        fr_renames_free(r);
        fr_arena_reset(&arena);
    }
    assert_int_equal(err.code, FR_OK);
}

static void bad_renames(void **state)
{
    static const char *const cases[] = {"",      "s",      "s//x/",   "s/a",
                                        "s/a/b", "s/(/x/", "s/a/b/x", "y/a/b/"};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_error err = {0};
        assert_null(fr_renames_new(&cases[i], 1, &err));
        assert_int_equal(err.code, FR_E_USAGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pair_forms),
        cmocka_unit_test(same_forms),
        cmocka_unit_test(renames),
        cmocka_unit_test(bad_renames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
