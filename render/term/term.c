/*
 * term.c - a picture for a terminal, in as many lines as it has.
 *
 *     Where the CPU went                      3 211 samples · width is ...      head
 *     0 %            25 %          50 %         75 %         100 %
 *     [ all                                                      ]              as many rows as fit
 *     [ main                           ][ worker                 ]
 *     ## native  ## kernel                    rows 1-20 of 129                  legend
 *       self            total  function                                         table, statement
 *
 * The root is at the top or at the foot, as the scene has it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/short_name.h"
#include "render/change_words.h"
#include "render/measure.h"
#include "render/term/term.h"

#define STANDARD_WIDTH 100 /* columns, where nobody knows them */
#define LEAST_WIDTH    20
#define LEAST_ROWS     8  /* of boxes, however low the terminal is */
#define PROMPT         2  /* lines that stay free: the command and the next one */
#define MOST_TABLE     10 /* rows */
#define SHOWN_MARKS    (FR_MARK_NEW | FR_MARK_GONE | FR_MARK_GREW | FR_MARK_SHRANK)

/*
 * The functions under the picture.
 *
 *       self              total  function
 *     13.0 %  #########  13.0 %  clear_page_erms                      kernel
 *
 *      base      new   change  function                of a differential: total of each side
 *     14.6 %   20.2 %    +5.6  nearest
 */

#define EIGHTHS    8
#define BAR        12 /* columns of the longest bar */
#define KIND       12 /* columns for the kind, at the right */
#define KIND_FROM  70 /* narrower terminals have no room for kinds */
#define TABLE_FROM 30 /* narrower ones have no table */
#define BAR_FROM   50 /* ... and for bars */
#define LEAST_NAME 8

/* Returns how many functions are worth a row. */
static size_t rows_of(const fr_scene *s)
{
    size_t n = 0;

    if (s->sides)
        return fr_sides_count_seen(s->sides);
    while (n < s->top.n && s->top.rows[n].self > 0)
        n++;
    return n;
}

/* Columns that bars take. */
static size_t bar_of(const fr_term *t)
{
    return t->width < BAR_FROM ? 0 : BAR + 2;
}

/* Returns what the legend calls the colour: "kernel"; "" where it has no entry of its own. */
static const char *kind_of(const fr_scene *s, uint32_t fill)
{
    for (size_t i = 0; i < s->n_swatches; i++)
        if (s->fills[fill].entry && !s->swatches[i].joined &&
            s->fills[s->swatches[i].fill].entry == s->fills[fill].entry)
            return s->swatches[i].title;
    return "";
}

/* A bar in eighths of a column. */
static void put_bar(fr_term *t, size_t x, int64_t part, int64_t most, uint32_t fill)
{
    size_t eighths = most > 0 ? (size_t)((fr_i128)part * BAR * EIGHTHS / most) : 0;
    fr_term_style style = fr_term_plain;

    style.ink = t->fills[fill].ground;
    for (size_t i = 0; i < eighths / EIGHTHS; i++)
        x = fr_term_put(&t->line, x, FR_LITERAL("\xe2\x96\x88"), style);
    if (eighths % EIGHTHS)
        fr_term_put(&t->line, x, fr_bytes_of(fr_term_eighths[eighths % EIGHTHS]), style);
}

/* The name between the columns `x` and `end`. */
static void put_name(fr_term *t, size_t x, size_t end, const char *name, fr_arena *arena)
{
    size_t room = end > x ? end - x : 0;
    fr_bytes whole = fr_bytes_of(*name ? name : "all");

    if (room >= LEAST_NAME)
        fr_term_put(&t->line, x, fr_short_name(whole, room, arena), fr_term_plain);
}

static void write_own(fr_term *t, const fr_scene_top_row *row)
{
    const fr_scene *s = t->scene;
    char self[FR_NUMBER_MAX], total[FR_NUMBER_MAX];
    const char *kind = t->width >= KIND_FROM ? kind_of(s, row->fill) : "";
    size_t kind_width = fr_terminal_width(fr_bytes_of(kind));
    fr_arena arena = {0};

    fr_term_clear(&t->line);
    fr_term_put_right(&t->line, 8, fr_bytes_of(fr_format_share(self, row->self, s->whole, 1)),
                      fr_term_plain);
    if (bar_of(t))
        put_bar(t, 10, row->self, s->top.rows[0].self, row->fill);
    fr_term_put_right(&t->line, 17 + bar_of(t),
                      fr_bytes_of(fr_format_share(total, row->total, s->whole, 1)), fr_term_plain);
    put_name(t, 19 + bar_of(t), t->width - (kind_width ? kind_width + 2 : 0), row->name, &arena);
    fr_term_put_right(&t->line, t->width, fr_bytes_of(kind), fr_term_muted(t));
    fr_term_write(t, &t->line);
    fr_arena_reset(&arena);
}

static void write_change(fr_term *t, const fr_side_function *f)
{
    const fr_sides *s = t->scene->sides;
    const fr_change *c = f->total.seen ? &f->total : &f->self;
    char base[FR_NUMBER_MAX], new_[FR_NUMBER_MAX], sign[FR_NUMBER_MAX];
    fr_term_style style = fr_term_plain;
    fr_arena arena = {0};

    style.ink = t->fills[f->fill].ground;
    fr_term_clear(&t->line);
    fr_term_put_right(&t->line, 8, fr_bytes_of(fr_format_share(base, c->base, s->base_whole, 1)),
                      fr_term_plain);
    fr_term_put_right(&t->line, 17, fr_bytes_of(fr_format_share(new_, c->new_, s->new_whole, 1)),
                      fr_term_plain);
    fr_term_put_right(&t->line, 26, fr_bytes_of(fr_format_sign(sign, s, c, false)), fr_term_bold);
    fr_term_put(&t->line, 28, FR_LITERAL("\xe2\x96\x88"), style);
    put_name(t, 30, t->width, f->name, &arena);
    fr_term_write(t, &t->line);
    fr_arena_reset(&arena);
}

static void write_table_head(fr_term *t)
{
    const fr_scene *s = t->scene;
    fr_term_style muted = fr_term_muted(t);

    fr_term_clear(&t->line);
    if (s->sides) {
        fr_term_put_right(&t->line, 6, FR_LITERAL("base"), muted);
        fr_term_put_right(&t->line, 15, FR_LITERAL("new"), muted);
        fr_term_put_right(&t->line, 26, FR_LITERAL("change"), muted);
        fr_term_put(&t->line, 30, FR_LITERAL("function"), muted);
    } else {
        fr_term_put_right(&t->line, 6, fr_bytes_of(s->own_title), fr_term_bold);
        fr_term_put_right(&t->line, 15 + bar_of(t), FR_LITERAL("total"), muted);
        fr_term_put(&t->line, 19 + bar_of(t), FR_LITERAL("function"), muted);
    }
    fr_term_write(t, &t->line);
}

/* The functions with the largest self, or that changed most: a head and at most `most` lines. */
static void write_table(fr_term *t, size_t most)
{
    const fr_scene *s = t->scene;
    size_t n = rows_of(s);

    n = most < n ? most : n;
    if (!n || t->width < TABLE_FROM)
        return;
    write_table_head(t);
    for (size_t i = 0; i < n; i++) {
        if (s->sides)
            write_change(t, &s->sides->functions[i]);
        else
            write_own(t, &s->top.rows[i]);
    }
}

/* ---- head and foot ---- */

/* All lines of a role as one text, whole, which lives as long as `words`. */
static fr_bytes text_of(const fr_term *t, fr_text_role role, fr_output *words)
{
    fr_scene_put_text(t->scene, role, fr_put, words);
    return fr_part_bytes(words, t->out);
}

static void write_role(fr_term *t, fr_text_role role, fr_term_style style)
{
    fr_output *words = fr_output_memory();

    fr_term_write_wrapped(t, text_of(t, role, words), style);
    fr_output_free(words);
}

/* Title and subtitle on one line where there is room for both. */
static void write_head(fr_term *t, size_t unused)
{
    (void)unused;
    fr_output *first = fr_output_memory(), *second = fr_output_memory();
    fr_bytes title = text_of(t, FR_TEXT_TITLE, first);
    fr_bytes subtitle = text_of(t, FR_TEXT_SUBTITLE, second);

    if (fr_terminal_width(title) + fr_terminal_width(subtitle) + 3 <= t->width) {
        fr_term_clear(&t->line);
        fr_term_put(&t->line, 0, title, fr_term_bold);
        fr_term_put_right(&t->line, t->width, subtitle, fr_term_muted(t));
        fr_term_write(t, &t->line);
    } else {
        fr_term_write_wrapped(t, title, fr_term_bold);
        fr_term_write_wrapped(t, subtitle, fr_term_muted(t));
    }
    fr_output_free(first);
    fr_output_free(second);
}

/* Cells of an entry: two for a colour, and for a ramp one for each second of its colours. */
static size_t swatch_cells(size_t joined)
{
    return joined > 1 ? (joined + 1) / 2 : 2;
}

static size_t put_swatches(fr_term *t, size_t x, const fr_scene_swatch *swatch, size_t joined)
{
    for (size_t i = 0; i < swatch_cells(joined); i++) {
        size_t of = joined > 1 ? i * 2 : 0;
        const char *mark = swatch[of].marks & FR_MARK_NEW                     ? "\xc2\xb7"
                           : swatch[of].marks & FR_MARK_GONE                  ? "\xe2\x95\xb1"
                           : !t->colours && swatch[of].marks & FR_MARK_SHRANK ? "\xe2\x96\x81"
                           : !t->colours && swatch[of].marks & FR_MARK_GREW   ? "\xe2\x96\x94"
                                                                              : " ";
        x = fr_term_put(&t->line, x, fr_bytes_of(mark), t->fills[swatch[of].fill]);
    }
    return x;
}

/* The legend in as many lines as it needs; without colours its words would say nothing. */
static void write_legend(fr_term *t)
{
    const fr_scene *s = t->scene;
    size_t x = 0, n;

    fr_term_clear(&t->line);
    bool trend = strcmp(s->what, "trend") == 0; /* the last entry is of the picture's error bars */
    for (size_t i = 0; i + trend < s->n_swatches && (t->colours || s->sides); i += n) {
        const fr_scene_swatch *w = &s->swatches[i];
        n = fr_scene_count_joined(s, i);
        if (!(w->marks & SHOWN_MARKS) && (w->marks || !t->colours))
            continue;
        fr_bytes before = fr_bytes_of(n > 1 ? w->title : "");
        fr_bytes title = fr_bytes_of(s->swatches[i + n - 1].title);
        size_t width =
            fr_terminal_width(before) + (n > 1) + swatch_cells(n) + 1 + fr_terminal_width(title);
        if (x && x + width > t->width) {
            fr_term_write(t, &t->line);
            fr_term_clear(&t->line);
            x = 0;
        }
        x = fr_term_put(&t->line, x, before, fr_term_muted(t)) + (n > 1);
        x = put_swatches(t, x, w, n) + 1;
        x = fr_term_put(&t->line, x, title, fr_term_muted(t)) + 2;
    }
    if (x)
        fr_term_write(t, &t->line);
}

static void write_foot(fr_term *t, size_t table)
{
    write_legend(t);
    if (table)
        fr_put_char(t->out, '\n');
    write_table(t, table);
    if (strcmp(t->scene->what, "trend") != 0)
        write_role(t, FR_TEXT_STATEMENT, fr_term_muted(t));
    if (!t->brief)
        write_role(t, FR_TEXT_NOTE, fr_term_muted(t));
    else if (fr_scene_has_text(t->scene, FR_TEXT_NOTE))
        fr_term_write_wrapped(t, FR_LITERAL("notes: -o x.svg has them"), fr_term_muted(t));
}

/* ---- the whole ---- */

/* Writes a part into memory first, so that its lines can be counted. */
static fr_bytes in_memory(fr_term *t, fr_output *out, void (*write)(fr_term *t, size_t n), size_t n,
                          size_t *lines)
{
    fr_output *whole = t->out;

    t->out = out;
    write(t, n);
    t->out = whole;
    fr_bytes text = fr_part_bytes(out, whole);
    *lines = 0;
    for (size_t i = 0; i < text.len; i++)
        *lines += text.at[i] == '\n';
    return text;
}

/* Rows of the table: a third of the lines that are there, and ten at most. */
static size_t table_rows(const fr_term *t)
{
    size_t rows = rows_of(t->scene);
    size_t share = t->rows > MOST_TABLE ? (t->rows - MOST_TABLE) / 3 : 0;

    share = !t->rows || share > MOST_TABLE ? MOST_TABLE : share;
    return rows < share ? rows : share;
}

/* Lines that head and foot take from the boxes, with those of the axis and of what says that rows are cut. */
static size_t lines_beside(size_t head, size_t foot)
{
    return head + foot + PROMPT + 2;
}

/* `beside`: lines that are not of the body. */
static void write_body(fr_term *t, size_t beside)
{
    const fr_scene *s = t->scene;
    size_t room = t->rows > beside + LEAST_ROWS ? t->rows - beside : t->rows ? LEAST_ROWS : 0;
    size_t all = 0;
    char cut[120];

    for (size_t i = 0; i < s->n_boxes; i++) {
        size_t last = (size_t)s->boxes[i].row + s->boxes[i].more_rows + 1;
        all = last > all ? last : all;
    }
    room += room && all == room + 1; /* instead of the line that says that rows are cut */
    if (strcmp(s->what, "heatmap") == 0) {
        fr_term_heat(t);
    } else if (strcmp(s->what, "trend") == 0) {
        fr_term_trend(t, room);
    } else if (s->n_boxes) {
        fr_term_flame(t, room);
        if (room && room < all) {
            snprintf(cut, sizeof cut, "rows 1-%zu of %zu; a file has all: -o x.svg", room, all);
            fr_term_write_wrapped(t, fr_bytes_of(cut), fr_term_muted(t));
        }
    }
}

static void paint(fr_term *t)
{
    fr_output *head = fr_output_memory(), *foot = fr_output_memory(), *brief = fr_output_memory();
    size_t head_lines, foot_lines;
    fr_bytes above = in_memory(t, head, write_head, 0, &head_lines);
    fr_bytes below = in_memory(t, foot, write_foot, table_rows(t), &foot_lines);

    t->brief = t->rows && lines_beside(head_lines, foot_lines) + LEAST_ROWS > t->rows;
    if (t->brief)
        below = in_memory(t, brief, write_foot, table_rows(t), &foot_lines);
    fr_put(t->out, above);
    write_body(t, lines_beside(head_lines, foot_lines));
    fr_put(t->out, below);
    fr_output_free(head);
    fr_output_free(foot);
    fr_output_free(brief);
}

void fr_term_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    fr_term t = {.scene = scene,
                 .out = out,
                 .width = opt->columns ? opt->columns : STANDARD_WIDTH,
                 .rows = opt->rows,
                 .colours = opt->colours,
                 .scheme = scene->scheme == FR_SCHEME_LIGHT ? 0 : 1,
                 .root_below = !scene->view.icicle};

    t.width = t.width < LEAST_WIDTH ? LEAST_WIDTH : t.width;
    t.line = (fr_term_line){calloc(t.width, sizeof *t.line.cells), t.width};
    if (t.line.cells && fr_term_find_fills(&t))
        paint(&t);
    else
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    free(t.fills);
    free(t.line.cells);
}
