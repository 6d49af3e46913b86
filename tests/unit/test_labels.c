/*
 * test_labels.c - label sets, rows of values by (stack, label set), and that columns stay their sums.
 */
#include "model/build/builder_merge.h"
#include "model/tree/canonical.h"
#include "model/tree/groups.h"
#include "unit/unit.h"

static fr_label text_label(fr_builder *b, const char *key, const char *text)
{
    return (fr_label){.key = fr_builder_spelling(b, fr_bytes_of(key), FR_TEXT_RAW),
                      .text = fr_builder_spelling(b, fr_bytes_of(text), FR_TEXT_RAW),
                      .is_text = 1};
}

static fr_label number_label(fr_builder *b, const char *key, int64_t number, const char *unit)
{
    return (fr_label){.key = fr_builder_spelling(b, fr_bytes_of(key), FR_TEXT_RAW),
                      .unit = fr_builder_spelling(b, fr_bytes_of(unit), FR_TEXT_RAW),
                      .number = number};
}

static uint32_t push(fr_builder *b, uint32_t parent, const char *name)
{
    return fr_builder_push(b, parent, fr_builder_frame(b, &(fr_frame_info){.name = name}));
}

static void add(fr_builder *b, uint32_t stack, uint32_t set, int64_t value)
{
    fr_builder_add_row(b, fr_builder_row(b, stack, set), 0, value, (uint64_t)value, (double)value);
}

/* "main h=/a 3" of every row in canonical order, one a line. */
static void describe(const fr_profile *p, char *to)
{
    fr_canonical c;
    fr_canonical_rows rows;

    assert_true(fr_canonical_init(&c, p, NULL));
    assert_true(fr_canonical_rows_init(&rows, &c, p, NULL));
    *to = '\0';
    for (uint32_t s = 0; s < c.n_stacks; s++)
        for (uint32_t i = rows.first[s]; i < rows.first[s + 1]; i++) {
            uint32_t set = rows.set[i];
            to += sprintf(to, "%s", s ? fr_frame_name(p, c.frame[c.frame_of[s]]).at : "-");
            for (size_t l = rows.labels_of[set]; l < rows.labels_of[set + 1]; l++) {
                const fr_label *label = &rows.labels[l];
                to += sprintf(to, " %s=", fr_names_at(p->names, label->key).at);
                if (label->is_text)
                    to += sprintf(to, "'%s'", fr_names_at(p->names, label->text).at);
                else
                    to += sprintf(to, "%lld%s", (long long)label->number,
                                  fr_names_at(p->names, label->unit).at);
            }
            to += sprintf(to, " %lld\n", (long long)fr_row_column(p, 0)->sum[rows.row[i]]);
        }
    fr_canonical_rows_reset(&rows);
    fr_canonical_reset(&c);
}

static void assert_rows(fr_builder *b, const char *want)
{
    fr_error err = {0};
    fr_profile *p = fr_builder_finish(b, &err);
    char got[2000];

    assert_non_null(p);
    describe(p, got);
    assert_string_equal(got, want);
    /* Columns by stack are the sums of the rows. */
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        int64_t sum = 0;
        uint64_t count = 0;
        for (uint32_t r = 0; r < fr_n_rows(p); r++)
            if (fr_row_at(p, r).stack == s) {
                sum += fr_row_column(p, 0)->sum[r];
                count += fr_column_count(fr_row_column(p, 0), r);
            }
        assert_int_equal(p->columns[0].sum[s], sum);
        assert_int_equal(fr_column_count(&p->columns[0], s), count);
    }
    fr_profile_free(p);
}

/* A set is the same set in any order; a text "4" is no number 4; the empty set is 0. */
static void test_sets(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    fr_label one[] = {text_label(b, "h", "/a"), number_label(b, "n", 4, "bytes")};
    fr_label two[] = {one[1], one[0]};
    fr_label three[] = {one[0], text_label(b, "n", "4")};
    fr_label four[] = {one[0], number_label(b, "n", 4, "")};
    uint32_t set = fr_builder_label_set(b, one, 2);

    (void)state;
    assert_int_not_equal(set, FR_NO_LABELS);
    assert_int_equal(fr_builder_label_set(b, two, 2), set);
    assert_int_not_equal(fr_builder_label_set(b, three, 2), set);
    assert_int_not_equal(fr_builder_label_set(b, four, 2), set);
    assert_int_equal(fr_builder_label_set(b, NULL, 0), FR_NO_LABELS);
    fr_builder_free(b);
}

/* Thousands of sets, each found again. */
static void test_many_sets(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t sets[5000];

    (void)state;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 5000; i++) {
            fr_label label = number_label(b, "id", i, "");
            uint32_t set = fr_builder_label_set(b, &label, 1);
            if (round)
                assert_int_equal(set, sets[i]);
            sets[i] = set;
        }
    fr_builder_free(b);
}

/* The first label comes after values without one, on the empty stack too. */
static void test_late_labels(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t main_ = push(b, FR_NO_STACK, "main"), foo = push(b, main_, "foo");
    fr_label label = text_label(b, "h", "/a");
    uint32_t set = fr_builder_label_set(b, &label, 1);

    (void)state;
    fr_builder_column(b, "samples", "samples", 0);
    fr_builder_add(b, foo, 0, 5, 5, 5);
    fr_builder_add(b, FR_NO_STACK, 0, 2, 2, 2);
    add(b, foo, set, 3);
    fr_builder_add(b, main_, 0, 7, 7, 7);
    fr_builder_add(b, foo, 0, 1, 1, 1);
    fr_builder_add(b, FR_NO_STACK, 0, 4, 4, 4);
    add(b, FR_NO_STACK, set, 1);
    add(b, push(b, foo, "bar"), set, 9);
    assert_rows(b, "- 6\n- h='/a' 1\nmain 7\nfoo 6\nfoo h='/a' 3\nbar h='/a' 9\n");
}

/* Weights that are no samples: counts and squares follow the rows. */
static void test_counts(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t main_ = push(b, FR_NO_STACK, "main");
    fr_label label = text_label(b, "h", "/a");
    fr_profile *p;

    (void)state;
    fr_builder_column(b, "space", "bytes", 0);
    fr_builder_add(b, main_, 0, 100, 2, 5000);
    uint32_t row = fr_builder_row(b, main_, fr_builder_label_set(b, &label, 1));
    fr_builder_add_row(b, row, 0, 30, 3, 300);
    p = fr_builder_finish(b, NULL);
    assert_int_equal(fr_column_count(&p->columns[0], main_), 5);
    assert_true(fr_column_squares(&p->columns[0], main_) == 5300);
    assert_int_equal(fr_column_count(fr_row_column(p, 0), row), 3);
    fr_profile_free(p);
}

/* One builder with the values 3 at {h=/a, h=/b} and 4 without labels, or without the labels. */
static fr_builder *sample_builder(bool labelled, bool names_before)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    fr_label labels[2];
    uint32_t stack;

    if (names_before)
        fr_builder_spelling(b, FR_LITERAL("/b"), FR_TEXT_RAW);
    stack = push(b, FR_NO_STACK, "main");
    labels[0] = text_label(b, "h", "/a");
    labels[1] = text_label(b, "h", "/b");
    fr_builder_column(b, "samples", "samples", 0);
    add(b, stack, labelled ? fr_builder_label_set(b, labels, 2) : FR_NO_LABELS, 3);
    add(b, stack, FR_NO_LABELS, 4);
    return b;
}

static void test_merge(void **state)
{
    static const struct {
        bool first, second;
        const char *want;
    } cases[] = {
        {false, false, "main 14\n"},
        {true, false, "main 11\nmain h='/a' h='/b' 3\n"},
        {false, true, "main 11\nmain h='/a' h='/b' 3\n"},
        {true, true, "main 8\nmain h='/a' h='/b' 6\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_builder *to = sample_builder(cases[i].first, false);
        fr_builder *from = sample_builder(cases[i].second, true);
        fr_builder_merge(to, from);
        fr_builder_free(from);
        assert_rows(to, cases[i].want);
    }
}

/* A row of nothing is an error of the caller's, not a crash. */
static void test_misuse(void **state)
{
    fr_builder *b = sample_builder(true, false);
    fr_error err = {0};

    (void)state;
    fr_builder_row(b, 1, 77);
    assert_null(fr_builder_finish(b, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    b = sample_builder(true, false);
    fr_builder_add(b, 99, 0, 1, 1, 1);
    assert_null(fr_builder_finish(b, NULL));
}

/* Sums that fit as rows and not as a stack are an overflow that names the stack. */
static void test_overflow(void **state)
{
    fr_builder *b = sample_builder(true, false);
    fr_error err = {0};

    (void)state;
    fr_builder_add(b, 1, 0, INT64_MAX - 5, 1, 1);
    assert_null(fr_builder_finish(b, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "'main'"));
}

/* Transforms keep rows apart where stacks meet. */
static void test_transform(void **state)
{
    fr_builder *b = sample_builder(true, false);
    fr_transform_options opt = FR_TRANSFORM_DEFAULTS;
    fr_profile *p, *made;
    fr_label label = text_label(b, "h", "/a");
    char got[500];

    (void)state;
    add(b, push(b, 1, "foo"), fr_builder_label_set(b, &label, 1), 2);
    add(b, push(b, 1, "foo"), FR_NO_LABELS, 1);
    p = fr_builder_finish(b, NULL);
    opt.hide = "foo";
    made = fr_profile_transform(p, &opt, NULL);
    assert_non_null(made);
    describe(made, got);
    assert_string_equal(got, "main 5\nmain h='/a' 2\nmain h='/a' h='/b' 3\n");
    fr_profile_free(made);
    fr_profile_free(p);
}

/* Stacks without a value, as a filter leaves them, may be far deeper than those with one. */
static void test_deep_without_value(void **state)
{
    const uint32_t depth = 1000000;
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t frame = fr_builder_frame(b, &(fr_frame_info){.name = "f"}), deep = FR_NO_STACK;
    uint32_t leaf = push(b, FR_NO_STACK, "main");
    fr_transform_options opt = FR_TRANSFORM_DEFAULTS;
    fr_error err = {0};
    fr_groups groups;
    fr_label label = text_label(b, "h", "/a");
    fr_profile *p, *made;

    (void)state;
    fr_builder_column(b, "samples", "count", 0);
    fr_builder_keep_samples(b);
    for (uint32_t i = 0; i < depth; i++)
        deep = fr_builder_push(b, deep, frame);
    add(b, leaf, fr_builder_label_set(b, &label, 1), 5);
    fr_builder_sample(b, leaf, 1, fr_builder_thread(b, 1, 1, 0), 0, 5);
    fr_builder_sample(b, deep, 2, fr_builder_thread(b, 1, 1, 0), 0, 0);
    p = fr_builder_finish(b, &err);
    assert_non_null(p);
    assert_int_equal(p->max_depth, 1);

    assert_true(fr_groups_init(&groups, p, 0, "label:h", &err));
    assert_int_equal(groups.of_stack[leaf], 0);
    fr_groups_reset(&groups);

    opt.tag_root = "h";
    made = fr_profile_transform(p, &opt, &err);
    assert_non_null(made);
    assert_int_equal(made->samples.n, 2);
    assert_int_equal(made->columns[0].reference, 5);
    fr_profile_free(made);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_many_sets),
        cmocka_unit_test(test_late_labels),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_transform),
        cmocka_unit_test(test_deep_without_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
