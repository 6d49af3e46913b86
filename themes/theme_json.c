/* theme_json.c - values, and where wrong ones stand. */
#include "themes/theme_json.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

#define ROOM_FOR_JSON 64 /* bytes for a byte of text, and more than enough */
#define MOST_IN       6  /* objects in each other, and more than a theme has */

/* ---- messages ---- */

static void append(char *to, size_t room, const char *text)
{
    size_t len = strlen(to);

    snprintf(to + len, room - len, "%s", text);
}

/* "$.classes.cpp.light" */
static void put_path(const fr_theme_json_place *at, const char *key, char *to, size_t room)
{
    const char *keys[MOST_IN];
    char clean[40];
    size_t n = 0;

    for (; at->in && n < MOST_IN; at = at->in)
        keys[n++] = at->key;
    snprintf(to, room, "$");
    while (n-- > 0) {
        append(to, room, ".");
        append(to, room, keys[n]);
    }
    if (!key)
        return;
    fr_text_copy(clean, sizeof clean, fr_bytes_of(key));
    append(to, room, ".");
    append(to, room, clean);
}

/* "7", "[1,2]", "\"white\"", "nothing" */
static void put_found(const json_t *found, char *to, size_t room)
{
    char *text = found ? json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

    fr_text_copy(to, room, fr_bytes_of(text ? text : found ? "something else" : "nothing"));
    free(text);
}

static bool reject_path(fr_error *err, const char *path, const json_t *found, const char *expected)
{
    char shown[40];

    put_found(found, shown, sizeof shown);
    return fr_fail(err, FR_E_FORMAT, 0, 0, "theme: %s: expected %s, found %s", path, expected,
                   shown);
}

bool fr_theme_json_reject(const fr_theme_json_place *at, const char *key, const json_t *found,
                          const char *expected)
{
    char path[120];

    put_path(at, key, path, sizeof path);
    return reject_path(at->err, path, found, expected);
}

/* ---- values ---- */

bool fr_theme_json_colour(const fr_theme_json_place *at, const json_t *object, const char *key,
                          uint32_t *rgb)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);

    if (!text || text[0] != '#' || strlen(text) != 7 ||
        strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return fr_theme_json_reject(at, key, value, "a colour like #a0b1c2");
    *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
    return true;
}

static bool is_within(const json_t *value, double min, double max)
{
    double number = json_number_value(value);

    return json_is_number(value) && number >= min && number <= max;
}

bool fr_theme_json_numbers(const fr_theme_json_place *at, const json_t *object,
                           const fr_theme_json_number *numbers, size_t n)
{
    char expected[60];

    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_object_get(object, numbers[i].key);
        if (!is_within(value, numbers[i].min, numbers[i].max)) {
            snprintf(expected, sizeof expected, "a number from %d to %d", (int)numbers[i].min,
                     (int)numbers[i].max);
            return fr_theme_json_reject(at, numbers[i].key, value, expected);
        }
        *numbers[i].to = json_number_value(value);
    }
    return true;
}

bool fr_theme_json_list(const fr_theme_json_place *at, const json_t *object, const char *key,
                        double max, size_t n, double *to)
{
    const json_t *list = json_object_get(object, key);
    char path[120], expected[60];

    if (json_array_size(list) != n) {
        snprintf(expected, sizeof expected, "a list of %zu numbers from 0 to %d", n, (int)max);
        return fr_theme_json_reject(at, key, list, expected);
    }
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(list, i);
        to[i] = json_number_value(value);
        if (is_within(value, 0, max))
            continue;
        put_path(at, key, path, sizeof path - 8);
        snprintf(path + strlen(path), 8, "[%u]", (unsigned)i % 1000);
        snprintf(expected, sizeof expected, "a number from 0 to %d", (int)max);
        return reject_path(at->err, path, value, expected);
    }
    return true;
}

const json_t *fr_theme_json_object(const fr_theme_json_place *at, const json_t *in, const char *key,
                                   bool *ok)
{
    const json_t *object = json_object_get(in, key);

    if (!object || json_is_object(object))
        return object;
    *ok = fr_theme_json_reject(at, key, object, "an object");
    return NULL;
}

bool fr_theme_json_only_known(const fr_theme_json_place *at, const json_t *object,
                              const char *const *known, size_t n)
{
    void *it = json_object_iter((json_t *)(uintptr_t)object);
    char path[120], list[160] = "";

    for (; it; it = json_object_iter_next((json_t *)(uintptr_t)object, it)) {
        size_t i = 0;
        while (i < n && strcmp(json_object_iter_key(it), known[i]) != 0)
            i++;
        if (i < n)
            continue;
        for (i = 0; i < n; i++) {
            append(list, sizeof list, i == 0 ? "" : i + 1 < n ? ", " : " or ");
            append(list, sizeof list, known[i]);
        }
        put_path(at, json_object_iter_key(it), path, sizeof path);
        return fr_fail(at->err, FR_E_FORMAT, 0, 0, "theme: %s: unknown key, expected %s", path,
                       list);
    }
    return true;
}

/* ---- the whole ---- */

static json_t *parse(fr_bytes text, json_error_t *at)
{
    return json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, at);
}

/* Where an allocation fails, jansson says that the JSON is bad, or omits a byte of a string without a
 * word. So it looks twice: what differs, or has no room for a third look, is a lack of memory. */
static json_t *parse_surely(fr_bytes text, json_error_t *at, bool *lacks_memory)
{
    json_error_t again;
    json_t *root = parse(text, at), *second = parse(text, &again);
    void *room = malloc(ROOM_FOR_JSON * (text.len + 1));

    *lacks_memory = !room || !root != !second || (root && !json_equal(root, second));
    free(room);
    json_decref(second);
    return root;
}

json_t *fr_theme_json_whole(fr_bytes text, fr_error *err)
{
    json_error_t at;
    bool lacks_memory;
    json_t *root = parse_surely(text, &at, &lacks_memory);

    if (lacks_memory) {
        fr_fail_memory(err);
        json_decref(root);
        return NULL;
    }
    if (!root)
        fr_fail(err, FR_E_FORMAT, at.line > 0 ? (uint64_t)at.line : 0,
                at.position > 0 ? (uint64_t)at.position : 0, "theme: bad JSON: %s", at.text);
    return root;
}
