/* summary.c - one line about a profile, from integers. */
#include "model/summary.h"

#include "base/number.h"
#include "base/output.h"
#include "base/units.h"
#include "model/measured.h"

#define NS_PER_S INT64_C(1000000000)

void fr_put_amount(fr_output *out, int64_t value, uint32_t decimals, const char *unit)
{
    fr_say(out, "{}", fr_as_amount(value, decimals, unit));
}

/* "1.98 s", and "68.9 s" up to ten minutes: seconds are what profilers are asked for. */
static void put_span(fr_output *out, int64_t ns)
{
    char to[FR_NUMBER_MAX];
    int64_t tenths = (ns + NS_PER_S / 20) / (NS_PER_S / 10);

    if (tenths < 600 || tenths >= 6000)
        fr_put_text(out, fr_format_human(to, ns, 0, "ns"));
    else
        fr_put_format(out, "%d.%d" FR_NARROW_SPACE "s", (int)(tenths / 10), (int)(tenths % 10));
}

/* Returns the time that was selected, that the recording says, or between the first and the last sample; 0: unknown. */
static int64_t duration_of(const fr_meta *meta)
{
    int64_t ns;

    if (meta->covered_ns || meta->recording.duration_ns)
        return meta->covered_ns ? meta->covered_ns : meta->recording.duration_ns;
    return meta->timed && !__builtin_sub_overflow(meta->last_ns, meta->first_ns, &ns) ? ns : 0;
}

/* " in 68.9 s of recording" */
static void put_duration(fr_output *out, const fr_meta *meta)
{
    int64_t ns = duration_of(meta);

    if (ns <= 0)
        return;
    fr_put_text(out, " in ");
    put_span(out, ns);
    fr_put_text(out, " of recording");
}

void fr_summary_put_amounts(const fr_summary *s, fr_output *out)
{
    bool samples = strcmp(s->unit, "samples") == 0 || strcmp(s->shown_as, "samples") == 0;

    if (s->kept != s->whole)
        fr_say(out, "{} of ", fr_as_amount_alone(s->kept, s->decimals, s->shown_as));
    fr_say(out, "{}", fr_as_amount(s->whole, s->decimals, s->shown_as));
    fr_put_measured(out, s->name, s->unit);
    if (samples || s->meta->timed)
        put_duration(out, s->meta);
    if (!samples && s->meta->timed && s->meta->n_records)
        fr_say(out, FR_SEPARATOR "{}",
               fr_as_amount((int64_t)(s->meta->n_records & INT64_MAX), 0, "samples"));
}

void fr_summary_put_steps(const fr_summary *s, fr_output *out)
{
    for (size_t i = 0; i < s->meta->steps.n; i++)
        fr_say(out, FR_SEPARATOR "{}", s->meta->steps.entries[i].first);
}

void fr_summary_put(const fr_summary *s, fr_output *out)
{
    fr_summary_put_amounts(s, out);
    fr_summary_put_steps(s, out);
    fr_put_text(out, s->meta->relative ? FR_SEPARATOR "shares are of what is kept" : "");
}
