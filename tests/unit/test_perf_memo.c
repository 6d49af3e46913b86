/*
 * test_perf_memo.c - perf script text read a sample at a time is what it is line by line: random texts of all that a
 * recording holds, samples across the ends of blocks, real recordings.
 */
#include "unit.h"

#include "formats/perf/perf_script.h"
#include "identical.h"
#include "perf_texts.h"
#include "rounds.h"
#include "ways.h"

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
        cmocka_unit_test(random_texts),  cmocka_unit_test(many_events),
        cmocka_unit_test(damaged_texts), cmocka_unit_test(samples_across_blocks),
        cmocka_unit_test(long_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
