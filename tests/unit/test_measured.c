/*
 * test_measured.c - amounts and titles by event and unit: each row of the table that a recorder
 * writes, names with what perf puts around them, and those that no row knows.
 */
#include "model/measured.h"
#include "unit/unit.h"

typedef struct expectation {
    const char *event, *unit;
    const char *shown; /* the unit and what follows it */
    const char *when;
} expectation;

static const expectation known[] = {
    {"cpu-clock", "ns", "ns of CPU time", "When the CPU was busy"},
    {"cpu-clock:ppp", "samples", "samples of cpu-clock:ppp", "When the CPU was busy"},
    {"cpu-clock/freq=499/", "samples", "samples of cpu-clock/freq=499/", "When the CPU was busy"},
    {"cpu_core/cycles/u", "events", "events of cpu_core/cycles/u", "When the CPU was busy"},
    {"off-CPU time", "ns", "ns off CPU", "When threads waited"},
    {"delay", "nanoseconds", "nanoseconds of waiting", "When threads waited"},
    {"contentions", "count", "contentions", "When threads waited"},
    {"alloc_space", "bytes", "bytes allocated", "When memory was allocated"},
    {"alloc_objects", "count", "objects allocated", "When memory was allocated"},
    {"inuse_space", "bytes", "bytes in use", "When memory was held"},
    {"goroutine", "count", "goroutines", "When samples were taken"},
};
static const expectation unknown[] = {
    {"cache-misses", "samples", "samples of cache-misses", "When samples were taken"},
    {"cyclesome", "samples", "samples of cyclesome", "When samples were taken"},
    {"cycles,page-faults", "samples", "samples of cycles,page-faults", "When samples were taken"},
    {"samples", "samples", "samples", "When samples were taken"},
    {"", "losses", "losses", "When samples were taken"},
    {"ms", "ms", "ms", "When samples were taken"},
    {"bytes", "bytes", "bytes", "When samples were taken"},
    {"widgets", "count", "count of widgets", "When samples were taken"},
};

static void check_text(fr_output *out, const char *expected)
{
    size_t len = 0;
    const char *bytes = fr_output_bytes(out, &len);

    assert_non_null(bytes);
    assert_int_equal(len, strlen(expected));
    assert_memory_equal(bytes, expected, len);
    fr_output_free(out);
}

static void check_all(const expectation *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fr_output *out = fr_output_memory();

        fr_put_text(out, fr_measured_unit(table[i].event, table[i].unit));
        fr_put_measured(out, table[i].event, table[i].unit);
        check_text(out, table[i].shown);
        assert_string_equal(fr_measured_when(table[i].event), table[i].when);
    }
}

static void known_events(void **state)
{
    (void)state;
    check_all(known, sizeof known / sizeof *known);
}

/* The event is named, or the unit where there is none; nothing claims that it was the CPU. */
static void unknown_events(void **state)
{
    (void)state;
    check_all(unknown, sizeof unknown / sizeof *unknown);
}

static void time(void **state)
{
    static const struct {
        const char *event, *unit;
        bool time;
    } cases[] = {
        {"cpu-clock", "ns", true},
        {"cycles:u", "samples", true},
        {"wall", "samples", true},
        {"", "samples", true},
        {"", "ms", true},
        {"page-faults", "samples", false},
        {"cpu-migrations", "samples", false},
        {"", "losses", false},
        {"alloc_space", "bytes", false},
        {"goroutine", "count", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(fr_measures_time(cases[i].event, cases[i].unit), cases[i].time);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_events),
        cmocka_unit_test(unknown_events),
        cmocka_unit_test(time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
