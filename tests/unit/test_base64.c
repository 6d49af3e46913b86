/* test_base64.c - RFC 4648's examples, all lengths there and back, and what is refused. */
#include "base/output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static char *encoded(fr_bytes bytes, size_t *len)
{
    fr_output *out = fr_output_memory();
    const char *text;
    char *copy;

    assert_non_null(out);
    fr_put_base64(out, bytes);
    text = fr_output_bytes(out, len);
    assert_non_null(text);
    copy = strdup(text);
    assert_non_null(copy);
    fr_output_free(out);
    return copy;
}

static void the_standards_examples(void **state)
{
    static const char *const examples[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xff\xef\xbe", "/+++"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        size_t len, n;
        char to[16];
        char *text = encoded(fr_bytes_of(examples[i][0]), &len);
        assert_string_equal(text, examples[i][1]);
        assert_true(fr_base64_decode((fr_bytes){text, len}, to, &n));
        assert_int_equal(n, strlen(examples[i][0]));
        assert_memory_equal(to, examples[i][0], n);
        free(text);
    }
}

/* Across the pieces in which it is written. */
static void every_byte_and_length(void **state)
{
    enum { MOST = 7000 };
    static char bytes[MOST];
    (void)state;

    for (size_t i = 0; i < MOST; i++)
        bytes[i] = (char)(unsigned char)(i * 7 + i / 256);
    for (size_t n = 0; n <= MOST; n += n < 20 || (n > 3060 && n < 3080) ? 1 : 97) {
        size_t len, back;
        char *text = encoded((fr_bytes){bytes, n}, &len);
        char *to = malloc(FR_BASE64_ROOM(len));
        assert_non_null(to);
        assert_int_equal(len, (n + 2) / 3 * 4);
        assert_true(fr_base64_decode((fr_bytes){text, len}, to, &back));
        assert_int_equal(back, n);
        assert_memory_equal(to, bytes, n);
        free(to);
        free(text);
    }
}

static void lines_and_blanks_are_skipped(void **state)
{
    char to[32];
    size_t n;
    (void)state;

    assert_true(fr_base64_decode(FR_LITERAL("\n Zm9v\r\n\tYg=\f= \n"), to, &n));
    assert_int_equal(n, 4);
    assert_memory_equal(to, "foob", 4);
}

static void what_is_refused(void **state)
{
    static const char *const bad[] = {
        "Z",     "Zg",       "Zg=",         "Zm9",   "Zg===", "=",
        "====",  "Z===",     "Zg=a",                                     /* lengths */
        "Zm9v=", "Zg==Zg==",                                             /* after the end */
        "Zm-v",  "Zm_v",     "Zm9\xc3\xb6", "Zm9v!", "Zm9<",  "Zm\x01v", /* characters */
        "Zh==",  "Zm9=",     "Zv==",                                     /* bits that are lost */
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char to[32];
        size_t n;
        if (fr_base64_decode(fr_bytes_of(bad[i]), to, &n))
            fail_msg("'%s' was taken", bad[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standards_examples),
        cmocka_unit_test(every_byte_and_length),
        cmocka_unit_test(lines_and_blanks_are_skipped),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
