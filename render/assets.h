/*
 * assets.h - what of render/assets is compiled in. embed.cmake there makes the C file.
 */
#ifndef FR_RENDER_ASSETS_H
#define FR_RENDER_ASSETS_H

#include <stddef.h>

typedef struct fr_asset {
    const unsigned char *at; /* text without a NUL */
    size_t len;
} fr_asset;

/* The viewer of a live SVG picture: one script of CMakeLists.txt, without <script> around it. */
extern const fr_asset fr_flame_script;
extern const fr_asset fr_diff_script;
/* The flame graph below the heatmap of a page. */
extern const fr_asset fr_heat_page_script;
/* The viewer of the HTML page, of flame graphs and differentials. */
extern const fr_asset fr_page_script;
/* The script of a heatmap in SVG. */
extern const fr_asset fr_heat_script;
/* The script of a trend, in SVG and in its page. */
extern const fr_asset fr_trend_script;
/* The script of a page of a trend that holds differentials. */
extern const fr_asset fr_trend_page_script;
/* page.css: the part of the HTML page's style sheet that is the same for all pages. */
extern const fr_asset fr_page_style;
/* page_live.css: what a page with a script adds to it. */
extern const fr_asset fr_page_live_style;

#endif
