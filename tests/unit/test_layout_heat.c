/* test_layout_heat.c - the geometry, colours and words of heatmaps. */
#include "heat_fixture.h"

#include "themes/theme.h"
#include "timeline.h"

#define NARROW "\xe2\x80\xaf"
#define DOT    " \xc2\xb7 "

typedef struct drawing {
    fr_grid *grid;
    fr_theme *theme;
    fr_scene *scene; /* NULL: refused, with `err` */
    fr_error err;
} drawing;

static drawing draw(const char *perf, const fr_heat_options *opt)
{
    drawing d = {.grid = grid_of(perf, opt), .theme = fr_theme_new(NULL, NULL)};

    assert_non_null(d.theme);
    d.scene = fr_scene_heatmap(d.grid, d.theme, opt, &d.err);
    return d;
}

static void drawing_free(drawing *d)
{
    fr_scene_free(d->scene);
    fr_theme_free(d->theme);
    fr_grid_free(d->grid);
}

static const char *text_of(const fr_scene *scene, fr_text_role role)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (scene->texts[i].role == role)
            return scene->texts[i].text;
    return "";
}

static const fr_box *box_named(const fr_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (strcmp(scene->boxes[i].name, name) == 0)
            return &scene->boxes[i];
    fail_msg("no box named '%s'", name);
    return NULL;
}

/* Cells inside their seconds, seconds inside the plot, in the order of time; sums agree. */
static void check_boxes(const fr_scene *s)
{
    int64_t seconds = 0, cells = 0;

    for (size_t i = 1; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i], *parent = &s->boxes[box->parent];
        assert_true(box->parent < i);
        assert_int_equal(box->row, parent->row + 1);
        assert_true(box->x0 < box->x1 && box->h > 0);
        assert_true(box->x0 >= parent->x0 && box->x1 <= parent->x1);
        assert_true(box->y >= parent->y && box->y + box->h <= parent->y + parent->h);
        assert_int_equal((box->x1 - box->x0) % FR_PX, 0);
        assert_true(i == 1 || box->start >= s->boxes[i - 1].start);
        *(box->row == 1 ? &seconds : &cells) += box->total;
    }
    assert_int_equal(seconds, s->boxes[0].total);
    assert_int_equal(cells, s->boxes[0].total);
    assert_int_equal(s->whole, s->boxes[0].total);
}

static const char three_seconds[] = SAMPLE("app", "10.990000", "a") SAMPLE("app", "12.340000", "a")
    SAMPLE("app", "12.350000", "b") SAMPLE("app", "12.500000", "a");

static void cells_have_their_places(void **state)
{
    drawing d = draw(three_seconds, NULL);
    const fr_scene *s = d.scene;
    const fr_box *root = &s->boxes[0], *cell = box_named(s, "2.34-2.36" NARROW "s");
    (void)state;

    check_boxes(s);
    assert_string_equal(s->what, "heatmap");
    assert_int_equal(s->n_boxes, 1 + 3 + 3);
    assert_int_equal(cell->total, 2);
    assert_int_equal(cell->start, 2340000000);
    assert_int_equal(cell->x0, root->x0 + 2 * 2070); /* a fifth of the room: five columns fill it */
    assert_int_equal(cell->x1 - cell->x0, 2070);
    assert_int_equal(root->h + 6, 50 * 80);
    assert_int_equal(cell->y, root->y + (50 - 17 - 1) * 80); /* row 17, counted from the bottom */
    assert_int_equal(box_named(s, "second 1")->total, 0);    /* silent, but there */
    assert_int_equal(s->width, 7850);
    drawing_free(&d);
}

/* Blank before the first sample and after the last; silence between them has the colour of 0. */
static void outside_differs_from_silence(void **state)
{
    drawing d = draw(three_seconds, NULL);
    const fr_scene *s = d.scene;
    const fr_box *first = box_named(s, "second 0"), *last = box_named(s, "second 2");
    (void)state;

    assert_int_equal(first->h + 6, 80); /* row 49 alone */
    assert_int_equal(first->y, s->boxes[0].y);
    assert_int_equal(last->h + 6, 26 * 80); /* rows 0 to 25 */
    assert_int_equal(last->y + last->h, s->boxes[0].y + s->boxes[0].h);
    assert_int_equal(box_named(s, "second 1")->h, s->boxes[0].h);
    assert_int_equal(first->fill, box_named(s, "second 1")->fill);
    assert_int_not_equal(first->fill, s->boxes[0].fill);
    drawing_free(&d);
}

static void words(void **state)
{
    fr_heat_options opt = heat_defaults();
    drawing d = draw(three_seconds, &opt);
    (void)state;

    assert_string_equal(text_of(d.scene, FR_TEXT_TITLE), "When the CPU was busy");
    assert_string_equal(text_of(d.scene, FR_TEXT_SUBTITLE),
                        "4 samples of cycles in 1.5" NARROW "s of recording" DOT "column 1" NARROW
                        "s, cell 20" NARROW "ms");
    assert_string_equal(text_of(d.scene, FR_TEXT_STATEMENT),
                        "fullest cell: 2 samples at 2.34-2.36" NARROW "s");
    assert_string_equal(d.scene->description,
                        "Heatmap of 4 samples of cycles over 3 seconds. The fullest 20" NARROW
                        "ms hold 2 samples, at 2.34-2.36" NARROW "s.");
    assert_int_equal(d.scene->n_swatches, 3); /* 0, 1, 2 */
    assert_string_equal(d.scene->swatches[1].title, "1 sample");
    drawing_free(&d);
    opt.rows = 7;
    opt.title = "a\x1b[0m";
    d = draw(three_seconds, &opt);
    assert_string_equal(text_of(d.scene, FR_TEXT_TITLE), "a\\x1b[0m");
    assert_non_null(strstr(text_of(d.scene, FR_TEXT_SUBTITLE), "cell 1/7" NARROW "s"));
    check_boxes(d.scene);
    drawing_free(&d);
}

/* One hot cell among 200 does not decide what the last colour means. */
static void robust_maximum(void **state)
{
    size_t cap = 40000, len = 0;
    char *perf = malloc(cap);
    drawing d;
    (void)state;

    assert_non_null(perf);
    for (int i = 0; i < 200; i++)
        len += (size_t)snprintf(perf + len, cap - len, "a 1 %d.%02d: c:\n\t 5 a (/x)\n\n", i / 50,
                                i % 50 * 2);
    for (int i = 0; i < 99; i++)
        len += (size_t)snprintf(perf + len, cap - len, "a 1 2.50: c:\n\t 5 a (/x)\n\n");
    d = draw(perf, NULL);
    check_boxes(d.scene);
    assert_int_equal(d.grid->max, 100);
    assert_string_equal(text_of(d.scene, FR_TEXT_STATEMENT),
                        "fullest cell: 100 samples at 2.5-2.52" NARROW "s");
    assert_int_equal(d.scene->n_swatches, 2);
    assert_string_equal(d.scene->swatches[1].title, "1 sample or more");
    drawing_free(&d);
    free(perf);
}

/* ---------------------------------------------------------------- size */

/* Seconds 0 and n - 1 of a recording; width 0: the default. */
static drawing draw_span(unsigned n, uint32_t width_px, uint32_t column_s)
{
    fr_heat_options opt = heat_defaults();
    char perf[200];

    opt.width_px = width_px ? width_px : opt.width_px;
    opt.column_s = column_s;
    snprintf(perf, sizeof perf, "a 1 0.5: c:\n\t 5 a (/x)\n\na 1 %u.5: c:\n\t 5 a (/x)\n\n", n - 1);
    return draw(perf, &opt);
}

static const struct {
    unsigned n_seconds;
    uint32_t width_px, asked_s;
    uint32_t column_s;
    int32_t width, narrowest; /* of the picture and of a column, in px; 0: refused */
} sizes[] = {
    {1, 0, 0, 1, 600, 207},        {8, 0, 0, 1, 1200, 129},     {10, 0, 0, 1, 1200, 103},
    {60, 0, 0, 1, 1200, 17},       {120, 0, 0, 1, 1200, 8},     {150, 0, 0, 1, 1200, 6},
    {340, 0, 0, 1, 1200, 3},       {341, 0, 0, 5, 1200, 15},    {1200, 0, 0, 5, 1200, 4},
    {3600, 0, 0, 15, 1200, 4},     {18000, 0, 0, 60, 1200, 3},  {86400, 0, 0, 300, 1200, 3},
    {604800, 0, 0, 3600, 1200, 6}, {60, 800, 0, 1, 800, 10},    {8, 3000, 0, 1, 3000, 354},
    {3600, 1200, 1, 1, 0, 0},      {3600, 4000, 0, 5, 4000, 5}, {120, 0, 60, 60, 600, 210},
    {200, 100, 0, 300, 100, 31},
};

/* All columns are whole px, differ by 1 px at most, and fill the plot; 8 s fill it, too. */
static void columns_fill_the_width(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        drawing d = draw_span(sizes[i].n_seconds, sizes[i].width_px, sizes[i].asked_s);
        assert_int_equal(d.grid->column_s, sizes[i].column_s);
        assert_int_equal(d.scene != NULL, sizes[i].width != 0);
        if (!d.scene) {
            assert_non_null(strstr(d.err.hint, "--from and --to"));
            drawing_free(&d);
            continue;
        }
        check_boxes(d.scene);
        assert_int_equal(d.scene->width, sizes[i].width * FR_PX);
        for (size_t k = 1; k < d.scene->n_boxes; k++) {
            int32_t px = (d.scene->boxes[k].x1 - d.scene->boxes[k].x0) / FR_PX;
            assert_in_range(px, sizes[i].narrowest, sizes[i].narrowest + 1);
        }
        drawing_free(&d);
    }
}

/* Sums of columns above, of offsets at the right: the longest fill their room. */
static void sums_stand_beside(void **state)
{
    drawing d = draw(three_seconds, NULL);
    const fr_scene *s = d.scene;
    const fr_box *root = &s->boxes[0];
    (void)state;

    assert_int_equal(s->n_bars, 2 + 3);  /* two columns and three rows have samples */
    assert_int_equal(s->bars[0].h, 110); /* 1 of 3, of 34 px, cut to whole px */
    assert_int_equal(s->bars[1].h, 340);
    assert_int_equal(s->bars[1].x, root->x0 + 2 * 2070);
    assert_true(s->bars[1].y + s->bars[1].h < root->y);
    assert_true(s->bars[2].x > root->x1);
    assert_int_equal(s->bars[2].w, 2 * s->bars[3].w); /* row 17 holds 2 */
    drawing_free(&d);
}

static const char *axis_text(const fr_scene *s, size_t n)
{
    for (size_t i = 0; i < s->n_texts; i++)
        if (s->texts[i].role == FR_TEXT_AXIS && s->texts[i].anchor == FR_ANCHOR_MIDDLE && n-- == 0)
            return s->texts[i].text;
    return "";
}

/* The first column is labelled with its own time; minutes from three minutes on, hours from an hour on, the time of
 * day where the clock counts from 1970. */
static void axes_say_the_time(void **state)
{
    static const struct {
        const char *first, *last, *label[2];
    } cases[] = {
        {"100.5", "104.5", {"0" NARROW "s", "1" NARROW "s"}},
        {"100.5", "400.5", {"0:00", "0:15"}},
        {"100.5", "8000.5", {"0:00:00", "0:10:00"}},
        {"1700000003.5", "1700000600.5", {"22:13:20", "22:14:00"}},
        {"1700000003.5", "1700086400.5", {"22:10", "00:00"}},
        {"1700000003.5", "1900086400.5", {"2023-11-09", "2024-08-01"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char perf[200];
        drawing d;
        snprintf(perf, sizeof perf, "a 1 %s: c:\n\t 5 a (/x)\n\na 1 %s: c:\n\t 5 a (/x)\n\n",
                 cases[i].first, cases[i].last);
        d = draw(perf, NULL);
        assert_non_null(d.scene);
        assert_string_equal(axis_text(d.scene, 0), cases[i].label[0]);
        assert_string_equal(axis_text(d.scene, 1), cases[i].label[1]);
        drawing_free(&d);
    }
}

static const char *every_second(double second)
{
    return second - (double)(int)second < 0.1 ? "flush_log" : NULL;
}

static const char *always(double second)
{
    (void)second;
    return "work";
}

/* A band has its number at the right of its offsets, and its sentence with the selection in the foot. */
static void what_stands_out_is_marked(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"timer", 400, every_second}};
    fr_profile *profile = timeline_profile(threads, 2, 30, 1);
    fr_theme *theme = fr_theme_new(NULL, NULL);
    fr_grid *grid = fr_grid_build(profile, NULL, NULL);
    fr_scene *s = fr_scene_heatmap(grid, theme, NULL, NULL);
    const fr_box *root = &s->boxes[0];
    size_t n_marks = 0;
    (void)state;

    for (size_t i = 0; i < s->n_lines; i++)
        n_marks += s->lines[i].x0 > root->x1 && s->lines[i].y0 < root->y + root->h * 8 / 10 &&
                   s->lines[i].y1 > root->y + root->h * 7 / 10;
    assert_int_equal(n_marks, 2); /* from 200 to 300 ms of the clock, as two lines side by side */
    assert_memory_equal(text_of(s, FR_TEXT_NOTE), "1  every 1" NARROW "s for 10", 19);
    assert_non_null(strstr(text_of(s, FR_TEXT_NOTE), ": --band 0."));
    fr_scene_free(s);
    fr_grid_free(grid);
    fr_theme_free(theme);
    fr_profile_free(profile);
}

/* A part of a recording begins at its own second, which is labelled. */
static void one_column_is_labelled(void **state)
{
    const char *range = "3.4-3.6";
    fr_select_options select = {.ranges = &range, .n_ranges = 1};
    fr_profile *all =
                   profile_of("perf-script", SAMPLE("app", "10.9", "a") SAMPLE("app", "13.5", "a")),
               *part = fr_profile_select(all, &select, NULL);
    fr_theme *theme = fr_theme_new(NULL, NULL);
    fr_grid *grid = fr_grid_build(part, NULL, NULL);
    fr_scene *scene = fr_scene_heatmap(grid, theme, NULL, NULL);
    (void)state;

    assert_non_null(scene);
    assert_string_equal(axis_text(scene, 0), "3" NARROW "s");
    fr_scene_free(scene);
    fr_grid_free(grid);
    fr_theme_free(theme);
    fr_profile_free(part);
    fr_profile_free(all);
}

/* A silent hour is an hour of boxes, not of cells. */
static void empty_cells_cost_nothing(void **state)
{
    drawing d = draw_span(3600, 0, 0);
    (void)state;

    assert_int_equal(d.scene->n_boxes, 1 + 3600 / 15 + 2);
    drawing_free(&d);
}

/* ---------------------------------------------------------------- axes */

static void axis_labels_keep_their_distance(void **state)
{
    (void)state;
    for (unsigned n = 1; n < 4000; n = n * 3 / 2 + 1) {
        drawing d = draw_span(n, 0, 0);
        int32_t last = -1000;
        for (size_t i = 0; i < d.scene->n_texts; i++) {
            const fr_scene_text *t = &d.scene->texts[i];
            if (t->role != FR_TEXT_AXIS || t->anchor != FR_ANCHOR_MIDDLE)
                continue;
            assert_true(t->x - last > 280 || last < 0);
            assert_true(t->x <= d.scene->width);
            last = t->x;
        }
        assert_true(last > 0);
        drawing_free(&d);
    }
}

/* ---------------------------------------------------------------- outlines */

static size_t count_outline(const fr_scene *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_lines; i++)
        n += s->lines[i].over;
    return n;
}

static const struct {
    const char *range, *band;
    size_t n_lines; /* 0: refused */
} outlines[] = {
    {"2.30-2.40", NULL, 4},  {"0.98-1.02", NULL, 8}, {"0.5-2.5", NULL, 8}, {"1-2", NULL, 4},
    {"2.305-2.31", NULL, 4}, {NULL, "0.2-0.3", 4},   {NULL, "0.9-0.1", 8}, {"1-2", "0.2-0.3", 4},
    {"9-12", NULL, 0},       {"x-y", NULL, 0},
};

static void outlines_follow_cells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++) {
        fr_heat_options opt = heat_defaults();
        fr_select_options select = FR_SELECT_DEFAULTS;
        drawing d;
        select.ranges = &outlines[i].range;
        select.n_ranges = outlines[i].range != NULL;
        select.band = outlines[i].band;
        opt.outline = &select;
        d = draw(three_seconds, &opt);
        assert_int_equal(d.scene != NULL, outlines[i].n_lines != 0);
        if (d.scene && count_outline(d.scene) != outlines[i].n_lines)
            fail_msg("outline %zu: %zu lines", i, count_outline(d.scene));
        assert_true(d.scene || d.err.code == FR_E_USAGE);
        drawing_free(&d);
    }
}

/* ---------------------------------------------------------------- the ramp */

/* Lightness, as greyscale shows it, rises or falls at every step. */
static void ramp_is_ordered(void **state)
{
    fr_theme *theme = fr_theme_new(NULL, NULL);
    (void)state;

    assert_non_null(theme);
    for (uint32_t i = 1; i < FR_RAMP_STEPS; i++) {
        fr_theme_fill before = fr_theme_heat_of(theme, i - 1), after = fr_theme_heat_of(theme, i);
        assert_true(fr_contrast(after.light, 0xffffff) > fr_contrast(before.light, 0xffffff));
        assert_true(fr_contrast(after.dark, 0x000000) > fr_contrast(before.dark, 0x000000));
    }
    assert_true(fr_contrast(fr_theme_heat_zero(theme).light, fr_theme_heat_of(theme, 0).light) >
                1.1);
    assert_true(fr_contrast(fr_theme_heat_zero(theme).dark, fr_theme_heat_of(theme, 0).dark) > 1.1);
    fr_theme_free(theme);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_have_their_places),
        cmocka_unit_test(outside_differs_from_silence),
        cmocka_unit_test(words),
        cmocka_unit_test(robust_maximum),
        cmocka_unit_test(columns_fill_the_width),
        cmocka_unit_test(sums_stand_beside),
        cmocka_unit_test(axes_say_the_time),
        cmocka_unit_test(one_column_is_labelled),
        cmocka_unit_test(what_stands_out_is_marked),
        cmocka_unit_test(empty_cells_cost_nothing),
        cmocka_unit_test(axis_labels_keep_their_distance),
        cmocka_unit_test(outlines_follow_cells),
        cmocka_unit_test(ramp_is_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
