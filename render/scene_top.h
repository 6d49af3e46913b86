/*
 * scene_top.h - the functions of a flame graph, by what its boxes say: the table beside a picture.
 *
 * Counted is what is drawn, and no more: boxes under the threshold are in no row. A name that calls
 * itself counts once in its total.
 */
#ifndef FR_RENDER_SCENE_TOP_H
#define FR_RENDER_SCENE_TOP_H

#include "render/scene.h"

typedef struct fr_scene_top_row {
    const char *name; /* of the scene */
    int64_t self, total;
    uint32_t fill; /* of its first box */
} fr_scene_top_row;

typedef struct fr_scene_top {
    fr_scene_top_row *rows; /* the largest self first, then the largest total, then by name */
    size_t n;               /* functions drawn */
} fr_scene_top;

/* False when memory ran out; else rows are the caller's to free(), also where there is none. A
 * scene without functions (what is not "flame", "icicle" or "callers") has no row. */
bool fr_scene_top_build(const fr_scene *scene, fr_scene_top *top);

#endif
