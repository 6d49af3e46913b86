/*
 * svg_sheet.h - the picture's style sheet, and inks by class: fills with the same ink share one.
 *
 *     <svg class="f3fa9c1" ...>
 *     <style>@media (prefers-color-scheme:dark){svg:root{background:#15171c}.f3fa9c1 .a0{...}}</style>
 *
 * The class names the rules by their hash: pictures that are inlined in one page keep their own colours, and
 * the page keeps its own. A picture that stands alone colours the window around it.
 */
#ifndef FR_RENDER_SVG_SHEET_H
#define FR_RENDER_SVG_SHEET_H

#include "render/scene.h"

/* The first fill with the same ink: names the class of that ink. */
uint32_t fr_svg_ink_of(const fr_scene *scene, uint32_t fill);
/* The ink that most fills have. */
uint32_t fr_svg_common_ink(const fr_scene *scene);
/* ` class="f3fa9c1"` for the <svg> element; nothing where a scheme is fixed. */
void fr_svg_put_scope(const fr_scene *scene, fr_output *out);
/* The <style>: dark colours, where light ones stand in the attributes, and the ground of a dark picture. */
void fr_svg_put_style(const fr_scene *scene, fr_output *out);

#endif
