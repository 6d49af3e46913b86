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

/* 60: that there is data in it shows only at its end. */
int fr_own_probe(fr_bytes head, bool whole)
{
    fr_bytes text = fr_bytes_beginning(head);

    (void)whole;
    if (!fr_bytes_starts(text, FR_LITERAL("<")))
        return 0;
    return fr_bytes_contain(text, "data-flamerender=") ||
                   fr_bytes_contain(text, "flamerender-data") ||
                   (fr_bytes_contain(text, "<html") && fr_bytes_contain(text, "flamerender"))
               ? 60
               : 0;
}

/* What was cut on its way has no end: "...</svg>", "...</html>". */
static bool is_whole(fr_bytes all)
{
    size_t n = all.len < 16 ? all.len : 16;
    fr_bytes end = {all.at + all.len - n, n};

    return fr_bytes_contain(end, "</svg>") || fr_bytes_contain(end, "</html>") ||
           fr_bytes_contain(end, "</flame-graph>");
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
        fr_builder_hint(b, "it was cut short: copy or draw it again");
        return;
    }
    fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                    "this picture of flamerender carries no data to read back");
    fr_builder_hint(b, "draw it with --data=full, or give the profile that it was drawn from");
}

static void fail_with_several(fr_builder *b)
{
    fr_builder_fail(b, FR_E_FORMAT, 0, 0, "this page carries several profiles");
    fr_builder_hint(b, "give the profile, picture or page that one of them was written from");
}

void fr_own_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_bytes all = fr_input_all(in, opt, opt->limits.memory), text;
    const char *mark = all.len ? memmem(all.at, all.len, MARK, sizeof MARK - 1) : NULL;

    (void)choice;
    if (fr_input_failed(in, NULL))
        return;
    if (!mark) {
        fail_without_data(b, is_whole(all));
        return;
    }
    text = (fr_bytes){mark + 1, (size_t)(all.at + all.len - (mark + 1))};
    all.len = text.len;
    text.len = fr_bytes_find(text, '<');
    if (memmem(text.at + text.len, all.len - text.len, MARK, sizeof MARK - 1))
        fail_with_several(b);
    else if (text.len < all.len)
        read_text(text, b, &opt->limits);
    else
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data ends early");
}
