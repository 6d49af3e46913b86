/*
 * test_png_palette.c - PNG of 256 colours: small, and no pixel is seen to differ from what cairo painted.
 */
#include <stdio.h>

#include "render/cairo/cairo_paint.h"

#include "profiles.h"
#include "unit.h"

#define COLOUR_TYPE 25 /* of a PNG: the place of the byte in its head */

static fr_scene *draw(const char *recording)
{
    char path[4096];
    fr_error err = {0};
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_reader *reader = reader_of(&opt);
    fr_flame_options flame = FR_FLAME_DEFAULTS;
    fr_profile *profile;
    fr_tree *tree;
    fr_scene *scene;

    snprintf(path, sizeof path, "%s/tests/data/%s.perf.gz", getenv("FR_SOURCE_DIR"), recording);
    assert_true(fr_reader_add_path(reader, path, &err));
    profile = finish(reader);
    tree = tree_of(profile, FR_SORT_NAME, false);
    scene = scene_of(tree, &flame);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return scene;
}

static void recordings_have_palettes(void **state)
{
    static const char *const names[] = {"templates", "native", "nodejs", "gopipe"};
    (void)state;

    for (size_t i = 0; i < COUNT(names); i++) {
        fr_scene *scene = draw(names[i]);
        fr_write_options opt = FR_WRITE_DEFAULTS;
        fr_output *out = fr_output_memory();
        size_t len;
        fr_scene_write(scene, "png", &opt, out);
        const char *png = fr_output_bytes(out, &len);
        assert_non_null(png);
        assert_int_equal(png[COLOUR_TYPE], 3);
        assert_true(i > 0 || len <= 45 << 10); /* of templates */
        fr_output_free(out);
        fr_scene_free(scene);
    }
}

/* 65 536 colours that all matter, as a photograph has them. */
static void many_colours_are_refused(void **state)
{
    enum { SIDE = 256 };
    uint32_t *pixels = malloc(SIDE * SIDE * sizeof *pixels);
    fr_bitmap bitmap = {(const unsigned char *)pixels, SIDE, SIDE, SIDE * (int32_t)sizeof *pixels};
    fr_scene *scene = draw("native");
    fr_output *out = fr_output_memory();
    size_t len;
    (void)state;

    assert_non_null(pixels);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        pixels[i] = (i & 0xff) << 16 | i >> 8 << 8 | ((i * 7) & 0xff);
    assert_false(fr_png_write_palette(scene, &bitmap, out));
    (void)fr_output_bytes(out, &len);
    assert_int_equal(len, 0);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        pixels[i] = i % 200;
    assert_true(fr_png_write_palette(scene, &bitmap, out));
    fr_output_free(out);
    fr_scene_free(scene);
    free(pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_have_palettes),
        cmocka_unit_test(many_colours_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
