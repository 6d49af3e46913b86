/* pack_rests.c - the rests of a box follow each other in the scene, each on the one before. */
#include "render/pack/pack_rests.h"

#include <stdlib.h>

#include "render/pack/pack_bytes.h"

uint32_t *fr_rests_find(const fr_scene *scene)
{
    uint32_t *first = calloc(scene->n_boxes + 1, sizeof *first);

    for (size_t i = 1; i < scene->n_boxes && first; i++) {
        const fr_box *box = &scene->boxes[i];
        if (box->rest && !scene->boxes[box->parent].rest)
            first[box->parent] = (uint32_t)i;
    }
    return first;
}

static size_t count_rests(const fr_scene *scene, uint32_t first)
{
    size_t n = 1;

    while (first + n < scene->n_boxes && scene->boxes[first + n].rest &&
           scene->boxes[first + n].parent == first + n - 1)
        n++;
    return n;
}

void fr_pack_rests(fr_output *out, const fr_scene *scene, uint32_t first, const void *arg,
                   void (*put_total)(fr_output *out, const void *arg, size_t box))
{
    size_t n = first ? count_rests(scene, first) : 0;

    fr_pack_varint(out, n);
    for (size_t i = first; i < first + n; i++) {
        put_total(out, arg, i);
        fr_pack_varint(out, scene->boxes[i].more_rows + 1u);
        fr_pack_varint(out, scene->boxes[i].n_hidden);
    }
}
