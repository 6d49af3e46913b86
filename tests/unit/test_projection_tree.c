/*
 * test_projection_tree.c - stacks to nodes to pre-order columns: names merge, kinds by majority,
 * the three orders of siblings, several columns, and the sums of random profiles.
 */
#include "model/tree/tree.h"
#include "unit/unit.h"

static fr_tree *tree_of(const fr_profile *p, fr_sort sort, uint32_t column)
{
    fr_tree_options opt = FR_TREE_DEFAULTS;
    fr_error err = {0};
    opt.sort = sort;
    opt.column = column;
    fr_tree *tree = fr_tree_build(p, &opt, &err);
    if (!tree)
        print_error("%s\n", err.text);
    assert_non_null(tree);
    return tree;
}

/* "main(foo(bar),baz)": nodes in pre-order, with depths that show. */
static const char *outline(const fr_tree *tree)
{
    static char text[1024];
    size_t at = 0;

    text[0] = '\0';
    for (uint32_t i = 1; i < tree->n; i++)
        at += (size_t)sprintf(text + at, "%u%s %lld/%lld,", tree->depth[i], fr_tree_name(tree, i),
                              (long long)tree->self[tree->column][i],
                              (long long)tree->total[tree->column][i]);
    return text;
}

static void orders(void **state)
{
    static const struct {
        const char *text;
        fr_sort sort;
        const char *want;
    } rows[] = {
        {"b 1\na;d 2\na;c 3\n", FR_SORT_NAME, "1a 0/5,2c 3/3,2d 2/2,1b 1/1,"},
        {"b 1\na;d 2\na;c 3\n", FR_SORT_INPUT, "1b 1/1,1a 0/5,2d 2/2,2c 3/3,"},
        {"b 1\na;d 2\na;c 3\n", FR_SORT_VALUE, "1a 0/5,2c 3/3,2d 2/2,1b 1/1,"},
        {"b 7\na;d 3\na;c 3\n", FR_SORT_VALUE, "1b 7/7,1a 0/6,2c 3/3,2d 3/3,"},
        {"y;b 2\nx;b 2\nx;a 2\ny;a 2\n", FR_SORT_VALUE,
         "1x 0/4,2a 2/2,2b 2/2,1y 0/4,2a 2/2,2b 2/2,"},
        {"ab 1\na 1\nA 1\n\xc3\xa4 1\n", FR_SORT_NAME, "1A 1/1,1a 1/1,1ab 1/1,1\xc3\xa4 1/1,"},
        {"a;b 2\na 3\n", FR_SORT_NAME, "1a 3/5,2b 2/2,"},
        {"a 0\nb;c 0\na;x 0\nd 1\n", FR_SORT_INPUT, "1d 1/1,"},
        {"f;g_[k] 1\nf;g 2\nf_[j];g 4\n", FR_SORT_NAME, "1f 0/7,2g 7/7,"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(rows[i].text);
        fr_tree *tree = tree_of(p, rows[i].sort, 0);
        assert_string_equal(outline(tree), rows[i].want);
        assert_true(tree->whole);
        fr_tree_free(tree);
        fr_profile_free(p);
    }
}

static void kinds(void **state)
{
    static const struct {
        const char *text;
        fr_kind want;
    } rows[] = {
        {"f 5\n", FR_KIND_USER},
        {"f_[k] 5\n", FR_KIND_KERNEL},
        {"f_[k] 5\nf 4\n", FR_KIND_KERNEL},
        {"f_[k] 4\nf 5\n", FR_KIND_USER},
        {"f_[k] 4\nf 4\n", FR_KIND_USER},
        {"f_[j] 4\nf_[k] 4\n", FR_KIND_KERNEL},
        {"f_[k] 4\nf_[j] 4\n", FR_KIND_KERNEL},
        {"f_[k];a 4\nf_[k];b 4\nf 5\n", FR_KIND_KERNEL},
        {"f_[i] 1\nf_[j] 2\nf 2\nf_[i];x 3\n", FR_KIND_INLINED},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(rows[i].text);
        fr_tree *tree = tree_of(p, FR_SORT_NAME, 0);
        assert_int_equal(fr_tree_view(tree).kind[1], rows[i].want);
        fr_tree_free(tree);
        fr_profile_free(p);
    }
}

/* A node that only the second column has a value for has a kind all the same, whatever came first.
 */
static void kinds_of_the_second_column(void **state)
{
    static const char *const texts[] = {
        "a;f_[k] 0 5\nb;f 3 3\n",
        "b;f 3 3\na;f_[k] 0 5\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (int callers = 0; callers < 2; callers++) {
            fr_read_options opt = folded_options(2);
            fr_profile *p = try_read(texts[i], strlen(texts[i]), &opt, NULL);
            fr_tree_options how = FR_TREE_DEFAULTS;
            assert_non_null(p);
            how.callers = callers;
            fr_tree *tree = fr_tree_build(p, &how, NULL);
            assert_non_null(tree);
            assert_int_equal(fr_tree_view(tree).kind[callers ? 1 : 2],
                             callers ? FR_KIND_USER : FR_KIND_KERNEL);
            fr_tree_free(tree);
            fr_profile_free(p);
        }
    fr_read_options opt = folded_options(2);
    fr_profile *p = try_read("a;f_[k] 0 5\n", 12, &opt, NULL);
    assert_non_null(p);
    fr_tree *tree = fr_tree_build(p, &(fr_tree_options){.callers = true}, NULL);
    assert_non_null(tree);
    assert_int_equal(fr_tree_view(tree).kind[1], FR_KIND_KERNEL);
    fr_tree_free(tree);
    fr_profile_free(p);
}

static void columns(void **state)
{
    fr_read_options opt = folded_options(2);
    const char *text = "a 1 20\nb 2 10\nc 0 5\n";
    fr_profile *p = try_read(text, strlen(text), &opt, NULL);
    fr_error err = {0};

    (void)state;
    assert_non_null(p);
    fr_tree *tree = tree_of(p, FR_SORT_VALUE, 0);
    assert_string_equal(outline(tree), "1b 2/2,1a 1/1,1c 0/0,");
    fr_tree_free(tree);
    tree = tree_of(p, FR_SORT_VALUE, 1);
    assert_string_equal(outline(tree), "1a 20/20,1b 10/10,1c 5/5,");
    assert_int_equal(tree->total[0][0], 3);
    assert_int_equal(tree->total[1][0], 35);
    assert_string_equal(fr_tree_name(tree, 0), "");
    fr_tree_free(tree);
    assert_null(fr_tree_build(p, &(fr_tree_options){.column = 2}, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_profile_free(p);
    fr_tree_free(NULL);
}

/* A column by itself: the same nodes, the other's values omitted. */
static void lone_column(void **state)
{
    fr_read_options opt = folded_options(2);
    const char *text = "a 1 20\nb 2 10\nc 0 5\n";
    fr_profile *p = try_read(text, strlen(text), &opt, NULL);

    (void)state;
    assert_non_null(p);
    for (int callers = 0; callers < 2; callers++) {
        fr_tree_options how = {
            .sort = FR_SORT_VALUE, .column = 1, .lone_column = true, .callers = callers};
        fr_tree *tree = fr_tree_build(p, &how, NULL);
        assert_non_null(tree);
        assert_string_equal(outline(tree), "1a 20/20,1b 10/10,1c 5/5,");
        assert_null(fr_tree_view(tree).self[0]);
        assert_null(fr_tree_view(tree).total[0]);
        assert_int_equal(fr_tree_view(tree).total[1][0], 35);
        fr_tree_free(tree);
    }
    fr_tree *tree = fr_tree_build(p, &(fr_tree_options){.self_only = true}, NULL);
    assert_non_null(tree);
    assert_int_equal(fr_tree_view(tree).self[1][2], 10);
    assert_null(fr_tree_view(tree).total[0]);
    assert_null(fr_tree_view(tree).total[1]);
    fr_tree_free(tree);
    fr_profile_free(p);
}

/* The tree lives on when its profile is gone. */
static void trees_own_what_they_reach(void **state)
{
    fr_profile *p = read_folded("main;foo 3\n");
    fr_tree *tree = tree_of(p, FR_SORT_NAME, 0);

    (void)state;
    fr_profile_free(p);
    assert_string_equal(outline(tree), "1main 0/3,2foo 3/3,");
    fr_tree_free(tree);
}

static void frameless_value_is_the_roots(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);

    (void)state;
    assert_non_null(b);
    fr_builder_add(b, FR_NO_STACK, fr_builder_column(b, "c", "samples", 0), 5, 5, 5);
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    for (int callers = 0; callers < 2; callers++) {
        fr_tree *tree = fr_tree_build(p, &(fr_tree_options){.callers = callers}, NULL);
        assert_non_null(tree);
        assert_int_equal(tree->n, 1);
        assert_int_equal(tree->self[0][0], 5);
        assert_int_equal(tree->total[0][0], 5);
        fr_tree_free(tree);
    }
    fr_profile_free(p);
}

/* Children lie inside their parents, in space and in value; siblings are in order. */
static void check_tree(const fr_tree *t, fr_sort sort)
{
    for (uint32_t i = 0; i < t->n; i++) {
        int64_t inner = t->self[0][i];
        assert_true(t->end[i] > i && t->end[i] <= t->n);
        assert_true(t->total[0][i] > 0);
        for (uint32_t c = i + 1, before = 0; c < t->end[i]; before = c, c = t->end[c]) {
            assert_int_equal(t->parent[c], i);
            assert_int_equal(t->depth[c], t->depth[i] + 1);
            assert_true(t->end[c] <= t->end[i]);
            inner += t->total[0][c];
            if (!before)
                continue;
            int order = strcmp(fr_tree_name(t, before), fr_tree_name(t, c));
            assert_int_not_equal(order, 0);
            assert_true(sort != FR_SORT_NAME || order < 0);
            assert_true(sort != FR_SORT_VALUE || t->total[0][before] > t->total[0][c] ||
                        (t->total[0][before] == t->total[0][c] && order < 0));
        }
        assert_int_equal(inner, t->total[0][i]);
    }
}

static void random_trees(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        generated g = generate_folded(seed, seed % 2 ? NAMES_PLAIN : NAMES_ODD);
        fr_profile *p = read_folded(g.text);
        for (int sort = FR_SORT_NAME; sort <= FR_SORT_INPUT; sort++) {
            fr_tree *tree = tree_of(p, (fr_sort)sort, 0);
            assert_int_equal(tree->total[0][0], g.total);
            check_tree(tree, (fr_sort)sort);
            fr_tree_free(tree);
        }
        fr_profile_free(p);
        generated_reset(&g);
    }
}

/* 350 callers of 300 functions each, in two columns: large enough for threads. */
static fr_profile *wide_profile(void)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    uint32_t base = fr_builder_column(b, "base", "samples", 0);
    uint32_t new_ = fr_builder_column(b, "new", "samples", 0);

    for (int i = 0; i < 350 * 300; i++) {
        char caller[16], function[16];
        fr_frame_info frames[2] = {{.name = caller}, {.name = function}};
        uint32_t stack = FR_NO_STACK;
        snprintf(caller, sizeof caller, "c%d", i / 300);
        snprintf(function, sizeof function, "f%d", i * 7 % 300);
        for (int f = 0; f < 2; f++)
            stack = fr_builder_push(b, stack, fr_builder_frame(b, &frames[f]));
        fr_builder_add(b, stack, base, i + 1, (uint64_t)i + 1, i + 1);
        fr_builder_add(b, stack, new_, i % 5, (uint64_t)i % 5, i % 5);
    }
    fr_profile *p = fr_builder_finish(b, &err);
    assert_non_null(p);
    return p;
}

static void threads_change_nothing(void **state)
{
    fr_profile *p = wide_profile();
    fr_tree *trees[3];

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        fr_error err = {0};
        fr_tree_options opt = {.sort = FR_SORT_NAME, .threads = 1 + i};
        trees[i] = fr_tree_build(p, &opt, &err);
        assert_non_null(trees[i]);
        assert_int_equal(trees[i]->n, 1 + 350 + 350 * 300);
        assert_int_equal(trees[i]->total[0][0], INT64_C(105000) * 105001 / 2);
        assert_int_equal(trees[i]->total[1][0], 105000 / 5 * (0 + 1 + 2 + 3 + 4));
    }
    for (uint32_t i = 0; i < trees[0]->n; i++)
        for (int k = 1; k < 3; k++) {
            assert_int_equal(trees[0]->parent[i], trees[k]->parent[i]);
            assert_int_equal(trees[0]->end[i], trees[k]->end[i]);
            assert_int_equal(trees[0]->depth[i], trees[k]->depth[i]);
            assert_int_equal(trees[0]->name[i], trees[k]->name[i]);
            assert_int_equal(trees[0]->self[1][i], trees[k]->self[1][i]);
            assert_int_equal(trees[0]->total[0][i], trees[k]->total[0][i]);
        }
    check_tree(trees[2], FR_SORT_NAME);
    for (int k = 0; k < 3; k++)
        fr_tree_free(trees[k]);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders),
        cmocka_unit_test(kinds),
        cmocka_unit_test(kinds_of_the_second_column),
        cmocka_unit_test(columns),
        cmocka_unit_test(lone_column),
        cmocka_unit_test(trees_own_what_they_reach),
        cmocka_unit_test(frameless_value_is_the_roots),
        cmocka_unit_test(random_trees),
        cmocka_unit_test(threads_change_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
