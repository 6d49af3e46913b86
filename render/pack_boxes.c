/* pack_boxes.c - boxes as varints, names once. */
#include "render/pack_boxes.h"

#include <stdlib.h>

#include "base/intern.h"
#include "render/pack_bytes.h"

/* `next` is where the next child of each box would start without a gap. */
static void put_box(fr_output *out, const fr_scene *scene, size_t i, const fr_names *names,
                    int64_t *next)
{
    const fr_box *box = &scene->boxes[i];
    int64_t from = i ? next[box->parent] : 0;

    fr_pack_varint(out, box->row);
    fr_pack_varint(out, fr_names_find(names, fr_bytes_of(box->name)));
    fr_pack_varint(out, (uint64_t)(box->start - from));
    fr_pack_varint(out, (uint64_t)box->total);
    fr_pack_varint(out, (uint64_t)box->self);
    fr_pack_varint(out, box->fill);
    fr_pack_varint(out, box->n_hidden);
    next[i] = box->start;
    if (i)
        next[box->parent] = box->start + box->total;
}

static bool add_names(const fr_scene *scene, fr_names *names)
{
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (fr_names_add(names, fr_bytes_of(scene->boxes[i].name)) == FR_NO_ID)
            return false;
    return true;
}

static void put_raw(fr_output *out, const fr_scene *scene, const fr_names *names, int64_t *next)
{
    fr_pack_names(out, names);
    fr_pack_varint(out, scene->n_boxes);
    for (size_t i = 0; i < scene->n_boxes; i++)
        put_box(out, scene, i, names, next);
}

fr_bytes fr_pack_boxes(const fr_scene *scene)
{
    fr_names *names = fr_names_new();
    int64_t *next = calloc(scene->n_boxes + 1, sizeof *next);
    fr_output *raw = fr_output_memory();
    fr_bytes whole = {NULL, 0};

    if (names && next && raw && add_names(scene, names)) {
        put_raw(raw, scene, names, next);
        whole = fr_pack_container("FRBX", raw);
    }
    fr_output_free(raw);
    free(next);
    fr_names_free(names);
    return whole;
}
