/* palette.c - hues, and the colour of a frame: a rule (palette_rules.c) picks the hue, the name shades it. */
#include "themes/palette.h"

#include "themes/name_values.h"
#include "themes/palette_rules.h"

/* ---- hues: base + span * v of each channel, cut to a whole number ---- */

typedef struct channel {
    uint16_t base, span;
    uint8_t of; /* which of the three values: 1, 2, 3 */
} channel;

static const channel hues[N_HUES][3] = {
    [HOT] = {{205, 50, 3}, {0, 230, 1}, {0, 55, 2}},
    [MEM] = {{0, 0, 1}, {190, 50, 2}, {0, 210, 1}},
    [IO] = {{80, 60, 1}, {80, 60, 1}, {190, 55, 2}},
    [RED] = {{200, 55, 1}, {50, 80, 1}, {50, 80, 1}},
    [GREEN] = {{50, 60, 1}, {200, 55, 1}, {50, 60, 1}},
    [BLUE] = {{80, 60, 1}, {80, 60, 1}, {205, 50, 1}},
    [YELLOW] = {{175, 55, 1}, {175, 55, 1}, {50, 20, 1}},
    [PURPLE] = {{190, 65, 1}, {80, 60, 1}, {190, 65, 1}},
    [AQUA] = {{50, 60, 1}, {165, 55, 1}, {165, 55, 1}},
    [ORANGE] = {{190, 65, 1}, {90, 65, 1}, {0, 0, 1}},
};

static uint32_t tone_of(hue h, const double v[3])
{
    uint32_t rgb = 0;

    for (size_t i = 0; i < 3; i++) {
        const channel *c = &hues[h][i];
        rgb = rgb << 8 | (c->base + (uint32_t)(c->span * v[c->of - 1]));
    }
    return rgb;
}

/* ---- entries: the titles of rules, each once, in their order ---- */

static const rule *first_of_title(const fr_palette *p, const rule *r)
{
    const rule *first = p->rules;

    while (strcmp(first->title, r->title) != 0)
        first++;
    return first;
}

static const rule *rule_of_entry(const fr_palette *p, uint32_t entry)
{
    const rule *r = p->rules;

    for (; r->title; r++)
        if (first_of_title(p, r) == r && entry-- == 0)
            break;
    return r;
}

static uint32_t entry_of(const fr_palette *p, const rule *of)
{
    uint32_t entry = 0;

    of = first_of_title(p, of);
    for (const rule *r = p->rules; r != of; r++)
        entry += first_of_title(p, r) == r;
    return entry;
}

uint32_t fr_palette_entries(const fr_palette *p)
{
    uint32_t n = 0;

    while (rule_of_entry(p, n)->title)
        n++;
    return n;
}

const char *fr_palette_title(const fr_palette *p, uint32_t entry)
{
    return rule_of_entry(p, entry)->title;
}

uint32_t fr_palette_middle(const fr_palette *p, uint32_t entry)
{
    return tone_of(rule_of_entry(p, entry)->hue, (const double[]){0.5, 0.5, 0.5});
}

/* ---- the colour of a frame ---- */

#define SEPARATOR_GREY 0xa0a0a0 /* "--": between the stacks of a chain */
#define DASH_GREY      0xc8c8c8 /* "-" */

static const rule *rule_for(const fr_palette *p, const fr_coloured *frame)
{
    const rule *r = p->rules;

    while (r->test && !r->test(frame, r->text))
        r++;
    return r;
}

/* The mark that the name had in folded text: formulas see it, too. */
static fr_bytes mark_of(fr_kind kind)
{
    return kind == FR_KIND_KERNEL    ? FR_LITERAL("_[k]")
           : kind == FR_KIND_JIT     ? FR_LITERAL("_[j]")
           : kind == FR_KIND_INLINED ? FR_LITERAL("_[i]")
                                     : FR_LITERAL("");
}

static void shade(const fr_shading *how, const fr_coloured *frame, double v[3])
{
    fr_name_and_mark name = {frame->name, mark_of(frame->kind)};

    switch (how->shade) {
    case FR_SHADE_HASH:
        fr_values_of_ends(&name, v);
        break;
    case FR_SHADE_DETERMINISTIC:
        fr_values_of_fnv(&name, v);
        break;
    case FR_SHADE_RANDOM:
        fr_values_of_seed(&name, how->seed, v);
        break;
    case FR_SHADE_NAME:
    case FR_N_SHADES:
    default:
        fr_values_of_sum(&name, v);
    }
}

static const uint32_t *mapped(const fr_palette_map *map, const fr_coloured *frame)
{
    char text[1024];
    fr_bytes mark = mark_of(frame->kind);
    size_t len = frame->name.len + mark.len;

    if (!map->names || len > sizeof text)
        return NULL;
    memcpy(text, frame->name.at, frame->name.len);
    memcpy(text + frame->name.len, mark.at, mark.len);
    uint32_t id = fr_names_find(map->names, (fr_bytes){text, len});
    return id == FR_NO_ID || map->rgb[id] == FR_NOT_MAPPED ? NULL : &map->rgb[id];
}

uint32_t fr_palette_colour(const fr_palette *p, const fr_shading *how, const fr_coloured *frame,
                           uint32_t *entry)
{
    const rule *r = rule_for(p, frame);
    const uint32_t *rgb = mapped(&how->map, frame);
    double v[3];

    *entry = entry_of(p, r);
    if (rgb)
        return *rgb;
    if (fr_bytes_equal(frame->name, FR_LITERAL("--")))
        return SEPARATOR_GREY;
    if (fr_bytes_equal(frame->name, FR_LITERAL("-")))
        return DASH_GREY;
    shade(how, frame, v);
    return tone_of(r->hue, v);
}
