/* test_layout_diff.c - the picture of a differential: widths, fills, marks, labels, words. */
#include "diff_picture.h"

#include "render/change_words.h"
#include "render/layout/diff_paint.h"
#include "render/layout/diff_width.h"

#define NARROW "\xe2\x80\xaf"
#define ARROW  " \xe2\x86\x92 "
#define UP     "\xe2\x96\xb2 "
#define DOWN   "\xe2\x96\xbc "
#define MINUS  "\xe2\x88\x92"

/* Ten functions that do what they did before: they set what is typical. */
#define SAME                                                                                       \
    "main;f0 400\nmain;f1 400\nmain;f2 400\nmain;f3 400\nmain;f4 400\nmain;f5 400\nmain;f6 400\n"  \
    "main;f7 400\nmain;f8 400\nmain;f9 400\n"

static fr_flame_options defaults(void)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    return opt;
}

static char *title_of(const fr_scene *s, const char *name)
{
    fr_output *out = fr_output_memory();
    size_t len;
    char *copy;

    fr_change_put_title(s, index_of(s, name), out);
    copy = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    return copy;
}

static void assert_title(const fr_scene *s, const char *name, const char *want)
{
    char *got = title_of(s, name);

    assert_string_equal(got, want);
    free(got);
}

/* ---- widths ---- */

static void widths_are_additive_integers(void **state)
{
    static const struct {
        fr_width_of of;
        int64_t base_whole, new_whole, base, new_, width, whole;
    } rows[] = {
        /* 30 of 100 and 10 of 50: (30 % + 20 %) of two wholes of 100 */
        {FR_WIDTH_OF_MEAN, 100, 50, 30, 10, 50, 200},
        {FR_WIDTH_OF_MEAN, 100, 50, 100, 50, 200, 200},
        {FR_WIDTH_OF_MEAN, 7, 3, 7, 0, 21, 42},
        {FR_WIDTH_OF_MEAN, 0, 50, 0, 10, 10, 50},
        {FR_WIDTH_OF_MEAN, 50, 0, 10, 0, 10, 50},
        {FR_WIDTH_OF_NEW, 100, 50, 30, 10, 10, 50},
        {FR_WIDTH_OF_BASE, 100, 50, 30, 10, 30, 100},
        {FR_WIDTH_OF_MAX, 100, 50, 30, 10, 30, 100},
        {FR_WIDTH_OF_MAX, 100, 50, 10, 10, 20, 100},
        {FR_WIDTH_OF_DELTA, 100, 50, 30, 10, 10, 100},
        {FR_WIDTH_OF_DELTA, 100, 50, 20, 10, 0, 100},
    };
    (void)state;

    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_diff_width w = fr_diff_width_for(rows[i].of, rows[i].base_whole, rows[i].new_whole);
        assert_int_equal(w.whole, rows[i].whole);
        assert_int_equal(fr_diff_width_of(&w, rows[i].base, rows[i].new_), rows[i].width);
    }
}

/* 2^62 and 2^61 + 1 have no common divisor: the products need 124 bits, a viewer has 53. */
static void large_widths_are_halved(void **state)
{
    int64_t base = INT64_C(1) << 62, new_ = (INT64_C(1) << 61) + 1;
    fr_diff_width w = fr_diff_width_for(FR_WIDTH_OF_MEAN, base, new_);
    (void)state;

    assert_true(w.whole < INT64_C(1) << 53 && w.whole >= INT64_C(1) << 52);
    assert_int_equal(fr_diff_width_of(&w, base, new_), w.whole);
    assert_true(fr_diff_width_of(&w, base / 3, new_ / 3) +
                    fr_diff_width_of(&w, base / 3 * 2, new_ / 3 * 2) <=
                w.whole);
    assert_int_equal(fr_diff_width_of(&w, 0, 0), 0);
}

/* ---- geometry ---- */

static void check_geometry(const fr_scene *s)
{
    int64_t *used = calloc(s->n_boxes, sizeof *used);

    assert_non_null(used);
    assert_int_equal(s->boxes[0].x0, 200);
    assert_int_equal(s->boxes[0].x1, s->width - 200);
    assert_int_equal(s->sides->n_boxes, s->n_boxes);
    for (size_t i = 1; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i], *parent = &s->boxes[box->parent];
        assert_true(box->x0 <= box->x1 && box->x0 >= parent->x0 && box->x1 <= parent->x1);
        assert_true(box->start >= parent->start + used[box->parent]);
        used[box->parent] = box->start + box->total - parent->start;
        assert_true(box->self >= 0 && used[box->parent] + parent->self <= parent->total);
    }
    free(used);
}

/* Random stacks of both sides; some on one side only. */
static char *random_folded(random_source *g)
{
    char *text = calloc(1, 16384), *at = text;

    assert_non_null(text);
    for (int i = 0; i < 60; i++) {
        int depth = 1 + (int)random_below(g, 6);
        at += sprintf(at, "main");
        for (int k = 0; k < depth; k++)
            at += sprintf(at, ";%c", (char)('a' + random_below(g, 4)));
        at += sprintf(at, " %d\n", 1 + (int)random_below(g, 1000));
    }
    return text;
}

static void boxes_stay_inside_under_every_width(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_source g = {seed};
        char *base = random_folded(&g), *new_ = random_folded(&g);
        fixture f = compare(base, new_);
        fr_flame_options opt = defaults();
        for (opt.width_of = FR_WIDTH_OF_MEAN; opt.width_of <= FR_WIDTH_OF_DELTA; opt.width_of++)
            check_geometry(lay_out(&f, &opt));
        fixture_free(&f);
        free(base);
        free(new_);
    }
}

/* The same boxes, every change with the other sign. */
static void sides_mirror(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_source g = {seed};
        char *base = random_folded(&g), *new_ = random_folded(&g);
        fixture f = compare(base, new_), b = compare(new_, base);
        const fr_scene *s = lay_out(&f, NULL), *t = lay_out(&b, NULL);
        assert_int_equal(s->n_boxes, t->n_boxes);
        for (size_t i = 0; i < s->n_boxes; i++) {
            const fr_box_change *c = &s->sides->boxes[i], *d = &t->sides->boxes[i];
            assert_int_equal(s->boxes[i].x0, t->boxes[i].x0);
            assert_int_equal(s->boxes[i].x1, t->boxes[i].x1);
            assert_int_equal(c->total.points, -d->total.points);
            assert_int_equal(c->total.error, d->total.error);
            assert_int_equal(c->total_fill, 32 - d->total_fill);
        }
        fixture_free(&f);
        fixture_free(&b);
        free(base);
        free(new_);
    }
}

/* ---- colour ---- */

/* A share falls only because another grew: B did what it did before. */
static void one_that_grew_moves_no_other(void **state)
{
    fixture f = compare(SAME "main;A 1000\nmain;B 5000\n", SAME "main;A 2000\nmain;B 5000\n");
    const fr_scene *s = lay_out(&f, NULL);
    const fr_box_change *a = &s->sides->boxes[index_of(s, "A")];
    const fr_box_change *b = &s->sides->boxes[index_of(s, "B")];
    (void)state;

    assert_true(a->total.points > 0 && a->total.seen);
    assert_int_not_equal(drawn(s, "A")->fill, drawn(s, "B")->fill);
    assert_int_equal(b->total.points, 0);
    assert_int_equal(b->total.share_points, -4545);
    assert_int_equal(b->total_fill, 16);
    assert_int_equal(drawn(s, "B")->marks, 0);
    assert_string_equal(drawn(s, "B")->label, "B");
    char *title = title_of(s, "B");
    assert_non_null(strstr(title, "B \xc2\xb7 share 50.00" NARROW "%" ARROW "45.45" NARROW
                                  "%, because others grew; itself unchanged, 0.00" NARROW "pp"));
    free(title);
    fixture_free(&f);
}

/* 1 000 of 10 000 and 1 500 of 15 000. */
static void another_size_stays_grey(void **state)
{
    fixture f = compare("main;a 1000\nmain;b 9000\n", "main;a 1500\nmain;b 13500\n");
    const fr_scene *s = lay_out(&f, NULL);
    (void)state;

    for (size_t i = 0; i < s->n_boxes; i++) {
        assert_int_equal(s->sides->boxes[i].total_fill, 16);
        assert_int_equal(s->boxes[i].marks, 0);
    }
    assert_string_equal(text_with(s, FR_TEXT_STATEMENT, "changed"),
                        "0 of 3 functions changed \xc2\xb7 4 boxes, all drawn");
    assert_string_equal(s->view.title, "no function changed beyond sampling noise \xc2\xb7 "
                                       "pr has 1.5x the samples; colours compare shares");
    assert_title(s, "a",
                 "a \xc2\xb7 10.00" NARROW "%" ARROW "10.00" NARROW "% \xc2\xb7 0.00" NARROW
                 "pp \xc2\xb1 0.76 (\xc3\x97" NARROW "1.00), within noise \xc2\xb7 1" NARROW
                 "000" ARROW "1" NARROW "500 samples");
    fixture_free(&f);
}

/* What vanished and what came are there, and not by colour alone. */
static void gone_and_new_are_visible(void **state)
{
    fixture f = compare("main;kept 5000\nmain;gone;deep 3000\n", "main;kept 5000\nmain;new 3000\n");
    const fr_scene *s = lay_out(&f, NULL);
    const fr_box *gone = drawn(s, "gone"), *new_ = drawn(s, "new");
    (void)state;

    assert_int_equal(gone->marks, FR_MARK_GONE);
    assert_int_equal(drawn(s, "deep")->marks, FR_MARK_GONE | FR_MARK_OWN_SHRANK);
    assert_int_equal(new_->marks, FR_MARK_NEW | FR_MARK_OWN_GREW);
    assert_string_equal(gone->label, MINUS "37.5" NARROW "pp gone");
    assert_string_equal(new_->label, "+37.5" NARROW "pp new");
    assert_int_equal(gone->x1 - gone->x0, 11600 * 3 / 16);
    assert_string_equal(text_with(s, FR_TEXT_LEGEND, "gone"), "gone");
    assert_string_equal(text_with(s, FR_TEXT_LEGEND, "new"), "new");
    assert_title(s, "gone",
                 "gone \xc2\xb7 37.50" NARROW "%" ARROW "0" NARROW "% \xc2\xb7 " MINUS
                 "37.50" NARROW "pp \xc2\xb1 1.21, gone \xc2\xb7 3" NARROW "000" ARROW "0 samples");
    fixture_free(&f);
}

/* Where a label has no room a bar tells the direction. */
static void narrow_boxes_have_bars(void **state)
{
    fixture f = compare("main;a 10\nmain;b 300\nmain;rest 100000\n",
                        "main;a 300\nmain;b 10\nmain;rest 100000\n");
    const fr_scene *s = lay_out(&f, NULL);
    (void)state;

    assert_null(drawn(s, "a")->label);
    assert_int_equal(drawn(s, "a")->marks, FR_MARK_GREW | FR_MARK_OWN_GREW);
    assert_null(drawn(s, "b")->label);
    assert_int_equal(drawn(s, "b")->marks, FR_MARK_SHRANK | FR_MARK_OWN_SHRANK);
    fixture_free(&f);
}

/* Own value moved from main to its callee: the total of main stays, its own value tells. */
static void own_changes_are_marked(void **state)
{
    fixture f =
        compare("main 4000\nmain;a 1000\nmain;b 5000\n", "main 1000\nmain;a 4000\nmain;b 5000\n");
    const fr_scene *s = lay_out(&f, NULL);
    fr_diff_options by_self = {.fdr = 0.05, .min_change_pp = 0.1, .sampling_only = true};
    (void)state;

    assert_int_equal(drawn(s, "main")->marks, FR_MARK_OWN_SHRANK);
    assert_string_equal(drawn(s, "main")->label, "main");
    assert_int_equal(drawn(s, "main")->fill, 16);
    by_self.by = FR_DIFF_BY_SELF;
    fixture_free(&f);
    f = compare_with("main 4000\nmain;a 1000\nmain;b 5000\n",
                     "main 1000\nmain;a 4000\nmain;b 5000\n", &by_self);
    s = lay_out(&f, NULL);
    assert_string_equal(drawn(s, "main")->label, MINUS "30.0" NARROW "pp main");
    assert_true(drawn(s, "main")->fill < 16);
    fixture_free(&f);
}

static void negate_flips_hues(void **state)
{
    fixture f = compare("main;a 1000\nmain;b 9000\n", "main;a 3000\nmain;b 7000\n");
    fr_flame_options opt = defaults();
    const fr_scene *s = lay_out(&f, &opt);
    fr_fill red = s->fills[drawn(s, "a")->fill], blue = s->fills[drawn(s, "b")->fill];
    (void)state;

    assert_true((red.light >> 16) > (red.light & 255) && (blue.light >> 16) < (blue.light & 255));
    opt.negate = true;
    s = lay_out(&f, &opt);
    assert_int_equal(s->fills[drawn(s, "a")->fill].light, blue.light);
    assert_int_equal(s->fills[drawn(s, "b")->fill].light, red.light);
    assert_string_equal(drawn(s, "a")->label, "+20.0" NARROW "pp a");
    fixture_free(&f);
}

/* One run a side: what sampling alone would call a change is pale, and its sign has a question mark. */
static void maybe_is_pale(void **state)
{
    const char *base = "main;JS:a 100\nmain;b 900\n", *new_ = "main;JS:a 300\nmain;b 900\n";
    fixture sure = compare(base, new_), maybe = compare_with(base, new_, NULL);
    const fr_scene *s = lay_out(&sure, NULL), *m = lay_out(&maybe, NULL);
    size_t place = drawn(s, "JS:a")->fill;
    (void)state;

    assert_true(place > 16 && drawn(m, "JS:a")->fill > 16 && drawn(m, "JS:a")->fill < place);
    assert_string_equal(drawn(s, "JS:a")->label, "+15.0" NARROW "pp JS:a");
    assert_string_equal(drawn(m, "JS:a")->label, "+15.0" NARROW "pp? JS:a");
    char *title = title_of(m, "JS:a");
    assert_non_null(strstr(title, ", maybe: not sure with one run a side"));
    free(title);
    assert_string_equal(m->sides->changed, "1 of 3 functions changed; 1 may have");
    fixture_free(&sure);
    fixture_free(&maybe);
}

/* ---- words ---- */

static void words_say_what_is_compared(void **state)
{
    fixture f = compare("main;a 1000\nmain;b 9000\n", "main;a 3000\nmain;b 6500\nmain;c 500\n");
    const fr_scene *s = lay_out(&f, NULL);
    (void)state;

    assert_string_equal(s->view.title, "b takes 0.72x as long: 90.0" ARROW "65.0" NARROW
                                       "% of samples, sure beyond sampling noise");
    assert_non_null(strstr(s->view.subtitle, "main" ARROW "pr \xc2\xb7 2 other functions changed"
                                             " \xc2\xb7 both sides are of one size (10" NARROW
                                             "000 and 10" NARROW "000 samples, one run a side)"));
    assert_non_null(strstr(s->view.subtitle, "width is the mean of both shares"));
    assert_non_null(strstr(s->view.notes, "how much runs differ from each other is not known"));
    assert_string_equal(text_with(s, FR_TEXT_LEGEND, "more"), UP "30 points more of the whole");
    assert_string_equal(text_with(s, FR_TEXT_LEGEND, "less"), DOWN "30 points less");
    assert_string_equal(s->description,
                        "Differential flame graph of main and pr: b takes 0.72x as long: 90.0" ARROW
                        "65.0" NARROW
                        "% of samples, sure beyond sampling noise. Largest own changes: b " MINUS
                        "25.00" NARROW "pp, a +20.00" NARROW "pp, c +5.00" NARROW "pp.");
    fixture_free(&f);
}

/* A caller whose callee has the whole change is paler than the callee; one with a part of its own is not. */
static void callers_that_pass_on_are_paler(void **state)
{
    fixture f =
        compare("main;run;slow 1000\nmain;rest 9000\n", "main;run;slow 3000\nmain;rest 7000\n");
    const fr_scene *s = lay_out(&f, NULL);
    (void)state;

    assert_int_equal(drawn(s, "slow")->fill, 32);
    assert_in_range(drawn(s, "run")->fill, 17, 17 + 16 * 42 / 100);
    assert_string_equal(text_with(s, FR_TEXT_LEGEND, "paler"),
                        "paler: passes on a change above it");
    fixture_free(&f);
    f = compare("main;run;slow 1000\nmain;run 1000\nmain;rest 8000\n",
                "main;run;slow 1600\nmain;run 1600\nmain;rest 6800\n");
    s = lay_out(&f, NULL);
    assert_int_equal(drawn(s, "run")->fill, 17 + 12 * 16 / 15); /* 12 points of 15 */
    assert_string_equal(text_with(s, FR_TEXT_LEGEND, "paler"), "");
    fixture_free(&f);
}

/* A title of the author's comes first, the answer second. */
static void the_answer_stands_below_a_title(void **state)
{
    fixture f = compare("main;a 1000\nmain;b 9000\n", "main;a 3000\nmain;b 7000\n");
    fr_flame_options opt = defaults();
    const fr_scene *s;
    (void)state;

    opt.title = "PR 17";
    s = lay_out(&f, &opt);
    assert_string_equal(s->view.title, "PR 17");
    assert_int_equal(strncmp(s->view.subtitle, "b takes 0.78x as long: ", 23), 0);
    fixture_free(&f);
}

static void sums_replace_the_axis(void **state)
{
    fixture f = compare("main;a 50\nmain;b 50\n", "main;a 80\nmain;b 20\n");
    fr_flame_options opt = defaults();
    const fr_scene *s;
    (void)state;

    opt.width_of = FR_WIDTH_OF_MAX;
    s = lay_out(&f, &opt);
    assert_string_equal(text_with(s, FR_TEXT_AXIS, "widths"),
                        "widths sum to 130" NARROW "% of one profile");
    assert_string_equal(text_with(s, FR_TEXT_AXIS, "100"), "");
    opt.width_of = FR_WIDTH_OF_DELTA;
    s = lay_out(&f, &opt);
    assert_string_equal(text_with(s, FR_TEXT_AXIS, "widths"),
                        "widths sum to 60" NARROW "% of one profile");
    fixture_free(&f);
}

static void nothing_to_draw(void **state)
{
    fixture f = compare("main;a 50\n", "main;a 50\n");
    fr_flame_options opt = defaults();
    fr_error err = {0};
    (void)state;

    opt.width_of = FR_WIDTH_OF_DELTA;
    assert_null(fr_scene_diff(f.diff, f.theme, &opt, &err));
    assert_int_equal(err.code, FR_E_EMPTY);
    assert_string_equal(err.text, "nothing to draw: every share is the same on both sides");
    err = (fr_error){0};
    opt = defaults();
    opt.width_px = 10;
    assert_null(fr_scene_diff(f.diff, f.theme, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fixture_free(&f);
}

/* main;b and main;c are too narrow: together they are one box behind a and d, with what both sides have. */
static void narrow_frames_have_both_sides(void **state)
{
    fixture f = compare("main;a 100000\nmain;b 12\nmain;c 13\nmain;d 100000\n",
                        "main;a 100000\nmain;b 11\nmain;c 14\nmain;d 100000\n");
    const fr_scene *s = lay_out(&f, NULL);
    size_t i = index_of(s, "2 frames");
    const fr_change *c = &s->sides->boxes[i].total;
    (void)state;

    assert_true(s->boxes[i].rest && i == index_of(s, "d") + 1);
    assert_int_equal(s->boxes[i].x0, drawn(s, "d")->x1);
    assert_int_equal(c->base, 25);
    assert_int_equal(c->new_, 25);
    assert_int_equal(drawn(s, "main")->n_hidden, 2);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_are_additive_integers),
        cmocka_unit_test(large_widths_are_halved),
        cmocka_unit_test(boxes_stay_inside_under_every_width),
        cmocka_unit_test(sides_mirror),
        cmocka_unit_test(one_that_grew_moves_no_other),
        cmocka_unit_test(another_size_stays_grey),
        cmocka_unit_test(gone_and_new_are_visible),
        cmocka_unit_test(narrow_boxes_have_bars),
        cmocka_unit_test(own_changes_are_marked),
        cmocka_unit_test(negate_flips_hues),
        cmocka_unit_test(maybe_is_pale),
        cmocka_unit_test(words_say_what_is_compared),
        cmocka_unit_test(callers_that_pass_on_are_paler),
        cmocka_unit_test(the_answer_stands_below_a_title),
        cmocka_unit_test(sums_replace_the_axis),
        cmocka_unit_test(nothing_to_draw),
        cmocka_unit_test(narrow_frames_have_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
