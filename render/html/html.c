/*
 * html.c - one page in one file that asks the network for nothing, and is whole without a script.
 *
 *     <!DOCTYPE html> <head> the policy: nothing but the one <style>, the one script and the program, by their hashes
 *     <main>
 *       <h1>, <p>                   title and subtitle, as text that flows
 *       <figure>                    the picture with its axis, as wide as there is room
 *         <figcaption>              legend, statement, note
 *       <details><table>            the functions with the largest self
 *     </main>
 *     <script type="application/octet-stream" id="flamerender-data">RlJQSw...</script>
 *     <script type="application/octet-stream" id="flamerender-view">{"what":"flame",...}</script>
 *     <script type="application/octet-stream" id="flamerender-style">7b35nt22...</script>
 *     <script type="application/octet-stream" id="flamerender-program">ABsA5P...</script>
 *     <script>                      start_page.js: unpacks these two, and runs the program as one more script, the
 *                                   viewer, which takes over the figure
 *
 * Scripts of that type are no scripts but data, which no browser runs: the first is the profile (model/pack.h) in
 * base64, style and program are raw deflate (render/svg/svg.h). HTML Living Standard, https://html.spec.whatwg.org/;
 * Content Security Policy Level 3. Deliberately absent: style attributes, on* attributes, links out of the page,
 * anything with a URL but the cells of a large heatmap and an empty icon, which keeps browsers from asking for one.
 */
#include "base/bytes.h"
#include "base/output.h"
#include "render/backend.h"
#include "render/html/html_tables.h"
#include "render/measure.h"
#include "render/scene.h"
#include "render/svg/svg.h"

/*
 * The page's style sheet: render/assets/page*.css between what depends on the picture.
 *
 *     :root{color-scheme:light dark;--ground:#ffffff;--ink:...}     the theme's colours
 *     *{box-sizing:border-box} ...                                  page.css
 *     main,...{max-width:calc(2.5rem + 1560px)}                     the picture's width
 *     body{font-family:...}
 *     @media (prefers-color-scheme:dark){...}                       unless the scheme is fixed
 */

/* A part of the picture's own width: boxes get no coarser than that; cells keep their size. */
#define WIDEST_PERCENT 130

static const char *const schemes[] = {
    [FR_SCHEME_AUTO] = "light dark", [FR_SCHEME_LIGHT] = "light", [FR_SCHEME_DARK] = "dark"};

static void put_tokens(const fr_scene *scene, unsigned scheme, fr_output *out)
{
    const fr_tokens *t = &scene->tokens;

    fr_put_format(out, "--ground:#%06x;--ink:#%06x;--muted:#%06x;--hairline:#%06x}\n",
                  (unsigned)t->ground[scheme], (unsigned)t->ink[scheme], (unsigned)t->muted[scheme],
                  (unsigned)t->hairline[scheme]);
}

static void put_px(int64_t width, const char *after, fr_output *out)
{
    fr_put_scaled(out, width, 1);
    fr_put_format(out, "px%s", after);
}

/* Writes how wide the picture may be and, where it scrolls, how narrow. */
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

/* Writes the text of the only <style> element, for the page and the picture in it. `width` is the picture's own, in
 * tenths of a px; `live` where a script replaces the picture. It neither begins nor ends with a line end: some who
 * check hashes trim those. */
static void put_style(const fr_scene *scene, int32_t width, bool live, fr_output *out)
{
    fr_put_format(out, ":root{color-scheme:%s;", schemes[scene->scheme]);
    put_tokens(scene, scene->scheme == FR_SCHEME_DARK, out);
    fr_put(out, fr_asset_bytes(fr_page_style));
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
    /* its script draws it there (frame/frame.js), in a trend below the strip of its points */
    if (live && scene->flame)
        fr_svg_put_dark_rules(scene->flame,
                              scene->changes ? ".fr-scrub~:is(.fr-stage,.fr-foot) "
                                             : ":is(.fr-stage,.fr-foot) ",
                              out);
    if (live && scene->heat.rows)
        fr_svg_put_night_rule(out);
    fr_put_text(out, "\n}");
}

/*
 * One <flame-graph> element for a page of somebody else: a picture in a shadow root, which neither
 * takes the page's style nor gives it any, and whose ids are its own.
 *
 *     <flame-graph>
 *     <template shadowrootmode="open">
 *     <style>:host{all:initial;display:block;...}</style>
 *     <svg ...>                        the picture (svg.h) with its data, right without a script
 *     </template>
 *     <script>...</script>             that of the picture: start.js finds the shadow root beside it
 *     </flame-graph>
 *
 * HTML Living Standard, 4.12.3.1, declarative shadow roots. The host shows its foot first, where the root of a flame
 * graph is, when it is less high than its picture.
 */

/* Without a script the picture shrinks with the page; the viewer draws it in the width that there is. */
static void put_fragment_style(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    fr_put_format(out, "<style>:host{all:initial;display:block;color-scheme:%s",
                  schemes[scene->scheme]);
    if (opt->embed_height_px) {
        fr_put_format(out, ";height:%upx;overflow:hidden auto", (unsigned)opt->embed_height_px);
        fr_put_text(out, scene->view.icicle ? "" : ";display:flex;flex-direction:column-reverse");
    }
    fr_put_text(out, "}:host([hidden]){display:none}svg{display:block;flex:none}"
                     "svg[viewBox]{max-width:100%;height:auto}</style>\n");
}

/* The element, for a scene of a flame graph or a differential. */
static void put_fragment(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    /* a small profile goes along; an address of a <view> would be one of the page */
    fr_write_options own = *opt;
    own.data = FR_DATA_AUTO;
    own.n_views = 0;
    fr_svg_part whole = {.width = scene->width,
                         .height = scene->height,
                         .roles = FR_SVG_ALL_ROLES,
                         .styled = true,
                         .document = &own,
                         .apart = true};

    fr_put_text(out, "<flame-graph>\n<template shadowrootmode=\"open\">\n");
    put_fragment_style(scene, opt, out);
    fr_svg_put(scene, &whole, out);
    fr_put_text(out, "</template>\n");
    if (fr_svg_is_live(scene, opt)) {
        fr_put_text(out, "<script>");
        fr_put(out, fr_svg_live_script(scene));
        fr_put_text(out, "</script>\n");
    }
    fr_put_text(out, "</flame-graph>\n");
}

#define LEAST_BOX     5     /* tenths of a px: narrower boxes would make the page large */
#define LEAST_TITLED  400   /* where there is little room: titles take half of the bytes */
#define PICTURE_BYTES 72000 /* at most, of a picture that a script replaces */

/* All texts of a role as one element, whole, their lines joined again; nothing where none is. */
static void put_texts(const fr_scene *scene, fr_text_role role, const char *element, fr_output *out)
{
    if (!fr_scene_has_text(scene, role))
        return;
    fr_put_format(out, "<%s>", element);
    fr_scene_put_text(scene, role, fr_put_xml, out);
    fr_put_format(out, "</%s>\n", element);
}

/* ---- head ---- */

/* The program of the page, or NULL. */
static const fr_program *program_of(const fr_scene *scene, const fr_write_options *opt)
{
    if (fr_svg_is_live(scene, opt))
        return &fr_page_program;
    if (fr_trend_is_live(scene, opt))
        return &fr_trend_page_program;
    if (!fr_heat_is_live(scene, opt))
        return NULL;
    return scene->flame ? &fr_heat_page_program : &fr_heat_program;
}

/* " 'sha256-...'" */
static void put_digest(const unsigned char digest[FR_SHA256_BYTES], fr_output *out)
{
    fr_put_text(out, " 'sha256-");
    fr_put_base64(out, (fr_bytes){(const char *)digest, FR_SHA256_BYTES});
    fr_put_char(out, '\'');
}

static void put_hash(fr_bytes text, fr_output *out)
{
    unsigned char digest[FR_SHA256_BYTES];

    fr_sha256(text, digest);
    put_digest(digest, out);
}

/* Nothing may be loaded, run, sent or framed but the style and the scripts of these hashes. */
static void put_policy(fr_bytes style, const fr_program *program, fr_output *out)
{
    fr_put_text(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src");
    put_hash(style, out);
    fr_put_text(out, "; ");
    if (program) {
        fr_put_text(out, "script-src");
        put_hash(fr_asset_bytes(fr_start_page_script), out);
        put_digest(program->sha256, out);
        fr_put_text(out, "; ");
    }
    fr_put_text(out, "img-src data:; base-uri 'none'; form-action 'none'\">\n");
}

static void put_head(const fr_scene *scene, fr_bytes style, const fr_program *program,
                     fr_output *out)
{
    fr_put_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    put_policy(style, program, out);
    fr_put_text(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"generator\" content=\"flamerender\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>");
    fr_svg_put_title(scene, out);
    fr_put_text(out, "</title>\n<style>");
    fr_put(out, style);
    fr_put_text(out, "</style>\n</head>\n");
}

/* ---- picture ---- */

/* The rectangle of all that stays in the picture: boxes, lines and the texts of the axis. */
typedef struct bounds {
    int32_t x0, y0, x1, y1;
} bounds;

static void cover(bounds *b, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    b->x0 = x0 < b->x0 ? x0 : b->x0;
    b->y0 = y0 < b->y0 ? y0 : b->y0;
    b->x1 = x1 > b->x1 ? x1 : b->x1;
    b->y1 = y1 > b->y1 ? y1 : b->y1;
}

/* From the tops of capitals to the ends of descenders. */
static void cover_text(bounds *b, const fr_scene_text *t)
{
    fr_text_style style = fr_text_style_of(t->role);
    int32_t width = fr_text_width(fr_bytes_of(t->text), style.size, style.bold);
    int32_t x = t->anchor == FR_ANCHOR_END      ? t->x - width
                : t->anchor == FR_ANCHOR_MIDDLE ? t->x - width / 2
                                                : t->x;

    cover(b, x, t->y - style.size * 3 / 4, x + width, t->y + style.size / 4);
}

static bounds bounds_of(const fr_scene *scene)
{
    bounds b = {scene->width, scene->height, 0, 0};

    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        cover(&b, box->x0, box->y, box->x1, box->y + box->h);
    }
    for (size_t i = 0; i < scene->n_bars; i++) {
        const fr_scene_bar *bar = &scene->bars[i];
        cover(&b, bar->x, bar->y, bar->x + bar->w, bar->y + bar->h);
    }
    for (size_t i = 0; i < scene->n_lines; i++) {
        const fr_scene_line *line = &scene->lines[i];
        cover(&b, line->x0, line->y0, line->x1, line->y1);
    }
    for (size_t i = 0; i < scene->n_texts; i++)
        if (scene->texts[i].role == FR_TEXT_AXIS || scene->texts[i].role == FR_TEXT_PANEL)
            cover_text(&b, &scene->texts[i]);
    return b;
}

/* A colour and what it means, or a ramp between what its ends mean. */
static void put_entry(const fr_scene *scene, const fr_scene_swatch *swatch, size_t n,
                      fr_output *out)
{
    fr_put_text(out, "<li>");
    if (n > 1) {
        fr_put_text(out, "<span>");
        fr_put_escaped(out, swatch[0].title);
        fr_put_text(out, "</span>");
    }
    fr_svg_put_swatches(scene, swatch, n, out);
    fr_put_escaped(out, swatch[n - 1].title);
    fr_put_text(out, "</li>\n");
}

static void put_legend(const fr_scene *scene, fr_output *out)
{
    if (scene->n_swatches == 0)
        return;
    if (scene->heat.rows) {
        fr_html_put_cells_legend(scene, out);
        return;
    }
    fr_put_text(out, "<ul>\n");
    for (size_t i = 0, n; i < scene->n_swatches; i += n) {
        n = fr_scene_count_joined(scene, i);
        put_entry(scene, &scene->swatches[i], n, out);
    }
    fr_put_text(out, "</ul>\n");
}

static void put_paragraph(fr_output *out, const char *before, const char *text, const char *after)
{
    fr_put_format(out, "<p>%s", before);
    fr_put_escaped(out, text);
    fr_put_format(out, "%s</p>\n", after);
}

static size_t count_drawn(const fr_scene *scene, int32_t least)
{
    size_t n = 0;

    for (size_t i = 0; i < scene->n_boxes; i++)
        n += !scene->boxes[i].rest && scene->boxes[i].x1 - scene->boxes[i].x0 >= least;
    return n;
}

/* Writes what the picture says of its boxes, or where the page has fewer "3 095 of 10 815 boxes are drawn, those of
 * 0.5 px and more; the data of this page has all frames". */
static void put_statement(const fr_scene *scene, int32_t least, fr_output *out)
{
    size_t n = count_drawn(scene, least), all = count_drawn(scene, 0);

    if (n == all) {
        put_texts(scene, FR_TEXT_STATEMENT, "p", out);
        return;
    }
    fr_put_text(out, "<p>");
    if (scene->sides && *scene->sides->changed) {
        fr_put_escaped(out, scene->sides->changed);
        fr_put_text(out, " \xc2\xb7 ");
    }
    fr_say(out, "{} of {} {}", n, fr_as_count(all, "box", "boxes"),
           n == 1 ? "is drawn, that of " : "are drawn, those of ");
    fr_put_scaled(out, least, 1);
    fr_put_text(out, " px and more");
    fr_put_text(out, scene->payload ? "; the data of this page has all frames</p>\n" : "</p>\n");
}

static void put_omitted(const fr_scene *scene, fr_output *out)
{
    if (scene->omitted_labels)
        put_paragraph(out, "labels not on this page: ", scene->omitted_labels,
                      " (--where chooses by them before it is drawn)");
    if (scene->chart.omitted)
        put_paragraph(out, "no order in time: ", scene->chart.omitted,
                      strcmp(scene->chart.omitted, FR_CHART_TOO_LONG) == 0
                          ? " (do all samples have one clock?)"
                          : " (--flamechart draws it)");
}

/* Returns the class of the element around the picture, or NULL: what grows from its foot is opened at its foot; panels
 * and cells are not shrunk until nobody can read them, but scroll (page.css). */
static const char *holder_of(const fr_scene *scene)
{
    if (scene->view.zooms && !scene->view.icicle)
        return "rising";
    return scene->changes || scene->heat.rows ? "panels" : NULL;
}

/* Cells become an image; of boxes, those with a title and then all have to be wider. Returns false where nothing can be
 * made smaller. */
static bool make_smaller(fr_svg_part *part, const fr_scene *scene)
{
    bool cells = scene->heat.rows > 0;
    bool can = cells ? !part->pictured && scene->n_fills < FR_PNG_COLOURS
                     : scene->view.zooms && part->least < part->width / 2;

    if (can && cells)
        part->pictured = true;
    else if (can && !part->titled)
        part->titled = LEAST_TITLED;
    else if (can)
        part->least += part->least / 2;
    return can;
}

/* Writes the picture in at most `most` bytes, where that can be. */
static void put_svg_within(const fr_scene *scene, fr_svg_part *part, size_t most, fr_output *out)
{
    for (bool again = true; again;) {
        fr_output *svg = fr_output_memory();
        fr_svg_put(scene, part, svg);
        fr_bytes text = fr_part_bytes(svg, out);
        again = text.len > most && make_smaller(part, scene);
        if (!again)
            fr_put(out, text);
        fr_output_free(svg);
    }
}

static void put_picture(const fr_scene *scene, bounds b, bool live, fr_output *out)
{
    const char *holder = holder_of(scene);
    fr_svg_part part = {.x = b.x0,
                        .y = b.y0,
                        .width = b.x1 - b.x0,
                        .height = b.y1 - b.y0,
                        .roles = 1u << FR_TEXT_AXIS | 1u << FR_TEXT_PANEL,
                        .fluid = true,
                        .least = LEAST_BOX};

    fr_put_text(out, "<figure id=\"flamerender-picture\">\n");
    if (holder)
        fr_put_format(out, "<div class=\"%s\" tabindex=\"0\">\n", holder);
    put_svg_within(scene, &part, live ? PICTURE_BYTES : SIZE_MAX, out);
    fr_put_text(out, holder ? "</div>\n" : "");
    fr_put_text(out, "<figcaption>\n");
    put_legend(scene, out);
    put_statement(scene, part.least, out);
    put_omitted(scene, out);
    if (scene->flame && scene->heat.n_found)
        fr_html_put_found(scene, out);
    else
        put_texts(scene, FR_TEXT_NOTE, "p", out);
    fr_put_text(out, "</figcaption>\n</figure>\n");
}

/* ---- the whole ---- */

static const char changes_caption[] =
    "Each change, the largest first; what only passes on a change of what it calls comes last. q "
    "is the rate of chance at "
    "which a change would be named.";

/* Writes what the program reads, the program, and the script that starts it. */
static void put_live(const fr_scene *scene, const fr_write_options *opt, const fr_program *program,
                     fr_output *out)
{
    if (fr_svg_is_live(scene, opt))
        fr_html_put_live(scene, opt, out);
    else if (scene->heat.rows)
        fr_html_put_heat(scene, out);
    if (scene->n_steps)
        fr_html_put_steps(scene, opt, out);
    if (scene->flame)
        fr_html_put_below(scene->flame, opt, out);
    fr_html_put_data("style", fr_asset_bytes(fr_page_live_style), out);
    fr_html_put_data("program", fr_asset_bytes(program->packed), out);
    fr_put_text(out, "<script>");
    fr_put(out, fr_asset_bytes(fr_start_page_script));
    fr_put_text(out, "</script>\n");
}

static void put_page(const fr_scene *scene, const fr_write_options *opt, fr_bytes style, bounds b,
                     fr_output *out)
{
    const fr_program *program = program_of(scene, opt);

    put_head(scene, style, program, out);
    fr_put_text(out, "<body>\n<main>\n<h1>");
    fr_svg_put_title(scene, out);
    fr_put_text(out, "</h1>\n");
    put_texts(scene, FR_TEXT_SUBTITLE, "p", out);
    put_picture(scene, b, program != NULL, out);
    if (program && scene->heat.rows)
        fr_put_text(out, "<p id=\"flamerender-selection\" role=\"status\"></p>\n");
    if (scene->changes)
        fr_html_put_report(scene->changes, "Changes as a table", changes_caption, out);
    else if (scene->sides)
        fr_html_put_changes(scene, out);
    else
        fr_html_put_table(scene, out);
    fr_put_text(out, "</main>\n");
    if (scene->payload)
        fr_html_put_data("data", (fr_bytes){scene->payload, scene->payload_len}, out);
    if (program)
        put_live(scene, opt, program, out);
    fr_put_text(out, "</body>\n</html>\n");
}

static void put_whole_page(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    bounds b = bounds_of(scene);
    fr_output *sheet = fr_output_memory();

    put_style(scene, b.x1 - b.x0, program_of(scene, opt) != NULL, sheet);
    put_page(scene, opt, fr_part_bytes(sheet, out), b, out);
    fr_output_free(sheet);
}

void fr_html_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    if (opt->fragment && scene->view.zooms)
        put_fragment(scene, opt, out);
    else
        put_whole_page(scene, opt, out);
}
