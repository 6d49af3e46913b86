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
#include "model/build/builder.h"

#include <inttypes.h>
#include <stdio.h>

#define N_EVENTS 11
#define N_LABELS 3

/* A recording while it is read: its chunk, and what is chosen. */
typedef struct jfr_recording {
    fr_jfr now;
    const fr_read_options *opt;
    char what[48]; /* of now.held: the chunk */
    /* The chunk: */
    bool whole; /* all of it is there */
    int64_t start_ns;
    int64_t start_ticks, frequency; /* ticks in a second */
    uint64_t n_here[N_EVENTS];
    /* All chunks: */
    uint64_t n_events[N_EVENTS]; /* in the recording */
    uint32_t reads;              /* bit 1 << event; 0: none is chosen yet */
    uint64_t n_cut;              /* samples with a stack that the recorder cut */
    uint32_t column;
    uint32_t texts[N_LABELS], set; /* the labels of the last sample; all 0 at first: none */
} jfr_recording;

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
} events[N_EVENTS] = {
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
    for (uint8_t i = 0; i < N_EVENTS; i++)
        if (fr_bytes_equal(name, fr_bytes_of(events[i].name)))
            return (uint8_t)(i + 1);
    return 0;
}

/* ---- the choice ---- */

/* As a message names it. */
static const char *wanted_event(const jfr_recording *r)
{
    return r->opt->perf.event ? r->opt->perf.event : r->now.choice->event;
}

/* The choice of an input before stands for all events of its set, which it read too. */
static bool is_wanted(const jfr_recording *r, uint32_t i)
{
    const char *asked = r->opt->perf.event, *chosen = r->now.choice->event;

    if (asked && *asked)
        return strcmp(events[i].name, asked) == 0 || strcmp(events[i].alias, asked) == 0;
    for (uint32_t k = 0; *chosen && k < N_EVENTS; k++)
        if (events[k].set == events[i].set && strcmp(events[k].name, chosen) == 0)
            return true;
    return !*chosen;
}

/* Returns true if --event names an event that is read. */
static bool check_event(jfr_recording *r)
{
    for (uint32_t i = 0; i < N_EVENTS; i++)
        if (is_wanted(r, i))
            return true;
    fr_builder_fail(r->now.b, FR_E_USAGE, 0, 0, "no event '%s' is read of recordings by JFR",
                    wanted_event(r));
    return fr_builder_hint(r->now.b, "there are " ALIASES ", and full names as jdk.ThreadPark");
}

/* Chooses what inputs that follow read, too: the events of one set, as far as they are asked for. */
static void begin(jfr_recording *r, uint32_t first)
{
    for (uint32_t i = 0; i < N_EVENTS; i++)
        if (events[i].set == events[first].set && is_wanted(r, i))
            r->reads |= 1u << i;
    r->column = fr_builder_column(r->now.b, events[first].alias, events[first].unit, 0);
    if (!*wanted_event(r))
        snprintf(r->now.choice->event, sizeof r->now.choice->event, "%s", events[first].name);
    /* A wait lasts; other samples are of one moment. */
    if (events[first].value == FR_JFR_DURATION)
        fr_builder_stacks_are(r->now.b, FR_SAMPLES_LAST);
}

/* ---- a sample ---- */

/* Exact: the rest of the division is less than the frequency, which check_header() limits. */
static bool to_ns(const jfr_recording *r, int64_t ticks, int64_t *ns)
{
    const int64_t second = 1000000000, whole = ticks / r->frequency, rest = ticks % r->frequency;

    return !__builtin_mul_overflow(whole, second, ns) &&
           !__builtin_add_overflow(*ns, rest * second / r->frequency, ns);
}

static bool value_of(const jfr_recording *r, uint32_t event, const fr_jfr_record *record,
                     int64_t *value)
{
    uint64_t number = record->value[events[event].value];

    *value = events[event].value == FR_JFR_NOTHING ? 1 : (int64_t)number;
    if (events[event].value == FR_JFR_DURATION)
        return number <= INT64_MAX && to_ns(r, (int64_t)number, value);
    return *value >= 0;
}

static int64_t time_of(const jfr_recording *r, const fr_jfr_record *record)
{
    int64_t ticks, since, ns;

    return !__builtin_sub_overflow((int64_t)record->value[FR_JFR_START], r->start_ticks, &ticks) &&
                   to_ns(r, ticks, &since) && !__builtin_add_overflow(r->start_ns, since, &ns)
               ? ns
               : FR_NO_TIME;
}

/* The set of what a sample has beside its stack, which is often that of the sample before it. */
static uint32_t labels_of(jfr_recording *r, const fr_jfr_constant *const of[N_LABELS])
{
    static const char *const keys[N_LABELS] = {"thread", "state", "class"};
    fr_label labels[N_LABELS] = {{0}};
    uint32_t texts[N_LABELS];
    size_t n = 0;

    for (size_t i = 0; i < N_LABELS; i++)
        texts[i] = of[i] ? of[i]->made - 1 : 0;
    if (memcmp(texts, r->texts, sizeof texts) == 0)
        return r->set;
    for (size_t i = 0; i < N_LABELS; i++)
        if (texts[i])
            labels[n++] =
                (fr_label){.key = fr_builder_name(r->now.b, fr_bytes_of(keys[i]), FR_TEXT_RAW),
                           .text = texts[i],
                           .is_text = 1};
    memcpy(r->texts, texts, sizeof texts);
    r->set = fr_builder_label_set(r->now.b, labels, n);
    return r->set;
}

static void add_sample(jfr_recording *r, uint32_t event, const fr_jfr_record *record, int64_t value)
{
    fr_builder *b = r->now.b;
    const fr_jfr_constant *thread =
        fr_jfr_find(&r->now, FR_JFR_THREADS, record->value[FR_JFR_OF_THREAD]);
    const fr_jfr_constant *const of[N_LABELS] = {
        thread, fr_jfr_find(&r->now, FR_JFR_STATES, record->value[FR_JFR_OF_STATE]),
        fr_jfr_find(&r->now, FR_JFR_CLASSES, record->value[FR_JFR_OF_CLASS])};
    bool counts = strcmp(events[event].unit, "samples") == 0;
    const fr_jfr_constant *known =
        fr_jfr_find(&r->now, FR_JFR_STACKS, record->value[FR_JFR_OF_STACK]);
    bool empty = !known || known->made - 1 == FR_NO_STACK;
    uint32_t stack =
        empty ? fr_stand_in_stack(b, FR_NO_STACK, 0, "its event has no stack") : known->made - 1;
    uint32_t row = fr_builder_row(b, stack, labels_of(r, of));
    uint64_t n = counts ? (uint64_t)value : 1;
    int64_t time = time_of(r, record);

    r->n_cut += empty ? 0 : known->more;
    fr_builder_add_row(b, row, r->column, value, n,
                       counts ? (double)value : (double)value * (double)value);
    fr_builder_record(b, n);
    if (time != FR_NO_TIME)
        fr_builder_time(b, time);
    if (fr_builder_keeps_samples(b))
        fr_builder_sample(b, stack, time, thread ? thread->more : fr_builder_thread(b, -1, -1, 0),
                          FR_NO_CPU, value);
}

static void take_sample(jfr_recording *r, fr_jfr_class *class, fr_jfr_cursor *content)
{
    uint32_t event = class->event - 1u;
    fr_jfr_record record = {0};
    fr_jfr_run run;
    int64_t value;

    if (!(r->reads & 1u << event) || !fr_jfr_plan(&r->now, class))
        return;
    run = fr_jfr_run_of(&r->now, class);
    while (fr_jfr_step(&run, content, &record))
        continue;
    if (content->bad)
        fr_jfr_damaged(&r->now, content->at, "a sample that reaches beyond its event");
    else if (!value_of(r, event, &record, &value))
        fr_builder_note(r->now.b, FR_NOTE_NEGATIVE, 0, fr_bytes_of(events[event].name));
    else if (value == 0)
        fr_builder_note(r->now.b, FR_NOTE_ZERO_VALUE, 0, fr_bytes_of(events[event].name));
    else
        add_sample(r, event, &record, value);
}

/* ---- the end ---- */

/* "jdk.ThreadPark (60), jdk.JavaMonitorEnter (49)" */
static void list_events(const jfr_recording *r, uint32_t which, char *to, size_t room)
{
    size_t used = 0;

    to[0] = '\0';
    for (uint32_t i = 0; i < N_EVENTS && used < room; i++)
        if (r->n_events[i] && (which & 1u << i))
            used += (size_t)snprintf(to + used, room - used, "%s%s (%" PRIu64 ")", used ? ", " : "",
                                     events[i].name, r->n_events[i]);
}

/* Notes what was not read. */
static void conclude_events(jfr_recording *r)
{
    char these[500], others[500];

    list_events(r, r->reads, these, sizeof these);
    list_events(r, ~r->reads, others, sizeof others);
    if (!r->reads && *others) {
        fr_builder_fail(r->now.b, FR_E_USAGE, 0, 0, "no event '%s': there are %s", wanted_event(r),
                        others);
        return;
    }
    if (*others)
        fr_builder_say(r->now.b, FR_NOTE_OTHER_EVENT,
                       "values are those of %s; --event NAME reads another: %s", these, others);
    if (r->n_cut)
        fr_builder_note_many(r->now.b, FR_NOTE_CUT_STACK, 0, r->n_cut,
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

    return fr_builder_fail(j->b, FR_E_FORMAT, 0, offset,
                           "the recording is damaged: %s, at byte %" PRIu64, what, offset);
}

void *fr_jfr_add(fr_jfr *j, fr_list *list, size_t size)
{
    j->held.beside = j->arena.held + j->chunk.len;
    return fr_list_add(&j->held, list, size);
}

/* ---- events of a chunk ---- */

/* The next event of the chunk; false at its end, at an event that is cut off, and after a failure. *content is
 * what follows its type. */
static bool next_event(jfr_recording *r, size_t *at, uint64_t *type, fr_jfr_cursor *content)
{
    const char *start = r->now.chunk.at + *at, *end = r->now.chunk.at + r->now.chunk.len;
    fr_jfr_cursor c = {start, end, false};
    uint64_t size;

    if (start == end || fr_builder_failed(r->now.b))
        return false;
    size = fr_jfr_number(&c);
    *type = fr_jfr_number(&c);
    if (c.bad || size > (uint64_t)(end - start))
        return r->whole && fr_jfr_damaged(&r->now, start, "an event that reaches beyond its chunk");
    if (size < (uint64_t)(c.at - start))
        return fr_jfr_damaged(&r->now, start, "an event that is shorter than its own size");
    *content = (fr_jfr_cursor){c.at, start + size, false};
    *at += (size_t)size;
    return true;
}

static bool read_constants(jfr_recording *r)
{
    fr_jfr_cursor content;
    uint64_t type;

    for (size_t at = HEADER; next_event(r, &at, &type, &content);) {
        const fr_jfr_class *class = type > CONSTANTS ? fr_jfr_find_class(&r->now, type) : NULL;
        if (type == CONSTANTS)
            fr_jfr_take_constants(&r->now, &content);
        else if (class && class->event)
            r->n_here[class->event - 1]++;
    }
    return !fr_builder_failed(r->now.b) && fr_jfr_index_pools(&r->now);
}

/* Chooses what is read, where there is anything to choose from, and reads it. */
static void read_samples(jfr_recording *r)
{
    fr_jfr_cursor content;
    uint64_t type;

    for (uint32_t i = 0; i < N_EVENTS && !r->reads; i++)
        if (r->n_here[i] && is_wanted(r, i))
            begin(r, i);
    for (uint32_t i = 0; i < N_EVENTS; i++)
        r->n_events[i] += r->n_here[i];
    for (size_t at = HEADER; next_event(r, &at, &type, &content);) {
        fr_jfr_class *class = type > CONSTANTS ? fr_jfr_find_class(&r->now, type) : NULL;
        if (class && class->event)
            take_sample(r, class, &content);
    }
}

static void drop_chunk(jfr_recording *r)
{
    fr_list *const lists[] = {&r->now.types.strings, &r->now.types.classes, &r->now.types.fields,
                              &r->now.types.ops};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&r->now.held, lists[i]);
    fr_id_map_reset(&r->now.types.ids);
    for (int k = 0; k < FR_JFR_N_POOLS; k++) {
        fr_list_drop(&r->now.held, &r->now.pools[k].constants);
        fr_id_map_reset(&r->now.pools[k].ids);
        r->now.pools[k].class = NULL;
    }
    fr_arena_reset(&r->now.arena);
    r->now.n_text = 0;
    memset(r->n_here, 0, sizeof r->n_here);
}

/* ---- chunks ---- */

static uint64_t number_at(fr_bytes header, size_t at)
{
    return __builtin_bswap64(fr_bytes_load8(header.at + at));
}

static bool check_header(jfr_recording *r, fr_bytes header)
{
    unsigned major = (unsigned char)header.at[5];
    uint64_t frequency = number_at(header, 56);

    if (!fr_bytes_starts(header, FR_LITERAL("FLR\0")))
        return fr_jfr_damaged(&r->now, header.at, "no chunk where one ends");
    if (major != 2) {
        fr_builder_fail(r->now.b, FR_E_FORMAT, 0, r->now.chunk_at,
                        "this is JFR of version %u, and version 2 is read", major);
        return fr_builder_hint(r->now.b, "JDK 11 and later record version 2");
    }
    if (!(header.at[67] & COMPRESSED)) {
        fr_builder_fail(r->now.b, FR_E_FORMAT, 0, r->now.chunk_at,
                        "numbers of this recording have a fixed size");
        return fr_builder_hint(
            r->now.b, "JDK 11 and later, and async-profiler, write numbers of 7 bits a byte");
    }
    if (frequency == 0 || frequency > MOST_TICKS || number_at(header, 32) > INT64_MAX)
        return fr_jfr_damaged(&r->now, header.at + 32, "no clock");
    return true;
}

/* The chunk at the front of the window, or what there is of it; all that is left where its size is unknown (0).
 * Empty after a failure. */
static fr_bytes hold_chunk(jfr_recording *r, fr_input *in, uint64_t size)
{
    fr_bytes window = fr_input_fill(in, 1);
    uint64_t most = r->opt->limits.memory, wanted = size ? size : UINT64_MAX, done, of;

    while (window.len < wanted && window.len <= most && fr_input_extend(in)) {
        window = fr_input_fill(in, 1);
        fr_input_progress(in, &done, &of);
        if (r->opt->progress)
            r->opt->progress(r->opt->progress_arg, done, of);
    }
    window.len = window.len < wanted ? window.len : (size_t)wanted;
    if (window.len <= most)
        return window;
    fr_builder_fail(r->now.b, FR_E_LIMIT, 0, r->now.chunk_at,
                    "the chunk at byte %" PRIu64 " is larger than %" PRIu64
                    " MiB; a chunk is held whole",
                    r->now.chunk_at, most >> 20);
    fr_builder_hint(r->now.b, "--limit-memory raises the limit");
    return (fr_bytes){0};
}

static void read_events(jfr_recording *r)
{
    fr_jfr_cursor content, last = {0};
    uint64_t type;

    /* The last metadata has all that those before it have. */
    for (size_t at = HEADER; next_event(r, &at, &type, &content);)
        if (type == METADATA)
            last = content;
    if (last.at && !fr_builder_failed(r->now.b) && fr_jfr_read_types(&r->now, &last)) {
        if (read_constants(r))
            read_samples(r);
    } else if (r->whole) {
        fr_jfr_damaged(&r->now, r->now.chunk.at, "a chunk without metadata");
    } else if (r->now.chunk_at == 0) {
        fr_builder_fail(r->now.b, FR_E_FORMAT, 0, r->now.chunk.len,
                        "the recording is truncated: it ends after %zu bytes, before its metadata",
                        r->now.chunk.len);
        fr_builder_hint(r->now.b,
                        "copy it again, or dump it by 'jcmd PID JFR.dump filename=x.jfr'");
    }
}

/* A chunk that begins with `header`; false: there is none behind it. */
static bool read_chunk(jfr_recording *r, fr_input *in, fr_bytes header)
{
    uint64_t size = number_at(header, 8);
    bool finished = size > 0 && header.at[64] == 0;
    fr_recording recording = {.time_ns = (int64_t)number_at(header, 32),
                              .duration_ns = (int64_t)(number_at(header, 40) & INT64_MAX)};

    r->start_ns = recording.time_ns;
    r->start_ticks = (int64_t)number_at(header, 48);
    r->frequency = (int64_t)number_at(header, 56);
    fr_builder_record_facts(r->now.b, &recording);
    r->now.chunk = hold_chunk(r, in, size); /* `header` is void */
    r->whole = r->now.chunk.len == size;
    if (r->now.chunk.len < HEADER)
        return fr_builder_failed(r->now.b) || fr_input_failed(in, NULL) ||
               fr_jfr_damaged(&r->now, r->now.chunk.at, "a chunk that is shorter than its header");
    read_events(r);
    /* A program that ended while it recorded: only the last chunk may be so. */
    if (r->now.chunk.len < size)
        fr_builder_say(r->now.b, FR_NOTE_CHOICE,
                       "the last chunk is incomplete: %zu of %" PRIu64
                       " bytes; its complete events are read",
                       r->now.chunk.len, size);
    else if (!finished || !r->whole)
        fr_builder_say(r->now.b, FR_NOTE_CHOICE,
                       "the last chunk is incomplete: the program ended while it recorded");
    fr_input_skip(in, r->now.chunk.len);
    drop_chunk(r);
    return finished && r->whole;
}

void fr_jfr_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    jfr_recording r = {
        .now = {.b = b, .choice = choice, .held = {.b = b, .most = opt->limits.memory}},
        .opt = opt};
    bool more = check_event(&r);

    r.now.held.what = r.what;
    while (more && !fr_builder_failed(b)) {
        fr_bytes header = fr_input_fill(in, HEADER);
        if (header.len == 0)
            break;
        r.now.chunk = header;
        r.now.chunk_at = fr_input_offset(in);
        snprintf(r.what, sizeof r.what, "the chunk at byte %" PRIu64, r.now.chunk_at);
        if (header.len < HEADER)
            more = fr_jfr_damaged(&r.now, header.at, "no room for the header of a chunk");
        else
            more = check_header(&r, header) && read_chunk(&r, in, header);
    }
    if (!fr_builder_failed(b) && !fr_input_failed(in, NULL))
        conclude_events(&r);
    drop_chunk(&r);
    fr_list_drop(&r.now.held, &r.now.frames);
}
