/*
 * test_png.c - the bitmap, decoded: the boxes of scene-json in their colours, texts within their
 * room, what is refused.
 *
 * At 1000 % a pixel is a unit of the scene, so edges are exact there. The fonts are those of
 * tests/fonts.conf.in: Liberation Sans, whose widths the layout counts with, and Liberation Mono.
 */
#include <cairo.h>
#include <jansson.h>

#include "flame_fixture.h"
#include "generate.h"
#include "render/measure.h"
#include "rounds.h"

#define UNIT_SCALE 1000

/* ---- a picture */

typedef struct bitmap {
    cairo_surface_t *surface;
    const unsigned char *pixels;
    int width, height, stride;
} bitmap;

typedef struct taken {
    char *at;
    size_t len, read;
} taken;

/* What the back-end writes, or NULL and its error. */
static taken write_png(const fr_scene *scene, uint32_t percent, fr_error *err)
{
    fr_output *out = fr_output_memory();
    fr_write_options opt = {.scale_percent = percent};
    taken bytes = {0};
    const char *all;

    assert_non_null(out);
    fr_scene_write(scene, "png", &opt, out);
    all = fr_output_bytes(out, &bytes.len);
    if (all) {
        bytes.at = malloc(bytes.len);
        assert_non_null(bytes.at);
        memcpy(bytes.at, all, bytes.len);
    }
    assert_true(fr_output_close(out, err) == (all != NULL));
    return bytes;
}

static cairo_status_t read_taken(void *arg, unsigned char *to, unsigned len)
{
    taken *from = arg;

    if (len > from->len - from->read)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, from->at + from->read, len);
    from->read += len;
    return CAIRO_STATUS_SUCCESS;
}

static bitmap drawn_at(const fr_scene *scene, uint32_t percent)
{
    fr_error err = {0};
    taken bytes = write_png(scene, percent, &err);
    bitmap b = {0};

    if (!bytes.at)
        fail_msg("%s", err.text);
    b.surface = cairo_image_surface_create_from_png_stream(read_taken, &bytes);
    assert_int_equal(cairo_surface_status(b.surface), CAIRO_STATUS_SUCCESS);
    b.pixels = cairo_image_surface_get_data(b.surface);
    b.width = cairo_image_surface_get_width(b.surface);
    b.height = cairo_image_surface_get_height(b.surface);
    b.stride = cairo_image_surface_get_stride(b.surface);
    free(bytes.at);
    return b;
}

static uint32_t pixel_at(const bitmap *b, int64_t x, int64_t y)
{
    uint32_t value;

    assert_true(x >= 0 && y >= 0 && x < b->width && y < b->height);
    memcpy(&value, b->pixels + y * b->stride + 4 * x, sizeof value);
    return value & 0xffffff;
}

static void check_pixel(const bitmap *b, int64_t x, int64_t y, uint32_t colour, const char *what)
{
    uint32_t found = pixel_at(b, x, y);

    if (found != colour)
        fail_msg("(%d, %d) is %06x, not %06x: %s", (int)x, (int)y, (unsigned)found,
                 (unsigned)colour, what);
}

/* Pixels of a colour in a rectangle. */
static size_t count_colour(const bitmap *b, int x0, int y0, int x1, int y1, uint32_t colour)
{
    size_t n = 0;

    assert_true(x0 >= 0 && y0 >= 0 && x1 <= b->width && y1 <= b->height);
    for (int y = y0; y < y1; y++) {
        const unsigned char *row = b->pixels + (ptrdiff_t)y * b->stride;
        for (int x = x0; x < x1; x++) {
            uint32_t value;
            memcpy(&value, row + 4 * (ptrdiff_t)x, sizeof value);
            n += (value & 0xffffff) == colour;
        }
    }
    return n;
}

static void close_bitmap(bitmap *b)
{
    cairo_surface_destroy(b->surface);
}

/* ---- boxes */

/* The pixel that holds a unit; false where a part of it is outside of [from, to). */
static bool inner_pixel(int32_t unit, int32_t from, int32_t to, uint32_t percent, int64_t *pixel)
{
    *pixel = (int64_t)unit * percent / 1000;
    return *pixel * 1000 >= (int64_t)from * percent && (*pixel + 1) * 1000 <= (int64_t)to * percent;
}

/* Each box's fill, over its label or in the middle of those without. Returns how many boxes have a
 * whole pixel there. */
static size_t probe_boxes(const fr_scene *scene, uint32_t percent, bool dark)
{
    bitmap b = drawn_at(scene, percent);
    size_t n = 0;

    assert_int_equal(b.width, ((int64_t)scene->width * percent + 999) / 1000);
    assert_int_equal(b.height, ((int64_t)scene->height * percent + 999) / 1000);
    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        const fr_fill *fill = &scene->fills[box->fill];
        int32_t right = box->x0 + fr_box_painted_width(box);
        int32_t bottom = box->y + (box->label ? 40 : box->h);
        int64_t x, y;
        if (!inner_pixel((box->x0 + right) / 2, box->x0, right, percent, &x) ||
            !inner_pixel((box->y + bottom) / 2, box->y, bottom, percent, &y))
            continue;
        check_pixel(&b, x, y, dark ? fill->dark : fill->light, box->name);
        n++;
    }
    check_pixel(&b, 0, 0, scene->tokens.ground[dark], "the ground");
    check_pixel(&b, b.width - 1, 0, scene->tokens.ground[dark], "the ground");
    close_bitmap(&b);
    return n;
}

static void boxes_have_their_fills(void **state)
{
    static const fr_scheme schemes[] = {FR_SCHEME_AUTO, FR_SCHEME_LIGHT, FR_SCHEME_DARK};
    static const uint32_t percents[] = {25, 100, 133, 150, 200};
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo;bar_[k]", 60}, {"main;std::vector<int>", 7},
                        {"main;[unknown]", 3}, {"worker;run;a", 9}, {"worker;run;b", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;
    opt.width_px = 600;
    for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++)
        for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
            opt.scheme = schemes[s];
            opt.icicle = i & 1;
            lay_out(&f, &opt);
            size_t n = probe_boxes(f.scene, percents[i], schemes[s] == FR_SCHEME_DARK);
            assert_true(n == f.scene->n_boxes || percents[i] < 100);
        }
    fixture_free(&f);
}

static int64_t unit_of(const json_t *object, const char *key)
{
    double px = json_number_value(json_object_get(object, key));
    return (int64_t)(px * 10 + 0.5);
}

static uint32_t light_of(const json_t *root, const json_t *box)
{
    size_t index = (size_t)json_integer_value(json_object_get(box, "fill"));
    const json_t *fill = json_array_get(json_object_get(root, "fills"), index);
    const char *light = json_string_value(json_object_get(fill, "light"));

    assert_non_null(light);
    return (uint32_t)strtoul(light + 1, NULL, 16);
}

/* Both edges of a box to the unit, and the gap beside it. */
static void check_edges(const bitmap *b, const json_t *root, const json_t *box)
{
    int64_t x0 = unit_of(box, "x0"), x1 = unit_of(box, "x1"), width = x1 - x0;
    int64_t top = unit_of(box, "y"), h = unit_of(box, "h"), y = top + h / 2;
    uint32_t light = light_of(root, box), ground = pixel_at(b, 0, 0);
    int64_t painted = width > 20 ? width - 6 : width;

    check_pixel(b, x0, y, light, "a left edge");
    check_pixel(b, x0 + painted / 2, top, light, "a top edge");
    check_pixel(b, x0 + painted / 2, top + h - 1, light, "a bottom edge");
    check_pixel(b, x0 + painted / 2, top + h, ground, "under a box");
    check_pixel(b, x0 + painted - 1, y, light, "a right edge");
    for (int64_t x = x0 + painted; x < x1; x++)
        check_pixel(b, x, y, ground, "a gap");
}

/* Rows of 6 px have no labels. */
static void check_generated(uint64_t seed)
{
    generated g = generate_folded(seed, (name_pool)(seed % 3));
    fr_read_options reading = FR_READ_DEFAULTS;
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    fixture f = {0};
    reading.input_format = "folded";
    reading.folded.columns = 1;
    fr_reader *reader = fr_reader_new(&reading, NULL);
    assert_non_null(reader);
    assert_true(fr_reader_add_memory(reader, "random", g.text, g.len, NULL));
    f.profile = fr_reader_finish(reader, NULL);
    f.tree = fr_tree_build(f.profile, NULL, NULL);
    f.theme = fr_theme_new(NULL, NULL);
    opt.title = opt.subtitle = "a"; /* in 100 px the usual ones are as tall as the boxes */
    opt.width_px = 100;
    opt.row_height_px = 6;
    opt.max_depth = 12;
    opt.icicle = seed & 1;
    size_t len, i;
    char *text = written(lay_out(&f, &opt), "scene-json", &len);
    json_t *root = json_loadb(text, len, 0, NULL), *box;
    bitmap b = drawn_at(f.scene, UNIT_SCALE);
    assert_true(json_array_size(json_object_get(root, "boxes")) == f.scene->n_boxes);
    json_array_foreach(json_object_get(root, "boxes"), i, box) check_edges(&b, root, box);
    close_bitmap(&b);
    json_decref(root);
    free(text);
    fixture_free(&f);
    generated_reset(&g);
}

static void boxes_of_scene_json(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= rounds(3, 6); seed++)
        check_generated(seed);
}

/* ---- texts */

static const fr_scene_text *find_text(const fr_scene *scene, fr_text_role role)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (scene->texts[i].role == role)
            return &scene->texts[i];
    fail_msg("no text of role %d", (int)role);
    return NULL;
}

/* The title is painted in its ink, from its place on, and nowhere beyond its width. */
static void title_is_there(void **state)
{
    fixture f = FIXTURE({"main", 1});
    (void)state;

    for (int dark = 0; dark < 2; dark++) {
        fr_flame_options opt = FR_FLAME_DEFAULTS;
        opt.scheme = dark ? FR_SCHEME_DARK : FR_SCHEME_LIGHT;
        lay_out(&f, &opt);
        const fr_scene_text *title = find_text(f.scene, FR_TEXT_TITLE);
        int x = title->x / 5, y = title->y / 5;
        int width = fr_text_width(fr_bytes_of(title->text), 190, true) / 5 + 1;
        bitmap b = drawn_at(f.scene, 200);
        assert_true(count_colour(&b, x, y - 36, x + width, y, f.scene->tokens.ink[dark]) > 300);
        size_t beyond = (size_t)(b.width - x - width) * 44;
        assert_int_equal(
            count_colour(&b, x + width, y - 36, b.width, y + 8, f.scene->tokens.ground[dark]),
            beyond);
        close_bitmap(&b);
    }
    fixture_free(&f);
}

/* The px above and under a box is ground: nothing is taller than its row. */
static void check_rows_between(const bitmap *b, const fr_scene *scene, const fr_box *box, int end)
{
    size_t whole = (size_t)(end - box->x0) * 10;
    int bottom = box->y + box->h;
    uint32_t ground = scene->tokens.ground[0];

    assert_int_equal(count_colour(b, box->x0, box->y - 10, end, box->y, ground), whole);
    assert_int_equal(count_colour(b, box->x0, bottom, end, bottom + 10, ground), whole);
}

/* Ink at the start of each label, and none in the last 2 px of a box: whatever the font. */
static void check_labels(const fr_scene *scene)
{
    bitmap b = drawn_at(scene, UNIT_SCALE);
    size_t n = 0;

    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        const fr_fill *fill = &scene->fills[box->fill];
        int32_t end = box->x0 + fr_box_painted_width(box);
        if (!box->label)
            continue;
        assert_int_equal(
            count_colour(&b, end - 20, box->y + 20, end, box->y + box->h - 20, fill->light),
            20 * (box->h - 40));
        assert_true(count_colour(&b, box->x0 + 40, box->y, end - 20, box->y + box->h,
                                 fill->ink_light) > 100);
        check_rows_between(&b, scene, box, end);
        n++;
    }
    assert_true(n >= 5);
    close_bitmap(&b);
}

static void labels_stay_in_their_boxes(void **state)
{
    static const char *const families[] = {NULL, "Liberation Mono", "\"No Such Font\", monospace"};
    fixture f =
        FIXTURE({"main;illillillillillillillillillillillillillillillillillillillill", 30},
                {"main;WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", 30},
                {"main;\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8", 20},
                {"main;\xf0\x9f\x94\xa5\xf0\x9f\x94\xa5\xf0\x9f\x94\xa5 fire", 20});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;
    opt.title = opt.subtitle = "a";
    opt.truncate = FR_TRUNCATE_END; /* every box has a label */
    opt.width_px = 300;
    for (size_t i = 0; i < rounds(2, sizeof families / sizeof *families); i++) {
        lay_out(&f, &opt);
        if (families[i])
            f.scene->font_family = families[i];
        check_labels(f.scene);
    }
    fixture_free(&f);
}

/* ---- limits */

static void check_refused(const fr_scene *scene, uint32_t percent, fr_code code, const char *text,
                          const char *hint)
{
    fr_error err = {0};
    taken bytes = write_png(scene, percent, &err);

    assert_null(bytes.at);
    assert_int_equal(err.code, code);
    if (!strstr(err.text, text) || !strstr(err.hint, hint))
        fail_msg("'%s', hint '%s'", err.text, err.hint);
}

static void scales_have_limits(void **state)
{
    static const uint32_t wrong[] = {0, 24, 1601, UINT32_MAX};
    fixture f = FIXTURE({"main", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;
    opt.width_px = 100;
    lay_out(&f, &opt);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(f.scene, wrong[i], FR_E_USAGE, "expected 25 to 1600", "");
    probe_boxes(f.scene, 25, false);
    probe_boxes(f.scene, 1600, false);
    fixture_free(&f);
}

static void widths_have_limits(void **state)
{
    fixture f = FIXTURE({"main", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;
    opt.width_px = 40000;
    check_refused(lay_out(&f, &opt), 100, FR_E_LIMIT, "a PNG of 40000 x",
                  "--scale 0.81 fits; --width");
    probe_boxes(f.scene, 81, false); /* so it does: 32 400 pixels */
    opt.width_px = 16000;
    check_refused(lay_out(&f, &opt), 300, FR_E_LIMIT, "a PNG of 48000 x",
                  "--scale 2.04 fits; --width");
    probe_boxes(f.scene, 204, false);
    fixture_free(&f);
}

static void heights_have_limits(void **state)
{
    char stack[2 * 1999];
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    for (size_t i = 0; i + 1 < sizeof stack; i += 2)
        memcpy(stack + i, "a;", 2);
    stack[sizeof stack - 1] = '\0';
    fixture f = FIXTURE({stack, 1});
    opt.width_px = 100;
    check_refused(lay_out(&f, &opt), 100, FR_E_LIMIT, "over 32767", "--max-depth and --minwidth");
    check_refused(f.scene, 100, FR_E_LIMIT, "a PNG of 100 x 36", "--scale 0.90 fits");
    assert_true(probe_boxes(f.scene, 90, false) > 1000);
    opt.row_height_px = 100;
    check_refused(lay_out(&f, &opt), 100, FR_E_LIMIT, "over 32767", "--max-depth");
    fixture_free(&f);
}

static void same_bytes(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo;\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d bar", 60});
    (void)state;

    lay_out(&f, NULL);
    taken first = write_png(f.scene, 150, NULL), second = write_png(f.scene, 150, NULL);
    assert_true(first.at && second.at && first.len == second.len);
    assert_memory_equal(first.at, second.at, first.len);
    free(first.at);
    free(second.at);
    fixture_free(&f);
}

/* An output that has failed keeps its failure. */
static void failed_outputs_stay_failed(void **state)
{
    (void)state;
    check_failed_outputs("png");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_have_their_fills),
        cmocka_unit_test(boxes_of_scene_json),
        cmocka_unit_test(title_is_there),
        cmocka_unit_test(labels_stay_in_their_boxes),
        cmocka_unit_test(scales_have_limits),
        cmocka_unit_test(widths_have_limits),
        cmocka_unit_test(heights_have_limits),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(failed_outputs_stay_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
