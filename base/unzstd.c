/*
 * unzstd.c - frames of Zstandard, one after another, by libzstd (RFC 8878). A frame whose window is larger than
 * 128 MiB is an error, as it is to `zstd -d`.
 */
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/fail.h"
#include "base/wrapping.h"

typedef struct unzstd {
    ZSTD_DCtx *context;
    bool inside, bad; /* a frame has begun and not ended; damaged: nothing comes any more */
} unzstd;

static void release(void *state)
{
    unzstd *z = state;

    if (z)
        ZSTD_freeDCtx(z->context);
    free(z);
}

static void *make(void)
{
    unzstd *z = calloc(1, sizeof *z);

    if (z && !(z->context = ZSTD_createDCtx())) {
        free(z);
        return NULL;
    }
    return z;
}

static void begin(void *state)
{
    unzstd *z = state;

    (void)ZSTD_DCtx_reset(z->context, ZSTD_reset_session_only);
    z->inside = z->bad = false;
}

static size_t unwrap(void *state, fr_bytes *in, char *to, size_t room, fr_error *err)
{
    unzstd *z = state;
    ZSTD_inBuffer from = {in->at, in->len, 0};
    ZSTD_outBuffer out = {to, room, 0};
    size_t result;

    if (z->bad || (in->len == 0 && !z->inside))
        return 0;
    result = ZSTD_decompressStream(z->context, &out, &from);
    *in = fr_bytes_from(*in, from.pos);
    z->inside = result != 0;
    z->bad = ZSTD_isError(result) != 0;
    if (z->bad && ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) {
        fr_fail_memory(err);
    } else if (z->bad) {
        fr_fail(err, FR_E_FORMAT, 0, 0, "the zstd is damaged: %s", ZSTD_getErrorName(result));
        fr_fail_hint(err, "'zstd -t FILE' tests it");
    }
    return out.pos;
}

static bool whole(const void *state)
{
    return !((const unzstd *)state)->inside;
}

const fr_wrapping fr_wrapping_zstd = {
    .name = "zstd",
    .suffix = ".zst",
    .magic = "\x28\xb5\x2f\xfd",
    .packs = true,
    .make = make,
    .release = release,
    .begin = begin,
    .unwrap = unwrap,
    .whole = whole,
};
