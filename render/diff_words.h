/*
 * diff_words.h - the sentences of a differential: what is compared, what changed, how sure that is.
 *
 *     main -> pr-1841
 *     main 24 100 samples · pr-1841 23 700 samples · width is the mean of both shares · ...
 *     7 of 312 functions changed beyond noise (5 % false discovery rate) · 3 262 boxes drawn
 */
#ifndef FR_RENDER_DIFF_WORDS_H
#define FR_RENDER_DIFF_WORDS_H

#include "render/flame_words.h"
#include "render/scene.h"

typedef struct fr_diff fr_diff;

/* What a label begins with: "▲ 2.1", "▼ 0.04". */
const char *fr_diff_sign(fr_scene *scene, int32_t points);
const char *fr_diff_title(fr_scene *scene);
const char *fr_diff_subtitle(fr_scene *scene, const fr_diff *diff);
/* "all", with its shares where the root is not the whole. */
const char *fr_diff_root_label(fr_scene *scene, const fr_diff *diff);
/* What a viewer replaces in the subtitle, into scene->sides. */
void fr_diff_keep_words(fr_scene *scene);
/* "7 of 312 functions changed beyond noise (5 % false discovery rate)" */
const char *fr_diff_changed(fr_scene *scene, const fr_diff *diff);
/* That, and what is not drawn. */
const char *fr_diff_statement(fr_scene *scene, bool whole_tree, const fr_flame_options *opt,
                              fr_undrawn narrow, fr_undrawn deep);
const char *fr_diff_description(fr_scene *scene, const fr_diff *diff);

#endif
