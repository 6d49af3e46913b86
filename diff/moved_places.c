/*
 * moved_places.c - collects the names of both sides, and takes their places from them.
 *
 * Names are looked at in byte order, and ids are given in that order: what is paired does not depend on the order of
 * the input.
 */
#include "diff/moved_places.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/name_place.h"
#include "model/tree/canonical.h"

static size_t count_frames(const fr_run *runs, size_t n)
{
    size_t frames = 0;

    for (size_t r = 0; r < n; r++)
        frames += runs[r].profile->n_frames;
    return frames;
}

static bool collect_names(fr_moves *m, const fr_run *runs, size_t n_base, size_t n)
{
    m->names = fr_names_new();
    m->made = fr_names_new();
    m->sides = calloc(count_frames(runs, n) + 1, sizeof *m->sides);
    if (!m->names || !m->made || !m->sides)
        return false;
    for (size_t r = 0; r < n; r++)
        for (uint32_t f = 1; f < runs[r].profile->n_frames; f++) {
            uint32_t id = fr_names_add(m->names, fr_frame_name(runs[r].profile, f));
            if (id == FR_NO_ID)
                return false;
            m->sides[id] |= r < n_base ? IN_BASE : IN_NEW;
        }
    m->n_names = fr_names_count(m->names);
    for (int side = 0; side < 2; side++)
        m->as[side] = calloc(m->n_names, sizeof *m->as[side]);
    m->places = calloc(m->n_names, sizeof *m->places);
    m->lines = calloc(m->n_names, sizeof *m->lines);
    return m->as[0] && m->as[1] && m->places && m->lines;
}

/* Adds the place of a name, if it holds one. */
static bool parse_name(fr_moves *m, uint32_t id, uint32_t rank, fr_renames *renames,
                       fr_arena *arena, fr_error *err)
{
    fr_bytes name = fr_names_at(m->names, id), renamed;
    fr_error failure = {0};
    fr_name_place found;
    fr_moved_place at = {.name = id, .rank = rank, .sides = m->sides[id]};

    if (renames && fr_renames_apply(renames, name, arena, &renamed, &failure))
        name = renamed;
    if (failure.code != FR_OK)
        return fr_fail_copy(err, &failure);
    if (!fr_name_place_find(name, &found))
        return true;
    at.file = fr_names_add(m->made, found.file);
    at.function = fr_names_add(m->made, found.function);
    at.line = found.line;
    at.column = found.column;
    at.anonymous = fr_name_place_is_anonymous(&found);
    if (at.file == FR_NO_ID || at.function == FR_NO_ID)
        return fr_fail_memory(err);
    m->places[m->n_places++] = at;
    return true;
}

/* Renaming may give a name its place. */
static bool may_hold_places(const fr_moves *m, const fr_renames *renames)
{
    fr_name_place found;

    for (uint32_t id = 0; id < m->n_names; id++)
        if (renames || fr_name_place_find(fr_names_at(m->names, id), &found))
            return true;
    return false;
}

static bool parse_names(fr_moves *m, fr_renames *renames, fr_error *err)
{
    if (!may_hold_places(m, renames))
        return true;
    uint32_t *rank = fr_ranks_new(m->names), *order = calloc(m->n_names, sizeof *order);
    fr_arena arena = {0};
    bool good = (rank && order) || fr_fail_memory(err);

    for (uint32_t id = 0; good && id < m->n_names; id++)
        order[rank[id]] = id;
    for (uint32_t i = 0; good && i < m->n_names; i++) {
        good = parse_name(m, order[i], i, renames, &arena, err);
        fr_arena_reset(&arena);
    }
    free(rank);
    free(order);
    return good;
}

bool fr_moved_places_find(fr_moves *m, const fr_run *runs, size_t n_base, size_t n,
                          fr_renames *renames, fr_error *err)
{
    if (!collect_names(m, runs, n_base, n))
        return fr_fail_memory(err);
    return parse_names(m, renames, err);
}
