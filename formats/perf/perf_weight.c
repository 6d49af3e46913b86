/* perf_weight.c - periods while every sample has one, numbers of samples otherwise. */
#include "formats/perf/perf_weight.h"

#include "formats/perf/perf_events.h"
#include "formats/perf/perf_line.h"
#include "model/build/builder_weights.h"

#include <inttypes.h>

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

/* Changes from numbers of samples to sums of periods, and numbers beside them. */
static void stop_counting(fr_perf_weight *weight, fr_builder *b, int64_t period)
{
    if (weight->counting)
        fr_builder_weigh(b, weight->column, period);
    weight->counting = false;
}

/* Returns what each sample weighs. */
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

/* Returns true if the sample has a period that may serve. 0 is perf's way to say that it knows none. With
 * --weight=period, or after an input in periods, 1 would be a lie. */
static bool take_period(fr_perf_weight *weight, fr_builder *b, int64_t period, uint64_t line)
{
    if (period < 0 && weight->asked == FR_WEIGHT_PERIOD) {
        fr_builder_fail(b, FR_E_FORMAT, line, 0,
                        "a sample has no period, but samples are weighed by periods");
        fr_builder_hint(b, "--weight=samples counts every sample as 1");
    }
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

/* If the number of samples may take over in the end, too large a sum is no error yet: samples are
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

/* ------------------------------------------------------------ "name=12", "name: 0xc", as libtraceevent prints it */

/* The value of a digit, or 16. */
static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                  : 16;
}

static bool is_name(char c)
{
    return digit_of(c) < 10 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '-';
}

static bool read_number(fr_bytes text, int64_t *value)
{
    bool hex = text.len > 2 && text.at[0] == '0' && (text.at[1] == 'x' || text.at[1] == 'X');
    unsigned base = hex ? 16 : 10;
    size_t i = hex ? 2 : 0, start = i;

    *value = 0;
    for (; i < text.len && digit_of(text.at[i]) < base; i++)
        if (__builtin_mul_overflow(*value, (int64_t)base, value) ||
            __builtin_add_overflow(*value, (int64_t)digit_of(text.at[i]), value))
            return false;
    return i > start && (i == text.len || !is_name(text.at[i]));
}

/* Returns what stands behind "name=" or "name: " at `at`; NULL where that is another name. */
static fr_bytes value_at(fr_bytes text, size_t at, size_t name_len)
{
    fr_bytes rest = fr_perf_trim_start(fr_perf_tail(text, at + name_len));

    if ((at > 0 && is_name(text.at[at - 1])) || !rest.len ||
        (rest.at[0] != '=' && rest.at[0] != ':'))
        return (fr_bytes){0};
    return fr_perf_trim_start(fr_perf_tail(rest, 1));
}

bool fr_perf_field_read(fr_bytes text, fr_bytes name, int64_t *value)
{
    for (size_t i = 0; name.len && i + name.len <= text.len; i++) {
        fr_bytes found;
        if (memcmp(text.at + i, name.at, name.len) != 0)
            continue;
        found = value_at(text, i, name.len);
        if (found.at)
            return read_number(found, value);
    }
    return false;
}
