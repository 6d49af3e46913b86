/* test_layout_trend.c - the geometry and words of the picture of a trend. */
#include "render/scene.h"
#include "trend_fixture.h"

typedef struct drawing {
    fr_trend *trend;
    fr_theme *theme;
    fr_scene *scene;
} drawing;

static const plan stepped = {.functions = 20,
                             .points = 10,
                             .samples = 20000,
                             .noise = 0.02,
                             .stepped = "f02",
                             .step_at = 6,
                             .step_times = 1.6};

static drawing draw(const plan *p, const fr_flame_options *opt)
{
    fr_error err = {0};
    drawing d = {.trend = simulate_trend(p, NULL, 4), .theme = fr_theme_new(NULL, &err)};

    assert_non_null(d.theme);
    d.scene = fr_scene_trend(d.trend, d.theme, opt, &err);
    if (!d.scene)
        fail_msg("%s", err.text);
    return d;
}

static void drawing_free(drawing *d)
{
    fr_scene_free(d->scene);
    fr_theme_free(d->theme);
    fr_trend_free(d->trend);
}

static size_t count_texts(const fr_scene *s, fr_text_role role)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_texts; i++)
        n += s->texts[i].role == role;
    return n;
}

/* Pieces fill their columns, and stand one on the other; points lie in the picture. */
static void check_boxes(const fr_scene *s, uint32_t n_points)
{
    uint32_t columns = 0;
    int64_t sum = 0, whole = 0;

    for (size_t i = 0; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i];
        assert_true(box->x0 >= 0 && box->x0 < box->x1 && box->x1 <= s->width);
        assert_true(box->h > 0 && box->y >= 0 && box->y + box->h <= s->height);
        assert_true(box->name[0] != '\0');
        if (box->row == 1) {
            if (columns++)
                assert_in_range(sum, whole - 20, whole + 20);
            whole = box->total;
            sum = 0;
        }
        if (box->row != 2)
            continue;
        sum += box->total;
        assert_int_equal(box->x0, s->boxes[box->parent].x0);
        assert_int_equal(box->x1, s->boxes[box->parent].x1);
        assert_true(box->y >= s->boxes[box->parent].y - FR_PX);
    }
    assert_int_equal(columns, n_points);
}

static void columns_and_panels_fit(void **state)
{
    static const uint32_t widths[] = {100, 390, 800, 1200, 3840};

    (void)state;
    for (size_t i = 0; i < COUNT(widths); i++) {
        fr_flame_options opt = FR_FLAME_DEFAULTS;
        opt.width_px = widths[i];
        drawing d = draw(&stepped, &opt);
        check_boxes(d.scene, 10);
        assert_int_equal(d.scene->width, widths[i] * FR_PX);
        assert_true(count_texts(d.scene, FR_TEXT_PANEL) >= 9);
        for (size_t k = 0; k < d.scene->n_strokes; k++)
            assert_true(d.scene->strokes[k].x1 <= d.scene->width);
        drawing_free(&d);
    }
}

/* What grew is marked from its step on, and says by how much; before it nothing is. */
static void changes_are_coloured(void **state)
{
    drawing d = draw(&stepped, NULL);
    size_t before = 0, after = 0, labels = 0;

    (void)state;
    for (size_t i = 0; i < d.scene->n_boxes; i++) {
        const fr_box *box = &d.scene->boxes[i];
        if (box->row != 2 || strncmp(box->name, "f02 ", 4) != 0)
            continue;
        *(strstr(box->name, " since ") ? &after : &before) += 1;
        assert_int_equal(box->marks, strstr(box->name, " since ") ? FR_MARK_GREW : 0);
        labels += box->label != NULL;
    }
    assert_int_equal(before, 6);
    assert_int_equal(after, 4);
    assert_int_equal(labels, 1); /* at the step */
    drawing_free(&d);
}

/* A panel that says "no change beyond noise" draws a level line and no step. */
static void unchanged_is_level(void **state)
{
    drawing d = draw(&stepped, NULL);
    size_t n_level = 0, n_unchanged = 0;

    (void)state;
    for (size_t i = 0; i < d.scene->n_strokes; i++)
        if (d.scene->strokes[i].y0 == d.scene->strokes[i].y1 &&
            d.scene->strokes[i].x1 - d.scene->strokes[i].x0 > 300 * FR_PX)
            n_level++;
    for (size_t i = 0; i < d.scene->n_texts; i++)
        n_unchanged += d.scene->texts[i].role == FR_TEXT_AXIS &&
                       strcmp(d.scene->texts[i].text, "no change beyond noise") == 0;
    assert_true(n_unchanged > 0);
    assert_true(n_level >= n_unchanged);
    drawing_free(&d);
}

/* The point after a step tells the command that shows why. */
static void steps_lead_to_differentials(void **state)
{
    drawing d = draw(&stepped, NULL);
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < d.scene->n_boxes; i++) {
        const fr_box *box = &d.scene->boxes[i];
        n += box->row == 3 && strncmp(box->name, "f02 ", 4) == 0 &&
             strstr(box->name, "flamerender diff --base v1.0-run0.folded v1.1-run0.folded ") &&
             strstr(box->name, " v1.5-run0.folded --new v1.6-run0.folded ") &&
             strstr(box->name, " v1.9-run0.folded --base-name 'v1.0 to v1.5' --new-name 'v1.6 to "
                               "v1.9' --fdr 10% -o diff.svg");
    }
    assert_int_equal(n, 1);
    drawing_free(&d);
}

/* Fitted lines are in the data of the picture. */
static void numbers_have_the_lines(void **state)
{
    drawing d = draw(&stepped, NULL);
    fr_output *out = fr_output_memory();
    size_t len;

    (void)state;
    fr_scene_write(d.scene, "scene-json", NULL, out);
    assert_non_null(strstr(fr_output_bytes(out, &len), "\"strokes\": [["));
    fr_output_free(out);
    drawing_free(&d);
}

static void other_widths_are_refused(void **state)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    fr_error err = {0};
    drawing d = draw(&stepped, NULL);

    (void)state;
    opt.width_px = 99;
    assert_null(fr_scene_trend(d.trend, d.theme, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    drawing_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_and_panels_fit), cmocka_unit_test(changes_are_coloured),
        cmocka_unit_test(unchanged_is_level),     cmocka_unit_test(steps_lead_to_differentials),
        cmocka_unit_test(numbers_have_the_lines), cmocka_unit_test(other_widths_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
