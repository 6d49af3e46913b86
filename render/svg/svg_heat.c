/*
 * svg_heat.c - what makes the SVG of a heatmap answer, its cells as an image, and the script of a trend, which reads the
 * titles of its points.
 *
 *     <metadata data-flamerender="heat">{"rows":50,"columns":60,...,"cells":[[0,2,7,1],[],...]}</metadata>
 *     <script>...</script>                                        render/assets/heat
 *
 * The cells of each column are [row, number, row, number, ...].
 */
#include "render/svg/svg.h"

#include "base/members.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_CELLS 200000 /* above it a picture has no script: its numbers would be half of it */

/* Columns are boxes of row 1, each followed by its cells. */
static void put_cells(const fr_scene *scene, fr_members *m)
{
    fr_output *out = m->out;
    int64_t column_ns = scene->heat.column_s * INT64_C(1000000000), column = -1;
    bool any = false;

    fr_members_break(m);
    fr_member_key(m, "cells");
    fr_put_char(out, '[');
    for (size_t i = 1; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        if (box->row == 1) {
            fr_put_text(out, i == 1 ? "[" : "],[");
            any = false;
            column++;
            continue;
        }
        int64_t row = (box->start - column * column_ns) * scene->heat.rows / column_ns;
        fr_put_format(out, "%s%" PRId64 ",%" PRId64, any ? "," : "", row, box->total);
        any = true;
    }
    fr_put_text(out, "]]");
}

/* Writes what differentials of selections need, and the colours of cells for a page that paints those of some
 * samples. */
static void put_below(const fr_scene *scene, fr_members *m)
{
    const fr_scene_heat *heat = &scene->heat;

    fr_member_key(m, "recorded");
    fr_put_format(m->out, "[%" PRId64 ",%" PRId64 "]", heat->recorded_ns[0], heat->recorded_ns[1]);
    fr_member_int(m, "counted", heat->counted);
    fr_member_int(m, "lasts", heat->lasts);
    if (heat->coarse)
        fr_member_int(m, "coarse", 1);
    if (heat->no_lanes)
        fr_member_int(m, "crowded", 1);
    fr_member_int(m, "time", (int64_t)heat->unit_ns);
    fr_member_int(m, "most", heat->most);
    fr_member_int(m, "weighs", heat->weighs);
    fr_member_text(m, "scheme", fr_scheme_names[scene->scheme]);
    fr_member_key(m, "ramp");
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        fr_put_format(m->out, "%s[\"#%06x\",\"#%06x\"]", step ? "," : "[",
                      (unsigned)heat->ramp[step][0], (unsigned)heat->ramp[step][1]);
    fr_put_char(m->out, ']');
}

static void put_view(const fr_scene *scene, fr_output *out)
{
    fr_members m = fr_members_begin_compact(out, "{");
    const fr_scene_heat *heat = &scene->heat;
    const fr_box *root = scene->boxes;
    bool dark = scene->scheme == FR_SCHEME_DARK;

    fr_member_int(&m, "rows", heat->rows);
    fr_member_int(&m, "columns", heat->columns);
    fr_member_int(&m, "seconds", heat->column_s);
    fr_member_int(&m, "first", heat->first_second);
    fr_member_scaled(&m, "x", root->x0, 1);
    fr_member_scaled(&m, "width", root->x1 - root->x0, 1);
    fr_member_scaled(&m, "bottom", heat->bottom, 1);
    fr_member_scaled(&m, "row", heat->row, 1);
    fr_member_scaled(&m, "right", scene->width - 20 * FR_PX, 1);
    fr_member_int(&m, "decimals", scene->decimals);
    fr_member_int(&m, "whole", scene->whole);
    fr_member_text(&m, "unit", scene->unit);
    fr_member_text(&m, "options", heat->options);
    if (heat->of_inputs)
        fr_member_bool(&m, "ofInputs", true);
    if (heat->of_times)
        fr_member_text(&m, "ofTimes", heat->has_holes ? "several" : "one");
    if (heat->of_times && !heat->has_holes) {
        fr_member_key(&m, "ofRange");
        fr_put_format(m.out, "[%" PRId64 ",%" PRId64 "]", heat->range_ns[0], heat->range_ns[1]);
    }
    fr_member_colour(&m, "ink", scene->tokens.ink[dark]);
    fr_member_colour(&m, "ground", scene->tokens.ground[dark]);
    if (scene->flame)
        put_below(scene, &m);
    put_cells(scene, &m);
    fr_members_end(&m);
}

bool fr_heat_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return scene->heat.rows && !opt->scriptless && scene->n_boxes >= 2 &&
           scene->n_boxes <= MOST_CELLS;
}

bool fr_trend_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return strcmp(scene->what, "trend") == 0 && scene->n_boxes > 0 && !opt->scriptless;
}

void fr_svg_put_plot_script(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    if (fr_heat_is_live(scene, opt)) {
        fr_put_text(out, "<metadata data-flamerender=\"heat\">");
        put_view(scene, out);
        fr_put_text(out, "</metadata>\n");
        fr_svg_put_script(fr_asset_bytes(fr_heat_script), out);
    } else if (fr_trend_is_live(scene, opt)) {
        fr_svg_put_script(fr_asset_bytes(fr_trend_script), out);
    }
}

void fr_html_put_heat(const fr_scene *scene, fr_output *out)
{
    fr_put_text(out, "<script type=\"application/octet-stream\" id=\"flamerender-heat\">");
    put_view(scene, out);
    fr_put_text(out, "</script>\n");
    if (scene->flame)
        fr_html_put_data("samples", scene->samples, out);
    if (scene->lanes.at)
        fr_html_put_data("lanes", scene->lanes, out);
}

/*
 * The cells as an image: few bytes for as many cells as there are.
 *
 *     <image x="62" y="118" width="976" height="250" ... href="data:image/png;base64,iVBORw0..."/>
 *
 * A cell is as many pixels wide as it has px, and one high: the image is stretched. What has no samples is transparent.
 */

/* A place is that of the colour of a fill, less 1; 0 is transparent. */
typedef struct pixels {
    int32_t left, top, width, height;
    size_t stride, len;
    char *at; /* rows of a PNG */
} pixels;

static pixels draw_pixels(const fr_scene *scene)
{
    const fr_scene_heat *heat = &scene->heat;
    const fr_box *plot = scene->boxes;
    pixels p = {.left = plot->x0,
                .top = heat->bottom - (int32_t)heat->rows * heat->row,
                .width = (plot->x1 - plot->x0) / FR_PX,
                .height = (int32_t)heat->rows};

    p.stride = (size_t)p.width + 1;
    p.len = p.stride * (size_t)p.height;
    p.at = calloc(p.len, 1);
    for (size_t i = 0; p.at && i < scene->n_boxes; i++)
        if (scene->boxes[i].row == FR_HEAT_CELL_ROW) {
            const fr_box *box = &scene->boxes[i];
            int32_t row = (box->y - p.top) / scene->heat.row;
            char *to = p.at + (size_t)row * p.stride + 1;
            for (int32_t x = (box->x0 - p.left) / FR_PX; x < (box->x1 - p.left) / FR_PX; x++)
                to[x] = (char)(box->fill + 1);
        }
    return p;
}

static void put_image(const fr_scene *scene, const pixels *p, bool dark, const char *attributes,
                      fr_output *out)
{
    uint32_t rgb[FR_PNG_COLOURS] = {0};
    fr_output *file = fr_output_memory();
    fr_png png = {p->width, p->height, {p->at, p->len}, rgb, scene->n_fills + 1, true};

    fr_put_text(out, "<image");
    fr_svg_put_length("x", p->left, out);
    fr_svg_put_length("y", p->top, out);
    fr_svg_put_length("width", p->width * FR_PX, out);
    fr_svg_put_length("height", p->height * scene->heat.row, out);
    fr_put_format(out,
                  " preserveAspectRatio=\"none\" image-rendering=\"pixelated\"%s "
                  "href=\"data:image/png;base64,",
                  attributes);
    for (uint32_t i = 0; i < scene->n_fills; i++)
        rgb[i + 1] = dark ? scene->fills[i].dark : scene->fills[i].light;
    if (!fr_png_write(&png, file))
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    fr_put_base64(out, fr_part_bytes(file, out));
    fr_output_free(file);
    fr_put_text(out, "\"/>\n");
}

void fr_svg_put_cells(const fr_scene *scene, fr_output *out)
{
    pixels p = draw_pixels(scene);
    bool both = scene->scheme == FR_SCHEME_AUTO;

    if (p.at)
        put_image(scene, &p, scene->scheme == FR_SCHEME_DARK, both ? " class=\"day\"" : "", out);
    else
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    if (p.at && both)
        put_image(scene, &p, true, " class=\"night\" display=\"none\"", out);
    free(p.at);
}

void fr_svg_put_night_rule(fr_output *out)
{
    fr_put_text(out, "\n.day{display:none}.night{display:inline}");
}
