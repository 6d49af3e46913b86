/*
 * limit.h - an amount that people type, in the unit of a series: "4GiB" in bytes.
 */
#ifndef FR_TREND_LIMIT_H
#define FR_TREND_LIMIT_H

#include "base/bytes.h"

/* All of `text`, not below 0; without a unit it is meant in `unit`. False where it is no amount, or of another
 * kind. unit NULL: any kind will do, and the number is as typed. */
bool fr_limit_parse(fr_bytes text, const char *unit, double *limit);

#endif
