/*
 * test_functions.c - what functions add up to in a tree that is large enough to be counted in ranges:
 * a range starts within stacks that the one before it began.
 */
#include "diff/diff.h"

#include "model/build/builder.h"
#include "unit.h"

#define N_STACKS 200
#define DEPTH    600

/* s0;a;b;c;a;b;c;... to s199, where only c has values of its own: 1 to 200. The outermost a, b and c
 * are compiled. */
static fr_profile *recursive_profile(void)
{
    static const char *const names[] = {"a", "b", "c"};
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    uint32_t column = fr_builder_column(b, "samples", "samples", 0);

    for (int i = 0; i < N_STACKS; i++) {
        char root[16];
        fr_frame_info first = {.name = root, .kind = FR_KIND_USER};
        snprintf(root, sizeof root, "s%d", i);
        uint32_t stack = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &first));
        for (int d = 0; d < DEPTH; d++) {
            fr_frame_info frame = {.name = names[d % 3],
                                   .kind = d < 3 ? FR_KIND_JIT : FR_KIND_USER};
            stack = fr_builder_push(b, stack, fr_builder_frame(b, &frame));
        }
        fr_builder_add(b, stack, column, i + 1, (uint64_t)i + 1, i + 1);
    }
    fr_profile *p = fr_builder_finish(b, &err);
    assert_non_null(p);
    return p;
}

static void ranges_add_up(void **state)
{
    const int64_t whole = N_STACKS * (N_STACKS + 1) / 2;
    fr_profile *p = recursive_profile();
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(p, NULL, &err);

    (void)state;
    assert_non_null(tree);
    assert_int_equal(tree->n, 1 + N_STACKS * (1 + DEPTH));
    for (uint32_t threads = 1; threads <= 9; threads++) {
        fr_functions f;
        assert_true(fr_functions_init(&f, tree, threads, &err));
        assert_int_equal(f.n, N_STACKS + 3);
        for (uint32_t i = 0; i < f.n; i++) {
            const char *name = fr_names_at(tree->names, f.name[i]).at;
            bool is_root = *name == 's';
            int64_t of_root = is_root ? strtoll(name + 1, NULL, 10) + 1 : 0;
            assert_int_equal(f.total[i], is_root ? of_root : whole);
            assert_int_equal(f.self[i], *name == 'c' ? whole : 0);
            assert_int_equal(f.kind[i], is_root ? FR_KIND_USER : FR_KIND_JIT);
        }
        assert_string_equal(fr_names_at(tree->names, f.name[0]).at, "s0");
        assert_string_equal(fr_names_at(tree->names, f.name[1]).at, "a");
        assert_string_equal(fr_names_at(tree->names, f.name[4]).at, "s1");
        fr_functions_reset(&f);
    }
    fr_tree_free(tree);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
