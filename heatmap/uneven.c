/*
 * uneven.c - the functions whose share of the samples changes most, in a few hundred cells of time.
 *
 * A function's samples in a cell are compared with its share of all samples times those of the cell: the sum of the
 * squared differences, each over what is expected (Pearson's chi-squared), orders the functions. It proves nothing; it
 * only chooses whose rows are searched.
 *
 *     all      ######################    the total is as it always is
 *     parse    ########..########..##
 *     mark     ........##........##..    uneven: this is what a row of its own shows
 */
#include "heatmap/time_row.h"

#include <math.h>
#include <stdlib.h>

#include "model/tree/preorder.h"

#define MOST_CELLS    1024
#define MOST_SAMPLES  (1 << 20) /* of more, every second, third ... is looked at */
#define MOST_JUDGED   2048      /* the heaviest */
#define LEAST_SAMPLES 20
#define LEAST_CELLS   8   /* of fewer samples, which last */
#define LEAST_AT_ONCE 2.5 /* standard errors by which such are at once more often than by chance */
#define AT_ONCE_ALPHA 0.4 /* of the surest of n functions: sqrt(2 log(n / alpha)) */
#define MOST_FEW      4   /* of more that are so, none stands out */
#define MOST_SHARE    0.98
#define SAME_TIMES    0.1 /* two rows that differ by less of their sum are one */

typedef struct judged {
    uint32_t name;
    double weight; /* samples; then, of those that are judged, how uneven it is */
    float *at;     /* cells */
    double sum;
    double at_once; /* cells of the row by which samples are at once with another */
    bool few;       /* in fewer samples than LEAST_SAMPLES */
    bool is_at_once;
} judged;

#define MANY_THREADS UINT32_MAX

typedef struct amount {
    double samples, cells, squares; /* sums over samples: 1, cells that each lasts, their squares */
    uint32_t thread;                /* 1 + the one of all samples, or MANY_THREADS; 0: no samples */
} amount;

/* The innermost outermost frame of a judged function at or above a stack. */
typedef struct link {
    uint32_t place; /* 1 + that of the function; 0: there is none */
    uint32_t next;  /* the stack above it */
} link;

typedef struct judging {
    const fr_profile *profile;
    const fr_time_row *all;
    bool *outermost; /* by stack */
    link *near;      /* by stack */
    uint32_t *place; /* by name: 1 + its place among those judged; 0: it is not */
    amount *count;   /* by name */
    amount all_of;
    judged *of;
    size_t n, n_cells, cap;
    float *cells, *total;
} judging;

/* ---- which are in enough samples ---- */

static void add_amount(amount *to, amount more)
{
    to->samples += more.samples;
    to->cells += more.cells;
    to->squares += more.squares;
    if (more.thread && to->thread != more.thread)
        to->thread = to->thread ? MANY_THREADS : more.thread;
}

static amount amount_of(const judging *j, size_t i)
{
    amount one = {.samples = fr_time_row_count(j->all, i)};
    int64_t from = j->profile->samples.time_ns[i];

    if (one.samples > 0) {
        one.cells = (double)(fr_sample_end(j->profile, i) - from) / (double)j->all->cell_ns;
        one.thread = j->profile->samples.thread[i] + 1;
    }
    one.squares = one.cells * one.cells;
    return one;
}

static bool count_names(judging *j)
{
    const fr_profile *p = j->profile;
    amount *below = calloc(p->n_stacks, sizeof *below);

    for (size_t i = 0; below && i < p->samples.n; i++)
        add_amount(&below[p->samples.stack[i]], amount_of(j, i));
    for (uint32_t s = p->n_stacks; below && s-- > 1;) {
        add_amount(&below[p->stacks[s].parent], below[s]);
        if (j->outermost[s])
            add_amount(&j->count[p->frames[p->stacks[s].frame].name], below[s]);
    }
    if (below)
        j->all_of = below[0];
    free(below);
    return below != NULL;
}

static int order_by_weight(const void *a, const void *b)
{
    const judged *x = a, *y = b;

    return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1)
                                  : (x->name > y->name) - (x->name < y->name);
}

/* Time is counted where samples last: most of the samples may be a small part of it, and few may be much. */
static bool may_stand_out(const judging *j, amount n)
{
    bool lasts = j->all_of.cells > 0;

    if (lasts ? n.cells > MOST_SHARE * j->all_of.cells : n.samples > MOST_SHARE * j->all_of.samples)
        return false;
    return n.samples >= LEAST_SAMPLES || (n.samples >= 2 && n.cells >= LEAST_CELLS);
}

/* The heaviest that are not in nearly all samples. */
static bool shortlist(judging *j)
{
    for (uint32_t name = 1; name < fr_names_count(j->profile->names); name++) {
        if (!may_stand_out(j, j->count[name]))
            continue;
        if (!fr_reserve(&j->of, &j->cap, j->n + 1, sizeof *j->of))
            return false;
        j->of[j->n++] = (judged){.name = name,
                                 .weight = j->count[name].samples,
                                 .few = j->count[name].samples < LEAST_SAMPLES};
    }
    if (j->n)
        qsort(j->of, j->n, sizeof *j->of, order_by_weight);
    j->n = j->n < MOST_JUDGED ? j->n : MOST_JUDGED;
    return true;
}

/* ---- their rows ---- */

/* The part of a row in which a sample lies, in cells. */
typedef struct span {
    double from, to;
    double count; /* of one that does not last, by which it counts; 0: it lasts, or is outside */
} span;

static span span_of(const judging *j, size_t i)
{
    double width = (double)(j->all->cell_ns) * (double)j->all->n / (double)j->n_cells;
    double end = (double)j->n_cells;
    int64_t from = j->profile->samples.time_ns[i], to = fr_sample_end(j->profile, i);
    double a = (double)(from - j->all->start_ns) / width,
           b = (double)(to - j->all->start_ns) / width;
    bool is_point = from == to && a >= 0 && a < end;

    return (span){a < 0 ? 0 : a, b > end ? end : b, is_point ? fr_time_row_count(j->all, i) : 0};
}

/* Adds what of a sample lies in each of its cells. */
static void add_to(float *row, const span *sample)
{
    double next;

    if (sample->count > 0)
        row[(size_t)sample->from] += (float)sample->count;
    for (double a = sample->from; a < sample->to; a = next) {
        next = floor(a) + 1 < sample->to ? floor(a) + 1 : sample->to;
        row[(size_t)a] += (float)(next - a);
    }
}

static bool fill_rows(judging *j)
{
    const fr_profile *p = j->profile;
    size_t every = p->samples.n / MOST_SAMPLES + 1;

    j->n_cells = j->all->n < MOST_CELLS ? j->all->n : MOST_CELLS;
    j->cells = calloc((j->n + 1) * j->n_cells, sizeof *j->cells);
    if (!j->cells)
        return false;
    j->total = j->cells + j->n * j->n_cells;
    for (size_t k = 0; k < j->n; k++) {
        j->of[k].at = j->cells + k * j->n_cells;
        j->place[j->of[k].name] = (uint32_t)k + 1;
    }
    /* So that a sample visits each judged function once, however deep its stack is. */
    for (uint32_t s = 1; s < p->n_stacks; s++) {
        uint32_t parent = p->stacks[s].parent, place = j->place[p->frames[p->stacks[s].frame].name];
        j->near[s] = j->outermost[s] && place ? (link){place, parent} : j->near[parent];
    }
    for (size_t i = 0; i < p->samples.n; i += every)
        if (fr_time_row_count(j->all, i) > 0) {
            span sample = span_of(j, i);
            add_to(j->total, &sample);
            for (link at = j->near[p->samples.stack[i]]; at.place; at = j->near[at.next])
                add_to(j->of[at.place - 1].at, &sample);
        }
    return true;
}

/* ---- the most uneven ---- */

/* Returns by how many standard errors samples of a function are at once more often than by chance. As many as are in a
 * cell then, less one, are at once: the mean of that is m - 1 + exp(-m) of a Poisson count of mean m, where a sample is not
 * at once with itself. They count as so many as there are typical lengths in that, as rows do (time_row.h). */
static double sureness_at_once(const judging *j, const judged *of)
{
    amount n = j->count[of->name];
    double typical = n.squares / n.cells, all = (double)j->all->n, mean = n.cells / all;
    double chance = mean + expm1(-mean - n.squares / (2 * all * all));

    return fr_poisson_z(of->at_once / typical, fmax(chance * all, 0) / typical);
}

/* Returns what that must come to, so that the surest of n functions is so by chance in AT_ONCE_ALPHA of recordings. */
static double least_at_once(double n)
{
    return fmax(sqrt(2 * log(fmax(n, 1) / AT_ONCE_ALPHA)), LEAST_AT_ONCE);
}

/* Finds whose samples are surely at once. Sets the weight of few that are not to 0: a function that seldom runs is uneven
 * whenever it does. One that is of one thread is no trial of chance. */
static void judge_at_once(judging *j)
{
    double n = 0, n_few = 0;

    for (size_t k = 0; k < j->n; k++)
        if (j->of[k].at_once > 0 || j->count[j->of[k].name].thread == MANY_THREADS) {
            n++;
            n_few += j->of[k].few;
        }
    for (size_t k = 0; k < j->n; k++) {
        judged *of = &j->of[k];
        double least = least_at_once(of->few ? n_few : n);
        of->is_at_once = of->at_once > 0 && sureness_at_once(j, of) >= least;
        if (of->few && !of->is_at_once)
            of->weight = 0;
    }
}

static void measure(const judging *j, judged *of)
{
    double sum = 0, share;

    for (size_t c = 0; c < j->n_cells; c++) {
        of->sum += of->at[c];
        sum += j->total[c];
        of->at_once += fmax(of->at[c] - 1, 0);
    }
    share = sum > 0 ? of->sum / sum : 0;
    of->at_once *= (double)j->all->n / (double)j->n_cells;
    of->weight = 0;
    for (size_t c = 0; c < j->n_cells; c++) {
        double expected = share * j->total[c], more = of->at[c] - expected;
        of->weight += expected > 0 ? more * more / expected : 0;
    }
}

static bool same_times(const judging *j, const judged *a, const judged *b)
{
    double apart = 0;

    for (size_t c = 0; c < j->n_cells; c++)
        apart += fabsf(a->at[c] - b->at[c]);
    return apart < SAME_TIMES * (a->sum + b->sum);
}

/* Returns true if a function runs only where another does. */
static bool lies_in(const judging *j, const judged *part, const judged *whole)
{
    double shared = 0;

    for (size_t c = 0; c < j->n_cells; c++)
        shared += fminf(part->at[c], whole->at[c]);
    return part->sum < whole->sum && shared >= (1 - SAME_TIMES) * part->sum;
}

/* Those that are chosen. */
typedef struct choice {
    judged *of[FR_MOST_UNEVEN];
    size_t n, n_few; /* n_few: those of few samples */
    size_t n_judged; /* those that could have been */
} choice;

/* Chooses the most uneven that have other times than those before, without those of few samples if `no_few`. */
static choice choose_of(const judging *j, bool no_few)
{
    choice c = {.n = 0};

    for (size_t k = 0; k < j->n; k++) {
        bool is_new = c.n < FR_MOST_UNEVEN;
        if (!(j->of[k].weight > 0) || (no_few && j->of[k].few))
            continue;
        c.n_judged++;
        for (size_t i = 0; i < c.n && is_new; i++)
            is_new = !same_times(j, c.of[i], &j->of[k]);
        if (!is_new)
            continue;
        c.of[c.n++] = &j->of[k];
        c.n_few += j->of[k].few;
    }
    return c;
}

/* Sets the weight of those of few samples that lie in another one to 0: it tells of them. */
static void leave_out_parts(const judging *j, const choice *c)
{
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->n && c->of[i]->few; k++)
            if (k != i && c->of[k]->few && lies_in(j, c->of[i], c->of[k]))
                c->of[i]->weight = 0;
}

/* Many functions of few samples, each at once with itself, are the stages of a program: none stands out, and they would take
 * the places of the others. */
static void choose(judging *j, fr_uneven *found)
{
    choice c;

    for (size_t k = 0; k < j->n; k++)
        measure(j, &j->of[k]);
    if (j->all_of.cells > 0)
        judge_at_once(j);
    if (j->n)
        qsort(j->of, j->n, sizeof *j->of, order_by_weight);
    c = choose_of(j, false);
    if (c.n_few > MOST_FEW) {
        leave_out_parts(j, &c);
        c = choose_of(j, false);
    }
    if (c.n_few > MOST_FEW)
        c = choose_of(j, true);
    *found = (fr_uneven){.n = c.n, .n_judged = c.n_judged};
    for (size_t i = 0; i < c.n; i++) {
        found->name[i] = c.of[i]->name;
        found->at_once[i] = c.of[i]->is_at_once;
    }
}

bool fr_uneven_find(const fr_time_row *all, fr_uneven *found)
{
    const fr_profile *profile = all->profile;
    size_t n_names = fr_names_count(profile->names);
    judging j = {.profile = profile, .all = all};
    bool good;

    *found = (fr_uneven){0};
    j.outermost = fr_outermost_new(profile, NULL, 0);
    j.near = calloc(profile->n_stacks, sizeof *j.near);
    j.place = calloc(n_names, sizeof *j.place);
    j.count = calloc(n_names, sizeof *j.count);
    good = j.outermost && j.near && j.place && j.count && count_names(&j) && shortlist(&j) &&
           fill_rows(&j);
    if (good)
        choose(&j, found);
    free(j.outermost);
    free(j.near);
    free(j.place);
    free(j.count);
    free(j.of);
    free(j.cells);
    return good;
}

_Static_assert(FR_MOST_UNEVEN <= 16, "each function has a bit of its own in the marks of a stack");

uint16_t *fr_uneven_marks(const fr_profile *profile, const fr_uneven *uneven)
{
    uint16_t *marks = calloc(profile->n_stacks, sizeof *marks);
    uint16_t *of_name = calloc(fr_names_count(profile->names), sizeof *of_name);

    for (size_t i = 0; of_name && i < uneven->n; i++)
        of_name[uneven->name[i]] = (uint16_t)(1u << i);
    for (uint32_t s = 1; marks && of_name && s < profile->n_stacks; s++) {
        const fr_stack *stack = &profile->stacks[s];
        marks[s] = marks[stack->parent] | of_name[profile->frames[stack->frame].name];
    }
    bool good = of_name != NULL;
    free(of_name);
    return fr_kept(good, marks);
}
