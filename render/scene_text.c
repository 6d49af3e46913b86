/*
 * scene_text.c - the boxes of a picture as an indented tree, for reading and for tests.
 *
 *     Flame graph
 *     6 samples · width is share of samples
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
 */
#include <stdio.h>

#include "base/number.h"
#include "base/text.h"
#include "render/backend.h"
#include "render/change_words.h"

#define MAX_INDENT 40

/* Widths of the columns of numbers, in characters. */
typedef struct columns {
    size_t total, self;
} columns;

static size_t characters(const char *text)
{
    fr_bytes bytes = fr_bytes_of(text);
    size_t n = 0;

    for (size_t i = 0; i < bytes.len; n++)
        fr_text_next(bytes, &i);
    return n;
}

static void put_spaces(fr_output *out, size_t n)
{
    while (n-- > 0)
        fr_put_char(out, ' ');
}

/* `text` at the right end of `width` characters. */
static void put_right(fr_output *out, const char *text, size_t width)
{
    size_t n = characters(text);

    put_spaces(out, n < width ? width - n : 0);
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

static columns measure_columns(const fr_scene *scene)
{
    char to[FR_NUMBER_MAX];
    columns widths = {characters(heading(scene, "total", to)),
                      characters(heading(scene, scene->own_title, to))};

    for (size_t i = 0; i < scene->n_boxes; i++) {
        widen(&widths.total, scene->boxes[i].total, scene->decimals);
        widen(&widths.self, scene->boxes[i].self, scene->decimals);
    }
    return widths;
}

static void put_name(const fr_box *box, fr_output *out)
{
    put_spaces(out, 2 + 2 * (size_t)(box->row < MAX_INDENT ? box->row : MAX_INDENT));
    if (box->row > MAX_INDENT)
        fr_put_format(out, "%u: ", (unsigned)box->row);
    if (box->rest)
        fr_put_format(out, "(%s" FR_REST_TITLE ")", box->name);
    else
        fr_put_text(out, fr_box_title(box));
    fr_put_char(out, '\n');
}

/* What is on narrow frames is as narrow: the lowest row says it all. */
static bool is_listed(const fr_scene *scene, const fr_box *box)
{
    return !box->rest || !scene->boxes[box->parent].rest;
}

static void put_box(const fr_scene *scene, const fr_box *box, columns widths, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    put_right(out, fr_format_share(to, box->total, scene->whole, 2), 8);
    put_right(out, fr_format_grouped(to, box->total, scene->decimals), widths.total + 2);
    put_right(out, box->rest ? "" : fr_format_grouped(to, box->self, scene->decimals),
              widths.self + 2);
    put_name(box, out);
}

static void put_plain(const fr_scene *scene, fr_output *out)
{
    columns widths = measure_columns(scene);
    char to[FR_NUMBER_MAX];

    fr_put_text(out, "\n   share");
    put_right(out, heading(scene, "total", to), widths.total + 2);
    put_right(out, heading(scene, scene->own_title, to), widths.self + 2);
    fr_put_text(out, "  box\n");
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (is_listed(scene, &scene->boxes[i]))
            put_box(scene, &scene->boxes[i], widths, out);
}

/* Both sides, the change and how it is judged; what stands for narrow frames is not judged. */
static void put_change(const fr_scene *scene, size_t i, fr_output *out)
{
    const fr_sides *sides = scene->sides;
    const fr_change *c = &sides->boxes[i].total;
    const char *verdict = scene->boxes[i].rest ? "" : fr_change_verdict(c);
    char to[FR_NUMBER_MAX];

    put_right(out, fr_format_share(to, c->base, sides->base_whole, 2), 8);
    put_right(out, fr_format_share(to, c->new_, sides->new_whole, 2), 10);
    put_right(out, scene->boxes[i].rest ? "" : fr_format_points(to, sides, c->points), 14);
    fr_put_text(out, "  ");
    fr_put_text(out, verdict);
    put_spaces(out, 8 - strlen(verdict));
    put_name(&scene->boxes[i], out);
}

static void put_changes(const fr_scene *scene, fr_output *out)
{
    fr_put_text(out, "\n    base       new        change  judged    box\n");
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (is_listed(scene, &scene->boxes[i]))
            put_change(scene, i, out);
}

/* The texts of the head (above the boxes) or of the foot, a line each. */
static void put_texts(const fr_scene *scene, bool head, fr_output *out)
{
    for (size_t i = 0; i < scene->n_texts; i++) {
        const fr_scene_text *t = &scene->texts[i];
        bool is_head = t->role == FR_TEXT_TITLE || t->role == FR_TEXT_SUBTITLE;
        if (t->role == FR_TEXT_AXIS || t->role == FR_TEXT_LEGEND || is_head != head)
            continue;
        fr_put_text(out, t->text);
        fr_put_char(out, '\n');
    }
}

void fr_scene_text_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    (void)opt;
    put_texts(scene, true, out);
    if (scene->sides)
        put_changes(scene, out);
    else
        put_plain(scene, out);
    fr_put_char(out, '\n');
    put_texts(scene, false, out);
}
