/*
 * label_text.h - labels as people read them: /tree, 4096 bytes, 12.
 */
#ifndef FR_MODEL_LABEL_TEXT_H
#define FR_MODEL_LABEL_TEXT_H

#include "base/output.h"
#include "model/profile.h"

/* A label without its key. A number has its unit, exact; the key stands for it where it is one:
 * bytes, but not alignment. */
void fr_put_label(fr_output *out, const fr_profile *profile, const fr_label *label);
/* Writes what a set says of a key, "a,b" where it has several labels of it, texts first, each in order. False
 * where it has none. */
bool fr_put_labels_of(fr_output *out, const fr_profile *profile, uint32_t set, fr_bytes key);

#endif
