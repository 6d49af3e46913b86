/* perf_losses.c - sums of PERF_RECORD_LOST and its kin. */
#include "formats/perf/perf_losses.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/number.h"
#include "formats/perf/perf_header.h"

static void add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = UINT64_MAX;
}

/* The number after "lost": "PERF_RECORD_LOST lost 55", "... id:3: lost:55"; else the first there is,
 * "PERF_RECORD_LOST_SAMPLES: 3"; 0 for none. */
static uint64_t read_number(fr_bytes text)
{
    uint64_t number = 0;
    size_t i = 0, digits;

    for (size_t k = 0; k + 4 < text.len; k++)
        if (memcmp(text.at + k, "lost", 4) == 0)
            i = k + 4;
    while (i < text.len && !fr_perf_digit(text.at[i]))
        i++;
    for (digits = i; digits < text.len && fr_perf_digit(text.at[digits]);)
        digits++;
    return fr_parse_u64((fr_bytes){text.at + i, digits - i}, &number) ? number : 0;
}

/* The earlier of two lines; 0: none. */
static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a && (!b || a < b) ? a : b;
}

bool fr_perf_losses_read(fr_perf_losses *losses, fr_bytes record, uint64_t line)
{
    const fr_bytes lost = FR_LITERAL("PERF_RECORD_LOST");

    if (fr_bytes_starts(record, FR_LITERAL("PERF_RECORD_THROTTLE"))) {
        losses->n_throttled++;
        losses->first_throttled = earlier(losses->first_throttled, line);
        return true;
    }
    if (fr_bytes_starts(record, FR_LITERAL("PERF_RECORD_UNTHROTTLE")))
        return true;
    if (!fr_bytes_starts(record, lost))
        return false;
    losses->n_reports++;
    losses->first_line = earlier(losses->first_line, line);
    add(&losses->n_lost, read_number(fr_perf_tail(record, lost.len)));
    return true;
}

void fr_perf_losses_merge(fr_perf_losses *to, const fr_perf_losses *from)
{
    to->n_reports += from->n_reports;
    to->n_throttled += from->n_throttled;
    add(&to->n_lost, from->n_lost);
    to->first_line = earlier(to->first_line, from->first_line);
    to->first_throttled = earlier(to->first_throttled, from->first_throttled);
}

static void say_lost(const fr_perf_losses *losses, uint64_t n_samples, fr_builder *b)
{
    uint64_t n = losses->n_lost > losses->n_reports ? losses->n_lost : losses->n_reports;
    fr_i128 all = (fr_i128)n + n_samples;
    uint64_t per_mille = (uint64_t)((n * (fr_i128)1000 + all / 2) / all);
    char share[80];

    snprintf(share, sizeof share, "%" PRIu64 ".%" PRIu64 " %% of all, in %" PRIu64 " report%s",
             per_mille / 10, per_mille % 10, losses->n_reports, losses->n_reports == 1 ? "" : "s");
    fr_builder_note_many(b, FR_NOTE_LOST, losses->first_line, n, fr_bytes_of(share));
}

void fr_perf_losses_say(const fr_perf_losses *losses, uint64_t n_samples, fr_builder *b)
{
    if (losses->n_reports)
        say_lost(losses, n_samples, b);
    if (losses->n_throttled)
        fr_builder_note_many(b, FR_NOTE_THROTTLED, losses->first_throttled, losses->n_throttled,
                             FR_LITERAL("samples are missing where it was busiest; a lower "
                                        "frequency (perf record -F) avoids it"));
}
