/*
 * cmd_sql.c - flamerender sql: prints a statement for an engine; it never connects to one.
 *
 *     {samples} {stacks}   of the dialect
 *     {where} {base} {new} conditions
 *     {by} {keys}          columns of --by: "service AS service, " and "service, "
 *     {cell}               the start of a heatmap's cell
 *     {token}              settings of an insert
 *
 * Sums are of 38 digits, so that none wraps around. A shard that is not there is an error. Answers end in totals, which
 * the reader of rows asks for.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/sql/sql.h"

#define ANSWER "\nSETTINGS skip_unavailable_shards = 0\nFORMAT TSVWithNames\n"

/* An engine groups by numbers several times as fast as by texts. It hashes the few different names, not each row. */
#define KIND "CAST(sipHash64(type) AS UInt64), CAST(sipHash64(unit) AS UInt64)"

/* First by the id of stacks, which is cheap; then stacks get their texts. */
static const char merge[] =
    "SELECT any_type AS type, any_unit AS unit, {keys}stack, sum(part) AS value\n"
    "FROM (SELECT any(type) AS any_type, any(unit) AS any_unit, {by}stack_id,\n"
    "        sum(toDecimal128(value, 0)) AS part\n"
    "    FROM {samples}\n"
    "    WHERE {where}\n"
    "    GROUP BY " KIND ", {keys}stack_id) AS parts\n"
    "ANY LEFT JOIN {stacks} AS texts USING stack_id\n"
    "GROUP BY type, unit, {keys}stack WITH TOTALS\n"
    "ORDER BY type, unit, {keys}stack" ANSWER;

static const char diff[] =
    "SELECT any_type AS type, any_unit AS unit, stack, sum(base_part) AS base, sum(new_part) AS "
    "new\n"
    "FROM (SELECT any(type) AS any_type, any(unit) AS any_unit, stack_id,\n"
    "        sumIf(toDecimal128(value, 0), {base}) AS base_part,\n"
    "        sumIf(toDecimal128(value, 0), {new}) AS new_part\n"
    "    FROM {samples}\n"
    "    WHERE ({where}) AND (({base}) OR ({new}))\n"
    "    GROUP BY " KIND ", stack_id) AS parts\n"
    "ANY LEFT JOIN {stacks} AS texts USING stack_id\n"
    "GROUP BY type, unit, stack WITH TOTALS\n"
    "ORDER BY type, unit, stack" ANSWER;

/* A cell has the time of its first sample; the last sample has a row of its own, so that the end is known. */
static const char heatmap[] =
    "SELECT min(moment) AS time, type, unit, sum(toDecimal128(value, 0)) AS value\n"
    "FROM (SELECT time AS moment, {cell} AS cell, type, unit, value\n"
    "    FROM {samples}\n"
    "    WHERE {where})\n"
    "GROUP BY cell, moment = (SELECT max(time) FROM {samples} WHERE {where}), type, unit WITH "
    "TOTALS\n"
    "ORDER BY time, type, unit" ANSWER;

static const char cost[] = "SELECT type, unit, {keys}sum(part) AS value\n"
                           "FROM (SELECT type, unit, {by}toDecimal128(value, 0) AS part\n"
                           "    FROM {samples}\n"
                           "    WHERE {where})\n"
                           "GROUP BY type, unit{group} WITH TOTALS\n"
                           "ORDER BY value DESC, type, unit{group}" ANSWER;

static const char total[] =
    "SELECT concat(toString(type), '=', toString(sum(toDecimal128(value, 0))))\n"
    "FROM {samples}\n"
    "WHERE {where}\n"
    "GROUP BY type\n"
    "ORDER BY type\n"
    "SETTINGS skip_unavailable_shards = 0\n"
    "FORMAT TSVRaw\n";

/* What a statement cannot be without. */
enum needs { NOTHING, A_WHERE, A_TIME, A_SIDE, A_KEY };

static const struct statement {
    const char *name;
    const char *text; /* NULL: of the dialect */
    enum needs needs;
} statements[] = {
    {"schema", NULL, NOTHING},     {"ingest", NULL, NOTHING}, {"merge", merge, NOTHING},
    {"slice", merge, A_WHERE},     {"window", merge, A_TIME}, {"diff", diff, A_SIDE},
    {"heatmap", heatmap, NOTHING}, {"cost", cost, A_KEY},     {"total", total, NOTHING},
};

#define NAMES "schema, ingest, merge, slice, window, diff, heatmap, cost, total"

static const struct statement *find_statement(const struct options *opt, fr_error *err)
{
    for (size_t i = 0; opt->n_inputs && i < sizeof statements / sizeof *statements; i++)
        if (strcmp(statements[i].name, opt->inputs[0]) == 0)
            return &statements[i];
    if (opt->n_inputs)
        fail_with(err, FR_E_USAGE, "there is no statement '%s': expected one of " NAMES,
                  opt->inputs[0]);
    else
        fail_with(err, FR_E_USAGE, "expected a statement: " NAMES);
    hint_with(err, "flamerender sql merge --where service=api");
    return NULL;
}

static bool has_what_it_needs(const struct statement *s, const struct options *opt, fr_error *err)
{
    static const char *const wanted[] = {[A_WHERE] = "--where KEY=VALUE",
                                         [A_TIME] = "--from @SECONDS or --to @SECONDS",
                                         [A_SIDE] = "--base-where and --new-where",
                                         [A_KEY] = "--by KEY"};
    const bool has[] = {[NOTHING] = true,
                        [A_WHERE] = opt->where.n > 0,
                        [A_TIME] = opt->select.from || opt->select.to,
                        [A_SIDE] = opt->sides[0].where.n && opt->sides[1].where.n,
                        [A_KEY] = opt->top.by != NULL};
    if (has[s->needs])
        return true;
    return fail_with(err, FR_E_USAGE, "'sql %s' needs %s", s->name, wanted[s->needs]);
}

/* ---------------------------------------------------------------- --by */

/* What can stand in the first line of an answer, and is no column of another meaning. */
static bool is_key(const char *key, size_t n)
{
    static const char *const taken[] = {"type", "unit", "time", "stack", "value", "base", "new"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strlen(taken[i]) == n && memcmp(taken[i], key, n) == 0)
            return false;
    return n > 0 &&
           n == strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
}

/* "service AS `by_service`, " of each key of --by, "`by_service`, ", or ", `by_service`". */
static bool put_keys(struct sql_text *to, const struct options *opt, const char *kind,
                     fr_error *err)
{
    const char *at = opt->top.by ? opt->top.by : "";
    for (size_t n; *at; at += n + (at[n] == ',')) {
        n = strcspn(at, ",");
        if (strncmp(at, "label:", 6) == 0)
            at += 6, n -= 6;
        char key[80];
        snprintf(key, sizeof key, "%.*s", (int)n, at);
        if (n >= sizeof key || !is_key(key, n))
            return fail_with(err, FR_E_USAGE, "'--by %s': '%s' is no key that an answer can have",
                             opt->top.by, key);
        sql_put(to, *kind == 'g' ? ", " : "");
        if (*kind == 'b')
            sql_put_key(to, key, n);
        sql_put(to, *kind == 'b' ? " AS `" : "`");
        sql_put(to, key);
        sql_put(to, *kind == 'g' ? "`" : "`, ");
    }
    return true;
}

/* ---------------------------------------------------------------- filling in */

static void put_cell(struct sql_text *to, const struct options *opt)
{
    char cell[80];
    snprintf(cell, sizeof cell, "(intDiv(time, 1000000000), intDiv(time %% 1000000000 * %" PRIu32,
             opt->heat.rows);
    sql_put(to, cell);
    sql_put(to, ", 1000000000))");
}

/* Inserts under a token that was there before are omitted, in the tables that views fill too. */
static void put_token(struct sql_text *to, const struct options *opt)
{
    if (!opt->token)
        return;
    sql_put(to, " SETTINGS insert_deduplication_token = ");
    sql_quote(to, opt->token, strlen(opt->token));
    sql_put(to, ", deduplicate_blocks_in_dependent_materialized_views = 1");
}

static bool is_part(const char *part, size_t n, const char *name)
{
    return strlen(name) == n && memcmp(part, name, n) == 0;
}

static bool put_part(struct sql_text *to, const struct options *opt,
                     const struct sql_dialect *dialect, const char *part, size_t n, fr_error *err)
{
    if (is_part(part, n, "where"))
        return sql_put_selection(to, opt, err);
    if (is_part(part, n, "base") || is_part(part, n, "new"))
        return sql_put_side(to, &opt->sides[*part == 'n'], err);
    if (is_part(part, n, "by") || is_part(part, n, "keys") || is_part(part, n, "group"))
        return put_keys(to, opt, part, err);
    if (is_part(part, n, "cell"))
        put_cell(to, opt);
    else if (is_part(part, n, "token"))
        put_token(to, opt);
    else
        sql_put(to, is_part(part, n, "samples") ? dialect->samples : dialect->stacks);
    return true;
}

static bool fill_in(struct sql_text *to, const struct options *opt,
                    const struct sql_dialect *dialect, const char *text, fr_error *err)
{
    while (*text) {
        size_t plain = strcspn(text, "{");
        sql_put_n(to, text, plain);
        text += plain;
        if (!*text)
            break;
        size_t n = strcspn(text, "}") - 1;
        if (!put_part(to, opt, dialect, text + 1, n, err))
            return false;
        text += n + 2;
    }
    return !to->failed || fail_with(err, FR_E_LIMIT, "out of memory");
}

static const char *text_of(const struct statement *s, const struct sql_dialect *dialect,
                           fr_error *err)
{
    const char *own = strcmp(s->name, "schema") == 0 ? dialect->schema : dialect->ingest;
    if (!s->text && !own) {
        fail_with(err, FR_E_USAGE, "'sql %s': the tables of %s are filled by it alone", s->name,
                  dialect->name);
        hint_with(err,
                  "its samples are read by merge, slice, window, diff, heatmap, cost and total");
    }
    return s->text ? s->text : own;
}

bool run_sql(const struct options *opt, size_t *n_bad, fr_error *err)
{
    const struct sql_dialect *dialect = sql_dialect_at(opt->dialect);
    const struct statement *s = find_statement(opt, err);
    struct sql_text made = {0};
    (void)n_bad;
    const char *text = s && has_what_it_needs(s, opt, err) ? text_of(s, dialect, err) : NULL;
    bool good = text && fill_in(&made, opt, dialect, text, err);
    if (good)
        fputs(made.at, stdout);
    sql_reset(&made);
    return good;
}
