/*
 * speedscope.h - what reader and writer of speedscope's JSON share: units, the mark of value columns, and the
 * file that is being read.
 */
#ifndef FR_FORMATS_SPEEDSCOPE_SPEEDSCOPE_H
#define FR_FORMATS_SPEEDSCOPE_SPEEDSCOPE_H

#include "base/units.h"
#include "formats/json.h"
#include "formats/reader.h"

#define FR_SPEEDSCOPE_SCHEMA "https://www.speedscope.app/file-format-schema.json"
/* The exporter of files whose profiles are value columns of one profile. */
#define FR_SPEEDSCOPE_OURS "flamerender"

/* "milliseconds": values times 10^6 are ns. */
typedef struct fr_speedscope_unit {
    const char *name;   /* in the file */
    const char *unit;   /* of the value column */
    const char *column; /* its name, where profiles of the file are added up */
    uint32_t power;     /* values of the file times 10^power are in the column's unit */
} fr_speedscope_unit;

#define FR_SPEEDSCOPE_UNITS 6
extern const fr_speedscope_unit fr_speedscope_units[FR_SPEEDSCOPE_UNITS];

#endif
