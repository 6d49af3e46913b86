/* java_signature.c - "L" class ";." method "(" types ")" type, of the JVM specification, 4.3. */
#include "formats/java_signature.h"

static const struct {
    char spelled;
    const char *name;
} types[] = {
    {'B', "byte"}, {'C', "char"},  {'D', "double"},  {'F', "float"}, {'I', "int"},
    {'J', "long"}, {'S', "short"}, {'Z', "boolean"}, {'V', "void"},
};

static size_t put(char *to, size_t at, fr_bytes text)
{
    memcpy(to + at, text.at, text.len);
    return at + text.len;
}

/* Bytes of "Lfoo/Bar;" without its L, and up to the semicolon; 0 for none. */
static size_t class_length(fr_bytes text)
{
    size_t end = fr_bytes_find(text, ';');

    return text.len && text.at[0] == 'L' && end < text.len && end > 1 ? end - 1 : 0;
}

static fr_bytes primitive(char spelled)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].spelled == spelled)
            return fr_bytes_of(types[i].name);
    return (fr_bytes){0};
}

/* Appends the type that *text begins with, which loses it; false where there is none. */
static bool put_type(fr_bytes *text, char *to, size_t *at)
{
    size_t depth = 0, len;
    fr_bytes name;

    while (depth < text->len && text->at[depth] == '[')
        depth++;
    *text = (fr_bytes){text->at + depth, text->len - depth};
    len = class_length(*text);
    name = len             ? (fr_bytes){text->at + 1, len}
           : text->len > 0 ? primitive(text->at[0])
                           : (fr_bytes){0};
    if (name.len == 0)
        return false;
    *text = len ? (fr_bytes){text->at + len + 2, text->len - len - 2}
                : (fr_bytes){text->at + 1, text->len - 1};
    *at = put(to, *at, name);
    for (; depth > 0; depth--)
        *at = put(to, *at, FR_LITERAL("[]"));
    return true;
}

fr_bytes fr_java_signature_decode(fr_bytes name, char *to)
{
    size_t len = class_length(name), at, open;
    fr_bytes rest;

    if (!len ||
        !fr_bytes_starts((fr_bytes){name.at + len + 2, name.len - len - 2}, FR_LITERAL(".")))
        return (fr_bytes){0};
    at = put(to, 0, (fr_bytes){name.at + 1, len});
    rest = (fr_bytes){name.at + len + 2, name.len - len - 2};
    open = fr_bytes_find(rest, '(');
    if (open < 2 || open == rest.len)
        return (fr_bytes){0};
    at = put(to, at, (fr_bytes){rest.at, open + 1});
    rest = (fr_bytes){rest.at + open + 1, rest.len - open - 1};
    for (bool first = true; rest.len && rest.at[0] != ')'; first = false) {
        at = first ? at : put(to, at, FR_LITERAL(", "));
        if (!put_type(&rest, to, &at))
            return (fr_bytes){0};
    }
    return rest.len ? (fr_bytes){to, put(to, at, FR_LITERAL(")"))} : (fr_bytes){0};
}
