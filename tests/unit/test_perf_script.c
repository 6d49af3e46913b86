/*
 * test_perf_script.c - perf script text as a whole: what every trap reads as, notes, errors, blocks,
 * detection, real recordings.
 */
#include "perf_fixture.h"

/* ------------------------------------------------------------ the probes */

#define STACK "main;leafcaller;native_safe_halt"

/* Files of tests/fuzz/corpus/perf_script/, one trap each. */
static const struct {
    const char *file, *want;
} probes[] = {
    {"01_plain", "java-?/12688;" STACK " 1\n"},
    {"02_period", "java-?/12688;" STACK " 1\n"},
    {"03_modifier", "java-?/12688;" STACK " 1\n"},
    {"04_uppp", "vote-?/913;" STACK " 1\n"},
    {"05_trace", "swapper-?/0;" STACK " 1\n"},
    {"06_trace_period", "foo-1/2;" STACK " 1\n"},
    {"08_comm_space", "V8 WorkerThread-24636/25607;" STACK " 1\n"},
    {"09_comm_digits", "foo 123 bar-456/457;" STACK " 1\n"},
    {"10_comm_colon", ":1234-?/1234;" STACK " 1\n"},
    {"12_leading", "java-?/12688;" STACK " 1\n"},
    {"13_nots", "java-?/19983;" STACK " 1\n"},
    {"14_raw", "java-19983/19984;" STACK " 1\n"},
    {"15_pmu", "java-1/2;" STACK " 1\n"},
    {"16_pmu_P", "java-1/2;" STACK " 1\n"},
    {"18_nostack", "app-1/2;" STACK " 1\n"
                   "nostack-1/2;[no stack] 1\n"
                   "note frameless x1 line 1: 1 sample without a stack, kept as [no stack]: "
                   "'perf record -g' records stacks\n"},
    {"19_names", "app-1/2;[unknown];operator->(x);(java);[app];foo\\x3bbar;"
                 "foo/Bar::baz;foo/Qux::quux;RegExp:[&<>\"];"
                 "std::function<void (int)>::operator()(int) const;operator()(int);"
                 "net/http.(*Client).Do;a::b<int (*)(char)>::c(std::string const&);"
                 "(anonymous namespace)::f(int, char);[unknown];[libfoo.so];[lib space.so];"
                 "baz;bar;foo 1\n"},
    {"20_names_java", "java-1/2;[unknown];operator->(x);(java);[app];foo\\x3bbar;"
                      "foo/Bar::baz;foo/Qux::quux;RegExp:[&<>\"];"
                      "std::function<void (int)>::operator()(int) const;operator()(int);"
                      "net/http.(*Client).Do;a::b<int (*)(char)>::c(std::string const&);"
                      "(anonymous namespace)::f(int, char);[unknown];[libfoo.so];[lib space.so];"
                      "baz;bar;foo 1\n"},
    {"21_noblank", "app-1/2;foo 1\nbee-1/2;bar 1\n"},
    {"22_crlf", "app-1/2;foo 1\nbee-1/2;bar 1\n"},
    {"24_single", "java-?/12688;bar 1\njava-?/12688;foo 34467\n"},
    {"25_single_nolead", "java-?/12688;foo 1\n"},
    {"26_srcline", "app-1/2;foo;do_it 1\n"},
    {"28_mmap", "app-1/2;foo 1\n"
                "note other-record x1 line 4: 1 record that is no sample: PERF_RECORD_MMAP2 1/2: "
                "[0x55(0x1000) @ 0 08:02 1 2]: r-xp /usr/bin/app\n"},
    {"29_nomod", "app-1/2;bar;foo 1\n"},
    {"31_src2", "app-1/2;main;[unknown];bar 1\n"},
    {"32_ops", "app-1/2;decltype(auto) foo(int);main.main.func1;Foo.(*Bar).Baz-fm;"
               "void (*foo)(int);f(void (*)(int));a::b::{lambda(int)#1}::operator()(int) const;"
               "foo::operator()(int) const;std::operator>>(x);operator<<(A const&);"
               "operator<(A const&);operator->(int) 1\n"},
    {"37_brstack", "app-12/13;foo 1\n"
                   "note skipped-line x1 line 3: 1 line without stacks skipped: "
                   "0x7f02/0x7f03/P/-/-/1\n"},
    {"38_uk", "app-12/13;foo 1\n"
              "note other-event x1 line 0: event 'cycles:k' has 1 sample and was not read; "
              "--event cycles:k reads it\n"},
};

static size_t load(const char *folder, const char *file, char *to, size_t room)
{
    const char *source = getenv("FR_SOURCE_DIR");
    char path[4096];
    FILE *in;
    size_t len;

    snprintf(path, sizeof path, "%s/%s/%s", source ? source : ".", folder, file);
    in = fopen(path, "rb");
    if (!in)
        fail_msg("cannot open '%s'", path);
    len = fread(to, 1, room, in);
    fclose(in);
    return len;
}

static void test_probes(void **state)
{
    static char text[ROOM];
    fr_read_options opt = perf_options();

    (void)state;
    for (size_t i = 0; i < COUNT(probes); i++) {
        size_t len = load("tests/fuzz/corpus/perf_script", probes[i].file, text, sizeof text);
        check(&opt, probes[i].file, text, len, probes[i].want);
        if (fr_perf_script_probe((fr_bytes){text, len}, true) != 60)
            fail_msg("%s: not recognised", probes[i].file);
    }
}

/* ------------------------------------------------------------ more traps */

static const struct {
    const char *text, *want;
} traps[] = {
    /* fields omitted */
    {"foobar [worker] 21332 cycles:\n" FRAMES, "foobar [worker]-?/21332;main;foo 1\n"},
    {"java 12\n" FRAMES "\njava 12\n" FRAMES, "java-?/12;main;foo 2\n"},
    {"java\n" FRAMES, "java-?/?;main;foo 1\n"},
    {"java cycles: \n" FRAMES "\njob 42 cycles: \n" FRAMES "\njava cycles: \n" FRAMES,
     "java-?/?;main;foo 2\njob-?/42;main;foo 1\n"},
    {"  958 \n" FRAMES "\n  961 \n" FRAMES, "-?/958;main;foo 1\n-?/961;main;foo 1\n"},
    {" cycles: \n" FRAMES "\n cycles: \n" FRAMES, "main;foo 2\n"},
    {"    10 \n" FRAMES "\n1000000000 \n" FRAMES,
     "-?/10;main;foo 1\nmain;foo 1\n"
     "note choice x1 line 0: 1 of 2 samples have no period, so each sample counts as 1\n"},
    /* a comm that looks as if it had a tid changes nothing for the others */
    {"java 5.000000:\n" FRAMES "\njob 42 7/9 5.000000:\n" FRAMES "\njava 6.000000:\n" FRAMES,
     "java-?/?;main;foo 2\njob 42-7/9;main;foo 1\n"},
    /* nothing but frames: with -g, and without */
    {"\n" FRAMES "\n\n" FRAMES "\n", "main;foo 2\n"},
    {"     ffffffff821f8b58 foo ([k])\n         5605d13be219 bar (/a)\n", "bar 1\nfoo 1\n"},
    {"          app  ffffffff821f8b58 foo ([k])\n    app 2        5605d13be219 bar (/a)\n",
     "app-?/2;bar 1\napp-?/?;foo 1\n"},
    {"java 12 5.0:\n" FRAMES "\njava 12 6.0:\n" FRAMES, "java-?/12;main;foo 2\n"},
    {"12 5.0: cycles:\n" FRAMES, "-?/12;main;foo 1\n"},
    /* the record's end */
    {"app 1/2 5.0: cycles:\n" FRAMES "app 1/2 5.0: cycles:\n\t7f03 bar (/a)",
     "app-1/2;bar 1\napp-1/2;main;foo 1\n"},
    {"\n\n\napp 1/2 5.0: cycles:\n" FRAMES "\n\n\n\n", "app-1/2;main;foo 1\n"},
    {"app 1/2 5.0: cycles:\r\n\t7f01 foo (/a)\r\n\r\n", "app-1/2;foo 1\n"},
    {"app 1/2 5.0: cycles:\n" FRAMES "   \t\nbee 1/2 5.0: cycles:\n" FRAMES,
     "app-1/2;main;foo 1\nbee-1/2;main;foo 1\n"},
    /* lines that don't belong */
    {"# ========\n#\n# cmdline : perf record\napp 1/2 5.0: cycles:\n# in between\n" FRAMES,
     "app-1/2;main;foo 1\n"},
    {"#worker 1/2 5.0: cycles:\n" FRAMES, "#worker-1/2;main;foo 1\n"},
    {"addr2line: 12 errors: bad\napp 1/2 5.0: cycles:\n\t7f01 foo (/a)\n"
     "Warning: 13 chunks: lost\n\t7f02 main (/a)\n",
     "app-1/2;main;foo 1\n"
     "note skipped-line x2 line 1: 2 lines without stacks skipped, the first: "
     "addr2line: 12 errors: bad\n"},
    {"app 1/2 5.0: cycles:\n" FRAMES "\n\t7f03 bar (/a)\n\n",
     "app-1/2;main;foo 1\n"
     "note orphan-frame x1 line 5: 1 frame outside of any record: 7f03 bar (/a)\n"},
    {"app 1/2 5.0: cycles:\n\tfoo (/a)\n" FRAMES,
     "app-1/2;main;foo 1\nnote rejected-line x1 line 2: 1 line rejected: foo (/a)\n"},
    {"app 1/2 5.0: cycles:\n" FRAMES "\napp 1/2 5.1: PERF_RECORD_LOST lost 55\n"
     "app 1/2 5.2: cycles:\n" FRAMES "\nPERF_RECORD_LOST_SAMPLES lost 7\n",
     "app-1/2;main;foo 2\n"
     "note lost x62 line 5: 62 samples lost by the recorder: 96.9 % of all, in 2 reports\n"},
    {"PERF_RECORD_THROTTLE time 1 id 2\napp 1/2 5.0: cycles:\n" FRAMES
     "\napp 1/2 5.1: PERF_RECORD_UNTHROTTLE time 2 id 2\nPERF_RECORD_LOST: id:3: lost:1\n",
     "app-1/2;main;foo 1\n"
     "note lost x1 line 7: 1 sample lost by the recorder: 50.0 % of all, in 1 report\n"
     "note throttled x1 line 1: the kernel throttled the sampling once: samples are missing where "
     "it was busiest; a lower frequency (perf record -F) avoids it\n"},
    /* lines of source belong to the frame above them; without one they are skipped */
    {"app 1/2 5.0: cycles:\n  a.c:1\n\t7f01 foo (/a)\n  a.c:12\n  b.c:3\n\t7f02 main\n"
     "  m.c:9 (inlined)\n\t7f03 up (/a)\n  a[7f03]\n\t7f04 top (/a)\n  ??:0\n",
     "app-1/2;top;up;main;foo 1\n"
     "note skipped-line x2 line 2: 2 lines without stacks skipped, the first: "
     "a.c:1\n"},
    /* a header of a form nobody has seen, above frames, isn't glued to the sample before it */
    {"app 1/2 5.0: cycles:\n" FRAMES "\nsome strange header\n\t7f03 bar (/a)\n\n",
     "app-1/2;main;foo 1\n"
     "note skipped-line x1 line 5: 1 line without stacks skipped: some strange "
     "header\n"
     "note orphan-frame x1 line 6: 1 frame outside of any record: 7f03 bar (/a)\n"},
    /* untimed, but with its event, among timed ones: frames make it a sample */
    {"app 1/2 5.0: cycles:\n" FRAMES "\napp 1/2 cycles:\n" FRAMES, "app-1/2;main;foo 2\n"},
    /* frames on header lines */
    {"app 1/2 5.0: cycles:  7f0000000001 foo+0x1 (/a)\napp 1/2 5.1: cycles:  7f0000000002 bar "
     "(/a)\n",
     "app-1/2;bar 1\napp-1/2;foo 1\n"},
    {"app 1/2 5.0: x:y:  7f0000000001 foo (/a)\n" FRAMES, "app-1/2;main;foo 1\n"},
    {"app 1/2 5.0: cycles:  7f0000000001 foo+0x1 (/a) 0x7f02/0x7f03/P/-/-/1\n", "app-1/2;foo 1\n"},
    {"app 12 5.0: 235 cpu/mem-loads/P:     7f0012345678          5080021 |OP LOAD|LVL L1 "
     "hit\n" FRAMES,
     "app-?/12;main;foo 1\n"},
    /* flags, addresses and data sources before the frame */
    {"app 12 5.0: 235 cpu/mem-loads/P:     7f0012345678          5080021 N/A|LCK No|BLK  N/A     "
     "7f0000000001 foo+0x1 (/a)\n",
     "app-?/12;foo 1\n"},
    {"app 12 5.0: 235 page-faults:     7f0012345678     7f0000000001 foo (/a)\n",
     "app-?/12;foo 1\n"},
    {"app 12 5.0: 5 branches: jmp                      7f0000000001 foo (/a) =>     7f0000000002 "
     "bar (/b)\n",
     "app-?/12;foo 1\n"},
    /* of perf kvm */
    {"VM:1234 VCPU:3 app 12 5.0: cycles:\n" FRAMES "\nVM:x 12 5.0: cycles:\n" FRAMES,
     "VM:x-?/12;main;foo 1\napp-?/12;main;foo 1\n"},
    /* bare frames */
    {"app 1/2 5.0: cycles:\n\t7f01\n\t7f02 main\n", "app-1/2;main;[unknown] 1\n"},
    {"app 1/2 5.0: cycles:\n\t7f01 [unknown] ([vdso])\n\t7f02 [unknown] ([kernel.kallsyms])\n"
     "\t7f03 [unknown] (/usr/lib/x.so (deleted))\n",
     "app-1/2;[x.so];[kernel.kallsyms];[vdso] 1\n"
     "note unknown-names x1 line 0: no frame has a symbol: 100 % of the value is in unknown "
     "functions; 'perf script' finds symbols on the machine that recorded, with debug packages\n"},
};

static void test_traps(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    for (size_t i = 0; i < COUNT(traps); i++)
        check_text(&opt, traps[i].text, traps[i].want);
}

/* --srcline makes lines of source a part of the names; what perf doesn't know adds nothing. */
static void test_lines_of_source(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.srcline = true;
    opt.perf.annotate_all = true;
    check_text(&opt,
               "app 1/2 5.0: cycles:\n\t7f01 foo+0x4 (/a)\n  /src/a b.c:12\n\t7f02 main\n"
               "  m.c:9 (inlined)\n\t7f02 [unknown] (/lib/x.so)\n  x.c:7 (discriminator 2)\n"
               "\t7f03 up (/a)\n  a[7f03]\n\n"
               "app 1/2 5.0: cycles:\n\t7f01 foo+0x8 (/a)\n  /src/a b.c:13\n\n"
               "app 1/2 5.0: cycles:  7f0000000001 foo+0x1 (/a)\n  a.c:2\n",
               "app-1/2;foo:/src/a b.c:13 1\napp-1/2;foo:a.c:2 1\n"
               "app-1/2;up;[x.so]:x.c:7;main:m.c:9_[i];foo:/src/a b.c:12 1\n");
}

/* Java's names are decoded where a JIT compiler wrote them, and nowhere else. */
static void test_java(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.annotate_all = true;
    check_text(&opt,
               "java 1/2 5.0: cycles:\n\t7f01 La/B$C;::put->Lx;::y->Lp/Q;::<init>+0x8 "
               "(/tmp/perf-7.map)\n\t7f02 Ljava/lang/Thread;::run (/tmp/perf-7.map)\n"
               "\t7f03 Lfoo;::a->Lbar;::b (/usr/lib/libjvm.so)\n\n",
               "java-1/2;Lfoo\\x3b::a->Lbar\\x3b::b;java/lang/Thread::run_[j];"
               "a/B$C::put_[j];x::y_[i];p/Q::<init>_[i] 1\n");
    opt.perf.annotate_all = false;
    check_text(&opt,
               "java 1/2 5.0: cycles:\n\t7f01 List::operator-> (/tmp/perf-7.map)\n"
               "\t7f02 operator->(x) (/tmp/perf-7.map)\n\t7f03 operator<<(A const&) (/a)\n"
               "\t7f04 f<a->b>(int) (/a)\n\t7f05 net/http.(*conn).serve (/a)\n"
               "\t7f06 LazyCompile:*a->b x.js:1 (/tmp/perf-7.map)\n"
               "\t7f07 a::{lambda(int)#1}::operator()(int) const (/a)\n"
               "\t7f08 La;::b->c (/tmp/perf-7.map)\n\t7f09 L;::b (/tmp/perf-7.map)\n",
               "java-1/2;L\\x3b::b;La\\x3b::b->c;a::{lambda(int)#1}::operator()(int) const;"
               "a->b (x.js:1);net/http.(*conn).serve;f<a->b>(int);operator<<(A const&);"
               "operator->(x);List::operator-> 1\n");
}

/* What --header tells; host and command line only where that is asked for. */
static void test_provenance(void **state)
{
    static const char text[] =
        "# ========\n# captured on    : Sat Nov 21 19:18:47 2026\n# hostname : build7\n"
        "# cmdline : /usr/bin/perf record -F 499 ./app --token=x \n"
        "# event : name = cpu/event=0x3c,umask=0x1/, , id = { 402, 403 }, type = 4, "
        "{ sample_period, sample_freq } = 100003, sample_type = IP|TID\n"
        "# event : name = cycles:u, type = 0, { sample_period, sample_freq } = 499, freq = 1\n"
        "# sample duration :    335.772 ms\n# ========\n#\n" EVENT("cycles:u", "5", "u")
            EVENT("cpu/event=0x3c,umask=0x1/", "7", "c");
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.event = "cycles:u,cpu/event=0x3c,umask=0x1/";
    check_text(&opt, text,
               "app-1/2;c 7\napp-1/2;u 5\n"
               "note choice x1 line 0: event 'cycles:u' adds 1 sample to the sum\n"
               "note choice x1 line 0: event 'cpu/event=0x3c,umask=0x1/' adds 1 sample to the sum\n"
               "note provenance x1 line 0: recorded: for 335.772 ms\n");
    opt.perf.event = "cpu/event=0x3c,umask=0x1/";
    check_text(&opt, text,
               "app-1/2;c 1\n"
               "note other-event x1 line 0: event 'cycles:u' has 1 sample and was not read; "
               "--event cycles:u reads it\n"
               "note provenance x1 line 0: recorded: cpu/event=0x3c,umask=0x1/, a sample every "
               "100003 events, for 335.772 ms\n");
    opt.perf.event = "cycles:u";
    opt.perf.provenance = true;
    check_text(&opt, text,
               "app-1/2;u 1\n"
               "note other-event x1 line 0: event 'cpu/event=0x3c,umask=0x1/' has 1 sample and was "
               "not read; --event cpu/event=0x3c,umask=0x1/ reads it\n"
               "note provenance x1 line 0: recorded: cycles:u 499 times a second, for 335.772 ms\n"
               "note provenance x1 line 0: recorded on host build7\n"
               "note provenance x1 line 0: recorded by: /usr/bin/perf record -F 499 ./app "
               "--token=x\n");
}

/* ------------------------------------------------------------ options */

static void test_roots(void **state)
{
    static const char *const want[] = {
        [FR_ROOT_COMM] = "my app;main;foo 1\n",
        [FR_ROOT_COMM_PID] = "my app-1;main;foo 1\n",
        [FR_ROOT_COMM_TID] = "my app-1/2;main;foo 1\n",
        [FR_ROOT_NONE] = "main;foo 1\n",
    };
    fr_read_options opt = perf_options();

    (void)state;
    for (size_t i = 0; i < COUNT(want); i++) {
        opt.perf.root = (fr_root)i;
        check_text(&opt, "my app 1/2 5.0: cycles:\n" FRAMES, want[i]);
    }
    opt.perf.root = FR_ROOT_COMM;
    check_text(&opt, "12 5.0: cycles:\n" FRAMES, "main;foo 1\n");
}

/* "worker-12" and "worker-3" meet under the root; pid and tid stay what they are. */
static void test_strip_thread_numbers(void **state)
{
    static const struct {
        const char *comm, *stem;
    } cases[] = {
        {"worker-12", "worker"},
        {"kworker/0:1", "kworker"},
        {"kworker/u8:2", "kworker/u"},
        {"V8 Worker 3", "V8 Worker"},
        {"GC Thread#7", "GC Thread"},
        {"pool-1-thread-3", "pool-1-thread"},
        {"worker-thread-", "worker-thread"},
        {"rayon12", "rayon"},
        {":1234", ":1234"},
        {"java", "java"},
        {"[ET_NET 0]", "[ET_NET 0]"},
        {"7", "7"},
    };
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.strip_thread_numbers = true;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[100], want[100];
        snprintf(text, sizeof text, "%s 5/6 1.0: cycles:\n\t7f01 f (/a)\n\n", cases[i].comm);
        snprintf(want, sizeof want, "%s-5/6;f 1\n", cases[i].stem);
        check_text(&opt, text, want);
    }
    opt.perf.root = FR_ROOT_COMM;
    check_text(&opt,
               "worker-12 5/6 1.0: cycles:\n\t7f01 f (/a)\n\n"
               "worker-3 5/7 1.0: cycles:\n\t7f01 f (/a)\n\n",
               "worker;f 2\n");
}

/* Two instances of a Rust function, one of them mangled, are one function. */
static void test_rust_symbols(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    check_text(&opt,
               "app 1/2 5.0: cycles:\n\t7f01 core::fmt::write::h0123456789abcdef+0x1f (/a)\n\n"
               "app 1/2 5.0: cycles:\n\t7f02 _ZN4core3fmt5write17h0123456789abcdeaE (/a)\n\n",
               "app-1/2;core::fmt::write 2\n");
}

static void test_addresses(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.addresses = true;
    check_text(
        &opt,
        "app 1/2 5.0: cycles:\n\t7f01 foo (/a)\n\t7f02 [unknown] (/usr/lib/libfoo.so)\n"
        "\t7f03 [unknown] ([unknown])\n\t7f04\n\t7f05 [unknown] ([vdso])\n",
        "app-1/2;[vdso] 0x7f05;[unknown] 0x7f04;[unknown] 0x7f03;[libfoo.so] 0x7f02;foo 1\n");
}

static void test_depth_limit(void **state)
{
    fr_read_options opt = perf_options();
    char text[8192] = "app 1/2 5.0: cycles:\n";

    (void)state;
    for (int i = 0; i < 100; i++)
        strcat(text, "\t7f01 foo (/a)\n");
    opt.limits.stack_depth = 16;
    check_text(&opt, text,
               "error 4 line 1: a stack of more than 16 frames\n"
               "hint: --limit-depth raises the limit\n");
}

/* ------------------------------------------------------------ nothing to show */

static void test_nothing_to_show(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    check_text(&opt, "# ========\n# captured on: x\n#\n",
               "error 5 line 0: no sample in 3 lines\nhint: the text of 'perf script' was "
               "expected\n");
    check_text(&opt, "a 1 5.0: 1 cycles:\nb 1 5.0: 1 cycles:\n\n",
               "error 5 line 0: 2 samples, none with a stack\n"
               "hint: record with 'perf record -g' (or --call-graph dwarf)\n");
    check_text(&opt, "f  9566 [001] 18490161.191157: mm_pagevec_free: page=0xff pfn=6 order=0\n",
               "error 5 line 0: 1 sample, without a stack\n"
               "hint: record with 'perf record -g' (or --call-graph dwarf)\n");
    check_text(&opt, "PERF_RECORD_LOST lost 5\n" FRAMES,
               "error 1 line 0: 2 frames, but no line starts a sample\n"
               "hint: perf script -F comm,tid,time,event,ip,sym,dso prints what is needed\n");
}

/* ------------------------------------------------------------ blocks and long lines */

/* More text than a block, so that lines and samples lie across its end. */
static void test_blocks(void **state)
{
    static const char sample[] = "app 1/2 5.0: cycles:\n\t7f01 foo (/a)\n\t7f02 main (/a)\n\n";
    size_t n = 100000, len = sizeof sample - 1;
    char *text = malloc(n * len);
    fr_read_options opt = perf_options();

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        memcpy(text + i * len, sample, len);
    check(&opt, "blocks", text, n * len, "app-1/2;main;foo 100000\n");
    free(text);
}

static void test_long_lines(void **state)
{
    static const char head[] = "app 1/2 5.0: cycles:\n\t7f01 ";
    static const char tail[] = " (/a)\n\t7f02 main (/a)\n";
    size_t name = (size_t)3 << 20, len = sizeof head - 1 + name + sizeof tail - 1;
    char *text = malloc(len);
    fr_read_options opt = perf_options();
    fr_error err = {0};
    fr_reader *reader;
    fr_profile *profile;
    fr_profile_info info;
    fr_note note;

    (void)state;
    opt.perf.root = FR_ROOT_NONE;
    assert_non_null(text);
    memcpy(text, head, sizeof head - 1);
    memset(text + sizeof head - 1, 'x', name);
    memcpy(text + sizeof head - 1 + name, tail, sizeof tail - 1);
    reader = fr_reader_new(&opt, &err);
    assert_true(fr_reader_add_memory(reader, "in", text, len, &err));
    profile = fr_reader_finish(reader, &err);
    assert_non_null(profile);
    fr_profile_describe(profile, &info);
    assert_int_equal(info.n_records, 1);
    assert_int_equal(info.n_stacks, 2);
    assert_true(fr_profile_note(profile, 0, &note));
    assert_string_equal(note.kind, "cut-name");
    assert_int_equal(note.first_line, 2);
    fr_profile_free(profile);
    free(text);
}

/* ------------------------------------------------------------ detection */

static const struct {
    const char *text;
    int score;
} detections[] = {
    {"java 12 5.0: cycles:\n\t7f01 foo (/a)\n", 60},
    {"java 12 cycles:\n\t7f01 foo (/a)\n", 60},
    {"java 12\n\t7f01 foo (/a)\n", 60},
    {"java 12 5.0: cycles:  7f0000000001 foo (/a)\n", 60},
    {"# captured on\n\njava 12 5.0: cycles:\n", 10},
    {"java 12 cycles:\n", 10},
    {"\t7f01 foo (/a)\n", 10},
    {"", 0},
    {"main;foo;bar 12\nmain;baz 3\n", 0},
    {"main;a 5.0: b 12\n", 0},
    {"foo 12\nbar 13\n", 0},
    {"{\"nodes\": [1, 2]}\n", 0},
    {"<html><body>1.0: x</body></html>\n", 0},
    {"\x7f"
     "ELF\x02\x01\x01\n\n",
     0},
    {"PERFILE2h\n", 0},
    {"some prose: it has 12 words and 2.5 colons: none of them a header\n", 0},
};

static void test_detection(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(detections); i++) {
        int score = fr_perf_script_probe(fr_bytes_of(detections[i].text), true);
        if (score != detections[i].score)
            fail_msg("'%s' scores %d, not %d", detections[i].text, score, detections[i].score);
    }
    /* a line that goes on past the bytes seen says nothing */
    assert_int_equal(fr_perf_script_probe(FR_LITERAL("java 12 5.0: cycles:"), false), 0);
}

/* ------------------------------------------------------------ real recordings */

static const struct {
    const char *file, *event;
    uint64_t n_samples;
} recordings[] = {
    {"native.perf.gz", NULL, 497},       {"templates.perf.gz", NULL, 198},
    {"nodejs.perf.gz", NULL, 205},       {"multi.perf.gz", NULL, 369},
    {"multi-fields.perf.gz", NULL, 369}, {"gopipe.perf.gz", NULL, 351},
    {"waiter.perf.gz", NULL, 277},       {"waiter.perf.gz", "sched:sched_switch", 342},
    {"stall.perf.gz", NULL, 779},
};

static fr_profile *read_recording(const char *file, const char *event)
{
    const char *source = getenv("FR_SOURCE_DIR");
    fr_read_options opt = perf_options();
    fr_error err = {0};
    fr_reader *reader;
    char path[4096];

    opt.perf.event = event;
    opt.perf.root = FR_ROOT_COMM;
    opt.input_format = NULL;
    snprintf(path, sizeof path, "%s/tests/data/%s", source ? source : ".", file);
    reader = fr_reader_new(&opt, &err);
    if (!fr_reader_add_path(reader, path, &err))
        fail_msg("%s: %s", path, err.text);
    return fr_reader_finish(reader, &err);
}

static void test_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(recordings); i++) {
        fr_profile *profile = read_recording(recordings[i].file, recordings[i].event);
        fr_profile_info info;
        fr_column_info column;
        fr_note note;
        assert_non_null(profile);
        fr_profile_describe(profile, &info);
        assert_true(fr_profile_column(profile, 0, &column));
        assert_string_equal(info.format, "perf-script");
        assert_int_equal(info.n_records, recordings[i].n_samples);
        assert_int_equal(column.total, recordings[i].n_samples);
        assert_int_equal(info.n_frameless, 0);
        for (uint32_t k = 0; fr_profile_note(profile, k, &note); k++)
            assert_string_equal(note.kind, "other-event");
        fr_profile_free(profile);
    }
}

/* The same recording printed with other fields is the same profile. */
static void test_fields_do_not_matter(void **state)
{
    static char one[ROOM], two[ROOM];
    fr_profile *plain = read_recording("multi.perf.gz", NULL);
    fr_profile *fields = read_recording("multi-fields.perf.gz", NULL);

    (void)state;
    one[0] = two[0] = '\0';
    put_profile(one, plain);
    put_profile(two, fields);
    assert_string_equal(one, two);
    fr_profile_free(plain);
    fr_profile_free(fields);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probes),
        cmocka_unit_test(test_traps),
        cmocka_unit_test(test_lines_of_source),
        cmocka_unit_test(test_java),
        cmocka_unit_test(test_provenance),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_strip_thread_numbers),
        cmocka_unit_test(test_rust_symbols),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_depth_limit),
        cmocka_unit_test(test_nothing_to_show),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_detection),
        cmocka_unit_test(test_recordings),
        cmocka_unit_test(test_fields_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
