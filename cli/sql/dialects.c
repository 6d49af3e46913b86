/*
 * dialects.c - where samples and stacks lie, and how they get there.
 */
#include <stddef.h>

#include "cli/sql/sql.h"

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

const struct sql_dialect *sql_dialect_at(size_t index)
{
    return &dialects[index];
}
