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
 * PNG, https://www.w3.org/TR/png-3/, with a palette, or by cairo where 256 colours are too few:
 *
 *     pixels 0xRRGGBB --most frequent, then farthest--> palette --nearest--> one byte a pixel
 *
 * The colours of the scene are kept as they are. Only the edges of letters and boxes, which have thousands of
 * colours in between, take the nearest of the palette: a third of the bytes of three bytes a pixel.
 */
#include <stdlib.h>

#include "render/cairo/cairo_paint.h"

#define SIDE_MAX      32767 /* pixels of a side in cairo */
#define PERCENT_MIN   25
#define PERCENT_MAX   1600
#define UNITS_A_PIXEL 1000 /* tenths of a px times percent */
#define MOST_COLOURS  FR_PNG_COLOURS
#define MOST_SEEN     65536 /* different colours: a photograph, which needs them all */
#define SLOTS         (4 * MOST_SEEN)
#define MOST_APART                                                                                 \
    20 /* of a channel: a colour that is this far from its own is not distinguished on an edge */
#define MOST_WEIGHT 8 /* pixels: from here on a colour is as important as any */

typedef struct colour {
    uint32_t rgb, n; /* pixels */
    uint32_t far;    /* from its place in the palette, squared and weighted */
    uint8_t place;
} colour;

typedef struct palette {
    const fr_bitmap *bitmap;
    colour *seen;
    uint32_t n_seen;
    uint32_t *slots; /* of a hash table: index into seen + 1; 0: free */
    uint32_t rgb[MOST_COLOURS];
    uint32_t n;
} palette;

/* ---- which colours there are ---- */

static uint32_t pixel_at(const fr_bitmap *b, int32_t x, int32_t y)
{
    uint32_t pixel;

    memcpy(&pixel, b->pixels + (ptrdiff_t)y * b->stride + (ptrdiff_t)x * 4, sizeof pixel);
    return pixel & 0xffffff;
}

/* The slot of a colour, or the free one where it belongs. */
static uint32_t *slot_of(const palette *p, uint32_t rgb)
{
    uint32_t at = rgb * UINT32_C(2654435761) >> 14 & (SLOTS - 1);

    while (p->slots[at] && p->seen[p->slots[at] - 1].rgb != rgb)
        at = (at + 1) & (SLOTS - 1);
    return &p->slots[at];
}

/* NULL where there are too many. */
static colour *find_colour(palette *p, uint32_t rgb)
{
    uint32_t *slot = slot_of(p, rgb);

    if (*slot)
        return &p->seen[*slot - 1];
    if (p->n_seen == MOST_SEEN)
        return NULL;
    p->seen[p->n_seen] = (colour){.rgb = rgb, .far = UINT32_MAX};
    *slot = ++p->n_seen;
    return &p->seen[p->n_seen - 1];
}

/* Rows are runs of one colour. */
static bool count_colours(palette *p)
{
    const fr_bitmap *b = p->bitmap;
    colour *last = NULL;

    for (int32_t y = 0; y < b->height; y++)
        for (int32_t x = 0; x < b->width; x++) {
            uint32_t rgb = pixel_at(b, x, y);
            if (!last || last->rgb != rgb)
                last = find_colour(p, rgb);
            if (!last)
                return false;
            last->n++;
        }
    return true;
}

/* ---- the palette ---- */

static uint32_t channel_distance(uint32_t a, uint32_t b, unsigned shift)
{
    int32_t x = (int32_t)(a >> shift & 0xff) - (int32_t)(b >> shift & 0xff);

    return (uint32_t)(x < 0 ? -x : x);
}

/* Green is seen best, blue least. */
static uint32_t distance(uint32_t a, uint32_t b)
{
    uint32_t red = channel_distance(a, b, 16), green = channel_distance(a, b, 8);
    uint32_t blue = channel_distance(a, b, 0);

    return 2 * red * red + 4 * green * green + blue * blue;
}

static void add_to_palette(palette *p, uint32_t rgb)
{
    for (uint32_t i = 0; i < p->n_seen; i++) {
        colour *c = &p->seen[i];
        uint32_t far = distance(c->rgb, rgb);
        if (far < c->far) {
            c->far = far;
            c->place = (uint8_t)p->n;
        }
    }
    p->rgb[p->n++] = rgb;
}

/* Those of the scene that its pixels have. */
static void add_colour_of_scene(palette *p, uint32_t rgb)
{
    uint32_t slot = *slot_of(p, rgb);

    if (slot && p->seen[slot - 1].far && p->n < MOST_COLOURS)
        add_to_palette(p, rgb);
}

/* The colour that misses its own most; of equal ones the lower, so that the order of pixels means nothing. */
static const colour *find_farthest(const palette *p)
{
    const colour *farthest = NULL;
    uint64_t most = 0;

    for (uint32_t i = 0; i < p->n_seen; i++) {
        const colour *c = &p->seen[i];
        uint64_t missed = (uint64_t)c->far * (c->n < MOST_WEIGHT ? c->n : MOST_WEIGHT);
        if (missed > most || (missed == most && missed && c->rgb < farthest->rgb)) {
            most = missed;
            farthest = c;
        }
    }
    return farthest;
}

/* False where some pixel would be too far from its colour. */
static bool choose_colours(palette *p, const fr_scene *scene)
{
    unsigned scheme = scene->scheme == FR_SCHEME_DARK;

    add_colour_of_scene(p, scene->tokens.ground[scheme]);
    add_colour_of_scene(p, scene->tokens.ink[scheme]);
    add_colour_of_scene(p, scene->tokens.muted[scheme]);
    add_colour_of_scene(p, scene->tokens.hairline[scheme]);
    for (uint32_t i = 0; i < scene->n_fills; i++)
        add_colour_of_scene(p, scheme ? scene->fills[i].dark : scene->fills[i].light);
    for (const colour *next = find_farthest(p); next && p->n < MOST_COLOURS;
         next = find_farthest(p))
        add_to_palette(p, next->rgb);
    for (uint32_t i = 0; i < p->n_seen; i++)
        for (unsigned shift = 0; shift < 24; shift += 8)
            if (channel_distance(p->seen[i].rgb, p->rgb[p->seen[i].place], shift) > MOST_APART)
                return false;
    return true;
}

/* ---- the file ---- */

/* Each row begins with its filter: none. */
static char *index_pixels(const palette *p, size_t *len)
{
    const fr_bitmap *b = p->bitmap;
    char *bytes = malloc(((size_t)b->width + 1) * (size_t)b->height), *to = bytes;

    *len = bytes ? ((size_t)b->width + 1) * (size_t)b->height : 0;
    for (int32_t y = 0; bytes && y < b->height; y++) {
        *to++ = 0;
        for (int32_t x = 0; x < b->width; x++)
            *to++ = (char)p->seen[*slot_of(p, pixel_at(b, x, y)) - 1].place;
    }
    return bytes;
}

bool fr_png_write_palette(const fr_scene *scene, const fr_bitmap *bitmap, fr_output *out)
{
    palette p = {.bitmap = bitmap,
                 .seen = malloc(MOST_SEEN * sizeof *p.seen),
                 .slots = calloc(SLOTS, sizeof *p.slots)};
    bool good = p.seen && p.slots && count_colours(&p) && choose_colours(&p, scene);

    if (good) {
        size_t len;
        char *pixels = index_pixels(&p, &len);
        fr_png png = {bitmap->width, bitmap->height, {pixels, len}, p.rgb, p.n, false};
        good = pixels && fr_png_write(&png, out);
        free(pixels);
    }
    free(p.seen);
    free(p.slots);
    return good;
}

/* ---- the picture ---- */

static int32_t pixels_of(int32_t length, uint32_t percent)
{
    return (int32_t)(((int64_t)length * percent + UNITS_A_PIXEL - 1) / UNITS_A_PIXEL);
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
    int64_t fits = (int64_t)SIDE_MAX * UNITS_A_PIXEL /
                   (scene->width > scene->height ? scene->width : scene->height);
    const char *other = fr_cairo_smaller(scene, width > SIDE_MAX);

    fr_output_fail(out, FR_E_LIMIT, "a PNG of %d x %d pixels is over %d a side", (int)width,
                   (int)height, SIDE_MAX);
    if (fits >= PERCENT_MIN)
        fr_output_hint(out, "--scale %d.%02d fits; %s", (int)fits / 100, (int)fits % 100, other);
    else
        fr_output_hint(out, "%s", other);
    return false;
}

void fr_png_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    uint32_t percent = opt->scale_percent;

    if (fr_output_failed(out) || !check_size(scene, percent, out))
        return;
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, pixels_of(scene->width, percent), pixels_of(scene->height, percent));
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        if (fr_cairo_paint(scene, surface, (double)percent / UNITS_A_PIXEL, true, out)) {
            cairo_surface_flush(surface);
            fr_bitmap bitmap = {.pixels = cairo_image_surface_get_data(surface),
                                .width = cairo_image_surface_get_width(surface),
                                .height = cairo_image_surface_get_height(surface),
                                .stride = cairo_image_surface_get_stride(surface)};
            if (!fr_png_write_palette(scene, &bitmap, out) &&
                cairo_surface_write_to_png_stream(surface, fr_cairo_write, out) !=
                    CAIRO_STATUS_SUCCESS)
                fr_output_fail(out, FR_E_LIMIT, "out of memory"); /* no news to a failed output */
        }
    } else {
        fr_output_fail(out, FR_E_LIMIT, "memory ran out for a PNG of %d x %d pixels",
                       (int)pixels_of(scene->width, percent),
                       (int)pixels_of(scene->height, percent));
        fr_output_hint(out, "a smaller --scale takes less");
    }
    cairo_surface_destroy(surface);
}
