/*
 * own.c - pictures and pages that flamerender wrote, read back: the profile that they carry.
 *
 *     <svg ... data-flamerender="flame" ...>
 *     <metadata data-flamerender="data">RlJQSwE...</metadata>
 *     <script type="application/octet-stream" id="flamerender-data">RlJQSwE...</script>
 *
 * Base64 of the container of model/pack.h, whose first bytes no text of ours begins with. What is
 * drawn is not read: without the container there is only a sentence.
 */
#define _GNU_SOURCE /* memmem */
#include <stdlib.h>

#include "base/base64.h"
#include "formats/reader.h"
#include "model/pack.h"

#define MARK ">RlJQSw" /* base64 of "FRPK" */

static bool contains(fr_bytes head, const char *needle)
{
    return head.len && memmem(head.at, head.len, needle, strlen(needle));
}

/* Without white space before it. */
static fr_bytes beginning(fr_bytes head)
{
    while (head.len && strchr(" \t\r\n", head.at[0]) && head.at[0])
        head = (fr_bytes){head.at + 1, head.len - 1};
    return head;
}

/* 60: that there is data in it shows only at its end. */
int fr_own_probe(fr_bytes head, bool whole)
{
    fr_bytes text = beginning(head);

    (void)whole;
    if (!fr_bytes_starts(text, FR_LITERAL("<")))
        return 0;
    return contains(text, "data-flamerender=") || contains(text, "flamerender-data") ||
                   (contains(text, "<html") && contains(text, "flamerender"))
               ? 60
               : 0;
}

/* The last bytes of what was looked at. */
typedef struct tail {
    char bytes[16];
} tail;

static void keep_tail(tail *t, fr_bytes window)
{
    size_t n = window.len < sizeof t->bytes ? window.len : sizeof t->bytes;

    memmove(t->bytes, t->bytes + n, sizeof t->bytes - n);
    memcpy(t->bytes + sizeof t->bytes - n, window.at + window.len - n, n);
}

/* What was cut on its way has no end: "...</svg>", "...</html>". */
static bool is_whole(const tail *t)
{
    fr_bytes end = {t->bytes, sizeof t->bytes};

    return contains(end, "</svg>") || contains(end, "</html>");
}

/* Moves `in` past the next MARK's ">"; false at the end, of which *end has the last bytes. */
static bool find_mark(fr_input *in, tail *end)
{
    fr_bytes window;

    while ((window = fr_input_fill(in, sizeof MARK)).len >= sizeof MARK - 1) {
        const char *at = memmem(window.at, window.len, MARK, sizeof MARK - 1);
        if (at) {
            fr_input_skip(in, (size_t)(at - window.at) + 1);
            return true;
        }
        keep_tail(end, window);
        fr_input_skip(in, window.len - (sizeof MARK - 2));
    }
    return false;
}

/* The text up to the next tag, malloc'ed in *text. */
static bool take_text(fr_input *in, size_t limit, fr_bytes *text)
{
    size_t n = 0, cap = 0;
    char *bytes = NULL;
    fr_bytes window;
    bool ended = false;

    while (!ended && (window = fr_input_fill(in, 1)).len) {
        size_t part = fr_bytes_find(window, '<');
        char *grown = n + part <= limit ? fr_grow(bytes, &cap, n + part + 1, 1) : NULL;
        if (!grown)
            break;
        bytes = grown;
        memcpy(bytes + n, window.at, part);
        n += part;
        ended = part < window.len;
        fr_input_skip(in, part);
    }
    *text = (fr_bytes){bytes, n};
    return ended;
}

static void read_text(fr_bytes text, fr_builder *b, const fr_limits *limits)
{
    char *bytes = malloc(FR_BASE64_ROOM(text.len));
    size_t n = 0;

    if (!bytes)
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "memory ran out");
    else if (!fr_base64_decode(text, bytes, &n))
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data is no base64");
    else
        fr_pack_read((fr_bytes){bytes, n}, limits, b);
    free(bytes);
}

static void fail_without_data(fr_builder *b, bool whole)
{
    if (!whole) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "this picture of flamerender ends early");
        fr_builder_hint(b, "it was cut on its way: copy or draw it again");
        return;
    }
    fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                    "this picture of flamerender carries no data to read back");
    fr_builder_hint(b, "draw it with --data=full, or give the profile that it was drawn from");
}

void fr_own_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_bytes text = {NULL, 0};
    tail end = {{0}};

    (void)choice;
    if (!find_mark(in, &end)) {
        fail_without_data(b, is_whole(&end));
        return;
    }
    if (take_text(in, opt->limits.memory, &text))
        read_text(text, b, &opt->limits);
    else
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data ends early");
    free((char *)(uintptr_t)text.at);
    while (fr_input_fill(in, 1).len)
        fr_input_skip(in, fr_input_fill(in, 1).len);
}
