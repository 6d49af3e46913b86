/*
 * test_sentence.c - the words of a sentence, and what happens where memory for it ran out.
 */
#include "base/sentence.h"
#include "unit/unit.h"

#define NNBSP "\xe2\x80\xaf"

static void assert_said(fr_output *out, const char *want)
{
    size_t len;

    assert_string_equal(fr_output_bytes(out, &len), want);
    fr_output_free(out);
}

static void words_of_every_kind(void **state)
{
    size_t n = 1234;
    uint32_t few = 3;
    int64_t below = -5000;

    (void)state;
    assert_said(fr_sentence("plain"), "plain");
    assert_said(fr_sentence("{}{} and {}", "a", FR_LITERAL("b"), n), "ab and 1" NNBSP "234");
    assert_said(fr_sentence("{} {} {}", few, below, 'a' - 'a'), "3 -5" NNBSP "000 0");
    assert_said(fr_sentence("{}, {}", fr_as_amount(1, 0, "samples"), fr_as_amount(12, 0, "boxes")),
                "1 sample, 12 boxes");
    assert_said(fr_sentence("{}", fr_as_amount(12345678, 0, "ns")), "12.3" NNBSP "ms");
    assert_said(fr_sentence("{} of {}", fr_as_amount_alone(4253, 0, "samples"),
                            fr_as_amount(6826, 0, "samples")),
                "4" NNBSP "253 of 6" NNBSP "826 samples");
    assert_said(fr_sentence("{}", fr_as_measure(1205, 1, "s")), "120.5" NNBSP "s");
    assert_said(
        fr_sentence("{} {} {}", fr_as_share(1, 3, 1), fr_as_share(3, 3, 1), fr_as_share(0, 0, 1)),
        "33.3" NNBSP "% 100" NNBSP "% 0" NNBSP "%");
    assert_said(fr_sentence("{}, {}", fr_as_count(1, "box is", "boxes are"),
                            fr_as_count(1000, "box is", "boxes are")),
                "1 box is, 1" NNBSP "000 boxes are");
    assert_said(
        fr_sentence("{} {} {}", fr_as_span(48, 60), fr_as_span(-125, 200), fr_as_span(3725, 4000)),
        "48" NNBSP "s -2:05 1:02:05");
    assert_said(fr_sentence("{} {} {}", fr_as_points(2.1), fr_as_points(-0.354), fr_as_points(0)),
                "+2.1" NNBSP "pp -0.35" NNBSP "pp 0.0" NNBSP "pp");
    assert_said(fr_sentence("{} {} {} {}", fr_as_ratio(1.36), fr_as_ratio(1.08), fr_as_ratio(120),
                            fr_as_decimal(0.001)),
                "1.4x 1.08x 120x <0.01");
}

/* What a word says is shown as it is: its braces are not places for further words. */
static void braces_in_words(void **state)
{
    (void)state;
    assert_said(fr_sentence("{} {}", "{}", "b"), "{} b");
    assert_said(fr_sentence("{a} {} }{", "b"), "{a} b }{");
    assert_said(fr_sentence("{} {}", "only one"), "only one ");
}

static void eight_words(void **state)
{
    (void)state;
    assert_said(fr_sentence("{}{}{}{}{}{}{}{}", 1, 2, 3, 4, 5, 6, 7, 8), "12345678");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_every_kind),
        cmocka_unit_test(braces_in_words),
        cmocka_unit_test(eight_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
