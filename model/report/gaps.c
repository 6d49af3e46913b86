/*
 * gaps.c - gaps in a recording: the intervals between times; those far beyond the median are gaps.
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

/* Most recordings have their samples in the order of time. */
static void sort_times(int64_t *times, size_t n)
{
    size_t i = 1;

    while (i < n && times[i - 1] <= times[i])
        i++;
    if (i < n)
        qsort(times, n, sizeof *times, compare_times);
}

/* Leaves n - 1 intervals in `times`, in the order of time. The longest of them. */
static int64_t take_intervals(int64_t *times, size_t n)
{
    int64_t longest = 0;

    sort_times(times, n);
    for (size_t i = 1; i < n; i++) {
        if (__builtin_sub_overflow(times[i], times[i - 1], &times[i - 1]))
            times[i - 1] = INT64_MAX;
        longest = times[i - 1] > longest ? times[i - 1] : longest;
    }
    return longest;
}

static fr_gaps count_gaps(int64_t *intervals, size_t n)
{
    fr_gaps gaps = {0};
    int64_t usual;

    qsort(intervals, n, sizeof *intervals, compare_times);
    usual = intervals[n / 2];
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
    if (take_intervals(times, samples->n) >= LEAST_GAP_NS)
        *gaps = count_gaps(times, samples->n - 1);
    free(times);
    return true;
}
