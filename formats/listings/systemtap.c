/*
 * systemtap.c - stacks that SystemTap prints by print_stack(), each followed by its count.
 *
 *     0xffffffff810a1b2c : schedule+0x2c/0x90 [kernel]         the innermost first
 *     0x00007f2c1d0e4a35 : read+0x15/0x20 [/usr/lib64/libc-2.17.so]
 *     0x0000000000401136 [/usr/bin/app+0x1136/0x2000]          no symbol is known
 *     	12
 *
 * Reference: the stack tapset of SystemTap 4.8. Omitted: addresses and offsets.
 */
#include "formats/listings/listing.h"

static fr_listing_line read_frame(fr_bytes text)
{
    fr_listing_line line = {.kind = FR_LISTING_FRAME};
    fr_bytes name = text, offset;
    size_t open = fr_bytes_find_last(text, '[');

    if (open < text.len && text.at[text.len - 1] == ']') {
        line.module = (fr_bytes){text.at + open + 1, text.len - open - 2};
        name = fr_bytes_trim((fr_bytes){text.at, open});
        fr_listing_split(&line.module, "+0x", &offset);
    }
    if (line.module.len && fr_bytes_find(line.module, '/') == line.module.len)
        line.frame_kind = FR_KIND_KERNEL;
    if (fr_listing_split(&name, " : ", &offset))
        line.name = offset;
    fr_listing_split(&line.name, "+0x", &offset);
    return line;
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_listing_line line = {.kind = FR_LISTING_HEADING};

    (void)open;
    text = fr_bytes_trim(text);
    if (text.len == 0)
        return line;
    if (fr_bytes_starts(text, FR_LITERAL("0x")))
        return read_frame(text);
    line.kind = fr_listing_count(text, &line.count) ? FR_LISTING_COUNT : FR_LISTING_OTHER;
    return line;
}

const fr_dialect fr_systemtap_dialect = {.read = read_line, .unit = "samples"};

int fr_systemtap_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_LISTING_KINDS];

    if (!fr_bytes_contain(head, " : ") || !fr_bytes_contain(head, "+0x"))
        return 0;
    fr_listing_survey(head, whole, &fr_systemtap_dialect, n);
    return n[FR_LISTING_FRAME] > 2 * n[FR_LISTING_OTHER] && n[FR_LISTING_COUNT] > 0 ? 60 : 0;
}
