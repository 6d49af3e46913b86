/*
 * readers.c - the table of formats that can be read, of which folded comes last; and which of them an input has: its
 * content decides, and a suffix breaks ties.
 */
#include "base/text.h"
#include "base/wrapping.h"
#include "formats/reader.h"

#define SURE   100 /* magic: no other format needs to be asked */
#define LIKELY 60  /* below it the signs of other things are looked for */

/* A row's input is recognised by a probe or by signs; read as bytes, as JSON, or as a listing. */
#define INFO(name, title, suffixes, flags) .info = {name, title, suffixes, flags}
#define READER(id, ...)                    SIGNED(id, __VA_ARGS__), .probe = fr_##id##_probe
#define SIGNED(id, ...)                    INFO(__VA_ARGS__), .read = fr_##id##_read
#define JSON(id, ...)                      INFO(__VA_ARGS__), .read_json = fr_##id##_read
#define LISTING(id, ...)                   INFO(__VA_ARGS__), .probe = fr_##id##_probe, .dialect = &fr_##id##_dialect
#define HAS(...)                           .has = {__VA_ARGS__}
#define OURS                               "data-flamerender="

static const fr_format formats[] = {
    {READER(pprof, "pprof", "pprof (profile.proto) of Go, C++, Rust, eBPF profilers",
            "pb pprof pgo prof",
            FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_MODULES | FR_FORMAT_LABELS),
     .shares = true, .stacks = FR_STACKS_OF_RUNTIME,
     .command = "go test -cpuprofile cpu.pb.gz; curl -o cpu.pb.gz HOST/debug/pprof/profile"},
    {READER(pprof_legacy, "pprof-legacy",
            "what pprof reads besides: gperftools' CPU profiles, heaps of tcmalloc and jemalloc, "
            "contention",
            "prof heap hprof",
            FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_MODULES | FR_FORMAT_LABELS),
     .command = "LD_PRELOAD=libprofiler.so CPUPROFILE=FILE PROGRAM; HEAPPROFILE=FILE; "
                "MALLOC_CONF=prof:true"},
    {READER(otlp, "otlp",
            "OpenTelemetry profiles, experimental: the OpenTelemetry eBPF profiler, collectors",
            "otlp",
            FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_LABELS |
                FR_FORMAT_THREADS),
     .command =
         "what an agent sends to a collector at /v1development/profiles: the body of the request"},
    {READER(nflxprofile, "nflxprofile", "nflxprofile of Netflix, which FlameScope reads",
            "nflxprofile", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     .command = "nflxprofile's Python package: nflxprofile.convert.v8_cpuprofile"},
    {READER(jfr, "jfr", "recordings by Java Flight Recorder and async-profiler", "jfr",
            FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_LABELS | FR_FORMAT_THREADS),
     .stacks = FR_STACKS_OF_RUNTIME | FR_STACKS_MARKED,
     .command = "java -XX:StartFlightRecording=filename=x.jfr PROGRAM; jcmd PID JFR.dump; asprof "
                "-o jfr -f "
                "x.jfr PID"},
    {JSON(speedscope, "speedscope",
          "JSON of speedscope, sampled and evented: py-spy, rbspy, dotnet-trace", "speedscope.json",
          FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     /* keys have no order: the schema's name may stand behind what is seen */
     .signs = {{SURE, "{", HAS("https://www.speedscope.app/file-format-schema.json")},
               {LIKELY, "{", HAS("\"shared\"", "\"frames\"")},
               {LIKELY, "{", HAS("\"startValue\"", "\"unit\"")}},
     .stacks = FR_SAMPLES_LAST,
     .command = "py-spy record -f speedscope -o x.json -- PROGRAM; dotnet-trace convert --format "
                "Speedscope "
                "FILE"},
    {JSON(cpuprofile, "cpuprofile", "CPU profile of V8: node --cpu-prof, DevTools", "cpuprofile",
          FR_FORMAT_LINES | FR_FORMAT_TIMED),
     .signs = {{SURE, "{", HAS("\"head\"", "\"functionName\"", "\"hitCount\"")},
               {SURE, "{", {"\"callFrame\"", "\"nodes\""}, {"\"traceEvents\""}},
               {SURE, "{", {"\"callFrame\"", "\"hitCount\""}, {"\"traceEvents\""}}},
     .stacks = FR_SAMPLES_LAST | FR_READ_IN_TIME, .command = "node --cpu-prof PROGRAM.js"},
    {JSON(heapprofile, "heapprofile", "heap profile of V8: node --heap-prof, DevTools",
          "heapprofile", FR_FORMAT_LINES),
     .signs = {{SURE, "{", HAS("\"callFrame\"", "\"selfSize\"")}},
     .command = "node --heap-prof PROGRAM.js"},
    {JSON(v8_log, "v8-log", "ticks of node --prof: JSON of node --prof-process --preprocess",
          "v8log.json", FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED),
     .probe = fr_v8_log_probe,
     .command = "node --prof PROGRAM.js; node --prof-process --preprocess -j isolate-*-v8.log > "
                "x.v8log.json"},
    {JSON(chrome_trace, "chrome-trace",
          "trace of DevTools, Perfetto, Node.js, clang -ftime-trace, Bazel: JSON of events",
          "trace", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     .signs = {{SURE, "{", HAS("\"traceEvents\"")},
               {LIKELY, "{", HAS("\"ph\"", "\"ts\"")},
               {LIKELY, "[", HAS("\"ph\"", "\"ts\"")}},
     .ends_early = true, .stacks = FR_SAMPLES_LAST | FR_READ_IN_TIME,
     .command = "clang -ftime-trace -c FILE.c; DevTools: Performance, Save profile"},
    {JSON(firefox, "firefox", "profile of the Firefox Profiler: samply, Firefox, vernier", "json",
          FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     /* the first: its "profile" may begin far behind its markers */
     .signs = {{SURE, "{", HAS("\"label\"", "\"duration\"", "\"markers\"")},
               {SURE, "{", HAS("\"meta\"", "\"preprocessedProfileVersion\"")},
               {SURE, "{", HAS("\"meta\"", "\"interval\"", "\"stackwalk\"")},
               {SURE, "{", HAS("\"meta\"", "\"threads\"", "\"stackTable\"")}},
     .command = "samply record --save-only -o x.json PROGRAM; the Firefox Profiler: Download"},
    {JSON(safari, "safari", "timeline of Safari's Web Inspector", "json",
          FR_FORMAT_LINES | FR_FORMAT_TIMED),
     .signs = {{SURE, "{", HAS("\"recording\"", "\"timeline-record-type-")},
               {SURE, "{", HAS("\"recording\"", "\"sampleStackTraces\"")}},
     .stacks = FR_SAMPLES_LAST | FR_READ_IN_TIME,
     .command = "Web Inspector, Timelines, JavaScript & Events: record, then Export"},
    {SIGNED(async_html, "async-html", "HTML of async-profiler and jfrconv", "html", 0),
     .signs = {{SURE, "<", HAS("function unpack(cpool)")}},
     .command = "asprof -d 30 -f x.html PID"},
    {JSON(dhat, "dhat", "heap profile of valgrind --tool=dhat, or of the Rust crate dhat", "dhat",
          FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .signs = {{SURE, "{", HAS("\"dhatFileVersion\"")}}, .command = "valgrind --tool=dhat PROGRAM"},
    {JSON(stackprof, "stackprof", "JSON of Ruby's stackprof with raw: true", "stackprof",
          FR_FORMAT_LINES | FR_FORMAT_TIMED),
     .signs = {{SURE, "{", HAS("\"mode\"", "\"interval\"", "\"gc_samples\"")},
               {SURE, "{", HAS("\"mode\"", "\"interval\"", "\"missed_samples\"")}},
     .command =
         "StackProf.run(mode: :cpu, raw: true, out: 'x') { ... }; stackprof --json x > x.json"},
    {JSON(flamebearer, "flamebearer", "flame graph of Pyroscope as JSON, of one profile or two",
          "flamebearer", 0),
     .signs = {{SURE, "{", HAS("\"flamebearer\"")}, {SURE, "{", HAS("\"numTicks\"", "\"levels\"")}},
     .command = "curl 'PYROSCOPE/render?query=APP&from=now-1h&format=json'"},
    {READER(perf_data, "perf-data", "perf.data, the recording of Linux perf itself", "data",
            FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     .stacks = FR_EVENTS_ADD_UP, .command = "perf record -g -- PROGRAM"},
    {READER(perf_script, "perf-script", "text of perf script (Linux perf, simpleperf)", "perf",
            FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     .boundary = fr_perf_script_boundary, .stacks = FR_EVENTS_ADD_UP,
     .command = "perf record -g -- PROGRAM; perf script > x.perf"},
    {READER(dtrace, "dtrace", "stacks of DTrace: aggregations by stack() and ustack()", "dtrace",
            FR_FORMAT_MODULES),
     .command = "dtrace -n 'profile-97 { @[ustack()] = count(); }' -c PROGRAM"},
    {LISTING(bpftrace, "bpftrace", "maps of bpftrace by kstack and ustack", "bpftrace",
             FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "bpftrace -e 'profile:hz:99 { @[kstack, ustack, comm] = count(); }'"},
    {SIGNED(bpftrace_json, "bpftrace-json", "the same maps by bpftrace -f json", "json",
            FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .signs = {{SURE, "{", HAS("\"type\": \"map\"", "\"@", "\\n")},
               {SURE, "{", HAS("\"type\":\"map\"", "\"@", "\\n")}},
     .stacks = FR_STACKS_OF_NAMES,
     .command = "bpftrace -f json -e 'profile:hz:99 { @[kstack, ustack, comm] = count(); }'"},
    {LISTING(bcc, "bcc", "stacks of BCC's profile, offcputime and stackcount, a frame a line",
             "bcc", 0),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "profile-bpfcc 30; offcputime-bpfcc 30; stackcount-bpfcc FUNCTION"},
    {LISTING(systemtap, "systemtap", "stacks of SystemTap by print_stack(), with counts", "stap",
             FR_FORMAT_MODULES),
     .command = "foreach (s in n) { print_stack(s); println(n[s]) } in a probe's end"},
    {READER(goroutines, "goroutines", "stacks of goroutines: debug=1, debug=2, SIGQUIT", "",
            FR_FORMAT_LINES | FR_FORMAT_LABELS),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "curl 'HOST/debug/pprof/goroutine?debug=2'; kill -QUIT PID"},
    {LISTING(java_threads, "java-threads", "thread dumps of a JVM: jstack, jcmd Thread.print",
             "jstack", FR_FORMAT_LINES | FR_FORMAT_LABELS | FR_FORMAT_THREADS),
     .stacks = FR_STACKS_OF_RUNTIME, .command = "jstack PID; jcmd PID Thread.print; kill -3 PID"},
    {SIGNED(austin, "austin", "text of Austin (Python): wall, cpu, memory, full", "austin",
            FR_FORMAT_LINES | FR_FORMAT_THREADS),
     .signs = {{SURE, "# austin: ", HAS("\nP")}}, .stacks = FR_STACKS_OF_RUNTIME,
     .command = "austin -o x.austin PROGRAM.py; mojo2austin x.mojo x.austin"},
    {LISTING(python_threads, "python-threads", "thread dumps of Python: py-spy dump, faulthandler",
             "", FR_FORMAT_LINES | FR_FORMAT_LABELS | FR_FORMAT_THREADS),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "py-spy dump --pid PID; faulthandler.dump_traceback()"},
    {LISTING(backtraces, "backtraces", "stacks of all threads by gdb, pstack, eu-stack or lldb",
             "bt", FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_THREADS),
     .command = "gdb -batch -ex 'thread apply all bt' -p PID; eu-stack -p PID"},
    {READER(macos_sample, "macos-sample", "text of macOS's sample", "sample.txt",
            FR_FORMAT_MODULES | FR_FORMAT_THREADS),
     .command = "sample PROGRAM 10 -file x.sample.txt"},
    {READER(instruments, "instruments", "a call tree that Instruments of macOS copied (Deep Copy)",
            "", 0),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "Instruments: Edit, Deep Copy of the call tree; pbpaste > x.txt"},
    {READER(pmcstat, "pmcstat", "call graphs of pmcstat -G (FreeBSD)", "", FR_FORMAT_MODULES),
     .command = "pmcstat -S instructions -O x.pmc PROGRAM; pmcstat -R x.pmc -G x.txt"},
    {SIGNED(ghc_prof, "ghc-prof", "cost centres of Haskell: .prof of GHC", "prof",
            FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .signs = {{SURE, "", HAS("Time and Allocation Profiling Report", "COST CENTRE")}},
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "ghc -prof -fprof-auto PROGRAM.hs; ./PROGRAM +RTS -P"},
    {JSON(ghc_json, "ghc-json", "cost centres of Haskell: JSON of GHC", "prof",
          FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .signs = {{SURE, "{", HAS("\"rts_arguments\"", "\"cost_centres\"")}},
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "ghc -prof -fprof-auto PROGRAM.hs; ./PROGRAM +RTS -pj"},
    {SIGNED(vtune, "vtune", "top-down tables of Intel VTune, comma-separated", "csv",
            FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .signs = {{SURE, "Function Stack,", HAS(":Self")},
               {SURE, "", HAS("\nFunction Stack,", ":Self")}},
     .command = "vtune -report top-down -format csv -csv-delimiter comma"},
    {SIGNED(visual_studio, "visual-studio",
            "call trees of Visual Studio's profiler, comma-separated", "csv", FR_FORMAT_MODULES),
     .signs = {{.score = SURE, .begins = "Level,Function Name,"}},
     .command = "VSPerfReport /summary:calltree FILE.vsp"},
    {READER(callgrind, "callgrind",
            "call graphs of callgrind, cachegrind, Xdebug: stacks are estimated", "out",
            FR_FORMAT_LINES | FR_FORMAT_MODULES),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "valgrind --tool=callgrind PROGRAM; php -d xdebug.mode=profile FILE.php"},
    {READER(rows, "rows",
            "rows of samples, and an engine's answer to 'flamerender sql': TSV with names", "tsv",
            FR_FORMAT_TIMED | FR_FORMAT_LABELS),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "a query that 'flamerender sql' writes, and its answer as TSV with names"},
    {READER(xctrace, "xctrace", "XML of xctrace export (Instruments): time-profile, cpu-profile",
            "xml", FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS),
     .stacks = FR_STACKS_OF_THREADS,
     .command = "xctrace export --input X.trace --xpath "
                "'/trace-toc/run/data/table[@schema=\"time-profile\"]'"},
    {SIGNED(own, "flamerender", "a picture or page of flamerender that carries its data",
            "svg html", FR_FORMAT_LINES | FR_FORMAT_MODULES),
     /* that there is data in it shows only at its end */
     .signs = {{LIKELY, "<", HAS(OURS)},
               {LIKELY, "<", HAS("flamerender-data")},
               {LIKELY, "<", HAS("<html", "flamerender")}},
     .command = "flamerender FILE -o x.svg"},
    {SIGNED(flamegraph_svg, "flamegraph-svg",
            "SVG of flamegraph.pl or inferno, read from its boxes", "svg", 0),
     .signs = {{LIKELY, "<", {"<svg", "id=\"frames\""}, {OURS, "<html"}},
               {LIKELY, "<", {"<svg", "class=\"func_g\""}, {OURS, "<html"}},
               {LIKELY, "<", {"<svg", " fg:w=\""}, {OURS, "<html"}}},
     .stacks = FR_STACKS_OF_NAMES,
     .command = "flamegraph.pl FILE > x.svg; inferno-flamegraph FILE > x.svg; cargo flamegraph"},
    {READER(folded, "folded", "folded (collapsed) stacks: one 'frame;frame value' a line",
            "folded collapsed txt", FR_FORMAT_LINES),
     .boundary = fr_folded_boundary, .stacks = FR_STACKS_OF_NAMES,
     .command = "stackcollapse-*.pl FILE; py-spy record -f raw; asprof -o collapsed; profile-bpfcc "
                "-f; rbspy "
                "record -f collapsed"},
};

#define N_FORMATS (sizeof formats / sizeof *formats)

_Static_assert(N_FORMATS <= 64, "fr_profile_info.formats has a bit for each");

bool fr_input_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_FORMATS)
        return false;
    *info = formats[index].info;
    return true;
}

const char *fr_input_format_command(size_t index)
{
    return index < N_FORMATS ? formats[index].command : "";
}

uint64_t fr_format_bit(const fr_format *format)
{
    return UINT64_C(1) << (format - formats);
}

/* ---- which format an input has ---- */

#define LIST_OF_FORMATS "'flamerender formats' lists what can be read"
#define ANYWAY          "--input-format=NAME reads it as that format anyway"

/* True if `name` ends in one of the format's suffixes, those of wrappings left aside. */
static bool has_suffix(const fr_format *format, fr_bytes name)
{
    const char *suffix = format->info.suffixes;

    name = fr_unwrap_name(name);
    while (*suffix) {
        size_t len = strcspn(suffix, " ");
        if (name.len > len && name.at[name.len - len - 1] == '.' &&
            fr_bytes_ends(name, (fr_bytes){suffix, len}))
            return true;
        suffix += len + (suffix[len] == ' ');
    }
    return false;
}

/* Quotes the first line that is neither blank nor a comment. */
static bool fail_quoting(fr_bytes head, fr_error *err)
{
    uint64_t line = 1;
    char quoted[80];
    fr_bytes text;

    for (;; line++) {
        size_t end = fr_bytes_find(head, '\n');
        text = fr_bytes_trim((fr_bytes){head.at, end});
        if (end == head.len || (text.len && text.at[0] != '#'))
            break;
        head = fr_bytes_from(head, end + 1);
    }
    fr_text_copy(quoted, sizeof quoted, text);
    fr_fail(err, FR_E_FORMAT, line, 0, "not a known kind of profile: '%s%s'", quoted,
            text.len < sizeof quoted ? "" : "...");
    if (fr_bytes_find(text, ';') < text.len)
        return fr_fail_hint(err,
                            "a line of folded stacks ends in a number below 2^63: main;parse 42; "
                            "--input-format=folded reads those that do");
    return fr_fail_hint(err, LIST_OF_FORMATS "; " ANYWAY);
}

static bool shows(fr_bytes head, const fr_sign *sign)
{
    bool good = fr_bytes_starts(fr_bytes_beginning(head), fr_bytes_of(sign->begins));

    for (size_t i = 0; i < sizeof sign->has / sizeof *sign->has && sign->has[i]; i++)
        good = good && fr_bytes_contain(head, sign->has[i]);
    for (size_t i = 0; i < sizeof sign->lacks / sizeof *sign->lacks && sign->lacks[i]; i++)
        good = good && !fr_bytes_contain(head, sign->lacks[i]);
    return good;
}

bool fr_choice_allows(const fr_choice *choice, fr_way way)
{
    return !choice->plain && fr_way_on(way);
}

/* Returns how sure a row is that the input is its format. */
static int score_of(const fr_format *format, fr_bytes head, bool whole)
{
    if (format->probe)
        return format->probe(head, whole);
    for (size_t i = 0; i < sizeof format->signs / sizeof *format->signs; i++)
        if (format->signs[i].score && shows(head, &format->signs[i]))
            return format->signs[i].score;
    return 0;
}

/* A format that few lines speak for yields to the signs of others. NULL: *err has what it is instead. */
static const fr_format *recognise(fr_bytes head, bool whole, const char *name, fr_error *err)
{
    const fr_format *best = NULL;
    const fr_suspect *suspect;
    int score, best_score = 0; /* doubled: a suffix breaks ties */

    for (size_t i = 0; best_score < 2 * SURE && i < N_FORMATS; i++) {
        score = score_of(&formats[i], head, whole) * 2;
        if (score > 0 && has_suffix(&formats[i], fr_bytes_of(name)))
            score++;
        if (score > best_score) {
            best = &formats[i];
            best_score = score;
        }
    }
    score = best_score / 2;
    suspect = score < SURE ? fr_suspect_find(head, score >= LIKELY) : NULL;
    if (suspect) {
        fr_fail(err, suspect->code, 0, 0, "%s", suspect->text);
        fr_fail_hint(err, "%s; " ANYWAY, suspect->hint ? suspect->hint : LIST_OF_FORMATS);
    } else if (!best) {
        fail_quoting(head, err);
    }
    return suspect ? NULL : best;
}

const fr_format *fr_format_choose(fr_input *in, const char *name, fr_error *err)
{
    fr_bytes head = fr_input_fill(in, FR_PROBE_BYTES);
    bool whole = fr_input_at_end(in) && head.len <= FR_PROBE_BYTES;

    head.len = head.len < FR_PROBE_BYTES ? head.len : FR_PROBE_BYTES;
    if (fr_input_failed(in, err))
        return NULL;
    if (head.len == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "is empty");
        fr_fail_hint(err, strcmp(fr_input_name(in), "standard input") == 0
                              ? "the command before the pipe printed nothing; see its own messages"
                              : "what wrote it wrote nothing; see its own messages");
        return NULL;
    }
    if (!name)
        return recognise(head, whole, fr_input_name(in), err);
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].info.name, name) == 0)
            return &formats[i];
    fr_fail(err, FR_E_USAGE, 0, 0, "unknown input format '%s'", name);
    return NULL;
}
