/* svg_sheet.h - inks by class: fills with the same ink share one. */
#ifndef FR_RENDER_SVG_SHEET_H
#define FR_RENDER_SVG_SHEET_H

#include "render/scene.h"

/* The first fill with the same ink: names the class of that ink. */
uint32_t fr_svg_ink_of(const fr_scene *scene, uint32_t fill);
/* The ink that most fills have. */
uint32_t fr_svg_common_ink(const fr_scene *scene);

#endif
