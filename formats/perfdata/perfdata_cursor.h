/*
 * perfdata_cursor.h - numbers and texts out of a record, one after another, in the byte order of the recording.
 *
 *     fr_perfdata_cursor at = fr_perfdata_cursor_of(record, big);
 *     pid = fr_perfdata_u32(&at);
 *     if (at.short_of) ...        the record ended before: all that was read since is 0
 */
#ifndef FR_FORMATS_PERFDATA_CURSOR_H
#define FR_FORMATS_PERFDATA_CURSOR_H

#include "base/bytes.h"

typedef struct fr_perfdata_cursor {
    fr_bytes left;
    bool big;      /* the most significant byte comes first */
    bool short_of; /* more was asked for than there was */
} fr_perfdata_cursor;

static inline fr_perfdata_cursor fr_perfdata_cursor_of(fr_bytes bytes, bool big)
{
    return (fr_perfdata_cursor){bytes, big, false};
}

/* The next `n` bytes; none where fewer are left. */
static inline fr_bytes fr_perfdata_take(fr_perfdata_cursor *at, uint64_t n)
{
    fr_bytes taken = {at->left.at, (size_t)n};

    if (n > at->left.len) {
        at->short_of = true;
        at->left.len = 0;
        return (fr_bytes){at->left.at, 0};
    }
    at->left = (fr_bytes){at->left.at + n, at->left.len - (size_t)n};
    return taken;
}

/* `bytes` has at most 8. */
static inline uint64_t fr_perfdata_number(fr_bytes bytes, bool big)
{
    uint64_t n = 0;

    for (size_t i = 0; i < bytes.len; i++)
        n = n << 8 | (unsigned char)bytes.at[big ? i : bytes.len - 1 - i];
    return n;
}

static inline uint64_t fr_perfdata_load8(const char *at, bool big)
{
    uint64_t n = fr_bytes_load8(at);

    return big ? __builtin_bswap64(n) : n;
}

static inline uint64_t fr_perfdata_u64(fr_perfdata_cursor *at)
{
    fr_bytes bytes = fr_perfdata_take(at, 8);

    return bytes.len ? fr_perfdata_load8(bytes.at, at->big) : 0;
}

static inline uint32_t fr_perfdata_u32(fr_perfdata_cursor *at)
{
    return (uint32_t)fr_perfdata_number(fr_perfdata_take(at, 4), at->big);
}

static inline uint16_t fr_perfdata_u16(fr_perfdata_cursor *at)
{
    return (uint16_t)fr_perfdata_number(fr_perfdata_take(at, 2), at->big);
}

/* Bytes up to the first NUL; the cursor stays. */
static inline fr_bytes fr_perfdata_text(fr_bytes bytes)
{
    return (fr_bytes){bytes.at, fr_bytes_find(bytes, '\0')};
}

#endif
