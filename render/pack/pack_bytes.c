/* pack_bytes.c - varints, names, containers. */
#include "render/pack/pack_boxes.h"

#include <stdlib.h>

#include "base/zip.h"

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

void fr_pack_names(fr_output *out, const fr_names *names)
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
    char *whole = NULL;

    if (head) {
        fr_put_text(head, magic);
        fr_pack_varint(head, VERSION);
        fr_pack_varint(head, raw_len);
        const char *bytes = fr_output_bytes(head, &len);
        whole = bytes ? malloc(len + packed.len) : NULL;
        if (whole) {
            memcpy(whole, bytes, len);
            memcpy(whole + len, packed.at, packed.len);
        }
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
    return whole;
}
