/*
 * test_pprof.c - pprof messages written by hand, byte by byte, and what is made of them.
 */
#include "formats/pprof/id_map.h"
#include "formats/pprof/wire.h"
#include "unit/unit.h"

/* A message that grows; nested ones are put as bytes. */
typedef struct message {
    char at[2048];
    size_t n;
} message;

static void varint(message *m, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        m->at[m->n++] = (char)(value | 0x80);
    m->at[m->n++] = (char)value;
}

static void number(message *m, uint32_t field, uint64_t value)
{
    varint(m, field << 3);
    varint(m, value);
}

static void bytes(message *m, uint32_t field, const void *at, size_t len)
{
    varint(m, field << 3 | 2);
    varint(m, len);
    memcpy(m->at + m->n, at, len);
    m->n += len;
}

static void text(message *m, const char *string)
{
    bytes(m, 6, string, strlen(string));
}

/* A message of numbers: field 1, 2 ... of `values`; zeros are left out, as proto3 does. */
static void numbers(message *m, uint32_t field, size_t n, const uint64_t *values)
{
    message inner = {.n = 0};

    for (size_t i = 0; i < n; i++)
        if (values[i])
            number(&inner, (uint32_t)i + 1, values[i]);
    bytes(m, field, inner.at, inner.n);
}

#define NUMBERS(m, field, ...)                                                                     \
    numbers(m, field, COUNT(((uint64_t[]){__VA_ARGS__})), (uint64_t[]){__VA_ARGS__})

/* A location of up to two lines, the innermost first. */
static void location(message *m, uint64_t id, uint64_t mapping, uint64_t address, uint64_t function,
                     uint64_t outer)
{
    message inner = {.n = 0};

    number(&inner, 1, id);
    number(&inner, 2, mapping);
    number(&inner, 3, address);
    if (function)
        NUMBERS(&inner, 4, function, 10 + function);
    if (outer)
        NUMBERS(&inner, 4, outer, 10 + outer);
    bytes(m, 4, inner.at, inner.n);
}

static void sample(message *m, bool packed, size_t n, const uint64_t *ids, uint64_t a, uint64_t b)
{
    message inner = {.n = 0}, list = {.n = 0};

    for (size_t i = 0; i < n; i++) {
        if (packed)
            varint(&list, ids[i]);
        else
            number(&inner, 1, ids[i]);
    }
    if (packed)
        bytes(&inner, 1, list.at, list.n);
    number(&inner, 2, a);
    number(&inner, 2, b);
    bytes(m, 2, inner.at, inner.n);
}

#define SAMPLE(m, packed, a, b, ...)                                                               \
    sample(m, packed, COUNT(((uint64_t[]){__VA_ARGS__})), (uint64_t[]){__VA_ARGS__}, a, b)

#define WIDE UINT64_C(0xfedcba9876543210)

static void strings(message *m)
{
    static const char *const all[] = {
        "",           "samples", "count", "cpu",      "nanoseconds", "main",
        "_ZN4copy1E", "copy",    "a.go",  "/bin/app", "read",        "[kernel.kallsyms]_text"};

    for (size_t i = 0; i < COUNT(all); i++)
        text(m, all[i]);
}

/* main -> copy inlined into main's line; kernel read; a bare address in /bin/app. */
static message whole(bool packed, bool strings_last)
{
    message m = {.n = 0};

    if (!strings_last)
        strings(&m);
    NUMBERS(&m, 1, 1, 2);
    NUMBERS(&m, 1, 3, 4);
    SAMPLE(&m, packed, 2, 20, WIDE, 1);
    SAMPLE(&m, packed, 1, 10, 3, 1);
    SAMPLE(&m, packed, 3, 30, 2);
    NUMBERS(&m, 3, 7, 0, 0, 0, 9);
    NUMBERS(&m, 3, 8, 0, 0, 0, 11);
    location(&m, 1, 7, 0x1000, 2, 1);
    location(&m, 2, 7, 0x2000, 0, 0);
    location(&m, 3, 0, 0x3000, 0, 0);
    location(&m, WIDE, 8, 0xff00, WIDE, 0);
    NUMBERS(&m, 5, 1, 5, 5, 8, 3);
    NUMBERS(&m, 5, 2, 7, 6, 8);
    NUMBERS(&m, 5, WIDE, 10);
    number(&m, 9, 1000);
    number(&m, 10, 5000);
    number(&m, 77, 1);
    if (strings_last)
        strings(&m);
    return m;
}

static fr_profile *read_message(const message *m, fr_error *err)
{
    return try_read(m->at, m->n, NULL, err);
}

static void everything(void **state)
{
    (void)state;
    for (unsigned form = 0; form < 4; form++) {
        message m = whole(form & 1, form & 2);
        fr_error err = {0};
        fr_profile *p = read_message(&m, &err);
        fr_profile_info info;
        fr_column_info column;

        assert_string_equal(err.text, "");
        assert_non_null(p);
        assert_written(p, "folded", "[app] 3 30\nmain;copy;0x3000 1 10\nmain;copy;read 2 20\n");
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
        fr_profile_free(p);
    }
}

static void frames(void **state)
{
    message m = whole(true, true);
    fr_profile *p = read_message(&m, NULL);
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

static void assert_refused(const message *m, fr_code code, const char *says)
{
    fr_error err = {0};
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile *p;
    opt.input_format = "pprof";
    p = try_read(m->at, m->n, &opt, &err);
    assert_null(p);
    if (!strstr(err.text, says))
        print_error("'%s' says not '%s'\n", err.text, says);
    assert_non_null(strstr(err.text, says));
    assert_int_equal(err.code, code);
}

/* Two profiles whose strings stand before all else: the types of the second follow those of the first. */
static void joined_strings_first(void **state)
{
    message m = {.n = 0};

    (void)state;
    strings(&m);
    NUMBERS(&m, 1, 1, 2);
    SAMPLE(&m, true, 2, 20, 1);
    location(&m, 1, 0, 0x1000, 1, 0);
    NUMBERS(&m, 5, 1, 5);
    strings(&m);
    NUMBERS(&m, 1, 3, 4);
    SAMPLE(&m, true, 2, 20, 1);
    for (size_t i = 0; i < 40; i++) /* the end is far: it is read with more care */
        number(&m, 77, 1);
    assert_refused(&m, FR_E_FORMAT, "joined end to end");
}

static void refused(void **state)
{
    message m = whole(true, true), twice = m;

    (void)state;
    memcpy(twice.at + m.n, m.at, m.n);
    twice.n += m.n;
    assert_refused(&twice, FR_E_FORMAT, "joined end to end");
    SAMPLE(&m, true, (uint64_t)-1, 1, 1);
    assert_refused(&m, FR_E_FORMAT, "negative values");
    m = whole(true, true);
    NUMBERS(&m, 2, 1);
    assert_refused(&m, FR_E_FORMAT, "one value for each");
    m = whole(true, true);
    NUMBERS(&m, 5, 9, 99);
    location(&m, 9, 0, 0, 9, 0);
    assert_refused(&m, FR_E_FORMAT, "string 99");
    m = whole(true, true);
    location(&m, 1, 0, 0, 0, 0);
    assert_refused(&m, FR_E_FORMAT, "two locations");
    m = (message){.n = 0};
    text(&m, "");
    assert_refused(&m, FR_E_FORMAT, "no sample type");
    m.at[m.n++] = '\x0b'; /* a group */
    assert_refused(&m, FR_E_FORMAT, "damaged");
}

/* Cut anywhere it is an error or, between two fields, a smaller profile; never more. */
static void truncated(void **state)
{
    message m = whole(true, false);
    size_t n_named = 0;

    (void)state;
    for (size_t n = m.n; n-- > 1;) {
        fr_error err = {0};
        message cut = {.n = n};
        memcpy(cut.at, m.at, n);
        fr_profile *p = read_message(&cut, &err);
        n_named += strstr(err.text, "truncated") != NULL;
        assert_true((p == NULL) == (err.code != FR_OK));
        fr_profile_free(p);
    }
    assert_true(n_named > m.n / 2);
}

static void dangling(void **state)
{
    message m = whole(true, true);
    fr_profile *p;

    (void)state;
    SAMPLE(&m, true, 1, 10, 1234, 1);
    p = read_message(&m, NULL);
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
