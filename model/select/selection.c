/* selection.c - the grammar of times: seconds, '@' seconds of the clock, ranges, bands and their periods. */
#include <stdlib.h>

#include "base/number.h"
#include "model/select/select.h"

#define SECOND          INT64_C(1000000000)
#define SHORTEST_PERIOD INT64_C(1000000)

static bool fail_time(const char *option, fr_bytes text, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "%s '%.*s': expected seconds such as 12.25 or @621.5", option,
            (int)(text.len < 60 ? text.len : 60), text.at);
    return fr_fail_hint(err, "plain seconds count from the first second of the profile, '@' from 0 "
                             "of its clock; --from and --to take one time each");
}

/* "12.25" or "@621.5" to nanoseconds of the profile's clock. */
static bool parse_time(fr_bytes text, int64_t origin_ns, const char *option, int64_t *ns,
                       fr_error *err)
{
    bool absolute = text.len && text.at[0] == '@';
    fr_bytes digits = {text.at + absolute, text.len - absolute};
    fr_decimal seconds;

    if (fr_decimal_parse(digits, &seconds) != FR_PARSE_OK ||
        !fr_scale_up(seconds.mantissa, 9 - seconds.decimals, ns) ||
        __builtin_add_overflow(*ns, absolute ? 0 : origin_ns, ns))
        return fail_time(option, text, err);
    return true;
}

static void order(fr_span *span)
{
    if (span->from_ns > span->to_ns)
        *span = (fr_span){span->to_ns, span->from_ns};
}

/* "A-B"; where A is of the clock ('@'), so is B. */
static bool parse_range(const char *range, int64_t origin_ns, const char *option, fr_span *span,
                        fr_error *err)
{
    fr_bytes text = fr_bytes_of(range), first = text, second;

    first.len = text.len ? 1 + fr_bytes_find((fr_bytes){text.at + 1, text.len - 1}, '-') : 0;
    if (first.len >= text.len)
        return fail_time(option, text, err);
    second = (fr_bytes){text.at + first.len + 1, text.len - first.len - 1};
    if (!parse_time(first, origin_ns, option, &span->from_ns, err) ||
        !parse_time(second, first.at[0] == '@' ? 0 : origin_ns, option, &span->to_ns, err))
        return false;
    order(span);
    return true;
}

/* "0.25-0.31", "0.5-0.7/3" */
static bool parse_band(fr_selection *selection, const char *band, fr_error *err)
{
    fr_bytes text = fr_bytes_of(band);
    size_t slash = fr_bytes_find(text, '/'), dash = fr_bytes_find(text, '-');
    fr_bytes rest = {text.at + dash + 1, dash < slash ? slash - dash - 1 : 0};
    fr_bytes period = {text.at + slash + 1, slash < text.len ? text.len - slash - 1 : 0};

    selection->period_ns = SECOND;
    if (!parse_time((fr_bytes){text.at, dash}, 0, "--band", &selection->band_from_ns, err) ||
        !parse_time(rest, 0, "--band", &selection->band_to_ns, err) ||
        (slash < text.len && !parse_time(period, 0, "--band", &selection->period_ns, err)))
        return false;
    selection->banded = true;
    if (selection->period_ns >= SHORTEST_PERIOD && selection->band_from_ns >= 0 &&
        selection->band_from_ns < selection->period_ns && selection->band_to_ns >= 0 &&
        selection->band_to_ns <= selection->period_ns)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "--band '%s': expected offsets within a second, or A-B/PERIOD",
            band);
    return fr_fail_hint(err,
                        "--band 0.25-0.31, 0.95-0.05 across its end, or 0.5-0.7/3 of every 3 s");
}

bool fr_selection_init(fr_selection *selection, const fr_select_options *opt, int64_t origin_ns,
                       fr_error *err)
{
    fr_span *spans = calloc(opt->n_ranges + 1, sizeof *spans);
    bool good = spans != NULL || fr_fail_memory(err);

    *selection = (fr_selection){.spans = spans, .outside = opt->outside, .origin_ns = origin_ns};
    if (good && (opt->from || opt->to)) {
        fr_span *span = &spans[selection->n_spans++];
        *span = (fr_span){INT64_MIN, INT64_MAX};
        good = (!opt->from ||
                parse_time(fr_bytes_of(opt->from), origin_ns, "--from", &span->from_ns, err)) &&
               (!opt->to || parse_time(fr_bytes_of(opt->to), origin_ns, "--to", &span->to_ns, err));
        order(span);
    }
    for (size_t i = 0; i < opt->n_ranges && good; i++)
        good = parse_range(opt->ranges[i], origin_ns, "--range", &spans[selection->n_spans++], err);
    if (good && opt->band)
        good = parse_band(selection, opt->band, err);
    if (!good)
        fr_selection_reset(selection);
    return good;
}

void fr_selection_reset(fr_selection *selection)
{
    free(selection->spans);
    *selection = (fr_selection){0};
}

bool fr_selection_is_all(const fr_selection *selection)
{
    return selection->n_spans == 0 && !selection->banded;
}

bool fr_selection_is_one(const fr_selection *selection)
{
    return selection->n_spans == 1 && !selection->banded && !selection->outside;
}

static int64_t offset_of(const fr_selection *selection, int64_t time_ns)
{
    int64_t offset = (int64_t)(((fr_i128)time_ns - selection->origin_ns) % selection->period_ns);

    return offset < 0 ? offset + selection->period_ns : offset;
}

static bool in_band(const fr_selection *selection, int64_t time_ns)
{
    int64_t offset = offset_of(selection, time_ns);
    int64_t from = selection->band_from_ns, to = selection->band_to_ns;

    return from <= to ? offset >= from && offset < to : offset >= from || offset < to;
}

/* If there are ranges too, `outside` belongs to those. */
static bool outside_band(const fr_selection *selection)
{
    return selection->outside && selection->n_spans == 0;
}

bool fr_selection_band_meets(const fr_selection *selection, int64_t from_ns, int64_t to_ns)
{
    int64_t to_band;

    if (!selection->banded || to_ns - from_ns >= selection->period_ns ||
        in_band(selection, from_ns))
        return true;
    /* to_band: the time from there until the band begins. */
    to_band = selection->band_from_ns - offset_of(selection, from_ns);
    to_band += to_band < 0 ? selection->period_ns : 0;
    return selection->band_from_ns != selection->band_to_ns && to_band < to_ns - from_ns;
}

/* Returns true if the ranges select a time, whatever the band says. */
static bool in_ranges(const fr_selection *selection, int64_t time_ns)
{
    bool inside = selection->n_spans == 0;

    for (size_t i = 0; i < selection->n_spans && !inside; i++)
        inside = time_ns >= selection->spans[i].from_ns && time_ns < selection->spans[i].to_ns;
    return inside != (selection->outside && selection->n_spans);
}

bool fr_selection_holds(const fr_selection *selection, int64_t time_ns)
{
    if (time_ns == FR_NO_TIME)
        return selection->n_spans == 0 && !selection->banded;
    return in_ranges(selection, time_ns) &&
           (!selection->banded || in_band(selection, time_ns) != outside_band(selection));
}

static int compare_spans(const void *a, const void *b)
{
    const fr_span *x = a, *y = b;

    return (x->from_ns > y->from_ns) - (x->from_ns < y->from_ns);
}

/* Returns how much of the time from the start of the periods to time_ns lies in the band; before that it is
 * negative. */
static fr_i128 band_until(const fr_selection *selection, int64_t time_ns)
{
    int64_t from = selection->band_from_ns, to = selection->band_to_ns,
            rest = offset_of(selection, time_ns);
    fr_i128 periods = ((fr_i128)time_ns - selection->origin_ns - rest) / selection->period_ns;
    int64_t width = to - from + (from > to ? selection->period_ns : 0);
    int64_t behind_from = rest > from ? rest - from : 0, before_to = rest < to ? rest : to;

    if (from > to)
        return periods * width + before_to + behind_from;
    return periods * width + (behind_from < width ? behind_from : width);
}

/* Returns how much of a time the band holds: all where there is none. */
static int64_t held(const fr_selection *selection, int64_t from_ns, int64_t to_ns)
{
    if (!selection->banded)
        return to_ns - from_ns;
    return (int64_t)(band_until(selection, to_ns) - band_until(selection, from_ns));
}

/* The length of spans within the limits, what several hold counted once. They are sorted. */
static int64_t length_of(const fr_selection *selection, int64_t first_ns, int64_t last_ns)
{
    int64_t length = 0, done_ns = first_ns;

    qsort(selection->spans, selection->n_spans, sizeof *selection->spans, compare_spans);
    for (size_t i = 0; i < selection->n_spans; i++) {
        const fr_span *span = &selection->spans[i];
        int64_t from_ns = span->from_ns > done_ns ? span->from_ns : done_ns;
        int64_t to_ns = span->to_ns < last_ns ? span->to_ns : last_ns;
        if (to_ns > from_ns) {
            length += held(selection, from_ns, to_ns);
            done_ns = to_ns;
        }
    }
    return length;
}

int64_t fr_selection_covers(const fr_selection *selection, int64_t first_ns, int64_t last_ns)
{
    int64_t whole, length;

    if (__builtin_sub_overflow(last_ns, first_ns, &whole) || whole <= 0)
        return 0;
    length = held(selection, first_ns, last_ns);
    if (selection->n_spans && selection->outside)
        return length - length_of(selection, first_ns, last_ns);
    if (selection->n_spans)
        return length_of(selection, first_ns, last_ns);
    return outside_band(selection) && selection->banded ? whole - length : length;
}

/* The first instant after time_ns at which the selection may begin or end. Between ranges, edges of the band, of which
 * there may be many, do neither; nor do those of a band of nothing, or of the whole period. */
static int64_t next_edge(const fr_selection *selection, int64_t time_ns)
{
    int64_t width = selection->band_to_ns - selection->band_from_ns;
    bool banded = selection->banded && width != 0 && width != selection->period_ns &&
                  in_ranges(selection, time_ns);
    int64_t next = INT64_MAX;

    for (size_t i = 0; i < selection->n_spans; i++) {
        const fr_span *span = &selection->spans[i];
        next = span->from_ns > time_ns && span->from_ns < next ? span->from_ns : next;
        next = span->to_ns > time_ns && span->to_ns < next ? span->to_ns : next;
    }
    for (int end = 0; banded && end < 2; end++) {
        int64_t to_edge = (end ? selection->band_to_ns : selection->band_from_ns) -
                          offset_of(selection, time_ns),
                edge;
        to_edge += to_edge <= 0 ? selection->period_ns : 0;
        if (!__builtin_add_overflow(time_ns, to_edge, &edge) && edge < next)
            next = edge;
    }
    return next;
}

bool fr_selection_part(const fr_selection *selection, int64_t from_ns, int64_t to_ns, fr_span *part)
{
    int64_t at = from_ns, end;

    while (at < to_ns && !fr_selection_holds(selection, at))
        at = next_edge(selection, at);
    for (end = at; end < to_ns && fr_selection_holds(selection, end);)
        end = next_edge(selection, end);
    *part = (fr_span){at, end < to_ns ? end : to_ns};
    return at < to_ns;
}
