/*
 * html_changes.c - functions of a differential, what changed first, then the largest own change:
 *
 *     function | self in main | in pr-1841 | change           | total in main | in pr-1841 | change
 *     # parse  | 12.30 %      | 13.50 %    | +1.20 pp ± 0.31  | ...
 */
#include "render/html/html_changes.h"

#include "render/change_words.h"
#include "render/svg/svg.h"

#define MOST_ROWS 30 /* the page's script lists all functions */

static size_t count_rows(const fr_sides *sides)
{
    return sides->n_functions < MOST_ROWS ? sides->n_functions : MOST_ROWS;
}

static void put_escaped(fr_output *out, const char *text)
{
    fr_put_xml(out, fr_bytes_of(text));
}

/* A share for people, the value for programs. */
static void put_share(const fr_scene *s, int64_t value, int64_t whole, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    fr_put_text(out, "<td><data value=\"");
    fr_put_scaled(out, value, s->decimals);
    fr_put_text(out, "\">");
    put_escaped(out, fr_format_share(to, value, whole, 2));
    fr_put_text(out, "</data></td>");
}

static void put_change(const fr_scene *s, const fr_change *c, fr_output *out)
{
    put_share(s, c->base, s->sides->base_whole, out);
    put_share(s, c->new_, s->sides->new_whole, out);
    fr_put_text(out, "<td>");
    fr_change_put(s->sides, c, out);
    fr_put_text(out, "</td>");
}

static void put_row(const fr_scene *s, const fr_side_function *f, fr_output *out)
{
    fr_put_text(out, "<tr><th scope=\"row\">");
    fr_svg_put_swatch(s, f->fill, out);
    put_escaped(out, f->name);
    fr_put_text(out, "</th>");
    put_change(s, &f->self, out);
    put_change(s, &f->total, out);
    fr_put_text(out, "</tr>\n");
}

static void put_heads(const fr_scene *s, const char *what, fr_output *out)
{
    const char *const sides[] = {s->sides->base_name, s->sides->new_name};

    for (int i = 0; i < 2; i++) {
        fr_put_format(out, "<th scope=\"col\">%s, ", what);
        put_escaped(out, sides[i]);
        fr_put_text(out, "</th>");
    }
    fr_put_format(out, "<th scope=\"col\">%s, change</th>", what);
}

static void put_caption(const fr_sides *sides, fr_output *out)
{
    fr_put_text(out, "<caption>");
    if (count_rows(sides) < sides->n_all_functions) {
        fr_put_count(out, count_rows(sides));
        fr_put_text(out, " of ");
    }
    fr_put_counted(out, sides->n_all_functions, "function", "functions");
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
    fr_put_text(out, "<details id=\"flamerender-table\" open>\n"
                     "<summary>Functions as a table</summary>\n<table>\n");
    put_caption(s->sides, out);
    fr_put_text(out, "<thead><tr><th scope=\"col\">function</th>");
    put_heads(s, "self", out);
    put_heads(s, "total", out);
    fr_put_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count_rows(s->sides); i++)
        put_row(s, &s->sides->functions[i], out);
    fr_put_text(out, "</tbody>\n</table>\n</details>\n");
}
