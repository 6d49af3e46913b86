/*
 * label.h - the label of a box that its name does not fit: a shorter form of the name where one fits,
 * else a cut that no other name of the picture has.
 *
 *     std::vector<int>::push_back(int)   vector<int>::push_back   push_back      forms (base/short_name.h)
 *     lua_rawrunprotected                …rawrunprotected   lua_r…ected   lua_raw…      cuts
 *
 * Where every cut that fits is taken by another name, or has too few characters, there is no label.
 * render/assets/draw/label.js does the same, in the same order of boxes.
 */
#ifndef FR_RENDER_LABEL_H
#define FR_RENDER_LABEL_H

#include "base/arena.h"
#include "base/intern.h"
#include "flamerender.h"

/* The cuts of a picture, and whose they are. Zeroed: none yet. */
typedef struct fr_labels {
    fr_names *cuts;
    const char **owner; /* by cut */
    size_t cap;
} fr_labels;

/* Returns what of `name` fits into `room` tenths of a px at `size`; at == NULL: nothing, or memory ran out.
 * `name` is one pointer for one name. opt->names and opt->truncate say what may be done to it. The result
 * is `name` itself or lives in `arena`. */
fr_bytes fr_labels_fit(fr_labels *labels, fr_arena *arena, const char *name, int32_t size,
                       int32_t room, const fr_flame_options *opt);
void fr_labels_reset(fr_labels *labels);

#endif
