/*
 * sha256.c - FIPS 180-4, https://csrc.nist.gov/pubs/fips/180-4/upd1/final: the message is padded by
 * 0x80, zeros and its length in bits to whole blocks of 64 bytes; each block turns the state by 64
 * rounds (section 6.2.2). Names are the standard's.
 */
#include "base/bytes.h"

#define BLOCK      64
#define LENGTH_AT  56 /* of the last block: the length in bits, 8 bytes */
#define STATE_SIZE 8

/* Section 4.2.2: of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* One round: the working variables a to h move on by one. */
static void turn(uint32_t v[STATE_SIZE], uint32_t added)
{
    uint32_t a = v[0], e = v[4];
    uint32_t S1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    uint32_t S0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    uint32_t choice = (e & v[5]) ^ (~e & v[6]);
    uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
    uint32_t T1 = v[7] + S1 + choice + added;

    memmove(v + 1, v, (STATE_SIZE - 1) * sizeof *v);
    v[4] += T1;
    v[0] = T1 + S0 + majority;
}

static void digest_block(uint32_t H[STATE_SIZE], const unsigned char *block)
{
    uint32_t W[64], v[STATE_SIZE];

    /* W: the 16 words of the block and 48 that follow from them. */
    for (size_t t = 0; t < 16; t++, block += 4)
        W[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
               block[3];
    for (size_t t = 16; t < 64; t++) {
        uint32_t s0 = rotate(W[t - 15], 7) ^ rotate(W[t - 15], 18) ^ W[t - 15] >> 3;
        uint32_t s1 = rotate(W[t - 2], 17) ^ rotate(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = W[t - 16] + s0 + W[t - 7] + s1;
    }
    memcpy(v, H, sizeof v);
    for (size_t t = 0; t < 64; t++)
        turn(v, K[t] + W[t]);
    for (size_t i = 0; i < STATE_SIZE; i++)
        H[i] += v[i];
}

void fr_sha256_begin(fr_sha256_run *run)
{
    *run = (fr_sha256_run){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                     0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void fr_sha256_add(fr_sha256_run *run, fr_bytes piece)
{
    size_t held = run->n % BLOCK, at = 0;

    run->n += piece.len;
    if (held && held + piece.len >= BLOCK) {
        memcpy(run->block + held, piece.at, at = BLOCK - held);
        digest_block(run->state, run->block);
        held = 0;
    }
    for (; held == 0 && piece.len - at >= BLOCK; at += BLOCK)
        digest_block(run->state, (const unsigned char *)piece.at + at);
    if (at < piece.len)
        memcpy(run->block + held, piece.at + at, piece.len - at);
}

void fr_sha256_end(const fr_sha256_run *run, unsigned char digest[FR_SHA256_BYTES])
{
    uint32_t H[STATE_SIZE];
    unsigned char padded[2 * BLOCK] = {0}; /* the bytes after the whole blocks */
    size_t tail = run->n % BLOCK, len = tail < LENGTH_AT ? BLOCK : 2 * BLOCK;

    memcpy(H, run->state, sizeof H);
    memcpy(padded, run->block, tail);
    padded[tail] = 0x80;
    for (size_t i = 0; i < 8; i++)
        padded[len - 1 - i] = (unsigned char)(run->n * 8 >> (8 * i));
    for (size_t at = 0; at < len; at += BLOCK)
        digest_block(H, padded + at);
    for (size_t i = 0; i < FR_SHA256_BYTES; i++)
        digest[i] = (unsigned char)(H[i / 4] >> (24 - i % 4 * 8));
}

void fr_sha256(fr_bytes text, unsigned char digest[FR_SHA256_BYTES])
{
    fr_sha256_run run;

    fr_sha256_begin(&run);
    fr_sha256_add(&run, text);
    fr_sha256_end(&run, digest);
}
