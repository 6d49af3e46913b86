/*
 * settings.c - what a command line changes in a theme: one row for each part.
 *
 *     fr_theme_set(theme, "ground", "yellow", &err)
 */
#include <stdlib.h>

#include "themes/theme.h"

typedef struct name_value {
    const char *name;
    uint32_t value;
} name_value;

static const name_value *find(const name_value *rows, const char *name)
{
    for (; rows->name; rows++)
        if (strcmp(rows->name, name) == 0)
            return rows;
    return NULL;
}

/* The lower ends of flamegraph.pl's gradients; a ground has one colour here. */
static const name_value grounds[] = {{"yellow", 0xeeeeb0}, {"blue", 0xe0e0ff}, {"green", 0xe0ffe0},
                                     {"grey", 0xe8e8e8},   {"gray", 0xe8e8e8}, {NULL, 0}};

static const name_value shades[] = {{"name", FR_SHADE_NAME},
                                    {"hash", FR_SHADE_HASH},
                                    {"deterministic", FR_SHADE_DETERMINISTIC},
                                    {"random", FR_SHADE_RANDOM},
                                    {NULL, 0}};

#define LINE_PERCENT 14 /* of the ink, in lines on a ground */

static bool set_ground(fr_theme *theme, const char *value, fr_error *err)
{
    fr_theme_tokens *t = fr_theme_parts_of(theme).tokens;
    const name_value *named = find(grounds, value);
    uint32_t rgb = named ? named->value : 0;

    if (!named && !fr_rgb_read(value, &rgb))
        return fr_fail(err, FR_E_USAGE, 0, 0,
                       "a ground is yellow, blue, green, grey or as #rrggbb, not '%.40s'", value);
    for (size_t s = 0; s < 2; s++) {
        t->ground[s] = rgb;
        t->ink[s] = fr_ink_on(rgb, t->ink[s]);
        t->muted[s] = fr_ink_on(rgb, t->muted[s]);
        t->hairline[s] = fr_mix(rgb, t->ink[s], LINE_PERCENT);
    }
    return true;
}

static bool set_ink(fr_theme *theme, const char *value, fr_error *err)
{
    fr_theme_tokens *t = fr_theme_parts_of(theme).tokens;
    uint32_t rgb;

    if (!fr_rgb_read(value, &rgb))
        return fr_fail(err, FR_E_USAGE, 0, 0, "an ink is a colour as #rrggbb, not '%.40s'", value);
    for (size_t s = 0; s < 2; s++)
        t->ink[s] = t->muted[s] = fr_ink_on(t->ground[s], rgb);
    return true;
}

static bool set_match(fr_theme *theme, const char *value, fr_error *err)
{
    uint32_t rgb;

    if (!fr_rgb_read(value, &rgb))
        return fr_fail(err, FR_E_USAGE, 0, 0, "matches have a colour as #rrggbb, not '%.40s'",
                       value);
    fr_theme_parts_of(theme).tokens->match = rgb | FR_COLOUR_GIVEN;
    return true;
}

static bool set_stroke(fr_theme *theme, const char *value, fr_error *err)
{
    uint32_t rgb = 0;
    bool none = strcmp(value, "none") == 0;

    if (!none && !fr_rgb_read(value, &rgb))
        return fr_fail(err, FR_E_USAGE, 0, 0, "an outline is none or as #rrggbb, not '%.40s'",
                       value);
    fr_theme_parts_of(theme).tokens->stroke = none ? 0 : rgb | FR_COLOUR_GIVEN;
    return true;
}

static bool set_font(fr_theme *theme, const char *value, fr_error *err)
{
    return fr_theme_set_font(theme, fr_bytes_of(value)) ||
           fr_fail(err, FR_E_USAGE, 0, 0, "expected font families in ASCII, not '%.40s'", value);
}

static bool set_shade(fr_theme *theme, const char *value, fr_error *err)
{
    const name_value *named = find(shades, value);

    if (!named)
        return fr_fail(err, FR_E_USAGE, 0, 0,
                       "a shade is name, hash, deterministic or random, not '%.40s'", value);
    fr_theme_parts_of(theme).shading->shade = (fr_shade)named->value;
    return true;
}

static bool set_seed(fr_theme *theme, const char *value, fr_error *err)
{
    if (!*value || value[strspn(value, "0123456789")])
        return fr_fail(err, FR_E_USAGE, 0, 0, "a seed is a whole number, not '%.40s'", value);
    fr_theme_parts_of(theme).shading->seed = strtoull(value, NULL, 10);
    return true;
}

/*
 * Colours of names, as flamegraph.pl --cp keeps them:
 *
 *     main->rgb(230,41,10)
 *     Foo::operator->->rgb(205,0,0)     the last arrow counts
 */

/* "rgb(230, 41,10)" */
static bool read_rgb(fr_bytes text, uint32_t *rgb)
{
    size_t i = 4;

    if (!fr_bytes_starts(text, FR_LITERAL("rgb(")))
        return false;
    *rgb = 0;
    for (int c = 0; c < 3; c++) {
        uint32_t value = 0, digits = 0;
        while (i < text.len && text.at[i] == ' ')
            i++;
        for (; i < text.len && digits < 3 && text.at[i] >= '0' && text.at[i] <= '9'; i++, digits++)
            value = value * 10 + (uint32_t)(text.at[i] - '0');
        if (!digits || value > 255 || i == text.len || text.at[i++] != (c < 2 ? ',' : ')'))
            return false;
        *rgb = *rgb << 8 | value;
    }
    return i == text.len;
}

static size_t find_arrow(fr_bytes line)
{
    for (size_t i = line.len; i-- > 1;)
        if (line.at[i] == '>' && line.at[i - 1] == '-')
            return i - 1;
    return line.len;
}

static bool read_line(fr_palette_map *map, fr_bytes line, uint64_t number, fr_error *err)
{
    size_t arrow = find_arrow(line);
    uint32_t rgb;

    if (line.len == 0)
        return true;
    if (arrow == line.len ||
        !read_rgb(fr_bytes_trim((fr_bytes){line.at + arrow + 2, line.len - arrow - 2}), &rgb))
        return fr_fail(err, FR_E_FORMAT, number, 0, "palette: expected 'name->rgb(r,g,b)'");
    uint32_t id = fr_names_add(map->names, (fr_bytes){line.at, arrow});
    uint32_t *grown = realloc(map->rgb, (fr_names_count(map->names) + 1) * sizeof *grown);

    if (grown)
        map->rgb = grown;
    if (!grown || id == FR_NO_ID)
        return fr_fail_memory(err);
    map->rgb[id] = rgb;
    return true;
}

/* Reads lines into an empty map. FR_E_FORMAT names the first line that is none. */
static bool read_map(fr_palette_map *map, fr_bytes text, fr_error *err)
{
    map->names = fr_names_new();
    map->rgb = malloc(sizeof *map->rgb);
    bool ok = (map->names && map->rgb) || fr_fail_memory(err);

    if (ok) /* the empty name is there in every table; it has no colour unless the map has one */
        map->rgb[0] = FR_NOT_MAPPED;
    for (uint64_t number = 1; ok && text.len; number++) {
        size_t len = fr_bytes_find(text, '\n'), taken = len < text.len ? len + 1 : len;
        ok = read_line(map, fr_bytes_trim((fr_bytes){text.at, len}), number, err);
        text = (fr_bytes){text.at + taken, text.len - taken};
    }
    if (!ok)
        fr_palette_map_reset(map);
    return ok;
}

static bool set_map(fr_theme *theme, const char *value, fr_error *err)
{
    fr_palette_map *map = &fr_theme_parts_of(theme).shading->map;

    fr_palette_map_reset(map);
    return read_map(map, fr_bytes_of(value), err);
}

/* The text is kept: each scene reads it again. */
static bool set_attributes(fr_theme *theme, const char *value, fr_error *err)
{
    fr_name_attributes read = {0};
    char **kept = fr_theme_parts_of(theme).attributes;

    if (!fr_name_attributes_read(&read, fr_bytes_of(value), err))
        return false;
    fr_name_attributes_reset(&read);
    char *copy = malloc(strlen(value) + 1);
    if (!copy)
        return fr_fail_memory(err);
    free(*kept);
    *kept = strcpy(copy, value);
    return true;
}

static const struct {
    const char *part;
    bool (*set)(fr_theme *theme, const char *value, fr_error *err);
} parts[] = {{"ground", set_ground}, {"ink", set_ink},       {"font", set_font},
             {"shade", set_shade},   {"seed", set_seed},     {"palette-map", set_map},
             {"match", set_match},   {"stroke", set_stroke}, {"attributes", set_attributes}};

bool fr_theme_set(fr_theme *theme, const char *part, const char *value, fr_error *err)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].part, part) == 0)
            return parts[i].set(theme, value, err);
    return fr_fail(err, FR_E_USAGE, 0, 0, "a theme has no '%.40s'", part);
}
