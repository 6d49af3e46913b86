/* svg_heat.c - the cells of a heatmap as JSON: of each column [row, number, row, number, ...]. */
#include "render/svg/svg_heat.h"

#include <inttypes.h>

#include "base/base64.h"
#include "render/assets.h"

#define MOST_CELLS 200000 /* above it a picture has no script: its numbers would be half of it */

static void put_number(fr_output *out, const char *key, int64_t value)
{
    fr_put_format(out, ",\"%s\":%" PRId64, key, value);
}

static void put_px(fr_output *out, const char *key, int32_t tenths)
{
    fr_put_format(out, ",\"%s\":", key);
    fr_put_scaled(out, tenths, 1);
}

static void put_colour(const fr_scene *scene, fr_output *out, const char *key,
                       const uint32_t colour[2])
{
    fr_put_format(out, ",\"%s\":\"#%06x\"", key, (unsigned)colour[scene->scheme == FR_SCHEME_DARK]);
}

/* Columns are boxes of row 1, each followed by its cells. */
static void put_cells(const fr_scene *scene, fr_output *out)
{
    int64_t column_ns = scene->heat.column_s * INT64_C(1000000000), column = -1;
    bool any = false;

    fr_put_text(out, ",\n\"cells\":[");
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
static void put_ramp(const fr_scene *scene, fr_output *out)
{
    static const char *const schemes[] = {"auto", "light", "dark"};
    const fr_scene_heat *heat = &scene->heat;

    put_number(out, "most", heat->most);
    put_number(out, "weighs", heat->weighs);
    fr_put_format(out, ",\"scheme\":\"%s\",\"ramp\":[", schemes[scene->scheme]);
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        fr_put_format(out, "%s[\"#%06x\",\"#%06x\"]", step ? "," : "",
                      (unsigned)heat->ramp[step][0], (unsigned)heat->ramp[step][1]);
    fr_put_char(out, ']');
}

/* What differentials of selections need. */
static void put_below(const fr_scene *scene, fr_output *out)
{
    const fr_scene_heat *heat = &scene->heat;

    fr_put_format(out, ",\"recorded\":[%" PRId64 ",%" PRId64 "]", heat->recorded_ns[0],
                  heat->recorded_ns[1]);
    put_number(out, "counted", heat->counted);
    put_number(out, "lasts", heat->lasts);
    if (heat->coarse)
        put_number(out, "coarse", 1);
    if (heat->no_lanes)
        put_number(out, "crowded", 1);
    put_number(out, "time", (int64_t)heat->unit_ns);
}

static void put_view(const fr_scene *scene, fr_output *out)
{
    const fr_scene_heat *heat = &scene->heat;
    const fr_box *root = scene->boxes;

    fr_put_format(out, "{\"rows\":%u,\"columns\":%u", (unsigned)heat->rows,
                  (unsigned)heat->columns);
    put_number(out, "seconds", heat->column_s);
    put_number(out, "first", heat->first_second);
    put_px(out, "x", root->x0);
    put_px(out, "width", root->x1 - root->x0);
    put_px(out, "bottom", heat->bottom);
    put_px(out, "row", heat->row);
    put_px(out, "right", scene->width - 20 * FR_PX);
    put_number(out, "decimals", scene->decimals);
    put_number(out, "whole", scene->whole);
    fr_put_text(out, ",\"unit\":");
    fr_put_json(out, fr_bytes_of(scene->unit));
    fr_put_text(out, ",\"options\":");
    fr_put_json(out, fr_bytes_of(heat->options));
    put_colour(scene, out, "ink", scene->tokens.ink);
    put_colour(scene, out, "ground", scene->tokens.ground);
    if (scene->flame) {
        put_below(scene, out);
        put_ramp(scene, out);
    }
    put_cells(scene, out);
    fr_put_char(out, '}');
}

bool fr_heat_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return scene->heat.rows && !opt->scriptless && scene->n_boxes >= 2 &&
           scene->n_boxes <= MOST_CELLS;
}

fr_bytes fr_heat_script_text(void)
{
    return (fr_bytes){(const char *)fr_heat_script.at, fr_heat_script.len};
}

fr_bytes fr_heat_page_text(void)
{
    return (fr_bytes){(const char *)fr_heat_page_script.at, fr_heat_page_script.len};
}

void fr_svg_put_heat(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    if (!fr_heat_is_live(scene, opt))
        return;
    fr_put_text(out, "<metadata data-flamerender=\"heat\">");
    put_view(scene, out);
    fr_put_text(out, "</metadata>\n<script>//<![CDATA[\n");
    fr_put(out, fr_heat_script_text());
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
