/* perf_interval.c - how far apart samples are. */
#include <stdlib.h>

#include "formats/perf/perf_line.h"
#include "formats/perf/perf_survey.h"
#include "formats/perf/perf_switch.h"

#define TRACKS_MAX    64
#define DISTANCES_MAX 1024
#define LEAST         8

/* The last sample of a thread and event. */
typedef struct track {
    int64_t tid, time_ns;
    uint64_t event;
} track;

typedef struct distances {
    track tracks[TRACKS_MAX];
    size_t n_tracks;
    int64_t ns[DISTANCES_MAX];
    size_t n;
} distances;

static void add_sample(distances *d, const fr_perf_header *h)
{
    track now = {h->tid, h->time_ns, fr_bytes_hash(h->event, 1)};
    size_t i = 0;

    while (i < d->n_tracks && (d->tracks[i].tid != now.tid || d->tracks[i].event != now.event))
        i++;
    if (i == TRACKS_MAX)
        return;
    if (i == d->n_tracks)
        d->n_tracks++;
    else if (now.time_ns > d->tracks[i].time_ns && d->n < DISTANCES_MAX)
        d->ns[d->n++] = now.time_ns - d->tracks[i].time_ns;
    d->tracks[i] = now;
}

static int order(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

int64_t fr_perf_survey_interval(fr_bytes head)
{
    distances *d = calloc(1, sizeof *d);
    fr_perf_line parsed;
    int64_t median = 0;
    fr_bytes line;

    while (d && fr_perf_next_line(&head, true, &line)) {
        fr_perf_line_read(line, &parsed);
        if (parsed.kind == FR_PERF_HEADER && parsed.header.has_time && parsed.header.has_tid &&
            !fr_perf_switch_event(parsed.header.event))
            add_sample(d, &parsed.header);
    }
    if (d && d->n >= LEAST) {
        qsort(d->ns, d->n, sizeof *d->ns, order);
        median = d->ns[d->n / 2];
    }
    free(d);
    return median;
}
