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
#include "model/measured.h"
#include "model/report/quality_words.h"
#include "model/report/report.h"
#include "model/summary.h"

typedef struct check {
    const fr_quality *q;
    const fr_profile *profile;
    const fr_column *column;
    fr_report *report;
} check;

static const char *const level_names[] = {"good", "remark", "bad"};

static void add_advice(const check *r, fr_cause cause)
{
    fr_output *out = fr_output_memory();

    if (out)
        fr_quality_put_advice(out, r->q, cause);
    fr_report_take_note(r->report, out);
}

/* ---- the table ---- */

static void add_columns(fr_report *to)
{
    fr_report_add_column(
        to,
        &(fr_report_column){.key = "share", .title = "share", .unit = "", .kind = FR_CELL_SHARE});
    fr_report_add_column(to, &(fr_report_column){.key = "limit", .title = "limit", .unit = ""});
    fr_report_add_column(to, &(fr_report_column){.key = "verdict", .title = "verdict", .unit = ""});
    fr_report_add_column(to, &(fr_report_column){.key = "cause", .title = "cause", .unit = ""});
    fr_report_add_column(to, &(fr_report_column){.key = "what", .title = "what", .unit = ""});
}

/* "20 %" of 200000 */
static fr_bytes limit_text(char to[FR_NUMBER_MAX], int64_t ppm)
{
    fr_format_grouped(to, ppm, 4);
    strcat(to, FR_NARROW_SPACE "%");
    return fr_bytes_of(to);
}

static void add_cause(const check *r, fr_cause cause)
{
    const fr_finding *found = &r->q->found[cause];
    char limit[FR_NUMBER_MAX];

    fr_report_add_share(r->report, found->whole ? found->part : 0, found->whole);
    fr_report_add_text(r->report, limit_text(limit, found->limit_ppm));
    fr_report_add_text(r->report,
                       fr_bytes_of(found->whole ? level_names[found->level] : "not judged"));
    fr_report_add_text(r->report, fr_bytes_of(fr_cause_key(cause)));
    fr_report_add_text(r->report, fr_bytes_of(fr_cause_what(cause)));
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
    fr_report_add_share(r->report, value, r->q->whole);
    fr_report_add_text(r->report, FR_LITERAL(""));
    fr_report_add_text(r->report, FR_LITERAL(""));
    fr_report_add_text(r->report, fr_bytes_of(key));
    fr_report_add_text(r->report, fr_bytes_of(what));
}

static void add_rows(const check *r)
{
    for (int i = 0; i < FR_N_SHARES; i++)
        add_cause(r, (fr_cause)i);
    add_depths(r, 1, 1);
    for (uint32_t first = 2, last = 2; first < FR_QUALITY_DEPTHS; first = last + 1, last *= 2)
        add_depths(r, first, last < FR_QUALITY_DEPTHS ? last : FR_QUALITY_DEPTHS - 1);
}

/* ---- the report ---- */

static uint32_t deepest(const fr_quality *q)
{
    uint32_t depth = FR_QUALITY_DEPTHS - 1;

    while (depth && !q->by_depth[depth])
        depth--;
    return depth;
}

/* The depth that half of the value does not pass. */
static uint32_t median_depth(const fr_quality *q)
{
    int64_t value = 0, all = 0;
    uint32_t depth = 0;

    for (uint32_t d = 1; d < FR_QUALITY_DEPTHS; d++)
        all += q->by_depth[d];
    for (; depth + 1 < FR_QUALITY_DEPTHS && value < all - value; depth++)
        value += q->by_depth[depth + 1];
    return depth;
}

static void set_subtitle(const check *r)
{
    const fr_column *column = r->column;
    fr_output *out = fr_output_memory();
    fr_summary summary = {.name = column->name,
                          .unit = column->unit,
                          .shown_as = fr_measured_unit(column->name, column->unit),
                          .decimals = column->decimals,
                          .kept = r->q->whole,
                          .whole = column->reference,
                          .meta = &r->profile->meta};

    if (out) {
        fr_summary_put(&summary, out);
        fr_put_text(out, FR_SEPARATOR);
        fr_put_counted(out, r->q->n_stacks, "distinct stack", "distinct stacks");
        fr_put_text(out, FR_SEPARATOR "depth: at most ");
        fr_put_counted(out, deepest(r->q), "frame", "frames");
        fr_put_format(out, ", median %u", median_depth(r->q));
    }
    fr_report_take_subtitle(r->report, out);
}

static void set_verdict(const check *r)
{
    fr_output *out = fr_output_memory();
    uint32_t n_bad = fr_quality_count_bad(r->q);
    size_t len = 0;
    const char *bytes;

    if (out) {
        fr_put_text(out, n_bad ? "bad stacks: " : "good stacks: nothing passed its limit");
        fr_quality_put_bad(out, r->q);
    }
    bytes = out ? fr_output_bytes(out, &len) : NULL;
    if (bytes)
        fr_report_set_verdict(r->report, n_bad == 0, (fr_bytes){bytes, len});
    else
        fr_fail_memory(&r->report->err);
    fr_output_free(out);
}

static fr_report *build(check *r, fr_error *err)
{
    r->report = fr_report_new("check");
    if (!r->report)
        return fr_report_finish(NULL, err);
    fr_report_set_title(r->report, FR_LITERAL("Quality of the stacks"));
    set_subtitle(r);
    add_columns(r->report);
    add_rows(r);
    for (int i = 0; i < FR_N_CAUSES; i++)
        if (r->q->found[i].level != FR_LEVEL_GOOD)
            add_advice(r, (fr_cause)i);
    set_verdict(r);
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
