/*
 * test_readers.c - choosing a format, one input after another, and what a bad one leaves behind.
 */
#include "unit/unit.h"

static bool add(fr_reader *reader, const char *name, const char *text, fr_error *err)
{
    return fr_reader_add_memory(reader, name, text, strlen(text), err);
}

static fr_reader *new_reader(const fr_read_options *opt)
{
    fr_reader *reader = fr_reader_new(opt, NULL);

    assert_non_null(reader);
    return reader;
}

static fr_profile *finish(fr_reader *reader)
{
    fr_profile *profile = fr_reader_finish(reader, NULL);

    assert_non_null(profile);
    return profile;
}

static const char folded[] = "main;foo 3\nmain 2\n";
static const char perf[] =
    "app 7/7 [000] 1.0: 250000 cycles:\n\t4011d6 work+0x16 (/usr/bin/app)\n\n";

static void content_decides(void **state)
{
    static const struct {
        const char *name, *text, *format;
    } rows[] = {
        {"x", folded, "folded"},           {"x.perf", folded, "folded"},
        {"x", perf, "perf-script"},        {"x.folded", perf, "perf-script"},
        {"x.svg.gz", perf, "perf-script"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_reader *reader = new_reader(NULL);
        fr_profile_info info;
        assert_true(add(reader, rows[i].name, rows[i].text, NULL));
        fr_profile *p = finish(reader);
        fr_profile_describe(p, &info);
        assert_string_equal(info.format, rows[i].format);
        fr_profile_free(p);
    }
}

/* `n` times one line, then `m` times another. */
static char *repeat(const char *line, size_t n, const char *other, size_t m)
{
    char *text = malloc(n * strlen(line) + m * strlen(other) + 1), *at = text;

    assert_non_null(text);
    for (size_t i = 0; i < n + m; i++)
        at += sprintf(at, "%s", i < n ? line : other);
    return text;
}

/* What the probes do not see: most of the text is of another kind. */
static void more_skipped_than_read(void **state)
{
    static const struct {
        const char *line, *other, *input_format;
        size_t n, m;
        bool good;
    } rows[] = {
        {"main;parse 1\n", "prose\n", NULL, 20000, 20001, false},
        {"main;parse 1\n", "prose\n", NULL, 20000, 19999, true},
        {"main;parse 1\n", "prose\n", "folded", 20000, 20001, true},
        {"app 7/7 1.0: 5 cycles:\n\t7f01 f (/a)\n\n", "prose\n", NULL, 4000, 12100, false},
        {"app 7/7 1.0: 5 cycles:\n\t7f01 f (/a)\n\n", "prose\n", NULL, 4000, 11900, true},
        {"app 7/7 1.0: 5 cycles:\n\t7f01 f (/a)\n\n", "prose\n", "perf-script", 4000, 12100, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows) * 2; i++) {
        size_t r = i / 2;
        fr_read_options opt = FR_READ_DEFAULTS;
        fr_error err = {0};
        char *text = repeat(rows[r].line, rows[r].n, rows[r].other, rows[r].m);
        opt.input_format = rows[r].input_format;
        opt.threads = i % 2 ? 2 : 1;
        fr_reader *reader = new_reader(&opt);
        assert_int_equal(add(reader, "x", text, &err), rows[r].good);
        assert_true(rows[r].good || (err.code == FR_E_FORMAT && strstr(err.text, "do not fit") &&
                                     strstr(err.hint, "--input-format=")));
        fr_reader_free(reader);
        free(text);
    }
}

/* The place of a format in the list, or SIZE_MAX. */
static size_t place_of(const char *name)
{
    fr_format_info info;

    for (size_t i = 0; fr_input_format_at(i, &info); i++)
        if (strcmp(info.name, name) == 0)
            return i;
    return SIZE_MAX;
}

/* Each has a title and a name of its own, by which it can be asked for. */
static void formats_are_listed(void **state)
{
    static const char *const some[] = {"folded", "perf-script", "pprof", "flamerender"};
    fr_format_info info;

    (void)state;
    for (size_t i = 0; fr_input_format_at(i, &info); i++) {
        fr_read_options opt = FR_READ_DEFAULTS;
        assert_true(info.name[0] && info.title[0] && fr_input_format_command(i)[0]);
        assert_string_equal(fr_input_format_command(i + 1000), "");
        assert_int_equal(place_of(info.name), i);
        opt.input_format = info.name;
        fr_reader_free(new_reader(&opt));
    }
    for (size_t i = 0; i < COUNT(some); i++)
        assert_true(place_of(some[i]) != SIZE_MAX);
}

static void inputs_that_are_refused(void **state)
{
    static const struct {
        const char *text, *input_format;
        fr_code code;
        const char *says;
    } rows[] = {
        {"", NULL, FR_E_EMPTY, "is empty"},
        {"some prose\n", NULL, FR_E_FORMAT, "not a known kind of profile"},
        {"<html>", NULL, FR_E_FORMAT, "HTML"},
        {"main 3\n", "nonsense", FR_E_USAGE, "'nonsense'"},
        {"main -3\n", NULL, FR_E_FORMAT, "negative"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_read_options opt = FR_READ_DEFAULTS;
        fr_error err = {0};
        opt.input_format = rows[i].input_format;
        fr_reader *reader = new_reader(&opt);
        assert_false(add(reader, "the name", rows[i].text, &err));
        assert_int_equal(err.code, rows[i].code);
        assert_string_equal(err.source, "the name");
        assert_non_null(strstr(err.text, rows[i].says));
        fr_reader_free(reader);
    }
}

static void a_bad_input_leaves_nothing(void **state)
{
    fr_reader *reader = new_reader(NULL);
    fr_error err = {0};

    (void)state;
    assert_true(add(reader, "1", folded, &err));
    assert_false(add(reader, "2", "main;foo 100\nmain;bar 9\nmain -3\n", &err));
    assert_string_equal(err.source, "2");
    assert_int_equal(err.line, 3);
    assert_true(add(reader, "3", folded, NULL));
    fr_profile *p = finish(reader);
    assert_written(p, "folded", "main 4\nmain;foo 6\n");
    fr_profile_free(p);
}

/* A bad first input does not choose for the others. */
static void a_bad_input_chooses_nothing(void **state)
{
    fr_reader *reader = new_reader(NULL);

    (void)state;
    assert_false(add(reader, "1", "a 1 2\nb 3 -1\n", NULL));
    assert_true(add(reader, "2", "a 1\n", NULL));
    fr_profile *p = finish(reader);
    assert_written(p, "folded", "a 1\n");
    fr_profile_free(p);
}

static void the_first_input_chooses(void **state)
{
    fr_reader *reader = new_reader(NULL);
    fr_error err = {0};

    (void)state;
    assert_true(add(reader, "1", "a 1 2\n", NULL));
    assert_false(add(reader, "2", "b 3\n", &err));
    assert_non_null(strstr(err.text, "one value"));
    assert_true(add(reader, "3", "b 3 4\n", NULL));
    fr_profile *p = finish(reader);
    assert_written(p, "folded", "a 1 2\nb 3 4\n");
    fr_profile_free(p);
}

static void strict(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        {"a 1\n", true},
        {"a 1\nb 0\n", true},
        {"a 1\nb;; 2\n", true},
        {"a 1\nbad\nb 1\n", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_read_options opt = folded_options(1);
        fr_error err = {0};
        opt.strict = true;
        fr_reader *reader = new_reader(&opt);
        assert_int_equal(add(reader, "x", rows[i].text, &err), rows[i].good);
        assert_true(rows[i].good || (err.code == FR_E_FORMAT && err.line == 2));
        fr_reader_free(reader);
    }
}

/* A limit that all inputs overrun together is final. */
static void limits_of_the_whole(void **state)
{
    fr_read_options opt = folded_options(1);
    fr_error err = {0};

    (void)state;
    opt.limits.nodes = 3;
    fr_reader *reader = new_reader(&opt);
    assert_true(add(reader, "1", "a;b 1\n", NULL));
    assert_true(add(reader, "2", "a;c 1\n", NULL));
    assert_false(add(reader, "3", "d 1\n", &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_false(add(reader, "4", "a;b 1\n", NULL));
    err = (fr_error){0};
    assert_null(fr_reader_finish(reader, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
}

static void nothing_to_finish(void **state)
{
    fr_error err = {0};

    (void)state;
    assert_null(fr_reader_finish(new_reader(NULL), &err));
    assert_int_equal(err.code, FR_E_EMPTY);
    fr_reader_free(NULL);
    fr_profile_free(NULL);
}

static void missing_files(void **state)
{
    fr_reader *reader = new_reader(NULL);
    fr_error err = {0};

    (void)state;
    assert_false(fr_reader_add_path(reader, "/nowhere/x.folded", &err));
    assert_int_equal(err.code, FR_E_IO);
    assert_string_equal(err.source, "/nowhere/x.folded");
    assert_false(fr_reader_add_path(reader, "/nowhere/x.folded", NULL));
    fr_reader_free(reader);
}

static void count_calls(void *arg, uint64_t done, uint64_t size)
{
    uint64_t *last = arg;

    assert_true(done >= *last && done <= size);
    *last = done;
}

static void progress(void **state)
{
    fr_read_options opt = folded_options(1);
    uint64_t last = 0;

    (void)state;
    opt.progress = count_calls;
    opt.progress_arg = &last;
    fr_reader *reader = new_reader(&opt);
    assert_true(add(reader, "x", folded, NULL));
    assert_int_equal(last, strlen(folded));
    fr_reader_free(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_decides),
        cmocka_unit_test(more_skipped_than_read),
        cmocka_unit_test(formats_are_listed),
        cmocka_unit_test(inputs_that_are_refused),
        cmocka_unit_test(a_bad_input_leaves_nothing),
        cmocka_unit_test(a_bad_input_chooses_nothing),
        cmocka_unit_test(the_first_input_chooses),
        cmocka_unit_test(strict),
        cmocka_unit_test(limits_of_the_whole),
        cmocka_unit_test(nothing_to_finish),
        cmocka_unit_test(missing_files),
        cmocka_unit_test(progress),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
