/* perf_texts.c - a walk over few functions, and odd lines. */
#include "perf_texts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

void text_add(text_buffer *text, const char *bytes, size_t len)
{
    while (text->cap - text->len < len) {
        text->cap = text->cap ? 2 * text->cap : 1 << 16;
        text->at = realloc(text->at, text->cap);
        if (!text->at)
            abort();
    }
    memcpy(text->at + text->len, bytes, len);
    text->len += len;
}

void text_put(text_buffer *text, const char *format, ...)
{
    char made[4096];
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(made, sizeof made, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= sizeof made)
        abort();
    text_add(text, made, (size_t)len);
}

static const char *const modules[] = {"/usr/bin/app", "/lib/libc.so.6", "[kernel.kallsyms]",
                                      "[unknown]"};
static const char *const odd_lines[] = {
    "0x7f02/0x7f03/P/-/-/1\n",
    "  a.c:12\n",
    "\tno address (/a)\n",
    "\t            29b5 nearest+0x45 (inlined)\n",
    "7f0000000002 main (/usr/bin/app)\n",
    "            7f03 blanks (/usr/bin/app)\n",
    "# a comment\n",
    "warning: lost in the middle\n",
    "app 12 [001] 1.000002: PERF_RECORD_LOST lost 55\n",
    "app 12 cycles:\n",
    "\t\n",
    " \n",
    "\n",
    "\r\n",
    "\t            29b6 \x01\xff+0x2 (/usr/bin/app)\n",
    "\t            29b7\n",
};

/* A frame line: few functions, each at few addresses, as calls return to few places. */
static void put_frame(text_buffer *text, random_source *random, uint32_t function, bool crlf)
{
    uint32_t address = random_below(random, 20) ? function % 3 : random_below(random, 1000);

    text_put(text, "\t    7f%04x%04x function_%u+0x%x (%s)%s\n", function, address, function,
             address + 1, modules[function % COUNT(modules)], crlf ? "\r" : "");
}

/* Mostly the same; squares of the large ones are no numbers that a double holds. */
static uint64_t random_period(random_source *random)
{
    uint64_t period = random_below(random, 3) ? 100 : random_below(random, 1000);

    return period % 8 == 7 ? period * 999999937 : period;
}

static void put_header(text_buffer *text, random_source *random, bool odd)
{
    static const char *const comms[] = {"app", "java", "V8 Worker", "kworker/0:1", "a: b"};
    static const char *const events[] = {"cycles:u", "cpu-clock:ppp", "sched:sched_switch"};
    uint32_t tid = 10 + random_below(random, 4);
    const char *comm = comms[tid % (odd ? 5 : 3)], *event = events[0];

    if (random_below(random, 5) == 0)
        event = events[random_below(random, 3)];
    text_put(text, "%s %u/%u ", comm, tid / 2, tid);
    if (random_below(random, 4))
        text_put(text, "[%03u] ", random_below(random, 4));
    text_put(text, "%u.%06u: ", 5 + random_below(random, 3), random_below(random, 1000000));
    if (!odd || random_below(random, 4))
        text_put(text, "%10" PRIu64 " ", random_period(random));
    text_put(text, "%s: ", event);
    if (odd && random_below(random, 8) == 0)
        text_put(text,
                 random_below(random, 2) ? "7f01 inline_leaf (/usr/bin/app)" : "prev_comm=a b=1");
    text_put(text, "\n");
}

/* A stack of one of few roots, whose middle is often that of the sample before. */
void text_put_sample(text_buffer *text, random_source *random, uint32_t path[PERF_PATH], bool odd)
{
    uint32_t depth = 1 + random_below(random, PERF_PATH),
             keep = random_below(random, PERF_PATH + 1);
    bool crlf = odd && random_below(random, 20) == 0;

    if (odd && random_below(random, 8) == 0)
        text_put(text, "%s", odd_lines[random_below(random, COUNT(odd_lines))]);
    if (!odd || random_below(random, 8))
        put_header(text, random, odd);
    for (uint32_t i = 0; i < PERF_PATH; i++)
        if (i >= keep)
            path[i] = i < 2 ? i + random_below(random, 2) : random_below(random, 40);
    for (uint32_t i = depth; i-- > 0;) {
        put_frame(text, random, path[i], crlf);
        if (odd && random_below(random, 40) == 0)
            text_put(text, "%s", odd_lines[random_below(random, COUNT(odd_lines))]);
    }
    if (!odd || random_below(random, 20))
        text_put(text, crlf ? "\r\n" : "\n");
}

text_buffer random_perf_text(uint64_t seed, uint32_t most)
{
    random_source random = {seed};
    uint32_t path[PERF_PATH] = {0}, n = 1 + random_below(&random, most);
    text_buffer text = {0};

    for (uint32_t i = 0; i < n; i++)
        text_put_sample(&text, &random, path, seed % 2);
    if (seed % 3 == 0) /* the end is cut off */
        text.len -= random_below(&random, (uint32_t)(text.len < 400 ? text.len : 400));
    return text;
}
