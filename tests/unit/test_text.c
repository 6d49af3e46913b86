/*
 * test_text.c - repair of names: what becomes of each kind of byte, and what holds for all bytes:
 * printable UTF-8, distinct names stay distinct, repairing twice changes nothing.
 */
#include "base/text.h"
#include "unit/unit.h"

static fr_arena arena;

static fr_bytes repair(fr_bytes text, fr_text_mode mode)
{
    fr_bytes repaired = fr_text_repair(&arena, text, mode);

    assert_non_null(repaired.at);
    return repaired;
}

static void assert_bytes(fr_bytes got, const char *want)
{
    if (!fr_bytes_equal(got, fr_bytes_of(want)))
        print_error("got '%.*s', not '%s'\n", (int)got.len, got.at ? got.at : "", want ? want : "");
    assert_true(fr_bytes_equal(got, fr_bytes_of(want)));
}

/* What becomes of texts, by themselves and in the middle of others. */
static const struct {
    const char *text, *raw, *escaped;
} repaired_rows[] = {
    {"", "", ""},
    {"main", "main", "main"},
    {"foo\\bar", "foo\\bar", "foo\\bar"},
    {"a;b", "a;b", "a;b"},
    {"\x1b", "\\x1b", "\\x1b"},
    {"\x7f", "\\x7f", "\\x7f"},
    {"\\x1b", "\\x5cx1b", "\\x1b"},
    {"\\x5cx1b", "\\x5cx5cx1b", "\\x5cx1b"},
    {"\\x3b", "\\x5cx3b", ";"},
    {"\\\\x3b", "\\\\x5cx3b", "\\;"},
    {"\\x5cx3b", "\\x5cx5cx3b", "\\x5cx3b"},
    {"\\x41", "\\x41", "\\x41"},
    {"\\x1B", "\\x1B", "\\x1B"},
    {"\\x1", "\\x1", "\\x1"},
    {"\\u{202e}", "\\x5cu{202e}", "\\u{202e}"},
    {"\\u{41}", "\\u{41}", "\\u{41}"},
    {"\\u{}", "\\u{}", "\\u{}"},
    {"\\u{10ffff}", "\\x5cu{10ffff}", "\\u{10ffff}"},
    {"\\u{0000085}", "\\u{0000085}", "\\u{0000085}"},
    {"\xc2\x85", "\\u{85}", "\\u{85}"},
    {"\xe2\x80\xae", "\\u{202e}", "\\u{202e}"},
    {"\xd8\x9c", "\\u{61c}", "\\u{61c}"},
    {"\xef\xbb\xbf", "\\u{feff}", "\\u{feff}"},
    {"\xf4\x8f\xbf\xbf", "\\u{10ffff}", "\\u{10ffff}"},
    {"\xe4\xb8\xad", "\xe4\xb8\xad", "\xe4\xb8\xad"},
    {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
    {"\xc0\xaf", "\\xc0\\xaf", "\\xc0\\xaf"},
    {"\xe2\x82", "\\xe2\\x82", "\\xe2\\x82"},
    {"\xe0\x80\x80", "\\xe0\\x80\\x80", "\\xe0\\x80\\x80"},
    {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\\xed\\xa0\\x80"},
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "\\xf4\\x90\\x80\\x80"},
    {"\xf5", "\\xf5", "\\xf5"},
    {"\x80x", "\\x80x", "\\x80x"},
    {"\\\x1b", "\\\\x1b", "\\\\x1b"},
};

static void becomes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(repaired_rows); i++) {
        fr_bytes text = fr_bytes_of(repaired_rows[i].text);
        assert_bytes(repair(text, FR_TEXT_RAW), repaired_rows[i].raw);
        assert_bytes(repair(text, FR_TEXT_ESCAPED), repaired_rows[i].escaped);
        assert_int_equal(fr_text_clean(text, FR_TEXT_RAW),
                         strcmp(repaired_rows[i].text, repaired_rows[i].raw) == 0);
    }
    fr_arena_reset(&arena);
}

/* Plain text is looked at 16 bytes at a time: wherever the rest begins, and however much follows, it becomes
 * the same. */
static void becomes_the_same_among_others(void **state)
{
    static const char plain[] = "the quick brown fox jumps over the lazy dog~ ";

    (void)state;
    for (size_t i = 0; i < COUNT(repaired_rows); i++)
        for (size_t n = 0; n < 36; n++) {
            char text[120], raw[120], escaped[120];
            int before = (int)n, after = (int)(n * 7 % 20);
            snprintf(text, sizeof text, "%.*s%s~%.*s", before, plain, repaired_rows[i].text, after,
                     plain);
            snprintf(raw, sizeof raw, "%.*s%s~%.*s", before, plain, repaired_rows[i].raw, after,
                     plain);
            snprintf(escaped, sizeof escaped, "%.*s%s~%.*s", before, plain,
                     repaired_rows[i].escaped, after, plain);
            assert_bytes(repair(fr_bytes_of(text), FR_TEXT_RAW), raw);
            assert_bytes(repair(fr_bytes_of(text), FR_TEXT_ESCAPED), escaped);
            assert_int_equal(fr_text_clean(fr_bytes_of(text), FR_TEXT_RAW),
                             strcmp(repaired_rows[i].text, repaired_rows[i].raw) == 0);
            fr_arena_reset(&arena);
        }
}

/* Bytes that meet each other's meanings often. */
static size_t random_bytes(random_source *random, char *to, size_t most)
{
    static const char pieces[][6] = {
        "\\", "x", "u{", "}", "5c", "3b", "1b", "\x1b", ";", " ", "a", "202e", "\xe2\x80", "\xae",
    };
    size_t n = 0, n_pieces = random_below(random, 7);

    for (size_t i = 0; i < n_pieces && n + 5 < most; i++) {
        uint32_t which = random_below(random, COUNT(pieces) + 2);
        if (which < COUNT(pieces)) {
            memcpy(to + n, pieces[which], strlen(pieces[which]));
            n += strlen(pieces[which]);
        } else {
            to[n++] = (char)random_below(random, 256);
        }
    }
    return n;
}

/* What RAW repair came from: the escapes read back. */
static size_t unrepair(fr_bytes text, char *to)
{
    size_t n = 0;

    for (size_t i = 0; i < text.len;) {
        unsigned byte;
        uint32_t c;
        int used = 0;
        fr_bytes piece = {text.at + i, text.len - i};
        char head[16] = {0};
        memcpy(head, piece.at, piece.len < 15 ? piece.len : 15);
        if (!fr_text_clean((fr_bytes){head, strlen(head) < 4 ? strlen(head) : 4}, FR_TEXT_RAW) &&
            sscanf(head, "\\x%2x%n", &byte, &used) == 1 && used == 4) {
            to[n++] = (char)byte;
            i += 4;
        } else if (sscanf(head, "\\u{%x}%n", &c, &used) == 1 && used > 4 &&
                   !fr_text_clean((fr_bytes){head, (size_t)used}, FR_TEXT_RAW)) {
            if (c >= 0x10000) {
                to[n++] = (char)(0xf0 | c >> 18);
                to[n++] = (char)(0x80 | (c >> 12 & 63));
            } else if (c >= 0x800) {
                to[n++] = (char)(0xe0 | c >> 12);
            } else {
                to[n++] = (char)(0xc0 | c >> 6);
            }
            if (c >= 0x800)
                to[n++] = (char)(0x80 | (c >> 6 & 63));
            to[n++] = (char)(0x80 | (c & 63));
            i += (size_t)used;
        } else {
            to[n++] = text.at[i++];
        }
    }
    return n;
}

static void raw_repair_is_injective(void **state)
{
    random_source random = {1};

    (void)state;
    for (int i = 0; i < 200000; i++) {
        char bytes[64], back[512];
        fr_bytes text = {bytes, random_bytes(&random, bytes, sizeof bytes)};
        fr_bytes repaired = repair(text, FR_TEXT_RAW);
        assert_true(fr_bytes_equal(text, (fr_bytes){back, unrepair(repaired, back)}));
        fr_arena_reset(&arena);
    }
}

/* No control character, no invalid UTF-8, nothing that reorders text. */
static bool is_printable(fr_bytes text)
{
    for (size_t i = 0; i < text.len;) {
        uint32_t c = fr_text_next(text, &i);
        if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffd || (c >= 0x202a && c <= 0x202e) ||
            (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x61c)
            return false;
    }
    return true;
}

static void repaired_text_is_printable_and_stays(void **state)
{
    random_source random = {2};

    (void)state;
    for (int i = 0; i < 200000; i++) {
        char bytes[64];
        fr_bytes text = {bytes, random_bytes(&random, bytes, sizeof bytes)}, raw, escaped;
        raw = repair(text, FR_TEXT_RAW);
        escaped = repair(text, FR_TEXT_ESCAPED);
        assert_true(is_printable(raw));
        assert_true(is_printable(escaped));
        assert_true(fr_text_clean(raw, FR_TEXT_ESCAPED));
        assert_true(fr_text_clean(escaped, FR_TEXT_ESCAPED));
        fr_arena_reset(&arena);
    }
}

/* As a folded file spells it: ';' as \x3b. Read back, it is the name again. */
static void written_names_read_back(void **state)
{
    random_source random = {3};

    (void)state;
    for (int i = 0; i < 200000; i++) {
        char bytes[64], spelled[1024];
        size_t n = 0;
        fr_bytes name = {bytes, random_bytes(&random, bytes, sizeof bytes)};
        name = repair(name, i & 1 ? FR_TEXT_RAW : FR_TEXT_ESCAPED);
        for (size_t k = 0; k < name.len; k++) {
            bool semicolon = name.at[k] == ';';
            memcpy(spelled + n, semicolon ? "\\x3b" : name.at + k, semicolon ? 4 : 1);
            n += semicolon ? 4 : 1;
        }
        assert_true(fr_bytes_equal(name, repair((fr_bytes){spelled, n}, FR_TEXT_ESCAPED)));
        fr_arena_reset(&arena);
    }
}

static void code_points(void **state)
{
    fr_bytes text = FR_LITERAL("a\xc3\xa4\xe4\xb8\xad\xf0\x9f\x98\x80");
    static const uint32_t want[] = {'a', 0xe4, 0x4e2d, 0x1f600};
    static const size_t starts[] = {0, 1, 3, 6, 10};
    size_t at = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(want); i++) {
        assert_int_equal(at, starts[i]);
        assert_int_equal(fr_text_next(text, &at), want[i]);
        assert_int_equal(fr_text_back(text, at), starts[i]);
    }
    assert_int_equal(fr_text_back(text, 5), 3);
}

/* Bytes that are no UTF-8 must not take a whole name away when it is cut. */
static void back_over_no_utf8(void **state)
{
    char bytes[100];

    (void)state;
    memset(bytes, 0x80, sizeof bytes);
    assert_int_equal(fr_text_back((fr_bytes){bytes, 100}, 50), 49);
    memcpy(bytes, "abc", 3);
    assert_int_equal(fr_text_back((fr_bytes){bytes, 100}, 8), 7);
}

static void copies(void **state)
{
    static const struct {
        const char *text;
        size_t room;
        const char *want;
    } rows[] = {
        {"", 1, ""},
        {"abc", 4, "abc"},
        {"abcd", 4, "abc"},
        {"a\x1b", 8, "a\\x1b"},
        {"a\x1b", 5, "a"},
        {"ab\xc3\xa4", 4, "ab"},
        {"\xff\xff", 9, "\\xff\\xff"},
        {"ab\xc3\xa4", 5, "ab\xc3\xa4"},
    };
    char to[32];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_text_copy(to, rows[i].room, fr_bytes_of(rows[i].text));
        assert_string_equal(to, rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(becomes),
        cmocka_unit_test(becomes_the_same_among_others),
        cmocka_unit_test(raw_repair_is_injective),
        cmocka_unit_test(repaired_text_is_printable_and_stays),
        cmocka_unit_test(written_names_read_back),
        cmocka_unit_test(code_points),
        cmocka_unit_test(back_over_no_utf8),
        cmocka_unit_test(copies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
