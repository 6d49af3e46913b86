/*
 * units.h - units that people read in multiples: time and memory. The text of every other unit stays.
 */
#ifndef FR_BASE_UNITS_H
#define FR_BASE_UNITS_H

#include "base/bytes.h"

typedef enum fr_unit_kind {
    FR_UNIT_PLAIN,
    FR_UNIT_TIME,  /* ns, us, ms, s, min, h, and their long names */
    FR_UNIT_MEMORY /* bytes, KiB, MiB, GiB, TiB */
} fr_unit_kind;

fr_unit_kind fr_unit_kind_of(const char *unit);
/* True where fr_format_human() may show another unit than this one. */
bool fr_unit_has_multiples(const char *unit);
/* The size of a unit in the smallest of its kind, by any name that people or pprof give it: upper and
 * lower case are one, a plural s is none, kB is 1024 bytes. FR_UNIT_PLAIN where it is none of these. */
fr_unit_kind fr_unit_measure(fr_bytes unit, uint64_t *size);
/* A unit as people type it (fr_unit_measure), "MB", "Seconds", by the name that it is shown with,
 * "MiB", "s"; NULL where there is none. */
const char *fr_unit_typed(const char *text);
/* The unit in which fr_format_human() shows an amount: `unit` itself where it has no multiples. */
const char *fr_unit_suited(int64_t value, uint32_t decimals, const char *unit);
/* Returns the word for `value` of 10^-decimals units: "samples", but "sample" for 1; "ns", "loss". */
fr_bytes fr_unit_for(const char *unit, int64_t value, uint32_t decimals);

#endif
