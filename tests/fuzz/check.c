/*
 * check.c - the promises that every fuzz target checks.
 */
#include "fuzz.h"

#include <string.h>

fr_limits fuzz_limits(void)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits.memory = (uint64_t)256 << 20;
    opt.limits.inflated = (uint64_t)64 << 20;
    opt.limits.stack_depth = 1u << 16;
    return opt.limits;
}

/* The code point at text[*i], moving *i past it; UINT32_MAX where it is no UTF-8. */
static uint32_t decode(const unsigned char *text, size_t len, size_t *i)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    unsigned char c = text[(*i)++];
    if (c < 0x80)
        return c;
    uint32_t more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    uint32_t point = c & (0x3fu >> more);
    if (more == 0 || c > 0xf4)
        return UINT32_MAX;
    for (uint32_t k = 0; k < more; k++) {
        if (*i >= len || (text[*i] & 0xc0) != 0x80)
            return UINT32_MAX;
        point = point << 6 | (text[(*i)++] & 0x3fu);
    }
    bool surrogate = point >= 0xd800 && point < 0xe000;
    return point < least[more] || surrogate || point > 0x10ffff ? UINT32_MAX : point;
}

static bool printable(uint32_t point)
{
    bool control = point < 0x20 ? point != '\n' && point != '\t' : point >= 0x7f && point < 0xa0;
    bool bidi = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
                point == 0x200e || point == 0x200f || point == 0x61c || point == 0xfeff ||
                point == 0x2028 || point == 0x2029;
    bool no_character = (point & 0xfffe) == 0xfffe || (point >= 0xfdd0 && point <= 0xfdef);
    return point != UINT32_MAX && !control && !bidi && !no_character;
}

bool fuzz_text_is_clean(const char *text, size_t len)
{
    for (size_t i = 0; i < len;)
        if (!printable(decode((const unsigned char *)text, len, &i)))
            return false;
    return true;
}

void fuzz_check_text(const char *text, size_t len)
{
    PROMISE(fuzz_text_is_clean(text, len));
}

void fuzz_check_error(const fr_error *err)
{
    PROMISE(err->code >= FR_E_FORMAT && err->code <= FR_E_GATE);
    PROMISE(err->text[0] != '\0');
    PROMISE(memchr(err->text, '\0', sizeof err->text) != NULL);
    PROMISE(memchr(err->hint, '\0', sizeof err->hint) != NULL);
    PROMISE(memchr(err->source, '\0', sizeof err->source) != NULL);
    fuzz_check_text(err->text, strlen(err->text));
    fuzz_check_text(err->hint, strlen(err->hint));
}

fr_profile *fuzz_read(const fr_read_options *opt, const uint8_t *data, size_t size)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(opt, &err);
    PROMISE(reader);
    bool added = fr_reader_add_memory(reader, "fuzz", data, size, &err);
    PROMISE(added == (err.code == FR_OK));
    if (!added)
        fuzz_check_error(&err);
    err = (fr_error){0};
    fr_profile *profile = fr_reader_finish(reader, &err);
    PROMISE((profile != NULL) == (err.code == FR_OK));
    if (!profile)
        fuzz_check_error(&err);
    if (profile && !added) { /* nothing of a failed input may be left */
        fr_profile_info info;
        fr_profile_describe(profile, &info);
        PROMISE(info.n_records == 0);
    }
    fr_note note;
    for (uint32_t i = 0; profile && fr_profile_note(profile, i, &note); i++)
        fuzz_check_text(note.text, strlen(note.text));
    return profile;
}

void fuzz_check_sums(const fr_profile *profile, const fr_tree *tree)
{
    fr_tree_columns t = fr_tree_view(tree);
    for (uint32_t k = 0; k < t.n_columns; k++) {
        fr_column_info column;
        PROMISE(fr_profile_column(profile, k, &column));
        int64_t sum = 0;
        for (uint32_t i = 0; i < t.n; i++)
            sum += t.self[k][i];
        PROMISE(sum == t.total[k][0]);
        PROMISE(sum == column.kept);
    }
    for (uint32_t i = 1; i < t.n; i++) {
        PROMISE(t.parent[i] < i && t.end[i] > i && t.end[i] <= t.end[t.parent[i]]);
        PROMISE(t.depth[i] == t.depth[t.parent[i]] + 1);
    }
}

/* pprof and rows have no decimals, a trace of Chrome no values as large or as fine as some: they refuse those. */
static bool may_refuse(const char *format)
{
    return strcmp(format, "pprof") == 0 || strcmp(format, "rows") == 0 ||
           strcmp(format, "chrome") == 0;
}

char *fuzz_write_profile(const fr_profile *profile, const char *format, size_t *len)
{
    fr_output *out = fr_output_memory();
    PROMISE(out);
    fr_profile_write(profile, format, out);
    const char *bytes = fr_output_bytes(out, len);
    bool binary = strcmp(format, "pprof") == 0;
    PROMISE(bytes || may_refuse(format));
    if (!bytes) {
        bytes = "";
        *len = 0;
    }
    if (!binary)
        fuzz_check_text(bytes, *len);
    char *copy = malloc(*len + 1);
    PROMISE(copy);
    memcpy(copy, bytes, *len + 1);
    fr_output_free(out);
    return copy;
}

void fuzz_write_scene(const fr_scene *scene, const char *format)
{
    fr_output *out = fr_output_memory();
    PROMISE(out);
    fr_scene_write(scene, format, NULL, out);
    size_t len = 0;
    const char *bytes = fr_output_bytes(out, &len);
    PROMISE(bytes && len > 0);
    fuzz_check_text(bytes, len);
    fr_output_free(out);
}

void fuzz_read_and_write(const fr_read_options *opt, const uint8_t *data, size_t size)
{
    fr_profile *profile = fuzz_read(opt, data, size);
    fr_tree *tree = profile ? fr_tree_build(profile, NULL, NULL) : NULL;
    size_t len;

    if (tree)
        fuzz_check_sums(profile, tree);
    fr_tree_free(tree);
    if (profile) {
        free(fuzz_write_profile(profile, "folded", &len));
        free(fuzz_write_profile(profile, "json", &len));
    }
    fr_profile_free(profile);
}
