/* pack_boxes.c - boxes as varints, names once. */
#include "render/pack_boxes.h"

#include <stdlib.h>

#include "base/intern.h"
#include "base/zip.h"

#define MAGIC   "FRBX"
#define VERSION 1

static void put_varint(fr_output *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        fr_put_char(out, (char)(unsigned char)(value | 0x80));
    fr_put_char(out, (char)(unsigned char)value);
}

static void put_names(fr_output *out, const fr_names *names)
{
    uint32_t n = fr_names_count(names);

    put_varint(out, n);
    for (uint32_t id = 0; id < n; id++) {
        put_varint(out, fr_names_at(names, id).len);
        fr_put(out, fr_names_at(names, id));
    }
}

/* `next` is where the next child of each box would start without a gap. */
static void put_box(fr_output *out, const fr_scene *scene, size_t i, const fr_names *names,
                    int64_t *next)
{
    const fr_box *box = &scene->boxes[i];
    int64_t from = i ? next[box->parent] : 0;

    put_varint(out, box->row);
    put_varint(out, fr_names_find(names, fr_bytes_of(box->name)));
    put_varint(out, (uint64_t)(box->start - from));
    put_varint(out, (uint64_t)box->total);
    put_varint(out, (uint64_t)box->self);
    put_varint(out, box->fill);
    put_varint(out, box->n_hidden);
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
    put_names(out, names);
    put_varint(out, scene->n_boxes);
    for (size_t i = 0; i < scene->n_boxes; i++)
        put_box(out, scene, i, names, next);
}

/* The head before what was deflated, as one block. */
static fr_bytes join(fr_bytes packed, size_t raw_len)
{
    fr_output *head = fr_output_memory();
    size_t len = 0;
    const char *bytes;
    char *whole = NULL;

    if (head) {
        fr_put_text(head, MAGIC);
        put_varint(head, VERSION);
        put_varint(head, raw_len);
        bytes = fr_output_bytes(head, &len);
        whole = bytes ? malloc(len + packed.len) : NULL;
        if (whole) {
            memcpy(whole, bytes, len);
            memcpy(whole + len, packed.at, packed.len);
        }
    }
    fr_output_free(head);
    return (fr_bytes){whole, whole ? len + packed.len : 0};
}

fr_bytes fr_pack_boxes(const fr_scene *scene)
{
    fr_names *names = fr_names_new();
    int64_t *next = calloc(scene->n_boxes + 1, sizeof *next);
    fr_output *raw = fr_output_memory();
    fr_bytes packed = {NULL, 0}, whole = {NULL, 0}, bytes;

    if (names && next && raw && add_names(scene, names)) {
        put_raw(raw, scene, names, next);
        bytes.at = fr_output_bytes(raw, &bytes.len);
        packed = bytes.at ? fr_deflate_all(bytes) : packed;
        if (packed.at)
            whole = join(packed, bytes.len);
    }
    free((char *)(uintptr_t)packed.at);
    fr_output_free(raw);
    free(next);
    fr_names_free(names);
    return whole;
}
