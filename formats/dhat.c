/*
 * dhat.c - heap profiles of valgrind --tool=dhat, and of the Rust crate dhat.
 *
 *     {"dhatFileVersion": 2, "mode": "heap", "cmd": "./h", ...,
 *      "pps": [{"tb": 1900, "tbk": 100, "gb": 0, "gbk": 0, "eb": 0, "ebk": 0, "fs": [1, 2, 3, 4]}],
 *      "ftbl": ["[root]", "0x48417B4: malloc (in /usr/lib/vgpreload.so)", "0x10919C: copy (h.c:3)", ...]}
 *
 * Columns: bytes and blocks that were allocated in all, those in use when most were (t-gmax), and those in use at the
 * end. Other modes count other things, and only in all; "bsu" and "bksu" say what:
 *
 *     {"dhatFileVersion": 2, "mode": "ad-hoc", ..., "bklt": false, "bu": "unit", "bsu": "units", "bksu": "events"
 *
 * Stacks stand innermost first. Reference: dhat/dh_main.c of valgrind 3.19. Omitted: life times, accesses.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/json.h"
#include "formats/listings/listing.h"

typedef struct amount {
    const char *key, *column, *unit;
} amount;

/* The last one is drawn where none is asked for. */
static const amount amounts[] = {
    {"ebk", "inuse_objects", "count"}, {"eb", "inuse_space", "bytes"},
    {"gbk", "peak_objects", "count"},  {"gb", "peak_space", "bytes"},
    {"tbk", "alloc_objects", "count"}, {"tb", "alloc_space", "bytes"},
};

#define N_AMOUNTS (sizeof amounts / sizeof *amounts)

typedef struct dhat {
    fr_builder *b;
    uint32_t *frames;
    int64_t n_frames;
    const amount *amounts; /* N_AMOUNTS of them, or two */
    size_t n_amounts;
    uint32_t columns[N_AMOUNTS];
    uint32_t *stack; /* of the point that is read, innermost first */
    size_t cap;
} dhat;

/* ---- frames ---- */

/* "0x10919C: copy (h.c:3)": "(in /usr/lib/x.so)" is the module, "(h.c:3)" file and line. */
static uint32_t read_frame(dhat *d, fr_bytes text)
{
    fr_frame frame = {.kind = FR_KIND_USER};
    size_t colon = fr_bytes_find(text, ':'), open;
    fr_bytes place, file;

    if (fr_bytes_starts(text, FR_LITERAL("0x")) && colon < text.len)
        text = fr_bytes_trim(fr_bytes_from(text, colon + 1));
    open = fr_bytes_find_last(text, '(') + 1;
    if (open > 1 && open <= text.len && text.at[open - 2] == ' ' && text.at[text.len - 1] == ')') {
        place = (fr_bytes){text.at + open, text.len - open - 1};
        if (fr_bytes_starts(place, FR_LITERAL("in ")))
            frame.module = fr_builder_name(d->b, fr_bytes_from(place, 3), FR_TEXT_RAW);
        else if (fr_listing_place(place, &file, &frame.line))
            frame.file = fr_builder_name(d->b, file, FR_TEXT_RAW);
        if (frame.module || frame.file)
            text.len = open - 2;
    }
    frame.name = fr_builder_name(d->b, text.len ? text : FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    return fr_builder_intern(d->b, &frame);
}

static bool read_frames(dhat *d, const fr_json *file)
{
    fr_json list = fr_json_member(file, "ftbl"), text = fr_json_items(&list, "frames");
    size_t n = fr_json_count(&list, "frames");

    d->frames = calloc(n + 1, sizeof *d->frames);
    if (!d->frames)
        return fr_fail_memory(&file->document->err);
    while (fr_json_next(&text))
        d->frames[text.index] = read_frame(d, fr_json_text(&text));
    d->n_frames = (int64_t)n;
    return !fr_json_failed(file);
}

/* ---- points of the program ---- */

static uint32_t read_stack(dhat *d, const fr_json *point)
{
    fr_json list = fr_json_member(point, "fs"), index = fr_json_items(&list, "frames");
    uint32_t stack = FR_NO_STACK;
    size_t n = 0;

    while (fr_json_next(&index)) {
        int64_t i = fr_json_integer(&index, 0, d->n_frames - 1, "a frame's index");
        if (!fr_reserve(&d->stack, &d->cap, n + 1, sizeof *d->stack)) {
            fr_fail_memory(&point->document->err);
            return stack;
        }
        d->stack[n++] = i < d->n_frames ? d->frames[i] : 0;
    }
    while (n > 0)
        stack = fr_builder_push(d->b, stack, d->stack[--n]);
    return stack;
}

static void read_points(dhat *d, const fr_json *file)
{
    fr_json points = fr_json_member(file, "pps"), point = fr_json_items(&points, "points");
    uint64_t n = 0;

    for (size_t i = 0; i < d->n_amounts; i++) {
        d->columns[i] = fr_builder_column(d->b, d->amounts[i].column, d->amounts[i].unit, 0);
        fr_builder_uncounted(d->b, d->columns[i]);
    }
    for (; fr_json_next(&point) && !fr_builder_failed(d->b); n++) {
        uint32_t stack = read_stack(d, &point);
        for (size_t i = 0; i < d->n_amounts && !fr_json_failed(&point); i++) {
            fr_json at = fr_json_member(&point, d->amounts[i].key);
            int64_t value =
                fr_json_exists(&at) ? fr_json_integer(&at, 0, INT64_MAX, "an amount") : 0;
            if (value)
                fr_builder_add(d->b, stack, d->columns[i], value, 0, 0.0);
        }
    }
    fr_builder_record(d->b, n);
}

/* A word of the file, "units"; false where it has none. */
static bool read_word(const fr_json *file, const char *key, char word[41])
{
    fr_json at = fr_json_member(file, key);

    if (!fr_json_is_text(&at) || !fr_json_text(&at).len)
        return false;
    fr_text_copy(word, 41, fr_json_text(&at));
    return true;
}

void fr_dhat_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    dhat d = {.b = b, .amounts = amounts, .n_amounts = N_AMOUNTS};
    char mode[41] = "", sizes[41], blocks[41];
    const amount others[] = {{"tbk", blocks, "count"}, {"tb", sizes, sizes}};

    (void)opt;
    (void)read_word(file, "mode", mode); /* "heap", "rust-heap" */
    if (!fr_bytes_ends(fr_bytes_of(mode), FR_LITERAL("heap")) && read_word(file, "bsu", sizes) &&
        read_word(file, "bksu", blocks)) {
        d.amounts = others;
        d.n_amounts = sizeof others / sizeof *others;
    }
    if (read_frames(&d, file))
        read_points(&d, file);
    free(d.frames);
    free(d.stack);
}
