/* term_line.c - a line of cells as text with the escapes of its colours (SGR, ECMA-48). */
#include <stdlib.h>

#include "base/text.h"
#include "render/measure.h"
#include "render/term/term.h"

const fr_term_style fr_term_plain = {.ink = FR_TERM_PLAIN, .ground = FR_TERM_PLAIN};
const fr_term_style fr_term_bold = {.ink = FR_TERM_PLAIN, .ground = FR_TERM_PLAIN, .bold = true};

fr_term_style fr_term_muted(const fr_term *t)
{
    return (fr_term_style){.ink = t->scene->tokens.muted[t->scheme], .ground = FR_TERM_PLAIN};
}

/* ---- cells ---- */

const char *const fr_term_eighths[8] = {
    " ",
    "\xe2\x96\x8f",
    "\xe2\x96\x8e",
    "\xe2\x96\x8d",
    "\xe2\x96\x8c",
    "\xe2\x96\x8b",
    "\xe2\x96\x8a",
    "\xe2\x96\x89",
};

void fr_term_clear(fr_term_line *line)
{
    for (size_t i = 0; i < line->width; i++)
        line->cells[i] = (fr_term_cell){FR_LITERAL(" "), fr_term_plain};
}

/* A mark joins the cell before it: both are one slice of the text. */
static void join_mark(fr_term_line *line, size_t x, size_t from, fr_bytes mark)
{
    size_t at = x;

    while (at > from && !line->cells[at - 1].text.at)
        at--;
    if (at > from && line->cells[at - 1].text.at + line->cells[at - 1].text.len == mark.at)
        line->cells[at - 1].text.len += mark.len;
}

size_t fr_term_put(fr_term_line *line, size_t x, fr_bytes text, fr_term_style style)
{
    size_t from = x;

    for (size_t i = 0; i < text.len;) {
        size_t start = i;
        fr_text_next(text, &i);
        fr_bytes one = {text.at + start, i - start};
        size_t width = fr_terminal_width(one);
        if (width == 0)
            join_mark(line, x, from, one);
        if (width && x + width > line->width)
            return x;
        for (size_t k = 0; k < width; k++)
            line->cells[x++] = (fr_term_cell){k ? (fr_bytes){NULL, 0} : one, style};
    }
    return x;
}

void fr_term_put_right(fr_term_line *line, size_t end, fr_bytes text, fr_term_style style)
{
    size_t width = fr_terminal_width(text);

    if (width <= end)
        fr_term_put(line, end - width, text, style);
}

/* ---- colours ---- */

/* All terminals agree on these of the 256 colours: a cube from 16, and 24 greys from 232. */
#define CUBE_FROM  16
#define GREYS_FROM 232
#define GREYS      24

static uint32_t rgb_of(uint32_t index)
{
    static const uint8_t cube[6] = {0, 95, 135, 175, 215, 255};
    uint32_t grey = 8 + 10 * (index - GREYS_FROM), i = index - CUBE_FROM;

    if (index >= GREYS_FROM)
        return grey << 16 | grey << 8 | grey;
    return (uint32_t)cube[i / 36] << 16 | (uint32_t)cube[i / 6 % 6] << 8 | cube[i % 6];
}

/* Colours that differ in hue are farther apart than those that differ in lightness alone: red stays red. */
static int32_t distance(uint32_t a, uint32_t b)
{
    int32_t r = (int32_t)(a >> 16 & 0xff) - (int32_t)(b >> 16 & 0xff);
    int32_t g = (int32_t)(a >> 8 & 0xff) - (int32_t)(b >> 8 & 0xff);
    int32_t blue = (int32_t)(a & 0xff) - (int32_t)(b & 0xff);
    int32_t luma = (299 * r + 587 * g + 114 * blue) / 1000;

    return 5 * luma * luma + 4 * ((r - luma) * (r - luma) + (blue - luma) * (blue - luma));
}

static uint32_t nearest_of_256(uint32_t rgb)
{
    uint32_t best = CUBE_FROM;

    for (uint32_t i = CUBE_FROM + 1; i < GREYS_FROM + GREYS; i++)
        if (distance(rgb, rgb_of(i)) < distance(rgb, rgb_of(best)))
            best = i;
    return best;
}

uint32_t fr_term_shown(const fr_term *t, uint32_t rgb)
{
    return rgb == FR_TERM_PLAIN || t->colours == FR_TRUE_COLOURS ? rgb
                                                                 : rgb_of(nearest_of_256(rgb));
}

/* An ink that reads on the theme's ground may not on the nearest of 256. */
bool fr_term_find_fills(fr_term *t)
{
    const fr_scene *s = t->scene;

    t->fills = calloc(s->n_fills + 1, sizeof *t->fills);
    for (size_t i = 0; t->fills && i < s->n_fills; i++) {
        const fr_fill *f = &s->fills[i];
        uint32_t ground = fr_term_shown(t, t->scheme ? f->dark : f->light);
        uint32_t ink = t->scheme ? f->ink_dark : f->ink_light;
        t->fills[i] = (fr_term_style){.ink = fr_ink_on(ground, ink), .ground = ground};
    }
    return t->fills != NULL;
}

/* ";38;2;1;2;3" or ";38;5;17": `of` is 38 for the ink, 48 for the ground. */
static void put_colour(fr_term *t, int of, uint32_t rgb)
{
    if (rgb == FR_TERM_PLAIN)
        return;
    if (t->colours == FR_TRUE_COLOURS)
        fr_put_format(t->out, ";%d;2;%u;%u;%u", of, (unsigned)(rgb >> 16 & 0xff),
                      (unsigned)(rgb >> 8 & 0xff), (unsigned)(rgb & 0xff));
    else
        fr_put_format(t->out, ";%d;5;%u", of, (unsigned)nearest_of_256(rgb));
}

static bool same_style(const fr_term_style *a, const fr_term_style *b)
{
    return a->ink == b->ink && a->ground == b->ground && a->bold == b->bold &&
           a->swapped == b->swapped;
}

/* ---- writing ---- */

static bool is_blank(const fr_term_cell *cell)
{
    return cell->text.len == 1 && cell->text.at[0] == ' ' && !cell->style.swapped;
}

void fr_term_write(fr_term *t, const fr_term_line *line)
{
    fr_term_style last = fr_term_plain;
    size_t end = line->width;

    while (end > 0 && is_blank(&line->cells[end - 1]) &&
           line->cells[end - 1].style.ground == FR_TERM_PLAIN)
        end--;
    for (size_t i = 0; i < end; i++) {
        const fr_term_cell *cell = &line->cells[i];
        /* A blank shows no ink: it keeps that of the cell before it. */
        bool same = is_blank(cell) && !last.swapped && cell->style.ground == last.ground;
        fr_term_style style = same ? last : cell->style;
        if (!cell->text.at)
            continue;
        if (t->colours && !same_style(&style, &last)) {
            fr_put_text(t->out, "\x1b[0");
            fr_put_text(t->out, style.bold ? ";1" : "");
            fr_put_text(t->out, style.swapped ? ";7" : "");
            put_colour(t, 38, style.ink);
            put_colour(t, 48, style.ground);
            fr_put_char(t->out, 'm');
        }
        last = style;
        fr_put(t->out, cell->text);
    }
    if (t->colours && !same_style(&last, &fr_term_plain))
        fr_put_text(t->out, "\x1b[0m");
    fr_put_char(t->out, '\n');
}

void fr_term_write_wrapped(fr_term *t, fr_bytes text, fr_term_style style)
{
    while (text.len) {
        fr_term_clear(&t->line);
        fr_term_put(&t->line, 0, fr_terminal_take_line(&text, t->width), style);
        fr_term_write(t, &t->line);
    }
}
