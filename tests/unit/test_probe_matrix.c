/*
 * test_probe_matrix.c - a sample of each format against every reader: content tells which one it is, and a reader that is
 * given another one's file ends in an error with a sentence, or in a profile whose sums agree, never in a crash.
 */
#include "unit/unit.h"

static const struct {
    const char *format, *sample; /* in golden/ */
} samples[] = {
    {"pprof", "pprof/addresses/in.pb"},
    {"pprof-legacy", "pprof_legacy/gperftools/in.prof"},
    {"pprof-legacy", "pprof_legacy/tcmalloc/in.heap"},
    {"pprof-legacy", "pprof_legacy/jemalloc/in.heap"},
    {"pprof-legacy", "pprof_legacy/contention/in.txt"},
    {"pprof-legacy", "pprof_legacy/threads/in.txt"},
    {"pprof-legacy", "pprof_legacy/java_heap/in.txt"},
    {"otlp", "otlp/agent/in.otlp"},
    {"otlp", "otlp/hostile/in.otlp"},
    {"nflxprofile", "nflxprofile/own_stacks/in.nflxprofile"},
    {"nflxprofile", "nflxprofile/parents/in.nflxprofile"},
    {"jfr", "jfr/cpu/in.jfr"},
    {"speedscope", "speedscope/evented/in.json"},
    {"speedscope", "speedscope/sampled/in.json"},
    {"cpuprofile", "cpuprofile/node/in.json"},
    {"cpuprofile", "cpuprofile/hostile_names/in.json"},
    {"heapprofile", "heapprofile/node/in.json"},
    {"v8-log", "v8_log/plain/in.v8log.json"},
    {"chrome-trace", "chrome_trace/clang/in.json"},
    {"chrome-trace", "chrome_trace/profile/in.json"},
    {"chrome-trace", "chrome_trace/open/in.json"},
    {"chrome-trace", "chrome_trace/cpu_profile/in.json"},
    {"firefox", "firefox/processed/in.json"},
    {"firefox", "firefox/gecko/in.json"},
    {"firefox", "firefox/devtools/in.json"},
    {"safari", "safari/recording/in.json"},
    {"async-html", "async_html/page/in.html"},
    {"dhat", "dhat/valgrind/in.json"},
    {"stackprof", "stackprof/plain/in.json"},
    {"flamebearer", "flamebearer/single/in.json"},
    {"rows", "rows/answer/in.tsv"},
    {"flamebearer", "flamebearer/double/in.json"},
    {"perf-script", "perf_script/inlined/in.perf"},
    {"perf-data", "perf_data/frame_pointers/in.data"},
    {"perf-data", "perf_data/pipe/in.data"},
    {"dtrace", "dtrace/hostile/in.txt"},
    {"bpftrace", "bpftrace/hostile/in.txt"},
    {"bpftrace-json", "bpftrace_json/stacks/in.json"},
    {"austin", "austin/full/in.txt"},
    {"bcc", "bcc/hostile/in.txt"},
    {"systemtap", "systemtap/counts/in.txt"},
    {"goroutines", "goroutines/debug_1/in.txt"},
    {"goroutines", "goroutines/threadcreate/in.txt"},
    {"java-threads", "java_threads/jstack/in.txt"},
    {"python-threads", "python_threads/faulthandler/in.txt"},
    {"backtraces", "backtraces/gdb/in.txt"},
    {"macos-sample", "macos_sample/hostile/in.txt"},
    {"instruments", "instruments/deep_copy/in.txt"},
    {"instruments", "instruments/cycles/in.txt"},
    {"instruments", "instruments/xcode_16/in.txt"},
    {"instruments", "instruments/allocations/in.txt"},
    {"pmcstat", "pmcstat/graph/in.txt"},
    {"ghc-prof", "ghc_prof/hostile/in.txt"},
    {"ghc-json", "ghc_json/plain/in.prof"},
    {"vtune", "vtune/lines/in.txt"},
    {"visual-studio", "visual_studio/hostile/in.txt"},
    {"callgrind", "callgrind/hostile/in.txt"},
    {"xctrace", "xctrace/samples/in.txt"},
    {"flamegraph-svg", "flamegraph_svg/inferno/in.svg"},
    {"folded", "folded/plain/in.folded"},
};

static char *load(const char *sample, size_t *len)
{
    const char *root = getenv("FR_SOURCE_DIR");
    char path[512], *bytes = malloc(1 << 20);
    FILE *in;

    snprintf(path, sizeof path, "%s/golden/%s", root ? root : ".", sample);
    in = fopen(path, "rb");
    if (!in)
        fail_msg("no %s", path);
    *len = fread(bytes, 1, 1 << 20, in);
    fclose(in);
    return bytes;
}

static void content_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++) {
        size_t len;
        char *bytes = load(samples[i].sample, &len);
        fr_error err = {0};
        fr_profile_info info;
        fr_profile *profile = try_read(bytes, len, NULL, &err);
        if (!profile)
            fail_msg("%s: %s", samples[i].sample, err.text);
        fr_profile_describe(profile, &info);
        if (strcmp(info.format, samples[i].format) != 0)
            fail_msg("%s was taken for %s", samples[i].sample, info.format);
        fr_profile_free(profile);
        free(bytes);
    }
}

/* The profile's total is the sum of what its stacks have. */
static void check_sums(fr_profile *profile)
{
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(profile, NULL, &err);

    assert_true(tree || err.text[0]);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

static void every_reader_ends(void **state)
{
    fr_format_info info;
    size_t n_read = 0, n_refused = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++) {
        size_t len;
        char *bytes = load(samples[i].sample, &len);
        for (size_t k = 0; fr_input_format_at(k, &info); k++) {
            fr_read_options opt = FR_READ_DEFAULTS;
            fr_error err = {0};
            opt.input_format = info.name;
            opt.keep_samples = true;
            fr_profile *profile = try_read(bytes, len, &opt, &err);
            if (!profile && (err.code == FR_OK || !err.text[0]))
                fail_msg("%s as %s: no profile, and no error", samples[i].sample, info.name);
            n_read += profile != NULL;
            n_refused += !profile;
            if (profile)
                check_sums(profile);
        }
        free(bytes);
    }
    assert_true(n_read >= COUNT(samples)); /* each by its own reader */
    assert_true(n_refused > 4 * n_read);   /* nearly all others refuse */
}

/* Each format has a sample here, but the one that our own pictures hold. */
static void every_format_is_here(void **state)
{
    static const char *const elsewhere[] = {"flamerender"};
    fr_format_info info;

    (void)state;
    for (size_t k = 0; fr_input_format_at(k, &info); k++) {
        bool found = false;
        for (size_t i = 0; i < COUNT(samples) && !found; i++)
            found = strcmp(samples[i].format, info.name) == 0;
        for (size_t i = 0; i < COUNT(elsewhere) && !found; i++)
            found = strcmp(elsewhere[i], info.name) == 0;
        if (!found)
            fail_msg("no sample of %s", info.name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_tells),
        cmocka_unit_test(every_reader_ends),
        cmocka_unit_test(every_format_is_here),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
