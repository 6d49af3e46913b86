/*
 * png.c - the picture as a bitmap, at any scale.
 *
 *     units of the scene (0.1 px) --the matrix, scale / 10--> pixels, opaque --> 256 colours, or 8-bit RGB
 *
 * Most text is filled as outlines, which stand on fractions of a pixel whatever the version of
 * cairo, as they do in browsers.
 *
 * Where memory runs out, cairo and pango may end the process: the output then keeps what it had.
 *
 * PNG, https://www.w3.org/TR/png-3/, written by render/cairo/png_palette.c, or by cairo.
 */
#include "render/backend.h"
#include "render/cairo/cairo_paint.h"
#include "render/cairo/png_palette.h"

#define SIDE_MAX      32767 /* pixels of a side in cairo */
#define PERCENT_MIN   25
#define PERCENT_MAX   1600
#define UNITS_A_PIXEL 1000 /* tenths of a px times percent */

static int32_t pixels_of(int32_t length, uint32_t percent)
{
    return (int32_t)(((int64_t)length * percent + UNITS_A_PIXEL - 1) / UNITS_A_PIXEL);
}

static void fail_size(const fr_scene *scene, int32_t width, int32_t height, fr_output *out)
{
    int64_t fits = (int64_t)SIDE_MAX * UNITS_A_PIXEL /
                   (scene->width > scene->height ? scene->width : scene->height);
    const char *other = fr_cairo_smaller(scene, width > SIDE_MAX);

    fr_output_fail(out, FR_E_LIMIT, "a PNG of %d x %d pixels is over %d a side", (int)width,
                   (int)height, SIDE_MAX);
    if (fits >= PERCENT_MIN)
        fr_output_hint(out, "--scale %d.%02d fits; %s", (int)fits / 100, (int)fits % 100, other);
    else
        fr_output_hint(out, "%s", other);
}

static bool check_size(const fr_scene *scene, uint32_t percent, fr_output *out)
{
    if (percent < PERCENT_MIN || percent > PERCENT_MAX) {
        fr_output_fail(out, FR_E_USAGE, "a scale of %u %%, expected %d to %d", (unsigned)percent,
                       PERCENT_MIN, PERCENT_MAX);
        return false;
    }
    int32_t width = pixels_of(scene->width, percent), height = pixels_of(scene->height, percent);
    if (width <= SIDE_MAX && height <= SIDE_MAX)
        return true;
    fail_size(scene, width, height, out);
    return false;
}

/* Writes the PNG with a palette, or by cairo where 256 colours are too few. */
static void write_surface(const fr_scene *scene, cairo_surface_t *surface, fr_output *out)
{
    cairo_surface_flush(surface);
    fr_bitmap bitmap = {.pixels = cairo_image_surface_get_data(surface),
                        .width = cairo_image_surface_get_width(surface),
                        .height = cairo_image_surface_get_height(surface),
                        .stride = cairo_image_surface_get_stride(surface)};
    if (!fr_png_write_palette(scene, &bitmap, out) &&
        cairo_surface_write_to_png_stream(surface, fr_cairo_write, out) != CAIRO_STATUS_SUCCESS)
        fr_output_fail(out, FR_E_LIMIT, "memory ran out"); /* no news to a failed output */
}

void fr_png_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    uint32_t percent = opt->scale_percent;

    if (fr_output_failed(out) || !check_size(scene, percent, out))
        return;
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, pixels_of(scene->width, percent), pixels_of(scene->height, percent));
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        if (fr_cairo_paint(scene, surface, (double)percent / UNITS_A_PIXEL, true, out))
            write_surface(scene, surface, out);
    } else {
        fr_output_fail(out, FR_E_LIMIT, "memory ran out for a PNG of %d x %d pixels",
                       (int)pixels_of(scene->width, percent),
                       (int)pixels_of(scene->height, percent));
        fr_output_hint(out, "a smaller --scale takes less");
    }
    cairo_surface_destroy(surface);
}
