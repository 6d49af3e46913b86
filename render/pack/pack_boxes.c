/* pack_boxes.c - boxes as varints, names once. */
#include "render/pack/pack_boxes.h"

#include <stdlib.h>

#include "base/intern.h"
#include "render/pack/pack_bytes.h"
#include "render/pack/pack_rests.h"

static void put_total(fr_output *out, const void *arg, size_t box)
{
    const fr_scene *scene = arg;

    fr_pack_varint(out, (uint64_t)scene->boxes[box].total);
}

/* Of a chart: where a box begins on its parent, and how much higher its lane stands. */
static void put_place(fr_output *out, const fr_scene *scene, const fr_box *box)
{
    if (!scene->view.chart)
        return;
    fr_pack_varint(out, (uint64_t)(box->start - scene->boxes[box->parent].start));
    fr_pack_varint(out, box->lane);
}

static void put_box(fr_output *out, const fr_box *box, const fr_names *names)
{
    fr_pack_varint(out, (uint64_t)(box->row - box->lane));
    fr_pack_varint(out, fr_names_find(names, fr_bytes_of(box->name)));
    fr_pack_varint(out, (uint64_t)box->total);
    fr_pack_varint(out, (uint64_t)box->self);
    fr_pack_varint(out, box->fill);
    fr_pack_varint(out, box->n_hidden);
}

static bool add_names(const fr_scene *scene, fr_names *names)
{
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (!scene->boxes[i].rest &&
            fr_names_add(names, fr_bytes_of(scene->boxes[i].name)) == FR_NO_ID)
            return false;
    return true;
}

static void put_raw(fr_output *out, const fr_scene *scene, const fr_names *names,
                    const uint32_t *rests)
{
    fr_pack_names(out, names);
    fr_pack_varint(out, scene->n_boxes - scene->n_rests);
    for (size_t i = 0; i < scene->n_boxes; i++) {
        if (scene->boxes[i].rest)
            continue;
        put_box(out, &scene->boxes[i], names);
        put_place(out, scene, &scene->boxes[i]);
        fr_pack_rests(out, scene, rests[i], scene, put_total);
    }
}

fr_bytes fr_pack_boxes(const fr_scene *scene)
{
    fr_names *names = fr_names_new();
    fr_output *raw = fr_output_memory();
    uint32_t *rests = fr_rests_find(scene);
    fr_bytes whole = {NULL, 0};

    if (names && raw && rests && add_names(scene, names)) {
        put_raw(raw, scene, names, rests);
        whole = fr_pack_container("FRBX", raw);
    }
    fr_output_free(raw);
    free(rests);
    fr_names_free(names);
    return whole;
}
