/* zip.c - gzip files in and out, and zlib streams. */
#define ZLIB_CONST
#include "base/wrapping.h"

#include <stdlib.h>
#include <zlib.h>

#define LEVEL 6 /* 9 takes 3.6 times as long for 2 % less */

/* A gzip, several members in a row. */
typedef struct inflater {
    fr_member *member;
    bool inside; /* a member has begun and not ended */
    bool begun;  /* at least one member */
    bool bad;    /* damaged: nothing comes any more, though ISA-L would go on behind the damage */
} inflater;

static void *make(void)
{
    inflater *z = calloc(1, sizeof *z);

    if (z && !(z->member = fr_member_new())) {
        free(z);
        return NULL;
    }
    return z;
}

static void release(void *state)
{
    inflater *z = state;

    if (z)
        fr_member_free(z->member);
    free(z);
}

static void begin(void *state)
{
    inflater *z = state;

    z->inside = z->begun = z->bad = false;
}

/* True between members and after the last. */
static bool whole(const void *state)
{
    return !((const inflater *)state)->inside;
}

/* Between members: zero padding is skipped, a further member begins, anything else is an error. */
static bool begin_member(inflater *z, fr_bytes *in, fr_error *err)
{
    while (z->begun && in->len && in->at[0] == '\0') {
        in->at++;
        in->len--;
    }
    if (in->len == 0)
        return false;
    if (in->at[0] != '\x1f')
        return fr_fail(err, FR_E_FORMAT, 0, 0, "the bytes after the end of the gzip are not gzip");
    fr_member_begin(z->member);
    z->inside = z->begun = true;
    return true;
}

static size_t unwrap(void *state, fr_bytes *in, char *to, size_t room, fr_error *err)
{
    inflater *z = state;
    const char *reason = "";
    fr_inflated result;

    if (z->bad || (!z->inside && !begin_member(z, in, err)))
        return 0;
    result = fr_member_inflate(z->member, in, to, &room, &reason);
    z->inside = result != FR_INFLATED_ALL;
    z->bad = result == FR_INFLATED_BAD;
    if (result == FR_INFLATED_NO_MEMORY)
        fr_fail_memory(err);
    else if (z->bad)
        fr_fail(err, FR_E_FORMAT, 0, 0, "the gzip is damaged: %s", reason);
    return room;
}

const fr_wrapping fr_wrapping_gzip = {
    .name = "gzip",
    .suffix = ".gz",
    .magic = "\x1f\x8b",
    .packs = true,
    .make = make,
    .release = release,
    .begin = begin,
    .unwrap = unwrap,
    .whole = whole,
};

uint32_t fr_crc32(uint32_t crc, fr_bytes bytes)
{
    return (uint32_t)crc32_z(crc, (const Bytef *)bytes.at, bytes.len);
}

fr_bytes fr_deflate_all(fr_bytes raw)
{
    uLong room = compressBound((uLong)raw.len);
    char *packed = malloc(room);

    if (!packed)
        return (fr_bytes){NULL, 0};
    if (compress2((Bytef *)packed, &room, (const Bytef *)raw.at, (uLong)raw.len, LEVEL) != Z_OK) {
        free(packed);
        return (fr_bytes){NULL, 0};
    }
    return (fr_bytes){packed, room};
}

/* All of `raw` through a prepared stream into `packed`, in pieces that zlib can count. */
static bool deflate_pieces(z_stream *z, fr_bytes raw, char *packed, size_t room, size_t *n)
{
    int result = Z_OK;

    z->next_in = (const Bytef *)raw.at;
    z->next_out = (Bytef *)packed;
    while (result == Z_OK) {
        size_t left = raw.len - (size_t)((const char *)z->next_in - raw.at);
        size_t space = room - (size_t)((char *)z->next_out - packed);
        z->avail_in = left > UINT32_MAX ? UINT32_MAX : (uInt)left;
        z->avail_out = space > UINT32_MAX ? UINT32_MAX : (uInt)space;
        result = deflate(z, left > UINT32_MAX ? Z_NO_FLUSH : Z_FINISH);
    }
    *n = (size_t)((char *)z->next_out - packed);
    return result == Z_STREAM_END;
}

fr_bytes fr_gzip_all(fr_bytes raw)
{
    z_stream z = {0};
    gz_header header = {.os = 255}; /* unknown: the same bytes everywhere */
    size_t room, n = 0;
    char *packed = NULL;

    if (deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return (fr_bytes){NULL, 0};
    room = deflateBound(&z, (uLong)raw.len) + 64;
    packed = malloc(room);
    if (!packed || deflateSetHeader(&z, &header) != Z_OK ||
        !deflate_pieces(&z, raw, packed, room, &n)) {
        free(packed);
        packed = NULL;
    }
    deflateEnd(&z);
    return (fr_bytes){packed, n};
}

fr_bytes fr_inflate_all(fr_bytes packed, size_t len, fr_error *err)
{
    char *raw = malloc(len ? len : 1);
    uLongf n = (uLongf)len;
    uLong used = (uLong)packed.len;
    int result = Z_MEM_ERROR;

    if (raw)
        result = uncompress2((Bytef *)raw, &n, (const Bytef *)packed.at, &used);
    if (result == Z_OK && n == len && used == packed.len)
        return (fr_bytes){raw, len};
    free(raw);
    if (result == Z_MEM_ERROR)
        fr_fail_memory(err);
    else
        fr_fail(err, FR_E_FORMAT, 0, 0, "packed data is damaged");
    return (fr_bytes){NULL, 0};
}
