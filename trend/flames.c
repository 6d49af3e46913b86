/*
 * flames.c - the flame graphs of points as one profile: a value column for each point, called as the point is.
 *
 *     stack                         v2.4   v2.5   v2.6
 *     main;sort                       30     41     42
 *     main;[frames under 0.1 %]        2      1      2     callees of main that are smaller, in that point
 *
 * Frames are functions here: lines and addresses differ from build to build. The name of small frames is in brackets,
 * so that no sentence takes them for a function.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "flamerender_trend.h"
#include "model/build/builder.h"
#include "model/build/builder_merge.h"
#include "trend/trend.h"

#define LEAST_PPM     1000 /* of a point's whole */
#define PPM_FOR_POINT 100  /* for each of many points: so all of them together stay as large */
#define PPM           1000000

static uint32_t n_flames(const fr_trend *t)
{
    return t->n_points < FR_TREND_MOST_FLAMES ? t->n_points : FR_TREND_MOST_FLAMES;
}

uint32_t fr_trend_flames_ppm(const fr_trend *trend)
{
    uint32_t many = n_flames(trend) * PPM_FOR_POINT;

    return many > LEAST_PPM ? many : LEAST_PPM;
}

uint32_t fr_trend_flames_first(const fr_trend *trend)
{
    return trend->n_points - n_flames(trend);
}

fr_builder *fr_trend_flames_new(const fr_trend *trend, fr_error *err)
{
    uint32_t first = fr_trend_flames_first(trend);
    fr_limits limits;

    fr_limits_init(&limits);
    fr_builder *b = fr_builder_new(&limits, err);
    for (uint32_t k = 0; b && k < n_flames(trend); k++) {
        fr_builder_column(b, fr_trend_point_name(trend, first + k), trend->unit, 0);
        fr_builder_refine(b, k, trend->measured_decimals);
    }
    return b;
}

/* ---- the functions of a run ---- */

/* Pushes the stacks of a profile with their frames as functions; stack[] gets what each becomes. */
static void push_functions(fr_builder *b, const fr_profile *p, uint32_t *frame, uint32_t *stack)
{
    for (uint32_t f = 0; f < p->n_frames; f++) {
        fr_frame whole = fr_builder_frame_at(b, fr_builder_copy_frame(b, p, f));
        whole = (fr_frame){.name = whole.name, .module = whole.module, .kind = whole.kind};
        frame[f] = fr_builder_intern(b, &whole);
    }
    fr_builder_copy_stacks(b, p->stacks, p->n_stacks, frame, false, stack);
}

/* The column of a profile, by functions; NULL with `err`. */
static fr_profile *by_functions(const fr_profile *p, uint32_t column, fr_error *err)
{
    const fr_column *from = &p->columns[column];
    uint32_t *frame = malloc(p->n_frames * sizeof *frame);
    uint32_t *stack = malloc(p->n_stacks * sizeof *stack);
    fr_limits unlimited;
    fr_builder *b = NULL;
    fr_profile *functions = NULL;

    fr_limits_lift(&unlimited);
    if (!frame || !stack)
        fr_fail_memory(err);
    else
        b = fr_builder_new(&unlimited, err);
    if (b) {
        uint32_t k = fr_builder_column(b, from->name, from->unit, from->decimals);
        if (!from->counted)
            fr_builder_uncounted(b, k);
        push_functions(b, p, frame, stack);
        fr_builder_add_column(b, k, from, stack, p->n_stacks);
        functions = fr_builder_finish(b, err);
    }
    if (functions && !p->meta.relative)
        functions->columns[0].reference = from->reference;
    free(frame);
    free(stack);
    return functions;
}

/* ---- what is large enough ---- */

static uint32_t small_frame(fr_builder *b, uint32_t ppm)
{
    char name[60];
    bool fine = ppm % 1000 != 0; /* 0.1 %, 0.64 % */

    snprintf(name, sizeof name, "[frames under %" PRIu32 ".%0*" PRIu32 " %%]", ppm / 10000,
             fine ? 2 : 1, ppm % 10000 / (fine ? 100 : 1000));
    return fr_builder_frame(b, &(fr_frame_info){.name = name});
}

/* Pushes the stacks that have `least` of the whole; others end in one frame on the last that has. */
static void push_large(fr_builder *b, const fr_profile *p, uint32_t ppm, const int64_t *total,
                       uint32_t *stack)
{
    double least = (double)total[0] * ppm / PPM;
    uint32_t small = small_frame(b, ppm);

    stack[0] = FR_NO_STACK;
    for (uint32_t s = 1; s < p->n_stacks && !fr_builder_failed(b); s++) {
        uint32_t parent = p->stacks[s].parent, under = stack[parent];
        if (total[s] && (double)total[s] >= least)
            stack[s] = fr_builder_push(b, under, fr_builder_copy_frame(b, p, p->stacks[s].frame));
        else if (parent && (double)total[parent] < least)
            stack[s] = under;
        else
            stack[s] = total[s] ? fr_builder_push(b, under, small) : under;
    }
}

static bool add_large(fr_builder *b, const fr_trend *t, uint32_t k, const fr_profile *p,
                      fr_error *err)
{
    int64_t *total = malloc(p->n_stacks * sizeof *total);
    uint32_t *stack = malloc(p->n_stacks * sizeof *stack);
    bool good = total && stack;

    if (good) {
        /* The sums of stacks and all that they begin; parents stand before children. */
        for (uint32_t s = 0; s < p->n_stacks; s++)
            total[s] = fr_column_sum(&p->columns[0], s);
        for (uint32_t s = p->n_stacks; s-- > 1;)
            total[p->stacks[s].parent] += total[s];
        push_large(b, p, fr_trend_flames_ppm(t), total, stack);
        int64_t beyond = p->columns[0].reference - total[0]; /* what options left out */
        if (!fr_scale_up(beyond, t->measured_decimals - p->columns[0].decimals, &beyond))
            fr_builder_fail(b, FR_E_LIMIT, 0, 0, "the whole of a point does not fit");
        else
            fr_builder_beyond(b, k, beyond);
        if (!p->columns[0].counted)
            fr_builder_uncounted(b, k);
        fr_builder_add_column(b, k, &p->columns[0], stack, p->n_stacks);
    }
    free(total);
    free(stack);
    return good || fr_fail_memory(err);
}

bool fr_trend_flames_add(fr_builder *flames, const fr_trend *trend, uint32_t point,
                         const fr_profile *profile, uint32_t column, fr_error *err)
{
    uint32_t first = fr_trend_flames_first(trend);

    if (point < first || point >= trend->n_points || column >= profile->n_columns)
        return fr_fail(err, FR_E_USAGE, 0, 0, "there is no such point, or no such value column");
    if (!fr_profile_is_for(profile, FR_FOR_ANYTHING, err))
        return false;
    fr_profile *functions = by_functions(profile, column, err);
    bool good = functions && add_large(flames, trend, point - first, functions, err);
    fr_profile_free(functions);
    return good;
}
