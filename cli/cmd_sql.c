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
#include "options.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The samples and the stacks of a dialect are a table each, or a query with the columns that convert --format rows
 * writes. */
struct sql_dialect {
    const char *name;
    const char *samples, *stacks;
    const char *schema; /* NULL: the tables are somebody else's */
    const char *ingest;
};

/* ---- strings of SQL ---- */

/* A string of SQL with its quotes: ' and \ are escaped, bytes below ' ' too. */
static void quote(fr_output *to, const char *text, size_t n)
{
    char escaped[8];
    put_text(to, "'");
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\'' || c == '\\')
            put_text(to, "\\");
        if (c < ' ') {
            snprintf(escaped, sizeof escaped, "\\x%02X", c);
            put_text(to, escaped);
        } else {
            fr_output_write(to, text + i, 1);
        }
    }
    put_text(to, "'");
}

/* ---- the tables of samples and stacks, and how these get there ---- */

/* Rows go into a table without a memory of its own, from which views fill the two others. A sample's text of a stack
 * is there once. What was inserted under a token is remembered for the last 1000 inserts. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS flamerender_samples (\n"
    "    time Int64 CODEC(DoubleDelta, ZSTD),\n"
    "    service LowCardinality(String),\n"
    "    version LowCardinality(String),\n"
    "    region LowCardinality(String),\n"
    "    host LowCardinality(String),\n"
    "    type LowCardinality(String),\n"
    "    unit LowCardinality(String),\n"
    "    label_keys Array(LowCardinality(String)),\n"
    "    label_values Array(String),\n"
    "    stack_id UUID,\n"
    "    value Int64\n"
    ") ENGINE = MergeTree\n"
    "PARTITION BY toYYYYMMDD(toDateTime(intDiv(time, 1000000000)))\n"
    "ORDER BY (service, type, version, region, time)\n"
    "SETTINGS non_replicated_deduplication_window = 1000;\n"
    "CREATE TABLE IF NOT EXISTS flamerender_stacks (\n"
    "    stack_id UUID,\n"
    "    stack String CODEC(ZSTD)\n"
    ") ENGINE = ReplacingMergeTree\n"
    "ORDER BY stack_id;\n"
    "CREATE TABLE IF NOT EXISTS flamerender_rows (\n"
    "    time Int64,\n"
    "    service String,\n"
    "    version String,\n"
    "    region String,\n"
    "    host String,\n"
    "    type String,\n"
    "    unit String,\n"
    "    label_keys Array(String),\n"
    "    label_values Array(String),\n"
    "    stack_id UUID,\n"
    "    value Int64,\n"
    "    stack String\n"
    ") ENGINE = Null;\n"
    "CREATE MATERIALIZED VIEW IF NOT EXISTS flamerender_rows_to_samples TO flamerender_samples AS\n"
    "SELECT time, service, version, region, host, type, unit, label_keys, label_values, stack_id, "
    "value\n"
    "FROM flamerender_rows;\n"
    "CREATE MATERIALIZED VIEW IF NOT EXISTS flamerender_rows_to_stacks TO flamerender_stacks AS\n"
    "SELECT stack_id, stack FROM flamerender_rows WHERE stack != '';\n";

/* Coroot's tables (collector/profiles.go): frames stand leaf first, as "name file:line"; the unit ends the type. */
static const char coroot_samples[] =
    "(SELECT toUnixTimestamp64Nano(Start) AS time, ServiceName AS service, '' AS version, '' AS "
    "region,\n"
    "    '' AS host, Type AS type, arrayElement(splitByChar(':', toString(Type)), -1) AS unit,\n"
    "    mapKeys(Labels) AS label_keys, mapValues(Labels) AS label_values, StackHash AS stack_id, "
    "Value AS value\n"
    "    FROM profiling_samples)";

static const char coroot_stacks[] =
    "(SELECT Hash AS stack_id, any(if(empty(Stack), '[no stack]', arrayStringConcat(arrayMap(\n"
    "    f -> replaceAll(replaceRegexpOne(f, ' [^ ]*:[0-9]+$', ''), ';', '\\\\x3b'), "
    "arrayReverse(Stack)), ';')))\n"
    "    AS stack FROM profiling_stacks GROUP BY Hash)";

static const struct sql_dialect dialects[] = {
    {"clickhouse", "flamerender_samples",
     "(SELECT stack_id, any(stack) AS stack FROM flamerender_stacks GROUP BY stack_id)", schema,
     "INSERT INTO flamerender_rows{token} FORMAT TSVWithNames\n"},
    {"coroot", coroot_samples, coroot_stacks, NULL, NULL},
};

/*
 * The options that select samples, as conditions on a row.
 *
 *     --where service=api        service = 'api'
 *     --where 'path~^/v1'        arrayExists((k, v) -> k = 'path' AND match(v, '^/v1'), label_keys, label_values)
 *     --from @1700000000.5       time >= 1700000000500000000
 *
 * A condition that is negated holds for samples without the key too, as it does elsewhere.
 */

/* Columns of the samples that have one value each; other keys are labels. */
static bool is_column(const char *key, size_t n)
{
    return words_hold("service version region host type unit", key, n);
}

/* The value of a key in a row, as an expression; '' where it has none. */
static void put_key(fr_output *to, const char *key, size_t n)
{
    if (is_column(key, n)) {
        fr_output_write(to, key, n);
        return;
    }
    put_text(to, "label_values[indexOf(label_keys, ");
    quote(to, key, n);
    put_text(to, ")]");
}

/* ---------------------------------------------------------------- --where */

/* Signs that text can be compared by; longer ones first. */
static const struct sign {
    const char *text;
    bool negated, pattern, known;
} signs[] = {
    {"!=", true, false, true},   {"!~", true, true, true},   {">=", false, false, false},
    {"<=", false, false, false}, {">", false, false, false}, {"<", false, false, false},
    {"=", false, false, true},   {"~", false, true, true},
};

static void put_comparison(fr_output *to, const char *what, size_t n, const struct sign *sign,
                           const char *value)
{
    put_text(to, sign->pattern ? "match(" : "");
    fr_output_write(to, what, n);
    put_text(to, sign->pattern ? ", " : " = ");
    quote(to, value, strlen(value));
    put_text(to, sign->pattern ? ")" : "");
}

/* An empty column stands for no label. */
static void put_condition(fr_output *to, const char *key, size_t n, const struct sign *sign,
                          const char *value)
{
    put_text(to, sign->negated ? "NOT " : "");
    if (is_column(key, n)) {
        put_text(to, "(");
        fr_output_write(to, key, n);
        put_text(to, " != '' AND ");
        put_comparison(to, key, n, sign, value);
        put_text(to, ")");
        return;
    }
    put_text(to, "arrayExists((k, v) -> k = ");
    quote(to, key, n);
    put_text(to, " AND ");
    put_comparison(to, "v", 1, sign, value);
    put_text(to, ", label_keys, label_values)");
}

static bool put_where(fr_output *to, const char *text, fr_error *err)
{
    size_t n = strcspn(text, "=!<>~");
    const struct sign *sign = NULL;
    for (size_t i = 0; !sign && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text + n, signs[i].text, strlen(signs[i].text)) == 0)
            sign = &signs[i];
    if (n == 0 || !sign)
        return fail_with(err, FR_E_USAGE,
                         "--where '%s': expected KEY=VALUE, KEY!=VALUE, KEY~REGEX or KEY!~REGEX",
                         text);
    if (!sign->known) {
        fail_with(err, FR_E_USAGE, "--where '%s': an engine compares labels as texts, by = != ~ !~",
                  text);
        return hint_with(err, "--from and --to select by time");
    }
    put_condition(to, text, n, sign, text + n + strlen(sign->text));
    return true;
}

static bool put_list(fr_output *to, const struct values *where, const char *before, fr_error *err)
{
    for (size_t i = 0; i < where->n; i++, before = " AND ") {
        put_text(to, before);
        if (!put_where(to, where->items[i], err))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- --from, --to */

/* "@1700000000.25" in ns. */
static bool parse_time(const char *text, int64_t *ns)
{
    int64_t value = 0;
    int decimals = -1;
    if (*text++ != '@' || !*text)
        return false;
    for (; *text; text++) {
        if (*text == '.' && decimals < 0)
            decimals = 0;
        else if (*text < '0' || *text > '9' || decimals == 9 ||
                 __builtin_mul_overflow(value, 10, &value) ||
                 __builtin_add_overflow(value, *text - '0', &value))
            return false;
        else
            decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 9; decimals++)
        if (__builtin_mul_overflow(value, 10, &value))
            return false;
    *ns = value;
    return true;
}

static bool put_time(fr_output *to, const char *option, const char *text, const char *sign,
                     fr_error *err)
{
    char condition[60];
    int64_t ns = 0;
    if (!text)
        return true;
    if (!parse_time(text, &ns)) {
        fail_with(err, FR_E_USAGE, "'%s' expects @SECONDS since 1970 for an engine, not '%s'",
                  option, text);
        return hint_with(err, "%s @$(date -d '2026-11-22 10:00' +%%s)", option);
    }
    snprintf(condition, sizeof condition, " AND time %s %" PRId64, sign, ns);
    put_text(to, condition);
    return true;
}

/* ---------------------------------------------------------------- all */

/* "time >= 5 AND service = 'api'" of --from, --to, --where and --sample-index; "1" of none. */
static bool put_selection(fr_output *to, const struct options *opt, fr_error *err)
{
    put_text(to, "1");
    if (opt->sample_index) {
        put_text(to, " AND type = ");
        quote(to, opt->sample_index, strlen(opt->sample_index));
    }
    return put_list(to, &opt->where, " AND ", err) &&
           put_time(to, "--from", opt->select.from, ">=", err) &&
           put_time(to, "--to", opt->select.to, "<", err);
}

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

/* A statement cannot be without one of these. */
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

/* False for an option that has no part in the statement: its answer would be of more than was asked for. */
static bool takes_all(const struct statement *s, const char *text, const struct options *opt,
                      fr_error *err)
{
    const struct {
        bool given;
        const char *option, *part;
    } asked[] = {
        {opt->where.n > 0, "--where", "{where}"},
        {opt->select.from != NULL, "--from", "{where}"},
        {opt->select.to != NULL, "--to", "{where}"},
        {opt->sample_index != NULL, "--sample-index", "{where}"},
        {opt->sides[0].where.n > 0, "--base-where", "{base}"},
        {opt->sides[1].where.n > 0, "--new-where", "{new}"},
        {opt->top.by != NULL, "--by", "{by}"},
        {OPTIONS_GIVEN(opt, heat.rows), "--rows", "{cell}"},
        {opt->token != NULL, "--token", "{token}"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (asked[i].given && !strstr(text, asked[i].part))
            return fail_with(err, FR_E_USAGE, "'sql %s' takes no %s", s->name, asked[i].option);
    return true;
}

/* ---------------------------------------------------------------- --by */

/* True of what can stand in the first line of an answer, and is no column of another meaning. */
static bool is_key(const char *key, size_t n)
{
    return n > 0 && !words_hold("type unit time stack value base new", key, n) &&
           n == strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
}

/* "service AS `by_service`, " of each key of --by, "`by_service`, ", or ", `by_service`". */
static bool put_keys(fr_output *to, const struct options *opt, const char *kind, fr_error *err)
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
        put_text(to, *kind == 'g' ? ", " : "");
        if (*kind == 'b')
            put_key(to, key, n);
        put_text(to, *kind == 'b' ? " AS `" : "`");
        put_text(to, key);
        put_text(to, *kind == 'g' ? "`" : "`, ");
    }
    return true;
}

/* ---------------------------------------------------------------- filling in */

static bool put_part(fr_output *to, const struct options *opt, const struct sql_dialect *dialect,
                     const char *part, size_t n, fr_error *err)
{
    if (words_hold("where", part, n))
        return put_selection(to, opt, err);
    if (words_hold("base new", part, n)) {
        /* The conditions of one side; "1" of none. */
        const struct side *side = &opt->sides[*part == 'n'];
        put_text(to, side->where.n ? "" : "1");
        return put_list(to, &side->where, "", err);
    }
    if (words_hold("by keys group", part, n))
        return put_keys(to, opt, part, err);
    if (words_hold("cell", part, n)) {
        char cell[100];
        snprintf(cell, sizeof cell,
                 "(intDiv(time, 1000000000), intDiv(time %% 1000000000 * %" PRIu32 ", 1000000000))",
                 opt->heat.rows);
        put_text(to, cell);
    } else if (!words_hold("token", part, n)) {
        put_text(to, words_hold("samples", part, n) ? dialect->samples : dialect->stacks);
    } else if (opt->token) {
        /* Inserts under a token that was there before are omitted, in the tables that views fill too. */
        put_text(to, " SETTINGS insert_deduplication_token = ");
        quote(to, opt->token, strlen(opt->token));
        put_text(to, ", deduplicate_blocks_in_dependent_materialized_views = 1");
    }
    return true;
}

static bool fill_in(fr_output *to, const struct options *opt, const struct sql_dialect *dialect,
                    const char *text, fr_error *err)
{
    while (*text) {
        size_t plain = strcspn(text, "{");
        fr_output_write(to, text, plain);
        text += plain;
        if (!*text)
            break;
        size_t n = strcspn(text, "}") - 1;
        if (!put_part(to, opt, dialect, text + 1, n, err))
            return false;
        text += n + 2;
    }
    return true;
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

static bool run_sql(const struct options *opt, size_t *n_bad, fr_error *err)
{
    const struct sql_dialect *dialect = &dialects[opt->dialect];
    const struct statement *s = find_statement(opt, err);
    (void)n_bad;
    const char *text = s && has_what_it_needs(s, opt, err) ? text_of(s, dialect, err) : NULL;
    if (!text || !takes_all(s, text, opt, err))
        return false;
    fr_output *made = fr_output_memory();
    size_t n = 0;
    bool good = fill_in(made, opt, dialect, text, err);
    const char *statement = good ? fr_output_bytes(made, &n) : NULL;
    if (statement)
        fwrite(statement, 1, n, stdout);
    fr_output_free(made);
    return statement || fail_with(err, FR_E_LIMIT, "out of memory");
}

const struct command command_sql = {
    .name = "sql",
    .bit = COMMAND_SQL,
    .arguments = "STATEMENT",
    .summary = "Prints statements for ClickHouse.",
    .examples = "flamerender sql schema | clickhouse-client --multiquery\n"
                "flamerender convert --format rows a.pb.gz |\n"
                "    clickhouse-client -q \"$(flamerender sql ingest)\"\n"
                "clickhouse-client -q \"$(flamerender sql merge --where service=api)\" |\n"
                "    flamerender - -o api.html\n",
    .max_inputs = 1,
    .run = run_sql,
};
