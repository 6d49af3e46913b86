/*
 * diff_words.h - the sentences of a differential: what changed, how sure that is, what is compared.
 *
 *     parse takes 1.4x as long: 14.6 -> 20.2 % of samples, sure beyond sampling noise
 *     main -> pr-1841 · 6 other functions changed · both sides are of one size (...) · width is ...
 *     7 of 312 functions changed · 3 262 boxes drawn
 */
#ifndef FR_RENDER_DIFF_WORDS_H
#define FR_RENDER_DIFF_WORDS_H

#include "render/layout/flame_words.h"
#include "render/scene.h"

typedef struct fr_diff fr_diff;

/* Returns what a label begins with: "+2.1", "−0.04", "+2.1 pp" with the unit, "+2.1?" of what may have changed. */
const char *fr_diff_sign(fr_scene *scene, const fr_change *change, bool unit);
/* The first line: what changed most (diff/headline.h). */
const char *fr_diff_title(fr_scene *scene, const fr_diff *diff);
const char *fr_diff_subtitle(fr_scene *scene, const fr_diff *diff);
/* "all", with its shares where the root is not the whole. */
const char *fr_diff_root_label(fr_scene *scene, const fr_diff *diff);
/* Keeps in scene->sides what a viewer replaces in the subtitle. */
void fr_diff_keep_words(fr_scene *scene);
/* "7 of 312 functions changed" */
const char *fr_diff_changed(fr_scene *scene, const fr_diff *diff);
/* That, and what is not drawn. */
const char *fr_diff_statement(fr_scene *scene, bool whole_tree, const fr_flame_options *opt,
                              fr_undrawn narrow, fr_undrawn deep);
/* The author's notes, and after them how the sides are compared and what could not be seen. */
const char *fr_diff_notes(fr_scene *scene, const fr_diff *diff, const char *notes);
const char *fr_diff_description(fr_scene *scene, const fr_diff *diff);

#endif
