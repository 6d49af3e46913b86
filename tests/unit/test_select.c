/*
 * test_select.c - selections: what the grammar takes, and that a selection's profile is what reading the
 * selected text alone would give.
 */
#include <stdlib.h>

#include "model/build/builder_merge.h"
#include "model/select/select.h"
#include "unit/unit.h"

#define N_SAMPLES 400

typedef struct moment {
    int64_t time_us;
    uint32_t thread, cpu, stack;
} moment;

/* One perf script record of a moment. */
static void put_record(char **at, const moment *m)
{
    static const char *const stacks[] = {
        "\t1 leaf (/a)\n\t2 mid (/a)\n\t3 main (/a)\n",
        "\t1 other (/a)\n\t3 main (/a)\n",
        "\t2 mid (/a)\n\t3 main (/a)\n",
    };

    *at += sprintf(*at, "th %u 10/%u [%03u] %lld.%06lld: cycles:\n%s\n", m->thread, m->thread,
                   m->cpu, (long long)(m->time_us / 1000000), (long long)(m->time_us % 1000000),
                   stacks[m->stack]);
}

/* The text of the moments that `keep` keeps. */
static char *text_of(const moment *moments, bool (*keep)(const moment *m, const void *arg),
                     const void *arg)
{
    char *text = malloc(N_SAMPLES * 200 + 1), *at = text;

    assert_non_null(text);
    *at = '\0';
    for (size_t i = 0; i < N_SAMPLES; i++)
        if (!keep || keep(&moments[i], arg))
            put_record(&at, &moments[i]);
    return text;
}

static void make_moments(moment *moments, unsigned seed)
{
    uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;

    for (size_t i = 0; i < N_SAMPLES; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        /* Seconds 100 to 109, in no order. */
        moments[i] = (moment){100000000 + (int64_t)(x % 10000000), 11 + (uint32_t)(x >> 32) % 3,
                              (uint32_t)(x >> 40) % 2, (uint32_t)(x >> 48) % 3};
    }
}

static fr_profile *read_timed(const char *text)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_reader *reader;

    opt.keep_samples = true;
    reader = fr_reader_new(&opt, &err);
    assert_true(fr_reader_add_memory(reader, "in", text, strlen(text), &err));
    return fr_reader_finish(reader, &err);
}

static char *folded(const fr_profile *profile)
{
    fr_output *out = fr_output_memory();
    size_t len;
    char *text;

    fr_profile_write(profile, "folded", out);
    text = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    return text;
}

typedef struct bounds {
    int64_t from_us, to_us; /* after second 100 */
} bounds;

static bool in_bounds(const moment *m, const void *arg)
{
    const bounds *b = arg;
    int64_t at = m->time_us - 100000000;

    return at >= b->from_us && at < b->to_us;
}

static bool in_band(const moment *m, const void *arg)
{
    int64_t at = m->time_us % 1000000;

    (void)arg;
    return at >= 950000 || at < 50000;
}

static bool of_thread(const moment *m, const void *arg)
{
    return m->thread == *(const uint32_t *)arg;
}

/* The selection's flame graph equals that of the text filtered by hand. */
static void same_as_filtered(const moment *moments, const fr_select_options *opt,
                             bool (*keep)(const moment *m, const void *arg), const void *arg)
{
    char *all = text_of(moments, NULL, NULL), *some = text_of(moments, keep, arg);
    fr_profile *whole = read_timed(all), *filtered = read_timed(some);
    fr_error err = {0};
    fr_profile *selected = fr_profile_select(whole, opt, &err);
    char *want, *got;

    assert_non_null(selected);
    assert_non_null(filtered);
    want = folded(filtered);
    got = folded(selected);
    assert_string_equal(got, want);
    assert_int_equal(selected->columns[0].reference, filtered->columns[0].reference);
    assert_int_equal(selected->samples.n, filtered->samples.n);
    assert_int_equal(selected->meta.origin_ns, whole->meta.origin_ns);
    free(want);
    free(got);
    free(all);
    free(some);
    fr_profile_free(whole);
    fr_profile_free(filtered);
    fr_profile_free(selected);
}

static void selection_is_filtering(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 10; seed++) {
        moment moments[N_SAMPLES];
        fr_select_options opt = FR_SELECT_DEFAULTS;
        const char *where = "tid=12";
        uint32_t thread = 12;
        make_moments(moments, seed);
        opt.from = "2.25";
        opt.to = "@107.5";
        same_as_filtered(moments, &opt, in_bounds, &(bounds){2250000, 7500000});
        opt = (fr_select_options)FR_SELECT_DEFAULTS;
        opt.band = "0.95-0.05";
        same_as_filtered(moments, &opt, in_band, NULL);
        opt = (fr_select_options)FR_SELECT_DEFAULTS;
        opt.where = &where;
        opt.n_where = 1;
        same_as_filtered(moments, &opt, of_thread, &thread);
        where = "comm=th 12";
        same_as_filtered(moments, &opt, of_thread, &thread);
    }
}

/* Ranges that partition the time line give profiles whose sums add up to the whole. */
static void partitions_add_up(void **state)
{
    static const char *const cuts[] = {"0", "0.5", "0.75", "3", "3.000001", "9.999999", "20"};
    moment moments[N_SAMPLES];

    (void)state;
    for (unsigned seed = 1; seed <= 10; seed++) {
        make_moments(moments, seed);
        char *all = text_of(moments, NULL, NULL);
        fr_profile *whole = read_timed(all);
        int64_t sum = 0;
        for (size_t i = 0; i + 1 < sizeof cuts / sizeof *cuts; i++) {
            fr_select_options opt = FR_SELECT_DEFAULTS;
            fr_error err = {0};
            fr_profile *part;
            opt.from = cuts[i];
            opt.to = cuts[i + 1];
            part = fr_profile_select(whole, &opt, &err);
            assert_true(part || err.code == FR_E_EMPTY);
            sum += part ? part->columns[0].reference : 0;
            fr_profile_free(part);
        }
        assert_int_equal(sum, whole->columns[0].reference);
        assert_int_equal(sum, N_SAMPLES);
        fr_profile_free(whole);
        free(all);
    }
}

static void several_ranges_count_once(void **state)
{
    static const char *const ranges[] = {"1-3", "2-4", "@108-109", "7-6"};
    moment moments[N_SAMPLES];
    fr_select_options opt = FR_SELECT_DEFAULTS;
    fr_error err = {0};
    int64_t want = 0;

    (void)state;
    make_moments(moments, 5);
    for (size_t i = 0; i < N_SAMPLES; i++)
        want += in_bounds(&moments[i], &(bounds){1000000, 4000000}) ||
                in_bounds(&moments[i], &(bounds){8000000, 9000000}) ||
                in_bounds(&moments[i], &(bounds){6000000, 7000000});
    opt.ranges = ranges;
    opt.n_ranges = 4;
    char *all = text_of(moments, NULL, NULL);
    fr_profile *whole = read_timed(all), *some = fr_profile_select(whole, &opt, &err);
    assert_non_null(some);
    assert_int_equal(some->columns[0].reference, want);
    fr_profile_free(whole);
    fr_profile_free(some);
    free(all);
}

static void refusals(void **state)
{
    static const struct {
        fr_select_options opt;
        const char *where;
        fr_code code;
        const char *text;
    } cases[] = {
        {{.from = "abc"}, NULL, FR_E_USAGE, "--from 'abc': expected seconds"},
        {{.to = ""}, NULL, FR_E_USAGE, "--to '': expected seconds"},
        {{.from = "1e3"}, NULL, FR_E_USAGE, "--from '1e3'"},
        {{.from = "9223372036854775807"}, NULL, FR_E_USAGE, "--from '9223372036854775807'"},
        {{.band = "0.5"}, NULL, FR_E_USAGE, "--band"},
        {{.band = "0.5-1.5"}, NULL, FR_E_USAGE, "--band '0.5-1.5': expected offsets"},
        {{.band = "-"}, NULL, FR_E_USAGE, "--band"},
        {{.from = "50", .to = "60"}, NULL, FR_E_EMPTY, "from 50 to 60 s"},
        {{0}, "color=red", FR_E_USAGE, "--where 'color=red': expected comm=NAME"},
        {{0}, "pid=x", FR_E_USAGE, "--where 'pid=x'"},
        {{0}, "comm", FR_E_USAGE, "--where 'comm'"},
        {{0}, "comm=nobody", FR_E_EMPTY, "comm=nobody"},
    };
    moment moments[N_SAMPLES];

    (void)state;
    make_moments(moments, 3);
    char *all = text_of(moments, NULL, NULL);
    fr_profile *whole = read_timed(all);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fr_select_options opt = cases[i].opt;
        fr_error err = {0};
        opt.where = &cases[i].where;
        opt.n_where = cases[i].where != NULL;
        assert_null(fr_profile_select(whole, &opt, &err));
        if (err.code != cases[i].code || !strstr(err.text, cases[i].text))
            fail_msg("case %zu: got %d '%s', not '%s'", i, (int)err.code, err.text, cases[i].text);
        assert_true(err.hint[0]);
    }
    fr_profile_free(whole);
    free(all);
}

/* Folded stacks are sums: there is nothing to select from. */
static void folded_has_no_samples(void **state)
{
    fr_profile *p = read_timed("a;b 5\n");
    fr_select_options opt = FR_SELECT_DEFAULTS;
    fr_error err = {0};

    (void)state;
    opt.from = "1";
    assert_null(fr_profile_select(p, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_profile_free(p);
}

/* Each timed input starts where the first one does, unless the clock is shared. */
static void clocks_of_several_inputs(void **state)
{
    static const char first[] = "a 1/1 100.5: cycles:\n\t1 x (/a)\n\n";
    static const char second[] =
        "b 2/2 7000.25: cycles:\n\t1 y (/a)\n\nb 2/2 7001.0: cycles:\n\t1 y (/a)\n\n";

    (void)state;
    for (int shared = 0; shared < 2; shared++) {
        fr_read_options opt = FR_READ_DEFAULTS;
        fr_error err = {0};
        opt.keep_samples = true;
        opt.shared_clock = shared;
        fr_reader *reader = fr_reader_new(&opt, &err);
        assert_true(fr_reader_add_memory(reader, "1", first, sizeof first - 1, &err));
        assert_true(fr_reader_add_memory(reader, "2", second, sizeof second - 1, &err));
        fr_profile *p = fr_reader_finish(reader, &err);
        assert_non_null(p);
        assert_int_equal(p->samples.n, 3);
        assert_int_equal(p->samples.time_ns[1], shared ? 7000250000000 : 100500000000);
        assert_int_equal(p->meta.last_ns, shared ? 7001000000000 : 101250000000);
        assert_int_equal(p->meta.origin_ns, 100000000000);
        assert_int_equal(p->samples.n_threads, 2);
        fr_profile_free(p);
    }
}

/* A transform takes the samples along. */
static void transforms_keep_samples(void **state)
{
    moment moments[N_SAMPLES];
    fr_transform_options opt = FR_TRANSFORM_DEFAULTS;
    fr_error err = {0};
    size_t want = 0;

    (void)state;
    make_moments(moments, 9);
    for (size_t i = 0; i < N_SAMPLES; i++)
        want += moments[i].stack != 1;
    char *all = text_of(moments, NULL, NULL);
    fr_profile *whole = read_timed(all);
    opt.focus = "^mid$";
    fr_profile *left = fr_profile_transform(whole, &opt, &err);
    assert_non_null(left);
    assert_int_equal(left->samples.n, want);
    assert_int_equal(left->columns[0].reference, N_SAMPLES);
    fr_profile_free(left);
    fr_profile_free(whole);
    free(all);
}

/* No step is taken for each of the 9 * 10^12 periods before the range: such a search would not end. */
static void a_far_range_of_a_short_band(void **state)
{
    static const char *const ranges[] = {"9000000000-9000000001"};
    const fr_select_options opt = {.band = "0.0002-0.0005/0.001", .ranges = ranges, .n_ranges = 1};
    fr_selection selection;
    fr_span part;
    fr_error err = {0};

    (void)state;
    assert_true(fr_selection_init(&selection, &opt, 0, &err));
    assert_true(fr_selection_part(&selection, 0, INT64_MAX, &part));
    assert_int_equal(part.from_ns, INT64_C(9000000000000200000));
    assert_int_equal(part.to_ns, INT64_C(9000000000000500000));
    fr_selection_reset(&selection);
}

/* A selection of samples has values of the first column alone: the others are not there, and a note says so. */
static void one_column_is_selected(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t stack =
        fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    const fr_select_options opt = {.from = "@0"};
    fr_error err = {0};
    fr_note note;

    (void)state;
    fr_builder_column(b, "samples", "count", 0);
    fr_builder_column(b, "space", "bytes", 0);
    fr_builder_keep_samples(b);
    fr_builder_share_clock(b);
    fr_builder_add(b, stack, 0, 7, 7, 7);
    fr_builder_add(b, stack, 1, 4096, 0, 0);
    fr_builder_sample(b, stack, 5, fr_builder_thread(b, 1, 1, 0), 0, 7);
    fr_builder_time(b, 5);
    fr_profile *p = fr_builder_finish(b, &err), *made = fr_profile_select(p, &opt, &err);
    assert_non_null(made);
    assert_int_equal(made->n_columns, 1);
    assert_int_equal(made->columns[0].reference, 7);
    assert_true(fr_profile_note(made, 0, &note));
    assert_string_equal(note.text, "only values of 'samples' have times: others are omitted");
    fr_profile_free(made);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selection_is_filtering),    cmocka_unit_test(partitions_add_up),
        cmocka_unit_test(several_ranges_count_once), cmocka_unit_test(refusals),
        cmocka_unit_test(folded_has_no_samples),     cmocka_unit_test(clocks_of_several_inputs),
        cmocka_unit_test(transforms_keep_samples),   cmocka_unit_test(a_far_range_of_a_short_band),
        cmocka_unit_test(one_column_is_selected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
