/*
 * svg.h - the SVG picture, also as a part of another document: HTML has its texts and its style sheet
 * outside of the picture, where they flow and keep their size on narrow screens.
 */
#ifndef FR_RENDER_SVG_H
#define FR_RENDER_SVG_H

#include "render/backend.h"

#define FR_SVG_ALL_ROLES ((1u << FR_N_TEXT_ROLES) - 1)

/* The part of a scene that is painted. */
typedef struct fr_svg_part {
    int32_t x, y, width, height; /* the rectangle shown, in coordinates of the scene */
    unsigned roles; /* texts painted, 1u << role each; the swatches go with FR_TEXT_LEGEND */
    bool styled;    /* with a <style> of its own, where the scene has both schemes */
    bool fluid;     /* as wide as there is room, not as the scene */
    /* Narrower boxes are omitted, in tenths of a px; 0: none, and all boxes have titles */
    int32_t least;
    /* In a picture with a `least`, narrower boxes have no title; 0: those of 8 px have one */
    int32_t titled;
    /* The cells of a heatmap are an image (fr_svg_put_cells), and no box has a title */
    bool pictured;
    const fr_write_options *document; /* a document of its own: may have a script, data, views */
    bool apart;                       /* its script stands elsewhere */
} fr_svg_part;

/* One <svg> element. */
void fr_svg_put(const fr_scene *scene, const fr_svg_part *part, fr_output *out);
/* The rules of the dark scheme, for a sheet that says when they hold:
 *     .g{fill:#15171c}.i{..}.m{..}.t{stroke:..}.l{stroke:..}   ground, ink, muted, ticks, hairlines
 *     .a0{fill:..}.k0{fill:..}...                              fills, and the inks on them
 * `scope` stands before each: ".f3fa9c1 ", or "" for the whole document. */
void fr_svg_put_dark_rules(const fr_scene *scene, const char *scope, fr_output *out);
/* The ink that most fills have. */
uint32_t fr_svg_common_ink(const fr_scene *scene);
/* ` class="f3fa9c1"` for the <svg> element; nothing where a scheme is fixed. */
void fr_svg_put_scope(const fr_scene *scene, fr_output *out);
/* The <style>: dark colours, where light ones stand in the attributes, and the ground of a dark picture. */
void fr_svg_put_style(const fr_scene *scene, fr_output *out);
/* A square of a fill, 11 px wide, as an <svg> of its own for a line of text. */
void fr_svg_put_swatch(const fr_scene *scene, uint32_t fill, fr_output *out);
/* The swatches of an entry of a legend, with their marks, as one <svg> for a line of text. */
void fr_svg_put_swatches(const fr_scene *scene, const fr_scene_swatch *swatches, size_t n,
                         fr_output *out);
/* The text of the title, escaped, which names the document; what the scene is, where it has none. */
void fr_svg_put_title(const fr_scene *scene, fr_output *out);

/* ---- all of a picture but its boxes ---- */

/* Texts, lines, bars and swatches of what `part` shows. */
void fr_svg_put_furniture(const fr_scene *scene, const fr_svg_part *part, fr_output *out);

/* ---- lengths, and colours with the class of the rule that has the other scheme's, as attributes ---- */

/* ` x="12.3"` from tenths of a px. */
void fr_svg_put_length(const char *name, int32_t tenths, fr_output *out);

/* ` class="m" fill="#6d7078"`, or `stroke`. `colour` is that of the light and of the dark scheme. */
void fr_svg_put_colour(const fr_scene *scene, const char *name, const char *class_name,
                       const uint32_t colour[2], fr_output *out);
/* A fill of the scene: ` class="a3" fill="#d4d8df"`. */
void fr_svg_put_fill(const fr_scene *scene, uint32_t fill, fr_output *out);
/* The ink on a fill: ` class="k3" fill="#ffffff"`. */
void fr_svg_put_ink(const fr_scene *scene, uint32_t ink, fr_output *out);

/* Writes the outline as a rule, for the paths that a viewer draws. */
void fr_svg_put_outline_rule(const fr_scene *scene, fr_output *out);

/* A box or swatch that has marks: a room, the marks, and the class and colour of its ink. */
typedef struct fr_svg_marked {
    fr_mark_rect room;
    uint8_t marks;
    uint32_t ink; /* a fill of the scene with that ink */
} fr_svg_marked;

/* Paths for the marks of `n` items, which may be none. `inherited` is the ink that the element
 * around has, UINT32_MAX where it has none. */
void fr_svg_put_marks(const fr_scene *scene, const fr_svg_marked *items, size_t n,
                      uint32_t inherited, fr_output *out);

/* Writes the outline of a rectangle for a path: M12.3 4h9v7h-9z */
void fr_svg_put_rectangle(int32_t x, int32_t y, int32_t w, int32_t h, fr_output *out);
bool fr_svg_has_rings(const fr_scene *scene); /* lines over the boxes */
/* The lines over the boxes: their halo in the ground as one path, then they themselves in the ink. */
void fr_svg_put_rings(const fr_scene *scene, fr_output *out);

/* The first fill with the same ink: names the class of that ink. */
uint32_t fr_svg_ink_of(const fr_scene *scene, uint32_t fill);

#define FR_HEAT_CELL_ROW 2 /* of boxes: the plot, its columns, their cells */

/* Writes the cells of a heatmap as an image, or where a scene has both schemes as one of class "day" and one of class
 * "night". `out` fails where memory ran out. */
void fr_svg_put_cells(const fr_scene *scene, fr_output *out);
/* The rule that shows the other one, for a sheet that says when the scheme is dark. */
void fr_svg_put_night_rule(fr_output *out);

/* Return true if the picture is a heatmap, or a trend, that gets a script. */
bool fr_heat_is_live(const fr_scene *scene, const fr_write_options *opt);
bool fr_trend_is_live(const fr_scene *scene, const fr_write_options *opt);
/* Writes what makes the SVG of a heatmap or a trend answer: the numbers of its cells, inert, and its script. Nothing
 * where the picture is neither, or is to have no script. */
void fr_svg_put_plot_script(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* Writes the numbers of cells for a page, and the samples of the flame graph below. */
void fr_html_put_heat(const fr_scene *scene, fr_output *out);

/* ---- what makes an SVG picture answer: its data, inert, and the one script (svg_live.c) ---- */

/* True where the picture of `scene` gets a script under these options. */
bool fr_svg_is_live(const fr_scene *scene, const fr_write_options *opt);
void fr_svg_put_script(fr_bytes script, fr_output *out); /* as an element of SVG */
/* Write the data without the script, and the script alone. */
void fr_svg_put_data(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
fr_bytes fr_svg_live_script(const fr_scene *scene);
/* Bytes that the script of a page reads: <script type="application/octet-stream" id="flamerender-data">RlJQSw... */
void fr_html_put_data(const char *what, fr_bytes bytes, fr_output *out);
/* The data for a page, which has the profile already: */
void fr_html_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out);
/* The data of a flame graph that a page's script draws below a heatmap. */
void fr_html_put_below(const fr_scene *flame, const fr_write_options *opt, fr_output *out);
/* The differentials that the page of a trend opens, by the number of their point: "view-5", "changes-5"; and a list of
 * these numbers, with the names of the points: "steps". */
void fr_html_put_steps(const fr_scene *trend, const fr_write_options *opt, fr_output *out);

/* ---- what of render/assets is compiled in: embed.cmake there makes the C file ---- */

typedef struct fr_asset {
    const unsigned char *at; /* text without a NUL */
    size_t len;
} fr_asset;

fr_bytes fr_asset_bytes(fr_asset asset);

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
