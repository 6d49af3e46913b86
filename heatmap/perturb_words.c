/*
 * perturb_words.c - what stands out in time as sentences, and as a section of the report of `check`.
 *
 * Bands, bursts and gaps stand out in the times of samples; each has the selection that shows it.
 *
 *     burst   every 3 s for 200 ms, 2.9 times as many samples, 20 of 20 times     --band 0.5-0.7/3
 *     burst   every 1.007 s for 100 ms, 7 ms later each second                    --band 0.29-0.39/1.007
 *     gap     from 12.42 s for 860 ms, a tenth of the samples                     --range 12.42-13.28
 *     burst   every 1.7 s for 80 ms, 9 times as many samples in collect           --band 1.44-1.52/1.7
 *     gap     every 1 s for 20 ms, half as many: 99 samples a second in 50 cells  --band 0.6-0.62
 *
 * Samples are counted in equal cells of time. Where samples last (waits), a cell has how many last on average. What
 * is found is beyond chance: of recordings of pure chance (Poisson) less than one in twenty has any. What all samples
 * show comes first; then what single functions show that run while the total hides it.
 */
#include "heatmap/perturb.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "base/short_name.h"
#include "model/measured.h"
#include "model/report/amount.h"
#include "model/report/report.h"

#define MOST_NAME 40 /* characters */
#define CELLS     50 /* of a second, as a heatmap has */

/* "rebuild_index", short where its name is long */
static void put_name(fr_output *out, const char *name)
{
    fr_arena arena = {0};

    fr_put(out, fr_short_name(fr_bytes_of(name), MOST_NAME, &arena));
    fr_arena_reset(&arena);
}

/* "2.9 times as many samples of collect", "rebuild_index, which hardly runs around it", "no sample" */
static void put_ratio(fr_output *out, const fr_perturbation *p)
{
    double tenths = p->usual > 0 ? p->here / p->usual * 10 + 0.5 : 0;
    bool hardly_any = p->usual <= 0 || tenths >= 1000;

    if (!p->function && p->here <= 0) {
        fr_put_text(out, p->waits ? "no thread waits" : p->lasts ? "no thread" : "no sample");
        return;
    }
    if (!hardly_any)
        fr_say(out, "{} times as many ", fr_as_number((int64_t)tenths, 1));
    if (!p->function) {
        fr_say(out, "{}{}",
               p->waits   ? "threads wait"
               : p->lasts ? "threads"
                          : "samples",
               hardly_any ? " where there are hardly any" : "");
        return;
    }
    if (!hardly_any)
        fr_put_text(out, p->waits ? "threads wait in " : p->lasts ? "threads in " : "samples of ");
    put_name(out, p->function);
    if (hardly_any)
        fr_put_text(out, p->waits   ? ", in which hardly any thread waits around it"
                         : p->lasts ? ", in which hardly any thread is around it"
                                    : ", which hardly runs around it");
}

/* All digits of seconds: 1.007 s is not 1.01 s. */
void fr_perturbation_put(const fr_perturbation *p, int64_t origin_ns, fr_output *out)
{
    fr_say(out, "{} {}" FR_NARROW_SPACE "s for {}: ", p->period_ns ? "every" : "from",
           fr_as_number(p->period_ns ? p->period_ns : p->from_ns - origin_ns, 9),
           fr_as_amount(fr_perturbation_length(p), 0, "ns"));
    put_ratio(out, p);
    if (p->leaf) {
        fr_put_text(out, p->leaf_share >= 0.5 ? ", most of it " : ", much of it ");
        put_name(out, p->leaf);
    }
    if (p->period_ns)
        fr_say(out, ", {} of {} times", fr_as_digits(p->times), fr_as_digits(p->of));
    if (p->drift_ns)
        fr_say(out, ", {} {} each second", fr_as_amount(llabs(p->drift_ns), 0, "ns"),
               p->drift_ns < 0 ? "earlier" : "later");
    if (p->sampler_hz)
        fr_say(out, ", by the sampler's rhythm of {} a second in {} cells",
               fr_as_digits(p->sampler_hz), fr_as_digits(p->cells));
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
    {"kind", "kind", "", FR_CELL_TEXT, 0, 0, false},
    {"strength", "sigmas", "", FR_CELL_NUMBER, 1, 1, false},
    {"period", "every", "s", FR_CELL_NUMBER, 9, 4, false},
    {"length", "for", "ms", FR_CELL_NUMBER, 0, 0, false},
    {"ratio", "times as many", "x", FR_CELL_NUMBER, 2, 2, false},
    {"drift", "later", "ms/s", FR_CELL_NUMBER, 3, 1, false},
    {"select", "shown by", "", FR_CELL_TEXT, 0, 0, false},
    {"function", "samples of", "", FR_CELL_TEXT, 0, 0, false},
    {"leaf_share", "of the surplus", "", FR_CELL_NUMBER, 2, 2, false},
    {"leaf", "leaf", "", FR_CELL_TEXT, 0, 0, false},
};

bool fr_report_add_perturbations(fr_report *report, const fr_profile *profile, fr_error *err)
{
    fr_perturbations found;
    fr_report *to;

    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err) ||
        !fr_perturb_find(profile, NULL, CELLS, &found, err))
        return false;
    to = found.n ? fr_report_new("perturbations") : NULL;
    if (to)
        fr_report_set_title(to, FR_LITERAL("What stands out in time"));
    for (size_t i = 0; to && i < sizeof columns / sizeof *columns; i++)
        fr_report_add_column(to, &columns[i]);
    for (size_t i = 0; to && i < found.n; i++) {
        const fr_perturbation *p = &found.at[i];
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
    if (found.n)
        fr_report_add_section(report, to);
    fr_perturb_reset(&found);
    return report->err.code == FR_OK || fr_fail_copy(err, &report->err);
}
