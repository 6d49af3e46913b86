/*
 * quality.c - one pass over the stack table: parents stand before children, so what a stack is
 * follows from what its parent is.
 *
 *     stack                    frames  unknown  begins
 *     sh                       0       0        NOWHERE       a process is no frame
 *     sh;[unknown]             1       1        BARE          may be all of it
 *     sh;[unknown];read        2       1        BROKEN        garbage under a named function
 *     sh;main                  1       0        ROOTED
 *     sh;malloc                1       0        UNSURE        rooted if it holds 5 % of the process
 */
#include "model/report/quality.h"

#include <stdlib.h>
#include <string.h>

#include "base/name_place.h"
#include "base/number.h"
#include "model/build/tally.h"
#include "model/module.h"

#define MOST_COUNTED  (FR_STACK_DEPTHS - 1)
#define LEAST_SAMPLES 20 /* fewer say nothing about how they were recorded, nor where it has gaps */
#define FEW_SAMPLES   100 /* of fewer, 10 % may be 5 or 17 % (Wilson, 95 %) */
#define ROOT_PART     20  /* an outermost function with 1/20 of its process is where it begins */
#define SHORT_STACK   2   /* frames outside the kernel */
#define PILE          2   /* times as much value as one frame before: a pile-up */

enum begins { NOWHERE, BARE, ROOTED, BROKEN, UNSURE };

/* The facts about a stack. */
typedef struct stack_info {
    fr_stack_traits is;
    uint32_t group; /* its process, or its outermost function while that is UNSURE */
} stack_info;

typedef struct group {
    uint32_t process; /* its group; of a process its own */
    int64_t value, short_value;
} group;

typedef struct measure {
    fr_quality *q;
    const fr_profile *profile;
    const fr_column *column;
    uint8_t *traits; /* by frame */
    stack_info *info;
    group *groups; /* [0]: stacks without a process */
    size_t n_groups, cap_groups;
    bool processes_first; /* the outermost frame is a process, whatever its kind */
    bool has_processes, of_runtime;
    fr_stack_sums *sums;
    bool failed;
} measure;

/* ---- depths at which recorders stop ---- */

static const fr_depth_limit limits[] = {
    {127, 0,
     "'sysctl kernel.perf_event_max_stack=1024' before recording, and 'perf script --max-stack "
     "1024' for --call-graph dwarf; bcc and bpftrace follow the same sysctl"},
    {64, FR_STACKS_OF_RUNTIME, "Go 1.23 and later record 128 frames"},
    {64, FR_STACKS_OF_NAMES, "JFR: -XX:FlightRecorderOptions=stackdepth=1024"},
    {32, FR_STACKS_OF_RUNTIME, "Go 1.23 and later record 128 frames: GODEBUG=profstackdepth=128"},
    {128, FR_STACKS_OF_RUNTIME,
     "GODEBUG=profstackdepth=1024 raises it for heap, block and mutex profiles"},
    {512, 0, "raise the recorder's limit of frames"},
    {1024, 0, "raise the recorder's limit: 'sysctl kernel.perf_event_max_stack=4096' for perf"},
    {2048, 0, "async-profiler: -j 8192"},
};

static const fr_depth_limit marked = {
    0, FR_STACKS_MARKED,
    "record deeper stacks: -XX:FlightRecorderOptions=stackdepth=1024; async-profiler: -j 8192"};

static bool is_limit_of(const fr_depth_limit *limit, unsigned stacks)
{
    return !limit->stacks || (limit->stacks & stacks);
}

uint32_t fr_depth_limit_least(unsigned stacks)
{
    uint32_t least = UINT32_MAX;

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (is_limit_of(&limits[i], stacks) && limits[i].depth < least)
            least = limits[i].depth;
    return least;
}

/* The limit of a recorder of such stacks, if the deepest stack has this depth; NULL: no recorder is known that stops
 * there. */
static const fr_depth_limit *limit_of(uint32_t depth, unsigned stacks)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].depth == depth && is_limit_of(&limits[i], stacks))
            return &limits[i];
    return NULL;
}

/* ---- who records so ---- */

/* "sh;__libc_start_main;main 3": where frames have no kinds, a second frame that is where threads
 * begin shows that the first one is a process. */
static bool starts_second(const measure *m, uint32_t stack)
{
    uint32_t parent = m->profile->stacks[stack].parent;

    return parent && !m->profile->stacks[parent].parent &&
           (m->traits[m->profile->stacks[stack].frame] & FR_FRAME_ROOT) &&
           !(m->traits[m->profile->stacks[parent].frame] & (FR_FRAME_ROOT | FR_FRAME_UNKNOWN));
}

static void find_processes(measure *m)
{
    const fr_profile *p = m->profile;

    for (uint32_t i = 0; i < p->n_frames; i++) {
        m->traits[i] = (uint8_t)fr_frame_traits_in(p, i);
        if (m->of_runtime) /* Go counts inlined calls among its 64 or 128 frames */
            m->traits[i] &= (uint8_t)~FR_FRAME_INLINED;
        m->has_processes |= (m->traits[i] & FR_FRAME_PROCESS) != 0;
    }
    if (m->has_processes || m->of_runtime)
        return;
    for (uint32_t s = 1; s < p->n_stacks && !m->processes_first; s++)
        m->processes_first = starts_second(m, s);
    m->has_processes = m->processes_first;
}

/* ---- stack by stack ---- */

static uint32_t add_group(measure *m, uint32_t process, bool is_process)
{
    if (!fr_reserve(&m->groups, &m->cap_groups, m->n_groups + 1, sizeof *m->groups)) {
        m->failed = true;
        return 0;
    }
    m->groups[m->n_groups] = (group){.process = is_process ? (uint32_t)m->n_groups : process};
    return (uint32_t)m->n_groups++;
}

/* Returns where a stack begins, given where its parent begins and its innermost frame. */
static enum begins begins_of(enum begins parent, unsigned traits)
{
    if (parent != NOWHERE && parent != BARE)
        return parent;
    if (traits & (FR_FRAME_ROOT | FR_FRAME_KERNEL))
        return ROOTED;
    if (traits & FR_FRAME_BARE)
        return BARE;
    return parent == BARE ? BROKEN : UNSURE;
}

static void describe_stack(measure *m, uint32_t stack)
{
    const fr_stack *at = &m->profile->stacks[stack];
    unsigned traits = m->traits[at->frame];
    stack_info info = m->info[at->parent];
    enum begins begins = begins_of((enum begins)info.is.begins, traits);

    if ((traits & FR_FRAME_PROCESS) || (m->processes_first && !at->parent)) {
        info.group = at->parent ? info.group : add_group(m, 0, true);
        m->info[stack] = info;
        return;
    }
    if (begins == UNSURE && info.is.begins != UNSURE)
        info.group = add_group(m, info.group, false);
    info.is.begins = (unsigned)begins & 7u;
    fr_stack_traits_add(&info.is, traits);
    if (!(traits & FR_FRAME_KERNEL) && info.is.user <= SHORT_STACK)
        info.is.user = (info.is.user + 1u) & 3u;
    m->info[stack] = info;
}

/* Counts samples with a value, and their value; stacks that were not distinguished have both, too. */
static void count_value(measure *m, uint32_t stack)
{
    m->q->whole += fr_column_sum(m->column, stack);
    m->q->n_stacks++;
    m->sums->n_samples += fr_column_count(m->column, stack);
}

static void add_value(measure *m, uint32_t stack)
{
    int64_t value = fr_column_sum(m->column, stack);
    const stack_info *info = &m->info[stack];
    bool absent = (m->traits[m->profile->stacks[stack].frame] & FR_FRAME_ABSENT) != 0;
    fr_stack_traits traits = info->is;
    group *g = &m->groups[info->group];

    if (absent)
        traits.frames = 0;
    count_value(m, stack);
    fr_stack_sums_add(m->sums, &traits, value);
    if (traits.frames == 0)
        return;
    g->value += value;
    if (info->is.begins == BROKEN)
        m->q->found[FR_CAUSE_NO_ROOT].part += value;
    if (info->is.user > SHORT_STACK)
        return;
    if (info->is.begins == BROKEN)
        m->q->short_value += value;
    else if (info->is.begins == UNSURE)
        g->short_value += value;
}

/* ---- conclusions ---- */

/* Outermost functions with little of their process are where unwinding stopped. */
static void judge_roots(measure *m)
{
    fr_quality *q = m->q;

    for (size_t i = 0; i < m->n_groups; i++)
        if (m->groups[i].process != i)
            m->groups[m->groups[i].process].value += m->groups[i].value;
    for (size_t i = 0; i < m->n_groups; i++) {
        const group *g = &m->groups[i];
        if (g->process == i || g->value >= m->groups[g->process].value / ROOT_PART)
            continue;
        q->found[FR_CAUSE_NO_ROOT].part += g->value;
        q->short_value += g->short_value;
    }
}

/* A depth at which recorders stop, that the deepest stacks have, and far more than one less deep.
 * Where frames are names alone, one of them may be the process. */
static void judge_depth(measure *m)
{
    fr_quality *q = m->q;
    unsigned stacks = m->profile->meta.stacks;
    uint32_t deepest = MOST_COUNTED;

    while (deepest && !q->by_depth[deepest])
        deepest--;
    if (stacks & FR_STACKS_MARKED) {
        q->cut = &marked;
        q->cut_depth = deepest;
        return;
    }
    if (!deepest || q->by_depth[deepest] / PILE < q->by_depth[deepest - 1])
        return;
    q->cut = limit_of(deepest, stacks);
    q->cut_depth = deepest;
    if (!q->cut && !m->has_processes && (stacks & FR_STACKS_OF_NAMES))
        q->cut = limit_of(--q->cut_depth, stacks);
    if (q->cut)
        q->found[FR_CAUSE_CUT].part = q->by_depth[deepest];
}

/* The recorder marks stacks that it cut, or counts them; stacks that their depth gives away are counted here. */
static bool is_cut_by_notes(const measure *m)
{
    return !m->q->cut || m->q->cut == &marked;
}

/* Notes are of the whole recording: returns how many samples that has, with those that options left out. */
static uint64_t count_recorded(const measure *m)
{
    const fr_meta *meta = &m->profile->meta;
    uint64_t read = meta->n_read ? meta->n_read : meta->n_records;

    return read > m->sums->n_samples ? read : m->sums->n_samples;
}

static void read_notes(measure *m)
{
    const fr_notes *notes = &m->profile->meta.notes;

    m->q->events_add_up = m->profile->meta.stacks & FR_EVENTS_ADD_UP;
    for (size_t i = 0; i < notes->n; i++) {
        const fr_note_entry *note = &notes->entries[i];
        if (note->kind == FR_NOTE_LOST)
            m->q->n_lost += note->n;
        if (note->kind == FR_NOTE_CUT_STACK && is_cut_by_notes(m))
            m->q->found[FR_CAUSE_CUT].part += (int64_t)(note->n & INT64_MAX);
        m->q->found[FR_CAUSE_EVENTS].part += note->kind == FR_NOTE_OTHER_EVENT;
    }
}

/* ---- levels ---- */

/* Shares above which a recording is bad, in ppm; docs/check.md has the reasons. */
static const int64_t limits_ppm[FR_N_CAUSES] = {
    [FR_CAUSE_KERNEL] = 100000,  [FR_CAUSE_COMPILED] = 100000,  [FR_CAUSE_CUT] = 50000,
    [FR_CAUSE_NO_ROOT] = 200000, [FR_CAUSE_ONE_FRAME] = 500000, [FR_CAUSE_NO_STACK] = 100000,
    [FR_CAUSE_LOST] = 50000,
};

#define REMARKED 4 /* a quarter of the limit is worth a remark */

/* part / whole > ppm, exactly */
static bool exceeds(const fr_finding *found, int64_t ppm)
{
    return (fr_i128)found->part * 1000000 > (fr_i128)found->whole * ppm;
}

static fr_level level_of(const fr_finding *found)
{
    if (found->part == 0)
        return FR_LEVEL_GOOD;
    if (!found->whole)
        return FR_LEVEL_REMARK;
    if (exceeds(found, found->limit_ppm))
        return FR_LEVEL_BAD;
    return exceeds(found, found->limit_ppm / REMARKED) ? FR_LEVEL_REMARK : FR_LEVEL_GOOD;
}

/* Causes that need a recorder's stacks and enough of them are omitted elsewhere. */
static bool can_judge(const measure *m, fr_cause cause)
{
    bool enough = m->sums->n_samples >= LEAST_SAMPLES;

    if (cause == FR_CAUSE_NO_ROOT) /* goroutines begin with any function */
        return m->has_processes && enough;
    if (cause == FR_CAUSE_ONE_FRAME)
        return (m->has_processes || m->of_runtime) && enough;
    if (cause == FR_CAUSE_FEW)
        return m->column->counted && !m->of_runtime;
    return cause != FR_CAUSE_CUT || enough;
}

/* Values that are not counted (ns) have a record each at least. */
static void conclude(measure *m, int64_t unknown_max_ppm)
{
    fr_quality *q = m->q;
    const fr_meta *meta = &m->profile->meta;

    if (!m->column->counted && !m->profile->tally)
        m->sums->n_samples = meta->n_records;
    q->n_samples = m->sums->n_samples;
    q->found[FR_CAUSE_ONE_FRAME].part = q->by_depth[1];
    for (int i = FR_CAUSE_KERNEL; i < FR_CAUSE_LOST; i++)
        q->found[i].whole = q->whole;
    uint64_t recorded = count_recorded(m);
    fr_finding *cut = &q->found[FR_CAUSE_CUT];
    if (cut->part &&
        is_cut_by_notes(
            m)) /* a note counts samples, and not which of those that are left are cut */
        *cut = (fr_finding){.part = recorded > q->n_samples ? 0 : cut->part,
                            .whole =
                                recorded > q->n_samples ? 0 : (int64_t)(q->n_samples & INT64_MAX)};
    if (q->n_lost) { /* that nothing tells of losses does not mean there were none */
        q->found[FR_CAUSE_LOST].part = (int64_t)(q->n_lost & INT64_MAX);
        q->found[FR_CAUSE_LOST].whole = (int64_t)((q->n_lost + recorded) & INT64_MAX);
    }
    q->found[FR_CAUSE_GAPS].part = (int64_t)q->gaps.n;
    q->found[FR_CAUSE_FEW].part = m->sums->n_samples < FEW_SAMPLES;
    for (int i = 0; i < FR_N_CAUSES; i++) {
        fr_finding *found = &q->found[i];
        found->limit_ppm = i == FR_CAUSE_UNKNOWN ? unknown_max_ppm : limits_ppm[i];
        if (!can_judge(m, (fr_cause)i))
            found->part = found->whole = 0;
        found->level = level_of(found);
    }
    if (!q->found[FR_CAUSE_CUT].part)
        q->cut = NULL;
}

/*
 * Gaps in a recording: the intervals between the end of a sample and the next one; those far beyond the median are gaps.
 * Where samples last, the n-th end is before the next beginning only if nothing lasts there.
 */

#define LEAST_GAP_NS  INT64_C(1000000000)
#define GAP_INTERVALS 100 /* median intervals */

/* Sorts times, which most recordings have in order. */
static void sort_times(int64_t *times, size_t n)
{
    size_t sorted = 1;

    while (sorted < n && times[sorted - 1] <= times[sorted])
        sorted++;
    if (sorted < n)
        qsort(times, n, sizeof *times, fr_compare_times);
}

/* None where samples have no times, or are few. False: out of memory. */
static bool find_gaps(fr_gaps *gaps, const fr_profile *profile)
{
    const fr_samples *samples = &profile->samples;
    size_t n = samples->n - 1; /* intervals */
    bool lasts = profile->meta.stacks & FR_SAMPLES_LAST;
    int64_t *begins, *ends, longest = 0;

    *gaps = (fr_gaps){0};
    if (samples->n < LEAST_SAMPLES || !profile->meta.timed || fr_meta_has_holes(&profile->meta))
        return true;
    begins = malloc((lasts ? 2 : 1) * samples->n * sizeof *begins);
    if (!begins)
        return false;
    ends = lasts ? begins + samples->n : begins;
    memcpy(begins, samples->time_ns, samples->n * sizeof *begins);
    for (size_t i = 0; i < samples->n && lasts; i++)
        ends[i] = fr_sample_end(profile, i);
    sort_times(begins, samples->n);
    if (lasts)
        sort_times(ends, samples->n);
    for (size_t i = 0; i < n; i++) { /* the intervals take the place of the ends */
        if (__builtin_sub_overflow(begins[i + 1], ends[i], &ends[i]))
            ends[i] = INT64_MAX;
        longest = ends[i] > longest ? ends[i] : longest;
    }
    if (longest >= LEAST_GAP_NS) {
        qsort(ends, n, sizeof *ends, fr_compare_times);
        for (size_t i = n;
             i-- > 0 && ends[i] >= LEAST_GAP_NS && ends[i] / GAP_INTERVALS > ends[n / 2];)
            gaps->n++;
        gaps->longest_ns = gaps->n ? longest : 0;
    }
    free(begins);
    return true;
}

static bool measure_stacks(measure *m)
{
    m->traits = calloc(m->profile->n_frames + 1u, 1);
    m->info = malloc(m->profile->n_stacks * sizeof *m->info);
    if (!m->traits || !m->info)
        return false;
    find_processes(m);
    m->info[0] = (stack_info){.group = add_group(m, 0, true)};
    for (uint32_t s = 1; s < m->profile->n_stacks && !m->failed; s++) {
        describe_stack(m, s);
        if (fr_column_sum(m->column, s) > 0 && !m->failed)
            add_value(m, s);
    }
    return !m->failed;
}

static bool measure_all(measure *m, int64_t unknown_max_ppm)
{
    fr_quality *q = m->q;

    m->sums = calloc(1, sizeof *m->sums);
    if (!m->sums)
        return false;
    if (m->profile->tally) {
        /* Stacks were distinguished as far as they are drawn; these have no processes. */
        for (uint32_t s = 1; s < m->profile->n_stacks; s++)
            if (fr_column_sum(m->column, s) > 0)
                count_value(m, s);
        *m->sums = m->profile->tally->sums;
    } else if (!measure_stacks(m))
        return false;
    if (!find_gaps(&q->gaps, m->profile))
        return false;
    memcpy(q->by_depth, m->sums->by_depth, sizeof q->by_depth);
    q->found[FR_CAUSE_NO_STACK].part = m->sums->no_stack;
    q->found[FR_CAUSE_KERNEL].part = m->sums->unknown_kernel;
    q->found[FR_CAUSE_COMPILED].part = m->sums->unknown_compiled;
    judge_roots(m);
    judge_depth(m);
    /* frames times value in 128 bits, as a share of 64 */
    while (m->sums->area > INT64_MAX) {
        m->sums->area /= 2;
        m->sums->unknown_area /= 2;
    }
    q->found[FR_CAUSE_UNKNOWN].part = (int64_t)m->sums->unknown_area;
    q->found[FR_CAUSE_UNKNOWN].whole = (int64_t)m->sums->area;
    read_notes(m);
    conclude(m, unknown_max_ppm);
    return true;
}

bool fr_quality_measure(fr_quality *q, const fr_profile *profile, uint32_t column,
                        int64_t unknown_max_ppm)
{
    measure m = {.q = q, .profile = profile, .column = &profile->columns[column]};
    bool good;

    m.of_runtime = profile->meta.stacks & FR_STACKS_OF_RUNTIME;
    memset(q, 0, sizeof *q);
    good = measure_all(&m, unknown_max_ppm);
    free(m.sums);
    free(m.traits);
    free(m.info);
    free(m.groups);
    return good;
}

/* ---- names ---- */

/* Names in brackets that are known: states, not modules. */
static const char *const states[] = {
    "[idle]", "[GC]", "[GC_active]", "[deoptimization]", "[skipped]", "[truncated]", "[others]",
};

/* The frames where stacks begin. A name that ends with '*' stands for all that begin so. */
static const char *const roots[] = {
    /* C library, dynamic linker */
    "_start",
    "__libc_start_main*",
    "__libc_start_call_main*",
    "main",
    "start_thread",
    "clone",
    "clone3",
    "__clone*",
    "thread_start",
    "_dl_start*",
    "_dl_sysdep_start",
    "_init",
    "_fini",
    "__restore_rt",
    "__kernel_rt_sigreturn",
    "_dl_catch_exception",
    "call_init",
    "_dl_fini",
    /* kernel */
    "ret_from_fork*",
    "secondary_startup*",
    "start_secondary",
    "common_startup*",
    "start_kernel",
    "cpu_startup_entry",
    "cpu_bringup_and_idle",
    "x86_64_start*",
    "entry_SYSCALL*",
    "kthread",
    /* Go, OCaml, Java, Erlang, macOS */
    "runtime.goexit*",
    "runtime.main",
    "runtime.mstart*",
    "runtime.rt0_go*",
    "runtime.mcall*",
    "runtime.morestack*",
    "runtime.gogo*",
    "runtime.systemstack*",
    "caml_start_program*",
    "caml_main*",
    "thread_native_entry",
    "JavaMain",
    "thread_main",
    "thread_entry",
    "start",
    "_pthread_start",
    "thread_func",
};

/* Modules of code that a compiler wrote into memory: "[perf-12.map]", "[//anon]". */
static const char *const compiled[] = {"[perf-*", "[//anon*", "[anon*",        "[jitted-*",
                                       "[heap]",  "[JIT*",    "[unknown_Java*"};

static bool fits_any(fr_bytes name, const char *const *patterns, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fr_bytes p;
        if (!name.len || name.at[0] != *patterns[i])
            continue;
        p = fr_bytes_of(patterns[i]);
        if (p.at[p.len - 1] == '*' ? fr_bytes_starts(name, (fr_bytes){p.at, p.len - 1})
                                   : fr_bytes_equal(name, p))
            return true;
    }
    return false;
}

#define FITS(name, table) fits_any(name, table, sizeof(table) / sizeof *(table))

static const unsigned traits_of_kind[FR_N_KINDS] = {
    [FR_KIND_KERNEL] = FR_FRAME_KERNEL,
    [FR_KIND_JIT] = FR_FRAME_COMPILED,
    [FR_KIND_INLINED] = FR_FRAME_INLINED,
    [FR_KIND_PROCESS] = FR_FRAME_PROCESS,
};

unsigned fr_frame_traits(fr_bytes name, fr_kind kind)
{
    unsigned traits = traits_of_kind[kind];
    size_t blank = fr_bytes_find(name, ' ');

    if (traits & FR_FRAME_PROCESS)
        return traits;
    /* "[libfoo.so] 0x7f3a12b0", as --addresses has it */
    if (blank < name.len && name.at[0] == '[' && name.at[blank - 1] == ']' &&
        fr_name_is_address((fr_bytes){name.at + blank + 1, name.len - blank - 1}))
        name.len = blank;
    if (fr_bytes_equal(name, FR_LITERAL("[no stack]")))
        return FR_FRAME_ABSENT;
    if (fr_name_is_bare(name))
        traits |= FR_FRAME_BARE | FR_FRAME_UNKNOWN;
    else if (fr_name_is_bracketed(name) && !FITS(name, states))
        traits |= FR_FRAME_UNKNOWN;
    if (fr_address_is_kernel(fr_name_address(name)))
        traits |= FR_FRAME_KERNEL;
    if ((traits & FR_FRAME_UNKNOWN) && FITS(name, compiled))
        traits |= FR_FRAME_COMPILED;
    return !(traits & FR_FRAME_UNKNOWN) && FITS(name, roots) ? traits | FR_FRAME_ROOT : traits;
}

unsigned fr_frame_traits_in(const fr_profile *profile, uint32_t frame)
{
    fr_bytes name = fr_frame_name(profile, frame);
    unsigned traits = fr_frame_traits(name, fr_frame_kind(&profile->frames[frame]));
    size_t at = fr_name_offset_at(name);
    fr_bytes module = fr_names_at(profile->names, profile->frames[frame].module);

    if (traits & FR_FRAME_PROCESS || at == name.len ||
        !fr_bytes_equal((fr_bytes){name.at, at}, fr_module_base(module)))
        return traits;
    return (traits | FR_FRAME_UNKNOWN) & ~(unsigned)FR_FRAME_ROOT;
}
