/*
 * svg_rings.c - bars and rings, each as one path.
 *
 *     <path class="a3" fill="#d4d8df" d="M62 80h23v34h-23zM86 84h23v30h-23z"/>
 *     <g fill="none" stroke-linecap="square" pointer-events="none">
 *     <path class="h" stroke="#ffffff" stroke-width="5" d="M62 80V480M62 80H85"/>      halo
 *     <path class="o" stroke="#1c1d21" stroke-width="2" d="M62 80V480M62 80H85"/></g>
 */
#include "render/svg/svg_rings.h"

#include "render/svg/svg_attributes.h"

static void put_xy(fr_output *out, const char *before, int32_t x, int32_t y)
{
    fr_put_text(out, before);
    fr_put_scaled(out, x, 1);
    fr_put_char(out, ' ');
    fr_put_scaled(out, y, 1);
}

static void put_way(fr_output *out, const char *command, int32_t by)
{
    fr_put_text(out, command);
    fr_put_scaled(out, by, 1);
}

/* One path for all strokes of a fill that follow each other. */
static void put_strokes(const fr_scene *scene, fr_output *out)
{
    size_t i = 0;

    while (i < scene->n_strokes) {
        uint32_t index = scene->strokes[i].fill;
        fr_put_text(out, "<path");
        fr_svg_put_stroke(scene, index, out);
        fr_put_text(out, " stroke-width=\"");
        fr_put_scaled(out, FR_STROKE, 1);
        fr_put_text(out, "\" stroke-linecap=\"round\" d=\"");
        for (; i < scene->n_strokes && scene->strokes[i].fill == index; i++) {
            put_xy(out, "M", scene->strokes[i].x0, scene->strokes[i].y0);
            put_xy(out, "L", scene->strokes[i].x1, scene->strokes[i].y1);
        }
        fr_put_text(out, "\"/>\n");
    }
}

static void put_bars(const fr_scene *scene, fr_output *out)
{
    if (scene->n_bars == 0)
        return;
    fr_put_text(out, "<path");
    fr_svg_put_fill(scene, scene->bars[0].fill, out);
    fr_put_text(out, " d=\"");
    for (size_t i = 0; i < scene->n_bars; i++) {
        const fr_scene_bar *bar = &scene->bars[i];
        put_xy(out, "M", bar->x, bar->y);
        put_way(out, "h", bar->w);
        put_way(out, "v", bar->h);
        put_way(out, "h", -bar->w);
        fr_put_char(out, 'z');
    }
    fr_put_text(out, "\"/>\n");
}

void fr_svg_put_bars(const fr_scene *scene, fr_output *out)
{
    put_bars(scene, out);
    put_strokes(scene, out);
}

/* Every line over the boxes is level or upright. */
static void put_ring(const fr_scene *scene, const char *class_name, const uint32_t colour[2],
                     int32_t width, fr_output *out)
{
    fr_put_text(out, "<path");
    fr_svg_put_colour(scene, "stroke", class_name, colour, out);
    fr_put_text(out, " stroke-width=\"");
    fr_put_scaled(out, width, 1);
    fr_put_text(out, "\" d=\"");
    for (size_t i = 0; i < scene->n_lines; i++) {
        const fr_scene_line *line = &scene->lines[i];
        if (!line->over)
            continue;
        put_xy(out, "M", line->x0, line->y0);
        put_way(out, line->x0 == line->x1 ? "V" : "H", line->x0 == line->x1 ? line->y1 : line->x1);
    }
    fr_put_text(out, "\"/>\n");
}

void fr_svg_put_rings(const fr_scene *scene, fr_output *out)
{
    bool any = false;

    for (size_t i = 0; i < scene->n_lines; i++)
        any = any || scene->lines[i].over;
    if (!any)
        return;
    fr_put_text(out, "<g fill=\"none\" stroke-linecap=\"square\" pointer-events=\"none\">\n");
    put_ring(scene, "h", scene->tokens.ground, FR_RING_HALO, out);
    put_ring(scene, "o", scene->tokens.ink, FR_RING, out);
    fr_put_text(out, "</g>\n");
}
