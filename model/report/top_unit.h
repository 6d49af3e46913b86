/*
 * top_unit.h - the unit that a table's amounts are shown in to people: fr_top_options.unit.
 *
 *     "auto"      what suits each: 2.00 s, 12.3 ms         "ms"     all in one, to hundredths
 *     "minimum"   one for all, as pprof chooses it         "exact"  all digits
 */
#ifndef FR_MODEL_TOP_UNIT_H
#define FR_MODEL_TOP_UNIT_H

#include "base/fail.h"

typedef struct fr_top_unit {
    const char *shown; /* NULL: what suits each value */
    bool minimum;      /* `shown` follows from the rows */
} fr_top_unit;

/* `asked` (NULL: "auto") of values in `own`; FR_E_USAGE where it does not fit them. */
bool fr_top_unit_init(fr_top_unit *unit, const char *asked, const char *own, fr_error *err);
/* pprof's "minimum": the unit of the least value that is shown, 0 apart, or, where the whole is much
 * larger, of a hundred times that (internal/report/report.go, selectOutputUnit). */
const char *fr_top_unit_least(int64_t least, int64_t whole, uint32_t decimals, const char *own);

#endif
