/* svg_sheet.c - classes of colours, and the dark scheme as a style sheet. */
#include "render/svg_sheet.h"

#include <stdio.h>

#include "render/svg.h"
#include "render/svg_marks.h"

static bool same_ink(const fr_fill *a, const fr_fill *b)
{
    return a->ink_light == b->ink_light && a->ink_dark == b->ink_dark;
}

uint32_t fr_svg_ink_of(const fr_scene *scene, uint32_t fill)
{
    uint32_t i = 0;

    while (!same_ink(&scene->fills[i], &scene->fills[fill]))
        i++;
    return i;
}

uint32_t fr_svg_common_ink(const fr_scene *scene)
{
    uint32_t n[FR_MAX_FILLS] = {0}, best = 0;

    for (uint32_t i = 0; i < scene->n_fills; i++)
        n[fr_svg_ink_of(scene, i)]++;
    for (uint32_t i = 1; i < scene->n_fills; i++)
        if (n[i] > n[best])
            best = i;
    return best;
}

static void put_rule(fr_output *out, const char *name, const char *property, uint32_t colour)
{
    fr_put_format(out, ".%s{%s:#%06x}", name, property, (unsigned)colour);
}

static bool has_outline(const fr_scene *scene)
{
    for (size_t i = 0; i < scene->n_lines; i++)
        if (scene->lines[i].over)
            return true;
    return false;
}

void fr_svg_put_dark_rules(const fr_scene *s, fr_output *out)
{
    char name[16];

    put_rule(out, "g", "fill", s->tokens.ground[1]);
    put_rule(out, "i", "fill", s->tokens.ink[1]);
    put_rule(out, "m", "fill", s->tokens.muted[1]);
    put_rule(out, "t", "stroke", s->tokens.muted[1]);
    put_rule(out, "l", "stroke", s->tokens.hairline[1]);
    for (uint32_t i = 0; i < s->n_fills; i++) {
        snprintf(name, sizeof name, "a%u", (unsigned)i);
        put_rule(out, name, "fill", s->fills[i].dark);
        snprintf(name, sizeof name, "k%u", (unsigned)i);
        if (fr_svg_ink_of(s, i) == i)
            put_rule(out, name, "fill", s->fills[i].ink_dark);
    }
    if (fr_svg_has_pattern(s))
        put_rule(out, "s", "stroke", s->tokens.ground[1]);
    if (has_outline(s))
        put_rule(out, "o", "stroke", s->tokens.ink[1]);
}
