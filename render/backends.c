/* backends.c - the table of picture back-ends. Adding one is a file and a row. */
#include <stdlib.h>

#include "base/intern.h"
#include "render/backend.h"

fr_bytes fr_part_bytes(fr_output *part, fr_output *out)
{
    size_t len = 0;
    const char *at = fr_output_bytes(part, &len);

    if (!at)
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    return (fr_bytes){at ? at : "", len};
}

/*
 * The colours of all names, as flamegraph.pl --cp keeps them, by the bytes of names:
 *
 *     main->rgb(230,41,10)
 *     run_[j]->rgb(62,212,62)
 *
 * Names of a palette.map that was read stay in it. The root and what stands for narrow frames are in none.
 */

typedef struct row {
    fr_bytes name;
    uint32_t rgb;
} row;

static int by_name(const void *a, const void *b)
{
    const row *x = a, *y = b;

    return fr_bytes_compare(x->name, y->name);
}

/* The name of a box as folded text has it, which the arena owns. */
static fr_bytes spell(fr_arena *arena, const fr_box *box)
{
    fr_bytes mark = fr_kind_mark(box->kind);
    size_t len = strlen(box->name);
    char *text = fr_arena_take(arena, len + mark.len + 1);

    if (!text)
        return (fr_bytes){NULL, 0};
    memcpy(text, box->name, len);
    memcpy(text + len, mark.at, mark.len);
    return (fr_bytes){text, len + mark.len};
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

static void paint_palette_map(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
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
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    }
    fr_arena_reset(&arena);
    free(rows);
}

/* ---- the table ---- */

#define PAINTED (FR_FORMAT_DRAWN | FR_FORMAT_COLOURED)
#ifdef FR_NO_CAIRO
#define BY_CAIRO FR_FORMAT_ABSENT /* no_cairo.c */
#else
#define BY_CAIRO 0
#endif

static const struct {
    fr_format_info info; /* FR_FORMAT_PICTURE is added for all */
    void (*paint)(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
} backends[] = {
    {{"svg", "SVG picture, right without script and in light and dark", "svg",
      FR_FORMAT_CARRIES_DATA | FR_FORMAT_DATA_OPTIONAL | FR_FORMAT_SCRIPTED | FR_FORMAT_STILL |
          PAINTED},
     fr_svg_paint},
    {{"html", "one page with the picture, its viewer, a table of functions and the profile",
      "html htm", FR_FORMAT_CARRIES_DATA | FR_FORMAT_SCRIPTED | FR_FORMAT_PAGE | PAINTED},
     fr_html_paint},
    {{"png", "PNG bitmap, at any --scale", "png",
      FR_FORMAT_BITMAP | FR_FORMAT_BINARY | FR_FORMAT_STILL | PAINTED | BY_CAIRO},
     fr_png_paint},
    {{"pdf", "PDF page of the picture's size, with texts that can be searched", "pdf",
      FR_FORMAT_BINARY | FR_FORMAT_STILL | FR_FORMAT_PAPER | PAINTED | BY_CAIRO},
     fr_pdf_paint},
    {{"term", "coloured blocks for a terminal, with the functions below", "ansi",
      FR_FORMAT_TERMINAL | FR_FORMAT_TABLE},
     fr_term_paint},
    {{"scene-json", "the boxes of the picture as JSON", "",
      FR_FORMAT_FOR_PROGRAMS | FR_FORMAT_DRAWN},
     fr_scene_json_paint},
    {{"text", "the boxes of the picture as an indented tree", "", 0}, fr_scene_text_paint},
    {{"palette", "the colours of names, for --cp: main->rgb(230,41,10)", "", 0}, paint_palette_map},
};

#define N_BACKENDS (sizeof backends / sizeof *backends)
#define N_LISTED   (N_BACKENDS - 1) /* a palette is no picture */

bool fr_picture_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_LISTED)
        return false;
    *info = backends[index].info;
    info->flags |= FR_FORMAT_PICTURE;
    return true;
}

void fr_scene_write(const fr_scene *scene, const char *format, const fr_write_options *opt,
                    fr_output *out)
{
    fr_write_options defaults = FR_WRITE_DEFAULTS;

    if (!out)
        return;
    if (!scene) {
        fr_output_fail(out, FR_E_USAGE, "there is no scene");
        return;
    }
    for (size_t i = 0; i < N_BACKENDS; i++)
        if (strcmp(backends[i].info.name, format) == 0) {
            backends[i].paint(scene, opt ? opt : &defaults, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "unknown picture format '%.64s'", format);
}
