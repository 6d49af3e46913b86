/* chart.c - builds the tree of a flame chart sample after sample: frames that go on grow, others end, new ones begin. */
#include "model/tree/chart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/build/stack_table.h"
#include "model/measured.h"
#include "model/transform/idle.h"
#include "model/tree/tree.h"

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
    bool too_long; /* for 63 bits of ns */
} chart;

/* The group of a stack's last frame. */
static uint8_t group_of(const chart *c, uint32_t stack)
{
    const fr_groups *g = &c->tree->groups;

    return g->of_stack ? g->of_stack[stack] : g->of_frame[c->profile->stacks[stack].frame];
}

static bool add_node(chart *c, uint32_t parent, uint32_t name, uint8_t kind, int64_t start,
                     uint32_t *node)
{
    fr_tree *t = c->tree;

    if (t->n == t->cap && (!fr_tree_reserve(t, t->cap ? t->cap * 2 : 1024) ||
                           !fr_resize(&t->start, t->cap, sizeof *t->start)))
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

/* Returns true if a stack is open and goes on; the empty one always is. */
static bool goes_on(const chart *c, uint32_t stack)
{
    uint32_t at = c->base + c->depth[stack];

    return stack == 0 || (c->merges && at < c->n_path && c->open[at] == stack);
}

/* A sample from `start` on: what it has in common with the one before it goes on. Only what does not is looked at, so
 * that time grows with what is drawn. */
static bool add_sample(chart *c, uint32_t stack, int64_t start, int64_t value)
{
    uint32_t at = c->shown_as[stack], end = c->base + 1 + c->depth[at];

    for (; !goes_on(c, at); at = c->shown.stacks[at].parent)
        c->open[c->base + c->depth[at]] = at;
    uint32_t from = c->base + 1 + c->depth[at];
    for (uint32_t place = from; place < end; place++) {
        fr_stack label = c->labels.stacks[c->shown.stacks[c->open[place]].frame];
        if (!add_node(c, c->path[place - 1], label.parent, (uint8_t)label.frame, start,
                      &c->path[place]))
            return false;
    }
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
    const fr_lane_sample *a = left, *b = right;

    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

/* The middle one of the distances between neighbours in a lane, of one lane or of all; 0 where there are none. */
static bool find_distance(const fr_lane_sample *moments, size_t n, int64_t *distance)
{
    int64_t *apart = malloc((n + 1) * sizeof *apart);
    size_t k = 0;

    if (!apart)
        return false;
    for (size_t i = 1; i < n; i++)
        if (moments[i].thread == moments[i - 1].thread && moments[i].start > moments[i - 1].start)
            apart[k++] = moments[i].start - moments[i - 1].start;
    qsort(apart, k, sizeof *apart, fr_compare_times);
    *distance = k ? apart[(k - 1) / 2] : 0;
    free(apart);
    return true;
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

/* Values become durations. A thread that ran now and then has samples that stand further apart than `usual`, as those
 * of the recording mostly do: it did not run for so long. One that has a single moment lasts as the others do. */
static bool set_durations(fr_lane_sample *lane, size_t n, int64_t usual, bool lasts)
{
    int64_t distance;

    if (!find_distance(lane, n, &distance))
        return false;
    if (distance > usual || distance == 0)
        distance = usual;
    for (size_t i = 0; i < n; i++) {
        fr_lane_sample *m = &lane[i];
        int64_t room = i + 1 < n ? m[1].start - m->start : lasts ? m->value : distance;
        if (room > INT64_MAX - m->start)
            room = INT64_MAX - m->start;
        if (lasts)
            m->value = m->value < room ? m->value : room;
        else if (!distance || room - distance <= distance)
            m->value = room;
        else
            m->value = distance; /* the next one is more than twice as far: a pause */
    }
    return true;
}

size_t fr_chart_lane_end(const fr_lane_sample *moments, size_t n, size_t from)
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

/* As find_distance() of all lanes; where no thread has two moments, the time from the first to the last one. Never
 * 0. */
static bool find_usual(const fr_lane_sample *moments, size_t n, int64_t *usual)
{
    int64_t span = 1;

    if (!find_distance(moments, n, usual))
        return false;
    for (size_t i = 0; i < n; i++) /* the first one starts at 0 */
        span = moments[i].start > span ? moments[i].start : span;
    *usual = *usual ? *usual : span;
    return true;
}

/* ---- the order of lanes ---- */

typedef struct lane_work {
    size_t from, n;
    int64_t busy; /* ns that it was not idle */
} lane_work;

static int by_work(const void *left, const void *right)
{
    const lane_work *a = left, *b = right;

    if (a->busy != b->busy)
        return a->busy > b->busy ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

/* Sums the time of samples whose stacks are not `idle` (NULL: of all). False where it does not fit 63 bits. */
static bool sum_time(const fr_lane_sample *moments, size_t n, const uint8_t *idle, int64_t *sum)
{
    *sum = 0;
    for (size_t i = 0; i < n; i++)
        if (moments[i].value > 0 && !(idle && idle[moments[i].stack]) &&
            __builtin_add_overflow(*sum, moments[i].value, sum))
            return false;
    return true;
}

/* Returns the same samples with the lane first that worked longest, and frees the ones given; NULL without memory. */
static fr_lane_sample *put_busiest_first(const fr_profile *profile, fr_lane_sample *moments,
                                         size_t n)
{
    uint8_t *idle = fr_idle_stacks(profile);
    lane_work *lanes = malloc((profile->samples.n_threads + 1) * sizeof *lanes);
    fr_lane_sample *ordered = malloc((n + 1) * sizeof *ordered);
    bool good = idle && lanes && ordered;
    size_t n_lanes = 0;

    for (size_t from = 0, to; good && from < n; from = to) {
        int64_t busy;
        to = fr_chart_lane_end(moments, n, from);
        busy = sum_time(moments + from, to - from, idle, &busy) ? busy : INT64_MAX;
        lanes[n_lanes++] = (lane_work){from, to - from, busy};
    }
    if (good)
        qsort(lanes, n_lanes, sizeof *lanes, by_work);
    for (size_t i = 0, at = 0; i < n_lanes; at += lanes[i++].n)
        memcpy(ordered + at, moments + lanes[i].from, lanes[i].n * sizeof *ordered);
    ordered = fr_kept(good, ordered);
    free(idle);
    free(lanes);
    free(moments);
    return ordered;
}

fr_lane_sample *fr_chart_moments(const fr_profile *profile, size_t *n)
{
    const fr_samples *s = &profile->samples;
    fr_lane_sample *moments = malloc((s->n + 1) * sizeof *moments);
    int64_t first_ns = fr_chart_first_ns(profile), usual;
    bool lasts = (profile->meta.stacks & FR_SAMPLES_LAST) != 0, good;

    *n = 0;
    for (size_t i = 0; moments && i < s->n; i++)
        if (is_moment(s, i))
            moments[(*n)++] = (fr_lane_sample){s->time_ns[i] - first_ns, s->value ? s->value[i] : 1,
                                               s->stack[i], s->thread[i], i};
    if (moments) /* lane by lane */
        qsort(moments, *n, sizeof *moments, by_thread_and_time);
    good = moments && find_usual(moments, *n, &usual);
    for (size_t from = 0, to; good && from < *n; from = to) {
        to = fr_chart_lane_end(moments, *n, from);
        good = set_durations(moments + from, to - from, usual, lasts);
    }
    moments = fr_kept(good, moments);
    return moments ? put_busiest_first(profile, moments, *n) : NULL;
}

bool fr_chart_fits(const fr_lane_sample *moments, size_t n)
{
    int64_t all;

    return sum_time(moments, n, NULL, &all);
}

static bool add_lane(chart *c, const fr_lane_sample *lane, size_t n)
{
    char text[FR_LANE_NAME];
    uint32_t name, header;
    const int64_t *values = c->profile->samples.value;
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
        if (value <= 0) {
            c->tree->n_hidden += !values || values[lane[i].place] > 0;
            continue;
        }
        if (!add_sample(c, lane[i].stack, start, value))
            return false;
        end = start + value;
    }
    return true;
}

static bool chart_in_time(chart *c)
{
    size_t n;
    fr_lane_sample *moments = fr_chart_moments(c->profile, &n);
    bool good;

    c->too_long = moments && !fr_chart_fits(moments, n);
    good = moments && !c->too_long;
    for (size_t from = 0, to; good && from < n; from = to) {
        to = fr_chart_lane_end(moments, n, from);
        good = add_lane(c, moments + from, to - from);
    }
    if (good) {
        sum_up(c);
        fr_tree *t = c->tree;
        int64_t end = 1;
        for (uint32_t i = 1; i < t->n; i++)
            if (t->start[i] + t->total[t->column][i] > end)
                end = t->start[i] + t->total[t->column][i];
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

static bool count_time(fr_tree *tree)
{
    char *unit = strdup("ns"), *name = strdup("time");
    fr_names *names = fr_names_new(); /* names of lanes are new: the tree has a table of its own */
    bool good = unit && name && names;

    for (uint32_t id = 1; good && id < fr_names_count(tree->names); id++)
        good = fr_names_add(names, fr_names_at(tree->names, id)) == id;
    if (!good) {
        free(unit);
        free(name);
        fr_names_free(names);
        return false;
    }
    free(tree->unit[tree->column]);
    free(tree->column_name[tree->column]);
    fr_names_free(tree->names);
    tree->unit[tree->column] = unit;
    tree->column_name[tree->column] = name;
    tree->names = names;
    tree->decimals[tree->column] = 0;
    tree->in_time = true;
    return true;
}

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

bool fr_chart_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                    fr_error *err)
{
    chart c = {.tree = tree, .profile = profile, .merges = !opt->apart};
    uint32_t root, deepest = 0;
    bool timed = fr_chart_is_timed(profile);

    tree->waits = fr_measures_waits(profile->columns[0].name);
    if (profile->samples.n == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "no samples in their order: a flame chart needs them");
        return fr_fail_hint(err, "folded text has it, and formats that keep times: see "
                                 "'flamerender formats'");
    }
    bool good = show_stacks(&c, &deepest);
    c.path = calloc((size_t)deepest + 3, sizeof *c.path);
    c.open = calloc((size_t)deepest + 3, sizeof *c.open);
    good = good && c.path && c.open && (!timed || count_time(tree)) &&
           add_node(&c, 0, 0, FR_KIND_USER, 0, &root);
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
    if (c.too_long) {
        fr_fail(err, FR_E_LIMIT, 0, 0, "the threads run for more than 292 years together");
        return fr_fail_hint(
            err, "--from and --to draw a part of the time; do all samples have one clock?");
    }
    return good || fr_fail_memory(err);
}
