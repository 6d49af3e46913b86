/*
 * discovery.h - the false discovery rate: which of many tests found something.
 *
 *     p 0.001 0.008 0.039 0.041 0.6, rate 0.05     found: 2, p up to 0.02
 *
 * Benjamini and Hochberg, Controlling the false discovery rate, Journal of the Royal Statistical
 * Society B 57, 1995.
 */
#ifndef FR_DIFF_DISCOVERY_H
#define FR_DIFF_DISCOVERY_H

#include <stddef.h>

/* Sorts p and returns the p up to which a test counts as found, rate * found / n; where none is
 * found, that of a first finding, rate / n. */
double fr_discovery_cut(double *p, size_t n, double rate, size_t *n_found);

/* The smallest rate at which each of n sorted p is found: the least of n p / j over j >= i. */
void fr_discovery_rates(const double *p, double *rates, size_t n);
/* That rate of a test whose p is one of the sorted. */
double fr_discovery_rate_of(const double *sorted, const double *rates, size_t n, double p);

#endif
