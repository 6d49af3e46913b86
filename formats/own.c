/*
 * own.c - pictures and pages that flamerender wrote, read back: the profile that they carry.
 *
 *     <svg ... data-flamerender="flame" ...>
 *     <metadata data-flamerender="data">RlJQSwE...</metadata>
 *     <script type="application/octet-stream" id="flamerender-data">RlJQSwE...</script>
 *
 *     <metadata data-flamerender="view">{"version":1,"what":"flame",...,"column":1,...}</metadata>
 *
 * Base64 of the container of model/pack.h, whose first bytes no text of ours begins with. What is
 * drawn is not read: without the container there is only a sentence.
 */
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "formats/reader.h"
#include "model/pack.h"

#define MARK ">RlJQSw" /* base64 of "FRPK" */

/* A flame graph shows one of its columns: what is made of it shows that column again. Quotes in texts of the view are
 * escaped, so only a key can be found. */
static void take_shown_column(fr_bytes all, fr_builder *b)
{
    fr_bytes view = fr_bytes_between(all, "flamerender=\"view\">", '<');
    fr_recording shown = {0};
    uint64_t column;

    if (!view.len)
        view = fr_bytes_between(all, "id=\"flamerender-view\">", '<');
    if (!fr_bytes_contain(view, "\"what\":\"flame\"") ||
        !fr_parse_u64(fr_bytes_between(view, "\"column\":", ','), &column))
        return;
    fr_builder_fact(b, &shown.default_type,
                    fr_bytes_of(fr_builder_column_name(b, (uint32_t)column)));
    fr_builder_record_facts(b, &shown);
    fr_recording_reset(&shown);
}

static void read_text(fr_bytes text, fr_builder *b, const fr_limits *limits)
{
    char *bytes = malloc(FR_BASE64_ROOM(text.len));
    size_t n = 0;

    if (!bytes)
        fr_builder_fail(b, FR_E_LIMIT, 0, 0, "out of memory");
    else if (!fr_base64_decode(text, bytes, &n))
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data is no base64");
    else
        fr_pack_read((fr_bytes){bytes, n}, limits, b);
    free(bytes);
}

/* A text that was cut on its way has no end: "...</svg>", "...</html>". */
static void fail_without_data(fr_builder *b, fr_bytes all)
{
    size_t n = all.len < 16 ? all.len : 16;
    fr_bytes end = {all.at + all.len - n, n};

    if (!fr_bytes_contain(end, "</svg>") && !fr_bytes_contain(end, "</html>") &&
        !fr_bytes_contain(end, "</flame-graph>")) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "this picture of flamerender ends early");
        fr_builder_hint(b, "it was cut short: copy or draw it again");
        return;
    }
    fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                    "this picture of flamerender carries no data to read back");
    fr_builder_hint(
        b, "give the profile that it was drawn from, or draw its flame graph with --data=full");
}

void fr_own_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_bytes all = fr_input_all(in, opt, opt->limits.memory), rest, text;
    size_t mark = fr_bytes_find_text(all, MARK);

    (void)choice;
    if (fr_input_failed(in, NULL))
        return;
    if (mark == all.len) {
        fail_without_data(b, all);
        return;
    }
    rest = fr_bytes_from(all, mark + 1);
    text = (fr_bytes){rest.at, fr_bytes_find(rest, '<')};
    if (fr_bytes_contain(fr_bytes_from(rest, text.len), MARK)) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "this page carries several profiles");
        fr_builder_hint(b, "give the profile, picture or page that one of them was written from");
    } else if (text.len == rest.len) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the embedded data ends early");
    } else {
        read_text(text, b, &opt->limits);
        take_shown_column(all, b);
    }
}
