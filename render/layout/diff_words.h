/*
 * diff_words.h - the sentences of a differential's picture. All live in the scene, which has its sides; where memory runs
 * out, it fails. diff/headline.c writes the first line.
 */
#ifndef FR_RENDER_DIFF_WORDS_H
#define FR_RENDER_DIFF_WORDS_H

#include "base/sentence.h"
#include "diff/diff.h"
#include "render/layout/flame_words.h"

#define FR_DIFF_SELF_WORDS FR_SEPARATOR "colour is the change of own value"

/* "main -> pr-1841 · both sides are of one size (...) · width is the mean of both shares" */
const char *fr_diff_words_subtitle(fr_scene *scene, const fr_diff *diff);
/* Says what a width means: "width is the share in pr-1841". */
const char *fr_diff_words_of_width(fr_scene *scene, fr_width_of of);
/* The author's notes, and after them how the sides are compared and what could not be seen. */
const char *fr_diff_words_notes(fr_scene *scene, const fr_diff *diff, const char *notes);
/* "all", with its shares where the root is not the whole: "all · 45.5 -> 50.0 % of the whole". */
const char *fr_diff_words_root(fr_scene *scene, const fr_diff *diff);
/* "7 of 312 functions changed"; "" where values are no counts. */
const char *fr_diff_words_changed(fr_scene *scene, const fr_diff *diff);
/* Says how many functions changed, and what is not drawn; fr_sides.changed is set. */
const char *fr_diff_words_statement(fr_scene *scene, bool whole_tree, const fr_flame_options *opt,
                                    fr_undrawn narrow, fr_undrawn deep);
/* Tells those who don't see the picture the first line, and the largest own changes. */
const char *fr_diff_words_description(fr_scene *scene, const fr_diff *diff);

#endif
