/*
 * gaps.c - gaps in a recording: times in order, then the intervals between them in order.
 */
#include "model/report/gaps.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_SAMPLES 20
#define LEAST_GAP_NS  INT64_C(1000000000)
#define GAP_INTERVALS 100 /* median intervals */

static int compare_times(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Leaves n - 1 intervals in `times`, the shortest first. */
static void take_intervals(int64_t *times, size_t n)
{
    qsort(times, n, sizeof *times, compare_times);
    for (size_t i = 1; i < n; i++)
        if (__builtin_sub_overflow(times[i], times[i - 1], &times[i - 1]))
            times[i - 1] = INT64_MAX;
    qsort(times, n - 1, sizeof *times, compare_times);
}

static fr_gaps count_gaps(const int64_t *intervals, size_t n)
{
    int64_t usual = intervals[n / 2];
    fr_gaps gaps = {0};

    for (size_t i = n;
         i-- > 0 && intervals[i] >= LEAST_GAP_NS && intervals[i] / GAP_INTERVALS > usual;)
        gaps.n++;
    gaps.longest_ns = gaps.n ? intervals[n - 1] : 0;
    return gaps;
}

bool fr_gaps_find(fr_gaps *gaps, const fr_profile *profile)
{
    const fr_samples *samples = &profile->samples;
    int64_t *times;

    *gaps = (fr_gaps){0};
    if (samples->n < LEAST_SAMPLES || !profile->meta.timed)
        return true;
    times = malloc(samples->n * sizeof *times);
    if (!times)
        return false;
    memcpy(times, samples->time_ns, samples->n * sizeof *times);
    take_intervals(times, samples->n);
    *gaps = count_gaps(times, samples->n - 1);
    free(times);
    return true;
}
