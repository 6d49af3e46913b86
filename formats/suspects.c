/* suspects.c - one row for each thing that is no profile but often given as one. */
#include "formats/suspects.h"

#include <strings.h>

static bool starts(fr_bytes head, const char *magic)
{
    return fr_bytes_starts(head, fr_bytes_of(magic));
}

static bool is_perf_data(fr_bytes head)
{
    return starts(head, "PERFILE2") || starts(head, "2ELIFREP");
}

static bool is_elf(fr_bytes head)
{
    return starts(head, "\x7f"
                        "ELF");
}

static bool is_svg(fr_bytes head)
{
    return fr_bytes_contain(head, "<svg");
}

static bool is_html(fr_bytes head)
{
    static const char *const tags[] = {"<!doctype html", "<html"};

    head = fr_bytes_beginning(head);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (head.len >= strlen(tags[i]) && strncasecmp(head.at, tags[i], strlen(tags[i])) == 0)
            return true;
    return false;
}

/* "[init] started" is prose: after a bracket JSON goes on with a value or ends. */
static bool is_json(fr_bytes head)
{
    bool object;

    head = fr_bytes_beginning(head);
    if (head.len == 0 || (head.at[0] != '{' && head.at[0] != '['))
        return false;
    object = head.at[0] == '{';
    head = fr_bytes_beginning((fr_bytes){head.at + 1, head.len - 1});
    return head.len && head.at[0] && strchr(object ? "\"}" : "\"{[]-0123456789", head.at[0]);
}

static bool is_zip(fr_bytes head)
{
    return starts(head, "PK\x03\x04");
}

static bool is_zstd(fr_bytes head)
{
    return starts(head, "\x28\xb5\x2f\xfd");
}

static bool is_gperftools(fr_bytes head)
{
    static const char words[8] = {0};

    return head.len > 16 && memcmp(head.at, words, 8) == 0 && head.at[8] == 3;
}

static bool is_gperftools_text(fr_bytes head)
{
    return starts(head, "heap profile:") || starts(head, "--- symbol") ||
           starts(head, "goroutine profile:");
}

static bool is_perf_report(fr_bytes head)
{
    return fr_bytes_contain(head, "# Overhead") || fr_bytes_contain(head, "# Children");
}

static bool is_only_comments(fr_bytes head)
{
    while (head.len) {
        size_t end = fr_bytes_find(head, '\n');
        fr_bytes line = fr_bytes_trim((fr_bytes){head.at, end});
        if (line.len && line.at[0] != '#')
            return false;
        end += end < head.len;
        head = (fr_bytes){head.at + end, head.len - end};
    }
    return true;
}

static bool has_nul(fr_bytes head)
{
    return fr_bytes_find(head, '\0') < head.len;
}

static const fr_suspect suspects[] = {
    {"this is perf.data, the recording itself", "run 'perf script -i FILE | flamerender'",
     FR_E_FORMAT, is_perf_data},
    {"this is an ELF program, not a profile of one", "record it: 'perf record -g -- PROGRAM'",
     FR_E_FORMAT, is_elf},
    {"this is an HTML page, not a profile", "perhaps a download that needed a login", FR_E_FORMAT,
     is_html},
    {"this is an SVG picture, but no flame graph of flamerender, flamegraph.pl or inferno",
     "give the profile that it was drawn from", FR_E_FORMAT, is_svg},
    {"this is JSON, but not of speedscope, the only kind that is read here",
     "'flamerender formats' lists what can be read", FR_E_FORMAT, is_json},
    {"this is a zip archive", "unpack it first", FR_E_FORMAT, is_zip},
    {"this is zstd", "run 'zstdcat FILE | flamerender'", FR_E_FORMAT, is_zstd},
    {"this is a legacy profile of gperftools", "run 'pprof -proto' on it first", FR_E_FORMAT,
     is_gperftools},
    {"this is a legacy text profile of pprof", "run 'pprof -proto' on it first", FR_E_FORMAT,
     is_gperftools_text},
    {"this is text of perf report, which holds no whole stacks",
     "run 'perf script | flamerender' on the same recording", FR_E_FORMAT, is_perf_report},
    {"only comments: no sample", "the recording is empty; see the messages of perf record",
     FR_E_EMPTY, is_only_comments},
    {"this is binary data of a kind that is not read here",
     "'flamerender formats' lists what can be read", FR_E_FORMAT, has_nul},
};

const fr_suspect *fr_suspect_find(fr_bytes head)
{
    for (size_t i = 0; i < sizeof suspects / sizeof *suspects; i++)
        if (suspects[i].matches(head))
            return &suspects[i];
    return NULL;
}
