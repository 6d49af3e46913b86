/* test_scene_json.c - the picture as data, parsed back. */
#include <jansson.h>

#include "flame_fixture.h"

static json_t *parse(const fr_scene *scene)
{
    size_t len;
    char *text = written(scene, "scene-json", &len);
    json_error_t err;
    json_t *root = json_loadb(text, len, 0, &err);

    if (!root)
        fail_msg("line %d: %s", err.line, err.text);
    free(text);
    return root;
}

static json_int_t int_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void boxes_as_data(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;\"q\"\\</x>", 10}, {"main;foo;bar", 60});
    json_t *root = parse(lay_out(&f, NULL));
    json_t *boxes = json_object_get(root, "boxes"), *foo = json_array_get(boxes, 3);
    (void)state;

    assert_string_equal(json_string_value(json_object_get(root, "what")), "flame");
    assert_int_equal(int_of(root, "whole"), 100);
    assert_int_equal(json_array_size(boxes), 5);
    assert_string_equal(json_string_value(json_object_get(foo, "name")), "foo");
    assert_int_equal(int_of(foo, "row"), 2);
    assert_int_equal(int_of(foo, "parent"), 1);
    assert_int_equal(int_of(foo, "start"), 10);
    assert_int_equal(int_of(foo, "total"), 90);
    assert_int_equal(int_of(foo, "self"), 30);
    assert_int_equal(int_of(foo, "x0"), 136);
    assert_int_equal(int_of(foo, "x1"), 1180);
    assert_string_equal(json_string_value(json_object_get(json_array_get(boxes, 2), "name")),
                        "\"q\"\\</x>");
    assert_int_equal(int_of(json_object_get(root, "undrawn"), "value"), 0);
    assert_int_equal(json_array_size(json_object_get(root, "legend")), 1);
    json_decref(root);
    fixture_free(&f);
}

static void one_box_a_line(void **state)
{
    fixture f = FIXTURE({"main;foo", 30}, {"main;bar", 10});
    size_t len, lines = 0;
    char *text = written(lay_out(&f, NULL), "scene-json", &len);
    (void)state;

    for (const char *at = text; (at = strstr(at, "\n {\"name\": ")) != NULL; at++)
        lines++;
    assert_int_equal(lines, 4);
    free(text);
    fixture_free(&f);
}

static void values_are_exact(void **state)
{
    fixture f = FIXTURE({"main", INT64_C(9007199254740993)});
    json_t *root = parse(lay_out(&f, NULL));
    (void)state;

    assert_int_equal(int_of(root, "whole"), INT64_C(9007199254740993));
    json_decref(root);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_as_data),
        cmocka_unit_test(one_box_a_line),
        cmocka_unit_test(values_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
