/*
 * json_tape.c - one pass over the text, without recursion: the list or object that is open holds the number of the one
 * around it until it is closed.
 *
 * The tape has the values of a JSON text in the order in which they stand, eight bytes each.
 *
 *     {"a": [1, 23]}          0 {  next 5
 *                             1   "a"  next 2
 *                             2   [    next 5
 *                             3     1
 *                             4     23
 *
 * A value is the place where it begins in the text, which tells its kind by its first byte. A list and an object
 * also know which value comes behind all that is in them, so what a reader does not need is stepped over. Keys
 * are values too, before theirs.
 *
 * Why not a library: jansson takes 16 times the text and reads 10 MB/s of a profile, and pushing parsers (yajl) want a
 * machine of states for each format, since keys have no order. Reference: RFC 8259.
 */
#include "base/json.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"

#define MOST_TEXT ((size_t)1 << 31) /* bytes: places have 31 bits */

typedef struct parser {
    fr_json_tape *tape;
    const char *at, *end;
    uint64_t memory;
    uint32_t open;   /* the list or object around; NONE: none */
    bool ends_early; /* an open list may */
    fr_error *err;
} parser;

#define NONE UINT32_MAX

typedef enum state { VALUE, VALUE_OR_END, KEY, KEY_OR_END, AFTER, FAILED } state;

/* ---- what is wrong ---- */

static uint64_t line_of(const parser *p)
{
    uint64_t line = 1;

    for (const char *at = p->tape->text.at; at < p->at; at++)
        line += *at == '\n';
    return line;
}

static state fail_early(parser *p)
{
    fr_fail(p->err, FR_E_FORMAT, line_of(p), p->tape->text.len, "the JSON ends early");
    fr_fail_hint(p->err, "the file was cut short: copy or record it again");
    return FAILED;
}

static state fail_at(parser *p, const char *expected)
{
    char found[24];
    size_t left = (size_t)(p->end - p->at), len = left < 12 ? left : 12;

    if (left == 0)
        return fail_early(p);
    while (len > 1 && ((unsigned char)p->at[len - 1] & 0xc0) == 0x80)
        len--;
    fr_text_copy(found, sizeof found, (fr_bytes){p->at, len});
    fr_fail(p->err, FR_E_FORMAT, line_of(p), (uint64_t)(p->at - p->tape->text.at),
            "is no JSON: expected %s, found '%s'", expected, found);
    return FAILED;
}

static bool fail_limit(parser *p)
{
    fr_fail(p->err, FR_E_LIMIT, 0, 0,
            "holding this JSON takes more than the %" PRIu64 " MiB of memory that are allowed",
            p->memory >> 20);
    return fr_fail_hint(p->err, "--limit-memory raises the limit");
}

/* ---- room ---- */

/* An array with room for `need`, where the limit allows it. */
static bool reserve(parser *p, void *array, size_t *cap, size_t need, size_t size)
{
    const fr_json_tape *t = p->tape;
    uint64_t held = t->text.len + t->cap * sizeof *t->values + t->plain_cap;

    if (need <= *cap)
        return true;
    if (held + (*cap < need - *cap ? need : *cap) * size > p->memory)
        return fail_limit(p);
    return fr_reserve(array, cap, need, size) || fr_fail_memory(p->err);
}

static inline bool add_value(parser *p, size_t at, size_t next)
{
    fr_json_tape *t = p->tape;

    if (t->n == t->cap && !reserve(p, &t->values, &t->cap, t->n + 1, sizeof *t->values))
        return false;
    t->values[t->n++] = (fr_json_value){(uint32_t)at, (uint32_t)next};
    return true;
}

/* ---- escapes as the bytes they stand for: \n, \", \u00e9, \ud83d\ude00 ---- */

static bool read_hex(const char *at, const char *end, uint32_t *unit)
{
    *unit = 0;
    if (end - at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        int digit = fr_hex_digit(at[i]);
        if (digit < 0)
            return false;
        *unit = *unit * 16 + (uint32_t)digit;
    }
    return true;
}

/* "\u00e9" or "\ud83d\ude00", behind the 'u'; moves *from past it. A half of a pair alone becomes three bytes that are
 * no UTF-8, which shows in names. */
static bool take_unicode(const char **from, const char *end, char *to, size_t *n)
{
    const char *at = *from;
    uint32_t unit, low;

    if (!read_hex(at, end, &unit))
        return false;
    at += 4;
    if (unit >= 0xd800 && unit < 0xdc00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u' &&
        read_hex(at + 2, end, &low) && low >= 0xdc00 && low < 0xe000) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
    }
    *from = at;
    *n += fr_text_put(to + *n, unit);
    return true;
}

/* *from stands behind a backslash, and then behind the escape. Its bytes are put at to[*n], at most four. False: it is
 * no escape. */
static bool take_escape(const char **from, const char *end, char *to, size_t *n)
{
    static const char signs[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    const char *found;
    char sign;

    if (*from == end)
        return false;
    sign = *(*from)++;
    if (sign == 'u')
        return take_unicode(from, end, to, n);
    found = memchr(signs, sign, sizeof signs - 1);
    if (found)
        to[(*n)++] = bytes[found - signs];
    return found != NULL;
}

/* ---- texts ---- */

/* The end of a text from p->at on: its quote; NULL where there is none, or a control byte before it. *escapes: it has
 * backslashes. */
static const char *find_quote(const parser *p, bool *escapes)
{
    for (const char *at = p->at; at < p->end; at++) {
        if (*at == '"')
            return at;
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at == '\\') {
            *escapes = true;
            at++;
        }
    }
    return NULL;
}

/* The text before `quote`, without its escapes, into tape->plain. */
static bool add_plain(parser *p, const char *quote)
{
    fr_json_tape *t = p->tape;
    size_t start = t->plain_len, n = start + 1;

    /* No escape is longer than what it stands for, but one of half a pair: three bytes for six. */
    if (!reserve(p, &t->plain, &t->plain_cap, n + (size_t)(quote - p->at) + 4, 1))
        return false;
    t->plain[start] = '"';
    while (p->at < quote) {
        if (*p->at != '\\') {
            t->plain[n++] = *p->at++;
            continue;
        }
        p->at++;
        if (!take_escape(&p->at, p->end, t->plain, &n))
            return fail_at(p, "an escape such as \\n or \\u00e9") != FAILED;
    }
    t->plain_len = n;
    if (start >= MOST_TEXT)
        return fail_limit(p);
    return add_value(p, start | FR_JSON_PLAIN, n - start - 1);
}

/* At a quote. */
static bool read_text(parser *p)
{
    const char *start = p->at++, *quote;
    bool escapes = false, good;

    quote = find_quote(p, &escapes);
    if (!quote) {
        while (p->at < p->end && (unsigned char)*p->at >= 0x20)
            p->at++;
        return fail_at(p, "the end of a text") != FAILED;
    }
    good = escapes ? add_plain(p, quote)
                   : add_value(p, (size_t)(start - p->tape->text.at), (size_t)(quote - p->at));
    p->at = quote + 1;
    return good;
}

/* ---- numbers and words ---- */

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && fr_is_digit(*at))
        at++;
    return at;
}

/* Behind the number at p->at; NULL where there is none. */
static const char *number_end(const parser *p)
{
    const char *at = p->at + (*p->at == '-'), *digits = at;

    at = skip_digits(at, p->end);
    if (at == digits)
        return NULL;
    if (at < p->end && *at == '.') {
        digits = ++at;
        at = skip_digits(at, p->end);
        if (at == digits)
            return NULL;
    }
    if (at < p->end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < p->end && (*at == '-' || *at == '+');
        digits = at;
        at = skip_digits(at, p->end);
        if (at == digits)
            return NULL;
    }
    return at;
}

static state read_scalar(parser *p)
{
    static const char *const words[] = {"true", "false", "null", "-"};
    bool number = *p->at == '-' || fr_is_digit(*p->at), cut = false;
    fr_bytes left = {p->at, (size_t)(p->end - p->at)};
    const char *end = number ? number_end(p) : NULL;

    for (size_t i = 0; !end && i < sizeof words / sizeof *words; i++) {
        fr_bytes word = fr_bytes_of(words[i]);
        if (!number && fr_bytes_starts(left, word))
            end = p->at + word.len;
        cut = cut || fr_bytes_starts(word, left); /* by the end of the file */
    }
    if (!end)
        return cut ? fail_early(p) : fail_at(p, "a value");
    if (!add_value(p, (size_t)(p->at - p->tape->text.at), (size_t)(end - p->at)))
        return FAILED;
    p->at = end;
    return AFTER;
}

/* ---- lists and objects ---- */

static bool is_list(const parser *p)
{
    return fr_json_tape_kind(p->tape, p->open) == '[';
}

static state begin(parser *p, state inside)
{
    uint32_t own = (uint32_t)p->tape->n;

    if (!add_value(p, (size_t)(p->at - p->tape->text.at), p->open))
        return FAILED;
    p->open = own;
    p->at++;
    return inside;
}

static state end(parser *p)
{
    fr_json_value *value = &p->tape->values[p->open];

    p->open = value->next;
    value->next = (uint32_t)p->tape->n;
    p->at++;
    return AFTER;
}

static state read_value(parser *p, state s)
{
    switch (*p->at) {
    case '{':
        return begin(p, KEY_OR_END);
    case '[':
        return begin(p, VALUE_OR_END);
    case '"':
        return read_text(p) ? AFTER : FAILED;
    case ']':
        return s == VALUE_OR_END ? end(p) : fail_at(p, "a value");
    default:
        return read_scalar(p);
    }
}

static void skip_blanks(parser *p)
{
    const char *at = p->at;

    while (at < p->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    p->at = at;
}

static state read_key(parser *p, state s)
{
    if (*p->at == '}' && s == KEY_OR_END)
        return end(p);
    if (*p->at != '"')
        return fail_at(p, s == KEY_OR_END ? "a key in quotes or '}'" : "a key in quotes");
    if (!read_text(p))
        return FAILED;
    skip_blanks(p);
    if (p->at == p->end || *p->at != ':')
        return fail_at(p, "':'");
    p->at++;
    return VALUE;
}

static state read_after(parser *p)
{
    if (*p->at == (is_list(p) ? ']' : '}'))
        return end(p);
    if (*p->at != ',')
        return fail_at(p, is_list(p) ? "',' or ']'" : "',' or '}'");
    p->at++;
    return is_list(p) ? VALUE : KEY;
}

static bool read_all(parser *p)
{
    state s = VALUE;

    for (;;) {
        skip_blanks(p);
        if (s == AFTER && p->open == NONE)
            return p->at == p->end || fail_at(p, "the end of the file") != FAILED;
        if (p->at == p->end) {
            /* "[1, 2" and "[1, 2," may be whole: traces of Chromium are written as they happen. */
            if (!p->ends_early || p->open != 0 || !is_list(p) || s == VALUE_OR_END)
                return fail_early(p) != FAILED;
            end(p);
            return true;
        }
        s = s == AFTER                    ? read_after(p)
            : s == KEY || s == KEY_OR_END ? read_key(p, s)
                                          : read_value(p, s);
        if (s == FAILED)
            return false;
    }
}

bool fr_json_tape_read(fr_json_tape *tape, fr_bytes text, uint64_t memory, bool open, fr_error *err)
{
    parser p = {tape, text.at, text.at + text.len, memory, NONE, open, err};

    *tape = (fr_json_tape){.text = text};
    if (text.len >= MOST_TEXT)
        return fr_fail(err, FR_E_LIMIT, 0, 0, "JSON of more than %zu MiB cannot be read",
                       MOST_TEXT >> 20);
    if (read_all(&p))
        return true;
    fr_json_tape_reset(tape);
    return false;
}

void fr_json_tape_reset(fr_json_tape *tape)
{
    free(tape->values);
    free(tape->plain);
    *tape = (fr_json_tape){0};
}
