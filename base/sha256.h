/*
 * sha256.h - SHA-256, FIPS 180-4: pages name the hash of their style sheet, so that nothing else of
 * that kind is let in. For no other use: it is small, not fast.
 */
#ifndef FR_BASE_SHA256_H
#define FR_BASE_SHA256_H

#include "base/bytes.h"

#define FR_SHA256_BYTES 32

void fr_sha256(fr_bytes text, unsigned char digest[FR_SHA256_BYTES]);

#endif
