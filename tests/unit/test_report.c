/*
 * test_report.c - reports: the funnel, and each format parsed back, whatever the names hold.
 */
#include <ctype.h>
#include <jansson.h>

#include "base/number.h"
#include "model/report/report.h"
#include "render/measure.h"
#include "unit/unit.h"

#define NNBSP "\xe2\x80\xaf"

static const char *const hostile[] = {
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-[NSView drawRect:]",
    "@SUM(1)",
    "'quoted",
    "\"",
    "\"\"",
    "a,b",
    "a\"b\"c",
    "\xef\xbc\x9d"
    "1+1",
    "x|y",
    "operator||(a, b)",
    "\\|",
    "a\\\\|b",
    "`tick`",
    "``",
    "<script>alert(1)</script>",
    "<!-- -->",
    "&amp;&#124;",
    "**bold** _it_ ~~no~~",
    "[link](http://example.org)",
    "@someone #123 https://example.org",
    " lead and trail ",
    "\x1b[31mred",
    "cr\rlf\nnew\tline",
    "\xff\xfe",
    "\xe2\x80\xae"
    "gnp.exe",
    "\xe4\xb8\xad\xe6\x96\x87\xe5\x87\xbd\xe6\x95\xb0",
    "\\x1b",
    "",
};

static char *text_of(const fr_report *report, const char *format)
{
    fr_output *out = fr_output_memory();
    size_t len = 0;
    const char *bytes;
    char *copy;

    assert_non_null(out);
    fr_report_write(report, format, out);
    bytes = fr_output_bytes(out, &len);
    assert_non_null(bytes);
    copy = strndup(bytes, len);
    assert_non_null(copy);
    assert_int_equal(strlen(copy), len);
    fr_output_free(out);
    return copy;
}

static fr_report *new_report(fr_cell_kind first)
{
    fr_report *report = fr_report_new("test");

    assert_non_null(report);
    fr_report_add_column(report,
                         &(fr_report_column){.key = "n", .title = "n", .unit = "", .kind = first});
    fr_report_add_column(report, &(fr_report_column){.key = "name", .title = "name", .unit = ""});
    return report;
}

/* Every hostile name in a row with its number. */
static fr_report *hostile_report(void)
{
    fr_report *report = new_report(FR_CELL_COUNT);
    fr_error err = {0};

    fr_report_set_title(report, FR_LITERAL("Title with | and <b> and \x1b[0m"));
    fr_report_set_subtitle(report, FR_LITERAL("@someone http://example.org"));
    for (size_t i = 0; i < COUNT(hostile); i++) {
        fr_report_add_count(report, (int64_t)i);
        fr_report_add_text(report, fr_bytes_of(hostile[i]));
    }
    fr_report_add_note(report, FR_LITERAL("a note\nwith a line"));
    report = fr_report_finish(report, &err);
    assert_non_null(report);
    assert_int_equal(fr_report_n_rows(report), COUNT(hostile));
    return report;
}

static fr_bytes name_in(const fr_report *report, size_t row)
{
    return fr_report_text(report, fr_report_cell(report, row, report->n_columns - 1));
}

/* ---- the funnel ---- */

static void failures_stick(void **state)
{
    fr_error err = {0};
    fr_report *report = new_report(FR_CELL_COUNT);

    (void)state;
    fr_report_add_count(report, 1);
    assert_null(fr_report_finish(report, &err)); /* half a row */
    assert_int_equal(err.code, FR_E_USAGE);

    err = (fr_error){0};
    report = new_report(FR_CELL_COUNT);
    fr_report_add_text(report, FR_LITERAL("x")); /* not a count */
    fr_report_add_count(report, 1);
    fr_report_add_text(report, FR_LITERAL("x"));
    assert_null(fr_report_finish(report, &err));
    assert_non_null(strstr(err.text, "cell 0"));

    err = (fr_error){0};
    assert_null(fr_report_finish(NULL, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    fr_report_free(NULL);
}

static void formats_are_listed(void **state)
{
    fr_format_info info;
    fr_output *out = fr_output_memory();
    fr_report *report = fr_report_finish(new_report(FR_CELL_COUNT), NULL);
    fr_error err = {0};
    size_t n = 0;

    (void)state;
    assert_true(report && out);
    for (; fr_report_format_at(n, &info); n++)
        free(text_of(report, info.name)); /* without rows */
    assert_int_equal(n, 4);
    fr_report_write(report, "docx", out);
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_report_free(report);
}

/* ---- formats, parsed back ---- */

static void json_parses_back(void **state)
{
    fr_report *report = hostile_report();
    char *text = text_of(report, "json");
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *rows;

    (void)state;
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "flamerender")), "report");
    rows = json_object_get(root, "rows");
    assert_int_equal(json_array_size(rows), COUNT(hostile));
    for (size_t i = 0; i < COUNT(hostile); i++) {
        json_t *row = json_array_get(rows, i);
        assert_int_equal(json_integer_value(json_object_get(row, "n")), i);
        assert_string_equal(json_string_value(json_object_get(row, "name")), name_in(report, i).at);
    }
    assert_null(strchr(text, '<'));
    json_decref(root);
    free(text);
    fr_report_free(report);
}

/* One field of RFC 4180 at *at, unquoted into `to`; *quoted tells. Returns what stood after it: ',',
 * '\r' for the end of a record. */
static char take_field(const char **at, char *to, bool *quoted)
{
    const char *c = *at;

    *quoted = *c == '"';
    if (*quoted) {
        for (c++; *c != '"' || c[1] == '"'; c++) {
            assert_true(*c != '\0');
            c += *c == '"';
            *to++ = *c;
        }
        c++;
    } else {
        while (*c != ',' && *c != '\r') {
            assert_true(*c && *c != '"' && *c != '\n');
            *to++ = *c++;
        }
    }
    *to = '\0';
    assert_true(*c == ',' || (c[0] == '\r' && c[1] == '\n'));
    *at = c + (*c == ',' ? 1 : 2);
    return *c;
}

static void csv_parses_back(void **state)
{
    fr_report *report = hostile_report();
    char *text = text_of(report, "csv"), field[512];
    const char *at = text;
    bool quoted;

    (void)state;
    assert_int_equal(take_field(&at, field, &quoted), ',');
    assert_string_equal(field, "n");
    assert_int_equal(take_field(&at, field, &quoted), '\r');
    for (size_t i = 0; i < COUNT(hostile); i++) {
        assert_int_equal(take_field(&at, field, &quoted), ',');
        assert_false(quoted);
        assert_int_equal(strtoul(field, NULL, 10), i);
        assert_int_equal(take_field(&at, field, &quoted), '\r');
        assert_true(quoted);
        assert_null(strchr("=+-@", field[0] ? field[0] : 'x'));
        assert_string_equal(field[0] == '\'' ? field + 1 : field, name_in(report, i).at);
    }
    assert_string_equal(at, "");
    free(text);
    fr_report_free(report);
}

/* Appends what `in` shows: code spans as they are, <code> with its references resolved. */
static void resolve_name(const char *in, size_t len, char *to)
{
    bool element = len >= 13 && strncmp(in, "<code>", 6) == 0;
    const char *end = in + len - (element ? 7 : 1);

    to[0] = '\0';
    if (len == 0) /* an empty name shows nothing */
        return;
    assert_true(element || (in[0] == '`' && in[len - 1] == '`'));
    for (in += element ? 6 : 1; in < end;) {
        assert_true(*in != '|' && *in != '`');
        if (element && *in == '&') {
            *to++ = (char)strtol(in + 2, (char **)(void *)&in, 10);
            assert_int_equal(*in++, ';');
        } else {
            assert_true(!element || isalnum((unsigned char)*in) || (unsigned char)*in >= 0x80);
            *to++ = *in++;
        }
    }
    *to = '\0';
}

static void markdown_has_a_row_a_line(void **state)
{
    fr_report *report = hostile_report();
    char *text = text_of(report, "markdown"), name[512];
    const char *at = strstr(text, "|---:|:---|\n");

    (void)state;
    assert_non_null(at);
    assert_non_null(strstr(text, "### Title with \\| and \\<b\\> and \\x1b\\[0m\n"));
    assert_non_null(strstr(text, "\\@<!-- -->someone http\\://example.org\n"));
    at = strchr(at, '\n') + 1;
    for (size_t i = 0; i < COUNT(hostile); i++) {
        const char *end = strchr(at, '\n'), *bar = strchr(at + 2, '|');
        assert_int_equal(strtoul(at + 2, NULL, 10), i);
        assert_true(bar && bar < end && memchr(bar + 1, '|', (size_t)(end - bar - 2)) == NULL);
        resolve_name(bar + 2, (size_t)(end - bar - 4), name);
        assert_string_equal(name, name_in(report, i).at);
        at = end + 1;
    }
    assert_int_equal(*at, '\n');
    free(text);
    fr_report_free(report);
}

static void text_is_aligned(void **state)
{
    fr_report *report = hostile_report();
    char *text = text_of(report, "text");
    const char *at = strstr(text, "\n n  name\n");

    (void)state;
    assert_non_null(at);
    at += strlen("\n n  name\n");
    for (size_t i = 0; i < COUNT(hostile); i++) {
        assert_int_equal(strtoul(at, NULL, 10), i);
        assert_int_equal(strncmp(at + 4, name_in(report, i).at, name_in(report, i).len), 0);
        assert_int_equal(at[4 + name_in(report, i).len], '\n');
        at = strchr(at, '\n') + 1;
    }
    free(text);
    fr_report_free(report);
}

/* Only what GitHub would take for markup is escaped. */
static void markdown_escapes_what_it_must(void **state)
{
    static const char *const cases[][2] = {
        {"depth: at most 3, median 2 (half)", "depth: at most 3, median 2 (half)"},
        {"alloc_space of -g, by 'a' and \"b\"", "alloc_space of -g, by 'a' and \"b\""},
        {"an _emphasis_ and __init__", "an \\_emphasis\\_ and \\_\\_init\\_\\_"},
        {"2 * 3 `x` ~y~ $z$ #12", "2 \\* 3 \\`x\\` \\~y\\~ \\$z\\$ \\#12"},
        {":smile: a:b std::sort", "\\:smile: a:b std::sort"},
        {"a & b, R&D, &lt; &#60;", "a & b, R\\&D, \\&lt; \\&\\#60;"},
        {"C:\\dir and \\*", "C:\\dir and \\\\\\*"},
        {"- no list", "\\- no list"},
        {"12. no list", "12\\. no list"},
        {"12.5 ms", "12.5 ms"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_report *report = fr_report_new("test");
        char *text, want[100];

        assert_non_null(report);
        fr_report_add_note(report, fr_bytes_of(cases[i][0]));
        report = fr_report_finish(report, NULL);
        text = text_of(report, "markdown");
        snprintf(want, sizeof want, "\n%s\n", cases[i][1]);
        assert_string_equal(text, want);
        free(text);
        fr_report_free(report);
    }
}

/* ---- what must be cut ---- */

static fr_report *long_report(size_t n_rows, size_t name_len)
{
    fr_report *report = new_report(FR_CELL_COUNT);
    char *name = malloc(name_len + 1), number[24];

    assert_non_null(name);
    for (size_t i = 0; i < n_rows; i++) {
        memset(name, 'x', name_len);
        snprintf(number, sizeof number, "%zu_", i);
        memcpy(name, number, strlen(number));
        fr_report_add_count(report, (int64_t)i);
        fr_report_add_text(report, (fr_bytes){name, name_len});
    }
    free(name);
    report = fr_report_finish(report, NULL);
    assert_non_null(report);
    return report;
}

static size_t count_lines(const char *text, const char *start)
{
    size_t n = 0;

    for (const char *at = text; at && *at; at = strchr(at, '\n'), at += at != NULL)
        n += strncmp(at, start, strlen(start)) == 0;
    return n;
}

static size_t characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void markdown_stays_short(void **state)
{
    static const struct {
        size_t n_rows, name_len;
    } cases[] = {{5000, 40}, {3, 70000}, {20000, 20}, {100, 500}};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_report *report = long_report(cases[i].n_rows, cases[i].name_len);
        char *text = text_of(report, "markdown"), want[100];
        size_t n_rows = count_lines(text, "| ") - 1, n_omitted = cases[i].n_rows - n_rows;
        assert_true(characters(text) < 65536);
        snprintf(want, sizeof want, "rows omitted to stay under 65 536 characters\n");
        assert_int_equal(strstr(text, want) != NULL, n_omitted > 0);
        assert_true(n_omitted == 0 || cases[i].name_len > 65000 || characters(text) > 64000);
        free(text);
        fr_report_free(report);
    }
}

#define SORT                                                                                       \
    "void std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int> >, long>"
#define CHECK "app::Checker<app::Configuration<app::Policy, app::Allocator, app::Traits> >::run"
#define DRIVE "app::Checker<app::Configuration<app::Policy, app::Allocator, app::Drive> >::run"

static fr_report *report_of_names(void)
{
    static const char *const names[] = {SORT "(int*)", "main", CHECK, DRIVE};
    fr_report *report = fr_report_new("test");

    assert_non_null(report);
    fr_report_add_column(report,
                         &(fr_report_column){.key = "function", .title = "function", .unit = ""});
    for (size_t i = 0; i < COUNT(names); i++)
        fr_report_add_text(report, fr_bytes_of(names[i]));
    report = fr_report_finish(report, NULL);
    assert_non_null(report);
    return report;
}

/* At most 60 characters for people, unless two names would look the same; whole for programs and where
 * that was asked for. */
static void names_are_shortened(void **state)
{
    static const char *const people[] = {"text", "markdown"}, *const programs[] = {"csv", "json"};
    fr_report *report = report_of_names();

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char *text = text_of(report, people[i]), *data = text_of(report, programs[i]);
        assert_null(strstr(text, "__normal_iterator"));
        assert_non_null(strstr(text, "introsort_loop"));
        assert_non_null(strstr(text, CHECK));
        assert_non_null(strstr(text, DRIVE));
        assert_non_null(strstr(text,
                               "1 name is shortened; csv and json have it whole, --names full "
                               "shows it\n"));
        assert_non_null(strstr(data, "__normal_iterator"));
        free(text);
        free(data);
    }
    fr_report_show_full_names(report);
    for (size_t i = 0; i < 2; i++) {
        char *text = text_of(report, people[i]);
        assert_non_null(strstr(text, SORT));
        assert_null(strstr(text, "shortened"));
        free(text);
    }
    fr_report_free(report);
}

static void text_stays_narrow(void **state)
{
    fr_report *report = long_report(12, 300);
    char *text = text_of(report, "text");

    (void)state;
    for (char *at = text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
        assert_true(fr_terminal_width((fr_bytes){at, (size_t)(end - at)}) <= 100);
    assert_non_null(strstr(text, "11_xx"));
    assert_non_null(strstr(text, "xx\xe2\x80\xa6xx"));
    assert_non_null(strstr(text, "12 names are cut in the middle; csv and json have them whole\n"));
    free(text);
    fr_report_free(report);
}

static void middle_cuts(void **state)
{
    static const struct {
        const char *text;
        size_t room;
        const char *want;
    } rows[] = {
        {"abcdefgh", 8, "abcdefgh"},
        {"abcdefgh", 7,
         "abc\xe2\x80\xa6"
         "fgh"},
        {"abcdefgh", 4,
         "ab\xe2\x80\xa6"
         "h"},
        {"abcdefgh", 1, "\xe2\x80\xa6"},
        {"\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 5, "\xe4\xb8\xad\xe2\x80\xa6\xe4\xb8\xad"},
        {"\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 4, "\xe4\xb8\xad\xe2\x80\xa6"},
        {"ae\xcc\x81"
         "bcde\xcc\x81",
         4,
         "ae\xcc\x81\xe2\x80\xa6"
         "e\xcc\x81"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_output *out = fr_output_memory();
        size_t len;
        assert_non_null(out);
        assert_true(fr_put_middle(out, fr_bytes_of(rows[i].text), rows[i].room) <= rows[i].room);
        assert_string_equal(fr_output_bytes(out, &len), rows[i].want);
        fr_output_free(out);
    }
}

/* ---- numbers ---- */

static void cells_for_people(void **state)
{
    static const struct {
        fr_report_column column;
        fr_cell cell;
        const char *want;
    } rows[] = {
        {{.kind = FR_CELL_COUNT, .unit = ""}, {.value = 1234}, "1" NNBSP "234"},
        {{.kind = FR_CELL_VALUE, .unit = "ns"}, {.value = 12345678}, "12.3" NNBSP "ms"},
        {{.kind = FR_CELL_VALUE, .unit = "ns"}, {.value = 0}, "0"},
        {{.kind = FR_CELL_VALUE, .unit = "samples"}, {.value = 7}, "7"},
        {{.kind = FR_CELL_NUMBER, .unit = "x", .decimals = 2, .places = 2},
         {.value = 210565},
         "2" NNBSP "106x"},
        {{.kind = FR_CELL_NUMBER, .unit = "x", .decimals = 2, .places = 2},
         {.value = 9999},
         "99.99x"},
        {{.kind = FR_CELL_VALUE, .unit = "x", .decimals = 2}, {.value = 725}, "7.25"},
        {{.kind = FR_CELL_SHARE, .unit = ""}, {.value = 1, .whole = 3}, "33.33" NNBSP "%"},
        {{.kind = FR_CELL_SHARE, .unit = ""}, {.value = 0, .whole = 0}, "0" NNBSP "%"},
        {{.kind = FR_CELL_SHARE, .unit = "", .is_change = true},
         {.value = -1, .whole = 3},
         "-33.33" NNBSP "pp"},
        {{.kind = FR_CELL_VALUE, .unit = "us", .is_change = true},
         {.value = 1500},
         "+1.50" NNBSP "ms"},
        {{.kind = FR_CELL_VALUE, .unit = "x"},
         {.value = INT64_MIN},
         "-9" NNBSP "223" NNBSP "372" NNBSP "036" NNBSP "854" NNBSP "775" NNBSP "807"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_report *report = fr_report_new("test");
        fr_report_column column = rows[i].column;
        char *text;
        assert_non_null(report);
        column.key = column.title = "n";
        fr_report_add_column(report, &column);
        if (column.kind == FR_CELL_SHARE)
            fr_report_add_share(report, rows[i].cell.value, rows[i].cell.whole);
        else if (column.kind == FR_CELL_COUNT)
            fr_report_add_count(report, rows[i].cell.value);
        else if (column.kind == FR_CELL_NUMBER)
            fr_report_add_scaled(report, rows[i].cell.value);
        else
            fr_report_add_value(report, rows[i].cell.value);
        report = fr_report_finish(report, NULL);
        assert_non_null(report);
        text = text_of(report, "markdown");
        if (!strstr(text, rows[i].want))
            fail_msg("%s\nnot in\n%s", rows[i].want, text);
        free(text);
        fr_report_free(report);
    }
}

/* ---- top ---- */

static fr_profile *read_generated(const generated *g)
{
    fr_read_options opt = folded_options(1);
    fr_profile *profile = try_read(g->text, g->len, &opt, NULL);

    assert_non_null(profile);
    return profile;
}

static void top_of_random_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        generated g = generate_folded(seed, NAMES_HOSTILE);
        fr_profile *profile = read_generated(&g);
        fr_top_options opt = {.order = FR_TOP_TOTAL};
        fr_report *report = fr_report_top(profile, &opt, NULL);
        char *text;
        json_t *root, *row;
        json_int_t self = 0;
        size_t i;
        assert_non_null(report);
        text = text_of(report, "json");
        root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(root);
        json_array_foreach(json_object_get(root, "rows"), i, row) self +=
            json_integer_value(json_object_get(row, "self"));
        assert_true(self == g.total);
        json_decref(root);
        free(text);
        fr_report_free(report);
        fr_profile_free(profile);
        generated_reset(&g);
    }
}

static void wrong_column(void **state)
{
    fr_profile *profile = read_folded("a 1\n");
    fr_top_options opt = FR_TOP_DEFAULTS;
    fr_error err = {0};

    (void)state;
    assert_int_equal(opt.n_rows, 30);
    opt.column = 1;
    assert_null(fr_report_top(profile, &opt, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_profile_free(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_stick),
        cmocka_unit_test(formats_are_listed),
        cmocka_unit_test(json_parses_back),
        cmocka_unit_test(csv_parses_back),
        cmocka_unit_test(markdown_has_a_row_a_line),
        cmocka_unit_test(text_is_aligned),
        cmocka_unit_test(markdown_escapes_what_it_must),
        cmocka_unit_test(markdown_stays_short),
        cmocka_unit_test(names_are_shortened),
        cmocka_unit_test(text_stays_narrow),
        cmocka_unit_test(middle_cuts),
        cmocka_unit_test(cells_for_people),
        cmocka_unit_test(top_of_random_profiles),
        cmocka_unit_test(wrong_column),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
