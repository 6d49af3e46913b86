/*
 * gzip_header.c
 *
 *     1f 8b 08 FLAGS time(4) xfl os | length(2) extra | name 0 | comment 0 | crc(2)
 *                                     FLAGS & 4         8        16          2
 */
#include "base/gzip_header.h"

#include <zlib.h>

enum { FIXED, EXTRA_LENGTH, EXTRA, NAME, COMMENT, CHECKSUM, WHOLE };

/* One row a part: the flag that says it is there (0: always), and its size where that is fixed. */
static const struct {
    unsigned flag;
    uint32_t size;
} parts[] = {{0, 10}, {4, 2}, {4, 0}, {8, 0}, {16, 0}, {2, 2}, {0, 0}};

void fr_gzip_header_begin(fr_gzip_header *header)
{
    *header = (fr_gzip_header){.part = FIXED, .size = parts[FIXED].size};
}

static const char *check_fixed(fr_gzip_header *h, unsigned c)
{
    if ((h->n == 1 && c != 0x1f) || (h->n == 2 && c != 0x8b))
        return "incorrect header check";
    if (h->n == 3 && c != 8)
        return "unknown compression method";
    if (h->n == 4)
        h->flags = c;
    return h->flags & 0xe0 ? "unknown header flags set" : NULL;
}

static bool part_ends(const fr_gzip_header *h, unsigned c)
{
    return h->part == NAME || h->part == COMMENT ? c == 0 : h->n == h->size;
}

/* Goes to the next part that is there. */
static void go_on(fr_gzip_header *h)
{
    uint32_t extra = h->part == EXTRA_LENGTH ? h->number : 0;

    do
        h->part++;
    while (h->part != WHOLE && (!(h->flags & parts[h->part].flag) || (h->part == EXTRA && !extra)));
    h->size = h->part == EXTRA ? extra : parts[h->part].size;
    h->n = h->number = 0;
}

static const char *take_byte(fr_gzip_header *h, unsigned char c)
{
    const char *reason = NULL;

    if (h->part != CHECKSUM)
        h->crc = (uint32_t)crc32(h->crc, &c, 1);
    if (h->part == EXTRA_LENGTH || h->part == CHECKSUM)
        h->number |= (uint32_t)c << 8 * h->n;
    h->n++;
    if (h->part == FIXED)
        reason = check_fixed(h, c);
    if (reason || !part_ends(h, c))
        return reason;
    if (h->part == CHECKSUM && h->number != (h->crc & 0xffff))
        return "header crc mismatch";
    go_on(h);
    return NULL;
}

bool fr_gzip_header_take(fr_gzip_header *header, fr_bytes *in, const char **reason)
{
    const char *wrong = NULL;

    while (in->len && header->part != WHOLE && !wrong) {
        wrong = take_byte(header, (unsigned char)in->at[0]);
        in->at++;
        in->len--;
    }
    if (wrong)
        *reason = wrong;
    return !wrong && header->part == WHOLE;
}
