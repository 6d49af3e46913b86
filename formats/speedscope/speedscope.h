/*
 * speedscope.h - what reader and writer of speedscope's JSON share: units, the mark of value columns, and the
 * file that is being read.
 */
#ifndef FR_FORMATS_SPEEDSCOPE_H
#define FR_FORMATS_SPEEDSCOPE_H

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

typedef struct fr_speedscope {
    fr_builder *b;
    const fr_read_options *opt;
    bool ours;
    uint32_t *frames; /* ids in the builder */
    int64_t n_frames;
    uint32_t power[FR_MAX_COLUMNS]; /* values times 10^power are those of the column */
    uint64_t n_rounded;
} fr_speedscope;

/* Adds a profile of the file; errors stick in the document or the builder. */
void fr_speedscope_read_profile(fr_speedscope *r, const fr_json *profile);

#endif
