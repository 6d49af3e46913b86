/*
 * test_perf_compat.c - names as stackcollapse-perf.pl has them: a line in, its frames out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "flamerender.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define NAMES_ROOM   1000

static fr_read_options compat_options(void)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.input_format = "perf-script";
    opt.perf.compat = FR_COMPAT_STACKCOLLAPSE;
    return opt;
}

/* The input as folded text, or its error. */
static void fold(const fr_read_options *opt, const char *text, char to[NAMES_ROOM])
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(opt, &err);
    fr_output *out = fr_output_memory();
    fr_profile *profile = NULL;
    size_t len;

    assert_non_null(out);
    if (fr_reader_add_memory(reader, "in", text, strlen(text), &err))
        profile = fr_reader_finish(reader, &err);
    else
        fr_reader_free(reader);
    if (profile) {
        fr_profile_write(profile, "folded", out);
        snprintf(to, NAMES_ROOM, "%s", fr_output_bytes(out, &len));
    } else {
        snprintf(to, NAMES_ROOM, "error: %s", err.text);
    }
    fr_profile_free(profile);
    fr_output_free(out);
}

static void check(const fr_read_options *opt, const char *text, const char *want)
{
    char got[NAMES_ROOM];

    fold(opt, text, got);
    if (strcmp(got, want) != 0)
        fail_msg("%s\n-- got\n%s-- want\n%s", text, got, want);
}

/* A frame line below "app 1/2 1.0: 1 cycles:", and what stands between "app;" and ";leaf 1". */
static const struct {
    const char *line, *names;
} lines[] = {
    {"7f01 main (/a)", "main"},
    {"7f01 main+0x1f (/a)", "main"},
    {"7f01 std::f(int) (/a)", "std::f"},
    {"7f01 std::function<void (int)>::operator()(int) (/a)", "std::function<void "},
    {"7f01 (anonymous namespace)::f(int) (/a)", ""}, /* starts with '(': dropped */
    {"7f01 a::(anonymous namespace)::f(int) (/a)", "a::(anonymous namespace)::f"},
    {"7f01 net/http.(*Client).Do (/a)", "net/http.(*Client).Do"},
    {"7f01 a\"b'c (/a)", "abc"},
    {"7f01 a;b (/a)", "a:b"},
    {"7f01 [unknown] (/usr/lib/libfoo.so)", "[libfoo.so]"},
    {"7f01 [unknown] ([vdso])", "[[vdso]]"},
    {"7f01 [unknown] ([unknown])", "[unknown]"},
    {"7f01 a->b->c (/tmp/perf-1.map)", "a;b_[i];c_[i]"},
    {"7f01 operator->(x) (/a)", "operator;_[i]"},
    {"7f01 a->b_[i] (/a)", "a;b_[i]"},
    {"7f01 Lfoo/Bar;::f (/tmp/perf-1.map)", "Lfoo/Bar:::f"},
    {"7f01 f (/usr/bin/a b)", "f"},
    {"7f01 foo (inlined)", "foo"},
    {"7f01 (java) (/a)", ""},
    {"7f01 nomodule", ""},
};

static void test_names(void **state)
{
    fr_read_options opt = compat_options();

    (void)state;
    for (size_t i = 0; i < COUNT(lines); i++) {
        char text[300], want[300];
        snprintf(text, sizeof text, "app 1/2 1.0: 1 cycles:\n\t7f00 leaf (/a)\n\t%s\n\n",
                 lines[i].line);
        snprintf(want, sizeof want, "app;%s%sleaf 1\n", lines[i].names,
                 lines[i].names[0] ? ";" : "");
        check(&opt, text, want);
    }
}

#define MIXED                                                                                      \
    "my app 7/8 1.0: 1 cycles:\n\t7f01 a (/lib/vmlinux)\n\t7f02 b ([kernel.kallsyms])\n"           \
    "\t7f03 c (/lib/vmlinux-6.1)\n\t7f04 d ([unknown])\n\t7f05 e (/tmp/perf-12.map)\n"             \
    "\t7f06 f (/tmp/jitted-1-2.so)\n\t7f07 g (inlined)\n\t7f08 [unknown] (/x.so)\n"

static void test_options(void **state)
{
    fr_read_options opt = compat_options();

    (void)state;
    check(&opt, MIXED, "my_app;[x.so];g;f;e;d;c;b;a 1\n");
    opt.perf.annotate_kernel = true;
    opt.perf.root = FR_ROOT_COMM_PID;
    check(&opt, MIXED, "my_app-7;[x.so];g;f;e;d;c;b_[k];a_[k] 1\n");
    opt.perf.annotate_all = true;
    opt.perf.root = FR_ROOT_COMM_TID;
    opt.perf.addresses = true;
    check(&opt, MIXED, "my_app-7/8;[x.so <7f08>];g;f;e_[j];d;c;b_[k];a_[k] 1\n");
}

/* Without compat the kinds are those that every picture shows. */
static void test_kinds_as_known(void **state)
{
    fr_read_options opt = compat_options();

    (void)state;
    opt.perf.compat = FR_COMPAT_NONE;
    opt.perf.annotate_kernel = true;
    check(&opt, MIXED, "my app;[x.so];g;f;e;d;c_[k];b_[k];a_[k] 1\n");
    opt.perf.annotate_kernel = false;
    opt.perf.annotate_jit = true;
    check(&opt, MIXED, "my app;[x.so];g;f_[j];e_[j];d;c;b;a 1\n");
    opt.perf.annotate_all = true;
    check(&opt, MIXED, "my app;[x.so];g_[i];f_[j];e_[j];d;c_[k];b_[k];a_[k] 1\n");
}

/* Each sample counts its period, or 1; without frames it is its comm; java loses an L. */
static void test_values(void **state)
{
    fr_read_options opt = compat_options();

    (void)state;
    check(&opt,
          "java 7/8 1.0: 50 cycles:\n\t7f01 Lfoo/Bar;::f (/tmp/perf-1.map)\n\n"
          "java 7/8 1.1: 50 cycles:\n\t7f01 LBar;::f (/tmp/perf-1.map)\n\n"
          "java 7/8 1.2: cycles:\n\t7f01 LBar;::f (/tmp/perf-1.map)\n\n"
          "java 7/8 1.3: 7 cycles:\n\n",
          "java 7\njava;LBar:::f 51\njava;foo/Bar:::f 50\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_kinds_as_known),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
