/*
 * pairing.c - takes names that differ by run as one, in a union before it becomes a tree: first what is the same always,
 * then one to one, the largest first.
 *
 *     base: main;App$$Lambda$12.run 30          main;App$$Lambda$77.run  30  31
 *     new:  main;App$$Lambda$77.run 31
 *
 * A name of base only and a name of new only that have the same form (model/transform/names.h), under callers
 * that have the same forms. Where several stand together, the largest is paired with the largest. Each name
 * has one partner. The name of new is shown.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "diff/diff.h"
#include "model/build/stack_table.h"
#include "model/transform/names.h"
#include "model/tree/canonical.h"

enum { IN_BASE = 1, IN_NEW = 2, INNER = 4 };

/* A stack whose innermost name may differ by run: one for each name at a place. */
typedef struct place {
    uint32_t at; /* the stack of forms */
    uint32_t name, rank;
    uint8_t side;
    double value;
} place;

typedef struct match {
    uint32_t base, new_; /* names */
    uint32_t base_rank, new_rank;
    double value; /* of the smaller, all places */
} match;

typedef struct pairer {
    fr_profile *p;
    uint32_t n_base;
    const fr_name_rules *rules;
    uint32_t n_names;
    uint32_t *rank;    /* by name: its place in byte order */
    bool *inner;       /* by name: stands within some stack */
    uint8_t *sides;    /* by name: where it has a value */
    uint32_t *form;    /* by name: id of its form; 0: has none */
    const char **rule; /* by name */
    uint32_t *at;      /* by stack: its stack of forms */
    double *value;     /* by stack: of the subtree, all runs */
    place *places;
    size_t n_places, places_cap;
    match *matches;
    size_t n_matches, matches_cap;
    uint32_t *partner; /* by name: accepted */
} pairer;

/* ---------------------------------------------------------------- names that no run shares with another */

static bool give_name(fr_profile *p, uint32_t frame, fr_bytes name)
{
    uint32_t id = fr_names_add(p->names, name);

    if (id != FR_NO_ID)
        p->frames[frame].name = id;
    return id != FR_NO_ID;
}

/* "--rename" first, then what no run has in common with another. */
static bool settle_frame(fr_diff *d, const fr_name_rules *rules, fr_renames *renames,
                         uint32_t frame, bool exact, fr_error *err)
{
    fr_profile *p = d->profile;
    bool process = fr_frame_kind(&p->frames[frame]) == FR_KIND_PROCESS, good = true;
    fr_arena arena = {0};
    fr_error failure = {0};
    fr_name_form form;
    fr_bytes to;

    if (renames && fr_renames_apply(renames, fr_frame_name(p, frame), &arena, &to, &failure))
        good = give_name(p, frame, to);
    if (failure.code != FR_OK) {
        fr_fail_copy(err, &failure);
        good = false;
    }
    if (good && !exact &&
        fr_name_same_form(rules, fr_frame_name(p, frame), process, &arena, &form)) {
        good = give_name(p, frame, form.text);
        d->n_same++;
    }
    fr_arena_reset(&arena);
    return good || fr_fail_memory(err);
}

/* ---------------------------------------------------------------- the places of names in stacks */

static bool sum_values(pairer *k)
{
    k->value = calloc(k->p->n_stacks, sizeof *k->value);
    for (uint32_t s = k->p->n_stacks; k->value && s-- > 1;) {
        for (uint32_t r = 0; r < k->p->n_columns; r++)
            k->value[s] += (double)fr_column_sum(&k->p->columns[r], s);
        k->value[k->p->stacks[s].parent] += k->value[s];
    }
    return k->value != NULL;
}

/* By frame first: they are many times fewer than stacks, and a byte each stays in the cache. */
static bool find_sides(pairer *k)
{
    uint8_t *has = calloc(k->p->n_stacks, sizeof *has);
    uint8_t *of_frame = calloc(k->p->n_frames, sizeof *of_frame);
    bool good = has && of_frame;

    if (good) {
        for (uint32_t s = k->p->n_stacks; s-- > 1;) {
            fr_stack stack = k->p->stacks[s];
            for (uint32_t r = 0; r < k->p->n_columns; r++)
                if (fr_column_sum(&k->p->columns[r], s))
                    has[s] |= r < k->n_base ? IN_BASE : IN_NEW;
            has[stack.parent] |= has[s];
            of_frame[stack.frame] |= has[s] | (stack.parent ? INNER : 0);
        }
    }
    for (uint32_t f = 1; good && f < k->p->n_frames; f++) {
        uint32_t name = k->p->frames[f].name;
        k->sides[name] |= of_frame[f] & (IN_BASE | IN_NEW);
        k->inner[name] |= (of_frame[f] & INNER) != 0;
    }
    free(has);
    free(of_frame);
    return good;
}

/* Forms of names that one side alone has. False: no memory; *any tells whether there is one. */
static bool find_forms(pairer *k, bool *any)
{
    fr_arena arena = {0};
    bool good = true;

    for (uint32_t i = 1; i < k->n_names && good; i++) {
        fr_arena_mark mark = fr_arena_now(&arena);
        fr_name_form form;
        if ((k->sides[i] == IN_BASE || k->sides[i] == IN_NEW) &&
            fr_name_pair_form(k->rules, fr_names_at(k->p->names, i), !k->inner[i], &arena, &form)) {
            k->form[i] = fr_names_add(k->p->names, form.text);
            k->rule[i] = form.rule;
            good = k->form[i] != FR_NO_ID;
            *any = true;
        }
        fr_arena_rewind(&arena, mark);
    }
    fr_arena_reset(&arena);
    return good;
}

static bool add_place(pairer *k, uint32_t stack, uint32_t name)
{
    place *places = fr_grow(k->places, &k->places_cap, k->n_places + 1, sizeof *places);

    if (!places)
        return false;
    k->places = places;
    places[k->n_places++] =
        (place){k->at[stack], name, k->rank[name], k->sides[name], k->value[stack]};
    return true;
}

/* Stacks by the forms of their names. */
static bool find_places(pairer *k)
{
    fr_stack_table table = {0};
    bool good = fr_stack_table_init(&table);

    k->at = calloc(k->p->n_stacks, sizeof *k->at);
    good = good && k->at && sum_values(k);
    for (uint32_t s = 1; s < k->p->n_stacks && good; s++) {
        uint32_t name = k->p->frames[k->p->stacks[s].frame].name,
                 key = k->form[name] ? k->n_names + k->form[name] : name;
        k->at[s] = fr_stack_table_add(&table, (fr_stack){k->at[k->p->stacks[s].parent], key});
        good = k->at[s] != FR_NO_ID && (!k->form[name] || add_place(k, s, name));
    }
    fr_stack_table_reset(&table);
    return good;
}

/* ---------------------------------------------------------------- the partner of each name */

static int by_place_and_name(const void *a, const void *b)
{
    const place *x = a, *y = b;

    return x->at != y->at ? fr_compare(x->at, y->at) : fr_compare(x->rank, y->rank);
}

/* base before new, the largest first */
static int by_place_and_value(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (x->at != y->at)
        return fr_compare(x->at, y->at);
    if (x->side != y->side)
        return fr_compare(x->side, y->side);
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return fr_compare(x->rank, y->rank);
}

/* A name that stands in several stacks of a place, with other files for one, is there once. */
static void merge_places(pairer *k)
{
    size_t n = 0;

    qsort(k->places, k->n_places, sizeof *k->places, by_place_and_name);
    for (size_t i = 0; i < k->n_places; i++) {
        place *last = n ? &k->places[n - 1] : NULL;
        if (last && last->at == k->places[i].at && last->name == k->places[i].name)
            last->value += k->places[i].value;
        else
            k->places[n++] = k->places[i];
    }
    k->n_places = n;
    qsort(k->places, n, sizeof *k->places, by_place_and_value);
}

static bool add_match(pairer *k, const place *base, const place *new_)
{
    match *matches = fr_grow(k->matches, &k->matches_cap, k->n_matches + 1, sizeof *matches);
    double value = base->value < new_->value ? base->value : new_->value;

    if (!matches)
        return false;
    k->matches = matches;
    matches[k->n_matches++] = (match){base->name, new_->name, base->rank, new_->rank, value};
    return true;
}

/* Places from..to are one: base's first, then new's from the middle on. */
static bool match_places(pairer *k)
{
    for (size_t from = 0, middle, to; from < k->n_places; from = to) {
        for (to = from; to < k->n_places && k->places[to].at == k->places[from].at;)
            to++;
        for (middle = from; middle < to && k->places[middle].side == IN_BASE;)
            middle++;
        for (size_t i = from, j = middle; i < middle && j < to; i++, j++)
            if (!add_match(k, &k->places[i], &k->places[j]))
                return false;
    }
    return true;
}

static int by_names(const void *a, const void *b)
{
    const match *x = a, *y = b;
    int order = fr_compare(x->base_rank, y->base_rank);

    return order ? order : fr_compare(x->new_rank, y->new_rank);
}

static int by_value(const void *a, const void *b)
{
    const match *x = a, *y = b;

    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return by_names(a, b);
}

/* Adds up what two names share at several places; then the largest comes first. */
static void order_matches(pairer *k)
{
    size_t n = 0;

    qsort(k->matches, k->n_matches, sizeof *k->matches, by_names);
    for (size_t i = 0; i < k->n_matches; i++) {
        match *last = n ? &k->matches[n - 1] : NULL;
        if (last && by_names(last, &k->matches[i]) == 0)
            last->value += k->matches[i].value;
        else
            k->matches[n++] = k->matches[i];
    }
    k->n_matches = n;
    qsort(k->matches, n, sizeof *k->matches, by_value);
}

/* Each name meets one other. */
static bool accept(pairer *k, fr_diff *d)
{
    d->pairs = calloc(k->n_matches + 1, sizeof *d->pairs);
    if (!d->pairs)
        return false;
    for (size_t i = 0; i < k->n_matches; i++) {
        const match *m = &k->matches[i];
        if (k->partner[m->base] || k->partner[m->new_])
            continue;
        k->partner[m->base] = m->new_;
        k->partner[m->new_] = m->base;
        d->pairs[d->n_pairs++] = (fr_diff_pair){m->base, m->new_, k->rule[m->new_]};
    }
    for (uint32_t f = 1; f < k->p->n_frames; f++) {
        uint32_t name = k->p->frames[f].name;
        if (k->sides[name] == IN_BASE && k->partner[name])
            k->p->frames[f].name = k->partner[name];
    }
    return true;
}

/* ---------------------------------------------------------------- all of it */

static bool pair_names(fr_diff *d, const fr_name_rules *rules)
{
    uint32_t n = fr_names_count(d->profile->names);
    pairer k = {.p = d->profile,
                .n_base = d->n_base,
                .rules = rules,
                .n_names = n,
                .inner = calloc(n, sizeof *k.inner),
                .sides = calloc(n, sizeof *k.sides),
                .form = calloc(n, sizeof *k.form),
                .rule = calloc(n, sizeof *k.rule),
                .partner = calloc(n, sizeof *k.partner)};
    bool any = false, good = k.inner && k.sides && k.form && k.rule && k.partner &&
                             find_sides(&k) && find_forms(&k, &any);

    if (good && any) {
        good = (k.rank = fr_ranks_new(d->profile->names)) != NULL && find_places(&k);
        if (good && k.n_places)
            merge_places(&k);
        good = good && match_places(&k);
        if (good && k.n_matches)
            order_matches(&k);
        good = good && accept(&k, d);
    }
    free(k.inner);
    free(k.sides);
    free(k.form);
    free(k.rule);
    free(k.partner);
    free(k.at);
    free(k.value);
    free(k.rank);
    free(k.places);
    free(k.matches);
    return good;
}

bool fr_pairing_apply(fr_diff *d, const fr_diff_options *opt, fr_error *err)
{
    fr_name_rules *rules = fr_name_rules_new(err);
    fr_renames *renames = opt->n_renames ? fr_renames_new(opt->renames, opt->n_renames, err) : NULL;
    bool good = rules && (!opt->n_renames || renames);

    for (uint32_t f = 1; good && f < d->profile->n_frames; f++)
        good = settle_frame(d, rules, renames, f, opt->exact_names, err);
    if (good && !opt->exact_names && !pair_names(d, rules))
        good = fr_fail_memory(err);
    fr_renames_free(renames);
    fr_name_rules_free(rules);
    return good;
}
