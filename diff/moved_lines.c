/*
 * moved_lines.c - first by the lines that functions moved by which are known, then by order.
 *
 * A function that is once in its file on both sides is an anchor: those behind it moved as it did. A file without
 * anchors has one move, which suits most of its functions; of equal ones the smallest.
 */
#include "diff/moved_lines.h"

#include <stdlib.h>

#define NONE       SIZE_MAX
#define MOST_MOVES ((size_t)1 << 20) /* that are tried in a file without anchors */

typedef struct anchor {
    uint32_t line;
    int64_t move;
} anchor;

typedef struct file {
    fr_function_line *all;
    size_t n;
    bool *taken; /* by place: it is one that a function of base has become */
    anchor *anchors;
    size_t n_anchors;
} file;

static size_t function_end(const file *f, size_t from)
{
    size_t to = from;

    while (to < f->n && f->all[to].function == f->all[from].function)
        to++;
    return to;
}

/* ---- anchors ---- */

/* The only one of a side; NONE: there are none, or several. */
static size_t only_one(const file *f, size_t from, size_t to, bool base)
{
    size_t found = NONE;

    for (size_t i = from; i < to; i++) {
        if (base ? !f->all[i].in_base : !f->all[i].in_new)
            continue;
        if (found != NONE)
            return NONE;
        found = i;
    }
    return found;
}

static int by_line(const void *a, const void *b)
{
    const anchor *x = a, *y = b;

    return (x->line > y->line) - (x->line < y->line);
}

static void find_anchors(file *f)
{
    for (size_t at = 0, end; at < f->n; at = end) {
        size_t base, new_;
        end = function_end(f, at);
        base = only_one(f, at, end, true);
        new_ = only_one(f, at, end, false);
        if (base != NONE && new_ != NONE)
            f->anchors[f->n_anchors++] =
                (anchor){f->all[base].line, (int64_t)f->all[new_].line - f->all[base].line};
    }
    if (f->n_anchors)
        qsort(f->anchors, f->n_anchors, sizeof *f->anchors, by_line);
}

/* ---- a file without anchors ---- */

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    if (llabs(x) != llabs(y))
        return llabs(x) < llabs(y) ? -1 : 1;
    return (x > y) - (x < y);
}

/* Moves of each function to each of its name in the same column. */
static size_t list_moves(const file *f, int64_t *moves)
{
    size_t n = 0;

    for (size_t at = 0, end; at < f->n; at = end) {
        end = function_end(f, at);
        for (size_t i = at; i < end; i++)
            for (size_t j = at; f->all[i].in_base && j < end && n < MOST_MOVES; j++)
                if (f->all[j].in_new && f->all[j].column == f->all[i].column)
                    moves[n++] = (int64_t)f->all[j].line - f->all[i].line;
    }
    return n;
}

/* The one that is there most often. */
static int64_t commonest(int64_t *moves, size_t n)
{
    size_t best = 0, most = 0;

    if (n)
        qsort(moves, n, sizeof *moves, by_size);
    for (size_t from = 0, to; from < n; from = to) {
        to = from;
        while (to < n && moves[to] == moves[from])
            to++;
        if (to - from > most) {
            most = to - from;
            best = from;
        }
    }
    return most ? moves[best] : 0;
}

static bool guess_anchor(file *f)
{
    size_t room = f->n < 1024 ? f->n * f->n : MOST_MOVES;
    int64_t *moves = malloc((room + 1) * sizeof *moves);

    if (!moves)
        return false;
    f->anchors[f->n_anchors++] = (anchor){0, commonest(moves, list_moves(f, moves))};
    free(moves);
    return true;
}

/* ---- pairs ---- */

/* Where a line of base is in new, as the last anchor before it tells. */
static int64_t expected_line(const file *f, uint32_t line)
{
    size_t low = 0, high = f->n_anchors; /* the first anchor behind the line */

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->anchors[middle].line <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return line + f->anchors[low ? low - 1 : 0].move;
}

static void pair(file *f, size_t base, size_t new_)
{
    f->all[base].becomes = new_;
    f->taken[new_] = true;
}

/* The place of new from `from` on that stands where this one is expected. */
static size_t find_expected(const file *f, const fr_function_line *base, size_t from, size_t to)
{
    int64_t line = expected_line(f, base->line);

    for (size_t j = from; j < to && f->all[j].line <= line; j++)
        if (f->all[j].in_new && f->all[j].line == line && f->all[j].column == base->column)
            return j;
    return NONE;
}

/* Those that stand where they are expected, in order. */
static void pair_expected(file *f, size_t from, size_t to)
{
    size_t next = from;

    for (size_t i = from; i < to; i++) {
        size_t at = f->all[i].in_base ? find_expected(f, &f->all[i], next, to) : NONE;
        if (at == NONE)
            continue;
        pair(f, i, at);
        next = at + 1;
    }
}

/* What is left between two pairs, one after the other. */
static void pair_rest(file *f, size_t from, size_t to)
{
    size_t j = from;

    for (size_t i = from; i < to; i++) {
        if (!f->all[i].in_base)
            continue;
        if (f->all[i].becomes != NONE) {
            j = f->all[i].becomes + 1;
            continue;
        }
        while (j < to && !f->all[j].in_new)
            j++;
        if (j < to && !f->taken[j])
            pair(f, i, j++);
    }
}

static void find_pairs(file *f)
{
    for (size_t i = 0; i < f->n; i++)
        f->all[i].becomes = NONE;
    for (size_t at = 0, end; at < f->n; at = end) {
        end = function_end(f, at);
        pair_expected(f, at, end);
        pair_rest(f, at, end);
    }
}

bool fr_moved_lines_find(fr_function_line *all, size_t n)
{
    file f = {.all = all, .n = n};
    bool good;

    f.taken = calloc(n + 1, sizeof *f.taken);
    f.anchors = calloc(n + 1, sizeof *f.anchors);
    good = f.taken && f.anchors;
    if (good)
        find_anchors(&f);
    if (good && !f.n_anchors)
        good = guess_anchor(&f);
    if (good)
        find_pairs(&f);
    free(f.taken);
    free(f.anchors);
    return good;
}
