/*
 * perf_quick_samples.h - the fast way through perf script: sample by sample, not line by line.
 */
#ifndef FR_FORMATS_PERF_QUICK_SAMPLES_H
#define FR_FORMATS_PERF_QUICK_SAMPLES_H

#include "formats/perf/perf_script.h"

/* Reads ordinary samples at the start of the window; returns the bytes used. *more: the one that
 * follows wants more text than there is. */
size_t fr_perf_quick_samples(fr_perf_script *r, fr_bytes window, bool *more);

#endif
