/* pack_boxes.c - boxes as varints, names once. */
#include "render/pack/pack_boxes.h"

#include "themes/theme.h"

#include <stdlib.h>

static void put_total(fr_output *out, const void *arg, size_t box)
{
    const fr_scene *scene = arg;

    fr_pack_varint(out, (uint64_t)scene->boxes[box].total);
}

static bool add_names(const fr_scene *scene, fr_names *names)
{
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (!scene->boxes[i].rest &&
            fr_names_add(names, fr_bytes_of(scene->boxes[i].name)) == FR_NO_ID)
            return false;
    return true;
}

/* Writes the rests of a box, which follow each other in the scene, each on the one before; `put_rest` writes the
 * total of one. */
static void pack_rests(fr_output *out, const fr_scene *scene, uint32_t first, const void *arg,
                       void (*put_rest)(fr_output *out, const void *arg, size_t box))
{
    size_t n = first != 0;

    while (n && first + n < scene->n_boxes && scene->boxes[first + n].rest &&
           scene->boxes[first + n].parent == first + n - 1)
        n++;
    fr_pack_varint(out, n);
    for (size_t i = first; i < first + n; i++) {
        put_rest(out, arg, i);
        fr_pack_varint(out, scene->boxes[i].more_rows + 1u);
        fr_pack_varint(out, scene->boxes[i].n_hidden);
    }
}

static void put_raw(fr_output *out, const fr_scene *scene, const fr_names *names,
                    const uint32_t *rests)
{
    fr_pack_names(out, names);
    fr_pack_varint(out, scene->n_boxes - scene->n_rests);
    for (size_t i = 0; i < scene->n_boxes; i++) {
        if (scene->boxes[i].rest)
            continue;
        const fr_box *box = &scene->boxes[i];
        fr_pack_varint(out, (uint64_t)(box->row - box->lane));
        fr_pack_varint(out, fr_names_find(names, fr_bytes_of(box->name)));
        fr_pack_varint(out, (uint64_t)box->total);
        fr_pack_varint(out, (uint64_t)box->self);
        fr_pack_varint(out, box->fill);
        fr_pack_varint(out, box->n_hidden);
        if (scene->view
                .chart) { /* where a box begins on its parent, and how much higher its lane stands */
            fr_pack_varint(out, (uint64_t)(box->start - scene->boxes[box->parent].start));
            fr_pack_varint(out, box->lane);
        }
        pack_rests(out, scene, rests[i], scene, put_total);
    }
}

/* For each box the first of its rests, 0 where there is none. To be freed; NULL when memory ran out. */
static uint32_t *find_rest(const fr_scene *scene)
{
    uint32_t *first = calloc(scene->n_boxes + 1, sizeof *first);

    for (size_t i = 1; i < scene->n_boxes && first; i++) {
        const fr_box *box = &scene->boxes[i];
        if (box->rest && !scene->boxes[box->parent].rest)
            first[box->parent] = (uint32_t)i;
    }
    return first;
}

fr_bytes fr_pack_boxes(const fr_scene *scene)
{
    fr_names *names = fr_names_new();
    fr_output *raw = fr_output_memory();
    uint32_t *rests = find_rest(scene);
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

/* ---- name, both amounts and fill of each function ---- */

#define SEEN 16 /* over every fr_verdict */

/* Points, share points less points, error, and the verdict with whether it is seen. */
static void pack_judged(fr_output *out, const fr_change *c)
{
    fr_pack_zigzag(out, c->points);
    fr_pack_zigzag(out, (int64_t)c->share_points - c->points);
    fr_pack_varint(out, (uint64_t)c->error);
    fr_pack_varint(out, c->verdict + (c->seen ? SEEN : 0u));
}

static void put_amount(fr_output *out, const fr_change *c)
{
    fr_pack_varint(out, (uint64_t)c->base);
    fr_pack_varint(out, (uint64_t)c->new_);
    pack_judged(out, c);
}

fr_bytes fr_pack_functions(const fr_sides *sides)
{
    fr_output *out = fr_output_memory();
    fr_bytes whole = {NULL, 0};

    if (out) {
        fr_pack_varint(out, sides->n_all_functions);
        fr_pack_varint(out, sides->n_functions);
        for (size_t i = 0; i < sides->n_functions; i++) {
            const fr_side_function *f = &sides->functions[i];
            size_t len = strlen(f->name);
            fr_pack_varint(out, len);
            fr_put(out, (fr_bytes){f->name, len});
            put_amount(out, &f->total);
            put_amount(out, &f->self);
            fr_pack_varint(out, f->fill);
        }
        whole = fr_pack_container("FRFN", out);
    }
    fr_output_free(out);
    return whole;
}

/* ---- both sides of a differential, all nodes or the drawn boxes ---- */

typedef struct packing {
    const fr_scene *scene;
    fr_output *out;
    fr_names *names;
    bool all, widths;
    uint32_t *rests; /* of each box */
} packing;

static size_t count_items(const packing *p)
{
    return p->all ? p->scene->sides->n_nodes : p->scene->n_boxes;
}

static bool is_rest(const packing *p, size_t i)
{
    return !p->all && p->scene->boxes[i].rest;
}

static const char *name_of(const packing *p, size_t i)
{
    return p->all ? p->scene->sides->nodes[i].name : p->scene->boxes[i].name;
}

static bool add_change_names(const packing *p)
{
    for (size_t i = 0; i < count_items(p); i++)
        if (!is_rest(p, i) && fr_names_add(p->names, fr_bytes_of(name_of(p, i))) == FR_NO_ID)
            return false;
    return true;
}

static void put_side(fr_output *out, int64_t total, int64_t self)
{
    fr_pack_varint(out, (uint64_t)total);
    fr_pack_varint(out, (uint64_t)self);
}

static void put_width(const packing *p, size_t i)
{
    if (p->widths)
        fr_pack_varint(p->out, (uint64_t)p->scene->boxes[i].total);
}

static void put_rest_total(fr_output *out, const void *arg, size_t box)
{
    const packing *p = arg;
    const fr_change *c = &p->scene->sides->boxes[box].total;

    fr_pack_varint(out, (uint64_t)c->base);
    fr_pack_varint(out, (uint64_t)c->new_);
    put_width(p, box);
}

static void put_node(const packing *p, size_t i)
{
    const fr_sides *s = p->scene->sides;
    const fr_box_change *c = p->all ? &s->nodes[i].change : &s->boxes[i];
    fr_kind kind = (fr_kind)(p->all ? s->nodes[i].kind : p->scene->boxes[i].kind);
    fr_bytes name = fr_bytes_of(name_of(p, i));

    fr_pack_varint(p->out, p->all ? s->nodes[i].row : p->scene->boxes[i].row);
    fr_pack_varint(p->out, fr_names_find(p->names, name));
    fr_pack_varint(p->out, fr_class_of(name, kind, i == 0));
    fr_pack_varint(p->out, p->all ? 0 : p->scene->boxes[i].n_hidden);
    put_side(p->out, c->total.base, c->self.base);
    put_side(p->out, c->total.new_, c->self.new_);
    fr_pack_varint(p->out, c->total_fill);
    fr_pack_varint(p->out, c->self_fill);
    pack_judged(p->out, &c->total);
    pack_judged(p->out, &c->self);
    put_width(p, i);
    pack_rests(p->out, p->scene, p->all ? 0 : p->rests[i], p, put_rest_total);
}

fr_bytes fr_pack_changes(const fr_scene *scene, bool all)
{
    packing p = {.scene = scene,
                 .out = fr_output_memory(),
                 .names = fr_names_new(),
                 .all = all,
                 .widths = !all && scene->sides->one_profile > 0,
                 .rests = find_rest(scene)};
    fr_bytes whole = {NULL, 0};

    if (p.out && p.names && p.rests && add_change_names(&p)) {
        fr_pack_names(p.out, p.names);
        fr_pack_varint(p.out, p.widths);
        fr_pack_varint(p.out, count_items(&p) - (all ? 0 : scene->n_rests));
        for (size_t i = 0; i < count_items(&p); i++)
            if (!is_rest(&p, i))
                put_node(&p, i);
        whole = fr_pack_container("FRCH", p.out);
    }
    fr_output_free(p.out);
    fr_names_free(p.names);
    free(p.rests);
    return whole;
}
