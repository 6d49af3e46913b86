/*
 * json_schema.h - whether JSON is what a schema of docs/ promises. Knows what these use of JSON Schema 2020-12, and
 * refuses a keyword that it does not know.
 *
 *     json_validator v = {.root = schema};
 *     if (!json_validate(&v, schema, json))
 *         fail_msg("%s %s", v.at, v.why);
 */
#ifndef FR_TESTS_JSON_SCHEMA_H
#define FR_TESTS_JSON_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

typedef struct json_validator {
    const json_t *root;
    char at[400]; /* where: "/rows/0/change" */
    char why[200];
} json_validator;

bool json_validate(json_validator *v, const json_t *schema, const json_t *value);
/* docs/NAME.schema.json; fails the test where it cannot be read. */
json_t *json_schema_load(const char *name);

#endif
