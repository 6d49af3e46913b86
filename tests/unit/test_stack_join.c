/*
 * test_stack_join.c - stacks of one table found in another by their children: the same as if each
 * was looked up.
 */
#include "model/build/stack_join.h"

#include "unit.h"

#define MAX_STACKS 400

typedef struct found_case {
    const char *what;
    fr_stack table[8], other[8]; /* from 1 on; parent and frame; frame 0 ends them */
    uint32_t found[8];           /* of other, from 1 on */
} found_case;

#define NEW FR_NO_ID

static const found_case cases[] = {
    {"nothing to find", {{0, 0}}, {{0, 1}, {1, 2}}, {NEW, NEW}},
    {"nothing looked for", {{0, 1}, {1, 2}}, {{0, 0}}, {0}},
    {"the same", {{0, 1}, {1, 2}, {1, 3}}, {{0, 1}, {1, 2}, {1, 3}}, {1, 2, 3}},
    {"in another order", {{0, 1}, {1, 2}, {1, 3}}, {{0, 1}, {1, 3}, {1, 2}}, {1, 3, 2}},
    {"an only child that is another", {{0, 1}, {1, 2}}, {{0, 1}, {1, 3}}, {1, NEW}},
    {"an only child among several", {{0, 1}, {1, 2}}, {{0, 1}, {1, 3}, {1, 2}}, {1, NEW, 2}},
    {"new, and all below it", {{0, 1}, {1, 2}, {0, 2}}, {{0, 3}, {1, 2}, {2, 2}}, {NEW, NEW, NEW}},
    /* frame 2 is below 1 and below 3: what is known of one parent is nothing of the other */
    {"one frame below two parents",
     {{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 4}, {2, 5}},
     {{0, 1}, {0, 3}, {1, 2}, {2, 2}, {2, 4}},
     {1, 2, 3, NEW, 5}},
    {"recursion", {{0, 1}, {1, 1}, {2, 1}}, {{0, 1}, {1, 1}, {2, 1}, {3, 1}}, {1, 2, 3, NEW}},
    {"children before those of an earlier stack",
     {{0, 1}, {0, 2}, {2, 3}, {1, 3}},
     {{0, 2}, {1, 3}, {0, 1}, {3, 3}},
     {2, 3, 1, 4}},
};

static void stacks_are_found(void **state)
{
    static const uint32_t same[8] = {0, 1, 2, 3, 4, 5, 6, 7};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const found_case *c = &cases[i];
        fr_stack_table table = {0};
        fr_stack stacks[9] = {{0, 0}};
        fr_other_stacks other = {stacks, 1, same, 8};
        uint32_t found[9] = {0}, n_new = 0, want_new = 0;
        assert_true(fr_stack_table_init(&table));
        for (size_t s = 0; s < 8 && c->table[s].frame; s++)
            assert_int_equal(fr_stack_table_append(&table, c->table[s]), s + 1);
        while (other.n <= 8 && c->other[other.n - 1].frame) {
            stacks[other.n] = c->other[other.n - 1];
            other.n++;
        }
        assert_true(fr_stack_join(&table, &other, found, &n_new));
        assert_int_equal(found[0], 0);
        for (uint32_t s = 1; s < other.n; s++) {
            if (found[s] != c->found[s - 1])
                fail_msg("%s: stack %u is %u", c->what, s, found[s]);
            want_new += c->found[s - 1] == NEW;
        }
        assert_int_equal(n_new, want_new);
        fr_stack_table_reset(&table);
    }
}

/* ---- as if looked up ---- */

/* Fills a table with stacks drawn at random; most parents are young, some are drawn from all. */
static void draw_stacks(random_source *random, fr_stack_table *table, uint32_t n_frames)
{
    uint32_t n = random_below(random, MAX_STACKS);

    for (uint32_t i = 0; i < n; i++) {
        uint32_t parent = random_below(random, 3) ? table->n - 1 : random_below(random, table->n);
        assert_int_not_equal(
            fr_stack_table_add(table, (fr_stack){parent, 1 + random_below(random, n_frames - 1)}),
            FR_NO_ID);
    }
}

/* Frame f of one table is n_frames - f of the other. */
static void assert_as_looked_up(fr_stack_table *table, const fr_stack_table *theirs,
                                uint32_t n_frames)
{
    uint32_t frame[16], found[MAX_STACKS + 1], n_new, want_new = 0, want[MAX_STACKS + 1] = {0};
    fr_other_stacks other = {theirs->stacks, theirs->n, frame, n_frames};

    for (uint32_t f = 0; f < n_frames; f++)
        frame[f] = f ? n_frames - f : 0;
    assert_true(fr_stack_join(table, &other, found, &n_new));
    for (uint32_t s = 1; s < theirs->n; s++) {
        fr_stack stack = theirs->stacks[s];
        uint32_t n = table->n;
        want[s] = fr_stack_table_add(table, (fr_stack){want[stack.parent], frame[stack.frame]});
        assert_int_equal(found[s], table->n > n ? FR_NO_ID : want[s]);
        want_new += table->n > n;
    }
    assert_int_equal(n_new, want_new);
}

static void as_if_looked_up(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_source random = {seed};
        uint32_t n_frames = 2 + random_below(&random, 14);
        fr_stack_table table = {0}, theirs = {0};
        assert_true(fr_stack_table_init(&table) && fr_stack_table_init(&theirs));
        draw_stacks(&random, &table, n_frames);
        draw_stacks(&random, &theirs, n_frames);
        assert_as_looked_up(&table, &theirs, n_frames);
        fr_stack_table_reset(&table);
        fr_stack_table_reset(&theirs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_are_found),
        cmocka_unit_test(as_if_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
