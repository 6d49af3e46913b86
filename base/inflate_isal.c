/*
 * inflate_isal.c - a gzip member by ISA-L's igzip.
 *
 * It checks the trailer, for which it takes no byte beyond: what follows a member is still in `in`. The header is
 * read here: ISA-L 2.30 finds a wrong checksum in one that has a checksum and comes in two pieces.
 */
#include "base/inflate.h"

#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

#include "base/gzip_header.h"

struct fr_member {
    fr_gzip_header header;
    struct inflate_state state; /* 85 KiB */
};

fr_member *fr_member_new(void)
{
    fr_member *member = calloc(1, sizeof *member);

    if (member)
        isal_inflate_init(&member->state);
    return member;
}

void fr_member_free(fr_member *member)
{
    free(member);
}

void fr_member_begin(fr_member *member)
{
    isal_inflate_reset(&member->state);
    member->state.crc_flag = ISAL_GZIP_NO_HDR_VER;
    fr_gzip_header_begin(&member->header);
}

static const char *reason_of(int result)
{
    switch (result) {
    case ISAL_INVALID_BLOCK:
        return "invalid block";
    case ISAL_INVALID_SYMBOL:
        return "invalid code";
    case ISAL_INVALID_LOOKBACK:
        return "invalid distance";
    case ISAL_INCORRECT_CHECKSUM:
        return "incorrect data check";
    default:
        return "bad data";
    }
}

/* ISA-L 2.30 returns with the upper halves of vector registers in use, for which every SSE instruction of the
 * thread pays from then on: `top` of a large pprof took twice its time. */
#if defined __x86_64__
__attribute__((target("avx"))) static void clean_vectors(void)
{
    _mm256_zeroupper();
}

static void end_vectors(void)
{
    if (__builtin_cpu_supports("avx"))
        clean_vectors();
}
#else
static void end_vectors(void)
{
}
#endif

fr_inflated fr_member_inflate(fr_member *member, fr_bytes *in, char *to, size_t *n,
                              const char **reason)
{
    struct inflate_state *s = &member->state;
    const char *wrong = NULL;
    size_t room = *n;
    int result;

    *n = 0;
    if (!fr_gzip_header_take(&member->header, in, &wrong)) {
        *reason = wrong ? wrong : *reason;
        return wrong ? FR_INFLATED_BAD : FR_INFLATED_SOME;
    }
    /* It reads only; its pointer merely lacks the const. */
    s->next_in = (uint8_t *)in->at;
    s->avail_in = in->len > UINT32_MAX ? UINT32_MAX : (uint32_t)in->len;
    s->next_out = (uint8_t *)to;
    s->avail_out = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
    result = isal_inflate(s);
    end_vectors();
    in->len -= (size_t)((const char *)s->next_in - in->at);
    in->at = (const char *)s->next_in;
    *n = (size_t)((char *)s->next_out - to);
    /* A wrong checksum ends the member too. */
    if (result == ISAL_DECOMP_OK || result == ISAL_END_INPUT || result == ISAL_OUT_OVERFLOW)
        return s->block_state == ISAL_BLOCK_FINISH ? FR_INFLATED_ALL : FR_INFLATED_SOME;
    *reason = reason_of(result);
    return FR_INFLATED_BAD;
}
