/*
 * chart_samples.c - fr_scene_add_chart(): packs the samples of a recording lane by lane, for a page that draws them as
 * time goes:
 *
 *     "FRTM" version(1) raw_length(varint) deflate( tick, weights, lanes )
 *
 *     weights  0: each sample counts 1; 1: samples have values; 2: values, less how long the samples last
 *     lanes    n, then: name (length and bytes), fill, samples
 *     samples  n, then all starts (each less the one before it, in ticks), all durations less the distance to the
 *              next start (zigzag, in ticks), all stacks (numbers of the container of the profile, model/pack.h), and
 *              where there are weights all values (zigzag)
 *
 * A tick is 1000 ns where all times are whole microseconds, else 1 ns. All numbers are LEB128 varints.
 */
#include "model/tree/canonical.h"
#include "model/tree/chart.h"
#include "model/tree/groups.h"
#include "render/pack/containers.h"
#include "render/scene.h"

#include <stdlib.h>
#include <string.h>

#define FR_CHART_SAMPLES 200000            /* at most */
#define FR_CHART_BYTES   ((size_t)1 << 20) /* of the container */

#define US 1000 /* ns; finer times are rare */

/* A page has numbers of 53 bits, and zigzag takes one: 52 days of ns. */
#define FR_CHART_LARGEST (INT64_C(1) << 52)

typedef enum weighting { WEIGHTS_NONE, WEIGHTS_VALUES, WEIGHTS_PAST_DURATION } weighting;

typedef struct writer {
    fr_scene *scene;
    const fr_profile *profile;
    const fr_theme *theme;
    fr_output *out;
    const uint32_t *number; /* by stack: its place in the container of the profile */
    const fr_lane_sample *moments;
    size_t n;
    int64_t tick;
    weighting weights;
} writer;

static weighting weights_of(const fr_profile *profile)
{
    if (!profile->samples.value)
        return WEIGHTS_NONE;
    return profile->meta.stacks & FR_SAMPLES_LAST ? WEIGHTS_PAST_DURATION : WEIGHTS_VALUES;
}

static int64_t tick_of(const fr_lane_sample *moments, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (moments[i].start % US || moments[i].value % US)
            return 1;
    return US;
}

/* Returns the fill of its kind where the reader chooses what colour means: otherwise the way has one for all lanes. */
static uint32_t fill_of_lane(fr_scene *scene, fr_bytes name, const fr_theme *theme)
{
    fr_coloured seen = {.name = name, .kind = FR_KIND_PROCESS, .group = FR_GROUP_NONE};
    const fr_colouring *kinds = scene->view.ways ? scene->view.ways->colouring : NULL;

    if (kinds) {
        uint32_t place = kinds->place_of(&seen);
        return fr_scene_fill(
            scene, fr_fill_of_entry(kinds->fill_of(theme, NULL, place), place / kinds->per_entry));
    }
    return fr_box_colour_fill(scene, fr_box_colour_place(scene, &seen));
}

static void put_lane(const writer *w, size_t from, size_t to)
{
    const fr_lane_sample *m = w->moments;
    char name[FR_LANE_NAME];

    fr_chart_lane_name(w->profile, m[from].thread, name);
    fr_pack_varint(w->out, strlen(name));
    fr_put_text(w->out, name);
    fr_pack_varint(w->out, fill_of_lane(w->scene, fr_bytes_of(name), w->theme));
    fr_pack_varint(w->out, to - from);
    for (size_t i = from; i < to; i++)
        fr_pack_varint(w->out,
                       (uint64_t)((m[i].start - (i > from ? m[i - 1].start : 0)) / w->tick));
    for (size_t i = from; i < to; i++)
        fr_pack_zigzag(w->out,
                       (m[i].value - (i + 1 < to ? m[i + 1].start - m[i].start : 0)) / w->tick);
    for (size_t i = from; i < to; i++)
        fr_pack_varint(w->out, w->number[m[i].stack]);
    for (size_t i = from; i < to && w->weights; i++)
        fr_pack_zigzag(w->out, w->profile->samples.value[m[i].place] -
                                   (w->weights == WEIGHTS_PAST_DURATION ? m[i].value : 0));
}

static fr_bytes pack(writer *w)
{
    size_t n_lanes = 0;

    w->out = fr_output_memory();
    w->tick = tick_of(w->moments, w->n);
    fr_pack_varint(w->out, (uint64_t)w->tick);
    fr_pack_varint(w->out, w->weights);
    for (size_t from = 0; from < w->n; from = fr_chart_lane_end(w->moments, w->n, from))
        n_lanes++;
    fr_pack_varint(w->out, n_lanes);
    for (size_t from = 0, to; from < w->n; from = to) {
        to = fr_chart_lane_end(w->moments, w->n, from);
        put_lane(w, from, to);
    }
    return fr_pack_container("FRTM", w->out);
}

/* The samples of a profile. Fills are those of `scene`; new ones are added. To be freed; at == NULL after a failure. */
static fr_bytes chart_samples(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                              weighting weights, fr_error *err)
{
    writer w = {.scene = scene, .profile = profile, .theme = theme, .weights = weights};
    uint32_t *number = fr_canonical_numbers(profile, err);
    fr_lane_sample *moments = number ? fr_chart_moments(profile, &w.n) : NULL;
    fr_bytes packed = {NULL, 0};

    if (moments) {
        w.number = number;
        w.moments = moments;
        packed = pack(&w);
    }
    if (!packed.at)
        fr_fail_memory(err); /* the first error stays */
    free(moments);
    free(number);
    return packed;
}

/* ---- the page ---- */

static bool has_exact_values(const fr_profile *profile)
{
    const fr_samples *s = &profile->samples;
    bool exact = true;

    for (size_t i = 0; s->value && exact && i < s->n; i++)
        exact = s->value[i] < FR_CHART_LARGEST && s->value[i] > -FR_CHART_LARGEST;
    return exact;
}

/* Packs samples with their weights, or without them if the weights are too large for a page's numbers or take too much
 * room. Sets *parts to true if the samples of a part of the time are a profile by themselves. */
static fr_bytes fitting_samples(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                                bool *parts, fr_error *err)
{
    bool exact = has_exact_values(profile);
    weighting weights = exact ? weights_of(profile) : WEIGHTS_NONE;
    fr_bytes packed = chart_samples(scene, profile, theme, weights, err);

    *parts = exact && fr_chart_is_whole(profile) && profile->n_columns == 1;
    if (!packed.at || !weights || packed.len <= FR_CHART_BYTES)
        return packed;
    *parts = false;
    free((char *)(uintptr_t)packed.at);
    return chart_samples(scene, profile, theme, WEIGHTS_NONE, err);
}

/* Nanoseconds since an origin, as far as they go. */
static int64_t since(int64_t origin_ns, int64_t ns)
{
    int64_t passed;

    return __builtin_sub_overflow(ns, origin_ns, &passed) ? INT64_MAX : passed;
}

/* Returns NULL for a title that names no thread: the title of the flame graph says more. */
static const char *title_of(fr_scene *scene, const fr_scene *chart)
{
    if (strcmp(chart->view.title, FR_CHART_TITLE) == 0)
        return NULL;
    return fr_scene_clean(scene, chart->view.title, "");
}

static bool take(fr_scene *scene, const fr_scene *chart, const fr_profile *profile, bool parts,
                 const char *reading, fr_bytes packed)
{
    const fr_meta *meta = &profile->meta;
    fr_span recorded = fr_meta_recorded(meta);

    if (packed.len > FR_CHART_BYTES) {
        free((char *)(uintptr_t)packed.at);
        scene->chart.omitted = "the samples take more than 1 MB";
        return true;
    }
    free((char *)(uintptr_t)scene->chart.samples.at);
    scene->chart = (fr_scene_chart){.title = title_of(scene, chart),
                                    .subtitle = fr_scene_clean(scene, chart->view.subtitle, ""),
                                    .of = fr_scene_clean(scene, chart->view.of, ""),
                                    .reading = fr_scene_clean(scene, reading, ""),
                                    .whole = chart->whole,
                                    .start_ns = since(meta->origin_ns, fr_chart_first_ns(profile)),
                                    .first_ns = since(meta->origin_ns, recorded.from_ns),
                                    .last_ns = since(meta->origin_ns, recorded.to_ns),
                                    .lasts = meta->stacks & FR_SAMPLES_LAST,
                                    .of_times = meta->of_times,
                                    .parts = parts && !fr_meta_has_holes(meta),
                                    /* unless options ask for another order */
                                    .opens = meta->stacks & FR_READ_IN_TIME &&
                                             scene->view.sort == FR_SORT_NAME,
                                    .samples = packed};
    return !scene->failed;
}

/* Returns why a page cannot draw the times of a profile; NULL: it can. */
static const char *why_too_long(const fr_profile *profile)
{
    size_t n;
    fr_lane_sample *moments = fr_chart_moments(profile, &n);
    const char *why = NULL; /* without memory the chart fails by itself */

    if (moments && !fr_chart_fits(moments, n))
        why = FR_CHART_TOO_LONG;
    for (size_t i = 0; moments && !why && i < n; i++)
        if (moments[i].start + moments[i].value > FR_CHART_LARGEST)
            why = "it lasts more than 52 days";
    free(moments);
    return why;
}

/* Returns why the samples are none of the page's profile; NULL: they are. False in *good without memory. */
static const char *why_foreign(const fr_profile *profile, bool *good, fr_error *err)
{
    uint32_t *number = fr_canonical_numbers(profile, err);
    bool lacks = number && fr_canonical_lacks_samples(profile, number);

    *good = number != NULL;
    free(number);
    return lacks ? "samples with times have no labels" : NULL;
}

bool fr_scene_add_chart(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                        const fr_flame_options *opt, fr_error *err)
{
    fr_tree_options in_time = FR_TREE_DEFAULTS;
    fr_tree *tree = NULL;
    fr_scene *chart = NULL;
    fr_bytes packed = {NULL, 0};
    bool parts = false;

    if (!fr_chart_is_timed(profile))
        return true;
    if (profile->samples.n > FR_CHART_SAMPLES) {
        scene->chart.omitted = "there are more than 200 000 samples";
        return true;
    }
    bool good;
    scene->chart.omitted = why_too_long(profile);
    if (!scene->chart.omitted)
        scene->chart.omitted = why_foreign(profile, &good, err);
    if (scene->chart.omitted)
        return true;
    if (!good)
        return false;
    in_time.chart = true;
    in_time.color_by = opt ? fr_colouring_of_tree(opt->color_by) : NULL;
    tree = fr_tree_build(profile, &in_time, err);
    chart = tree ? fr_scene_flame(tree, theme, opt, err) : NULL;
    if (chart)
        packed = fitting_samples(scene, profile, theme, &parts, err);
    good = packed.at && (take(scene, chart, profile, parts, opt ? opt->reading : NULL, packed) ||
                         fr_fail_memory(err));
    fr_scene_free(chart);
    fr_tree_free(tree);
    return good;
}
