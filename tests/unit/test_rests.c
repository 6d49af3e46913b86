/*
 * test_rests.c - what stands for frames that are too narrow to draw: no value of a picture is lost, in any row.
 *
 *     total of a box  =  self + drawn children + the rest on it + what is left, which is less than the threshold
 */
#include "base/number.h"
#include "flame_fixture.h"
#include "generate.h"
#include "profiles.h"
#include "rounds.h"

static fr_flame_options defaults(void)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    return opt;
}

/* 1160 px for 116000: a node of 10 is 0.1 px wide. */
static void narrow_children_stand_together(void **state)
{
    fixture f = FIXTURE({"main;a;x;y", 6}, {"main;b", 115976}, {"main;c;x", 9}, {"main;d", 9});
    const fr_scene *s = lay_out(&f, NULL);
    const fr_box *low, *high;
    (void)state;

    assert_int_equal(s->n_boxes, 3 + 2);
    assert_int_equal(s->n_rests, 2);
    low = drawn(s, "3 frames");
    high = drawn(s, "2 frames");
    assert_int_equal(drawn(s, "b")->start, 0);
    assert_int_equal(low->start, 115976);
    assert_int_equal(low->total, 6 + 9 + 9);
    assert_int_equal(low->self, 9);
    assert_int_equal(low->x1, s->width - 200);
    assert_int_equal(high->total, 6 + 9);
    assert_int_equal(high->self, 15);
    assert_ptr_equal(&s->boxes[high->parent], low);
    assert_int_equal(high->row, 3);
    assert_int_equal(s->undrawn, 24);
    assert_int_equal(s->n_undrawn, 6);
    assert_string_equal(text_of(s, FR_TEXT_STATEMENT),
                        "3 boxes drawn \xc2\xb7 <0.1\xe2\x80\xaf% of the samples are in 6 frames "
                        "narrower than 0.1 px");
    fixture_free(&f);
}

/* Rows without an own value of theirs are one box. */
static void towers_are_one_box(void **state)
{
    fixture f = FIXTURE({"main;a;r;r;r;r", 9}, {"main;b;r;r;r", 9}, {"main;c", 115982});
    fr_flame_options opt = defaults();
    const fr_scene *s = lay_out(&f, NULL);
    const fr_box *rest = drawn(s, "8 frames");
    (void)state;

    assert_int_equal(s->n_rests, 1);
    assert_int_equal(rest->row, 2);
    assert_int_equal(rest->more_rows, 3);
    assert_int_equal(rest->h, 4 * 180 - 10);
    assert_int_equal(rest->y + rest->h, drawn(s, "c")->y + drawn(s, "c")->h);
    opt.icicle = true;
    rest = drawn(lay_out(&f, &opt), "8 frames");
    assert_int_equal(rest->y, drawn(f.scene, "c")->y);
    opt.max_depth = 4;
    assert_int_equal(drawn(lay_out(&f, &opt), "4 frames")->more_rows, 1);
    fixture_free(&f);
}

static void labels_say_how_many(void **state)
{
    enum { FRAMES = 30000 };
    folded *lines = calloc(FRAMES, sizeof *lines);
    char(*stacks)[16] = calloc(FRAMES, sizeof *stacks);
    fixture f;
    (void)state;

    assert_true(lines && stacks);
    for (int i = 0; i < FRAMES; i++) {
        snprintf(stacks[i], sizeof *stacks, "f%d", i);
        lines[i] = (folded){stacks[i], 1};
    }
    f = fixture_new(lines, FRAMES);
    lay_out(&f, NULL);
    assert_int_equal(f.scene->n_boxes, 2);
    assert_string_equal(f.scene->boxes[1].label, "30\xe2\x80\xaf"
                                                 "000 frames, 100\xe2\x80\xaf%");
    fixture_free(&f);
    free(lines);
    free(stacks);
}

/* ---- against the plainest count there is ---- */

/* The smallest total that is drawn, by the rule of docs/layout.md. */
static bool is_wide(const fr_flame_options *opt, int64_t total, int64_t root)
{
    fr_i128 plot = (fr_i128)opt->width_px - 40;

    return total > 0 && (fr_i128)total * plot * 1000000 >= (fr_i128)opt->minwidth_millionths * root;
}

/* Totals of all nodes on `node` that a narrow child of it holds, of one row. */
static int64_t sum_narrow(fr_tree_columns t, uint32_t node, uint32_t row,
                          const fr_flame_options *opt)
{
    int64_t sum = 0;

    for (uint32_t child = node + 1; child < t.end[node]; child = t.end[child])
        for (uint32_t i = child; i < t.end[child]; i++)
            if (t.depth[i] == row && !is_wide(opt, t.total[0][child], t.total[0][0]))
                sum += t.total[0][i];
    return sum;
}

/* What a rest on box `i` shows in `row`. */
static int64_t rest_in_row(const fr_scene *s, size_t i, uint32_t row)
{
    for (size_t k = i + 1, under = i; k < s->n_boxes; k++) {
        const fr_box *box = &s->boxes[k];
        if (!box->rest || box->parent != under)
            continue;
        if (row >= box->row && row <= (uint32_t)box->row + box->more_rows)
            return box->total;
        under = k;
    }
    return 0;
}

/* Box `i` is of `node`: in each row over it the rest is what is narrow there, if that is wide enough. */
static void check_rests(const fr_scene *s, size_t i, fr_tree_columns t, uint32_t node,
                        const fr_flame_options *opt)
{
    for (uint32_t row = t.depth[node] + 1; row < t.depth[node] + 50; row++) {
        int64_t narrow = row < opt->max_depth ? sum_narrow(t, node, row, opt) : 0;
        int64_t shown = is_wide(opt, narrow, t.total[0][0]) ? narrow : 0;
        assert_int_equal(rest_in_row(s, i, row), shown);
    }
}

/* Boxes stand in pre-order, as their nodes do. */
static uint32_t next_drawn(fr_tree_columns t, uint32_t node, const fr_flame_options *opt)
{
    while (node < t.n &&
           (t.depth[node] >= opt->max_depth || !is_wide(opt, t.total[0][node], t.total[0][0])))
        node = t.end[node];
    return node;
}

#define MOST_ROWS 128

/* What of a box lies under each row: in `here` the boxes of a row, in `ends` what has nothing drawn on it, by
 * the first row that it is missing in. */
typedef struct row_sums {
    int64_t here[MOST_ROWS], ends[MOST_ROWS];
} row_sums;

static void add_box(row_sums *sums, const fr_box *box)
{
    uint32_t last = (uint32_t)box->row + box->more_rows;

    for (uint32_t row = box->row; row <= last; row++)
        sums->here[row] += box->total;
    sums->ends[last + 1] += box->self;
}

/* Children of a node past the last row, and narrow ones where they are too few for a rest. */
static int64_t left_on(fr_tree_columns t, uint32_t node, const fr_flame_options *opt)
{
    uint32_t row = t.depth[node] + 1;
    int64_t narrow = sum_narrow(t, node, row, opt);

    if (row >= opt->max_depth)
        return t.total[0][node] - t.self[0][node];
    return is_wide(opt, narrow, t.total[0][0]) ? 0 : narrow;
}

/* Every row with what ends below it is the whole. */
static void check_rows(const row_sums *sums, int64_t whole)
{
    int64_t ended = 0;

    for (uint32_t row = 0; row < MOST_ROWS; row++) {
        ended += sums->ends[row];
        assert_int_equal(sums->here[row] + ended, whole);
    }
}

static void check_scene(const fr_scene *s, fr_tree_columns t, const fr_flame_options *opt)
{
    row_sums sums = {{0}, {0}};
    uint32_t node = 0;

    for (size_t i = 0; i < s->n_boxes; i++) {
        add_box(&sums, &s->boxes[i]);
        if (s->boxes[i].rest)
            continue;
        node = next_drawn(t, node, opt);
        assert_int_equal(s->boxes[i].total, t.total[0][node]);
        check_rests(s, i, t, node, opt);
        sums.ends[s->boxes[i].row + 1] += left_on(t, node, opt);
        node++;
    }
    check_rows(&sums, t.total[0][0]);
}

static void draw_random(uint64_t seed)
{
    generated g = generate_folded(seed, NAMES_PLAIN);
    random_source random = {seed};
    fr_flame_options opt = defaults();
    fr_profile *profile = read_bytes(g.text, g.len);
    fr_tree *tree = tree_of(profile, (fr_sort)random_below(&random, 3), false);
    fr_scene *s;

    opt.width_px = 120 + random_below(&random, 2000);
    opt.minwidth_millionths = 100000 + random_below(&random, 40000000);
    opt.icicle = random_below(&random, 2);
    opt.max_depth = random_below(&random, 3) ? 2000 : 1 + random_below(&random, 20);
    s = scene_of(tree, &opt);
    check_scene(s, fr_tree_view(tree), &opt);
    fr_scene_free(s);
    fr_tree_free(tree);
    fr_profile_free(profile);
    generated_reset(&g);
}

static void nothing_is_lost_in_random_trees(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= rounds(40, 400); seed++)
        draw_random(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_children_stand_together),
        cmocka_unit_test(towers_are_one_box),
        cmocka_unit_test(labels_say_how_many),
        cmocka_unit_test(nothing_is_lost_in_random_trees),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
