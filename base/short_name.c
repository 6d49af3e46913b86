/*
 * short_name.c - styles of names: each is a function that adds the forms of a name of its style, or returns false. The
 * first that fits is used.
 */
#include "base/short_name.h"

#include "base/name_place.h"
#include "base/text.h"

#define ELLIPSIS "\xe2\x80\xa6"

typedef struct forms {
    fr_arena *arena;
    fr_short_forms *found;
} forms;

static fr_bytes part(fr_bytes text, size_t from, size_t to)
{
    return (fr_bytes){text.at + from, to - from};
}

static bool has_at(fr_bytes text, size_t i, fr_bytes what)
{
    return i <= text.len && fr_bytes_starts(part(text, i, text.len), what);
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Names of functions are made of these: letters, digits, '_', '$', and all that is no ASCII. */
static bool is_word(char c)
{
    return fr_is_digit(c) || is_upper(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

#define MOST_BYTES 4096 /* of a name that is looked at; longer ones have no forms */

/* Takes a form where it is shorter than the one before. */
static void add_form(forms *f, fr_bytes form)
{
    fr_short_forms *to = f->found;

    if (form.at && form.len && to->n < FR_MOST_FORMS && form.len < to->form[to->n - 1].len)
        to->form[to->n++] = form;
}

/* a and b as one text; without bytes where memory ran out. */
static fr_bytes join(forms *f, fr_bytes a, fr_bytes b)
{
    char *to = fr_arena_take(f->arena, a.len + b.len + 1);

    if (!to)
        return (fr_bytes){NULL, 0};
    memcpy(to, a.at, a.len);
    memcpy(to + a.len, b.at, b.len);
    to[a.len + b.len] = '\0';
    return (fr_bytes){to, a.len + b.len};
}

/* Behind the last '/', or all of it. */
static fr_bytes base_of(fr_bytes path)
{
    size_t slash = fr_bytes_find_last(path, '/');

    return slash < path.len ? part(path, slash + 1, path.len) : path;
}

/* ---- scripts ---- */

/* The start of ":12" at the end, or the length. */
static size_t number_at_end(fr_bytes text)
{
    size_t i = text.len;

    while (i > 0 && fr_is_digit(text.at[i - 1]))
        i--;
    return i > 1 && i < text.len && text.at[i - 1] == ':' ? i - 1 : text.len;
}

/* Length of "JS:*", "LazyCompile:~"; 0: no prefix of V8's. */
static size_t v8_prefix(fr_bytes name)
{
    static const char *const kinds[] = {
        "JS:",     "LazyCompile:", "Function:", "Script:",         "Eval:",
        "RegExp:", "Builtin:",     "Handler:",  "BytecodeHandler:"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i]);
        if (!has_at(name, 0, fr_bytes_of(kinds[i])))
            continue;
        while (n < name.len && strchr("*~^+'", name.at[n]))
            n++;
        return n;
    }
    return 0;
}

/* Returns where the file begins in "get size /srv/a b.js:4:5", " w1.js:1:1", "f node:fs:1:2"; the length: none. */
static size_t place_of(fr_bytes text)
{
    return number_at_end(text) == text.len ? text.len : fr_script_file_at(text);
}

#define TELLING 5 /* letters: "4:733" tells functions of a file apart, "1:1" says nothing */

/* "w1.js:4:733", "w1.js:4", "4:733"; `line` is the place without its column. */
static void add_place(forms *f, fr_bytes place, fr_bytes line)
{
    size_t file = number_at_end(line);

    add_form(f, place);
    if (file == line.len)
        return; /* no column, or no line */
    add_form(f, line);
    if (place.len - file > TELLING)
        add_form(f, part(place, file + 1, place.len));
}

static void add_script(forms *f, fr_bytes text)
{
    size_t at = place_of(text);
    fr_bytes words, place = base_of(part(text, at, text.len));
    fr_bytes line = part(place, 0, number_at_end(place));

    words = part(text, 0, at);
    if (number_at_end(line) == line.len)
        line = place; /* no column */
    if (fr_bytes_trim(words).len) {
        add_form(f, join(f, words, place));
        add_form(f, join(f, words, line));
        add_form(f, fr_bytes_trim(words));
        return;
    }
    add_place(f, place, line);
}

static bool take_script(forms *f, fr_bytes name)
{
    size_t prefix = v8_prefix(name);
    fr_bytes text = part(name, prefix, name.len);

    if (!prefix)
        return false;
    if (place_of(text) < text.len)
        add_script(f, text);
    else
        add_form(f, fr_bytes_trim(text));
    return true;
}

/* "sort (/srv/w1.js:4:559)": "sort w1.js:4:559", "sort w1.js:4", "sort". False: the place has no column. */
static bool add_column(forms *f, fr_bytes words, fr_bytes place)
{
    fr_bytes base = base_of(place), line = part(base, 0, number_at_end(base));

    if (line.len == base.len || number_at_end(line) == line.len)
        return false;
    add_form(f, join(f, words, base));
    add_form(f, join(f, words, line));
    add_form(f, fr_bytes_trim(words));
    return true;
}

/* "handle (/srv/app/views.py:12)", "handle (views.py)" */
static bool take_parenthesis(forms *f, fr_bytes name)
{
    size_t open = fr_bytes_find_text(name, " (");
    fr_bytes inside;

    if (open == 0 || open == name.len || name.at[name.len - 1] != ')')
        return false;
    inside = part(name, open + 2, name.len - 1);
    if (number_at_end(inside) == inside.len && fr_bytes_find_last(inside, '.') == inside.len)
        return false;
    if (fr_bytes_find(inside, ',') < inside.len || fr_bytes_find(inside, '(') < inside.len)
        return false;
    if (fr_bytes_equal(part(name, 0, open), FR_LITERAL("(anonymous)"))) {
        /* "(anonymous) (/srv/w1.js:4:733)": the place alone tells which it is. */
        fr_bytes text = base_of(inside);
        add_place(f, text, part(text, 0, number_at_end(text)));
        return true;
    }
    if (add_column(f, part(name, 0, open + 1), inside))
        return true;
    add_form(f, join(f, part(name, 0, open + 2), base_of(part(name, open + 2, name.len))));
    add_form(f, part(name, 0, open));
    return true;
}

/* ---- qualified names ---- */

/* Behind "operator<<" and its kin at `i`; `i` where there is none. */
static size_t skip_operator(fr_bytes text, size_t i)
{
    size_t j = i + 8;

    if (!has_at(text, i, FR_LITERAL("operator")) || (i > 0 && is_word(text.at[i - 1])))
        return i;
    if (has_at(text, j, FR_LITERAL("()")) || has_at(text, j, FR_LITERAL("[]")))
        return j + 2;
    while (j < text.len && strchr("<>=!+-*/%^&|~,", text.at[j]))
        j++;
    return j;
}

/* Behind the bracket that closes the one at `i`; the length where nothing does. */
static size_t close_of(fr_bytes text, size_t i)
{
    size_t depth = 0;

    while (i < text.len) {
        size_t next = skip_operator(text, i);
        char c = text.at[i];
        if (next > i) {
            i = next;
            continue;
        }
        if (strchr("<({[", c) && c)
            depth++;
        else if (strchr(">)}]", c) && c && !(c == '>' && i > 0 && text.at[i - 1] == '-'))
            depth--;
        i++;
        if (depth == 0)
            return i;
    }
    return text.len;
}

/* Behind what begins at `i`: a bracket and all in it, an operator, or one byte. */
static size_t step(fr_bytes text, size_t i)
{
    size_t next = skip_operator(text, i);

    if (next > i)
        return next;
    return text.at[i] && strchr("<({[", text.at[i]) ? close_of(text, i) : i + 1;
}

typedef struct pair {
    const char *from, *to;
} pair;

static const pair spellings[] = {
    {"(anonymous namespace)", "{anon}"}, {"std::__cxx11::", "std::"}, {"std::__1::", "std::"},
    {"std::__ndk1::", "std::"},          {"std::_V2::", "std::"},
};

/* Arguments that templates of std have by default. */
static const char *const defaults[] = {
    ", std::allocator<", ", std::char_traits<", ", std::less<",           ", std::greater<",
    ", std::equal_to<",  ", std::hash<",        ", std::default_delete<",
};

/* Returns how many bytes at `i` are spelled otherwise; `as` gets the spelling. */
static size_t respell(fr_bytes text, size_t i, fr_bytes *as)
{
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++)
        if (has_at(text, i, fr_bytes_of(spellings[k].from))) {
            *as = fr_bytes_of(spellings[k].to);
            return strlen(spellings[k].from);
        }
    *as = FR_LITERAL("");
    for (size_t k = 0; k < sizeof defaults / sizeof *defaults; k++)
        if (has_at(text, i, fr_bytes_of(defaults[k]))) {
            size_t end = close_of(text, i + strlen(defaults[k]) - 1);
            while (end < text.len && text.at[end] == ' ')
                end++;
            return end - i;
        }
    return 0;
}

static fr_bytes plain_spelling(forms *f, fr_bytes text)
{
    char *to = fr_arena_take(f->arena, text.len + 1);
    size_t n = 0;

    if (!to)
        return text;
    for (size_t i = 0; i < text.len;) {
        fr_bytes as;
        size_t skipped = respell(text, i, &as);
        if (!skipped) {
            to[n++] = text.at[i++];
            continue;
        }
        memcpy(to + n, as.at, as.len);
        n += as.len;
        i += skipped;
    }
    return (fr_bytes){to, n};
}

/* "void f<int>(int) const" -> "f<int>": no parameters, and no result before them. */
static fr_bytes without_call(fr_bytes text)
{
    size_t start = 0, i = 0;

    while (i < text.len && text.at[i] != '(') {
        if (text.at[i] == ' ' && !(i >= 8 && has_at(text, i - 8, FR_LITERAL("operator"))))
            start = i + 1;
        i = step(text, i);
    }
    return i > start && i < text.len ? part(text, start, i) : text;
}

/* "<T as Trait>::f" -> "T::f" of Rust. */
static fr_bytes without_trait(forms *f, fr_bytes text)
{
    size_t end, i = 1;

    if (!has_at(text, 0, FR_LITERAL("<")))
        return text;
    end = close_of(text, 0);
    while (i < end && !has_at(text, i, FR_LITERAL(" as ")))
        i = step(text, i);
    if (end >= text.len || !has_at(text, end, FR_LITERAL("::")))
        return text;
    return join(f, part(text, 1, i < end ? i : end - 1), part(text, end, text.len));
}

/* "f<int>::g" -> "f<...>::g" */
static fr_bytes collapsed(forms *f, fr_bytes text)
{
    char *to = fr_arena_take(f->arena, text.len + 1);
    size_t n = 0;

    if (!to)
        return text;
    for (size_t i = 0, next; i < text.len; i = next) {
        next = step(text, i);
        if (text.at[i] == '<' && next - i > sizeof "<" ELLIPSIS ">" - 1) {
            memcpy(to + n, "<" ELLIPSIS ">", sizeof "<" ELLIPSIS ">" - 1);
            n += sizeof "<" ELLIPSIS ">" - 1;
        } else {
            memcpy(to + n, text.at + i, next - i);
            n += next - i;
        }
    }
    return (fr_bytes){to, n};
}

/* A backslash between namespaces of PHP; not one of an escape, "\x1b", "\u{202e}". */
static bool is_backslash(fr_bytes text, size_t i)
{
    return i > 0 && i + 1 < text.len && text.at[i] == '\\' && text.at[i + 1] != 'x' &&
           text.at[i + 1] != 'u' && is_word(text.at[i + 1]);
}

static size_t find_backslash(fr_bytes text)
{
    size_t i = 0;

    while (i < text.len && !is_backslash(text, i))
        i++;
    return i;
}

/* Returns where the last `n` parts between "::" (PHP: "\") begin; 0: there are no more parts. */
static size_t last_parts(fr_bytes text, size_t n)
{
    size_t starts[8] = {0}, found = 0;

    for (size_t i = 0; i < text.len;) {
        bool colons = has_at(text, i, FR_LITERAL("::"));
        if (colons || is_backslash(text, i))
            starts[found++ % 8] = i + (colons ? 2 : 1);
        i = colons ? i + 2 : step(text, i);
    }
    return n <= found && n <= 8 ? starts[(found - n) % 8] : 0;
}

static bool take_qualified(forms *f, fr_bytes name)
{
    bool colons = fr_bytes_find_text(name, "::") < name.len;
    fr_bytes text;

    if (!colons &&
        (fr_bytes_find(name, '/') < name.len || fr_bytes_find_text(name, ".(") < name.len))
        return false; /* Go */
    if (!colons && find_backslash(name) == name.len && fr_bytes_find(name, '<') == name.len &&
        fr_bytes_find(name, '(') == name.len)
        return false;
    text = plain_spelling(f, name);
    add_form(f, text);
    text = without_call(without_trait(f, text));
    add_form(f, text);
    text = collapsed(f, text);
    add_form(f, text);
    add_form(f, part(text, last_parts(text, 2), text.len));
    text = part(text, last_parts(text, 1), text.len);
    if (text.len && is_word(text.at[0]) && !has_at(text, 0, FR_LITERAL("operator")))
        add_form(f, text); /* no operator, no closure */
    return true;
}

/* ---- paths, packages ---- */

/* "[/usr/lib/libc.so.6]", "/usr/bin/x" */
static bool take_file(forms *f, fr_bytes name)
{
    bool bracket = has_at(name, 0, FR_LITERAL("[/"));

    if (!bracket && name.at[0] != '/')
        return false;
    add_form(f, bracket ? join(f, FR_LITERAL("["), base_of(name)) : base_of(name));
    return true;
}

/* Returns where the class begins in "com.example.Order.process", "java/util/HashMap.get": behind packages that one
 * sign divides, and before a method. 0: there is none, as in "net/http.Get" of Go. */
static size_t class_of(fr_bytes name)
{
    char sign = 0;

    for (size_t i = 1; i < name.len; i++) {
        char before = name.at[i - 1];
        if (before == '.' || before == '/') {
            if (sign && before != sign)
                return 0;
            sign = before;
            if (is_upper(name.at[i]))
                return fr_bytes_find(part(name, i, name.len), '.') < name.len - i ? i : 0;
        }
        if (!is_word(name.at[i]) && name.at[i] != '.' && name.at[i] != '/')
            return 0;
    }
    return 0;
}

/* "com.example.shop." -> "c.e.s." */
static fr_bytes initials(forms *f, fr_bytes packages)
{
    char *to = fr_arena_take(f->arena, packages.len + 1);
    size_t n = 0;
    bool first = true;

    if (!to)
        return (fr_bytes){NULL, 0};
    for (size_t i = 0, next = 0; i < packages.len; i = next) {
        bool dot = packages.at[i] == '.' || packages.at[i] == '/';
        fr_text_next(packages, &next);
        for (size_t k = i; (dot || first) && k < next; k++)
            to[n++] = packages.at[k];
        first = dot;
    }
    return (fr_bytes){to, n};
}

/* Takes a name of Java or a like language; a method's parameters go first. */
static bool take_class(forms *f, fr_bytes name)
{
    size_t open = fr_bytes_find(name, '('), at;
    fr_bytes text = part(name, 0, open);

    at = class_of(text);
    if (!at)
        return false;
    add_form(f, text);
    add_form(f, join(f, initials(f, part(text, 0, at)), part(text, at, text.len)));
    add_form(f, part(text, at, text.len));
    return true;
}

/* "github.com/x/pkg.(*Server).Serve", "net/http.Get" */
static bool take_package(forms *f, fr_bytes name)
{
    size_t open = fr_bytes_find(name, '['), i = 0;
    fr_bytes text = base_of(part(name, 0, open)), rest = part(name, open, name.len);

    if (fr_bytes_find(name, '/') == name.len && fr_bytes_find(name, '(') == name.len)
        return false;
    text = join(f, text, rest);
    if (!text.at)
        return true;
    add_form(f, text);
    while (i < text.len && text.at[i] != '.')
        i++;
    if (i + 1 < text.len)
        add_form(f, part(text, i + 1, text.len));
    i = fr_bytes_find_last(text, ')');
    if (i + 2 < text.len && text.at[i + 1] == '.')
        add_form(f, part(text, i + 2, text.len));
    return true;
}

/* "parse.constprop.0.isra.0", "clock_nanosleep@@GLIBC_2.17" */
static bool take_suffix(forms *f, fr_bytes name)
{
    size_t dot = fr_bytes_find(name, '.'), at = fr_bytes_find(name, '@');
    size_t end = at < dot ? at : dot;

    if (end == 0)
        return false;
    for (size_t i = dot; i + 1 < name.len; i++)
        if (name.at[i] == '.' && fr_is_digit(name.at[i + 1])) {
            add_form(f, part(name, 0, end));
            return true;
        }
    return false;
}

static bool (*const styles[])(forms *f, fr_bytes name) = {
    take_script, take_parenthesis, take_file, take_class, take_qualified, take_package, take_suffix,
};

void fr_short_forms_find(fr_bytes name, fr_arena *arena, fr_short_forms *found)
{
    forms f = {arena, found};

    *found = (fr_short_forms){{name}, 1};
    for (size_t i = 0; name.len && name.len <= MOST_BYTES && i < sizeof styles / sizeof *styles;
         i++)
        if (styles[i](&f, name))
            return;
}

static size_t count_characters(fr_bytes text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.len; n++)
        fr_text_next(text, &i);
    return n;
}

fr_bytes fr_short_name(fr_bytes name, size_t most, fr_arena *arena)
{
    fr_short_forms found;
    size_t head = 0, tail;
    fr_bytes last, cut;

    fr_short_forms_find(name, arena, &found);
    for (size_t i = 0; i < found.n; i++)
        if (count_characters(found.form[i]) <= most)
            return found.form[i];
    last = found.form[found.n - 1];
    tail = last.len;
    for (size_t i = 0; i < most / 2; i++)
        fr_text_next(last, &head);
    for (size_t i = most / 2 + 1; i < most; i++)
        tail = fr_text_back(last, tail);
    forms f = {arena, &found};
    cut = join(&f, part(last, 0, head), FR_LITERAL(ELLIPSIS));
    cut = cut.at ? join(&f, cut, part(last, tail, last.len)) : cut;
    return cut.at ? cut : name;
}
