/* canonical.c - frames ranked by content, stacks walked by rank. */
#include "model/tree/canonical.h"

#include "model/tree/preorder.h"

#include <stdlib.h>

#define N_FIELDS 13

typedef struct sortable {
    /* Those of the frame and its mapping, in the order that sorts; names by their ranks */
    uint64_t field[N_FIELDS];
    uint32_t frame;
} sortable;

static int compare_rows(const void *a, const void *b)
{
    const sortable *x = a, *y = b;

    for (int i = 0; i < N_FIELDS; i++)
        if (x->field[i] != y->field[i])
            return x->field[i] < y->field[i] ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static sortable describe_frame(const fr_profile *p, const uint32_t *rank, uint32_t id)
{
    static const fr_mapping none = {0};
    const fr_frame *f = &p->frames[id];
    const fr_mapping *m = f->mapping ? &p->mappings.items[f->mapping] : &none;

    return (sortable){
        {rank[f->name], f->kind, rank[f->module], rank[f->file], f->line, rank[f->system_name],
         f->start_line, fr_frame_address(p, f), rank[m->file], rank[m->build_id], m->offset,
         fr_mapping_pages(m), m->start},
        id,
    };
}

/* used[stack]: a value at or below; frames of used stacks are marked in `place`. Returns the number
 * of stacks. */
static uint32_t mark_used(const fr_profile *p, uint8_t *used, uint32_t *place)
{
    uint32_t n = 0;

    used[0] = 1;
    for (uint32_t s = p->n_stacks; s-- > 0;) {
        used[s] = used[s] || fr_stack_has_value(p, s);
        if (!used[s])
            continue;
        n++;
        used[p->stacks[s].parent] = 1;
        if (s)
            place[p->stacks[s].frame] = 1;
    }
    return n;
}

/* Sorts the frames that are marked in `place`, and turns the marks into places + 1. */
static bool order_frames(fr_canonical *c, const fr_profile *p, uint32_t *place)
{
    uint32_t *rank = fr_ranks_new(p->names);
    sortable *rows = malloc(p->n_frames * sizeof *rows);
    bool good = rank && rows;

    for (uint32_t f = 0; f < p->n_frames && good; f++)
        if (place[f])
            rows[c->n_frames++] = describe_frame(p, rank, f);
    if (good && c->n_frames)
        qsort(rows, c->n_frames, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < c->n_frames && good; i++) {
        c->frame[i] = rows[i].frame;
        place[rows[i].frame] = i + 1;
    }
    free(rank);
    free(rows);
    return good;
}

typedef struct work {
    uint8_t *used;
    uint32_t *place; /* by frame: canonical frame + 1; 0: not used */
    uint32_t *dense; /* by stack: number among those used; owns the next two */
    uint32_t *stack, *parent;
    const fr_profile *profile;
} work;

static fr_sibling_key by_frame(const void *arg, uint32_t number)
{
    const work *w = arg;

    return (fr_sibling_key){.minor = w->place[w->profile->stacks[w->stack[number]].frame]};
}

static bool arrange(fr_canonical *c, const fr_profile *p, work *w)
{
    c->n_stacks = mark_used(p, w->used, w->place);
    if (!order_frames(c, p, w->place))
        return false;
    uint32_t n = 0;
    w->stack = w->dense + p->n_stacks;
    w->parent = w->stack + p->n_stacks;
    c->parent = c->stack + p->n_stacks;
    c->frame_of = c->parent + p->n_stacks;
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        if (!w->used[s])
            continue;
        w->dense[s] = n;
        w->stack[n] = s;
        w->parent[n++] = w->dense[p->stacks[s].parent];
    }
    /* dense[] is now the place of a dense number. */
    if (!fr_preorder_walk((fr_parents){w->parent, 1, c->n_stacks}, by_frame, w, c->stack,
                          c->frame_of))
        return false;
    for (uint32_t i = 0; i < c->n_stacks; i++)
        w->dense[c->stack[i]] = i;
    for (uint32_t i = 0; i < c->n_stacks; i++) {
        uint32_t s = w->stack[c->stack[i]];
        c->parent[i] = w->dense[w->parent[c->stack[i]]];
        c->frame_of[i] = s ? w->place[p->stacks[s].frame] - 1 : 0;
        c->stack[i] = s;
    }
    return true;
}

bool fr_canonical_init(fr_canonical *c, const fr_profile *p, fr_error *err)
{
    work w = {
        .used = calloc(p->n_stacks, 1),
        .place = calloc(p->n_frames, sizeof *w.place),
        .dense = malloc(3 * (size_t)p->n_stacks * sizeof *w.dense),
        .profile = p,
    };
    bool good;

    *c = (fr_canonical){
        .frame = malloc(p->n_frames * sizeof *c->frame),
        .stack = malloc(3 * (size_t)p->n_stacks * sizeof *c->stack),
    };
    good = w.used && w.place && w.dense && c->frame && c->stack && arrange(c, p, &w);
    free(w.used);
    free(w.place);
    free(w.dense);
    if (good)
        return true;
    fr_canonical_reset(c);
    return fr_fail_memory(err);
}

void fr_canonical_release_stacks(fr_canonical *c)
{
    free(c->stack);
    c->stack = c->parent = c->frame_of = NULL;
}

void fr_canonical_reset(fr_canonical *c)
{
    fr_canonical_release_stacks(c);
    free(c->frame);
    *c = (fr_canonical){0};
}

uint32_t *fr_canonical_numbers(const fr_profile *profile, fr_error *err)
{
    uint32_t *number = calloc((size_t)profile->n_stacks + 1, sizeof *number);
    fr_canonical c = {0};
    bool good = (number || fr_fail_memory(err)) && fr_canonical_init(&c, profile, err);

    for (uint32_t i = 0; good && i < c.n_stacks; i++)
        number[c.stack[i]] = i;
    fr_canonical_reset(&c);
    return fr_kept(good, number);
}

bool fr_canonical_lacks_samples(const fr_profile *profile, const uint32_t *number)
{
    const fr_samples *s = &profile->samples;
    bool lacks = false;

    for (size_t i = 0; i < s->n && !lacks; i++)
        lacks = s->stack[i] && !number[s->stack[i]] && (!s->value || s->value[i] > 0);
    return lacks;
}

/* ---- label sets ranked by content, rows gathered by stack and ordered by set ---- */

/* A label, and the same with ranks for names, of which texts come before numbers: compared without looking at bytes. */
typedef struct ranked {
    fr_label rank; /* is_text is true of numbers */
    fr_label label;
} ranked;

typedef struct ranked_set {
    const ranked *labels;
    size_t n;
    uint32_t set; /* of the profile */
} ranked_set;

static int compare_sets(const void *a, const void *b)
{
    const ranked_set *x = a, *y = b;

    for (size_t i = 0; i < x->n && i < y->n; i++) {
        int order = fr_label_order(&x->labels[i].rank, &y->labels[i].rank);
        if (order)
            return order;
    }
    return (x->n > y->n) - (x->n < y->n);
}

typedef struct ordering {
    const fr_profile *profile;
    const fr_canonical *c;
    uint32_t *stack_place; /* by stack: canonical stack; FR_NO_ID: none */
    uint32_t *set_place;   /* by set: 1 while it is only known to be used, then canonical set */
    ranked *labels;
    ranked_set *sets;
} ordering;

/* Rows counted by stack in first[], sets that are used marked. */
static void count_rows(fr_canonical_rows *rows, ordering *w)
{
    for (uint32_t i = 0; i < w->c->n_stacks; i++)
        w->stack_place[w->c->stack[i]] = i;
    for (uint32_t r = 0; r < fr_n_rows(w->profile); r++) {
        fr_row row = fr_row_at(w->profile, r);
        if (!fr_row_has_value(w->profile, r))
            continue;
        rows->first[w->stack_place[row.stack]]++;
        w->set_place[row.set] = 1;
        rows->n++;
    }
    for (uint32_t i = 0, at = 0; i <= w->c->n_stacks; i++)
        rows->first[i] = at += rows->first[i];
}

/* Sets in their order, with their labels in theirs. */
static bool order_sets(fr_canonical_rows *rows, ordering *w)
{
    const fr_label_sets *sets = &w->profile->labelled.sets;
    uint32_t *rank = fr_ranks_new(w->profile->names), n = 0;
    size_t at = 0;

    for (uint32_t s = 1; s < fr_label_sets_count(sets) && rank; s++) {
        ranked_set *set = &w->sets[n];
        const fr_label *labels = fr_label_set(sets, s, &set->n);
        if (!w->set_place[s])
            continue;
        for (size_t i = 0; i < set->n; i++)
            w->labels[at + i] = (ranked){.rank = {.key = rank[labels[i].key],
                                                  .text = rank[labels[i].text],
                                                  .unit = rank[labels[i].unit],
                                                  .is_text = !labels[i].is_text,
                                                  .number = labels[i].number},
                                         .label = labels[i]};
        set->labels = w->labels + at;
        set->set = s;
        qsort(w->labels + at, set->n, sizeof *w->labels, fr_label_order); /* by .rank */
        at += set->n;
        n++;
    }
    free(rank);
    if (n)
        qsort(w->sets, n, sizeof *w->sets, compare_sets);
    rows->n_sets = n + 1;
    return rank != NULL;
}

#define FEW 32 /* rows of a stack that are sorted by insertion */

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static bool sort_rows(uint32_t *set, uint32_t *row, uint32_t n)
{
    uint64_t few[FEW], *keys = n <= FEW ? few : malloc(n * sizeof *keys);

    if (!keys)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = (uint64_t)set[i] << 32 | row[i];
        uint32_t at = i;
        for (; keys == few && at > 0 && keys[at - 1] > key; at--) /* by insertion */
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
    if (keys != few)
        qsort(keys, n, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < n; i++) {
        set[i] = (uint32_t)(keys[i] >> 32);
        row[i] = (uint32_t)keys[i];
    }
    if (keys != few)
        free(keys);
    return true;
}

/* first[] are ends before this, and starts after it. */
static bool place_rows(fr_canonical_rows *rows, const ordering *w)
{
    bool good = true;

    for (uint32_t r = fr_n_rows(w->profile); r-- > 0;) {
        fr_row row = fr_row_at(w->profile, r);
        uint32_t at;
        if (!fr_row_has_value(w->profile, r))
            continue;
        at = --rows->first[w->stack_place[row.stack]];
        rows->row[at] = r;
        rows->set[at] = w->set_place[row.set];
    }
    for (uint32_t s = 0; s < w->c->n_stacks && good; s++)
        good = sort_rows(rows->set + rows->first[s], rows->row + rows->first[s],
                         rows->first[s + 1] - rows->first[s]);
    return good;
}

static bool allocate(fr_canonical_rows *rows, ordering *w)
{
    const fr_label_sets *sets = &w->profile->labelled.sets;
    size_t n_rows = fr_n_rows(w->profile), n_sets = fr_label_sets_count(sets);

    *rows = (fr_canonical_rows){
        .first = calloc((size_t)w->c->n_stacks + 1, sizeof *rows->first),
        .row = malloc(n_rows * sizeof *rows->row),
        .set = malloc(n_rows * sizeof *rows->set),
        .labels = malloc((sets->n_labels + 1) * sizeof *rows->labels),
        .labels_of = calloc(n_sets + 1, sizeof *rows->labels_of),
    };
    w->stack_place = malloc(w->profile->n_stacks * sizeof *w->stack_place);
    w->set_place = calloc(n_sets, sizeof *w->set_place);
    w->labels = malloc((sets->n_labels + 1) * sizeof *w->labels);
    w->sets = malloc(n_sets * sizeof *w->sets);
    return rows->first && rows->row && rows->set && rows->labels && rows->labels_of &&
           w->stack_place && w->set_place && w->labels && w->sets;
}

bool fr_canonical_rows_init(fr_canonical_rows *rows, const fr_canonical *c,
                            const fr_profile *profile, fr_error *err)
{
    ordering w = {.profile = profile, .c = c};
    bool good = allocate(rows, &w);

    if (good) {
        count_rows(rows, &w);
        good = order_sets(rows, &w);
    }
    if (good) {
        size_t at = 0;
        w.set_place[0] = 0;
        for (uint32_t s = 1; s < rows->n_sets; s++) {
            const ranked_set *set = &w.sets[s - 1];
            w.set_place[set->set] = s;
            rows->labels_of[s] = at;
            for (size_t i = 0; i < set->n; i++)
                rows->labels[at++] = set->labels[i].label;
        }
        rows->labels_of[rows->n_sets] = at;
        good = place_rows(rows, &w);
    }
    free(w.stack_place);
    free(w.set_place);
    free(w.labels);
    free(w.sets);
    if (good)
        return true;
    fr_canonical_rows_reset(rows);
    return fr_fail_memory(err);
}

void fr_canonical_rows_reset(fr_canonical_rows *rows)
{
    free(rows->first);
    free(rows->row);
    free(rows->set);
    free(rows->labels);
    free(rows->labels_of);
    *rows = (fr_canonical_rows){0};
}

/*
 * One sort of the distinct names, so that nodes are ordered by integers afterwards.
 */

typedef struct entry {
    fr_bytes name;
    uint32_t id;
} entry;

static int compare_entries(const void *a, const void *b)
{
    return fr_bytes_compare(((const entry *)a)->name, ((const entry *)b)->name);
}

/* Ranks the names that are wanted; NULL: all are. */
static uint32_t *rank(const fr_names *names, const bool *wanted)
{
    uint32_t n = fr_names_count(names), n_entries = 0;
    entry *entries = malloc(n * sizeof *entries);
    uint32_t *ranks = calloc(n, sizeof *ranks);
    bool good = entries && ranks;

    for (uint32_t id = 0; id < n && good; id++)
        if (!wanted || wanted[id])
            entries[n_entries++] = (entry){fr_names_at(names, id), id};
    if (good)
        qsort(entries, n_entries, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < n_entries; i++)
        ranks[entries[i].id] = i;
    free(entries);
    return fr_kept(good, ranks);
}

uint32_t *fr_ranks_new(const fr_names *names)
{
    return rank(names, NULL);
}

uint32_t *fr_ranks_of_frames(const fr_profile *profile)
{
    bool *wanted = calloc(fr_names_count(profile->names), sizeof *wanted);
    uint32_t *ranks;

    for (uint32_t f = 0; f < profile->n_frames && wanted; f++)
        wanted[profile->frames[f].name] = true;
    ranks = wanted ? rank(profile->names, wanted) : NULL;
    free(wanted);
    return ranks;
}
