/* inflate_zlib.c - a gzip member by zlib. */
#define ZLIB_CONST
#include "base/wrapping.h"

#include <stdlib.h>
#include <zlib.h>

struct fr_member {
    z_stream z;
};

fr_member *fr_member_new(void)
{
    fr_member *member = calloc(1, sizeof *member);

    if (member && inflateInit2(&member->z, 16 + MAX_WBITS) != Z_OK) {
        free(member);
        return NULL;
    }
    return member;
}

void fr_member_free(fr_member *member)
{
    if (member)
        inflateEnd(&member->z);
    free(member);
}

void fr_member_begin(fr_member *member)
{
    inflateReset(&member->z);
}

fr_inflated fr_member_inflate(fr_member *member, fr_bytes *in, char *to, size_t *n,
                              const char **reason)
{
    z_stream *z = &member->z;
    int result;

    z->next_in = (const Bytef *)in->at;
    z->avail_in = in->len > UINT32_MAX ? UINT32_MAX : (uInt)in->len;
    z->next_out = (Bytef *)to;
    z->avail_out = *n > UINT32_MAX ? UINT32_MAX : (uInt)*n;
    /* A stream that ends within this call, as small files do, needs no copy of its last 32 KiB. */
    result = inflate(z, Z_FINISH);
    in->len -= (size_t)((const char *)z->next_in - in->at);
    in->at = (const char *)z->next_in;
    *n = (size_t)((char *)z->next_out - to);
    if (result == Z_STREAM_END)
        return FR_INFLATED_ALL;
    if (result == Z_OK || result == Z_BUF_ERROR)
        return FR_INFLATED_SOME;
    *reason = z->msg ? z->msg : "bad data";
    return result == Z_MEM_ERROR ? FR_INFLATED_NO_MEMORY : FR_INFLATED_BAD;
}
