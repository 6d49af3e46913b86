/* canvas.c - shapes to pixels, in integers: a pixel is 1000 tenths of a px times per cent. */
#include "canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#define PIXEL 1000

static int floor_pixel(int64_t length, uint32_t percent)
{
    int64_t scaled = length * percent;
    return (int)(scaled / PIXEL - (scaled % PIXEL < 0));
}

static int ceil_pixel(int64_t length, uint32_t percent)
{
    return -floor_pixel(-length, percent);
}

static canvas blank(int width, int height)
{
    canvas c = {width, height, malloc((size_t)width * (size_t)height * sizeof *c.pixels)};

    if (!c.pixels)
        abort();
    memset(c.pixels, 0xff, (size_t)width * (size_t)height * sizeof *c.pixels);
    return c;
}

canvas canvas_new(const shape *view, uint32_t percent)
{
    return blank(ceil_pixel(view->w, percent), ceil_pixel(view->h, percent));
}

static void paint_pixels(canvas *c, int x0, int y0, int x1, int y1, uint32_t colour)
{
    x0 = x0 > 0 ? x0 : 0;
    y0 = y0 > 0 ? y0 : 0;
    x1 = x1 < c->width ? x1 : c->width;
    y1 = y1 < c->height ? y1 : c->height;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            c->pixels[(size_t)y * (size_t)c->width + (size_t)x] = colour;
}

void canvas_paint(canvas *c, const shape *s, uint32_t percent, uint32_t colour)
{
    int64_t right = s->x + s->w, bottom = s->y + s->h;

    if (s->w <= 0 || s->h <= 0)
        return;
    paint_pixels(c, floor_pixel(s->x, percent), floor_pixel(s->y, percent),
                 ceil_pixel(right, percent), ceil_pixel(bottom, percent), ANY_COLOUR);
    paint_pixels(c, ceil_pixel(s->x, percent), ceil_pixel(s->y, percent),
                 floor_pixel(right, percent), floor_pixel(bottom, percent), colour);
}

typedef struct bytes_left {
    const char *at;
    size_t len;
} bytes_left;

static cairo_status_t read_bytes_left(void *arg, unsigned char *to, unsigned len)
{
    bytes_left *from = arg;

    if (len > from->len)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, from->at, len);
    from->at += len;
    from->len -= len;
    return CAIRO_STATUS_SUCCESS;
}

canvas canvas_of_png(const char *bytes, size_t len)
{
    bytes_left left = {bytes, len};
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(read_bytes_left, &left);
    canvas c;

    assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_format(s), CAIRO_FORMAT_RGB24);
    c = blank(cairo_image_surface_get_width(s), cairo_image_surface_get_height(s));
    for (int y = 0; y < c.height; y++)
        memcpy(c.pixels + (size_t)y * (size_t)c.width,
               cairo_image_surface_get_data(s) + y * cairo_image_surface_get_stride(s),
               (size_t)c.width * sizeof *c.pixels);
    cairo_surface_destroy(s);
    return c;
}

bool canvas_match(const canvas *expected, const canvas *found, size_t *n_known, char why[256])
{
    size_t n = (size_t)expected->width * (size_t)expected->height;

    *n_known = 0;
    if (expected->width != found->width || expected->height != found->height) {
        snprintf(why, 256, "%d x %d pixels, expected %d x %d", found->width, found->height,
                 expected->width, expected->height);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t is = found->pixels[i] & 0xffffff, wanted = expected->pixels[i];
        if (wanted != ANY_COLOUR && is != wanted) {
            snprintf(why, 256, "pixel %zu %zu is #%06x, expected #%06x",
                     i % (size_t)expected->width, i / (size_t)expected->width, (unsigned)is,
                     (unsigned)wanted);
            return false;
        }
        *n_known += wanted != ANY_COLOUR;
    }
    return true;
}

void canvas_reset(canvas *c)
{
    free(c->pixels);
    *c = (canvas){0};
}
