/*
 * jemalloc_heap.c - heap profiles of jemalloc (MALLOC_CONF=prof:true, prof_dump).
 *
 *     heap_v2/524288                          sampled every so many bytes
 *       t*: 28106: 56637512 [0: 0]            all threads: objects, bytes [allocated so far, where prof_accum is on]
 *       t3: 352: 16777344 [0: 0] main
 *     @ 0x5f86da8 0x5f5a1dc                   a stack of return addresses, and its values below it
 *       t*: 13: 6688 [0: 0]
 *       t3: 12: 6496 [0: 0]
 *     MAPPED_LIBRARIES:
 *
 * What was not sampled is estimated, as jeprof does. Omitted: values by thread, which are parts of t*.
 */
#include "formats/legacy/legacy.h"
#include "formats/lines.h"

bool fr_legacy_is_jemalloc(fr_bytes head)
{
    return fr_bytes_starts(head, FR_LITERAL("heap_v2/"));
}

static bool take_sign(fr_bytes *text, char sign)
{
    *text = fr_bytes_trim(*text);
    if (text->len == 0 || text->at[0] != sign)
        return false;
    *text = (fr_bytes){text->at + 1, text->len - 1};
    return true;
}

/* "t*: 13: 6688 [0: 0]" */
static bool take_values(fr_bytes line, int64_t n[4])
{
    line = (fr_bytes){line.at + 2, line.len - 2};
    return take_sign(&line, ':') && fr_legacy_number(&line, &n[0]) && take_sign(&line, ':') &&
           fr_legacy_number(&line, &n[1]) && take_sign(&line, '[') &&
           fr_legacy_number(&line, &n[2]) && take_sign(&line, ':') &&
           fr_legacy_number(&line, &n[3]) && take_sign(&line, ']');
}

static void add_values(fr_legacy *l, int64_t n[4], int64_t rate)
{
    int64_t values[4] = {0};

    if ((n[0] == 0) != (n[1] == 0) || (n[2] == 0) != (n[3] == 0) || n[0] < 0 || n[1] < 0 ||
        n[2] < 0 || n[3] < 0) {
        fr_legacy_fail(l, "bytes where there are objects, and none below 0");
        return;
    }
    fr_legacy_unsample(&n[0], &n[1], rate);
    fr_legacy_unsample(&n[2], &n[3], rate);
    values[0] = n[2];
    values[1] = n[3];
    values[2] = n[0];
    values[3] = n[1];
    fr_legacy_add_sample(l, values, 0);
}

static bool is_stack(fr_bytes line)
{
    return line.len > 0 && line.at[0] == '@';
}

static void take_maps(fr_legacy *l)
{
    fr_bytes text = l->rest, line;

    while (fr_lines_take(&text, &line))
        if (fr_bytes_equal(line, FR_LITERAL("MAPPED_LIBRARIES:")))
            fr_legacy_take_maps(l, text);
}

void fr_legacy_read_jemalloc(fr_legacy *l)
{
    fr_bytes line;
    int64_t rate = 0, n[4];
    bool in_stack = false;

    take_maps(l);
    fr_legacy_line(l, &line);
    line = (fr_bytes){line.at + 8, line.len - 8};
    if (!fr_legacy_number(&line, &rate) || rate < 1)
        fr_legacy_fail(l, "'heap_v2/' and the bytes between two samples");
    fr_legacy_column(l, 0, "alloc_objects", "count");
    fr_legacy_column(l, 1, "alloc_space", "bytes");
    fr_legacy_column(l, 2, "inuse_objects", "count");
    fr_legacy_column(l, 3, "inuse_space", "bytes");
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) &&
           !fr_bytes_equal(line, FR_LITERAL("MAPPED_LIBRARIES:"))) {
        if (is_stack(line)) {
            l->n = 0;
            in_stack = fr_legacy_addresses(l, line, 0);
            if (!in_stack)
                fr_legacy_fail(l, "addresses of at most 64 bits");
        } else if (in_stack && fr_bytes_starts(line, FR_LITERAL("t*:"))) {
            if (take_values(line, n))
                add_values(l, n, rate);
            else
                fr_legacy_fail(l, "'t*: objects: bytes [objects: bytes]'");
            in_stack = false;
        } else if (line.len > 0 && line.at[0] != 't') {
            fr_legacy_fail(l, "'@ addresses' or 't*: objects: bytes [objects: bytes]'");
        }
    }
}
