/* svg_marks.h - the marks of boxes and swatches in SVG: one path for all of a kind. */
#ifndef FR_RENDER_SVG_SVG_MARKS_H
#define FR_RENDER_SVG_SVG_MARKS_H

#include "render/marks.h"
#include "render/scene.h"

/*
 * Lengths and colours as attributes: ` width="39.4"`, ` class="a0" fill="#ffaa99"`.
 *
 * An attribute has the colour of the light scheme, or of the one that was asked for. Where a style sheet adds the
 * other one, the class names the rule (svg_sheet.h).
 */

/* ` x="12.3"` from tenths of a px. */
static inline void fr_svg_put_length(const char *name, int32_t tenths, fr_output *out)
{
    fr_put_char(out, ' ');
    fr_put_text(out, name);
    fr_put_text(out, "=\"");
    fr_put_scaled(out, tenths, 1);
    fr_put_char(out, '"');
}

/* ` class="m" fill="#6d7078"`, or `stroke`. `colour` is that of the light and of the dark scheme. */
void fr_svg_put_colour(const fr_scene *scene, const char *name, const char *class_name,
                       const uint32_t colour[2], fr_output *out);
/* A fill of the scene: ` class="a3" fill="#d4d8df"`. */
void fr_svg_put_fill(const fr_scene *scene, uint32_t fill, fr_output *out);
/* The ink on a fill: ` class="k3" fill="#ffffff"`. */
void fr_svg_put_ink(const fr_scene *scene, uint32_t ink, fr_output *out);

/* ` stroke="#333333" stroke-width="0.6"`: round boxes, in the gaps between them; nothing where they have none. */
void fr_svg_put_outline(const fr_scene *scene, fr_output *out);
/* Writes the outline as a rule, for the paths that a viewer draws. */
void fr_svg_put_outline_rule(const fr_scene *scene, fr_output *out);

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

/* All bars as one path; nothing where there are none. */
void fr_svg_put_bars(const fr_scene *scene, fr_output *out);
/* The lines over the boxes: their halo in the ground as one path, then they themselves in the ink. */
void fr_svg_put_rings(const fr_scene *scene, fr_output *out);

#endif
