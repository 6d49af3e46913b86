/*
 * sha256.h - SHA-256, FIPS 180-4: pages name the hash of their style sheet, so that nothing else of
 * that kind is let in, and partial merges add up those of their inputs. It is small, not fast.
 */
#ifndef FR_BASE_SHA256_H
#define FR_BASE_SHA256_H

#include "base/bytes.h"

#define FR_SHA256_BYTES 32

void fr_sha256(fr_bytes text, unsigned char digest[FR_SHA256_BYTES]);

/* The same of a text that comes in pieces. */
typedef struct fr_sha256_run {
    uint32_t state[8];
    uint64_t n;              /* bytes so far */
    unsigned char block[64]; /* the last n % 64 of them */
} fr_sha256_run;

void fr_sha256_begin(fr_sha256_run *run);
void fr_sha256_add(fr_sha256_run *run, fr_bytes piece);
void fr_sha256_end(const fr_sha256_run *run, unsigned char digest[FR_SHA256_BYTES]);

#endif
