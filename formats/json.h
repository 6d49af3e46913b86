/*
 * json.h - values of a JSON document, fetched by a reader that knows what it expects.
 *
 * A place is a value and the way to it, so that every message can name the path:
 *
 *     $.profiles[0].samples[12][3]: expected a frame's index from 0 to 39, found 57
 *
 * Errors stick in the document: after the first one every call returns a harmless value, so a reader is
 * straight code and asks fr_json_failed() in its loops. Places stand on the stack of the reader and point
 * to the place that they are in, which must live as long.
 */
#ifndef FR_FORMATS_JSON_H
#define FR_FORMATS_JSON_H

#include "base/input.h"
#include "base/number.h"

/* Bytes of a JSON input that may be read where --limit-inflated sets no other limit. */
#define FR_JSON_MOST_BYTES (UINT64_C(256) << 20)

typedef struct fr_json_document {
    void *root; /* jansson's */
    fr_error err;
} fr_json_document;

typedef struct fr_json {
    fr_json_document *document;
    const struct fr_json *in; /* NULL: the whole document, "$" */
    const char *key;          /* in an object; NULL: `index` in a list */
    size_t index;
    const void *value; /* jansson's; NULL: there is none */
} fr_json;

/* Reads all of `in` as JSON. What is parsed takes up to fr_json_cost() bytes, which is checked against
 * opt->limits.memory before any of it is taken. Of a key that comes twice the last one counts. False: the
 * error sticks in the input, and there is nothing to close. */
bool fr_json_read(fr_json_document *document, fr_input *in, const fr_read_options *opt);
/* Frees the document; its error, if there is one, sticks in the input. */
void fr_json_close(fr_json_document *document, fr_input *in);
/* An upper bound of the memory that the values of `text` take, in bytes: 25 times its size for a list of
 * one-digit numbers, 70 times for empty objects, 5 to 25 times for profiles. */
uint64_t fr_json_cost(fr_bytes text);

fr_json fr_json_whole(fr_json_document *document);
bool fr_json_failed(const fr_json *at);
/* Fails at this place: "$.shared: expected ..., found 3". The text ends the sentence after "expected". */
void fr_json_expected(const fr_json *at, const char *format, ...) FR_PRINTF(2, 3);
/* The same with a sentence of the caller's: "$.shared.frames: 4 are listed twice". */
void fr_json_fail(const fr_json *at, const char *format, ...) FR_PRINTF(2, 3);

/* The member of an object. One that is not there, or null, has no value: the getters below fail at it. `key`
 * must live as long as the place: a literal. */
fr_json fr_json_member(const fr_json *object, const char *key);
/* Whether there is a value, for members that may be missing. */
bool fr_json_exists(const fr_json *at);
/* The number of items of a list. `what` says in an error what it lists: "frames". */
size_t fr_json_count(const fr_json *list, const char *what);
/* An item below the count. */
fr_json fr_json_item(const fr_json *list, size_t index);

/* UTF-8, perhaps with NULs in it. Lives as long as the document. */
fr_bytes fr_json_text(const fr_json *at);
/* An integer from `least` to `most`; 3.0 is one. `what`: "a frame's index". */
int64_t fr_json_integer(const fr_json *at, int64_t least, int64_t most, const char *what);
/* A number below 2^63 as a decimal: integers exactly, others as the shortest decimal that is this double,
 * rounded to 9 decimals (then *rounded is set). */
fr_decimal fr_json_decimal(const fr_json *at, bool *rounded);
/* A number times 10^power, rounded to an integer: "1.5" seconds with power 9 are 1500000000 ns. Fails where that
 * is below `least` or not below 2^63. */
int64_t fr_json_scaled(const fr_json *at, uint32_t power, int64_t least, bool *rounded);

#endif
