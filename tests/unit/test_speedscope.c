/*
 * test_speedscope.c - profiles to JSON of speedscope and back, and the shape that its schema asks for.
 */
#include "unit/unit.h"

#include <jansson.h>

static fr_profile *read_text(const char *text, size_t len)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_profile *p = try_read(text, len, &opt, &err);

    if (!p)
        print_error("%s\n", err.text);
    assert_non_null(p);
    return p;
}

static void assert_keys(json_t *object, const char *const *required, const char *const *optional)
{
    const char *key;
    json_t *value;
    size_t n = 0;

    for (; required[n]; n++)
        assert_non_null(json_object_get(object, required[n]));
    json_object_foreach(object, key, value)
    {
        bool known = false;
        for (size_t i = 0; required[i]; i++)
            known = known || strcmp(required[i], key) == 0;
        for (size_t i = 0; optional[i]; i++)
            known = known || strcmp(optional[i], key) == 0;
        assert_true(known);
    }
}

static void check_samples(json_t *profile, size_t n_frames)
{
    json_t *samples = json_object_get(profile, "samples"),
           *weights = json_object_get(profile, "weights");
    json_t *sample, *index;
    size_t i, k;

    assert_int_equal(json_array_size(samples), json_array_size(weights));
    json_array_foreach(samples, i, sample)
    {
        assert_true(json_is_number(json_array_get(weights, i)));
        json_array_foreach(sample, k, index)
            assert_true(json_is_integer(index) && json_integer_value(index) >= 0 &&
                        (size_t)json_integer_value(index) < n_frames);
    }
}

/* file-format-schema.json: these keys, no others, of these types. */
static void check_schema(const char *text)
{
    static const char *const file_keys[] = {"$schema", "shared", "profiles", NULL};
    static const char *const file_optional[] = {"name", "activeProfileIndex", "exporter", NULL};
    static const char *const frame_keys[] = {"name", NULL};
    static const char *const frame_optional[] = {"file", "line", "col", NULL};
    static const char *const profile_keys[] = {"type",     "name",    "unit",    "startValue",
                                               "endValue", "samples", "weights", NULL};
    static const char *const none[] = {NULL};
    json_t *file = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *item;
    json_t *frames = json_object_get(json_object_get(file, "shared"), "frames");
    size_t i;

    assert_keys(file, file_keys, file_optional);
    assert_string_equal(json_string_value(json_object_get(file, "$schema")),
                        "https://www.speedscope.app/file-format-schema.json");
    json_array_foreach(frames, i, item) assert_keys(item, frame_keys, frame_optional);
    json_array_foreach(json_object_get(file, "profiles"), i, item)
    {
        assert_keys(item, profile_keys, none);
        assert_string_equal(json_string_value(json_object_get(item, "type")), "sampled");
        check_samples(item, json_array_size(frames));
    }
    json_decref(file);
}

/* Folded text, written and read back, is the same text; what is written again is the same JSON. */
static void random_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        generated g = generate_folded(seed, (name_pool)(seed % 3));
        fr_profile *p = read_folded(g.text);
        char *json = written(p, "speedscope");
        fr_profile *q = read_text(json, strlen(json));
        fr_column_info column;
        check_schema(json);
        assert_written(q, "speedscope", json);
        assert_true(fr_profile_column(q, 0, &column));
        assert_int_equal(column.total, g.total);
        assert_int_equal(column.n_samples, g.total);
        char *folded = written(p, "folded");
        assert_written(q, "folded", folded);
        free(folded);
        free(json);
        fr_profile_free(p);
        fr_profile_free(q);
        generated_reset(&g);
    }
}

/* Files and lines, columns of other units with decimals, and one whose unit the format has no word for. */
static void columns_and_lines(void **state)
{
    static const struct {
        const char *name, *unit;
        uint32_t decimals;
        int64_t value;
    } rows[] = {
        {"cpu", "ns", 0, INT64_MAX}, {"alloc", "bytes", 0, 4096},  {"cycles", "events", 0, 7},
        {"n", "samples", 0, 3},      {"load (1 min)", "%", 2, 12}, {"x", "samples", 3, 1500},
    };
    fr_builder *b = fr_builder_new(NULL, NULL);

    (void)state;
    assert_non_null(b);
    fr_frame_info info = {.name = "f", .file = "a \"b\".c", .line = 4000000000u, .module = "lost"};
    for (size_t k = 0; k < COUNT(rows); k++)
        fr_builder_column(b, rows[k].name, rows[k].unit, rows[k].decimals);
    uint32_t stack = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &info));
    info = (fr_frame_info){.name = "f", .file = "a \"b\".c", .line = 4000000000u, .module = "too"};
    uint32_t other = fr_builder_push(b, stack, fr_builder_frame(b, &info));
    for (uint32_t k = 0; k < COUNT(rows); k++)
        fr_builder_add(b, k % 2 ? stack : other, k, rows[k].value, 0, 0.0);
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    char *json = written(p, "speedscope");
    check_schema(json);
    fr_profile *q = read_text(json, strlen(json));
    for (uint32_t k = 0; k < COUNT(rows); k++) {
        fr_column_info column;
        assert_true(fr_profile_column(q, k, &column));
        assert_string_equal(column.name, rows[k].name);
        assert_string_equal(column.unit, rows[k].unit);
        int64_t want = rows[k].value;
        for (uint32_t d = column.decimals; d < rows[k].decimals; d++)
            want /= 10;
        assert_int_equal(column.total, want);
    }
    assert_written(q, "speedscope", json);
    free(json);
    fr_profile_free(p);
    fr_profile_free(q);
}

/* Events and samples of one program are the same profile. */
static void evented_is_sampled(void **state)
{
    static const char frames[] =
        "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", \"shared\": "
        "{\"frames\": "
        "[{\"name\": \"a\"}, {\"name\": \"b\"}]}, \"profiles\": [{\"name\": \"p\", \"unit\": "
        "\"seconds\", \"startValue\": 5, \"endValue\": 8,";
    static const char *const halves[] = {
        "\"type\": \"sampled\", \"samples\": [[0], [0, 1], [0]], \"weights\": [0.5, 1, 1.5]}]}",
        "\"type\": \"evented\", \"events\": [{\"type\": \"O\", \"at\": 5, \"frame\": 0}, "
        "{\"type\": \"O\", \"at\": 5.5, \"frame\": 1}, {\"type\": \"C\", \"at\": 6.5, \"frame\": "
        "1}, "
        "{\"type\": \"C\", \"at\": 8, \"frame\": 0}]}]}",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(halves); i++) {
        char text[1000];
        fr_profile_info info;
        snprintf(text, sizeof text, "%s%s", frames, halves[i]);
        fr_profile *p = read_text(text, strlen(text));
        fr_profile_describe(p, &info);
        assert_written(p, "folded", "a 2000000000\na;b 1000000000\n");
        assert_int_equal(info.first_ns, INT64_C(5000000000));
        assert_int_equal(info.last_ns, INT64_C(8000000000));
        fr_profile_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_profiles),
        cmocka_unit_test(columns_and_lines),
        cmocka_unit_test(evented_is_sampled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
