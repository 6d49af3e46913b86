/*
 * bpftrace.c - maps of bpftrace whose keys are stacks.
 *
 *     @[                                             @[comm, ustack] prints "@[sleep," here
 *         schedule+46                                kstack, the innermost first
 *         entry_SYSCALL_64_after_hwframe+98
 *     ,                                              then ustack
 *         clock_nanosleep+87
 *             7f01a2b3c4d5 main+12 (/usr/bin/sleep)  with perf's form of frames
 *     , sleep]: 3                                    further keys, and the value
 *
 * A map that is called @ns, @us, @ms, @s or @bytes holds that. Reference: the bpftrace manual, 0.21. Omitted:
 * maps without stacks, and those of other names than the first; a note says so. JSON output is bpftrace_json.c's.
 */
#include "formats/listings/listing.h"

#include "formats/perf/perf_line.h"

/* "@[", "@ns[", "@[sleep,": a map whose key goes on in the next lines. */
static fr_listing_line read_open(fr_bytes text)
{
    static const char *const units[] = {"ns", "us", "ms", "s", "bytes"};
    fr_listing_line line = {.kind = FR_LISTING_SKIPPED};
    size_t bracket = fr_bytes_find(text, '[');
    fr_bytes key;

    if (bracket == text.len)
        return line;
    key = fr_bytes_trim(fr_bytes_from(text, bracket + 1));
    if (key.len && key.at[key.len - 1] != ',')
        return line;
    line.kind = FR_LISTING_OPEN;
    line.series = (fr_bytes){text.at, bracket};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (bracket > 1 &&
            fr_bytes_equal((fr_bytes){text.at + 1, bracket - 1}, fr_bytes_of(units[i])))
            line.unit = units[i];
    if (key.len)
        line.name = fr_bytes_trim((fr_bytes){key.at, key.len - 1});
    return line;
}

/* ", sleep, 12]: 3", "]: 3" */
static bool read_end(fr_bytes text, fr_listing_line *line)
{
    size_t bracket = fr_bytes_find_last(text, ']');
    fr_bytes key = {text.at, bracket};

    if (bracket + 2 >= text.len || text.at[bracket + 1] != ':')
        return false;
    if (key.len && key.at[0] != ',')
        return false;
    if (key.len)
        line->name = fr_bytes_trim(fr_bytes_from(key, 1));
    line->kind = fr_listing_count(fr_bytes_from(text, bracket + 2), &line->count)
                     ? FR_LISTING_COUNT
                     : FR_LISTING_OTHER;
    return true;
}

static fr_listing_line read_frame(fr_bytes text, fr_bytes trimmed)
{
    fr_listing_line line = {.kind = FR_LISTING_FRAME, .name = trimmed};
    fr_bytes name, place;
    fr_perf_frame perf;

    if (fr_perf_frame_parse(text, &perf) && perf.ip_digits >= 8) {
        line.name = perf.symbol;
        line.module = perf.module;
    }
    name = line.name; /* "main+12@/src/a.c:9" names its line of source */
    if (fr_listing_split(&name, "@/", &place) &&
        fr_listing_place((fr_bytes){place.at - 1, place.len + 1}, &line.file, &line.line))
        line.name = name;
    line.name = fr_listing_strip_offset(line.name);
    return line;
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_listing_line line = {.kind = FR_LISTING_HEADING};
    fr_bytes trimmed = fr_bytes_trim(text);

    if (trimmed.len == 0)
        return line;
    if (trimmed.at[0] == '@' && trimmed.at == text.at)
        return read_open(trimmed);
    if (!open || read_end(trimmed, &line))
        return line;
    if (trimmed.at[0] != ',')
        return read_frame(text, trimmed);
    line.kind = FR_LISTING_BREAK;
    if (trimmed.len > 1 && trimmed.at[trimmed.len - 1] == ',')
        line.name = fr_bytes_trim((fr_bytes){trimmed.at + 1, trimmed.len - 2});
    return line;
}

const fr_dialect fr_bpftrace_dialect = {.read = read_line, .unit = "samples"};

int fr_bpftrace_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_LISTING_KINDS];

    if (fr_bytes_find(head, '@') == head.len)
        return 0;
    fr_listing_survey(head, whole, &fr_bpftrace_dialect, n);
    return n[FR_LISTING_OPEN] && n[FR_LISTING_FRAME] && n[FR_LISTING_COUNT] ? 100 : 0;
}
