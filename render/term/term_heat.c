/*
 * term_heat.c - a heatmap in half blocks: a line is two rows of cells, a column of the picture is one to eight of the
 * terminal, or several where there are more of them than the terminal has.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "render/term/term.h"

#define MOST_WIDE 8 /* columns of the terminal that a column of the picture takes */
#define NUMBERS   8 /* columns at the left: "980 ms " */
#define NOTHING   UINT32_MAX

typedef struct map {
    fr_term *t;
    uint32_t *fills; /* of each cell of the terminal: rows times width, from the top */
    int64_t *values; /* ... and what it holds, to keep the fullest */
    size_t width, rows, columns, wide;
} map;

/* Without colours a denser sign means more. */
static const char *const signs[] = {
    " ", "\xc2\xb7", "\xe2\x96\x91", "\xe2\x96\x92", "\xe2\x96\x93", "\xe2\x96\x88"};

static size_t x_of(const map *m, size_t column)
{
    return m->columns <= m->width ? column * m->wide : column * m->width / m->columns;
}

static void keep_cell(map *m, size_t row, size_t column, const fr_box *box)
{
    size_t to = x_of(m, column + 1);

    for (size_t x = x_of(m, column); x < to || x == x_of(m, column); x++) {
        size_t i = row * m->width + x;
        if (x >= m->width || row >= m->rows)
            return;
        if (m->fills[i] == NOTHING || box->total >= m->values[i]) {
            m->fills[i] = box->fill;
            m->values[i] = box->total;
        }
    }
}

static void keep_boxes(map *m)
{
    const fr_scene *s = m->t->scene;
    const fr_scene_heat *h = &s->heat;
    size_t column = 0;

    for (size_t i = 1; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i];
        column += box->row == 1;
        /* The rows of a box, counted from the foot. */
        int32_t top = (h->bottom - box->y + h->row / 2) / h->row;
        int32_t n = box->row == 2 ? 1 : (box->h + h->row / 2) / h->row;
        fr_box kept = {.fill = box->fill, .total = box->row == 2 ? box->total : -1};
        for (int32_t up = top; up > top - n; up--)
            if (up >= 1 && (size_t)up <= m->rows)
                keep_cell(m, m->rows - (size_t)up, column - 1, &kept);
    }
}

static fr_term_cell cell_of(const map *m, size_t line, size_t x)
{
    uint32_t upper = m->fills[2 * line * m->width + x];
    uint32_t lower = 2 * line + 1 < m->rows ? m->fills[(2 * line + 1) * m->width + x] : NOTHING;
    uint32_t ink = upper == NOTHING ? FR_TERM_PLAIN : m->t->fills[upper].ground;
    uint32_t ground = lower == NOTHING ? FR_TERM_PLAIN : m->t->fills[lower].ground;

    if (upper == NOTHING && lower == NOTHING)
        return (fr_term_cell){FR_LITERAL(" "), fr_term_plain};
    if (upper == NOTHING)
        return (fr_term_cell){FR_LITERAL("\xe2\x96\x84"), {.ink = ground, .ground = FR_TERM_PLAIN}};
    return (fr_term_cell){FR_LITERAL("\xe2\x96\x80"), {.ink = ink, .ground = ground}};
}

static fr_term_cell sign_of(const map *m, size_t line, size_t x)
{
    int64_t most = m->t->scene->heat.most, value = 0;
    size_t n = sizeof signs / sizeof *signs - 1;

    for (size_t row = 2 * line; row < 2 * line + 2 && row < m->rows; row++)
        if (m->fills[row * m->width + x] != NOTHING && m->values[row * m->width + x] > value)
            value = m->values[row * m->width + x];
    size_t sign = value <= 0  ? 0
                  : most <= 0 ? n
                              : (size_t)(((fr_i128)value * (fr_i128)n + most - 1) / most);
    return (fr_term_cell){fr_bytes_of(signs[sign > n ? n : sign]), fr_term_plain};
}

static void write_line(map *m, size_t line)
{
    fr_term *t = m->t;
    char number[FR_NUMBER_MAX];
    size_t lines = (m->rows + 1) / 2;
    fr_term_clear(&t->line);
    if (line + 1 == lines || line == 0 || line == lines / 2) {
        /* "980 ms": the time within the column at the foot of a row. */
        const fr_scene_heat *h = &t->scene->heat;
        size_t up = m->rows - 1 - (2 * line + 1 < m->rows ? 2 * line + 1 : 2 * line);
        if (h->column_s == 1)
            snprintf(number, FR_NUMBER_MAX, "%d ms", (int)(up * 1000 / m->rows));
        else
            snprintf(number, FR_NUMBER_MAX, "%d s", (int)(up * h->column_s / m->rows));
        fr_term_put_right(&t->line, NUMBERS - 1, fr_bytes_of(number), fr_term_muted(t));
    }
    for (size_t x = 0; x < m->width; x++)
        t->line.cells[NUMBERS + x] = (t->colours ? cell_of : sign_of)(m, line, x);
    fr_term_write(t, &t->line);
}

/* Seconds under the columns, as far apart as their numbers need. */
static void write_seconds(map *m)
{
    static const size_t steps[] = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600};
    const fr_scene_heat *h = &m->t->scene->heat;
    size_t step = steps[0];
    char texts[128][24];
    size_t n = 0;

    for (size_t i = 1; i < sizeof steps / sizeof *steps; i++)
        if (x_of(m, step / h->column_s) < 8)
            step = steps[i];
    step = step < h->column_s ? h->column_s : step / h->column_s * h->column_s;
    fr_term_clear(&m->t->line);
    for (size_t at = 0; at / h->column_s < m->columns && n < sizeof texts / sizeof *texts;
         at += step, n++) {
        snprintf(texts[n], sizeof texts[n], "%lld s", (long long)h->first_second + (long long)at);
        if (NUMBERS + x_of(m, at / h->column_s) + strlen(texts[n]) <= m->t->width)
            fr_term_put(&m->t->line, NUMBERS + x_of(m, at / h->column_s), fr_bytes_of(texts[n]),
                        fr_term_muted(m->t));
    }
    fr_term_write(m->t, &m->t->line);
}

void fr_term_heat(fr_term *t)
{
    const fr_scene_heat *h = &t->scene->heat;
    map m = {.t = t, .rows = h->rows, .columns = h->columns};

    m.width = t->width > NUMBERS ? t->width - NUMBERS : 0;
    m.wide = m.columns ? m.width / m.columns : 0;
    m.wide = m.wide > MOST_WIDE ? MOST_WIDE : m.wide;
    m.fills = malloc((m.width * m.rows + 1) * sizeof *m.fills);
    m.values = calloc(m.width * m.rows + 1, sizeof *m.values);
    if (m.fills && m.values && m.columns) {
        for (size_t i = 0; i < m.width * m.rows; i++)
            m.fills[i] = NOTHING;
        keep_boxes(&m);
        for (size_t line = 0; line < (m.rows + 1) / 2; line++)
            write_line(&m, line);
        write_seconds(&m);
    } else if (m.columns) {
        fr_output_fail(t->out, FR_E_LIMIT, "out of memory");
    }
    free(m.fills);
    free(m.values);
}
