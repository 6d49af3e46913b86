/*
 * html_tables.c - what stands below the picture of a page, as tables and lists that need no script: functions, functions
 * of a differential, a report, what stands out in a heatmap.
 */
#include "render/html/html_tables.h"

#include "base/number.h"
#include "render/change_words.h"
#include "render/report/report_format.h"
#include "render/svg/svg.h"

/*
 * The functions of a scene as a table of its page.
 *
 *     function     self      self, share     total     total, share
 *     parse        12.3 ms   4.10 %          40 ms     13.33 %
 */

/* Begins what all tables are in, as far as the caption, whose text and the heads of columns are the caller's. */
static void begin_table(const char *summary, fr_output *out)
{
    fr_put_format(out,
                  "<details id=\"flamerender-table\" open>\n<summary>%s</summary>\n<table>\n"
                  "<caption>",
                  summary);
}

static void end_table(fr_output *out)
{
    fr_put_text(out, "</tbody>\n</table>\n</details>\n");
}

/* "12.3 ms" for people, 12345678 for programs. */
static void put_data(fr_output *out, int64_t value, uint32_t decimals, const char *text)
{
    fr_put_text(out, "<data value=\"");
    fr_put_scaled(out, value, decimals);
    fr_put_text(out, "\">");
    fr_put_escaped(out, text);
    fr_put_text(out, "</data>");
}

/* An amount, and what share of the whole it is. */
static void put_value(const fr_scene *scene, int64_t value, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    fr_put_text(out, "<td>");
    put_data(out, value, scene->decimals, fr_scene_amount(to, scene, value));
    fr_put_text(out, "</td><td>");
    fr_put_escaped(out, fr_format_share(to, value, scene->whole, 2));
    fr_put_text(out, "</td>");
}

/* The row of a function as far as its name. */
static void begin_function(const fr_scene *scene, uint32_t fill, const char *name, fr_output *out)
{
    fr_put_text(out, "<tr><th scope=\"row\">");
    fr_svg_put_swatch(scene, fill, out);
    fr_put_escaped(out, name);
    fr_put_text(out, "</th>");
}

static void put_function(const fr_scene *scene, const fr_scene_top_row *row, fr_output *out)
{
    begin_function(scene, row->fill, row->name, out);
    put_value(scene, row->self, out);
    put_value(scene, row->total, out);
    fr_put_text(out, "</tr>\n");
}

/* "30 of 120 functions" */
static void put_counts(size_t n_shown, size_t n, fr_output *out)
{
    if (n_shown < n)
        fr_say(out, "{} of ", n_shown);
    fr_put_counted(out, n, "function", "functions");
}

/* Says what is counted, and what is not. */
static void put_functions_caption(const fr_scene *scene, size_t n_shown, size_t n, fr_output *out)
{
    put_counts(n_shown, n, out);
    fr_put_text(out, ", the largest self first");
    if (!fr_unit_has_multiples(scene->unit)) {
        fr_put_text(out, ", in ");
        fr_put_escaped(out, scene->unit);
    }
    fr_put_text(out, ". All of the profile is counted, drawn or not; total counts a recursive "
                     "function once in a stack.</caption>\n");
}

void fr_html_put_table(const fr_scene *scene, fr_output *out)
{
    const fr_scene_top *top = &scene->top;

    if (top->n == 0)
        return;
    begin_table("Functions as a table", out);
    put_functions_caption(scene, top->n, top->n_all, out);
    fr_put_text(out, "<thead><tr><th scope=\"col\">function</th>"
                     "<th scope=\"col\">self</th><th scope=\"col\">self, share</th>"
                     "<th scope=\"col\">total</th><th scope=\"col\">total, share</th>"
                     "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < top->n; i++)
        put_function(scene, &top->rows[i], out);
    end_table(out);
}

/*
 * Functions of a differential, what changed first, then the largest own change:
 *
 *     function | self in main | in pr-1841 | change           | total in main | in pr-1841 | change
 *     # parse  | 12.30 %      | 13.50 %    | +1.20 pp ± 0.31  | ...
 */

#define MOST_ROWS 30 /* the page's script lists all functions */

static size_t count_rows(const fr_sides *sides)
{
    return sides->n_functions < MOST_ROWS ? sides->n_functions : MOST_ROWS;
}

/* A share for people, the value for programs. */
static void put_share(const fr_scene *s, int64_t value, int64_t whole, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    fr_put_text(out, "<td>");
    put_data(out, value, s->decimals, fr_format_share(to, value, whole, 2));
    fr_put_text(out, "</td>");
}

static void put_change(const fr_scene *s, const fr_change *c, fr_output *out)
{
    put_share(s, c->base, s->sides->base_whole, out);
    put_share(s, c->new_, s->sides->new_whole, out);
    fr_put_text(out, "<td>");
    fr_change_put(s->sides, c, out);
    fr_put_text(out, "</td>");
}

static void put_changed_function(const fr_scene *s, const fr_side_function *f, fr_output *out)
{
    begin_function(s, f->fill, f->name, out);
    put_change(s, &f->self, out);
    put_change(s, &f->total, out);
    fr_put_text(out, "</tr>\n");
}

static void put_change_heads(const fr_scene *s, const char *what, fr_output *out)
{
    const char *const sides[] = {s->sides->base_name, s->sides->new_name};

    for (int i = 0; i < 2; i++) {
        fr_put_format(out, "<th scope=\"col\">%s, ", what);
        fr_put_escaped(out, sides[i]);
        fr_put_text(out, "</th>");
    }
    fr_put_format(out, "<th scope=\"col\">%s, change</th>", what);
}

static void put_changes_caption(const fr_sides *sides, fr_output *out)
{
    put_counts(count_rows(sides), sides->n_all_functions, out);
    fr_put_text(
        out, ". First those that changed, or may have, then the largest changes of self. Shares "
             "are of each "
             "side, changes are points of the whole. Total counts a recursive function once in a "
             "stack.</caption>\n");
}

void fr_html_put_changes(const fr_scene *s, fr_output *out)
{
    if (s->sides->n_functions == 0)
        return;
    begin_table("Functions as a table", out);
    put_changes_caption(s->sides, out);
    fr_put_text(out, "<thead><tr><th scope=\"col\">function</th>");
    put_change_heads(s, "self", out);
    put_change_heads(s, "total", out);
    fr_put_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count_rows(s->sides); i++)
        put_changed_function(s, &s->sides->functions[i], out);
    end_table(out);
}

/*
 * A report as a table of a page, functions first:
 *
 *     function | what | since | from   | to     | change   | times | rate | of  | q
 *     sort     | step | v2.5  | 5.96 % | 7.99 % | +2.04 pp | 1.34x |      | own | 0.0000
 *
 * Numbers are <data> with the exact value, for the script that sorts the table and for other programs.
 */

/* The column that names a row. */
static size_t heading_of(const fr_report *r)
{
    for (size_t c = 0; c < r->n_columns; c++)
        if (strcmp(r->columns[c].key, "function") == 0)
            return c;
    return 0;
}

static void put_report_cell(const fr_report *r, size_t row, size_t c, fr_output *out)
{
    const fr_cell *cell = fr_report_cell(r, row, c);
    const fr_report_column *column = &r->columns[c];
    char to[FR_NUMBER_MAX];

    if (column->kind == FR_CELL_TEXT) {
        fr_put_xml(out, fr_report_text(r, cell));
        return;
    }
    const char *text = fr_cell_format(to, r, c, cell);
    if (cell->none)
        fr_put_escaped(out, text);
    else
        put_data(out, cell->value, column->decimals, text);
}

static void put_report_head(const fr_report *r, size_t c, fr_output *out)
{
    fr_put_text(out, "<th scope=\"col\">");
    fr_put_escaped(out, r->columns[c].title);
    fr_put_text(out, "</th>");
}

static void put_report_row(const fr_report *r, size_t row, size_t heading, fr_output *out)
{
    fr_put_text(out, "<tr><th scope=\"row\">");
    put_report_cell(r, row, heading, out);
    fr_put_text(out, "</th>");
    for (size_t c = 0; c < r->n_columns; c++) {
        if (c == heading)
            continue;
        fr_put_text(out, "<td>");
        put_report_cell(r, row, c, out);
        fr_put_text(out, "</td>");
    }
    fr_put_text(out, "</tr>\n");
}

void fr_html_put_report(const fr_report *r, const char *summary, const char *caption,
                        fr_output *out)
{
    size_t heading = heading_of(r);

    if (fr_report_n_rows(r) == 0)
        return;
    begin_table(summary, out);
    fr_put_text(out, caption);
    fr_put_text(out, "</caption>\n<thead><tr>");
    put_report_head(r, heading, out);
    for (size_t c = 0; c < r->n_columns; c++)
        if (c != heading)
            put_report_head(r, c, out);
    fr_put_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t row = 0; row < fr_report_n_rows(r); row++)
        put_report_row(r, row, heading, out);
    end_table(out);
}

/*
 * The legend of the cells, and what stands out in time:
 *
 *     <ul><li>0 [ ][-][=][#] 4 samples in 20 ms</li> <li>blank: not recorded</li></ul>
 *     <ol><li><a href="#range=3.4-3.6">1  from 3.4 s for 200 ms: ...</a> <code>--range 3.4-3.6</code></li></ol>
 */

void fr_html_put_cells_legend(const fr_scene *scene, fr_output *out)
{
    size_t n = 0;

    for (size_t i = 0; i < scene->n_texts; i++) {
        if (scene->texts[i].role != FR_TEXT_LEGEND)
            continue;
        fr_put_text(out, n == 0 ? "<ul>\n<li><span>" : n == 1 ? "</span>" : "<li>");
        if (n == 1)
            fr_svg_put_swatches(scene, scene->swatches, scene->n_swatches, out);
        fr_put_escaped(out, scene->texts[i].text);
        fr_put_text(out, n++ > 0 ? "</li>\n" : "");
    }
    fr_put_text(out, n ? "</ul>\n" : "");
}

static void put_found_one(const fr_scene_found *found, fr_output *out)
{
    bool link = *found->address;

    fr_put_text(out, "<li>");
    if (link) {
        fr_put_text(out, "<a href=\"");
        fr_put_escaped(out, found->address);
        fr_put_text(out, "\">");
    }
    fr_put_escaped(out, found->words);
    fr_put_text(out, link ? "</a> <code>" : " <code>");
    fr_put_escaped(out, found->options);
    fr_put_text(out, "</code></li>\n");
}

void fr_html_put_found(const fr_scene *scene, fr_output *out)
{
    if (*scene->heat.note) {
        fr_put_text(out, "<p>");
        fr_put_escaped(out, scene->heat.note);
        fr_put_text(out, "</p>\n");
    }
    fr_put_text(out, "<ol>\n");
    for (uint32_t i = 0; i < scene->heat.n_found; i++)
        put_found_one(&scene->heat.found[i], out);
    fr_put_text(out, "</ol>\n");
}
