/* svg_furniture.h - all of a picture but its boxes. */
#ifndef FR_RENDER_SVG_FURNITURE_H
#define FR_RENDER_SVG_FURNITURE_H

#include "render/svg/svg.h"

/* Texts, lines, bars and swatches of what `part` shows. */
void fr_svg_put_furniture(const fr_scene *scene, const fr_svg_part *part, fr_output *out);

#endif
