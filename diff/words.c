/* words.c - sentences about changes; numbers are written from integers, so no locale shows. */
#include "diff/words.h"

#include <math.h>

#include "base/number.h"
#include "diff/renamed.h"
#include "model/summary.h"

#define NARROW_BLANK "\xe2\x80\xaf"
#define UP           "\xe2\x96\xb2"
#define DOWN         "\xe2\x96\xbc"

const char *fr_verdict_mark(const fr_diff_value *value)
{
    if (!fr_verdict_is_change(value->verdict))
        return "";
    return value->change_pp > 0 ? UP : DOWN;
}

/* A magnitude with `places` decimals, which stay where they are 0. */
static void put_fixed(fr_output *out, double magnitude, uint32_t places)
{
    char whole[FR_NUMBER_MAX];
    int64_t unit = 1, rounded;

    for (uint32_t i = 0; i < places; i++)
        unit *= 10;
    rounded = magnitude * (double)unit < 9e18 ? llround(magnitude * (double)unit) : INT64_MAX;
    fr_put_text(out, fr_format_grouped(whole, rounded / unit, 0));
    if (places)
        fr_put_format(out, ".%0*d", (int)places, (int)(rounded % unit));
}

/* "2.1", "0.35" */
static void put_size(fr_output *out, double points)
{
    double magnitude = fabs(points);

    put_fixed(out, magnitude, magnitude >= 0.995 || magnitude < 0.005 ? 1 : 2);
}

void fr_put_points_size(fr_output *out, double points)
{
    put_size(out, points);
    fr_put_text(out, NARROW_BLANK "pp");
}

void fr_put_points(fr_output *out, double points)
{
    if (fabs(points) >= 0.005)
        fr_put_char(out, points > 0 ? '+' : '-');
    fr_put_points_size(out, points);
}

double fr_diff_times(const fr_diff *diff, const fr_diff_value *value)
{
    double expected = diff->factor.value * (double)value->base;

    return expected > 0 ? (double)value->new_ / expected : NAN;
}

void fr_put_times(fr_output *out, const fr_diff *diff, const fr_diff_value *value)
{
    double times = fr_diff_times(diff, value);

    if (!isfinite(times))
        return;
    put_fixed(out, times, times < 1.0995 ? 2 : times < 99.5 ? 1 : 0);
    fr_put_char(out, 'x');
}

/* ---- sentences ---- */

void fr_put_confidence(fr_output *out, const fr_diff *d, const char *beyond)
{
    if (!d->counted) {
        fr_put_text(out, "not judged: the number of samples behind the values is not known");
    } else if (d->has_model) {
        fr_put_format(out, "%s the noise learned from identical runs", beyond);
    } else if (d->one_run) {
        fr_put_format(out, "%s sampling noise; run-to-run variation not measured (one run a side)",
                      beyond);
    } else {
        fr_put_format(out, "%s sampling and run-to-run noise (%u and %u runs)", beyond, d->n_base,
                      d->n_new);
    }
}

/* "new, or renamed from read_config?" */
static void put_one_sided(fr_output *out, const fr_diff *d, const fr_diff_function *f, bool is_new)
{
    const fr_diff_pair *pair = fr_renamed_pair(d, f->name, is_new);

    fr_put_text(out, is_new ? "new" : "gone");
    if (!pair)
        return;
    fr_put_text(out, is_new ? ", or renamed from " : ", or renamed to ");
    fr_put(out, fr_names_at(d->tree->names, is_new ? pair->base_name : pair->new_name));
    fr_put_char(out, '?');
}

static void put_change(fr_output *out, const fr_diff *d, const fr_diff_function *f)
{
    const fr_diff_value *v = fr_diff_shown(d, f);

    fr_put_text(out, v->change_pp > 0 ? UP " " : DOWN " ");
    fr_put(out, fr_names_at(d->tree->names, f->name));
    fr_put_char(out, ' ');
    fr_put_points(out, v->change_pp);
    if (v->error_pp > 0) {
        fr_put_text(out, " \xc2\xb1 ");
        put_size(out, v->error_pp);
    }
    fr_put_text(out, d->by == FR_DIFF_BY_SELF ? " of self (" : " of total (");
    if (v->base == 0)
        put_one_sided(out, d, f, true);
    else if (v->new_ == 0)
        put_one_sided(out, d, f, false);
    else
        fr_put_times(out, d, v);
    fr_put_char(out, ')');
}

/* No verdict at all: the largest change is told as it is. */
static void put_unjudged(fr_output *out, const fr_diff *d)
{
    if (d->n_functions) {
        put_change(out, d, &d->functions[0]);
        fr_put_text(out, ", ");
    }
    fr_put_confidence(out, d, "");
}

void fr_put_headline(fr_output *out, const fr_diff *d)
{
    const fr_diff_function *f = fr_why_main(d);

    if (d->base_whole == 0 || d->new_whole == 0) {
        fr_put_text(out, d->base_whole == d->new_whole ? "both sides are empty"
                         : d->base_whole == 0          ? "the base side is empty: everything is new"
                                              : "the new side is empty: everything is gone");
        return;
    }
    if (!d->counted) {
        put_unjudged(out, d);
        return;
    }
    if (!f) {
        fr_put_text(out, "no function changed ");
        fr_put_confidence(out, d, "beyond");
        return;
    }
    put_change(out, d, f);
    fr_put_text(out, ", ");
    fr_put_confidence(out, d, "beyond");
}

/* Functions stand by the size of their change. */
bool fr_diff_exceeds_whole(const fr_diff *d)
{
    return d->n_functions && fabs(d->functions[0].total.change_pp) > 100;
}

void fr_put_hundred_points(fr_output *out, const fr_diff *d)
{
    fr_put_text(out, "100" NARROW_BLANK "pp are ");
    fr_put_amount(out, llround(d->scale), d->decimals, d->unit);
    fr_put_text(out, ", the mean of both wholes: where one is far larger a change can come to "
                     "200" NARROW_BLANK "pp");
}

void fr_put_side(fr_output *out, const fr_diff *d, bool is_new)
{
    fr_put_text(out, is_new ? d->new_label : d->base_label);
    fr_put_text(out, ": ");
    fr_put_amount(out, is_new ? d->new_whole : d->base_whole, d->decimals, d->unit);
    if ((is_new ? d->n_new : d->n_base) > 1)
        fr_put_format(out, " in %u runs", is_new ? d->n_new : d->n_base);
}
