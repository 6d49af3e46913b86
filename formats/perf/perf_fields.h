/*
 * perf_fields.h - the fields of a header line of perf script text, one function each. Pure.
 *
 *     V8 WorkerThread 24636/25607 [000] d.h.  94564.109216:     100 cycles:u:
 *                     ids         cpu   misc  stamp             period
 */
#ifndef FR_FORMATS_PERF_FIELDS_H
#define FR_FORMATS_PERF_FIELDS_H

#include "formats/perf/perf_header.h"

#define FR_PERF_TIME_DIGITS 6 /* "secs.usecs": a stamp without a tid before it must have them */

static inline bool fr_perf_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool fr_perf_digit(char c)
{
    return c >= '0' && c <= '9';
}

fr_bytes fr_perf_head(fr_bytes text, size_t len);
fr_bytes fr_perf_tail(fr_bytes text, size_t from);
fr_bytes fr_perf_trim_end(fr_bytes text);
fr_bytes fr_perf_trim_start(fr_bytes text);
bool fr_perf_all_digits(fr_bytes text);
bool fr_perf_has_blank(fr_bytes text);
fr_bytes fr_perf_first_word(fr_bytes text);
fr_bytes fr_perf_last_word(fr_bytes text);
/* Without its last word and the blanks before that. */
fr_bytes fr_perf_drop_word(fr_bytes text, fr_bytes word);
/* The first ':' at or after `from` that ends a word, or text.len. */
size_t fr_perf_find_colon(fr_bytes text, size_t from);

/* "[003]" */
bool fr_perf_read_cpu(fr_bytes word, fr_perf_header *h);
/* "25607", "24636/25607", "-1/-1" */
bool fr_perf_read_ids(fr_bytes word, fr_perf_header *h);
/* "V8 WorkerThread 19983/19984 [001] d.h.": from the right; what is left is comm. */
void fr_perf_read_origin(fr_bytes text, fr_perf_header *h);
void fr_perf_read_period(fr_bytes digits, fr_perf_header *h);
/* "secs.fraction" ending at `colon`: its first digit, or text.len. *places: of the fraction. */
size_t fr_perf_find_stamp(fr_bytes text, size_t colon, size_t *places);
/* "94564.109216" in nanoseconds; digits past the ninth are cut. */
void fr_perf_read_time(fr_bytes stamp, fr_perf_header *h);
/* Whether `text` is a frame, as it stands on header lines of recordings without -g. */
bool fr_perf_frame_follows(fr_bytes text);

#endif
