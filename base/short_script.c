/* short_script.c - names with a place: of V8, Python, Ruby and others that name a file and a line. */
#include "base/short_forms.h"

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
        if (!fr_has_at(name, 0, fr_bytes_of(kinds[i])))
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
    static const char *const starts[] = {"/", "file:", "node:", "evalmachine."};
    size_t last = fr_last_of(text, ' ');

    if (number_at_end(text) == text.len)
        return text.len;
    for (size_t i = 0; i < text.len; i++)
        for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
            if ((i == 0 || text.at[i - 1] == ' ') && fr_has_at(text, i, fr_bytes_of(starts[k])))
                return i;
    return last < text.len ? last + 1 : 0;
}

static void add_script(fr_forms *f, fr_bytes text)
{
    size_t at = place_of(text);
    fr_bytes words, place = fr_base_of(fr_part(text, at, text.len));
    fr_bytes line = fr_part(place, 0, number_at_end(place)), file;

    words = fr_part(text, 0, at);
    if (number_at_end(line) == line.len)
        line = place; /* no column */
    file = fr_part(line, 0, number_at_end(line));
    if (fr_bytes_trim(words).len) {
        fr_forms_add(f, fr_forms_join(f, words, place));
        fr_forms_add(f, fr_forms_join(f, words, line));
        fr_forms_add(f, fr_bytes_trim(words));
        return;
    }
    fr_forms_add(f, place);
    if (file.len + 1 < place.len)
        fr_forms_add(f, fr_part(place, file.len + 1, place.len));
}

bool fr_forms_take_script(fr_forms *f, fr_bytes name)
{
    size_t prefix = v8_prefix(name);
    fr_bytes text = fr_part(name, prefix, name.len);

    if (!prefix)
        return false;
    if (place_of(text) < text.len)
        add_script(f, text);
    else
        fr_forms_add(f, fr_bytes_trim(text));
    return true;
}

/* "(anonymous) (/srv/w1.js:4:733)": the place alone tells which it is. */
static void add_anonymous(fr_forms *f, fr_bytes place)
{
    fr_bytes text = fr_base_of(place), file = text;

    fr_forms_add(f, text);
    while (number_at_end(file) < file.len)
        file.len = number_at_end(file);
    if (file.len + 1 < text.len)
        fr_forms_add(f, fr_part(text, file.len + 1, text.len));
}

/* "handle (/srv/app/views.py:12)", "handle (views.py)" */
bool fr_forms_take_parenthesis(fr_forms *f, fr_bytes name)
{
    size_t open = fr_find_text(name, FR_LITERAL(" ("));
    fr_bytes inside;

    if (open == 0 || open == name.len || name.at[name.len - 1] != ')')
        return false;
    inside = fr_part(name, open + 2, name.len - 1);
    if (number_at_end(inside) == inside.len && fr_last_of(inside, '.') == inside.len)
        return false;
    if (fr_bytes_find(inside, ',') < inside.len || fr_bytes_find(inside, '(') < inside.len)
        return false;
    if (fr_bytes_equal(fr_part(name, 0, open), FR_LITERAL("(anonymous)"))) {
        add_anonymous(f, inside);
        return true;
    }
    fr_forms_add(f, fr_forms_join(f, fr_part(name, 0, open + 2),
                                  fr_base_of(fr_part(name, open + 2, name.len))));
    fr_forms_add(f, fr_part(name, 0, open));
    return true;
}
