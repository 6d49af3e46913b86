/* pack_changes.c - nodes as varints, names once. */
#include "render/pack/pack_changes.h"

#include <stdlib.h>

#include "render/pack/pack_boxes.h"
#include "render/pack/pack_bytes.h"
#include "themes/theme.h"

#define SEEN 16 /* over every fr_verdict */

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

static fr_class class_of(const packing *p, size_t i)
{
    uint8_t kind = p->all ? p->scene->sides->nodes[i].kind : p->scene->boxes[i].kind;

    return fr_class_of(fr_bytes_of(name_of(p, i)), (fr_kind)kind, i == 0);
}

static bool add_names(const packing *p)
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

void fr_pack_judged(fr_output *out, const fr_change *c)
{
    fr_pack_zigzag(out, c->points);
    fr_pack_zigzag(out, (int64_t)c->share_points - c->points);
    fr_pack_varint(out, (uint64_t)c->error);
    fr_pack_varint(out, c->verdict + (c->seen ? SEEN : 0u));
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

    fr_pack_varint(p->out, p->all ? s->nodes[i].row : p->scene->boxes[i].row);
    fr_pack_varint(p->out, fr_names_find(p->names, fr_bytes_of(name_of(p, i))));
    fr_pack_varint(p->out, class_of(p, i));
    fr_pack_varint(p->out, p->all ? 0 : p->scene->boxes[i].n_hidden);
    put_side(p->out, c->total.base, c->self.base);
    put_side(p->out, c->total.new_, c->self.new_);
    fr_pack_varint(p->out, c->total_fill);
    fr_pack_varint(p->out, c->self_fill);
    fr_pack_judged(p->out, &c->total);
    fr_pack_judged(p->out, &c->self);
    put_width(p, i);
    fr_pack_rests(p->out, p->scene, p->all ? 0 : p->rests[i], p, put_rest_total);
}

static fr_bytes pack(const packing *p)
{
    if (!add_names(p))
        return (fr_bytes){NULL, 0};
    fr_pack_names(p->out, p->names);
    fr_pack_varint(p->out, p->widths);
    fr_pack_varint(p->out, count_items(p) - (p->all ? 0 : p->scene->n_rests));
    for (size_t i = 0; i < count_items(p); i++)
        if (!is_rest(p, i))
            put_node(p, i);
    return fr_pack_container("FRCH", p->out);
}

fr_bytes fr_pack_changes(const fr_scene *scene, bool all)
{
    packing p = {.scene = scene,
                 .out = fr_output_memory(),
                 .names = fr_names_new(),
                 .all = all,
                 .widths = !all && scene->sides->one_profile > 0,
                 .rests = fr_rests_find(scene)};
    fr_bytes whole = {NULL, 0};

    if (p.out && p.names && p.rests)
        whole = pack(&p);
    fr_output_free(p.out);
    fr_names_free(p.names);
    free(p.rests);
    return whole;
}
