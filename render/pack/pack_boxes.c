/* pack_boxes.c - boxes as varints, names once. */
#include "render/pack/pack_boxes.h"

#include "base/intern.h"
#include "render/pack/pack_bytes.h"
#include "render/pack/pack_changes.h"

#include <stdlib.h>

static void put_total(fr_output *out, const void *arg, size_t box)
{
    const fr_scene *scene = arg;

    fr_pack_varint(out, (uint64_t)scene->boxes[box].total);
}

/* Writes for a chart where a box begins on its parent, and how much higher its lane stands. */
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

/* ---- the rests of a box follow each other in the scene, each on the one before ---- */

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
                   void (*put_rest)(fr_output *out, const void *arg, size_t box))
{
    size_t n = first ? count_rests(scene, first) : 0;

    fr_pack_varint(out, n);
    for (size_t i = first; i < first + n; i++) {
        put_rest(out, arg, i);
        fr_pack_varint(out, scene->boxes[i].more_rows + 1u);
        fr_pack_varint(out, scene->boxes[i].n_hidden);
    }
}

/* ---- name, both amounts and fill of each function ---- */

static void put_amount(fr_output *out, const fr_change *c)
{
    fr_pack_varint(out, (uint64_t)c->base);
    fr_pack_varint(out, (uint64_t)c->new_);
    fr_pack_judged(out, c);
}

static void put_functions(const fr_sides *s, fr_output *out)
{
    fr_pack_varint(out, s->n_all_functions);
    fr_pack_varint(out, s->n_functions);
    for (size_t i = 0; i < s->n_functions; i++) {
        const fr_side_function *f = &s->functions[i];
        size_t len = strlen(f->name);
        fr_pack_varint(out, len);
        fr_put(out, (fr_bytes){f->name, len});
        put_amount(out, &f->total);
        put_amount(out, &f->self);
        fr_pack_varint(out, f->fill);
    }
}

fr_bytes fr_pack_functions(const fr_sides *sides)
{
    fr_output *out = fr_output_memory();
    fr_bytes whole = {NULL, 0};

    if (out) {
        put_functions(sides, out);
        whole = fr_pack_container("FRFN", out);
    }
    fr_output_free(out);
    return whole;
}
