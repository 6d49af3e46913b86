/*
 * column_words.h - what a page says of each value column of its profile, where there are several: a reader may choose
 * another than the one that was drawn.
 */
#ifndef FR_RENDER_COLUMN_WORDS_H
#define FR_RENDER_COLUMN_WORDS_H

#include "render/scene.h"

/* Fills scene->view.columns. False where memory ran out. */
bool fr_column_words_add(fr_scene *scene, const fr_profile *profile);

#endif
