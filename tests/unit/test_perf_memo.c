/*
 * test_perf_memo.c - perf script text read a sample at a time is what it is line by line: headers,
 * random texts of all that a recording holds, samples across the ends of blocks, real recordings.
 */
#include "unit.h"

#include "formats/perf/fast/perf_heads.h"
#include "formats/perf/fast/perf_quick_header.h"
#include "formats/perf/perf_script.h"
#include "identical.h"
#include "perf_texts.h"
#include "rounds.h"
#include "ways.h"

/* ------------------------------------------------------------ headers */

/* Which of them are of the common shape was decided by reading them. */
static const struct header_row {
    const char *line;
    bool quick;
} headers[] = {
    {"java 12688 [002] 6544038.708352:     34467 cycles:u: ", true},
    {"java 12688/12689 [002] 6544038.708352:     34467 cycles:u:", true},
    {"V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u: \r", true},
    {"gzip 17677  1000.000100:     100010 cpu-clock:ppp: ", true},
    {"a: b 1/2 [003] 5.123456789: cpu_core/cycles:Pu/: ", false}, /* the first colon is comm's */
    {"a:b 1/2 [003] 5.123456789: cpu/event=0x3c,umask=0x1/: ", true},
    {"[k]/0:1 [x] 9 1.000001: 7 cycles:", true},
    {":-1 -1/-1 [001] 1.000001: 7 cycles:", false},
    {"sh 1 [001] 1.000001: 123456789012345678 cycles:", true},
    {"sh 1 [001] 1.000001: 9223372036854775808 cycles:", false},
    {"sh 1 [001] 9223372036.000001: 1 cycles:", false},
    {"sh 1 [001] 1.0001: 1 cycles:", false},
    {"sh 1 [001] K 1.000001: 1 cycles:", false},
    {"sh 1 [001] 1.000001: 1 cycles: 7f01 main (/a)", false},
    {"sh 1 [001] 1.000001: sched:sched_switch: prev_comm=a", false},
    {"sh 1 [001] 1.000001: PERF_RECORD_LOST: ", false},
    {"sh 1 [001] 1.000001: 12: ", true},
    {"sh 1 [001] 1.000001: 12 ", false},
    {"sh 1 [001] 1.000001:", false},
    {"nginx: worker p 12 [001] 1.000001: 5 cycles:", false},
    {"job 42 12 1.000001: 5 cycles:", false},
    {"job 42 12 [001] 1.000001: 5 cycles:", true},
    {"at 3.5: x 12/13 [001] 1.000001: 5 cycles:", false},
    {"1 [001] 1.000001: 5 cycles:", false},
    {"[001] 1.000001: 5 cycles:", false},
    {"  sh 1 [001] 1.000001: 5 cycles:", false},
    {"# sh 1 [001] 1.000001: 5 cycles:", false},
    {"#sh 1 [001] 1.000001: 5 cycles:", false},
    {"", false},
};

static bool same_text(fr_bytes a, fr_bytes b)
{
    return fr_bytes_equal(a, b);
}

static void assert_same_headers(const fr_perf_header *a, const fr_perf_header *b)
{
    assert_true(same_text(a->comm, b->comm) && same_text(a->event, b->event));
    assert_true(same_text(a->rest, b->rest) && a->is_record == b->is_record);
    assert_true(a->has_pid == b->has_pid && a->pid == b->pid);
    assert_true(a->has_tid == b->has_tid && a->tid == b->tid);
    assert_true(a->has_cpu == b->has_cpu && a->cpu == b->cpu);
    assert_true(a->has_time == b->has_time && a->time_ns == b->time_ns);
    assert_true(a->has_period == b->has_period && a->period == b->period);
}

/* Where the quick one says yes, the other says the same. */
static bool check_header(const char *line, size_t len)
{
    fr_perf_header quick, timed;

    if (!fr_perf_quick_header((fr_bytes){line, len}, &quick))
        return false;
    if (!fr_perf_header_timed((fr_bytes){line, len}, &timed))
        fail_msg("only the quick one takes '%.*s'", (int)len, line);
    assert_same_headers(&quick, &timed);
    return true;
}

static void quick_headers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(headers); i++)
        if (check_header(headers[i].line, strlen(headers[i].line)) != headers[i].quick)
            fail_msg("'%s'", headers[i].line);
}

/* What numbers stood for when they were given: the last header of each of the latest ones. */
typedef struct number_log {
    char left[64][256], right[64][256];
    uint32_t who[64], what[64];
} number_log;

/* Headers with the same number say the same. */
static void check_numbers(number_log *log, const fr_perf_header *h)
{
    char *left = log->left[h->who % 64], *right = log->right[h->what % 64], text[256];

    snprintf(text, sizeof text, "%.*s %d %ld %ld", (int)h->comm.len, h->comm.at, h->has_pid,
             (long)h->pid, (long)h->tid);
    if (h->who && log->who[h->who % 64] == h->who)
        assert_string_equal(text, left);
    memcpy(left, text, sizeof text);
    log->who[h->who % 64] = h->who;
    snprintf(text, sizeof text, "%d %.*s", h->has_period, (int)h->event.len, h->event.at);
    if (h->what && log->what[h->what % 64] == h->what)
        assert_string_equal(text, right);
    memcpy(right, text, sizeof text);
    log->what[h->what % 64] = h->what;
}

/* The same for a line that is read in the light of those before it. */
static bool check_next_header(fr_perf_heads *heads, number_log *log, const char *line, size_t len)
{
    fr_perf_header quick, timed;
    char text[256];
    size_t used;

    memcpy(text, line, len);
    memcpy(text + len, "\n\t 7f01 main (/a)\n", 18);
    used = fr_perf_heads_read(heads, (fr_bytes){text, len + 18}, &quick);
    if (used == 0) {
        assert_false(fr_perf_quick_header((fr_bytes){text, len}, &timed));
        return false;
    }
    assert_int_equal(used, len + 1);
    assert_true(fr_perf_header_timed((fr_bytes){text, len}, &timed));
    assert_same_headers(&quick, &timed);
    check_numbers(log, &quick);
    assert_true(text[0] != '#' && text[0] != '\t' && !timed.is_record);
    assert_int_equal(fr_perf_heads_read(heads, (fr_bytes){text, len}, &quick), 0);
    return true;
}

/* Headers with some bytes changed: most are none any more, but some are others. */
static void changed_headers(void **state)
{
    static const char bytes[] = "0123456789 \t\r:/.[]-#aP";
    random_source random = {7};
    fr_perf_heads heads = {0};
    number_log *log = calloc(1, sizeof *log);
    uint64_t n_quick = 0, n_next = 0, n_rounds = rounds(40000, 200000);

    (void)state;
    for (uint32_t round = 0; round < n_rounds; round++) {
        char line[128];
        size_t len = strlen(headers[round % (COUNT(headers) - 1)].line);
        memcpy(line, headers[round % (COUNT(headers) - 1)].line, len);
        for (uint32_t n = 1 + random_below(&random, 3); n > 0; n--)
            line[random_below(&random, (uint32_t)len)] =
                bytes[random_below(&random, sizeof bytes - 1)];
        n_quick += check_header(line, len);
        n_next += check_next_header(&heads, log, line, len);
    }
    free(log);
    assert_true(n_quick > n_rounds / 20 && n_next > n_quick);
}

/* Headers one after the other: which say the same as that before them, but for time and period. */
static const struct alike_row {
    const char *line;
    uint64_t period;
    bool same_who, same_what;
} alike[] = {
    {"V8 Worker 12/13 [002] 5.000001:     34467 cycles:u: ", 34467, false, false},
    {"V8 Worker 12/13 [002] 5.000002:     34467 cycles:u: ", 34467, true, true},
    {"V8 Worker 12/13 [003] 6.000002:   1034467 cycles:u: ", 1034467, true, true},
    {"V8 Worker 12/13 [003] 6.000003: 7 cycles:u: ", 7, true, true},
    {"V8 Worker 12/13 [003] 6.000004: 999999999999999999 cycles:u: ", 999999999999999999, true,
     true},
    {"V8 Worker 12/13 [003] 6.000005: 7 cycles:k: ", 7, true, false},
    {"V8 Worker 12/13 [003] 6.000006: cycles:k: ", 0, true, false},
    {"V8 Worker 12/13 [003] 6.000007: 7 cycles:k: ", 7, true, false},
    {"V8 Worker 12/14 [003] 6.000008: 8 cycles:k: ", 8, false, true},
    {"V8 Worker 12/13 [003] 6.000009: 9 cycles:k: ", 9, false, true},
    {"V9 Worker 12/13 [003] 6.000010: 9 cycles:k: ", 9, false, true},
    {"job 42 [003] 6.000011: 9 cycles:k: ", 9, false, true}, /* it starts as the next two do */
    {"job 42 43 [003] 6.000012: 9 cycles:k: ", 9, false, true},
    {"job 42 43 [003] 6.000013: 9 cycles:k: ", 9, true, true},
    {"job 42 5/6 [003] 6.000014: 9 cycles:k: ", 9, false, true},
    {"job 42 [003] 6.000015: 9 cycles:k: ", 9, false, true},
};

static void headers_alike(void **state)
{
    fr_perf_heads heads = {0};
    fr_perf_header before = {0}, h;

    (void)state;
    for (size_t i = 0; i < COUNT(alike); i++) {
        char text[160];
        size_t len = strlen(alike[i].line);
        memcpy(text, alike[i].line, len);
        memcpy(text + len, "\n\t 7f01 main (/a)\n", 19);
        assert_int_equal(fr_perf_heads_read(&heads, (fr_bytes){text, len + 18}, &h), len + 1);
        assert_true(h.period == alike[i].period && h.has_period == (h.period > 0));
        if ((h.who && h.who == before.who) != alike[i].same_who ||
            (h.what && h.what == before.what) != alike[i].same_what)
            fail_msg("'%s'", alike[i].line);
        before = h;
    }
}

/* ------------------------------------------------------------ whole texts */

/* True if the text could be read. */
static bool check_text(const char *text, size_t len, const fr_read_options *opt)
{
    reading plain = read_ways("perf-script", true, text, len, opt);
    reading fast = read_ways("perf-script", false, text, len, opt);
    bool read = plain.profile != NULL;

    assert_same_readings(&plain, &fast);
    if (read)
        assert_identical(plain.profile, fast.profile);
    reading_reset(&plain);
    reading_reset(&fast);
    return read;
}

/* ------------------------------------------------------------ random texts */

static fr_read_options random_options(uint64_t seed)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    random_source random = {seed};

    opt.perf.root = (fr_root)random_below(&random, 4);
    opt.keep_samples = random_below(&random, 2);
    opt.perf.weight = (fr_weight)random_below(&random, 3);
    opt.perf.addresses = random_below(&random, 4) == 0;
    opt.perf.annotate_all = random_below(&random, 4) == 0;
    opt.perf.strip_thread_numbers = random_below(&random, 4) == 0;
    if (random_below(&random, 4) == 0)
        opt.perf.event = "cpu-clock:ppp,sched:sched_switch";
    if (random_below(&random, 8) == 0)
        opt.perf.compat = FR_COMPAT_STACKCOLLAPSE;
    if (random_below(&random, 8) == 0)
        opt.limits.stack_depth = random_below(&random, 12);
    if (random_below(&random, 8) == 0)
        opt.limits.nodes = random_below(&random, 500);
    if (random_below(&random, 8) == 0)
        opt.limits.name_bytes = 16;
    if (random_below(&random, 8) == 0) {
        opt.perf.weight = FR_WEIGHT_FIELD;
        opt.perf.weight_field = "b";
    }
    if (random_below(&random, 8) == 0)
        opt.perf.off_cpu = (fr_off_cpu)(1 + random_below(&random, 2));
    opt.perf.on_off = random_below(&random, 8) == 0;
    return opt;
}

static void random_texts(void **state)
{
    uint64_t n_read = 0, n = rounds(60, 300);

    (void)state;
    for (uint64_t seed = 0; seed < n; seed++) {
        text_buffer text = random_perf_text(seed, 200);
        fr_read_options opt = random_options(seed);
        n_read += check_text(text.at, text.len, &opt);
        free(text.at);
    }
    assert_true(n_read > n / 2);
}

/* Bytes changed, lines cut and joined. */
static void damaged_texts(void **state)
{
    static const char bytes[] = "\n\n\n\t :/.0a\r\x80[]()";

    (void)state;
    for (uint64_t seed = 0; seed < rounds(60, 300); seed++) {
        text_buffer text = random_perf_text(seed, 200);
        fr_read_options opt = random_options(seed);
        random_source random = {seed};
        for (uint32_t n = 1 + random_below(&random, 200); n > 0 && text.len; n--)
            text.at[random_below(&random, (uint32_t)text.len)] =
                bytes[random_below(&random, sizeof bytes - 1)];
        check_text(text.at, text.len, &opt);
        free(text.at);
    }
}

/* More events than are distinguished, all of them asked for: the last of them share one number. */
static void many_events(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    text_buffer text = {0}, list = {0};

    (void)state;
    for (uint32_t event = 0; event < 80; event++) {
        text_put(&list, "e%u,", event);
        for (uint32_t n = 0; n < 3; n++)
            text_put(&text, "app 1 [001] 5.000001: 5 e%u:\n\t 7f01 main (/a)\n\n", event);
    }
    text_add(&list, "", 1);
    opt.perf.event = list.at;
    assert_true(check_text(text.at, text.len, &opt));
    free(text.at);
    free(list.at);
}

/* ------------------------------------------------------------ ends of blocks */

/* The first block ends at 64 KiB: every byte of a sample comes to lie there, or every eleventh in few rounds. */
static void samples_across_blocks(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    random_source random = {3};
    uint32_t path[PERF_PATH] = {0}, step = (uint32_t)rounds(11, 1);
    text_buffer samples = {0};

    (void)state;
    while (samples.len < 68000)
        text_put_sample(&samples, &random, path, false);
    for (uint32_t shift = 0; shift < 700; shift += step) {
        text_buffer text = {0};
        text_put(&text, "# %*s\n", (int)shift + 1, "");
        text_add(&text, samples.at, samples.len);
        assert_true(check_text(text.at, text.len, &opt));
        free(text.at);
    }
    free(samples.at);
}

/* Samples that are longer than what is waited for, than the first block, and than any block. */
static void long_samples(void **state)
{
    static const uint32_t depths[] = {1500, 4000, 40000};
    fr_read_options opt = FR_READ_DEFAULTS;

    (void)state;
    for (size_t i = 0; i < COUNT(depths); i++) {
        text_buffer text = {0};
        for (uint32_t sample = 0; sample < 6; sample++) {
            text_put(&text, "app 1 [001] %u.000001: 5 cycles:\n", sample);
            for (uint32_t k = 0; k < depths[i]; k++)
                text_put(&text, "\t 7f%08x f%u (/usr/bin/app)\n", k, (k * 7 + sample / 2) % 100);
            text_put(&text, "\n");
        }
        assert_true(check_text(text.at, text.len, &opt));
        free(text.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_headers),         cmocka_unit_test(changed_headers),
        cmocka_unit_test(headers_alike),         cmocka_unit_test(random_texts),
        cmocka_unit_test(many_events),           cmocka_unit_test(damaged_texts),
        cmocka_unit_test(samples_across_blocks), cmocka_unit_test(long_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
