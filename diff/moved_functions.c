/*
 * moved_functions.c - pairs functions that stand at other places on both sides, and gives each pair one name.
 *
 *     name                       file         function   line   column   sides
 *     words (/srv/a.js:2:15)     /srv/a.js    words         2       15   IN_BASE
 *     words (/srv/a.js:3:15)     /srv/a.js    words         3       15   IN_NEW
 *
 * Names are looked at in byte order, and ids are given in that order: what is paired does not depend on the order of
 * the input.
 *
 * Functions at other lines of their file, and files at other paths, are the same functions.
 *
 *     base                        new
 *     words (/srv/a.js:2:15)      words (/srv/a.js:3:15)        a line was added above it
 *     words (/ci/1/a.js:2:15)     words (/ci/2/a.js:2:15)       the file lies elsewhere
 *
 * A function is known by its name and its file. Where several functions of a file have one name, as anonymous ones
 * do, they are paired by position: first where the other functions of the file show by how many lines it moved, then
 * in their order. A name without a column holds the line that ran, and not the line of the function: named functions
 * lose that line. A file that only base has is paired with a file that only new has if both have the same functions.
 */
#include "diff/diff.h"
#include "diff/moves.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/fail.h"
#include "base/name_place.h"
#include "model/tree/canonical.h"

/*
 * ---- the functions of one file: those of base are paired with those of new ----
 *
 *     base              new
 *     f          2:15   f          3:15      once on both sides: it is the same, and moved by 1
 *     (anonymous) 4:5   (anonymous) 5:5      where a move by 1 puts it
 *     (anonymous) 6:5   (anonymous) 9:7      the next one that is left
 *
 * A function that is once in its file on both sides is an anchor: those behind it moved as it did. A file without
 * anchors has one move, which suits most of its functions; of equal ones the smallest.
 */

typedef struct function_line {
    uint32_t function;     /* an id */
    uint32_t line, column; /* column 0: not known */
    bool in_base, in_new;
    size_t becomes; /* result, where in_base: index of its partner in all[]; SIZE_MAX: none */
} function_line;

#define NONE       SIZE_MAX
#define MOST_MOVES ((size_t)1 << 20) /* that are tried in a file without anchors */
#define MOST_TESTS ((size_t)1 << 26) /* of two functions of it, for those of one column */

typedef struct anchor {
    uint32_t line;
    int64_t move;
} anchor;

typedef struct one_file {
    function_line *all;
    size_t n;
    bool *taken; /* by place: it is one that a function of base has become */
    anchor *anchors;
    size_t n_anchors;
} one_file;

static size_t same_function_end(const one_file *f, size_t from)
{
    size_t to = from;

    while (to < f->n && f->all[to].function == f->all[from].function)
        to++;
    return to;
}

/* ---- anchors ---- */

/* The only one of a side; NONE: there are none, or several. */
static size_t only_one(const one_file *f, size_t from, size_t to, bool base)
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

    return fr_compare(x->line, y->line);
}

static void find_anchors(one_file *f)
{
    for (size_t at = 0, end; at < f->n; at = end) {
        size_t base, new_;
        end = same_function_end(f, at);
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

/* Lists the moves of each function to each of its name in the same column. */
static size_t list_moves(const one_file *f, int64_t *moves)
{
    size_t n = 0, tests = 0;

    for (size_t at = 0, end; at < f->n; at = end) {
        end = same_function_end(f, at);
        for (size_t i = at; i < end; i++)
            for (size_t j = at;
                 f->all[i].in_base && j < end && n < MOST_MOVES && tests++ < MOST_TESTS; j++)
                if (f->all[j].in_new && f->all[j].column == f->all[i].column)
                    moves[n++] = (int64_t)f->all[j].line - f->all[i].line;
    }
    return n;
}

/* Returns the move that is there most often. */
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

static bool guess_anchor(one_file *f)
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

/* Returns where a line of base is in new, as the last anchor before it tells. */
static int64_t expected_line(const one_file *f, uint32_t line)
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

static void take_pair(one_file *f, size_t base, size_t new_)
{
    f->all[base].becomes = new_;
    f->taken[new_] = true;
}

/* The place of new from `from` on that stands where this one is expected. */
static size_t find_expected(const one_file *f, const function_line *base, size_t from, size_t to)
{
    int64_t line = expected_line(f, base->line);
    size_t low = from, high = to; /* the first at that place or behind it */

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const function_line *at = &f->all[middle];
        if (at->line < line || (at->line == line && at->column < base->column))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < to && f->all[low].line == line && f->all[low].column == base->column; low++)
        if (f->all[low].in_new)
            return low;
    return NONE;
}

/* Pairs, in order, the functions that stand where they are expected. */
static void pair_expected(one_file *f, size_t from, size_t to)
{
    size_t next = from;

    for (size_t i = from; i < to; i++) {
        size_t at = f->all[i].in_base ? find_expected(f, &f->all[i], next, to) : NONE;
        if (at == NONE)
            continue;
        take_pair(f, i, at);
        next = at + 1;
    }
}

/* Pairs what is left between two pairs, one after the other. */
static void pair_rest(one_file *f, size_t from, size_t to)
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
            take_pair(f, i, j++);
    }
}

/* all[]: the functions of a file, sorted by function, line and column. Each one of new is the partner of at
 * most one of base. False when memory ran out. */
static bool pair_lines(function_line *all, size_t n)
{
    one_file f = {.all = all, .n = n};
    bool good;

    f.taken = calloc(n + 1, sizeof *f.taken);
    f.anchors = calloc(n + 1, sizeof *f.anchors);
    good = f.taken && f.anchors;
    if (good)
        find_anchors(&f);
    if (good && !f.n_anchors)
        good = guess_anchor(&f);
    if (good) {
        for (size_t i = 0; i < f.n; i++)
            f.all[i].becomes = NONE;
        for (size_t at = 0, end; at < f.n; at = end) {
            end = same_function_end(&f, at);
            pair_expected(&f, at, end);
            pair_rest(&f, at, end);
        }
    }
    free(f.taken);
    free(f.anchors);
    return good;
}

/* ---- places ---- */

enum { IN_BASE = 1, IN_NEW = 2 };

/* A name that holds a place. */
typedef struct moved_place {
    uint32_t name;           /* of fr_moves.names */
    uint32_t file, function; /* of fr_moves.made */
    uint32_t line, column;
    uint32_t rank; /* of the name in byte order */
    uint8_t sides;
    bool anonymous;
    bool by_other; /* a place of new that one of base has become: another than that of its name */
} moved_place;

typedef struct file_move {
    uint32_t from, to, rename; /* of fr_moves.made */
} file_move;

static bool collect_names(fr_moves *m, const fr_run *runs, size_t n_base, size_t n)
{
    size_t n_frames = 0;

    for (size_t r = 0; r < n; r++)
        n_frames += runs[r].profile->n_frames;
    m->names = fr_names_new();
    m->made = fr_names_new();
    m->sides = calloc(n_frames + 1, sizeof *m->sides);
    if (!m->names || !m->made || !m->sides)
        return false;
    for (size_t r = 0; r < n; r++)
        for (uint32_t f = 1; f < runs[r].profile->n_frames; f++) {
            uint32_t id = fr_names_add(m->names, fr_frame_name(runs[r].profile, f));
            if (id == FR_NO_ID)
                return false;
            m->sides[id] |= r < n_base ? IN_BASE : IN_NEW;
        }
    m->n_names = fr_names_count(m->names);
    for (int side = 0; side < 2; side++)
        m->as[side] = calloc(m->n_names, sizeof *m->as[side]);
    m->places = calloc(m->n_names, sizeof *m->places);
    m->lines = calloc(m->n_names, sizeof *m->lines);
    return m->as[0] && m->as[1] && m->places && m->lines;
}

/* Adds the place of a name, if it holds one. */
static bool parse_name(fr_moves *m, uint32_t id, uint32_t rank, fr_renames *renames,
                       fr_arena *arena, fr_error *err)
{
    fr_bytes name = fr_names_at(m->names, id), renamed;
    fr_error failure = {0};
    fr_name_place found;
    moved_place at = {.name = id, .rank = rank, .sides = m->sides[id]};

    if (renames && fr_renames_apply(renames, name, arena, &renamed, &failure))
        name = renamed;
    if (failure.code != FR_OK)
        return fr_fail_copy(err, &failure);
    if (!fr_name_place_find(name, &found))
        return true;
    at.file = fr_names_add(m->made, found.file);
    at.function = fr_names_add(m->made, found.function);
    at.line = found.line;
    at.column = found.column;
    at.anonymous = fr_name_place_is_anonymous(&found);
    if (at.file == FR_NO_ID || at.function == FR_NO_ID)
        return fr_fail_memory(err);
    m->places[m->n_places++] = at;
    return true;
}

/* Renaming may give a name its place. */
static bool may_hold_places(const fr_moves *m, const fr_renames *renames)
{
    fr_name_place found;

    for (uint32_t id = 0; id < m->n_names; id++)
        if (renames || fr_name_place_find(fr_names_at(m->names, id), &found))
            return true;
    return false;
}

static bool parse_names(fr_moves *m, fr_renames *renames, fr_error *err)
{
    if (!may_hold_places(m, renames))
        return true;
    uint32_t *rank = fr_ranks_new(m->names), *order = calloc(m->n_names, sizeof *order);
    fr_arena arena = {0};
    bool good = (rank && order) || fr_fail_memory(err);

    for (uint32_t id = 0; good && id < m->n_names; id++)
        order[rank[id]] = id;
    for (uint32_t i = 0; good && i < m->n_names; i++) {
        good = parse_name(m, order[i], i, renames, &arena, err);
        fr_arena_reset(&arena);
    }
    free(rank);
    free(order);
    return good;
}

#define GONE ", gone"

void fr_moves_free(fr_moves *m)
{
    if (!m)
        return;
    fr_names_free(m->names);
    fr_names_free(m->made);
    free(m->sides);
    free(m->as[0]);
    free(m->as[1]);
    free(m->places);
    free(m->lines);
    free(m->files);
    free(m);
}

/* ---- files that moved ---- */

/* Fills list with the named functions of files that this side alone has. */
static size_t lone_functions(const fr_moves *m, const uint8_t *file_sides, uint8_t side,
                             fr_file_function *list)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_places; i++) {
        const moved_place *at = &m->places[i];
        if (file_sides[at->file] == side && !at->anonymous)
            list[n++] = (fr_file_function){at->file, at->function};
    }
    return n;
}

static bool take_file_moves(fr_moves *m, const uint32_t *to)
{
    uint32_t n = fr_names_count(m->made);

    m->files = calloc((size_t)n + 1, sizeof *m->files);
    for (uint32_t file = 0; m->files && file < n; file++) {
        file_move move = {file, to[file], 0};
        if (!to[file])
            continue;
        move.rename = fr_moved_files_rename(m->made, file, to[file]);
        if (move.rename == FR_NO_ID)
            return false;
        m->files[m->n_files++] = move;
    }
    for (size_t i = 0; i < m->n_places; i++)
        if (to[m->places[i].file])
            m->places[i].file = to[m->places[i].file];
    return m->files != NULL;
}

static bool find_file_moves(fr_moves *m)
{
    uint32_t n = fr_names_count(m->made), *to = calloc((size_t)n + 1, sizeof *to);
    uint8_t *sides = calloc((size_t)n + 1, sizeof *sides);
    fr_file_function *base = calloc(2 * (m->n_places + 1), sizeof *base);
    fr_file_function *new_ = base + m->n_places + 1;
    bool good = to && sides && base;

    for (size_t i = 0; good && i < m->n_places; i++)
        sides[m->places[i].file] |= m->places[i].sides;
    if (good) {
        size_t n_base = lone_functions(m, sides, IN_BASE, base);
        size_t n_new = lone_functions(m, sides, IN_NEW, new_);
        good = fr_moved_files_find(m->made, base, n_base, new_, n_new, to, &m->are_all) &&
               take_file_moves(m, to);
    }
    free(to);
    free(sides);
    free(base);
    return good;
}

/* ---- functions that moved ---- */

static int by_place(const void *a, const void *b)
{
    const moved_place *x = a, *y = b;

    return x->file != y->file           ? fr_compare(x->file, y->file)
           : x->function != y->function ? fr_compare(x->function, y->function)
           : x->line != y->line         ? fr_compare(x->line, y->line)
           : x->column != y->column     ? fr_compare(x->column, y->column)
                                        : fr_compare(x->rank, y->rank);
}

static bool call(fr_moves *m, int side, uint32_t name, fr_bytes as)
{
    uint32_t id = fr_names_add(m->made, as);

    if (id != FR_NO_ID)
        m->as[side][name] = id;
    return id != FR_NO_ID;
}

/* "f (/srv/a.js:5:3)" of base is gone, and another function has that place in new. */
static bool keep_apart(fr_moves *m, size_t from, size_t to)
{
    fr_arena arena = {0};
    bool good = true;

    for (size_t i = from; i < to && good; i++) {
        const moved_place *at = &m->places[i];
        fr_bytes name = fr_names_at(m->names, at->name);
        char *text;
        if (!(at->sides & IN_BASE) || !at->by_other || m->as[0][at->name])
            continue;
        text = fr_arena_take(&arena, name.len + sizeof GONE);
        if (text) {
            memcpy(text, name.at, name.len);
            memcpy(text + name.len, GONE, sizeof GONE);
        }
        good = text && call(m, 0, at->name, fr_bytes_of(text));
    }
    fr_arena_reset(&arena);
    return good;
}

/* Lines that ran do not tell functions apart: all of the function become one. */
static bool join_lines(fr_moves *m, size_t from, size_t to)
{
    fr_name_place whole = {fr_names_at(m->made, m->places[from].function),
                           fr_names_at(m->made, m->places[from].file), 0, 0};
    fr_arena arena = {0};
    fr_bytes text = fr_name_place_spell(&whole, &arena);
    bool good = text.at != NULL;

    for (size_t i = from; i < to && good; i++) {
        uint32_t name = m->places[i].name;
        m->n_moved += (m->places[i].sides & IN_BASE) && !m->as[0][name];
        good = call(m, 0, name, text) && call(m, 1, name, text);
    }
    fr_arena_reset(&arena);
    return good;
}

static bool pair_file(fr_moves *m, size_t from, size_t to)
{
    bool good;

    for (size_t i = from; i < to; i++) {
        const moved_place *at = &m->places[i];
        m->lines[i - from] = (function_line){at->function,        at->line,           at->column,
                                             at->sides & IN_BASE, at->sides & IN_NEW, 0};
    }
    good = pair_lines(m->lines, to - from);
    for (size_t i = from; i < to && good; i++) {
        size_t becomes = m->lines[i - from].becomes;
        moved_place *new_ = becomes == NONE ? &m->places[i] : &m->places[from + becomes];
        if (new_->name == m->places[i].name)
            continue;
        new_->by_other = true;
        m->n_moved++;
        good = call(m, 0, m->places[i].name, fr_names_at(m->names, new_->name));
    }
    return good && keep_apart(m, from, to);
}

/* Functions of both sides whose lines are those that ran are joined, as these tell nothing; what they were paired with
 * before does not count. */
static bool settle_file(fr_moves *m, size_t from, size_t to)
{
    bool good = pair_file(m, from, to);

    for (size_t at = from, end; at < to && good; at = end) {
        uint8_t sides = 0;
        bool columns = true;
        for (end = at; end < to && m->places[end].function == m->places[at].function; end++) {
            sides |= m->places[end].sides;
            columns = columns && m->places[end].column;
        }
        if (!columns && !m->places[at].anonymous && end - at > 1 && sides == (IN_BASE | IN_NEW))
            good = join_lines(m, at, end);
    }
    return good;
}

static bool settle_all(fr_moves *m)
{
    bool good = true;

    if (m->n_places)
        qsort(m->places, m->n_places, sizeof *m->places, by_place);
    for (size_t from = 0, to; from < m->n_places && good; from = to) {
        to = from;
        while (to < m->n_places && m->places[to].file == m->places[from].file)
            to++;
        good = settle_file(m, from, to);
    }
    return good;
}

/* ---- all of it ---- */

fr_moves *fr_moves_find(const fr_run *runs, size_t n_base, size_t n, fr_renames *renames,
                        fr_error *err)
{
    fr_moves *m = calloc(1, sizeof *m);
    bool good = m ? (collect_names(m, runs, n_base, n) || fr_fail_memory(err)) &&
                        parse_names(m, renames, err)
                  : fr_fail_memory(err);

    if (good && !(find_file_moves(m) && settle_all(m)))
        good = fr_fail_memory(err);
    if (good)
        return m;
    fr_moves_free(m);
    return NULL;
}

fr_bytes fr_moves_name(const fr_moves *m, bool is_new, fr_bytes name)
{
    uint32_t id = fr_names_find(m->names, name);

    if (id == FR_NO_ID || !m->as[is_new][id])
        return name;
    return fr_names_at(m->made, m->as[is_new][id]);
}

void fr_moves_file(const fr_moves *m, size_t index, fr_bytes *from, fr_bytes *to, fr_bytes *rename)
{
    *from = fr_names_at(m->made, m->files[index].from);
    *to = fr_names_at(m->made, m->files[index].to);
    *rename = fr_names_at(m->made, m->files[index].rename);
}
