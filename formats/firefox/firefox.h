/*
 * firefox.h - tables of Firefox profiles, which stand in two layouts:
 *
 *     {"prefix": [null, 0], "frame": [0, 1]}                                  processed: a list for each column
 *     {"schema": {"prefix": 0, "frame": 1}, "data": [[null, 0], [0, 1]]}      Gecko: a list for each row
 */
#ifndef FR_FORMATS_FIREFOX_H
#define FR_FORMATS_FIREFOX_H

#include "formats/json.h"

/* A column of numbers, malloc'ed. */
typedef struct fr_firefox_column {
    int64_t *items; /* FR_FIREFOX_NONE: null, or too short a row */
    size_t n;       /* 0: the table has no such column */
} fr_firefox_column;

#define FR_FIREFOX_NONE INT64_MIN

/* Numbers times 10^power, rounded; true is 1, and what is no number is none. The caller frees items. Errors
 * stick in the document. */
fr_firefox_column fr_firefox_column_read(const fr_json *table, const char *name, uint32_t power);

/* An item; FR_FIREFOX_NONE beyond the end. */
static inline int64_t fr_firefox_at(const fr_firefox_column *column, int64_t index)
{
    return index >= 0 && (uint64_t)index < column->n ? column->items[index] : FR_FIREFOX_NONE;
}

#endif
