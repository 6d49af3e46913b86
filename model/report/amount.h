/*
 * amount.h - numbers with units that people type, and ranges of them: 4kb, 4kb:64kb, 4kb:, :64kb, 1.5s, -3.
 *
 * A number without a unit has the unit of the value that it is compared with.
 */
#ifndef FR_MODEL_AMOUNT_H
#define FR_MODEL_AMOUNT_H

#include "base/bytes.h"
#include "base/number.h"

int64_t fr_power_of_ten(uint32_t n); /* n is at most 18. */

typedef struct fr_amount {
    fr_decimal number;
    fr_bytes unit; /* as typed; empty: none */
    fr_unit_kind kind;
    uint64_t size; /* of the unit, in the smallest of its kind */
} fr_amount;

/* All of `text`; false where it is no number with a unit. */
bool fr_amount_parse(fr_bytes text, fr_amount *amount);

/* A range from low to high, both included. */
typedef struct fr_amount_range {
    fr_amount low, high;
    bool has_low, has_high;
    bool above, below; /* low, or high, is not in it */
} fr_amount_range;

/* All of `text`: an amount stands for itself. */
bool fr_amount_range_parse(fr_bytes text, fr_amount_range *range);
bool fr_amount_range_holds(const fr_amount_range *range, int64_t number, fr_bytes unit);

/*
 * An amount that people type, in the unit of a series: "4GiB" in bytes.
 */

/* All of `text`, not below 0; without a unit it is meant in `unit`. False where it is no amount, or of another
 * kind: bytes of seconds, events of samples. unit NULL: any kind will do, and the number is as typed. */
bool fr_limit_parse(fr_bytes text, const char *unit, double *limit);

#endif
