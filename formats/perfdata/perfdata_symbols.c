/*
 * perfdata_symbols.c - sorts a table of symbols and chooses between them, as symbols__fixup_end(),
 * symbols__fixup_duplicate() and choose_best_symbol() of perf's symbol.c do.
 *
 *     7f10 +20  GLOBAL qsort          two names of one place: the one that is not weak, global, with fewer leading
 *     7f10 +20  WEAK   __qsort        underscores, longer
 *     7f40 +0   GLOBAL _init          without a size: to the next symbol
 */
#include "formats/perfdata/perfdata_module.h"

#include <stdlib.h>

#include "formats/symbols.h"

#define PAGE         UINT64_C(4096)
#define SYMBOLS_MOST ((size_t)8 << 20)
/* Symbols that begin between an address and the start of the one that has it. */
#define NESTED_MOST 64

void fr_perfdata_symbols_add(fr_perfdata_symbols *s, uint64_t start, uint64_t size, fr_bytes name,
                             fr_perfdata_binding binding)
{
    fr_perfdata_symbol symbol = {.start = start, .binding = binding, .guessed = size == 0};

    s->cut |= s->n == SYMBOLS_MOST;
    if (s->n == SYMBOLS_MOST)
        return;
    symbol.name = fr_arena_copy(&s->arena, name);
    if (__builtin_add_overflow(start, size, &symbol.end))
        symbol.end = UINT64_MAX;
    if (symbol.name && fr_reserve(&s->items, &s->cap, s->n + 1, sizeof symbol))
        s->items[s->n++] = symbol;
    else
        s->full = true;
}

/* ------------------------------------------------------------ names */

/* Counts the bytes of a mangled name of C++ that name the function, up to its parameters: the shortest beginning that
 * is a name, and what makes it longer (arguments of a template, tags). 0: none is. */
static size_t name_length(fr_bytes name, char *to)
{
    char last = name.len > 2 && (name.at[2] == 'N' || name.at[2] == 'Z') ? 'E' : '\0';
    size_t found = 0;

    for (size_t len = 4; len <= name.len; len++) {
        char next = len < name.len ? name.at[len] : '\0';
        if (last == 'E' && name.at[2] == 'N' && name.at[len - 1] != 'E')
            continue;
        if (len == 4 && memcmp(name.at + 2, "St", 2) == 0)
            continue;
        if (!fr_cpp_name_decode((fr_bytes){name.at, len}, to).len)
            continue;
        found = len;
        if (next != 'I' && next != 'B')
            break;
    }
    return found;
}

/* "Box::size const": what follows belongs to the parameters, and goes with them. */
static fr_bytes cut_qualifiers(fr_bytes shown)
{
    static const char *const tails[] = {" const", " volatile", " &", " &&"};

    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
        if (fr_bytes_ends(shown, fr_bytes_of(tails[i]))) {
            shown.len -= strlen(tails[i]);
            i = SIZE_MAX; /* begin again: there may be another */
        }
    return shown;
}

fr_bytes fr_perfdata_name_show(fr_bytes name, char *to)
{
    fr_bytes shown = name, rest;
    size_t at = fr_bytes_find(name, '@'), len;

    if (!fr_cpp_name_is(name) || fr_rust_name_legacy(name) || name.len < 4)
        return name;
    /* "_ZTV3foo", "_ZThn8_N3foo3barEv": no function, or its parameters belong to the name */
    if (name.at[2] == 'T' || name.at[2] == 'G') {
        shown = fr_cpp_name_decode(name, to);
        return shown.len ? shown : name;
    }
    rest = (fr_bytes){name.at + at, name.len - at};
    len = name_length((fr_bytes){name.at, at}, to);
    shown = len ? fr_cpp_name_decode((fr_bytes){name.at, len}, to) : (fr_bytes){0};
    shown = cut_qualifiers(shown);
    if (!shown.len || rest.len > FR_PERFDATA_NAME_MOST - shown.len)
        return name;
    if (fr_bytes_equal(rest, FR_LITERAL("@plt"))) {
        memcpy(to + shown.len, rest.at, rest.len);
        shown.len += rest.len;
    }
    return shown;
}

/* The name whose length perf compares. */
static fr_bytes name_to_compare(fr_bytes name, char *to)
{
    fr_bytes decoded = {0};

    if (fr_rust_name_legacy(name) && 2 * name.len < FR_PERFDATA_NAME_MOST)
        return fr_rust_name_decode(name, to);
    if (fr_rust_v0_name_is(name))
        decoded = fr_rust_v0_name_decode(name, to);
    return decoded.len ? decoded : fr_perfdata_name_show(name, to);
}

/* ------------------------------------------------------------ choosing */

static size_t underscores(fr_bytes name)
{
    size_t n = 0;

    while (n < name.len && name.at[n] == '_')
        n++;
    return n;
}

/* True for the first of two symbols of one place; `a_room` and `b_room` hold a name each. */
static bool is_better(const fr_perfdata_symbol *a, const fr_perfdata_symbol *b, char *a_room,
                      char *b_room)
{
    bool a_sized = a->end > a->start, b_sized = b->end > b->start;
    bool a_weak = a->binding == FR_PERFDATA_WEAK, b_weak = b->binding == FR_PERFDATA_WEAK;
    bool a_global = a->binding == FR_PERFDATA_GLOBAL, b_global = b->binding == FR_PERFDATA_GLOBAL;
    fr_bytes a_name, b_name;

    if (a_sized != b_sized)
        return a_sized;
    if (a_weak != b_weak)
        return b_weak;
    if (a_global != b_global)
        return a_global;
    a_name = name_to_compare(fr_bytes_of(a->name), a_room);
    b_name = name_to_compare(fr_bytes_of(b->name), b_room);
    if (underscores(a_name) != underscores(b_name))
        return underscores(a_name) < underscores(b_name);
    if (a_name.len != b_name.len)
        return a_name.len > b_name.len;
    return !fr_bytes_starts(a_name, FR_LITERAL("SyS")) &&
           !fr_bytes_starts(a_name, FR_LITERAL("compat_SyS"));
}

static void drop_aliases(fr_perfdata_symbols *s)
{
    char *room = malloc(2 * FR_PERFDATA_NAME_MOST);
    size_t n = 0;

    for (size_t i = 0; room && i < s->n; i++) {
        if (n == 0 || s->items[n - 1].start != s->items[i].start)
            s->items[n++] = s->items[i];
        else if (!is_better(&s->items[n - 1], &s->items[i], room, room + FR_PERFDATA_NAME_MOST))
            s->items[n - 1] = s->items[i];
    }
    s->full |= !room;
    s->n = room ? n : s->n;
    free(room);
}

/* Symbols without a size reach to the next one. */
static void guess_ends(fr_perfdata_symbols *s)
{
    for (size_t i = 0; i < s->n; i++) {
        fr_perfdata_symbol *symbol = &s->items[i], *next = symbol + 1;
        bool last = i + 1 == s->n || (!symbol->module && next->module);
        if (symbol->end == symbol->start)
            symbol->end = last ? ((symbol->start + PAGE - 1) & ~(PAGE - 1)) + PAGE : next->start;
    }
}

/* ------------------------------------------------------------ order */

static bool is_sorted(const fr_perfdata_symbols *s)
{
    for (size_t i = 1; i < s->n; i++)
        if (s->items[i - 1].start > s->items[i].start)
            return false;
    return true;
}

/* Merges sorted halves, so that symbols of one address keep the order of the table. */
static void sort(fr_perfdata_symbols *s)
{
    fr_perfdata_symbol *spare = is_sorted(s) ? NULL : malloc((s->n + 1) * sizeof *spare), *old;

    if (!spare) {
        s->full |= !is_sorted(s);
        s->n = s->full ? 0 : s->n;
        return;
    }
    for (size_t run = 1; run < s->n; run *= 2) {
        for (size_t a = 0; a < s->n; a += 2 * run) {
            size_t b = a + run < s->n ? a + run : s->n;
            size_t end = a + 2 * run < s->n ? a + 2 * run : s->n, i = a, k = b;
            for (size_t at = a; at < end; at++)
                spare[at] = k == end || (i < b && s->items[i].start <= s->items[k].start)
                                ? s->items[i++]
                                : s->items[k++];
        }
        old = s->items;
        s->items = spare;
        spare = old;
    }
    s->cap = s->n; /* the arrays may have changed places */
    free(spare);
}

size_t fr_perfdata_behind(const void *items, size_t n, size_t size, uint64_t address)
{
    size_t from = 0, to = n;
    uint64_t start;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        memcpy(&start, (const char *)items + middle * size, sizeof start);
        if (start <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

uint64_t *fr_perfdata_reach(const void *items, size_t n, size_t size)
{
    uint64_t *reach = malloc((n + 1) * sizeof *reach), bounds[2];

    for (size_t i = 0; reach && i < n; i++) {
        memcpy(bounds, (const char *)items + i * size, sizeof bounds);
        reach[i] = i && reach[i - 1] > bounds[1] ? reach[i - 1] : bounds[1];
    }
    return reach;
}

void fr_perfdata_symbols_settle(fr_perfdata_symbols *s, bool rules)
{
    sort(s);
    if (rules) {
        guess_ends(s);
        drop_aliases(s);
    }
    free(s->reach);
    s->reach = fr_perfdata_reach(s->items, s->n, sizeof *s->items);
    s->full |= !s->reach;
}

/* A symbol whose size is guessed never hides one around it that has a size. */
const fr_perfdata_symbol *fr_perfdata_symbols_find(const fr_perfdata_symbols *s, uint64_t address)
{
    const fr_perfdata_symbol *guess = NULL;
    size_t i = fr_perfdata_behind(s->items, s->n, sizeof *s->items, address);

    for (size_t n = 0; s->reach && i-- > 0 && n < NESTED_MOST && s->reach[i] > address; n++) {
        const fr_perfdata_symbol *symbol = &s->items[i];
        if (address >= symbol->end)
            continue;
        if (!symbol->guessed)
            return symbol;
        guess = guess ? guess : symbol;
    }
    return guess;
}

void fr_perfdata_symbols_reset(fr_perfdata_symbols *s)
{
    free(s->items);
    free(s->reach);
    fr_arena_reset(&s->arena);
    *s = (fr_perfdata_symbols){0};
}
