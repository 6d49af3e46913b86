/*
 * html_heat.c - the legend of the cells, and what stands out in time:
 *
 *     <ul><li>0 [ ][-][=][#] 4 samples in 20 ms</li> <li>blank: not recorded</li></ul>
 *     <ol><li><a href="#range=3.4-3.6">1  from 3.4 s for 200 ms: ...</a> <code>--range 3.4-3.6</code></li></ol>
 */
#include "render/html/html_heat.h"

#include "render/svg/svg.h"

static void put_escaped(fr_output *out, const char *text)
{
    fr_put_xml(out, fr_bytes_of(text));
}

void fr_html_put_cells_legend(const fr_scene *scene, fr_output *out)
{
    size_t n = 0;

    for (size_t i = 0; i < scene->n_texts; i++) {
        if (scene->texts[i].role != FR_TEXT_LEGEND)
            continue;
        fr_put_text(out, n == 0 ? "<ul>\n<li><span>" : n == 1 ? "</span>" : "<li>");
        if (n == 1)
            fr_svg_put_swatches(scene, scene->swatches, scene->n_swatches, out);
        put_escaped(out, scene->texts[i].text);
        fr_put_text(out, n++ > 0 ? "</li>\n" : "");
    }
    fr_put_text(out, n ? "</ul>\n" : "");
}

static void put_one(const fr_scene_found *found, fr_output *out)
{
    bool link = *found->address;

    fr_put_text(out, "<li>");
    if (link) {
        fr_put_text(out, "<a href=\"");
        put_escaped(out, found->address);
        fr_put_text(out, "\">");
    }
    put_escaped(out, found->words);
    fr_put_text(out, link ? "</a> <code>" : " <code>");
    put_escaped(out, found->options);
    fr_put_text(out, "</code></li>\n");
}

void fr_html_put_found(const fr_scene *scene, fr_output *out)
{
    if (*scene->heat.note) {
        fr_put_text(out, "<p>");
        put_escaped(out, scene->heat.note);
        fr_put_text(out, "</p>\n");
    }
    fr_put_text(out, "<ol>\n");
    for (uint32_t i = 0; i < scene->heat.n_found; i++)
        put_one(&scene->heat.found[i], out);
    fr_put_text(out, "</ol>\n");
}
