/*
 * json.c - JSON by jansson: memory counted before it is taken, and messages that name the path.
 *
 *     {"shared": {"frames": [{"name": "main"}]}}       $.shared.frames[0].name
 *
 * jansson (2.14) takes its memory from malloc; an allocator of one's own would be set for the whole
 * process, which a library must not do. So a scan of the text adds up what its values can take at most.
 * Depth is limited by jansson to 2048. Reference: RFC 8259.
 */
#include "formats/json.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

/* Bytes that malloc gives for parts of a document: object or list with its first table, member of an
 * object, item of a list with its share of a table that doubles, text. */
enum { NEST_COST = 256, MEMBER_COST = 64, ITEM_COST = 64, TEXT_COST = 80 };

/* ---- parsing ---- */

/* The text of a string, which begins at `at`: the position behind its end. */
static size_t skip_text(fr_bytes text, size_t at)
{
    while (at < text.len && text.at[at] != '"')
        at += text.at[at] == '\\' ? 2 : 1;
    return at + 1;
}

uint64_t fr_json_cost(fr_bytes text)
{
    uint64_t cost = ITEM_COST;
    size_t end;

    for (size_t i = 0; i < text.len; i++) {
        switch (text.at[i]) {
        case '{':
        case '[':
            cost += NEST_COST;
            break;
        case ',':
            cost += ITEM_COST;
            break;
        case ':':
            cost += MEMBER_COST;
            break;
        case '"':
            end = skip_text(text, i + 1);
            cost += TEXT_COST + (end - i);
            i = end - 1;
            break;
        default:
            break;
        }
    }
    return cost;
}

/* What is cut in the middle of a word is an invalid token at the end. */
static bool fail_syntax(fr_error *err, const json_error_t *wrong, size_t len)
{
    uint64_t line = wrong->line > 0 ? (uint64_t)wrong->line : 0;
    uint64_t offset = wrong->position > 0 ? (uint64_t)wrong->position : 0;
    bool at_end = json_error_code(wrong) == json_error_invalid_syntax && offset >= len;
    char text[JSON_ERROR_TEXT_LENGTH];

    if (at_end || json_error_code(wrong) == json_error_premature_end_of_input) {
        fr_fail(err, FR_E_FORMAT, line, offset, "the JSON ends early");
        return fr_fail_hint(err, "the file was cut short: copy or record it again");
    }
    fr_text_copy(text, sizeof text, fr_bytes_of(wrong->text));
    return fr_fail(err, FR_E_FORMAT, line, offset, "is no JSON: %s", text);
}

static void parse(fr_json_document *document, fr_bytes text, uint64_t memory)
{
    uint64_t cost = fr_json_cost(text);
    json_error_t wrong;

    if (cost > memory) {
        fr_fail(&document->err, FR_E_LIMIT, 0, 0,
                "holding this JSON takes up to %" PRIu64 " MiB of memory; %" PRIu64 " are allowed",
                (cost >> 20) + 1, memory >> 20);
        fr_fail_hint(&document->err, "--limit-memory raises the limit");
        return;
    }
    document->root = json_loadb(text.at, text.len, JSON_ALLOW_NUL, &wrong);
    if (!document->root)
        fail_syntax(&document->err, &wrong, text.len);
}

bool fr_json_read(fr_json_document *document, fr_input *in, const fr_read_options *opt)
{
    fr_bytes all = fr_input_all(in, opt, FR_JSON_MOST_BYTES, NULL, NULL);

    *document = (fr_json_document){0};
    if (fr_bytes_starts(all, FR_LITERAL("\xef\xbb\xbf"))) /* a byte order mark */
        all = (fr_bytes){all.at + 3, all.len - 3};
    if (fr_input_failed(in, NULL))
        return false;
    parse(document, all, opt->limits.memory);
    if (!document->root)
        fr_input_fail(in, &document->err);
    return document->root;
}

void fr_json_close(fr_json_document *document, fr_input *in)
{
    fr_input_fail(in, &document->err);
    json_decref(document->root);
    document->root = NULL;
}

/* ---- messages ---- */

#define PATH_MAX_PARTS 16 /* formats are not nested deeper where a reader walks them */

/* "$.profiles[0].samples" */
static void write_path(const fr_json *at, char *to, size_t room)
{
    const fr_json *parts[PATH_MAX_PARTS];
    size_t n = 0, used;

    for (; at->in && n < PATH_MAX_PARTS; at = at->in)
        parts[n++] = at;
    used = (size_t)snprintf(to, room, at->in ? "..." : "$");
    while (n-- > 0 && used < room)
        used += parts[n]->key ? (size_t)snprintf(to + used, room - used, ".%s", parts[n]->key)
                              : (size_t)snprintf(to + used, room - used, "[%zu]", parts[n]->index);
}

/* "57", "an object" */
static void describe(const json_t *value, char *to, size_t room)
{
    static const char *const kinds[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "a list",    [JSON_STRING] = "a text",
        [JSON_INTEGER] = "",         [JSON_REAL] = "a fraction", [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",      [JSON_NULL] = "null",
    };
    char text[48];

    if (!value) {
        snprintf(to, room, "nothing");
    } else if (json_is_integer(value)) {
        snprintf(to, room, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_string(value)) {
        fr_text_copy(text, sizeof text, fr_bytes_of(json_string_value(value)));
        snprintf(to, room, "\"%s\"", text);
    } else {
        snprintf(to, room, "%s", kinds[json_typeof(value)]);
    }
}

void fr_json_fail(const fr_json *at, const char *format, ...)
{
    char path[160], text[300];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    write_path(at, path, sizeof path);
    fr_fail(&at->document->err, FR_E_FORMAT, 0, 0, "%s: %s", path, text);
}

void fr_json_expected(const fr_json *at, const char *format, ...)
{
    char what[200], found[64];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    describe(at->value, found, sizeof found);
    fr_json_fail(at, "expected %s, found %s", what, found);
}

bool fr_json_failed(const fr_json *at)
{
    return at->document->err.code != FR_OK;
}

/* ---- places ---- */

fr_json fr_json_whole(fr_json_document *document)
{
    return (fr_json){.document = document, .value = document->root};
}

fr_json fr_json_member(const fr_json *object, const char *key)
{
    const json_t *value = json_object_get(object->value, key);

    if (!json_is_object((const json_t *)object->value))
        fr_json_expected(object, "an object with \"%s\"", key);
    return (fr_json){.document = object->document,
                     .in = object,
                     .key = key,
                     .value = json_is_null(value) ? NULL : value};
}

bool fr_json_exists(const fr_json *at)
{
    return at->value != NULL;
}

size_t fr_json_count(const fr_json *list, const char *what)
{
    if (!json_is_array((const json_t *)list->value))
        fr_json_expected(list, "a list of %s", what);
    return fr_json_failed(list) ? 0 : json_array_size(list->value);
}

fr_json fr_json_item(const fr_json *list, size_t index)
{
    return (fr_json){.document = list->document,
                     .in = list,
                     .index = index,
                     .value = json_array_get(list->value, index)};
}

/* ---- values ---- */

fr_bytes fr_json_text(const fr_json *at)
{
    const json_t *value = at->value;

    if (json_is_string(value))
        return (fr_bytes){json_string_value(value), json_string_length(value)};
    fr_json_expected(at, "a text");
    return FR_LITERAL("");
}

/* Powers of ten as doubles are exact up to 10^22. */
static const double tens[FR_MAX_DECIMALS + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/* What has more than 9 decimals. 0.1 + 0.2 = 0.30000000000000004 is 0.3, and not counted as rounded. */
static fr_decimal round_decimal(double scaled, uint32_t decimals, bool *rounded)
{
    fr_decimal d = {(int64_t)rint(scaled), decimals};

    *rounded = *rounded || fabs(scaled - rint(scaled)) > fabs(scaled) * 0x1p-51;
    for (; d.decimals && d.mantissa % 10 == 0; d.decimals--)
        d.mantissa /= 10;
    return d;
}

/* The fewest decimals whose number is this double; as many as there is room for where there are none. */
static fr_decimal shortest_decimal(double real, bool *rounded)
{
    uint32_t d = 0;

    while (d < FR_MAX_DECIMALS && fabs(real) * tens[d + 1] < 9e18 &&
           rint(real * tens[d]) / tens[d] != real)
        d++;
    return round_decimal(real * tens[d], d, rounded);
}

fr_decimal fr_json_decimal(const fr_json *at, bool *rounded)
{
    const json_t *value = at->value;
    double real = json_real_value(value);

    if (json_is_integer(value))
        return (fr_decimal){json_integer_value(value), 0};
    if (json_is_real(value) && fabs(real) < 9e18)
        return shortest_decimal(real, rounded);
    fr_json_expected(at, json_is_real(value) ? "a number below 9e18" : "a number");
    return (fr_decimal){0, 0};
}

/* value / 10^n, halves away from 0. */
static int64_t drop_digits(int64_t value, uint32_t n, bool *rounded)
{
    int64_t divisor = 1, rest;

    for (uint32_t i = 0; i < n; i++)
        divisor *= 10;
    rest = value % divisor;
    *rounded = *rounded || rest;
    return value / divisor + (n && rest >= divisor / 2) - (n && rest <= -divisor / 2);
}

int64_t fr_json_scaled(const fr_json *at, uint32_t power, int64_t least, bool *rounded)
{
    fr_decimal d = fr_json_decimal(at, rounded);
    uint32_t finer = d.decimals > power ? d.decimals - power : 0;
    int64_t value = drop_digits(d.mantissa, finer, rounded);

    if (!fr_scale_up(value, power + finer - d.decimals, &value))
        fr_json_expected(at, "a number below %" PRId64,
                         (int64_t)(INT64_MAX / (int64_t)tens[power]));
    if (value < least && least > 0)
        fr_json_expected(at, "no less than the one before it");
    else if (value < least)
        fr_json_expected(at, "0 or more");
    return value < least ? least : value;
}

int64_t fr_json_integer(const fr_json *at, int64_t least, int64_t most, const char *what)
{
    const json_t *value = at->value;
    double real = json_real_value(value);
    int64_t integer = least;

    if (json_is_integer(value))
        integer = json_integer_value(value);
    else if (json_is_real(value) && fabs(real) < 9e18 && rint(real) == real)
        integer = (int64_t)real;
    else
        fr_json_expected(at, "%s", what);
    if (integer >= least && integer <= most)
        return integer;
    fr_json_expected(at, "%s from %" PRId64 " to %" PRId64, what, least, most);
    return least;
}
