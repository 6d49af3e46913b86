/* svg_attributes.c - colours as attributes. */
#include "render/svg/svg_attributes.h"

void fr_svg_put_colour(const fr_scene *scene, const char *name, const char *class_name,
                       const uint32_t colour[2], fr_output *out)
{
    if (scene->scheme == FR_SCHEME_AUTO)
        fr_put_format(out, " class=\"%s\"", class_name);
    fr_put_format(out, " %s=\"#%06x\"", name, (unsigned)colour[scene->scheme == FR_SCHEME_DARK]);
}

/* A colour whose class is a letter and the number of a fill. */
static void put_numbered(const fr_scene *scene, const char *name, char letter, uint32_t number,
                         uint32_t light, uint32_t dark, fr_output *out)
{
    if (scene->scheme == FR_SCHEME_AUTO)
        fr_put_format(out, " class=\"%c%u\"", letter, (unsigned)number);
    fr_put_format(out, " %s=\"#%06x\"", name,
                  (unsigned)(scene->scheme == FR_SCHEME_DARK ? dark : light));
}

void fr_svg_put_fill(const fr_scene *scene, uint32_t fill, fr_output *out)
{
    const fr_fill *f = &scene->fills[fill];

    put_numbered(scene, "fill", 'a', fill, f->light, f->dark, out);
}

void fr_svg_put_stroke(const fr_scene *scene, uint32_t fill, fr_output *out)
{
    const fr_fill *f = &scene->fills[fill];

    put_numbered(scene, "stroke", 'w', fill, f->light, f->dark, out);
}

void fr_svg_put_ink(const fr_scene *scene, uint32_t ink, fr_output *out)
{
    const fr_fill *f = &scene->fills[ink];

    put_numbered(scene, "fill", 'k', ink, f->ink_light, f->ink_dark, out);
}

#define OUTLINE "0.6" /* px: the gap between boxes */

void fr_svg_put_outline(const fr_scene *scene, fr_output *out)
{
    if (scene->stroke)
        fr_put_format(out, " stroke=\"#%06x\" stroke-width=\"" OUTLINE "\"",
                      (unsigned)(scene->stroke & 0xffffff));
}

void fr_svg_put_outline_rule(const fr_scene *scene, fr_output *out)
{
    if (scene->stroke)
        fr_put_format(out, ".fr-boxes path{stroke:#%06x;stroke-width:" OUTLINE "}",
                      (unsigned)(scene->stroke & 0xffffff));
}
