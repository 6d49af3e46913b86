/* short_name.c - styles of names; the first that fits is used. */
#include "base/short_forms.h"
#include "base/text.h"

#define MOST_BYTES 4096 /* of a name that is looked at; longer ones have no forms */

void fr_forms_add(fr_forms *f, fr_bytes form)
{
    fr_short_forms *to = f->found;

    if (form.at && form.len && to->n < FR_MOST_FORMS && form.len < to->form[to->n - 1].len)
        to->form[to->n++] = form;
}

fr_bytes fr_forms_join(fr_forms *f, fr_bytes a, fr_bytes b)
{
    char *to = fr_arena_take(f->arena, a.len + b.len + 1);

    if (!to)
        return (fr_bytes){NULL, 0};
    memcpy(to, a.at, a.len);
    memcpy(to + a.len, b.at, b.len);
    to[a.len + b.len] = '\0';
    return (fr_bytes){to, a.len + b.len};
}

size_t fr_find_text(fr_bytes text, fr_bytes what)
{
    for (size_t i = 0; i + what.len <= text.len; i++)
        if (fr_has_at(text, i, what))
            return i;
    return text.len;
}

size_t fr_last_of(fr_bytes text, char c)
{
    for (size_t i = text.len; i > 0; i--)
        if (text.at[i - 1] == c)
            return i - 1;
    return text.len;
}

fr_bytes fr_base_of(fr_bytes path)
{
    size_t slash = fr_last_of(path, '/');

    return slash < path.len ? fr_part(path, slash + 1, path.len) : path;
}

/* ---- paths, packages ---- */

/* "[/usr/lib/libc.so.6]", "/usr/bin/x" */
static bool take_file(fr_forms *f, fr_bytes name)
{
    bool bracket = fr_has_at(name, 0, FR_LITERAL("[/"));

    if (!bracket && name.at[0] != '/')
        return false;
    fr_forms_add(f,
                 bracket ? fr_forms_join(f, FR_LITERAL("["), fr_base_of(name)) : fr_base_of(name));
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
            if (fr_is_upper(name.at[i]))
                return fr_bytes_find(fr_part(name, i, name.len), '.') < name.len - i ? i : 0;
        }
        if (!fr_is_word(name.at[i]) && name.at[i] != '.' && name.at[i] != '/')
            return 0;
    }
    return 0;
}

/* "com.example.shop." -> "c.e.s." */
static fr_bytes initials(fr_forms *f, fr_bytes packages)
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
static bool take_class(fr_forms *f, fr_bytes name)
{
    size_t open = fr_bytes_find(name, '('), at;
    fr_bytes text = fr_part(name, 0, open);

    at = class_of(text);
    if (!at)
        return false;
    fr_forms_add(f, text);
    fr_forms_add(f,
                 fr_forms_join(f, initials(f, fr_part(text, 0, at)), fr_part(text, at, text.len)));
    fr_forms_add(f, fr_part(text, at, text.len));
    return true;
}

/* "github.com/x/pkg.(*Server).Serve", "net/http.Get" */
static bool take_package(fr_forms *f, fr_bytes name)
{
    size_t open = fr_bytes_find(name, '['), i = 0;
    fr_bytes text = fr_base_of(fr_part(name, 0, open)), rest = fr_part(name, open, name.len);

    if (fr_bytes_find(name, '/') == name.len && fr_bytes_find(name, '(') == name.len)
        return false;
    text = fr_forms_join(f, text, rest);
    if (!text.at)
        return true;
    fr_forms_add(f, text);
    while (i < text.len && text.at[i] != '.')
        i++;
    if (i + 1 < text.len)
        fr_forms_add(f, fr_part(text, i + 1, text.len));
    i = fr_last_of(text, ')');
    if (i + 2 < text.len && text.at[i + 1] == '.')
        fr_forms_add(f, fr_part(text, i + 2, text.len));
    return true;
}

/* "parse.constprop.0.isra.0" */
static bool take_suffix(fr_forms *f, fr_bytes name)
{
    size_t dot = fr_bytes_find(name, '.');

    if (dot == 0 || dot == name.len)
        return false;
    for (size_t i = dot; i + 1 < name.len; i++)
        if (name.at[i] == '.' && fr_is_digit(name.at[i + 1])) {
            fr_forms_add(f, fr_part(name, 0, dot));
            return true;
        }
    return false;
}

static bool (*const styles[])(fr_forms *f, fr_bytes name) = {
    fr_forms_take_script, fr_forms_take_parenthesis, take_file,
    take_class,           fr_forms_take_qualified,   take_package,
    take_suffix,
};

void fr_short_forms_find(fr_bytes name, fr_arena *arena, fr_short_forms *found)
{
    fr_forms f = {arena, found};

    *found = (fr_short_forms){{name}, 1};
    for (size_t i = 0; name.len && name.len <= MOST_BYTES && i < sizeof styles / sizeof *styles;
         i++)
        if (styles[i](&f, name))
            return;
}

/* ---- by number of characters ---- */

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
    fr_forms f = {arena, &found};
    cut = fr_forms_join(&f, fr_part(last, 0, head), FR_LITERAL(FR_ELLIPSIS));
    cut = cut.at ? fr_forms_join(&f, cut, fr_part(last, tail, last.len)) : cut;
    return cut.at ? cut : name;
}
