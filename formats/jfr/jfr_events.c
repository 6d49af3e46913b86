/*
 * jfr_events.c - which events are samples, which of them are read, and what a sample is worth.
 *
 *     jdk.ExecutionSample {startTime, sampledThread, stackTrace, state}            1 sample
 *     jdk.JavaMonitorEnter {startTime, duration, eventThread, stackTrace, ...}     ns that it waited
 *
 * A recording has events of several kinds, whose values make no sum. So one kind is read, and a note names the others.
 */
#include "formats/jfr/jfr.h"

#include <inttypes.h>
#include <stdio.h>

#include "model/build/builder_samples.h"

/* Events of one set are read together. The first set that has samples is read where nothing else is asked for. */
static const struct {
    const char *name, *alias;
    const char *unit;
    fr_jfr_role value; /* FR_JFR_NOTHING: each event is a sample */
    uint32_t set;
} events[FR_JFR_N_EVENTS] = {
    {"jdk.ExecutionSample", "cpu", "samples", FR_JFR_NOTHING, 0},
    {"jdk.CPUTimeSample", "cpu", "samples", FR_JFR_NOTHING, 1},
    {"profiler.WallClockSample", "wall", "samples", FR_JFR_SAMPLES, 2},
    {"jdk.NativeMethodSample", "native", "samples", FR_JFR_NOTHING, 3},
    {"jdk.ObjectAllocationSample", "alloc", "bytes", FR_JFR_WEIGHT, 4},
    {"jdk.ObjectAllocationInNewTLAB", "alloc", "bytes", FR_JFR_TLAB_SIZE, 5},
    {"jdk.ObjectAllocationOutsideTLAB", "alloc", "bytes", FR_JFR_SIZE, 5},
    {"jdk.JavaMonitorEnter", "lock", "ns", FR_JFR_DURATION, 6},
    {"jdk.ThreadPark", "lock", "ns", FR_JFR_DURATION, 6},
    {"profiler.Malloc", "malloc", "bytes", FR_JFR_SIZE, 7},
    {"profiler.LiveObject", "live", "bytes", FR_JFR_SIZE, 8},
};

#define ALIASES "cpu, wall, native, alloc, lock, malloc, live"

uint8_t fr_jfr_event_row(fr_bytes name)
{
    for (uint8_t i = 0; i < FR_JFR_N_EVENTS; i++)
        if (fr_bytes_equal(name, fr_bytes_of(events[i].name)))
            return (uint8_t)(i + 1);
    return 0;
}

/* ---- the choice ---- */

static const char *wanted_event(const fr_jfr *j)
{
    return j->opt->perf.event ? j->opt->perf.event : j->choice->event;
}

static bool is_wanted(uint32_t i, const char *wanted)
{
    return !*wanted || strcmp(events[i].name, wanted) == 0 || strcmp(events[i].alias, wanted) == 0;
}

bool fr_jfr_check_event(fr_jfr *j)
{
    const char *wanted = wanted_event(j);

    for (uint32_t i = 0; i < FR_JFR_N_EVENTS; i++)
        if (is_wanted(i, wanted))
            return true;
    fr_builder_fail(j->b, FR_E_USAGE, 0, 0, "no event '%s' is read of recordings by JFR", wanted);
    fr_builder_hint(j->b, "there are " ALIASES ", and full names as jdk.ThreadPark");
    return false;
}

/* Chooses what inputs that follow read, too: the events of one name or alias. */
static void begin(fr_jfr *j, uint32_t first, const char *wanted)
{
    for (uint32_t i = 0; i < FR_JFR_N_EVENTS; i++)
        if (events[i].set == events[first].set && is_wanted(i, wanted))
            j->reads |= 1u << i;
    j->column = fr_builder_column(j->b, events[first].alias, events[first].unit, 0);
    if (!*wanted)
        snprintf(j->choice->event, sizeof j->choice->event, "%s", events[first].name);
    /* A wait lasts; other samples are of one moment. */
    if (events[first].value == FR_JFR_DURATION)
        fr_builder_samples_last(j->b);
}

void fr_jfr_choose(fr_jfr *j)
{
    const char *wanted = wanted_event(j);

    for (uint32_t i = 0; i < FR_JFR_N_EVENTS && !j->reads; i++)
        if (j->n_here[i] && is_wanted(i, wanted))
            begin(j, i, wanted);
    for (uint32_t i = 0; i < FR_JFR_N_EVENTS; i++)
        j->n_events[i] += j->n_here[i];
}

/* ---- a sample ---- */

/* Exact: the rest of the division is less than the frequency, which check_header() limits. */
static bool to_ns(const fr_jfr *j, int64_t ticks, int64_t *ns)
{
    const int64_t second = 1000000000, whole = ticks / j->frequency, rest = ticks % j->frequency;

    return !__builtin_mul_overflow(whole, second, ns) &&
           !__builtin_add_overflow(*ns, rest * second / j->frequency, ns);
}

static bool value_of(const fr_jfr *j, uint32_t event, const fr_jfr_record *record, int64_t *value)
{
    uint64_t number = record->value[events[event].value];

    *value = events[event].value == FR_JFR_NOTHING ? 1 : (int64_t)number;
    if (events[event].value == FR_JFR_DURATION)
        return number <= INT64_MAX && to_ns(j, (int64_t)number, value);
    return *value >= 0;
}

static int64_t time_of(const fr_jfr *j, const fr_jfr_record *record)
{
    int64_t ticks, since, ns;

    return !__builtin_sub_overflow((int64_t)record->value[FR_JFR_START], j->start_ticks, &ticks) &&
                   to_ns(j, ticks, &since) && !__builtin_add_overflow(j->start_ns, since, &ns)
               ? ns
               : FR_NO_TIME;
}

static uint32_t stack_of(fr_jfr *j, uint64_t id)
{
    const fr_jfr_constant *stack = fr_jfr_find(j, FR_JFR_STACKS, id);
    fr_frame none = {.kind = FR_KIND_USER};

    if (stack && stack->made - 1 != FR_NO_STACK) {
        j->n_cut += stack->more;
        return stack->made - 1;
    }
    none.name = fr_builder_name(j->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW);
    fr_builder_frameless(j->b, 1);
    fr_builder_note(j->b, FR_NOTE_FRAMELESS, 0, FR_LITERAL("its event has no stack"));
    return fr_builder_push(j->b, FR_NO_STACK, fr_builder_intern(j->b, &none));
}

/* The set of what a sample has beside its stack, which is often that of the sample before it. */
static uint32_t labels_of(fr_jfr *j, const fr_jfr_constant *const of[FR_JFR_N_LABELS])
{
    static const char *const keys[FR_JFR_N_LABELS] = {"thread", "state", "class"};
    fr_label labels[FR_JFR_N_LABELS] = {{0}};
    uint32_t texts[FR_JFR_N_LABELS];
    size_t n = 0;

    for (size_t i = 0; i < FR_JFR_N_LABELS; i++)
        texts[i] = of[i] ? of[i]->made - 1 : 0;
    if (memcmp(texts, j->texts, sizeof texts) == 0)
        return j->set;
    for (size_t i = 0; i < FR_JFR_N_LABELS; i++)
        if (texts[i])
            labels[n++] =
                (fr_label){.key = fr_builder_name(j->b, fr_bytes_of(keys[i]), FR_TEXT_RAW),
                           .text = texts[i],
                           .is_text = 1};
    memcpy(j->texts, texts, sizeof texts);
    j->set = fr_builder_label_set(j->b, labels, n);
    return j->set;
}

static void add_sample(fr_jfr *j, uint32_t event, const fr_jfr_record *record, int64_t value)
{
    fr_builder *b = j->b;
    const fr_jfr_constant *thread = fr_jfr_find(j, FR_JFR_THREADS, record->value[FR_JFR_OF_THREAD]);
    const fr_jfr_constant *const of[FR_JFR_N_LABELS] = {
        thread, fr_jfr_find(j, FR_JFR_STATES, record->value[FR_JFR_OF_STATE]),
        fr_jfr_find(j, FR_JFR_CLASSES, record->value[FR_JFR_OF_CLASS])};
    bool counts = strcmp(events[event].unit, "samples") == 0;
    uint32_t stack = stack_of(j, record->value[FR_JFR_OF_STACK]);
    uint32_t row = fr_builder_row(b, stack, labels_of(j, of));
    uint64_t n = counts ? (uint64_t)value : 1;
    int64_t time = time_of(j, record);

    fr_builder_add_row(b, row, j->column, value, n,
                       counts ? (double)value : (double)value * (double)value);
    fr_builder_record(b, n);
    if (time != FR_NO_TIME)
        fr_builder_time(b, time);
    if (fr_builder_keeps_samples(b))
        fr_builder_sample(b, stack, time, thread ? thread->more : fr_builder_thread(b, -1, -1, 0),
                          FR_NO_CPU, value);
}

void fr_jfr_take_sample(fr_jfr *j, fr_jfr_class *class, fr_jfr_cursor *content)
{
    uint32_t event = class->event - 1u;
    fr_jfr_record record = {0};
    fr_jfr_run run;
    int64_t value;

    if (!(j->reads & 1u << event) || !fr_jfr_plan(j, class))
        return;
    run = fr_jfr_run_of(j, class);
    while (fr_jfr_step(&run, content, &record))
        continue;
    if (content->bad)
        fr_jfr_damaged(j, content->at, "a sample that reaches beyond its event");
    else if (!value_of(j, event, &record, &value))
        fr_builder_note(j->b, FR_NOTE_NEGATIVE, 0, fr_bytes_of(events[event].name));
    else if (value == 0)
        fr_builder_note(j->b, FR_NOTE_ZERO_VALUE, 0, fr_bytes_of(events[event].name));
    else
        add_sample(j, event, &record, value);
}

/* ---- the end ---- */

/* "jdk.ThreadPark (60), jdk.JavaMonitorEnter (49)" */
static void list_events(const fr_jfr *j, uint32_t which, char *to, size_t room)
{
    size_t used = 0;

    to[0] = '\0';
    for (uint32_t i = 0; i < FR_JFR_N_EVENTS && used < room; i++)
        if (j->n_events[i] && (which & 1u << i))
            used += (size_t)snprintf(to + used, room - used, "%s%s (%" PRIu64 ")", used ? ", " : "",
                                     events[i].name, j->n_events[i]);
}

void fr_jfr_conclude(fr_jfr *j)
{
    char these[500], others[500];

    list_events(j, j->reads, these, sizeof these);
    list_events(j, ~j->reads, others, sizeof others);
    if (!j->reads && *others) {
        fr_builder_fail(j->b, FR_E_USAGE, 0, 0, "no event '%s': there are %s", wanted_event(j),
                        others);
        return;
    }
    if (*others)
        fr_builder_say(j->b, FR_NOTE_OTHER_EVENT,
                       "values are those of %s; --event NAME reads another: %s", these, others);
    if (j->n_cut)
        fr_builder_note_many(j->b, FR_NOTE_CUT_STACK, 0, j->n_cut,
                             FR_LITERAL("the recording marks them"));
}
