/*
 * test_quality.c - what is said of stacks: each cause from recordings written for it, silence about
 * good ones, and no word that depends on the order of the input.
 */
#include "base/arena.h"
#include "base/name_place.h"
#include "model/report/quality.h"
#include "unit/unit.h"

/* ---- names ---- */

static void names(void **state)
{
    static const struct {
        const char *name;
        fr_kind kind;
        unsigned traits;
    } rows[] = {
        {"main", FR_KIND_USER, FR_FRAME_ROOT},
        {"main.main", FR_KIND_USER, 0},
        {"__libc_start_main@@GLIBC_2.34", FR_KIND_USER, FR_FRAME_ROOT},
        {"start_thread", FR_KIND_USER, FR_FRAME_ROOT},
        {"started", FR_KIND_USER, 0},
        {"ret_from_fork_asm", FR_KIND_KERNEL, FR_FRAME_KERNEL | FR_FRAME_ROOT},
        {"inner", FR_KIND_INLINED, FR_FRAME_INLINED},
        {"[unknown]", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE},
        {"[unknown]", FR_KIND_PROCESS, FR_FRAME_PROCESS},
        {"??", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE},
        {"0x7f3a12b0", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE},
        {"7f3a12b0c4d8", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE},
        {"cafe", FR_KIND_USER, 0},
        {"0xffffffff8109f9f8", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE | FR_FRAME_KERNEL},
        {"ffffffffffffffff", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE},
        {"[libc.so.6]", FR_KIND_USER, FR_FRAME_UNKNOWN},
        {"[libc.so.6] 0x7f3a12b0", FR_KIND_USER, FR_FRAME_UNKNOWN},
        {"[unknown] 0x7f3a12b0", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_BARE},
        {"[kernel.kallsyms]", FR_KIND_KERNEL, FR_FRAME_UNKNOWN | FR_FRAME_KERNEL},
        {"[perf-12.map]", FR_KIND_JIT, FR_FRAME_UNKNOWN | FR_FRAME_COMPILED},
        {"[//anon]", FR_KIND_USER, FR_FRAME_UNKNOWN | FR_FRAME_COMPILED},
        {"JS:~f", FR_KIND_JIT, FR_FRAME_COMPILED},
        {"[no stack]", FR_KIND_USER, FR_FRAME_ABSENT},
        {"[idle]", FR_KIND_USER, 0},
        {"[a] b]c", FR_KIND_USER, 0},
        {"", FR_KIND_USER, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned got = fr_frame_traits(fr_bytes_of(rows[i].name), rows[i].kind);
        if (got != rows[i].traits)
            print_error("'%s': %x\n", rows[i].name, got);
        assert_int_equal(got, rows[i].traits);
    }
}

/* ---- recordings ---- */

typedef struct recording {
    char *at;
    size_t len, cap;
} recording;

static void put(recording *t, const char *part, size_t len)
{
    char *more = fr_grow(t->at, &t->cap, t->len + len + 1, 1);

    assert_non_null(more);
    t->at = more;
    memcpy(t->at + t->len, part, len);
    t->len += len;
    t->at[t->len] = '\0';
}

static void put_text(recording *t, const char *part)
{
    put(t, part, strlen(part));
}

/* A frame as perf prints it: "f" and "f@module"; "?" has neither. */
static void put_frame(recording *t, const char *frame, size_t len)
{
    const char *at = memchr(frame, '@', len);

    put_text(t, "\t7f0012345678 ");
    if (len == 1 && *frame == '?') {
        put_text(t, "[unknown] ([unknown])\n");
        return;
    }
    put(t, frame, at ? (size_t)(at - frame) : len);
    put_text(t, " (");
    if (at)
        put(t, at + 1, len - (size_t)(at + 1 - frame));
    put_text(t, at ? ")\n" : "/app)\n");
}

/* A sample of "comm;root;...;leaf". */
static void put_sample(recording *t, const char *stack, unsigned time)
{
    const char *comm_end = strchr(stack, ';'), *end = stack + strlen(stack), *start;
    char header[60];

    put(t, stack, (size_t)((comm_end ? comm_end : end) - stack));
    sprintf(header, " 7/7 [000] %u.%03u: 1 cycles:\n", time / 1000, time % 1000);
    put_text(t, header);
    for (; comm_end && end > comm_end; end = start) {
        for (start = end; start[-1] != ';'; start--)
            ;
        put_frame(t, start, (size_t)(end - start));
        start--;
    }
    put_text(t, "\n");
}

typedef struct part {
    unsigned n; /* samples */
    const char *stack;
} part;

#define MOST_PARTS 6

static recording record(const part *parts, bool backwards)
{
    recording t = {0};

    for (size_t i = 0; i < MOST_PARTS; i++) {
        const part *p = &parts[backwards ? MOST_PARTS - 1 - i : i];
        for (unsigned k = 0; p->stack && k < p->n; k++)
            put_sample(&t, p->stack, 1000 + k);
    }
    return t;
}

static fr_profile *profile_of(recording t, const char *format)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_profile *profile;

    opt.input_format = format;
    opt.keep_samples = true;
    opt.judge = true;
    profile = try_read(t.at, t.len, &opt, &err);
    if (!profile)
        print_error("%s\n%.*s", err.text, (int)t.len, t.at);
    assert_non_null(profile);
    free(t.at);
    return profile;
}

static fr_profile *recorded(const part *parts)
{
    return profile_of(record(parts, false), "perf-script");
}

static char *report_of(const fr_profile *profile, const char *format)
{
    fr_error err = {0};
    fr_report *report = fr_report_check(profile, NULL, &err);
    fr_output *out = fr_output_memory();
    size_t len;
    char *copy;

    assert_true(report && out);
    fr_report_write(report, format, out);
    copy = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    fr_report_free(report);
    return copy;
}

static fr_quality *quality_of(const fr_profile *profile)
{
    fr_quality *q = malloc(sizeof *q);

    assert_non_null(q);
    assert_true(fr_quality_measure(q, profile, 0, FR_UNKNOWN_MAX_PPM));
    return q;
}

/* What is bad, and by how much, of which whole. */
static void causes(void **state)
{
    static const struct {
        const char *what;
        part parts[MOST_PARTS];
        int cause; /* -1: nothing is bad */
        int64_t part, whole;
    } rows[] = {
        {"healthy", {{90, "app;_start;main;f;g"}, {10, "app;start_thread;h"}}, -1, 0, 0},
        {"a leaf without frame pointers now and then",
         {{81, "app;_start;main;f"}, {10, "app;malloc"}, {9, "app;?;memcpy"}},
         -1,
         0,
         0},
        {"every stack ends in an odd function",
         {{70, "app;_start;main;f"},
          {4, "app;malloc"},
          {4, "app;free"},
          {4, "app;memcpy"},
          {18, "app;?;strlen"}},
         FR_CAUSE_NO_ROOT,
         30,
         100},
        {"threads that begin with a function of theirs",
         {{50, "app;worker;f"}, {50, "app;ticker;g;h"}},
         -1,
         0,
         0},
        {"garbage outermost, under it where threads begin",
         {{100, "app;?;main;f;g;h;i"}},
         -1,
         0,
         0},
        {"kernel threads",
         {{60, "kworker;kthread@[kernel.kallsyms];f@[kernel.kallsyms]"},
          {40, "app;g@[kernel.kallsyms];h@[kernel.kallsyms]"}},
         -1,
         0,
         0},
        {"too few to tell", {{1, "app;malloc"}, {1, "app;?;f"}, {9, "app;main;f;g;h;i"}}, -1, 0, 0},
        {"no symbols of a library",
         {{20, "app;main;[unknown]@/lib/libx.so.1"}, {30, "app;main;f;g;h"}},
         FR_CAUSE_UNKNOWN,
         0,
         0}, /* 20 of 160 frames: 12.5 %, good */
        {"a stripped program",
         {{60, "app;main;[unknown]@/app"}, {40, "app;main"}},
         FR_CAUSE_UNKNOWN,
         60,
         160},
        {"kernel symbols hidden",
         {{85, "app;main;f;g;h;i"}, {15, "app;main;f;[unknown]@[kernel.kallsyms]"}},
         FR_CAUSE_KERNEL,
         15,
         100},
        {"no perf-PID.map",
         {{80, "node;_start;f;g;h;i"}, {20, "node;_start;f;g;h;[unknown]@/tmp/perf-12.map"}},
         FR_CAUSE_COMPILED,
         20,
         100},
        {"no call graphs", {{60, "app;main"}, {40, "app;main;f"}}, FR_CAUSE_ONE_FRAME, 60, 100},
        {"some without a stack", {{80, "app;main;f"}, {20, "app"}}, FR_CAUSE_NO_STACK, 20, 100},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *profile = recorded(rows[i].parts);
        fr_quality *q = quality_of(profile);
        for (int c = 0; c < FR_N_SHARES; c++) {
            bool bad = rows[i].part && c == rows[i].cause;
            if ((q->found[c].level == FR_LEVEL_BAD) != bad)
                print_error("%s: cause %d, %lld of %lld\n", rows[i].what, c,
                            (long long)q->found[c].part, (long long)q->found[c].whole);
            assert_int_equal(q->found[c].level == FR_LEVEL_BAD, bad);
        }
        if (rows[i].part) {
            assert_int_equal(q->found[rows[i].cause].part, rows[i].part);
            assert_int_equal(q->found[rows[i].cause].whole, rows[i].whole);
        }
        assert_int_equal(note_of(profile, "quality").n, rows[i].part ? 1 : 0);
        free(q);
        fr_profile_free(profile);
    }
}

/* ---- depth ---- */

/* n samples of `depth` frames, the process not among them, or among them. */
static void put_deep(recording *t, unsigned n, unsigned depth, bool folded)
{
    char frame[40];

    for (unsigned i = 0; i < n; i++) {
        put_text(t, folded ? "app" : "app 7/7 [000] 1.0: 1 cycles:\n");
        for (unsigned d = 0; d < depth; d++) {
            sprintf(frame, folded ? ";f%u" : "\t1 f%u (/app)\n", (d + i) % 10);
            put_text(t, frame);
        }
        put_text(t, folded ? " 1\n" : "\n");
    }
}

static void depths(void **state)
{
    static const struct {
        const char *format;
        unsigned depth[3], n[3];
        unsigned cut_depth; /* 0: none */
        int64_t cut;
        bool bad;
    } rows[] = {
        {"perf-script", {5, 126, 127}, {80, 2, 18}, 127, 18, true},
        {"perf-script", {5, 126, 127}, {96, 1, 3}, 127, 3, false}, /* under 5 % */
        {"perf-script", {5, 126, 127}, {60, 20, 20}, 0, 0, false}, /* no pile-up */
        {"perf-script", {5, 127, 128}, {60, 20, 20}, 0, 0, false}, /* not the deepest */
        {"perf-script", {5, 10, 64}, {60, 10, 30}, 0, 0, false},   /* perf stops later */
        {"perf-script", {5, 10, 90}, {60, 10, 30}, 0, 0, false},
        {"perf-script", {5, 10, 512}, {60, 10, 30}, 512, 30, true},
        {"perf-script", {5, 10, 1024}, {60, 10, 30}, 1024, 30, true},
        {"perf-script", {5, 10, 2048}, {60, 10, 30}, 2048, 30, true},
        {"perf-script", {5, 10, 5000}, {60, 10, 30}, 0, 0, false},
        {"perf-script", {5, 10, 127}, {10, 1, 8}, 0, 0, false}, /* 19 samples tell nothing */
        {"folded", {5, 10, 126}, {60, 10, 30}, 127, 30, true},  /* with 'app' */
        {"folded", {5, 10, 127}, {60, 10, 30}, 127, 30, true},  /* without it */
        {"folded", {5, 10, 63}, {60, 10, 30}, 64, 30, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        recording t = {0};
        fr_profile *profile;
        fr_quality *q;
        for (size_t k = 0; k < 3; k++)
            put_deep(&t, rows[i].n[k], rows[i].depth[k], *rows[i].format == 'f');
        profile = profile_of(t, rows[i].format);
        q = quality_of(profile);
        if ((q->cut ? q->cut_depth : 0) != rows[i].cut_depth)
            print_error("row %zu: cut at %u\n", i, q->cut_depth);
        assert_int_equal(q->cut ? q->cut_depth : 0, rows[i].cut_depth);
        assert_int_equal(q->found[FR_CAUSE_CUT].part, rows[i].cut);
        assert_int_equal(q->found[FR_CAUSE_CUT].level == FR_LEVEL_BAD, rows[i].bad);
        free(q);
        fr_profile_free(profile);
    }
}

/* ---- what is only told ---- */

/* Where samples last, a time at which one goes on is no gap. */
static void no_gap_where_samples_last(void **state)
{
    (void)state;
    for (int goes_on = 0; goes_on < 2; goes_on++) {
        recording t = {0};
        put_text(&t, "[");
        for (unsigned i = 0; i < 40; i++) {
            char event[120];
            snprintf(event, sizeof event,
                     "%s{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%u,\"dur\":%u,\"name\":\"f%u\"}",
                     i ? "," : "", i == 19 ? 2 : 1, i * 10000 + (i >= 20 ? 5000000 : 0),
                     i == 19 && goes_on ? 5000000 : 5000, i);
            put_text(&t, event);
        }
        put_text(&t, "]");
        fr_profile *profile = profile_of(t, "chrome-trace");
        fr_quality *q = quality_of(profile);
        assert_int_equal(q->gaps.n, goes_on ? 0 : 1);
        assert_int_equal(q->gaps.longest_ns, goes_on ? 0 : INT64_C(5005000000));
        free(q);
        fr_profile_free(profile);
    }
}

static void facts_do_not_make_bad(void **state)
{
    static const char script[] = "app 7/7 [000] 1.0: 1 cycles:\n\t1 f (/a)\n\t2 main (/a)\n\n"
                                 "app 7/7 [000] 1.1: 1 faults:\n\t1 f (/a)\n\t2 main (/a)\n\n";
    recording t = {0};
    fr_profile *profile;
    fr_quality *q;

    (void)state;
    put_text(&t, script);
    for (unsigned i = 0; i < 30; i++)
        put_sample(&t, "app;main;f", 1000 + i + (i >= 20 ? 4000 : 0) + (i >= 25 ? 2500 : 0));
    profile = profile_of(t, "perf-script");
    q = quality_of(profile);
    assert_int_equal(q->gaps.n, 2);
    assert_int_equal(q->gaps.longest_ns, INT64_C(4001000000));
    assert_int_equal(q->n_samples, 31);
    for (int c = FR_N_SHARES; c < FR_N_CAUSES; c++)
        assert_int_equal(q->found[c].level, FR_LEVEL_REMARK);
    assert_int_equal(note_of(profile, "quality").n, 0);
    free(q);
    fr_profile_free(profile);
}

/* "lost 7" of 7 and 93: 7 %, more than 5. */
static void losses_are_a_share(void **state)
{
    static const struct {
        unsigned n_lost, n_samples;
        fr_level level;
    } rows[] = {{7, 93, FR_LEVEL_BAD}, {3, 97, FR_LEVEL_REMARK}, {1, 199, FR_LEVEL_GOOD}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        recording t = {0};
        char lost[60];
        fr_profile *profile;
        fr_quality *q;
        sprintf(lost, "app 7/7 1.0: PERF_RECORD_LOST lost %u\n\n", rows[i].n_lost);
        for (unsigned k = 0; k < rows[i].n_samples; k++)
            put_sample(&t, "app;main;f", 1000 + k);
        put_text(&t, lost);
        profile = profile_of(t, "perf-script");
        q = quality_of(profile);
        assert_int_equal(q->found[FR_CAUSE_LOST].part, rows[i].n_lost);
        assert_int_equal(q->found[FR_CAUSE_LOST].whole, rows[i].n_lost + rows[i].n_samples);
        assert_int_equal(q->found[FR_CAUSE_LOST].level, rows[i].level);
        free(q);
        fr_profile_free(profile);
    }
}

/* ---- sentences ---- */

static void a_note_names_what_is_bad(void **state)
{
    static const part parts[MOST_PARTS] = {{60, "cc1;?;[unknown]@/lib/cc1"},
                                           {10, "cc1;malloc"},
                                           {4, "cc1;free"},
                                           {4, "cc1;memset"},
                                           {22, "cc1"}};
    fr_profile *profile = recorded(parts);
    fr_note note = note_of(profile, "quality");
    char *report = report_of(profile, "text");

    (void)state;
    assert_string_equal(
        note.text, "87\xe2\x80\xaf% of the frames have no name, 60\xe2\x80\xaf% of the stacks are "
                   "cut off at the bottom, 22\xe2\x80\xaf% of the samples have no stack: "
                   "see 'flamerender check'");
    free(report);
    fr_profile_free(profile);
}

static void passing_is_asked_of_reports(void **state)
{
    static const part parts[MOST_PARTS] = {{60, "app;main;[unknown]@/app"}, {40, "app;main"}};
    fr_profile *profile = recorded(parts);
    fr_check_options opt = FR_CHECK_DEFAULTS;
    fr_error err = {0};
    fr_report *strict = fr_report_check(profile, &opt, &err), *mild, *top;

    (void)state;
    opt.max_unknown_ppm = 375000; /* 60 of 160 frames: not more than that */
    mild = fr_report_check(profile, &opt, &err);
    top = fr_report_top(profile, NULL, &err);
    assert_true(strict && mild && top);
    assert_false(fr_report_passed(strict));
    assert_true(fr_report_passed(mild));
    assert_true(fr_report_passed(top)); /* no verdict */
    opt.column = 1;
    assert_null(fr_report_check(profile, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_report_free(strict);
    fr_report_free(mild);
    fr_report_free(top);
    fr_profile_free(profile);
}

/* ---- order ---- */

static void order_of_samples_changes_nothing(void **state)
{
    static const part parts[MOST_PARTS] = {{30, "a;_start;main;f"},
                                           {7, "a;?;g"},
                                           {3, "b;h;i"},
                                           {90, "b;main"},
                                           {5, "a;[unknown]@[kernel.kallsyms]"}};
    fr_profile *one = recorded(parts), *other = profile_of(record(parts, true), "perf-script");
    char *a = report_of(one, "json"), *b = report_of(other, "json");

    (void)state;
    assert_string_equal(a, b);
    free(a);
    free(b);
    fr_profile_free(one);
    fr_profile_free(other);
}

static void shuffled_folded_text_is_judged_alike(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        generated g = generate_folded(seed, NAMES_ODD), h = generate_shuffled(&g, seed + 9);
        fr_profile *one = read_folded(g.text), *other = read_folded(h.text);
        fr_quality *q = quality_of(one);
        int64_t sum = 0;
        char *a = report_of(one, "json"), *b = report_of(other, "json");
        assert_string_equal(a, b);
        for (uint32_t d = 0; d < FR_STACK_DEPTHS; d++)
            sum += q->by_depth[d];
        assert_int_equal(sum + q->found[FR_CAUSE_NO_STACK].part, g.total);
        for (int c = 0; c < FR_N_SHARES; c++)
            assert_true(q->found[c].part <= q->found[c].whole || !q->found[c].whole);
        free(a);
        free(b);
        free(q);
        fr_profile_free(one);
        fr_profile_free(other);
        generated_reset(&g);
        generated_reset(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(causes),
        cmocka_unit_test(depths),
        cmocka_unit_test(no_gap_where_samples_last),
        cmocka_unit_test(facts_do_not_make_bad),
        cmocka_unit_test(losses_are_a_share),
        cmocka_unit_test(a_note_names_what_is_bad),
        cmocka_unit_test(passing_is_asked_of_reports),
        cmocka_unit_test(order_of_samples_changes_nothing),
        cmocka_unit_test(shuffled_folded_text_is_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
