/*
 * lanes.h - sixteen bytes of text at once. A mask has all ones in the bytes that it is about;
 * fr_lanes_bits() has one bit for each byte, the first byte in the lowest bit.
 */
#ifndef FR_BASE_LANES_H
#define FR_BASE_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/bytes.h"

#define FR_LANES 16

typedef unsigned char fr_lanes __attribute__((vector_size(FR_LANES)));
typedef signed char fr_lanes_mask __attribute__((vector_size(FR_LANES)));

static inline fr_lanes fr_lanes_load(const char *at)
{
    fr_lanes bytes;

    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

static inline uint32_t fr_lanes_bits(fr_lanes_mask mask)
{
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_epi8((__m128i)mask);
#else
    /* The multiplication brings bit 0 of byte i to bit 56 + i; no two of them meet. */
    uint64_t left = fr_bytes_load8((const char *)&mask) & FR_BYTES_EACH(1);
    uint64_t right = fr_bytes_load8((const char *)&mask + 8) & FR_BYTES_EACH(1);

    return (uint32_t)((left * UINT64_C(0x0102040810204080)) >> 56 |
                      ((right * UINT64_C(0x0102040810204080)) >> 56) << 8);
#endif
}

#endif
