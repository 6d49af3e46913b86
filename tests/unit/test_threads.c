/*
 * test_threads.c - what is read on several threads is what one reads: every id, note and error, of
 * texts that are cut anywhere; and where texts may be cut.
 */
#include "unit.h"

#include <inttypes.h>
#include <pthread.h>

#include "formats/split.h"
#include "identical.h"
#include "perf_texts.h"
#include "rounds.h"
#include "ways.h"

static fr_profile *read_on(uint32_t threads, const fr_read_options *opt, const char *text,
                           size_t len, fr_error *err)
{
    fr_read_options threaded = *opt;

    threaded.threads = threads;
    *err = (fr_error){0};
    return try_read(text, len, &threaded, err);
}

static void assert_same_errors(const fr_error *a, const fr_error *b)
{
    assert_int_equal(a->code, b->code);
    assert_true(a->line == b->line && a->offset == b->offset);
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->text, b->text);
    assert_string_equal(a->hint, b->hint);
}

/* True if the text could be read. */
static bool check_threads(const fr_read_options *opt, const char *text, size_t len)
{
    static const uint32_t threads[] = {2, 3, 7};
    fr_error alone_err, err;
    fr_profile *alone = read_on(1, opt, text, len, &alone_err);
    bool read = alone != NULL;

    for (size_t i = 0; i < COUNT(threads); i++) {
        fr_profile *profile = read_on(threads[i], opt, text, len, &err);
        assert_same_errors(&alone_err, &err);
        assert_true(!alone == !profile);
        if (alone)
            assert_identical(alone, profile);
        fr_profile_free(profile);
    }
    fr_profile_free(alone);
    return read;
}

static fr_read_options random_options(uint64_t seed)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    random_source random = {seed};

    opt.input_format = "perf-script";
    opt.perf.root = (fr_root)random_below(&random, 4);
    opt.keep_samples = random_below(&random, 2);
    opt.perf.weight = (fr_weight)random_below(&random, 3);
    opt.strict = random_below(&random, 8) == 0;
    if (random_below(&random, 4) == 0)
        opt.perf.event = "cpu-clock:ppp,sched:sched_switch";
    if (random_below(&random, 8) == 0)
        opt.perf.compat = FR_COMPAT_STACKCOLLAPSE;
    if (random_below(&random, 6) == 0)
        opt.limits.stack_depth = random_below(&random, 12);
    if (random_below(&random, 6) == 0)
        opt.limits.nodes = random_below(&random, 5000);
    if (random_below(&random, 6) == 0)
        opt.limits.memory = 1 << 20;
    return opt;
}

static void random_texts(void **state)
{
    uint64_t n_read = 0, n = rounds(12, 60);

    (void)state;
    for (uint64_t seed = 0; seed < n; seed++) {
        text_buffer text = random_perf_text(seed, 1500);
        fr_read_options opt = random_options(seed);
        n_read += check_threads(&opt, text.at, text.len);
        free(text.at);
    }
    assert_true(n_read > n / 2);
}

/* ------------------------------------------------------------ what only one part knows */

/* A sample that is unlike the others, at the end of a text of many. */
static void check_late(const char *late, bool read)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    random_source random = {1};
    uint32_t path[PERF_PATH] = {0};
    text_buffer text = {0};

    while (text.len < 200000)
        text_put_sample(&text, &random, path, false);
    text_put(&text, "%s", late);
    while (text.len < 220000)
        text_put_sample(&text, &random, path, false);
    assert_int_equal(check_threads(&opt, text.at, text.len), read);
    opt.strict = true;
    check_threads(&opt, text.at, text.len);
    opt.perf.weight = FR_WEIGHT_PERIOD;
    check_threads(&opt, text.at, text.len);
    free(text.at);
}

static void late_surprises(void **state)
{
    static const char *const late[] = {
        "app 1 [001] 9.000001: cycles:u: \n\t 7f01 no_period (/a)\n\n",
        "app 1 [001] 9.000001: 5 cycles:u: \n\n",
        "app 1 [001] 9.000001: 5 new-event: \n\t 7f01 main (/a)\n\n",
        "app 1 [001] 9.000001: PERF_RECORD_LOST lost 55\n",
        "\t 7f01 orphan (/a)\n\n",
        "something else\n",
        "app 1 [001] 9.000001: 5 cycles:u: \n\t 7f01 \x01\xff (/a)\n\n",
        "\x01\xff 1 [001] 9.000001: 5 cycles:u: \n\t 7f01 main (/a)\n\n",
        "# cpus online : 4\n",
        /* the periods, which are too large together, are not wanted in the end */
        "app 1 [001] 9.000001: 9223372036854775807 cycles:u: \n\t 7f01 a (/a)\n\n"
        "app 1 [001] 9.000002: 9223372036854775807 cycles:u: \n\t 7f01 a (/a)\n\n"
        "app 1 [001] 9.000003: cycles:u: \n\t 7f01 a (/a)\n\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(late); i++)
        check_late(late[i], true);
    check_late("app 1 [001] 9.000001: 9223372036854775807 cycles:u: \n\t 7f01 a (/a)\n\n"
               "app 1 [001] 9.000002: 9223372036854775807 cycles:u: \n\t 7f01 a (/a)\n\n",
               false);
}

/* Equal periods count as samples; here one, or two of the last part, are not equal. */
static void late_periods(void **state)
{
    (void)state;
    for (uint32_t n_odd = 0; n_odd < 3; n_odd++) {
        fr_read_options opt = FR_READ_DEFAULTS;
        text_buffer text = {0};
        for (uint32_t i = 0; i < 6000; i++)
            text_put(&text, "app 1 [001] %u.000001: %10u cycles:u: \n\t%16x main (/a)\n\n", i,
                     i >= 5000 && i < 5000 + n_odd ? 7U : 100U, i);
        assert_true(check_threads(&opt, text.at, text.len));
        free(text.at);
    }
}

/* Text without any place to cut at, and with very long lines. */
static void uncuttable(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    text_buffer text = {0};

    (void)state;
    text_put(&text, "app 1 [001] 9.000001: 5 cycles:u: \n");
    for (uint32_t i = 0; i < 20000; i++)
        text_put(&text, "\t%16x f%u (/usr/bin/app)\n", i, i % 50);
    assert_true(check_threads(&opt, text.at, text.len));
    for (uint32_t i = 0; i < 2000; i++)
        text_put(&text, "%s%1000s", i % 1999 ? "" : "\n", "x");
    assert_true(check_threads(&opt, text.at, text.len));
    free(text.at);
}

/* ------------------------------------------------------------ folded */

/* Ids differ, also between blocks: lines are pushed some at a time. */
static void check_folded(const char *text, size_t len, const fr_read_options *opt)
{
    static const uint32_t threads[] = {2, 3, 7};
    fr_error alone_err, err;
    fr_profile *alone = read_on(1, opt, text, len, &alone_err);

    for (size_t i = 0; i < COUNT(threads); i++) {
        fr_profile *profile = read_on(threads[i], opt, text, len, &err);
        assert_same_errors(&alone_err, &err);
        assert_true(!alone == !profile);
        if (profile)
            assert_seen_alike(alone, profile);
        fr_profile_free(profile);
    }
    fr_profile_free(alone);
}

/* A text of many generated ones, and a line that is unlike them near its end. */
static void folded_with(const char *late, name_pool pool, bool sorted)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    text_buffer text = {0};

    opt.input_format = "folded";
    for (uint64_t seed = 0; text.len < 140000; seed++) {
        generated g = generate_folded(sorted ? 1 : seed, pool);
        for (uint32_t i = 0; i < g.n_lines; i++)
            text_add(&text, g.text + g.line_at[i], g.line_at[i + 1] - g.line_at[i]);
        generated_reset(&g);
        if (text.len > 100000)
            text_put(&text, "%s", late);
    }
    check_folded(text.at, text.len, &opt);
    opt.folded.columns = 1;
    opt.weight_unit = "ns";
    check_folded(text.at, text.len, &opt);
    opt.limits.nodes = 100;
    check_folded(text.at, text.len, &opt);
    free(text.at);
}

static void folded_texts(void **state)
{
    static const char *const late[] = {
        "",
        "main;foo 1.25\n",
        "main;foo 3 4\n",
        "main;foo -3\n",
        "main;foo\n",
        "  5\n",
        "main;zero 0\n\n# comment\n",
        "main;;foo 3\n",
        "main;\x01 3\r\n",
        "main;foo 9223372036854775807\nmain;foo 9223372036854775807\n",
    };

    (void)state;
    /* In few rounds every line is with one of the pools. */
    for (size_t i = 0; i < COUNT(late); i++)
        for (size_t k = i / 2 % 2; k < i / 2 % 2 + rounds(1, 2); k++)
            folded_with(late[i], k % 2 ? NAMES_ODD : NAMES_PLAIN, i % 2);
    folded_with("", NAMES_HOSTILE, false);
}

/* As collapsers write them: stacks that are known to be new without a look-up. */
static void folded_in_order(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    text_buffer text = {0};

    (void)state;
    for (uint32_t i = 0; i < 20000; i++)
        text_put(&text, "main;step_%03u;part_%02u%s;leaf_%u 1\n", i / 200, i / 20 % 10,
                 i % 20 < 10 ? "" : "_more", i % 20);
    check_folded(text.at, text.len, &opt);
    free(text.at);
}

/* ------------------------------------------------------------ progress */

typedef struct told {
    pthread_t caller;
    uint64_t done, n;
} told;

static void note_progress(void *arg, uint64_t done, uint64_t size)
{
    told *t = arg;

    if (!pthread_equal(t->caller, pthread_self()))
        abort(); /* cmocka can only fail on its own thread */
    assert_true(done >= t->done && done <= size);
    t->done = done;
    t->n++;
}

/* The caller's thread alone is told, and never of less than before. */
static void progress(void **state)
{
    told t = {.caller = pthread_self()};
    fr_read_options opt = FR_READ_DEFAULTS;
    text_buffer text = random_perf_text(2, 1);
    random_source random = {1};
    uint32_t path[PERF_PATH] = {0};
    fr_error err;

    (void)state;
    while (text.len < 1500000)
        text_put_sample(&text, &random, path, false);
    opt.progress = note_progress;
    opt.progress_arg = &t;
    fr_profile_free(read_on(3, &opt, text.at, text.len, &err));
    assert_int_equal(err.code, FR_OK);
    assert_true(t.n > 1 && t.done > text.len / 2);
    free(text.at);
}

/* ------------------------------------------------------------ where texts may be cut */

static void boundaries(void **state)
{
    static const struct {
        const char *text;
        size_t at;
    } rows[] = {
        {"\t 7f01 a (/a)\n\napp 1 2.000001: cycles:\n", 15},
        {"\t 7f01 a (/a)\n\r\napp", 16},
        {"\t 7f01 a (/a)\napp 1 2.000001: cycles:\n", 14},
        {"app 1 2.000001: cycles:\n\t 7f01 a (/a)\n", 0},
        {"  a.c:12\n\t 7f01 a (/a)\nwarning: no header\n", SIZE_MAX},
        {"\t 7f01 a (/a)\napp 1 2.000001: cycles:", SIZE_MAX}, /* no whole line */
        {"\n", 1},
        {"", SIZE_MAX},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_bytes text = fr_bytes_of(rows[i].text);
        size_t want = rows[i].at == SIZE_MAX ? text.len : rows[i].at;
        if (fr_perf_script_boundary(text) != want)
            fail_msg("'%s'", rows[i].text);
    }
}

static fr_split split_of(const char *text, size_t len, uint32_t threads, size_t skip)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_choice choice = {.threads = threads ? threads : 4, .boundary = fr_perf_script_boundary};
    fr_error err = {0};
    fr_input *in = fr_input_memory("in", text, len, NULL, &err);
    fr_split split;

    opt.threads = threads;
    assert_non_null(in);
    fr_input_fill(in, 1000);
    fr_input_skip(in, skip);
    fr_split_plan(&split, in, &opt, &choice);
    fr_input_free(in);
    return split;
}

static void parts(void **state)
{
    random_source random = {5};
    uint32_t path[PERF_PATH] = {0};
    text_buffer text = {0};
    fr_split split;

    (void)state;
    if (!fr_way_on(FR_WAY_SPLIT))
        skip();
    while (text.len < 500000)
        text_put_sample(&text, &random, path, false);
    split = split_of(text.at, text.len, 4, 0);
    assert_int_equal(split.n, 4);
    for (size_t i = 1; i < 4; i++) {
        uint64_t at = split.from[i];
        assert_true(at > text.len / 4 * i && at < text.len / 4 * i + 2000);
        assert_memory_equal(text.at + at - 2, "\n\n", 2);
    }
    assert_true(split.from[0] == 0 && split.from[4] == UINT64_MAX);
    assert_int_equal(split_of(text.at, text.len, 1, 0).n, 1);
    assert_int_equal(split_of(text.at, text.len, 0, 0).n, 1); /* small, and nobody asked for it */
    assert_int_equal(split_of(text.at, 60000, 4, 0).n, 1);
    assert_int_equal(split_of(text.at, 70000, 4, 0).n, 1); /* all of that is in the window */
    assert_true(split_of(text.at, text.len, 64, 0).n < 16);
    free(text.at);
}

/* ------------------------------------------------------------ periods */

#define LARGE INT64_C(3141592653) /* sums of its square have more digits than a double */

/* "app 1 [000] 5.000001: 7 cycles:" many times; `period` 0: none is printed. */
static void put_periods(text_buffer *text, uint32_t n, int64_t period)
{
    for (uint32_t i = 0; i < n; i++) {
        text_put(text, "app 1 [000] 5.%06u: ", i);
        if (period)
            text_put(text, "%" PRId64 " ", period);
        text_put(text, "cycles:\n\t    7f0000000001 f%u+0x1 (/a)\n\n", i % 3);
    }
}

/* Samples are counted while periods are equal; where that ends is in another part each time. */
static void periods_that_change(void **state)
{
    static const struct {
        int64_t periods[4], f0; /* the sum: periods where they differ and none is missing */
    } rows[] = {
        {{7, 7, 7, 7}, 4000},
        {{7, 7, 7, 8}, 29000},
        {{7, 8, 7, 8}, 30000},
        {{7, 8, 8, 8}, 31000},
        {{7, 7, 0, 7}, 4000},
        {{7, 0, 0, 8}, 4000},
        {{7, 8, 8, 0}, 4000},
        {{0, 7, 7, 8}, 4000},
        {{LARGE, LARGE, LARGE, 7}, 3000 * LARGE + 7000},
        {{7, LARGE, LARGE, LARGE}, 3000 * LARGE + 7000},
    };
    fr_read_options opt = FR_READ_DEFAULTS;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        text_buffer text = {0};
        fr_profile *profile;
        fr_error err = {0};
        for (size_t k = 0; k < COUNT(rows[i].periods); k++)
            put_periods(&text, 3000, rows[i].periods[k]);
        profile = read_on(4, &opt, text.at, text.len, &err);
        assert_non_null(profile);
        assert_true(fr_column_sum(&profile->columns[0], 2) == rows[i].f0);
        fr_profile_free(profile);
        assert_true(check_threads(&opt, text.at, text.len));
        free(text.at);
    }
}

/* What a sample stands for is told by the first 64 KiB, whatever else is at hand when it is asked; what
 * comes late makes the text be read again, on one thread. */
static void estimated_intervals(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    text_buffer text = {0};
    uint64_t ms = 5000;

    (void)state;
    opt.perf.on_off = true;
    text_put(&text,
             "app 1 [000] 4.900000: 1 sched:sched_switch: app:1 [120] S ==> swapper/0:0 [120]\n"
             "\t 7f02 wait (/a)\n\n");
    for (uint32_t i = 0; text.len < 320000; i++, ms += text.len < 80000 ? 10 : 1) {
        text_put(&text, "app 1 [000] %" PRIu64 ".%06" PRIu64 ": 7 cycles:\n", ms / 1000,
                 ms % 1000 * 1000);
        for (uint32_t f = 0; f < 20; f++) /* fewer samples in the head than distances are kept */
            text_put(&text, "\t 7f01 f%u (/usr/bin/app)\n", i * f % 9);
        text_put(&text, "\n");
    }
    text_put(&text, "app 1 [000] 99.000000: 7 cycles:\n\t 7f01 \x01\xff (/a)\n\n");
    assert_true(check_threads(&opt, text.at, text.len));
    free(text.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(periods_that_change),
        cmocka_unit_test(estimated_intervals),
        cmocka_unit_test(random_texts),
        cmocka_unit_test(late_surprises),
        cmocka_unit_test(late_periods),
        cmocka_unit_test(uncuttable),
        cmocka_unit_test(folded_texts),
        cmocka_unit_test(folded_in_order),
        cmocka_unit_test(progress),
        cmocka_unit_test(boundaries),
        cmocka_unit_test(parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
