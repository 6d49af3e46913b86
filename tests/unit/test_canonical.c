/*
 * test_canonical.c - one order of stacks and frames, whatever the order of input.
 */
#include "model/tree/canonical.h"
#include "unit/unit.h"

static void by_hand(void **state)
{
    fr_profile *p = read_folded("b;z 1\nb;unused 0\na 2\nb;a;b 3\ndropped;x 0\na_[k] 4\n");
    static const struct {
        const char *name;
        uint32_t parent;
        uint32_t kind;
        int64_t sum;
    } want[] = {
        {"a", 0, FR_KIND_USER, 2}, {"a", 0, FR_KIND_KERNEL | FR_KIND_ANNOTATED, 4},
        {"b", 0, FR_KIND_USER, 0}, {"a", 3, FR_KIND_USER, 0},
        {"b", 4, FR_KIND_USER, 3}, {"z", 3, FR_KIND_USER, 1},
    };
    fr_canonical c;

    (void)state;
    assert_true(fr_canonical_init(&c, p, NULL));
    assert_int_equal(c.n_stacks, 1 + COUNT(want));
    assert_int_equal(c.n_frames, 4);
    for (uint32_t i = 1; i < c.n_stacks; i++) {
        uint32_t frame = c.frame[c.frame_of[i]];
        assert_string_equal(fr_frame_name(p, frame).at, want[i - 1].name);
        assert_int_equal(p->frames[frame].kind, want[i - 1].kind);
        assert_int_equal(c.parent[i], want[i - 1].parent);
        assert_int_equal(p->columns[0].sum[c.stack[i]], want[i - 1].sum);
    }
    fr_canonical_reset(&c);
    fr_profile_free(p);
}

static void shuffled_input_gives_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        generated g = generate_folded(seed, NAMES_ODD), h = generate_shuffled(&g, seed + 1000);
        fr_profile *a = read_folded(g.text), *b = read_folded(h.text);
        fr_canonical x, y;
        assert_true(fr_canonical_init(&x, a, NULL));
        assert_true(fr_canonical_init(&y, b, NULL));
        assert_int_equal(x.n_stacks, y.n_stacks);
        assert_int_equal(x.n_frames, y.n_frames);
        for (uint32_t i = 0; i < x.n_frames; i++) {
            assert_true(fr_bytes_equal(fr_frame_name(a, x.frame[i]), fr_frame_name(b, y.frame[i])));
            assert_int_equal(a->frames[x.frame[i]].kind, b->frames[y.frame[i]].kind);
        }
        for (uint32_t i = 0; i < x.n_stacks; i++) {
            assert_true(i == 0 || x.parent[i] < i);
            assert_int_equal(x.parent[i], y.parent[i]);
            assert_true(i == 0 || x.frame_of[i] == y.frame_of[i]);
            assert_int_equal(a->columns[0].sum[x.stack[i]], b->columns[0].sum[y.stack[i]]);
        }
        fr_canonical_reset(&x);
        fr_canonical_reset(&y);
        fr_profile_free(a);
        fr_profile_free(b);
        generated_reset(&g);
        generated_reset(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(shuffled_input_gives_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
