/*
 * moment.h - the point in time that the name of a file tells.
 *
 *     pattern               name                         key                    label
 *     cpu-{date}            cpu-2026-11-05T0700.pb.gz    seconds since 1970     2026-11-05 07:00 (UTC)
 *     {version}             api-v2.38.1-run3.pb.gz       2, 38, 1               v2.38.1
 *     build{number}         build107.folded              107                    107
 *
 * The rest of the pattern stands as it is, anywhere in what follows the last '/' of the name.
 */
#ifndef FR_TREND_MOMENT_H
#define FR_TREND_MOMENT_H

#include "base/bytes.h"
#include "base/fail.h"

#define FR_MOMENT_PARTS 6
#define FR_MOMENT_TEXT  64

typedef enum fr_moment_kind { FR_MOMENT_ORDER, FR_MOMENT_TIME, FR_MOMENT_VERSION } fr_moment_kind;

/* The moment of a point, as far as it is known. */
typedef struct fr_moment {
    fr_moment_kind kind;
    double part[FR_MOMENT_PARTS]; /* of a time: seconds since 1970, then 0 */
    char label[FR_MOMENT_TEXT];
} fr_moment;

/* FR_E_USAGE where the pattern has no part in braces, or one that is not known. */
FR_CHECKED bool fr_moment_check(const char *pattern, fr_error *err);
/* FR_E_FORMAT where no part of the name fits the pattern. */
FR_CHECKED bool fr_moment_of_name(fr_moment *moment, const char *pattern, const char *name,
                                  fr_error *err);
/* Names that are the same but for a date or a version: "cpu-", "2026-11-05", ".folded". */
typedef struct fr_moment_pattern {
    fr_bytes before, behind; /* of a name that lives on */
    size_t part;
} fr_moment_pattern;

/* The ways to take a name for one with a date or a version in it, dates first; false past the last. A version begins
 * with v, or has a dot. */
bool fr_moment_suggest(fr_moment_pattern *pattern, const char *name, size_t index);
/* Returns true if the name is of the pattern, from its first byte to its last. */
bool fr_moment_fits(fr_moment *moment, const fr_moment_pattern *pattern, const char *name);
/* Returns the moment of a profile's own time. */
fr_moment fr_moment_of_time(int64_t ns);
/* Returns the moment of a name alone, without its folders and what follows the first dot behind its last digit. */
fr_moment fr_moment_of_order(const char *name, double order);
int fr_moment_compare(const fr_moment *a, const fr_moment *b);

#endif
