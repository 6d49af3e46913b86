/*
 * quality_words.c - the causes of bad stacks in words: "46 % of the frames have no name", and what
 * helps against it.
 */
#include "model/report/quality_words.h"

#include "base/number.h"
#include "model/summary.h"

/* `of`: what the share is a share of. `suffer` goes after it. */
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
         "node --perf-basic-prof; java: -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit, or "
         "perf-map-agent; python -X perf; and keep /tmp/perf-PID.map for 'perf script'"},
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

const char *fr_cause_key(fr_cause cause)
{
    return words[cause].key;
}

const char *fr_cause_what(fr_cause cause)
{
    return words[cause].what;
}

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

uint32_t fr_quality_count_bad(const fr_quality *q)
{
    uint32_t n = 0;

    for (int i = 0; i < FR_N_CAUSES; i++)
        n += q->found[i].level == FR_LEVEL_BAD;
    return n;
}

void fr_quality_put_bad(fr_output *out, const fr_quality *q)
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

/* ---- advice ---- */

static void put_no_root_advice(fr_output *out, const fr_quality *q)
{
    bool mostly_short = q->short_value > q->found[FR_CAUSE_NO_ROOT].part / 2;

    fr_put_text(
        out,
        mostly_short
            ? "most end after one or two frames, which is typical without frame pointers: compile "
              "with -fno-omit-frame-pointer (its libraries too), or record with "
              "--call-graph dwarf"
            : "the unwinder lost its way: compile with "
              "-fno-omit-frame-pointer, or record with --call-graph dwarf,65528; that "
              "needs .eh_frame or debuginfo, and cuts stacks of more than 64 KiB");
}

static void put_longest_gap(fr_output *out, const fr_quality *q)
{
    fr_put_counted(out, q->gaps.n, "gap without samples", "gaps without samples");
    fr_put_text(out, ", the longest ");
    fr_put_amount(out, q->gaps.longest_ns, 0, "ns");
}

/* Writes what was found, in the words of the cause. */
static void put_fact(fr_output *out, const fr_quality *q, fr_cause cause)
{
    switch ((int)cause) {
    case FR_CAUSE_FEW:
        fr_put_counted(out, q->n_samples, "sample", "samples");
        break;
    case FR_CAUSE_EVENTS:
        fr_put_text(out, "some events were not read; the notes name them");
        break;
    case FR_CAUSE_GAPS:
        put_longest_gap(out, q);
        break;
    default:
        put_finding(out, q, cause);
    }
}

void fr_quality_put_advice(fr_output *out, const fr_quality *q, fr_cause cause)
{
    fr_put_format(out, "%s: ", words[cause].key);
    put_fact(out, q, cause);
    fr_put_text(out, "; ");
    if (cause == FR_CAUSE_NO_ROOT)
        put_no_root_advice(out, q);
    else if (cause == FR_CAUSE_EVENTS)
        fr_put_text(out, q->events_add_up
                             ? "--event NAME reads another event, --event A,B adds events up"
                             : "they tell whether --event NAME reads another");
    else
        fr_put_text(out, cause == FR_CAUSE_CUT && q->cut ? q->cut->advice : words[cause].advice);
}
