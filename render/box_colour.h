/*
 * box_colour.h - from frames to the fills of a scene, by the scene's colouring.
 */
#ifndef FR_RENDER_BOX_COLOUR_H
#define FR_RENDER_BOX_COLOUR_H

#include "render/scene.h"

/* The scene's colouring, its listed places and how it shades names; `groups` as in fr_colouring.fill_of. */
void fr_box_colour_describe(fr_scene *scene, const fr_colouring *colouring, const fr_theme *theme,
                            const fr_bytes *groups);
/* The place of a frame. */
uint32_t fr_box_colour_place(const fr_scene *scene, const fr_coloured *frame);
/* A fill of a theme, of an entry of the legend that is counted from 0. */
static inline fr_fill fr_fill_of_entry(fr_theme_fill f, uint32_t entry)
{
    return (fr_fill){f.light, f.dark, f.ink_light, f.ink_dark, entry + 1};
}

/* The fill of a place: index into the scene's fills, to which it is added. */
uint32_t fr_box_colour_fill(fr_scene *scene, uint32_t place);

/* Decides whether packages tell more of a profile than kinds do: fr_profile_choose_colouring(). */
FR_CHECKED bool fr_are_packages_better(const fr_profile *profile, bool *are, fr_error *err);

/*
 * The fill of every frame of the packed profile, so that a viewer needs neither the
 * rules of classes nor the hash of names.
 */

/* Fills scene->view.frame_fills: an index into the scene's fills (to which it adds) for each frame
 * in the order of the container (model/pack.h). */
bool fr_frame_fills_add(fr_scene *scene, const fr_profile *profile, fr_error *err);

#endif
