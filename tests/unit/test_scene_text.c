/* test_scene_text.c - the indented tree. */
#include "flame_fixture.h"

#define NARROW "\xe2\x80\xaf"
#define DOT    " \xc2\xb7 "

static void an_indented_tree(void **state)
{
    fixture f = FIXTURE({"main;foo", 3000}, {"main;foo.cold", 10}, {"main;foo;bar", 60});
    size_t len;
    char *text = written(lay_out(&f, NULL), "text", &len);
    (void)state;

    assert_string_equal(text, "98" NARROW "% of the time is in foo itself\n"
                              "3" NARROW "070 samples of cpu-clock" DOT "width is their share\n"
                              "\n"
                              "   share  total   self  box\n"
                              "100.00" NARROW "%  3" NARROW "070      0  all\n"
                              "100.00" NARROW "%  3" NARROW "070      0    main\n"
                              " 99.67" NARROW "%  3" NARROW "060  3" NARROW "000      foo\n"
                              "  1.95" NARROW "%     60     60        bar\n"
                              "  0.33" NARROW "%     10     10      foo.cold\n"
                              "\n"
                              "5 boxes, all drawn\n");
    free(text);
    fixture_free(&f);
}

static void deep_rows_are_numbered(void **state)
{
    char stack[2 * 50 + 1];
    fixture f;
    size_t len;
    char *text;
    (void)state;

    for (size_t i = 0; i < 50; i++)
        memcpy(stack + 2 * i, "r;", 3);
    f = FIXTURE({stack, 1});
    text = written(lay_out(&f, NULL), "text", &len);
    assert_non_null(strstr(text, "  50: r\n"));
    assert_null(strstr(text, "40: r\n"));
    free(text);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_indented_tree),
        cmocka_unit_test(deep_rows_are_numbered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
