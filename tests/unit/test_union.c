/* test_union.c - one tree over several profiles: nothing lost, nothing mixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "diff/diff.h"

/* A stack of up to three frames, outermost first, with its own value. */
typedef struct row {
    const char *names[3];
    int64_t value;
    uint64_t n_samples; /* 0: as many as the value */
    double squares;
} row;

static uint32_t push_names(fr_builder *b, const char *const names[3], fr_kind kind)
{
    uint32_t stack = FR_NO_STACK;
    for (size_t i = 0; i < 3 && names[i]; i++) {
        fr_frame_info info = {.name = names[i], .module = "a.out", .kind = kind};
        stack = fr_builder_push(b, stack, fr_builder_frame(b, &info));
    }
    return stack;
}

static fr_profile *profile_of(const char *column, const char *unit, uint32_t decimals,
                              const row *rows, size_t n)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    assert_non_null(b);
    uint32_t k = fr_builder_column(b, column, unit, decimals);
    for (size_t i = 0; i < n; i++) {
        bool plain = rows[i].n_samples == 0;
        fr_builder_add(b, push_names(b, rows[i].names, FR_KIND_USER), k, rows[i].value,
                       plain ? (uint64_t)rows[i].value : rows[i].n_samples,
                       plain ? (double)rows[i].value : rows[i].squares);
    }
    fr_profile *profile = fr_builder_finish(b, &err);
    if (!profile)
        fail_msg("%s", err.text);
    return profile;
}

static const row base_rows[] = {
    {{"main", "foo"}, 30, 0, 0}, {{"main", "bar"}, 10, 0, 0}, {{"main"}, 2, 0, 0}};
static const row new_rows[] = {{{"main", "foo"}, 20, 0, 0}, {{"main", "baz", "qux"}, 5, 0, 0}};
static const row other_rows[] = {{{"start", "foo"}, 7, 0, 0}};

#define PROFILE(column, rows)                                                                      \
    profile_of((column), "samples", 0, (rows), sizeof(rows) / sizeof *(rows))

/* Siblings in the order of their names. */
static fr_tree *tree_of(const fr_run *runs, size_t n, fr_error *err)
{
    fr_profile *whole = fr_union_profile(runs, n, err);
    fr_tree *tree = whole ? fr_tree_build(whole, NULL, err) : NULL;

    fr_profile_free(whole);
    return tree;
}

/* The runs of profiles by one of their columns. */
static const fr_run *runs_of(const fr_profile *const *profiles, const char *const *labels, size_t n,
                             uint32_t column)
{
    static fr_run runs[FR_MAX_COLUMNS + 1];
    for (size_t i = 0; i < n; i++)
        runs[i] = (fr_run){profiles[i], column, labels ? labels[i] : NULL, NULL, false};
    return runs;
}

static fr_tree *build(const fr_profile *const *profiles, const char *const *labels, size_t n)
{
    fr_error err = {0};
    fr_tree *tree = tree_of(runs_of(profiles, labels, n, 0), n, &err);
    if (!tree)
        fail_msg("%s", err.text);
    return tree;
}

/* "depth name total:total" of each node, a line each. */
static void write_tree(const fr_tree *tree, char *to, size_t room)
{
    fr_tree_columns t = fr_tree_view(tree);
    size_t len = 0;
    for (uint32_t i = 0; i < t.n; i++) {
        len += (size_t)snprintf(to + len, room - len, "%u %s", t.depth[i], fr_tree_name(tree, i));
        for (uint32_t k = 0; k < t.n_columns; k++)
            len += (size_t)snprintf(to + len, room - len, " %lld/%lld", (long long)t.self[k][i],
                                    (long long)t.total[k][i]);
        len += (size_t)snprintf(to + len, room - len, "\n");
    }
}

static void expect_tree(fr_tree *tree, const char *wanted)
{
    char text[2048] = "";
    write_tree(tree, text, sizeof text);
    assert_string_equal(text, wanted);
    fr_tree_free(tree);
}

static void overlapping(void **state)
{
    fr_profile *a = PROFILE("cycles", base_rows), *b = PROFILE("cycles", new_rows);
    const fr_profile *sides[] = {a, b};
    const char *labels[] = {"base", "new"};
    fr_tree *tree = build(sides, labels, 2);
    (void)state;
    assert_string_equal(tree->column_name[0], "base");
    assert_string_equal(tree->column_name[1], "new");
    assert_string_equal(tree->unit[1], "samples");
    assert_int_equal(tree->reference[0], 42);
    assert_int_equal(tree->reference[1], 25);
    assert_true(tree->counted[0] && tree->counted[1] && tree->whole);
    expect_tree(tree, "0  0/42 0/25\n"
                      "1 main 2/42 0/25\n"
                      "2 bar 10/10 0/0\n"
                      "2 baz 0/0 0/5\n"
                      "3 qux 0/0 5/5\n"
                      "2 foo 30/30 20/20\n");
    fr_profile_free(a);
    fr_profile_free(b);
}

static void disjoint_and_three(void **state)
{
    fr_profile *a = PROFILE("cpu", base_rows), *b = PROFILE("cpu", other_rows);
    const fr_profile *sides[] = {a, b, b};
    const char *labels[] = {"a", "b", "b"};
    (void)state;
    expect_tree(build(sides, NULL, 2), "0  0/42 0/7\n"
                                       "1 main 2/42 0/0\n"
                                       "2 bar 10/10 0/0\n"
                                       "2 foo 30/30 0/0\n"
                                       "1 start 0/0 0/7\n"
                                       "2 foo 0/0 7/7\n");
    expect_tree(build(sides + 1, NULL, 2), "0  0/7 0/7\n"
                                           "1 start 0/7 0/7\n"
                                           "2 foo 7/7 7/7\n");
    fr_tree *three = build(sides, labels, 3);
    assert_int_equal(three->n_columns, 3);
    assert_string_equal(three->column_name[0], "a");
    assert_string_equal(three->column_name[1], "b");
    assert_string_equal(three->column_name[2], "b (2)");
    fr_tree_free(three);
    fr_profile_free(a);
    fr_profile_free(b);
}

/* An empty side: the other's nodes with zeros. */
static void empty_side(void **state)
{
    fr_profile *a = PROFILE("cpu", other_rows), *none = profile_of("cpu", "samples", 0, NULL, 0);
    const fr_profile *sides[] = {none, a};
    (void)state;
    expect_tree(build(sides, NULL, 2), "0  0/0 0/7\n"
                                       "1 start 0/0 0/7\n"
                                       "2 foo 0/0 7/7\n");
    sides[1] = none;
    expect_tree(build(sides, NULL, 2), "0  0/0 0/0\n");
    fr_profile_free(a);
    fr_profile_free(none);
}

/* Counts and squares survive, uncounted columns stay so, decimals meet at the finest. */
static void counts_and_decimals(void **state)
{
    static const row weighted[] = {{{"main", "foo"}, 1000, 4, 300000.0}, {{"main"}, 50, 1, 2500.0}};
    static const row fine[] = {{{"main", "foo"}, 12345, 3, 7.0}};
    fr_profile *a = profile_of("t", "ms", 0, weighted, 2), *b = profile_of("t", "ms", 2, fine, 1);
    const fr_profile *sides[] = {a, b};
    fr_error err = {0};
    fr_profile *whole = fr_union_profile(runs_of(sides, NULL, 2, 0), 2, &err);
    (void)state;
    assert_non_null(whole);
    assert_int_equal(whole->columns[0].decimals, 2);
    assert_int_equal(whole->columns[0].reference, 105000);
    assert_int_equal(whole->columns[1].reference, 12345);
    uint64_t counts[2] = {0};
    double squares[2] = {0};
    for (uint32_t s = 0; s < whole->n_stacks; s++)
        for (uint32_t k = 0; k < 2; k++) {
            counts[k] += fr_column_count(&whole->columns[k], s);
            squares[k] += fr_column_squares(&whole->columns[k], s);
        }
    assert_int_equal(counts[0], 5);
    assert_int_equal(counts[1], 3);
    assert_true(squares[0] == 302500.0 * 10000 && squares[1] == 7.0);
    fr_profile_free(whole);
    fr_profile_free(a);
    fr_profile_free(b);
}

static void uncounted_side(void **state)
{
    fr_error err = {0};
    fr_builder *builder = fr_builder_new(NULL, &err);
    assert_non_null(builder);
    uint32_t k = fr_builder_column(builder, "t", "samples", 0);
    fr_builder_add(builder, push_names(builder, other_rows[0].names, FR_KIND_USER), k, 9, 0, 0.0);
    fr_profile *a = fr_builder_finish(builder, &err), *b = PROFILE("t", other_rows);
    const fr_profile *sides[] = {a, b};
    fr_tree *tree = build(sides, NULL, 2);
    (void)state;
    assert_false(tree->counted[0]);
    assert_true(tree->counted[1]);
    fr_tree_free(tree);
    fr_profile_free(a);
    fr_profile_free(b);
}

/* Names that repair has escaped are not escaped again; kinds and modules come along. */
static void names_as_they_are(void **state)
{
    static const row odd[] = {{{"a;b\\x3b", "\x1b[1m\\x1b", "\\u{85}\xc2\x85"}, 1, 0, 0}};
    fr_profile *a = PROFILE("t", odd);
    const fr_profile *sides[] = {a, a};
    fr_error err = {0};
    fr_profile *whole = fr_union_profile(runs_of(sides, NULL, 2, 0), 2, &err);
    (void)state;
    assert_non_null(whole);
    assert_int_equal(whole->n_frames, a->n_frames);
    for (uint32_t f = 1; f < a->n_frames; f++) {
        assert_string_equal(fr_frame_name(whole, f).at, fr_frame_name(a, f).at);
        assert_string_equal(fr_names_at(whole->names, whole->frames[f].module).at, "a.out");
    }
    fr_profile_free(whole);
    fr_profile_free(a);
}

static void refused(void **state)
{
    fr_profile *a = PROFILE("cpu", base_rows), *b = profile_of("wall", "ns", 0, other_rows, 1);
    const fr_profile *sides[FR_MAX_COLUMNS + 1] = {a, b};
    const char *labels[] = {"before", NULL};
    fr_error err = {0};
    (void)state;
    assert_null(tree_of(runs_of(sides, labels, 2, 0), 2, &err));
    assert_int_equal(err.code, FR_E_FORMAT);
    assert_string_equal(err.text, "'before' is in samples, 'wall' in ns: different units cannot be "
                                  "compared");
    err = (fr_error){0};
    assert_null(tree_of(runs_of(sides, NULL, 1, 1), 1, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    err = (fr_error){0};
    assert_null(tree_of(NULL, 0, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    for (size_t i = 0; i <= FR_MAX_COLUMNS; i++)
        sides[i] = a;
    err = (fr_error){0};
    assert_null(tree_of(runs_of(sides, NULL, FR_MAX_COLUMNS + 1, 0), FR_MAX_COLUMNS + 1, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    fr_tree *most = build(sides, NULL, FR_MAX_COLUMNS);
    assert_int_equal(most->n_columns, FR_MAX_COLUMNS);
    assert_string_equal(most->column_name[15], "cpu (16)");
    fr_tree_free(most);
    fr_profile_free(a);
    fr_profile_free(b);
}

/* The same unit, but not the same thing. */
static void other_event(void **state)
{
    fr_profile *a = PROFILE("cycles", base_rows), *b = PROFILE("cache-misses", new_rows);
    const fr_profile *sides[] = {a, b};
    const char *labels[] = {"before", "after"};
    fr_error err = {0};
    (void)state;
    assert_null(tree_of(runs_of(sides, labels, 2, 0), 2, &err));
    assert_int_equal(err.code, FR_E_FORMAT);
    assert_string_equal(
        err.text, "'before' measured 'cycles', but 'after' measured 'cache-misses': different "
                  "events cannot be compared");
    fr_profile_free(a);
    fr_profile_free(b);
}

/* Runs of a side are added up; weighted runs keep counts and squares beside plain ones. */
static void pooled(void **state)
{
    static const row weighted[] = {{{"main", "foo"}, 1000, 4, 300000.0}};
    fr_profile *a = PROFILE("cpu", base_rows), *b = PROFILE("cpu", new_rows);
    fr_profile *c = profile_of("cpu", "samples", 0, weighted, 1);
    const fr_profile *sides[] = {a, c, b, b, b};
    fr_error err = {0};
    fr_profile *whole = fr_union_profile(runs_of(sides, NULL, 5, 0), 5, &err);
    (void)state;
    assert_non_null(whole);
    assert_true(fr_union_pool(whole, 2, &err));
    assert_int_equal(whole->n_columns, 2);
    assert_string_equal(whole->columns[0].name, "base");
    assert_string_equal(whole->columns[1].name, "new");
    assert_int_equal(whole->columns[0].reference, 1042);
    assert_int_equal(whole->columns[1].reference, 75);
    int64_t sums[2] = {0};
    uint64_t counts[2] = {0};
    double squares[2] = {0};
    for (uint32_t s = 0; s < whole->n_stacks; s++)
        for (uint32_t k = 0; k < 2; k++) {
            sums[k] += whole->columns[k].sum[s];
            counts[k] += fr_column_count(&whole->columns[k], s);
            squares[k] += fr_column_squares(&whole->columns[k], s);
        }
    assert_true(sums[0] == 1042 && sums[1] == 75);
    assert_true(counts[0] == 46 && counts[1] == 75);
    assert_true(squares[0] == 300042.0 && squares[1] == 75.0);
    fr_profile_free(whole);
    fr_profile_free(a);
    fr_profile_free(b);
    fr_profile_free(c);
}

static void too_large_to_scale(void **state)
{
    static const row large[] = {{{"main"}, INT64_MAX / 2, 1, 1.0}};
    fr_profile *a = profile_of("t", "ms", 0, large, 1),
               *b = profile_of("t", "ms", 9, other_rows, 1);
    const fr_profile *sides[] = {a, b};
    fr_error err = {0};
    (void)state;
    assert_null(tree_of(runs_of(sides, NULL, 2, 0), 2, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    fr_profile_free(a);
    fr_profile_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlapping),    cmocka_unit_test(disjoint_and_three),
        cmocka_unit_test(empty_side),     cmocka_unit_test(counts_and_decimals),
        cmocka_unit_test(uncounted_side), cmocka_unit_test(names_as_they_are),
        cmocka_unit_test(refused),        cmocka_unit_test(other_event),
        cmocka_unit_test(pooled),         cmocka_unit_test(too_large_to_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
