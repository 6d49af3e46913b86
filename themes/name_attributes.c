/*
 * name_attributes.c - lines of attributes of names.
 *
 * What boxes of a name say and where they lead, as flamegraph.pl --nameattr has it:
 *
 *     main<TAB>title=where it begins<TAB>href=https://host/main<TAB>target=_blank
 *
 * Only these three are read. `class`, `id`, `g_extra` and `a_extra`, which flamegraph.pl copies into the picture as
 * they are, are skipped; every other key is an error, so that no handler of an event gets into a picture.
 */
#include "themes/theme.h"

#include <stdlib.h>

#include "base/text.h"

/* ---- values ---- */

static bool is_any(fr_bytes value)
{
    (void)value;
    return true;
}

/* "https://host/path": no other scheme, and nothing that ends an attribute. */
static bool is_address(fr_bytes value)
{
    size_t head = fr_bytes_starts(value, FR_LITERAL("https://"))  ? 8
                  : fr_bytes_starts(value, FR_LITERAL("http://")) ? 7
                                                                  : 0;

    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.at[i] <= ' ' || strchr("\"'<>\\^`\x7f", value.at[i]))
            return false;
    return head > 0 && value.len > head;
}

/* "_blank", "docs" */
static bool is_target(fr_bytes value)
{
    for (size_t i = 0; i < value.len; i++) {
        char c = value.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '_' && c != '-')
            return false;
    }
    return value.len > 0;
}

static const struct key {
    const char *name;
    size_t offset;                /* in fr_name_attribute */
    bool (*good)(fr_bytes value); /* NULL: the key is skipped */
    const char *expected;
} keys[] = {
    {"title", offsetof(fr_name_attribute, title), is_any, "a text"},
    {"href", offsetof(fr_name_attribute, href), is_address, "an address as https://host/path"},
    {"target", offsetof(fr_name_attribute, target), is_target, "a name as _blank"},
    {"class", 0, NULL, NULL},
    {"id", 0, NULL, NULL},
    {"g_extra", 0, NULL, NULL},
    {"a_extra", 0, NULL, NULL},
};

static const struct key *find_key(fr_bytes name)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (fr_bytes_equal(name, fr_bytes_of(keys[i].name)))
            return &keys[i];
    return NULL;
}

/* ---- lines ---- */

static bool fail_part(fr_error *err, uint64_t line, fr_bytes part, const char *expected)
{
    char shown[60];

    fr_text_copy(shown, sizeof shown, part);
    return fr_fail(err, FR_E_FORMAT, line, 0, "attributes of names: '%s': expected %s", shown,
                   expected);
}

/* "href=https://host/main" */
static bool read_part(fr_name_attributes *a, fr_name_attribute *to, fr_bytes part, uint64_t line,
                      fr_error *err)
{
    size_t equals = fr_bytes_find(part, '=');
    fr_bytes name = fr_bytes_trim((fr_bytes){part.at, equals});
    const struct key *key = find_key(name);

    if (equals == part.len || !key)
        return fail_part(err, line, part, "title=, href= or target=");
    if (!key->good)
        return true;
    fr_bytes value = fr_bytes_trim((fr_bytes){part.at + equals + 1, part.len - equals - 1});
    bool quoted = value.len >= 2 && (value.at[0] == '"' || value.at[0] == '\'') &&
                  value.at[value.len - 1] == value.at[0];
    if (quoted)
        value = (fr_bytes){value.at + 1, value.len - 2};
    if (!key->good(value))
        return fail_part(err, line, part, key->expected);
    const char **text = (const char **)(void *)((char *)to + key->offset);
    fr_bytes clean = fr_text_repair(&a->text, value, FR_TEXT_RAW);
    *text = clean.at ? fr_arena_copy(&a->text, clean) : NULL;
    return *text || fr_fail_memory(err);
}

/* "foo_[k]": boxes have their names without the mark. */
static fr_bytes without_mark(fr_bytes name)
{
    bool marked = name.len > 4 && memcmp(name.at + name.len - 4, "_[", 2) == 0 &&
                  strchr("kijw", name.at[name.len - 2]) && name.at[name.len - 1] == ']';

    return marked ? (fr_bytes){name.at, name.len - 4} : name;
}

static fr_name_attribute *add(fr_name_attributes *a, fr_bytes name, fr_error *err)
{
    fr_bytes clean = fr_text_repair(&a->text, without_mark(name), FR_TEXT_ESCAPED);
    uint32_t n = fr_names_count(a->names), id = clean.at ? fr_names_add(a->names, clean) : FR_NO_ID;
    fr_name_attribute *grown = realloc(a->of, ((size_t)n + 1) * sizeof *grown);

    if (grown)
        a->of = grown;
    if (!grown || id == FR_NO_ID) {
        fr_fail_memory(err);
        return NULL;
    }
    if (id == n)
        a->of[id] = (fr_name_attribute){0};
    return &a->of[id];
}

static bool read_line(fr_name_attributes *a, fr_bytes line, uint64_t number, fr_error *err)
{
    size_t tab = fr_bytes_find(line, '\t');

    if (fr_bytes_trim(line).len == 0)
        return true;
    if (tab == line.len)
        return fail_part(err, number, line, "a name, a tab, and title=, href= or target=");
    fr_name_attribute *to = add(a, (fr_bytes){line.at, tab}, err);
    while (to && tab < line.len) {
        fr_bytes rest = {line.at + tab + 1, line.len - tab - 1};
        size_t len = fr_bytes_find(rest, '\t');
        fr_bytes part = fr_bytes_trim((fr_bytes){rest.at, len});
        if (part.len && !read_part(a, to, part, number, err))
            return false;
        tab += 1 + len;
    }
    return to != NULL;
}

bool fr_name_attributes_read(fr_name_attributes *a, fr_bytes text, fr_error *err)
{
    a->names = fr_names_new();
    a->of = calloc(1, sizeof *a->of);
    bool ok = (a->names && a->of) || fr_fail_memory(err);

    for (uint64_t number = 1; ok && text.len; number++) {
        size_t len = fr_bytes_find(text, '\n'), taken = len < text.len ? len + 1 : len;
        fr_bytes line = {text.at, len - (len && text.at[len - 1] == '\r')};
        ok = read_line(a, line, number, err);
        text = (fr_bytes){text.at + taken, text.len - taken};
    }
    if (!ok)
        fr_name_attributes_reset(a);
    return ok;
}

const fr_name_attribute *fr_name_attributes_find(const fr_name_attributes *a, fr_bytes name)
{
    uint32_t id = a->names && name.len ? fr_names_find(a->names, name) : FR_NO_ID;

    return id == FR_NO_ID ? NULL : &a->of[id];
}

void fr_name_attributes_reset(fr_name_attributes *a)
{
    fr_names_free(a->names);
    free(a->of);
    fr_arena_reset(&a->text);
    *a = (fr_name_attributes){0};
}
