/*
 * label.c - chooses the label of a box that its name does not fit: shorter forms of its name first, then three cuts. No
 * two names share a label.
 *
 *     std::vector<int>::push_back(int)   vector<int>::push_back   push_back      forms (base/short_name.h)
 *     lua_rawrunprotected                …rawrunprotected   lua_r…ected   lua_raw…      cuts
 *
 * Where every cut that fits is taken by another name, or has too few characters, there is no label.
 * render/assets/draw/label.js does the same, in the same order of boxes.
 */
#include "render/measure.h"

#include <stdlib.h>

#include "base/short_name.h"
#include "base/text.h"

#define ELLIPSIS   "\xe2\x80\xa6"
#define LEAST_CUT  6 /* letters and digits of a cut label: fewer tell nothing */
#define LEAST_SIDE 3 /* of them on each side of an ellipsis in the middle */

static const fr_bytes none = {NULL, 0};

/* Letters and digits; those of other scripts count, "_" and an ellipsis do not. */
static size_t count_letters(fr_bytes text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.len;) {
        uint32_t c = fr_text_next(text, &i);
        bool is_ascii = (c | 32) - 'a' < 26 || c - '0' < 10;
        n += is_ascii || (c >= 0x80 && c != 0x2026);
    }
    return n;
}

static bool is_ellipsis(fr_bytes text, size_t at)
{
    return at + 3 <= text.len && memcmp(text.at + at, ELLIPSIS, 3) == 0;
}

/* One ellipsis where a cut stands beside that of a form: "less<…>…rator()" is "less…rator()". */
static fr_bytes join_ellipses(fr_arena *arena, fr_bytes cut)
{
    for (size_t at = 0; at + 3 <= cut.len; at++) {
        size_t second = at + 3, from = at;
        if (!is_ellipsis(cut, at))
            continue;
        while (second < cut.len && (cut.at[second] == '<' || cut.at[second] == '>'))
            second++;
        if (!is_ellipsis(cut, second))
            continue;
        size_t to = second + 3;
        from -= from > 0 && cut.at[from - 1] == '<';
        to += to < cut.len && cut.at[to] == '>';
        char *joined = fr_arena_take(arena, cut.len);
        if (!joined)
            return none;
        memcpy(joined, cut.at, from);
        memcpy(joined + from, ELLIPSIS, 3);
        memcpy(joined + from + 3, cut.at + to, cut.len - to);
        return (fr_bytes){joined, from + 3 + cut.len - to};
    }
    return cut;
}

/* Long texts are not measured to their ends. */
static bool fits(fr_arena *arena, fr_bytes text, int32_t size, int32_t room)
{
    return fr_label_cut(arena, text, size, room, FR_TRUNCATE_END).at == text.at;
}

/* ---- three cuts ---- */

/* "…rawrunprotected": whole words of a snake, from the end. */
static fr_bytes cut_words(fr_arena *arena, fr_bytes text, int32_t size, int32_t room)
{
    fr_bytes cut = fr_label_cut(arena, text, size, room, FR_TRUNCATE_START);

    if (!cut.at)
        return none;
    size_t from = fr_bytes_find(cut, '_');
    while (from + 1 < cut.len && cut.at[from + 1] == '_')
        from++;
    if (from + 1 >= cut.len)
        return none;
    char *to = fr_arena_take(arena, cut.len);
    if (!to)
        return none;
    memcpy(to, ELLIPSIS, 3);
    memcpy(to + 3, cut.at + from + 1, cut.len - from - 1);
    return (fr_bytes){to, 3 + cut.len - from - 1};
}

/* "lua_r…ected" */
static fr_bytes cut_middle(fr_arena *arena, fr_bytes text, int32_t size, int32_t room)
{
    fr_bytes cut = fr_label_cut(arena, text, size, room, FR_TRUNCATE_MIDDLE);
    size_t at = 0;

    while (at + 3 <= cut.len && !is_ellipsis(cut, at))
        at++;
    if (!cut.at || at + 3 > cut.len || count_letters((fr_bytes){cut.at, at}) < LEAST_SIDE ||
        count_letters((fr_bytes){cut.at + at + 3, cut.len - at - 3}) < LEAST_SIDE)
        return none;
    return cut;
}

/* "lua_raw…" */
static fr_bytes cut_end(fr_arena *arena, fr_bytes text, int32_t size, int32_t room)
{
    return fr_label_cut(arena, text, size, room, FR_TRUNCATE_END);
}

static fr_bytes (*const cuts[])(fr_arena *arena, fr_bytes text, int32_t size,
                                int32_t room) = {cut_words, cut_middle, cut_end};

/* ---- whose they are ---- */

/* True where the cut is this name's, from now on at the latest. */
static bool take(fr_labels *l, fr_bytes cut, const char *name)
{
    if (!l->cuts)
        l->cuts = fr_names_new();
    uint32_t id = l->cuts ? fr_names_add(l->cuts, cut) : FR_NO_ID;
    const char **owner = id == FR_NO_ID ? NULL : l->owner;
    if (id != FR_NO_ID && id >= l->cap) {
        size_t before = l->cap;
        owner = fr_grow(l->owner, &l->cap, (size_t)id + 1, sizeof *l->owner);
        if (owner)
            memset(owner + before, 0, (l->cap - before) * sizeof *owner);
    }
    if (!owner)
        return false;
    l->owner = owner;
    if (!owner[id])
        owner[id] = name;
    return owner[id] == name;
}

fr_bytes fr_labels_fit(fr_labels *l, fr_arena *arena, const char *name, int32_t size, int32_t room,
                       const fr_flame_options *opt)
{
    fr_short_forms forms = {{fr_bytes_of(name)}, 1};

    if (room < 0)
        return none;
    if (fits(arena, fr_bytes_of(name), size, room))
        return fr_bytes_of(name);
    if (opt->names == FR_NAMES_SHORT)
        fr_short_forms_find(fr_bytes_of(name), arena, &forms);
    for (size_t i = 1; i < forms.n; i++)
        if (fits(arena, forms.form[i], size, room))
            return forms.form[i];
    fr_bytes shortest = forms.form[forms.n - 1];
    if (opt->truncate != FR_TRUNCATE_DISTINCT)
        return fr_label_cut(arena, shortest, size, room, opt->truncate);
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) { /* the first that is free */
        fr_bytes cut = join_ellipses(arena, cuts[i](arena, shortest, size, room));
        if (cut.at && count_letters(cut) >= LEAST_CUT && take(l, cut, name))
            return cut;
    }
    return none;
}

void fr_labels_reset(fr_labels *l)
{
    fr_names_free(l->cuts);
    free(l->owner);
    *l = (fr_labels){0};
}
