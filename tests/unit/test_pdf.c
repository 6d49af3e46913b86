/*
 * test_pdf.c - the page, inflated: its size, the boxes of the scene in their places and colours, texts as
 * texts, no date, what is refused.
 *
 * Boxes with square corners are rectangles in the page's content, in the order of the scene:
 *
 *     0.94902 0.611765 0.584314 rg 15 83.25 869.551 12.75 re f
 */
#define _GNU_SOURCE /* memmem() */
#include "flame_fixture.h"
#include "pdf_page.h"

#define POINTS_A_UNIT 0.075

typedef struct page {
    char *bytes;   /* the file */
    char *content; /* its first stream, inflated */
    size_t len;
} page;

/* The stream begins before the first byte that is no text, so that strstr() finds it. */
static page write_page(const fr_scene *scene)
{
    fr_output *out = fr_output_memory();
    fr_error err = {0};
    page p = {0};

    assert_non_null(out);
    fr_scene_write(scene, "pdf", NULL, out);
    const char *all = fr_output_bytes(out, &p.len);
    if (all) {
        p.bytes = malloc(p.len + 1);
        assert_non_null(p.bytes);
        memcpy(p.bytes, all, p.len + 1);
    }
    if (!fr_output_close(out, &err))
        fail_msg("%s", err.text);
    p.content = pdf_inflate(p.bytes, p.len);
    return p;
}

static void page_free(page *p)
{
    free(p->bytes);
    free(p->content);
}

static bool has_text(const page *p, const char *text)
{
    return memmem(p->bytes, p->len, text, strlen(text)) != NULL;
}

static void page_has_the_size_of_the_picture(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main", 7});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    double width = 0, height = 0;
    (void)state;

    opt.width_px = 1001;
    page p = write_page(lay_out(&f, &opt));
    char *box = memmem(p.bytes, p.len, "/MediaBox [", 11);
    assert_non_null(box);
    assert_int_equal(sscanf(box, "/MediaBox [ 0 0 %lf %lf ]", &width, &height), 2);
    assert_true(width > 750.74 && width < 750.76);
    double wanted = f.scene->height * POINTS_A_UNIT;
    assert_true(height > wanted - 0.01 && height < wanted + 0.01);
    assert_true(has_text(&p, "/Title <FEFF00380031202F0025"));
    page_free(&p);
    fixture_free(&f);
}

/* ---- boxes */

static void check_near(double found, int32_t units, const char *what, const char *name)
{
    double wanted = units * POINTS_A_UNIT;

    if (found < wanted - 2 * PDF_GRID || found > wanted + 2 * PDF_GRID)
        fail_msg("%s of '%s' is %f, not %f", what, name, found, wanted);
}

/* The ground comes first; legends have round corners, and so are none of them. */
static void check_boxes(const fr_scene *scene, bool dark)
{
    page p = write_page(scene);
    const char *at = p.content;
    pdf_rectangle r = {0};

    assert_true(pdf_next_rectangle(p.content, &at, &r));
    assert_int_equal(r.fill, scene->tokens.ground[dark]);
    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        const fr_fill *fill = &scene->fills[box->fill];
        assert_true(pdf_next_rectangle(p.content, &at, &r));
        check_near(r.x, box->x0, "x", box->name);
        check_near(r.y, box->y, "y", box->name);
        check_near(r.w, fr_box_painted_width(box), "width", box->name);
        check_near(r.h, box->h, "height", box->name);
        assert_int_equal(r.fill, dark ? fill->dark : fill->light);
    }
    assert_false(pdf_next_rectangle(p.content, &at, &r));
    page_free(&p);
}

static void boxes_are_those_of_the_scene(void **state)
{
    static const fr_scheme schemes[] = {FR_SCHEME_AUTO, FR_SCHEME_LIGHT, FR_SCHEME_DARK};
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo;bar_[k]", 60}, {"main;std::vector<int>", 7},
                        {"main;[unknown]", 3}, {"worker;run;a", 9}, {"worker;run;b", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        opt.scheme = schemes[i];
        opt.icicle = i & 1;
        opt.width_px = 333;
        lay_out(&f, &opt);
        f.scene->radius = 0;
        assert_int_equal(f.scene->n_boxes, 10);
        check_boxes(f.scene, schemes[i] == FR_SCHEME_DARK);
    }
    fixture_free(&f);
}

/* Letters without kerning stand together in the content. */
static void names_are_texts(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;(close\\paren", 60});
    (void)state;

    page p = write_page(lay_out(&f, NULL));
    assert_non_null(strstr(p.content, "(main)"));
    assert_non_null(strstr(p.content, "(foo)"));
    assert_non_null(strstr(p.content, "\\(close\\\\paren"));
    page_free(&p);
    fixture_free(&f);
}

static void same_bytes_and_no_date(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;foo;\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d bar", 60});
    (void)state;

    lay_out(&f, NULL);
    page first = write_page(f.scene), second = write_page(f.scene);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.bytes, second.bytes, first.len);
    assert_false(has_text(&first, "/CreationDate"));
    assert_false(has_text(&first, "/ModDate"));
    page_free(&first);
    page_free(&second);
    fixture_free(&f);
}

/* ---- limits */

static void check_refused(const fr_scene *scene, const char *text, const char *hint)
{
    fr_output *out = fr_output_memory();
    fr_error err = {0};

    assert_non_null(out);
    fr_scene_write(scene, "pdf", NULL, out);
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    if (!strstr(err.text, text) || !strstr(err.hint, hint))
        fail_msg("'%s', hint '%s'", err.text, err.hint);
}

static void pages_have_limits(void **state)
{
    fixture f = FIXTURE({"a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a;a", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    opt.width_px = 19201;
    check_refused(lay_out(&f, &opt), "a PDF page of 14401 x ", "--width");
    opt.width_px = 19200;
    page p = write_page(lay_out(&f, &opt));
    page_free(&p);
    f.scene->height = 192001;
    check_refused(f.scene, "over 14400", "--max-depth and --minwidth");
    fixture_free(&f);
}

/* An output that has failed keeps its failure. */
static void failed_outputs_stay_failed(void **state)
{
    (void)state;
    check_failed_outputs("pdf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_has_the_size_of_the_picture),
        cmocka_unit_test(boxes_are_those_of_the_scene),
        cmocka_unit_test(names_are_texts),
        cmocka_unit_test(same_bytes_and_no_date),
        cmocka_unit_test(pages_have_limits),
        cmocka_unit_test(failed_outputs_stay_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
