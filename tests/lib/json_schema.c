/* json_schema.c - one function for each keyword. */
#include "json_schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool refuse(json_validator *v, const char *why, const char *what)
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

static bool check_type(json_validator *v, const json_t *types, const json_t *value)
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

static bool check_enum(json_validator *v, const json_t *values, const json_t *value)
{
    size_t i;
    json_t *one;

    json_array_foreach((json_t *)values, i, one) if (json_equal(one, value)) return true;
    return refuse(v, "is not one of the", "values");
}

static bool check_const(json_validator *v, const json_t *want, const json_t *value)
{
    return json_equal(want, value) || refuse(v, "is not the", "constant");
}

static bool check_required(json_validator *v, const json_t *keys, const json_t *value)
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
static bool validate_part(json_validator *v, const char *key, const json_t *schema,
                          const json_t *value)
{
    size_t len = strlen(v->at);
    bool good;

    snprintf(v->at + len, sizeof v->at - len, "/%s", key);
    good = json_validate(v, schema, value);
    if (good)
        v->at[len] = '\0';
    return good;
}

static bool check_properties(json_validator *v, const json_t *properties, const json_t *value)
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

static bool check_items(json_validator *v, const json_t *schema, const json_t *value)
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
static bool check_no_more(json_validator *v, const json_t *schema, const json_t *value)
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

static bool check_ref(json_validator *v, const json_t *ref, const json_t *value)
{
    const char *prefix = "#/$defs/", *name = json_string_value(ref);

    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return refuse(v, "has an unknown reference", name);
    return json_validate(
        v, json_object_get(json_object_get(v->root, "$defs"), name + strlen(prefix)), value);
}

static bool check_length(json_validator *v, const json_t *limit, const json_t *value, bool least)
{
    json_int_t n = (json_int_t)json_array_size(value), bound = json_integer_value(limit);

    return (least ? n >= bound : n <= bound) || refuse(v, "is of another", "length");
}

static bool check_keyword(json_validator *v, const json_t *schema, const char *key,
                          const json_t *rule, const json_t *value)
{
    static const struct {
        const char *key;
        bool (*check)(json_validator *v, const json_t *rule, const json_t *value);
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

bool json_validate(json_validator *v, const json_t *schema, const json_t *value)
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

json_t *json_schema_load(const char *name)
{
    const char *root = getenv("FR_SOURCE_DIR");
    char path[1000];
    json_error_t failure;

    snprintf(path, sizeof path, "%s/docs/%s.schema.json", root ? root : ".", name);
    json_t *schema = json_load_file(path, 0, &failure);
    if (!schema)
        fail_msg("%s: %s", path, failure.text);
    return schema;
}
