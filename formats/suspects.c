/*
 * suspects.c - one row for each thing that is no profile but often given as one.
 *
 * A row has a sign: bytes at the start of the input, at the start of a line, or anywhere in what the
 * probes see. suspect_shapes.c has those that need more than that. The first row that matches wins.
 */
#define _GNU_SOURCE /* memmem */
#include "formats/suspects.h"

#include "formats/suspect_shapes.h"

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
    ANYWHERE
} place;

typedef struct row {
    fr_suspect suspect;
    bool (*matches)(fr_bytes head); /* NULL: the sign tells */
    const char *sign;
    place where;
} row;

#define SHAPE(matches, text, hint)                                                                 \
    {                                                                                              \
        {text, hint, FR_E_FORMAT}, matches, NULL, START                                            \
    }
#define SURE_SHAPE(matches, text, hint)                                                            \
    {                                                                                              \
        {text, hint, FR_E_FORMAT}, matches, NULL, HEAD                                             \
    }
#define SIGN(where, sign, text, hint)                                                              \
    {                                                                                              \
        {text, hint, FR_E_FORMAT}, NULL, sign, where                                               \
    }

/* clang-format off */
static const row rows[] = {
    /* Files that are no text. */
    SIGN(START, "\x7f" "ELF", "this is an ELF program, not a profile of one", "record it: 'perf record -g -- PROGRAM'"),
    SIGN(START, "\x28\xb5\x2f\xfd", "this is zstd, which this build cannot read", "run 'zstdcat FILE | flamerender'"),

    SIGN(START, "Nettrace", "this is a trace of .NET, the recording itself", "run 'dotnet-trace convert --format Speedscope FILE'"),
    SHAPE(fr_shape_etl, "this is an event trace of Windows (ETL), the recording itself", "open it in PerfView: CPU Stacks, then File, Save View As, of the type speedscope"),
    SIGN(ANYWHERE, "\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81\xdc\x33\x32\x6d\x57\xa0\x79", "this is a trace of Perfetto, the recording itself", "run 'traceconv json FILE x.json', then give x.json"),
    SIGN(START, "MOJ", "this is the binary form (MOJO) of Austin", "run 'mojo2austin FILE OUT' of austin-python, then give OUT"),

    /* Documents. */
    SHAPE(fr_shape_html, "this is an HTML page, not a profile", "if it is a download, it may have needed a login"),
    SIGN(ANYWHERE, "<trace-query-result>", "this is an export of Instruments without rows of samples", "export a table of samples: xctrace export --input FILE --xpath /trace-toc/run/data/table[@schema=\"time-profile\"]"),
    SIGN(ANYWHERE, "<svg", "this is an SVG picture, but no flame graph of flamerender, flamegraph.pl or inferno", "give the profile that it was drawn from"),
    SHAPE(fr_shape_xml, "this is XML of a kind that is not read here", NULL),
    SIGN(START, "{\"snapshot\":{\"meta\":", "this is a heap snapshot of V8, which holds objects and no stacks", "record allocations by their stacks: 'node --heap-prof PROGRAM.js'"),
    SIGN(ANYWHERE, "\"resourceProfiles\"", "these are OpenTelemetry profiles as JSON, and protobuf is read", "have the exporter send protobuf: 'encoding: proto' of the collector's otlphttp"),
    SHAPE(fr_shape_json, "this is JSON of a kind that is not read here", NULL),

    /* perf, but not perf script. */
    SIGN(ANYWHERE, "# Overhead", "this is text of perf report, which holds no whole stacks", PERF_SCRIPT),
    SIGN(ANYWHERE, "# Children", "this is text of perf report, which holds no whole stacks", PERF_SCRIPT),
    SHAPE(fr_shape_perf_report, "this is text of perf report, which holds no whole stacks", PERF_SCRIPT),
    SIGN(LINE, "Performance counter stats for", "this is text of perf stat, which counts events and holds no stacks", RECORD),
    SIGN(LINE, "Percent |\tSource code", "this is text of perf annotate, which holds no stacks", PERF_SCRIPT),
    SIGN(LINE, "Percent | ", "this is text of perf annotate, which holds no stacks", PERF_SCRIPT),
    SIGN(ANYWHERE, "| Avg delay ms", "this is text of perf sched latency, which holds no stacks", PERF_SCRIPT),
    SIGN(LINE, "[ perf record: ", "these are the messages of perf record", PERF_SCRIPT),
    SIGN(ANYWHERE, "... raw event: size", "this is a dump by perf script -D", PERF_SCRIPT),
    SHAPE(fr_shape_perf_trace, "this is text of perf trace, which holds no stacks", RECORD),
    SIGN(LINE, "List of pre-defined events", "this is the list of events by perf list", RECORD),

    /* Tracers. */
    SIGN(START, "# tracer:", "this is text of ftrace", RECORD),
    SIGN(START, "cpus=", "this is text of trace-cmd report", RECORD),
    SIGN(ANYWHERE, "------------- Distribution -------------", "these are distributions of DTrace, which hold no stacks", "aggregate stacks: '@[ustack()] = count();'"),
    SIGN(ANYWHERE, "FUNCTION:NAME", "this is text of DTrace without stacks", "aggregate stacks: '@[ustack()] = count();'"),
    SHAPE(fr_shape_dtrace, "these are stacks of DTrace without counts", "aggregate stacks: '@[ustack()] = count();'"),
    SHAPE(fr_shape_systemtap, "these are stacks of SystemTap without counts", "print a count after each: 'foreach (s in n) { print_stack(s); println(n[s]) }'"),
    SHAPE(fr_shape_bpftrace, "these are maps of bpftrace without stacks", "count stacks: '@[kstack, ustack, comm] = count();'"),
    SHAPE(fr_shape_bcc, "this is text of a BCC tool that cannot be read", "run the tool with -f, which folds the stacks"),
    SIGN(LINE, "+++ exited ", "this is text of strace or ltrace, which holds no stacks", RECORD),
    SIGN(START, "% time     seconds  usecs/call", "this is a table of strace -c, which holds no stacks", RECORD),
    SHAPE(fr_shape_strace, "this is text of strace, which holds no stacks", RECORD),

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
    SHAPE(fr_shape_symbols, "this is a table of symbols, as nm and /proc/kallsyms print it", "it names addresses; it is no profile of them"),
    SIGN(ANYWHERE, "file format elf", "this is text of objdump", NULL),
    SIGN(HEAD, "ELF Header:", "this is text of readelf", NULL),
    SIGN(HEAD, "Relocation section '", "this is text of readelf", NULL),
    SIGN(HEAD, "# This is the CMakeCache file.", "this is the cache of CMake, a list of settings", NULL),
    SURE_SHAPE(fr_shape_graphite, "these are metrics of Graphite: a name, a value, a time", RECORD),
    SHAPE(fr_shape_load, "these are loads of the machine, as /proc/loadavg has them", "record what runs: 'perf record -a -g -- sleep 10', then 'perf script | flamerender'"),
    SHAPE(fr_shape_years, "these are lines of prose that end in years", "folded stacks have a name before a value: main;parse 42"),
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
    SHAPE(fr_shape_numbers, "these are columns of numbers without names", "folded stacks have a name before the number: main;parse 42"),
    SHAPE(fr_shape_commas, "this is a table of comma-separated values", NULL),
    {{"only comments: no sample", "the recording is empty; see the messages of perf record", FR_E_EMPTY}, fr_shape_comments, NULL, START},
    SHAPE(fr_shape_binary, "this is binary data of a kind that is not read here", NULL),
};
/* clang-format on */

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

    if (r->matches)
        return r->matches(head);
    if (head.len < sign.len)
        return false;
    switch (r->where) {
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

const fr_suspect *fr_suspect_find(fr_bytes head, bool only_sure)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((!only_sure || rows[i].where == HEAD || rows[i].where == REPORT) &&
            matches(&rows[i], head))
            return &rows[i].suspect;
    return NULL;
}
