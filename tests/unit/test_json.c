/*
 * test_json.c - values of JSON by their place: what they are, what is said of those that are not, and that
 * memory is bounded.
 */
#include "base/json.h"
#include "unit/unit.h"

#include <malloc.h>

typedef struct fixture {
    fr_json_document document;
    fr_input *in;
    bool read;
} fixture;

static fixture open_text(const char *text, size_t len, uint64_t memory)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fixture f = {.in = fr_input_memory("test", text, len, NULL, NULL)};

    assert_non_null(f.in);
    opt.limits.memory = memory;
    f.read = fr_json_read(&f.document, f.in, &opt, false);
    return f;
}

static fr_error close_text(fixture *f)
{
    fr_error err = {0};

    if (f->read)
        fr_json_close(&f->document, f->in);
    fr_input_failed(f->in, &err);
    fr_input_free(f->in);
    return err;
}

/* An item below the count: found by walking there. */
static fr_json item_at(const fr_json *list, size_t index)
{
    fr_json item = fr_json_items(list, "items");

    while (fr_json_next(&item) && item.index < index)
        ;
    return item;
}

static const char document[] =
    "{\"list\": [1, 2.0, -3, 1.5, 1e300, true, null, \"a\\u0000b\"], \"big\": 9223372036854775807, "
    "\"deep\": {\"er\": [[0, 57]]}, \"no\": null, \"twice\": 1, \"twice\": 2}";

static void values(void **state)
{
    fixture f = open_text(document, sizeof document - 1, 1 << 20);
    fr_json all = fr_json_whole(&f.document), list = fr_json_member(&all, "list");
    fr_json one = item_at(&list, 0), two = item_at(&list, 1), text = item_at(&list, 7);
    fr_json big = fr_json_member(&all, "big"), no = fr_json_member(&all, "no");
    fr_json twice = fr_json_member(&all, "twice"), missing = fr_json_member(&all, "missing");

    (void)state;
    assert_int_equal(fr_json_count(&list, "things"), 8);
    assert_int_equal(fr_json_integer(&one, 1, 1, "one"), 1);
    assert_int_equal(fr_json_integer(&two, 0, 5, "two"), 2);
    assert_int_equal(fr_json_integer(&big, 0, INT64_MAX, "big"), INT64_MAX);
    assert_int_equal(fr_json_integer(&twice, 0, 9, "twice"), 2);
    assert_true(fr_bytes_equal(fr_json_text(&text), FR_LITERAL("a\0b")));
    assert_false(fr_json_exists(&no));
    assert_false(fr_json_exists(&missing));
    assert_false(fr_json_failed(&all));
    assert_int_equal(close_text(&f).code, FR_OK);
}

/* Each asks for something else than what is there; the first message stays. */
static fr_json deep_item(const fr_json *all, fr_json places[3])
{
    places[0] = fr_json_member(all, "deep");
    places[1] = fr_json_member(&places[0], "er");
    places[2] = item_at(&places[1], 0);
    return item_at(&places[2], 1);
}

static void messages(void **state)
{
    static const char *const wants[] = {
        "$.deep.er[0][1]: expected a frame's index from 0 to 39, found 57",
        "$.list[3]: expected an index, found a fraction",
        "$.missing: expected a list of things, found nothing",
        "$.list: expected an object with \"x\", found a list",
        "$.list[7]: expected a number, found \"a\\x00b\"",
        "$.list[5]: expected a text, found true",
        "$.list[4]: expected a number below 9e18, found a fraction",
        "$.list[2]: expected 0 or more, found -3",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(wants); i++) {
        fixture f = open_text(document, sizeof document - 1, 1 << 20);
        fr_json all = fr_json_whole(&f.document), list = fr_json_member(&all, "list"), places[3];
        fr_json deep = deep_item(&all, places), missing = fr_json_member(&all, "missing");
        fr_json items[8];
        bool rounded = false;
        for (size_t k = 0; k < 8; k++)
            items[k] = item_at(&list, k);
        assert_false(fr_json_failed(&all));
        if (i == 0)
            assert_int_equal(fr_json_integer(&deep, 0, 39, "a frame's index"), 0);
        else if (i == 1)
            fr_json_integer(&items[3], 0, 39, "an index");
        else if (i == 2)
            assert_int_equal(fr_json_count(&missing, "things"), 0);
        else if (i == 3)
            fr_json_member(&list, "x");
        else if (i == 4)
            fr_json_decimal(&items[7], &rounded);
        else if (i == 5)
            fr_json_text(&items[5]);
        else if (i == 6)
            fr_json_decimal(&items[4], &rounded);
        else
            assert_int_equal(fr_json_scaled(&items[2], 3, 0, &rounded), 0);
        assert_true(fr_json_failed(&all));
        fr_json_text(&missing);
        assert_string_equal(close_text(&f).text, wants[i]);
    }
}

static void decimals(void **state)
{
    static const struct {
        const char *text;
        int64_t mantissa;
        uint32_t decimals;
        bool rounded;
        int64_t thousandths;
    } rows[] = {
        {"3", 3, 0, false, 3000},
        {"1.5", 15, 1, false, 1500},
        {"-0.125", -125, 3, false, -125},
        {"0.30000000000000004", 3, 1, false, 300},
        {"0.1", 1, 1, false, 100},
        {"1e3", 1000, 0, false, 1000000},
        {"0.3333333333333333", 333333333, 9, true, 333},
        {"2.5e-4", 25, 5, false, 0},
        {"7.5e-4", 75, 5, false, 1},
        {"-7.5e-4", -75, 5, false, -1},
        {"1e-300", 0, 0, true, 0},
        {"1700000000.25", 170000000025, 2, false, 1700000000250},
        {"1700000000.123456", 1700000000123456, 6, false, 1700000000123},
        {"0.0", 0, 0, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[64];
        bool rounded = false, again = false;
        snprintf(text, sizeof text, "[%s]", rows[i].text);
        fixture f = open_text(text, strlen(text), 1 << 20);
        fr_json all = fr_json_whole(&f.document), item = item_at(&all, 0);
        fr_decimal d = fr_json_decimal(&item, &rounded);
        assert_int_equal(d.decimals, rows[i].decimals);
        assert_int_equal(d.mantissa, rows[i].mantissa);
        assert_int_equal(rounded, rows[i].rounded);
        assert_int_equal(fr_json_scaled(&item, 3, INT64_MIN, &again), rows[i].thousandths);
        assert_int_equal(close_text(&f).code, FR_OK);
    }
}

static void no_json(void **state)
{
    static const struct {
        const char *text, *want;
        uint64_t line;
    } rows[] = {
        {"[1,\n2,", "the JSON ends early", 2},
        {"{\"a\": nu", "the JSON ends early", 1},
        {"[\"abc", "the JSON ends early", 1},
        {"[1]\n\nx", "is no JSON: expected the end of the file, found 'x'", 3},
        {"{\"a\" 1}", "is no JSON: expected ':', found '1}'", 1},
        {"[1 2]", "is no JSON: expected ',' or ']', found '2]'", 1},
        {"{\"a\": 1,}", "is no JSON: expected a key in quotes, found '}'", 1},
        {"[.5]", "is no JSON: expected a value, found '.5]'", 1},
        {"[\"a\nb\"]", "is no JSON: expected the end of a text, found '\\x0ab\"]'", 1},
        {"[\"\\x\"]", "is no JSON: expected an escape such as \\n or \\u00e9, found '\"]'", 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fixture f = open_text(rows[i].text, strlen(rows[i].text), 1 << 20);
        assert_false(f.read);
        fr_error err = close_text(&f);
        assert_int_equal(err.code, FR_E_FORMAT);
        assert_int_equal(err.line, rows[i].line);
        assert_string_equal(err.text, rows[i].want);
    }
}

/* What is held is 8 bytes a value in an array that doubles; a limit below that stops the reading. */
static void memory_is_bounded(void **state)
{
    static const struct {
        const char *part;
        size_t n_values;
    } parts[] = {
        {"0,", 1},
        {"[],", 1},
        {"\"name\",", 1},
        {"{\"a\":0},", 3},
        {"{\"type\":\"O\",\"frame\":1,\"at\":2},", 7},
        {"[[[[0]]]],", 5},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(parts); i++) {
        size_t part = strlen(parts[i].part), n = 8000, len = part * n + 1;
        size_t held = len + (n * parts[i].n_values + 1) * sizeof(fr_json_value);
        char *text = malloc(len + 1);
        assert_non_null(text);
        text[0] = '[';
        for (size_t k = 0; k < n; k++)
            memcpy(text + 1 + k * part, parts[i].part, part);
        text[len - 1] = ']'; /* in place of the last comma */
        size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
        fixture f = open_text(text, len, UINT64_C(1) << 30);
        assert_true(f.read);
        size_t taken = mallinfo2().uordblks + mallinfo2().hblkhd - before;
        assert_true(taken <= 2 * held + (2 << 20)); /* and the input's own window */
        fr_json all = fr_json_whole(&f.document);
        assert_int_equal(fr_json_count(&all, "things"), n);
        assert_int_equal(close_text(&f).code, FR_OK);
        f = open_text(text, len, held - 1);
        assert_false(f.read);
        fr_error err = close_text(&f);
        assert_int_equal(err.code, FR_E_LIMIT);
        assert_string_equal(err.hint, "--limit-memory raises the limit");
        free(text);
    }
}

/* No call stack grows with the input. */
static void deep_nesting(void **state)
{
    size_t n = 1000000, depth = 0;
    char *text = malloc(2 * n);
    fr_json place;

    (void)state;
    assert_non_null(text);
    memset(text, '[', n);
    memset(text + n, ']', n);
    fixture f = open_text(text, 2 * n, UINT64_C(1) << 30);
    assert_true(f.read);
    place = fr_json_whole(&f.document);
    for (; fr_json_is_list(&place); depth++) {
        fr_json inner = fr_json_items(&place, "lists");
        if (!fr_json_next(&inner))
            break;
        place.value = inner.value;
    }
    assert_int_equal(depth, n - 1);
    assert_int_equal(close_text(&f).code, FR_OK);
    f = open_text(text, 2 * n - 1, UINT64_C(1) << 30);
    assert_false(f.read);
    assert_string_equal(close_text(&f).text, "the JSON ends early");
    free(text);
}

static void escapes(void **state)
{
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"[\"plain\"]", "plain"},
        {"[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "\"\\/\b\f\n\r\t"},
        {"[\"\\u0041\\u00e9\\u20ac\"]", "A\xc3\xa9\xe2\x82\xac"},
        {"[\"\\ud83d\\ude00!\"]", "\xf0\x9f\x98\x80!"},
        {"[\"\\ud83dx\"]", "\xed\xa0\xbdx"}, /* half of a pair */
        {"[\"\xff\"]", "\xff"},              /* no UTF-8: names are repaired later */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fixture f = open_text(rows[i].text, strlen(rows[i].text), 1 << 20);
        fr_json all = fr_json_whole(&f.document), item = item_at(&all, 0);
        assert_true(fr_bytes_equal(fr_json_text(&item), fr_bytes_of(rows[i].want)));
        assert_int_equal(close_text(&f).code, FR_OK);
    }
}

static void walks(void **state)
{
    static const char text[] = "{\"a\": 1, \"b\": {\"c\": [2, 3]}, \"d\": null, \"e\\n\": 4}";
    static const char *const keys[] = {"a", "b", "d", "e\n"};
    fixture f = open_text(text, sizeof text - 1, 1 << 20);
    fr_json all = fr_json_whole(&f.document), member = fr_json_members(&all, "things");
    size_t n = 0;

    (void)state;
    for (; fr_json_next(&member); n++) {
        assert_true(fr_bytes_equal(member.key, fr_bytes_of(keys[n])));
        assert_int_equal(fr_json_exists(&member), n != 2);
    }
    assert_int_equal(n, 4);
    member = fr_json_items(&all, "things");
    assert_false(fr_json_next(&member));
    assert_string_equal(close_text(&f).text, "$: expected a list of things, found an object");
}

/* A trace that is written as it happens has no end. */
static void open_lists(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        {"[{\"a\": 1}, {\"a\": 2}", true},
        {"[{\"a\": 1}, {\"a\": 2},\n", true},
        {"[{\"a\": 1}, {\"a\": 2}]", true},
        {"[{\"a\": 1}, {\"a\": ", false},
        {"[", false},
        {"{\"a\": [1, 2]", false},
        {"[[1, 2", false},
    };
    fr_read_options opt = FR_READ_DEFAULTS;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fixture f = {.in = fr_input_memory("test", rows[i].text, strlen(rows[i].text), NULL, NULL)};
        f.read = fr_json_read(&f.document, f.in, &opt, true);
        if (f.read != rows[i].good)
            fail_msg("%s", rows[i].text);
        if (f.read) {
            fr_json all = fr_json_whole(&f.document);
            assert_int_equal(fr_json_count(&all, "events"), 2);
        }
        close_text(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(messages),
        cmocka_unit_test(decimals),
        cmocka_unit_test(no_json),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(deep_nesting),
        cmocka_unit_test(escapes),
        cmocka_unit_test(walks),
        cmocka_unit_test(open_lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
