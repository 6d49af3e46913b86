/* test_html.c - the page, parsed back: what is in it, what must not be, the policy's hash, and the
 * profile that it carries. */
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>

#include "base/output.h"
#include "flame_fixture.h"
#include "model/pack.h"

#define NARROW "\xe2\x80\xaf"

typedef struct page {
    char *text;
    htmlDocPtr doc;
    xmlXPathContextPtr paths;
} page;

static void parse_text(page *p, size_t len)
{
    p->doc = htmlReadMemory(p->text, (int)len, "test.html", "utf-8",
                            HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
    assert_non_null(p->doc);
    p->paths = xmlXPathNewContext(p->doc);
    assert_non_null(p->paths);
}

static page parse(const fr_scene *scene)
{
    page p = {0};
    size_t len;

    p.text = written(scene, "html", &len);
    parse_text(&p, len);
    return p;
}

static void close_page(page *p)
{
    xmlXPathFreeContext(p->paths);
    xmlFreeDoc(p->doc);
    free(p->text);
}

static size_t count(const page *p, const char *path)
{
    xmlXPathObjectPtr found = xmlXPathEval(BAD_CAST path, p->paths);
    size_t n;

    assert_non_null(found);
    n = found->nodesetval ? (size_t)found->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(found);
    return n;
}

/* The string that a path finds first; the caller frees it. */
static char *string_at(const page *p, const char *path)
{
    char call[256], *copy;
    xmlXPathObjectPtr found;

    snprintf(call, sizeof call, "string(%s)", path);
    found = xmlXPathEval(BAD_CAST call, p->paths);
    assert_non_null(found);
    copy = strdup((const char *)found->stringval);
    assert_non_null(copy);
    xmlXPathFreeObject(found);
    return copy;
}

static void check_string(const page *p, const char *path, const char *expected)
{
    char *got = string_at(p, path);

    assert_string_equal(got, expected);
    free(got);
}

/* ---- what is in it ---- */

static void parts_of_the_page(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo.cold", 10}, {"main;foo;bar", 60});
    page p = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(strncmp(p.text, "<!DOCTYPE html>\n", 16), 0);
    check_string(&p, "/html/@lang", "en");
    check_string(&p, "//meta[@charset]/@charset", "utf-8");
    check_string(&p, "//head/title", "60" NARROW "% of the time is in bar itself");
    check_string(&p, "//main/h1", "60" NARROW "% of the time is in bar itself");
    check_string(&p, "//main/p", text_of(f.scene, FR_TEXT_SUBTITLE));
    check_string(&p, "//figure//svg[@role]/@role", "img");
    check_string(&p, "//figure//svg[@role]/@width", "100%");
    check_string(&p, "//figure//svg[@role]/*[1][name()='title']",
                 "60" NARROW "% of the time is in bar itself");
    check_string(&p, "//figure//svg[@role]/desc", f.scene->description);
    check_string(&p, "//figure//li[1]", "native");
    check_string(&p, "//figcaption/p", "5 boxes, all drawn");
    assert_int_equal(count(&p, "//main"), 1);
    assert_int_equal(count(&p, "//h1"), 1);
    assert_int_equal(count(&p, "//figure//rect[title]"), 5);
    close_page(&p);
    fixture_free(&f);
}

/* The picture is cropped to boxes and axis: 20 px of margin are left, no header above. */
static void picture_without_its_texts(void **state)
{
    fixture f = FIXTURE({"main;foo", 30});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    page p;
    (void)state;
    opt.notes = "a note";
    p = parse(lay_out(&f, &opt));
    assert_int_equal(count(&p, "//figure//svg[@role]//text[@font-size='10.5']"), 5);
    assert_int_equal(count(&p, "//figure//svg[@role]//text[@font-size and @font-size!='10.5']"), 0);
    check_string(&p, "//figure//svg[@role]/@viewbox",
                 "20 75 1160 74.6"); /* HTML knows no upper case */
    check_string(&p, "//figcaption/p[2]", "a note");
    close_page(&p);
    fixture_free(&f);
}

/* What is cut in a picture of this width is whole in the page, on one line again. */
static void texts_are_whole(void **state)
{
    char title[400] = "", parts[400] = "";
    fixture f = FIXTURE({"main;foo", 30});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    page p;
    (void)state;

    for (int i = 0; i < 20; i++)
        strcat(title, "a long title ");
    for (int i = 0; i < 20; i++)
        strcat(parts, i ? " \xc2\xb7 some part" : "some part");
    opt.title = title;
    opt.notes = title;
    opt.subtitle = parts;
    opt.width_px = 400;
    p = parse(lay_out(&f, &opt));
    check_string(&p, "//head/title", title);
    check_string(&p, "//h1", title);
    check_string(&p, "//main/p", parts);
    check_string(&p, "//figcaption/p[2]", title);
    close_page(&p);
    fixture_free(&f);
}

/* ---- what must not be in it ---- */

static void forbidden_things_are_absent(void **state)
{
    fixture f = FIXTURE({"main;</style>;</script><script>alert(1)</script>", 50},
                        {"<!--;<img src=x onerror=alert(1)>;\"' onload=x;javascript:x", 50});
    fr_error err = {0};
    page p;
    (void)state;

    lay_out(&f, NULL);
    assert_true(fr_scene_embed(f.scene, f.profile, &err));
    p = parse(f.scene);
    assert_int_equal(count(&p, "//script"), 1);
    assert_int_equal(count(&p, "//script[@type='application/octet-stream']"), 1);
    assert_int_equal(count(&p, "//style"), 1);
    assert_int_equal(count(&p, "//@style"), 0);
    assert_int_equal(count(&p, "//@*[starts-with(name(),'on')]"), 0);
    assert_int_equal(count(&p, "//@src | //@action | //@*[name()='xlink:href']"), 0);
    assert_int_equal(count(&p, "//@href[.!='data:,']"), 0);
    assert_int_equal(count(&p, "//img | //iframe | //object | //embed | //a | //base | //form"), 0);
    assert_null(strstr(p.text, "url("));
    assert_null(strstr(p.text, "@import"));
    assert_int_equal(count(&p, "//tbody/tr"), 7);
    close_page(&p);
    fixture_free(&f);
}

/* ---- the policy ---- */

static void check_policy(const fr_scene *scene)
{
    page p = parse(scene);
    const char *from = strstr(p.text, "<style>") + strlen("<style>");
    fr_bytes style = {from, (size_t)(strstr(from, "</style>") - from)};
    char *policy = string_at(&p, "//meta[@http-equiv='Content-Security-Policy']/@content");
    const char *hash = strstr(policy, "style-src 'sha256-");
    unsigned char digest[FR_SHA256_BYTES];
    char named[64];
    size_t n;

    assert_int_equal(strncmp(policy, "default-src 'none'; ", 20), 0);
    assert_non_null(hash);
    hash += strlen("style-src 'sha256-");
    assert_true(fr_base64_decode((fr_bytes){hash, strcspn(hash, "'")}, named, &n));
    fr_sha256(style, digest);
    assert_int_equal(n, sizeof digest);
    assert_memory_equal(named, digest, n);
    assert_null(strstr(policy, "unsafe"));
    assert_true(style.at[0] > ' ' && style.at[style.len - 1] > ' ');
    free(policy);
    close_page(&p);
}

static void the_policy_names_the_style(void **state)
{
    static const char *const scheme_rule[] = {"color-scheme:light dark;", "color-scheme:light;",
                                              "color-scheme:dark;"};
    fixture f = FIXTURE({"main;foo", 30}, {"main;std::bar", 10}, {"[unknown]", 5});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;
    for (unsigned scheme = 0; scheme < 3; scheme++) {
        size_t len;
        char *text;
        opt.scheme = (fr_scheme)scheme;
        check_policy(lay_out(&f, &opt));
        text = written(f.scene, "html", &len);
        assert_non_null(strstr(text, scheme_rule[scheme]));
        assert_true((strstr(text, "prefers-color-scheme") != NULL) == (scheme == 0));
        free(text);
    }
    fixture_free(&f);
}

/* ---- the table ---- */

static const fr_scene_top_row *row_named(const fr_scene_top *top, const char *name)
{
    for (size_t i = 0; i < top->n; i++)
        if (strcmp(top->rows[i].name, name) == 0)
            return &top->rows[i];
    fail_msg("no row '%s'", name);
    return NULL;
}

static void check_row(const fr_scene_top *top, const char *name, int64_t self, int64_t total)
{
    const fr_scene_top_row *row = row_named(top, name);

    if (!row)
        return;
    assert_int_equal(row->self, self);
    assert_int_equal(row->total, total);
}

/* The functions of the profile, which is put into a picture of it. */
static const fr_scene_top *top_of(fixture *f, const fr_flame_options *opt)
{
    fr_error err = {0};

    lay_out(f, opt);
    assert_true(fr_scene_embed(f->scene, f->profile, &err));
    return &f->scene->top;
}

static const folded recursive[] = {
    {"a;b;a;c", 4}, {"a;b;b", 3}, {"a", 2}, {"c;a", 5}, {"c;d;c", 1}};

static void functions_are_summed(void **state)
{
    fixture f = fixture_new(recursive, 5);
    const fr_scene_top *top = top_of(&f, NULL);
    (void)state;

    assert_int_equal(top->n, 4);
    assert_string_equal(top->rows[0].name, "a");
    assert_string_equal(top->rows[3].name, "d");
    check_row(top, "a", 7, 14);
    check_row(top, "b", 3, 7);
    check_row(top, "c", 5, 10);
    check_row(top, "d", 0, 1);
    fixture_free(&f);
}

/* Merged from the leaves the same functions have the same values. */
static void functions_of_callers(void **state)
{
    fixture f = fixture_new(recursive, 5);
    fr_tree_options opt = FR_TREE_DEFAULTS;
    fr_error err = {0};
    const fr_scene_top *top;
    (void)state;
    opt.callers = true;
    fr_tree_free(f.tree);
    f.tree = fr_tree_build(f.profile, &opt, &err);
    assert_non_null(f.tree);
    top = top_of(&f, NULL);
    assert_int_equal(top->n, 4);
    check_row(top, "a", 7, 14);
    check_row(top, "b", 3, 7);
    check_row(top, "c", 5, 10);
    check_row(top, "d", 0, 1);
    fixture_free(&f);
}

static void no_functions_no_table(void **state)
{
    fixture f = FIXTURE({"main", 1});
    fr_error err = {0};
    page p;
    (void)state;

    lay_out(&f, NULL);
    f.scene->what = "heatmap";
    assert_true(fr_scene_embed(f.scene, f.profile, &err));
    assert_int_equal(f.scene->top.n, 0);
    p = parse(f.scene);
    assert_int_equal(count(&p, "//table | //details"), 0);
    close_page(&p);
    fixture_free(&f);
}

static void the_table_is_one(void **state)
{
    fixture f = FIXTURE({"main;foo", 12345678}, {"main;bar", 2});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    page p;
    (void)state;
    opt.countname = "ns";
    top_of(&f, &opt);
    p = parse(f.scene);
    assert_int_equal(count(&p, "//table/caption"), 1);
    assert_int_equal(count(&p, "//thead//th[@scope='col']"), 5);
    assert_int_equal(count(&p, "//tbody/tr"), 3); /* bar is too narrow to draw */
    assert_int_equal(count(&p, "//tbody/tr[count(td)=4]/th[@scope='row']"), 3);
    check_string(&p, "//tbody/tr[1]/th", "foo");
    check_string(&p, "//tbody/tr[1]/td[1]", "12.3" NARROW "ms");
    check_string(&p, "//tbody/tr[1]/td[1]/data/@value", "12345678");
    check_string(&p, "//tbody/tr[1]/td[2]", ">99.99" NARROW "%");
    check_string(&p, "//tbody/tr[2]/th", "bar");
    check_string(&p, "//tbody/tr[2]/td[1]/data/@value", "2");
    check_string(&p, "//tbody/tr[3]/th", "main");
    check_string(&p, "//tbody/tr[3]/td[1]/data/@value", "0");
    check_string(&p, "//tbody/tr[3]/td[3]/data/@value", "12345680");
    close_page(&p);
    fixture_free(&f);
}

/* 1160 px for 1160000: b is 0.5 px wide, c less; the static picture has both. */
static void slivers_are_omitted_and_counted(void **state)
{
    fixture f = FIXTURE({"main;a", 1159100}, {"main;b", 500}, {"main;c", 400});
    page p;
    (void)state;

    p = parse(lay_out(&f, NULL));
    assert_int_equal(f.scene->n_boxes, 5);
    check_string(&p, "//figcaption/p[1]", "4 of 5 boxes are drawn, those of 0.5 px and more");
    assert_int_equal(count(&p, "//figcaption/p"), 1);
    assert_int_equal(count(&p, "//*[local-name()='rect']/*[local-name()='title']"), 3);
    assert_non_null(strstr(p.text, "<path d=\"M1179.1 "));
    assert_null(strstr(p.text, "M1179.6 "));
    close_page(&p);
    fixture_free(&f);
}

static void the_table_has_thirty_rows(void **state)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    char name[32], *caption;
    fixture f;
    page p;
    (void)state;

    assert_non_null(b);
    fr_builder_column(b, "cpu-clock", "samples", 0);
    for (int i = 0; i < 1500; i++) {
        snprintf(name, sizeof name, "f%d", i);
        add_folded(b, 0, &(folded){name, i < 40 ? 1000 : 1});
    }
    f = fixture_of(b, NULL);
    top_of(&f, NULL);
    p = parse(f.scene);
    assert_int_equal(count(&p, "//tbody/tr"), 30);
    caption = string_at(&p, "//caption");
    assert_int_equal(strncmp(caption, "30 of 1" NARROW "500 functions, ", 24), 0);
    assert_non_null(strstr(caption, "All of the profile is counted, drawn or not"));
    free(caption);
    close_page(&p);
    fixture_free(&f);
}

/* ---- the data ---- */

static void check_same_stacks(const fr_profile *a, const fr_profile *b)
{
    size_t len_a, len_b;
    fr_output *out_a = fr_output_memory(), *out_b = fr_output_memory();

    assert_non_null(out_a);
    assert_non_null(out_b);
    fr_profile_write(a, "folded", out_a);
    fr_profile_write(b, "folded", out_b);
    const char *text_a = fr_output_bytes(out_a, &len_a), *text_b = fr_output_bytes(out_b, &len_b);
    assert_non_null(text_a);
    assert_non_null(text_b);
    assert_string_equal(text_a, text_b);
    fr_output_free(out_a);
    fr_output_free(out_b);
}

static void the_profile_comes_back(void **state)
{
    fixture f = FIXTURE({"main;</script>;\x1b", 50}, {"main;foo_[k];bar", 7}, {"x", 1});
    fr_error err = {0};
    size_t n;
    (void)state;

    lay_out(&f, NULL);
    assert_true(fr_scene_embed(f.scene, f.profile, &err));
    assert_true(fr_scene_embed(f.scene, f.profile, &err)); /* again: replaces the first */
    page p = parse(f.scene);
    char *text = string_at(&p, "//body/script[@id='flamerender-data']");
    char *bytes = malloc(FR_BASE64_ROOM(strlen(text)));
    assert_non_null(bytes);
    assert_true(fr_base64_decode(fr_bytes_of(text), bytes, &n));
    assert_int_equal(n, f.scene->payload_len);
    assert_memory_equal(bytes, f.scene->payload, n);
    fr_profile *again = fr_pack_decode((fr_bytes){bytes, n}, NULL, &err);
    assert_non_null(again);
    check_same_stacks(f.profile, again);
    fr_profile_free(again);
    free(bytes);
    free(text);
    close_page(&p);
    fixture_free(&f);
}

/* What starts the viewer and the viewer, allowed by their hashes, and what it reads; the static page stays whole. */
static void a_live_page_has_one_script_that_runs(void **state)
{
    fixture f = FIXTURE({"main;</script><script>alert(1)</script>", 50}, {"main;x", 7});
    fr_write_options opt = FR_WRITE_DEFAULTS;
    fr_error err = {0};
    size_t len;
    page p = {0};
    (void)state;

    lay_out(&f, NULL);
    assert_true(fr_scene_embed(f.scene, f.profile, &err));
    p.text = written_with(f.scene, "html", &opt, &len);
    parse_text(&p, len);
    assert_int_equal(count(&p, "//script"), 5);
    assert_int_equal(count(&p, "//script[@type='application/octet-stream']"), 4);
    assert_int_equal(count(&p, "//script[@id='flamerender-view']"), 1);
    assert_int_equal(count(&p, "//script[@id='flamerender-style']"), 1);
    assert_int_equal(count(&p, "//script[@id='flamerender-program']"), 1);
    assert_int_equal(count(&p, "//figure//svg//script | //@*[starts-with(name(),'on')]"), 0);
    assert_int_equal(count(&p, "//meta[contains(@content,\"script-src 'sha256-\")]"), 1);
    assert_int_equal(count(&p, "//meta[contains(substring-after(@content,\"script-src 'sha256-\"),"
                               "\" 'sha256-\")]"),
                     1);
    assert_int_equal(count(&p, "//details//tbody/tr"), 3);
    close_page(&p);
    fixture_free(&f);
}

static void no_data_no_script(void **state)
{
    fixture f = FIXTURE({"main", 1});
    page p = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(count(&p, "//script"), 0);
    assert_int_equal(count(&p, "//*[@id='flamerender-data']"), 0);
    close_page(&p);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_the_page),
        cmocka_unit_test(picture_without_its_texts),
        cmocka_unit_test(texts_are_whole),
        cmocka_unit_test(forbidden_things_are_absent),
        cmocka_unit_test(the_policy_names_the_style),
        cmocka_unit_test(functions_are_summed),
        cmocka_unit_test(functions_of_callers),
        cmocka_unit_test(no_functions_no_table),
        cmocka_unit_test(the_table_is_one),
        cmocka_unit_test(the_table_has_thirty_rows),
        cmocka_unit_test(slivers_are_omitted_and_counted),
        cmocka_unit_test(the_profile_comes_back),
        cmocka_unit_test(a_live_page_has_one_script_that_runs),
        cmocka_unit_test(no_data_no_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
