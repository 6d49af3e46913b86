/*
 * readers.c - the table of formats that can be read, and which of them an input has: content decides, a
 * suffix breaks ties, and folded comes last.
 */
#include "base/text.h"
#include "base/unwrap.h"
#include "formats/reader.h"
#include "formats/suspects.h"

static const fr_format formats[] = {
    {{"pprof", "pprof (profile.proto) of Go, C++, Rust, eBPF profilers", "pb pprof pgo prof",
      FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_MODULES | FR_FORMAT_LABELS},
     fr_pprof_probe,
     fr_pprof_read,
     NULL,
     true,
     FR_STACKS_OF_RUNTIME,
     "go test -cpuprofile cpu.pb.gz; curl -o cpu.pb.gz HOST/debug/pprof/profile"},
    {{"pprof-legacy",
      "what pprof reads besides: gperftools' CPU profiles, heaps of tcmalloc and jemalloc, "
      "contention",
      "prof heap hprof",
      FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_MODULES | FR_FORMAT_LABELS},
     fr_pprof_legacy_probe,
     fr_pprof_legacy_read,
     NULL,
     false,
     0,
     "LD_PRELOAD=libprofiler.so CPUPROFILE=FILE PROGRAM; HEAPPROFILE=FILE; MALLOC_CONF=prof:true"},
    {{"otlp", "OpenTelemetry profiles, experimental: the OpenTelemetry eBPF profiler, collectors",
      "otlp",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     fr_otlp_probe,
     fr_otlp_read,
     NULL,
     false,
     0,
     "what an agent sends to a collector at /v1development/profiles: the body of the request"},
    {{"nflxprofile", "nflxprofile of Netflix, which FlameScope reads", "nflxprofile",
      FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     fr_nflxprofile_probe,
     fr_nflxprofile_read,
     NULL,
     false,
     0,
     "nflxprofile's Python package: nflxprofile.convert.v8_cpuprofile"},
    {{"jfr", "recordings by Java Flight Recorder and async-profiler", "jfr",
      FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     fr_jfr_probe,
     fr_jfr_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME | FR_STACKS_MARKED,
     "java -XX:StartFlightRecording=filename=x.jfr PROGRAM; jcmd PID JFR.dump; asprof -o jfr -f "
     "x.jfr PID"},
    {{"speedscope", "JSON of speedscope, sampled and evented: py-spy, rbspy, dotnet-trace",
      "speedscope.json", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     fr_speedscope_probe,
     fr_speedscope_read,
     NULL,
     false,
     FR_SAMPLES_LAST,
     "py-spy record -f speedscope -o x.json -- PROGRAM; dotnet-trace convert --format Speedscope "
     "FILE"},
    {{"cpuprofile", "CPU profile of V8: node --cpu-prof, DevTools", "cpuprofile",
      FR_FORMAT_LINES | FR_FORMAT_TIMED},
     fr_cpuprofile_probe,
     fr_cpuprofile_read,
     NULL,
     false,
     FR_SAMPLES_LAST,
     "node --cpu-prof PROGRAM.js"},
    {{"heapprofile", "heap profile of V8: node --heap-prof, DevTools", "heapprofile",
      FR_FORMAT_LINES},
     fr_heapprofile_probe,
     fr_heapprofile_read,
     NULL,
     false,
     0,
     "node --heap-prof PROGRAM.js"},
    {{"chrome-trace",
      "trace of DevTools, Perfetto, Node.js, clang -ftime-trace, Bazel: JSON of events", "trace",
      FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     fr_chrome_trace_probe,
     fr_chrome_trace_read,
     NULL,
     false,
     FR_SAMPLES_LAST,
     "clang -ftime-trace -c FILE.c; DevTools: Performance, Save profile"},
    {{"firefox", "profile of the Firefox Profiler: samply, Firefox, vernier", "json",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     fr_firefox_probe,
     fr_firefox_read,
     NULL,
     false,
     0,
     "samply record --save-only -o x.json PROGRAM; the Firefox Profiler: Download"},
    {{"async-html", "HTML of async-profiler and jfrconv", "html", 0},
     fr_async_html_probe,
     fr_async_html_read,
     NULL,
     false,
     0,
     "asprof -d 30 -f x.html PID"},
    {{"dhat", "heap profile of valgrind --tool=dhat, or of the Rust crate dhat", "dhat",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_dhat_probe,
     fr_dhat_read,
     NULL,
     false,
     0,
     "valgrind --tool=dhat PROGRAM"},
    {{"stackprof", "JSON of Ruby's stackprof with raw: true", "stackprof",
      FR_FORMAT_LINES | FR_FORMAT_TIMED},
     fr_stackprof_probe,
     fr_stackprof_read,
     NULL,
     false,
     0,
     "StackProf.run(mode: :cpu, raw: true, out: 'x') { ... }; stackprof --json x > x.json"},
    {{"flamebearer", "flame graph of Pyroscope as JSON, of one profile or two", "flamebearer", 0},
     fr_flamebearer_probe,
     fr_flamebearer_read,
     NULL,
     false,
     0,
     "curl 'PYROSCOPE/render?query=APP&from=now-1h&format=json'"},
    {{"perf-script", "text of perf script (Linux perf, simpleperf)", "perf",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     fr_perf_script_probe,
     fr_perf_script_read,
     fr_perf_script_boundary,
     false,
     FR_EVENTS_ADD_UP,
     "perf record -g -- PROGRAM; perf script > x.perf"},
    {{"dtrace", "stacks of DTrace: aggregations by stack() and ustack()", "dtrace",
      FR_FORMAT_MODULES},
     fr_dtrace_probe,
     fr_dtrace_read,
     NULL,
     false,
     0,
     "dtrace -n 'profile-97 { @[ustack()] = count(); }' -c PROGRAM"},
    {{"bpftrace", "maps of bpftrace by kstack and ustack", "bpftrace",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_bpftrace_probe,
     fr_bpftrace_read,
     NULL,
     false,
     FR_STACKS_OF_NAMES,
     "bpftrace -e 'profile:hz:99 { @[kstack, ustack, comm] = count(); }'"},
    {{"bpftrace-json", "the same maps by bpftrace -f json", "json",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_bpftrace_json_probe,
     fr_bpftrace_json_read,
     NULL,
     false,
     FR_STACKS_OF_NAMES,
     "bpftrace -f json -e 'profile:hz:99 { @[kstack, ustack, comm] = count(); }'"},
    {{"bcc", "stacks of BCC's profile, offcputime and stackcount, a frame a line", "bcc", 0},
     fr_bcc_probe,
     fr_bcc_read,
     NULL,
     false,
     FR_STACKS_OF_NAMES,
     "profile-bpfcc 30; offcputime-bpfcc 30; stackcount-bpfcc FUNCTION"},
    {{"systemtap", "stacks of SystemTap by print_stack(), with counts", "stap", FR_FORMAT_MODULES},
     fr_systemtap_probe,
     fr_systemtap_read,
     NULL,
     false,
     0,
     "foreach (s in n) { print_stack(s); println(n[s]) } in a probe's end"},
    {{"goroutines", "stacks of goroutines: debug=1, debug=2, SIGQUIT", "",
      FR_FORMAT_LINES | FR_FORMAT_LABELS},
     fr_goroutines_probe,
     fr_goroutines_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME,
     "curl 'HOST/debug/pprof/goroutine?debug=2'; kill -QUIT PID"},
    {{"java-threads", "thread dumps of a JVM: jstack, jcmd Thread.print", "jstack",
      FR_FORMAT_LINES | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     fr_java_threads_probe,
     fr_java_threads_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME,
     "jstack PID; jcmd PID Thread.print; kill -3 PID"},
    {{"austin", "text of Austin (Python): wall, cpu, memory, full", "austin",
      FR_FORMAT_LINES | FR_FORMAT_THREADS},
     fr_austin_probe,
     fr_austin_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME,
     "austin -o x.austin PROGRAM.py; mojo2austin x.mojo x.austin"},
    {{"python-threads", "thread dumps of Python: py-spy dump, faulthandler", "",
      FR_FORMAT_LINES | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     fr_python_threads_probe,
     fr_python_threads_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME,
     "py-spy dump --pid PID; faulthandler.dump_traceback()"},
    {{"backtraces", "stacks of all threads by gdb, pstack, eu-stack or lldb", "bt",
      FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_THREADS},
     fr_backtraces_probe,
     fr_backtraces_read,
     NULL,
     false,
     0,
     "gdb -batch -ex 'thread apply all bt' -p PID; eu-stack -p PID"},
    {{"macos-sample", "text of macOS's sample", "sample.txt",
      FR_FORMAT_MODULES | FR_FORMAT_THREADS},
     fr_macos_sample_probe,
     fr_macos_sample_read,
     NULL,
     false,
     0,
     "sample PROGRAM 10 -file x.sample.txt"},
    {{"instruments", "a call tree that Instruments of macOS copied (Deep Copy)", "", 0},
     fr_instruments_probe,
     fr_instruments_read,
     NULL,
     false,
     FR_STACKS_OF_NAMES,
     "Instruments: Edit, Deep Copy of the call tree; pbpaste > x.txt"},
    {{"pmcstat", "call graphs of pmcstat -G (FreeBSD)", "", FR_FORMAT_MODULES},
     fr_pmcstat_probe,
     fr_pmcstat_read,
     NULL,
     false,
     0,
     "pmcstat -S instructions -O x.pmc PROGRAM; pmcstat -R x.pmc -G x.txt"},
    {{"ghc-prof", "cost centres of Haskell: .prof of GHC", "prof",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_ghc_prof_probe,
     fr_ghc_prof_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME,
     "ghc -prof -fprof-auto PROGRAM.hs; ./PROGRAM +RTS -P"},
    {{"vtune", "top-down tables of Intel VTune, comma-separated", "csv",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_vtune_probe,
     fr_vtune_read,
     NULL,
     false,
     0,
     "vtune -report top-down -format csv -csv-delimiter comma"},
    {{"visual-studio", "call trees of Visual Studio's profiler, comma-separated", "csv",
      FR_FORMAT_MODULES},
     fr_visual_studio_probe,
     fr_visual_studio_read,
     NULL,
     false,
     0,
     "VSPerfReport /summary:calltree FILE.vsp"},
    {{"callgrind", "call graphs of callgrind, cachegrind, Xdebug: stacks are estimated", "out",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_callgrind_probe,
     fr_callgrind_read,
     NULL,
     false,
     FR_STACKS_OF_RUNTIME,
     "valgrind --tool=callgrind PROGRAM; php -d xdebug.mode=profile FILE.php"},
    {{"rows", "rows of samples, and an engine's answer to 'flamerender sql': TSV with names", "tsv",
      FR_FORMAT_TIMED | FR_FORMAT_LABELS},
     fr_rows_probe,
     fr_rows_read,
     NULL,
     false,
     FR_STACKS_OF_NAMES,
     "a query that 'flamerender sql' writes, and its answer as TSV with names"},
    {{"xctrace", "XML of xctrace export (Instruments): time-profile, cpu-profile", "xml",
      FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     fr_xctrace_probe,
     fr_xctrace_read,
     NULL,
     false,
     0,
     "xctrace export --input X.trace --xpath "
     "'/trace-toc/run/data/table[@schema=\"time-profile\"]'"},
    {{"flamerender", "a picture or page of flamerender that carries its data", "svg html",
      FR_FORMAT_LINES | FR_FORMAT_MODULES},
     fr_own_probe,
     fr_own_read,
     NULL,
     false,
     0,
     "flamerender FILE -o x.svg"},
    {{"flamegraph-svg", "SVG of flamegraph.pl or inferno, read from its boxes", "svg", 0},
     fr_flamegraph_svg_probe,
     fr_flamegraph_svg_read,
     NULL,
     false,
     FR_STACKS_OF_NAMES,
     "flamegraph.pl FILE > x.svg; inferno-flamegraph FILE > x.svg; cargo flamegraph"},
    {{"folded", "folded (collapsed) stacks: one 'frame;frame value' a line", "folded collapsed txt",
      FR_FORMAT_LINES},
     fr_folded_probe,
     fr_folded_read,
     fr_folded_boundary,
     false,
     FR_STACKS_OF_NAMES,
     "stackcollapse-*.pl FILE; py-spy record -f raw; asprof -o collapsed; profile-bpfcc -f; rbspy "
     "record -f collapsed"},
};

#define SURE      100 /* magic: no other format needs to be asked */
#define LIKELY    60  /* below it the signs of other things are looked for */
#define N_FORMATS (sizeof formats / sizeof *formats)

_Static_assert(N_FORMATS <= 64, "fr_profile_info.formats has a bit for each");

#define LIST_OF_FORMATS "'flamerender formats' lists what can be read"
#define ANYWAY          "--input-format=NAME reads it as that format anyway"

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

static const fr_format *find_format(const char *name)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (strcmp(formats[i].info.name, name) == 0)
            return &formats[i];
    return NULL;
}

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

/* The best row, and its score. */
static const fr_format *detect(fr_bytes head, bool whole, const char *name, int *score)
{
    const fr_format *best = NULL;
    int best_score = 0;

    for (size_t i = 0; i < N_FORMATS && best_score < 2 * SURE; i++) {
        int found = formats[i].probe(head, whole) * 2;
        if (found > 0 && has_suffix(&formats[i], fr_bytes_of(name)))
            found++;
        if (found > best_score) {
            best = &formats[i];
            best_score = found;
        }
    }
    *score = best_score / 2;
    return best;
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
        head = (fr_bytes){head.at + end + 1, head.len - end - 1};
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

static bool fail_suspect(const fr_suspect *suspect, fr_error *err)
{
    fr_fail(err, suspect->code, 0, 0, "%s", suspect->text);
    return fr_fail_hint(err, "%s; " ANYWAY, suspect->hint ? suspect->hint : LIST_OF_FORMATS);
}

/* A format that few lines speak for yields to the signs of others. NULL: *err has what it is instead. */
static const fr_format *recognise(fr_bytes head, bool whole, const char *name, fr_error *err)
{
    int score;
    const fr_format *format = detect(head, whole, name, &score);
    const fr_suspect *suspect = score < SURE ? fr_suspect_find(head, score >= LIKELY) : NULL;

    if (suspect)
        fail_suspect(suspect, err);
    else if (!format)
        fail_quoting(head, err);
    return suspect ? NULL : format;
}

const fr_format *fr_format_choose(fr_input *in, const char *name, fr_error *err)
{
    fr_bytes head = fr_input_fill(in, FR_PROBE_BYTES);
    bool whole = fr_input_at_end(in) && head.len <= FR_PROBE_BYTES;
    const fr_format *format;

    head.len = head.len < FR_PROBE_BYTES ? head.len : FR_PROBE_BYTES;
    if (fr_input_failed(in, err))
        return NULL;
    if (head.len == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "is empty");
        fr_fail_hint(err, "the command before the pipe printed nothing; see its own messages");
        return NULL;
    }
    if (name) {
        format = find_format(name);
        if (!format)
            fr_fail(err, FR_E_USAGE, 0, 0, "unknown input format '%s'", name);
        return format;
    }
    return recognise(head, whole, fr_input_name(in), err);
}
