/*
 * generate.c - inputs for the benchmark, the same bytes for the same arguments.
 *
 *     generate folded BYTES STACKS [SEED]    folded stacks, about 24 frames and 1000 bytes a line
 *     generate perf   BYTES STACKS [SEED]    perf script text with those stacks, a few often
 *     generate short  BYTES STACKS [SEED]    the same of 2 to 5 frames, as without frame pointers
 *     generate boxes  COUNT [SEED]           folded stacks that draw as about COUNT boxes, names of
 *                                            60 bytes
 *
 * STACKS is the number of distinct stacks. Stack s shares its root side with its neighbours: the
 * frame at depth i depends on the leading bits of s only, more of them the deeper it is.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_NAMES   20000u
#define NAME_SIZE 96

typedef struct depths {
    uint32_t least, most;
} depths;

static depths frames = {16, 32};

static char names[N_NAMES][NAME_SIZE];

static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void make_names(uint64_t seed)
{
    static const char *const spaces[] = {"std", "net", "storage::log", "query", "base::detail"};
    static const char *const types[] = {"Vector<int>", "HashMap", "Writer", "Planner<Row>",
                                        "Cursor"};
    static const char *const verbs[] = {"insert", "read_next", "flush", "operator()", "compare"};
    static const char *const args[] = {"", "int, char const*", "std::string const&", "Row&&"};
    for (uint32_t i = 0; i < N_NAMES; i++) {
        uint64_t h = mix(seed ^ i);
        const char *space = spaces[h % 5], *type = types[h / 5 % 5], *verb = verbs[h / 25 % 5];
        if (h / 125 % 4 == 0)
            snprintf(names[i], NAME_SIZE, "%s_%s_%u", type, verb, i);
        else
            snprintf(names[i], NAME_SIZE, "%s::%s::%s_%u(%s)", space, type, verb, i,
                     args[h / 500 % 4]);
    }
}

/* Depth of stack s; the name's index at depth i of it. */
static uint32_t depth_of(uint64_t seed, uint64_t s)
{
    return frames.least + (uint32_t)(mix(seed ^ s) % (frames.most - frames.least + 1));
}

static uint32_t frame_of(uint64_t seed, uint64_t s, uint32_t i, uint32_t depth, uint32_t bits)
{
    uint32_t shift = bits - bits * i / (depth - 1);
    return (uint32_t)(mix(seed + (s >> shift) * 64 + i) % N_NAMES);
}

static uint32_t bits_of(uint64_t n)
{
    uint32_t bits = 0;
    while (n > (UINT64_C(1) << bits))
        bits++;
    return bits;
}

static void write_folded(uint64_t bytes, uint64_t stacks, uint64_t seed)
{
    uint32_t bits = bits_of(stacks);
    uint64_t written = 0;
    for (uint64_t line = 0; written < bytes; line++) {
        uint64_t s = mix(line / stacks) + line * UINT64_C(2654435761);
        s %= stacks;
        uint32_t depth = depth_of(seed, s);
        for (uint32_t i = 0; i < depth; i++)
            written +=
                (uint64_t)printf("%s%s", i ? ";" : "", names[frame_of(seed, s, i, depth, bits)]);
        written += (uint64_t)printf(" %u\n", 1 + (uint32_t)(mix(line) % 1000));
    }
}

static void write_perf(uint64_t bytes, uint64_t stacks, uint64_t seed)
{
    uint32_t bits = bits_of(stacks);
    uint64_t written = 0, us = 1000000;
    for (uint64_t record = 0; written < bytes; record++) {
        uint64_t h = mix(seed ^ (record << 20)), r = h & 0xffff;
        uint64_t s = (r * r * r >> 16) * stacks >> 32; /* the first stacks are the frequent ones */
        uint32_t depth = depth_of(seed, s);
        us += 200 + h % 1600;
        written += (uint64_t)printf(
            "worker-%u %5u/%-5u [%03u] %5" PRIu64 ".%06" PRIu64 ":     %u cycles:P: \n",
            (unsigned)(s % 8), 4000u, (unsigned)(4000 + s % 8), (unsigned)(h >> 32 & 3),
            us / 1000000, us % 1000000, (unsigned)(200000 + (h >> 40) % 100000));
        for (uint32_t i = depth; i-- > 0;) {
            uint32_t f = frame_of(seed, s, i, depth, bits);
            written += (uint64_t)printf("\t%16" PRIx64 " %s+0x%x (/usr/lib/lib%u.so.1)\n",
                                        UINT64_C(0x7f0000000000) + f * 256u, names[f],
                                        (unsigned)(mix(s ^ i) % 4 * 16), f % 12);
        }
        written += (uint64_t)printf("\n");
    }
}

/* Chains of ten frames side by side; at 1200 px each is wide enough to be drawn. */
static void write_boxes(uint32_t count, uint64_t seed)
{
    uint32_t chains = 500, depth = count / chains ? count / chains : 1;
    for (uint32_t c = 0; c < chains; c++) {
        for (uint32_t i = 0; i < depth; i++)
            printf("%sservice::request::Handler_%05u::dispatch_level_%02u(Context&, %04x)",
                   i ? ";" : "", c, i, (unsigned)(mix(seed ^ (c * 64 + i)) & 0xffff));
        printf(" %u\n", 100 + (unsigned)(mix(c) % 100));
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    bool boxes = strcmp(what, "boxes") == 0, brief = strcmp(what, "short") == 0;
    bool perf = brief || strcmp(what, "perf") == 0;
    int at = boxes ? 3 : 4;
    uint64_t size = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    uint64_t stacks = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    uint64_t seed = argc > at ? strtoull(argv[at], NULL, 10) : 1;
    if (!size || (!boxes && !stacks) || (!boxes && !perf && strcmp(what, "folded") != 0)) {
        fputs("usage: generate folded|perf|short BYTES STACKS [SEED]\n"
              "       generate boxes COUNT [SEED]\n",
              stderr);
        return 2;
    }
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    make_names(seed);
    if (brief)
        frames = (depths){2, 5};
    if (boxes)
        write_boxes((uint32_t)size, seed);
    else
        (perf ? write_perf : write_folded)(size, stacks, seed);
    return fclose(stdout) == 0 ? 0 : 3;
}
