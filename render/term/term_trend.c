/*
 * term_trend.c - a trend as columns of eighths, two lines high, with words beside them.
 *
 *     _ _ _ _ # # #   sortRows                                   20.2 %
 *     # # # # # # #   step at 5: 14.6 -> 20.2 %, 1.38x
 */
#include <stdio.h>

#include "base/number.h"
#include "render/measure.h"
#include "render/term/term.h"

#define LINES     2
#define STEPS     8 /* of a cell */
#define MOST_WIDE 4

typedef struct panel {
    const fr_box *points; /* boxes of row 3, one after the other */
    const char *name, *value, *did;
} panel;

static const char *const steps[STEPS + 1] = {
    " ",
    "\xe2\x96\x81",
    "\xe2\x96\x82",
    "\xe2\x96\x83",
    "\xe2\x96\x84",
    "\xe2\x96\x85",
    "\xe2\x96\x86",
    "\xe2\x96\x87",
    "\xe2\x96\x88",
};

/* True where the later half of the points lies above the earlier one. */
static bool grew(const fr_box *points, size_t n)
{
    fr_i128 change = 0;

    for (size_t i = 0; i < n; i++)
        change += 2 * i < n ? -(fr_i128)points[i].total * (fr_i128)(n / 2)
                            : (fr_i128)points[i].total * (fr_i128)(n - n / 2);
    return change > 0;
}

/* The colour of the legend's first entry where it grew, and of the second where it shrank; grey else. */
static fr_term_style style_of(const fr_term *t, const fr_box *points, size_t n)
{
    const fr_scene *s = t->scene;
    fr_term_style style = fr_term_plain;
    bool changed = t->fills[points[0].fill].ground == s->tokens.ink[t->scheme];

    if (s->n_swatches < 3)
        return style;
    style.ink = t->fills[s->swatches[!changed ? 2 : grew(points, n) ? 0 : 1].fill].ground;
    if (!changed)
        style.ink = s->tokens.muted[t->scheme];
    return style;
}

/* The columns of line `line` from the top: several points share one where there are too many. */
static size_t put_columns(fr_term *t, const panel *p, size_t n, size_t line, size_t room)
{
    size_t wide = n < room ? room / n : 1, x = 0;
    fr_term_style style = style_of(t, p->points, n);
    int64_t most = 0;

    for (size_t i = 0; i < n; i++)
        most = p->points[i].total > most ? p->points[i].total : most;
    wide = wide > MOST_WIDE ? MOST_WIDE : wide;
    for (size_t i = 0; i < n; i++) {
        size_t at = n > room ? i * room / n : i * wide;
        int64_t value = p->points[i].total; /* or the largest of the points that share its column */
        for (size_t k = i; n > room && k-- > 0 && k * room / n == i * room / n;)
            value = p->points[k].total > value ? p->points[k].total : value;
        int64_t height = most ? (int64_t)((fr_i128)value * LINES * STEPS / most) : 0;
        int64_t here = height - (int64_t)(LINES - 1 - line) * STEPS;
        here = here < 0 ? 0 : here > STEPS ? STEPS : here;
        for (size_t k = 0; k < (wide > 1 ? wide - 1 : 1); k++)
            fr_term_put(&t->line, at + k, fr_bytes_of(steps[here]), style);
        x = at + wide;
    }
    return x + 1;
}

/* Columns of the terminal for those of a panel: two fifths, or half where each point has one then. */
static size_t room_of(const fr_term *t, size_t n)
{
    return n > t->width * 2 / 5 && n <= t->width / 2 ? n : t->width * 2 / 5;
}

/* Writes what the panel did beside the lower line of its columns, and below that what does not fit. Returns its
 * lines. */
static size_t write_panel(fr_term *t, const panel *p, size_t n)
{
    fr_term_clear(&t->line);
    size_t x = put_columns(t, p, n, 0, room_of(t, n));
    fr_term_put(&t->line, x, fr_bytes_of(p->name), fr_term_bold);
    fr_term_put_right(&t->line, t->width, fr_bytes_of(p->value), fr_term_plain);
    fr_term_write(t, &t->line);

    fr_bytes text = fr_bytes_of(p->did);
    size_t lines = 0;
    do {
        fr_term_clear(&t->line);
        if (lines++ == 0)
            put_columns(t, p, n, 1, room_of(t, n));
        fr_term_put(&t->line, x, fr_terminal_take_line(&text, t->width - x), fr_term_muted(t));
        fr_term_write(t, &t->line);
    } while (text.len);
    return 1 + lines;
}

/* Writes "panels 1-5 of 9; a file has all: -o x.svg", and how many points share a column. */
static void write_left_out(fr_term *t, size_t shown, size_t n)
{
    const fr_scene *s = t->scene;
    size_t room = room_of(t, n), all = 0;
    char text[160];

    for (size_t i = 0; i < s->n_texts; i++)
        all += s->texts[i].role == FR_TEXT_PANEL;
    if (shown < all) {
        snprintf(text, sizeof text, "panels 1-%zu of %zu; a file has all: -o x.svg", shown, all);
        fr_term_write_wrapped(t, fr_bytes_of(text), fr_term_muted(t));
    }
    if (n > room) {
        snprintf(text, sizeof text, "%zu points in %zu columns, each as high as the highest in it",
                 n, room);
        fr_term_write_wrapped(t, fr_bytes_of(text), fr_term_muted(t));
    }
}

/* The texts of a panel follow its name: the newest value, and what it did. */
static bool find_texts(const fr_scene *s, size_t *at, panel *p)
{
    while (*at < s->n_texts && s->texts[*at].role != FR_TEXT_PANEL)
        ++*at;
    if (*at + 2 >= s->n_texts)
        return false;
    p->name = s->texts[(*at)++].whole;
    p->value = s->texts[(*at)++].whole;
    p->did = s->texts[(*at)++].whole;
    return true;
}

void fr_term_trend(fr_term *t, size_t most)
{
    const fr_scene *s = t->scene;
    size_t n = 0, box = 0, text = 0, lines = 0, shown = 0;
    panel p;

    for (size_t i = 0; i < s->n_boxes; i++)
        n += s->boxes[i].row == 1;
    while (n && find_texts(s, &text, &p)) {
        while (box < s->n_boxes && s->boxes[box].row != 3)
            box++;
        if (box + n > s->n_boxes || (most && lines + LINES > most && lines))
            break;
        p.points = &s->boxes[box];
        box += n;
        if (lines)
            fr_put_char(t->out, '\n');
        lines += write_panel(t, &p, n) + 1;
        shown++;
    }
    if (n)
        write_left_out(t, shown, n);
}
