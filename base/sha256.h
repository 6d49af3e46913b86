/*
 * sha256.h - SHA-256, FIPS 180-4. A page names the hash of its style sheet, so that browsers apply no
 * other one. A partial merge adds up the hashes of its inputs. The code is small, not fast.
 */
#ifndef FR_BASE_SHA256_H
#define FR_BASE_SHA256_H

#include "base/bytes.h"

#define FR_SHA256_BYTES 32

void fr_sha256(fr_bytes text, unsigned char digest[FR_SHA256_BYTES]);

/* The state of a hash whose text comes in pieces. */
typedef struct fr_sha256_run {
    uint32_t state[8];
    uint64_t n;              /* bytes so far */
    unsigned char block[64]; /* the last n % 64 of them */
} fr_sha256_run;

void fr_sha256_begin(fr_sha256_run *run);
void fr_sha256_add(fr_sha256_run *run, fr_bytes piece);
void fr_sha256_end(const fr_sha256_run *run, unsigned char digest[FR_SHA256_BYTES]);

#endif
