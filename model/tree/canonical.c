/* canonical.c - frames ranked by content, stacks walked by rank. */
#include "model/tree/canonical.h"

#include <stdlib.h>

#include "model/tree/preorder.h"
#include "model/tree/ranks.h"

typedef struct row {
    uint32_t key[7]; /* ranks of the names, lines and kind, in the order that sorts */
    uint64_t address;
    uint64_t mapping[5]; /* ranks of its names, offset, size, start */
    uint32_t frame;
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;

    for (int i = 0; i < 7; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    for (int i = 0; i < 5; i++)
        if (x->mapping[i] != y->mapping[i])
            return x->mapping[i] < y->mapping[i] ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static row describe_frame(const fr_profile *p, const uint32_t *rank, uint32_t id)
{
    static const fr_mapping none = {0};
    const fr_frame *f = &p->frames[id];
    const fr_mapping *m = f->mapping ? &p->mappings.items[f->mapping] : &none;

    return (row){
        .key = {rank[f->name], f->kind, rank[f->module], rank[f->file], f->line,
                rank[f->system_name], f->start_line},
        .address = fr_frame_address(p, f),
        .mapping = {rank[m->file], rank[m->build_id], m->offset, fr_mapping_pages(m), m->start},
        .frame = id,
    };
}

/* used[stack]: a value at or below; frames of used stacks are marked in `place`. Returns the number
 * of stacks. */
static uint32_t mark_used(const fr_profile *p, uint8_t *used, uint32_t *place)
{
    uint32_t n = 0;

    used[0] = 1;
    for (uint32_t s = p->n_stacks; s-- > 0;) {
        for (uint32_t k = 0; k < p->n_columns && !used[s]; k++)
            used[s] = fr_column_sum(&p->columns[k], s) != 0;
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
    row *rows = malloc(p->n_frames * sizeof *rows);
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
    uint32_t *dense; /* by stack: number among those used */
    uint32_t *stack, *parent;
    const fr_profile *profile;
} work;

/* The used stacks, numbered densely. */
static void number_stacks(const fr_profile *p, work *w)
{
    uint32_t n = 0;

    for (uint32_t s = 0; s < p->n_stacks; s++) {
        if (!w->used[s])
            continue;
        w->dense[s] = n;
        w->stack[n] = s;
        w->parent[n++] = w->dense[p->stacks[s].parent];
    }
}

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
    number_stacks(p, w);
    /* From here on dense[] is the place of a dense number. */
    if (!fr_preorder_walk(c->n_stacks, w->parent, by_frame, w, c->stack, c->frame_of))
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
        .dense = malloc(p->n_stacks * sizeof *w.dense),
        .stack = malloc(p->n_stacks * sizeof *w.stack),
        .parent = malloc(p->n_stacks * sizeof *w.parent),
        .profile = p,
    };
    bool good;

    *c = (fr_canonical){
        .frame = malloc(p->n_frames * sizeof *c->frame),
        .stack = malloc(p->n_stacks * sizeof *c->stack),
        .parent = malloc(p->n_stacks * sizeof *c->parent),
        .frame_of = malloc(p->n_stacks * sizeof *c->frame_of),
    };
    good = w.used && w.place && w.dense && w.stack && w.parent && c->frame && c->stack &&
           c->parent && c->frame_of && arrange(c, p, &w);
    free(w.used);
    free(w.place);
    free(w.dense);
    free(w.stack);
    free(w.parent);
    if (good)
        return true;
    fr_canonical_reset(c);
    return fr_fail_memory(err);
}

void fr_canonical_release_stacks(fr_canonical *c)
{
    free(c->stack);
    free(c->parent);
    free(c->frame_of);
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
    if (good)
        return number;
    free(number);
    return NULL;
}
