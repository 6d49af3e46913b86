/*
 * test_colour_blind.c - kinds are distinguished by who cannot tell red from green: the distance of their colours in
 * OKLab, as deuteranopes see them.
 *
 * What grew and what shrank, in differentials and trends, is told from what did neither by every eye, and on paper
 * without colours; there the bars on boxes tell both apart.
 *
 * Simulation: Machado, Oliveira, Fernandes, IEEE TVCG 15:1291 (2009), severity 1.0, in linear RGB. OKLab: see
 * themes/colour.c. A distance of 0.02 is about what is just noticed side by side.
 */
#include <math.h>

#include "themes/theme.h"
#include "unit.h"

#define LEAST       0.03
#define LEAST_GREYS 0.045 /* greys have little but lightness to differ in */

typedef struct lab {
    double l, a, b;
} lab;

static const double deuteranopia[3][3] = {{0.367322, 0.860646, -0.227968},
                                          {0.280085, 0.672501, 0.047413},
                                          {-0.011820, 0.042940, 0.968881}};
static const double protanopia[3][3] = {{0.152286, 1.052583, -0.204868},
                                        {0.114503, 0.786281, 0.099216},
                                        {-0.003882, -0.048116, 1.051998}};
static const double tritanopia[3][3] = {{1.255528, -0.076749, -0.178779},
                                        {-0.078411, 0.930809, 0.147602},
                                        {0.004733, 0.691367, 0.303900}};
static const double greyscale[3][3] = {
    {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}};
static const double same[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static double channel(uint32_t rgb, int shift)
{
    double encoded = (rgb >> shift & 0xff) / 255.0;

    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

static double seen_channel(uint32_t rgb, const double row[3])
{
    double light = row[0] * channel(rgb, 16) + row[1] * channel(rgb, 8) + row[2] * channel(rgb, 0);

    return light < 0 ? 0 : light > 1 ? 1 : light;
}

static lab lab_of(uint32_t rgb, const double eye[3][3])
{
    double r = seen_channel(rgb, eye[0]), g = seen_channel(rgb, eye[1]);
    double b = seen_channel(rgb, eye[2]);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

    return (lab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static double distance(uint32_t x, uint32_t y, const double eye[3][3])
{
    lab a = lab_of(x, eye), b = lab_of(y, eye);

    return sqrt((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b));
}

static uint32_t colour_of(const fr_theme *theme, fr_class c, uint32_t step, bool dark)
{
    fr_theme_fill fill = fr_theme_fill_of(theme, c, step);

    return dark ? fill.dark : fill.light;
}

/* The nearest colours of two kinds. */
static double nearest(const fr_theme *theme, fr_class x, fr_class y, bool dark,
                      const double eye[3][3])
{
    double least = 2;

    for (uint32_t i = 0; i < FR_STEPS; i++)
        for (uint32_t k = 0; k < FR_STEPS; k++) {
            double apart =
                distance(colour_of(theme, x, i, dark), colour_of(theme, y, k, dark), eye);
            least = apart < least ? apart : least;
        }
    return least;
}

static void check_kinds(const double eye[3][3], const char *who)
{
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);

    assert_non_null(theme);
    for (int dark = 0; dark < 2; dark++)
        for (fr_class x = 0; x < FR_CLASS_ROOT; x++)
            for (fr_class y = 0; y < x; y++) {
                double apart = nearest(theme, x, y, dark, eye);
                if (apart < LEAST)
                    fail_msg("%s, %s: %s and %s are %.3f apart", who, dark ? "dark" : "light",
                             fr_class_title(x), fr_class_title(y), apart);
            }
    fr_theme_free(theme);
}

static void kinds_differ(void **state)
{
    (void)state;
    check_kinds(same, "all colours seen");
}

static void kinds_differ_without_red_and_green(void **state)
{
    (void)state;
    check_kinds(deuteranopia, "deuteranopia");
}

/* The grey of what is too narrow to draw is no kind's. */
static void rests_differ(void **state)
{
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_theme_fill rest = fr_rest_fill(theme);
    (void)state;
    for (int dark = 0; dark < 2; dark++)
        for (fr_class c = 0; c < FR_CLASS_ROOT; c++)
            for (uint32_t i = 0; i < FR_STEPS; i++) {
                uint32_t grey = dark ? rest.dark : rest.light;
                double apart = distance(grey, colour_of(theme, c, i, dark), same);
                if (apart < LEAST_GREYS)
                    fail_msg("%s: narrow frames and %s are %.3f apart", dark ? "dark" : "light",
                             fr_class_title(c), apart);
            }
    fr_theme_free(theme);
}

static uint32_t in_scheme(fr_theme_fill fill, bool dark)
{
    return dark ? fill.dark : fill.light;
}

static void check_apart(uint32_t one, uint32_t two, const double eye[3][3], const char *what)
{
    double apart = distance(one, two, eye);

    if (apart < LEAST)
        fail_msg("%s: #%06x and #%06x are %.3f apart", what, (unsigned)one, (unsigned)two, apart);
}

static void check_changes(const fr_theme *theme, bool dark, uint32_t step, const double eye[3][3],
                          const char *who)
{
    uint32_t grew = in_scheme(fr_theme_grew_of(theme, step), dark),
             shrank = in_scheme(fr_theme_shrank_of(theme, step), dark),
             neither = in_scheme(fr_theme_unchanged(theme), dark);

    check_apart(grew, neither, eye, who);
    check_apart(shrank, neither, eye, who);
    if (eye != greyscale)
        check_apart(grew, shrank, eye, who);
}

/* Lines on the ground have the fill of the other scheme (render/layout/layout_trend.c). */
static void check_lines(const fr_theme *theme, bool dark, const double eye[3][3], const char *who)
{
    uint32_t grew = in_scheme(fr_theme_grew_of(theme, FR_RAMP_STEPS - 1), !dark),
             shrank = in_scheme(fr_theme_shrank_of(theme, FR_RAMP_STEPS - 1), !dark),
             ground = fr_theme_tokens_of(theme).ground[dark];

    check_apart(grew, ground, eye, who);
    check_apart(shrank, ground, eye, who);
    if (eye != greyscale)
        check_apart(grew, shrank, eye, who);
}

static void changes_differ(void **state)
{
    static const struct {
        const char *who;
        const double (*eye)[3];
    } eyes[] = {{"all colours seen", same},
                {"deuteranopia", deuteranopia},
                {"protanopia", protanopia},
                {"tritanopia", tritanopia},
                {"greyscale", greyscale}};
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);

    (void)state;
    assert_non_null(theme);
    for (size_t i = 0; i < sizeof eyes / sizeof *eyes; i++)
        for (int dark = 0; dark < 2; dark++) {
            for (uint32_t step = 3; step < FR_RAMP_STEPS; step++)
                check_changes(theme, dark, step, eyes[i].eye, eyes[i].who);
            check_lines(theme, dark, eyes[i].eye, eyes[i].who);
        }
    fr_theme_free(theme);
}

/* White stays white, and red and green of one lightness meet: so the simulation does what it should. */
static void the_simulation_is_one(void **state)
{
    (void)state;
    assert_true(distance(0xffffff, 0xffffff, deuteranopia) < 1e-9);
    assert_true(fabs(lab_of(0xffffff, deuteranopia).l - 1) < 0.001);
    assert_true(distance(0xc04040, 0x7f7f40, deuteranopia) <
                distance(0xc04040, 0x7f7f40, same) / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_simulation_is_one),
        cmocka_unit_test(kinds_differ),
        cmocka_unit_test(kinds_differ_without_red_and_green),
        cmocka_unit_test(rests_differ),
        cmocka_unit_test(changes_differ),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
