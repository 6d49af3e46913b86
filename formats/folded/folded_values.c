/*
 * folded_values.c - the values of a line, and the columns that they go to.
 *
 *     main;parse 42            one column, of samples
 *     main;parse 12.25 13      two, base and new; from now on values are hundredths and count no samples
 */
#include <inttypes.h>

#include "formats/folded/folded.h"
#include "model/build/builder_samples.h"
#include "model/build/builder_weights.h"

static void fail_negative(fr_folded *f, fr_bytes token)
{
    fr_builder_fail(f->b, FR_E_FORMAT, f->line, f->line_at, "a negative value: '%.*s'",
                    (int)(token.len < 40 ? token.len : 40), token.at);
    fr_builder_hint(f->b,
                    "--negative=drop omits such lines, --negative=abs takes them as positive; "
                    "for a difference give both profiles");
}

/* Applies --negative; false where the line is to be omitted. */
static bool settle_sign(fr_folded *f, fr_decimal *value, fr_bytes token)
{
    if (value->mantissa >= 0)
        return true;
    if (f->opt->folded.negative == FR_NEGATIVE_ERROR)
        fail_negative(f, token);
    else
        fr_builder_note(f->b, FR_NOTE_NEGATIVE, f->line, token);
    value->mantissa = f->opt->folded.negative == FR_NEGATIVE_ABS ? -value->mantissa : 0;
    return f->opt->folded.negative == FR_NEGATIVE_ABS;
}

/* A finer value than before: what was read is rescaled; fractions are no counts of samples. */
static void refine(fr_folded *f, uint32_t decimals)
{
    for (uint32_t k = 0; k < f->n_columns; k++) {
        fr_builder_refine(f->b, f->columns[k], decimals);
        fr_builder_uncounted(f->b, f->columns[k]);
    }
    fr_builder_refine_samples(f->b, decimals - f->decimals);
    f->decimals = decimals;
    f->counts = false;
}

static void add_value(fr_folded *f, uint32_t stack, uint32_t k, fr_decimal value)
{
    int64_t scaled;

    if (value.decimals > f->decimals)
        refine(f, value.decimals);
    if (!fr_scale_up(value.mantissa, f->decimals - value.decimals, &scaled)) {
        fr_builder_fail(f->b, FR_E_LIMIT, f->line, f->line_at,
                        "a value too large for %" PRIu32 " decimals", f->decimals);
        return;
    }
    if (f->opt->folded.in_order && k == 0)
        fr_builder_sample(f->b, stack, FR_NO_TIME, fr_builder_thread(f->b, -1, -1, 0), FR_NO_CPU,
                          scaled);
    fr_builder_add(f->b, stack, f->columns[k], scaled, f->counts ? (uint64_t)scaled : 0,
                   f->counts ? (double)scaled : 0.0);
}

static void add_values(fr_folded *f, const fr_folded_line *line, uint32_t stack)
{
    fr_decimal values[2];
    bool zero = true;

    if (line->rounded)
        fr_builder_note(f->b, FR_NOTE_ROUNDED, f->line, line->token[f->n_columns - 1]);
    for (uint32_t k = 0; k < f->n_columns; k++) {
        values[k] = line->value[k];
        if (!settle_sign(f, &values[k], line->token[k]))
            return;
        zero = zero && values[k].mantissa == 0;
    }
    if (zero) {
        fr_builder_note(f->b, FR_NOTE_ZERO_VALUE, f->line, line->stack);
        return;
    }
    for (uint32_t k = 0; k < f->n_columns; k++)
        add_value(f, stack, k, values[k]);
}

/* "main;foo 3" among lines of two values. */
static bool has_all_values(fr_folded *f, const fr_folded_line *line)
{
    if (line->n_values == f->n_columns)
        return true;
    fr_builder_fail(f->b, FR_E_FORMAT, f->line, f->line_at,
                    "one value where the first lines have two");
    fr_builder_hint(f->b, "--columns 1 takes the last token alone as the value");
    return false;
}

void fr_folded_take(fr_folded *f, const fr_folded_line *line, uint32_t stack)
{
    if (!has_all_values(f, line))
        return;
    fr_builder_record(f->b, 1);
    add_values(f, line, stack);
}

/* One or two columns: named by the caller, by the first input, or by the first block. */
void fr_folded_choose_columns(fr_folded *f, fr_choice *choice)
{
    uint32_t seen;

    if (f->opt->folded.columns)
        choice->columns = f->opt->folded.columns;
    if (f->opt->folded.columns)
        return;
    seen = fr_folded_count_columns(fr_input_fill(f->in, FR_PROBE_BYTES));
    if (!choice->columns)
        choice->columns = seen;
    if (seen <= choice->columns)
        return;
    fr_builder_fail(f->b, FR_E_FORMAT, 1, 0, "two values where the inputs before it have one");
    fr_builder_hint(f->b, "--columns 1 takes the last token alone as the value");
}

void fr_folded_open_columns(fr_folded *f, uint32_t n)
{
    const char *unit = f->opt->weight_unit ? f->opt->weight_unit : "samples";

    f->n_columns = n;
    f->counts = strcmp(unit, "samples") == 0;
    f->columns[0] = fr_builder_column(f->b, f->n_columns == 2 ? "base" : unit, unit, 0);
    if (f->n_columns == 2)
        f->columns[1] = fr_builder_column(f->b, "new", unit, 0);
    for (uint32_t k = 0; k < f->n_columns && !f->counts; k++)
        fr_builder_uncounted(f->b, f->columns[k]);
}
