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
#include "model/report/report.h"

/* Whose code a frame is, by a file of patterns and teams. */
typedef struct fr_owners fr_owners;

/* Reads the file at `path`; NULL and `err` where it cannot be read or a line is no rule. */
fr_owners *fr_owners_new(const char *path, fr_error *err);
void fr_owners_free(fr_owners *owners);

/* The number of rules, and of those that were not the first to match any frame so far. */
size_t fr_owners_rules(const fr_owners *owners, size_t *n_unused);

/* The rows of a table are one of these: a key for each frame. */
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

/* ---- what a share of a fleet costs: its cores, running all year, at a price ---- */

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

/* The unit that a table's amounts are shown in to people: fr_top_options.unit. */
typedef struct fr_top_unit {
    const char *shown; /* NULL: what suits each value */
    bool minimum;      /* `shown` follows from the rows */
} fr_top_unit;

/* `asked` (NULL: "auto") of values in `own`; FR_E_USAGE where it does not fit them. */
bool fr_top_unit_init(fr_top_unit *unit, const char *asked, const char *own, fr_error *err);
/* pprof's "minimum": the unit of the least value that is shown, 0 apart, or, where the whole is much
 * larger, of a hundred times that (internal/report/report.go, selectOutputUnit). */
const char *fr_top_unit_least(int64_t least, int64_t whole, uint32_t decimals, const char *own);

/* The report behind fr_top_options.by = "label:KEY" (tag_report.c). True if the options make sense for it,
 * else FR_E_USAGE. */
bool fr_labels_check(const fr_top_options *opt, fr_error *err);
/* Labels of one key, or of all ("*"); FR_E_EMPTY where there are none. */
fr_report *fr_report_labels(const fr_profile *profile, const fr_top_options *opt, fr_error *err);

#endif
