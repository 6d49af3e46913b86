/*
 * json.h - values of a JSON document, fetched by a reader that knows what it expects.
 *
 * A place is a value and the way to it, so that every message can name the path:
 *
 *     $.profiles[0].samples[12][3]: expected a frame's index from 0 to 39, found 57
 *
 * Errors stick in the document: after the first one every call returns a harmless value, and walks end, so a reader is
 * straight code:
 *
 *     fr_json list = fr_json_member(&file, "samples"), item = fr_json_items(&list, "samples");
 *     while (fr_json_next(&item))
 *         sum += fr_json_integer(&item, 0, INT64_MAX, "a count");
 *
 * Places stand on the stack of the reader and point to the place that they are in, which must live as long.
 */
#ifndef FR_BASE_JSON_H
#define FR_BASE_JSON_H

#include "base/input.h"
#include "base/number.h"

/* A value on the tape, which has the values of a JSON text in the order in which they stand (json_tape.c). */
typedef struct fr_json_value {
    uint32_t at;   /* in the text; with FR_JSON_PLAIN in what escapes became */
    uint32_t next; /* of lists and objects: the value behind; of others: their length in bytes */
} fr_json_value;

#define FR_JSON_PLAIN UINT32_C(0x80000000)

typedef struct fr_json_tape {
    fr_bytes text;
    fr_json_value *values; /* [0] is the whole document */
    size_t n, cap;
    char *plain; /* texts whose escapes were replaced, each after a quote */
    size_t plain_len, plain_cap;
} fr_json_tape;

/* Reads a text (RFC 8259; bytes of texts need not be UTF-8), which must live as long as the tape. `memory`
 * bounds text and tape together, in bytes. `open`: a list that ends early, as the outermost value, is whole with
 * what there is of it. False: `err` says where, and what was expected. */
FR_CHECKED bool fr_json_tape_read(fr_json_tape *tape, fr_bytes text, uint64_t memory, bool open,
                                  fr_error *err);
void fr_json_tape_reset(fr_json_tape *tape);

/* '{', '[', '"', 't', 'f', 'n', or the first byte of a number. */
static inline char fr_json_tape_kind(const fr_json_tape *tape, uint32_t value)
{
    uint32_t at = tape->values[value].at;

    return at & FR_JSON_PLAIN ? '"' : tape->text.at[at];
}

/* ---- documents and places ---- */

/* Bytes of a JSON input that may be read where --limit-inflated sets no other limit. */
#define FR_JSON_MOST_BYTES (UINT64_C(256) << 20)

typedef struct fr_json_document {
    fr_json_tape tape;
    fr_error err;
} fr_json_document;

#define FR_JSON_NONE UINT32_MAX

typedef struct fr_json {
    fr_json_document *document;
    const struct fr_json *in; /* NULL: the whole document, "$" */
    fr_bytes key;             /* in an object; at == NULL: `index` in a list */
    size_t index;
    uint32_t value;     /* on the tape; FR_JSON_NONE: there is none */
    uint32_t next, end; /* of a walk: what comes next, and where it ends */
} fr_json;

/* Reads all of `in` as JSON. The text and 8 bytes for each value are held, against opt->limits.memory. Of
 * a key that comes twice the last one counts. `open`: the outermost list may end early, after any of its items. False:
 * the error sticks in the input, and there is nothing to close. */
bool fr_json_read(fr_json_document *document, fr_input *in, const fr_read_options *opt, bool open);
/* Reads a text that the caller holds; the error is in the document. */
bool fr_json_read_text(fr_json_document *document, fr_bytes text, uint64_t memory);
/* Frees the document; its error, if there is one, sticks in the input. */
void fr_json_close(fr_json_document *document, fr_input *in);

fr_json fr_json_whole(fr_json_document *document);
bool fr_json_failed(const fr_json *at);
/* Fails at this place: "$.shared: expected ..., found 3". The text ends the sentence after "expected". */
void fr_json_expected(const fr_json *at, const char *format, ...) FR_PRINTF(2, 3);
/* Fails with a sentence of the caller's: "$.shared.frames: 4 are listed twice". */
void fr_json_fail(const fr_json *at, const char *format, ...) FR_PRINTF(2, 3);

/* The member of an object. One that is not there, or null, has no value: the getters below fail at it. `key`
 * must live as long as the place: a literal. */
fr_json fr_json_member(const fr_json *object, const char *key);
/* Returns true if there is a value, for members that may be missing. */
bool fr_json_exists(const fr_json *at);
bool fr_json_is_list(const fr_json *at);
bool fr_json_is_object(const fr_json *at);
bool fr_json_is_text(const fr_json *at);
bool fr_json_is_number(const fr_json *at);
/* A walk over a list or over the members of an object, before its first item; fr_json_next() moves to the next one.
 * False at the end, and after an error. `what` says in an error what it lists: "frames". */
fr_json fr_json_items(const fr_json *list, const char *what);
fr_json fr_json_members(const fr_json *object, const char *what);
bool fr_json_next(fr_json *item);
/* The number of items of a list, which are counted one by one. */
size_t fr_json_count(const fr_json *list, const char *what);

/* Bytes, perhaps with NULs in it or no UTF-8. Lives as long as the document. */
fr_bytes fr_json_text(const fr_json *at);
/* A number, or a text that holds one: an id; -1 for any other value. */
int64_t fr_json_id(const fr_json *at);
/* An integer from `least` to `most`; 3.0 is one. `what`: "a frame's index". */
int64_t fr_json_integer(const fr_json *at, int64_t least, int64_t most, const char *what);
/* A number below 2^63 as a decimal, rounded to 9 decimals: then *rounded is set, but not where what is cut is within
 * the error of a double, as in 0.30000000000000004. */
fr_decimal fr_json_decimal(const fr_json *at, bool *rounded);
/* A number times 10^power, rounded to an integer: "1.5" seconds with power 9 are 1500000000 ns. Fails where that
 * is below `least` or not below 2^63. */
int64_t fr_json_scaled(const fr_json *at, uint32_t power, int64_t least, bool *rounded);

/*
 * A walk over nodes that hold their children, as deep as stacks are, without recursion.
 *
 *     {"id": 1, "children": [{"id": 2, "children": []}, {"id": 3, "children": []}]}        1, 2, 3
 *
 *     fr_json_nest nest = fr_json_nest_of(&root, "children");
 *     while ((node = fr_json_nest_next(&nest)))
 *         *fr_json_nest_own(&nest) = fr_builder_push(b, fr_json_nest_caller(&nest), frame_of(node));
 *     fr_json_nest_reset(&nest);
 */
typedef struct fr_json_nest {
    const fr_json *root;
    const char *key;                    /* of the list of children */
    bool may_lack_list;                 /* a node without children may have none; false at first */
    struct fr_json_nest_level **levels; /* from the root to the node */
    size_t depth, cap, made;
} fr_json_nest;

fr_json_nest fr_json_nest_of(const fr_json *root, const char *key);
void fr_json_nest_reset(fr_json_nest *nest);
/* The next node, callers first; NULL at the end, and after an error, which sticks in the document. The node is valid
 * until the walk leaves its children. */
const fr_json *fr_json_nest_next(fr_json_nest *nest);
/* A number that the caller keeps with the node, its stack: 0 until it is set. */
uint32_t *fr_json_nest_own(fr_json_nest *nest);
/* Returns the stack of the node that holds it; 0 for the root. */
uint32_t fr_json_nest_caller(const fr_json_nest *nest);

#endif
