/* diff_width.c - widths of a differential. */
#include "render/diff_width.h"

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
    fr_i128 base, new_, whole;

    if (of == FR_WIDTH_OF_NEW)
        w.per_base = 0, w.per_new = 1;
    if (of == FR_WIDTH_OF_BASE)
        w.per_base = 1, w.per_new = 0;
    base = (fr_i128)base_whole * w.per_base;
    new_ = (fr_i128)new_whole * w.per_new;
    whole = is_additive(of) ? base + new_ : base > new_ ? base : new_;
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

/* Totals first; what children leave of them is their own. */
static void fill_down(const fr_diff_width *w, const fr_diff *d, int64_t *self, int64_t *total)
{
    const fr_tree *tree = d->tree;

    for (uint32_t i = 0; i < tree->n; i++)
        self[i] = total[i] = fr_diff_width_of(w, d->base_total[i], d->new_total[i]);
    for (uint32_t i = 1; i < tree->n; i++)
        self[tree->parent[i]] -= total[i];
}

/* Own widths first; totals are their sums. */
static void fill_up(const fr_diff_width *w, const fr_diff *d, int64_t *self, int64_t *total)
{
    const fr_tree *tree = d->tree;

    for (uint32_t i = 0; i < tree->n; i++)
        self[i] = total[i] = fr_diff_width_of(w, d->base_self[i], d->new_self[i]);
    for (uint32_t i = tree->n; i-- > 1;)
        total[tree->parent[i]] += total[i];
}

void fr_diff_width_fill(const fr_diff_width *w, const fr_diff *diff, int64_t *self, int64_t *total)
{
    (is_additive(w->of) ? fill_down : fill_up)(w, diff, self, total);
}
