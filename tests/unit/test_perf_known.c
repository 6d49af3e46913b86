/*
 * test_perf_known.c - a real recording of threads that sleep, wait on a pipe and compute, against
 * what they measured themselves (tests/data/known.times): time on and off CPU add up to the time
 * that each lived, within 2 %.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "flamerender.h"
#include "model/profile.h"

#define MAX_THREADS 8

/* What a thread says of itself, in ns. */
typedef struct known {
    char name[32];
    int64_t tid, lived, on_cpu, asked; /* asked to sleep */
} known;

static void data_path(char *to, size_t room, const char *file)
{
    const char *source = getenv("FR_SOURCE_DIR");

    snprintf(to, room, "%s/tests/data/%s", source ? source : ".", file);
}

static size_t read_times(known threads[MAX_THREADS])
{
    char path[4096];
    size_t n = 0;
    FILE *in;

    data_path(path, sizeof path, "known.times");
    in = fopen(path, "r");
    assert_non_null(in);
    while (n < MAX_THREADS &&
           fscanf(in, "%31[^\t]\t%" SCNd64 "\t%" SCNd64 "\t%" SCNd64 "\t%" SCNd64 "\n",
                  threads[n].name, &threads[n].tid, &threads[n].lived, &threads[n].on_cpu,
                  &threads[n].asked) == 5)
        n++;
    fclose(in);
    assert_int_equal(n, 4);
    return n;
}

/* The recording as folded text; the caller frees it. */
static char *read_folded(const fr_read_options *opt)
{
    fr_reader *reader = fr_reader_new(opt, NULL);
    fr_output *out = fr_output_memory();
    fr_error err = {0};
    fr_profile *profile;
    char path[4096], *copy;
    size_t len = 0;

    data_path(path, sizeof path, "known.perf.gz");
    if (!fr_reader_add_path(reader, path, &err))
        fail_msg("%s", err.text);
    profile = fr_reader_finish(reader, &err);
    assert_non_null(profile);
    fr_profile_write(profile, "folded", out);
    copy = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    fr_profile_free(profile);
    return copy;
}

/* The sum of the lines "comm-?/TID;...", those that hold `needle`. */
static int64_t sum_of(const char *folded, int64_t tid, const char *needle)
{
    char root[40], line[8192];
    int64_t sum = 0;

    snprintf(root, sizeof root, "-?/%" PRId64 ";", tid);
    while (*folded) {
        size_t len = strcspn(folded, "\n");
        assert_true(len < sizeof line);
        memcpy(line, folded, len);
        line[len] = '\0';
        if (strstr(line, root) && strstr(line, needle))
            sum += strtoll(strrchr(line, ' '), NULL, 10);
        folded += len + (folded[len] == '\n');
    }
    return sum;
}

static void check_near(const char *what, const known *thread, int64_t got, int64_t want)
{
    if (llabs(got - want) * 50 > want)
        fail_msg("%s of '%s': %" PRId64 " ns, not %" PRId64 " (2 %% allowed)", what, thread->name,
                 got, want);
}

static fr_read_options options(void)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.perf.root = FR_ROOT_COMM_TID;
    return opt;
}

static void test_on_and_off_make_the_wall(void **state)
{
    known threads[MAX_THREADS];
    fr_read_options opt = options();
    char *folded;

    (void)state;
    opt.perf.on_off = true;
    folded = read_folded(&opt);
    for (size_t i = 0, n = read_times(threads); i < n; i++)
        check_near("time on and off CPU", &threads[i], sum_of(folded, threads[i].tid, ""),
                   threads[i].lived);
    free(folded);
}

static void test_off_cpu_is_the_rest(void **state)
{
    known threads[MAX_THREADS];
    fr_read_options opt = options();
    char *folded;

    (void)state;
    opt.perf.off_cpu = FR_OFF_CPU_ALL;
    folded = read_folded(&opt);
    for (size_t i = 0, n = read_times(threads); i < n; i++)
        check_near("time off CPU", &threads[i], sum_of(folded, threads[i].tid, ""),
                   threads[i].lived - threads[i].on_cpu);
    free(folded);
}

/* Who only computes never blocks; who sleeps does so for as long as it asked, at least; who reads a
 * pipe waits there. */
static void test_blocked_where(void **state)
{
    known threads[MAX_THREADS];
    fr_read_options opt = options();
    char *folded;

    (void)state;
    opt.perf.off_cpu = FR_OFF_CPU_BLOCKED;
    folded = read_folded(&opt);
    for (size_t i = 0, n = read_times(threads); i < n; i++) {
        const known *t = &threads[i];
        int64_t blocked = sum_of(folded, t->tid, ""), slept = sum_of(folded, t->tid, "nanosleep");
        int64_t piped = sum_of(folded, t->tid, "pipe_read");
        assert_true(slept >= t->asked);
        assert_true(slept == 0 || t->asked > 0);
        assert_true(blocked <= t->lived - t->on_cpu);
        if (strcmp(t->name, "known reader") == 0)
            assert_true(piped > 0);
        else
            assert_true(piped == 0);
        if (strcmp(t->name, "known worker") == 0)
            assert_true(blocked < t->lived / 100);
    }
    free(folded);
}

/* ------------------------------------------------------------ threads of ours */

#define COPIES 5

/* The recording's text, several times over: its clock runs backwards where one ends. */
static char *read_copies(size_t *len)
{
    fr_limits limits = FR_LIMITS_DEFAULTS;
    fr_bytes window;
    char path[4096], *text;
    fr_input *in;

    data_path(path, sizeof path, "known.perf.gz");
    in = fr_input_open(path, &limits, NULL);
    assert_non_null(in);
    window = fr_input_fill(in, (size_t)1 << 20);
    assert_true(fr_input_at_end(in));
    *len = COPIES * window.len;
    text = malloc(*len);
    assert_non_null(text);
    for (size_t i = 0; i < COPIES; i++)
        memcpy(text + i * window.len, window.at, window.len);
    fr_input_free(in);
    return text;
}

/* Folded stacks, notes and samples, one by one. */
static char *describe_text(const fr_read_options *opt, const char *text, size_t len)
{
    size_t room = (size_t)4 << 20, used;
    char *to = malloc(room);
    fr_reader *reader = fr_reader_new(opt, NULL);
    fr_output *out = fr_output_memory();
    fr_profile *profile;
    fr_note note;

    assert_non_null(to);
    assert_true(fr_reader_add_memory(reader, "in", text, len, NULL));
    profile = fr_reader_finish(reader, NULL);
    assert_non_null(profile);
    fr_profile_write(profile, "folded", out);
    used = (size_t)snprintf(to, room, "%s", fr_output_bytes(out, &len));
    for (uint32_t i = 0; fr_profile_note(profile, i, &note); i++)
        used += (size_t)snprintf(to + used, room - used, "%s line %" PRIu64 ": %s\n", note.kind,
                                 note.first_line, note.text);
    for (size_t i = 0; i < profile->samples.n; i++)
        used += (size_t)snprintf(to + used, room - used, "%" PRId64 " %" PRIu32 " %" PRId64 "\n",
                                 profile->samples.time_ns[i], profile->samples.thread[i],
                                 profile->samples.value ? profile->samples.value[i] : 1);
    assert_true(used < room);
    fr_output_free(out);
    fr_profile_free(profile);
    return to;
}

/* Waits that begin in one part and end in another are the same on any number of threads. */
static void test_threads_change_nothing(void **state)
{
    size_t len;
    char *text = read_copies(&len);

    (void)state;
    for (int mode = 0; mode < 3; mode++) {
        fr_read_options opt = options();
        char *want;
        opt.perf.off_cpu = mode == 0 ? FR_OFF_CPU_BLOCKED : FR_OFF_CPU_ALL;
        opt.perf.on_off = mode == 2;
        opt.keep_samples = true;
        opt.threads = 1;
        want = describe_text(&opt, text, len);
        for (opt.threads = 2; opt.threads <= 11; opt.threads += 3) {
            char *got = describe_text(&opt, text, len);
            if (strcmp(got, want) != 0)
                fail_msg("mode %d on %" PRIu32 " threads differs", mode, opt.threads);
            free(got);
        }
        free(want);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_and_off_make_the_wall),
        cmocka_unit_test(test_off_cpu_is_the_rest),
        cmocka_unit_test(test_blocked_where),
        cmocka_unit_test(test_threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
