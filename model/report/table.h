/*
 * table.h - self and total of everything that has a name: the numbers behind fr_report_top().
 *
 *     a;b;a 3        self  total
 *     a;b   5     a  3     8        counted once on the stack where it stands twice
 *                 b  5     8
 *
 * self: values of stacks whose innermost frame is the function's; they sum up to what is kept.
 * total: values of stacks that hold the function, each stack once.
 */
#ifndef FR_MODEL_TABLE_H
#define FR_MODEL_TABLE_H

#include "model/profile.h"

/*
 * Whose code a frame is, by a file of patterns and teams.
 *
 *     # pattern         team: all that follows the blanks
 *     ^runtime[.]       Go runtime
 *     /src/billing/     Billing
 *     .                 Platform
 *
 * A pattern matches a part of the function's name, its file or its module; the first line that does
 * wins. What no line matches is "(nobody)", team 0.
 */

typedef struct fr_owners fr_owners;

/* Reads the file at `path`; NULL and `err` where it cannot be read or a line is no rule. */
fr_owners *fr_owners_new(const char *path, fr_error *err);
void fr_owners_free(fr_owners *owners);

/* The number of rules, and of those that were not the first to match any frame so far. */
size_t fr_owners_rules(const fr_owners *owners, size_t *n_unused);

/*
 * What the rows of a table are: a key for each frame.
 *
 *     frame                     by name    by module   by file   by owner (of "^/go/ runtime")
 *     sort  libc.so  /go/s.go   sort       libc.so     /go/s.go  runtime
 *     app   (a process)         app        [process]   [process] (nobody)
 */

typedef enum fr_table_by {
    FR_TABLE_NAME,
    FR_TABLE_MODULE,
    FR_TABLE_FILE,
    FR_TABLE_OWNER /* needs owners */
} fr_table_by;

/* Keys are name ids, and then the titles that are no names of the profile. */
typedef struct fr_table_keys {
    const fr_profile *profile;
    uint32_t *of_frame; /* by frame; [0] is the key of the empty stack */
    uint32_t n, n_names;
    fr_bytes *titles; /* of the keys from n_names on; static, or the owners' */
} fr_table_keys;

/* `owners` lives as long as the keys; NULL but for FR_TABLE_OWNER. */
bool fr_table_keys_init(fr_table_keys *keys, const fr_profile *profile, fr_table_by by,
                        fr_owners *owners, fr_error *err);
void fr_table_keys_reset(fr_table_keys *keys);

typedef struct fr_table_row {
    fr_bytes name; /* lives as long as the keys and the profile */
    uint32_t key;
    int64_t self, total;
} fr_table_row;

typedef struct fr_table {
    fr_table_row *rows; /* only those with a total, by key until they are sorted */
    size_t n_rows;
    int64_t kept;   /* sum of self */
    bool recursive; /* a stack with a value holds some key twice */
} fr_table;

bool fr_table_init(fr_table *table, const fr_table_keys *keys, uint32_t column, fr_error *err);
/* Sorts by self or by total, the largest first; equal ones by name. Only the first n_first rows need be in
 * order, before all others; 0: all rows. */
void fr_table_sort(fr_table *table, fr_top_order order, size_t n_first);
void fr_table_reset(fr_table *table);

#endif
