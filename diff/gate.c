/*
 * gate.c - conditions under which a build should fail: their grammar, and what trips them.
 *
 *     whole > 2pp               all of it grew by more than 2 points
 *     total > 5%                some function's total grew by more than 5 % of itself
 *     self:^parse > 0.5pp       some function whose name matches has grown so much by itself
 *     new-in-top:10             one of the 10 largest by self is new
 *
 * Only what is beyond noise and not below the smallest relevant change trips a gate. A function
 * that is new has grown by infinitely many percent.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/sentence.h"
#include "diff/diff.h"
#include "model/report/report.h"
#include "model/transform/names.h"

typedef enum subject { WHOLE, TOTAL, SELF, TOP } subject;

typedef struct condition {
    subject of;
    fr_pattern *pattern; /* NULL: any function */
    double limit;        /* TOP: how many */
    bool percent;        /* else points of the whole */
} condition;

/* ---- the parts of a gate, of a differential or of a trend ---- */

bool fr_gate_cut(fr_gate_parts *parts, fr_bytes text)
{
    size_t sign = fr_bytes_find_last(text, '>'), colon;

    if (sign == text.len)
        return false;
    parts->limit = fr_bytes_trim((fr_bytes){text.at + sign + 1, text.len - sign - 1});
    parts->subject = fr_bytes_trim((fr_bytes){text.at, sign});
    parts->pattern = (fr_bytes){0};
    colon = fr_bytes_find(parts->subject, ':');
    if (colon == parts->subject.len)
        return true;
    parts->pattern = (fr_bytes){parts->subject.at + colon + 1, parts->subject.len - colon - 1};
    parts->subject.len = colon;
    return parts->pattern.len > 0;
}

bool fr_gate_number(double *number, fr_bytes text)
{
    fr_decimal decimal;

    if (fr_decimal_parse(fr_bytes_trim(text), &decimal) != FR_PARSE_OK || decimal.mantissa < 0)
        return false;
    *number = (double)decimal.mantissa / pow(10, decimal.decimals);
    return true;
}

bool fr_gate_pattern(fr_pattern **pattern, fr_bytes text, fr_error *err)
{
    char *copy = text.at ? strndup(text.at, text.len) : NULL;

    *pattern = copy ? fr_pattern_new(copy, "--fail-if", FR_PATTERN_PART, err) : NULL;
    if (text.at && !copy)
        fr_fail_memory(err);
    free(copy);
    return *pattern || !text.at;
}

/* ---- grammar ---- */

static bool fail_gate(const char *text, fr_error *err)
{
    fr_fail(
        err, FR_E_USAGE, 0, 0,
        "--fail-if '%.200s': expected whole, total, total:REGEX, self or self:REGEX, then > and "
        "points (2pp) or percent (5%%); or new-in-top:N",
        text);
    return fr_fail_hint(err, "--fail-if 'total > 1pp', --fail-if 'self:^parse > 10%%'");
}

/* "2pp", "0.5 %": all of `text`. */
static bool parse_limit(condition *gate, fr_bytes text)
{
    gate->percent = fr_bytes_ends(text, FR_LITERAL("%"));
    if (!gate->percent && !fr_bytes_ends(text, FR_LITERAL("pp")))
        return false;
    text.len -= gate->percent ? 1 : 2;
    return fr_gate_number(&gate->limit, text);
}

static bool parse(condition *gate, const char *text, fr_error *err)
{
    static const char *const subjects[] = {[WHOLE] = "whole", [TOTAL] = "total", [SELF] = "self"};
    fr_bytes all = fr_bytes_trim(fr_bytes_of(text)), top = FR_LITERAL("new-in-top:");
    fr_gate_parts parts;

    *gate = (condition){0};
    if (fr_bytes_starts(all, top)) {
        uint64_t n;

        if (!fr_parse_u64((fr_bytes){all.at + top.len, all.len - top.len}, &n) || n == 0)
            return fail_gate(text, err);
        gate->of = TOP;
        gate->limit = (double)n;
        return true;
    }
    if (!fr_gate_cut(&parts, all) || !parse_limit(gate, parts.limit))
        return fail_gate(text, err);
    while (gate->of != TOP && !fr_bytes_equal(parts.subject, fr_bytes_of(subjects[gate->of])))
        gate->of++;
    if (gate->of == TOP || (gate->of == WHOLE && parts.pattern.at))
        return fail_gate(text, err);
    return fr_gate_pattern(&gate->pattern, parts.pattern, err);
}

/* ---- tests ---- */

static bool exceeds(const condition *gate, const fr_diff *d, const fr_diff_value *v)
{
    if (!gate->percent)
        return v->change_pp > gate->limit;
    return v->base == 0 || 100 * (fr_diff_times(d, v) - 1) > gate->limit;
}

static bool is_over(const condition *gate, const fr_diff *d, const fr_diff_value *v)
{
    return (v->verdict == FR_VERDICT_GREW || v->verdict == FR_VERDICT_NEW) && exceeds(gate, d, v);
}

/* Returns true of an amount that a model of shares cannot tell to be over the limit, or not. */
static bool may_be_over(const condition *gate, const fr_diff *d, const fr_diff_value *v)
{
    return d->of_both && v->verdict == FR_VERDICT_MAYBE && v->change_pp > 0 && exceeds(gate, d, v);
}

static void decline_amount(size_t *n, fr_output *out, fr_bytes name)
{
    fr_say(out,
           "declines: {} grew, and with one run a side it is not known how far amounts of runs "
           "differ",
           fr_as_function(name));
    *n = FR_GATE_DECLINES;
}

static void put_tripped(fr_output *out, const fr_diff *d, fr_bytes name, const fr_diff_value *v)
{
    fr_say(out, "{} {} ({})", fr_as_function(name), fr_as_points(v->change_pp),
           v->base == 0 ? fr_word_text("new") : fr_as_ratio(fr_diff_times(d, v)));
}

/* Functions stand by the size of their change: the first one is reported. */
static bool test_functions(const condition *gate, const fr_diff *d, size_t *n, fr_output *out,
                           fr_error *err)
{
    fr_error trial = {0};
    fr_bytes unsure = {0};

    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        const fr_diff_value *v = gate->of == SELF ? &f->self : &f->total;
        fr_bytes name = fr_names_at(d->tree->names, f->name);
        bool over = is_over(gate, d, v);
        if ((!over && !may_be_over(gate, d, v)) ||
            (gate->pattern && !fr_pattern_matches(gate->pattern, name, &trial)))
            continue;
        if (!over)
            unsure = unsure.len ? unsure : name;
        else if ((*n)++ == 0)
            put_tripped(out, d, name, v);
    }
    if (*n == 0 && unsure.len)
        decline_amount(n, out, unsure);
    return fr_fail_copy(err, &trial);
}

static int by_size(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return (*x < *y) - (*x > *y);
}

/* Returns the own value on the new side that as many functions as the limit says do not exceed; 0: there are fewer. */
static bool find_least(const condition *gate, const fr_diff *d, int64_t *least)
{
    int64_t *values = malloc((d->n_functions + 1) * sizeof *values);

    *least = 0;
    for (size_t i = 0; values && i < d->n_functions; i++)
        values[i] = d->functions[i].self.new_;
    if (values && gate->limit <= (double)d->n_functions) {
        qsort(values, d->n_functions, sizeof *values, by_size);
        *least = values[(size_t)gate->limit - 1];
    }
    free(values);
    return values != NULL;
}

/* A function ranks behind those that have more self on the new side. False: memory ran out. */
static bool test_top(const condition *gate, const fr_diff *d, size_t *n, fr_output *out)
{
    int64_t least;

    if (!find_least(gate, d, &least))
        return false;
    fr_bytes unsure = {0};
    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        fr_bytes name = fr_names_at(d->tree->names, f->name);
        bool is_new = f->total.verdict == FR_VERDICT_NEW;
        if (f->self.new_ == 0 || f->self.new_ < least)
            continue;
        if (is_new && (*n)++ == 0)
            put_tripped(out, d, name, &f->total);
        if (d->of_both && f->total.verdict == FR_VERDICT_MAYBE && f->total.base == 0)
            unsure = unsure.len ? unsure : name;
    }
    if (*n == 0 && unsure.len)
        decline_amount(n, out, unsure);
    return true;
}

/* ---- all gates of a differential ---- */

static bool check_basis(const fr_diff *d, const fr_gate_options *opt, fr_error *err)
{
    if (!d->counted) {
        fr_fail(err, FR_E_USAGE, 0, 0,
                "--fail-if declines: values without a number of samples behind them cannot be "
                "judged");
        return fr_fail_hint(err, "compare profiles of samples");
    }
    if (!d->one_run || opt->accept_sampling_noise)
        return true;
    fr_fail(
        err, FR_E_USAGE, 0, 0,
        "--fail-if needs several runs a side: with one it is not known how far runs differ anyway");
    return fr_fail_hint(err,
                        "give several runs (--base FILE... --new FILE...)%s; "
                        "--accept-sampling-noise judges all the same",
                        d->of_both ? "" /* a model knows shares */
                                   : ", or learn the noise once (--calibrate, then --noise)");
}

/* With shares the whole is 100 % on both sides. */
static bool check_whole(const condition *gate, fr_normalize normalize, fr_error *err)
{
    if (gate->of != WHOLE || normalize != FR_NORMALIZE_SHARE)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0,
            "--fail-if 'whole ...' does not work with shares, as every whole is 100 %%");
    return fr_fail_hint(err, "--normalize=time, per:BASE,NEW or none lets the whole change");
}

/* As fr_gate_test; where `what` is NULL the gate is only read. */
static bool test_one(const void *of, const char *text, size_t *n, fr_output *what, fr_error *err)
{
    const fr_diff *d = of;
    fr_diff_value whole = fr_diff_total(d, 0);
    condition gate;
    bool good = parse(&gate, text, err) && check_whole(&gate, d->factor.asked, err);

    if (good && what && gate.of == TOP) {
        good = test_top(&gate, d, n, what) || fr_fail_memory(err);
    } else if (good && what && gate.of != WHOLE) {
        good = test_functions(&gate, d, n, what, err); /* false: the pattern took too long */
    } else if (good && what && d->factor.asked == FR_NORMALIZE_TYPICAL &&
               d->factor.used == FR_NORMALIZE_SHARE && !(d->factor.typical > 0)) {
        fr_put_text(what, "declines: too little of both sides tells what the whole grew by");
        *n = FR_GATE_DECLINES;
    } else if (good && what && is_over(&gate, d, &whole)) {
        put_tripped(what, d, FR_LITERAL("the whole"), &whole);
        *n = 1;
    } else if (good && what && may_be_over(&gate, d, &whole)) {
        decline_amount(n, what, FR_LITERAL("the whole"));
    }
    fr_pattern_free(gate.pattern);
    return good;
}

void fr_diff_gates_add(fr_report *report, const fr_diff *d, const fr_gate_options *gates)
{
    fr_error declined = {0};

    if (gates && gates->n_fail_if)
        (void)check_basis(d, gates, &declined);
    fr_gates_add(report, gates, d, test_one, &declined,
                 d->of_both ? "give several runs (--base FILE... --new FILE...)"
                            : "--normalize=time, per:BASE,NEW or none lets the whole change");
}

bool fr_gate_check(const fr_gate_options *gates, const fr_diff_options *opt, fr_error *err)
{
    fr_diff_options defaults = FR_DIFF_DEFAULTS;
    bool good = true;

    opt = opt ? opt : &defaults;
    for (size_t i = 0; i < gates->n_fail_if && good; i++) {
        condition gate;
        good = parse(&gate, gates->fail_if[i], err) && check_whole(&gate, opt->normalize, err);
        fr_pattern_free(gate.pattern);
    }
    return good;
}

/* ---- the verdict of a report, of a differential or of a trend ---- */

void fr_gates_add(fr_report *report, const fr_gate_options *gates, const void *of,
                  fr_gate_test *test, const fr_error *declined, const char *hint)
{
    fr_error refused = *declined;
    bool good = true, tripped = false, declines = false, judged = declined->code == FR_OK;
    fr_output *out;
    const char *text;
    size_t len = 0;

    if (!gates || !gates->n_fail_if)
        return;
    out = fr_output_memory();
    for (size_t i = 0; i < gates->n_fail_if && good; i++) {
        fr_output *what = judged ? fr_output_memory() : NULL;
        size_t n = 0;
        good = test(of, gates->fail_if[i], &n, what, &report->err);
        text = good && judged ? fr_output_bytes(what, &len) : NULL;
        good = good && (text || !judged);
        if (n && text) {
            bool failed = n != FR_GATE_DECLINES;
            fr_say(out, "{}{}'{}': {}", tripped || declines ? "; " : "",
                   failed && !tripped ? "failed " : "", gates->fail_if[i], text);
            if (failed && n > 1)
                fr_say(out, " and {} more", fr_as_digits((int64_t)(n - 1)));
            tripped |= failed;
            declines |= !failed;
        }
        fr_output_free(what);
    }
    for (size_t i = 0; i < gates->n_fail_if && judged && !tripped && !declines; i++)
        fr_say(out, "{}'{}'", i ? ", " : "passed ", gates->fail_if[i]);
    fr_put_text(out, refused.text);
    text = good ? fr_output_bytes(out, &len) : NULL;
    if (!text) {
        fr_fail_memory(&report->err); /* unless a gate is wrong */
    } else {
        if (tripped)
            fr_fail(&refused, FR_E_GATE, 0, 0, "%s", text);
        else if (declines && !fr_fail(&refused, FR_E_USAGE, 0, 0, "--fail-if %s", text))
            fr_fail_hint(&refused, "%s", hint);
        fr_report_set_verdict(report, refused.code == FR_OK, (fr_bytes){text, len});
        if (refused.code != FR_OK && gates->tripped)
            *gates->tripped = refused;
    }
    fr_output_free(out);
}
