/*
 * perf_records.h - what a recorder says of itself beside its samples: what it lost, and how it recorded.
 */
#ifndef FR_FORMATS_PERF_PERF_RECORDS_H
#define FR_FORMATS_PERF_PERF_RECORDS_H

#include "formats/reader.h"
#include "model/build/builder.h"

/*
 * What the recorder says it lost, summed over a recording.
 *
 *     app 1/2 5.1: PERF_RECORD_LOST lost 55
 *     PERF_RECORD_LOST_SAMPLES lost 7
 *     PERF_RECORD_THROTTLE
 *
 * Sums only, so that parts of a recording may be read apart and merged in any order.
 */

typedef struct fr_perf_losses {
    uint64_t n_reports, n_lost; /* reports, and the sum of what they say */
    uint64_t n_throttled;
    uint64_t first_line, first_throttled; /* 0: none */
} fr_perf_losses;

/* Counts `record`, which starts at PERF_RECORD_; false where it tells of no loss. */
bool fr_perf_losses_read(fr_perf_losses *losses, fr_bytes record, uint64_t line);
void fr_perf_losses_merge(fr_perf_losses *to, const fr_perf_losses *from);
/* One note for each kind; `n_samples`: of all events, for the share. */
void fr_perf_losses_say(const fr_perf_losses *losses, uint64_t n_samples, fr_builder *b);

/*
 * What the comments of perf script --header tell of a recording.
 *
 *     # hostname : build7
 *     # cmdline : /usr/bin/perf record -F 99 -g ./app --token=x
 *     # event : name = cpu-clock, , id = { 402 }, type = 1, { sample_period, sample_freq } = 99, freq = 1
 *     # sample duration :    335.772 ms
 *
 * Host and command line may tell more than people want to publish: they are kept only where that is
 * asked for.
 */

#define FR_PERF_RATES 16 /* events whose rate is kept */

/* The rate at which an event was sampled. */
typedef struct fr_perf_rate {
    fr_bytes event;
    uint64_t n;      /* per second, or events from sample to sample */
    bool per_second; /* a frequency */
} fr_perf_rate;

/* Zeroed it is ready. */
typedef struct fr_perf_provenance {
    fr_arena arena;
    fr_perf_rate rates[FR_PERF_RATES];
    size_t n_rates;
    fr_bytes duration, host, command; /* as printed; "" where unknown */
} fr_perf_provenance;

/* Reads a line that starts with '#'. */
void fr_perf_provenance_read(fr_perf_provenance *p, fr_bytes comment);
/* Says what is known of `event` and of the recording; host and command line only if asked for. */
void fr_perf_provenance_say(const fr_perf_provenance *p, fr_bytes event, bool all, fr_builder *b);
/* The rate of an event; NULL where it is unknown. */
const fr_perf_rate *fr_perf_provenance_rate(const fr_perf_provenance *p, fr_bytes event);
/* Adds what `to` doesn't know, from a later part of the same text. */
void fr_perf_provenance_merge(fr_perf_provenance *to, const fr_perf_provenance *from);
void fr_perf_provenance_reset(fr_perf_provenance *p);

#endif
