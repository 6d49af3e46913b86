/*
 * colour_ways.c - what the reader of a page may choose that colour means: for each way the fill of every frame, and its
 * legend. It is a layout without places: it chooses fills and words as layout_flame.c does, for pictures that the reader
 * has not asked for yet; render/pack/ only writes them.
 *
 *     way      frames a b c d ..., lanes    legend
 *     kind     4 4 7 4          9           native, kernel, process
 *     package  12 13 11 12      15          runtime 41.0 %, main 22.1 %, no package
 */
#include "model/tree/canonical.h"
#include "render/change_words.h"
#include "render/layout/flame_words.h"
#include "render/layout/furniture.h"
#include "render/scene.h"

#include <stdlib.h>

static const char *const names[FR_SCENE_WAYS] = {"kind", "package", "module", "self", "search"};

typedef struct maker {
    fr_scene *scene;
    const fr_profile *profile;
    const fr_theme *theme;
    const fr_canonical *canonical;
    const int64_t *total; /* by frame: of all stacks that end with it, with what is below */
    fr_scene_way *way;
    fr_groups groups;
    fr_bytes group_names[FR_GROUPS];
    uint32_t fill[FR_MAX_PALETTE]; /* by place */
    bool used[FR_MAX_PALETTE];
} maker;

static uint32_t place_of(const maker *m, uint32_t f)
{
    const fr_frame *frame = &m->profile->frames[f];
    fr_coloured seen = {.name = fr_names_at(m->profile->names, frame->name),
                        .kind = fr_frame_kind(frame),
                        .group = m->groups.of_frame ? m->groups.of_frame[f] : FR_GROUP_NONE};

    return m->way->colouring->place_of(&seen);
}

static uint32_t fill_of_place(const maker *m, uint32_t place)
{
    const fr_colouring *c = m->way->colouring;

    return fr_scene_fill(m->scene, fr_fill_of_entry(c->fill_of(m->theme, m->group_names, place),
                                                    place / c->per_entry));
}

/* Fills stand in the order of places: a viewer takes the lower one of two that hold as much. */
static void add_fills(maker *m)
{
    const fr_coloured lane = {.kind = FR_KIND_PROCESS, .group = FR_GROUP_NONE},
                      root = {.is_root = true};
    const fr_colouring *c = m->way->colouring;
    uint32_t n = m->canonical->n_frames, of_lanes = c->place_of(&lane);
    uint16_t *fills = fr_arena_take(&m->scene->text, ((size_t)n + 1) * sizeof *fills);

    m->used[of_lanes] = true;
    for (uint32_t i = 0; i < n; i++)
        m->used[place_of(m, m->canonical->frame[i])] = true;
    for (uint32_t place = 0; place < c->n_places; place++)
        if (m->used[place])
            m->fill[place] = fill_of_place(m, place);
    m->way->root = fill_of_place(m, c->place_of(&root));
    for (uint32_t i = 0; i < n && fills; i++)
        fills[i] = (uint16_t)m->fill[place_of(m, m->canonical->frame[i])];
    if (fills)
        fills[n] = (uint16_t)m->fill[of_lanes];
    else
        m->scene->failed = true;
    m->way->fills = fills;
}

/* Entries whose boxes would be seen, as in the legend of a picture that opens so. */
static void add_legend(maker *m)
{
    const fr_colouring *c = m->way->colouring;
    int64_t whole = m->total[0] > 0 ? m->total[0] : 1;
    fr_i128 width[FR_MAX_PALETTE] = {0};
    fr_scene *s = m->scene;

    for (uint32_t f = 1; f < m->profile->n_frames; f++)
        width[place_of(m, f) / c->per_entry] += m->total[f];
    for (uint32_t entry = 0; entry < fr_colouring_entries(c); entry++) {
        const char *title = fr_colouring_title(c, entry);
        if (width[entry] * (s->width - 2 * FR_MARGIN) < (fr_i128)FR_LEGEND_FROM * whole)
            continue;
        title = title ? fr_box_kind_title(s, title) : fr_flame_group_title(s, c, &m->groups, entry);
        m->way->legend[m->way->n_legend++] =
            (fr_scene_swatch){.fill = fill_of_place(m, entry * c->per_entry), .title = title};
    }
}

static bool add_way(maker *m, fr_error *err)
{
    const fr_colouring *c = m->way->colouring;

    if (!fr_groups_init(&m->groups, m->profile, m->scene->view.column, c->name, err))
        return false;
    for (uint32_t i = 0; i < FR_GROUPS; i++)
        m->group_names[i] = fr_flame_group(c, &m->groups, i);
    add_fills(m);
    add_legend(m);
    fr_groups_reset(&m->groups);
    return true;
}

/* By frame what the stacks that end with it hold, with all that is below; [0]: the whole. NULL: memory ran out. */
static int64_t *sum_totals(const fr_profile *p, uint32_t column)
{
    int64_t *below = calloc(p->n_stacks, sizeof *below),
            *total = calloc(p->n_frames + 1, sizeof *total);

    for (uint32_t s = p->n_stacks; s-- > 0 && below && total;) {
        below[s] += fr_column_sum(&p->columns[column], s);
        if (s)
            below[p->stacks[s].parent] += below[s];
        /* a recursion may count its value more often than there is room for */
        int64_t *to = &total[s ? p->stacks[s].frame : 0];
        if (__builtin_add_overflow(*to, below[s], to))
            *to = INT64_MAX;
    }
    if (!below) {
        free(total);
        total = NULL;
    }
    free(below);
    return total;
}

bool fr_scene_add_colours(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                          fr_error *err)
{
    fr_canonical canonical = {0};
    int64_t *total = NULL;
    fr_scene_way *ways = NULL;
    bool good, by_package;

    if (!fr_fail_null(err, scene, "scene") || !fr_fail_null(err, profile, "profile") ||
        !fr_fail_null(err, theme, "theme") || !fr_profile_is_for(profile, FR_FOR_ANYTHING, err))
        return false;
    if (!scene->view.colouring || scene->view.colouring->by_label)
        return true;
    /* The page's commands are of what it carries, which may be a part of what the colours were chosen for. */
    good = fr_are_packages_better(profile, &by_package, err) &&
           fr_canonical_init(&canonical, profile, err);
    if (good) {
        total = sum_totals(profile, scene->view.column);
        ways = fr_arena_take(&scene->text, FR_SCENE_WAYS * sizeof *ways);
        good = (total && ways) || fr_fail_memory(err);
    }
    for (size_t i = 0; i < FR_SCENE_WAYS && good; i++) {
        ways[i] = (fr_scene_way){.colouring = fr_colouring_find(names[i], NULL)};
        maker m = {.scene = scene,
                   .profile = profile,
                   .theme = theme,
                   .canonical = &canonical,
                   .total = total,
                   .way = &ways[i]};
        good = add_way(&m, err);
    }
    good = good && (!scene->failed || fr_fail_memory(err));
    if (good) {
        scene->view.ways = ways;
        scene->view.chosen_way = names[by_package];
        scene->view.match = fr_fill_of_theme(fr_search_fill(theme));
    }
    free(total);
    fr_canonical_reset(&canonical);
    return good;
}
