/* svg_cells.c - pixels of the cells, and the elements. */
#include "render/svg/svg_cells.h"

#include <stdlib.h>

#include "base/base64.h"
#include "render/png_file.h"
#include "render/svg/svg_marks.h"

/* A place is that of the colour of a fill, less 1; 0 is transparent. */
typedef struct pixels {
    int32_t left, top, width, height;
    size_t stride, len;
    char *at; /* rows of a PNG */
} pixels;

static void mark_cell(const pixels *p, const fr_scene *scene, const fr_box *box)
{
    int32_t row = (box->y - p->top) / scene->heat.row;
    char *to = p->at + (size_t)row * p->stride + 1;

    for (int32_t x = (box->x0 - p->left) / FR_PX; x < (box->x1 - p->left) / FR_PX; x++)
        to[x] = (char)(box->fill + 1);
}

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
        if (scene->boxes[i].row == FR_HEAT_CELL_ROW)
            mark_cell(&p, scene, &scene->boxes[i]);
    return p;
}

static bool put_png(const fr_scene *scene, const pixels *p, bool dark, fr_output *out)
{
    uint32_t rgb[FR_PNG_COLOURS] = {0};
    fr_output *file = fr_output_memory();
    fr_bytes bytes = {NULL, 0};
    fr_png png = {p->width, p->height, {p->at, p->len}, rgb, scene->n_fills + 1, true};

    for (uint32_t i = 0; i < scene->n_fills; i++)
        rgb[i + 1] = dark ? scene->fills[i].dark : scene->fills[i].light;
    if (file && fr_png_write(&png, file))
        bytes.at = fr_output_bytes(file, &bytes.len);
    if (bytes.at)
        fr_put_base64(out, bytes);
    fr_output_free(file);
    return bytes.at != NULL;
}

static bool put_image(const fr_scene *scene, const pixels *p, bool dark, const char *attributes,
                      fr_output *out)
{
    fr_put_text(out, "<image");
    fr_svg_put_length("x", p->left, out);
    fr_svg_put_length("y", p->top, out);
    fr_svg_put_length("width", p->width * FR_PX, out);
    fr_svg_put_length("height", p->height * scene->heat.row, out);
    fr_put_format(out,
                  " preserveAspectRatio=\"none\" image-rendering=\"pixelated\"%s "
                  "href=\"data:image/png;base64,",
                  attributes);
    bool good = put_png(scene, p, dark, out);
    fr_put_text(out, "\"/>\n");
    return good;
}

void fr_svg_put_cells(const fr_scene *scene, fr_output *out)
{
    pixels p = draw_pixels(scene);
    bool both = scene->scheme == FR_SCHEME_AUTO, good = p.at != NULL;

    good = good &&
           put_image(scene, &p, scene->scheme == FR_SCHEME_DARK, both ? " class=\"day\"" : "", out);
    if (good && both)
        good = put_image(scene, &p, true, " class=\"night\" display=\"none\"", out);
    if (!good)
        fr_output_fail(out, FR_E_LIMIT, "memory ran out");
    free(p.at);
}

void fr_svg_put_night_rule(fr_output *out)
{
    fr_put_text(out, "\n.day{display:none}.night{display:inline}");
}
