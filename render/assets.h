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

/* A page carries the text deflated (raw); its policy names the hash of the text. */
typedef struct fr_program {
    fr_asset packed;
    unsigned char sha256[32];
} fr_program;

/* The viewer of a live SVG picture: one script of CMakeLists.txt, without <script> around it. */
extern const fr_asset fr_flame_script;
extern const fr_asset fr_diff_script;
/* The script of a heatmap in SVG. */
extern const fr_asset fr_heat_script;
/* The script of a trend in SVG. */
extern const fr_asset fr_trend_script;
/* The script of every page, which unpacks its program and style. */
extern const fr_asset fr_start_page_script;

/* The viewer of the HTML page, of flame graphs and differentials. */
extern const fr_program fr_page_program;
/* The viewers of a heatmap's page, without and with the flame graph below it. */
extern const fr_program fr_heat_program;
extern const fr_program fr_heat_page_program;
/* The viewer of a trend's page, which holds differentials. */
extern const fr_program fr_trend_page_program;
/* page.css: the part of the HTML page's style sheet that is the same for all pages. */
extern const fr_asset fr_page_style;
/* page_live.css, deflated (raw): what the program of a page adds to it. */
extern const fr_asset fr_page_live_style;

#endif
