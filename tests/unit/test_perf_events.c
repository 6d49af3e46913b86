/*
 * test_perf_events.c - events and weights of perf script text: which is read, sums of several, fields
 * of tracepoints, time on CPU, columns, what the first of several inputs chooses.
 */
#include "perf_fixture.h"

/* ------------------------------------------------------------ events and weights */

#define CYCLES(period) "app 1/2 5.0: " period " cycles:\n" FRAMES "\n"
#define FAULTS         "app 1/2 5.0: 1 page-faults:\n\t7f05 fault (/a)\n\n"

static void test_first_event_is_read(void **state)
{
    fr_read_options opt = perf_options();
    const char *text = CYCLES("5") FAULTS CYCLES("5") FAULTS FAULTS;

    (void)state;
    check_text(&opt, text,
               "app-1/2;main;foo 2\n"
               "note other-event x1 line 0: event 'page-faults' has 3 samples and was not read; "
               "--event page-faults reads it\n");
    opt.perf.event = "page-faults";
    check_text(&opt, text,
               "app-1/2;fault 3\n"
               "note other-event x1 line 0: event 'cycles' has 2 samples and was not read; "
               "--event cycles reads it\n");
    opt.perf.event = "cycles:u";
    check_text(&opt, text,
               "error 1 line 0: no sample of event 'cycles:u'; there is 'cycles' (2 samples), "
               "'page-faults' (3 samples)\nhint: --event chooses the event for all inputs\n");
}

/* Names are repaired once: what is shown chooses the event, here and in inputs that follow. */
static void test_odd_names(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    check_text(&opt, EVENT("a\xff", "5", "f") EVENT("b\xff", "5", "g"),
               "app-1/2;f 1\n"
               "note other-event x1 line 0: event 'b\\xff' has 1 sample and was not read; "
               "--event b\\xff reads it\n");
    opt.perf.event = "b\\xff";
    check_text(&opt, EVENT("a\xff", "5", "f") EVENT("b\xff", "5", "g"),
               "app-1/2;g 1\n"
               "note other-event x1 line 0: event 'a\\xff' has 1 sample and was not read; "
               "--event a\\xff reads it\n");
}

#define HYBRID                                                                                     \
    EVENT("cpu_core/cycles/P", "10", "p")                                                          \
    EVENT("cpu/event=0x3c,umask=0x1/", "20", "q")                                                  \
    EVENT("cycles:u", "30", "u") EVENT("cycles:k", "40", "k") EVENT("cpu-clock", "50", "c")

/* Several events are added up only where that is asked for, by their whole names. */
static void test_sums_of_events(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.event = "cycles:u,cycles:k";
    check_text(&opt, EVENT("cycles:u", "30", "u") EVENT("cycles:k", "40", "k"),
               "app-1/2;k 40\napp-1/2;u 30\n"
               "note choice x1 line 0: event 'cycles:u' adds 1 sample to the sum\n"
               "note choice x1 line 0: event 'cycles:k' adds 1 sample to the sum\n");
    opt.perf.event =
        "cpu/event=0x3c,umask=0x1/, cpu_core/cycles/P,,instructions,cpu/event=0x3c,umask=0x1/";
    check_text(&opt, HYBRID,
               "app-1/2;p 10\napp-1/2;q 20\n"
               "note choice x1 line 0: event 'cpu/event=0x3c,umask=0x1/' adds 1 sample to the sum\n"
               "note choice x1 line 0: event 'cpu_core/cycles/P' adds 1 sample to the sum\n"
               "note choice x1 line 0: event 'instructions' adds 0 samples to the sum\n"
               "note other-event x1 line 0: event 'cycles:u' has 1 sample and was not read; "
               "--event cycles:u reads it\n"
               "note other-event x1 line 0: event 'cycles:k' has 1 sample and was not read; "
               "--event cycles:k reads it\n"
               "note other-event x1 line 0: event 'cpu-clock' has 1 sample and was not read; "
               "--event cpu-clock reads it\n");
    opt.perf.event = "a,b";
    check_text(&opt, EVENT("cycles:u", "30", "u"),
               "error 1 line 0: no sample of event 'a,b'; there is 'cycles:u' (1 sample)\n"
               "hint: --event chooses the event for all inputs\n");
}

/* The column is named after all of them; its unit is theirs if it is one. */
static void test_column_of_a_sum(void **state)
{
    static const struct {
        const char *event, *name, *unit;
    } cases[] = {
        {"cycles:u,cycles:k", "cycles:u,cycles:k", "events"},
        {"cycles:k , cpu-clock,cycles:k", "cycles:k,cpu-clock", "events"},
        {"cpu-clock,task-clock", "cpu-clock,task-clock", "ns"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_read_options opt = perf_options();
        fr_column_info column;
        fr_error err = {0};
        fr_reader *reader;
        fr_profile *profile;
        opt.perf.event = cases[i].event;
        opt.perf.weight = FR_WEIGHT_PERIOD;
        reader = fr_reader_new(&opt, &err);
        assert_true(fr_reader_add_memory(reader, "in", HYBRID, strlen(HYBRID), &err));
        assert_true(fr_reader_add_memory(reader, "again", HYBRID, strlen(HYBRID), &err));
        profile = fr_reader_finish(reader, &err);
        assert_non_null(profile);
        assert_true(fr_profile_column(profile, 0, &column));
        assert_string_equal(column.name, cases[i].name);
        assert_string_equal(column.unit, cases[i].unit);
        fr_profile_free(profile);
    }
}

#define HUGE_SAMPLE(period, leaf)                                                                  \
    "app 1/2 5.0: " period " cycles:\n\t7f01 " leaf " (/a)\n\t7f02 main (/a)\n\n"

/* Periods that are not wanted in the end may add up to anything; those that are may not. */
static void test_sums_of_periods(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.root = FR_ROOT_NONE;
    check_text(
        &opt, HUGE_SAMPLE("9223372036854775807", "foo") "app 1/2 5.0: cycles:\n" FRAMES "\n",
        "main;foo 2\n"
        "note choice x1 line 0: 1 of 2 samples have no period, so each sample counts as 1\n");
    check_text(&opt,
               HUGE_SAMPLE("5000000000000000000", "foo") HUGE_SAMPLE("5000000000000000000", "foo"),
               "main;foo 2\n");
    check_text(&opt,
               HUGE_SAMPLE("5000000000000000000", "foo") HUGE_SAMPLE("5000000000000000001", "bar"),
               "error 4 line 0: values add up to more than 9223372036854775807 at the stack "
               "'main;bar'\n"
               "hint: use a coarser unit for the values\n");
    opt.perf.weight = FR_WEIGHT_PERIOD;
    check_text(&opt,
               HUGE_SAMPLE("5000000000000000000", "foo") HUGE_SAMPLE("5000000000000000000", "foo"),
               "error 4 line 0: values add up to more than 9223372036854775807 at the stack "
               "'main;foo'\n"
               "hint: use a coarser unit for the values\n");
}

static void test_weights(void **state)
{
    fr_read_options opt = perf_options();
    const char *mixed = CYCLES("5") "app 1/2 5.0: cycles:\n" FRAMES "\n" CYCLES("7");

    (void)state;
    check_text(&opt, CYCLES("5") CYCLES("7"), "app-1/2;main;foo 12\n");
    check_text(&opt, CYCLES("5") CYCLES("5"), "app-1/2;main;foo 2\n");
    check_text(
        &opt, CYCLES("5") CYCLES("0"),
        "app-1/2;main;foo 2\n"
        "note choice x1 line 0: 1 of 2 samples have no period, so each sample counts as 1\n");
    check_text(
        &opt, mixed,
        "app-1/2;main;foo 3\n"
        "note choice x1 line 0: 1 of 3 samples have no period, so each sample counts as 1\n");
    opt.perf.weight = FR_WEIGHT_SAMPLES;
    check_text(&opt, CYCLES("5") CYCLES("7"), "app-1/2;main;foo 2\n");
    check_text(&opt, mixed, "app-1/2;main;foo 3\n");
    opt.perf.weight = FR_WEIGHT_PERIOD;
    check_text(&opt, CYCLES("5") CYCLES("5"), "app-1/2;main;foo 10\n");
    check_text(&opt, mixed,
               "error 1 line 5: a sample has no period, but samples are weighed by periods\n"
               "hint: --weight=samples counts every sample as 1\n");
    check_text(&opt, CYCLES("5") CYCLES("0"),
               "app-1/2;main;foo 5\n"
               "note zero-value x1 line 5: 1 sample of value 0 omitted: a sample with period 0\n");
}

#define KMALLOC(text, frame) "app 1 [001] 5.0: kmem:kmalloc: " text "\n\t7f01 " frame " (/a)\n\n"

/* A number in a tracepoint's text; what has none is omitted and said. */
static void test_field_weights(void **state)
{
    static const struct {
        const char *field, *text, *want;
    } cases[] = {
        {"bytes_req", KMALLOC("call_site=x bytes_req=512 bytes_alloc=1024 gfp=A", "f"),
         "app;f 512\n"},
        {"bytes_req", KMALLOC("bytes_req: 0x10, x", "f") KMALLOC("bytes_req : 7", "f"),
         "app;f 23\n"},
        {"count", KMALLOC("fd: 0x3, buf: 0x7f, count: 0x200", "f"), "app;f 512\n"},
        {"alloc", KMALLOC("bytes_alloc=3 alloc=4", "f"), "app;f 4\n"},
        {"n",
         KMALLOC("n=1", "f") KMALLOC("m=2", "f") KMALLOC("n=-3", "f") KMALLOC("n=4x", "f")
             KMALLOC("n=9223372036854775808", "f") KMALLOC("n=", "f") KMALLOC("n", "f"),
         "app;f 1\n"
         "note no-field x6 line 4: 6 samples omitted, which lack the number n\n"},
        {"big", KMALLOC("big=9223372036854775807", "f"), "app;f 9223372036854775807\n"},
        {"n", KMALLOC("m=2", "f"),
         "error 1 line 0: no sample of event 'kmem:kmalloc' has a number 'n' in its text\n"
         "hint: --weight=period|samples, or the name of a field as perf script prints it, such as "
         "bytes_req; --event chooses the event\n"},
    };
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.root = FR_ROOT_COMM;
    opt.perf.weight = FR_WEIGHT_FIELD;
    for (size_t i = 0; i < COUNT(cases); i++) {
        opt.perf.weight_field = cases[i].field;
        check_text(&opt, cases[i].text, cases[i].want);
    }
}

#define CYCLES_AT(time) "app 7 [000] " time ": 100003 cycles:\n\t7f01 f (/a)\n\n"
/* Three samples 10 ms apart, from `time` + 0 ms on. */
#define THREE_CYCLES(time) CYCLES_AT(time "0") CYCLES_AT(time "1") CYCLES_AT(time "2")
#define NINE_CYCLES        THREE_CYCLES("5.0") THREE_CYCLES("5.1") THREE_CYCLES("5.2")
#define A_WAIT                                                                                     \
    "app 7 [000] 5.3: sched:sched_switch: app:7 [120] S ==> swapper/0:0 [120]\n\t7f02 g (/a)\n\n"  \
    "swapper 0 [000] 5.4: sched:sched_switch: swapper/0:0 [120] R ==> app:7 [120]\n\t7f03 i "      \
    "(/a)\n\n"
#define SUM_NOTES(n)                                                                               \
    "note choice x1 line 0: event 'cycles' adds " n " to the sum\n"                                \
    "note choice x1 line 0: event 'sched:sched_switch' adds 2 samples to the sum\n"

/* What a sample on CPU stands for: a frequency, else the median distance, else an error. */
static void test_time_on_cpu(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    opt.perf.root = FR_ROOT_COMM;
    opt.perf.on_off = true;
    check_text(&opt, NINE_CYCLES A_WAIT,
               "app;f 90000000\napp;g 100000000\n"
               "note choice x1 line 0: a sample of 'cycles' counts as 10.0\xe2\x80\xaf"
               "ms on CPU, the median "
               "distance of samples\n" SUM_NOTES("9 samples"));
    check_text(&opt,
               "# event : name = cycles, , id = { 4 }, { sample_period, sample_freq } = 50, freq = "
               "1\n" CYCLES_AT("5.0") A_WAIT,
               "app;f 20000000\napp;g 100000000\n"
               "note choice x1 line 0: a sample of 'cycles' counts as 20.0\xe2\x80\xaf"
               "ms on CPU, by the "
               "frequency that perf script --header printed\n" SUM_NOTES(
                   "1 sample") "note provenance x1 line 0: recorded: cycles 50 times a second\n");
    check_text(&opt, CYCLES_AT("5.0") A_WAIT,
               "error 1 line 1: the time that a sample of 'cycles' stands for is not known\n"
               "hint: record cpu-clock beside the switches: perf record -a -g -e cpu-clock -e "
               "sched:sched_switch\n");
    opt.perf.event = "cycles";
    opt.perf.on_off = false;
    opt.perf.off_cpu = FR_OFF_CPU_ALL;
    check_text(&opt, A_WAIT,
               "error 2 line 0: --event 'cycles' cannot be combined with --off-cpu, which reads "
               "sched:sched_switch\n"
               "hint: --on-off draws off-CPU time beside the samples of an event\n");
}

/* Column, unit, number of samples and times of a text. */
static void check_column(const fr_read_options *opt, const char *text, const char *want)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(opt, &err);
    fr_profile *profile;
    fr_profile_info info;
    fr_column_info column;
    char got[256];

    assert_true(fr_reader_add_memory(reader, "in", text, strlen(text), &err));
    profile = fr_reader_finish(reader, &err);
    assert_non_null(profile);
    fr_profile_describe(profile, &info);
    assert_true(fr_profile_column(profile, 0, &column));
    snprintf(got, sizeof got,
             "%s %s %" PRId64 " n %" PRIu64 " records %" PRIu64 " from %" PRId64 " to %" PRId64,
             column.name, column.unit, column.total, column.n_samples, info.n_records,
             info.timed ? info.first_ns : -1, info.timed ? info.last_ns : -1);
    assert_string_equal(got, want);
    fr_profile_free(profile);
}

static void test_columns_and_times(void **state)
{
    fr_read_options opt = perf_options();

    (void)state;
    check_column(&opt, CYCLES("5") CYCLES("7"),
                 "cycles events 12 n 2 records 2 from 5000000000 to 5000000000");
    check_column(&opt,
                 "a 1 2.5: 10 cpu-clock:ppp:\n" FRAMES "\na 1 1.25: 20 cpu-clock:ppp:\n" FRAMES,
                 "cpu-clock:ppp ns 30 n 2 records 2 from 1250000000 to 2500000000");
    opt.perf.weight = FR_WEIGHT_FIELD;
    opt.perf.weight_field = "bytes_req";
    check_column(&opt, KMALLOC("bytes_req=512", "f"),
                 "kmem:kmalloc bytes 512 n 1 records 1 from 5000000000 to 5000000000");
    opt.perf.weight_field = "delay";
    check_column(&opt, KMALLOC("delay=512", "f"),
                 "kmem:kmalloc delay 512 n 1 records 1 from 5000000000 to 5000000000");
    opt.weight_unit = "us";
    check_column(&opt, KMALLOC("delay=512", "f"),
                 "kmem:kmalloc us 512 n 1 records 1 from 5000000000 to 5000000000");
    opt = perf_options();
    check_column(&opt, "a 1 2.5: 10 cpu-clock:\n" FRAMES,
                 "cpu-clock samples 1 n 1 records 1 from 2500000000 to 2500000000");
    check_column(&opt, "a 1 task-clock:\n" FRAMES,
                 "task-clock samples 1 n 1 records 1 from -1 to -1");
    check_column(&opt, "a 1 7.0:\n" FRAMES,
                 "samples samples 1 n 1 records 1 from 7000000000 to 7000000000");
    opt.perf.weight = FR_WEIGHT_PERIOD;
    check_column(&opt, "a 1 2.5: 10 task-clock:\n" FRAMES,
                 "task-clock ns 10 n 1 records 1 from 2500000000 to 2500000000");
}

/* ------------------------------------------------------------ several inputs */

static void read_two(const char *first, const char *second, char to[ROOM])
{
    fr_read_options opt = perf_options();
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(&opt, &err);
    fr_profile *profile;

    to[0] = '\0';
    assert_true(fr_reader_add_memory(reader, "one", first, strlen(first), &err));
    if (!fr_reader_add_memory(reader, "two", second, strlen(second), &err))
        put(to, "error %d: %s\n", (int)err.code, err.text);
    err = (fr_error){0};
    profile = fr_reader_finish(reader, &err);
    assert_non_null(profile);
    put_profile(to, profile);
    fr_profile_free(profile);
}

static void test_first_input_chooses(void **state)
{
    static char got[ROOM];

    (void)state;
    read_two(CYCLES("5"), FAULTS CYCLES("5"), got);
    assert_string_equal(got, "app-1/2;main;foo 2\n"
                             "note other-event x1 line 0: event 'page-faults' has 1 sample and was "
                             "not read; --event page-faults reads it\n");
    read_two(CYCLES("5"), CYCLES("5") CYCLES("7"), got);
    assert_string_equal(got, "app-1/2;main;foo 3\n");
    read_two(CYCLES("5") CYCLES("7"), CYCLES("4"), got);
    assert_string_equal(got, "app-1/2;main;foo 16\n");
    read_two(CYCLES("5") CYCLES("7"), "app 1/2 5.0: cycles:\n" FRAMES, got);
    assert_string_equal(got, "error 1: a sample has no period, but samples are weighed by periods\n"
                             "app-1/2;main;foo 12\n");
    read_two(EVENT("a\xff", "5", "f"), EVENT("a\xff", "5", "f"), got);
    assert_string_equal(got, "app-1/2;f 2\n");
    read_two(CYCLES("5"), FAULTS, got);
    assert_string_equal(got, "error 1: no sample of event 'cycles'; there is 'page-faults' (1 "
                             "sample)\napp-1/2;main;foo 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_event_is_read), cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_sums_of_events),      cmocka_unit_test(test_sums_of_periods),
        cmocka_unit_test(test_column_of_a_sum),     cmocka_unit_test(test_weights),
        cmocka_unit_test(test_field_weights),       cmocka_unit_test(test_time_on_cpu),
        cmocka_unit_test(test_columns_and_times),   cmocka_unit_test(test_first_input_chooses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
