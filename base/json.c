/*
 * json.c - places in a JSON document: what stands there, and messages that name the path.
 *
 *     {"shared": {"frames": [{"name": "main"}]}}       $.shared.frames[0].name
 *
 * The text is held, and a tape of its values (json_tape.c). Reference: RFC 8259.
 */
#include "base/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"

/* The value behind this one and all that is in it. */
static uint32_t value_behind(const fr_json_tape *tape, uint32_t value)
{
    char kind = fr_json_tape_kind(tape, value);

    return kind == '{' || kind == '[' ? tape->values[value].next : value + 1;
}

/* The bytes of a text without its quotes, or of a number or a word. */
static fr_bytes bytes_at(const fr_json_tape *tape, uint32_t value)
{
    fr_json_value v = tape->values[value];
    const char *at =
        v.at & FR_JSON_PLAIN ? tape->plain + (v.at & ~FR_JSON_PLAIN) : tape->text.at + v.at;

    return (fr_bytes){at + (*at == '"'), v.next};
}

/* ---- documents ---- */

bool fr_json_read_text(fr_json_document *document, fr_bytes text, uint64_t memory)
{
    *document = (fr_json_document){0};
    return fr_json_tape_read(&document->tape, text, memory, false, &document->err);
}

bool fr_json_read(fr_json_document *document, fr_input *in, const fr_read_options *opt, bool open)
{
    fr_bytes all = fr_input_all(in, opt, FR_JSON_MOST_BYTES);

    *document = (fr_json_document){0};
    if (fr_input_failed(in, NULL))
        return false;
    if (fr_json_tape_read(&document->tape, all, opt->limits.memory, open, &document->err))
        return true;
    fr_input_fail(in, &document->err);
    return false;
}

void fr_json_close(fr_json_document *document, fr_input *in)
{
    fr_input_fail(in, &document->err);
    fr_json_tape_reset(&document->tape);
}

/* ---- messages ---- */

#define PATH_MAX_PARTS 16 /* formats are not nested deeper where a reader walks them */

static char kind_of(const fr_json *at)
{
    return at->value == FR_JSON_NONE ? 0 : fr_json_tape_kind(&at->document->tape, at->value);
}

static fr_bytes bytes_of(const fr_json *at)
{
    return bytes_at(&at->document->tape, at->value);
}

void fr_json_fail(const fr_json *at, const char *format, ...)
{
    const fr_json *parts[PATH_MAX_PARTS], *in = at;
    char path[160], text[300], key[60];
    size_t n = 0, used;
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (; in->in && n < PATH_MAX_PARTS; in = in->in)
        parts[n++] = in;
    /* "$.profiles[0].samples" */
    used = (size_t)snprintf(path, sizeof path, in->in ? "..." : "$");
    while (n-- > 0 && used < sizeof path)
        if (parts[n]->key.at) {
            fr_text_copy(key, sizeof key, parts[n]->key);
            used += (size_t)snprintf(path + used, sizeof path - used, ".%s", key);
        } else {
            used += (size_t)snprintf(path + used, sizeof path - used, "[%zu]", parts[n]->index);
        }
    fr_fail(&at->document->err, FR_E_FORMAT, 0, 0, "%s: %s", path, text);
}

void fr_json_expected(const fr_json *at, const char *format, ...)
{
    char kind = kind_of(at), what[200], text[48];
    const char *found = text, *quote = kind == '"' ? "\"" : "";
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (kind == 0)
        found = "nothing";
    else if (kind == '{' || kind == '[')
        found = kind == '{' ? "an object" : "a list";
    else if (kind == 'n')
        found = "null";
    else
        fr_text_copy(text, sizeof text, bytes_of(at));
    if (found == text && (kind == '-' || fr_is_digit(kind)) && strpbrk(text, ".eE"))
        found = "a fraction";
    fr_json_fail(at, "expected %s, found %s%s%s", what, quote, found, quote);
}

bool fr_json_failed(const fr_json *at)
{
    return at->document->err.code != FR_OK;
}

/* ---- places ---- */

fr_json fr_json_whole(fr_json_document *document)
{
    return (fr_json){.document = document, .value = document->tape.n ? 0 : FR_JSON_NONE};
}

/* A walk that has not begun; one that ends at once where the value is of another kind. */
static fr_json walk(const fr_json *in, char kind, const char *what)
{
    fr_json item = {.document = in->document, .in = in, .value = FR_JSON_NONE, .index = SIZE_MAX};

    if (kind_of(in) != kind) {
        fr_json_expected(in, kind == '[' ? "a list of %s" : "an object of %s", what);
        return item;
    }
    item.next = in->value + 1;
    item.end = in->document->tape.values[in->value].next;
    item.key = kind == '{' ? FR_LITERAL("") : (fr_bytes){NULL, 0};
    return item;
}

fr_json fr_json_items(const fr_json *list, const char *what)
{
    return walk(list, '[', what);
}

fr_json fr_json_members(const fr_json *object, const char *what)
{
    return walk(object, '{', what);
}

static uint32_t or_none(const fr_json_tape *tape, uint32_t value)
{
    return fr_json_tape_kind(tape, value) == 'n' ? FR_JSON_NONE : value;
}

bool fr_json_next(fr_json *item)
{
    const fr_json_tape *tape = &item->document->tape;

    if (item->next >= item->end || fr_json_failed(item))
        return false;
    if (item->key.at)
        item->key = bytes_at(tape, item->next++);
    item->value = or_none(tape, item->next);
    item->next = value_behind(tape, item->next);
    item->index++;
    return true;
}

/* The first byte tells most keys of one length apart: "pid", "tid", "dur". */
static bool is_key(const fr_json_tape *tape, uint32_t value, fr_bytes key)
{
    fr_bytes is;

    if (tape->values[value].next != key.len)
        return false;
    is = bytes_at(tape, value);
    return key.len == 0 || (*is.at == *key.at && memcmp(is.at, key.at, key.len) == 0);
}

fr_json fr_json_member(const fr_json *object, const char *key)
{
    const fr_json_tape *tape = &object->document->tape;
    fr_json found = {
        .document = object->document, .in = object, .key = fr_bytes_of(key), .value = FR_JSON_NONE};

    if (kind_of(object) != '{') {
        fr_json_expected(object, "an object with \"%s\"", key);
        return found;
    }
    for (uint32_t at = object->value + 1, end = tape->values[object->value].next; at < end;
         at = value_behind(tape, at + 1))
        if (is_key(tape, at, found.key))
            found.value = or_none(tape, at + 1);
    return found;
}

bool fr_json_exists(const fr_json *at)
{
    return at->value != FR_JSON_NONE;
}

bool fr_json_is_list(const fr_json *at)
{
    return kind_of(at) == '[';
}

bool fr_json_is_object(const fr_json *at)
{
    return kind_of(at) == '{';
}

bool fr_json_is_text(const fr_json *at)
{
    return kind_of(at) == '"';
}

bool fr_json_is_number(const fr_json *at)
{
    char kind = kind_of(at);

    return kind == '-' || fr_is_digit(kind);
}

size_t fr_json_count(const fr_json *list, const char *what)
{
    fr_json item = fr_json_items(list, what);
    size_t n = 0;

    while (fr_json_next(&item))
        n++;
    return n;
}

/* ---- values ---- */

fr_bytes fr_json_text(const fr_json *at)
{
    if (kind_of(at) == '"')
        return bytes_of(at);
    fr_json_expected(at, "a text");
    return FR_LITERAL("");
}

/* Up to 18 digits and no more, as most numbers are. */
static bool parse_digits(fr_bytes text, int64_t *value)
{
    int64_t sum = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (i == 18 || !fr_is_digit(text.at[i]))
            return false;
        sum = sum * 10 + (text.at[i] - '0');
    }
    *value = sum;
    return true;
}

/* Powers of ten as doubles are exact up to 10^22. */
static const double tens[FR_MAX_DECIMALS + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/* Returns true if what is behind the ninth decimal is within the error of a double: "0.30000000000000004". */
static bool is_noise(fr_bytes number, int64_t mantissa)
{
    size_t at = fr_bytes_find(number, '.') + 1 + FR_MAX_DECIMALS;
    double rest = 0, unit = 0.1;

    if (fr_bytes_find(number, 'e') < number.len || fr_bytes_find(number, 'E') < number.len)
        return false;
    for (; at < number.len; at++, unit /= 10)
        rest += (number.at[at] - '0') * unit;
    rest = rest > 0.5 ? 1 - rest : rest;
    return rest <= (double)(mantissa < 0 ? -mantissa : mantissa) * 0x1p-51;
}

fr_decimal fr_json_decimal(const fr_json *at, bool *rounded)
{
    fr_decimal d = {0, 0};
    int64_t billionths;
    fr_parse result;

    if (!fr_json_is_number(at)) {
        fr_json_expected(at, "a number");
        return d;
    }
    if (parse_digits(bytes_of(at), &d.mantissa))
        return d;
    result = fr_decimal_parse_scientific(bytes_of(at), &d);
    if (result == FR_PARSE_ROUNDED) {
        if (!fr_scale_up(d.mantissa, FR_MAX_DECIMALS - d.decimals, &billionths))
            billionths = INT64_MAX;
        *rounded = *rounded || !is_noise(bytes_of(at), billionths);
    } else if (result != FR_PARSE_OK) {
        fr_json_expected(at, "a number below 9e18");
    }
    return result == FR_PARSE_OK || result == FR_PARSE_ROUNDED ? d : (fr_decimal){0, 0};
}

int64_t fr_json_scaled(const fr_json *at, uint32_t power, int64_t least, bool *rounded)
{
    fr_decimal d = fr_json_decimal(at, rounded);
    uint32_t finer = d.decimals > power ? d.decimals - power : 0;
    int64_t divisor = 1, rest, value;

    for (uint32_t i = 0; i < finer; i++)
        divisor *= 10;
    rest = d.mantissa % divisor;
    *rounded = *rounded || rest;
    value = d.mantissa / divisor;
    if (finer) /* halves away from 0 */
        value += (rest >= divisor / 2) - (rest <= -divisor / 2);
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
    int64_t integer = least;
    fr_decimal d = {0, 1};
    char kind = kind_of(at);

    if (kind != '-' && !fr_is_digit(kind)) {
        fr_json_expected(at, "%s", what);
    } else if (!parse_digits(bytes_of(at), &integer)) {
        if (fr_decimal_parse_scientific(bytes_of(at), &d) != FR_PARSE_OK || d.decimals)
            fr_json_expected(at, "%s", what);
        integer = d.decimals ? least : d.mantissa;
    }
    if (integer >= least && integer <= most)
        return integer;
    fr_json_expected(at, "%s from %" PRId64 " to %" PRId64, what, least, most);
    return least;
}

int64_t fr_json_id(const fr_json *at)
{
    uint64_t number;

    if (fr_json_is_number(at))
        return fr_json_integer(at, INT64_MIN, INT64_MAX, "an id");
    if (fr_json_is_text(at) && fr_parse_u64(fr_json_text(at), &number) && number < INT64_MAX)
        return (int64_t)number;
    return -1;
}

/* ---- nodes in nodes: those from the root to the current one are open, each with a walk over its children ---- */

typedef struct fr_json_nest_level {
    fr_json node, children, child; /* child: the walk */
    uint32_t own;
} level;

fr_json_nest fr_json_nest_of(const fr_json *root, const char *key)
{
    return (fr_json_nest){.root = root, .key = key};
}

void fr_json_nest_reset(fr_json_nest *nest)
{
    for (size_t i = 0; i < nest->made; i++)
        free(nest->levels[i]);
    free(nest->levels);
    *nest = (fr_json_nest){0};
}

/* The next deeper level is used again once it was left: places point to it, so it stays where it is. */
static const fr_json *open_node(fr_json_nest *nest, const fr_json *node)
{
    level *l;

    if (nest->depth == nest->made &&
        fr_reserve(&nest->levels, &nest->cap, nest->made + 1, sizeof *nest->levels)) {
        nest->levels[nest->made] = malloc(sizeof *l);
        nest->made += nest->levels[nest->made] != NULL;
    }
    if (nest->depth == nest->made) {
        fr_fail_memory(&nest->root->document->err);
        return NULL;
    }
    l = nest->levels[nest->depth++];
    l->node = *node;
    l->own = 0;
    l->children = fr_json_member(&l->node, nest->key);
    l->child = fr_json_exists(&l->children) || !nest->may_lack_list
                   ? fr_json_items(&l->children, "nodes")
                   : (fr_json){.document = node->document, .value = FR_JSON_NONE};
    return fr_json_failed(nest->root) ? NULL : &l->node;
}

const fr_json *fr_json_nest_next(fr_json_nest *nest)
{
    if (nest->made == 0)
        return open_node(nest, nest->root);
    while (nest->depth > 0 && !fr_json_failed(nest->root)) {
        level *l = nest->levels[nest->depth - 1];
        if (fr_json_next(&l->child))
            return open_node(nest, &l->child);
        nest->depth--;
    }
    return NULL;
}

uint32_t *fr_json_nest_own(fr_json_nest *nest)
{
    return &nest->levels[nest->depth - 1]->own;
}

uint32_t fr_json_nest_caller(const fr_json_nest *nest)
{
    return nest->depth > 1 ? nest->levels[nest->depth - 2]->own : 0;
}
