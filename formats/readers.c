/*
 * readers.c - the table of formats that can be read; folded comes last.
 */
#include "formats/reader.h"

#define READER(name) .probe = fr_##name##_probe, .read = fr_##name##_read

static const fr_format formats[] = {
    {.info = {"pprof", "pprof (profile.proto) of Go, C++, Rust, eBPF profilers",
              "pb pprof pgo prof",
              FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_MODULES | FR_FORMAT_LABELS},
     READER(pprof),
     .shares = true,
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "go test -cpuprofile cpu.pb.gz; curl -o cpu.pb.gz HOST/debug/pprof/profile"},
    {.info = {"pprof-legacy",
              "what pprof reads besides: gperftools' CPU profiles, heaps of tcmalloc and jemalloc, "
              "contention",
              "prof heap hprof",
              FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_MODULES | FR_FORMAT_LABELS},
     READER(pprof_legacy),
     .command = "LD_PRELOAD=libprofiler.so CPUPROFILE=FILE PROGRAM; HEAPPROFILE=FILE; "
                "MALLOC_CONF=prof:true"},
    {.info = {"otlp",
              "OpenTelemetry profiles, experimental: the OpenTelemetry eBPF profiler, collectors",
              "otlp",
              FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_LABELS |
                  FR_FORMAT_THREADS},
     READER(otlp),
     .command =
         "what an agent sends to a collector at /v1development/profiles: the body of the request"},
    {.info = {"nflxprofile", "nflxprofile of Netflix, which FlameScope reads", "nflxprofile",
              FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(nflxprofile),
     .command = "nflxprofile's Python package: nflxprofile.convert.v8_cpuprofile"},
    {.info = {"jfr", "recordings by Java Flight Recorder and async-profiler", "jfr",
              FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     READER(jfr),
     .stacks = FR_STACKS_OF_RUNTIME | FR_STACKS_MARKED,
     .command = "java -XX:StartFlightRecording=filename=x.jfr PROGRAM; jcmd PID JFR.dump; asprof "
                "-o jfr -f "
                "x.jfr PID"},
    {.info = {"speedscope", "JSON of speedscope, sampled and evented: py-spy, rbspy, dotnet-trace",
              "speedscope.json", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(speedscope),
     .stacks = FR_SAMPLES_LAST,
     .command = "py-spy record -f speedscope -o x.json -- PROGRAM; dotnet-trace convert --format "
                "Speedscope "
                "FILE"},
    {.info = {"cpuprofile", "CPU profile of V8: node --cpu-prof, DevTools", "cpuprofile",
              FR_FORMAT_LINES | FR_FORMAT_TIMED},
     READER(cpuprofile),
     .stacks = FR_SAMPLES_LAST | FR_READ_IN_TIME,
     .command = "node --cpu-prof PROGRAM.js"},
    {.info = {"heapprofile", "heap profile of V8: node --heap-prof, DevTools", "heapprofile",
              FR_FORMAT_LINES},
     READER(heapprofile),
     .command = "node --heap-prof PROGRAM.js"},
    {.info = {"v8-log", "ticks of node --prof: JSON of node --prof-process --preprocess",
              "v8log.json", FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED},
     READER(v8_log),
     .command = "node --prof PROGRAM.js; node --prof-process --preprocess -j isolate-*-v8.log > "
                "x.v8log.json"},
    {.info = {"chrome-trace",
              "trace of DevTools, Perfetto, Node.js, clang -ftime-trace, Bazel: JSON of events",
              "trace", FR_FORMAT_LINES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(chrome_trace),
     .stacks = FR_SAMPLES_LAST | FR_READ_IN_TIME,
     .command = "clang -ftime-trace -c FILE.c; DevTools: Performance, Save profile"},
    {.info = {"firefox", "profile of the Firefox Profiler: samply, Firefox, vernier", "json",
              FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(firefox),
     .command = "samply record --save-only -o x.json PROGRAM; the Firefox Profiler: Download"},
    {.info = {"safari", "timeline of Safari's Web Inspector", "json",
              FR_FORMAT_LINES | FR_FORMAT_TIMED},
     READER(safari),
     .stacks = FR_SAMPLES_LAST | FR_READ_IN_TIME,
     .command = "Web Inspector, Timelines, JavaScript & Events: record, then Export"},
    {.info = {"async-html", "HTML of async-profiler and jfrconv", "html", 0},
     READER(async_html),
     .command = "asprof -d 30 -f x.html PID"},
    {.info = {"dhat", "heap profile of valgrind --tool=dhat, or of the Rust crate dhat", "dhat",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(dhat),
     .command = "valgrind --tool=dhat PROGRAM"},
    {.info = {"stackprof", "JSON of Ruby's stackprof with raw: true", "stackprof",
              FR_FORMAT_LINES | FR_FORMAT_TIMED},
     READER(stackprof),
     .command =
         "StackProf.run(mode: :cpu, raw: true, out: 'x') { ... }; stackprof --json x > x.json"},
    {.info = {"flamebearer", "flame graph of Pyroscope as JSON, of one profile or two",
              "flamebearer", 0},
     READER(flamebearer),
     .command = "curl 'PYROSCOPE/render?query=APP&from=now-1h&format=json'"},
    {.info = {"perf-data", "perf.data, the recording of Linux perf itself", "data",
              FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(perf_data),
     .stacks = FR_EVENTS_ADD_UP,
     .command = "perf record -g -- PROGRAM"},
    {.info = {"perf-script", "text of perf script (Linux perf, simpleperf)", "perf",
              FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(perf_script),
     .boundary = fr_perf_script_boundary,
     .stacks = FR_EVENTS_ADD_UP,
     .command = "perf record -g -- PROGRAM; perf script > x.perf"},
    {.info = {"dtrace", "stacks of DTrace: aggregations by stack() and ustack()", "dtrace",
              FR_FORMAT_MODULES},
     READER(dtrace),
     .command = "dtrace -n 'profile-97 { @[ustack()] = count(); }' -c PROGRAM"},
    {.info = {"bpftrace", "maps of bpftrace by kstack and ustack", "bpftrace",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(bpftrace),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "bpftrace -e 'profile:hz:99 { @[kstack, ustack, comm] = count(); }'"},
    {.info = {"bpftrace-json", "the same maps by bpftrace -f json", "json",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(bpftrace_json),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "bpftrace -f json -e 'profile:hz:99 { @[kstack, ustack, comm] = count(); }'"},
    {.info = {"bcc", "stacks of BCC's profile, offcputime and stackcount, a frame a line", "bcc",
              0},
     READER(bcc),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "profile-bpfcc 30; offcputime-bpfcc 30; stackcount-bpfcc FUNCTION"},
    {.info = {"systemtap", "stacks of SystemTap by print_stack(), with counts", "stap",
              FR_FORMAT_MODULES},
     READER(systemtap),
     .command = "foreach (s in n) { print_stack(s); println(n[s]) } in a probe's end"},
    {.info = {"goroutines", "stacks of goroutines: debug=1, debug=2, SIGQUIT", "",
              FR_FORMAT_LINES | FR_FORMAT_LABELS},
     READER(goroutines),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "curl 'HOST/debug/pprof/goroutine?debug=2'; kill -QUIT PID"},
    {.info = {"java-threads", "thread dumps of a JVM: jstack, jcmd Thread.print", "jstack",
              FR_FORMAT_LINES | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     READER(java_threads),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "jstack PID; jcmd PID Thread.print; kill -3 PID"},
    {.info = {"austin", "text of Austin (Python): wall, cpu, memory, full", "austin",
              FR_FORMAT_LINES | FR_FORMAT_THREADS},
     READER(austin),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "austin -o x.austin PROGRAM.py; mojo2austin x.mojo x.austin"},
    {.info = {"python-threads", "thread dumps of Python: py-spy dump, faulthandler", "",
              FR_FORMAT_LINES | FR_FORMAT_LABELS | FR_FORMAT_THREADS},
     READER(python_threads),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "py-spy dump --pid PID; faulthandler.dump_traceback()"},
    {.info = {"backtraces", "stacks of all threads by gdb, pstack, eu-stack or lldb", "bt",
              FR_FORMAT_LINES | FR_FORMAT_MODULES | FR_FORMAT_THREADS},
     READER(backtraces),
     .command = "gdb -batch -ex 'thread apply all bt' -p PID; eu-stack -p PID"},
    {.info = {"macos-sample", "text of macOS's sample", "sample.txt",
              FR_FORMAT_MODULES | FR_FORMAT_THREADS},
     READER(macos_sample),
     .command = "sample PROGRAM 10 -file x.sample.txt"},
    {.info = {"instruments", "a call tree that Instruments of macOS copied (Deep Copy)", "", 0},
     READER(instruments),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "Instruments: Edit, Deep Copy of the call tree; pbpaste > x.txt"},
    {.info = {"pmcstat", "call graphs of pmcstat -G (FreeBSD)", "", FR_FORMAT_MODULES},
     READER(pmcstat),
     .command = "pmcstat -S instructions -O x.pmc PROGRAM; pmcstat -R x.pmc -G x.txt"},
    {.info = {"ghc-prof", "cost centres of Haskell: .prof of GHC", "prof",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(ghc_prof),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "ghc -prof -fprof-auto PROGRAM.hs; ./PROGRAM +RTS -P"},
    {.info = {"ghc-json", "cost centres of Haskell: JSON of GHC", "prof",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(ghc_json),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "ghc -prof -fprof-auto PROGRAM.hs; ./PROGRAM +RTS -pj"},
    {.info = {"vtune", "top-down tables of Intel VTune, comma-separated", "csv",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(vtune),
     .command = "vtune -report top-down -format csv -csv-delimiter comma"},
    {.info = {"visual-studio", "call trees of Visual Studio's profiler, comma-separated", "csv",
              FR_FORMAT_MODULES},
     READER(visual_studio),
     .command = "VSPerfReport /summary:calltree FILE.vsp"},
    {.info = {"callgrind", "call graphs of callgrind, cachegrind, Xdebug: stacks are estimated",
              "out", FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(callgrind),
     .stacks = FR_STACKS_OF_RUNTIME,
     .command = "valgrind --tool=callgrind PROGRAM; php -d xdebug.mode=profile FILE.php"},
    {.info = {"rows",
              "rows of samples, and an engine's answer to 'flamerender sql': TSV with names", "tsv",
              FR_FORMAT_TIMED | FR_FORMAT_LABELS},
     READER(rows),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "a query that 'flamerender sql' writes, and its answer as TSV with names"},
    {.info = {"xctrace", "XML of xctrace export (Instruments): time-profile, cpu-profile", "xml",
              FR_FORMAT_MODULES | FR_FORMAT_TIMED | FR_FORMAT_THREADS},
     READER(xctrace),
     .stacks = FR_STACKS_OF_THREADS,
     .command = "xctrace export --input X.trace --xpath "
                "'/trace-toc/run/data/table[@schema=\"time-profile\"]'"},
    {.info = {"flamerender", "a picture or page of flamerender that carries its data", "svg html",
              FR_FORMAT_LINES | FR_FORMAT_MODULES},
     READER(own),
     .command = "flamerender FILE -o x.svg"},
    {.info = {"flamegraph-svg", "SVG of flamegraph.pl or inferno, read from its boxes", "svg", 0},
     READER(flamegraph_svg),
     .stacks = FR_STACKS_OF_NAMES,
     .command = "flamegraph.pl FILE > x.svg; inferno-flamegraph FILE > x.svg; cargo flamegraph"},
    {.info = {"folded", "folded (collapsed) stacks: one 'frame;frame value' a line",
              "folded collapsed txt", FR_FORMAT_LINES},
     READER(folded),
     .boundary = fr_folded_boundary,
     .stacks = FR_STACKS_OF_NAMES,
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

const fr_format *fr_format_row(size_t index)
{
    return index < N_FORMATS ? &formats[index] : NULL;
}
