/*
 * quality_report.c - the report of `check`: what was measured of the stacks.
 *
 *      share  limit  verdict  cause           what
 *     46.0 %   20 %  bad      unknown-frames  frames without a function's name
 *     23.1 %         -        depth 3-4       stacks of 3 to 4 frames
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "model/measured.h"
#include "model/report/quality.h"
#include "model/report/report.h"

/* The causes of bad stacks in words. `of`: what the share is a share of. `suffer` goes after it. */
static const struct cause_words {
    const char *key, *what, *of, *suffer, *advice;
} words[FR_N_CAUSES] = {
    [FR_CAUSE_UNKNOWN] =
        {"unknown-frames", "frames without a function's name", "of the frames", "have no name",
         "install debug symbols (debuginfo) of the modules in brackets, do not strip what is "
         "profiled, and run 'perf script' on the machine that recorded, before it is updated"},
    [FR_CAUSE_KERNEL] =
        {"unknown-kernel", "stacks with kernel frames without a name", "of the stacks",
         "have kernel frames without a name",
         "record as root, or 'sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1' before "
         "recording and before 'perf script'"},
    [FR_CAUSE_COMPILED] =
        {"unknown-compiled", "stacks with compiled (JIT) frames without a name", "of the stacks",
         "have compiled (JIT) frames without a name",
         "node --perf-basic-prof; java -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit "
         "-XX:+PreserveFramePointer, or perf-map-agent; python -X perf; and keep "
         "/tmp/perf-PID.map for 'perf script'"},
    [FR_CAUSE_CUT] = {"cut-stacks", "stacks cut where the recorder stops counting", "of the stacks",
                      NULL, ""},
    [FR_CAUSE_NO_ROOT] = {"no-root", "stacks that do not reach where threads begin",
                          "of the stacks", "are cut off at the bottom", ""},
    [FR_CAUSE_ONE_FRAME] = {"one-frame", "stacks of one frame", "of the stacks",
                            "have only one frame",
                            "record with call graphs: 'perf record -g', or --call-graph dwarf"},
    [FR_CAUSE_NO_STACK] = {"no-stack", "samples without a stack", "of the samples", "have no stack",
                           "record with call graphs: 'perf record -g', or --call-graph dwarf"},
    [FR_CAUSE_LOST] = {"lost-samples", "samples that the recorder reports as lost",
                       "of the samples", "were lost by the recorder",
                       "record with a larger buffer ('perf record -m 8M') or a lower rate (-F 99)"},
    [FR_CAUSE_FEW] = {"few-samples", NULL, NULL, NULL,
                      "record for longer, or more often: a share of 10 % in 100 samples may really "
                      "be 5 % or 17 %"},
    [FR_CAUSE_EVENTS] = {"other-events", NULL, NULL, NULL, ""},
    [FR_CAUSE_GAPS] = {"time-gaps", NULL, NULL, NULL,
                       "the program may have been idle, or samples were lost or throttled"},
};

/* ---- sentences ---- */

/* "46 %"; "0.4 %" under ten; "all"; "half" where that is what it rounds to. */
static void put_share(fr_output *out, const fr_finding *found)
{
    char to[FR_NUMBER_MAX];
    bool small = (fr_i128)found->part * 10 < found->whole;
    bool half = (fr_i128)found->part * 200 >= (fr_i128)found->whole * 99 &&
                (fr_i128)found->part * 200 < (fr_i128)found->whole * 101;

    fr_put_text(out, found->part == found->whole ? "all"
                     : half                      ? "half"
                            : fr_format_share(to, found->part, found->whole, small ? 1 : 0));
}

/* "38 % of the stacks are cut at 127 frames" */
static void put_finding(fr_output *out, const fr_quality *q, fr_cause cause)
{
    const struct cause_words *w = &words[cause];

    put_share(out, &q->found[cause]);
    fr_put_format(out, " %s ", w->of);
    if (cause == FR_CAUSE_CUT)
        fr_put_format(out, "are cut at %u frames", q->cut_depth);
    else
        fr_put_text(out, w->suffer);
}

#define MOST_FINDINGS 3 /* of a note */

static uint32_t fr_quality_count_bad(const fr_quality *q)
{
    uint32_t n = 0;

    for (int i = 0; i < FR_N_CAUSES; i++)
        n += q->found[i].level == FR_LEVEL_BAD;
    return n;
}

/* "46 % of the frames have no name, half of the stacks are cut off at the bottom, and 2 more" */
static void fr_quality_put_bad(fr_output *out, const fr_quality *q)
{
    uint32_t n_bad = fr_quality_count_bad(q), n = 0;

    for (int i = 0; i < FR_N_CAUSES && n < MOST_FINDINGS; i++) {
        if (q->found[i].level != FR_LEVEL_BAD)
            continue;
        fr_put_text(out, n++ ? ", " : "");
        put_finding(out, q, (fr_cause)i);
    }
    if (n_bad > n)
        fr_put_format(out, ", and %u more", n_bad - n);
}

/* "one-frame: 80 % of the stacks have only one frame; record with call graphs: ..." */
static void fr_quality_put_advice(fr_output *out, const fr_quality *q, fr_cause cause)
{
    bool mostly_short = q->short_value > q->found[FR_CAUSE_NO_ROOT].part / 2;

    fr_put_format(out, "%s: ", words[cause].key);
    /* what was found, in the words of the cause */
    switch ((int)cause) {
    case FR_CAUSE_FEW:
        fr_put_counted(out, q->n_samples, "sample", "samples");
        break;
    case FR_CAUSE_EVENTS:
        fr_put_text(out, "some events were not read; the notes name them");
        break;
    case FR_CAUSE_GAPS:
        fr_say(out, "{}, the longest {}",
               fr_as_count(q->gaps.n, "gap without samples", "gaps without samples"),
               fr_as_amount(q->gaps.longest_ns, 0, "ns"));
        break;
    default:
        put_finding(out, q, cause);
    }
    fr_put_text(out, "; ");
    if (cause == FR_CAUSE_NO_ROOT)
        fr_put_text(out, mostly_short
                             ? "most end after one or two frames, which is typical without frame "
                               "pointers: compile with -fno-omit-frame-pointer (its libraries "
                               "too), or record with --call-graph dwarf"
                             : "the unwinder lost its way: compile with -fno-omit-frame-pointer, "
                               "or record with --call-graph dwarf,65528; that needs .eh_frame or "
                               "debuginfo, and cuts stacks of more than 64 KiB");
    else if (cause == FR_CAUSE_EVENTS)
        fr_put_text(out, q->events_add_up
                             ? "--event NAME reads another event, --event A,B adds events up"
                             : "they tell whether --event NAME reads another");
    else
        fr_put_text(out, cause == FR_CAUSE_CUT && q->cut ? q->cut->advice : words[cause].advice);
}

typedef struct check {
    const fr_quality *q;
    const fr_profile *profile;
    const fr_column *column;
    fr_report *report;
} check;

static const char *const level_names[] = {"good", "remark", "bad"};

static const fr_report_column columns[] = {
    {.key = "share", .title = "share", .kind = FR_CELL_SHARE},
    {.key = "limit", .title = "limit"},
    {.key = "verdict", .title = "verdict"},
    {.key = "cause", .title = "cause"},
    {.key = "what", .title = "what"},
};

static void add_row(const check *r, int64_t part, int64_t whole, const char *const texts[4])
{
    fr_report_add_share(r->report, part, whole);
    for (int i = 0; i < 4; i++)
        fr_report_add_text(r->report, fr_bytes_of(texts[i]));
}

static void add_cause(const check *r, fr_cause cause)
{
    const fr_finding *found = &r->q->found[cause];
    char limit[FR_NUMBER_MAX];

    fr_format_grouped(limit, found->limit_ppm, 4); /* "20 %" of 200000 */
    strcat(limit, FR_NARROW_SPACE "%");
    add_row(r, found->whole ? found->part : 0, found->whole,
            (const char *[]){limit, found->whole ? level_names[found->level] : "not judged",
                             words[cause].key, words[cause].what});
}

/* Depths first to last (included): 1, 2, 3-4, 5-8, ... */
static void add_depths(const check *r, uint32_t first, uint32_t last)
{
    char key[40], what[60];
    int64_t value = 0;

    for (uint32_t d = first; d <= last; d++)
        value += r->q->by_depth[d];
    if (!value)
        return;
    if (first == last) {
        snprintf(key, sizeof key, "depth-%u", first);
        snprintf(what, sizeof what, first == 1 ? "stacks of %u frame" : "stacks of %u frames",
                 first);
    } else {
        snprintf(key, sizeof key, "depth-%u-%u", first, last);
        snprintf(what, sizeof what, "stacks of %u to %u frames", first, last);
    }
    add_row(r, value, r->q->whole, (const char *[]){"", "", key, what});
}

/* The depth that half of the value does not pass. */
static uint32_t median_depth(const fr_quality *q)
{
    int64_t value = 0, all = 0;
    uint32_t depth = 0;

    for (uint32_t d = 1; d < FR_STACK_DEPTHS; d++)
        all += q->by_depth[d];
    for (; depth + 1 < FR_STACK_DEPTHS && value < all - value; depth++)
        value += q->by_depth[depth + 1];
    return depth;
}

static void set_subtitle(const check *r)
{
    fr_output *out = fr_output_memory();
    uint32_t deepest = FR_STACK_DEPTHS - 1;
    fr_summary summary = fr_summary_of(r->profile, r->column, r->q->whole, r->column->reference);

    while (deepest && !r->q->by_depth[deepest])
        deepest--;
    fr_summary_put(&summary, out);
    fr_say(out, FR_SEPARATOR "{}" FR_SEPARATOR "depth: at most {}",
           fr_as_count(r->q->n_stacks, "distinct stack", "distinct stacks"),
           fr_as_count(deepest, "frame", "frames"));
    fr_put_format(out, ", median %u", median_depth(r->q));
    fr_report_take_subtitle(r->report, out);
}

static fr_report *build(check *r, fr_error *err)
{
    uint32_t n_bad = fr_quality_count_bad(r->q);
    fr_output *verdict;
    const char *bytes;
    size_t len = 0;

    r->report = fr_report_new("check");
    if (!r->report)
        return fr_report_finish(NULL, err);
    fr_report_set_title(r->report, FR_LITERAL("Quality of the stacks"));
    set_subtitle(r);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        fr_report_add_column(r->report, &columns[i]);
    for (int i = 0; i < FR_N_SHARES; i++)
        add_cause(r, (fr_cause)i);
    add_depths(r, 1, 1);
    for (uint32_t first = 2, last = 2; first < FR_STACK_DEPTHS; first = last + 1, last *= 2)
        add_depths(r, first, last < FR_STACK_DEPTHS ? last : FR_STACK_DEPTHS - 1);
    for (int i = 0; i < FR_N_CAUSES; i++) {
        fr_output *advice;
        if (r->q->found[i].level == FR_LEVEL_GOOD)
            continue;
        advice = fr_output_memory();
        fr_quality_put_advice(advice, r->q, (fr_cause)i);
        fr_report_take_note(r->report, advice);
    }
    verdict = fr_output_memory();
    fr_put_text(verdict, n_bad ? "bad stacks: " : "good stacks: nothing passed its limit");
    fr_quality_put_bad(verdict, r->q);
    bytes = fr_output_bytes(verdict, &len);
    if (bytes)
        fr_report_set_verdict(r->report, n_bad == 0, (fr_bytes){bytes, len});
    else
        fr_fail_memory(&r->report->err);
    fr_output_free(verdict);
    return fr_report_finish(r->report, err);
}

fr_report *fr_report_check(const fr_profile *profile, const fr_check_options *opt, fr_error *err)
{
    fr_check_options defaults = FR_CHECK_DEFAULTS;
    check r = {.profile = profile};
    fr_report *report = NULL;
    fr_quality *q;
    opt = opt ? opt : &defaults;
    if (opt->column >= profile->n_columns) {
        fr_fail(err, FR_E_USAGE, 0, 0, "no value column %u: there are %u", opt->column,
                profile->n_columns);
        return NULL;
    }
    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err))
        return NULL;
    r.column = &profile->columns[opt->column];
    r.q = q = malloc(sizeof *q);
    if (q && fr_quality_measure(q, profile, opt->column, opt->max_unknown_ppm))
        report = build(&r, err);
    else
        fr_fail_memory(err);
    free(q);
    return report;
}

bool fr_report_passed(const fr_report *report)
{
    return !report->verdict || report->passed;
}

/* ---- the note of a picture ---- */

static bool add_sentence(fr_profile *profile, const fr_quality *q)
{
    fr_output *out = fr_output_memory();
    const char *bytes;
    size_t len = 0;
    bool good;

    fr_quality_put_bad(out, q);
    fr_put_text(out, ": see 'flamerender check'");
    bytes = fr_output_bytes(out, &len);
    good = bytes && fr_notes_say(&profile->meta.notes, FR_NOTE_QUALITY, "%s", bytes);
    fr_output_free(out);
    return good;
}

/* Stacks of names alone, none of which says what it is, and shallower than where any recorder
 * stops: no share of them can be bad, which is known without looking at the stacks. */
static bool is_plain(const fr_profile *p)
{
    const unsigned telling = FR_FRAME_PROCESS | FR_FRAME_UNKNOWN | FR_FRAME_ROOT | FR_FRAME_ABSENT;

    if (!(p->meta.stacks & FR_STACKS_OF_NAMES) || fr_column_sum(&p->columns[0], 0) ||
        p->max_depth >= fr_depth_limit_least(p->meta.stacks))
        return false;
    for (size_t i = 0; i < p->meta.notes.n; i++)
        if (p->meta.notes.entries[i].kind == FR_NOTE_LOST)
            return false;
    for (uint32_t f = 1; f < p->n_frames; f++)
        if (fr_frame_traits_in(p, f) & telling)
            return false;
    return true;
}

bool fr_quality_note(fr_profile *profile)
{
    uint32_t last = profile->n_columns ? profile->n_columns - 1 : 0;
    fr_quality *q;
    bool good;

    if (profile->n_columns == 1 && is_plain(profile))
        return true;
    q = malloc(sizeof *q);
    if (!q || !profile->n_columns) {
        free(q);
        return q != NULL;
    }
    /* pictures show the last column, or the first one where that is empty */
    good = fr_quality_measure(q, profile, profile->columns[last].reference > 0 ? last : 0,
                              FR_UNKNOWN_MAX_PPM);
    if (good && fr_quality_count_bad(q))
        good = add_sentence(profile, q);
    free(q);
    return good;
}

const char *fr_quality_sentence(const fr_meta *meta)
{
    for (size_t i = 0; i < meta->notes.n; i++)
        if (meta->notes.entries[i].kind == FR_NOTE_QUALITY)
            return meta->notes.entries[i].first;
    return "";
}
