/* html_table.c - the table of functions under the picture of a page. */
#include "render/html/html_table.h"

#include "base/number.h"
#include "render/svg/svg.h"

static void put_escaped(fr_output *out, const char *text)
{
    fr_put_xml(out, fr_bytes_of(text));
}

/* "12.3 ms" for people, 12345678 for programs. */
static void put_value(const fr_scene *scene, int64_t value, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    fr_put_text(out, "<td><data value=\"");
    fr_put_scaled(out, value, scene->decimals);
    fr_put_text(out, "\">");
    put_escaped(out, fr_unit_has_multiples(scene->unit)
                         ? fr_format_human(to, value, scene->decimals, scene->unit)
                         : fr_format_grouped(to, value, scene->decimals));
    fr_put_text(out, "</data></td><td>");
    put_escaped(out, fr_format_share(to, value, scene->whole, 2));
    fr_put_text(out, "</td>");
}

static void put_row(const fr_scene *scene, const fr_scene_top_row *row, fr_output *out)
{
    fr_put_text(out, "<tr><th scope=\"row\">");
    fr_svg_put_swatch(scene, row->fill, out);
    put_escaped(out, row->name);
    fr_put_text(out, "</th>");
    put_value(scene, row->self, out);
    put_value(scene, row->total, out);
    fr_put_text(out, "</tr>\n");
}

/* What is counted, and what is not. */
static void put_caption(const fr_scene *scene, size_t n_shown, size_t n, fr_output *out)
{
    fr_put_text(out, "<caption>");
    if (n_shown < n) {
        fr_put_count(out, n_shown);
        fr_put_text(out, " of ");
    }
    fr_put_counted(out, n, "function", "functions");
    fr_put_text(out, ", the largest self first");
    if (!fr_unit_has_multiples(scene->unit)) {
        fr_put_text(out, ", in ");
        put_escaped(out, scene->unit);
    }
    fr_put_text(out, ". All of the profile is counted, drawn or not; total counts a recursive "
                     "function once in a stack.</caption>\n");
}

void fr_html_put_table(const fr_scene *scene, fr_output *out)
{
    const fr_scene_top *top = &scene->top;

    if (top->n == 0)
        return;
    fr_put_text(out, "<details id=\"flamerender-table\" open>\n"
                     "<summary>Functions as a table</summary>\n<table>\n");
    put_caption(scene, top->n, top->n_all, out);
    fr_put_text(out, "<thead><tr><th scope=\"col\">function</th>"
                     "<th scope=\"col\">self</th><th scope=\"col\">self, share</th>"
                     "<th scope=\"col\">total</th><th scope=\"col\">total, share</th>"
                     "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < top->n; i++)
        put_row(scene, &top->rows[i], out);
    fr_put_text(out, "</tbody>\n</table>\n</details>\n");
}
