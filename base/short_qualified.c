/* short_qualified.c - names of C++ and Rust, and of PHP: brackets nest, "::" divides. */
#include "base/short_forms.h"

/* Behind "operator<<" and its kin at `i`; `i` where there is none. */
static size_t skip_operator(fr_bytes text, size_t i)
{
    size_t j = i + 8;

    if (!fr_has_at(text, i, FR_LITERAL("operator")) || (i > 0 && fr_is_word(text.at[i - 1])))
        return i;
    if (fr_has_at(text, j, FR_LITERAL("()")) || fr_has_at(text, j, FR_LITERAL("[]")))
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
        if (fr_has_at(text, i, fr_bytes_of(spellings[k].from))) {
            *as = fr_bytes_of(spellings[k].to);
            return strlen(spellings[k].from);
        }
    *as = FR_LITERAL("");
    for (size_t k = 0; k < sizeof defaults / sizeof *defaults; k++)
        if (fr_has_at(text, i, fr_bytes_of(defaults[k]))) {
            size_t end = close_of(text, i + strlen(defaults[k]) - 1);
            while (end < text.len && text.at[end] == ' ')
                end++;
            return end - i;
        }
    return 0;
}

static fr_bytes plain_spelling(fr_forms *f, fr_bytes text)
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
        if (text.at[i] == ' ' && !(i >= 8 && fr_has_at(text, i - 8, FR_LITERAL("operator"))))
            start = i + 1;
        i = step(text, i);
    }
    return i > start && i < text.len ? fr_part(text, start, i) : text;
}

/* "<T as Trait>::f" -> "T::f" of Rust. */
static fr_bytes without_trait(fr_forms *f, fr_bytes text)
{
    size_t end, i = 1;

    if (!fr_has_at(text, 0, FR_LITERAL("<")))
        return text;
    end = close_of(text, 0);
    while (i < end && !fr_has_at(text, i, FR_LITERAL(" as ")))
        i = step(text, i);
    if (end >= text.len || !fr_has_at(text, end, FR_LITERAL("::")))
        return text;
    return fr_forms_join(f, fr_part(text, 1, i < end ? i : end - 1), fr_part(text, end, text.len));
}

/* "f<int>::g" -> "f<...>::g" */
static fr_bytes collapsed(fr_forms *f, fr_bytes text)
{
    char *to = fr_arena_take(f->arena, text.len + 1);
    size_t n = 0;

    if (!to)
        return text;
    for (size_t i = 0, next; i < text.len; i = next) {
        next = step(text, i);
        if (text.at[i] == '<' && next - i > sizeof "<" FR_ELLIPSIS ">" - 1) {
            memcpy(to + n, "<" FR_ELLIPSIS ">", sizeof "<" FR_ELLIPSIS ">" - 1);
            n += sizeof "<" FR_ELLIPSIS ">" - 1;
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
           text.at[i + 1] != 'u' && fr_is_word(text.at[i + 1]);
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
        bool colons = fr_has_at(text, i, FR_LITERAL("::"));
        if (colons || is_backslash(text, i))
            starts[found++ % 8] = i + (colons ? 2 : 1);
        i = colons ? i + 2 : step(text, i);
    }
    return n <= found && n <= 8 ? starts[(found - n) % 8] : 0;
}

/* A part that says what it is: no operator, no closure. */
static bool speaks(fr_bytes text)
{
    return text.len && fr_is_word(text.at[0]) && !fr_has_at(text, 0, FR_LITERAL("operator"));
}

bool fr_forms_take_qualified(fr_forms *f, fr_bytes name)
{
    fr_bytes text;

    bool colons = fr_find_text(name, FR_LITERAL("::")) < name.len;

    if (!colons &&
        (fr_bytes_find(name, '/') < name.len || fr_find_text(name, FR_LITERAL(".(")) < name.len))
        return false; /* Go */
    if (!colons && find_backslash(name) == name.len && fr_bytes_find(name, '<') == name.len &&
        fr_bytes_find(name, '(') == name.len)
        return false;
    text = plain_spelling(f, name);
    fr_forms_add(f, text);
    text = without_call(without_trait(f, text));
    fr_forms_add(f, text);
    text = collapsed(f, text);
    fr_forms_add(f, text);
    fr_forms_add(f, fr_part(text, last_parts(text, 2), text.len));
    if (speaks(fr_part(text, last_parts(text, 1), text.len)))
        fr_forms_add(f, fr_part(text, last_parts(text, 1), text.len));
    return true;
}
