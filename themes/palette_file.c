/*
 * palette_file.c - colours of names, as flamegraph.pl --cp keeps them:
 *
 *     main->rgb(230,41,10)
 *     Foo::operator->->rgb(205,0,0)     the last arrow counts
 */
#include "themes/palette.h"

#include <stdlib.h>

#include "base/number.h"

/* "rgb(230, 41,10)" */
static bool read_rgb(fr_bytes text, uint32_t *rgb)
{
    size_t i = 4;

    if (!fr_bytes_starts(text, FR_LITERAL("rgb(")))
        return false;
    *rgb = 0;
    for (int channel = 0; channel < 3; channel++) {
        uint32_t value = 0, digits = 0;
        while (i < text.len && text.at[i] == ' ')
            i++;
        for (; i < text.len && digits < 3 && text.at[i] >= '0' && text.at[i] <= '9'; i++, digits++)
            value = value * 10 + (uint32_t)(text.at[i] - '0');
        if (!digits || value > 255 || i == text.len || text.at[i++] != (channel < 2 ? ',' : ')'))
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

bool fr_palette_map_read(fr_palette_map *map, fr_bytes text, fr_error *err)
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

bool fr_palette_map_copy(fr_palette_map *to, const fr_palette_map *from)
{
    size_t size = from->names ? fr_names_count(from->names) * sizeof *from->rgb : 0;

    *to = (fr_palette_map){0};
    if (!from->names)
        return true;
    to->rgb = malloc(size + 1);
    if (!to->rgb)
        return false;
    memcpy(to->rgb, from->rgb, size);
    to->names = fr_names_share(from->names);
    return true;
}

void fr_palette_map_reset(fr_palette_map *map)
{
    fr_names_free(map->names);
    free(map->rgb);
    *map = (fr_palette_map){0};
}
