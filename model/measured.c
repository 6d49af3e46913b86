/* measured.c - one row for each event or sample type that has words of its own. The names are those of perf, Go,
 * async-profiler and this program. */
#include "model/measured.h"

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"

#define TAKEN     "When samples were taken"
#define CPU       "When the CPU was busy"
#define SWITCHES  "When threads gave up the CPU"
#define WAITS     "When threads waited"
#define ALLOCATED "When memory was allocated"
#define HELD      "When memory was held"
#define FAULTS    "When page faults happened"

#define THREADS "When threads were created"
#define FREED   "When memory was freed"

typedef struct row {
    const char *event;
    const char *of;     /* after an amount that is time, memory or things */
    const char *things; /* what a count counts; NULL: the unit's own name */
    const char *when;   /* the title of a heatmap */
} row;

#define N_CLOCKS 11 /* events of the first rows: more samples of them mean more time */

static const row events[] = {
    {"cpu-clock", " of CPU time", NULL, CPU},
    {"task-clock", " of CPU time", NULL, CPU},
    {"cycles", "", NULL, CPU},
    {"cpu-cycles", "", NULL, CPU},
    {"ref-cycles", "", NULL, CPU},
    {"cpu", " of CPU time", NULL, CPU},
    {"itimer", " of CPU time", NULL, CPU},
    {"ctimer", " of CPU time", NULL, CPU},
    {"wall", "", NULL, TAKEN},
    {"time", "", NULL, TAKEN},
    {"on- and off-CPU time", " on and off CPU", NULL, TAKEN},
    {"off-CPU time", " off CPU", NULL, WAITS},
    {"delay", " of waiting", NULL, WAITS},
    {"contentions", "", "contentions", WAITS},
    {"lock", " of waiting", NULL, WAITS},
    {"sched:sched_switch", "", NULL, SWITCHES},
    {"context-switches", "", NULL, SWITCHES},
    {"alloc_space", " allocated", NULL, ALLOCATED},
    {"alloc_objects", " allocated", "objects", ALLOCATED},
    {"alloc", " allocated", NULL, ALLOCATED},
    {"inuse_space", " in use", NULL, HELD},
    {"inuse_objects", " in use", "objects", HELD},
    {"peak_space", " in use at the peak", NULL, HELD},
    {"peak_objects", " in use at the peak", "objects", HELD},
    {"kmem:kmalloc", " allocated", NULL, ALLOCATED},
    {"kmem:kmem_cache_alloc", " allocated", NULL, ALLOCATED},
    {"kmem:mm_page_alloc", " allocated", NULL, ALLOCATED},
    {"page-faults", "", NULL, FAULTS},
    {"minor-faults", "", NULL, FAULTS},
    {"major-faults", "", NULL, FAULTS},
    {"goroutine", "", "goroutines", TAKEN},
    {"threadcreate", " created", "threads", THREADS},
    {"thread", "", "threads", TAKEN},
    {"freed_space", " freed", NULL, FREED},
    {"space", " in use", NULL, HELD},
    {"objects", " in use", "objects", HELD},
    {"samples", "", "samples", TAKEN},
    {"base", "", NULL, TAKEN}, /* a column of folded stacks */
    {"new", "", NULL, TAKEN},
};

/* Without what perf puts before and after a name: "cpu_core/cycles/u", "cycles:ppp". */
static fr_bytes core_of(const char *event)
{
    static const char *const pmus[] = {"cpu/", "cpu_core/", "cpu_atom/"};
    fr_bytes name = fr_bytes_of(event);

    for (size_t i = 0; i < sizeof pmus / sizeof *pmus; i++)
        if (fr_bytes_starts(name, fr_bytes_of(pmus[i])))
            name = fr_bytes_of(event + strlen(pmus[i]));
    return (fr_bytes){name.at, fr_bytes_find(name, '/')};
}

/* "cycles" and "cycles:u" are of the row "cycles"; "sched:sched_switch" is of its own. */
static bool is_event(fr_bytes core, const char *name)
{
    fr_bytes wanted = fr_bytes_of(name);

    return fr_bytes_starts(core, wanted) && (core.len == wanted.len || core.at[wanted.len] == ':');
}

/* NULL where no row says it. */
static const row *find_row(const char *event)
{
    fr_bytes core = core_of(event);

    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (is_event(core, events[i].event))
            return &events[i];
    return NULL;
}

/* NULL for a list of events, too. */
static const row *find_event(const char *event)
{
    return strchr(event, ',') ? NULL : find_row(event);
}

const char *fr_measured_unit(const char *event, const char *unit)
{
    const row *of = find_event(event);

    return of && of->things && strcmp(unit, "count") == 0 ? of->things : unit;
}

/* "samples" of a column "samples", "ns" of a column "ns": the unit has said it. */
static bool repeats_unit(const char *event, const char *unit)
{
    return !*event || strcmp(event, unit) == 0;
}

bool fr_measures_time(const char *event, const char *unit)
{
    const row *of = find_row(event);
    bool samples = strcmp(unit, "samples") == 0;

    if (fr_unit_kind_of(unit) != FR_UNIT_PLAIN)
        return fr_unit_kind_of(unit) == FR_UNIT_TIME;
    return (of && of < events + N_CLOCKS) || (samples && repeats_unit(event, unit));
}

fr_measure fr_measure_of(const char *event, const char *unit)
{
    static const char *const levels[] = {"inuse_space",  "inuse_objects", "peak_space",
                                         "peak_objects", "space",         "objects",
                                         "goroutine",    "threadcreate",  "thread"};

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(event, levels[i]) == 0)
            return FR_MEASURE_LEVEL;
    return !*event && fr_unit_kind_of(unit) == FR_UNIT_MEMORY ? FR_MEASURE_UNKNOWN
                                                              : FR_MEASURE_FLOW;
}

void fr_put_measured(fr_output *out, const char *event, const char *unit)
{
    const row *of = find_event(event);
    bool counts = of && of->things && strcmp(unit, "count") == 0;

    if (of && (counts || fr_unit_has_multiples(unit)))
        fr_put_text(out, of->of);
    else if (!repeats_unit(event, unit))
        fr_say(out, " of {}", event);
}

const char *fr_measured_when(const char *event)
{
    const row *of = find_event(event);

    return of ? of->when : TAKEN;
}

bool fr_measures_waits(const char *event)
{
    const row *of = find_event(event);

    return of && strcmp(of->when, WAITS) == 0;
}

/* ---- one line about a profile ---- */

#define NS_PER_S INT64_C(1000000000)

/* " in 68.9 s of recording" */
static void put_duration(fr_output *out, const fr_meta *meta)
{
    int64_t ns = meta->covered_ns ? meta->covered_ns : meta->recording.duration_ns, tenths;
    char to[FR_NUMBER_MAX];

    /* Neither a selection nor the recording says it: the first sample and the last one do. */
    if (!ns && (!meta->timed || __builtin_sub_overflow(meta->last_ns, meta->first_ns, &ns)))
        return;
    if (ns <= 0)
        return;
    fr_put_text(out, " in ");
    tenths = ns / (NS_PER_S / 10) + (ns % (NS_PER_S / 10) >= NS_PER_S / 20);
    /* "68.9 s" up to ten minutes: seconds are what profilers are asked for. */
    if (tenths < 600 || tenths >= 6000)
        fr_put_text(out, fr_format_human(to, ns, 0, "ns"));
    else
        fr_put_format(out, "%d.%d" FR_NARROW_SPACE "s", (int)(tenths / 10), (int)(tenths % 10));
    fr_put_text(out, " of recording");
}

fr_summary fr_summary_of(const fr_profile *profile, const fr_column *column, int64_t kept,
                         int64_t whole)
{
    return (fr_summary){
        column->name,     column->unit, fr_measured_unit(column->name, column->unit),
        column->decimals, kept,         whole,
        &profile->meta};
}

void fr_summary_put_amounts(const fr_summary *s, fr_output *out)
{
    bool samples = strcmp(s->unit, "samples") == 0 || strcmp(s->shown_as, "samples") == 0;

    if (s->kept != s->whole)
        fr_say(out, "{} of ", fr_as_amount_alone(s->kept, s->decimals, s->shown_as));
    fr_say(out, "{}", fr_as_amount(s->whole, s->decimals, s->shown_as));
    fr_put_measured(out, s->name, s->unit);
    if (samples || s->meta->timed)
        put_duration(out, s->meta);
    if (!samples && s->meta->timed && s->meta->n_records && !s->meta->was_relative)
        fr_say(out, FR_SEPARATOR "{}",
               fr_as_amount((int64_t)(s->meta->n_records & INT64_MAX), 0, "samples"));
}

void fr_summary_put_steps(const fr_summary *s, fr_output *out)
{
    for (size_t i = 0; i < s->meta->steps.n; i++)
        fr_say(out, FR_SEPARATOR "{}", s->meta->steps.entries[i].first);
}

void fr_summary_put(const fr_summary *s, fr_output *out)
{
    fr_summary_put_amounts(s, out);
    fr_summary_put_steps(s, out);
    fr_put_text(out, s->meta->relative ? FR_SEPARATOR "shares are of what is kept" : "");
}
