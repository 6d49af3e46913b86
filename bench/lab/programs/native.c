/*
 * A small service in C, to be recorded: parses words, sorts them, packs, checks and formats them.
 *
 *     native ROUNDS [sort=150] [recheck=1] [pack=0] [rename=1] ...
 *
 * NAME=PERCENT is how much of its usual work a step does (100); recheck=1 calls checksum() from
 * emit() too; rename=1 calls digest() where checksum() was called.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP __attribute__((noinline)) static

enum { TEXT = 1 << 16, WORDS = 8192, SLOTS = 1 << 15 };

static const char *const names[] = {"tokenize", "lookup", "sort",    "pack",  "check",
                                    "emit",     "audit",  "recheck", "rename"};
enum { TOKENIZE, LOOKUP, SORT, PACK, CHECK, EMIT, AUDIT, RECHECK, RENAME, N_OPTIONS };
static int option[N_OPTIONS] = {100, 100, 100, 100, 100, 100, 100, 0, 0};

static char text[TEXT];
static uint32_t words[WORDS], keys[WORDS], slots[SLOTS], n_words;
static uint32_t packed[TEXT];
static uint64_t sink;
static uint32_t seed = 1;

static uint32_t next(void)
{
    return seed = seed * 1664525u + 1013904223u;
}

STEP void fill(void)
{
    for (int i = 0; i < TEXT; i++)
        text[i] = (next() >> 24) < 40 ? ' ' : (char)('a' + (next() >> 28));
}

STEP void tokenize(int times)
{
    while (times-- > 0) {
        uint32_t hash = 2166136261u;
        n_words = 0;
        for (int i = 0; i < TEXT; i++) {
            if (text[i] != ' ') {
                hash = (hash ^ (uint8_t)text[i]) * 16777619u;
            } else if (n_words < WORDS) {
                words[n_words++] = hash;
                hash = 2166136261u;
            }
        }
    }
}

STEP void lookup(int times)
{
    while (times-- > 0)
        for (uint32_t i = 0; i < n_words; i++) {
            uint32_t at = words[i] % SLOTS, tries = 0;
            while (slots[at] != 0 && slots[at] != words[i] && tries++ < 64)
                at = (at + 1) % SLOTS;
            slots[at] = words[i];
        }
}

STEP int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

STEP void sort_words(int times)
{
    while (times-- > 0) {
        memcpy(keys, words, sizeof keys);
        qsort(keys, n_words, sizeof *keys, by_value);
    }
}

STEP uint32_t match_length(const char *a, const char *b, const char *end)
{
    uint32_t n = 0;
    while (b + n < end && a[n] == b[n] && n < 64)
        n++;
    return n;
}

STEP void pack(int times)
{
    static int32_t last[65536];
    while (times-- > 0) {
        uint32_t n = 0;
        memset(last, 0, sizeof last);
        for (int i = 0; i + 4 < TEXT; i++) {
            uint16_t h;
            memcpy(&h, text + i, 2);
            packed[n++] = match_length(text + last[h], text + i, text + TEXT);
            last[h] = i;
        }
        sink += packed[n - 1];
    }
}

static uint32_t crc(const void *bytes, int times)
{
    uint32_t sum = ~0u;
    while (times-- > 0)
        for (int i = 0; i < TEXT; i += 4)
            for (int bit = (sum ^= ((const uint8_t *)bytes)[i], 0); bit < 8; bit++)
                sum = sum >> 1 ^ (0xedb88320u & (0u - (sum & 1)));
    return sum;
}

STEP void checksum(int times)
{
    sink += crc(text, times);
}
STEP void digest(int times)
{
    sink += crc(text, times) + 1;
}

STEP void emit(int times)
{
    char line[64];
    for (uint32_t i = 0; i < (uint32_t)times * 40; i++)
        sink += (uint64_t)snprintf(line, sizeof line, "%08x %u", keys[i % n_words], i);
    if (option[RECHECK])
        checksum(40);
}

STEP void audit(int times)
{
    for (int i = 0; i < times * 512; i++)
        sink ^= sink << 13 ^ (uint64_t)i;
}

STEP void handle(void)
{
    tokenize(option[TOKENIZE] / 5);
    lookup(option[LOOKUP] / 2);
    sort_words(option[SORT] / 10);
    pack(option[PACK] / 10);
    (option[RENAME] ? digest : checksum)(option[CHECK] / 5);
    emit(option[EMIT]);
    audit(option[AUDIT]);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        for (int k = 0; k < N_OPTIONS; k++) {
            size_t len = strlen(names[k]);
            if (strncmp(argv[i], names[k], len) == 0 && argv[i][len] == '=')
                option[k] = atoi(argv[i] + len + 1);
        }
    for (int rounds = argc > 1 ? atoi(argv[1]) : 1; rounds > 0; rounds--) {
        fill();
        handle();
    }
    return (int)(sink == 42);
}
