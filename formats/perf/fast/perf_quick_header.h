/*
 * perf_quick_header.h - header lines of the common shape, taken apart in one pass. Pure.
 *
 *     V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u:
 *
 * comm, ids, perhaps a cpu, a time of 6 or 9 decimals, perhaps a period, an event, and nothing
 * after it. Says no to everything else; where it says yes, the result is that of
 * fr_perf_header_timed().
 */
#ifndef FR_FORMATS_PERF_QUICK_HEADER_H
#define FR_FORMATS_PERF_QUICK_HEADER_H

#include "formats/perf/perf_line.h"

/* Numbers of more digits are left to the general parser. */
#define FR_PERF_QUICK_ID_DIGITS      9
#define FR_PERF_QUICK_SECONDS_DIGITS 9
#define FR_PERF_QUICK_PERIOD_DIGITS  18

bool fr_perf_quick_header(fr_bytes line, fr_perf_header *h);

#endif
