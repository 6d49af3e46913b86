/*
 * bpftrace_json.c - maps that bpftrace -f json prints: objects, one a line, whose keys are those of the text.
 *
 *     {"type": "attached_probes", "data": {"probes": 1}}
 *     {"type": "map", "data": {"@": {"\n    schedule+46\n    entry_64+98\n,\n    main+12\n,sleep": 3}}}
 *
 * They become the text that bpftrace prints without -f json, which bpftrace.c reads. Omitted: objects of other types,
 * values that are no counts (a note counts them).
 */
#include <inttypes.h>

#include "base/json.h"
#include "base/output.h"
#include "formats/lines.h"
#include "formats/listings/listing.h"

#define NAME_MOST 80 /* bytes of a map's name that are looked at (listing.c) */

typedef struct text {
    fr_builder *b;
    fr_output *out;
    uint64_t n_others;
} text;

/* "@[" "\n    schedule+46\n" "]: 3" */
static void append_entry(text *t, fr_bytes map, const fr_json *value)
{
    /* The name stands before each key: all of a long one would make the text far longer than the file. */
    map.len = map.len < NAME_MOST ? map.len : NAME_MOST;
    if (!fr_json_is_number(value)) {
        t->n_others++;
        return;
    }
    fr_put(t->out, map);
    fr_put_char(t->out, '[');
    fr_put(t->out, value->key);
    fr_put_format(t->out, "]: %" PRId64 "\n", fr_json_integer(value, 0, INT64_MAX, "a count"));
}

static void append_maps(text *t, const fr_json *object)
{
    fr_json type = fr_json_member(object, "type"), data = fr_json_member(object, "data"), map;

    if (!fr_json_exists(&type) || !fr_bytes_equal(fr_json_text(&type), FR_LITERAL("map")))
        return;
    map = fr_json_members(&data, "maps");
    while (fr_json_next(&map)) {
        fr_json entry;
        t->n_others += !fr_json_is_object(&map);
        if (!fr_json_is_object(&map))
            continue;
        entry = fr_json_members(&map, "keys");
        while (fr_json_next(&entry) && !fr_builder_failed(t->b))
            append_entry(t, map.key, &entry);
    }
}

/* Fails `err` where the line is no JSON, or not of these. */
static void append_line(text *t, fr_bytes line, uint64_t n, const fr_limits *limits, fr_error *err)
{
    fr_json_document document;
    fr_json whole;
    bool good = fr_json_read_text(&document, line, limits->memory);

    if (good) {
        whole = fr_json_whole(&document);
        append_maps(t, &whole);
    }
    fr_fail_copy(err, &document.err);
    if (err->code != FR_OK)
        err->line = n;
    if (good)
        fr_json_tape_reset(&document.tape);
}

static void read_text(const text *t, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    size_t len = 0;
    const char *bytes = fr_output_bytes(t->out, &len);
    fr_error err = {0};
    fr_input *in = bytes ? fr_input_memory("bpftrace", bytes, len, &opt->limits, &err) : NULL;

    if (!bytes)
        fr_fail_memory(&err);
    if (in)
        fr_listing_read(in, b, opt, choice, &fr_bpftrace_dialect);
    if (!in || fr_input_failed(in, &err))
        fr_builder_fail(b, err.code, err.line, err.offset, "%s", err.text);
    if (t->n_others)
        fr_builder_say(b, FR_NOTE_OTHER_EVENT, "values that are no counts are not read: %" PRIu64,
                       t->n_others);
    fr_input_free(in);
}

void fr_bpftrace_json_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                           fr_choice *choice)
{
    text t = {.b = b, .out = fr_output_memory()};
    fr_bytes rest = fr_input_all(in, opt, FR_JSON_MOST_BYTES), line;
    fr_error err = {0};
    uint64_t n = 0;

    while (err.code == FR_OK && !fr_builder_failed(b) && fr_lines_take(&rest, &line)) {
        n++;
        if (line.len > 0)
            append_line(&t, line, n, &opt->limits, &err);
    }
    if (err.code != FR_OK)
        fr_input_fail(in, &err);
    else if (!fr_input_failed(in, NULL))
        read_text(&t, b, opt, choice);
    fr_output_free(t.out);
}
