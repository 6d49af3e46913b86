/*
 * trend_words.h - what changed, in words that reports and pictures share:
 *
 *     sort_rows took 1.35x as long from v2.38 on; compress_body grows 2.3 % a version
 *     CPU time · 14 versions, v2.31 to v2.44 · 4 of 120 functions changed · one run a point
 *     step at v2.38: 12.9 -> 16.6 %, 1.35x
 */
#ifndef FR_TREND_TREND_WORDS_H
#define FR_TREND_TREND_WORDS_H

#include "base/output.h"
#include "trend/trend.h"

/* The first line, and the second. */
void fr_put_trend_headline(fr_output *out, const fr_trend *trend);
void fr_put_trend_subtitle(fr_output *out, const fr_trend *trend);
/* "step at v2.38: 12.9 -> 16.6 %, 1.35x": of a panel. */
void fr_put_change(fr_output *out, const fr_trend *trend, const fr_trend_change *change);
/* "12.9 %", "1.20 MiB/s" */
void fr_put_y(fr_output *out, const fr_trend *trend, double y);
/* "+4.4 pp", "-12.0 MiB": how far y is from another. */
void fr_put_y_change(fr_output *out, const fr_trend *trend, double change);
/* "+2.3 %/version", "+12.0 MiB/h": a rate of y, of its start where y is a share. */
void fr_put_rate(fr_output *out, const fr_trend *trend, double slope, double start);
/* "4 GiB in 9.5 h"; false, and nothing, where the whole does not grow, or there is no ceiling. */
bool fr_put_ceiling(fr_output *out, const fr_trend *trend);
/* "flamerender diff --base a b --new c d --base-name '1 to 2' ...": the differential of the segments beside a step
 * (fr_trend_beside). */
void fr_put_diff_command(fr_output *out, const fr_trend *trend, uint32_t point);

#endif
