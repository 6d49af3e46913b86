/*
 * pixels.c - looks up pixels of a PNG.
 *
 *     pixels IMAGE.png < PROBES        a probe is a line "x y rrggbb what": a pixel and its colour
 *
 * Prints each pixel that differs by more than 3 of 255 in a channel; 1 if there is one or no probe
 * at all.
 */
#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t pixel(cairo_surface_t *image, int x, int y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    uint32_t value;
    memcpy(&value, row + 4 * x, sizeof value);
    return value & 0xffffff;
}

static bool near(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > 3)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    cairo_surface_t *image = argc == 2 ? cairo_image_surface_create_from_png(argv[1]) : NULL;
    if (!image || cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
        fprintf(stderr, "%s: no PNG\n", argc == 2 ? argv[1] : "pixels");
        return 3;
    }
    int width = cairo_image_surface_get_width(image),
        height = cairo_image_surface_get_height(image);
    int x, y, n = 0, n_bad = 0;
    unsigned wanted;
    char what[256];
    while (scanf("%d %d %x %255[^\n]", &x, &y, &wanted, what) == 4) {
        n++;
        bool inside = x >= 0 && y >= 0 && x < width && y < height;
        uint32_t found = inside ? pixel(image, x, y) : 0;
        if (inside && near(found, wanted))
            continue;
        if (n_bad++ < 10)
            printf("%s: (%d, %d) is %s%06x, not %06x: %s\n", argv[1], x, y,
                   inside ? "" : "outside ", (unsigned)found, wanted, what);
    }
    printf("%s: %d of %d probes differ\n", argv[1], n_bad, n);
    cairo_surface_destroy(image);
    return n_bad > 0 || n == 0;
}
