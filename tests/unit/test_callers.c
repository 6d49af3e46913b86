/*
 * test_callers.c - the tree merged from the leaves, against one made by hand: every stack of a
 * profile turned round and read as a profile of its own.
 */
#include "model/tree/preorder.h"
#include "model/tree/tree.h"
#include "unit/unit.h"

static fr_tree *build(const fr_profile *p, bool callers, fr_sort sort, double min_share)
{
    fr_tree_options opt = {.callers = callers, .sort = sort, .min_share = min_share};
    fr_tree *tree = fr_tree_build(p, &opt, NULL);

    assert_non_null(tree);
    return tree;
}

/* The stacks in the order of input: callees below their callers. malloc'ed. */
static uint32_t *in_order(const fr_profile *p)
{
    uint32_t *parent = malloc(p->n_stacks * sizeof *parent),
             *depth = malloc(p->n_stacks * sizeof *depth),
             *order = malloc(p->n_stacks * sizeof *order);

    assert_true(parent && depth && order);
    for (uint32_t s = 0; s < p->n_stacks; s++)
        parent[s] = p->stacks[s].parent;
    assert_true(fr_preorder_walk((fr_parents){parent, 1, p->n_stacks}, NULL, NULL, order, depth));
    free(parent);
    free(depth);
    return order;
}

/* The same stacks, leaves first. */
static fr_profile *turned(const fr_profile *p)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t *order = in_order(p);

    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "c", "samples", 0);
    for (uint32_t i = 1; i < p->n_stacks; i++) {
        int64_t value = p->columns[0].sum[order[i]];
        uint32_t stack = FR_NO_STACK;
        for (uint32_t at = order[i]; at && value; at = p->stacks[at].parent) {
            fr_frame_info info = {.name = fr_frame_name(p, p->stacks[at].frame).at};
            info.kind = fr_frame_kind(&p->frames[p->stacks[at].frame]);
            stack = fr_builder_push(b, stack, fr_builder_frame(b, &info));
        }
        fr_builder_add(b, stack, column, value, 0, 0);
    }
    free(order);
    fr_profile *made = fr_builder_finish(b, NULL);
    assert_non_null(made);
    return made;
}

static void assert_same(const fr_tree *got, const fr_tree *want)
{
    assert_int_equal(got->n, want->n);
    for (uint32_t i = 0; i < got->n; i++) {
        assert_string_equal(fr_tree_name(got, i), fr_tree_name(want, i));
        assert_int_equal(got->parent[i], want->parent[i]);
        assert_int_equal(got->end[i], want->end[i]);
        assert_int_equal(got->depth[i], want->depth[i]);
        assert_int_equal(got->total[0][i], want->total[0][i]);
        assert_int_equal(got->self[0][i], want->self[0][i]);
        assert_int_equal(got->kind[i], want->kind[i]);
    }
}

static void against_turned_stacks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        generated g = generate_folded(seed, NAMES_PLAIN);
        fr_profile *p = read_folded(g.text), *back = turned(p);
        for (int sort = FR_SORT_NAME; sort <= FR_SORT_INPUT; sort++) {
            fr_tree *got = build(p, true, (fr_sort)sort, 0);
            fr_tree *want = build(back, false, (fr_sort)sort, 0);
            assert_same(got, want);
            assert_true(got->whole && got->callers);
            fr_tree_free(got);
            fr_tree_free(want);
        }
        fr_profile_free(p);
        fr_profile_free(back);
        generated_reset(&g);
    }
}

/* Below the threshold a group keeps its total and loses what is under it; all else is there. */
static void thresholds(void **state)
{
    static const double shares[] = {0.0001, 0.01, 0.1, 0.5, 1.0, 2.0};

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        generated g = generate_folded(seed, NAMES_PLAIN);
        fr_profile *p = read_folded(g.text);
        fr_tree *all = build(p, true, FR_SORT_NAME, 0);
        for (size_t i = 0; i < COUNT(shares); i++) {
            fr_tree *some = build(p, true, FR_SORT_NAME, shares[i]);
            double least = shares[i] * (double)all->total[0][0];
            uint32_t k = 0;
            for (uint32_t node = 0; node < all->n; node++) {
                uint32_t parent = all->parent[node];
                if (node && parent && (double)all->total[0][parent] < least)
                    continue;
                assert_true(k < some->n);
                assert_string_equal(fr_tree_name(some, k), fr_tree_name(all, node));
                assert_int_equal(some->total[0][k], all->total[0][node]);
                assert_int_equal(some->self[0][k], all->self[0][node]);
                k++;
            }
            assert_int_equal(k, some->n);
            assert_int_equal(some->whole, some->n == all->n);
            fr_tree_free(some);
        }
        fr_tree_free(all);
        fr_profile_free(p);
        generated_reset(&g);
    }
}

static void by_hand(void **state)
{
    fr_profile *p = read_folded("main;a;x 3\nmain;b;x 2\nmain 5\n");
    static const struct {
        const char *name;
        uint32_t depth;
        int64_t self, total;
    } want[] = {{"", 0, 0, 10},    {"main", 1, 5, 5}, {"x", 1, 0, 5},   {"a", 2, 0, 3},
                {"main", 3, 3, 3}, {"b", 2, 0, 2},    {"main", 3, 2, 2}};
    fr_tree *tree = build(p, true, FR_SORT_NAME, 0);

    (void)state;
    assert_int_equal(tree->n, COUNT(want));
    for (uint32_t i = 0; i < tree->n; i++) {
        assert_string_equal(fr_tree_name(tree, i), want[i].name);
        assert_int_equal(tree->depth[i], want[i].depth);
        assert_int_equal(tree->self[0][i], want[i].self);
        assert_int_equal(tree->total[0][i], want[i].total);
    }
    fr_tree_free(tree);
    fr_profile_free(p);
}

/* Samples at every depth of one deep recursion. */
static void deep_recursion(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t stack = FR_NO_STACK, column, frames[2];

    (void)state;
    assert_non_null(b);
    column = fr_builder_column(b, "c", "samples", 0);
    frames[0] = fr_builder_frame(b, &(fr_frame_info){.name = "even"});
    frames[1] = fr_builder_frame(b, &(fr_frame_info){.name = "odd"});
    for (uint32_t i = 0; i < 3000; i++) {
        stack = fr_builder_push(b, stack, frames[i % 2]);
        fr_builder_add(b, stack, column, 1, 1, 1);
    }
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    fr_tree *tree = build(p, true, FR_SORT_VALUE, 0);
    assert_int_equal(tree->n, 1 + 3000 + 2999);
    fr_tree_free(tree);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_turned_stacks),
        cmocka_unit_test(thresholds),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(deep_recursion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
