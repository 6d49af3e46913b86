/*
 * chart_samples.c - the samples of a recording lane by lane, for a page that draws them as time goes:
 *
 *     "FRTM" version(1) raw_length(varint) deflate( tick, lanes )
 *
 *     lanes    n, then: name (length and bytes), fill, samples
 *     samples  n, then all starts (each less the one before it, in ticks), all durations less the distance to the
 *              next start (zigzag, in ticks), all stacks (numbers of the container of the profile, model/pack.h)
 *
 * A tick is 1000 ns where all times are whole microseconds, else 1 ns. All numbers are LEB128 varints.
 */
#include "model/tree/canonical.h"
#include "model/tree/chart.h"
#include "render/box_colour.h"
#include "render/pack/pack_bytes.h"
#include "render/scene.h"

#include <stdlib.h>

#define FR_CHART_SAMPLES 200000            /* at most */
#define FR_CHART_BYTES   ((size_t)1 << 20) /* of the container */

#define US 1000 /* ns; finer times are rare */

typedef struct writer {
    fr_scene *scene;
    const fr_profile *profile;
    fr_output *out;
    const uint32_t *number; /* by stack: its place in the container of the profile */
    const fr_moment *moments;
    size_t n;
    int64_t tick;
} writer;

static int64_t tick_of(const fr_moment *moments, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (moments[i].start % US || moments[i].value % US)
            return 1;
    return US;
}

static uint32_t fill_of_lane(fr_scene *scene, fr_bytes name)
{
    fr_coloured seen = {.name = name, .kind = FR_KIND_PROCESS, .group = FR_GROUP_NONE};

    return fr_box_colour_fill(scene, fr_box_colour_place(scene, &seen));
}

static void put_lane(const writer *w, size_t from, size_t to)
{
    const fr_moment *m = w->moments;
    char name[FR_LANE_NAME];

    fr_chart_lane_name(w->profile, m[from].thread, name);
    fr_pack_varint(w->out, strlen(name));
    fr_put_text(w->out, name);
    fr_pack_varint(w->out, fill_of_lane(w->scene, fr_bytes_of(name)));
    fr_pack_varint(w->out, to - from);
    for (size_t i = from; i < to; i++)
        fr_pack_varint(w->out,
                       (uint64_t)((m[i].start - (i > from ? m[i - 1].start : 0)) / w->tick));
    for (size_t i = from; i < to; i++)
        fr_pack_zigzag(w->out,
                       (m[i].value - (i + 1 < to ? m[i + 1].start - m[i].start : 0)) / w->tick);
    for (size_t i = from; i < to; i++)
        fr_pack_varint(w->out, w->number[m[i].stack]);
}

static fr_bytes pack(writer *w)
{
    fr_bytes packed = {NULL, 0};
    size_t n_lanes = 0;

    w->out = fr_output_memory();
    if (!w->out)
        return packed;
    w->tick = tick_of(w->moments, w->n);
    fr_pack_varint(w->out, (uint64_t)w->tick);
    for (size_t from = 0; from < w->n; from = fr_chart_lane_end(w->moments, w->n, from))
        n_lanes++;
    fr_pack_varint(w->out, n_lanes);
    for (size_t from = 0, to; from < w->n; from = to) {
        to = fr_chart_lane_end(w->moments, w->n, from);
        put_lane(w, from, to);
    }
    packed = fr_pack_container("FRTM", w->out);
    fr_output_free(w->out);
    return packed;
}

/* The samples of a profile. Fills are those of `scene`; new ones are added. To be freed; at == NULL after a failure. */
static fr_bytes chart_samples(fr_scene *scene, const fr_profile *profile, fr_error *err)
{
    writer w = {.scene = scene, .profile = profile};
    uint32_t *number = fr_canonical_numbers(profile, err);
    fr_moment *moments = number ? fr_chart_moments(profile, &w.n) : NULL;
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

static bool take(fr_scene *scene, const fr_scene *chart, fr_bytes packed)
{
    if (packed.len > FR_CHART_BYTES) {
        free((char *)(uintptr_t)packed.at);
        scene->chart.omitted = "the samples take more than 1 MB";
        return true;
    }
    free((char *)(uintptr_t)scene->chart.samples.at);
    scene->chart = (fr_scene_chart){.title = fr_scene_clean(scene, chart->view.title, ""),
                                    .subtitle = fr_scene_clean(scene, chart->view.subtitle, ""),
                                    .of = fr_scene_clean(scene, chart->view.of, ""),
                                    .whole = chart->whole,
                                    .samples = packed};
    return !scene->failed;
}

bool fr_scene_add_chart(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                        const fr_flame_options *opt, fr_error *err)
{
    fr_tree_options in_time = FR_TREE_DEFAULTS;
    fr_tree *tree = NULL;
    fr_scene *chart = NULL;
    fr_bytes packed = {NULL, 0};

    if (!fr_chart_is_timed(profile))
        return true;
    if (profile->samples.n > FR_CHART_SAMPLES) {
        scene->chart.omitted = "there are more than 200 000 samples";
        return true;
    }
    in_time.chart = true;
    tree = fr_tree_build(profile, &in_time, err);
    chart = tree ? fr_scene_flame(tree, theme, opt, err) : NULL;
    if (chart)
        packed = chart_samples(scene, profile, err);
    bool good = packed.at && (take(scene, chart, packed) || fr_fail_memory(err));
    fr_scene_free(chart);
    fr_tree_free(tree);
    return good;
}
