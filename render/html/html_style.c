/*
 * html_style.c - the page's style sheet: render/assets/page*.css between what depends on the picture.
 *
 *     :root{color-scheme:light dark;--ground:#ffffff;--ink:...}     the theme's colours
 *     *{box-sizing:border-box} ...                                  page.css, and page_live.css where a script runs
 *     main,...{max-width:calc(2.5rem + 1560px)}                     the picture's width
 *     body{font-family:...}
 *     @media (prefers-color-scheme:dark){...}                       unless the scheme is fixed
 */
#include "render/html/html.h"

#include "render/assets.h"
#include "render/svg/svg.h"
#include "render/svg/svg_attributes.h"

#define WIDEST_PERCENT                                                                             \
    130 /* of the picture's own width: boxes get no coarser than that; cells keep their size */

static const char *const scheme_names[] = {
    [FR_SCHEME_AUTO] = "light dark", [FR_SCHEME_LIGHT] = "light", [FR_SCHEME_DARK] = "dark"};

static void put_tokens(const fr_scene *scene, unsigned scheme, fr_output *out)
{
    const fr_tokens *t = &scene->tokens;

    fr_put_format(out, "--ground:#%06x;--ink:#%06x;--muted:#%06x;--hairline:#%06x}\n",
                  (unsigned)t->ground[scheme], (unsigned)t->ink[scheme], (unsigned)t->muted[scheme],
                  (unsigned)t->hairline[scheme]);
}

static void put_asset(fr_asset style, fr_output *out)
{
    fr_put(out, (fr_bytes){(const char *)style.at, style.len});
}

static void put_px(int64_t width, const char *after, fr_output *out)
{
    fr_put_scaled(out, width, 1);
    fr_put_format(out, "px%s", after);
}

/* How wide the picture may be and, where it scrolls, how narrow. */
static void put_widths(const fr_scene *scene, int32_t width, fr_output *out)
{
    bool cells = scene->heat.rows > 0;

    fr_put_text(out, cells ? "main{max-width:calc(2.5rem + max(44rem,"
                           : "main{max-width:calc(2.5rem + ");
    put_px(cells ? width : (int64_t)width * WIDEST_PERCENT / 100, cells ? "))}\n" : ")}\n", out);
    if (!cells && !scene->changes)
        return;
    fr_put_text(out, ".panels svg{min-width:min(44rem,");
    put_px(width, ")}\n", out);
    if (!cells)
        return;
    fr_put_text(out, ".panels svg{max-width:");
    put_px(width, "}\n.fr-heat #flamerender-picture{max-width:max(44rem,", out);
    put_px(width, ")}\n", out);
}

void fr_html_put_style(const fr_scene *scene, int32_t width, bool live, fr_output *out)
{
    fr_put_format(out, ":root{color-scheme:%s;", scheme_names[scene->scheme]);
    put_tokens(scene, scene->scheme == FR_SCHEME_DARK, out);
    put_asset(fr_page_style, out);
    if (live)
        put_asset(fr_page_live_style, out);
    put_widths(scene, width, out);
    fr_put_text(out, "body{font-family:");
    fr_put_text(out, scene->font_family); /* plain ASCII: themes/theme.c sees to that */
    fr_put_char(out, '}');
    fr_svg_put_outline_rule(scene, out);
    if (scene->scheme != FR_SCHEME_AUTO)
        return;
    fr_put_text(out, "\n@media (prefers-color-scheme:dark){\n:root{");
    put_tokens(scene, 1, out);
    fr_svg_put_dark_rules(scene, "", out);
    if (scene->flame)
        fr_svg_put_dark_rules(scene->flame, ".fr-below ", out);
    fr_put_text(out, "\n}");
}
