/*
 * test_json_writer.c - a profile as JSON: well-formed, everything in it, the same for the same.
 */
#include "model/build/builder.h"
#include "unit/unit.h"

#include <jansson.h>

static json_t *parse(const fr_profile *p)
{
    char *text = written(p, "json");
    json_error_t err;
    json_t *json = json_loads(text, 0, &err);

    if (!json)
        print_error("%s\n%s\n", err.text, text);
    assert_non_null(json);
    free(text);
    return json;
}

static const json_t *item(const json_t *json, const char *list, size_t i)
{
    const json_t *found = json_array_get(json_object_get(json, list), i);

    assert_non_null(found);
    return found;
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static json_int_t int_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void simple(void **state)
{
    fr_profile *p = read_folded("main;foo_[k] 3\nmain 2\n");

    (void)state;
    assert_written(
        p, "json",
        "{\"flamerender\": \"profile\", \"version\": 1, \"format\": \"folded\", \"records\": 2, "
        "\"frameless\": 0,\n"
        " \"columns\": [\n"
        "  {\"name\": \"samples\", \"unit\": \"samples\", \"decimals\": 0, \"total\": 5, "
        "\"counted\": true}],\n"
        " \"frames\": [\n"
        "  {\"name\": \"foo\", \"kind\": \"kernel\", \"annotated\": true},\n"
        "  {\"name\": \"main\", \"kind\": \"user\"}],\n"
        " \"stacks\": [\n"
        "  {\"parent\": 0, \"frame\": 1, \"values\": [2]},\n"
        "  {\"parent\": 1, \"frame\": 0, \"values\": [3]}],\n"
        " \"notes\": []}\n");
    fr_profile_free(p);
}

static void everything(void **state)
{
    static const fr_frame_info info = {
        .name = "f<>&\"\\\x01",
        .file = "f.c",
        .module = "m",
        .address = UINT64_MAX,
        .line = 3,
        .start_line = UINT32_MAX,
        .system_name = "_Z1f",
        .kind = FR_KIND_INTERPRETED,
    };
    fr_builder *b = fr_builder_new(NULL, NULL);

    (void)state;
    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "\xff\"", "\x01", 2);
    uint32_t other = fr_builder_column(b, "n", "samples", 0);
    uint32_t stack = fr_builder_push(b, 0, fr_builder_frame(b, &info));
    fr_builder_add(b, stack, column, INT64_MAX, 2, 8.5e37);
    fr_builder_add(b, stack, other, 4, 4, 4);
    fr_builder_time(b, -3);
    fr_builder_source(b, "a \"file\" \xff");
    fr_builder_note(b, FR_NOTE_SKIPPED_LINE, 3, FR_LITERAL("</script>\xe2\x80\xae"));
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    json_t *json = parse(p);
    assert_string_equal(text_of(item(json, "columns", 0), "name"), "\\xff\"");
    assert_int_equal(int_of(item(json, "columns", 0), "total"), INT64_MAX);
    assert_int_equal(int_of(item(json, "columns", 0), "decimals"), 2);
    const json_t *frame = item(json, "frames", 0);
    assert_string_equal(text_of(frame, "name"), "f<>&\"\\\\x01");
    assert_string_equal(text_of(frame, "kind"), "interpreted");
    assert_string_equal(text_of(frame, "system_name"), "_Z1f");
    assert_string_equal(text_of(frame, "module"), "m");
    assert_string_equal(text_of(frame, "file"), "f.c");
    assert_string_equal(text_of(frame, "address"), "0xffffffffffffffff");
    assert_int_equal(int_of(frame, "line"), 3);
    assert_int_equal(int_of(frame, "start_line"), UINT32_MAX);
    const json_t *row = item(json, "stacks", 0);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(row, "values"), 0)),
                     INT64_MAX);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(row, "samples"), 0)), 2);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(row, "samples"), 1)), 4);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(row, "squares"), 1)), 4);
    assert_true(json_real_value(json_array_get(json_object_get(row, "squares"), 0)) == 8.5e37);
    assert_int_equal(int_of(json, "first_ns"), -3);
    assert_string_equal(text_of(item(json, "notes", 1), "kind"), "skipped-line");
    json_decref(json);
    fr_profile_free(p);
}

static void random_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        generated g = generate_folded(seed, (name_pool)(seed % 3)), h = generate_shuffled(&g, 7);
        fr_profile *p = read_folded(g.text), *q = read_folded(h.text);
        json_t *json = parse(p), *other = parse(q);
        int64_t total = 0;
        const json_t *stacks = json_object_get(json, "stacks");
        for (size_t i = 0; i < json_array_size(stacks); i++) {
            const json_t *row = json_array_get(stacks, i);
            assert_true(int_of(row, "parent") <= (json_int_t)i);
            assert_true((size_t)int_of(row, "frame") <
                        json_array_size(json_object_get(json, "frames")));
            total += json_integer_value(json_array_get(json_object_get(row, "values"), 0));
        }
        assert_int_equal(total, g.total);
        assert_true(json_equal(stacks, json_object_get(other, "stacks")));
        assert_true(json_equal(json_object_get(json, "frames"), json_object_get(other, "frames")));
        json_decref(json);
        json_decref(other);
        fr_profile_free(p);
        fr_profile_free(q);
        generated_reset(&g);
        generated_reset(&h);
    }
}

static void unknown_formats(void **state)
{
    fr_profile *p = read_folded("a 1\n");
    fr_output *out = fr_output_memory();
    fr_format_info info;
    fr_error err = {0};

    (void)state;
    assert_non_null(out);
    fr_profile_write(p, "nonsense", out);
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    assert_true(fr_profile_format_at(0, &info));
    assert_false(fr_profile_format_at(100, &info));
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple),
        cmocka_unit_test(everything),
        cmocka_unit_test(random_profiles),
        cmocka_unit_test(unknown_formats),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
