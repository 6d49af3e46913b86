/*
 * moved_files.c - files are matched by the functions that they share, most first; paths decide between equals.
 *
 * A profile shows some of the functions of a file only. So half of those of the file with fewer must be
 * in the other: one at least where both files have one name, else two.
 */
#include "diff/diff.h"
#include "diff/moves.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/sentence.h"

#define MOST_TESTS   (UINT64_C(1) << 28) /* of a function in a file of base and in one of new */
#define MOST_MATCHES ((size_t)1 << 22)   /* of files, 64 MiB */

typedef struct group {
    uint32_t file;
    uint32_t base_name; /* of its path */
    const fr_file_function *functions;
    size_t n;
} group;

/* Indices of groups. */
typedef struct match {
    uint32_t base, new_;
    uint32_t shared;
} match;

static int by_file_and_function(const void *a, const void *b)
{
    const fr_file_function *x = a, *y = b;

    return x->file != y->file ? fr_compare(x->file, y->file) : fr_compare(x->function, y->function);
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
            groups[(*n_groups)++] = (group){.file = list[i].file, .functions = &list[kept]};
        groups[*n_groups - 1].n++;
        kept++;
    }
    return groups;
}

static fr_bytes base_of(fr_bytes path)
{
    size_t slash = fr_bytes_find_last(path, '/'), from = slash == path.len ? 0 : slash + 1;

    return (fr_bytes){path.at + from, path.len - from};
}

typedef struct matching {
    const fr_names *names;
    group *base, *new_;
    size_t n_base, n_new;
    size_t *first;    /* by function: its first file of new in files[] */
    uint32_t *files;  /* groups of new */
    uint32_t *shared; /* by group of new: functions that the file of base at hand has too */
    uint32_t *met;    /* groups of new that have some */
    bool *taken;      /* by group of new */
    uint64_t n_tests;
    match *items;
    size_t n, cap;
    bool same_name; /* of the pairs that are looked for */
} matching;

/* Files are told apart by the ends of their paths. False when memory ran out. */
static bool name_groups(fr_names *ends, const fr_names *names, group *groups, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        groups[i].base_name = fr_names_add(ends, base_of(fr_names_at(names, groups[i].file)));
        if (groups[i].base_name == FR_NO_ID)
            return false;
    }
    return true;
}

/* The files of new by function. */
static bool index_functions(matching *m)
{
    size_t n = fr_names_count(m->names), n_files = 0;

    for (size_t i = 0; i < m->n_new; i++)
        n_files += m->new_[i].n;
    m->first = calloc(n + 2, sizeof *m->first);
    m->files = malloc((n_files + 1) * sizeof *m->files);
    if (!m->first || !m->files)
        return false;
    for (size_t i = 0; i < m->n_new; i++)
        for (size_t k = 0; k < m->new_[i].n; k++)
            m->first[m->new_[i].functions[k].function + 2]++;
    for (size_t f = 2; f < n + 2; f++)
        m->first[f] += m->first[f - 1];
    for (size_t i = 0; i < m->n_new; i++)
        for (size_t k = 0; k < m->new_[i].n; k++)
            m->files[m->first[m->new_[i].functions[k].function + 1]++] = (uint32_t)i;
    return true;
}

/* Counts what each file of new shares with one of base; returns how many share something. False in *few: that takes too
 * long. */
static size_t count_shared(matching *m, const group *base, bool *few)
{
    size_t n = 0;

    for (size_t k = 0; k < base->n; k++) {
        uint32_t function = base->functions[k].function;
        m->n_tests += m->first[function + 1] - m->first[function];
        if (m->n_tests > MOST_TESTS) {
            *few = false;
            return n;
        }
        for (size_t i = m->first[function]; i < m->first[function + 1]; i++) {
            uint32_t file = m->files[i];
            if (m->shared[file]++ == 0)
                m->met[n++] = file;
        }
    }
    return n;
}

static bool is_match(const matching *m, const group *base, uint32_t file)
{
    const group *new_ = &m->new_[file];
    size_t fewer = base->n < new_->n ? base->n : new_->n, shared = m->shared[file];
    bool same_name = base->base_name == new_->base_name;

    return same_name == m->same_name && !m->taken[file] && shared >= (same_name ? 1u : 2u) &&
           2 * (uint64_t)shared >= fewer;
}

/* Adds the matches of a file of base. False when memory ran out. */
static bool add_matches(matching *m, size_t base, bool *few)
{
    size_t n = count_shared(m, &m->base[base], few);
    bool good = true;

    for (size_t i = 0; i < n; i++) {
        uint32_t file = m->met[i];
        if (good && *few && is_match(m, &m->base[base], file)) {
            match *items = fr_grow(m->items, &m->cap, m->n + 1, sizeof *items);
            good = items != NULL;
            m->items = good ? items : m->items;
            if (good)
                items[m->n++] = (match){(uint32_t)base, file, m->shared[file]};
            *few = m->n < MOST_MATCHES;
        }
        m->shared[file] = 0;
    }
    return good;
}

/* Equal matches are in the order of ids, which is that of groups. */
static int by_strength(const void *a, const void *b)
{
    const match *x = a, *y = b;

    return x->shared != y->shared ? fr_compare(y->shared, x->shared)
           : x->base != y->base   ? fr_compare(x->base, y->base)
                                  : fr_compare(x->new_, y->new_);
}

/* Each file meets one. */
static void accept(matching *m, uint32_t *to)
{
    if (m->n)
        qsort(m->items, m->n, sizeof *m->items, by_strength);
    for (size_t i = 0; i < m->n; i++) {
        const group *base = &m->base[m->items[i].base];
        uint32_t file = m->items[i].new_;
        if (to[base->file] || m->taken[file])
            continue;
        to[base->file] = m->new_[file].file;
        m->taken[file] = true;
    }
    m->n = 0;
}

/* Pairs files of one name, or of other names. Of too many *few becomes false, and none is paired. */
static bool pair_files(matching *m, bool same_name, uint32_t *to, bool *few)
{
    bool good = true;

    m->same_name = same_name;
    for (size_t i = 0; i < m->n_base && good && *few; i++)
        good = to[m->base[i].file] || add_matches(m, i, few);
    if (good && *few)
        accept(m, to);
    return good;
}

static bool find_pairs(matching *m, uint32_t *to, bool *few)
{
    fr_names *ends = fr_names_new();
    bool good = ends && name_groups(ends, m->names, m->base, m->n_base) &&
                name_groups(ends, m->names, m->new_, m->n_new) && index_functions(m);

    fr_names_free(ends);
    m->shared = calloc(m->n_new + 1, sizeof *m->shared);
    m->met = malloc((m->n_new + 1) * sizeof *m->met);
    m->taken = calloc(m->n_new + 1, sizeof *m->taken);
    good = good && m->shared && m->met && m->taken && pair_files(m, true, to, few) &&
           pair_files(m, false, to, few);
    free(m->first);
    free(m->files);
    free(m->shared);
    free(m->met);
    free(m->taken);
    free(m->items);
    return good;
}

bool fr_moved_files_find(const fr_names *names, fr_file_function *base, size_t n_base,
                         fr_file_function *new_, size_t n_new, uint32_t *to, bool *few)
{
    matching m = {.names = names};
    bool good;

    m.base = make_groups(base, n_base, &m.n_base);
    m.new_ = make_groups(new_, n_new, &m.n_new);
    *few = true;
    good = m.base && m.new_ && (!m.n_base || !m.n_new || find_pairs(&m, to, few));
    free(m.base);
    free(m.new_);
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
        bool digit = fr_is_digit(text.at[i + 1]);
        if ((text.at[i] == '$' && (digit || text.at[i + 1] == '{')) ||
            (text.at[i] == '\\' && digit))
            return false;
    }
    return true;
}

/* Within single quotes of a shell. */
static void put_rename(fr_output *out, fr_bytes a, fr_bytes b, char separator)
{
    fr_put_char(out, separator);
    for (size_t i = 0; i < a.len; i++) {
        if (memchr(".[](){}+*?^$|\\", a.at[i], 14)) /* a sign of expressions */
            fr_put_char(out, '\\');
        fr_put_replaced(out, (fr_bytes){a.at + i, 1}, '\'', "'\\''");
    }
    fr_put_char(out, separator);
    fr_put_replaced(out, b, '\'', "'\\''");
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
