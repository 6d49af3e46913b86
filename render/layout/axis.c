/* axis.c - the axis of a picture: shares of the whole, seconds of a chart, or a sentence. */
#include "base/number.h"
#include "render/layout/furniture.h"
#include "render/layout/furniture_text.h"

#define WIDE_SPACE (10 * FR_PX) /* between two labels of the axis, at least */
#define WHOLE_PPM  INT64_C(1000000)

/* Steps between ticks, in millionths of the whole. */
static const int64_t tick_steps[] = {250000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000,
                                     500,    200,    100,    50,    20,    10,    5,    2,    1};

/* The widest step that gives at least three intervals; whole quarters for the whole. */
static int64_t tick_step(int64_t end_ppm)
{
    size_t i = 0;

    while (i + 1 < sizeof tick_steps / sizeof *tick_steps && tick_steps[i] * 3 > end_ppm)
        i++;
    return tick_steps[i];
}

/* Decimals of the ticks in percent, at least one: 2 of a step of 0.05 %. */
static uint32_t tick_places(int64_t step)
{
    uint32_t places = 1;

    for (int64_t tenth = 1000; tenth > step; tenth /= 10)
        places++;
    return places;
}

/* "25 %" of 250000. */
static const char *tick_text(fr_scene *scene, int64_t ppm)
{
    char to[FR_NUMBER_MAX];
    size_t n;

    fr_format_grouped(to, ppm, 4);
    n = strlen(to);
    memcpy(to + n, FR_NARROW_SPACE "%", sizeof FR_NARROW_SPACE + 1);
    return fr_scene_keep(scene, fr_bytes_of(to));
}

/* The place of an axis: ticks from y0 to y1, texts on the baseline y. */
typedef struct axis {
    fr_scene *scene;
    int32_t y0, y1, baseline;
    int32_t free_from, free_to; /* where a further label has room */
} axis;

/* The line stands on half a px within the plot, so that it is one px and no blur. */
static void add_tick(const axis *a, int32_t x, fr_anchor anchor, const char *text)
{
    int32_t at = (anchor == FR_ANCHOR_END ? x - FR_PX : x) / FR_PX * FR_PX + FR_PX / 2;

    fr_scene_add_line(a->scene, (fr_scene_line){at, a->y0, at, a->y1, .muted = true});
    fr_scene_add_text(a->scene, FR_TEXT_AXIS, anchor, x, a->baseline, text);
}

/* A tick between the ends, omitted where its label would touch another. */
static void add_inner_tick(axis *a, int32_t x, const char *text)
{
    int32_t half = fr_role_width(FR_TEXT_AXIS, fr_bytes_of(text)) / 2 + WIDE_SPACE;

    if (x - half < a->free_from || x + half > a->free_to)
        return;
    add_tick(a, x, FR_ANCHOR_MIDDLE, text);
    a->free_from = x + half - WIDE_SPACE;
}

void fr_furnish_axis(fr_scene *scene, int32_t y, bool above, int64_t part, int64_t whole)
{
    int64_t end = (int64_t)((fr_i128)part * WHOLE_PPM / whole), step = tick_step(end);
    char share[FR_NUMBER_MAX];
    const char *zero = tick_text(scene, 0);
    const char *last = tick_text(scene, WHOLE_PPM);
    axis a = {scene, y + 3 * FR_PX, y + 8 * FR_PX, y + 19 * FR_PX, 0, 0};

    if (part != whole)
        last = fr_scene_keep(scene,
                             fr_bytes_of(fr_format_share(share, part, whole, tick_places(step))));
    if (above)
        a = (axis){scene, y - 8 * FR_PX, y - 3 * FR_PX, y - 11 * FR_PX, 0, 0};
    a.free_from = FR_MARGIN + fr_role_width(FR_TEXT_AXIS, fr_bytes_of(zero));
    a.free_to = fr_right_edge(scene) - fr_role_width(FR_TEXT_AXIS, fr_bytes_of(last));
    add_tick(&a, FR_MARGIN, FR_ANCHOR_START, zero);
    for (int64_t at = step; at < end && a.free_from < a.free_to; at += step) {
        fr_i128 x = (fr_i128)at * whole * fr_plot_room(scene) / ((fr_i128)part * WHOLE_PPM);
        add_inner_tick(&a, FR_MARGIN + (int32_t)x, tick_text(scene, at));
    }
    add_tick(&a, fr_right_edge(scene), FR_ANCHOR_END, last);
}

#define TIME_TICKS 8 /* at most */

/* 1, 2 or 5 times a power of ten ns. */
static int64_t time_step(int64_t span)
{
    static const int64_t next[] = {2, 5, 10};
    int64_t power = 1, step = 1;

    for (size_t i = 0; step * TIME_TICKS < span; i++) {
        step = power * next[i % 3];
        power *= i % 3 == 2 ? 10 : 1;
    }
    return step;
}

/* "0.25 s" */
static const char *time_text(fr_scene *scene, int64_t ns)
{
    char to[FR_NUMBER_MAX + 8];

    fr_format_grouped(to, ns, 9);
    memcpy(to + strlen(to), FR_NARROW_SPACE "s", sizeof FR_NARROW_SPACE + 1);
    return fr_scene_keep(scene, fr_bytes_of(to));
}

void fr_furnish_time_axis(fr_scene *scene, int32_t y, bool above, int64_t span)
{
    int64_t step = time_step(span);
    const char *zero = time_text(scene, 0);
    axis a = {scene, y + 3 * FR_PX, y + 8 * FR_PX, y + 19 * FR_PX, 0, 0};

    if (above)
        a = (axis){scene, y - 8 * FR_PX, y - 3 * FR_PX, y - 11 * FR_PX, 0, 0};
    a.free_from = FR_MARGIN + fr_role_width(FR_TEXT_AXIS, fr_bytes_of(zero));
    a.free_to = fr_right_edge(scene) + FR_MARGIN;
    add_tick(&a, FR_MARGIN, FR_ANCHOR_START, zero);
    for (int64_t at = step; at <= span; at += step) {
        fr_i128 x = (fr_i128)at * fr_plot_room(scene) / span;
        add_inner_tick(&a, FR_MARGIN + (int32_t)x, time_text(scene, at));
    }
}

void fr_furnish_axis_text(fr_scene *scene, int32_t y, bool above, const char *text)
{
    fr_scene_add_text(scene, FR_TEXT_AXIS, FR_ANCHOR_START, FR_MARGIN,
                      above ? y - 5 * FR_PX : y + 15 * FR_PX, text);
}
