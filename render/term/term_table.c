/*
 * term_table.c - the functions under the picture.
 *
 *       self              total  function
 *     13.0 %  #########  13.0 %  clear_page_erms                      kernel
 *
 *      base      new   change  function                of a differential: total of each side
 *     14.6 %   20.2 %    +5.6  nearest
 */
#include "base/number.h"
#include "base/short_name.h"
#include "render/change_words.h"
#include "render/term/term.h"
#include "render/terminal.h"

#define EIGHTHS    8
#define BAR        12 /* columns of the longest bar */
#define KIND       12 /* columns for the kind, at the right */
#define KIND_FROM  70 /* narrower terminals have no room for kinds */
#define TABLE_FROM 30 /* narrower ones have no table */
#define BAR_FROM   50 /* ... and for bars */
#define LEAST_NAME 8

static size_t rows_of(const fr_scene *s)
{
    size_t n = 0;

    while (!s->sides && n < s->top.n && s->top.rows[n].self > 0)
        n++;
    if (!s->sides)
        return n;
    while (n < s->sides->n_functions &&
           (s->sides->functions[n].total.seen || s->sides->functions[n].self.seen))
        n++;
    return n;
}

size_t fr_term_table_lines(const fr_scene *scene)
{
    size_t n = rows_of(scene);

    return n ? n + 1 : 0;
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

    style.ink = fr_term_fill(t, fill).ground;
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

    style.ink = fr_term_fill(t, f->fill).ground;
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

static void write_head(fr_term *t)
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

void fr_term_table(fr_term *t, size_t most)
{
    const fr_scene *s = t->scene;
    size_t n = rows_of(s);

    n = most < n ? most : n;
    if (!n || t->width < TABLE_FROM)
        return;
    write_head(t);
    for (size_t i = 0; i < n; i++) {
        if (s->sides)
            write_change(t, &s->sides->functions[i]);
        else
            write_own(t, &s->top.rows[i]);
    }
}
