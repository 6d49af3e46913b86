/* box_title.h - what a box is, as one line: the tooltip of pictures without a script. */
#ifndef FR_RENDER_BOX_TITLE_H
#define FR_RENDER_BOX_TITLE_H

#include "render/scene.h"

/* "main · 1 234 samples · 12.34 % · 56.78 % of parent · native", with the own value where it is another: " · self
 * 12"; boxes under 2 px without the last two. Of a differential both sides, as render/change_words.h says. Escaped
 * for XML. */
void fr_box_put_title(const fr_scene *scene, const fr_box *box, fr_output *out);
/* The title of a class of frames (fr_class_title()) in a picture: "thread" for "process" where stacks are of threads
 * (FR_STACKS_OF_THREADS). */
const char *fr_box_kind_title(const fr_scene *scene, const char *title);

#endif
