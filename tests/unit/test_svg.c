/* test_svg.c - the SVG back-end, parsed back: boxes, titles, colours, what must not be in it. */
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include "flame_fixture.h"

#define NARROW "\xe2\x80\xaf"
#define DOT    " \xc2\xb7 "

typedef struct document {
    char *text;
    size_t len;
    xmlDocPtr xml;
    xmlXPathContextPtr paths;
} document;

static document parse_with(const fr_scene *scene, const fr_write_options *opt)
{
    document d = {0};

    d.text = written_with(scene, "svg", opt, &d.len);
    d.xml = xmlReadMemory(d.text, (int)d.len, "test.svg", NULL, XML_PARSE_HUGE | XML_PARSE_NONET);
    assert_non_null(d.xml);
    d.paths = xmlXPathNewContext(d.xml);
    assert_non_null(d.paths);
    xmlXPathRegisterNs(d.paths, BAD_CAST "s", BAD_CAST "http://www.w3.org/2000/svg");
    return d;
}

/* Without a script. */
static document parse(const fr_scene *scene)
{
    fr_write_options opt = FR_WRITE_DEFAULTS;

    opt.scriptless = true;
    return parse_with(scene, &opt);
}

static void close_document(document *d)
{
    xmlXPathFreeContext(d->paths);
    xmlFreeDoc(d->xml);
    free(d->text);
}

static size_t count(const document *d, const char *path)
{
    xmlXPathObjectPtr found = xmlXPathEval(BAD_CAST path, d->paths);
    size_t n;

    assert_non_null(found);
    n = found->nodesetval ? (size_t)found->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(found);
    return n;
}

/* The string that a path finds first is `expected`. */
static void check_string(const document *d, const char *path, const char *expected)
{
    char call[512];
    xmlXPathObjectPtr found;

    snprintf(call, sizeof call, "string(%s)", path);
    found = xmlXPathEval(BAD_CAST call, d->paths);
    assert_non_null(found);
    assert_string_equal((const char *)found->stringval, expected);
    xmlXPathFreeObject(found);
}

#define BOXES "//s:rect[s:title]"

static void boxes_and_titles(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo.cold", 10}, {"main;foo;bar", 60});
    document d = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(count(&d, BOXES), 5);
    check_string(&d, "/s:svg/*[1]", "60" NARROW "% of the time is in bar itself");
    check_string(&d, "/s:svg/s:desc", f.scene->description);
    check_string(&d, "/s:svg/@role", "img");
    check_string(&d, "/s:svg/@viewBox", "0 0 1200 213");
    check_string(&d, "//s:rect[starts-with(s:title,'foo.cold')]/@x", "1064");
    check_string(&d, "//s:rect[starts-with(s:title,'foo.cold')]/@width", "115.4");
    check_string(&d, BOXES "[4]/s:title | //s:rect[starts-with(s:title,'foo ')]/s:title",
                 "foo" DOT "90 samples" DOT "90.00" NARROW "%" DOT "self 30" DOT "native");
    check_string(&d, "//s:title[starts-with(.,'bar')]",
                 "bar" DOT "60 samples" DOT "60.00" NARROW "%" DOT "66.67" NARROW "% of parent" DOT
                 "native");
    close_document(&d);
    fixture_free(&f);
}

/* Without any style: every box inherits or has a fill, every text a size and a fill. */
static void right_without_style(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;std::bar", 10}, {"[unknown]", 5});
    document d = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(count(&d, "//s:rect[not(ancestor-or-self::*[@fill])]"), 0);
    assert_int_equal(count(&d, "//s:text[not(ancestor-or-self::*[@fill])]"), 0);
    assert_int_equal(count(&d, "//s:text[not(ancestor-or-self::*[@font-size])]"), 0);
    assert_int_equal(count(&d, "//s:line[not(@stroke)]"), 0);
    assert_int_equal(count(&d, "/s:svg/@font-family"), 1);
    assert_int_equal(count(&d, "//@style"), 0);
    close_document(&d);
    fixture_free(&f);
}

/* But for the window around a dark picture. */
static void one_scheme_needs_no_style(void **state)
{
    fixture f = FIXTURE({"main", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    char colour[16];
    document d;
    (void)state;

    for (unsigned i = 0; i < 2; i++) {
        opt.scheme = i ? FR_SCHEME_DARK : FR_SCHEME_LIGHT;
        d = parse(lay_out(&f, &opt));
        assert_int_equal(count(&d, "//@class"), 0);
        assert_int_equal(count(&d, "//s:style"), i);
        if (i)
            check_string(&d, "//s:style", "svg:root{background:#15171c}");
        snprintf(colour, sizeof colour, "#%06x", (unsigned)f.scene->tokens.ground[i]);
        check_string(&d, "/s:svg/s:rect[1]/@fill", colour);
        close_document(&d);
    }
    fixture_free(&f);
}

static void hostile_names_stay_text(void **state)
{
    fixture f =
        FIXTURE({"</script>;]]>;-->;\"'&amp;<b>", 50}, {"\x1b[31m;\xff\xfe;\xe2\x80\xae", 50},
                {"<!--;<![CDATA[;&#0;javascript:alert(1)", 20});
    document d = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(count(&d, "//s:title[starts-with(.,'</script>" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,']]>" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,'-->" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,'&#0" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,'<![CDATA[" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,'\\x1b[31m" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,'\\xff\\xfe" DOT "')]"), 1);
    assert_int_equal(count(&d, "//s:title[starts-with(.,'\\u{202e}" DOT "')]"), 1);
    assert_null(strstr(d.text, "]]>"));
    assert_null(strstr(d.text, "\x1b"));
    close_document(&d);
    fixture_free(&f);
}

/* "<0.01 %" is text too. */
static void tiny_shares_are_escaped(void **state)
{
    fixture f = FIXTURE({"main;tiny", 1}, {"main;large", 199999});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    document d;
    (void)state;

    opt.width_px = 100000;
    d = parse(lay_out(&f, &opt));
    check_string(&d, "//s:title[starts-with(.,'tiny')]",
                 "tiny" DOT "1 sample" DOT "<0.01" NARROW "%");
    close_document(&d);
    fixture_free(&f);
}

static void times_are_told_twice(void **state)
{
    fixture f = FIXTURE({"main;foo", 12345678}, {"main", 2});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    document d;
    (void)state;

    opt.countname = "ns";
    d = parse(lay_out(&f, &opt));
    check_string(&d, "//s:title[starts-with(.,'main')]",
                 "main" DOT "12.3" NARROW "ms (12" NARROW "345" NARROW "680 ns)" DOT "100.00" NARROW
                 "%" DOT "self 2 ns" DOT "native");
    close_document(&d);
    fixture_free(&f);
}

/* A tree of `n_leaves` boxes of 60-byte names under one root, all wide enough to be drawn. */
static fixture wide_tree(size_t n_leaves, size_t per_parent)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    char name[200];

    assert_non_null(b);
    fr_builder_column(b, "cpu-clock", "samples", 0);
    for (size_t i = 0; i < n_leaves; i++) {
        const char *head = i % 3 == 0   ? "std::a_vector"
                           : i % 3 == 1 ? "leaf_function"
                                        : "LTasks/Task__";
        snprintf(name, sizeof name, "a_parent_with_a_long_name_%034zu;%s%047zu", i / per_parent,
                 head, i);
        add_folded(b, 0, &(folded){name, 1000 + (int64_t)(i % 7)});
    }
    return fixture_of(b, NULL);
}

static void forbidden_things_are_absent(void **state)
{
    fixture f = wide_tree(300, 10);
    document d = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(count(&d, "//s:script | //s:foreignObject | //s:image | //s:use | //s:a"), 0);
    assert_int_equal(count(&d, "//@*[starts-with(local-name(),'on')]"), 0);
    assert_int_equal(count(&d, "//@*[local-name()='href' or local-name()='id']"), 0);
    assert_null(strstr(d.text, "url("));
    assert_null(strstr(d.text, "@import"));
    assert_null(strstr(d.text, "var("));
    assert_null(strstr(d.text, "dominant-baseline"));
    close_document(&d);
    fixture_free(&f);
}

static void few_classes(void **state)
{
    fixture f = wide_tree(3000, 10);
    document d = parse(lay_out(&f, NULL));
    size_t n = 0;
    (void)state;

    for (const char *at = strstr(d.text, "<style>"); (at = strchr(at, '{')) != NULL; at++) {
        if (at > strstr(d.text, "</style>"))
            break;
        n++;
    }
    assert_in_range(n, 10, 64 + 1); /* the media rule has a brace too */
    assert_true(f.scene->n_fills <= FR_MAX_FILLS);
    close_document(&d);
    fixture_free(&f);
}

/* The budget of a static picture, all of whose boxes are wide enough to say their kind and share of parent. */
static void five_thousand_boxes_stay_small(void **state)
{
    fixture f = wide_tree(4000, 4);
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    size_t len, labels = 0;
    char *text;
    (void)state;

    opt.width_px = 40000;
    opt.truncate = FR_TRUNCATE_END; /* the names differ only where they are cut */
    lay_out(&f, &opt);
    for (size_t i = 0; i < f.scene->n_boxes; i++)
        labels += f.scene->boxes[i].label != NULL;
    assert_int_equal(f.scene->n_boxes, 5001);
    assert_in_range(labels, 1000, 1002);
    text = written(f.scene, "svg", &len);
    print_message("5 001 boxes, %zu labels: %zu bytes\n", labels, len);
    assert_true(len <= 1050000);
    free(text);
    fixture_free(&f);
}

/* One script, the same text whatever is drawn; the data beside it is inert. */
static void the_script_is_the_same(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;bar", 10});
    fixture g = FIXTURE({"]]>;</script>;<!--", 1});
    document d = parse_with(lay_out(&f, NULL), NULL), e = parse_with(lay_out(&g, NULL), NULL);
    xmlXPathObjectPtr first = xmlXPathEval(BAD_CAST "string(//s:script)", d.paths);
    xmlXPathObjectPtr second = xmlXPathEval(BAD_CAST "string(//s:script)", e.paths);
    (void)state;

    assert_int_equal(count(&d, "//s:script"), 1);
    assert_int_equal(count(&e, "//s:script"), 1);
    assert_int_equal(count(&e, "//s:script/@*"), 0);
    assert_string_equal((const char *)first->stringval, (const char *)second->stringval);
    assert_null(strstr((const char *)first->stringval, "]]>"));
    assert_null(strstr((const char *)first->stringval, "</script"));
    assert_int_equal(count(&e, "//s:metadata[@data-flamerender='view']"), 1);
    assert_int_equal(count(&e, "//s:metadata[@data-flamerender='boxes']"), 1);
    assert_int_equal(count(&e, "//s:metadata/*"), 0);
    assert_int_equal(count(&e, "//@*[starts-with(local-name(),'on')]"), 0);
    xmlXPathFreeObject(first);
    xmlXPathFreeObject(second);
    close_document(&d);
    close_document(&e);
    fixture_free(&f);
    fixture_free(&g);
}

/* The search field's text comes from the command line. */
static void search_is_repaired(void **state)
{
    fixture f = FIXTURE({"main;foo", 30});
    fr_write_options opt = FR_WRITE_DEFAULTS;
    document d;
    (void)state;

    opt.search = "\"</metadata><script>\xff\x1b]]>";
    d = parse_with(lay_out(&f, NULL), &opt);
    assert_int_equal(count(&d, "//s:script"), 1);
    assert_int_equal(count(&d, "//s:metadata"), 2);
    close_document(&d);
    fixture_free(&f);
}

/* Narrow boxes of a live picture are one path a row and colour; wide ones keep their titles. */
static void narrow_boxes_are_paths(void **state)
{
    fixture f = wide_tree(3000, 10);
    document d = parse_with(lay_out(&f, NULL), NULL);
    (void)state;

    assert_int_equal(count(&d, BOXES), 1);
    assert_in_range(count(&d, "//s:path"), 1, 64);
    assert_int_equal(count(&d, "//s:path[not(ancestor::*[@fill])]"), 0);
    close_document(&d);
    fixture_free(&f);
}

static void views_on_the_widest_boxes(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo.cold", 10}, {"main;foo;bar", 60}, {"z", 5});
    fr_write_options opt = FR_WRITE_DEFAULTS;
    document d;
    (void)state;

    opt.n_views = 2;
    opt.scriptless = true;
    d = parse_with(lay_out(&f, NULL), &opt);
    assert_int_equal(count(&d, "//s:a"), 3);
    assert_int_equal(count(&d, "//s:view"), 3);
    assert_int_equal(count(&d, "//s:a[@href='#v0']/s:rect[starts-with(s:title,'all')]"), 1);
    assert_int_equal(count(&d, "//s:a[@href='#v1']/s:rect[starts-with(s:title,'main')]"), 1);
    assert_int_equal(count(&d, "//s:a[@href='#v2']/s:rect[starts-with(s:title,'foo ')]"), 1);
    check_string(&d, "//s:view[@id='v0']/@viewBox", "0 0 1200 213");
    close_document(&d);
    fixture_free(&f);
}

static void same_bytes_every_time(void **state)
{
    fixture f = wide_tree(200, 7), g = wide_tree(200, 7);
    size_t len_f, len_g;
    char *first = written(lay_out(&f, NULL), "svg", &len_f);
    char *second = written(lay_out(&g, NULL), "svg", &len_g);
    (void)state;

    assert_string_equal(first, second);
    free(first);
    free(second);
    fixture_free(&f);
    fixture_free(&g);
}

/* --data auto goes by packed bytes. */
static void a_picture_carries_half_a_mebibyte(void **state)
{
    enum { MOST = 512 << 10 };
    fixture f = FIXTURE({"main", 1});
    fr_write_options opt = FR_WRITE_DEFAULTS;
    (void)state;

    lay_out(&f, NULL);
    f.scene->payload = calloc(MOST + 1, 1);
    assert_non_null(f.scene->payload);
    for (size_t len = MOST; len <= MOST + 1; len++) {
        char *text;
        size_t n;
        f.scene->payload_len = len;
        text = written_with(f.scene, "svg", &opt, &n);
        assert_true((strstr(text, "data-flamerender=\"data\"") != NULL) == (len == MOST));
        free(text);
    }
    fixture_free(&f);
}

static void unknown_formats_are_usage_errors(void **state)
{
    fixture f = FIXTURE({"main", 1});
    fr_output *out = fr_output_memory();
    fr_format_info info;
    fr_error err = {0};
    (void)state;

    assert_non_null(out);
    fr_scene_write(lay_out(&f, NULL), "gif", NULL, out);
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    assert_true(fr_picture_format_at(0, &info));
    assert_string_equal(info.name, "svg");
    assert_false(fr_picture_format_at(1000, &info));
    fixture_free(&f);
}

/* Each table adds what wrote the row; a viewer's data is in two pictures, and --data is of one. */
static void formats_say_what_they_can_do(void **state)
{
    enum { PAINTED = FR_FORMAT_PICTURE | FR_FORMAT_DRAWN | FR_FORMAT_COLOURED };
    static const struct {
        bool (*at)(size_t index, fr_format_info *info);
        const char *name;
        uint32_t flags;
    } rows[] = {
        {fr_picture_format_at, "svg",
         PAINTED | FR_FORMAT_CARRIES_DATA | FR_FORMAT_DATA_OPTIONAL | FR_FORMAT_SCRIPTED |
             FR_FORMAT_STILL},
        {fr_picture_format_at, "html",
         PAINTED | FR_FORMAT_CARRIES_DATA | FR_FORMAT_SCRIPTED | FR_FORMAT_PAGE},
        {fr_picture_format_at, "png",
         PAINTED | FR_FORMAT_BITMAP | FR_FORMAT_BINARY | FR_FORMAT_STILL},
        {fr_picture_format_at, "pdf",
         PAINTED | FR_FORMAT_BINARY | FR_FORMAT_STILL | FR_FORMAT_PAPER},
        {fr_picture_format_at, "term", FR_FORMAT_PICTURE | FR_FORMAT_TERMINAL | FR_FORMAT_TABLE},
        {fr_picture_format_at, "scene-json",
         FR_FORMAT_PICTURE | FR_FORMAT_FOR_PROGRAMS | FR_FORMAT_DRAWN},
        {fr_picture_format_at, "text", FR_FORMAT_PICTURE},
        {fr_report_format_at, "text", FR_FORMAT_REPORT | FR_FORMAT_TITLED | FR_FORMAT_FOR_PEOPLE},
        {fr_report_format_at, "csv", FR_FORMAT_REPORT | FR_FORMAT_FOR_PROGRAMS},
        {fr_profile_format_at, "folded", FR_FORMAT_PROFILE | FR_FORMAT_ONE_COLUMN},
        {fr_profile_format_at, "pprof",
         FR_FORMAT_PROFILE | FR_FORMAT_LINES | FR_FORMAT_LOCATIONS | FR_FORMAT_BINARY |
             FR_FORMAT_LABELS | FR_FORMAT_MODULES},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fr_format_info info = {.name = ""};
        for (size_t k = 0; strcmp(info.name, rows[i].name) != 0; k++)
            assert_true(rows[i].at(k, &info));
        assert_int_equal(info.flags, rows[i].flags);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_say_what_they_can_do),
        cmocka_unit_test(boxes_and_titles),
        cmocka_unit_test(right_without_style),
        cmocka_unit_test(one_scheme_needs_no_style),
        cmocka_unit_test(hostile_names_stay_text),
        cmocka_unit_test(tiny_shares_are_escaped),
        cmocka_unit_test(times_are_told_twice),
        cmocka_unit_test(forbidden_things_are_absent),
        cmocka_unit_test(few_classes),
        cmocka_unit_test(five_thousand_boxes_stay_small),
        cmocka_unit_test(the_script_is_the_same),
        cmocka_unit_test(search_is_repaired),
        cmocka_unit_test(narrow_boxes_are_paths),
        cmocka_unit_test(views_on_the_widest_boxes),
        cmocka_unit_test(same_bytes_every_time),
        cmocka_unit_test(a_picture_carries_half_a_mebibyte),
        cmocka_unit_test(unknown_formats_are_usage_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
