/*
 * inflate_isal.c - a gzip member by ISA-L's igzip. It takes well under half the time of zlib, which every system has.
 * It accepts an incomplete set of codes, and zlib refuses that.
 *
 * It checks the trailer, for which it takes no byte beyond: what follows a member is still in `in`. The header is
 * read here: ISA-L 2.30 finds a wrong checksum in one that has a checksum and comes in two pieces.
 */
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/bytes.h"
#include "base/wrapping.h"

/* The header of a gzip member, byte by byte (RFC 1952, 2.3). */
typedef struct fr_gzip_header {
    unsigned part, flags;
    uint32_t n, size; /* bytes of this part: so far, in all where it is known */
    uint32_t number;  /* of a part that is one */
    uint32_t crc;     /* of all before the header's own checksum */
} fr_gzip_header;

enum { FIXED, EXTRA_LENGTH, EXTRA, NAME, COMMENT, CHECKSUM, WHOLE };

/* One row a part: the flag that says it is there (0: always), and its size where that is fixed. */
static const struct {
    unsigned flag;
    uint32_t size;
} parts[] = {{0, 10}, {4, 2}, {4, 0}, {8, 0}, {16, 0}, {2, 2}, {0, 0}};

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

static const char *take_byte(fr_gzip_header *h, unsigned char c)
{
    const char *reason = NULL;
    uint32_t extra;

    if (h->part != CHECKSUM)
        h->crc = (uint32_t)crc32(h->crc, &c, 1);
    if (h->part == EXTRA_LENGTH || h->part == CHECKSUM)
        h->number |= (uint32_t)c << 8 * h->n;
    h->n++;
    if (h->part == FIXED)
        reason = check_fixed(h, c);
    if (reason || !(h->part == NAME || h->part == COMMENT ? c == 0 : h->n == h->size))
        return reason;
    if (h->part == CHECKSUM && h->number != (h->crc & 0xffff))
        return "header crc mismatch";
    /* on to the next part that is there */
    extra = h->part == EXTRA_LENGTH ? h->number : 0;
    do
        h->part++;
    while (h->part != WHOLE && (!(h->flags & parts[h->part].flag) || (h->part == EXTRA && !extra)));
    h->size = h->part == EXTRA ? extra : parts[h->part].size;
    h->n = h->number = 0;
    return NULL;
}

#if defined __x86_64__
#include <immintrin.h>
#endif

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
    member->header = (fr_gzip_header){.part = FIXED, .size = parts[FIXED].size};
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
    while (in->len && member->header.part != WHOLE && !wrong) {
        wrong = take_byte(&member->header, (unsigned char)in->at[0]);
        *in = fr_bytes_from(*in, 1);
    }
    if (wrong || member->header.part != WHOLE) {
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
