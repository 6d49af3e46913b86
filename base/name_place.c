/*
 * name_place.c - one row for each spelling of a function and its place, with the tool that writes it.
 *
 * A file may hold blanks and colons ("/srv/a b.js", "node:fs", "C:\\app.js"), so names are read from the end:
 * numbers first. What holds no file, or could as well be a name of C++ ("f (int)"), is no place. Erlang's perf map
 * has no places ("$shop:total/1"), and CPython's has no lines ("py::f:/srv/app.py").
 */
#include "base/name_place.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"

static fr_bytes part(fr_bytes text, size_t from, size_t to)
{
    return (fr_bytes){text.at + from, to - from};
}

/* Returns where the last `what` begins, or the length. */
static size_t last_text(fr_bytes text, fr_bytes what)
{
    for (size_t i = text.len; i-- > 0;)
        if (text.at[i] == what.at[0] && fr_bytes_starts(part(text, i, text.len), what))
            return i;
    return text.len;
}

/* "f:12" becomes "f", and the number is 12. */
static bool take_number(fr_bytes *text, uint32_t *number)
{
    size_t colon = fr_bytes_find_last(*text, ':');
    uint64_t value;

    if (colon == text->len || !fr_parse_u64(part(*text, colon + 1, text->len), &value) ||
        value > UINT32_MAX)
        return false;
    text->len = colon;
    *number = (uint32_t)value;
    return true;
}

/* "/srv/app.js:2:15" or "views.py:12". */
static bool take_place(fr_bytes text, fr_name_place *place)
{
    uint32_t last, before;

    if (!take_number(&text, &last))
        return false;
    place->line = last;
    place->column = 0;
    if (take_number(&text, &before)) {
        place->line = before;
        place->column = last;
    }
    place->file = text;
    return text.len > 0;
}

static bool starts_with_any(fr_bytes text, const char *const *starts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fr_bytes_starts(text, fr_bytes_of(starts[i])))
            return true;
    return false;
}

/* "/srv/app.js", "views.py", "node:fs", "<string>", "evalmachine.<anonymous>" */
static bool is_file(fr_bytes text)
{
    static const char *const starts[] = {"/", "<", "node:", "file:", "http", "evalmachine."};

    if (fr_bytes_find(text, ',') < text.len || fr_bytes_find(text, '(') < text.len)
        return false;
    return starts_with_any(text, starts, sizeof starts / sizeof *starts) ||
           fr_bytes_find(text, '.') < text.len || fr_bytes_find(text, '/') < text.len;
}

size_t fr_script_file_at(fr_bytes text)
{
    static const char *const starts[] = {"/", "file:", "node:", "evalmachine."};
    size_t blank = fr_bytes_find_last(text, ' ');

    for (size_t i = 0; i < text.len; i++)
        if ((i == 0 || text.at[i - 1] == ' ') &&
            starts_with_any(part(text, i, text.len), starts, sizeof starts / sizeof *starts))
            return i;
    return blank < text.len ? blank + 1 : 0;
}

/* "JS:*words /srv/app.js:2:15"; the sign tells how far V8 has compiled it. */
static bool find_v8(fr_bytes name, fr_name_place *place)
{
    static const char *const kinds[] = {"JS:", "LazyCompile:", "Function:", "Script:", "Eval:"};
    size_t colon = fr_bytes_find(name, ':'), at;
    fr_bytes text;

    if (!starts_with_any(name, kinds, sizeof kinds / sizeof *kinds))
        return false;
    text = part(name, colon + 1, name.len);
    while (text.len && memchr("*~^+'", text.at[0], 5))
        text = part(text, 1, text.len);
    at = fr_script_file_at(text);
    place->function = fr_bytes_trim(part(text, 0, at));
    return take_place(part(text, at, text.len), place);
}

/* "handle (/srv/app/views.py:12)", "words (/srv/app.js:2:15)", "handle (/srv/app/views.py)" */
static bool find_bracketed(fr_bytes name, fr_name_place *place)
{
    size_t open = last_text(name, FR_LITERAL(" ("));
    fr_bytes inside;

    if (open == name.len || name.at[name.len - 1] != ')')
        return false;
    place->function = fr_bytes_trim(part(name, 0, open));
    inside = part(name, open + 2, name.len - 1);
    if (take_place(inside, place))
        return true;
    place->file = inside;
    place->line = 0;
    return fr_bytes_find(inside, ' ') == inside.len && fr_bytes_find(inside, '/') < inside.len &&
           fr_bytes_find_last(inside, '.') < inside.len &&
           fr_bytes_find_last(inside, '.') > fr_bytes_find_last(inside, '/');
}

/* "block in total - /srv/app/shop.rb:12" */
static bool find_dashed(fr_bytes name, fr_name_place *place)
{
    size_t dash = last_text(name, FR_LITERAL(" - "));

    if (dash == name.len)
        return false;
    place->function = fr_bytes_trim(part(name, 0, dash));
    return take_place(part(name, dash + 3, name.len), place);
}

/* "parse /srv/parse.js:14:15": two numbers, or else it is a line that --granularity=lines wrote */
static bool find_blank(fr_bytes name, fr_name_place *place)
{
    size_t at = last_text(name, FR_LITERAL(" /"));

    if (at == name.len || !take_place(part(name, at + 1, name.len), place))
        return false;
    place->function = fr_bytes_trim(part(name, 0, at));
    return place->column || fr_bytes_ends(place->file, FR_LITERAL(".php"));
}

/* "py::handle:/srv/app/views.py" */
static bool find_trampoline(fr_bytes name, fr_name_place *place)
{
    fr_bytes text = part(name, name.len < 4 ? name.len : 4, name.len);
    size_t colon = fr_bytes_find(text, ':');

    if (!fr_bytes_starts(name, FR_LITERAL("py::")) || colon == text.len)
        return false;
    place->function = fr_bytes_trim(part(text, 0, colon));
    place->file = part(text, colon + 1, text.len);
    return place->file.len > 0;
}

/* "/srv/app/views.py:handle:12" */
static bool find_austin(fr_bytes name, fr_name_place *place)
{
    size_t end = last_text(name, FR_LITERAL(".py:"));
    fr_bytes text;

    if (end == name.len)
        return false;
    text = part(name, end + 4, name.len);
    if (!take_number(&text, &place->line) || fr_bytes_find(text, ':') < text.len)
        return false;
    place->function = fr_bytes_trim(text);
    place->file = part(name, 0, end + 3);
    return text.len > 0;
}

/* "{closure:/srv/app.php:12-15}", "{closure:/srv/app.php(12)}" */
static bool find_closure(fr_bytes name, fr_name_place *place)
{
    size_t end = name.len > 0 ? name.len - 1 : 0, sign;
    uint64_t line;
    fr_bytes text;

    if (!fr_bytes_starts(name, FR_LITERAL("{closure:")) || name.at[end] != '}')
        return false;
    text = part(name, sizeof "{closure:" - 1, end);
    if (text.len && text.at[text.len - 1] == ')') {
        sign = fr_bytes_find_last(text, '(');
        text.len--;
    } else {
        text.len = fr_bytes_find_last(text, '-');
        sign = fr_bytes_find_last(text, ':');
    }
    if (sign >= text.len || !fr_parse_u64(part(text, sign + 1, text.len), &line) ||
        line > UINT32_MAX)
        return false;
    place->function = FR_LITERAL("{closure}");
    place->file = part(text, 0, sign);
    place->line = (uint32_t)line;
    return true;
}

typedef struct spelling {
    const char *of; /* the tools that write it */
    char ending;    /* its last character, NUMBER for digits behind a colon; ANY */
    bool (*find)(fr_bytes name, fr_name_place *place);
} spelling;

#define ANY    '\0'
#define NUMBER '0'

static const spelling spellings[] = {
    {"V8: perf maps of node --perf-basic-prof and --interpreted-frames-native-stack", NUMBER,
     find_v8},
    {"py-spy, Firefox, traces of Node.js and of Elixir; our own", ')', find_bracketed},
    {"rbspy", NUMBER, find_dashed},
    {"0x of Node.js; phpspy", NUMBER, find_blank},
    {"perf maps of python -X perf", ANY, find_trampoline},
    {"Austin", NUMBER, find_austin},
    {"closures of PHP 8.4 and Excimer", '}', find_closure},
};

/* Most names that end in a digit have no colon before their number: "shrink_42". */
static char ending_of(fr_bytes name)
{
    size_t end = name.len;

    while (end > 0 && fr_is_digit(name.at[end - 1]))
        end--;
    if (end == 0)
        return ANY;
    if (end == name.len)
        return name.at[end - 1];
    return name.at[end - 1] == ':' ? NUMBER : ANY;
}

bool fr_name_place_find(fr_bytes name, fr_name_place *place)
{
    char ending = ending_of(name);

    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        fr_name_place found = {0};
        if ((spellings[i].ending != ANY && spellings[i].ending != ending) ||
            !spellings[i].find(name, &found) || !is_file(found.file))
            continue;
        if (!found.function.len)
            found.function = FR_LITERAL(FR_ANONYMOUS);
        *place = found;
        return true;
    }
    return false;
}

fr_bytes fr_name_place_spell(const fr_name_place *place, fr_arena *arena)
{
    size_t room = place->function.len + place->file.len + 32, at;
    char *to = fr_arena_take(arena, room);

    if (!to)
        return (fr_bytes){0};
    at = (size_t)snprintf(to, room, "%.*s (%.*s", (int)place->function.len, place->function.at,
                          (int)place->file.len, place->file.at);
    if (place->line)
        at += (size_t)snprintf(to + at, room - at, ":%u", place->line);
    if (place->line && place->column)
        at += (size_t)snprintf(to + at, room - at, ":%u", place->column);
    at += (size_t)snprintf(to + at, room - at, ")");
    return (fr_bytes){to, at};
}

bool fr_name_place_is_anonymous(const fr_name_place *place)
{
    static const char *const names[] = {FR_ANONYMOUS, "<anonymous>", "{closure}", "<lambda>", "fn"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fr_bytes_equal(place->function, fr_bytes_of(names[i])))
            return true;
    return fr_bytes_starts(place->function, FR_LITERAL("block ")) ||
           fr_bytes_starts(place->function, FR_LITERAL("anonymous fn"));
}
