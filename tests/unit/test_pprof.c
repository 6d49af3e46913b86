/*
 * test_pprof.c - pprof messages written field by field, right and wrong, and what is made of them.
 */
#include "formats/list.h"
#include "formats/pprof/wire.h"
#include "pprof_message.h"
#include "unit/unit.h"

#define WIDE UINT64_C(0xfedcba9876543210)

static void strings(fr_wire_out *m)
{
    PPROF_STRINGS(m, "", "samples", "count", "cpu", "nanoseconds", "main", "_ZN4copy1E", "copy",
                  "a.go", "/bin/app", "read", "[kernel.kallsyms]_text");
}

static void sample(fr_wire_out *m, bool packed, pprof_list ids, pprof_list values)
{
    fr_wire_out s = {0};

    (packed ? pprof_put_packed : pprof_put_unpacked)(&s, PPROF_IDS, ids);
    pprof_put_unpacked(&s, PPROF_VALUES, values);
    fr_wire_put_message(m, PPROF_SAMPLES, &s);
    fr_wire_out_reset(&s);
}

/* main -> copy inlined into main's line; kernel read; a bare address in /bin/app. */
static fr_wire_out whole(bool packed, bool strings_last)
{
    fr_wire_out m = {0};

    if (!strings_last)
        strings(&m);
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 1, 2);
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 3, 4);
    sample(&m, packed, PPROF_LIST(WIDE, 1), PPROF_LIST(2, 20));
    sample(&m, packed, PPROF_LIST(3, 1), PPROF_LIST(1, 10));
    sample(&m, packed, PPROF_LIST(2), PPROF_LIST(3, 30));
    PPROF_NUMBERS(&m, PPROF_MAPPINGS, 7, 0, 0, 0, 9);
    PPROF_NUMBERS(&m, PPROF_MAPPINGS, 8, 0, 0, 0, 11);
    PPROF_LOCATION(&m, 1, 7, 0x1000, {2, 12}, {1, 11});
    pprof_put_location(&m, 2, 7, 0x2000, 0, NULL);
    pprof_put_location(&m, 3, 0, 0x3000, 0, NULL);
    PPROF_LOCATION(&m, WIDE, 8, 0xff00, {WIDE, 10});
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 1, 5, 5, 8, 3);
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 2, 7, 6, 8);
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, WIDE, 10);
    fr_wire_put_number(&m, PPROF_TIME_NANOS, 1000);
    fr_wire_put_number(&m, PPROF_DURATION_NANOS, 5000);
    fr_wire_put_number(&m, 77, 1);
    if (strings_last)
        strings(&m);
    return m;
}

static void everything(void **state)
{
    (void)state;
    for (unsigned form = 0; form < 4; form++) {
        fr_wire_out m = whole(form & 1, form & 2);
        fr_error err = {0};
        fr_profile *p = pprof_read(&m, NULL, &err);
        fr_profile_info info;
        fr_column_info column;

        assert_string_equal(err.text, "");
        assert_non_null(p);
        assert_written(p, "folded", "[app] 30\nmain;copy;0x3000 10\nmain;copy;read 20\n");
        fr_profile_describe(p, &info);
        assert_string_equal(info.format, "pprof");
        assert_true(info.timed);
        assert_int_equal(info.first_ns, 1000);
        assert_int_equal(info.last_ns, 6000);
        assert_true(fr_profile_column(p, 1, &column));
        assert_string_equal(column.name, "cpu");
        assert_string_equal(column.unit, "nanoseconds");
        assert_int_equal(column.total, 60);
        assert_int_equal(column.n_samples, 6);
        assert_false(fr_profile_keep_column(p, 2, &err));
        assert_int_equal(err.code, FR_E_USAGE);
        assert_true(fr_profile_keep_column(p, 0, NULL));
        assert_written(p, "folded", "[app] 3\nmain;copy;0x3000 1\nmain;copy;read 2\n");
        fr_profile_free(p);
    }
}

static void frames(void **state)
{
    fr_wire_out m = whole(true, true);
    fr_profile *p = pprof_read(&m, NULL, NULL);
    char *json = p ? written(p, "json") : NULL;

    (void)state;
    assert_non_null(p);
    assert_non_null(strstr(json, "{\"name\": \"copy\", \"kind\": \"inlined\", \"system_name\": "
                                 "\"_ZN4copy1E\", \"module\": \"/bin/app\", \"file\": \"a.go\", "
                                 "\"line\": 12}"));
    assert_non_null(strstr(json,
                           "{\"name\": \"main\", \"kind\": \"user\", \"module\": \"/bin/app\", "
                           "\"file\": \"a.go\", \"line\": 11, \"start_line\": 3}"));
    assert_non_null(strstr(json, "{\"name\": \"read\", \"kind\": \"kernel\""));
    free(json);
    fr_profile_free(p);
}

/* Empties the message. */
static void assert_refused(fr_wire_out *m, fr_code code, const char *says)
{
    fr_error err = {0};
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.input_format = "pprof";
    assert_null(pprof_read(m, &opt, &err));
    if (!strstr(err.text, says))
        print_error("'%s' says not '%s'\n", err.text, says);
    assert_non_null(strstr(err.text, says));
    assert_int_equal(err.code, code);
}

/* Two profiles whose strings stand before all else: the types of the second follow those of the first. */
static void joined_strings_first(void **state)
{
    fr_wire_out m = {0};

    (void)state;
    strings(&m);
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 1, 2);
    pprof_put_sample(&m, PPROF_LIST(1), PPROF_LIST(2));
    PPROF_LOCATION(&m, 1, 0, 0x1000, {1, 11});
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 1, 5);
    strings(&m);
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 3, 4);
    pprof_put_sample(&m, PPROF_LIST(1), PPROF_LIST(2));
    assert_refused(&m, FR_E_FORMAT, "joined end to end");
}

static void refused(void **state)
{
    fr_wire_out m = whole(true, true), again = whole(true, true);

    (void)state;
    fr_wire_put_fields(&m, &again);
    fr_wire_out_reset(&again);
    assert_refused(&m, FR_E_FORMAT, "joined end to end");
    m = whole(true, true);
    sample(&m, true, PPROF_LIST(1), PPROF_LIST((uint64_t)-1, 1));
    assert_refused(&m, FR_E_FORMAT, "negative values");
    m = whole(true, true);
    sample(&m, true, PPROF_LIST(1), PPROF_LIST(1));
    assert_refused(&m, FR_E_FORMAT, "one value for each");
    m = whole(true, true);
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 9, 99);
    PPROF_LOCATION(&m, 9, 0, 0, {9, 19});
    assert_refused(&m, FR_E_FORMAT, "string 99");
    m = whole(true, true);
    pprof_put_location(&m, 1, 0, 0, 0, NULL);
    assert_refused(&m, FR_E_FORMAT, "two locations");
    PPROF_STRINGS(&m, "");
    assert_refused(&m, FR_E_FORMAT, "no sample type");
    PPROF_STRINGS(&m, "");
    fr_wire_put_varint(&m, 0x0b); /* a group */
    assert_refused(&m, FR_E_FORMAT, "damaged");
}

/* Cut anywhere it is an error or, between two fields, a smaller profile; never more. */
static void truncated(void **state)
{
    fr_wire_out m = whole(true, false);
    size_t n_named = 0;

    (void)state;
    for (size_t n = m.n; n-- > 1;) {
        fr_error err = {0};
        fr_profile *p = try_read(m.at, n, NULL, &err);
        n_named += strstr(err.text, "truncated") != NULL;
        assert_true((p == NULL) == (err.code != FR_OK));
        fr_profile_free(p);
    }
    assert_true(n_named > m.n / 2);
    fr_wire_out_reset(&m);
}

/* A message larger than a block of the input; damage behind it is reported with its place. */
static void large(void **state)
{
    static const char name[] = "github.com/acme/store.(*Planner).a_function_whose_name_is_long";
    fr_wire_out m = whole(true, true);
    fr_error err = {0};
    fr_profile *p;
    size_t at;

    (void)state;
    for (uint64_t id = 100; id < 5100; id++) {
        PPROF_NUMBERS(&m, PPROF_FUNCTIONS, id, 12 + id - 100);
        PPROF_LOCATION(&m, id, 7, 0x4000 + id, {id, 1});
        PPROF_STRINGS(&m, name);
    }
    sample(&m, true, PPROF_LIST(5099, 100), PPROF_LIST(1, 10));
    assert_true(m.n > 400000);
    at = m.n;
    fr_wire_put_varint(&m, 0x0b);
    p = try_read(m.at, at, NULL, &err);
    assert_string_equal(err.text, "");
    assert_written(p, "folded",
                   "[app] 30\n"
                   "github.com/acme/store.(*Planner).a_function_whose_name_is_long;"
                   "github.com/acme/store.(*Planner).a_function_whose_name_is_long 10\n"
                   "main;copy;0x3000 10\nmain;copy;read 20\n");
    fr_profile_free(p);
    assert_null(pprof_read(&m, NULL, &err));
    assert_int_equal(err.offset, at);
}

static void dangling(void **state)
{
    fr_wire_out m = whole(true, true);
    fr_profile *p;

    (void)state;
    sample(&m, true, PPROF_LIST(1234, 1), PPROF_LIST(1, 10));
    p = pprof_read(&m, NULL, NULL);
    assert_non_null(p);
    assert_non_null(strstr(note_of(p, "unknown-names").text, "[unknown]: 1"));
    fr_profile_free(p);
}

static void wire(void **state)
{
    static const char good[] = "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x11\1\0\0\0\0\0\0\x80"
                               "\x1d\2\0\0\0\x22\1x";
    fr_wire w = fr_wire_of(FR_LITERAL(good));
    fr_wire_field f;

    (void)state;
    assert_true(fr_wire_next(&w, &f) && f.number == 1 && f.value == UINT64_MAX);
    assert_true(fr_wire_next(&w, &f) && f.number == 2 && f.value == UINT64_C(0x8000000000000001));
    assert_true(fr_wire_next(&w, &f) && f.number == 3 && f.value == 2);
    assert_true(fr_wire_next(&w, &f) && f.number == 4 && f.bytes.len == 1);
    assert_false(fr_wire_next(&w, &f));
    assert_int_equal(w.fault, FR_WIRE_GOOD);
    w = fr_wire_of(FR_LITERAL("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"));
    assert_false(fr_wire_next(&w, &f));
    assert_int_equal(w.fault, FR_WIRE_BROKEN);
    w = fr_wire_of(FR_LITERAL("\x0a\x05xx"));
    assert_false(fr_wire_next(&w, &f));
    assert_int_equal(w.fault, FR_WIRE_TRUNCATED);
    w = fr_wire_of(FR_LITERAL("\x02\x00"));
    assert_false(fr_wire_next(&w, &f));
    assert_int_equal(w.fault, FR_WIRE_BROKEN);
}

static void ids(void **state)
{
    fr_id_map map;
    bool full = false;

    (void)state;
    assert_true(fr_id_map_init(&map, 200));
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(fr_id_map_add(&map, i * 2, i, &full));
        assert_true(fr_id_map_add(&map, UINT64_MAX - i, 100 + i, &full));
        assert_false(fr_id_map_add(&map, UINT64_MAX - i, 7, &full));
    }
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(fr_id_map_find(&map, i * 2), i);
        assert_int_equal(fr_id_map_find(&map, UINT64_MAX - i), 100 + i);
        assert_int_equal(fr_id_map_find(&map, i * 2 + 1), FR_NO_PLACE);
    }
    assert_false(full);
    fr_id_map_reset(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything), cmocka_unit_test(frames),
        cmocka_unit_test(refused),    cmocka_unit_test(joined_strings_first),
        cmocka_unit_test(truncated),  cmocka_unit_test(dangling),
        cmocka_unit_test(wire),       cmocka_unit_test(ids),
        cmocka_unit_test(large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
