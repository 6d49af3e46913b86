/*
 * pack_boxes.c - boxes as varints, names once, in containers that are deflated:
 *
 *     "FRBX" version(1) raw_length(varint) deflate( names boxes )
 *
 *     names  n, then: length and bytes
 *     boxes  n, then: row, name (from 0; the root has none), total, self, fill, hidden children,
 *            rests
 *     rests  the boxes that stand for narrow frames on a box: n, then for each, the lowest first: total, rows, frames;
 *            the totals of a differential are base and new, and the width where the others have one
 *
 * All numbers are LEB128 varints; boxes stand in pre-order, each at the right edge of its sibling before, the
 * first at its parent's left edge.
 */
#include "render/pack/containers.h"

#include "base/intern.h"
#include "base/wrapping.h"
#include "themes/theme.h"

#include <stdlib.h>

#define VERSION 1

void fr_pack_varint(fr_output *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        fr_put_char(out, (char)(unsigned char)(value | 0x80));
    fr_put_char(out, (char)(unsigned char)value);
}

void fr_pack_zigzag(fr_output *out, int64_t value)
{
    fr_pack_varint(out, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_names(fr_output *out, const fr_names *names)
{
    uint32_t n = fr_names_count(names);

    fr_pack_varint(out, n);
    for (uint32_t id = 0; id < n; id++) {
        fr_pack_varint(out, fr_names_at(names, id).len);
        fr_put(out, fr_names_at(names, id));
    }
}

/* The head before what was deflated, as one block. */
static fr_bytes join(const char *magic, fr_bytes packed, size_t raw_len)
{
    fr_output *head = fr_output_memory();
    size_t len = 0;

    fr_put_text(head, magic);
    fr_pack_varint(head, VERSION);
    fr_pack_varint(head, raw_len);
    const char *bytes = fr_output_bytes(head, &len);
    char *whole = bytes ? malloc(len + packed.len) : NULL;
    if (whole) {
        memcpy(whole, bytes, len);
        memcpy(whole + len, packed.at, packed.len);
    }
    fr_output_free(head);
    return (fr_bytes){whole, whole ? len + packed.len : 0};
}

fr_bytes fr_pack_container(const char *magic, fr_output *raw)
{
    fr_bytes packed = {NULL, 0}, whole = {NULL, 0}, bytes;

    bytes.at = fr_output_bytes(raw, &bytes.len);
    packed = bytes.at ? fr_deflate_all(bytes) : packed;
    if (packed.at)
        whole = join(magic, packed, bytes.len);
    free((char *)(uintptr_t)packed.at);
    fr_output_free(raw);
    return whole;
}

/* ---- boxes, or nodes of a differential ---- */

typedef struct packing {
    const fr_scene *scene;
    fr_output *out;
    fr_names *names;
    bool changes;     /* both sides of a differential: */
    bool all, widths; /* ... all nodes, not the drawn boxes; with their widths */
    uint32_t *rests;  /* of each box the first of its rests, 0: it has none */
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

/* False when memory ran out, and the output has failed. End it in both cases. */
static bool begin(packing *p)
{
    const fr_scene *s = p->scene;
    bool good;

    p->out = fr_output_memory();
    p->names = fr_names_new();
    p->rests = calloc(s->n_boxes + 1, sizeof *p->rests);
    good = p->names && p->rests;
    for (size_t i = 1; good && i < s->n_boxes; i++)
        if (s->boxes[i].rest && !s->boxes[s->boxes[i].parent].rest)
            p->rests[s->boxes[i].parent] = (uint32_t)i;
    for (size_t i = 0; good && i < count_items(p); i++)
        good = is_rest(p, i) || fr_names_add(p->names, fr_bytes_of(name_of(p, i))) != FR_NO_ID;
    if (!good)
        fr_output_fail(p->out, FR_E_LIMIT, "out of memory");
    return good;
}

static fr_bytes end(packing *p, const char *magic)
{
    fr_names_free(p->names);
    free(p->rests);
    return fr_pack_container(magic, p->out);
}

static void put_width(const packing *p, size_t i)
{
    if (p->widths)
        fr_pack_varint(p->out, (uint64_t)p->scene->boxes[i].total);
}

/* Writes the rests of a box, which follow each other in the scene, each on the one before. */
static void put_rests(const packing *p, size_t box)
{
    const fr_scene *s = p->scene;
    size_t first = p->all ? 0 : p->rests[box], n = first != 0;

    while (n && first + n < s->n_boxes && s->boxes[first + n].rest &&
           s->boxes[first + n].parent == first + n - 1)
        n++;
    fr_pack_varint(p->out, n);
    for (size_t i = first; i < first + n; i++) {
        if (p->changes) {
            fr_pack_varint(p->out, (uint64_t)s->sides->boxes[i].total.base);
            fr_pack_varint(p->out, (uint64_t)s->sides->boxes[i].total.new_);
            put_width(p, i);
        } else {
            fr_pack_varint(p->out, (uint64_t)s->boxes[i].total);
        }
        fr_pack_varint(p->out, s->boxes[i].more_rows + 1u);
        fr_pack_varint(p->out, s->boxes[i].n_hidden);
    }
}

static void put_box(const packing *p, size_t i)
{
    const fr_box *box = &p->scene->boxes[i];

    fr_pack_varint(p->out, (uint64_t)(box->row - box->lane));
    fr_pack_varint(p->out, fr_names_find(p->names, fr_bytes_of(box->name)));
    fr_pack_varint(p->out, (uint64_t)box->total);
    fr_pack_varint(p->out, (uint64_t)box->self);
    fr_pack_varint(p->out, box->fill);
    fr_pack_varint(p->out, box->n_hidden);
    if (p->scene->view.chart) {
        /* A chart has places: where a box begins on its parent, how much higher its lane stands. What is not drawn on
         * a lane cannot be told from the time in which nothing runs there. */
        fr_pack_varint(p->out, (uint64_t)(box->start - p->scene->boxes[box->parent].start));
        fr_pack_varint(p->out, box->lane);
        if (p->scene->view.in_time)
            fr_pack_varint(p->out, (uint64_t)box->hidden);
    }
    put_rests(p, i);
}

fr_bytes fr_pack_boxes(const fr_scene *scene)
{
    packing p = {.scene = scene};

    if (begin(&p)) {
        put_names(p.out, p.names);
        fr_pack_varint(p.out, scene->n_boxes - scene->n_rests);
        for (size_t i = 0; i < scene->n_boxes; i++)
            if (!scene->boxes[i].rest)
                put_box(&p, i);
    }
    return end(&p, "FRBX");
}

/* ---- functions of a differential ---- */

/*
 * For the table of its page:
 *
 *     "FRFN" version(1) raw_length(varint) deflate( functions of the profile, n, functions )
 *
 *     function   length and bytes of its name; total, self: base, new, points and share points less points (zigzag), error,
 *                verdict + 16 where it is seen;  fill by self
 */

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

    fr_pack_varint(out, sides->n_all_functions);
    fr_pack_varint(out, sides->n_functions);
    for (size_t i = 0; i < sides->n_functions; i++) {
        const fr_side_function *f = &sides->functions[i];
        fr_pack_varint(out, strlen(f->name));
        fr_put_text(out, f->name);
        put_amount(out, &f->total);
        put_amount(out, &f->self);
        fr_pack_varint(out, f->fill);
    }
    return fr_pack_container("FRFN", out);
}

/* ---- both sides of a differential ---- */

/*
 * For the viewer, all nodes or the drawn boxes:
 *
 *     "FRCH" version(1) raw_length(varint) deflate( names, widths(0|1), n, nodes )
 *
 *     node    row, name, class (themes/theme.h), undrawn children,
 *             base: total, self;  new: the same
 *             fill by total, fill by self
 *             of total, of self: points and share points less points (zigzag), error,
 *             verdict + 16 where it is seen
 *             widths: total
 *             rests, as above
 *
 * Widths are there where a viewer cannot compute them: of the drawn boxes under MAX and DELTA.
 */

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
    fr_pack_varint(p->out, (uint64_t)c->total.base);
    fr_pack_varint(p->out, (uint64_t)c->self.base);
    fr_pack_varint(p->out, (uint64_t)c->total.new_);
    fr_pack_varint(p->out, (uint64_t)c->self.new_);
    fr_pack_varint(p->out, c->total_fill);
    fr_pack_varint(p->out, c->self_fill);
    pack_judged(p->out, &c->total);
    pack_judged(p->out, &c->self);
    put_width(p, i);
    put_rests(p, i);
}

fr_bytes fr_pack_changes(const fr_scene *scene, bool all)
{
    packing p = {.scene = scene,
                 .changes = true,
                 .all = all,
                 .widths = !all && scene->sides->one_profile > 0};

    if (begin(&p)) {
        put_names(p.out, p.names);
        fr_pack_varint(p.out, p.widths);
        fr_pack_varint(p.out, count_items(&p) - (all ? 0 : scene->n_rests));
        for (size_t i = 0; i < count_items(&p); i++)
            if (!is_rest(&p, i))
                put_node(&p, i);
    }
    return end(&p, "FRCH");
}
