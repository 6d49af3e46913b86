/*
 * furniture_text.h - how wide a text is by its role, and the room for it: for furniture.c and axis.c.
 */
#ifndef FR_RENDER_FURNITURE_TEXT_H
#define FR_RENDER_FURNITURE_TEXT_H

#include "render/layout/furniture.h"
#include "render/measure.h"

/* Bold text is measured as plain text that is a tenth larger, which is never narrower: so does the
 * viewer. */
static inline int32_t fr_role_size(fr_text_role role)
{
    fr_text_style style = fr_text_style_of(role);
    return style.bold ? style.size + style.size / 10 : style.size;
}

static inline int32_t fr_role_width(fr_text_role role, fr_bytes text)
{
    return fr_text_width(text, fr_role_size(role), false);
}

/* Return where the plot ends at the right, and how wide it is. */
static inline int32_t fr_right_edge(const fr_scene *scene)
{
    return scene->width - FR_MARGIN;
}

static inline int32_t fr_plot_room(const fr_scene *scene)
{
    return scene->width - 2 * FR_MARGIN;
}

#endif
