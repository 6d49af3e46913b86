/* test_marks.c - bars, dots and hatching: where they are, and how SVG writes them. */
#include "diff_picture.h"

#include "canvas.h"
#include "render/backend.h"
#include "render/svg/svg.h"

static void assert_rect(fr_mark_rect got, fr_mark_rect want)
{
    assert_int_equal(got.x, want.x);
    assert_int_equal(got.y, want.y);
    assert_int_equal(got.w, want.w);
    assert_int_equal(got.h, want.h);
}

static void bars_stand_on_edges(void **state)
{
    const fr_mark_rect room = {200, 1000, 500, 170}, narrow = {200, 1000, 70, 170};
    const fr_mark_rect low = {0, 0, 500, 30};
    (void)state;

    assert_rect(fr_mark_bar(room, FR_MARK_GREW), (fr_mark_rect){200, 1000, 500, 20});
    assert_rect(fr_mark_bar(room, FR_MARK_SHRANK), (fr_mark_rect){200, 1150, 500, 20});
    assert_rect(fr_mark_bar(room, FR_MARK_NEW), (fr_mark_rect){0});
    assert_rect(fr_mark_bar(low, FR_MARK_SHRANK), (fr_mark_rect){0, 15, 500, 15});
    assert_rect(fr_mark_own(room, FR_MARK_OWN_GREW), (fr_mark_rect){670, 1000, 30, 85});
    assert_rect(fr_mark_own(room, FR_MARK_OWN_SHRANK), (fr_mark_rect){670, 1085, 30, 85});
    assert_rect(fr_mark_own(narrow, FR_MARK_OWN_GREW), (fr_mark_rect){0});
}

static void patterns_stay_inside(void **state)
{
    (void)state;

    for (int32_t w = 0; w < 700; w += 7)
        for (int32_t h = 10; h < 300; h += 30) {
            fr_mark_rect room = {100, 50, w, h};
            fr_mark_hatch hatch = fr_mark_hatch_of(room);
            int32_t x, y;
            if (hatch.length > 0) {
                assert_true(hatch.x - hatch.lean / 2 >= room.x);
                assert_true(hatch.x + hatch.length + hatch.lean / 2 <= room.x + w);
            }
            for (unsigned i = 0; fr_mark_dots(room, i, &x, &y); i++) {
                assert_true(x - FR_DOT / 2 >= room.x && x + FR_DOT / 2 <= room.x + w);
                assert_true(y - FR_DOT / 2 >= room.y && y + FR_DOT / 2 <= room.y + h);
            }
        }
}

/* One path for all bars of an ink, one for all dots, one for what is hatched in a row. */
static void few_paths(void **state)
{
    static const fr_svg_marked items[] = {
        {{200, 0, 500, 170}, FR_MARK_GREW | FR_MARK_NEW, 0},
        {{800, 0, 500, 170}, FR_MARK_SHRANK | FR_MARK_GONE | FR_MARK_OWN_SHRANK, 0},
        {{1300, 0, 100, 170}, FR_MARK_GONE, 0},
    };
    fr_scene *s = fr_scene_new();
    fr_output *out = fr_output_memory();
    size_t len;
    (void)state;

    assert_non_null(s);
    assert_non_null(out);
    s->tokens.ground[1] = 0x15171c;
    s->tokens.ground[0] = 0xffffff;
    fr_scene_fill(s, (fr_fill){0xaabbcc, 0x112233, 0, 0xffffff, 0});
    fr_svg_put_marks(s, items, COUNT(items), 0, out);
    assert_string_equal(
        fr_output_bytes(out, &len),
        "<path class=\"s\" stroke=\"#ffffff\" stroke-opacity=\".6\" stroke-width=\"17\""
        " stroke-dasharray=\"2.4 3.6\" transform=\"translate(8.5 0) skewX(-45)\""
        " d=\"M88.5 8.5h33\"/>\n"
        "<path class=\"s\" stroke=\"#ffffff\" stroke-opacity=\".6\" stroke-width=\"17\""
        " stroke-dasharray=\"2.4 3.6\" d=\"M131 8.5h8\"/>\n"
        "<path class=\"s\" stroke=\"#ffffff\" stroke-opacity=\".8\" stroke-width=\"1.8\""
        " stroke-linecap=\"round\" stroke-dasharray=\"0 6\""
        " d=\"M22 3.5h46.2M25 8.5h43.2M22 13.5h46.2\"/>\n"
        "<path fill-opacity=\".7\" d=\"M20 0h50v2h-50zM80 15h50v2h-50zM127 8.5h3v8.5h-3z\"/>\n");
    fr_output_free(out);
    fr_scene_free(s);
}

static uint32_t pixel(const canvas *c, int32_t x, int32_t y)
{
    return c->pixels[(size_t)y * (size_t)c->width + (size_t)x] & 0xffffff;
}

/* new is 300 px wide: its dots stand on the light ramp's red, in white; a bar is 2 px of ink. */
static void bitmaps_have_them(void **state)
{
    fixture f =
        compare("main;kept 9000\nmain;a 20\n", "main;kept 9000\nmain;a 400\nmain;new 3000\n");
    const fr_scene *s = lay_out(&f, NULL);
    const fr_box *new_ = drawn(s, "new"), *a = drawn(s, "a");
    size_t len;
    char *png = painted(s, "png", &len);
    canvas c = canvas_of_png(png, len);
    uint32_t fill = s->fills[a->fill].light;
    (void)state;

    assert_int_equal(new_->marks, FR_MARK_NEW | FR_MARK_OWN_GREW);
    assert_null(a->label);
    assert_int_not_equal(pixel(&c, (a->x0 + a->x1) / 20, a->y / 10), fill);
    assert_int_equal(pixel(&c, (a->x0 + a->x1) / 20, a->y / 10 + 5), fill);
    assert_int_not_equal(pixel(&c, new_->x0 / 10 + 2 + 6 * 20, new_->y / 10 + 3),
                         s->fills[new_->fill].light);
    assert_int_equal(pixel(&c, new_->x0 / 10 + 5 + 6 * 20, new_->y / 10 + 3),
                     s->fills[new_->fill].light);
    canvas_reset(&c);
    free(png);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_stand_on_edges),
        cmocka_unit_test(patterns_stay_inside),
        cmocka_unit_test(few_paths),
        cmocka_unit_test(bitmaps_have_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
