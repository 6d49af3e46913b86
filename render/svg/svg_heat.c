/* svg_heat.c - the cells of a heatmap as JSON: of each column [row, number, row, number, ...]. */
#include "render/svg/svg_heat.h"

#include "base/base64.h"
#include "base/members.h"
#include "render/assets.h"

#include <inttypes.h>

/* ---- The script of a trend, which reads the titles of its points: <script>...</script> ---- */

bool fr_trend_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return strcmp(scene->what, "trend") == 0 && scene->n_boxes > 0 && !opt->scriptless;
}

static fr_bytes trend_script_text(void)
{
    return (fr_bytes){(const char *)fr_trend_script.at, fr_trend_script.len};
}

void fr_svg_put_trend(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    if (!fr_trend_is_live(scene, opt))
        return;
    fr_put_text(out, "<script>//<![CDATA[\n");
    fr_put(out, trend_script_text());
    fr_put_text(out, "\n//]]></script>\n");
}

#define MOST_CELLS 200000 /* above it a picture has no script: its numbers would be half of it */

static void put_px(fr_members *m, const char *key, int32_t tenths)
{
    fr_member_scaled(m, key, tenths, 1);
}

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

/* Colours of cells, for a page that paints those of some samples. */
static void put_ramp(const fr_scene *scene, fr_members *m)
{
    const fr_scene_heat *heat = &scene->heat;

    fr_member_int(m, "most", heat->most);
    fr_member_int(m, "weighs", heat->weighs);
    fr_member_text(m, "scheme", fr_scheme_names[scene->scheme]);
    fr_member_key(m, "ramp");
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        fr_put_format(m->out, "%s[\"#%06x\",\"#%06x\"]", step ? "," : "[",
                      (unsigned)heat->ramp[step][0], (unsigned)heat->ramp[step][1]);
    fr_put_char(m->out, ']');
}

/* Writes what differentials of selections need. */
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
    put_px(&m, "x", root->x0);
    put_px(&m, "width", root->x1 - root->x0);
    put_px(&m, "bottom", heat->bottom);
    put_px(&m, "row", heat->row);
    put_px(&m, "right", scene->width - 20 * FR_PX);
    fr_member_int(&m, "decimals", scene->decimals);
    fr_member_int(&m, "whole", scene->whole);
    fr_member_text(&m, "unit", scene->unit);
    fr_member_text(&m, "options", heat->options);
    fr_member_colour(&m, "ink", scene->tokens.ink[dark]);
    fr_member_colour(&m, "ground", scene->tokens.ground[dark]);
    if (scene->flame) {
        put_below(scene, &m);
        put_ramp(scene, &m);
    }
    put_cells(scene, &m);
    fr_members_end(&m);
}

bool fr_heat_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return scene->heat.rows && !opt->scriptless && scene->n_boxes >= 2 &&
           scene->n_boxes <= MOST_CELLS;
}

static fr_bytes heat_script_text(void)
{
    return (fr_bytes){(const char *)fr_heat_script.at, fr_heat_script.len};
}

void fr_svg_put_heat(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    if (!fr_heat_is_live(scene, opt))
        return;
    fr_put_text(out, "<metadata data-flamerender=\"heat\">");
    put_view(scene, out);
    fr_put_text(out, "</metadata>\n<script>//<![CDATA[\n");
    fr_put(out, heat_script_text());
    fr_put_text(out, "\n//]]></script>\n");
}

static void put_data(const char *what, fr_bytes data, fr_output *out)
{
    fr_put_format(out, "<script type=\"application/octet-stream\" id=\"flamerender-%s\">", what);
    fr_put_base64(out, data);
    fr_put_text(out, "</script>\n");
}

void fr_html_put_heat(const fr_scene *scene, fr_output *out)
{
    fr_put_text(out, "<script type=\"application/octet-stream\" id=\"flamerender-heat\">");
    put_view(scene, out);
    fr_put_text(out, "</script>\n");
    if (scene->flame)
        put_data("samples", scene->samples, out);
    if (scene->lanes.at)
        put_data("lanes", scene->lanes, out);
}
