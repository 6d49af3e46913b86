/*
 * fuzz_wrapped.c - bytes as what an input is wrapped in, in pieces: whatever they are unwraps to the same as in one
 * piece, or fails with a sentence.
 *
 *     [size of pieces][size of rooms][bytes]
 */
#include "fuzz.h"

#include <string.h>

#include "base/wrapping.h"
#include "tests/lib/pieces.h"

#define MOST ((size_t)1 << 20)

/* The bytes that come of it; *err tells how it ended. */
static size_t unwrap_all(pieces s, size_t room, char *to, fr_error *err)
{
    fr_unwrapper *u = fr_unwrapper_new(take_piece, &s, MOST / 2);
    char head[4];
    size_t n = 0, got;

    PROMISE(u);
    memcpy(head, s.at, 4);
    s.at += 4;
    s.len -= 4;
    for (size_t layer = 0; layer <= FR_UNWRAP_LAYERS && err->code == FR_OK; layer++) {
        if (!fr_unwrapper_add(u, (fr_bytes){head, 4}, err))
            break;
        for (n = 0; n < 4 && (got = fr_unwrap(u, to + n, 4 - n, err)) > 0;)
            n += got;
        if (n < 4 || !fr_unwrap_knows((fr_bytes){to, n}))
            break;
        memcpy(head, to, 4);
    }
    while (err->code == FR_OK && (got = fr_unwrap(u, to + n, room, err)) > 0)
        n += got;
    PROMISE(err->code != FR_OK || fr_unwrapper_done(u));
    fr_unwrapper_free(u);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char one[2 * MOST], other[2 * MOST];
    fr_error err = {0}, err_2 = {0};
    size_t n, n_2;

    if (size < 6 || !fr_unwrap_knows((fr_bytes){(const char *)data + 2, 4}))
        return 0;
    n = unwrap_all((pieces){(const char *)data + 2, size - 2, SIZE_MAX}, 1 << 16, one, &err);
    n_2 = unwrap_all((pieces){(const char *)data + 2, size - 2, data[0] % 64 + 1}, data[1] % 64 + 1,
                     other, &err_2);
    PROMISE((err.code == FR_OK) == (err_2.code == FR_OK));
    PROMISE(err.code == FR_OK || err.text[0]);
    PROMISE(err.code != FR_OK || (n == n_2 && memcmp(one, other, n) == 0));
    return 0;
}
