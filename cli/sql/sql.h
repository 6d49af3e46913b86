/*
 * sql.h - statements for an engine that holds rows of samples, printed and never sent.
 *
 *     clickhouse-client -q "$(flamerender sql merge --where service=api)" | flamerender - -o api.html
 *
 * A statement is a template (statements.c); a dialect says where the tables are (dialects.c); conditions.c makes
 * conditions of the same options that the other subcommands have. Every text of the command line goes through
 * sql_quote().
 */
#ifndef FLAMERENDER_CLI_SQL_H
#define FLAMERENDER_CLI_SQL_H

#include "cli/options.h"

/* Text that grows. After a failure (no memory) it stays as it is. */
struct sql_text {
    char *at;
    size_t n, cap;
    bool failed;
};

void sql_put(struct sql_text *to, const char *text);
void sql_put_n(struct sql_text *to, const char *text, size_t n);
/* A string of SQL with its quotes: ' and \ are escaped, bytes below ' ' too. */
void sql_quote(struct sql_text *to, const char *text, size_t n);
void sql_reset(struct sql_text *text);

/* What the samples and the stacks of a dialect are: a table, or a query with the columns that convert --format rows
 * writes. */
struct sql_dialect {
    const char *name;
    const char *samples, *stacks;
    const char *schema; /* NULL: the tables are somebody else's */
    const char *ingest;
};

/* By the place in the option's list of names. */
const struct sql_dialect *sql_dialect_at(size_t index);

/* Columns of the samples that have one value each; other keys are labels. */
bool sql_is_column(const char *key, size_t n);
/* The value of a key in a row, as an expression; '' where it has none. */
void sql_put_key(struct sql_text *to, const char *key, size_t n);

/* "time >= 5 AND service = 'api'" of --from, --to, --where and --sample-index; "1" of none. */
FR_CHECKED bool sql_put_selection(struct sql_text *to, const struct options *opt, fr_error *err);
/* The conditions of one side; "1" of none. */
FR_CHECKED bool sql_put_side(struct sql_text *to, const struct side *side, fr_error *err);

#endif
