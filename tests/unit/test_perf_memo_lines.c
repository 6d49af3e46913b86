/*
 * test_perf_memo_lines.c - what is taken for a known line says the same: the same frame, whatever the
 * address and the offset in the function are.
 */
#include "unit.h"

#include "formats/perf/fast/perf_memo.h"

#include "base/name_place.h"

static const struct line_row {
    const char *known, *other;
    bool same;
} rows[] = {
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x1f (/usr/bin/app)",
     true},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f1234abcdef main+0x1f (/usr/bin/app)",
     true},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t          400abc main+0x1f (/usr/bin/app)",
     true},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x2b (/usr/bin/app)",
     true},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f00000000f2 main+0x2bc4 (/usr/bin/app)",
     true},
    {"\t    7f0000000002 f+0x123 (/a)", "\t    7f0000000002 f+0x1 (/a)", true},
    {"\t    7f0000000002 f(int)+0x1 (/a (x86)/l.so)",
     "\t    7f0000000002 f(int)+0x9 (/a (x86)/l.so)", true},
    {"\t    7f0000000002 a b+0x1 (/tmp/x (deleted))",
     "\t    7f0000000002 a b+0x2 (/tmp/x (deleted))", true},
    {"\t    7f0000000002 main (/usr/bin/app)", "\t    7f00000000ff main (/usr/bin/app)", true},
    {"\t    7f0000000002 main (/usr/bin/app)", "\t    7f0000000002 main+0x1 (/usr/bin/app)", false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 mein+0x1f (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x1f (/usr/bin/apq)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x1g (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x1F (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f000000000  main+0x1f (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f00 0000002 main+0x1f (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "     7f0000000002 main+0x1f (/usr/bin/app)",
     false},
    {"\t    7f0000000002 main+0x1f (/usr/bin/app)", "\t    7f0000000002 main+0x1f (/usr/bin/app)\r",
     false},
    /* an unknown function of the kernel is told by its address */
    {"\t    7f0000000002 [unknown] ([unknown])", "\tffffffff8109f9f8 [unknown] ([unknown])", false},
    {"\tffffffff8109f9f8 [unknown] ([unknown])", "\tffffffffffffffff [unknown] ([unknown])", false},
    {"\tffffffff8109f9f8 [unknown] ([unknown])", "\tffff888000000000 [unknown] ([unknown])", true},
    {"\t    7f0000000002 [unknown]+0x1 (/a)", "\t    7f0000000002 [unknown]+0x2 (/a)", false},
};

typedef struct known_line {
    fr_perf_memo_lines lines;
    uint32_t id;
    fr_perf_frame frame;
} known_line;

static known_line learn(const char *text)
{
    known_line known = {.lines.seed = 7};
    fr_bytes line = fr_bytes_of(text);
    fr_perf_key key = fr_perf_memo_lines_key(&known.lines, line);

    assert_true(fr_perf_frame_parse(line, &known.frame));
    known.id = fr_perf_memo_lines_put(&known.lines, &key, 5);
    assert_int_not_equal(known.id, FR_PERF_NO_LINE);
    assert_int_equal(fr_perf_memo_lines_find(&known.lines, &key), known.id);
    fr_perf_memo_lines_pass_offset(&known.lines, known.id, &key, &known.frame);
    return known;
}

/* The bytes that are taken of a line with its newline, and of what follows it. */
static size_t match(known_line *known, const char *line, size_t len)
{
    char text[256];

    memcpy(text, line, len);
    memcpy(text + len, "\n\t    7f0000000002 next (/usr/bin/app)\n", 39);
    return fr_perf_memo_match(&known->lines, known->id, text, text + len + 39);
}

static void lines_that_say_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        known_line known = learn(rows[i].known);
        size_t len = strlen(rows[i].other);
        if (match(&known, rows[i].other, len) != (rows[i].same ? len + 1 : 0))
            fail_msg("'%s' for '%s'", rows[i].other, rows[i].known);
        fr_perf_memo_lines_reset(&known.lines);
    }
}

static void assert_same_frame(const fr_perf_frame *a, const fr_perf_frame *b)
{
    assert_true(fr_bytes_equal(a->symbol, b->symbol) && fr_bytes_equal(a->module, b->module));
    assert_int_equal(a->inlined, b->inlined);
    if (fr_perf_frame_unknown(a))
        assert_int_equal(fr_address_is_kernel(a->ip), fr_address_is_kernel(b->ip));
}

/* Known lines with some bytes changed. */
static void changed_lines(void **state)
{
    static const char bytes[] = "0123456789abcfgx+ \t\r()[]/\n";
    random_source random = {3};
    size_t n_same = 0;

    (void)state;
    for (uint32_t round = 0; round < 100000; round++) {
        const struct line_row *row = &rows[random_below(&random, COUNT(rows))];
        known_line known = learn(row->known);
        size_t len = strlen(row->known), used;
        char line[128];
        fr_perf_frame frame;
        memcpy(line, row->known, len);
        for (uint32_t n = 1 + random_below(&random, 2); n > 0; n--)
            line[random_below(&random, (uint32_t)len)] =
                bytes[random_below(&random, sizeof bytes - 1)];
        used = match(&known, line, len);
        if (used) {
            assert_true(used <= len + 1);
            assert_true(fr_perf_frame_parse((fr_bytes){line, used - 1}, &frame));
            assert_same_frame(&known.frame, &frame);
            n_same++;
        }
        fr_perf_memo_lines_reset(&known.lines);
    }
    assert_true(n_same > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_say_the_same),
        cmocka_unit_test(changed_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
