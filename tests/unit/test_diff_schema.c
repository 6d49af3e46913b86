/*
 * test_diff_schema.c - reports as JSON are what docs/diff-report.schema.json promises. The validator
 * knows what that file uses of JSON Schema 2020-12, and refuses a keyword that it does not know.
 */
#include <jansson.h>

#include "diff_fixture.h"

typedef struct validator {
    const json_t *root;
    char at[400]; /* where: "/rows/0/change" */
    char why[200];
} validator;

static bool validate(validator *v, const json_t *schema, const json_t *value);

static bool refuse(validator *v, const char *why, const char *what)
{
    if (!v->why[0])
        snprintf(v->why, sizeof v->why, "%s %s", why, what);
    return false;
}

static bool is_of_type(const char *type, const json_t *value)
{
    static const struct {
        const char *name;
        json_type type;
    } types[] = {{"object", JSON_OBJECT},
                 {"array", JSON_ARRAY},
                 {"string", JSON_STRING},
                 {"null", JSON_NULL},
                 {"integer", JSON_INTEGER}};

    if (strcmp(type, "number") == 0)
        return json_is_number(value);
    if (strcmp(type, "boolean") == 0)
        return json_is_boolean(value);
    for (size_t i = 0; i < COUNT(types); i++)
        if (strcmp(types[i].name, type) == 0)
            return json_typeof(value) == types[i].type;
    return false;
}

static bool check_type(validator *v, const json_t *types, const json_t *value)
{
    size_t i;
    json_t *one;

    if (json_is_string(types))
        return is_of_type(json_string_value(types), value) ||
               refuse(v, "is no", json_string_value(types));
    json_array_foreach((json_t *)types, i,
                       one) if (is_of_type(json_string_value(one), value)) return true;
    return refuse(v, "is of none of", "the types");
}

static bool check_enum(validator *v, const json_t *values, const json_t *value)
{
    size_t i;
    json_t *one;

    json_array_foreach((json_t *)values, i, one) if (json_equal(one, value)) return true;
    return refuse(v, "is not one of the", "values");
}

static bool check_const(validator *v, const json_t *want, const json_t *value)
{
    return json_equal(want, value) || refuse(v, "is not the", "constant");
}

static bool check_required(validator *v, const json_t *keys, const json_t *value)
{
    size_t i;
    json_t *key;

    json_array_foreach((json_t *)keys, i, key)
    {
        if (json_is_object(value) && !json_object_get(value, json_string_value(key)))
            return refuse(v, "lacks", json_string_value(key));
    }
    return true;
}

/* Goes one step down and back. */
static bool validate_part(validator *v, const char *key, const json_t *schema, const json_t *value)
{
    size_t len = strlen(v->at);
    bool good;

    snprintf(v->at + len, sizeof v->at - len, "/%s", key);
    good = validate(v, schema, value);
    if (good)
        v->at[len] = '\0';
    return good;
}

static bool check_properties(validator *v, const json_t *properties, const json_t *value)
{
    const char *key;
    json_t *schema;

    json_object_foreach((json_t *)properties, key, schema)
    {
        const json_t *part = json_object_get(value, key);
        if (part && !validate_part(v, key, schema, part))
            return false;
    }
    return true;
}

static bool check_items(validator *v, const json_t *schema, const json_t *value)
{
    size_t i;
    json_t *item;

    json_array_foreach((json_t *)value, i, item)
    {
        char key[24];
        snprintf(key, sizeof key, "%zu", i);
        if (!validate_part(v, key, schema, item))
            return false;
    }
    return true;
}

/* No key but those of "properties". */
static bool check_no_more(validator *v, const json_t *schema, const json_t *value)
{
    const json_t *known = json_object_get(schema, "properties");
    const char *key;
    json_t *part;

    json_object_foreach((json_t *)value, key, part)
    {
        if (!json_object_get(known, key))
            return refuse(v, "has an unknown", key);
    }
    return true;
}

static bool check_ref(validator *v, const json_t *ref, const json_t *value)
{
    const char *prefix = "#/$defs/", *name = json_string_value(ref);

    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return refuse(v, "has an unknown reference", name);
    return validate(v, json_object_get(json_object_get(v->root, "$defs"), name + strlen(prefix)),
                    value);
}

static bool check_length(validator *v, const json_t *limit, const json_t *value, bool least)
{
    json_int_t n = (json_int_t)json_array_size(value), bound = json_integer_value(limit);

    return (least ? n >= bound : n <= bound) || refuse(v, "is of another", "length");
}

static bool check_keyword(validator *v, const json_t *schema, const char *key, const json_t *rule,
                          const json_t *value)
{
    static const struct {
        const char *key;
        bool (*check)(validator *v, const json_t *rule, const json_t *value);
    } keywords[] = {{"type", check_type},
                    {"enum", check_enum},
                    {"const", check_const},
                    {"required", check_required},
                    {"properties", check_properties},
                    {"items", check_items},
                    {"$ref", check_ref}};
    static const char *const silent[] = {"$schema", "title", "description", "$defs"};

    for (size_t i = 0; i < COUNT(keywords); i++)
        if (strcmp(keywords[i].key, key) == 0)
            return keywords[i].check(v, rule, value);
    for (size_t i = 0; i < COUNT(silent); i++)
        if (strcmp(silent[i], key) == 0)
            return true;
    if (strcmp(key, "additionalProperties") == 0)
        return check_no_more(v, schema, value);
    if (strcmp(key, "minItems") == 0 || strcmp(key, "maxItems") == 0)
        return check_length(v, rule, value, key[1] == 'i');
    if (strcmp(key, "minimum") == 0) /* of numbers: null has none */
        return !json_is_number(value) || json_number_value(value) >= json_number_value(rule) ||
               refuse(v, "is too", "small");
    return refuse(v, "meets an unknown keyword", key);
}

static bool validate(validator *v, const json_t *schema, const json_t *value)
{
    const char *key;
    json_t *rule;

    if (!json_is_object(schema))
        return refuse(v, "has no", "schema");
    json_object_foreach((json_t *)schema, key, rule)
    {
        if (!check_keyword(v, schema, key, rule, value))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- reports */

static json_t *load_schema(void)
{
    const char *root = getenv("FR_SOURCE_DIR");
    char path[1000];
    json_error_t failure;

    snprintf(path, sizeof path, "%s/docs/diff-report.schema.json", root ? root : ".");
    json_t *schema = json_load_file(path, 0, &failure);
    if (!schema)
        fail_msg("%s: %s", path, failure.text);
    return schema;
}

static json_t *report_json(const fr_diff *d, const fr_diff_report_options *opt)
{
    fr_error err = {0};
    fr_report *report = fr_report_diff(d, opt, &err);
    fr_output *out = fr_output_memory();
    json_error_t failure;
    size_t len;

    assert_non_null(report);
    fr_report_write(report, "json", out);
    const char *bytes = fr_output_bytes(out, &len);
    assert_non_null(bytes);
    json_t *json = json_loadb(bytes, len, 0, &failure);
    if (!json)
        fail_msg("%s", failure.text);
    fr_report_free(report);
    fr_output_free(out);
    return json;
}

static void reports_are_valid(void **state)
{
    static const char *const gate = "total > 1pp";
    static const fr_gate_options gates = {&gate, 1, true, NULL};
    static const fr_diff_report_options options[] = {{.for_programs = true},
                                                     {.for_programs = true, .gates = &gates}};
    static const char *const sides[][2] = {
        {"m;a 100\nm;b 50\n", "m;a 100\nm;b 50\n"},
        {"m;a 100\nm;b 500\n", "m;a 400\nm;\x01\xff\"c 50\n"},
        {"m;A$$Lambda$1.r 30\nm;read;x 4000\n", "m;A$$Lambda$2.r 30\nm;load;x 4100\n"},
    };
    json_t *schema = load_schema();
    (void)state;
    for (size_t i = 0; i < COUNT(sides) * COUNT(options); i++) {
        fr_diff *d = diff_of(sides[i / 2][0], sides[i / 2][1], NULL);
        json_t *json = report_json(d, &options[i % 2]);
        validator v = {.root = schema};
        if (!validate(&v, schema, json))
            fail_msg("report %zu: %s %s", i, v.at, v.why);
        json_decref(json);
        fr_diff_free(d);
    }
    json_decref(schema);
}

/* The validator would notice. */
static void others_are_not(void **state)
{
    static const char *const rows[] = {
        "{\"change\": \"1\"}",   "{\"verdict\": \"grown\"}", "{\"extra\": 1}",
        "{\"base_share\": [1]}", "{\"base\": 1.5}",
    };
    json_t *schema = load_schema();
    fr_diff *d = diff_of("m;a 100\nm;b 500\n", "m;a 400\n", NULL);
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        json_t *json = report_json(d, &(fr_diff_report_options){.for_programs = true});
        json_t *change = json_loads(rows[i], 0, NULL);
        assert_non_null(change);
        json_object_update(json_array_get(json_object_get(json, "rows"), 0), change);
        validator v = {.root = schema};
        assert_false(validate(&v, schema, json));
        json_decref(change);
        json_decref(json);
    }
    json_t *json = report_json(d, &(fr_diff_report_options){.for_programs = false});
    validator v = {.root = schema};
    assert_false(validate(&v, schema, json)); /* without the columns for programs */
    json_decref(json);
    fr_diff_free(d);
    json_decref(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_are_valid),
        cmocka_unit_test(others_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
