/*
 * tree_still.c - rows of a still, which nobody can scroll or zoom: chains of callees are folded, and rows far from the
 * root cut, so that the picture has the height that it is to have.
 *
 *     main 90                               main 90
 *     run 90                                run > 2 more > step 90       four frames with nothing but their callee
 *     loop 90               ->              parse 60      write 30
 *     turn 90
 *     step 90
 *     parse 60      write 30
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/short_name.h"
#include "render/change_words.h"
#include "render/layout/tree_boxes.h"
#include "render/measure.h"

#define LEAST_CHAIN 4 /* frames */
#define ENOUGH_PPM  950000
#define GONE        UINT32_MAX

/* ---- boxes that go ---- */

/* Drops the boxes whose `to` is not their own index; children of what is dropped become those of `to`. */
static void drop_boxes(fr_scene *s, uint32_t *to)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_boxes; i++) {
        fr_box box = s->boxes[i];
        if (to[i] != i) {
            s->n_rests -= box.rest;
            to[i] = to[i] == GONE ? GONE : to[to[i]];
            continue;
        }
        box.parent = i ? to[box.parent] : 0;
        s->boxes[n] = box;
        if (s->sides)
            s->sides->boxes[n] = s->sides->boxes[i];
        to[i] = (uint32_t)n++;
    }
    s->n_boxes = n;
    if (s->sides)
        s->sides->n_boxes = n;
}

static void find_deepest(fr_tree_boxes *t)
{
    t->deepest = 0;
    for (size_t i = 0; i < t->scene->n_boxes; i++) {
        uint32_t last = (uint32_t)t->scene->boxes[i].row + t->scene->boxes[i].more_rows;
        t->deepest = last > t->deepest ? last : t->deepest;
    }
}

/* ---- chains ---- */

/* A frame of a chain looks as the one before it: a differential keeps what changed apart from what did not. */
static bool looks_alike(const fr_scene *s, const fr_box *a, const fr_box *b)
{
    return s->sides ? a->fill == b->fill && a->marks == b->marks
                    : s->fills[a->fill].entry == s->fills[b->fill].entry;
}

/* Returns true if `child` has all of its parent's value but `slack`, and more than three quarters. */
static bool goes_on(const fr_scene *s, uint32_t child, int64_t slack)
{
    const fr_box *box = &s->boxes[child], *parent = &s->boxes[box->parent];

    return box->parent && !box->rest && box->total >= parent->total - slack &&
           (fr_i128)box->total * 4 > (fr_i128)parent->total * 3;
}

static fr_scene_chain chain_of(const fr_scene *s, uint32_t box)
{
    const fr_box *b = &s->boxes[box];

    return b->chain ? s->chains[b->chain - 1]
                    : (fr_scene_chain){.n = 1, .first = b->name, .last = b->name};
}

/* "run > 2 more > step" */
static const char *name_chain(fr_scene *s, const fr_scene_chain *chain)
{
    return fr_scene_say(s, "{}" FR_CHAIN_STEP "{} more" FR_CHAIN_STEP "{}", chain->first,
                        fr_as_digits(chain->n - 2), chain->last);
}

/* The first of these words that fit, after the sign of a differential. */
static const char *label_chain(fr_tree_boxes *t, const fr_box *box, const fr_change *change)
{
    static const size_t most[] = {80, 24, 12, 0};
    bool signs = change && change->seen && change->points;
    char to[FR_NUMBER_MAX];
    const char *sign = signs ? fr_format_sign(to, t->scene->sides, change, false) : "";
    int32_t room = fr_box_painted_width(box) - FR_LABEL_PAD - FR_LABEL_RIGHT;
    char words[400], text[480];

    if (!fr_row_holds_labels((int32_t)t->opt->row_height_px, t->scene->label_size))
        return NULL;
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        fr_chain_words(t->scene, box, most[i], words, sizeof words);
        snprintf(text, sizeof text, "%.60s%s%s", sign, signs ? " " : "", words);
        if (fr_text_width(fr_bytes_of(text), t->scene->label_size, false) <= room)
            return fr_scene_keep(t->scene, fr_bytes_of(text));
    }
    return NULL;
}

/* Folds the chain from `head` to `last` into `head`. */
static void fold_chain(fr_tree_boxes *t, uint32_t head, uint32_t last, const uint32_t *next,
                       uint32_t *to)
{
    fr_scene *s = t->scene;
    fr_scene_chain chain = chain_of(s, head);
    fr_box *box = &s->boxes[head];
    bool by_self = s->sides && s->sides->by_self;

    for (uint32_t i = head; i != last;) {
        i = next[i];
        fr_scene_chain more = chain_of(s, i);
        chain.n += more.n;
        chain.last = more.last;
        box->self += s->boxes[i].self;
        box->n_hidden += s->boxes[i].n_hidden;
        to[i] = head;
    }
    if (!box->chain) {
        fr_scene_chain *chains =
            fr_grow(s->chains, &s->cap_chains, (size_t)s->n_chains + 1, sizeof *chains);
        if (!chains) {
            s->failed = true;
            return;
        }
        s->chains = chains;
        box->chain = ++s->n_chains;
    }
    s->chains[box->chain - 1] = chain;
    box->name = name_chain(s, &chain);
    box->label = label_chain(t, box,
                             !s->sides ? NULL
                             : by_self ? &s->sides->boxes[head].self
                                       : &s->sides->boxes[head].total);
}

/* Follows the chain from `head`; returns its last frame that has a callee in it, and how many frames that makes. */
static uint32_t follow(const fr_scene *s, uint32_t head, const uint32_t *next, size_t *n)
{
    uint32_t last = head;

    *n = chain_of(s, head).n;
    for (uint32_t i = next[head]; i != GONE && next[i] != GONE; i = next[i]) {
        if (!looks_alike(s, &s->boxes[head], &s->boxes[i]))
            break;
        *n += chain_of(s, i).n;
        last = i;
    }
    return last;
}

/* Folds four and more frames each of which has all but `slack` of its value in one callee. */
static void fold_chains(fr_tree_boxes *t, int64_t slack)
{
    fr_scene *s = t->scene;
    uint32_t *next = malloc((s->n_boxes + 1) * sizeof *next),
             *to = malloc((s->n_boxes + 1) * sizeof *to);

    if (!next || !to) {
        s->failed = true;
    } else {
        for (uint32_t i = 0; i < s->n_boxes; i++) {
            next[i] = GONE;
            to[i] = i;
        }
        for (uint32_t i = 1; i < s->n_boxes; i++)
            if (goes_on(s, i, slack))
                next[s->boxes[i].parent] = i;
        for (uint32_t i = 1; i < s->n_boxes && !s->failed; i++) {
            if (to[i] != i || s->boxes[i].rest || next[i] == GONE)
                continue;
            size_t n;
            uint32_t last = follow(s, i, next, &n);
            if (n >= LEAST_CHAIN && last != i)
                fold_chain(t, i, last, next, to);
        }
        drop_boxes(s, to);
        for (size_t i = 1; i < s->n_boxes; i++)
            s->boxes[i].row = (uint16_t)(s->boxes[s->boxes[i].parent].row +
                                         s->boxes[s->boxes[i].parent].more_rows + 1);
        find_deepest(t);
    }
    free(next);
    free(to);
}

/* ---- rows that are cut ---- */

/* Returns how much self is in the first `rows` rows, of `*all`. */
static int64_t self_within(const fr_scene *s, uint32_t rows, int64_t *all)
{
    int64_t kept = 0;

    *all = 0;
    for (size_t i = 0; i < s->n_boxes; i++) {
        *all += s->boxes[i].self;
        kept += s->boxes[i].row < rows ? s->boxes[i].self : 0;
    }
    return kept;
}

static void cut_rows(fr_tree_boxes *t, uint32_t rows)
{
    fr_scene *s = t->scene;
    int64_t all;

    if (rows > t->deepest)
        return;
    uint32_t *to = malloc((s->n_boxes + 1) * sizeof *to);
    if (!to) {
        s->failed = true;
        return;
    }
    s->n_rows_cut += t->deepest + 1 - rows;
    s->kept_self = self_within(s, rows, &all);
    s->cut_self += all - s->kept_self;
    for (uint32_t i = 0; i < s->n_boxes; i++) {
        fr_box *box = &s->boxes[i];
        to[i] = box->row < rows ? i : GONE;
        if (to[i] == GONE && s->boxes[box->parent].row < rows)
            s->boxes[box->parent].n_hidden++;
        if (box->row < rows && box->row + box->more_rows >= rows)
            box->more_rows = (uint16_t)(rows - 1 - box->row);
    }
    drop_boxes(s, to);
    find_deepest(t);
    free(to);
}

/* Returns the row after the last one with a change that is shown. */
static uint32_t rows_to_change(const fr_scene *s)
{
    uint32_t rows = 1;

    for (size_t i = 0; i < s->n_boxes; i++) {
        const fr_box_change *c = &s->sides->boxes[i];
        if ((s->sides->by_self ? c->self.seen : c->total.seen) && s->boxes[i].row >= rows)
            rows = (uint32_t)s->boxes[i].row + 1;
    }
    return rows;
}

/* ---- the height ---- */

/* Furnishes the picture, and knows what there was before that. */
typedef struct furniture {
    size_t n_texts, n_lines, n_swatches;
    void (*furnish)(void *arg);
    void *arg;
} furniture;

static void furnish_again(fr_scene *s, const furniture *f)
{
    s->n_texts = f->n_texts;
    s->n_lines = f->n_lines;
    s->n_swatches = f->n_swatches;
    f->furnish(f->arg);
}

/* Returns how many rows there may be in the height, one at least. */
static uint32_t rows_that_fit(const fr_tree_boxes *t)
{
    int32_t pitch = (int32_t)t->opt->row_height_px * FR_PX;
    int32_t over = t->scene->height - (int32_t)t->opt->max_height_px * FR_PX;
    int32_t rows = (int32_t)t->deepest + 1 - (over + pitch - 1) / pitch;

    return rows < 1 ? 1 : (uint32_t)rows;
}

static bool is_too_high(const fr_tree_boxes *t)
{
    return t->scene->height > (int32_t)t->opt->max_height_px * FR_PX;
}

/* Returns true if the rows that fit have enough of self, below the sentence that says what the others have. */
static bool keeps_enough(fr_tree_boxes *t, const furniture *f)
{
    fr_scene *s = t->scene;
    uint32_t n_rows_cut = s->n_rows_cut;
    int64_t kept_self = s->kept_self, cut_self = s->cut_self, all, kept;

    kept = self_within(s, rows_that_fit(t), &all);
    s->n_rows_cut += t->deepest + 1;
    s->kept_self = kept;
    s->cut_self += all - kept;
    furnish_again(s, f);
    kept = self_within(s, rows_that_fit(t), &all);
    s->n_rows_cut = n_rows_cut;
    s->kept_self = kept_self;
    s->cut_self = cut_self;
    furnish_again(s, f);
    return (fr_i128)kept * 1000000 >= (fr_i128)all * ENOUGH_PPM;
}

/* Frames may lose so much of the whole on the way to their callee and still be of a chain. */
static const int64_t slack_ppm[] = {0, 2000, 10000, 30000};
#define N_SLACKS (sizeof slack_ppm / sizeof *slack_ppm)

/* Folds first what loses nothing, then what loses little, and cuts last. */
static void fit_height(fr_tree_boxes *t, const furniture *f)
{
    fr_scene *s = t->scene;

    for (size_t i = 0; i < N_SLACKS; i++) {
        if (!is_too_high(t) || (i && keeps_enough(t, f)))
            break;
        fold_chains(t, (int64_t)((fr_i128)t->whole * slack_ppm[i] / 1000000));
        furnish_again(s, f);
    }
    while (is_too_high(t) && t->deepest > 0 && !s->failed) {
        cut_rows(t, rows_that_fit(t));
        furnish_again(s, f);
    }
    while (is_too_high(t) && s->spared < FR_SPARED_TITLE && !s->failed) {
        s->spared++;
        furnish_again(s, f);
    }
}

/* A terminal shows no loss under the narrowest box; where rows do not fit, chains that lose more are folded. */
static void fold_for_cells(fr_tree_boxes *t)
{
    uint32_t rows = t->opt->cell_rows;
    int64_t all;

    fold_chains(t, t->min_total - 1);
    for (size_t i = 1; i < N_SLACKS && rows && t->deepest >= rows; i++) {
        int64_t kept = self_within(t->scene, rows, &all);
        if ((fr_i128)kept * 1000000 >= (fr_i128)all * ENOUGH_PPM)
            return;
        fold_chains(t, (int64_t)((fr_i128)t->whole * slack_ppm[i] / 1000000));
    }
}

bool fr_tree_is_still(const fr_tree_boxes *t)
{
    return t->opt->cells || t->opt->fold_chains || t->opt->max_height_px ||
           (t->opt->rows_past_change && t->scene->sides);
}

bool fr_tree_still_furnish(fr_tree_boxes *t, void (*furnish)(void *arg), void *arg, fr_error *err)
{
    fr_scene *s = t->scene;
    furniture f = {s->n_texts, s->n_lines, s->n_swatches, furnish, arg};

    if (t->opt->cells)
        fold_for_cells(t);
    else if (t->opt->fold_chains)
        fold_chains(t, 0);
    if (t->opt->rows_past_change && s->sides)
        cut_rows(t, rows_to_change(s) + t->opt->rows_past_change);
    s->view.zooms = false;
    furnish(arg);
    if (!t->opt->max_height_px)
        return true;
    fit_height(t, &f);
    if (!is_too_high(t))
        return true;
    int32_t least = (s->height + FR_PX - 1) / FR_PX;
    fr_fail(err, FR_E_USAGE, 0, 0,
            "one row, its axis and its texts are %" PRId32 " px high, not %" PRIu32, least,
            t->opt->max_height_px);
    return fr_fail_hint(err, "--max-height %" PRId32 ", or a larger --width", least);
}
