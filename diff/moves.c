/* moves.c - from names with places (moved_places.h) to what they are called on both sides. */
#include "diff/moves.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/name_place.h"
#include "diff/moved_files.h"
#include "diff/moved_lines.h"
#include "diff/moved_places.h"

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

/* ---------------------------------------------------------------- files that moved */

/* Fills list with the named functions of files that this side alone has. */
static size_t lone_functions(const fr_moves *m, const uint8_t *file_sides, uint8_t side,
                             fr_file_function *list)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_places; i++) {
        const fr_moved_place *at = &m->places[i];
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
        good =
            fr_moved_files_find(m->made, base, n_base, new_, n_new, to) && take_file_moves(m, to);
    }
    free(to);
    free(sides);
    free(base);
    return good;
}

/* ---------------------------------------------------------------- functions that moved */

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int by_function(const void *a, const void *b)
{
    const fr_moved_place *x = a, *y = b;
    int file = compare(x->file, y->file), function = compare(x->function, y->function);

    return file ? file : function;
}

static int by_place(const void *a, const void *b)
{
    const fr_moved_place *x = a, *y = b;
    int function = by_function(a, b), line = compare(x->line, y->line);

    if (function || line)
        return function ? function : line;
    return x->column != y->column ? compare(x->column, y->column) : compare(x->rank, y->rank);
}

static size_t function_end(const fr_moves *m, size_t from, size_t to)
{
    size_t end = from;

    while (end < to && m->places[end].function == m->places[from].function)
        end++;
    return end;
}

static bool call(fr_moves *m, int side, uint32_t name, fr_bytes as)
{
    uint32_t id = fr_names_add(m->made, as);

    if (id != FR_NO_ID)
        m->as[side][name] = id;
    return id != FR_NO_ID;
}

static bool pair(fr_moves *m, const fr_moved_place *base, fr_moved_place *new_)
{
    if (base->name == new_->name)
        return true;
    new_->by_other = true;
    m->n_moved++;
    return call(m, 0, base->name, fr_names_at(m->names, new_->name));
}

/* "f (/srv/a.js:5:3)" of base is gone, and another function has that place in new. */
static bool keep_apart(fr_moves *m, size_t from, size_t to)
{
    fr_arena arena = {0};
    bool good = true;

    for (size_t i = from; i < to && good; i++) {
        const fr_moved_place *at = &m->places[i];
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

/* Lines that ran: all of the function are one. */
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

/* Whether the function at from..to is one whose lines are those that ran. */
static bool has_lines_that_ran(const fr_moves *m, size_t from, size_t to)
{
    bool columns = true;

    for (size_t i = from; i < to; i++)
        columns = columns && m->places[i].column;
    return !columns && !m->places[from].anonymous && to - from > 1;
}

static bool is_on_both(const fr_moves *m, size_t from, size_t to)
{
    uint8_t sides = 0;

    for (size_t i = from; i < to; i++)
        sides |= m->places[i].sides;
    return sides == (IN_BASE | IN_NEW);
}

static bool pair_file(fr_moves *m, size_t from, size_t to)
{
    bool good;

    for (size_t i = from; i < to; i++) {
        const fr_moved_place *at = &m->places[i];
        m->lines[i - from] = (fr_function_line){at->function,        at->line,           at->column,
                                                at->sides & IN_BASE, at->sides & IN_NEW, 0};
    }
    good = fr_moved_lines_find(m->lines, to - from);
    for (size_t i = from; i < to && good; i++)
        if (m->lines[i - from].becomes != SIZE_MAX)
            good = pair(m, &m->places[i], &m->places[from + m->lines[i - from].becomes]);
    return good && keep_apart(m, from, to);
}

/* Functions whose lines tell nothing are joined; what they were paired with before does not count. */
static bool settle_file(fr_moves *m, size_t from, size_t to)
{
    bool good = pair_file(m, from, to);

    for (size_t at = from, end; at < to && good; at = end) {
        end = function_end(m, at, to);
        if (has_lines_that_ran(m, at, end) && is_on_both(m, at, end))
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

/* ---------------------------------------------------------------- all of it */

fr_moves *fr_moves_find(const fr_run *runs, size_t n_base, size_t n, fr_renames *renames,
                        fr_error *err)
{
    fr_moves *m = calloc(1, sizeof *m);
    bool good = m ? fr_moved_places_find(m, runs, n_base, n, renames, err) : fr_fail_memory(err);

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

size_t fr_moves_count(const fr_moves *m)
{
    return m->n_moved;
}

size_t fr_moves_files(const fr_moves *m)
{
    return m->n_files;
}

void fr_moves_file(const fr_moves *m, size_t index, fr_bytes *from, fr_bytes *to, fr_bytes *rename)
{
    *from = fr_names_at(m->made, m->files[index].from);
    *to = fr_names_at(m->made, m->files[index].to);
    *rename = fr_names_at(m->made, m->files[index].rename);
}
