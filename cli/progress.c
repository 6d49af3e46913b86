/*
 * progress.c - the bar. Its time never reaches an output.
 */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR         30
#define PATIENCE_NS INT64_C(500000000)
#define PERIOD_NS   INT64_C(100000000)

static int64_t now_ns(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void progress_init(struct progress *progress, bool quiet)
{
    const char *term = getenv("TERM");
    bool dumb = !term || strcmp(term, "dumb") == 0;
    *progress = (struct progress){.enabled = !quiet && !dumb && isatty(STDERR_FILENO)};
    progress->next_ns = now_ns() + PATIENCE_NS;
}

/* A power of 1024 in which `bytes` reads well: "1.2", "GiB". */
static unsigned unit_of(uint64_t bytes)
{
    unsigned unit = 0;
    while (unit < 4 && bytes >> (10 * (unit + 1)))
        unit++;
    return unit;
}

static void print_bytes(char *to, size_t cap, uint64_t bytes, unsigned unit)
{
    uint64_t whole = bytes >> (10 * unit);
    uint64_t rest = unit ? bytes >> (10 * (unit - 1)) & 1023 : 0;
    if (unit == 0)
        snprintf(to, cap, "%" PRIu64, whole);
    else
        snprintf(to, cap, "%" PRIu64 ".%" PRIu64, whole, rest * 10 / 1024);
}

static void draw(uint64_t done, uint64_t size)
{
    static const char *const names[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    static const char full[] = "##############################", empty[] = "";
    char of_done[32], of_size[32];
    unsigned unit = unit_of(size > done ? size : done);
    print_bytes(of_done, sizeof of_done, done, unit);
    print_bytes(of_size, sizeof of_size, size, unit);
    if (size == 0 || done > size) {
        fprintf(stderr, "\r\033[Kreading  %s %s", of_done, names[unit]);
        return;
    }
    unsigned percent = (unsigned)((double)done * 100 / (double)size);
    int bars = (int)(percent * BAR / 100);
    fprintf(stderr, "\r\033[Kreading  [%.*s%*s] %3u %%  %s of %s %s", bars, full, BAR - bars, empty,
            percent, of_done, of_size, names[unit]);
}

void progress_update(void *progress, uint64_t done, uint64_t size)
{
    struct progress *p = progress;
    if (!p->enabled)
        return;
    int64_t now = now_ns();
    if (now < p->next_ns)
        return;
    p->next_ns = now + PERIOD_NS;
    p->shown = true;
    draw(done, size);
}

void progress_erase(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
