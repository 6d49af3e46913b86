/*
 * test_pprof_message.c - the writer of pprofs for tests: its bytes are those that profile.proto asks for.
 */
#include "pprof_message.h"
#include "unit/unit.h"

static void assert_bytes(fr_wire_out *m, fr_bytes want)
{
    assert_int_equal(m->n, want.len);
    assert_memory_equal(m->at, want.at, want.len);
    fr_wire_out_reset(m);
}

static void messages(void **state)
{
    fr_wire_out m = {0};

    (void)state;
    PPROF_STRINGS(&m, "", "ab");
    assert_bytes(&m, FR_LITERAL("\x32\0\x32\x02"
                                "ab"));
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 1, 0, 300);
    assert_bytes(&m, FR_LITERAL("\x0a\x05\x08\x01\x18\xac\x02"));
    PPROF_LOCATION(&m, 7, 0, 16, {1, 10}, {2, 0});
    assert_bytes(&m,
                 FR_LITERAL("\x22\x0e\x08\x07\x18\x10\x22\x04\x08\x01\x10\x0a\x22\x02\x08\x02"));
    pprof_put_sample(&m, PPROF_LIST(8, 300), PPROF_LIST(5, 0));
    assert_bytes(&m, FR_LITERAL("\x12\x09\x0a\x03\x08\xac\x02\x12\x02\x05\0"));
    pprof_put_unpacked(&m, PPROF_IDS, PPROF_LIST(0, 8));
    assert_bytes(&m, FR_LITERAL("\x08\0\x08\x08"));
    pprof_put_packed(&m, PPROF_IDS, (pprof_list){NULL, 0});
    assert_bytes(&m, FR_LITERAL(""));
}

static void the_head_of_the_header(void **state)
{
    fr_wire_out m = {0};
    fr_error err = {0};

    (void)state;
    PPROF_STRINGS(&m, "", "samples", "count", "main", "read");
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 1, 2);
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 1, 3);
    PPROF_NUMBERS(&m, PPROF_FUNCTIONS, 2, 4);
    PPROF_LOCATION(&m, 7, 0, 0x1000, {1, 10});
    PPROF_LOCATION(&m, 8, 0, 0x2000, {2, 20});
    pprof_put_sample(&m, PPROF_LIST(8, 7), PPROF_LIST(5));
    fr_profile *p = pprof_read(&m, NULL, &err);
    assert_string_equal(err.text, "");
    assert_written(p, "folded", "main;read 5\n");
    assert_null(m.at);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages),
        cmocka_unit_test(the_head_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
