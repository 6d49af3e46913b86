/*
 * dtrace.c - aggregations of DTrace by stack() and ustack(), of illumos, FreeBSD and macOS.
 *
 *     CPU     ID                    FUNCTION:NAME       a heading, which dtrace -q omits
 *       0  64091                        :tick-60s
 *       node                                            a key of the aggregation, such as execname
 *                   libc.so.1`__forkx+0xb               module`function+offset, the innermost first
 *                   node`main+0xb
 *                     31                                how often
 *
 * Reference: "stack" and "ustack" in the Dynamic Tracing Guide. Two stacks of one key follow each other without
 * a sign between them, so both are read as one. Omitted: offsets; lquantize() and other distributions.
 */
#include "formats/listings/listing.h"

/* "  0  64091                        :tick-60s" */
static bool is_probe(fr_bytes text)
{
    size_t cpu = fr_bytes_find(text, ' ');
    fr_bytes rest = fr_bytes_trim(fr_bytes_from(text, cpu));
    size_t id = fr_bytes_find(rest, ' ');
    uint64_t number;

    return fr_listing_count((fr_bytes){text.at, cpu}, &number) &&
           fr_listing_count((fr_bytes){rest.at, id}, &number) &&
           fr_bytes_find(rest, ':') < rest.len;
}

static fr_listing_line read_frame(fr_bytes text)
{
    static const char *const kernels[] = {"unix", "genunix", "kernel", "mach_kernel"};
    fr_listing_line line = {.kind = FR_LISTING_FRAME, .name = text};
    size_t tick = fr_bytes_find(text, '`');

    if (tick < text.len) {
        line.module = (fr_bytes){text.at, tick};
        line.name = fr_bytes_from(text, tick + 1);
    }
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (fr_bytes_equal(line.module, fr_bytes_of(kernels[i])))
            line.frame_kind = FR_KIND_KERNEL;
    line.name = fr_listing_strip_offset(line.name);
    return line;
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_listing_line line = {.kind = FR_LISTING_HEADING};

    text = fr_bytes_trim(text);
    if (text.len == 0 || fr_bytes_contain(text, "FUNCTION:NAME") || is_probe(text) ||
        fr_bytes_starts(text, FR_LITERAL("dtrace: ")))
        return line;
    if (fr_listing_count(text, &line.count)) {
        line.kind = FR_LISTING_COUNT;
        return line;
    }
    if (fr_bytes_find(text, '`') < text.len || fr_bytes_starts(text, FR_LITERAL("0x")) ||
        fr_listing_strip_offset(text).len < text.len)
        return read_frame(text);
    line.kind = open ? FR_LISTING_OTHER : FR_LISTING_ROOT;
    line.name = text;
    return line;
}

/* As stackcollapse.pl has it: the module is a part of the name. */
static fr_listing_line read_whole_line(fr_bytes text, bool open)
{
    fr_listing_line line = read_line(text, open);

    if (line.kind == FR_LISTING_FRAME)
        line.name = fr_listing_strip_offset(fr_bytes_trim(text));
    return line;
}

static const fr_dialect dialect = {.read = read_line, .column = "samples", .unit = "samples"};

int fr_dtrace_probe(fr_bytes head, bool whole)
{
    bool titled = fr_bytes_contain(head, "FUNCTION:NAME");
    uint32_t n[FR_LISTING_KINDS];

    if (fr_bytes_find(head, '`') == head.len && !titled)
        return 0;
    fr_listing_survey(head, whole, &dialect, n);
    if (n[FR_LISTING_FRAME] == 0 || n[FR_LISTING_COUNT] == 0 ||
        n[FR_LISTING_OTHER] > n[FR_LISTING_FRAME] / 2 ||
        n[FR_LISTING_ROOT] > n[FR_LISTING_COUNT] + 1)
        return 0;
    return titled ? 100 : 60;
}

void fr_dtrace_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    static const fr_dialect whole = {
        .read = read_whole_line, .column = "samples", .unit = "samples"};

    fr_listing_read(in, b, opt, choice,
                    opt->perf.compat == FR_COMPAT_STACKCOLLAPSE ? &whole : &dialect);
}
