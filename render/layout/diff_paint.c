/* diff_paint.c - computes the colours of changes, and lists the functions of a page's table. */
#include "render/layout/diff_paint.h"

#include "base/arena.h"
#include "diff/diff.h"
#include "themes/theme.h"

#include <stdlib.h>

#define MOST_MILLI     INT32_MAX
#define MOST_FUNCTIONS 20000  /* in the table of a page */
#define MOST_RATIO     100000 /* hundredths; larger ones say nothing that points do not */
#define MILLION        INT64_C(1000000)
#define PALE_PERCENT   42 /* of the ramp, for a caller that passes a change on */

_Static_assert(FR_DIFF_UNCHANGED == FR_RAMP_STEPS, "the ramp has a side of this many colours");

/* ---- amounts ---- */

/* Thousandths of a point. */
static int32_t milli_of(double points)
{
    double milli = points * 1000;

    if (!(milli > -MOST_MILLI && milli < MOST_MILLI))
        return milli < 0 ? -MOST_MILLI : milli > 0 ? MOST_MILLI : 0;
    return (int32_t)(milli < 0 ? milli - 0.5 : milli + 0.5);
}

/* Returns true if a change is shown: what was not judged, where it is large enough to matter; what may have
 * changed, but pale. */
static bool is_seen(const fr_diff_paint *p, const fr_diff_value *v)
{
    double size = v->change_pp < 0 ? -v->change_pp : v->change_pp;

    if (v->verdict == FR_VERDICT_UNJUDGED)
        return size > 0 && size >= p->diff->min_change_pp;
    return fr_verdict_is_change(v->verdict) || v->verdict == FR_VERDICT_MAYBE;
}

/* Returns new per base in hundredths, over the factor: 100 of a frame that did not change; 0: says nothing. */
static int32_t ratio_of(const fr_diff_paint *p, const fr_diff_value *v)
{
    fr_i128 typical = (fr_i128)v->base * p->scene->sides->factor_ppm, ratio;

    if (v->base <= 0 || v->new_ <= 0 || typical <= 0)
        return 0;
    ratio = ((fr_i128)v->new_ * MILLION * 200 + typical) / (typical * 2);
    return ratio < MOST_RATIO ? (int32_t)ratio : 0;
}

static fr_change change_of(const fr_diff_paint *p, fr_diff_value v)
{
    return (fr_change){.base = v.base,
                       .new_ = v.new_,
                       .points = milli_of(v.change_pp),
                       .share_points = milli_of(v.share_pp),
                       .error = milli_of(v.error_pp),
                       .ratio = ratio_of(p, &v),
                       .verdict = (uint8_t)v.verdict,
                       .seen = is_seen(p, &v)};
}

/* ---- colour ---- */

static int largest_first(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below `value`. */
static int32_t round_up(int32_t value)
{
    static const int32_t steps[] = {10, 15, 20, 30, 40, 50, 60, 80};

    for (int64_t power = 1; power < MOST_MILLI; power *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
            if (steps[i] * power >= value && steps[i] * power <= MOST_MILLI)
                return (int32_t)(steps[i] * power);
    return MOST_MILLI;
}

static size_t list_sizes(const fr_diff_paint *p, bool by_self, bool maybe, int32_t *sizes)
{
    size_t n = 0;

    for (size_t i = 0; i < p->diff->n_functions; i++) {
        const fr_diff_function *f = &p->diff->functions[i];
        const fr_diff_value *v = by_self ? &f->self : &f->total;
        if (is_seen(p, v) && (v->verdict == FR_VERDICT_MAYBE) == maybe)
            sizes[n++] = abs(milli_of(v->change_pp));
    }
    return n;
}

/* Finds what the last colour stands for: a robust maximum, which one function of twenty may exceed, so that
 * a single large change does not make all others pale. What only may have changed counts where
 * nothing else did. */
static bool find_most(fr_diff_paint *p, bool by_self)
{
    int32_t *sizes = malloc((p->diff->n_functions + 1) * sizeof *sizes);

    if (!sizes)
        return false;
    size_t n = list_sizes(p, by_self, false, sizes);
    n = n ? n : list_sizes(p, by_self, true, sizes);
    qsort(sizes, n, sizeof *sizes, largest_first);
    p->most[by_self] = round_up(n ? sizes[n / 20] : 1000);
    p->exceeded[by_self] = n && sizes[0] > p->most[by_self];
    free(sizes);
    return true;
}

/* The place in the ramp of a change: the first colour of a side is for the least. */
static uint32_t place_of(const fr_diff_paint *p, const fr_change *c, bool by_self, bool pale)
{
    int64_t step = (int64_t)abs(c->points) * FR_RAMP_STEPS / p->most[by_self];
    uint32_t at = step < FR_RAMP_STEPS ? (uint32_t)step : FR_RAMP_STEPS - 1;

    pale = pale || c->verdict == FR_VERDICT_MAYBE;
    at = pale ? at * PALE_PERCENT / 100 : at;
    if (!c->seen || c->points == 0)
        return FR_DIFF_UNCHANGED;
    return c->points > 0 ? FR_DIFF_UNCHANGED + 1 + at : FR_DIFF_UNCHANGED - 1 - at;
}

fr_theme_fill fr_diff_ramp_fill(const fr_theme *theme, uint32_t at)
{
    return at > FR_DIFF_UNCHANGED   ? fr_theme_grew_of(theme, at - FR_DIFF_UNCHANGED - 1)
           : at < FR_DIFF_UNCHANGED ? fr_theme_shrank_of(theme, FR_DIFF_UNCHANGED - 1 - at)
                                    : fr_theme_unchanged(theme);
}

/* One callee has most of the change: the caller says little with its own. */
static bool passes_on(const fr_diff *d, uint32_t node)
{
    double change = fr_diff_change_pp(d, node);

    if (d->tree->callers)
        return false;
    for (uint32_t c = node + 1; c < d->tree->end[node]; c = d->tree->end[c])
        if (fr_diff_change_pp(d, c) / change >= FR_DIFF_EXPLAINS)
            return true;
    return false;
}

/* Amounts are those of the tree, which are exact beyond 2^53 too. */
fr_box_change fr_diff_paint_node(const fr_diff_paint *p, uint32_t node)
{
    const fr_diff *d = p->diff;
    fr_diff_value total = fr_diff_total(d, node), self = fr_diff_self(d, node);
    fr_box_change c = {.passes_on = false};

    total.base = d->base_total[node];
    total.new_ = d->new_total[node];
    self.base = d->base_self[node];
    self.new_ = d->new_self[node];
    c.total = change_of(p, total);
    c.self = change_of(p, self);
    c.self.seen = c.self.seen && !d->tree->callers; /* there it is that of stacks that begin so */
    c.passes_on = c.total.seen && c.total.verdict != FR_VERDICT_MAYBE && passes_on(d, node);
    c.total_fill = p->fill_of[place_of(p, &c.total, false, c.passes_on)];
    c.self_fill = d->tree->callers ? c.total_fill : p->fill_of[place_of(p, &c.self, true, false)];
    return c;
}

/* ---- functions ---- */

/* 2: it changed; 1: it may have. */
static int rank_of(const fr_diff_function *f)
{
    bool maybe = f->self.verdict == FR_VERDICT_MAYBE || f->total.verdict == FR_VERDICT_MAYBE;

    return fr_verdict_is_change(f->self.verdict) || fr_verdict_is_change(f->total.verdict) ? 2
           : maybe                                                                         ? 1
                                                                                           : 0;
}

/* Orders by what changed first, then what may have, then the larger own change, then as the differential has them. */
static int by_own_change(const void *a, const void *b)
{
    const fr_diff_function *x = *(const fr_diff_function *const *)a;
    const fr_diff_function *y = *(const fr_diff_function *const *)b;
    int32_t p = abs(milli_of(x->self.change_pp)), q = abs(milli_of(y->self.change_pp));

    if (rank_of(x) != rank_of(y))
        return rank_of(x) > rank_of(y) ? -1 : 1;
    if (p != q)
        return p > q ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* The functions of the page's table, into the scene. */
static void list_functions(const fr_diff_paint *p)
{
    const fr_diff *d = p->diff;
    fr_sides *s = p->scene->sides;
    const fr_diff_function **sorted = malloc((d->n_functions + 1) * sizeof *sorted);
    size_t n = d->n_functions < MOST_FUNCTIONS ? d->n_functions : MOST_FUNCTIONS;

    s->functions = calloc(n + 1, sizeof *s->functions);
    s->n_all_functions = d->n_functions;
    if (sorted && s->functions) {
        for (size_t i = 0; i < d->n_functions; i++)
            sorted[i] = &d->functions[i];
        qsort(sorted, d->n_functions, sizeof *sorted, by_own_change);
        for (s->n_functions = 0; s->n_functions < n; s->n_functions++) {
            const fr_diff_function *f = sorted[s->n_functions];
            fr_change self = change_of(p, f->self);
            s->functions[s->n_functions] = (fr_side_function){
                .name = fr_scene_keep(p->scene, fr_names_at(p->diff->tree->names, f->name)),
                .total = change_of(p, f->total),
                .self = self,
                .fill = p->fill_of[place_of(p, &self, true, false)]};
        }
    } else {
        p->scene->failed = true;
    }
    free(sorted);
}

/* ---- the whole ---- */

bool fr_diff_paint_init(fr_diff_paint *p, bool negate)
{
    double factor = p->diff->factor.value;

    p->scene->sides->factor_ppm =
        factor > 0 && factor < MOST_MILLI ? (int64_t)(factor * MILLION + 0.5) : 0;
    /* All fills stand in the order of the ramp; --negate turns it round. */
    for (uint32_t i = 0; i < FR_DIFF_RAMP; i++) {
        uint32_t at = negate ? FR_DIFF_RAMP - 1 - i : i;
        fr_theme_fill f = fr_diff_ramp_fill(p->theme, at);
        p->fill_of[i] = (uint8_t)fr_scene_fill(p->scene, fr_fill_of_theme(f));
    }
    if (!find_most(p, false) || !find_most(p, true))
        return false;
    memcpy(p->scene->sides->most, p->most, sizeof p->most);
    list_functions(p);
    return true;
}
