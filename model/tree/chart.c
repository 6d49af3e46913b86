/* chart.c - sample after sample: frames that go on grow, others end, new ones begin. */
#include "model/tree/chart.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "model/build/stack_table.h"
#include "model/tree/tree_columns.h"

typedef struct chart {
    fr_tree *tree;
    const fr_profile *profile;
    bool merges;           /* equal neighbours are one box */
    fr_stack_table labels; /* {name, kind} of frames */
    fr_stack_table shown;  /* stacks of labels: what makes two stacks one box */
    uint32_t *shown_as;    /* by stack of the profile */
    uint32_t *depth;       /* by stack in `shown` */
    uint32_t *path;        /* nodes that are open, by depth */
    uint32_t *open;        /* the stack in `shown` of each */
    uint32_t n_path;
    uint32_t base; /* depth of what stacks stand on: 0 the root, 1 a lane */
} chart;

/* The group of a stack's last frame. */
static uint8_t group_of(const chart *c, uint32_t stack)
{
    const fr_groups *g = &c->tree->groups;

    return g->of_stack ? g->of_stack[stack] : g->of_frame[c->profile->stacks[stack].frame];
}

/* ---- nodes ---- */

static bool grow(chart *c)
{
    fr_tree *t = c->tree;
    int64_t *start;

    if (t->n < t->cap)
        return true;
    if (!fr_tree_reserve(t, t->cap ? t->cap * 2 : 1024))
        return false;
    start = realloc(t->start, t->cap * sizeof *start);
    t->start = start ? start : t->start;
    return start != NULL;
}

static bool add_node(chart *c, uint32_t parent, uint32_t name, uint8_t kind, int64_t start,
                     uint32_t *node)
{
    fr_tree *t = c->tree;

    if (!grow(c))
        return false;
    *node = t->n++;
    t->parent[*node] = parent;
    t->depth[*node] = *node ? t->depth[parent] + 1 : 0;
    t->name[*node] = name;
    t->kind[*node] = kind;
    t->start[*node] = start;
    if (t->group)
        t->group[*node] = FR_GROUP_NONE;
    t->self[t->column][*node] = 0;
    t->total[t->column][*node] = 0;
    return true;
}

/* ---- samples ---- */

/* Returns true if a stack is open and goes on; the empty one always is. */
static bool goes_on(const chart *c, uint32_t stack)
{
    uint32_t at = c->base + c->depth[stack];

    return stack == 0 || (c->merges && at < c->n_path && c->open[at] == stack);
}

/* A node for each frame of a stack from depth `from` on; c->open holds their stacks. */
static bool open_nodes(chart *c, uint32_t from, uint32_t end, int64_t start)
{
    for (uint32_t at = from; at < end; at++) {
        fr_stack label = c->labels.stacks[c->shown.stacks[c->open[at]].frame];
        if (!add_node(c, c->path[at - 1], label.parent, (uint8_t)label.frame, start, &c->path[at]))
            return false;
    }
    return true;
}

/* A sample from `start` on: what it has in common with the one before it goes on. Only what does not is looked at, so
 * that time grows with what is drawn. */
static bool add_sample(chart *c, uint32_t stack, int64_t start, int64_t value)
{
    uint32_t at = c->shown_as[stack], end = c->base + 1 + c->depth[at];

    for (; !goes_on(c, at); at = c->shown.stacks[at].parent)
        c->open[c->base + c->depth[at]] = at;
    uint32_t from = c->base + 1 + c->depth[at];
    if (!open_nodes(c, from, end, start))
        return false;
    for (uint32_t i = end; c->tree->group && i-- > from; stack = c->profile->stacks[stack].parent)
        c->tree->group[c->path[i]] = group_of(c, stack);
    c->n_path = end;
    c->tree->self[c->tree->column][c->path[end - 1]] += value;
    return true;
}

/* Totals of what stands on the root, or on lanes, once all samples are there. */
static void sum_up(chart *c)
{
    fr_tree *t = c->tree;
    int64_t *total = t->total[t->column];

    for (uint32_t i = t->n; i-- > 0;) {
        total[i] += t->self[t->column][i];
        if (t->depth[i] > c->base + 1)
            total[t->parent[i]] += total[i];
    }
}

/* ---- in the order of the input ---- */

static bool chart_in_order(chart *c)
{
    const fr_samples *s = &c->profile->samples;
    int64_t now = 0;

    for (size_t i = 0; i < s->n; i++) {
        int64_t value = s->value ? s->value[i] : 1;
        if (value <= 0 || !s->stack[i])
            continue;
        if (!add_sample(c, s->stack[i], now, value))
            return false;
        now += value;
    }
    sum_up(c);
    c->tree->total[c->tree->column][0] = now;
    c->tree->reference[c->tree->column] = now;
    return true;
}

/* ---- where samples have times ---- */

static int by_thread_and_time(const void *left, const void *right)
{
    const fr_moment *a = left, *b = right;

    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static int by_size(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* The middle one of the distances between neighbours in a lane, of one lane or of all; 0 where there are none. */
static bool find_distance(const fr_moment *moments, size_t n, int64_t *distance)
{
    int64_t *apart = malloc((n + 1) * sizeof *apart);
    size_t k = 0;

    if (!apart)
        return false;
    for (size_t i = 1; i < n; i++)
        if (moments[i].thread == moments[i - 1].thread && moments[i].start > moments[i - 1].start)
            apart[k++] = moments[i].start - moments[i - 1].start;
    qsort(apart, k, sizeof *apart, by_size);
    *distance = k ? apart[(k - 1) / 2] : 0;
    free(apart);
    return true;
}

#define USUAL 2 /* distances: a longer one is a pause */

/* Returns how long a sample lasts. `next` is the one after it, or NULL. */
static int64_t duration_of(const fr_moment *m, const fr_moment *next, int64_t distance, bool lasts)
{
    int64_t room = next ? next->start - m->start : lasts ? m->value : distance;

    if (lasts)
        return m->value < room ? m->value : room;
    return room > USUAL * distance && distance ? distance : room;
}

void fr_chart_lane_name(const fr_profile *profile, uint32_t thread, char to[FR_LANE_NAME])
{
    const fr_thread *t = &profile->samples.threads[thread];
    fr_bytes comm = fr_names_at(profile->names, t->comm);

    if (t->tid < 0 && !comm.len)
        comm = FR_LITERAL("all threads");
    snprintf(to, FR_LANE_NAME, "%.*s%s%lld", comm.len < 200 ? (int)comm.len : 200, comm.at,
             comm.len ? " " : "thread ", (long long)t->tid);
    if (t->tid < 0)
        snprintf(to, FR_LANE_NAME, "%.*s", comm.len < 200 ? (int)comm.len : 200, comm.at);
}

/* Values become durations. A thread that ran now and then has samples that stand further apart than `usual`, as those of
 * the recording mostly do: it did not run for so long. */
static bool set_durations(fr_moment *lane, size_t n, int64_t usual, bool lasts)
{
    int64_t distance;

    if (!find_distance(lane, n, &distance))
        return false;
    if (distance > usual)
        distance = usual;
    for (size_t i = 0; i < n; i++)
        lane[i].value = duration_of(&lane[i], i + 1 < n ? &lane[i + 1] : NULL, distance, lasts);
    return true;
}

size_t fr_chart_lane_end(const fr_moment *moments, size_t n, size_t from)
{
    size_t to = from + 1;

    while (to < n && moments[to].thread == moments[from].thread)
        to++;
    return to;
}

static bool is_moment(const fr_samples *s, size_t i)
{
    return s->time_ns[i] != FR_NO_TIME && s->stack[i];
}

bool fr_chart_is_whole(const fr_profile *profile)
{
    bool whole = true;

    for (size_t i = 0; i < profile->samples.n && whole; i++)
        whole = is_moment(&profile->samples, i);
    return whole;
}

int64_t fr_chart_first_ns(const fr_profile *profile)
{
    const fr_samples *s = &profile->samples;
    int64_t first = FR_NO_TIME;

    for (size_t i = 0; i < s->n; i++)
        if (is_moment(s, i) && (first == FR_NO_TIME || s->time_ns[i] < first))
            first = s->time_ns[i];
    return first;
}

/* Places samples lane by lane. */
static bool place_moments(fr_moment *moments, size_t n, bool lasts)
{
    int64_t usual;
    bool good;

    qsort(moments, n, sizeof *moments, by_thread_and_time);
    good = find_distance(moments, n, &usual);
    for (size_t from = 0, to; good && from < n; from = to) {
        to = fr_chart_lane_end(moments, n, from);
        good = set_durations(moments + from, to - from, usual, lasts);
    }
    return good;
}

fr_moment *fr_chart_moments(const fr_profile *profile, size_t *n)
{
    const fr_samples *s = &profile->samples;
    fr_moment *moments = malloc((s->n + 1) * sizeof *moments);
    int64_t first_ns = fr_chart_first_ns(profile);

    *n = 0;
    for (size_t i = 0; moments && i < s->n; i++)
        if (is_moment(s, i))
            moments[(*n)++] = (fr_moment){s->time_ns[i] - first_ns, s->value ? s->value[i] : 1,
                                          s->stack[i], s->thread[i], i};
    if (moments && place_moments(moments, *n, (profile->meta.stacks & FR_SAMPLES_LAST) != 0))
        return moments;
    free(moments);
    return NULL;
}

static bool add_lane(chart *c, const fr_moment *lane, size_t n)
{
    char text[FR_LANE_NAME];
    uint32_t name, header;
    int64_t end = INT64_MIN;

    fr_chart_lane_name(c->profile, lane->thread, text);
    name = fr_names_add(c->tree->names, fr_bytes_of(text));
    if (name == FR_NO_ID || !add_node(c, 0, name, FR_KIND_PROCESS, 0, &header))
        return false;
    c->path[1] = header;
    c->base = 1;
    for (size_t i = 0; i < n; i++) {
        int64_t start = lane[i].start, value = lane[i].value;
        c->n_path = start == end ? c->n_path : 2;
        if (value <= 0)
            continue;
        if (!add_sample(c, lane[i].stack, start, value))
            return false;
        end = start + value;
    }
    return true;
}

static int64_t end_of(const chart *c)
{
    const fr_tree *t = c->tree;
    int64_t end = 1;

    for (uint32_t i = 1; i < t->n; i++)
        if (t->start[i] + t->total[t->column][i] > end)
            end = t->start[i] + t->total[t->column][i];
    return end;
}

static bool chart_in_time(chart *c)
{
    size_t n;
    fr_moment *moments = fr_chart_moments(c->profile, &n);
    bool good = moments != NULL;

    for (size_t from = 0, to; good && from < n; from = to) {
        to = fr_chart_lane_end(moments, n, from);
        good = add_lane(c, moments + from, to - from);
    }
    if (good) {
        sum_up(c);
        fr_tree *t = c->tree;
        int64_t end = end_of(c);
        t->reference[t->column] = end;
        for (uint32_t i = 0; i < t->n; i++)
            if (t->depth[i] <= 1)
                t->total[t->column][i] = end;
    }
    free(moments);
    return good;
}

bool fr_chart_is_timed(const fr_profile *profile)
{
    for (size_t i = 0; i < profile->samples.n; i++)
        if (profile->samples.time_ns[i] != FR_NO_TIME)
            return true;
    return false;
}

/* Names of lanes are new: the tree has a table of its own. */
static bool own_names(fr_tree *tree)
{
    fr_names *names = fr_names_new();
    bool good = names != NULL;

    for (uint32_t id = 1; good && id < fr_names_count(tree->names); id++)
        good = fr_names_add(names, fr_names_at(tree->names, id)) == id;
    if (!good) {
        fr_names_free(names);
        return false;
    }
    fr_names_free(tree->names);
    tree->names = names;
    return true;
}

static bool count_time(fr_tree *tree)
{
    char *unit = strdup("ns"), *name = strdup("time");

    if (!unit || !name || !own_names(tree)) {
        free(unit);
        free(name);
        return false;
    }
    free(tree->unit[tree->column]);
    free(tree->column_name[tree->column]);
    tree->unit[tree->column] = unit;
    tree->column_name[tree->column] = name;
    tree->decimals[tree->column] = 0;
    tree->in_time = true;
    return true;
}

/* ---- the whole ---- */

/* Finds what each stack is shown as, and the deepest of them. */
static bool show_stacks(chart *c, uint32_t *deepest)
{
    const fr_profile *p = c->profile;
    bool good = fr_stack_table_init(&c->labels) && fr_stack_table_init(&c->shown);

    c->shown_as = calloc(p->n_stacks, sizeof *c->shown_as);
    c->depth = calloc(p->n_stacks, sizeof *c->depth);
    good = good && c->shown_as && c->depth;
    for (uint32_t s = 1; s < p->n_stacks && good; s++) {
        const fr_frame *frame = &p->frames[p->stacks[s].frame];
        uint32_t caller = c->shown_as[p->stacks[s].parent];
        fr_stack label = {frame->name, fr_frame_kind(frame)};
        uint32_t labelled = fr_stack_table_add(&c->labels, label);
        uint32_t shown = labelled == FR_NO_ID
                             ? FR_NO_ID
                             : fr_stack_table_add(&c->shown, (fr_stack){caller, labelled});
        good = shown != FR_NO_ID;
        if (!good)
            break;
        c->shown_as[s] = shown;
        c->depth[shown] = c->depth[caller] + 1;
        *deepest = c->depth[shown] > *deepest ? c->depth[shown] : *deepest;
    }
    return good;
}

static bool open_path(chart *c)
{
    uint32_t deepest = 0;

    if (!show_stacks(c, &deepest))
        return false;
    c->path = calloc((size_t)deepest + 3, sizeof *c->path);
    c->open = calloc((size_t)deepest + 3, sizeof *c->open);
    return c->path && c->open;
}

bool fr_chart_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                    fr_error *err)
{
    chart c = {.tree = tree, .profile = profile, .merges = !opt->apart};
    uint32_t root;
    bool timed = fr_chart_is_timed(profile);

    if (profile->samples.n == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "no samples in their order: a flame chart needs them");
        return fr_fail_hint(err, "folded text has it, and formats that keep times: see "
                                 "'flamerender formats'");
    }
    bool good =
        open_path(&c) && (!timed || count_time(tree)) && add_node(&c, 0, 0, FR_KIND_USER, 0, &root);

    c.n_path = 1;
    good = good && (timed ? chart_in_time(&c) : chart_in_order(&c));
    if (good)
        fr_tree_close_ends(tree);
    tree->whole = true;
    fr_stack_table_reset(&c.labels);
    fr_stack_table_reset(&c.shown);
    free(c.shown_as);
    free(c.depth);
    free(c.path);
    free(c.open);
    return good || fr_fail_memory(err);
}
