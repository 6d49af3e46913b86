/*
 * jfr.c - recordings by Java Flight Recorder: of the JDK (11 and later), and of async-profiler.
 *
 *     46 4c 52 00  00 02 00 01  size  constants  metadata  start ns  duration  start ticks  ticks/s  flags
 *     size type ...             an event; type 0 is metadata, 1 are constants, others as the metadata says
 *
 * The header has 68 bytes, of big-endian numbers. A recording is one chunk or several, end to end, each whole by
 * itself. What events mean is in the metadata, and stacks are constants; both may stand behind the events that
 * need them. So a chunk is held, and read three times. Reference: jdk.jfr.internal.consumer of JDK 17 and
 * JfrReader.java of async-profiler 4. Omitted: events that have no stacks, modules and packages of classes,
 * bytecode indices, the pointers of the header to metadata and constants.
 */
#include "formats/jfr/jfr.h"

#include "formats/symbols.h"
#include "model/build/builder_samples.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * Which events are samples, which of them are read, and what a sample is worth.
 *
 *     jdk.ExecutionSample {startTime, sampledThread, stackTrace, state}            1 sample
 *     jdk.JavaMonitorEnter {startTime, duration, eventThread, stackTrace, ...}     ns that it waited
 *
 * A recording has events of several kinds, whose values make no sum. So one kind is read, and a note names the others.
 */

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

/* Returns true if --event names an event that is read. */
static bool check_event(fr_jfr *j)
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
        fr_builder_stacks_are(j->b, FR_SAMPLES_LAST);
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

    if (stack && stack->made - 1 != FR_NO_STACK) {
        j->n_cut += stack->more;
        return stack->made - 1;
    }
    return fr_stand_in_stack(j->b, FR_NO_STACK, 0, "its event has no stack");
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

static void take_sample(fr_jfr *j, fr_jfr_class *class, fr_jfr_cursor *content)
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

/* Notes what was not read. */
static void conclude_events(fr_jfr *j)
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

#define HEADER     68
#define COMPRESSED 1          /* flag: numbers have 7 bits a byte */
#define MOST_TICKS 9000000000 /* in a second: times 10^9 below 2^63 */

enum { METADATA = 0, CONSTANTS = 1 };

int fr_jfr_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_starts(head, FR_LITERAL("FLR\0")) ? 100 : 0;
}

bool fr_jfr_damaged(fr_jfr *j, const char *at, const char *what)
{
    uint64_t offset = j->chunk_at + (uint64_t)(at - j->chunk.at);

    fr_builder_fail(j->b, FR_E_FORMAT, 0, offset, "the recording is damaged: %s, at byte %" PRIu64,
                    what, offset);
    return false;
}

void *fr_jfr_add(fr_jfr *j, fr_list *list, size_t size)
{
    j->held.beside = j->arena.held + j->chunk.len;
    return fr_list_add(&j->held, list, size);
}

/* ---- events of a chunk ---- */

/* The next event of the chunk; false at its end, at an event that is cut off, and after a failure. *content is
 * what follows its type. */
static bool next_event(fr_jfr *j, size_t *at, uint64_t *type, fr_jfr_cursor *content)
{
    const char *start = j->chunk.at + *at, *end = j->chunk.at + j->chunk.len;
    fr_jfr_cursor c = {start, end, false};
    uint64_t size;

    if (start == end || fr_builder_failed(j->b))
        return false;
    size = fr_jfr_number(&c);
    *type = fr_jfr_number(&c);
    if (c.bad || size > (uint64_t)(end - start))
        return j->whole && fr_jfr_damaged(j, start, "an event that reaches beyond its chunk");
    if (size < (uint64_t)(c.at - start))
        return fr_jfr_damaged(j, start, "an event that is shorter than its own size");
    *content = (fr_jfr_cursor){c.at, start + size, false};
    *at += (size_t)size;
    return true;
}

static bool read_constants(fr_jfr *j)
{
    fr_jfr_cursor content;
    uint64_t type;

    for (size_t at = HEADER; next_event(j, &at, &type, &content);) {
        const fr_jfr_class *class = type > CONSTANTS ? fr_jfr_find_class(j, type) : NULL;
        if (type == CONSTANTS)
            fr_jfr_take_constants(j, &content);
        else if (class && class->event)
            j->n_here[class->event - 1]++;
    }
    return !fr_builder_failed(j->b) && fr_jfr_index_pools(j);
}

/* Chooses what is read, where there is anything to choose from, and reads it. */
static void read_samples(fr_jfr *j)
{
    const char *wanted = wanted_event(j);
    fr_jfr_cursor content;
    uint64_t type;

    for (uint32_t i = 0; i < FR_JFR_N_EVENTS && !j->reads; i++)
        if (j->n_here[i] && is_wanted(i, wanted))
            begin(j, i, wanted);
    for (uint32_t i = 0; i < FR_JFR_N_EVENTS; i++)
        j->n_events[i] += j->n_here[i];
    for (size_t at = HEADER; next_event(j, &at, &type, &content);) {
        fr_jfr_class *class = type > CONSTANTS ? fr_jfr_find_class(j, type) : NULL;
        if (class && class->event)
            take_sample(j, class, &content);
    }
}

static void drop_chunk(fr_jfr *j)
{
    fr_list *const lists[] = {&j->types.strings, &j->types.classes, &j->types.fields,
                              &j->types.ops};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&j->held, lists[i]);
    fr_id_map_reset(&j->types.ids);
    for (int k = 0; k < FR_JFR_N_POOLS; k++) {
        fr_list_drop(&j->held, &j->pools[k].constants);
        fr_id_map_reset(&j->pools[k].ids);
        j->pools[k].class = NULL;
    }
    fr_arena_reset(&j->arena);
    memset(j->n_here, 0, sizeof j->n_here);
}

/* ---- chunks ---- */

static uint64_t number_at(fr_bytes header, size_t at)
{
    return __builtin_bswap64(fr_bytes_load8(header.at + at));
}

static bool check_header(fr_jfr *j, fr_bytes header)
{
    unsigned major = (unsigned char)header.at[5];
    uint64_t frequency = number_at(header, 56);

    if (!fr_bytes_starts(header, FR_LITERAL("FLR\0")))
        return fr_jfr_damaged(j, header.at, "no chunk where one ends");
    if (major != 2) {
        fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk_at,
                        "this is JFR of version %u, and version 2 is read", major);
        fr_builder_hint(j->b, "JDK 11 and later record version 2");
        return false;
    }
    if (!(header.at[67] & COMPRESSED)) {
        fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk_at,
                        "numbers of this recording have a fixed size");
        fr_builder_hint(j->b,
                        "JDK 11 and later, and async-profiler, write numbers of 7 bits a byte");
        return false;
    }
    if (frequency == 0 || frequency > MOST_TICKS || number_at(header, 32) > INT64_MAX)
        return fr_jfr_damaged(j, header.at + 32, "no clock");
    return true;
}

/* The chunk at the front of the window, or what there is of it; all that is left where its size is unknown (0).
 * Empty after a failure. */
static fr_bytes hold_chunk(fr_jfr *j, fr_input *in, uint64_t size)
{
    fr_bytes window = fr_input_fill(in, 1);
    uint64_t most = j->opt->limits.memory, wanted = size ? size : UINT64_MAX, done, of;

    while (window.len < wanted && window.len <= most && fr_input_extend(in)) {
        window = fr_input_fill(in, 1);
        fr_input_progress(in, &done, &of);
        if (j->opt->progress)
            j->opt->progress(j->opt->progress_arg, done, of);
    }
    window.len = window.len < wanted ? window.len : (size_t)wanted;
    if (window.len <= most)
        return window;
    fr_builder_fail(j->b, FR_E_LIMIT, 0, j->chunk_at,
                    "the chunk at byte %" PRIu64 " is larger than %" PRIu64
                    " MiB; a chunk is held whole",
                    j->chunk_at, most >> 20);
    fr_builder_hint(j->b, "--limit-memory raises the limit");
    return (fr_bytes){0};
}

static void read_events(fr_jfr *j)
{
    fr_jfr_cursor content, last = {0};
    uint64_t type;

    /* The last metadata has all that those before it have. */
    for (size_t at = HEADER; next_event(j, &at, &type, &content);)
        if (type == METADATA)
            last = content;
    if (last.at && !fr_builder_failed(j->b) && fr_jfr_read_types(j, &last)) {
        if (read_constants(j))
            read_samples(j);
    } else if (j->whole) {
        fr_jfr_damaged(j, j->chunk.at, "a chunk without metadata");
    } else if (j->chunk_at == 0) {
        fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk.len,
                        "the recording is truncated: it ends after %zu bytes, before its metadata",
                        j->chunk.len);
        fr_builder_hint(j->b, "copy it again, or dump it by 'jcmd PID JFR.dump filename=x.jfr'");
    }
}

/* A chunk that begins with `header`; false: there is none behind it. */
static bool read_chunk(fr_jfr *j, fr_input *in, fr_bytes header)
{
    uint64_t size = number_at(header, 8);
    bool finished = size > 0 && header.at[64] == 0;
    fr_recording recording = {.time_ns = (int64_t)number_at(header, 32),
                              .duration_ns = (int64_t)(number_at(header, 40) & INT64_MAX)};

    j->start_ns = recording.time_ns;
    j->start_ticks = (int64_t)number_at(header, 48);
    j->frequency = (int64_t)number_at(header, 56);
    fr_builder_record_facts(j->b, &recording);
    j->chunk = hold_chunk(j, in, size); /* `header` is void */
    j->whole = j->chunk.len == size;
    if (j->chunk.len < HEADER)
        return fr_builder_failed(j->b) || fr_input_failed(in, NULL) ||
               fr_jfr_damaged(j, j->chunk.at, "a chunk that is shorter than its header");
    read_events(j);
    /* A program that ended while it recorded: only the last chunk may be so. */
    if (j->chunk.len < size)
        fr_builder_say(j->b, FR_NOTE_CHOICE,
                       "the last chunk is incomplete: %zu of %" PRIu64
                       " bytes; its complete events are read",
                       j->chunk.len, size);
    else if (!finished || !j->whole)
        fr_builder_say(j->b, FR_NOTE_CHOICE,
                       "the last chunk is incomplete: the program ended while it recorded");
    fr_input_skip(in, j->chunk.len);
    drop_chunk(j);
    return finished && j->whole;
}

void fr_jfr_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_jfr j = {.b = b, .opt = opt, .choice = choice, .held = {.b = b, .most = opt->limits.memory}};
    bool more = check_event(&j);

    j.held.what = j.what;
    while (more && !fr_builder_failed(b)) {
        fr_bytes header = fr_input_fill(in, HEADER);
        if (header.len == 0)
            break;
        j.chunk = header;
        j.chunk_at = fr_input_offset(in);
        snprintf(j.what, sizeof j.what, "the chunk at byte %" PRIu64, j.chunk_at);
        if (header.len < HEADER)
            more = fr_jfr_damaged(&j, header.at, "no room for the header of a chunk");
        else
            more = check_header(&j, header) && read_chunk(&j, in, header);
    }
    if (!fr_builder_failed(b) && !fr_input_failed(in, NULL))
        conclude_events(&j);
    drop_chunk(&j);
    fr_list_drop(&j.held, &j.frames);
}
