/*
 * One run a side: what runs of one program usually differ by, and what lies between that and sampling noise.
 */
#include "diff/diff.h"
#include "diff_fixture.h"

static void names_tell(void **state)
{
    static const struct {
        const char *name, *file;
        fr_kind kind;
        fr_unsteady want;
    } cases[] = {
        {"parse", "", FR_KIND_USER, FR_STEADY},
        {"parse", "/srv/parse.c", FR_KIND_USER, FR_STEADY},
        {"parse", "", FR_KIND_JIT, FR_UNSTEADY_COMPILED},
        {"parse", "", FR_KIND_OFF_CPU, FR_UNSTEADY_WAITS},
        {"parse", "/srv/parse.js", FR_KIND_USER, FR_UNSTEADY_COMPILED},
        {"words (/srv/app.js:2:15)", "", FR_KIND_USER, FR_UNSTEADY_COMPILED},
        {"JS:words", "", FR_KIND_USER, FR_UNSTEADY_COMPILED},
        {"[perf-1.map]", "", FR_KIND_USER, FR_UNSTEADY_COMPILED},
        {"run (/srv/app.py:2)", "", FR_KIND_INTERPRETED, FR_STEADY},
        {"do_syscall_64", "", FR_KIND_KERNEL, FR_UNSTEADY_WAITS},
        {"__x64_sys_futex", "", FR_KIND_KERNEL, FR_UNSTEADY_WAITS},
        {"asm_sysvec_apic_timer_interrupt", "", FR_KIND_KERNEL, FR_UNSTEADY_WAITS},
        {"asm_exc_page_fault", "", FR_KIND_KERNEL, FR_STEADY},
        {"clear_page_erms", "", FR_KIND_KERNEL, FR_STEADY},
        {"finish_task_switch.isra.0", "", FR_KIND_USER, FR_UNSTEADY_WAITS},
        {"__lll_lock_wait", "", FR_KIND_USER, FR_UNSTEADY_WAITS},
        {"schedule_timeout", "", FR_KIND_USER, FR_UNSTEADY_WAITS},
        {"schedule_jobs", "", FR_KIND_USER, FR_STEADY},
        {"irq_count_rows", "", FR_KIND_USER, FR_STEADY},
        {"mutex_bench", "", FR_KIND_USER, FR_STEADY},
        {"tick_game", "", FR_KIND_USER, FR_STEADY},
        {"futexpool", "", FR_KIND_USER, FR_STEADY},
        {"futex", "", FR_KIND_INLINED, FR_STEADY},
        {"", "", FR_KIND_USER, FR_STEADY},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_unsteady got =
            fr_unsteady_of(fr_bytes_of(cases[i].name), fr_bytes_of(cases[i].file), cases[i].kind);
        if (got != cases[i].want)
            fail_msg("'%s' in '%s' is %d", cases[i].name, cases[i].file, (int)got);
    }
}

static void ratio_grows_with_samples(void **state)
{
    (void)state;
    assert_near(fr_usual_ratio(0, false), 2.5, 0);
    assert_near(fr_usual_ratio(10000, false), 3.5, 0);
    assert_near(fr_usual_ratio(10000, true), 12.5, 0);
}

static char *headline_of(const fr_diff *d)
{
    fr_output *out = fr_output_memory();
    size_t len;

    fr_put_headline(out, d);
    char *copy = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    return copy;
}

#define OTHERS                                                                                     \
    "m;o1 500\nm;o2 500\nm;o3 500\nm;o4 500\nm;o5 500\nm;o6 500\nm;o7 500\nm;o8 500\nm;o9 "        \
    "500\nm;o 500\n"

/* Each pair by three tests: what it says of `foo` with sampling alone is a change. */
static void three_answers(void **state)
{
    static const struct {
        const char *base, *new_;
        const char *function;
        fr_verdict want;
        const char *says;
    } cases[] = {
        {OTHERS "m;foo 100\n", OTHERS "m;foo 300\n", "foo", FR_VERDICT_GREW,
         "foo takes 2.9x as long: 2.0 \xe2\x86\x92 5.7\xe2\x80\xaf% of samples, sure beyond what "
         "runs of one "
         "program usually differ by"},
        {OTHERS "m;foo 100\n", OTHERS "m;foo 165\n", "foo", FR_VERDICT_MAYBE,
         "nothing is sure with one run a side; foo takes 1.6x as long, which runs of one program "
         "can show too: "
         "three runs a side would tell"},
        {OTHERS "m;JS:foo 100\n", OTHERS "m;JS:foo 300\n", "JS:foo", FR_VERDICT_MAYBE,
         "nothing is sure with one run a side; JS:foo takes 2.9x as long, which runs of "
         "JIT-compiled code can "
         "show too: three runs a side would tell"},
        {OTHERS "m;futex_wait 100\n", OTHERS "m;futex_wait 300\n", "futex_wait", FR_VERDICT_MAYBE,
         "nothing is sure with one run a side; futex_wait takes 2.9x as long, which runs of code "
         "that waits can "
         "show too: three runs a side would tell"},
        {OTHERS "m;foo 100\n", OTHERS "m;foo 105\n", "foo", FR_VERDICT_NOISE,
         "no function changed beyond sampling noise"},
    };
    fr_diff_options none = FR_DIFF_DEFAULTS;
    (void)state;
    none.sampling_only = true;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_diff *d = diff_of(cases[i].base, cases[i].new_, NULL);
        fr_diff *sampling = diff_of(cases[i].base, cases[i].new_, &none);
        char *says = headline_of(d);
        fr_verdict plain = cases[i].want == FR_VERDICT_NOISE ? FR_VERDICT_NOISE : FR_VERDICT_GREW;
        assert_string_equal(says, cases[i].says);
        assert_int_equal(function_of(d, cases[i].function)->total.verdict, cases[i].want);
        assert_int_equal(fr_diff_total(d, node_of(d, cases[i].function)).verdict, cases[i].want);
        assert_int_equal(function_of(sampling, cases[i].function)->total.verdict, plain);
        assert_int_equal(fr_diff_count_changed(d), cases[i].want == FR_VERDICT_GREW);
        assert_int_equal(fr_diff_count(d, FR_VERDICT_MAYBE), cases[i].want == FR_VERDICT_MAYBE);
        free(says);
        fr_diff_free(d);
        fr_diff_free(sampling);
    }
}

/* foo moves from one caller to another: its boxes change by far, the function does not. Its own code becomes a
 * callee's: its total does not change, and yet its own code did. */
static void boxes_are_no_surer_than_functions(void **state)
{
    fr_diff *d = diff_of("m;a;foo 2000\nm;b;foo 1000\nm;c 7000\n",
                         "m;a;foo 1000\nm;b;foo 2000\nm;c 7000\n", NULL);
    fr_diff *own = diff_of("m;foo 3000\nm;foo;bar 100\nm;c 7000\n",
                           "m;foo 100\nm;foo;bar 3000\nm;c 7000\n", NULL);
    uint32_t foo = node_of(d, "foo");
    (void)state;
    assert_int_equal(fr_diff_total(d, foo).verdict, FR_VERDICT_NOISE);
    assert_int_equal(fr_diff_total(d, node_of(d, "a")).verdict, FR_VERDICT_SHRANK);
    assert_int_equal(fr_diff_total(own, node_of(own, "foo")).verdict, FR_VERDICT_NOISE);
    assert_int_equal(fr_diff_self(own, node_of(own, "foo")).verdict, FR_VERDICT_SHRANK);
    fr_diff_free(d);
    fr_diff_free(own);
}

/* A gate that may judge sampling noise is not tripped by what only may have changed. */
static void gates_do_not_trip(void **state)
{
    const char *gate = "total > 1pp";
    fr_error err = {0}, tripped = {0};
    const fr_gate_options gates = {&gate, 1, true, &tripped};
    const fr_diff_report_options opt = {.gates = &gates};
    fr_diff *d = diff_of(OTHERS "m;JS:foo 100\n", OTHERS "m;JS:foo 300\n", NULL);
    fr_report *report = fr_report_diff(d, &opt, &err);
    (void)state;
    assert_non_null(report);
    assert_int_equal(tripped.code, FR_OK);
    fr_report_free(report);
    fr_diff_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_tell),        cmocka_unit_test(ratio_grows_with_samples),
        cmocka_unit_test(three_answers),     cmocka_unit_test(boxes_are_no_surer_than_functions),
        cmocka_unit_test(gates_do_not_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
