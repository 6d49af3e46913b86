/*
 * scene_text.c - the boxes of a picture as an indented tree, for reading and for tests.
 *
 *     Where the samples are
 *     6 samples · width is their share
 *
 *        share  total  self  box
 *     100.00 %      6     0  all
 *     100.00 %      6     1    main
 *      83.33 %      5     5      foo
 *       8.33 %    ...            (26 frames, each too narrow to draw)
 *
 *     3 boxes, all drawn
 *
 * Of a differential:
 *
 *         base       new      change  judged    box
 *     100.00 %  100.00 %     0.00 pp  noise     all
 *      12.30 %   13.50 %    +1.20 pp  grew        parse
 *
 * Boxes stand in pre-order. From row 41 on the indent stays and the row is written instead.
 *
 * For a terminal (fr_write_options.columns) sentences are wrapped, names shortened to the rest of
 * their line, and boxes under 0.5 % omitted; the last line says so.
 */
#include <stdio.h>

#include "base/number.h"
#include "base/short_name.h"
#include "base/text.h"
#include "render/backend.h"
#include "render/change_words.h"
#include "render/measure.h"

#define TITLE_MAX   100 /* bytes */
#define MAX_INDENT  40  /* rows */
#define LEAST_NAME  24  /* cells of a name on a terminal, where there are so many */
#define LEAST_SHARE 200 /* on a terminal: one part of so many */

/* Widths of the columns of numbers, in characters. */
typedef struct columns {
    size_t total, self;
} columns;

typedef struct page {
    const fr_scene *scene;
    fr_output *out;
    size_t width;     /* of a terminal; 0: lines may be of any length */
    size_t n_omitted; /* boxes */
    size_t n_cut;     /* names */
} page;

static size_t characters(const char *text)
{
    fr_bytes bytes = fr_bytes_of(text);
    size_t n = 0;

    for (size_t i = 0; i < bytes.len; n++)
        fr_text_next(bytes, &i);
    return n;
}

/* `text` at the right end of `width` characters. */
static void put_right(fr_output *out, const char *text, size_t width)
{
    size_t n = characters(text);

    fr_put_spaces(out, n < width ? width - n : 0);
    fr_put_text(out, text);
}

static void widen(size_t *width, int64_t value, uint32_t decimals)
{
    char to[FR_NUMBER_MAX];
    size_t n = characters(fr_format_grouped(to, value, decimals));

    if (n > *width)
        *width = n;
}

/* "total", and with the unit where the head tells amounts in another: "total (ns)". */
static const char *heading(const fr_scene *scene, const char *title, char to[FR_NUMBER_MAX])
{
    if (fr_unit_has_multiples(scene->unit))
        snprintf(to, FR_NUMBER_MAX, "%.24s (%.24s)", title, scene->unit);
    else
        snprintf(to, FR_NUMBER_MAX, "%.24s", title);
    return to;
}

/* The end of a line of which `used` characters are written. */
static void put_name(page *p, const fr_box *box, size_t used)
{
    size_t room = p->width > used + LEAST_NAME ? (p->width - used - LEAST_NAME) / 2 : 0;
    uint32_t most = p->width && room < MAX_INDENT ? (uint32_t)room : MAX_INDENT;
    uint32_t row = box->row < most ? box->row : most;
    char number[20] = "", rest[TITLE_MAX];
    const char *title = box->rest ? rest : fr_box_title(box);

    if (box->rest) /* "(26 frames, each too narrow to draw)" */
        snprintf(rest, sizeof rest, "(%.40s" FR_REST_TITLE ")", box->name);
    used += 2 + 2 * (size_t)row;
    fr_put_spaces(p->out, 2 + 2 * (size_t)row);
    if (box->row > most)
        used += (size_t)snprintf(number, sizeof number, "%u: ", (unsigned)box->row);
    fr_put_text(p->out, number);
    if (p->width) {
        size_t cells = p->width > used + 1 ? p->width - used : 1;
        fr_bytes name = fr_bytes_of(title);
        fr_arena arena = {0};
        p->n_cut += fr_terminal_width(name) > cells;
        fr_put_middle(p->out, fr_short_name(name, cells, &arena), cells);
        fr_arena_reset(&arena);
    } else {
        fr_put_text(p->out, title);
    }
    fr_put_char(p->out, '\n');
}

/* Frames on narrow frames are as narrow: the lowest row says it all. */
static bool is_listed(const fr_scene *scene, const fr_box *box)
{
    return !box->rest || !scene->boxes[box->parent].rest;
}

/* Returns true if a box is too small for a terminal, and counts it. */
static bool is_omitted(page *p, int64_t part, int64_t whole)
{
    bool omitted = p->width && (fr_i128)part * LEAST_SHARE < whole;

    p->n_omitted += omitted;
    return omitted;
}

static void put_plain(page *p)
{
    const fr_scene *scene = p->scene;
    char to[FR_NUMBER_MAX];
    columns widths = {characters(heading(scene, "total", to)),
                      characters(heading(scene, scene->own_title, to))};

    for (size_t i = 0; i < scene->n_boxes; i++) {
        widen(&widths.total, scene->boxes[i].total, scene->decimals);
        widen(&widths.self, scene->boxes[i].self, scene->decimals);
    }
    fr_put_text(p->out, "\n   share");
    put_right(p->out, heading(scene, "total", to), widths.total + 2);
    put_right(p->out, heading(scene, scene->own_title, to), widths.self + 2);
    fr_put_text(p->out, "  box\n");
    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        if (!is_listed(scene, box) || is_omitted(p, box->total, scene->whole))
            continue;
        put_right(p->out, fr_format_share(to, box->total, scene->whole, 2), 8);
        put_right(p->out, fr_format_grouped(to, box->total, scene->decimals), widths.total + 2);
        put_right(p->out, box->rest ? "" : fr_format_grouped(to, box->self, scene->decimals),
                  widths.self + 2);
        put_name(p, box, 8 + widths.total + 2 + widths.self + 2);
    }
}

/* Returns true if it is as small on both sides. */
static bool is_small_change(page *p, const fr_change *c)
{
    const fr_sides *sides = p->scene->sides;
    bool base_counts = sides->base_whole && (fr_i128)c->base * LEAST_SHARE >= sides->base_whole;

    return !base_counts && is_omitted(p, c->new_, sides->new_whole);
}

/* Writes both sides, the change and how it is judged; what stands for narrow frames is not judged. */
static void put_changes(page *p)
{
    const fr_scene *scene = p->scene;
    const fr_sides *sides = scene->sides;
    char to[FR_NUMBER_MAX];

    fr_put_text(p->out, "\n    base       new        change  judged    box\n");
    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        const fr_change *c = &sides->boxes[i].total;
        if (!is_listed(scene, box) || is_small_change(p, c))
            continue;
        const char *verdict = box->rest ? "" : fr_change_verdict(c);
        put_right(p->out, fr_format_share(to, c->base, sides->base_whole, 2), 8);
        put_right(p->out, fr_format_share(to, c->new_, sides->new_whole, 2), 10);
        put_right(p->out, box->rest ? "" : fr_format_points(to, sides, c->points), 14);
        fr_put_text(p->out, "  ");
        fr_put_text(p->out, verdict);
        fr_put_spaces(p->out, 8 - strlen(verdict));
        put_name(p, box, 8 + 10 + 14 + 2 + 8);
    }
}

/* The texts of the head (above the boxes) or of the foot, a line each. */
static void put_texts(const page *p, bool head)
{
    for (size_t i = 0; i < p->scene->n_texts; i++) {
        const fr_scene_text *t = &p->scene->texts[i];
        bool is_head = t->role == FR_TEXT_TITLE || t->role == FR_TEXT_SUBTITLE;
        if (t->role == FR_TEXT_AXIS || t->role == FR_TEXT_LEGEND || is_head != head)
            continue;
        fr_put_wrapped(p->out, fr_bytes_of(t->text), p->width ? p->width : SIZE_MAX);
    }
}

/* Writes what a terminal does not show, and where all of it goes. */
static void put_omitted(const page *p)
{
    fr_output *words = fr_sentence(
        "{} under 0.5" FR_NARROW_SPACE "% omitted, {} cut to the width of the terminal; "
        "a pipe or a file (--format text -o x.txt) gets all",
        fr_as_count(p->n_omitted, "box", "boxes"), fr_as_count(p->n_cut, "name", "names"));

    fr_put_wrapped(p->out, fr_part_bytes(words, p->out), p->width);
    fr_output_free(words);
}

void fr_scene_text_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    page p = {.scene = scene, .out = out, .width = opt->columns};

    put_texts(&p, true);
    if (scene->sides)
        put_changes(&p);
    else
        put_plain(&p);
    fr_put_char(out, '\n');
    put_texts(&p, false);
    if (p.n_omitted || p.n_cut)
        put_omitted(&p);
}
