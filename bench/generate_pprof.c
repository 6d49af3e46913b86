/*
 * generate_pprof.c - pprof profiles for the benchmark, the same bytes for the same arguments.
 *
 *     generate_pprof large STACKS FUNCTIONS [SEED] > x.pb.gz
 *     generate_pprof fleet COUNT STACKS FUNCTIONS DIRECTORY    DIRECTORY/p000000.pb.gz ...
 *
 * "large": distinct stacks of 16 to 32 frames. Stack s shares its root side with its neighbours, as
 * generate.c has it. "fleet": profiles of one program, as many servers send them: each has STACKS of
 * the POOL stacks that there are, and its own values. 250 stacks of 600 functions are about 28 KB, 600
 * of 1 000 are 50 KB.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#define MIN_DEPTH 16u
#define MAX_DEPTH 32u
#define POOL      8192u
#define SITES     2u /* locations of a function: where it calls from */

static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- messages ---- */

typedef struct buffer {
    unsigned char *at;
    size_t len, cap;
} buffer;

static void put(buffer *b, const void *bytes, size_t len)
{
    if (b->len + len > b->cap) {
        b->cap = 2 * (b->len + len);
        b->at = realloc(b->at, b->cap);
        if (!b->at)
            exit(4);
    }
    memcpy(b->at + b->len, bytes, len);
    b->len += len;
}

static void put_varint(buffer *b, uint64_t value)
{
    unsigned char bytes[10];
    size_t n = 0;

    for (; value > 0x7f; value >>= 7)
        bytes[n++] = (unsigned char)(value | 0x80);
    bytes[n++] = (unsigned char)value;
    put(b, bytes, n);
}

static void put_number(buffer *b, unsigned field, uint64_t value)
{
    put_varint(b, field << 3);
    put_varint(b, value);
}

static void put_bytes(buffer *b, unsigned field, const void *bytes, size_t len)
{
    put_varint(b, field << 3 | 2);
    put_varint(b, len);
    put(b, bytes, len);
}

/* The message in `part`, which is emptied. */
static void put_part(buffer *b, unsigned field, buffer *part)
{
    put_bytes(b, field, part->at, part->len);
    part->len = 0;
}

/* ---- the profile ---- */

typedef struct shape {
    uint64_t seed;    /* of stacks */
    uint64_t program; /* of names */
    uint64_t member;  /* of a fleet: which stacks, which values; 0: no fleet */
    uint32_t stacks, functions;
} shape;

enum { S_EMPTY, S_SAMPLES, S_COUNT, S_CPU, S_NS, S_BINARY, S_KEY, S_TENANT, S_FIRST = 40 };

static void put_strings(buffer *b, const shape *s)
{
    static const char *const fixed[] = {
        "", "samples", "count", "cpu", "nanoseconds", "/usr/bin/server", "handler", "tenant"};
    static const char *const packages[] = {"net/http", "encoding/json", "github.com/acme/store",
                                           "runtime", "github.com/acme/query/internal/plan"};
    static const char *const types[] = {"", "(*Conn).", "(*Planner[...]).", "(*Writer).", "List."};
    char text[200];

    for (unsigned i = 0; i < S_FIRST; i++) {
        snprintf(text, sizeof text, "value-%u", i);
        const char *string = i < sizeof fixed / sizeof *fixed ? fixed[i] : text;
        put_bytes(b, 6, string, strlen(string));
    }
    for (uint32_t f = 0; f < s->functions; f++) {
        uint64_t h = mix(s->program ^ f);
        int n =
            snprintf(text, sizeof text, "%s.%sfunction%u", packages[h % 5], types[h / 5 % 5], f);
        put_bytes(b, 6, text, (size_t)n);
        n = snprintf(text, sizeof text, "/src/%s/file%u.go", packages[h % 5], f / 16);
        put_bytes(b, 6, text, (size_t)n);
    }
}

static void put_functions(buffer *b, const shape *s)
{
    buffer part = {0}, line = {0};

    for (uint32_t f = 0; f < s->functions; f++) {
        put_number(&part, 1, f + 1);
        put_number(&part, 2, S_FIRST + 2 * f);
        put_number(&part, 3, S_FIRST + 2 * f);
        put_number(&part, 4, S_FIRST + 2 * f + 1);
        put_part(b, 5, &part);
    }
    for (uint32_t l = 0; l < s->functions * SITES; l++) {
        put_number(&part, 1, l + 1);
        put_number(&part, 2, 1);
        put_number(&part, 3, UINT64_C(0x400000) + 64 * l);
        put_number(&line, 1, l / SITES + 1);
        put_number(&line, 2, 10 + mix(l) % 500);
        put_part(&part, 4, &line);
        put_part(b, 4, &part);
    }
    free(part.at);
    free(line.at);
}

static uint32_t bits_of(uint64_t n)
{
    uint32_t bits = 0;
    while (n > (UINT64_C(1) << bits))
        bits++;
    return bits;
}

/* Locations of stack s, leaf first, values, labels. */
static void put_sample(buffer *b, const shape *s, uint32_t i_sample, uint32_t bits, buffer *part,
                       buffer *ids)
{
    uint64_t r = mix(s->member + i_sample) & 0xffff; /* of a fleet the first ones are frequent */
    uint32_t stack = s->member ? (uint32_t)((r * r >> 16) * POOL >> 16) : i_sample;
    uint32_t depth = MIN_DEPTH + (uint32_t)(mix(s->seed ^ stack) % (MAX_DEPTH - MIN_DEPTH + 1));
    uint64_t n = 1 + mix(s->member ^ stack) % 7;

    for (uint32_t i = depth; i-- > 0;) {
        uint32_t shift = bits - bits * i / (depth - 1);
        put_varint(ids,
                   1 + mix(s->seed + ((uint64_t)stack >> shift) * 64 + i) % (s->functions * SITES));
    }
    put_part(part, 1, ids);
    put_varint(ids, n);
    put_varint(ids, n * 10000000);
    put_part(part, 2, ids);
    for (unsigned k = 0; k < 2 && s->member; k++) {
        put_number(ids, 1, S_KEY + k);
        put_number(ids, 2, S_TENANT + 1 + mix(stack * 2 + k) % 16);
        put_part(part, 3, ids);
    }
    put_part(b, 2, part);
}

static buffer make(const shape *s)
{
    buffer b = {0}, part = {0}, ids = {0};
    uint32_t bits = bits_of(s->member ? POOL : s->stacks);

    for (unsigned t = 0; t < 2; t++) {
        put_number(&part, 1, S_SAMPLES + 2 * t);
        put_number(&part, 2, S_COUNT + 2 * t);
        put_part(&b, 1, &part);
    }
    for (uint32_t i = 0; i < s->stacks; i++)
        put_sample(&b, s, i, bits, &part, &ids);
    put_number(&part, 1, 1);
    put_number(&part, 2, 0x400000);
    put_number(&part, 3, 0x40000000);
    put_number(&part, 5, S_BINARY);
    put_part(&b, 3, &part);
    put_functions(&b, s);
    put_strings(&b, s);
    put_number(&b, 9, UINT64_C(1760000000000000000) + s->member % 1000000000);
    put_number(&b, 10, UINT64_C(10000000000));
    free(part.at);
    free(ids.at);
    return b;
}

/* gzip without name and time, at Go's level. */
static bool write_gzip(const buffer *b, FILE *to)
{
    z_stream z = {0};
    unsigned char block[1 << 16];
    int result;

    if (deflateInit2(&z, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    z.next_in = b->at;
    z.avail_in = (uInt)b->len;
    do {
        z.next_out = block;
        z.avail_out = sizeof block;
        result = deflate(&z, Z_FINISH);
        fwrite(block, 1, sizeof block - z.avail_out, to);
    } while (result == Z_OK);
    deflateEnd(&z);
    return result == Z_STREAM_END && !ferror(to);
}

static int write_fleet(uint32_t count, shape s, const char *directory)
{
    char path[4096];

    mkdir(directory, 0777);
    for (uint32_t i = 0; i < count; i++) {
        s.member = mix(i) | 1;
        buffer b = make(&s);
        snprintf(path, sizeof path, "%s/p%06u.pb.gz", directory, i);
        FILE *to = fopen(path, "wb");
        bool good = to && write_gzip(&b, to);
        if (!to || fclose(to) != 0 || !good) {
            perror(path);
            return 3;
        }
        free(b.at);
    }
    return 0;
}

int main(int argc, char **argv)
{
    uint64_t n[3] = {0};
    bool large = argc > 3 && strcmp(argv[1], "large") == 0;
    bool fleet = argc > 5 && strcmp(argv[1], "fleet") == 0;

    for (int i = 0; i < 3 && i + 2 < argc; i++)
        n[i] = strtoull(argv[i + 2], NULL, 10);
    if (!large && !fleet) {
        fputs("usage: generate_pprof large STACKS FUNCTIONS [SEED]\n"
              "       generate_pprof fleet COUNT STACKS FUNCTIONS DIRECTORY\n",
              stderr);
        return 2;
    }
    if (fleet)
        return write_fleet(
            (uint32_t)n[0],
            (shape){.seed = 1, .program = 1, .stacks = (uint32_t)n[1], .functions = (uint32_t)n[2]},
            argv[5]);
    buffer b = make(&(shape){.seed = n[2] ? n[2] : 1,
                             .program = 1,
                             .stacks = (uint32_t)n[0],
                             .functions = (uint32_t)n[1]});
    return write_gzip(&b, stdout) && fclose(stdout) == 0 ? 0 : 3;
}
