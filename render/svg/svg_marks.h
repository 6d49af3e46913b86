/* svg_marks.h - the marks of boxes and swatches in SVG: one path for all of a kind. */
#ifndef FR_RENDER_SVG_MARKS_H
#define FR_RENDER_SVG_MARKS_H

#include "render/marks.h"

/* A box or swatch that has marks: a room, the marks, and the class and colour of its ink. */
typedef struct fr_svg_marked {
    fr_mark_rect room;
    uint8_t marks;
    uint32_t ink; /* a fill of the scene with that ink */
} fr_svg_marked;

#define FR_SVG_NO_INK UINT32_MAX

/* Paths for the marks of `n` items, which may be none. `inherited` is the ink that the element
 * around has, FR_SVG_NO_INK where it has none. */
void fr_svg_put_marks(const fr_scene *scene, const fr_svg_marked *items, size_t n,
                      uint32_t inherited, fr_output *out);
/* Returns true if any box or swatch has a mark that is painted in the colour of the ground. */
bool fr_svg_has_pattern(const fr_scene *scene);

#endif
