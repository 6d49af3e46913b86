/* perf_weight.c - periods while every sample has one, numbers of samples otherwise. */
#include "formats/perf/perf_weight.h"

#include <inttypes.h>

#include "formats/perf/perf_events.h"
#include "model/build/builder_weights.h"

/* "bytes_req" counts bytes; any other field itself. */
static const char *field_unit(const fr_read_options *opt)
{
    bool bytes = fr_bytes_starts(fr_bytes_of(opt->perf.weight_field), FR_LITERAL("bytes"));

    return opt->weight_unit ? opt->weight_unit : bytes ? "bytes" : opt->perf.weight_field;
}

void fr_perf_weight_begin(fr_perf_weight *weight, fr_builder *b, const fr_read_options *opt,
                          const fr_choice *choice, bool has_period)
{
    const char *unit = opt->perf.weight == FR_WEIGHT_FIELD
                           ? field_unit(opt)
                           : fr_perf_event_unit(fr_bytes_of(choice->event));

    weight->begun = true;
    weight->asked = opt->perf.weight != FR_WEIGHT_AUTO ? opt->perf.weight : choice->weight;
    weight->periods = weight->asked == FR_WEIGHT_PERIOD || weight->asked == FR_WEIGHT_FIELD ||
                      (weight->asked == FR_WEIGHT_AUTO && has_period);
    weight->each = weight->asked == FR_WEIGHT_AUTO && opt->perf.compat == FR_COMPAT_STACKCOLLAPSE;
    weight->column = fr_builder_column(b, choice->event, weight->periods ? unit : "samples", 0);
    fr_builder_exact(b, weight->column);
    weight->counting = weight->periods && weight->asked == FR_WEIGHT_AUTO && !weight->each &&
                       fr_builder_is_blank(b, weight->column);
}

void fr_perf_weight_follow(fr_perf_weight *weight, const fr_perf_weight *first, fr_builder *b,
                           const fr_read_options *opt, const fr_choice *choice)
{
    fr_perf_weight_begin(weight, b, opt, choice, first->periods);
}

/* From numbers of samples to sums of periods, and numbers beside them. */
static void stop_counting(fr_perf_weight *weight, fr_builder *b, int64_t period)
{
    if (weight->counting)
        fr_builder_weigh(b, weight->column, period);
    weight->counting = false;
}

/* What each sample weighs. */
static int64_t weight_of_each(const fr_perf_weight *weight)
{
    return weight->n_with && !weight->n_without ? weight->period : 1;
}

void fr_perf_weight_agree(fr_perf_weight *weight, fr_builder *b, fr_perf_weight *next,
                          fr_builder *next_b)
{
    if (weight->counting && next->counting &&
        (!weight->n_with || !next->n_with || weight->period == next->period))
        return;
    stop_counting(weight, b, weight_of_each(weight));
    stop_counting(next, next_b, weight_of_each(next));
}

void fr_perf_weight_join(fr_perf_weight *weight, const fr_perf_weight *next)
{
    weight->varying |=
        next->varying || (weight->n_with && next->n_with && weight->period != next->period);
    weight->period = next->n_with ? next->period : weight->period;
    weight->beyond |=
        next->beyond || __builtin_add_overflow(weight->whole, next->whole, &weight->whole);
    weight->n_with += next->n_with;
    weight->n_without += next->n_without;
}

/* --weight=period, or an earlier input is in periods: 1 would be a lie. */
static void fail_without(fr_builder *b, uint64_t line)
{
    fr_builder_fail(b, FR_E_FORMAT, line, 0,
                    "a sample has no period, but samples are weighed by periods");
    fr_builder_hint(b, "--weight=samples counts every sample as 1");
}

/* Whether the sample has a period that may serve. 0 is perf's way to say that it knows none. */
static bool take_period(fr_perf_weight *weight, fr_builder *b, int64_t period, uint64_t line)
{
    if (period < 0 && weight->asked == FR_WEIGHT_PERIOD)
        fail_without(b, line);
    if (weight->asked == FR_WEIGHT_FIELD)
        return true;
    if (period == 0 && weight->asked == FR_WEIGHT_PERIOD)
        fr_builder_note(b, FR_NOTE_ZERO_VALUE, line, FR_LITERAL("a sample with period 0"));
    else if (period <= 0)
        return false;
    weight->varying |= weight->n_with && period != weight->period;
    weight->period = period;
    return true;
}

/* Where the number of samples may take over in the end, too large a sum is no error yet: samples are
 * counted from then on. */
static int64_t fit(fr_perf_weight *weight, fr_builder *b, uint32_t stack, int64_t value)
{
    bool open = weight->asked == FR_WEIGHT_AUTO && weight->periods && !weight->each;

    if (open && !weight->beyond && __builtin_add_overflow(weight->whole, value, &weight->whole)) {
        weight->beyond = true;
        weight->beyond_stack = stack;
        fr_builder_use_counts(b, weight->column);
    }
    return open && weight->beyond ? 1 : value;
}

int64_t fr_perf_weight_add(fr_perf_weight *weight, fr_builder *b, uint32_t stack, int64_t period,
                           uint64_t line)
{
    int64_t before = weight->period, value = 1;
    bool has_period = take_period(weight, b, period, line);

    if (has_period)
        weight->n_with++;
    else
        weight->n_without++;
    if (weight->each ? has_period : weight->periods && weight->n_without == 0)
        value = period;
    value = fit(weight, b, stack, value);
    if (weight->varying && !weight->n_without && !weight->beyond)
        stop_counting(weight, b, before);
    if (weight->counting)
        fr_builder_add(b, stack, weight->column, 1, 1, 1);
    else
        fr_builder_add(b, stack, weight->column, value, 1, (double)value * (double)value);
    return value;
}

void fr_perf_weight_end(fr_perf_weight *weight, fr_builder *b, fr_choice *choice)
{
    bool automatic = weight->asked == FR_WEIGHT_AUTO;
    bool mixed = weight->n_with && weight->n_without;

    if (weight->each)
        return;
    /* Equal periods say no more than the number of samples, which is what people expect to see. */
    if (weight->periods && automatic && (mixed || !weight->varying)) {
        fr_builder_use_counts(b, weight->column);
        weight->periods = false;
    }
    if (weight->periods && weight->beyond)
        fr_builder_fail_overflow(b, weight->beyond_stack);
    if (mixed && automatic)
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "%" PRIu64 " of %" PRIu64 " samples have no period, so each sample counts "
                       "as 1",
                       weight->n_without, weight->n_without + weight->n_with);
    choice->weight = weight->asked == FR_WEIGHT_FIELD ? FR_WEIGHT_FIELD
                     : weight->periods                ? FR_WEIGHT_PERIOD
                                                      : FR_WEIGHT_SAMPLES;
}
