/*
 * pictures.h - scenes to files: with the data that was drawn, where the format and --data have it.
 */
#ifndef FR_CLI_PICTURES_H
#define FR_CLI_PICTURES_H

#include "destination.h"
#include "flamerender.h"
#include "options.h"

/* Writes a scene as it is. A process of its own paints PNG and PDF. */
FR_CHECKED bool picture_write_scene(const struct options *opt, const fr_scene *scene,
                                    const struct destination *to, fr_error *err);
/* Whether the functions of the profile stand below what is drawn. */
bool picture_lists_functions(const struct options *opt, const struct destination *to);
/* Whether a page is asked for whose reader can pick samples by their labels and threads. */
bool picture_carries_labels(const struct options *opt, const struct destination *to);
/* Writes a scene of `profile`. */
bool picture_write(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                   const struct destination *to, fr_error *err);
/* Draws and writes a differential. */
bool picture_write_diff(const struct options *opt, const fr_diff *diff, const fr_theme *theme,
                        const struct destination *to, fr_error *err);

#endif
