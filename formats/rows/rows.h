/*
 * rows.h - samples as rows of a table: what `convert --format rows` writes for an engine, and what an engine answers.
 *
 *     time service version region host type unit label_keys label_values stack_id value stack      one line a sample
 *     type unit stack value          an answer; an empty line and the line of the sum end it
 *     type unit stack base new       the answer to a comparison
 *
 * TSVWithNames of ClickHouse: the first line names the columns, which stand in any order. A column of another name
 * is a label. Cells are separated by tabs; \t \n \\ and the like are escaped in them. Arrays are ['a','b'].
 */
#ifndef FR_FORMATS_ROWS_ROWS_H
#define FR_FORMATS_ROWS_ROWS_H

#include "base/arena.h"

/* Columns with a meaning of their own. */
typedef enum fr_rows_column {
    FR_ROWS_TIME, /* ns since 1970; 0: unknown */
    FR_ROWS_TYPE,
    FR_ROWS_UNIT,
    FR_ROWS_KEYS,   /* of labels: an array */
    FR_ROWS_VALUES, /* their texts */
    FR_ROWS_ID,     /* of the stack: 128 bits, as a UUID */
    FR_ROWS_VALUE,
    FR_ROWS_BASE,
    FR_ROWS_NEW,
    FR_ROWS_STACK, /* folded, the root first; empty where a row before has the same id */
    FR_ROWS_N_COLUMNS
} fr_rows_column;

extern const char *const fr_rows_names[FR_ROWS_N_COLUMNS];

/* The labels that have columns of their own in what is written. */
#define FR_ROWS_N_TAGS 4
extern const char *const fr_rows_tags[FR_ROWS_N_TAGS];

#endif
