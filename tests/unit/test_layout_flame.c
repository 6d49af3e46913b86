/* test_layout_flame.c - the geometry of flame graphs: extents, edges, thresholds, words. */
#include "flame_fixture.h"
#include "render/measure.h"

#define NARROW "\xe2\x80\xaf"
#define DOT    " \xc2\xb7 "

static fr_flame_options defaults(void)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    return opt;
}

/* Children inside their parents, in order, without overlap; neighbours share edges where their
 * values meet. */
static void check_geometry(const fr_scene *s)
{
    int64_t *used = calloc(s->n_boxes, sizeof *used);

    assert_non_null(used);
    assert_int_equal(s->boxes[0].x0, 200);
    assert_int_equal(s->boxes[0].x1, s->width - 200);
    for (size_t i = 1; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i], *parent = &s->boxes[box->parent];
        assert_true(box->parent < i);
        assert_int_equal(box->row, parent->row + 1);
        assert_true(box->x0 <= box->x1 && box->x0 >= parent->x0 && box->x1 <= parent->x1);
        assert_true(box->start >= parent->start + used[box->parent]);
        used[box->parent] = box->start + box->total - parent->start;
        assert_true(used[box->parent] + parent->self <= parent->total);
        assert_true(box->y >= 0 && box->y + box->h <= s->height);
    }
    for (size_t i = 1; i < s->n_boxes; i++)
        for (size_t k = i + 1; k < s->n_boxes && k < i + 50; k++)
            if (s->boxes[i].start + s->boxes[i].total == s->boxes[k].start)
                assert_int_equal(s->boxes[i].x1, s->boxes[k].x0);
    free(used);
}

static void merges_prefixes_not_names(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo.cold", 10}, {"main;foo;bar", 60});
    const fr_scene *s = lay_out(&f, NULL);
    const fr_box *foo = drawn(s, "foo"), *bar = drawn(s, "bar");
    const fr_box *cold = drawn(s, "foo.cold");
    (void)state;

    check_geometry(s);
    assert_int_equal(s->n_boxes, 5);
    assert_int_equal(foo->total, 90);
    assert_int_equal(foo->self, 30);
    assert_int_equal(foo->x0, 200);
    assert_int_equal(foo->x1, 200 + 11600 * 90 / 100);
    assert_int_equal(bar->x0, 200); /* children from the left edge, own value at the right end */
    assert_int_equal(bar->x1, 200 + 11600 * 60 / 100);
    assert_int_equal(cold->x0, foo->x1);
    assert_int_equal(cold->x1, 11800);
    assert_string_equal(text_of(s, FR_TEXT_STATEMENT), "5 boxes, all drawn");
    assert_string_equal(text_of(s, FR_TEXT_SUBTITLE),
                        "100 samples of cpu-clock" DOT "width is their share");
    assert_string_equal(
        s->description,
        "Flame graph of 100 samples of cpu-clock. Largest own shares: bar 60.0" NARROW
        "%, foo 30.0" NARROW "%, foo.cold 10.0" NARROW "%.");
    fixture_free(&f);
}

static void rows_go_up_or_down(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo;bar", 60});
    fr_flame_options opt = defaults();
    const fr_scene *s = lay_out(&f, &opt);
    (void)state;

    for (size_t i = 1; i < s->n_boxes; i++)
        assert_int_equal(s->boxes[i].y, s->boxes[i - 1].y - 180);
    assert_string_equal(text_of(s, FR_TEXT_TITLE), "67" NARROW "% of the time is in bar itself");
    opt.icicle = true;
    opt.row_height_px = 25;
    s = lay_out(&f, &opt);
    for (size_t i = 1; i < s->n_boxes; i++)
        assert_int_equal(s->boxes[i].y, s->boxes[i - 1].y + 250);
    assert_string_equal(text_of(s, FR_TEXT_TITLE), "67" NARROW "% of the time is in bar itself");
    fixture_free(&f);
}

/* 1160 px for 11600: a node of 1 is 0.1 px wide and survives, strictly less does not. */
static void threshold_keeps_equality(void **state)
{
    fixture f = FIXTURE({"main;exact", 1}, {"main;rest;deeper", 11599});
    fixture g = FIXTURE({"main;less;on;it", 1}, {"main;rest", 11600}, {"main;less", 1});
    fr_flame_options opt = defaults();
    (void)state;

    assert_non_null(box_named(lay_out(&f, &opt), "exact"));
    assert_int_equal(f.scene->undrawn, 0);
    assert_non_null(box_named(lay_out(&g, &opt), "less"));
    assert_null(box_named(g.scene, "on"));
    assert_int_equal(g.scene->undrawn, 1);
    assert_int_equal(g.scene->n_undrawn, 2);
    assert_int_equal(drawn(g.scene, "less")->n_hidden, 1);
    assert_string_equal(text_of(g.scene, FR_TEXT_STATEMENT),
                        "4 boxes drawn" DOT "<0.1" NARROW
                        "% of the samples are in 2 frames narrower than 0.1 px");
    opt.minwidth_millionths = 0;
    assert_int_equal(lay_out(&g, &opt)->n_boxes, 6);
    opt.minwidth_percent = true;
    opt.minwidth_millionths = 50000000; /* half */
    assert_int_equal(lay_out(&g, &opt)->n_boxes, 3);
    assert_string_equal(text_of(g.scene, FR_TEXT_STATEMENT),
                        "3 boxes drawn" DOT "<0.1" NARROW
                        "% of the samples are in 3 frames narrower than 50" NARROW "%");
    check_geometry(g.scene);
    fixture_free(&f);
    fixture_free(&g);
}

/* Height follows from what is drawn. */
static void height_is_computed_after_the_threshold(void **state)
{
    fixture f = FIXTURE({"a;b;c;d;e;f;g;h", 1}, {"a", 1000000});
    fr_flame_options opt = defaults();
    int32_t low = lay_out(&f, &opt)->height;
    (void)state;

    opt.minwidth_millionths = 0;
    assert_int_equal(lay_out(&f, &opt)->height, low + 7 * 180);
    fixture_free(&f);
}

static void deep_stacks_stop_at_the_limit(void **state)
{
    enum { DEPTH = 10000 };
    char *stack = malloc(2 * DEPTH + 1);
    fixture f;
    const fr_scene *s;
    (void)state;

    assert_non_null(stack);
    for (size_t i = 0; i < DEPTH; i++)
        memcpy(stack + 2 * i, "r;", 3);
    f = FIXTURE({stack, 31}, {"other", 969});
    s = lay_out(&f, NULL);
    assert_int_equal(s->n_boxes, 2001);
    assert_int_equal(s->undrawn, 31);
    assert_int_equal(s->n_undrawn, DEPTH - 1999);
    assert_string_equal(text_of(s, FR_TEXT_STATEMENT),
                        "2" NARROW "001 boxes drawn" DOT "rows past 2" NARROW "000 hold 3.1" NARROW
                        "%");
    check_geometry(s);
    free(stack);
    fixture_free(&f);
}

static void values_may_be_huge(void **state)
{
    fixture f = FIXTURE({"main;large", INT64_C(1) << 62}, {"main;small", 1});
    fr_flame_options opt = defaults();
    const fr_scene *s;
    (void)state;

    opt.width_px = 100000;
    s = lay_out(&f, &opt);
    assert_int_equal(drawn(s, "large")->x1, 1000000 - 200);
    assert_null(box_named(s, "small"));
    assert_int_equal(s->undrawn, 1);
    opt.minwidth_millionths = 0;
    s = lay_out(&f, &opt);
    assert_int_equal(drawn(s, "small")->x0, 1000000 - 200);
    check_geometry(s);
    fixture_free(&f);
}

static void labels_fit_their_boxes(void **state)
{
    fixture f = FIXTURE({"main;a_function_with_a_long_name", 60}, {"main;wide", 940},
                        {"main;another_function", 2});
    const fr_scene *s = lay_out(&f, NULL);
    (void)state;

    assert_string_equal(s->boxes[0].label, "all");
    assert_string_equal(drawn(s, "wide")->label, "wide");
    assert_ptr_equal(drawn(s, "wide")->label, drawn(s, "wide")->name);
    assert_non_null(strstr(drawn(s, "a_function_with_a_long_name")->label, "\xe2\x80\xa6"));
    assert_null(drawn(s, "another_function")->label);
    fixture_free(&f);
}

/* Shares are of the whole before transforms; the root says both, the axis ends where it ends. */
static void shares_are_of_the_whole(void **state)
{
    fixture f = FIXTURE({"main;foo", 623});
    const fr_scene *s;
    const char *last = "";
    (void)state;

    f.tree->reference[0] = 1000;
    s = lay_out(&f, NULL);
    assert_int_equal(s->whole, 1000);
    assert_string_equal(s->boxes[0].label, "all" DOT "62.3" NARROW "% of the whole");
    for (size_t i = 0; i < s->n_texts; i++)
        if (s->texts[i].role == FR_TEXT_AXIS)
            last = s->texts[i].text;
    assert_string_equal(last, "62.3" NARROW "%");
    assert_non_null(strstr(text_of(s, FR_TEXT_SUBTITLE), "623 of 1" NARROW "000 samples"));
    fixture_free(&f);
}

typedef struct span {
    int32_t x0, x1, y;
} span;

static span span_of(const fr_scene_text *t)
{
    fr_text_style style = fr_text_style_of(t->role);
    int32_t width = fr_text_width(fr_bytes_of(t->text), style.size, style.bold);
    int32_t x0 = t->anchor == FR_ANCHOR_START ? t->x
                 : t->anchor == FR_ANCHOR_END ? t->x - width
                                              : t->x - width / 2;
    return (span){x0, x0 + width, t->y};
}

static void check_texts(const fr_scene *s)
{
    for (size_t i = 0; i < s->n_texts; i++) {
        span a = span_of(&s->texts[i]);
        assert_in_range(a.x0, 199, (uint32_t)s->width - 200);
        assert_in_range(a.x1, 200, (uint32_t)s->width - 199);
        assert_in_range(a.y, 100, (uint32_t)s->height - 100);
        for (size_t k = 0; k < i; k++) {
            span b = span_of(&s->texts[k]);
            assert_true(a.y != b.y || a.x1 < b.x0 || b.x1 < a.x0);
        }
    }
}

/* Every text stays within the margins and apart from its neighbours, at any width. */
static void furniture_stays_inside(void **state)
{
    fixture f = FIXTURE({"main;std::sort", 500}, {"[unknown];0x7f00", 100}, {"main;x", 400},
                        {"tiny;narrow;boxes", 1}, {"Lorg/example/Main", 9}, {"big", 500000});
    fr_flame_options opt = defaults();
    const uint32_t widths[] = {130, 200, 400, 600, 800, 1200, 3840};
    (void)state;

    opt.title = "A title that is quite long, so that it must be cut on narrow pictures, or is it?";
    opt.notes = "a note of the author's";
    for (size_t i = 0; i < 3 * sizeof widths / sizeof *widths; i++) {
        opt.width_px = widths[i / 3];
        opt.icicle = i % 2;
        f.tree->reference[0] = i % 3 == 0 ? 501010 : i % 3 == 1 ? 510000 : INT64_C(99999999999);
        check_geometry(lay_out(&f, &opt));
        check_texts(f.scene);
    }
    assert_string_equal(text_of(f.scene, FR_TEXT_NOTE), "a note of the author's");
    fixture_free(&f);
}

static void texts_from_outside_are_repaired(void **state)
{
    fixture f = FIXTURE({"main", 1});
    fr_flame_options opt = defaults();
    (void)state;

    opt.title = "a\x1b[31m\xff";
    opt.countname = "caf\xc3\xa9s";
    lay_out(&f, &opt);
    assert_string_equal(text_of(f.scene, FR_TEXT_TITLE), "a\\x1b[31m\\xff");
    assert_string_equal(f.scene->unit, "caf\xc3\xa9s");
    fixture_free(&f);
}

static void callers_have_their_own_words(void **state)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    fr_tree_options opt = FR_TREE_DEFAULTS;
    fixture f;
    (void)state;

    assert_non_null(b);
    opt.callers = true;
    opt.column = fr_builder_column(b, "", "samples", 0);
    add_folded(b, opt.column, &(folded){"main;foo;leaf", 3});
    add_folded(b, opt.column, &(folded){"main;leaf", 4});
    f = fixture_of(b, &opt);
    lay_out(&f, NULL);
    assert_string_equal(f.scene->what, "callers");
    assert_string_equal(f.scene->own_title, "outermost");
    assert_string_equal(text_of(f.scene, FR_TEXT_TITLE),
                        "100" NARROW "% of the samples are in leaf itself");
    assert_string_equal(f.scene->description,
                        "Flame graph of callers, of 7 samples. Largest own shares: leaf 100" NARROW
                        "%.");
    fixture_free(&f);
}

static void senseless_options_are_refused(void **state)
{
    fixture f = FIXTURE({"main", 0});
    fr_flame_options opt = defaults();
    fr_error err = {0};
    (void)state;

    assert_null(fr_scene_flame(f.tree, f.theme, &opt, &err));
    assert_int_equal(err.code, FR_E_EMPTY);
    for (int i = 0; i < 3; i++) {
        opt = defaults();
        *(i == 0 ? &opt.width_px : i == 1 ? &opt.row_height_px : &opt.max_depth) = 0;
        err = (fr_error){0};
        assert_null(fr_scene_flame(f.tree, f.theme, &opt, &err));
        assert_int_equal(err.code, FR_E_USAGE);
    }
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merges_prefixes_not_names),
        cmocka_unit_test(rows_go_up_or_down),
        cmocka_unit_test(threshold_keeps_equality),
        cmocka_unit_test(height_is_computed_after_the_threshold),
        cmocka_unit_test(deep_stacks_stop_at_the_limit),
        cmocka_unit_test(values_may_be_huge),
        cmocka_unit_test(labels_fit_their_boxes),
        cmocka_unit_test(shares_are_of_the_whole),
        cmocka_unit_test(furniture_stays_inside),
        cmocka_unit_test(texts_from_outside_are_repaired),
        cmocka_unit_test(callers_have_their_own_words),
        cmocka_unit_test(senseless_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
