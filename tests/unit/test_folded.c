/*
 * test_folded.c - folded stacks line by line: values, two columns, empties, suffixes, comments,
 * negative values, decimals, and lines that straddle or outgrow the blocks they are read in.
 */
#include "base/input.h"
#include "formats/folded/folded.h"
#include "formats/reader.h"
#include "model/profile.h"
#include "unit/unit.h"

/* ---- lines */

static void lines(void **state)
{
    static const struct {
        const char *line;
        uint32_t n_columns;
        const char *stack; /* NULL: rejected */
        uint32_t n_values;
        int64_t last;
    } rows[] = {
        {"a;b 3", 1, "a;b", 1, 3},
        {"a;b 3\r", 1, "a;b", 1, 3},
        {"a;b\t3 ", 1, "a;b", 1, 3},
        {"a;b 2 3", 1, "a;b 2", 1, 3},
        {"a;b 2 3", 2, "a;b", 2, 3},
        {"a;b 3", 2, "a;b", 1, 3},
        {"a;b; 3", 1, "a;b;", 1, 3},
        {";a 1", 1, ";a", 1, 1},
        {" 5", 1, "", 1, 5},
        {"5", 1, "", 1, 5},
        {"4 5", 2, "", 2, 5},
        {"a 34.", 1, "a", 1, 34},
        {"a .5", 1, "a", 1, 5},
        {"a +5", 1, "a", 1, 5},
        {"a -5", 1, "a", 1, -5},
        {"a 12345678901234567", 1, "a", 1, INT64_C(12345678901234567)},
        {"a 9223372036854775807", 1, "a", 1, INT64_MAX},
        {"a 9223372036854775808", 1, NULL, 0, 0},
        {"a 1e3", 1, "a", 1, 1000},
        {"a nan", 1, NULL, 0, 0},
        {"a", 1, NULL, 0, 0},
        {"a;b", 1, NULL, 0, 0},
        {"a;b 0.0000000005", 1, "a;b", 1, 1},
        {"", 1, NULL, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_folded_line got;
        const char *why = fr_folded_parse(fr_bytes_of(rows[i].line), rows[i].n_columns, &got);
        assert_int_equal(why == NULL, rows[i].stack != NULL);
        if (why)
            continue;
        assert_true(fr_bytes_equal(got.stack, fr_bytes_of(rows[i].stack)));
        assert_int_equal(got.n_values, rows[i].n_values);
        assert_int_equal(got.value[got.n_values - 1].mantissa, rows[i].last);
    }
}

static void blanks(void **state)
{
    static const struct {
        const char *line;
        bool blank;
    } rows[] = {
        {"", true},    {" \t\r", true}, {"#", true},     {"# a 3", true},
        {"#\r", true}, {"#a 3", false}, {" # 3", false}, {"a", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(fr_folded_is_blank(fr_bytes_of(rows[i].line)), rows[i].blank);
}

static void columns_of_a_block(void **state)
{
    static const struct {
        const char *block;
        uint32_t n;
    } rows[] = {
        {"", 1},
        {"a 1\n", 1},
        {"a 1 2\n", 2},
        {"a 1 2", 2},
        {"# note 1 2\na 1\n", 1},
        {"a 1 2\nb 3\n", 1},
        {"a 1 2\nrejected\nb 1.5 0\n", 2},
        {"rejected\n", 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(fr_folded_count_columns(fr_bytes_of(rows[i].block)), rows[i].n);
}

static void probes(void **state)
{
    static const struct {
        const char *head;
        bool whole;
        int score;
    } rows[] = {
        {"a;b 1\n", true, 60},
        {"a;b 1", true, 60},
        {"a;b 1", false, 10},
        {"", true, 0},
        {"# only\n", true, 0},
        {"abc", false, 0},
        /* most lines are stacks */
        {"a;b 1\na;c 2\nd 3\n", true, 10},
        {"a;b 1\na;c 2\nprose\n", true, 10},
        {"a;b 1\nprose\nprose\n", true, 0},
        /* single frames */
        {"main 5", true, 10},
        {"a b\n", true, 0},
        {"a 1\nb\n", true, 10},
        {"a 1\nb 1\nc\n", true, 10},
        {"a 1\nb 1\nprose\nprose\n", true, 0},
        {"name self\na 1\nb 1\n", true, 0}, /* the head of a table */
        {"void std::f<int, char>(int, char) const 7\n", true, 10},
        {"2026-11-22 10:14:22 box app: queue length 5\n", true, 0},
        {"replicas: 3\nworkers: 4\n", true, 0},
        {"port = 8080\n", true, 0},
        {"Mozilla/5.0 (X11; Linux) took 12\n", true, 10},
        {"Debian GNU/Linux 12\n", true, 0},
        {"Debian GNU/Linux 12\nmain 5\n", true, 10},
        /* numbers */
        {"0x401136;12 5\n", true, 60},
        {"0x401136 5\n", true, 10},
        {"1\n2\n3\n", true, 0},
        {"1 2\n3 4\n", true, 0},
        {"5\na 1\n", true, 10},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(fr_folded_probe(fr_bytes_of(rows[i].head), rows[i].whole), rows[i].score);
    assert_int_equal(fr_folded_probe(FR_LITERAL("a;b\0c 1\n"), true), 60);
    assert_int_equal(fr_folded_probe(FR_LITERAL("a;b\0\1\2 1\n"), true), 0);
}

/* ---- whole texts */

static void texts(void **state)
{
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"a;b 3\na;c 4\n", "a;b 3\na;c 4\n"},
        {"a;b 3\na;b 4", "a;b 7\n"},
        {"a 3\na;b 4\na;b;c 5\na;b 1\n", "a 3\na;b 5\na;b;c 5\n"},
        {"a;b;c 1\na;bc 1\na;b 1\nab 1\n", "a;b 1\na;b;c 1\na;bc 1\nab 1\n"},
        {"a;;b 3\n", "a;[empty];b 3\n"},
        {";a 1\n", "[empty];a 1\n"},
        {"a;b; 3\n", "a;b;[empty] 3\n"},
        {"; 3\n", "[empty];[empty] 3\n"},
        {"; ; 3\n", "[empty];[empty];[empty] 3\n"},
        {"a; b ;c 1\na;b;c 1\n a;b; c 1\n", "a;b;c 3\n"},
        {"foo 1\n foo 2\nfoo  4\n", "foo 7\n"},
        {" 5\na 1\n", "[no stack] 5\na 1\n"},
        {"a\\x3bb;c 1\n", "a\\x3bb;c 1\n"},
        {"_[k] 3\n", "_[k] 3\n"},
        {"a_[k];b_[j];c_[i];d 3\n", "a_[k];b_[j];c_[i];d 3\n"},
        {"a_[k] 1\na 2\n", "a 2\na_[k] 1\n"},
        {"\xef\xbb\xbf"
         "a 1\n",
         "a 1\n"},
        {"a 0\nb 0.0\nc 1\n", "c 1\n"},
        {"a 1\n\n# x 9\n\r\nb 2\r\n", "a 1\nb 2\n"},
        {"a 0.5\nb 1\nc 0.25\n", "a 0.5\nb 1\nc 0.25\n"},
        {"a 1\nb .125\nc 2.\n", "a 1\nb 0.125\nc 2\n"},
        {"a 1.50\na 2.5\n", "a 4\n"},
        {"x 5;y 3\n", "x 5;y 3\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(rows[i].text);
        assert_written(p, "folded", rows[i].want);
        fr_profile_free(p);
    }
}

static void counts_of_samples(void **state)
{
    static const struct {
        const char *text, *unit;
        uint64_t n_samples;
    } rows[] = {
        {"a 3\nb 4\n", NULL, 7},
        {"a 3\nb 4\n", "samples", 7},
        {"a 3\nb 4\n", "ns", 0},
        {"a 3\nb 4.5\n", NULL, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_read_options opt = folded_options(0);
        fr_column_info info;
        opt.weight_unit = rows[i].unit;
        fr_profile *p = try_read(rows[i].text, strlen(rows[i].text), &opt, NULL);
        assert_non_null(p);
        assert_true(fr_profile_column(p, 0, &info));
        assert_int_equal(info.n_samples, rows[i].n_samples);
        assert_string_equal(info.unit, rows[i].unit ? rows[i].unit : "samples");
        fr_profile_free(p);
    }
}

static void two_columns(void **state)
{
    fr_read_options opt = folded_options(0);
    const char *text = "a;b 1 2\na;c 0 3\na 0 0\n 4 0.5\n";
    fr_column_info info;

    (void)state;
    opt.folded.columns = 2;
    fr_profile *p = try_read(text, strlen(text), &opt, NULL);
    assert_non_null(p);
    if (!p)
        return;
    assert_int_equal(p->n_columns, 2);
    assert_true(fr_profile_column(p, 0, &info));
    assert_string_equal(info.name, "base");
    assert_int_equal(info.total, 50);
    assert_int_equal(info.decimals, 1);
    assert_true(fr_profile_column(p, 1, &info));
    assert_string_equal(info.name, "new");
    assert_int_equal(info.total, 55);
    assert_written(p, "folded", "[no stack] 4 0.5\na;b 1 2\na;c 0 3\n");
    assert_int_equal(note_of(p, "zero-value").n, 1);
    fr_profile_free(p);
}

/* ---- errors and notes */

static void errors(void **state)
{
    static const struct {
        const char *text;
        uint32_t columns;
        fr_code code;
        uint64_t line, offset;
        const char *says;
    } rows[] = {
        {"a 1\nb -2\n", 0, FR_E_FORMAT, 2, 4, "'-2'"},
        {"a 1 2\nb 3\n", 0, FR_E_FORMAT, 2, 6, NULL}, /* decided otherwise: see below */
        {"a 1 2\nb 3\n", 2, FR_E_FORMAT, 2, 6, "one value"},
        {"a 9223372036854775807\na 1\n", 0, FR_E_LIMIT, 0, 0, "'a'"},
        {"a 9223372036854775807\nb 0.1\n", 0, FR_E_LIMIT, 0, 0, "'a'"},
        {"a 0.1\nb;c 9223372036854775807\n", 0, FR_E_LIMIT, 2, 6, "too large"},
        {"a 9223372036854775807\nb;c 1\n", 0, FR_E_LIMIT, 0, 0, "'b;c'"},
        {"a 0\n", 0, FR_E_EMPTY, 0, 0, "no samples"},
        {"a b\n", 0, FR_E_FORMAT, 1, 0, "no decimal number: 'a b'"},
        {"", 0, FR_E_EMPTY, 0, 0, "empty"},
        {"a 1\n", 3, FR_E_USAGE, 0, 0, "columns"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_read_options opt = folded_options(rows[i].columns);
        fr_error err = {0};
        fr_profile *p = try_read(rows[i].text, strlen(rows[i].text), &opt, &err);
        if (!rows[i].says) {
            assert_non_null(p);
            fr_profile_free(p);
            continue;
        }
        assert_null(p);
        if (!strstr(err.text, rows[i].says))
            print_error("%s\n", err.text);
        assert_non_null(strstr(err.text, rows[i].says));
        assert_int_equal(err.code, rows[i].code);
        assert_int_equal(err.line, rows[i].line);
        assert_int_equal(err.offset, rows[i].offset);
    }
}

static void notes(void **state)
{
    static const struct {
        const char *text, *kind;
        uint64_t n, line;
        const char *says;
    } rows[] = {
        {"a 1\nbad\nb 1\nworse x\n", "rejected-line", 2, 2, "'bad'"},
        {"a 1\nb 0\nc 0\n", "zero-value", 2, 2, "b"},
        {"a 1\n 5\n", "frameless", 1, 2, NULL},
        {"a;;b 1\n", "empty-frame", 1, 0, NULL},
        {"a\x01 1\n", "repaired-name", 1, 0, "a\\x01"},
        {"a 1\n", "repaired-name", 0, 0, NULL},
        {"a\\x01;a\\x3bb 1\n", "repaired-name", 0, 0, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(rows[i].text);
        fr_note note = note_of(p, rows[i].kind);
        assert_int_equal(note.n, rows[i].n);
        assert_int_equal(note.first_line, rows[i].line);
        assert_true(!rows[i].says || strstr(note.text, rows[i].says));
        fr_profile_free(p);
    }
}

static void negative_values(void **state)
{
    static const struct {
        fr_negative negative;
        const char *want;
    } rows[] = {
        {FR_NEGATIVE_DROP, "a 1\nd 3\n"},
        {FR_NEGATIVE_ABS, "a 1\nb 2\nc 0.5\nd 3\n"},
    };
    const char *text = "a 1\nb -2\nc -0.5\nd 3\ne -0\n";

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_read_options opt = folded_options(1);
        opt.folded.negative = rows[i].negative;
        fr_profile *p = try_read(text, strlen(text), &opt, NULL);
        assert_non_null(p);
        assert_written(p, "folded", rows[i].want);
        assert_int_equal(note_of(p, "negative-value").n, 2);
        assert_int_equal(note_of(p, "zero-value").n, 1);
        fr_profile_free(p);
    }
}

/* ---- blocks */

/* Lines of every length around a block's end; sums are kept and names are whole. */
static void lines_across_blocks(void **state)
{
    static const size_t lengths[] = {65535,
                                     65536,
                                     65537,
                                     262143,
                                     262144,
                                     262145,
                                     FR_INPUT_BLOCK - 300,
                                     FR_INPUT_BLOCK - 2,
                                     FR_INPUT_BLOCK - 1,
                                     FR_INPUT_BLOCK,
                                     FR_INPUT_BLOCK + 1,
                                     FR_INPUT_BLOCK + 127,
                                     FR_INPUT_BLOCK + 129,
                                     2500000};

    (void)state;
    for (size_t i = 0; i < COUNT(lengths); i++)
        for (int newline = 0; newline < 2; newline++) {
            size_t len = lengths[i], at = 0;
            char *text = malloc(len + 64);
            fr_profile_info info;
            fr_column_info column;
            assert_non_null(text);
            at += (size_t)sprintf(text, "before 1\n");
            size_t start = at;
            for (; at - start + 20 < len; at += strlen("frame0;")) {
                memcpy(text + at, "frame0;", strlen("frame0;"));
                text[at + strlen("frame")] = "0123456"[at / strlen("frame0;") % 7];
            }
            memset(text + at, 'x', len - (at - start) - 3);
            at += len - (at - start) - 3;
            at += (size_t)sprintf(text + at, " 17");
            assert_int_equal(at - start, len);
            at += (size_t)sprintf(text + at, newline ? "\nafter 2\n" : "");
            text[at] = '\0';
            fr_profile *p = read_folded(text);
            assert_true(fr_profile_column(p, 0, &column));
            assert_int_equal(column.total, newline ? 20 : 18);
            fr_profile_describe(p, &info);
            assert_int_equal(info.n_records, newline ? 3 : 2);
            assert_int_equal(note_of(p, "cut-name").n, 0);
            char *got = written(p, "folded");
            assert_non_null(strstr(got, "x 17\n"));
            free(got);
            fr_profile_free(p);
            free(text);
        }
}

/* One frame longer than a block is cut, with a note; the value after it and the frames around it
 * are not lost. */
static void frames_longer_than_a_block(void **state)
{
    static const size_t lengths[] = {
        FR_INPUT_BLOCK - 2,   FR_INPUT_BLOCK - 1,   FR_INPUT_BLOCK,     FR_INPUT_BLOCK + 1,
        FR_INPUT_BLOCK + 126, FR_INPUT_BLOCK + 130, 2 * FR_INPUT_BLOCK, 3000001};
    static const char *const befores[] = {"", "main;"}, *const afters[] = {" 5", ";leaf 5"};

    (void)state;
    for (size_t i = 0; i < COUNT(lengths); i++)
        for (size_t shape = 0; shape < 4; shape++) {
            const char *before = befores[shape & 1], *after = afters[shape >> 1];
            char *text = malloc(lengths[i] + 100), *got;
            assert_non_null(text);
            size_t at = (size_t)sprintf(text, "%s", before);
            memset(text + at, 'x', lengths[i]);
            at += lengths[i];
            at += (size_t)sprintf(text + at, "%s\nnext 7\n", after);
            fr_profile *p = read_folded(text);
            got = written(p, "folded");
            const char *end = strstr(got, "x;leaf 5\n");
            end = end ? end : strstr(got, "x 5\n");
            assert_non_null(end);
            assert_int_equal(strspn(got + (shape & 1 ? 5 : strlen("next 7\n")), "x") > 1000000 ||
                                 strspn(got + (shape & 1 ? 5 : 0), "x") > 1000000,
                             1);
            assert_null(strstr(got, "x 5 5"));
            assert_non_null(strstr(got, "next 7\n"));
            assert_true(strlen(got) <= FR_INPUT_BLOCK + 40);
            assert_int_equal(note_of(p, "cut-name").n,
                             lengths[i] > FR_INPUT_BLOCK - 129 && strlen(got) < at);
            assert_int_equal(note_of(p, "rejected-line").n, 0);
            free(got);
            free(text);
            fr_profile_free(p);
        }
}

static void long_lines_of_other_sorts(void **state)
{
    size_t len = FR_INPUT_BLOCK * 2 + 5;
    char *text = malloc(len + 64);

    (void)state;
    assert_non_null(text);
    memset(text, '5', len);
    memcpy(text, "# ", 2);
    strcpy(text + len, " 5\na 1\n");
    fr_profile *p = read_folded(text);
    assert_written(p, "folded", "a 1\n"); /* a comment */
    fr_profile_free(p);
    memset(text, ' ', len);
    strcpy(text + len, "\na 1\n");
    p = read_folded(text);
    assert_written(p, "folded", "a 1\n"); /* a blank line */
    assert_int_equal(note_of(p, "rejected-line").n, 0);
    fr_profile_free(p);
    memset(text, 'a', len);
    strcpy(text + len, "\na 1\n");
    p = read_folded(text);
    assert_written(p, "folded", "a 1\n"); /* no value */
    assert_int_equal(note_of(p, "rejected-line").n, 1);
    fr_profile_free(p);
    free(text);
}

static void deep_stacks(void **state)
{
    size_t n = 1000000;
    char *text = malloc(n * 2 + 16);
    fr_profile_info info;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        memcpy(text + i * 2, i % 3 ? "a;" : "b;", 2);
    strcpy(text + n * 2, "c 3\n");
    fr_profile *p = read_folded(text);
    fr_profile_describe(p, &info);
    assert_int_equal(info.max_depth, n + 1);
    fr_profile_free(p);
    free(text);
}

/* ---- writing */

static void what_is_written_reads_back(void **state)
{
    static const char *const names[] = {"# comment", "#", "#x", "# 5", "a b", "a 5", "\\", "a;b"};

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        fr_builder *b = fr_builder_new(NULL, NULL);
        assert_non_null(b);
        uint32_t column = fr_builder_column(b, "samples", "samples", 0);
        uint32_t top =
            fr_builder_push(b, 0, fr_builder_frame(b, &(fr_frame_info){.name = names[i]}));
        fr_builder_add(b, top, column, 2, 2, 2);
        fr_builder_add(b, fr_builder_push(b, top, 1), column, 3, 3, 3);
        fr_profile *p = fr_builder_finish(b, NULL);
        assert_non_null(p);
        char *folded = written(p, "folded");
        fr_profile *again = read_folded(folded);
        assert_int_equal(again->n_stacks, 3);
        assert_true(fr_bytes_equal(fr_frame_name(p, 1), fr_frame_name(again, 1)));
        assert_written(again, "folded", folded);
        free(folded);
        fr_profile_free(again);
        fr_profile_free(p);
    }
}

/* tests/browser/compare.test.mjs reads the same table. */
static void values_are_those_of_the_table(void **state)
{
    const char *root = getenv("FR_SOURCE_DIR");
    char path[512], row[200];
    size_t n = 0;
    FILE *in;

    (void)state;
    snprintf(path, sizeof path, "%s/tests/data/folded_values.tsv", root ? root : ".");
    in = fopen(path, "r");
    assert_non_null(in);
    for (; fgets(row, sizeof row, in); n++) {
        char line[200], *token = strtok(row, "\t\n"), *digits = strtok(NULL, "\t\n"),
                        *decimals = strtok(NULL, "\t\n");
        fr_folded_line got;
        const char *why;
        if (!digits)
            continue;
        snprintf(line, sizeof line, "main;a %s", token);
        why = fr_folded_parse(fr_bytes_of(line), 1, &got);
        if (!decimals) {
            assert_true(why ? strcmp(digits, "too large") != 0 || strstr(why, "larger than")
                            : got.value[0].mantissa < 0);
            continue;
        }
        assert_null(why);
        assert_int_equal(got.value[0].mantissa, strtoll(digits, NULL, 10));
        assert_int_equal(got.value[0].decimals, strtoul(decimals, NULL, 10));
    }
    assert_true(n > 40);
    fclose(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_table),
        cmocka_unit_test(lines),
        cmocka_unit_test(blanks),
        cmocka_unit_test(columns_of_a_block),
        cmocka_unit_test(probes),
        cmocka_unit_test(texts),
        cmocka_unit_test(counts_of_samples),
        cmocka_unit_test(two_columns),
        cmocka_unit_test(errors),
        cmocka_unit_test(notes),
        cmocka_unit_test(negative_values),
        cmocka_unit_test(lines_across_blocks),
        cmocka_unit_test(frames_longer_than_a_block),
        cmocka_unit_test(long_lines_of_other_sorts),
        cmocka_unit_test(deep_stacks),
        cmocka_unit_test(what_is_written_reads_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
