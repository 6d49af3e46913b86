/*
 * perf_sample.c - samples from their first frame to the builder: it chooses the event, weighs, opens, fills and adds
 * each sample, joins the parts that threads read, and reports what was missing.
 */
#include "formats/perf/perf_sample.h"

#include "model/build/builder.h"

#include <inttypes.h>
#include <stdlib.h>

/* A step of the stack added last; the next one often shares its root side. */
typedef struct fr_perf_step {
    uint32_t frame, stack;
} fr_perf_step;

#define WHO 16 /* a power of two */

/* The facts found for a header, for those that say the same (fr_perf_header.who, .what). */
typedef struct fr_perf_again {
    uint32_t what, event; /* 0: nothing */
    struct who {
        uint32_t who, root, thread;
        bool java;
    } who[WHO]; /* by number */
} fr_perf_again;

static bool fail_memory(fr_perf_samples *s)
{
    return fr_builder_fail(s->b, FR_E_LIMIT, s->line, 0, "out of memory");
}

void fr_perf_samples_init(fr_perf_samples *s, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice)
{
    char earlier[sizeof choice->event];
    bool ok = true;

    *s = (fr_perf_samples){.b = b, .opt = opt, .choice = choice, .names = {.b = b, .opt = opt}};
    s->threads.seed = s->names.comms.seed = s->names.sources.seed = fr_hash_seed();
    s->offcpu.mode = opt->perf.on_off && !opt->perf.off_cpu ? FR_OFF_CPU_ALL : opt->perf.off_cpu;
    if (s->offcpu.mode && !opt->perf.on_off && opt->perf.event) {
        fr_builder_fail(
            b, FR_E_USAGE, 0, 0,
            "--event '%s' cannot be combined with --off-cpu, which reads sched:sched_switch",
            opt->perf.event);
        fr_builder_hint(b, "--on-off draws off-CPU time beside the samples of an event");
    }
    /* The event that is asked for counts, else the one that an earlier input chose. */
    s->chosen = opt->perf.event || choice->event[0];
    memcpy(earlier, choice->event, sizeof earlier);
    if (opt->perf.event)
        ok = fr_perf_events_choose_list(&s->events, fr_bytes_of(opt->perf.event), choice->event);
    else if (s->chosen)
        ok = fr_perf_events_choose(&s->events, fr_bytes_of(earlier), choice->event);
    if (!ok)
        fail_memory(s);
}

void fr_perf_samples_reset(fr_perf_samples *s)
{
    fr_perf_events_reset(&s->events);
    fr_perf_names_reset(&s->names);
    fr_perf_provenance_reset(&s->provenance);
    fr_perf_offcpu_reset(&s->offcpu);
    fr_line_cache_reset(&s->threads);
    free(s->again);
    free(s->path);
    free(s->frames);
}

/*
 * ------------------------------------------------------------ weights
 *
 * Whether every sample has a period is known only at the end of the stream. Until then the builder keeps both: the sum
 * of the periods, and the number of samples, which takes over where a period is missing (fr_builder_use_counts). While
 * all periods are equal the number tells the sum.
 */

void fr_perf_weight_begin(fr_perf_weight *weight, fr_builder *b, const fr_read_options *opt,
                          const fr_choice *choice, bool has_period)
{
    const char *unit = fr_perf_event_unit(fr_bytes_of(choice->event));

    if (opt->perf.weight == FR_WEIGHT_FIELD) /* "bytes_req" counts bytes; any other field itself */
        unit = opt->weight_unit                               ? opt->weight_unit
               : !strncmp(opt->perf.weight_field, "bytes", 5) ? "bytes"
                                                              : opt->perf.weight_field;
    weight->begun = true;
    weight->asked = opt->perf.weight != FR_WEIGHT_AUTO ? opt->perf.weight : choice->weight;
    weight->periods = weight->asked == FR_WEIGHT_PERIOD || weight->asked == FR_WEIGHT_FIELD ||
                      (weight->asked == FR_WEIGHT_AUTO && has_period);
    weight->each = weight->asked == FR_WEIGHT_AUTO && opt->perf.compat == FR_COMPAT_STACKCOLLAPSE;
    weight->column = fr_builder_column(b, choice->event, weight->periods ? unit : "samples", 0);
    fr_builder_exact(b, weight->column);
    weight->counting = weight->periods && weight->asked == FR_WEIGHT_AUTO && !weight->each &&
                       fr_builder_is_blank(b, weight->column);
}

/* Changes from numbers of samples to sums of periods, and numbers beside them. */
static void stop_counting(fr_perf_weight *weight, fr_builder *b, int64_t period)
{
    if (weight->counting)
        fr_builder_weigh(b, weight->column, period);
    weight->counting = false;
}

/* Returns what each sample weighs. */
static int64_t weight_of_each(const fr_perf_weight *weight)
{
    return weight->n_with && !weight->n_without ? weight->period : 1;
}

void fr_perf_weight_agree(fr_perf_weight *weight, fr_builder *b, fr_perf_weight *next,
                          fr_builder *next_b)
{
    if (weight->counting && next->counting &&
        (!weight->n_with || !next->n_with || weight->period == next->period))
        return;
    stop_counting(weight, b, weight_of_each(weight));
    stop_counting(next, next_b, weight_of_each(next));
}

static void weight_join(fr_perf_weight *weight, const fr_perf_weight *next)
{
    weight->varying |=
        next->varying || (weight->n_with && next->n_with && weight->period != next->period);
    weight->period = next->n_with ? next->period : weight->period;
    weight->beyond |=
        next->beyond || __builtin_add_overflow(weight->whole, next->whole, &weight->whole);
    weight->n_with += next->n_with;
    weight->n_without += next->n_without;
}

/* Returns true if the sample has a period that may serve. 0 is perf's way to say that it knows none. With
 * --weight=period, or after an input in periods, 1 would be a lie. */
static bool take_period(fr_perf_weight *weight, fr_builder *b, int64_t period, uint64_t line)
{
    if (period < 0 && weight->asked == FR_WEIGHT_PERIOD) {
        fr_builder_fail(b, FR_E_FORMAT, line, 0,
                        "a sample has no period, but samples are weighed by periods");
        fr_builder_hint(b, "--weight=samples counts every sample as 1");
    }
    if (weight->asked == FR_WEIGHT_FIELD)
        return true;
    if (period == 0 && weight->asked == FR_WEIGHT_PERIOD)
        fr_builder_note(b, FR_NOTE_ZERO_VALUE, line, FR_LITERAL("a sample with period 0"));
    else if (period <= 0)
        return false;
    weight->varying |= weight->n_with && period != weight->period;
    weight->period = period;
    return true;
}

/* If the number of samples may take over in the end, too large a sum is no error yet: samples are
 * counted from then on. */
static int64_t fit(fr_perf_weight *weight, fr_builder *b, uint32_t stack, int64_t value)
{
    bool open = weight->asked == FR_WEIGHT_AUTO && weight->periods && !weight->each;

    if (open && !weight->beyond && __builtin_add_overflow(weight->whole, value, &weight->whole)) {
        weight->beyond = true;
        weight->beyond_stack = stack;
        fr_builder_use_counts(b, weight->column);
    }
    return open && weight->beyond ? 1 : value;
}

/* Adds a sample at `line` and returns the value that it got; a negative period: it has none. */
static int64_t weight_add(fr_perf_weight *weight, fr_builder *b, uint32_t stack, int64_t period,
                          uint64_t line)
{
    int64_t before = weight->period, value = 1, added;
    bool has_period = take_period(weight, b, period, line);

    weight->n_with += has_period;
    weight->n_without += !has_period;
    if (weight->each ? has_period : weight->periods && weight->n_without == 0)
        value = period;
    value = fit(weight, b, stack, value);
    if (weight->varying && !weight->n_without && !weight->beyond)
        stop_counting(weight, b, before);
    added = weight->counting ? 1 : value;
    fr_builder_add(b, stack, weight->column, added, 1, (double)added * (double)added);
    return value;
}

/* Decides, says so where it isn't the plain case, and tells the inputs that follow. */
static void weight_end(fr_perf_weight *weight, fr_builder *b, fr_choice *choice)
{
    bool automatic = weight->asked == FR_WEIGHT_AUTO;
    bool mixed = weight->n_with && weight->n_without;

    if (weight->each)
        return;
    /* Equal periods say no more than the number of samples, which is what people expect to see. */
    if (weight->periods && automatic && (mixed || !weight->varying)) {
        fr_builder_use_counts(b, weight->column);
        weight->periods = false;
    }
    if (weight->periods && weight->beyond)
        fr_builder_fail_overflow(b, weight->beyond_stack);
    if (mixed && automatic)
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "%" PRIu64 " of %" PRIu64 " samples have no period, so each sample counts "
                       "as 1",
                       weight->n_without, weight->n_without + weight->n_with);
    choice->weight = weight->asked == FR_WEIGHT_FIELD ? FR_WEIGHT_FIELD
                     : weight->periods                ? FR_WEIGHT_PERIOD
                                                      : FR_WEIGHT_SAMPLES;
}

/*
 * ------------------------------------------------------------ numbers in the text of a tracepoint
 *
 *     kmem:kmalloc: call_site=x ptr=0xff bytes_req=512 bytes_alloc=512        bytes_req
 *     syscalls:sys_enter_read: fd: 0x3, buf: 0x7ffe12, count: 0x200           count
 */

static bool is_name(char c)
{
    return fr_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '-';
}

static bool read_number(fr_bytes text, int64_t *value)
{
    bool hex = text.len > 2 && text.at[0] == '0' && (text.at[1] == 'x' || text.at[1] == 'X');
    unsigned base = hex ? 16 : 10;
    size_t i = hex ? 2 : 0, start = i;

    *value = 0;
    for (; i < text.len && fr_perf_digit(text.at[i]) < base; i++)
        if (__builtin_mul_overflow(*value, (int64_t)base, value) ||
            __builtin_add_overflow(*value, (int64_t)fr_perf_digit(text.at[i]), value))
            return false;
    return i > start && (i == text.len || !is_name(text.at[i]));
}

/* Returns what stands behind "name=" or "name: " at `at`; NULL where that is another name. */
static fr_bytes value_at(fr_bytes text, size_t at, size_t name_len)
{
    fr_bytes rest = fr_perf_trim_start(fr_perf_tail(text, at + name_len));

    if ((at > 0 && is_name(text.at[at - 1])) || !rest.len ||
        (rest.at[0] != '=' && rest.at[0] != ':'))
        return (fr_bytes){0};
    return fr_perf_trim_start(fr_perf_tail(rest, 1));
}

/* The value of the first field of this name; false where there is none, or where it is no number
 * from 0 to 2^63 - 1, decimal or 0x. */
static bool read_field(fr_bytes text, fr_bytes name, int64_t *value)
{
    for (size_t i = 0; name.len && (i = fr_perf_find(text, i, name)) < text.len; i++) {
        fr_bytes found = value_at(text, i, name.len);
        if (found.at)
            return read_number(found, value);
    }
    return false;
}

/* ------------------------------------------------------------ begin */

/* Counts a sample of the event; false where it isn't read. */
static bool take_event(fr_perf_samples *s, fr_bytes name)
{
    uint32_t event = fr_perf_events_add(&s->events, name.len ? name : FR_LITERAL("samples"));

    if (event == FR_NO_ID)
        return fail_memory(s);
    s->events.items[event].n_samples++;
    if (s->is_switch)
        return s->events.items[event].read = true;
    if (s->offcpu.mode && !s->opt->perf.on_off)
        return false;
    if (!s->chosen) /* the first event met is the one that is read */
        s->chosen =
            fr_perf_events_choose(&s->events, s->events.items[event].name, s->choice->event);
    return s->events.items[event].read;
}

/* The thread of a header: found by the bytes of its ids and its comm. */
static uint32_t find_thread(fr_perf_samples *s, const fr_perf_header *h)
{
    int64_t ids[2] = {h->has_pid ? h->pid : -1, h->has_tid ? h->tid : -1};
    uint64_t hash;
    uint32_t thread;
    fr_bytes key;

    if (!fr_perf_names_reserve(&s->names, sizeof ids + h->comm.len))
        return 0;
    memcpy(s->names.text, ids, sizeof ids);
    if (h->comm.len)
        memcpy(s->names.text + sizeof ids, h->comm.at, h->comm.len);
    key = (fr_bytes){s->names.text, sizeof ids + h->comm.len};
    hash = fr_line_hash(&s->threads, key);
    thread = fr_line_cache_find(&s->threads, key, hash);
    if (thread != FR_LINE_UNKNOWN)
        return thread;
    thread = fr_builder_thread(s->b, ids[0], ids[1], fr_builder_name(s->b, h->comm, FR_TEXT_RAW));
    fr_line_cache_put(&s->threads, key, hash, thread);
    return thread;
}

/* "VM:1234 VCPU:3 app": of perf kvm; what is before the comm. */
static fr_bytes cut_guest(fr_bytes comm)
{
    static const fr_bytes marks[] = {{"VM:", 3}, {"VCPU:", 5}};

    for (size_t k = 0; k < 2 && fr_bytes_starts(comm, marks[k]); k++) {
        size_t i = marks[k].len;
        while (i < comm.len && fr_is_digit(comm.at[i]))
            i++;
        if (i == marks[k].len || i + 1 >= comm.len || comm.at[i] != ' ')
            break;
        comm = fr_perf_tail(comm, i + 1);
    }
    return comm;
}

/* "worker" for "worker-12", "kworker" for "kworker/0:1": without the digits and separators at its end. What has nothing
 * else, ":1234", stays. */
static fr_bytes comm_stem(fr_bytes comm)
{
    static const char numbering[] = "0123456789-_/:#.@ ";
    size_t len = comm.len;

    while (len && memchr(numbering, comm.at[len - 1], sizeof numbering - 1))
        len--;
    return len ? (fr_bytes){comm.at, len} : comm;
}

/* Remembers what was found for the header: it serves for those that say the same. */
static void remember_header(fr_perf_samples *s, const fr_perf_header *h)
{
    if (!h->who || s->is_switch || s->offcpu.mode || s->opt->perf.weight == FR_WEIGHT_FIELD)
        return;
    if (!s->again && !(s->again = calloc(1, sizeof *s->again)))
        return;
    s->again->what = h->what;
    s->again->event = (uint32_t)s->events.last;
    s->again->who[h->who % WHO] = (struct who){h->who, s->root, s->thread, s->java};
}

/* Begins a sample whose header says what one before it did; false where it doesn't. */
static bool begin_again(fr_perf_samples *s, const fr_perf_header *h)
{
    const struct who *who = s->again ? &s->again->who[h->who % WHO] : NULL;

    if (!who || !h->who || h->who != who->who || h->what != s->again->what)
        return false;
    s->is_switch = s->ignored = false;
    s->events.items[s->again->event].n_samples++;
    s->root = who->root;
    s->thread = who->thread;
    s->java = who->java;
    return true;
}

/* The number that the sample weighs; false where its text has none. */
static bool take_field(fr_perf_samples *s, fr_bytes text)
{
    if (read_field(text, fr_bytes_of(s->opt->perf.weight_field), &s->period))
        return true;
    s->n_fieldless++;
    fr_builder_note(s->b, FR_NOTE_NO_FIELD, s->line, fr_bytes_of(s->opt->perf.weight_field));
    return false;
}

/* Event, weight, thread and root frame of the open sample; false where it isn't read. */
static bool begin_first(fr_perf_samples *s, const fr_perf_header *header)
{
    fr_perf_header who = *header;

    s->is_switch = s->offcpu.mode && fr_perf_switch_event(header->event);
    s->ignored =
        !take_event(s, header->event) || (s->is_switch && !fr_perf_samples_begin_switch(s, header));
    if (s->ignored || fr_builder_failed(s->b))
        return false;
    s->period = header->has_period ? (int64_t)header->period : -1;
    s->ignored =
        s->opt->perf.weight == FR_WEIGHT_FIELD && !s->is_switch && !take_field(s, header->rest);
    if (s->ignored)
        return false;
    who.comm = cut_guest(who.comm);
    if (s->opt->perf.strip_thread_numbers)
        who.comm = comm_stem(who.comm);
    s->java = fr_bytes_starts(who.comm, FR_LITERAL("java"));
    s->root = fr_perf_names_root(&s->names, &who);
    if (fr_builder_keeps_samples(s->b) || s->is_switch)
        s->thread = find_thread(s, &who);
    remember_header(s, header);
    return true;
}

static void read_inline(fr_perf_samples *s, fr_bytes rest)
{
    fr_perf_frame frame;

    if (!fr_perf_frame_parse_inline(rest, &frame))
        return;
    if (s->opt->perf.compat == FR_COMPAT_STACKCOLLAPSE)
        (void)fr_perf_samples_push_compat(s, rest);
    else
        s->inline_frame = fr_perf_names_frame(&s->names, &frame);
}

void fr_perf_samples_begin(fr_perf_samples *s, const fr_perf_header *header, uint64_t line)
{
    fr_perf_samples_end(s);
    s->open = true;
    s->line = line;
    s->n_frames = s->n_sourced = 0;
    s->inline_frame = s->found = FR_NO_ID;
    if (header->has_time) /* a recording lasts as long as any of its events */
        fr_builder_time(s->b, header->time_ns);
    if (begin_again(s, header))
        s->period = header->has_period ? (int64_t)header->period : -1;
    else if (!begin_first(s, header))
        return;
    s->time_ns = header->has_time ? header->time_ns : FR_NO_TIME;
    s->cpu = header->has_cpu && header->cpu < FR_NO_CPU ? (uint16_t)header->cpu : FR_NO_CPU;
    if (header->rest.len && !s->is_switch)
        read_inline(s, header->rest);
}

/* ------------------------------------------------------------ frames and end */

void fr_perf_samples_grow(fr_perf_samples *s)
{
    if (s->n_frames >= s->opt->limits.stack_depth) {
        fr_builder_fail(s->b, FR_E_LIMIT, s->line, 0, "a stack of more than %" PRIu32 " frames",
                        s->opt->limits.stack_depth);
        fr_builder_hint(s->b, "--limit-depth raises the limit");
    } else if (!fr_reserve(&s->frames, &s->frames_cap, s->n_frames + 1, sizeof *s->frames)) {
        fail_memory(s);
    }
}

void fr_perf_samples_record(fr_perf_samples *s, const fr_perf_header *header, uint64_t line)
{
    if (s->offcpu.mode && fr_perf_samples_switch_record(s, header))
        return;
    if (!fr_perf_losses_read(&s->losses, header->rest, line))
        fr_builder_note(s->b, FR_NOTE_OTHER_RECORD, line, fr_bytes_trim(header->rest));
}

/* The leaf that is in no frame line: on the header itself, or nowhere. */
void fr_perf_samples_missing_leaf(fr_perf_samples *s)
{
    bool bare = s->opt->perf.compat == FR_COMPAT_STACKCOLLAPSE && s->root != FR_NO_ID;

    if (s->inline_frame == FR_NO_ID) {
        s->n_frameless++;
        fr_builder_frameless(s->b, 1);
        fr_builder_note(s->b, FR_NOTE_FRAMELESS, s->line,
                        FR_LITERAL("'perf record -g' records stacks"));
        if (bare) /* stackcollapse-perf.pl has "comm 1" */
            return;
        s->inline_frame = fr_builder_named(s->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW,
                                           FR_KIND_USER, (fr_bytes){0});
    }
    fr_perf_samples_push(s, s->inline_frame);
}

/* Step `depth` of the path to the sample's stack; what equals the last path needs no lookup. */
static uint32_t take_step(fr_perf_samples *s, size_t depth, uint32_t parent, uint32_t frame)
{
    fr_perf_step *step = &s->path[depth];

    if (depth < s->n_path && step->frame == frame)
        return step->stack;
    step->frame = frame;
    step->stack = fr_builder_push(s->b, parent, frame);
    s->n_path = depth + 1;
    return step->stack;
}

uint32_t fr_perf_samples_stack(fr_perf_samples *s)
{
    size_t depth = 0;
    uint32_t stack = FR_NO_STACK;

    if (s->found != FR_NO_ID)
        return s->found;
    if (!fr_reserve(&s->path, &s->path_cap, s->n_frames + 1, sizeof *s->path)) {
        fail_memory(s);
        return stack;
    }
    if (s->root != FR_NO_ID)
        stack = take_step(s, depth++, stack, s->root);
    for (size_t i = s->n_frames; i-- > 0;)
        stack = take_step(s, depth++, stack, s->frames[i]);
    return stack;
}

void fr_perf_samples_end(fr_perf_samples *s)
{
    bool read = s->open && !s->ignored;
    uint32_t stack;
    int64_t value;

    s->open = s->ignored = false;
    if (!read || fr_builder_failed(s->b))
        return;
    if (s->is_switch) {
        fr_perf_samples_end_switch(s);
        return;
    }
    if (s->n_frames == 0 && s->found == FR_NO_ID)
        fr_perf_samples_missing_leaf(s);
    if (!s->weight.begun && !s->offcpu.mode)
        fr_perf_weight_begin(&s->weight, s->b, s->opt, s->choice, s->period > 0);
    s->n_read++;
    fr_builder_record(s->b, 1);
    stack = fr_perf_samples_stack(s);
    value = s->offcpu.mode ? fr_perf_samples_on_cpu(s, stack)
                           : weight_add(&s->weight, s->b, stack, s->period, s->line);
    fr_builder_sample(s->b, stack, s->time_ns, s->thread, s->cpu, value);
}

/* ------------------------------------------------------------ joining parts */

void fr_perf_samples_join(fr_perf_samples *s, fr_perf_samples *next, uint64_t n_lines)
{
    fr_perf_losses *losses = &next->losses;

    losses->first_line += losses->first_line ? n_lines : 0;
    losses->first_throttled += losses->first_throttled ? n_lines : 0;
    fr_perf_losses_merge(&s->losses, losses);
    fr_perf_provenance_merge(&s->provenance, &next->provenance);
    if (!fr_perf_events_merge(&s->events, &next->events))
        fail_memory(s);
    weight_join(&s->weight, &next->weight);
    s->names.has_symbols |= next->names.has_symbols;
    s->n_read += next->n_read;
    s->n_frameless += next->n_frameless;
    s->n_fieldless += next->n_fieldless;
    s->estimates |= next->estimates;
    fr_perf_offcpu_merge(&s->offcpu, s->b, &next->offcpu, next->b);
}

/* ------------------------------------------------------------ finish */

/* Not one sample is read. */
static void fail_without(fr_perf_samples *s)
{
    char list[300];

    if (s->n_fieldless) {
        fr_builder_fail(s->b, FR_E_FORMAT, 0, 0,
                        "no sample of event '%s' has a number '%s' in its text", s->choice->event,
                        s->opt->perf.weight_field);
        fr_builder_hint(s->b,
                        "--weight=period|samples, or the name of a field as perf script prints it, "
                        "such as bytes_req; --event chooses the event");
        return;
    }
    fr_perf_events_list(&s->events, list, sizeof list);
    fr_builder_fail(s->b, FR_E_FORMAT, 0, 0, "no sample of event '%s'; there is %s",
                    s->choice->event, list);
    fr_builder_hint(s->b, "--event chooses the event for all inputs");
}

static uint64_t count_samples(const fr_perf_events *events)
{
    uint64_t n = 0;

    for (size_t i = 0; i < events->n; i++)
        n += events->items[i].n_samples;
    return n;
}

void fr_perf_samples_finish(fr_perf_samples *s)
{
    fr_event_log *log = s->choice->log;

    fr_perf_samples_end(s);
    if (fr_builder_failed(s->b) || count_samples(&s->events) == 0)
        return;
    if (log && log->n)
        fr_logged_input_set(&log->items[log->n - 1], &s->events, s->n_read == 0 && !s->n_fieldless);
    if (s->offcpu.mode)
        fr_perf_samples_finish_switches(s);
    if (s->n_read == 0)
        fail_without(s);
    else if (s->n_frameless == s->n_read) {
        fr_builder_fail(s->b, FR_E_EMPTY, 0, 0,
                        s->n_read == 1 ? "%" PRIu64 " sample, without a stack"
                                       : "%" PRIu64 " samples, none with a stack",
                        s->n_read);
        fr_builder_hint(s->b, "record with 'perf record -g' (or --call-graph dwarf)");
    }
    if (!s->names.has_symbols) /* a stripped program, or text printed on another machine */
        fr_builder_say(s->b, FR_NOTE_UNKNOWN,
                       "no frame has a symbol: 100 %% of the value is in unknown functions; 'perf "
                       "script' finds symbols on the machine that recorded, with debug packages");
    fr_perf_events_say(&s->events, s->b);
    fr_perf_losses_say(&s->losses, count_samples(&s->events), s->b);
    fr_perf_provenance_say(&s->provenance, fr_bytes_of(s->choice->event), s->opt->perf.provenance,
                           s->b);
    if (!s->offcpu.mode)
        weight_end(&s->weight, s->b, s->choice);
}
