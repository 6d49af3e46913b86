/* diff_width.c - computes the widths of a differential. */
#include "render/layout/diff_width.h"

#include <stdlib.h>

#include "base/arena.h"

/*
 * One integer per node, from the values of both sides.
 *
 *     mean    base / base_whole + new / new_whole, times what makes it an integer
 *     new     new                                    base    base
 *     max     own max(base share, new share), and what is on it
 *     delta   own |new share - base share|, and what is on it
 *
 * With g the greatest common divisor of the wholes, a base value counts new_whole / g and a new value
 * base_whole / g: then equal shares are equal widths, exactly. Where the whole would not fit 53 bits,
 * which the numbers of a viewer have, widths are halved as often as it takes, downwards; own widths
 * are what is left of a total, so that children never outgrow their parents.
 */

#define WHOLE_BITS 53

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a ? a : 1;
}

static bool is_additive(fr_width_of of)
{
    return of == FR_WIDTH_OF_MEAN || of == FR_WIDTH_OF_NEW || of == FR_WIDTH_OF_BASE;
}

fr_diff_width fr_diff_width_for(fr_width_of of, int64_t base_whole, int64_t new_whole)
{
    int64_t divisor = common_divisor(base_whole, new_whole);
    bool both = base_whole > 0 && new_whole > 0;
    fr_diff_width w = {.of = of,
                       .per_base = both ? new_whole / divisor : base_whole > 0,
                       .per_new = both ? base_whole / divisor : new_whole > 0};

    if (of == FR_WIDTH_OF_NEW)
        w.per_base = 0, w.per_new = 1;
    if (of == FR_WIDTH_OF_BASE)
        w.per_base = 1, w.per_new = 0;
    fr_i128 base = (fr_i128)base_whole * w.per_base, new_ = (fr_i128)new_whole * w.per_new;
    fr_i128 whole = is_additive(of) ? base + new_ : base > new_ ? base : new_;
    while (whole >> w.halvings >> WHOLE_BITS)
        w.halvings++;
    w.whole = (int64_t)(whole >> w.halvings);
    return w;
}

int64_t fr_diff_width_of(const fr_diff_width *w, int64_t base, int64_t new_)
{
    fr_i128 b = (fr_i128)base * w->per_base, n = (fr_i128)new_ * w->per_new;
    fr_i128 width = b + n;

    if (w->of == FR_WIDTH_OF_MAX)
        width = b > n ? b : n;
    if (w->of == FR_WIDTH_OF_DELTA)
        width = b > n ? b - n : n - b;
    return (int64_t)(width >> w->halvings);
}

/* Own widths first; totals are their sums. */
static bool sum_own(fr_diff_widths *w)
{
    const fr_diff *d = w->diff;
    uint32_t n = d->tree->n;

    w->self = fr_take_array(n, sizeof *w->self, false);
    w->total = fr_take_array(n, sizeof *w->total, false);
    if (!w->self || !w->total)
        return false;
    for (uint32_t i = 0; i < n; i++)
        w->self[i] = w->total[i] = fr_diff_width_of(&w->by, d->base_self[i], d->new_self[i]);
    for (uint32_t i = n; i-- > 1;)
        w->total[d->tree->parent[i]] += w->total[i];
    return true;
}

bool fr_diff_widths_init(fr_diff_widths *w, const fr_diff *diff, fr_width_of of, fr_error *err)
{
    *w = (fr_diff_widths){.by = fr_diff_width_for(of, diff->base_whole, diff->new_whole),
                          .diff = diff};
    return is_additive(of) || sum_own(w) || fr_fail_memory(err);
}

int64_t fr_diff_width_total(const fr_diff_widths *w, uint32_t node)
{
    return w->total ? w->total[node]
                    : fr_diff_width_of(&w->by, w->diff->base_total[node], w->diff->new_total[node]);
}

void fr_diff_widths_reset(fr_diff_widths *w)
{
    free(w->self);
    free(w->total);
    *w = (fr_diff_widths){0};
}
