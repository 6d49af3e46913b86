/* test_colour.c - OKLCH to sRGB against published values, gamut, contrast, ink. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "themes/theme.h"

/* Black, white, primaries and a grey in OKLCH, as converters after CSS Color 4 print them. */
static void known_colours(void **state)
{
    static const struct {
        fr_oklch colour;
        uint32_t rgb;
    } rows[] = {
        {{0.0, 0.0, 0.0}, 0x000000},
        {{1.0, 0.0, 0.0}, 0xffffff},
        {{0.627955, 0.257683, 29.2339}, 0xff0000},
        {{0.866440, 0.294827, 142.4953}, 0x00ff00},
        {{0.452014, 0.313214, 264.0520}, 0x0000ff},
        {{0.967983, 0.211006, 109.7692}, 0xffff00},
        {{0.905399, 0.154550, 194.7690}, 0x00ffff},
        {{0.701674, 0.322491, 328.3634}, 0xff00ff},
        {{0.599871, 0.0, 0.0}, 0x808080},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(fr_oklch_rgb(rows[i].colour), rows[i].rgb);
}

static void hue_turns(void **state)
{
    (void)state;
    for (int hue = 0; hue < 360; hue += 15) {
        uint32_t rgb = fr_oklch_rgb((fr_oklch){0.7, 0.1, hue});
        assert_int_equal(rgb, fr_oklch_rgb((fr_oklch){0.7, 0.1, hue + 360}));
        assert_int_equal(rgb, fr_oklch_rgb((fr_oklch){0.7, 0.1, hue - 360}));
    }
}

/* Chroma that no screen has is lowered; lightness stays: luminance hardly moves. */
static void out_of_gamut(void **state)
{
    (void)state;
    for (int hue = 0; hue < 360; hue += 5) {
        uint32_t grey = fr_oklch_rgb((fr_oklch){0.6, 0.0, hue});
        uint32_t loud = fr_oklch_rgb((fr_oklch){0.6, 0.4, hue});
        assert_int_not_equal(grey, loud);
        assert_true(fr_contrast(grey, loud) < 1.6);
    }
    assert_int_equal(fr_oklch_rgb((fr_oklch){1.0, 0.4, 100}), 0xffffff);
    assert_int_equal(fr_oklch_rgb((fr_oklch){0.0, 0.4, 100}), 0x000000);
}

static void assert_near(double value, double wanted)
{
    assert_true(value > wanted - 0.005 && value < wanted + 0.005);
}

/* WCAG: black on white is 21, #767676 the lightest grey that reads on white. */
static void contrast(void **state)
{
    (void)state;
    assert_near(fr_contrast(0x000000, 0xffffff), 21.0);
    assert_near(fr_contrast(0xffffff, 0x000000), 21.0);
    assert_near(fr_contrast(0x123456, 0x123456), 1.0);
    assert_near(fr_contrast(0x767676, 0xffffff), 4.54);
    assert_near(fr_contrast(0x777777, 0xffffff), 4.48);
    assert_near(fr_contrast(0xff0000, 0xffffff), 4.00);
}

static void ink(void **state)
{
    (void)state;
    assert_int_equal(fr_ink_on(0xffffff, 0x1c1d21), 0x1c1d21);
    assert_int_equal(fr_ink_on(0x777777, 0x1c1d21), 0x000000); /* 3.8 : 1 */
    assert_int_equal(fr_ink_on(0x00429d, 0x1c1d21), 0xffffff);
    for (uint32_t grey = 0; grey < 256; grey++)
        assert_true(fr_contrast(grey * 0x10101, fr_ink_on(grey * 0x10101, 0x808080)) >= 4.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_colours), cmocka_unit_test(hue_turns),
        cmocka_unit_test(out_of_gamut),  cmocka_unit_test(contrast),
        cmocka_unit_test(ink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
