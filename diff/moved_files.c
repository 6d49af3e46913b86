/*
 * moved_files.c - files are matched by the functions that they share, most first; paths decide between equals.
 *
 * A profile shows some of the functions of a file only. So half of those of the file with fewer must be
 * in the other: one at least where both files have one name, else two.
 */
#include "diff/diff_types.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/sentence.h"

#define MOST_TESTS (UINT64_C(1) << 24) /* of a file with a file */

typedef struct group {
    uint32_t file;
    const fr_file_function *functions;
    size_t n;
} group;

typedef struct match {
    const group *base, *new_;
    size_t shared;
    bool same_name;
} match;

static int by_file_and_function(const void *a, const void *b)
{
    const fr_file_function *x = a, *y = b;

    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

/* The functions by file; malloc'ed. */
static group *make_groups(fr_file_function *list, size_t n, size_t *n_groups)
{
    group *groups = malloc((n + 1) * sizeof *groups);
    size_t kept = 0; /* each once */

    if (n)
        qsort(list, n, sizeof *list, by_file_and_function);
    *n_groups = 0;
    for (size_t i = 0; groups && i < n; i++) {
        if (kept && by_file_and_function(&list[kept - 1], &list[i]) == 0)
            continue;
        list[kept] = list[i];
        if (!*n_groups || groups[*n_groups - 1].file != list[i].file)
            groups[(*n_groups)++] = (group){list[i].file, &list[kept], 0};
        groups[*n_groups - 1].n++;
        kept++;
    }
    return groups;
}

static size_t count_shared(const group *a, const group *b)
{
    size_t n = 0;

    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint32_t x = a->functions[i].function, y = b->functions[j].function;
        n += x == y;
        i += x <= y;
        j += y <= x;
    }
    return n;
}

static fr_bytes base_of(fr_bytes path)
{
    size_t i = path.len;

    while (i > 0 && path.at[i - 1] != '/')
        i--;
    return (fr_bytes){path.at + i, path.len - i};
}

typedef struct matches {
    match *items;
    size_t n, cap;
} matches;

/* False when memory ran out. */
static bool add_match(matches *all, const fr_names *names, const group *base, const group *new_)
{
    match m = {base, new_, count_shared(base, new_), false};
    size_t fewer = base->n < new_->n ? base->n : new_->n;
    match *items;

    m.same_name = fr_bytes_equal(base_of(fr_names_at(names, base->file)),
                                 base_of(fr_names_at(names, new_->file)));
    if (m.shared < (m.same_name ? 1u : 2u) || 2 * m.shared < fewer)
        return true;
    items = fr_grow(all->items, &all->cap, all->n + 1, sizeof *items);
    if (!items)
        return false;
    all->items = items;
    items[all->n++] = m;
    return true;
}

/* Equal matches are in the order of ids. */
static int by_strength(const void *a, const void *b)
{
    const match *x = a, *y = b;

    if (x->same_name != y->same_name)
        return x->same_name ? -1 : 1;
    if (x->shared != y->shared)
        return x->shared > y->shared ? -1 : 1;
    if (x->base->file != y->base->file)
        return x->base->file < y->base->file ? -1 : 1;
    return (x->new_->file > y->new_->file) - (x->new_->file < y->new_->file);
}

static bool match_groups(const fr_names *names, const group *base, size_t n_base, const group *new_,
                         size_t n_new, matches *all)
{
    bool good = true;

    if ((uint64_t)n_base * n_new > MOST_TESTS)
        return true;
    for (size_t i = 0; i < n_base && good; i++)
        for (size_t j = 0; j < n_new && good; j++)
            good = add_match(all, names, &base[i], &new_[j]);
    if (all->n)
        qsort(all->items, all->n, sizeof *all->items, by_strength);
    return good;
}

/* Each file meets one. */
static bool accept(const fr_names *names, const matches *all, uint32_t *to)
{
    bool *taken = calloc((size_t)fr_names_count(names) + 1, sizeof *taken);

    for (size_t i = 0; taken && i < all->n; i++) {
        uint32_t from = all->items[i].base->file, file = all->items[i].new_->file;
        if (to[from] || taken[file])
            continue;
        to[from] = file;
        taken[file] = true;
    }
    free(taken);
    return taken != NULL;
}

bool fr_moved_files_find(const fr_names *names, fr_file_function *base, size_t n_base,
                         fr_file_function *new_, size_t n_new, uint32_t *to)
{
    size_t n_from, n_to;
    group *from = make_groups(base, n_base, &n_from), *files = make_groups(new_, n_new, &n_to);
    matches all = {0};
    bool good = from && files && match_groups(names, from, n_from, files, n_to, &all) &&
                accept(names, &all, to);

    free(from);
    free(files);
    free(all.items);
    return good;
}

/* ---- in words ---- */

/* The length of the end that both have, from a slash on. */
static size_t common_end(fr_bytes a, fr_bytes b)
{
    size_t n = 0, whole = 0;

    while (n < a.len && n < b.len && a.at[a.len - 1 - n] == b.at[b.len - 1 - n]) {
        n++;
        if (a.at[a.len - n] == '/')
            whole = n;
    }
    return whole ? whole - 1 : 0;
}

/* A sign that is in neither part: NUL where all are. */
static char separator_of(fr_bytes a, fr_bytes b)
{
    const char *signs = "|,#:@~";

    while (*signs && (memchr(a.at, *signs, a.len) || memchr(b.at, *signs, b.len)))
        signs++;
    return *signs;
}

/* "$1" and "\\1" of a replacement are what a group has found; nothing says them as they stand. */
static bool is_plain(fr_bytes text)
{
    for (size_t i = 0; i + 1 < text.len; i++) {
        bool digit = text.at[i + 1] >= '0' && text.at[i + 1] <= '9';
        if ((text.at[i] == '$' && (digit || text.at[i + 1] == '{')) ||
            (text.at[i] == '\\' && digit))
            return false;
    }
    return true;
}

/* Within single quotes of a shell. */
static void put_quoted(fr_output *out, char c)
{
    if (c == '\'')
        fr_put_text(out, "'\\''");
    else
        fr_put_char(out, c);
}

static void put_rename(fr_output *out, fr_bytes a, fr_bytes b, char separator)
{
    fr_put_char(out, separator);
    for (size_t i = 0; i < a.len; i++) {
        if (memchr(".[](){}+*?^$|\\", a.at[i], 14)) /* a sign of expressions */
            fr_put_char(out, '\\');
        put_quoted(out, a.at[i]);
    }
    fr_put_char(out, separator);
    for (size_t i = 0; i < b.len; i++)
        put_quoted(out, b.at[i]);
    fr_put_char(out, separator);
    fr_put_char(out, '\'');
}

uint32_t fr_moved_files_rename(fr_names *names, uint32_t from, uint32_t to)
{
    fr_bytes a = fr_names_at(names, from), b = fr_names_at(names, to);
    size_t end = common_end(a, b), len = 0;
    fr_bytes old = {a.at, a.len - end}, new_ = {b.at, b.len - end};
    char separator = separator_of(old, new_);
    bool can = separator && is_plain(new_);
    fr_output *out = fr_sentence(can ? "--rename 's" : "no --rename says it");
    const char *text;
    uint32_t id;

    if (can)
        put_rename(out, old, new_, separator);
    text = fr_output_bytes(out, &len);
    id = text ? fr_names_add(names, (fr_bytes){text, len}) : FR_NO_ID;
    fr_output_free(out);
    return id;
}
