/*
 * term_flame.c - boxes in cells: edges on eighths of a column, names where four cells are free.
 *
 *     |all                              |      a row is a line: first each eighth of it gets the box that has it,
 *     |main             |worker         |      then each cell the two boxes that have most of it, with the edge
 *     |parse   |sort  |#|run     |      |      between them where it is: a block of one to seven eighths
 */
#include <stdlib.h>

#include "base/number.h"
#include "base/short_name.h"
#include "render/change_words.h"
#include "render/measure.h"
#include "render/term/term.h"

#define EIGHTHS      8
#define LEAST_NAME   4  /* cells of a label, at least */
#define LEAST_MIDDLE 12 /* shorter labels are the head of a name */
#define NOBODY       UINT32_MAX
#define ELLIPSIS     "\xe2\x80\xa6"

typedef struct rows {
    fr_term *t;
    uint32_t *owner; /* box of each eighth of the row */
    uint32_t *order; /* boxes by row */
    size_t *first;   /* of each row in `order`; n_rows + 1 of them */
    size_t n_rows;
    fr_arena names;
} rows;

/* ---- places ---- */

/* An edge of the picture in eighths of a column: the root spans the line. */
static size_t eighth_of(const rows *r, int32_t x)
{
    const fr_box *root = r->t->scene->boxes;
    int64_t plot = root->x1 - root->x0, all = (int64_t)r->t->width * EIGHTHS;

    return plot > 0 ? (size_t)(((x - root->x0) * all * 2 + plot) / (2 * plot)) : 0;
}

/* The eighths that a box paints: one less than it has where it is wider than a column, to set it off. */
static void find_extent(const rows *r, const fr_box *box, size_t *from, size_t *to)
{
    *from = eighth_of(r, box->x0);
    *to = eighth_of(r, box->x1);
    if (*to - *from > EIGHTHS && *to < r->t->width * EIGHTHS)
        --*to;
}

static size_t last_row(const fr_box *box)
{
    return (size_t)box->row + box->more_rows;
}

static bool sort_rows(rows *r)
{
    const fr_scene *s = r->t->scene;
    size_t n = 0;

    for (size_t i = 0; i < s->n_boxes; i++) {
        n += (size_t)s->boxes[i].more_rows + 1;
        r->n_rows = last_row(&s->boxes[i]) >= r->n_rows ? last_row(&s->boxes[i]) + 1 : r->n_rows;
    }
    r->order = calloc(n + 1, sizeof *r->order);
    r->first = calloc(r->n_rows + 2, sizeof *r->first);
    r->owner = calloc(r->t->width * EIGHTHS + 1, sizeof *r->owner);
    if (!r->order || !r->first || !r->owner)
        return false;
    for (size_t i = 0; i < s->n_boxes; i++)
        for (size_t row = s->boxes[i].row; row <= last_row(&s->boxes[i]); row++)
            r->first[row + 2]++;
    for (size_t row = 2; row < r->n_rows + 2; row++)
        r->first[row] += r->first[row - 1];
    for (size_t i = 0; i < s->n_boxes; i++)
        for (size_t row = s->boxes[i].row; row <= last_row(&s->boxes[i]); row++)
            r->order[r->first[row + 1]++] = (uint32_t)i;
    return true;
}

/* ---- colours of cells ---- */

static const fr_box *box_of(const rows *r, uint32_t owner)
{
    return owner == NOBODY ? NULL : &r->t->scene->boxes[owner];
}

static uint32_t colour_of(const rows *r, uint32_t owner)
{
    const fr_box *box = box_of(r, owner);

    return box ? r->t->fills[box->fill].ground : FR_TERM_PLAIN;
}

/* The owner of most of the eighths [from, to) of a cell. */
static uint32_t most_of(const uint32_t *owner, size_t from, size_t to, size_t *n)
{
    uint32_t best = NOBODY;

    *n = 0;
    for (size_t i = from; i < to; i++) {
        size_t same = 0;
        for (size_t k = from; k < to; k++)
            same += owner[k] == owner[i];
        if (same > *n) {
            *n = same;
            best = owner[i];
        }
    }
    return best;
}

/* A cell that several boxes share shows two: the edge is where the fewest eighths are of another.
 * Where both have one colour, the gap between them is what is shown. */
static fr_term_cell split_cell(const rows *r, const uint32_t *owner)
{
    size_t best = 0, split = EIGHTHS / 2;

    for (size_t k = 1; k < EIGHTHS; k++) {
        size_t left, right;
        (void)most_of(owner, 0, k, &left);
        (void)most_of(owner, k, EIGHTHS, &right);
        if (left + right > best) {
            best = left + right;
            split = k;
        }
    }
    size_t n;
    uint32_t left = colour_of(r, most_of(owner, 0, split, &n));
    uint32_t right = colour_of(r, most_of(owner, split, EIGHTHS, &n));
    fr_term_cell cell = {fr_bytes_of(fr_term_eighths[split]), {.ink = left, .ground = right}};
    bool gap = false;
    for (size_t i = 1; i + 1 < EIGHTHS; i++)
        gap = gap || owner[i] == NOBODY;
    if (gap && left != FR_TERM_PLAIN && fr_term_shown(r->t, left) == fr_term_shown(r->t, right))
        return (fr_term_cell){fr_bytes_of(fr_term_eighths[EIGHTHS - 1]),
                              {.ink = left, .ground = FR_TERM_PLAIN}};
    if (left == FR_TERM_PLAIN)
        cell.style = (fr_term_style){.ink = right, .ground = FR_TERM_PLAIN, .swapped = true};
    return cell;
}

static fr_term_cell cell_of(const rows *r, const uint32_t *owner)
{
    const fr_box *box = box_of(r, owner[0]);
    size_t same = 1;

    while (same < EIGHTHS && owner[same] == owner[0])
        same++;
    if (same < EIGHTHS)
        return split_cell(r, owner);
    if (!box)
        return (fr_term_cell){FR_LITERAL(" "), fr_term_plain};
    if (box->rest)
        return (fr_term_cell){FR_LITERAL("\xe2\x96\x91"), fr_term_muted(r->t)};
    return (fr_term_cell){FR_LITERAL(" "), r->t->fills[box->fill]};
}

/* Who has the middle of a cell, or else its first eighths. */
static uint32_t middle_of(const uint32_t *owner)
{
    size_t i = 0;

    if (owner[EIGHTHS / 2] != NOBODY)
        return owner[EIGHTHS / 2];
    while (i + 1 < EIGHTHS && owner[i] == NOBODY)
        i++;
    return owner[i];
}

/* Without colours a line stands at the left edge of each box, and where the last one of a tower ends. */
static void paint_lines(const rows *r)
{
    uint32_t last = NOBODY;

    for (size_t i = 0; i < r->t->width; i++) {
        uint32_t owner = middle_of(r->owner + i * EIGHTHS);
        const fr_box *box = box_of(r, owner);
        if (owner != last)
            r->t->line.cells[i].text = FR_LITERAL("\xe2\x94\x82");
        else if (box && box->rest)
            r->t->line.cells[i].text = FR_LITERAL("\xe2\x96\x91");
        last = owner;
    }
}

/* ---- names ---- */

/* "+15.5", "" where the box tells no change; good until the row is written. */
static const char *find_sign(rows *r, size_t box)
{
    const fr_sides *sides = r->t->scene->sides;
    const fr_change *c = sides ? &sides->boxes[box].total : NULL;
    char text[FR_NUMBER_MAX];
    const char *kept = NULL;

    if (c && sides->by_self)
        c = &sides->boxes[box].self;
    if (c && c->seen && c->points)
        kept = fr_arena_copy(&r->names, fr_bytes_of(fr_format_sign(text, sides, c, false)));
    return kept ? kept : "";
}

/* Both ends of a chain as far as they fit, or how many frames it has. */
static fr_bytes cut_chain(rows *r, const fr_box *box, size_t room)
{
    char words[400];

    for (size_t most = 80; most != SIZE_MAX; most = most > 8 ? most - 4 : most ? 0 : SIZE_MAX) {
        fr_chain_words(r->t->scene, box, most, words, sizeof words);
        fr_bytes text = fr_bytes_of(words);
        const char *kept = fr_terminal_width(text) <= room ? fr_arena_copy(&r->names, text) : NULL;
        if (kept)
            return (fr_bytes){kept, text.len};
    }
    return (fr_bytes){"", 0};
}

/* A short room shows the head of a name, a longer one both ends. */
static void put_cut(fr_output *out, fr_bytes name, size_t room)
{
    if (room >= LEAST_MIDDLE) {
        fr_put_middle(out, name, room);
        return;
    }
    fr_put(out, fr_terminal_head(name, room - 1));
    fr_put_text(out, ELLIPSIS);
}

/* The name in `room` cells, or nothing. */
static fr_bytes cut_name(rows *r, const fr_box *box, size_t room)
{
    fr_bytes whole = fr_bytes_of(fr_box_title(box)), form = whole;
    fr_short_forms forms;
    size_t len = 0;

    if (box->chain)
        return cut_chain(r, box, room);
    if (fr_terminal_width(whole) <= room)
        return whole;
    fr_short_forms_find(whole, &r->names, &forms);
    for (size_t i = 0; r->t->scene->view.names == FR_NAMES_SHORT && i < forms.n; i++) {
        form = forms.form[i];
        if (fr_terminal_width(form) <= room)
            break;
    }
    if (fr_terminal_width(form) <= room)
        return form;
    fr_output *out = fr_output_memory();
    put_cut(out, form, room);
    const char *bytes = fr_output_bytes(out, &len);
    const char *kept = bytes ? fr_arena_copy(&r->names, (fr_bytes){bytes, len}) : NULL;
    fr_output_free(out);
    return kept ? (fr_bytes){kept, len} : (fr_bytes){"", 0};
}

/* A mark says without colour which way a box changed, in cells that have no name. */
static void put_marks(rows *r, const fr_box *box, const char *sign, size_t from, size_t to)
{
    const char *mark = box->marks & FR_MARK_NEW    ? "\xc2\xb7"
                       : box->marks & FR_MARK_GONE ? "\xe2\x95\xb1"
                       : !*sign                    ? NULL
                       : *sign == '+'              ? "\xe2\x96\x94"
                                                   : "\xe2\x96\x81";
    for (size_t i = from; mark && i < to; i++)
        r->t->line.cells[i].text = fr_bytes_of(mark);
}

static void put_label(rows *r, uint32_t index)
{
    const fr_box *box = &r->t->scene->boxes[index];
    size_t from, to;
    const char *sign = find_sign(r, index);

    find_extent(r, box, &from, &to);
    from = (from + (r->t->colours ? EIGHTHS - 1 : EIGHTHS / 2 - 1)) / EIGHTHS;
    to /= EIGHTHS;
    size_t room = to > from ? to - from - 1 : 0;
    if (box->rest || to <= from)
        return;
    if (room < LEAST_NAME || fr_terminal_width(fr_bytes_of(sign)) > room) {
        put_marks(r, box, sign, from, to);
        return;
    }
    fr_term_style style = r->t->colours ? r->t->fills[box->fill] : fr_term_plain;
    size_t x = fr_term_put(&r->t->line, from + 1, fr_bytes_of(sign), style) + (*sign ? 1 : 0);
    if (to > x + 2)
        x = fr_term_put(&r->t->line, x, cut_name(r, box, to - x), style);
    if (box->marks & (FR_MARK_NEW | FR_MARK_GONE))
        put_marks(r, box, sign, x + 1, to);
}

/* ---- rows ---- */

static void write_row(rows *r, size_t row)
{
    for (size_t i = 0; i < r->t->width * EIGHTHS; i++)
        r->owner[i] = NOBODY;
    for (size_t i = r->first[row]; i < r->first[row + 1]; i++) {
        size_t from, to;
        find_extent(r, &r->t->scene->boxes[r->order[i]], &from, &to);
        for (; from < to; from++)
            r->owner[from] = r->order[i];
    }
    fr_term_clear(&r->t->line);
    for (size_t i = 0; r->t->colours && i < r->t->width; i++)
        r->t->line.cells[i] = cell_of(r, r->owner + i * EIGHTHS);
    if (!r->t->colours)
        paint_lines(r);
    for (size_t i = r->first[row]; i < r->first[row + 1]; i++)
        put_label(r, r->order[i]);
    fr_term_write(r->t, &r->t->line);
    fr_arena_reset(&r->names);
}

/* "0 %      25 %     50 %     75 %    100 %", less where there is no room. */
static void write_axis(fr_term *t)
{
    const fr_scene *s = t->scene;
    int parts = t->width >= 60 ? 4 : t->width >= 30 ? 2 : 1;
    char texts[5][FR_NUMBER_MAX];

    if (s->view.in_time || s->whole <= 0 || (s->sides && s->sides->one_profile))
        return;
    fr_term_clear(&t->line);
    for (int i = 0; i <= parts; i++) {
        int64_t unit = s->whole > INT64_MAX / parts ? parts : 1; /* so that no product overflows */
        fr_bytes text = fr_bytes_of(fr_format_share(texts[i], s->boxes[0].total / unit * i,
                                                    s->whole / unit * parts,
                                                    s->boxes[0].total == s->whole ? 0 : 1));
        size_t width = fr_terminal_width(text), x = t->width * (size_t)i / (size_t)parts;
        x -= i == parts ? width : i ? width / 2 : 0;
        fr_term_put(&t->line, x, text, fr_term_muted(t));
    }
    fr_term_write(t, &t->line);
}

void fr_term_flame(fr_term *t, size_t most)
{
    rows r = {.t = t};

    if (!sort_rows(&r)) {
        fr_output_fail(t->out, FR_E_LIMIT, "out of memory");
    } else {
        size_t shown = most && most < r.n_rows ? most : r.n_rows;
        if (!t->root_below)
            write_axis(t);
        for (size_t i = 0; i < shown; i++)
            write_row(&r, t->root_below ? shown - 1 - i : i);
        if (t->root_below)
            write_axis(t);
    }
    free(r.owner);
    free(r.order);
    free(r.first);
}
