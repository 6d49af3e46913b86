/*
 * generate.c - random profiles. Frames are drawn from a small pool, so that stacks share
 * prefixes and hold recursion; a stack often continues a prefix of the one before it.
 */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 40

static const char *const plain_names[] = {"main", "foo", "bar", "baz", "qux",     "foo.cold",
                                          "a",    "b",   "c",   "d",   "foo bar", "x::y<z>"};

static const char *const odd_names[] = {
    "main",
    "Thread 1",
    "map<int, int>::insert 7",
    "sort 3 5",
    "foo\\bar",
    "tcp_sendmsg_[k]",
    "jitted_[j]",
    "inlined_[i]",
    "\xc3\xa4\xc3\xb6\xc3\xbc",
    "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
    "operator<",
    "(anonymous namespace)::f",
    "net/http.(*liveSwitchReader).Read",
    "x&y",
    "&amp;",
    "</script><script>alert(1)</script>",
    "]]>",
    "-->",
    "a\\x3bb",
    "\\x1b",
    "\\u{202e}",
    "[unknown]",
    "__proto__",
    "%s%n",
};

static const char *const hostile_names[] = {
    "",
    " ",
    "\x1b[31m",
    "\x07",
    "\x7f",
    "\xad",
    "\xc0\xaf",
    "\xe2\x82",
    "\xed\xa0\x80",
    "\xef\xbf\xbe",
    "x\xef\xbb\xbf",
    "\xc2\x85",
    ("\xe2\x80\xae"
     "evil"),
    "\xf4\x90\x80\x80",
    "\xff\xfd", /* "\xff\xfe" at the start of an input is the mark of UTF-16 */
    "tab\there",
    " lead",
    "trail ",
    "\\x",
    "\\x5cx1b",
};

#define N_OF(list) (uint32_t)(sizeof(list) / sizeof *(list))

uint64_t random_next(random_source *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint32_t random_below(random_source *random, uint32_t n)
{
    return (uint32_t)((random_next(random) >> 32) * n >> 32);
}

static void *need(void *p)
{
    if (!p) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return p;
}

static const char *pick_name(random_source *random, name_pool pool)
{
    if (pool == NAMES_HOSTILE && random_below(random, 4) == 0)
        return hostile_names[random_below(random, N_OF(hostile_names))];
    if (pool != NAMES_PLAIN && random_below(random, 2) == 0)
        return odd_names[random_below(random, N_OF(odd_names))];
    return plain_names[random_below(random, N_OF(plain_names))];
}

static int64_t pick_value(random_source *random, name_pool pool)
{
    if (pool == NAMES_PLAIN)
        return 1 + random_below(random, 1000);
    switch (random_below(random, 8)) {
    case 0:
        return 0;
    case 1:
        return (int64_t)(random_next(random) >> 24); /* below 2^40 */
    default:
        return random_below(random, 100000);
    }
}

static void append(generated *g, size_t *cap, const char *text)
{
    size_t len = strlen(text);
    if (g->len + len + 1 > *cap) {
        *cap = (g->len + len + 1) * 2;
        g->text = need(realloc(g->text, *cap));
    }
    memcpy(g->text + g->len, text, len + 1);
    g->len += len;
}

generated generate_folded(uint64_t seed, name_pool pool)
{
    random_source random = {seed};
    const char *stack[MAX_DEPTH];
    uint32_t depth = 0;
    generated g = {0};
    size_t cap = 0;
    g.n_lines = 1 + random_below(&random, random_below(&random, 4) ? 60 : 400);
    g.line_at = need(calloc(g.n_lines + 1, sizeof *g.line_at));
    for (uint32_t line = 0; line < g.n_lines; line++) {
        g.line_at[line] = g.len;
        depth = depth ? random_below(&random, depth + 1) : 0;
        uint32_t more = 1 + random_below(&random, random_below(&random, 8) ? 6 : MAX_DEPTH);
        for (; more > 0 && depth < MAX_DEPTH; more--)
            stack[depth++] = pick_name(&random, pool);
        for (uint32_t i = 0; i < depth; i++) {
            append(&g, &cap, i ? ";" : "");
            append(&g, &cap, stack[i]);
        }
        int64_t value = pick_value(&random, pool) + (line == 0);
        char number[32];
        snprintf(number, sizeof number, " %lld\n", (long long)value);
        append(&g, &cap, number);
        g.total += value;
    }
    g.line_at[g.n_lines] = g.len;
    return g;
}

generated generate_shuffled(const generated *from, uint64_t seed)
{
    random_source random = {seed};
    generated g = {0};
    g.n_lines = from->n_lines;
    g.total = from->total;
    g.line_at = need(calloc(g.n_lines + 1, sizeof *g.line_at));
    uint32_t *order = need(calloc(g.n_lines, sizeof *order));
    for (uint32_t i = 0; i < g.n_lines; i++) {
        uint32_t j = random_below(&random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    g.text = need(malloc(from->len + 1));
    for (uint32_t i = 0; i < g.n_lines; i++) {
        size_t at = from->line_at[order[i]], len = from->line_at[order[i] + 1] - at;
        g.line_at[i] = g.len;
        memcpy(g.text + g.len, from->text + at, len);
        g.len += len;
    }
    g.line_at[g.n_lines] = g.len;
    g.text[g.len] = '\0';
    free(order);
    return g;
}

/* "Web Content 17/19 [002]  8123.456789: cycles:" */
static void append_event(generated *g, size_t *cap, random_source *random, int64_t time_us)
{
    static const char *const comms[] = {"app", "Web Content", "kworker/0:1", "swapper", "x:[1] 2"};
    uint32_t thread = random_below(random, 9);
    char line[128];

    snprintf(line, sizeof line, "%s %u/%u [%03u] %lld.%06lld: cycles:\n",
             comms[thread % N_OF(comms)], 17 + thread / 2, 17 + thread, random_below(random, 4),
             (long long)(time_us / 1000000), (long long)(time_us % 1000000));
    append(g, cap, line);
}

static void append_frames(generated *g, size_t *cap, random_source *random)
{
    for (uint32_t n = 1 + random_below(random, 4); n > 0; n--) {
        append(g, cap, "\t 55 ");
        append(g, cap, pick_name(random, NAMES_PLAIN));
        append(g, cap, " (/bin/app)\n");
    }
    append(g, cap, "\n");
}

generated generate_perf_script(uint64_t seed, uint32_t seconds)
{
    random_source random = {seed};
    int64_t start_us = (int64_t)(random_next(&random) >> 24); /* below 2^40 us: 12 days */
    uint32_t span_us = 1 + random_below(&random, seconds * 1000000);
    uint32_t n = 1 + random_below(&random, random_below(&random, 4) ? 100 : 1000), burst_us = 0;
    generated g = {0};
    size_t cap = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t at_us = random_below(&random, span_us);
        if (i % 32 == 0)
            burst_us = at_us;
        if (i % 2 == 0)
            at_us = burst_us / 50000 * 50000 + random_below(&random, 50000);
        append_event(&g, &cap, &random, start_us + at_us);
        append_frames(&g, &cap, &random);
    }
    return g;
}

void generated_reset(generated *g)
{
    free(g->text);
    free(g->line_at);
    *g = (generated){0};
}
