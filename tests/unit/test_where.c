/*
 * test_where.c - numbers with units against each other, conditions on labels, and selections by them.
 */
#include "model/build/builder.h"
#include "model/build/builder_merge.h"
#include "model/labels.h"
#include "model/report/amount.h"
#include "unit/unit.h"

static void amounts(void **state)
{
    static const struct {
        const char *range, *unit;
        int64_t number;
        bool holds;
    } cases[] = {
        {"4kb", "bytes", 4096, true},
        {"4kb", "bytes", 4097, false},
        {"4KiB", "B", 4096, true},
        {"4kB", "kilobytes", 4, true},
        {":64kb", "bytes", 65536, true},
        {":64kb", "bytes", 65537, false},
        {"4mb:", "kb", 4096, true},
        {"4mb:", "kb", 4095, false},
        {"12kb:64mb", "bytes", 12288, true},
        {"12kb:64mb", "bytes", 12287, false},
        {"12kb:64mb", "mb", 64, true},
        {"12kb:64mb", "mb", 65, false},
        {"10ms", "ns", 10000000, true},
        {"1.5s", "ms", 1500, true},
        {"1.5s", "ms", 1501, false},
        {"10ms:", "bytes", 100000000, false},
        {"12", "bytes", 12, true},
        {"12", "widgets", 12, true},
        {"12widgets", "widgets", 12, true},
        {"12Widgets", "widgets", 12, true},
        {"12widget", "widgets", 12, true},
        {"12gears", "widgets", 12, false},
        {"5m:", "ms", 10, false}, /* no plural of metres */
        {"5n:", "ns", 10, false},
        {"-3:5", "", -3, true},
        {"-3:5", "", -4, false},
        {"2hrs", "s", 7200, true},
        {":1pb", "tb", 1024, true},
        {":1pb", "tb", 1025, false},
        /* 2^63 PB in bytes times 10^9 is beyond 128 bits */
        {":0.000000001b", "pb", INT64_MAX, false},
        {"0.000000001b:", "pb", INT64_MAX, true},
        {":0.000000001b", "pb", INT64_MIN, true},
    };
    static const char *const refused[] = {"", ":", "kb", "4kb:x", "4 4", "4kb:6kb:8kb", "1e3"};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_amount_range range;
        assert_true(fr_amount_range_parse(fr_bytes_of(cases[i].range), &range));
        if (fr_amount_range_holds(&range, cases[i].number, fr_bytes_of(cases[i].unit)) !=
            cases[i].holds)
            fail_msg("%s of %lld %s", cases[i].range, (long long)cases[i].number, cases[i].unit);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        fr_amount_range range;
        assert_false(fr_amount_range_parse(fr_bytes_of(refused[i]), &range));
    }
}

typedef struct label {
    const char *key, *text; /* text NULL: the number */
    int64_t number;
    const char *unit;
} label;

static uint32_t set_of(fr_builder *b, const label *labels, size_t n)
{
    fr_label made[4];

    for (size_t i = 0; i < n; i++)
        made[i] = (fr_label){
            .key = fr_builder_spelling(b, fr_bytes_of(labels[i].key), FR_TEXT_RAW),
            .is_text = labels[i].text != NULL,
            .text = fr_builder_spelling(b, fr_bytes_of(labels[i].text), FR_TEXT_RAW),
            .number = labels[i].number,
            .unit = fr_builder_spelling(b, fr_bytes_of(labels[i].unit), FR_TEXT_RAW),
        };
    return fr_builder_label_set(b, made, n);
}

/* Six samples of main of 1, 10, 100 ... each with other labels. */
static fr_profile *labelled_profile(void)
{
    static const struct {
        label labels[3];
        size_t n;
    } samples[] = {
        {.n = 0},
        {{{"h", "/tree", 0, NULL}}, 1},
        {{{"h", "/tree/x", 0, NULL}, {"bytes", NULL, 8192, NULL}}, 2},
        {{{"h", "/sort", 0, NULL}, {"h", "/tree", 0, NULL}}, 2},
        {{{"latency", NULL, 25, "ms"}, {"bytes", NULL, 64, "bytes"}}, 2},
        {{{"h", "", 0, NULL}, {"latency", NULL, 0, "ms"}, {"alignment", NULL, 16, NULL}}, 3},
    };
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t main_ =
        fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    int64_t value = 1;

    fr_builder_column(b, "samples", "samples", 0);
    for (size_t i = 0; i < COUNT(samples); i++, value *= 10)
        fr_builder_add_row(b, fr_builder_row(b, main_, set_of(b, samples[i].labels, samples[i].n)),
                           0, value, (uint64_t)value, (double)value);
    return fr_builder_finish(b, NULL);
}

/* What is left of 111111 under up to two conditions. */
static void conditions(void **state)
{
    static const struct {
        const char *where[2];
        int64_t left; /* 0: nothing */
    } cases[] = {
        {{"h=/tree"}, 1010},
        {{"h!=/tree"}, 110101},
        {{"h~tree"}, 1110},
        {{"h!~tree"}, 110001},
        {{"h~^/tree$"}, 1010},
        {{"h="}, 100000},
        {{"bytes=4kb:64kb"}, 100},
        {{"bytes=:64"}, 10000},
        {{"bytes>=64b"}, 10100},
        {{"bytes>64b"}, 100},
        {{"bytes<8kb"}, 10000},
        {{"bytes<=8kb"}, 10100},
        {{"bytes=8192"}, 100},
        {{"latency>=10ms"}, 10000},
        {{"latency<10ms"}, 100000},
        {{"latency=0"}, 100000},
        {{"latency>=10kb"}, 0},
        {{"alignment=16b"}, 100000},
        {{"latency~^2"}, 10000},
        {{"h=/tree", "h=/sort"}, 1000},
        {{"h~tree", "bytes>1kb"}, 100},
        {{"nothing!=x"}, 111111},
        {{"nothing=x"}, 0},
        {{"comm!=java"}, 111111},
        {{"h>=4"}, 0},
    };
    fr_profile *whole = labelled_profile();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_select_options opt = {.where = cases[i].where, .n_where = cases[i].where[1] ? 2 : 1};
        fr_error err = {0};
        fr_profile *left = fr_profile_select(whole, &opt, &err);
        int64_t sum = left ? left->columns[0].sum[1] : 0;
        if (sum != cases[i].left)
            fail_msg("%s: %lld, not %lld", cases[i].where[0], (long long)sum,
                     (long long)cases[i].left);
        assert_int_equal(err.code, cases[i].left ? FR_OK : FR_E_EMPTY);
        assert_true(!left || left->columns[0].reference == sum);
        fr_profile_free(left);
    }
    fr_profile_free(whole);
}

/* A condition and its negation part the whole. */
static void negations_part(void **state)
{
    static const char *const pairs[][2] = {
        {"h=/tree", "h!=/tree"}, {"h~e", "h!~e"}, {"bytes=1kb:", "bytes!=1kb:"}};
    fr_profile *whole = labelled_profile();

    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        int64_t sum = 0;
        for (int k = 0; k < 2; k++) {
            fr_select_options opt = {.where = &pairs[i][k], .n_where = 1};
            fr_profile *left = fr_profile_select(whole, &opt, NULL);
            assert_non_null(left);
            sum += left->columns[0].reference;
            fr_profile_free(left);
        }
        assert_int_equal(sum, 111111);
    }
    fr_profile_free(whole);
}

static void refusals(void **state)
{
    static const struct {
        const char *where, *text;
    } cases[] = {
        {"h", "--where 'h': expected KEY=VALUE"},
        {"=x", "--where '=x': expected KEY"},
        {"h>x", "--where 'h>x': expected a number"},
        {"h~(", "--where '('"},
        {"", "--where ''"},
        {"bytes>=", "expected a number"},
    };
    fr_profile *whole = labelled_profile();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_select_options opt = {.where = &cases[i].where, .n_where = 1};
        fr_error err = {0};
        assert_null(fr_profile_select(whole, &opt, &err));
        assert_int_equal(err.code, FR_E_USAGE);
        if (!strstr(err.text, cases[i].text))
            fail_msg("'%s', not '%s'", err.text, cases[i].text);
    }
    fr_profile_free(whole);
}

/* Times need samples one by one, which labels do not make. */
static void labels_have_no_times(void **state)
{
    fr_profile *whole = labelled_profile();
    const char *where = "h=/tree";
    fr_select_options opt = {.from = "1", .where = &where, .n_where = 1};
    fr_error err = {0};

    (void)state;
    assert_null(fr_profile_select(whole, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_profile_free(whole);
}

/* A profile of labels whose samples also stand one by one, without them: 1 of h=/tree, 2 of h=/sort. */
static fr_profile *timed_profile(void)
{
    static const label labels[] = {{"h", "/tree", 0, NULL}, {"h", "/sort", 0, NULL}};
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t main_ =
        fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    uint32_t thread = fr_builder_thread(b, 7, 7, 0);

    fr_builder_column(b, "samples", "samples", 0);
    fr_builder_keep_samples(b);
    for (int64_t i = 0; i < 3; i++) {
        fr_builder_add_row(b, fr_builder_row(b, main_, set_of(b, &labels[i > 0], 1)), 0, 1, 1, 1);
        fr_builder_time(b, i * 1000000000);
        fr_builder_sample(b, main_, i * 1000000000, thread, FR_NO_CPU, 1);
    }
    return fr_builder_finish(b, NULL);
}

/* Conditions on labels, which samples one by one do not have, are refused where others choose among these. */
static void labels_beside_times(void **state)
{
    static const struct {
        const char *from, *where[2];
        int64_t left; /* 0: refused */
    } cases[] = {
        {"0", {"h!=/tree"}, 0},  {"0", {"h=/tree"}, 0}, {NULL, {"tid=7", "h!=/tree"}, 0},
        {NULL, {"h!=/tree"}, 2}, {"1", {"tid=7"}, 2},
    };
    fr_profile *whole = timed_profile();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_select_options opt = {
            .from = cases[i].from, .where = cases[i].where, .n_where = cases[i].where[1] ? 2 : 1};
        fr_error err = {0};
        fr_profile *left = fr_profile_select(whole, &opt, &err);
        assert_int_equal(err.code, cases[i].left ? FR_OK : FR_E_USAGE);
        assert_int_equal(left ? left->columns[0].reference : 0, cases[i].left);
        fr_profile_free(left);
    }
    fr_profile_free(whole);
}

/* Samples one by one stay only where no filter drops a label that may be theirs. */
static void tags_beside_times(void **state)
{
    static const struct {
        fr_transform_options opt;
        size_t left; /* samples one by one */
    } cases[] = {
        {{.tag_ignore = "h=tree"}, 0}, {{.tag_focus = "h=tree"}, 0}, {{.tag_focus = "h=."}, 3},
        {{.tag_ignore = "h=x"}, 3},    {{.tag_root = "h"}, 3},       {{.tag_leaf = "h"}, 3},
        {{.tag_root = "x"}, 3},
    };
    fr_profile *whole = timed_profile();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_profile *left = fr_profile_transform(whole, &cases[i].opt, NULL);
        assert_non_null(left);
        assert_int_equal(left->samples.n, cases[i].left);
        fr_profile_free(left);
    }
    fr_profile_free(whole);
}

static void keys(void **state)
{
    fr_profile *whole = labelled_profile();
    char text[100];

    (void)state;
    fr_label_keys(whole, text, sizeof text);
    assert_string_equal(text, "alignment, bytes, h, latency");
    fr_label_keys(whole, text, 12);
    assert_string_equal(text, "alignment");
    fr_profile_free(whole);
}

/* What pprof's filters like of the six samples of 1, 10, 100 ... */
static void tag_filters(void **state)
{
    static const struct {
        const char *text;
        bool is_range;
        int64_t left; /* 0: nothing */
    } cases[] = {
        {"h=tree", false, 1110},
        {"h=^/tree$", false, 1010},
        {"h=nothing,sort", false, 1000}, /* any of a key */
        {"h:/tree,sort", false, 1000},   /* each of some label */
        {"h:/tree,x", false, 100},
        {"h=", false, 101110}, /* matches every text of the key, "" too */
        {"8192", true, 100},
        {"bytes=8kb", true, 100},
        {"bytes=:8kb", true, 10100},
        {"10ms:", true, 10000},
        {"h=4", true, 0},    /* a number is not looked for in texts */
        {"h=4.5", false, 0}, /* only whole numbers are */
        {"h=:", false, 0},
        {"bytes=x", false, 0},
    };
    fr_profile *whole = labelled_profile();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_transform_options opt = {.tag_focus = cases[i].text};
        fr_error err = {0};
        fr_profile *left = fr_profile_transform(whole, &opt, &err);
        int64_t sum = left ? left->columns[0].sum[1] : 0;
        if (sum != cases[i].left || err.code != (sum ? FR_OK : FR_E_EMPTY))
            fail_msg("%s: %lld, not %lld", cases[i].text, (long long)sum, (long long)cases[i].left);
        assert_true(!left || (note_of(left, "choice").n > 0) == cases[i].is_range);
        assert_true(!left || left->columns[0].reference == 111111);
        fr_profile_free(left);
        /* What focus leaves, ignore takes. */
        opt = (fr_transform_options){.tag_ignore = cases[i].text};
        left = fr_profile_transform(whole, &opt, NULL);
        assert_non_null(left);
        assert_int_equal(left->columns[0].sum[1], 111111 - sum);
        fr_profile_free(left);
    }
    fr_profile_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts),
        cmocka_unit_test(conditions),
        cmocka_unit_test(negations_part),
        cmocka_unit_test(refusals),
        cmocka_unit_test(labels_have_no_times),
        cmocka_unit_test(labels_beside_times),
        cmocka_unit_test(tags_beside_times),
        cmocka_unit_test(keys),
        cmocka_unit_test(tag_filters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
