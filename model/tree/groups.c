/* groups.c - the ways of grouping, and the widest groups. */
#include "model/tree/groups.h"

#include <stdlib.h>

static const struct {
    const char *by; /* ends with ':' where a key follows */
    fr_group_maker *make;
} makers[] = {{"module", fr_group_modules}, {"self", fr_group_self}, {"label:", fr_group_labels}};

/* What stands behind the name of a way of grouping; NULL: it is another one. */
static const char *key_of(const char *color_by, const char *by)
{
    size_t len = strlen(by);
    bool has_key = by[len - 1] == ':';

    if (strncmp(color_by, by, len) != 0 || (!has_key && color_by[len]))
        return NULL;
    return color_by + len;
}

bool fr_groups_init(fr_groups *g, const fr_profile *profile, uint32_t column, const char *color_by,
                    fr_error *err)
{
    const char *key = NULL;
    size_t i = 0;

    *g = (fr_groups){0};
    while (color_by && i < sizeof makers / sizeof *makers && !key)
        key = key_of(color_by, makers[i++].by);
    if (!key || makers[i - 1].make(g, profile, column, key, err))
        return true;
    fr_groups_reset(g);
    return false;
}

fr_bytes fr_groups_name(const fr_groups *g, uint32_t group)
{
    return group < g->n ? fr_names_at(g->names, g->name[group]) : FR_LITERAL("");
}

void fr_groups_drop_members(fr_groups *g)
{
    free(g->of_frame);
    free(g->of_stack);
    g->of_frame = g->of_stack = NULL;
}

void fr_groups_reset(fr_groups *g)
{
    fr_groups_drop_members(g);
    fr_names_free(g->names);
    *g = (fr_groups){0};
}

/* ---- the widest ---- */

static bool is_wider(const fr_groups *g, const int64_t *total, uint32_t a, uint32_t b)
{
    if (total[a] != total[b])
        return total[a] > total[b];
    return fr_bytes_compare(fr_names_at(g->names, a), fr_names_at(g->names, b)) < 0;
}

/* Puts a name at its place among the widest. */
static void rank(fr_groups *g, const int64_t *total, uint32_t name)
{
    uint32_t at = g->n;

    while (at > 0 && is_wider(g, total, name, g->name[at - 1]))
        at--;
    g->n_others += g->n == FR_MOST_GROUPS;
    g->n += g->n < FR_MOST_GROUPS;
    if (at == FR_MOST_GROUPS)
        return;
    memmove(&g->name[at + 1], &g->name[at], (g->n - 1 - at) * sizeof *g->name);
    g->name[at] = name;
}

void fr_groups_rank(fr_groups *g, const int64_t *total, const bool *counts)
{
    uint32_t n = fr_names_count(g->names);

    for (uint32_t name = 1; name < n; name++)
        if (total[name] > 0 && counts[name])
            rank(g, total, name);
    for (uint32_t i = 0; i < g->n; i++)
        g->total[i] = total[g->name[i]];
}

uint8_t fr_groups_find(const fr_groups *g, uint32_t name, bool counts)
{
    uint8_t group = 0;

    while (group < g->n && g->name[group] != name)
        group++;
    if (group < g->n)
        return group;
    return counts ? FR_GROUP_OTHERS : FR_GROUP_NONE;
}
