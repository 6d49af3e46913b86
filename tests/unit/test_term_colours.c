/*
 * test_term_colours.c - 256 colours of a terminal: what is coloured stays of its hue, what is grey stays grey, and names
 * read on the colours that are shown. Fills are those of the theme's kinds, a differential and a heatmap.
 */
#include <stdlib.h>

#include "render/term/term.h"
#include "themes/theme.h"
#include "unit.h"

#define GREY     12 /* largest difference of channels */
#define COLOURED 40 /* of a kind; */
#define CHANGED  60 /* of what changed: the pale end of a ramp may be grey */

static int channel(uint32_t rgb, int i)
{
    return rgb >> (16 - 8 * i) & 0xff;
}

static int spread(uint32_t rgb)
{
    int least = 255, most = 0;

    for (int i = 0; i < 3; i++) {
        least = channel(rgb, i) < least ? channel(rgb, i) : least;
        most = channel(rgb, i) > most ? channel(rgb, i) : most;
    }
    return most - least;
}

/* A channel that is far above another one is not under it in what is shown, which is no grey. */
static void check_hue(uint32_t rgb, uint32_t shown, int coloured)
{
    if (spread(rgb) > coloured && spread(shown) < GREY)
        fail_msg("#%06x is shown as #%06x", rgb, shown);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (channel(rgb, i) > channel(rgb, k) + coloured &&
                channel(shown, i) < channel(shown, k))
                fail_msg("#%06x is shown as #%06x", rgb, shown);
}

static void check_fill(fr_theme_fill fill, int coloured)
{
    fr_fill one = {.light = fill.light,
                   .dark = fill.dark,
                   .ink_light = fill.ink_light,
                   .ink_dark = fill.ink_dark};
    fr_scene scene = {.fills = &one, .n_fills = 1};

    for (unsigned scheme = 0; scheme < 2; scheme++) {
        uint32_t rgb = scheme ? one.dark : one.light;
        fr_term t = {.scene = &scene, .colours = 256, .scheme = scheme};
        assert_true(fr_term_find_fills(&t));
        fr_term_style shown = t.fills[0];
        if (fr_contrast(shown.ground, shown.ink) < 4.5)
            fail_msg("#%06x does not read on #%06x", shown.ink, shown.ground);
        check_hue(rgb, shown.ground, coloured);
        if (spread(rgb) < GREY)
            assert_true(spread(shown.ground) < GREY);
        free(t.fills);
    }
}

static void test_256(void **state)
{
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);

    (void)state;
    assert_non_null(theme);
    for (fr_class c = 0; c < FR_N_CLASSES; c++)
        for (uint32_t step = 0; step < FR_STEPS; step++)
            check_fill(fr_theme_fill_of(theme, c, step), COLOURED);
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++) {
        check_fill(fr_theme_grew_of(theme, step), CHANGED);
        check_fill(fr_theme_shrank_of(theme, step), CHANGED);
        check_fill(fr_theme_heat_of(theme, step), CHANGED);
    }
    fr_theme_free(theme);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_256)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
