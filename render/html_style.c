/*
 * html_style.c - how the page looks: quiet ground, one family of type, the picture as wide as there
 * is room. Sizes are in rem, so that they follow the reader's own; nothing scrolls sideways.
 */
#include "render/html.h"

#include "render/svg.h"

#define WIDEST_PERCENT 130 /* of the picture's own width: boxes get no coarser than that */

static const char *const scheme_names[] = {
    [FR_SCHEME_AUTO] = "light dark", [FR_SCHEME_LIGHT] = "light", [FR_SCHEME_DARK] = "dark"};

static const char layout[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--ground);color:var(--ink);font-size:.8125rem;line-height:1.5}\n"
    "main{margin:0 auto;padding:1.25rem}\n"
    "h1{margin:0;font-size:1.1875rem;line-height:1.3;overflow-wrap:anywhere}\n"
    "p{margin:.25rem 0 0;overflow-wrap:anywhere}\n"
    "p,figcaption,caption,thead th{color:var(--muted);font-size:.75rem}\n"
    "figure{margin:1.25rem 0 0}\n"
    "figure>svg{display:block;height:auto}\n"
    "figcaption{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;"
    "margin-top:.75rem}\n"
    "figcaption p{margin:0}\n"
    "ul{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;margin:0;padding:0;list-style:none}\n"
    "li svg,tbody svg{margin-right:.4rem;vertical-align:-.05rem}\n"
    "li span+svg{margin-left:.4rem}\n"
    "details{margin-top:1.75rem;max-width:60rem}\n"
    "summary{font-weight:700;cursor:pointer}\n"
    "table{width:100%;border-collapse:collapse}\n"
    "caption{padding:.25rem 0 .5rem;text-align:left}\n"
    "th,td{padding:.2rem 0 .2rem 1rem;text-align:right;vertical-align:top;font-weight:400;"
    "white-space:nowrap;font-variant-numeric:tabular-nums;border-top:1px solid var(--hairline)}\n"
    "thead th{border:0}\n"
    "th:first-child{width:100%;padding-left:0;text-align:left;white-space:normal;"
    "overflow-wrap:anywhere}\n"
    "tbody th:first-child{position:relative;padding-left:1.0875rem}\n"
    "tbody svg{position:absolute;left:0;top:.5rem}\n"
    "@media (max-width:40rem){th,td{padding-left:.5rem}thead th{white-space:normal}}\n"
    "@media print{main{padding:0}details{break-before:page}}\n";

static void put_tokens(const fr_scene *scene, unsigned scheme, fr_output *out)
{
    const fr_tokens *t = &scene->tokens;

    fr_put_format(out, "--ground:#%06x;--ink:#%06x;--muted:#%06x;--hairline:#%06x}\n",
                  (unsigned)t->ground[scheme], (unsigned)t->ink[scheme], (unsigned)t->muted[scheme],
                  (unsigned)t->hairline[scheme]);
}

void fr_html_put_style(const fr_scene *scene, int32_t width, fr_output *out)
{
    fr_put_format(out, ":root{color-scheme:%s;", scheme_names[scene->scheme]);
    put_tokens(scene, scene->scheme == FR_SCHEME_DARK, out);
    fr_put_text(out, layout);
    fr_put_text(out, "main{max-width:calc(2.5rem + ");
    fr_put_scaled(out, (int64_t)width * WIDEST_PERCENT / 100, 1);
    fr_put_text(out, "px)}\nbody{font-family:");
    fr_put_text(out, scene->font_family); /* plain ASCII: themes/theme.c sees to that */
    fr_put_char(out, '}');
    if (scene->scheme != FR_SCHEME_AUTO)
        return;
    fr_put_text(out, "\n@media (prefers-color-scheme:dark){\n:root{");
    put_tokens(scene, 1, out);
    fr_svg_put_dark_rules(scene, out);
    fr_put_text(out, "\n}");
}
