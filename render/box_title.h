/* box_title.h - what a box is, as one line: the tooltip of pictures without a script. */
#ifndef FR_RENDER_BOX_TITLE_H
#define FR_RENDER_BOX_TITLE_H

#include "render/scene.h"

/* "main · 1 234 samples · 12.34 %", and the own value where it is another: " · self 12". Of a
 * differential both sides, as render/diff_words.h says. Escaped for XML. */
void fr_box_put_title(const fr_scene *scene, const fr_box *box, fr_output *out);

#endif
