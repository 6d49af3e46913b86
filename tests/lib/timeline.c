/* timeline.c - perf script text of made-up threads. */
#include "timeline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generate.h"
#include "profiles.h"

#define START 5076.2

typedef struct script {
    char *text;
    size_t len, cap;
} script;

static void append(script *s, const char *record)
{
    size_t len = strlen(record);

    if (s->len + len + 1 > s->cap) {
        s->cap = (s->len + len + 1) * 2;
        s->text = realloc(s->text, s->cap);
        assert_non_null(s->text);
    }
    memcpy(s->text + s->len, record, len + 1);
    s->len += len;
}

static fr_profile *read_script(script *s, const char *format, fr_off_cpu off_cpu)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_reader *reader;
    fr_profile *profile;

    opt.input_format = format;
    opt.keep_samples = true;
    opt.perf.off_cpu = off_cpu;
    reader = reader_of(&opt);
    add(reader, s->text, s->len);
    profile = finish(reader);
    free(s->text);
    return profile;
}

static double exponential(random_source *random, double per_second)
{
    return -log(((double)random_below(random, 1u << 30) + 0.5) / (double)(1u << 30)) / per_second;
}

static void put_sample(script *s, const char *comm, size_t tid, double at, const char *in)
{
    char record[200];

    snprintf(record, sizeof record,
             "%s 7/%zu %.9f: cpu-clock:\n\t 55 %s (/app)\n\t 66 main (/app)\n\n", comm, tid,
             START + at, in);
    append(s, record);
}

static void put_row(script *s, uint32_t value, double at, const char *in)
{
    char record[200];

    snprintf(record, sizeof record, "%.0f\tcpu-clock\tsamples\t%s\t%u\tmain;%s\n",
             (START + at) * 1e9, in, value, in);
    append(s, record);
}

typedef enum row_kind { SAMPLES, ROWS, LARGE_ROWS } row_kind;

static uint32_t value_by_chance(random_source *random, row_kind kind)
{
    bool large = kind == LARGE_ROWS && !random_below(random, 100);

    return large ? 60 : 1 + random_below(random, 4) * random_below(random, 6);
}

static void put_samples(script *s, const timeline_thread *threads, size_t n, double seconds,
                        uint64_t seed, row_kind kind)
{
    random_source random = {seed};

    for (size_t i = 0; i < n; i++)
        for (double at = exponential(&random, threads[i].per_second); at < seconds;
             at += exponential(&random, threads[i].per_second)) {
            const char *in = threads[i].runs(at);
            if (in && kind != SAMPLES)
                put_row(s, value_by_chance(&random, kind), at, in);
            else if (in)
                put_sample(s, threads[i].comm, 10 + i, at, in);
        }
}

fr_profile *timeline_profile(const timeline_thread *threads, size_t n, double seconds,
                             uint64_t seed)
{
    script s = {0};

    put_samples(&s, threads, n, seconds, seed, SAMPLES);
    return read_script(&s, "perf-script", FR_OFF_CPU_NONE);
}

static fr_profile *make_rows(const timeline_thread *threads, size_t n, double seconds,
                             uint64_t seed, row_kind kind)
{
    script s = {0};

    append(&s, "time\ttype\tunit\tstack_id\tvalue\tstack\n");
    put_samples(&s, threads, n, seconds, seed, kind);
    return read_script(&s, "rows", FR_OFF_CPU_NONE);
}

fr_profile *timeline_rows(const timeline_thread *threads, size_t n, double seconds, uint64_t seed)
{
    return make_rows(threads, n, seconds, seed, ROWS);
}

fr_profile *timeline_large_rows(const timeline_thread *threads, size_t n, double seconds,
                                uint64_t seed)
{
    return make_rows(threads, n, seconds, seed, LARGE_ROWS);
}

static fr_profile *make_ticks(int n_threads, int per_second, int seconds, int one_of)
{
    script s = {0};

    for (int tick = 0; tick < per_second * seconds; tick++)
        for (int t = 0; t < n_threads; t++) {
            char record[200];
            bool twice = one_of && (tick * n_threads + t) % one_of == 0;
            for (int again = 0; again <= twice; again++) {
                snprintf(record, sizeof record, "app 7/%d %.9f: cpu-clock:\n\t 55 work (/app)\n\n",
                         10 + t,
                         START + (double)tick / per_second + 0.000003 * t + 0.000001 * again);
                append(&s, record);
            }
        }
    return read_script(&s, "perf-script", FR_OFF_CPU_NONE);
}

fr_profile *timeline_ticks(int n_threads, int per_second, int seconds)
{
    return make_ticks(n_threads, per_second, seconds, 0);
}

fr_profile *timeline_ticks_twice(int n_threads, int per_second, int seconds, int one_of)
{
    return make_ticks(n_threads, per_second, seconds, one_of);
}

fr_profile *timeline_sleepers(int n_threads, int per_second, int seconds, uint32_t one_of,
                              timeline_activity *runs)
{
    script s = {0};
    random_source random = {17};

    for (int tick = 0; tick < per_second * seconds; tick++)
        for (int t = 0; t < n_threads; t++) {
            double at = (tick + (double)t / n_threads) / per_second;
            const char *in = runs(at);
            if (in && !random_below(&random, one_of))
                put_sample(&s, "app", 10 + (size_t)t, at, in);
        }
    return read_script(&s, "perf-script", FR_OFF_CPU_NONE);
}

fr_profile *timeline_system(int n_cpus, int per_second, int seconds)
{
    script s = {0};
    random_source random = {31};

    for (int tick = 0; tick < per_second * seconds; tick++)
        for (int cpu = 0; cpu < n_cpus; cpu++) {
            char record[200];
            bool busy = random_below(&random, 10) < 7;
            snprintf(record, sizeof record, "%s %u [%03d] %.9f: cpu-clock:\n\t 55 %s (/app)\n\n",
                     busy ? "app" : "swapper",
                     busy ? 100 + 4 * (unsigned)cpu + random_below(&random, 4) : 0, cpu,
                     START + (double)tick / per_second + 0.000003 * cpu, busy ? "work" : "idle");
            append(&s, record);
        }
    return read_script(&s, "perf-script", FR_OFF_CPU_NONE);
}

/* Appends the functions of "outer;inner" as perf script does, the innermost first. */
static void append_frames(script *s, const char *functions)
{
    const char *inner = strchr(functions, ';');
    char line[100];

    if (inner)
        append_frames(s, inner + 1);
    snprintf(line, sizeof line, "\t 55 %.*s (/app)\n", (int)strcspn(functions, ";"), functions);
    append(s, line);
}

static void put_switch(script *s, uint32_t thread, double at, bool leaves, const char *in)
{
    char record[200];

    if (leaves)
        snprintf(record, sizeof record,
                 "app 7/%u [000] %.9f: sched:sched_switch: app:%u [120] S ==> swapper/0:0 [120]\n",
                 10 + thread, START + at, 10 + thread);
    else
        snprintf(
            record, sizeof record,
            "swapper 0/0 [000] %.9f: sched:sched_switch: swapper/0:0 [120] R ==> app:%u [120]\n",
            START + at, 10 + thread);
    append(s, record);
    append_frames(s, leaves ? in : "idle");
    append(s, leaves ? "\t 66 main (/app)\n\n" : "\n");
}

typedef struct event {
    double at;
    const timeline_wait *wait;
    bool leaves;
} event;

static int order_events(const void *a, const void *b)
{
    const event *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

fr_profile *timeline_waits(const timeline_wait *waits, size_t n)
{
    event *events = malloc(2 * n * sizeof *events);
    script s = {0};

    assert_non_null(events);
    for (size_t i = 0; i < n; i++) {
        events[2 * i] = (event){waits[i].from, &waits[i], true};
        events[2 * i + 1] = (event){waits[i].to, &waits[i], false};
    }
    qsort(events, 2 * n, sizeof *events, order_events);
    for (size_t i = 0; i < 2 * n; i++)
        put_switch(&s, events[i].wait->thread, events[i].at, events[i].leaves, events[i].wait->in);
    free(events);
    return read_script(&s, "perf-script", FR_OFF_CPU_BLOCKED);
}
