/*
 * svg_sheet.c - the picture's style sheet, and inks by class: fills with the same ink share one.
 *
 *     <svg class="f3fa9c1" ...>
 *     <style>@media (prefers-color-scheme:dark){svg:root{background:#15171c}.f3fa9c1 .a0{...}}</style>
 *
 * The class names the rules by their hash: pictures that are inlined in one page keep their own colours, and
 * the page keeps its own. A picture that stands alone colours the window around it.
 */
#include "render/svg/svg.h"

#include <stdio.h>

uint32_t fr_svg_ink_of(const fr_scene *scene, uint32_t fill)
{
    const fr_fill *f = scene->fills, *of = &scene->fills[fill];

    while (f->ink_light != of->ink_light || f->ink_dark != of->ink_dark)
        f++;
    return (uint32_t)(f - scene->fills);
}

uint32_t fr_svg_common_ink(const fr_scene *scene)
{
    static const uint32_t many = 16; /* inks: there are hardly ever more than three */
    uint32_t n[16] = {0}, ink[16], n_inks = 0, best = 0;

    for (uint32_t i = 0; i < scene->n_fills; i++) {
        uint32_t k = 0, of = fr_svg_ink_of(scene, i);
        while (k < n_inks && ink[k] != of)
            k++;
        if (k == n_inks && n_inks < many)
            ink[n_inks++] = of;
        if (k < n_inks)
            n[k]++;
    }
    for (uint32_t k = 1; k < n_inks; k++)
        if (n[k] > n[best])
            best = k;
    return n_inks ? ink[best] : 0;
}

static void put_rule(fr_output *out, const char *scope, const char *name, const char *property,
                     uint32_t colour)
{
    fr_put_format(out, "%s.%s{%s:#%06x}", scope, name, property, (unsigned)colour);
}

/* Returns true if any box or swatch has a mark that is painted in the colour of the ground. */
static bool has_pattern(const fr_scene *scene)
{
    const uint8_t patterns = FR_MARK_NEW | FR_MARK_GONE;

    for (size_t i = 0; i < scene->n_swatches; i++)
        if (scene->swatches[i].marks & patterns)
            return true;
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (scene->boxes[i].marks & patterns)
            return true;
    return false;
}

bool fr_svg_has_rings(const fr_scene *scene)
{
    for (size_t i = 0; i < scene->n_lines; i++)
        if (scene->lines[i].over)
            return true;
    return false;
}

static bool has_stroke(const fr_scene *scene, uint32_t fill)
{
    for (size_t i = 0; i < scene->n_strokes; i++)
        if (scene->strokes[i].fill == fill)
            return true;
    return false;
}

void fr_svg_put_dark_rules(const fr_scene *s, const char *scope, fr_output *out)
{
    char name[16];

    put_rule(out, scope, "g", "fill", s->tokens.ground[1]);
    put_rule(out, scope, "i", "fill", s->tokens.ink[1]);
    put_rule(out, scope, "m", "fill", s->tokens.muted[1]);
    put_rule(out, scope, "t", "stroke", s->tokens.muted[1]);
    put_rule(out, scope, "l", "stroke", s->tokens.hairline[1]);
    for (uint32_t i = 0; i < s->n_fills; i++) {
        snprintf(name, sizeof name, "a%u", (unsigned)i);
        put_rule(out, scope, name, "fill", s->fills[i].dark);
        snprintf(name, sizeof name, "k%u", (unsigned)i);
        if (fr_svg_ink_of(s, i) == i)
            put_rule(out, scope, name, "fill", s->fills[i].ink_dark);
        snprintf(name, sizeof name, "w%u", (unsigned)i);
        if (has_stroke(s, i))
            put_rule(out, scope, name, "stroke", s->fills[i].dark);
    }
    if (has_pattern(s))
        put_rule(out, scope, "s", "stroke", s->tokens.ground[1]);
    if (fr_svg_has_rings(s) || s->heat.rows) {
        put_rule(out, scope, "h", "stroke", s->tokens.ground[1]);
        put_rule(out, scope, "o", "stroke", s->tokens.ink[1]);
    }
}

/* ---- the picture's own ---- */

#define SCOPE_SIZE sizeof "f123456"

/* `out` fails when memory ran out. */
static void name_scope(const fr_scene *scene, char to[SCOPE_SIZE], fr_output *out)
{
    fr_output *rules = fr_output_memory();
    unsigned char digest[FR_SHA256_BYTES];

    fr_svg_put_dark_rules(scene, "", rules);
    fr_sha256(fr_part_bytes(rules, out), digest);
    snprintf(to, SCOPE_SIZE, "f%02x%02x%02x", digest[0], digest[1], digest[2]);
    fr_output_free(rules);
}

void fr_svg_put_scope(const fr_scene *scene, fr_output *out)
{
    char scope[SCOPE_SIZE];

    if (scene->scheme != FR_SCHEME_AUTO)
        return;
    name_scope(scene, scope, out);
    fr_put_format(out, " class=\"%s\"", scope);
}

static void put_ground(const fr_scene *scene, fr_output *out)
{
    fr_put_format(out, "svg:root{background:#%06x}", (unsigned)scene->tokens.ground[1]);
}

void fr_svg_put_style(const fr_scene *scene, fr_output *out)
{
    if (scene->scheme == FR_SCHEME_AUTO) {
        char scope[SCOPE_SIZE], prefix[SCOPE_SIZE + 2];
        name_scope(scene, scope, out);
        snprintf(prefix, sizeof prefix, ".%s ", scope);
        fr_put_text(out, "<style>@media (prefers-color-scheme:dark){\n");
        put_ground(scene, out);
        fr_svg_put_dark_rules(scene, prefix, out);
        fr_put_text(out, "\n}</style>\n");
    } else if (scene->scheme == FR_SCHEME_DARK) {
        fr_put_text(out, "<style>");
        put_ground(scene, out);
        fr_put_text(out, "</style>\n");
    }
}
