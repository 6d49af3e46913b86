/*
 * svg.h - the SVG picture as a part of another document: HTML has its texts and its style sheet
 * outside of the picture, where they flow and keep their size on narrow screens.
 */
#ifndef FR_RENDER_SVG_H
#define FR_RENDER_SVG_H

#include "render/scene.h"

#define FR_SVG_ALL_ROLES ((1u << FR_N_TEXT_ROLES) - 1)

/* The part of a scene that is painted. */
typedef struct fr_svg_part {
    int32_t x, y, width, height; /* the rectangle shown, in coordinates of the scene */
    unsigned roles; /* texts painted, 1u << role each; the swatches go with FR_TEXT_LEGEND */
    bool styled;    /* with a <style> of its own, where the scene has both schemes */
    bool fluid;     /* as wide as there is room, not as the scene */
    /* Narrower boxes are omitted, in tenths of a px; 0: none, and all boxes have titles */
    int32_t least;
    int32_t titled; /* of a picture with a `least`: narrower boxes have no title; 0: those of 8 px have one */
    bool pictured; /* the cells of a heatmap are an image (svg_cells.h), and no box has a title */
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

#endif
