/* groups.c - the ways of grouping, and the widest groups. */
#include "model/tree/groups.h"

#include "base/arena.h"
#include "base/name_place.h"
#include "base/number.h"
#include "model/build/tally.h"
#include "model/labels.h"
#include "model/module.h"
#include "model/tree/preorder.h"
#include "model/tree/tree.h"

#include <stdlib.h>

/* Groups by self: no own value; less than 0.1, 1, 5, 20 % of the whole; FR_SELF_MOST: more. */
enum { FR_SELF_NONE, FR_SELF_LEAST, FR_SELF_MOST = 5, FR_N_SELF };

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

/* The names with the largest totals become groups, of those for which counts[] is true (NULL: of all); both arrays are
 * by name id. */
static void rank_all(fr_groups *g, const int64_t *total, const bool *counts)
{
    uint32_t n = fr_names_count(g->names);

    for (uint32_t name = 1; name < n; name++)
        if (total[name] > 0 && (!counts || counts[name]))
            rank(g, total, name);
    for (uint32_t i = 0; i < g->n; i++)
        g->own[i] = g->total[i] = total[g->name[i]];
}

/* The group of a name; FR_GROUP_OTHERS where it has none and `counts`, else FR_GROUP_NONE. */
static uint8_t find_group(const fr_groups *g, uint32_t name, bool counts)
{
    uint8_t group = 0;

    while (group < g->n && g->name[group] != name)
        group++;
    if (group < g->n)
        return group;
    return counts ? FR_GROUP_OTHERS : FR_GROUP_NONE;
}

/* ---- own values ---- */

/* Own values of names, counted sample by sample, go to the first frame of each. */
static bool take_tally(int64_t *own, const fr_profile *p, uint32_t column)
{
    bool *taken = calloc((size_t)fr_names_count(p->names) + 1, sizeof *taken);

    for (uint32_t f = 1; f < p->n_frames && taken; f++) {
        uint32_t name = p->frames[f].name;
        if (!taken[name] && name < p->tally->n_keys)
            own[f] = fr_tally_self(p->tally, name, column);
        taken[name] = true;
    }
    free(taken);
    return taken != NULL;
}

int64_t *fr_own_of_frames(const fr_profile *p, uint32_t column)
{
    int64_t *own = calloc((size_t)p->n_frames + 1, sizeof *own);

    for (uint32_t s = 1; s < p->n_stacks && own && !p->tally; s++)
        own[p->stacks[s].frame] += fr_column_sum(&p->columns[column], s);
    return fr_kept(own && (!p->tally || take_tally(own, p, column)), own);
}

/* Sums own values by what frames are of, an id below n. NULL: no memory. */
static int64_t *sum_own(const fr_profile *p, uint32_t column, const uint32_t *of, uint32_t n)
{
    int64_t *own = fr_own_of_frames(p, column), *sums = calloc((size_t)n + 1, sizeof *sums);

    for (uint32_t f = 1; f < p->n_frames && own && sums; f++)
        sums[of[f]] += own[f];
    sums = fr_kept(own, sums);
    free(own);
    return sums;
}

/* ---- functions by what is their own: all frames of a name have one group ---- */

/* The shares of the whole at which the next group begins, in tenths of a percent: 0.1 %, 1 %, 5 %, 20 %. */
static const uint32_t steps[FR_N_SELF - 2] = {1, 10, 50, 200};

static uint8_t level_of(int64_t own, int64_t whole)
{
    uint8_t level = FR_SELF_LEAST;

    if (own <= 0)
        return FR_SELF_NONE;
    while (level < FR_SELF_MOST &&
           (fr_i128)own * 1000 >= (fr_i128)whole * steps[level - FR_SELF_LEAST])
        level++;
    return level;
}

static bool group_by_self(fr_groups *g, const fr_profile *p, uint32_t column, const char *key,
                          fr_error *err)
{
    int64_t *own = calloc(fr_names_count(p->names), sizeof *own);
    (void)key;

    g->of_frame = malloc((size_t)p->n_frames + 1);
    bool good = own && g->of_frame;
    for (uint32_t s = 0; s < p->n_stacks && good; s++)
        own[s ? p->frames[p->stacks[s].frame].name : 0] += fr_column_sum(&p->columns[column], s);
    for (uint32_t f = 0; f < p->n_frames && good; f++)
        g->of_frame[f] = level_of(own[p->frames[f].name], g->whole);
    free(own);
    return good || fr_fail_memory(err);
}

/* ---- modules, by their totals ---- */

/* Sums what frames are of, by id; each counts once in a stack. NULL: no memory. */
static int64_t *sum_totals(const fr_profile *p, uint32_t column, const uint32_t *of, uint32_t n)
{
    int64_t *below = calloc(p->n_stacks, sizeof *below), *total = calloc(n, sizeof *total);
    bool *outermost = below && total ? fr_outermost_new(p, of, n) : NULL;

    for (uint32_t s = p->n_stacks; outermost && s-- > 1;) {
        below[s] += fr_column_sum(&p->columns[column], s);
        below[p->stacks[s].parent] += below[s];
        total[of[p->stacks[s].frame]] += outermost[s] ? below[s] : 0;
    }
    total = fr_kept(outermost, total);
    free(below);
    free(outermost);
    return total;
}

/* `of`: what each frame is of, an id of g->names; `rank_by`: by id, the largest get a group; NULL: memory ran out. Frees
 * both. */
static bool group_frames(fr_groups *g, const fr_profile *p, uint32_t column, uint32_t *of,
                         int64_t *rank_by, fr_error *err)
{
    uint32_t n = g->names ? fr_names_count(g->names) : 0;
    int64_t *own = rank_by ? sum_own(p, column, of, n) : NULL;
    bool *is = own ? malloc(n * sizeof *is) : NULL;

    /* "[unknown]" is the module of perf's frames that are in none. */
    for (uint32_t name = 0; name < n && is; name++)
        is[name] = name && !fr_name_is_bare(fr_names_at(g->names, name));
    g->of_frame = malloc((size_t)p->n_frames + 1);
    if (is)
        rank_all(g, rank_by, is);
    for (uint32_t i = 0; i < g->n && is; i++)
        g->own[i] = own[g->name[i]];
    for (uint32_t f = 0; f < p->n_frames && is && g->of_frame; f++)
        g->of_frame[f] = find_group(g, of[f], is[of[f]]);
    bool good = is && g->of_frame;
    free(is);
    free(own);
    free(rank_by);
    free(of);
    return good || fr_fail_memory(err);
}

static bool group_by_modules(fr_groups *g, const fr_profile *profile, uint32_t column,
                             const char *key, fr_error *err)
{
    uint32_t *of = malloc((size_t)profile->n_frames * sizeof *of);
    (void)key;

    g->names = fr_names_share(profile->names);
    for (uint32_t f = 0; of && f < profile->n_frames; f++)
        of[f] = profile->frames[f].module;
    return group_frames(g, profile, column, of,
                        of ? sum_totals(profile, column, of, fr_names_count(g->names)) : NULL, err);
}

/* Gives 1 to packages that have no own value, but a frame that some sample has, and more to the others. */
static bool raise_used(int64_t *rank_by, uint32_t n, const fr_profile *p, uint32_t column,
                       const uint32_t *of)
{
    bool *below = calloc(p->n_stacks, sizeof *below), *used = calloc((size_t)p->n_frames + 1, 1);

    for (uint32_t s = p->n_stacks; s-- > 1 && below && used;) {
        below[s] |= fr_column_sum(&p->columns[column], s) > 0;
        below[p->stacks[s].parent] |= below[s];
        used[p->stacks[s].frame] |= below[s];
    }
    for (uint32_t id = 1; id < n; id++)
        rank_by[id] += rank_by[id] > 0 && rank_by[id] < INT64_MAX;
    for (uint32_t f = 1; f < p->n_frames && below && used; f++) {
        uint32_t name = p->frames[f].name;
        used[f] |= p->tally && name < p->tally->n_keys && fr_tally_total(p->tally, name, column);
        if (used[f] && rank_by[of[f]] == 0)
            rank_by[of[f]] = 1;
    }
    bool good = below && used;
    free(below);
    free(used);
    return good;
}

/* Gives packages that have a colour in the whole profile the ranks that they have there, and none to the others. Returns
 * how many others there are. Coloured ones are the first names. */
static uint32_t rank_as_whole(int64_t *rank_by, const fr_names *names, uint32_t n_coloured)
{
    uint32_t n = fr_names_count(names), n_others = 0;

    for (uint32_t id = 1; id <= n_coloured; id++)
        rank_by[id] = n_coloured + 1 - id;
    for (uint32_t id = n_coloured + 1; id < n; id++) {
        n_others += rank_by[id] > 0 && !fr_name_is_bare(fr_names_at(names, id));
        rank_by[id] = 0;
    }
    return n_others;
}

/* Packages are ranked by what is their own: that is known also where stacks end before their leaves. One that is only
 * passed through has a group where there is one left. Of a part of a profile, groups are those of the whole. */
static bool group_by_packages(fr_groups *g, const fr_profile *profile, uint32_t column,
                              const char *key, fr_error *err)
{
    const fr_names *coloured = profile->meta.packages;
    uint32_t n_coloured = coloured ? fr_names_count(coloured) - 1 : 0, n_others = 0;
    uint32_t *of = NULL;
    int64_t *rank_by = NULL;
    bool good = (g->names = fr_names_new()) != NULL;
    (void)key;

    for (uint32_t id = 1; good && id <= n_coloured; id++)
        good = fr_names_add(g->names, fr_names_at(coloured, id)) == id;
    if (good)
        of = fr_packages_of_frames(profile, g->names, false);
    if (of)
        rank_by = sum_own(profile, column, of, fr_names_count(g->names));
    if (rank_by)
        rank_by =
            fr_kept(raise_used(rank_by, fr_names_count(g->names), profile, column, of), rank_by);
    if (rank_by && coloured)
        n_others = rank_as_whole(rank_by, g->names, n_coloured);
    good = group_frames(g, profile, column, of, rank_by, err);
    g->n_others += n_others;
    return good;
}

/*
 * Stacks by the values of a label: a stack is of the value that most of it, and of what it calls, has.
 *
 *     row  stack      labels             own votes     with what it calls
 *     1    main       handler = /tree    /tree 3       /tree 3, /sort 9     -> /sort
 *     2    main;sort  handler = /sort    /sort 9       /sort 9              -> /sort
 */

typedef struct labels {
    const fr_profile *profile;
    const fr_column *column;    /* by row */
    uint32_t *value;            /* by set: what it says of the key, an id of g->names; 0: nothing */
    uint8_t *group;             /* by set */
    uint32_t *first, *row;      /* rows by stack: row[first[s]] to row[first[s + 1]] */
    fr_u128 *votes;             /* FR_N_GROUPS by depth */
    uint32_t *stack_at, *depth; /* in pre-order */
} labels;

static bool take_arrays(labels *l)
{
    size_t n = l->profile->n_stacks, n_rows = fr_n_rows(l->profile), deepest = 0;

    l->value = calloc(fr_label_sets_count(&l->profile->labelled.sets), sizeof *l->value);
    l->group = malloc(fr_label_sets_count(&l->profile->labelled.sets));
    l->first = fr_take_array(n + 2, sizeof *l->first, true);
    l->row = fr_take_array(n_rows + 1, sizeof *l->row, false);
    l->depth = fr_take_array(n, sizeof *l->depth, false);
    l->stack_at = fr_take_array(n, sizeof *l->stack_at, false);
    if (!l->value || !l->group || !l->first || !l->row || !l->depth || !l->stack_at ||
        !fr_preorder_walk(fr_stack_parents(l->profile), NULL, NULL, l->stack_at, l->depth))
        return false;
    for (size_t at = 0; at < n; at++) /* stacks without a value may be deeper than max_depth */
        deepest = l->depth[at] > deepest ? l->depth[at] : deepest;
    l->votes = calloc((deepest + 2) * FR_N_GROUPS, sizeof *l->votes);
    return l->votes != NULL;
}

static bool name_sets(fr_groups *g, labels *l, fr_bytes key)
{
    uint32_t n = fr_label_sets_count(&l->profile->labelled.sets);
    bool good;

    g->names = fr_names_new();
    good = g->names != NULL;
    for (uint32_t set = 1; set < n && good; set++) {
        fr_output *out = fr_output_memory();
        fr_bytes text = {NULL, 0};
        bool says = fr_put_labels_of(out, l->profile, set, key);
        if (says)
            text.at = fr_output_bytes(out, &text.len);
        if (text.at)
            l->value[set] = text.len ? fr_names_add(g->names, text) : 0;
        fr_output_free(out);
        good = !says || (text.at && l->value[set] != FR_NO_ID);
    }
    return good;
}

static bool group_sets(fr_groups *g, labels *l)
{
    uint32_t n = fr_names_count(g->names), n_sets = fr_label_sets_count(&l->profile->labelled.sets);
    int64_t *total = calloc(n, sizeof *total);

    for (uint32_t r = 0; r < fr_n_rows(l->profile) && total; r++)
        total[l->value[fr_row_at(l->profile, r).set]] += fr_column_sum(l->column, r);
    if (total)
        rank_all(g, total, NULL);
    for (uint32_t set = 0; set < n_sets && total; set++)
        l->group[set] = find_group(g, l->value[set], l->value[set] > 0);
    free(total);
    return total != NULL;
}

static bool group_stacks(fr_groups *g, labels *l)
{
    const fr_profile *p = l->profile;

    g->of_stack = malloc((size_t)p->n_stacks + 1);
    if (!g->of_stack)
        return false;
    for (uint32_t r = 0; r < fr_n_rows(p); r++)
        l->first[fr_row_at(p, r).stack + 2]++;
    for (uint32_t s = 1; s <= p->n_stacks; s++)
        l->first[s + 1] += l->first[s];
    for (uint32_t r = 0; r < fr_n_rows(p); r++)
        l->row[l->first[fr_row_at(p, r).stack + 1]++] = r;
    for (uint32_t at = p->n_stacks; at-- > 0;) {
        /* the votes of a depth are those of all stacks there that are not yet their caller's */
        uint32_t s = l->stack_at[at];
        fr_u128 *votes = &l->votes[(size_t)(l->depth[at] + 1) * FR_N_GROUPS],
                *caller = votes - FR_N_GROUPS;
        for (uint32_t i = l->first[s]; i < l->first[s + 1]; i++)
            votes[l->group[fr_row_at(p, l->row[i]).set]] +=
                (uint64_t)fr_column_sum(l->column, l->row[i]);
        g->of_stack[s] = fr_most_voted(votes, FR_N_GROUPS);
        for (uint32_t i = 0; i < FR_N_GROUPS; i++) {
            caller[i] += votes[i];
            votes[i] = 0;
        }
    }
    return true;
}

static bool group_by_labels(fr_groups *g, const fr_profile *profile, uint32_t column,
                            const char *key, fr_error *err)
{
    labels l = {.profile = profile, .column = fr_row_column(profile, column)};
    bool good = take_arrays(&l) && name_sets(g, &l, fr_bytes_of(key)) && group_sets(g, &l);
    bool known = good && g->n > 0;

    good = good && (!known || group_stacks(g, &l));
    free(l.value);
    free(l.group);
    free(l.first);
    free(l.row);
    free(l.votes);
    free(l.depth);
    free(l.stack_at);
    if (!good)
        return fr_fail_memory(err);
    if (known)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "colour by a label: no sample has the label '%.60s'", key);
    return fr_fail_hint(err, "'flamerender tags FILE' lists labels");
}

/* ---- the ways of grouping ---- */

static const struct {
    const char *by; /* ends with ':' where a key follows */
    bool (*make)(fr_groups *g, const fr_profile *profile, uint32_t column, const char *key,
                 fr_error *err);
} makers[] = {{"module", group_by_modules},
              {"package", group_by_packages},
              {"self", group_by_self},
              {"label:", group_by_labels}};

/* Returns the text behind the name of a way of grouping; NULL: it is another one. */
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
    for (uint32_t s = 0; key && s < profile->n_stacks; s++)
        g->whole += fr_column_sum(&profile->columns[column], s);
    if (!key || makers[i - 1].make(g, profile, column, key, err))
        return true;
    fr_groups_reset(g);
    return false;
}
