/* perturb_words.c - what stands out in time as sentences, and as a section of the report of `check`. */
#include "heatmap/perturb.h"

#include <math.h>

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "base/short_name.h"
#include "model/measured.h"
#include "model/report/amount.h"
#include "model/report/report.h"

#define MOST_NAME 40 /* characters */
#define SECONDS   FR_NARROW_SPACE "s"
#define CELLS     50 /* of a second, as a heatmap has */

static void put_duration(fr_output *out, int64_t ns)
{
    fr_put_amount(out, ns, 0, "ns");
}

/* All digits: 1.007 s is not 1.01 s. */
static void put_seconds(fr_output *out, int64_t ns)
{
    fr_say(out, "{}" SECONDS, fr_as_number(ns, 9));
}

/* "rebuild_index", short where its name is long */
static void put_name(fr_output *out, const char *name)
{
    fr_arena arena = {0};

    fr_put(out, fr_short_name(fr_bytes_of(name), MOST_NAME, &arena));
    fr_arena_reset(&arena);
}

/* "2.9 times as many samples of collect", "rebuild_index, which hardly runs around it" */
static void put_function_ratio(fr_output *out, const fr_perturbation *p)
{
    double tenths = p->usual > 0 ? p->here / p->usual * 10 + 0.5 : 0;

    if (p->usual <= 0 || tenths >= 1000) {
        put_name(out, p->function);
        fr_put_text(out, p->waits ? ", in which hardly any thread waits around it"
                                  : ", which hardly runs around it");
        return;
    }
    fr_put_scaled(out, (int64_t)tenths, 1);
    fr_put_text(out, p->waits ? " times as many threads wait in " : " times as many samples of ");
    put_name(out, p->function);
}

/* "2.9 times as many samples", "no sample" */
static void put_ratio(fr_output *out, const fr_perturbation *p)
{
    double tenths = p->usual > 0 ? p->here / p->usual * 10 + 0.5 : 0;
    const char *what = p->waits ? "threads wait" : "samples";

    if (p->here <= 0) {
        fr_put_format(out, "no %s", p->waits ? "thread waits" : "sample");
        return;
    }
    if (p->usual <= 0 || tenths >= 1000) {
        fr_put_format(out, "%s where there are hardly any", what);
        return;
    }
    fr_put_scaled(out, (int64_t)tenths, 1);
    fr_put_format(out, " times as many %s", what);
}

void fr_perturbation_put(const fr_perturbation *p, int64_t origin_ns, fr_output *out)
{
    if (p->period_ns) {
        fr_put_text(out, "every ");
        put_seconds(out, p->period_ns);
    } else {
        fr_put_text(out, "from ");
        put_seconds(out, p->from_ns - origin_ns);
    }
    fr_put_text(out, " for ");
    put_duration(out, fr_perturbation_length(p));
    fr_put_text(out, ": ");
    if (p->function)
        put_function_ratio(out, p);
    else
        put_ratio(out, p);
    if (p->leaf) {
        fr_put_text(out, p->leaf_share >= 0.5 ? ", most of it " : ", much of it ");
        put_name(out, p->leaf);
    }
    if (p->period_ns)
        fr_put_format(out, ", %u of %u times", (unsigned)p->times, (unsigned)p->of);
    if (p->drift_ns) {
        fr_put_text(out, ", ");
        put_duration(out, p->drift_ns < 0 ? -p->drift_ns : p->drift_ns);
        fr_put_text(out, p->drift_ns < 0 ? " earlier each second" : " later each second");
    }
    if (p->sampler_hz)
        fr_put_format(out, ", by the sampler's rhythm of %u a second in %u cells",
                      (unsigned)p->sampler_hz, (unsigned)p->cells);
}

/* ---- the report ---- */

static const char *kind_of(const fr_perturbation *p)
{
    static const char *const kinds[4][2] = {{"burst", "gap"},
                                            {"periodic burst", "periodic gap"},
                                            {"drifting burst", "drifting gap"},
                                            {"sampler's burst", "sampler's gap"}};
    int kind = p->sampler_hz ? 3 : p->drift_ns ? 2 : p->period_ns ? 1 : 0;

    return kinds[kind][fr_perturbation_is_gap(p)];
}

static const fr_report_column columns[] = {
    {.key = "kind", .title = "kind", .unit = ""},
    {.key = "strength",
     .title = "sigmas",
     .unit = "",
     .kind = FR_CELL_NUMBER,
     .decimals = 1,
     .places = 1},
    {.key = "period",
     .title = "every",
     .unit = "s",
     .kind = FR_CELL_NUMBER,
     .decimals = 9,
     .places = 4},
    {.key = "length", .title = "for", .unit = "ms", .kind = FR_CELL_NUMBER},
    {.key = "ratio",
     .title = "times as many",
     .unit = "x",
     .kind = FR_CELL_NUMBER,
     .decimals = 2,
     .places = 2},
    {.key = "drift",
     .title = "later",
     .unit = "ms/s",
     .kind = FR_CELL_NUMBER,
     .decimals = 3,
     .places = 1},
    {.key = "select", .title = "shown by", .unit = ""},
    {.key = "function", .title = "samples of", .unit = ""},
    {.key = "leaf_share",
     .title = "of the surplus",
     .unit = "",
     .kind = FR_CELL_NUMBER,
     .decimals = 2,
     .places = 2},
    {.key = "leaf", .title = "leaf", .unit = ""},
};

static void add_row(fr_report *to, const fr_perturbation *p)
{
    fr_report_add_text(to, fr_bytes_of(kind_of(p)));
    fr_report_add_number(to, p->strength);
    fr_report_add_number(to, p->period_ns ? (double)p->period_ns / 1e9 : (double)NAN);
    fr_report_add_scaled(to, fr_perturbation_length(p) / 1000000);
    fr_report_add_number(to, p->usual > 0 ? p->here / p->usual : (double)NAN);
    fr_report_add_number(to, p->drift_ns ? (double)p->drift_ns / 1e6 : (double)NAN);
    fr_report_add_text(to, fr_bytes_of(p->select));
    fr_report_add_text(to, fr_bytes_of(p->function ? p->function : "all"));
    fr_report_add_number(to, p->leaf ? p->leaf_share : (double)NAN);
    fr_report_add_text(to, fr_bytes_of(p->leaf ? p->leaf : ""));
}

static fr_report *section_of(const fr_perturbation *found, size_t n)
{
    fr_report *to = fr_report_new("perturbations");

    if (!to)
        return NULL;
    fr_report_set_title(to, FR_LITERAL("What stands out in time"));
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        fr_report_add_column(to, &columns[i]);
    for (size_t i = 0; i < n; i++)
        add_row(to, &found[i]);
    return to;
}

bool fr_report_add_perturbations(fr_report *report, const fr_profile *profile, fr_error *err)
{
    fr_perturbations found;

    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err) ||
        !fr_perturb_find(profile, NULL, CELLS, &found, err))
        return false;
    if (found.n)
        fr_report_add_section(report, section_of(found.at, found.n));
    fr_perturb_reset(&found);
    return report->err.code == FR_OK || fr_fail_copy(err, &report->err);
}
