/*
 * fuzz_gzip.c - a gzip made of the bytes, then damaged, inflated piece by piece: what zlib says of it at once.
 *
 *     [how it is packed][pieces in][pieces out][places damaged][place, change] ... [text, repeated]
 *
 * Trailers are made right again after half of the damage, or a checksum would hide what is behind it. Pieces
 * stand against pages that can't be read or written, before or after: the library that inflates is not built
 * with sanitizers.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "base/wrapping.h"

#define MOST   ((size_t)1 << 18)
#define PIECES ((size_t)1 << 16)

/* `len` bytes that end where a page without access begins, or begin where one ends. */
typedef struct guarded {
    char *at;
    size_t size; /* of the middle */
} guarded;

static guarded guard(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *at = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    PROMISE(at != MAP_FAILED && mprotect(at + page, size, PROT_READ | PROT_WRITE) == 0);
    return (guarded){at + page, size};
}

static char *place(const guarded *g, size_t len, bool in_front)
{
    return in_front ? g->at : g->at + g->size - len;
}

/* What is to be packed: the text again and again, each time without one more of its first bytes, so that
 * there are distances of every length. */
static size_t spread(const uint8_t *text, size_t len, size_t want, uint8_t *to)
{
    size_t n = 0, skip = 0;

    while (len && n < want) {
        size_t from = skip++ % len, part = len - from < want - n ? len - from : want - n;
        memcpy(to + n, text + from, part);
        n += part;
    }
    return n;
}

static size_t pack(const uint8_t *raw, size_t len, uint8_t how, uint8_t *to, size_t room)
{
    z_stream z = {0};
    gz_header header = {.os = 3, .name = (Bytef *)"a name", .hcrc = how & 1};

    PROMISE(deflateInit2(&z, how % 10, Z_DEFLATED, 16 + 9 + how % 7, 1 + how % 9, how % 5) == Z_OK);
    if (how & 0x40)
        deflateSetHeader(&z, &header);
    z.next_in = (Bytef *)raw;
    z.avail_in = (uInt)len;
    z.next_out = to;
    z.avail_out = (uInt)room;
    PROMISE(deflate(&z, Z_FINISH) == Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

/* All members by zlib; NULL: good, else what is bad. Where `mend`, trailers are made right and their checks passed over. */
static const char *unpack(uint8_t *packed, size_t len, bool mend, uint8_t *to, size_t *n)
{
    z_stream z = {0};
    int result = Z_STREAM_END;
    size_t at = 0;

    PROMISE(inflateInit2(&z, 31) == Z_OK);
    *n = 0;
    while (at < len && result == Z_STREAM_END) {
        size_t begin = *n;
        inflateReset(&z);
        z.next_in = packed + at;
        z.avail_in = (uInt)(len - at);
        z.next_out = to + *n;
        z.avail_out = (uInt)(MOST - *n);
        result = inflate(&z, Z_FINISH);
        at = (size_t)(z.next_in - packed);
        *n = MOST - z.avail_out;
        if (mend && result == Z_DATA_ERROR && z.msg &&
            (strstr(z.msg, "data check") || strstr(z.msg, "length check"))) {
            /* zlib stops with the trailer's four bytes taken. */
            size_t trailer = at - (strstr(z.msg, "data") ? 4 : 8);
            uint32_t crc = (uint32_t)crc32(0, to + begin, (uInt)(*n - begin));
            uint32_t size = (uint32_t)(*n - begin);
            for (size_t i = 0; i < 4 && trailer + 4 + i < len; i++) {
                packed[trailer + i] = (uint8_t)(crc >> 8 * i);
                packed[trailer + 4 + i] = (uint8_t)(size >> 8 * i);
            }
            at = trailer + 8;
            result = at <= len ? Z_STREAM_END : Z_DATA_ERROR;
        }
        while (result == Z_STREAM_END && at < len && packed[at] == 0)
            at++;
    }
    inflateEnd(&z);
    return result == Z_STREAM_END ? NULL : z.msg ? z.msg : "cut";
}

/* The same by pieces; false: bad or cut. */
static bool unpack_pieces(const uint8_t *packed, size_t len, size_t piece, size_t room, bool front,
                          uint8_t *to, size_t *n)
{
    static guarded in, out;
    static void *inflater;
    fr_error err = {0};
    fr_bytes left = {NULL, 0};
    size_t at = 0;

    if (!in.at) {
        in = guard(PIECES);
        out = guard(PIECES);
        inflater = fr_wrapping_gzip.make();
    }
    PROMISE(inflater);
    fr_wrapping_gzip.begin(inflater);
    *n = 0;
    for (;;) {
        char *end = place(&out, room, front);
        size_t got = fr_wrapping_gzip.unwrap(inflater, &left, end, room, &err);
        PROMISE(got <= room);
        if (err.code != FR_OK || *n + got > MOST)
            return false;
        memcpy(to + *n, end, got);
        *n += got;
        if (got > 0 || left.len > 0)
            continue;
        if (at == len)
            return fr_wrapping_gzip.whole(inflater);
        left.len = len - at < piece ? len - at : piece;
        left.at = place(&in, left.len, front);
        memcpy(place(&in, left.len, front), packed + at, left.len);
        at += left.len;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t sizes[] = {1, 2, 3, 7, 8, 9, 64, 257, 4096, 32768, 65536, 65536};
    static uint8_t raw[MOST / 4], packed[2 * MOST], want[MOST], got[MOST];
    size_t n_packed = 0, n_want, n_got, n_damaged;
    const char *bad;
    bool small, good;

    if (size < 4)
        return 0;
    small = sizes[data[1] % 12] < 64 || sizes[data[1] / 12 % 12] < 64; /* or it takes too long */
    n_damaged = data[3] % 8;
    if (size < 4 + 2 * n_damaged + 1)
        return 0;
    for (size_t member = 0; member <= data[0] % 3u; member++) {
        size_t n = spread(data + 4 + 2 * n_damaged, size - 4 - 2 * n_damaged,
                          (size_t)(data[2] + 1) * (member || small ? 7 : 200), raw);
        n_packed +=
            pack(raw, n, (uint8_t)(data[0] + member), packed + n_packed, sizeof packed - n_packed);
    }
    for (size_t i = 0; i < n_damaged; i++) {
        const uint8_t *damage = data + 4 + 2 * i;
        packed[damage[0] * (i % 2 ? n_packed / 256 : 1) % n_packed] ^= damage[1];
    }
    if (data[3] & 0x80 && n_damaged)
        n_packed -= data[4] % n_packed;
    if (packed[0] != 0x1f)
        return 0;
    if (data[3] & 0x40)
        (void)unpack(packed, n_packed, true, want, &n_want);
    bad = unpack(packed, n_packed, false, want, &n_want);
    good = unpack_pieces(packed, n_packed, sizes[data[1] % 12], sizes[data[1] / 12 % 12],
                         data[3] & 0x20, got, &n_got);
    /* ISA-L reads a set of codes with codes missing, which zlib refuses, if the checksum is right in the end. */
    PROMISE(good == !bad || (good && strstr(bad, "set")));
    PROMISE(bad || (n_got == n_want && memcmp(got, want, n_got) == 0));
    return 0;
}
