/* assets.h - what of render/assets is compiled in. embed.cmake there makes the C file. */
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
extern const fr_asset fr_flame_script, fr_diff_script, fr_heat_script, fr_trend_script;
extern const fr_asset fr_start_page_script; /* of every page: unpacks its program and style */

extern const fr_program fr_page_program; /* of flame graphs and differentials */
/* A heatmap's, without and with the flame graph below it; a trend's, which holds differentials. */
extern const fr_program fr_heat_program, fr_heat_page_program, fr_trend_page_program;

extern const fr_asset fr_page_style;      /* page.css: the same for all pages */
extern const fr_asset fr_page_live_style; /* page_live.css, deflated (raw): added by a program */

#endif
