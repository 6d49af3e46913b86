/* test_measure.c - widths against the fonts, cuts on characters, work bounded by the room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "render/measure.h"

#define DOTS "\xe2\x80\xa6"
#define EM   2048 /* a size of 2048 makes widths font units */

static int32_t units(const char *text, bool bold)
{
    return fr_text_width(fr_bytes_of(text), EM, bold);
}

/* ---------------------------------------------------------------- widths */

/* Recorded with Pango 1.50 and Liberation Sans, unhinted, without kerning. */
static void widths_of_the_font(void **state)
{
    static const struct {
        const char *text;
        int32_t regular, bold;
    } rows[] = {
        {"", 0, 0},
        {"Where the CPU went", 19236, 20027},
        {"luaD_rawrunprotected", 20150, 21736},
        {"v8::internal::Execution::Call", 24816, 27310},
        {"std::vector<int>", 14002, 15477},
        {"6 826 samples in 68.9 s at 99 Hz", 29827, 30852},
        {"AVATAR Ty\xc3\xb6", 12177, 12743},
        {"\xe2\x86\x92 \xc5\x81\xc3\x93\x44\xc5\xb9", 8079, 8191}, /* arrow, Lodz */
        {"\xce\x95\xce\xbb\xce\xbb\xce\xb7\xce\xbd\xce\xb9\xce\xba\xce\xac", 8240,
         9004},                                                           /* Greek */
        {"\xd0\x9f\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82", 6920, 7383}, /* Cyrillic */
        {DOTS, 2048, 2048},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(units(rows[i].text, false), rows[i].regular);
        assert_int_equal(units(rows[i].text, true), rows[i].bold);
    }
}

static void widths_of_other_scripts(void **state)
{
    static const struct {
        const char *text;
        int32_t wide;
    } rows[] = {
        {"\xe4\xb8\xad\xe6\x96\x87", 2 * EM},                     /* CJK */
        {"\xf0\x9f\x98\x80", EM},                                 /* a smiling face */
        {"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb", 2 * EM}, /* woman ZWJ laptop */
        {"\xe2\x9d\xa4\xef\xb8\x8f", EM},                         /* heart VS16 */
        {"\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd", EM},                 /* thumb, skin tone */
        {"e\xcc\x81", 1139},                                      /* e, acute */
        {"\xcc\x81", EM},                                         /* an acute alone */
        {"\xe0\xa4\x95\xe0\xa4\xbe", 2 * EM},                     /* ka, spacing mark aa */
        {"12.3\xe2\x80\xaf%", 3 * 1139 + 569 + 410 + 1821},       /* narrow space */
        {"\xf4\x8f\xbf\xbd", EM},                                 /* nobody's */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(units(rows[i].text, false), rows[i].wide);
}

static void sizes(void **state)
{
    (void)state;
    /* 19236 / 2048 em at 19 px = 178.457... px: rounded up to tenths */
    assert_int_equal(fr_text_width(FR_LITERAL("Where the CPU went"), 190, false), 1785);
    assert_int_equal(fr_text_width(FR_LITERAL("i"), 1, false), 1);
    assert_int_equal(fr_text_width(FR_LITERAL("i"), 0, false), 0);
    assert_int_equal(fr_text_width(FR_LITERAL("xxxxxxxx"), INT32_MAX, false), INT32_MAX);
}

/* ---------------------------------------------------------------- cuts */

static void expect_cut(const char *text, int32_t room, fr_truncate truncate, const char *wanted)
{
    fr_arena arena = {0};
    fr_bytes label = fr_label_cut(&arena, fr_bytes_of(text), EM, room, truncate);
    if (wanted) {
        assert_non_null(label.at);
        assert_string_equal(label.at, wanted);
        assert_int_equal(label.len, strlen(wanted));
        assert_true(fr_text_width(label, EM, false) <= room);
    } else {
        assert_null(label.at);
    }
    fr_arena_reset(&arena);
}

/* "x" is 1024 wide, the ellipsis 2048. */
static void two_characters_at_least(void **state)
{
    static const fr_truncate all[] = {FR_TRUNCATE_END, FR_TRUNCATE_START, FR_TRUNCATE_MIDDLE};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        expect_cut("xxxx", 4096, all[i], "xxxx");
        expect_cut("xxxx", 4095, all[i], NULL);
        expect_cut("xxxxx", 4095, all[i], NULL);
        expect_cut("x", 1024, all[i], "x");
        expect_cut("x", 1023, all[i], NULL);
        expect_cut("", 0, all[i], "");
        expect_cut("xx", 0, all[i], NULL);
        expect_cut("xx", -5, all[i], NULL);
    }
    expect_cut("xxxxx", 4096, FR_TRUNCATE_END, "xx" DOTS);
    expect_cut("xxxxx", 4096, FR_TRUNCATE_START, DOTS "xx");
    expect_cut("xxxxx", 4096, FR_TRUNCATE_MIDDLE, "x" DOTS "x");
}

static void three_places(void **state)
{
    (void)state;
    expect_cut("luaD_rawrunprotected", 20150, FR_TRUNCATE_END, "luaD_rawrunprotected");
    expect_cut("luaD_rawrunprotected", 12000, FR_TRUNCATE_END, "luaD_rawr" DOTS);
    expect_cut("luaD_rawrunprotected", 12000, FR_TRUNCATE_START, DOTS "nprotected");
    expect_cut("luaD_rawrunprotected", 12000, FR_TRUNCATE_MIDDLE, "luaD" DOTS "ected");
}

/* The same room at another size. */
static void room_in_px(void **state)
{
    fr_arena arena = {0};
    fr_bytes name = FR_LITERAL("luaD_rawrunprotected"); /* 113.147... px at 11.5 px */
    (void)state;
    assert_ptr_equal(fr_label_cut(&arena, name, 115, 1132, FR_TRUNCATE_END).at, name.at);
    assert_int_equal(fr_text_width(name, 115, false), 1132);
    fr_bytes label = fr_label_cut(&arena, name, 115, 1131, FR_TRUNCATE_END);
    assert_string_equal(label.at, "luaD_rawrunprotect" DOTS);
    assert_null(fr_label_cut(&arena, name, 0, 1131, FR_TRUNCATE_END).at);
    fr_arena_reset(&arena);
}

static void whole_characters(void **state)
{
    (void)state;
    /* two bytes: o with diaeresis is 1139 wide */
    expect_cut("\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6", 4400, FR_TRUNCATE_END,
               "\xc3\xb6\xc3\xb6" DOTS);
    expect_cut("\xe4\xb8\xad\xe6\x96\x87\xe4\xb8\xad\xe6\x96\x87", 3 * EM, FR_TRUNCATE_START,
               DOTS "\xe4\xb8\xad\xe6\x96\x87");
    /* x and six e with an acute of their own: the mark stays with its letter */
    expect_cut("xe\xcc\x81xe\xcc\x81xe\xcc\x81", 2048 + 1024 + 1139, FR_TRUNCATE_END,
               "xe\xcc\x81" DOTS);
    expect_cut("xe\xcc\x81xe\xcc\x81xe\xcc\x81", 2048 + 1024 + 1139, FR_TRUNCATE_START,
               DOTS "xe\xcc\x81");
    expect_cut("xe\xcc\x81xe\xcc\x81xe\xcc\x81", 2048 + 1024 + 1139, FR_TRUNCATE_MIDDLE,
               "x" DOTS "e\xcc\x81");
    /* woman ZWJ laptop is one character of two em: not to be parted */
#define CODER "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb"
    expect_cut("xx" CODER CODER, 2 * EM + 1024 + 1024 + 1000, FR_TRUNCATE_END, "xx" DOTS);
    expect_cut(CODER CODER "xx", 2 * EM + 1024 + 1024 + 1000, FR_TRUNCATE_START, DOTS "xx");
    expect_cut(CODER CODER CODER, 5 * EM, FR_TRUNCATE_START, DOTS CODER CODER);
    expect_cut(CODER CODER CODER, 5 * EM - 1, FR_TRUNCATE_START, NULL);
    /* a flag is two letters */
#define FLAG "\xf0\x9f\x87\xab\xf0\x9f\x87\xae"
    expect_cut("xxx" FLAG "xx", 5200 + EM, FR_TRUNCATE_END, "xxx" DOTS);
}

/* Every cut of every room: valid, within the room, from the proper ends, never less than before. */
static void every_room(void **state)
{
    static const char text[] =
        "a\xc3\xb6" CODER "std::e\xcc\x81\xe4\xb8\xad\xe6\x96\x87" FLAG "xyz";
    fr_bytes whole = {text, sizeof text - 1};
    (void)state;
    for (int truncate = FR_TRUNCATE_END; truncate <= FR_TRUNCATE_MIDDLE; truncate++) {
        size_t before = 0;
        for (int32_t room = 0; room < 40000; room += 100) {
            fr_arena arena = {0};
            fr_bytes label = fr_label_cut(&arena, whole, EM, room, (fr_truncate)truncate);
            assert_true(label.len >= before);
            before = label.len;
            assert_true(fr_text_clean(label, FR_TEXT_RAW));
            assert_true(fr_text_width(label, EM, false) <= room);
            fr_arena_reset(&arena);
        }
        assert_int_equal(before, whole.len);
    }
}

/* ---------------------------------------------------------------- long names */

/* A name of 100 pages whose middle cannot be read: to look at it would be a crash. */
static void long_names_are_not_scanned(void **state)
{
    static const char *const wanted[] = {"xxxx" DOTS, DOTS "yyyy", "xx" DOTS "yy"};
    size_t page = (size_t)sysconf(_SC_PAGESIZE), len = 100 * page;
    char *text = aligned_alloc(page, len);
    (void)state;
    assert_non_null(text);
    memset(text, 'x', page);
    memset(text + len - page, 'y', page);
    assert_int_equal(mprotect(text + page, len - 2 * page, PROT_NONE), 0);
    for (size_t i = 0; i < 3; i++) {
        fr_arena arena = {0};
        fr_bytes label = fr_label_cut(&arena, (fr_bytes){text, len}, EM, 4 * 1024 + EM,
                                      (fr_truncate)(FR_TRUNCATE_END + i));
        assert_string_equal(label.at, wanted[i]);
        fr_arena_reset(&arena);
    }
    assert_int_equal(mprotect(text + page, len - 2 * page, PROT_READ | PROT_WRITE), 0);
    free(text);
}

/* 50 000 accents on one letter: no width, yet no label of 100 kB. */
static void stacked_marks(void **state)
{
    static char text[100001];
    (void)state;
    text[0] = 'e';
    for (size_t i = 1; i + 1 < sizeof text; i += 2)
        memcpy(text + i, "\xcc\x81", 2);
    for (int truncate = FR_TRUNCATE_END; truncate <= FR_TRUNCATE_MIDDLE; truncate++) {
        fr_arena arena = {0};
        fr_bytes label =
            fr_label_cut(&arena, (fr_bytes){text, sizeof text}, EM, 20 * EM, (fr_truncate)truncate);
        assert_true(label.len < 20 * 64 * 2);
        fr_arena_reset(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_of_the_font),
        cmocka_unit_test(widths_of_other_scripts),
        cmocka_unit_test(sizes),
        cmocka_unit_test(two_characters_at_least),
        cmocka_unit_test(three_places),
        cmocka_unit_test(room_in_px),
        cmocka_unit_test(whole_characters),
        cmocka_unit_test(every_room),
        cmocka_unit_test(long_names_are_not_scanned),
        cmocka_unit_test(stacked_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
