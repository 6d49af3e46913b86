/*
 * suspects.c - one row for each thing that is no profile but often given as one.
 *
 * A row has a sign: bytes at the start of the input, at the start of a line, or anywhere in what the
 * probes see. Some need more than that: a shape. The first row that matches wins.
 */
#define _GNU_SOURCE
#include "formats/reader.h"

#include <strings.h>

#include "formats/lines.h"

/* Bytes of `set` that the text begins with. */
static size_t span(fr_bytes text, const char *set)
{
    size_t i = 0;

    while (i < text.len && text.at[i] && strchr(set, text.at[i]))
        i++;
    return i;
}

/* ---- whole texts */

static bool is_html(fr_bytes head)
{
    static const char *const tags[] = {"<!doctype html", "<html", "<div", "<body", "<head"};

    head = fr_bytes_beginning(head);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (head.len >= strlen(tags[i]) && strncasecmp(head.at, tags[i], strlen(tags[i])) == 0)
            return true;
    return false;
}

/* "[init] started", "[    0.000000] Linux" are prose: after a bracket JSON goes on with a value or ends. */
static bool is_json(fr_bytes head)
{
    bool object;
    size_t digits;

    head = fr_bytes_beginning(head);
    if (head.len == 0 || (head.at[0] != '{' && head.at[0] != '['))
        return false;
    object = head.at[0] == '{';
    head = fr_bytes_beginning(fr_bytes_from(head, 1));
    digits = span(head, "0123456789.-+eE");
    if (!object && digits > 0)
        return digits < head.len && head.at[digits] == ',';
    return head.len && head.at[0] && strchr(object ? "\"}" : "\"{[]", head.at[0]);
}

/* An event trace of Windows: a buffer's header of 72 bytes, its size first, before the header of an event: version 2,
 * type 1 or 2, flags c0. */
static bool is_etl(fr_bytes head)
{
    const unsigned char *at = (const unsigned char *)head.at;

    return head.len > 76 && at[0] == 0 && at[3] == 0 && (at[1] & 3) == 0 && (at[1] || at[2]) &&
           at[72] <= 2 && at[73] == 0 && (at[74] == 1 || at[74] == 2) && at[75] == 0xc0;
}

/* More than one byte in sixteen is of no text. */
static bool is_binary(fr_bytes head)
{
    size_t n = 0;

    for (size_t i = 0; i < head.len; i++)
        n += (unsigned char)head.at[i] < ' ' &&
             (!head.at[i] || !strchr("\t\n\v\f\r\x1b", head.at[i]));
    return n > head.len / 16;
}

/* ---- lines */

typedef bool fr_line_test(fr_bytes line);

static bool most_lines(fr_bytes head, fr_line_test *test)
{
    size_t n = 0, n_good = 0;
    fr_bytes line;

    while (fr_lines_take(&head, &line)) {
        n += line.len > 0;
        n_good += line.len > 0 && test(line);
    }
    return n_good * 2 > n;
}

static bool some_line(fr_bytes head, fr_line_test *test)
{
    fr_bytes line;

    while (fr_lines_take(&head, &line))
        if (line.len > 0 && test(line))
            return true;
    return false;
}

/* True of a text of comments alone, and of one without any line. */
static bool is_comments(fr_bytes head)
{
    fr_bytes line;

    while (fr_lines_take(&head, &line))
        if (line.len > 0 && line.at[0] != '#')
            return false;
    return true;
}

/* "    60.12%  app  app  [.] parse" */
static bool is_perf_report(fr_bytes line)
{
    size_t n = span(line, "0123456789.");

    return n > 0 && n < line.len && line.at[n] == '%' &&
           (fr_bytes_contain(line, "[.] ") || fr_bytes_contain(line, "[k] "));
}

/* More than half of the lines: */

/* "     0.000 ( 0.012 ms): app/4711 read(...) = 3" */
static bool is_perf_trace(fr_bytes line)
{
    size_t n = span(line, "0123456789.");

    return n > 0 && fr_bytes_starts(fr_bytes_from(line, n), FR_LITERAL(" (")) &&
           fr_bytes_contain(line, " ms): ");
}

/* "0000000000401136 T parse", as nm and /proc/kallsyms print it: an address, perhaps a size, a letter, a name. */
static bool is_symbol(fr_bytes line)
{
    size_t n = span(line, "0123456789abcdef");
    fr_bytes rest = fr_bytes_from(line, n);

    if (n < 8 || !fr_bytes_starts(rest, FR_LITERAL(" ")))
        return false;
    rest = fr_bytes_from(rest, 1);
    n = span(rest, "0123456789abcdef");
    if (n >= 8 && n < rest.len && rest.at[n] == ' ')
        rest = fr_bytes_from(rest, n + 1);
    return rest.len > 2 && rest.at[1] == ' ' && span(rest, "ABCDGINRSTUVWabcdginprstuvw?-") > 0;
}

/* "17 4.5" */
static bool is_numbers(fr_bytes line)
{
    return span(line, "0123456789.,+-eE \t") == line.len;
}

/* "web01.cpu.user;rack=a1 12.5 1700000060": a name whose parts behind ';' are tags, a value, and a time of this century
 * in seconds. */
static bool is_graphite(fr_bytes line)
{
    fr_bytes time = fr_lines_last_word(&line), value = fr_lines_last_word(&line);
    size_t n_parts = 0, n_tags = 0;

    for (size_t i = 0; i < line.len; i++) {
        n_parts += line.at[i] == ';';
        n_tags += line.at[i] == '=' && n_tags < n_parts;
    }
    return time.len == 10 && time.at[0] == '1' && span(time, "0123456789") == 10 && value.len > 0 &&
           span(value, "0123456789.-eE+") == value.len && line.len > 0 &&
           fr_bytes_find(line, ' ') == line.len && n_tags == n_parts &&
           (n_parts > 0 || fr_bytes_find(line, '.') < line.len);
}

/* "0.52 0.58 0.59 1/389 12345" */
static bool is_load(fr_bytes line)
{
    fr_bytes pid = fr_lines_last_word(&line), tasks = fr_lines_last_word(&line);

    return pid.len > 0 && span(pid, "0123456789") == pid.len &&
           fr_bytes_find(tasks, '/') < tasks.len && span(tasks, "0123456789/") == tasks.len &&
           line.len > 0 && span(line, "0123456789. ") == line.len;
}

/* "Released in March 2021": two words or more, none a sign of a function or of a stack, and a number from 1800 to
 * 2099. */
static bool is_year(fr_bytes line)
{
    fr_bytes year = fr_lines_last_word(&line);

    return year.len == 4 && span(year, "0123456789") == 4 &&
           (fr_bytes_starts(year, FR_LITERAL("18")) || fr_bytes_starts(year, FR_LITERAL("19")) ||
            fr_bytes_starts(year, FR_LITERAL("20"))) &&
           fr_bytes_find(line, ' ') < line.len && fr_bytes_find(line, ';') == line.len &&
           fr_bytes_find(line, '(') == line.len && fr_bytes_find(line, '<') == line.len &&
           !fr_bytes_contain(line, "::");
}

/* "openat(AT_FDCWD, ...) = 3", "1820  10:14:22.12 read(3, "x", 1) = 1": a pid or a time may stand before it. */
static bool is_strace(fr_bytes line)
{
    size_t open = fr_bytes_find(line, '(');
    size_t head = span(line, "0123456789:. abcdefghijklmnopqrstuvwxyz_");

    return open > 0 && open < line.len && head == open && fr_bytes_contain(line, ") ") &&
           fr_bytes_contain(line, " = ");
}

/* "   libc.so.1`__forkx+0xb" */
static bool is_dtrace(fr_bytes line)
{
    size_t tick = fr_bytes_find(line, '`');

    return tick > 0 && tick < line.len && fr_bytes_find(line, ' ') == line.len &&
           fr_bytes_find(line, ';') == line.len && fr_bytes_contain(line, "+0x");
}

/* At least one line: */

/* "0xffffffff810a1b2c : schedule+0x2c/0x90 [kernel]" */
static bool is_systemtap(fr_bytes line)
{
    return fr_bytes_starts(line, FR_LITERAL("0x")) && fr_bytes_contain(line, " : ") &&
           fr_bytes_contain(line, "+0x") && line.at[line.len - 1] == ']';
}

/* "@[" ... "]: 12", "@reads[app]: 310" */
static bool is_bpftrace(fr_bytes line)
{
    return line.at[0] == '@' && (line.at[line.len - 1] == '[' || fr_bytes_contain(line, "]: "));
}

static bool is_valgrind(fr_bytes line)
{
    fr_bytes rest = fr_bytes_from(line, span(line, "="));
    size_t digits = span(rest, "0123456789");

    return line.len - rest.len == 2 && digits > 0 &&
           fr_bytes_starts(fr_bytes_from(rest, digits), FR_LITERAL("=="));
}

bool fr_shape_valgrind(fr_bytes head)
{
    return some_line(head, is_valgrind);
}

/* "-                app (4711)", the last line of a stack, or "Sampling at 49 Hertz ... Hit Ctrl-C to end." */
static bool is_bcc(fr_bytes line)
{
    size_t n = span(line, "-");
    fr_bytes rest = fr_bytes_from(line, n);

    return (n == 1 && span(rest, " ") >= 8 && rest.at[rest.len - 1] == ')') ||
           fr_bytes_contain(line, "... Hit Ctrl-C to end.");
}

static size_t count_commas(fr_bytes line)
{
    size_t n = 0;

    for (size_t i = 0; i < line.len; i++)
        n += line.at[i] == ',';
    return n;
}

/* The first three lines have as many commas, two or more. */
static bool commas(fr_bytes head)
{
    size_t n = 0, n_lines = 0;
    fr_bytes line;

    for (; n_lines < 3 && fr_lines_take(&head, &line); n_lines++) {
        if (fr_bytes_contain(line, ": ") || (n_lines > 0 && count_commas(line) != n))
            return false;
        n = count_commas(line);
    }
    return n >= 2 && n_lines > 1;
}

#define CONVERT(script) "run '" script " FILE | flamerender' (" script " is part of FlameGraph)"
#define COLLAPSE(tool)  "run 'inferno-collapse-" tool " FILE | flamerender'"
#define PERF_SCRIPT     "run 'perf script -i perf.data | flamerender' on the recording"
#define RECORD          "record stacks: 'perf record -g -- PROGRAM', then 'perf script | flamerender'"
#define PPROF           "run 'pprof -proto FILE | flamerender'"

typedef enum place {
    HEAD, /* START, and no profile begins so: whatever a format of texts says of the lines behind it */
    REPORT, /* LINE, and no profile has such a line */
    START,
    LINE,
    ANYWHERE,
    SOME_LINE,        /* a test of lines is true of one */
    MOST_LINES,       /* it is true of more than half of them */
    SURELY_MOST_LINES /* MOST_LINES, whatever a format of texts says */
} place;

typedef struct row {
    fr_suspect suspect;
    /* The head or, if `where` says so, a line; NULL: the sign tells */
    bool (*matches)(fr_bytes text);
    const char *sign;
    place where;
} row;

/* At the start of a line, after blanks. */
static bool begins_line(fr_bytes head, fr_bytes sign)
{
    const char *end = head.at + head.len;

    for (const char *at = head.at; (at = memmem(at, (size_t)(end - at), sign.at, sign.len)); at++) {
        const char *before = at;
        while (before > head.at && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        if (before == head.at || before[-1] == '\n')
            return true;
    }
    return false;
}

static bool matches(const row *r, fr_bytes head)
{
    fr_bytes sign = fr_bytes_of(r->sign);

    if (r->matches && r->where == START)
        return r->matches(head);
    if (head.len < sign.len)
        return false;
    switch (r->where) {
    case SOME_LINE:
        return some_line(head, r->matches);
    case MOST_LINES:
    case SURELY_MOST_LINES:
        return most_lines(head, r->matches);
    case HEAD:
    case START:
        return fr_bytes_starts(head, sign) || fr_bytes_starts(fr_bytes_beginning(head), sign);
    case REPORT:
    case LINE:
        return begins_line(head, sign);
    case ANYWHERE:
    default:
        return memmem(head.at, head.len, sign.at, sign.len) != NULL;
    }
}

#define SIGN(where, sign, text, hint)     ROW(where, NULL, sign, text, hint)
#define LINES(where, matches, text, hint) ROW(where, matches, NULL, text, hint)
#define SHAPE(matches, text, hint)        ROW(START, matches, NULL, text, hint)
#define ROW(where, matches, sign, text, hint)                                                      \
    {                                                                                              \
        {text, hint, FR_E_FORMAT}, matches, sign, where                                            \
    }

/* clang-format off */
static const row rows[] = {
    /* Files that are no text. */
    SIGN(START, "\x7f" "ELF", "this is an ELF program, not a profile of one", "record it: 'perf record -g -- PROGRAM'"),
    SIGN(START, "\x28\xb5\x2f\xfd", "this is zstd, which this build cannot read", "run 'zstdcat FILE | flamerender'"),

    SIGN(START, "Nettrace", "this is a trace of .NET, the recording itself", "run 'dotnet-trace convert --format Speedscope FILE'"),
    SHAPE(is_etl, "this is an event trace of Windows (ETL), the recording itself", "open it in PerfView: CPU Stacks, then File, Save View As, of the type speedscope"),
    SIGN(ANYWHERE, "\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81\xdc\x33\x32\x6d\x57\xa0\x79", "this is a trace of Perfetto, the recording itself", "run 'traceconv json FILE x.json', then give x.json"),
    SIGN(START, "MOJ", "this is the binary form (MOJO) of Austin", "run 'mojo2austin FILE OUT' of austin-python, then give OUT"),

    /* Documents. */
    SHAPE(is_html, "this is an HTML page, not a profile", "if it is a download, it may have needed a login"),
    SIGN(ANYWHERE, "<trace-query-result>", "this is an export of Instruments without rows of samples", "export a table of samples: xctrace export --input FILE --xpath /trace-toc/run/data/table[@schema=\"time-profile\"]"),
    SIGN(ANYWHERE, "<svg", "this is an SVG picture, but no flame graph of flamerender, flamegraph.pl or inferno", "give the profile that it was drawn from"),
    SIGN(START, "<?xml", "this is XML of a kind that is not read here", NULL),
    SIGN(START, "{\"snapshot\":{\"meta\":", "this is a heap snapshot of V8, which holds objects and no stacks", "record allocations by their stacks: 'node --heap-prof PROGRAM.js'"),
    SIGN(ANYWHERE, "\"resourceProfiles\"", "these are OpenTelemetry profiles as JSON, and protobuf is read", "have the exporter send protobuf: 'encoding: proto' of the collector's otlphttp"),
    SHAPE(is_json, "this is JSON of a kind that is not read here", NULL),

    /* perf, but not perf script. */
    SIGN(ANYWHERE, "# Overhead", "this is text of perf report, which holds no whole stacks", PERF_SCRIPT),
    SIGN(ANYWHERE, "# Children", "this is text of perf report, which holds no whole stacks", PERF_SCRIPT),
    LINES(MOST_LINES, is_perf_report, "this is text of perf report, which holds no whole stacks", PERF_SCRIPT),
    SIGN(LINE, "Performance counter stats for", "this is text of perf stat, which counts events and holds no stacks", RECORD),
    SIGN(LINE, "Percent |\tSource code", "this is text of perf annotate, which holds no stacks", PERF_SCRIPT),
    SIGN(LINE, "Percent | ", "this is text of perf annotate, which holds no stacks", PERF_SCRIPT),
    SIGN(ANYWHERE, "| Avg delay ms", "this is text of perf sched latency, which holds no stacks", PERF_SCRIPT),
    SIGN(LINE, "[ perf record: ", "these are the messages of perf record", PERF_SCRIPT),
    SIGN(ANYWHERE, "... raw event: size", "this is a dump by perf script -D", PERF_SCRIPT),
    LINES(MOST_LINES, is_perf_trace, "this is text of perf trace, which holds no stacks", RECORD),
    SIGN(LINE, "List of pre-defined events", "this is the list of events by perf list", RECORD),

    /* Tracers. */
    SIGN(START, "# tracer:", "this is text of ftrace", RECORD),
    SIGN(START, "cpus=", "this is text of trace-cmd report", RECORD),
    SIGN(ANYWHERE, "------------- Distribution -------------", "these are distributions of DTrace, which hold no stacks", "aggregate stacks: '@[ustack()] = count();'"),
    SIGN(ANYWHERE, "FUNCTION:NAME", "this is text of DTrace without stacks", "aggregate stacks: '@[ustack()] = count();'"),
    LINES(SOME_LINE, is_dtrace, "these are stacks of DTrace without counts", "aggregate stacks: '@[ustack()] = count();'"),
    LINES(SOME_LINE, is_systemtap, "these are stacks of SystemTap without counts", "print a count after each: 'foreach (s in n) { print_stack(s); println(n[s]) }'"),
    LINES(SOME_LINE, is_bpftrace, "these are maps of bpftrace without stacks", "count stacks: '@[kstack, ustack, comm] = count();'"),
    LINES(SOME_LINE, is_bcc, "this is text of a BCC tool that cannot be read", "run the tool with -f, which folds the stacks"),
    SIGN(LINE, "+++ exited ", "this is text of strace or ltrace, which holds no stacks", RECORD),
    SIGN(START, "% time     seconds  usecs/call", "this is a table of strace -c, which holds no stacks", RECORD),
    LINES(MOST_LINES, is_strace, "this is text of strace, which holds no stacks", RECORD),

    /* Profilers. */
    SIGN(ANYWHERE, "Analysis of sampling", "this is text of macOS sample without its call graph", "give all of what 'sample PROCESS' printed"),
    SIGN(LINE, "Sort by top of stack", "this is the end of a text of macOS sample", "give all of what 'sample PROCESS' printed"),
    SIGN(LINE, "Data Source:      Stackshots", "this is text of macOS spindump", "record with 'sample PROCESS'"),
    SIGN(START, "Running Time,Self,", "this is a table of Instruments, comma-separated", "copy the call tree with 'Edit, Deep Copy', which separates by tabs"),
    SIGN(LINE, "BEGIN_SAMPLE", "this is a heap profile of GHC", "run 'hp2ps' on it; it holds no stacks"),
    SIGN(LINE, "Events recorded:", "this is text of callgrind_annotate", NULL),
    SIGN(LINE, "mem_heap_B=", "this is a profile of massif", "run 'ms_print FILE'"),
    SIGN(REPORT, "WARNING: ThreadSanitizer: ", "this is a report of ThreadSanitizer: its stacks are of two moments and have no counts", RECORD),
    SIGN(REPORT, "WARNING: DATA RACE", "this is a report of Go's race detector: its stacks are of two moments and have no counts", "record stacks: 'go test -cpuprofile cpu.pb.gz'"),
    SHAPE(fr_shape_valgrind, "this is a report of valgrind or a sanitizer", NULL),
    SIGN(START, "Flat profile:", "this is text of gprof, which holds no whole stacks", RECORD),
    SIGN(START, "--- heap", "this is a legacy text profile of pprof", PPROF),
    SIGN(START, "--- growth", "this is a legacy text profile of pprof", PPROF),
    SIGN(LINE, "Showing nodes accounting for", "this is a table of pprof, not the profile", PPROF),
    SIGN(START, "PeriodType:", "this is text of pprof -raw", PPROF),
    SIGN(ANYWHERE, "\n-----------+---", "this is text of pprof -traces", PPROF),
    SIGN(START, "Function Stack,", "this is a table of VTune without a column of own values", "'vtune -report top-down -format csv' has 'CPU Time:Self'"),
    SIGN(LINE, "TRACE START [", "this is a trace of Xdebug", CONVERT("stackcollapse-xdebug.php")),
    SIGN(LINE, "ncalls  tottime  percall", "this is a table of Python's cProfile, which holds no stacks", "record stacks: 'py-spy record -f raw -o FILE -- python PROGRAM'"),
    SIGN(HEAD, "v8-version,", "this is the log of node --prof, which has addresses in place of names", "run 'node --prof-process --preprocess -j FILE > x.v8log.json', then give x.v8log.json"),
    SIGN(START, "Statistical profiling result from", "this is a table of node --prof-process", "record stacks: 'perf record -g -- node --perf-basic-prof PROGRAM', then 'perf script | flamerender'"),
    SIGN(LINE, "TOTAL    (pct)     SAMPLES", "this is a table of stackprof", "run 'stackprof --stackcollapse FILE | flamerender' on the dump"),
    SIGN(LINE, "JAVA PROFILE ", "this is text of Java's HPROF agent", "record stacks by async-profiler: 'asprof -o collapsed'"),
    SIGN(LINE, "Counted CPU_CLK", "this is a table of OProfile, which holds no stacks", RECORD),

    /* Dumps of one moment. */
    SIGN(LINE, "Full thread dump", "this is a thread dump of Java without frames", NULL),
    SIGN(START, "goroutine ", "this is a dump of Go's stacks without frames", NULL),
    SIGN(LINE, "Traceback (most recent call last)", "this is a traceback of Python", NULL),
    SIGN(LINE, "Exception in thread", "this is a stack trace of Java", NULL),
    SIGN(LINE, "import time:", "these are times of Python's imports", NULL),

    /* Tables of symbols and numbers, sources, logs. */
    LINES(MOST_LINES, is_symbol, "this is a table of symbols, as nm and /proc/kallsyms print it", "it names addresses; it is no profile of them"),
    SIGN(ANYWHERE, "file format elf", "this is text of objdump", NULL),
    SIGN(HEAD, "ELF Header:", "this is text of readelf", NULL),
    SIGN(HEAD, "Relocation section '", "this is text of readelf", NULL),
    SIGN(HEAD, "# This is the CMakeCache file.", "this is the cache of CMake, a list of settings", NULL),
    LINES(SURELY_MOST_LINES, is_graphite, "these are metrics of Graphite: a name, a value, a time", RECORD),
    LINES(MOST_LINES, is_load, "these are loads of the machine, as /proc/loadavg has them", "record what runs: 'perf record -a -g -- sleep 10', then 'perf script | flamerender'"),
    LINES(MOST_LINES, is_year, "these are lines of prose that end in years", "folded stacks have a name before a value: main;parse 42"),
    SIGN(HEAD, "nr_free_pages ", "these are counters of the kernel, /proc/vmstat", "it holds no stacks"),
    SIGN(HEAD, "@[\n", "this is the beginning of a map of bpftrace, without its end", "let bpftrace run to its end"),
    SIGN(START, "PID ", "this is the beginning of a text by eu-stack, without frames", "run 'eu-stack -p PID' again"),
    SIGN(START, "Thread ", "this is the beginning of a dump of threads, without frames", NULL),
    SIGN(START, "[Switching to Thread ", "this is the beginning of a text by gdb, without frames", "run gdb with -batch -ex 'thread apply all bt'"),
    SIGN(START, "Sampling at ", "this is the beginning of a text by a BCC tool, without stacks", "let the tool run to its end"),
    SIGN(ANYWHERE, "section headers, starting at", "this is text of readelf", NULL),
    SIGN(LINE, "Symbol table '", "this is text of readelf", NULL),
    SIGN(LINE, "Disassembly of section", "this is a disassembly by objdump", NULL),
    SIGN(LINE, "#include ", "this is source of a program, not a profile of it", NULL),
    SIGN(LINE, "#define ", "this is source of a program, not a profile of it", NULL),
    SIGN(START, "#!", "this is a script, not a profile of it", NULL),
    SIGN(START, "diff --git", "this is a patch", NULL),
    SIGN(ANYWHERE, "# TYPE ", "these are metrics of Prometheus", NULL),
    LINES(MOST_LINES, is_numbers, "these are columns of numbers without names", "folded stacks have a name before the number: main;parse 42"),
    SHAPE(commas, "this is a table of comma-separated values", NULL),
    {{"only comments: no sample", "the recording is empty; see the messages of perf record", FR_E_EMPTY}, is_comments, NULL, START},
    SHAPE(is_binary, "this is binary data of a kind that is not read here", NULL),
};
/* clang-format on */

const fr_suspect *fr_suspect_find(fr_bytes head, bool only_sure)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((!only_sure || rows[i].where == HEAD || rows[i].where == REPORT ||
             rows[i].where == SURELY_MOST_LINES) &&
            matches(&rows[i], head))
            return &rows[i].suspect;
    return NULL;
}
