/*
 * top_cost.h - what a share of a fleet costs: its cores, running all year, at a price.
 *
 *     "0.04 USD/core-hour", 12000 cores     ->  4 204 800 USD a year; a row of 5 % costs 210 240
 */
#ifndef FR_MODEL_TOP_COST_H
#define FR_MODEL_TOP_COST_H

#include "base/fail.h"
#include "model/report/report.h"

typedef struct fr_cost {
    int64_t whole;     /* a year, in 10^-decimals of the currency; 0: not asked for */
    uint32_t decimals; /* of the price */
    char currency[16]; /* "USD"; may be empty */
} fr_cost;

/* Sets up the cost from a price and a number of cores; both or none, else FR_E_USAGE. */
bool fr_cost_init(fr_cost *cost, const char *price, uint64_t cores, fr_error *err);
/* The cost of part / whole, in hundredths, half up. */
int64_t fr_cost_of(const fr_cost *cost, int64_t part, int64_t whole);

/* The column "USD a year", and the note that states the whole and which value it is shared by: "self". */
void fr_cost_add_column(const fr_cost *cost, fr_report *report);
void fr_cost_add_note(const fr_cost *cost, fr_report *report, const fr_top_options *opt,
                      const char *shared_by);

/*
 * The unit that a table's amounts are shown in to people: fr_top_options.unit.
 *
 *     "auto"      what suits each: 2.00 s, 12.3 ms         "ms"     all in one, to hundredths
 *     "minimum"   one for all, as pprof chooses it         "exact"  all digits
 */

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
