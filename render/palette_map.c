/*
 * palette_map.c - the colours of all names, as flamegraph.pl --cp keeps them, by the bytes of names:
 *
 *     main->rgb(230,41,10)
 *     run_[j]->rgb(62,212,62)
 *
 * Names of a palette.map that was read stay in it. The root and what stands for narrow frames are in none.
 */
#include <stdlib.h>

#include "base/intern.h"
#include "render/backend.h"

typedef struct row {
    fr_bytes name;
    uint32_t rgb;
} row;

static const char *mark_of(uint8_t kind)
{
    return kind == FR_KIND_KERNEL    ? "_[k]"
           : kind == FR_KIND_JIT     ? "_[j]"
           : kind == FR_KIND_INLINED ? "_[i]"
                                     : "";
}

static int by_name(const void *a, const void *b)
{
    const row *x = a, *y = b;
    size_t least = x->name.len < y->name.len ? x->name.len : y->name.len;
    int order = memcmp(x->name.at, y->name.at, least);

    return order ? order : (x->name.len > y->name.len) - (x->name.len < y->name.len);
}

/* The name of a box as folded text has it, which the arena owns. */
static fr_bytes spell(fr_arena *arena, const fr_box *box)
{
    size_t len = strlen(box->name);
    char *text = fr_arena_take(arena, len + 5);

    if (!text)
        return (fr_bytes){NULL, 0};
    memcpy(text, box->name, len);
    memcpy(text + len, mark_of(box->kind), strlen(mark_of(box->kind)) + 1);
    return fr_bytes_of(text);
}

static size_t take_drawn(const fr_scene *s, fr_arena *arena, row *rows)
{
    size_t n = 0;

    for (size_t i = 1; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i];
        if (box->rest)
            continue;
        rows[n] = (row){spell(arena, box), s->fills[box->fill].light};
        n += rows[n].name.at != NULL;
    }
    return n;
}

void fr_palette_map_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    const fr_palette_map *map = &scene->view.shading.map;
    size_t n_known = map->names ? fr_names_count(map->names) : 0, n = 0;
    row *rows = calloc(scene->n_boxes + n_known + 1, sizeof *rows);
    fr_arena arena = {0};

    (void)opt;
    if (rows) {
        for (uint32_t id = 1; map->names && id < fr_names_count(map->names); id++)
            rows[n++] = (row){fr_names_at(map->names, id), map->rgb[id]};
        n += take_drawn(scene, &arena, rows + n);
        qsort(rows, n, sizeof *rows, by_name);
        for (size_t i = 0; i < n; i++) {
            if (i > 0 && fr_bytes_equal(rows[i].name, rows[i - 1].name))
                continue;
            fr_put(out, rows[i].name);
            fr_put_format(out, "->rgb(%u,%u,%u)\n", (unsigned)(rows[i].rgb >> 16 & 0xff),
                          (unsigned)(rows[i].rgb >> 8 & 0xff), (unsigned)(rows[i].rgb & 0xff));
        }
    } else {
        fr_output_fail(out, FR_E_LIMIT, "memory ran out");
    }
    fr_arena_reset(&arena);
    free(rows);
}
