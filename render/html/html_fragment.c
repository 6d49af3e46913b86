/*
 * html_fragment.c - one <flame-graph> element for a page of somebody else: a picture in a shadow root, which neither
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
#include "render/html/html_fragment.h"

#include "render/svg/svg.h"
#include "render/svg/svg_live.h"

static const char *const schemes[] = {
    [FR_SCHEME_AUTO] = "light dark", [FR_SCHEME_LIGHT] = "light", [FR_SCHEME_DARK] = "dark"};

/* Without a script the picture shrinks with the page; the viewer draws it in the width that there is. */
static void put_style(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
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

void fr_html_put_fragment(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
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
    put_style(scene, opt, out);
    fr_svg_put(scene, &whole, out);
    fr_put_text(out, "</template>\n");
    if (fr_svg_is_live(scene, opt)) {
        fr_put_text(out, "<script>");
        fr_put(out, fr_svg_live_script(scene));
        fr_put_text(out, "</script>\n");
    }
    fr_put_text(out, "</flame-graph>\n");
}
