/* test_diff_report.c - why it changed, and which gates that trips. */
#include "diff/diff.h"
#include "diff_fixture.h"

#define OTHERS                                                                                     \
    "m;f0 900\nm;f1 950\nm;f2 1000\nm;f3 1050\nm;f4 1100\nm;f5 1150\nm;f6 1200\nm;f7 1250\n"       \
    "m;f8 1300\nm;f9 1350\nm;g0 800\nm;g1 850\n"

static char *headline(const fr_diff *d)
{
    fr_output *out = fr_output_memory();
    size_t len;

    assert_non_null(out);
    fr_put_headline(out, d);
    char *text = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    return text;
}

/* The function that the first line must name. */
static void names_the_function(void **state)
{
    static const struct {
        const char *base, *new_, *want;
    } cases[] = {
        /* a slower loop: not its callers */
        {OTHERS "m;run;parse 2000\n", OTHERS "m;run;parse 3000\n", "parse takes 1.5x as long: "},
        /* a slower callee: not the caller, which has a little of its own */
        {OTHERS "m;run;parse;lex 2000\nm;run;parse 500\n",
         OTHERS "m;run;parse;lex 3000\nm;run;parse 520\n", "lex takes 1.5x as long: "},
        /* both by much: the caller */
        {OTHERS "m;run;parse;lex 2000\nm;run;parse 2000\n",
         OTHERS "m;run;parse;lex 2500\nm;run;parse 3000\n", "parse takes 1.4x as long: "},
        /* called from everywhere: not one of the callers */
        {OTHERS "m;a;copy 500\nm;b;copy 500\nm;c;copy 500\n",
         OTHERS "m;a;copy 800\nm;b;copy 800\nm;c;copy 800\n", "copy takes 1.6x as long: "},
        /* gone with all it called */
        {OTHERS "m;check;walk;see 1500\nm;check;walk 100\n", OTHERS, "check is gone: 11.0"},
        /* new with all it calls */
        {OTHERS, OTHERS "m;check;walk;see 1500\nm;check;walk 100\n", "check is new: 0"},
        /* the larger of what grew and what shrank */
        {OTHERS "m;a 2000\nm;b 2000\n", OTHERS "m;a 2300\nm;b 1000\n", "b takes 0.50x as long: "},
        /* nothing */
        {OTHERS "m;a 2000\n", OTHERS "m;a 2010\n", "no function changed beyond"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_diff *d = diff_of(cases[i].base, cases[i].new_, NULL);
        char *text = headline(d);
        const char *verdict = strstr(text, cases[i].want);
        if (!verdict || (verdict > text && verdict[-1] != ' '))
            fail_msg("'%s' does not say '%s'", text, cases[i].want);
        assert_true(strstr(text, "beyond what runs of one program usually differ by") ||
                    strstr(text, "no function changed beyond sampling noise"));
        free(text);
        fr_diff_free(d);
    }
}

/* A name of templates keeps what tells it apart; an event that is no clock makes nothing take long. */
static void long_names_and_things(void **state)
{
    static const char name[] =
        "std::vector<std::pair<int, int>, std::allocator<std::pair<int, int>>>::push_back";
    fr_output *base = fr_output_memory(), *new_ = fr_output_memory();
    size_t len;
    (void)state;
    fr_put_format(base, OTHERS "m;%s 1000\n", name);
    fr_put_format(new_, OTHERS "m;%s 2000\n", name);
    fr_diff *d = diff_of(fr_output_bytes(base, &len), fr_output_bytes(new_, &len), NULL);
    char *text = headline(d);
    assert_ptr_equal(
        strstr(text, "std::vector<std::pair<int, int>>::push_back takes 2.0x as long: "), text);
    free(text);
    free(d->event);
    d->event = strdup("goroutine");
    d->unit = "count";
    d->shown_unit = "goroutines";
    text = headline(d);
    assert_non_null(strstr(text, "push_back has 2.0x as much: "));
    assert_non_null(strstr(text, "% of goroutines, "));
    free(text);
    fr_output_free(base);
    fr_output_free(new_);
    fr_diff_free(d);
}

static void disjoint_frames(void **state)
{
    /* run holds two that grew alike, stop one that did most of it */
    fr_diff *d =
        diff_of(OTHERS "m;run;a 1000\nm;run;b 1000\nm;stop;c 500\nm;stop 100\nm;old;x 700\n",
                OTHERS "m;run;a 2000\nm;run;b 1800\nm;stop;c 1000\nm;stop 110\n"
                       "m;fresh;y;z 600\n",
                NULL);
    static const char *const want[] = {"run", "old", "fresh", "c"};
    uint32_t nodes[2 * FR_WHY_MOST];
    size_t n = fr_why_list(d, nodes);
    (void)state;
    assert_int_equal(n, COUNT(want));
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(fr_tree_name(d->tree, nodes[i]), want[i]);
        for (size_t j = 0; j < i; j++)
            assert_true(nodes[i] >= d->tree->end[nodes[j]] || nodes[j] >= d->tree->end[nodes[i]]);
    }
    fr_diff_free(d);
}

/* ---- gates ---- */

static fr_code test_gate(const fr_diff *d, const char *gate, bool accept)
{
    fr_error err = {0}, tripped = {0};
    fr_gate_options gates = {&gate, 1, accept, &tripped};
    fr_diff_report_options opt = {.n_rows = 1, .gates = &gates};
    fr_report *report = fr_report_diff(d, &opt, &err);

    if (report) /* whatever the gates say */
        assert_int_equal(fr_report_passed(report), tripped.code == FR_OK);
    assert_int_equal(report == NULL, err.code != FR_OK);
    fr_report_free(report);
    return err.code ? err.code : tripped.code;
}

static void gates(void **state)
{
    static const struct {
        const char *gate;
        fr_code want;
    } cases[] = {
        {"total > 1pp", FR_E_GATE},
        {"total>1pp", FR_E_GATE},
        {" total > 1 pp ", FR_E_GATE},
        {"total > 99pp", FR_OK},
        {"total:^a$ > 99%", FR_E_GATE},
        {"total:^a$ > 101%", FR_OK},
        {"self:^run > 0pp", FR_OK},
        {"self:^a$ > 0pp", FR_E_GATE},
        {"total:^b$ > 0%", FR_OK},
        {"total:fresh > 1000000%", FR_E_GATE},
        {"total:fresh > 99pp", FR_OK},
        {"new-in-top:30", FR_E_GATE},
        {"new-in-top:1", FR_OK},
        {"whole > 0.5pp", FR_E_GATE},
        {"whole > 50pp", FR_OK},
        {"total:tiny > 0%", FR_OK},
        {"total", FR_E_USAGE},
        {"total > ", FR_E_USAGE},
        {"total > 5", FR_E_USAGE},
        {"total < 5pp", FR_E_USAGE},
        {"totals > 5pp", FR_E_USAGE},
        {"total: > 5pp", FR_E_USAGE},
        {"total:( > 5pp", FR_E_USAGE},
        {"whole:x > 5pp", FR_E_USAGE},
        {"total > -5pp", FR_E_USAGE},
        {"total > 1e3pp", FR_E_USAGE},
        {"new-in-top:0", FR_E_USAGE},
        {"new-in-top:x", FR_E_USAGE},
        {"", FR_E_USAGE},
        {"total:operator> > 99pp", FR_OK},
    };
    fr_diff *d = diff_of(OTHERS "m;run;a 1000\nm;run;b 1000\nm;tiny 3\n",
                         OTHERS "m;run;a 2000\nm;run;b 1010\nm;fresh 600\nm;tiny 6\n", NULL);
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (test_gate(d, cases[i].gate, true) != cases[i].want)
            fail_msg("'%s' gives %d", cases[i].gate, test_gate(d, cases[i].gate, true));
    fr_diff_free(d);
}

/* One run a side and no model: nobody knows. */
static void gate_declines(void **state)
{
    static const char *const base[] = {"m;a 1000\nm;b 1000\n", "m;a 1010\nm;b 990\n", NULL};
    static const char *const new_[] = {"m;a 3000\nm;b 1000\n", "m;a 2980\nm;b 1005\n", NULL};
    fr_error err = {0};
    fr_diff *one = diff_of(base[0], new_[0], NULL), *two = try_diff(base, new_, NULL, &err);
    (void)state;
    assert_non_null(two);
    assert_int_equal(test_gate(one, "total > 1pp", false), FR_E_USAGE);
    fr_gate_options gates = {(const char *[]){"total > 1pp"}, 1, false, NULL};
    fr_diff_report_options opt = {.n_rows = 1, .gates = &gates};
    fr_report *report = fr_report_diff(one, &opt, &err);
    assert_non_null(report);
    assert_false(fr_report_passed(report));
    fr_report_free(report);
    assert_int_equal(test_gate(one, "total > 1pp", true), FR_E_GATE);
    assert_int_equal(test_gate(two, "total > 1pp", false), FR_E_GATE);
    fr_diff_free(one);
    fr_diff_free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_the_function), cmocka_unit_test(long_names_and_things),
        cmocka_unit_test(disjoint_frames),    cmocka_unit_test(gates),
        cmocka_unit_test(gate_declines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
