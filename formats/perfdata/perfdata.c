/*
 * perfdata.c - perf.data, the recording itself (Linux perf 3.x to 6.x): records in, samples out.
 *
 *     stream --records--> order --by time--> space (who, what is mapped) --addresses--> frames --> perf_sample.h
 *
 * Each sample takes the way that a sample of perf script text takes, from its header on, so that events, weights,
 * off-CPU times, names and notes are the same. docs/perf-data.md says where names differ from those of perf script.
 *
 * Omitted: AUX data (Intel PT, ARM SPE), branches that are no call stacks, guests, folders of perf record --threads.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/list.h"
#include "formats/perf/perf_sample.h"
#include "formats/perfdata/perfdata_module.h"
#include "formats/reader.h"

#define DEPTH_OF_KERNEL 127                 /* kernel.perf_event_max_stack: chains are cut there */
#define HELD_MOST       ((size_t)128 << 20) /* bytes that wait; larger rounds go out early */
#define HELD_BESIDE     32                  /* of each record, beside its body */
#define CALL_STACKS     (UINT64_C(1) << 11) /* of branch_type: calls that have not returned */

/* Types of records: from 64 on perf writes them, below the kernel does. */
enum { MMAP = 1, LOST = 2, COMM = 3, THROTTLE = 5, FORK = 7, LOST_SAMPLES = 13, SWITCH = 14 };
enum { SWITCH_CPU_WIDE = 15, KERNEL_TYPES = 64, ATTR = 64, TRACING_DATA = 66, BUILD_ID = 67 };
enum { FINISHED_ROUND = 68, EVENT_UPDATE = 78, FEATURE = 80 };
/* Bits of misc: the processor's mode. */
enum { MISC_MODE = 7, MODE_KERNEL = 1, MODE_HYPERVISOR = 3 };

/*
 * ------------------------------------------------------------ the order of times
 *
 * Records of one processor are in order in the file, and perf says now and then (FINISHED_ROUND) that it has taken what
 * all processors had.
 *
 *     cpu 0: 1 4 5 | cpu 1: 2 3 6 | round | ...       after the next round: 1 2 3 4 5 6
 */

/* A record that waits: its time, and where its body is in `bytes`. */
typedef struct entry {
    uint64_t time, at;
    uint32_t type;
    uint16_t misc, len;
} entry;

/* Zeroed, with a reader to deliver to, it is ready. */
typedef struct order {
    struct reader *to;
    char *bytes; /* of records that wait, their bodies */
    size_t n_bytes, bytes_cap;
    entry *entries, *spare;
    size_t n, cap, spare_cap;
    uint64_t newest;    /* time that was seen */
    uint64_t round;     /* the newest one when the last round ended */
    uint64_t delivered; /* the newest one that went out */
    uint64_t n_late;    /* went out after a newer one */
} order;

static void deliver(struct reader *r, const fr_perfdata_record *record);

static fr_perfdata_record record_of(const order *o, const entry *of)
{
    return (fr_perfdata_record){of->type, of->misc, {o->bytes + of->at, of->len}};
}

/* Keeps a record, whose size the file tells in 16 bits. */
static bool keep(order *o, const fr_perfdata_record *record, uint64_t time)
{
    size_t len = record->body.len, need = o->n_bytes + ((len + 7) & ~(size_t)7);

    if (!fr_reserve(&o->bytes, &o->bytes_cap, need + 1, 1) ||
        !fr_reserve(&o->entries, &o->cap, o->n + 1, sizeof *o->entries))
        return false;
    if (len)
        memcpy(o->bytes + o->n_bytes, record->body.at, len);
    o->entries[o->n++] = (entry){time, o->n_bytes, record->type, record->misc, (uint16_t)len};
    o->n_bytes = need;
    return true;
}

/* The end of the run that begins at `from`. */
static size_t run_end(const entry *entries, size_t from, size_t n)
{
    size_t i = from + 1;

    while (i < n && entries[i - 1].time <= entries[i].time)
        i++;
    return i < n ? i : n;
}

/* One pass: each two neighbours become one run. True if there was but one. */
static bool merge_pass(order *o)
{
    entry *from = o->entries, *sorted = o->spare;
    size_t n = o->n, a = 0, cap = o->cap;

    if (run_end(from, 0, n) == n)
        return true;
    while (a < n) {
        size_t b = run_end(from, a, n);
        size_t end = b < n ? run_end(from, b, n) : n, i = a, k = b;
        for (; a < end; a++)
            sorted[a] = k == end || (i < b && from[i].time <= from[k].time) ? from[i++] : from[k++];
    }
    o->spare = from;
    o->entries = sorted;
    o->cap = o->spare_cap;
    o->spare_cap = cap;
    return false;
}

/* Sorts what waits: a sorted run for each processor, and what was left over. */
static bool sort_entries(order *o)
{
    if (!fr_reserve(&o->spare, &o->spare_cap, o->n + 1, sizeof *o->spare))
        return false;
    while (o->n && !merge_pass(o))
        ;
    return true;
}

/* Moves what was left over to the front of `bytes`. */
static bool close_ranks(order *o, size_t n_sent)
{
    order rest = *o;
    fr_perfdata_record record;
    bool ok = true;

    if (n_sent == o->n)
        o->n = o->n_bytes = 0;
    if (n_sent == 0 || o->n == 0)
        return true;
    rest.n = rest.cap = rest.n_bytes = rest.bytes_cap = 0;
    rest.bytes = NULL;
    rest.entries = NULL;
    for (size_t i = n_sent; ok && i < o->n; i++) {
        record = record_of(o, &o->entries[i]);
        ok = keep(&rest, &record, o->entries[i].time);
    }
    free(o->bytes);
    free(o->entries);
    *o = rest;
    return ok;
}

/* Sends all up to a time. */
static bool flush(order *o, uint64_t until)
{
    fr_perfdata_record record;
    size_t i = 0;
    uint64_t time;

    if (!sort_entries(o))
        return false;
    for (; i < o->n && (time = o->entries[i].time) <= until; i++) {
        record = record_of(o, &o->entries[i]);
        o->n_late += time < o->delivered;
        o->delivered = time > o->delivered ? time : o->delivered;
        deliver(o->to, &record);
    }
    return close_ranks(o, i);
}

/* Keeps the record until its time has come; `time` UINT64_MAX or 0: it goes out at once. False when memory ran out. */
static bool order_add(order *o, const fr_perfdata_record *record, uint64_t time)
{
    if (time == 0 || time == UINT64_MAX) {
        deliver(o->to, record);
        return true;
    }
    o->newest = time > o->newest ? time : o->newest;
    if (!keep(o, record, time))
        return false;
    if (o->n_bytes + o->n * HELD_BESIDE < HELD_MOST)
        return true;
    return sort_entries(o) && flush(o, o->entries[o->n / 2].time);
}

/* A record FINISHED_ROUND: what the round before it held goes out. False when memory ran out. */
static bool order_round(order *o)
{
    bool ok = o->round == 0 || flush(o, o->round);

    o->round = o->newest;
    return ok;
}

static void order_reset(order *o)
{
    free(o->bytes);
    free(o->entries);
    free(o->spare);
    *o = (order){0};
}

/* ------------------------------------------------------------ the reader */

typedef struct reader {
    fr_builder *b;
    const fr_read_options *opt;
    fr_perfdata_stream stream;
    fr_perfdata_facts facts;
    order order;
    fr_perfdata_space *space;
    fr_perfdata_modules modules;
    fr_perfdata_frames *frames;
    fr_perfdata_chain chain;
    fr_perf_samples samples;
    bool compat; /* lines of perf script are made, for names of stackcollapse-perf.pl */
    uint64_t n_records, n_damaged, n_nameless, n_cut_stacks, n_unwound, n_calls;
    char text[FR_PERFDATA_TEXT_MOST];
} reader;

/* ------------------------------------------------------------ stacks */

/* The processor kept the stack of calls (perf record --call-graph lbr). */
static bool has_calls(const fr_perfdata_attr *attr, const fr_perfdata_sample *sample)
{
    return sample->branches.len && sample->chain.len && attr->branch_type & CALL_STACKS;
}

/* perf script prints a chain, or the address alone where none was asked for; of a tracepoint nothing. */
static void take_steps(reader *r, const fr_perfdata_attr *attr, const fr_perfdata_sample *sample,
                       const fr_perfdata_maps *maps, uint16_t misc)
{
    bool dumped = attr->sample_type & FR_PERFDATA_STACK_USER && sample->stack.len && sample->abi;
    unsigned mode = misc & MISC_MODE;

    r->chain.n = 0;
    if (has_calls(attr, sample)) {
        r->n_calls++;
        fr_perfdata_chain_calls(&r->chain, sample->chain, sample->branches, r->stream.big);
    } else if (attr->sample_type & FR_PERFDATA_CALLCHAIN) {
        (void)fr_perfdata_chain_read(&r->chain, sample->chain, r->stream.big);
        r->n_cut_stacks += r->chain.n >= DEPTH_OF_KERNEL;
    } else if (attr->sample_type & FR_PERFDATA_IP && attr->type != FR_PERFDATA_TRACEPOINT &&
               !dumped)
        fr_perfdata_chain_add(&r->chain, sample->ip,
                              mode == MODE_KERNEL || mode == MODE_HYPERVISOR ? FR_PERFDATA_OF_KERNEL
                                                                             : FR_PERFDATA_OF_USER);
    if (dumped) {
        r->n_unwound++;
        fr_perfdata_unwind(&r->chain, &r->modules, maps, sample, attr->user_regs, r->stream.big);
    }
    if (r->chain.failed)
        fr_builder_fail_memory(r->b);
}

/* ------------------------------------------------------------ samples */

/* The text that a tracepoint would have, where something is read from it. */
static fr_bytes text_of(reader *r, const fr_perfdata_attr *attr, const fr_perfdata_sample *sample)
{
    bool wanted = r->samples.offcpu.mode || r->opt->perf.weight == FR_WEIGHT_FIELD;
    const fr_perfdata_format *format = wanted && attr->type == FR_PERFDATA_TRACEPOINT
                                           ? fr_perfdata_formats_find(&r->facts, attr->config)
                                           : NULL;

    return format ? fr_perfdata_format_text(format, sample->raw, r->text) : (fr_bytes){0};
}

static void fill_header(reader *r, fr_perf_header *to, fr_perfdata_attr *attr,
                        const fr_perfdata_sample *sample, const fr_perfdata_thread *thread)
{
    uint64_t type = attr->sample_type;

    *to = (fr_perf_header){
        .comm = type & FR_PERFDATA_TID ? thread->comm : (fr_bytes){0},
        .event = fr_perfdata_attrs_label(&r->facts.attrs, attr),
        .pid = sample->pid,
        .tid = sample->tid,
        .cpu = sample->cpu,
        .time_ns = sample->time_ns,
        .period = sample->period,
        .has_pid = type & FR_PERFDATA_TID,
        .has_tid = type & FR_PERFDATA_TID,
        .has_cpu = type & FR_PERFDATA_CPU,
        .has_time = sample->time_ns >= 0,
        /* each sample has its own, or all have that of the event, as perf shows it */
        .has_period = (type & FR_PERFDATA_PERIOD || (!attr->frequency && attr->period > 0)) &&
                      attr->type != FR_PERFDATA_TRACEPOINT && sample->period <= INT64_MAX,
        .rest = text_of(r, attr, sample),
        .what = (uint32_t)(attr - r->facts.attrs.items) + 1};
    to->who = to->rest.len ? 0 : thread->who;
}

static void add_sample(reader *r, fr_perfdata_attr *attr, const fr_perfdata_sample *sample,
                       uint16_t misc)
{
    const fr_perfdata_thread *thread = fr_perfdata_space_thread(r->space, sample->pid, sample->tid);
    const fr_perfdata_maps *maps;
    fr_perf_header header;

    if (!thread) {
        fr_builder_fail_memory(r->b);
        return;
    }
    fill_header(r, &header, attr, sample, thread);
    fr_perf_samples_begin(&r->samples, &header, 0);
    if (r->samples.ignored || fr_builder_failed(r->b))
        return;
    maps = fr_perfdata_space_maps(r->space, thread);
    take_steps(r, attr, sample, maps, misc);
    for (size_t i = 0; i < r->chain.n; i++) {
        const fr_perfdata_step *step = &r->chain.steps[i];
        const uint32_t *frames;
        size_t n;
        if (r->compat) {
            (void)fr_perf_samples_push_compat(
                &r->samples, fr_perfdata_frames_line(r->frames, maps, step->address, step->view));
            continue;
        }
        frames = fr_perfdata_frames_at(r->frames, maps, step->address, step->view, &n);
        for (size_t k = 0; k < n; k++)
            fr_perf_samples_push(&r->samples, frames[k]);
    }
}

/* A sample that holds the counters of a group is one of each event whose counter went on. A group has no event twice:
 * what is damaged may count one stack thousands of times. */
static void add_group(reader *r, const fr_perfdata_sample *sample, uint16_t misc)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(sample->values, r->stream.big);
    fr_perfdata_sample one = *sample;

    for (size_t i = 0; i < r->facts.attrs.n && at.left.len >= sample->value_bytes; i++) {
        uint64_t count = fr_perfdata_u64(&at), id = fr_perfdata_u64(&at);
        fr_perfdata_attrs *attrs = &r->facts.attrs;
        fr_perfdata_attr *attr = fr_perfdata_attrs_find(attrs, id);
        (void)fr_perfdata_take(&at, sample->value_bytes - 16); /* how many were lost */
        if (!attr) {
            r->n_nameless++;
            continue;
        }
        one.period = count - attrs->ids[attrs->last].count;
        attrs->ids[attrs->last].count = count;
        if (one.period)
            add_sample(r, attr, &one, misc);
    }
    r->n_damaged += sample->value_bytes && at.left.len >= sample->value_bytes;
}

static void read_sample(reader *r, const fr_perfdata_record *record)
{
    fr_perfdata_attr *attr =
        fr_perfdata_attrs_of(&r->facts.attrs, true, record->body, r->stream.big);
    fr_perfdata_sample sample;

    if (!attr)
        r->n_nameless++;
    else if (!fr_perfdata_sample_read(&sample, attr, record->body, r->stream.big))
        r->n_damaged++;
    else if (sample.values.len)
        add_group(r, &sample, record->misc);
    else
        add_sample(r, attr, &sample, record->misc);
}

/* ------------------------------------------------------------ other records */

static void read_mmap(reader *r, const fr_perfdata_record *record)
{
    fr_perfdata_mmap mmap;
    fr_perfdata_map map;

    if (!fr_perfdata_mmap_read(&mmap, record, r->stream.big)) {
        r->n_damaged++;
        return;
    }
    if ((record->misc & MISC_MODE) == MODE_KERNEL) {
        if (fr_bytes_starts(mmap.name, FR_LITERAL(FR_PERFDATA_KERNEL_NAME)))
            r->modules.kernel_text = mmap.offset;
        return;
    }
    map = (fr_perfdata_map){.start = mmap.start, .end = mmap.end, .executable = mmap.executable};
    map.module = fr_perfdata_modules_map(&r->modules, &mmap, &map.offset);
    if (map.module == FR_NO_PLACE || !fr_perfdata_space_map(r->space, mmap.pid, mmap.tid, &map))
        fr_builder_fail_memory(r->b);
}

static void read_comm(reader *r, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, r->stream.big);
    int64_t pid = (int32_t)fr_perfdata_u32(&at), tid = (int32_t)fr_perfdata_u32(&at);

    if (at.short_of)
        r->n_damaged++;
    else if (!fr_perfdata_space_comm(r->space, pid, tid, fr_perfdata_text(at.left)))
        fr_builder_fail_memory(r->b);
}

static void read_fork(reader *r, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, r->stream.big);
    int64_t child[2], parent[2];

    child[0] = (int32_t)fr_perfdata_u32(&at);
    parent[0] = (int32_t)fr_perfdata_u32(&at);
    child[1] = (int32_t)fr_perfdata_u32(&at);
    parent[1] = (int32_t)fr_perfdata_u32(&at);
    if (at.short_of)
        r->n_damaged++;
    else if (!fr_perfdata_space_fork(r->space, child, parent, record->misc & FR_PERFDATA_MISC_13))
        fr_builder_fail_memory(r->b);
}

/* Adds what perf script --show-lost-events and --show-switch-events print. */
static void add_record(reader *r, const fr_perfdata_record *record, const char *text)
{
    const fr_perfdata_attr *attr =
        fr_perfdata_attrs_of(&r->facts.attrs, false, record->body, r->stream.big);
    fr_perfdata_sample trailer = {.tid = -1, .time_ns = -1};
    fr_perf_header header;

    if (attr)
        fr_perfdata_trailer_read(&trailer, attr, record->body, r->stream.big);
    header = (fr_perf_header){.rest = fr_bytes_of(text),
                              .is_record = true,
                              .pid = trailer.pid,
                              .tid = trailer.tid,
                              .time_ns = trailer.time_ns,
                              .has_tid = trailer.tid >= 0,
                              .has_time = trailer.time_ns >= 0};
    fr_perf_samples_end(&r->samples);
    fr_perf_samples_record(&r->samples, &header, 0);
}

static void read_lost(reader *r, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, r->stream.big);
    uint64_t n;

    if (record->type == LOST)
        (void)fr_perfdata_u64(&at); /* id */
    n = fr_perfdata_u64(&at);
    snprintf(r->text, sizeof r->text, "PERF_RECORD_LOST lost %" PRIu64, n);
    if (n)
        add_record(r, record, r->text);
}

static void read_throttle(reader *r, const fr_perfdata_record *record)
{
    add_record(r, record, "PERF_RECORD_THROTTLE");
}

static void read_switch(reader *r, const fr_perfdata_record *record)
{
    if (r->samples.offcpu.mode && !(record->misc & FR_PERFDATA_MISC_13))
        add_record(r, record, "PERF_RECORD_SWITCH IN");
}

/* By type; none of the ends of processes, namespaces, cgroups, AUX, ... */
static void (*const readers[KERNEL_TYPES])(reader *, const fr_perfdata_record *) = {
    [MMAP] = read_mmap,
    [LOST] = read_lost,
    [COMM] = read_comm,
    [THROTTLE] = read_throttle,
    [FORK] = read_fork,
    [FR_PERFDATA_SAMPLE] = read_sample,
    [FR_PERFDATA_MMAP2] = read_mmap,
    [LOST_SAMPLES] = read_lost,
    [SWITCH] = read_switch,
    [SWITCH_CPU_WIDE] = read_switch};

static void deliver(reader *r, const fr_perfdata_record *record)
{
    if (!fr_builder_failed(r->b) && readers[record->type])
        readers[record->type](r, record);
}

/* ------------------------------------------------------------ records of perf */

/* attr, then its ids: the attr says how long it is. */
static void read_attr(reader *r, const fr_perfdata_record *record)
{
    uint64_t size = record->body.len >= 8
                        ? fr_perfdata_number((fr_bytes){record->body.at + 4, 4}, r->stream.big)
                        : 0;
    fr_bytes attr = {record->body.at, (size_t)size};
    fr_bytes ids = {record->body.at + size, record->body.len - (size_t)size};

    if (size > record->body.len || !fr_perfdata_attrs_add(&r->facts.attrs, attr, r->stream.big) ||
        !fr_perfdata_attrs_ids(&r->facts.attrs, (uint32_t)r->facts.attrs.n - 1, ids, r->stream.big))
        r->n_damaged++;
}

static void read_own_record(reader *r, const fr_perfdata_record *record)
{
    fr_perfdata_cursor at = fr_perfdata_cursor_of(record->body, r->stream.big);
    uint64_t feature;
    fr_bytes tracing;

    switch (record->type) {
    case ATTR:
        read_attr(r, record);
        break;
    case TRACING_DATA:
        tracing = fr_perfdata_stream_tracing(&r->stream, record);
        fr_perfdata_facts_read(&r->facts, FR_PERFDATA_FACT_TRACING, tracing);
        free((void *)(uintptr_t)tracing.at);
        break;
    case BUILD_ID:
        fr_perfdata_facts_build_id(&r->facts, record);
        break;
    case EVENT_UPDATE:
        fr_perfdata_facts_update(&r->facts, record);
        break;
    case FEATURE:
        feature = fr_perfdata_u64(&at);
        if (feature < FR_PERFDATA_FACTS)
            fr_perfdata_facts_read(&r->facts, (unsigned)feature, at.left);
        break;
    case FINISHED_ROUND:
        if (!order_round(&r->order))
            fr_builder_fail_memory(r->b);
        break;
    default: /* maps of processors, the clock, ... */
        break;
    }
}

static void read_records(reader *r)
{
    const fr_perfdata_attr *attr;
    fr_perfdata_record record;

    while (!fr_builder_failed(r->b) && fr_perfdata_stream_next(&r->stream, &record)) {
        r->n_records++;
        if (record.type >= KERNEL_TYPES) {
            read_own_record(r, &record);
            continue;
        }
        attr = fr_perfdata_attrs_of(&r->facts.attrs, record.type == FR_PERFDATA_SAMPLE, record.body,
                                    r->stream.big);
        if (!order_add(&r->order, &record,
                       attr ? fr_perfdata_record_time(attr, &record, r->stream.big) : UINT64_MAX))
            fr_builder_fail_memory(r->b);
    }
    if (!fr_builder_failed(r->b) && !flush(&r->order, UINT64_MAX))
        fr_builder_fail_memory(r->b);
}

/* ------------------------------------------------------------ what there is to be said */

/* Options that need what this build lacks. */
static void say_lacking(const reader *r)
{
    if (r->n_unwound && !fr_perfdata_unwind_can())
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "this build has no libdw: of dumps of stacks only the kernel's part and the "
                       "function that ran are shown; 'perf script -i FILE | flamerender' has all");
    if (r->opt->perf.symfs && !fr_perfdata_elf_can())
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "this build has no libelf: below --symfs it looks for maps of JIT compilers "
                       "only");
    if (r->opt->perf.srcline && !fr_perfdata_unwind_can())
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "this build has no libdw: --srcline finds no lines; "
                       "'perf script -F +srcline -i FILE | flamerender --srcline' has them");
}

static void say_damage(const reader *r)
{
    if (r->stream.unfinished)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "perf record was killed before it finished the file; read as far as it "
                       "goes: %" PRIu64 " records",
                       r->n_records);
    else if (r->stream.cut)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "the file is cut or damaged behind its record %" PRIu64
                       "; read as far as it goes",
                       r->n_records);
    if (r->stream.no_sections)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "the file ends before the sections that tell build ids and names of events: "
                       "functions are named by the files that are here now");
    if (r->n_damaged)
        fr_builder_note_many(r->b, FR_NOTE_REJECTED_RECORD, 0, r->n_damaged,
                             FR_LITERAL("it ends before its fields do"));
    if (r->n_nameless)
        fr_builder_note_many(r->b, FR_NOTE_REJECTED_RECORD, 0, r->n_nameless,
                             FR_LITERAL("a sample of an event that the recording does not tell"));
    if (fr_perfdata_space_omitted(r->space))
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "a process has more than 65 536 maps: functions in %" PRIu64
                       " of them have no names",
                       fr_perfdata_space_omitted(r->space));
    if (r->order.n_late)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "%" PRIu64 " records came later than the recording says they would",
                       r->order.n_late);
    if (r->n_cut_stacks)
        fr_builder_note_many(r->b, FR_NOTE_CUT_STACK, 0, r->n_cut_stacks,
                             FR_LITERAL("'sysctl kernel.perf_event_max_stack' sets how deep it "
                                        "looks"));
    if (r->n_calls)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "stacks are the processor's own (LBR), which keeps the last 8 to 32 calls: "
                       "callers of deeper stacks are missing");
}

static void finish(reader *r)
{
    bool cut = r->stream.unfinished || r->stream.cut || r->stream.no_sections;

    fr_perfdata_facts_rates(&r->facts);
    r->samples.provenance = r->facts.provenance;
    r->facts.provenance = (fr_perf_provenance){0};
    fr_perf_samples_finish(&r->samples);
    if (r->facts.attrs.full)
        fr_builder_fail_memory(r->b);
    if (fr_builder_failed(r->b))
        return;
    if (r->samples.events.n == 0) {
        fr_builder_fail(r->b, FR_E_EMPTY, 0, 0, "%s",
                        r->stream.unfinished ? "perf record was killed before it wrote a sample"
                        : cut                ? "the recording is cut before its first sample"
                                             : "a recording without a sample");
        fr_builder_hint(r->b, "%s",
                        cut ? "record again, or copy it again"
                            : "the program may have been too short: perf record -F 999 takes more "
                              "samples a second");
    }
    fr_perfdata_modules_say(&r->modules, fr_perfdata_frames_places(r->frames), r->b);
    say_damage(r);
    say_lacking(r);
}

/* ------------------------------------------------------------ the format */

int fr_perf_data_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return fr_bytes_starts(head, FR_LITERAL("PERFILE2")) ||
                   fr_bytes_starts(head, FR_LITERAL("2ELIFREP"))
               ? 100
               : 0;
}

void fr_perf_data_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    reader *r = calloc(1, sizeof *r);
    fr_error err = {0};

    if (r)
        r->space = fr_perfdata_space_new();
    if (!r || !r->space) {
        fr_builder_fail_memory(b);
        free(r);
        return;
    }
    r->b = b;
    r->opt = opt;
    r->compat = opt->perf.compat == FR_COMPAT_STACKCOLLAPSE;
    r->order.to = r;
    fr_perf_samples_init(&r->samples, b, opt, choice);
    if (fr_perfdata_modules_begin(&r->modules, opt, &r->facts, b) &&
        (r->frames = fr_perfdata_frames_new(b, &r->samples.names, &r->modules, opt))) {
        fr_perfdata_stream_begin(&r->stream, in, opt, &r->facts);
        (void)fr_perfdata_modules_kernel(&r->modules);
        if (!fr_input_failed(in, &err))
            read_records(r);
        if (!fr_input_failed(in, &err))
            finish(r);
    }
    fr_perf_samples_reset(&r->samples);
    fr_perfdata_chain_reset(&r->chain);
    fr_perfdata_frames_free(r->frames);
    fr_perfdata_modules_reset(&r->modules);
    fr_perfdata_space_free(r->space);
    order_reset(&r->order);
    fr_perfdata_stream_end(&r->stream);
    fr_perfdata_facts_reset(&r->facts);
    free(r);
}
