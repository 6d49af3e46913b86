/* test_diff_schema.c - reports as JSON are what docs/diff-report.schema.json promises. */
#include "diff_fixture.h"
#include "json_schema.h"

static json_t *report_json(const fr_diff *d, const fr_diff_report_options *opt)
{
    fr_error err = {0};
    fr_report *report = fr_report_diff(d, opt, &err);
    fr_output *out = fr_output_memory();
    json_error_t failure;
    size_t len;

    assert_non_null(report);
    fr_report_write(report, "json", out);
    const char *bytes = fr_output_bytes(out, &len);
    assert_non_null(bytes);
    json_t *json = json_loadb(bytes, len, 0, &failure);
    if (!json)
        fail_msg("%s", failure.text);
    fr_report_free(report);
    fr_output_free(out);
    return json;
}

static void reports_are_valid(void **state)
{
    static const char *const gate = "total > 1pp";
    static const fr_gate_options gates = {&gate, 1, true, NULL};
    static const fr_diff_report_options options[] = {{.for_programs = true},
                                                     {.for_programs = true, .gates = &gates}};
    static const char *const sides[][2] = {
        {"m;a 100\nm;b 50\n", "m;a 100\nm;b 50\n"},
        {"m;a 100\nm;b 500\n", "m;a 400\nm;\x01\xff\"c 50\n"},
        {"m;a 100\nm;JS:b 500\n", "m;a 100\nm;JS:b 50\n"},
        {"m;A$$Lambda$1.r 30\nm;read;x 4000\n", "m;A$$Lambda$2.r 30\nm;load;x 4100\n"},
    };
    json_t *schema = json_schema_load("diff-report");
    (void)state;
    for (size_t i = 0; i < COUNT(sides) * COUNT(options); i++) {
        fr_diff *d = diff_of(sides[i / 2][0], sides[i / 2][1], NULL);
        json_t *json = report_json(d, &options[i % 2]);
        json_validator v = {.root = schema};
        if (!json_validate(&v, schema, json))
            fail_msg("report %zu: %s %s", i, v.at, v.why);
        json_decref(json);
        fr_diff_free(d);
    }
    json_decref(schema);
}

/* The validator would notice. */
static void others_are_not(void **state)
{
    static const char *const rows[] = {
        "{\"change\": \"1\"}",   "{\"verdict\": \"grown\"}", "{\"extra\": 1}",
        "{\"base_share\": [1]}", "{\"base\": 1.5}",
    };
    json_t *schema = json_schema_load("diff-report");
    fr_diff *d = diff_of("m;a 100\nm;b 500\n", "m;a 400\n", NULL);
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        json_t *json = report_json(d, &(fr_diff_report_options){.for_programs = true});
        json_t *change = json_loads(rows[i], 0, NULL);
        assert_non_null(change);
        json_object_update(json_array_get(json_object_get(json, "rows"), 0), change);
        json_validator v = {.root = schema};
        assert_false(json_validate(&v, schema, json));
        json_decref(change);
        json_decref(json);
    }
    json_t *json = report_json(d, &(fr_diff_report_options){.for_programs = false});
    json_validator v = {.root = schema};
    assert_false(json_validate(&v, schema, json)); /* without the columns for programs */
    json_decref(json);
    fr_diff_free(d);
    json_decref(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_are_valid),
        cmocka_unit_test(others_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
