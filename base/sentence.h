/*
 * sentence.h - one sentence into an output: its words stand where the braces are.
 *
 *     fr_say(out, "{} has {} the {}", side, fr_as_ratio(2.04), unit);     pr-b has 2.0x the samples
 *     fr_say(out, "{} of {}", n, fr_as_count(34, "box", "boxes"));        1 234 of 34 boxes
 *     return keep(scene, fr_sentence("{} or more", fr_as_amount(4, 0, "samples")));
 *
 * A word is a text, bytes, a whole number (grouped by thousands), or made by a function fr_as_...; the compiler
 * refuses anything else. A sentence has at most eight. Numbers are written from integers, so that no locale shows.
 */
#ifndef FR_BASE_SENTENCE_H
#define FR_BASE_SENTENCE_H

#include "base/number.h"
#include "base/output.h"

/* U+00B7 between the parts of a line. */
#define FR_SEPARATOR " \xc2\xb7 "

typedef struct fr_word {
    void (*put)(fr_output *out, const struct fr_word *word); /* NULL: no further word */
    fr_bytes text;                                           /* or a unit, or what one is called */
    const char *many;
    int64_t value, whole;
    uint32_t decimals;
    double number;
} fr_word;

#define fr_say(out, ...) fr_say_words(out, (const fr_word[]){FR_WORDS(__VA_ARGS__), {0}})
/* The same as an output in memory, which the caller frees or hands on. */
#define fr_sentence(...) fr_sentence_of((const fr_word[]){FR_WORDS(__VA_ARGS__), {0}})

/* "6 826 samples", "1 sample", "12.3 ms", "4.00 MiB": value / 10^decimals in multiples that suit it. */
fr_word fr_as_amount(int64_t value, uint32_t decimals, const char *unit);
/* The same where its unit follows later: "6 826", but "12.3 ms". */
fr_word fr_as_amount_alone(int64_t value, uint32_t decimals, const char *unit);
fr_word fr_as_digits(int64_t number);                   /* "1234": for programs to read, too. */
fr_word fr_as_number(int64_t value, uint32_t decimals); /* "1 234.5" */
/* "1 234.5 s": exact, with a narrow space before the unit. */
fr_word fr_as_measure(int64_t value, uint32_t decimals, const char *unit);
/* "12.3 %", ">99.9 %", and "100 %" of all. */
fr_word fr_as_share(int64_t part, int64_t whole, uint32_t places);
fr_word fr_as_count(uint64_t n, const char *one, const char *many); /* "1 box", "1 234 boxes" */
/* A time in seconds on an axis that ends at `last`: "48 s", from three minutes on "2:05", "1:02:05". */
fr_word fr_as_span(int64_t seconds, int64_t last);
/* "+2.1 pp", "-0.35 pp", "0 pp": two digits that count, one at least. */
fr_word fr_as_points(double points);
fr_word fr_as_points_size(double points); /* The same without a sign. */
fr_word fr_as_ratio(double ratio); /* "1.4x", "1.08x", "120x"; nothing where it is not finite. */
/* "14.6", "0.35", "0": the size of a number, in two digits that count; whole numbers from 100 on. */
fr_word fr_as_decimal(double number);
/* A function: its name, or a shorter form of it (base/short_name.h). */
fr_word fr_as_function(fr_bytes name);

void fr_say_words(fr_output *out, const fr_word *words);
FR_CHECKED fr_output *fr_sentence_of(const fr_word *words);

fr_word fr_word_text(const char *text);
fr_word fr_word_bytes(fr_bytes text);
fr_word fr_word_signed(int64_t number);
fr_word fr_word_unsigned(uint64_t number);
fr_word fr_word_same(fr_word word);

#define FR_WORD(x)                                                                                 \
    _Generic((x), char *                                                                           \
             : fr_word_text, const char *                                                          \
             : fr_word_text, fr_bytes                                                              \
             : fr_word_bytes, fr_word                                                              \
             : fr_word_same, int                                                                   \
             : fr_word_signed, long                                                                \
             : fr_word_signed, long long                                                           \
             : fr_word_signed, unsigned                                                            \
             : fr_word_unsigned, unsigned long                                                     \
             : fr_word_unsigned, unsigned long long                                                \
             : fr_word_unsigned)(x)

#define FR_WORDS_1(a)                                       FR_WORD(a)
#define FR_WORDS_2(a, ...)                                  FR_WORD(a), FR_WORDS_1(__VA_ARGS__)
#define FR_WORDS_3(a, ...)                                  FR_WORD(a), FR_WORDS_2(__VA_ARGS__)
#define FR_WORDS_4(a, ...)                                  FR_WORD(a), FR_WORDS_3(__VA_ARGS__)
#define FR_WORDS_5(a, ...)                                  FR_WORD(a), FR_WORDS_4(__VA_ARGS__)
#define FR_WORDS_6(a, ...)                                  FR_WORD(a), FR_WORDS_5(__VA_ARGS__)
#define FR_WORDS_7(a, ...)                                  FR_WORD(a), FR_WORDS_6(__VA_ARGS__)
#define FR_WORDS_8(a, ...)                                  FR_WORD(a), FR_WORDS_7(__VA_ARGS__)
#define FR_WORDS_9(a, ...)                                  FR_WORD(a), FR_WORDS_8(__VA_ARGS__)
#define FR_WORDS_PICK(a, b, c, d, e, f, g, h, i, name, ...) name
#define FR_WORDS(...)                                                                              \
    FR_WORDS_PICK(__VA_ARGS__, FR_WORDS_9, FR_WORDS_8, FR_WORDS_7, FR_WORDS_6, FR_WORDS_5,         \
                  FR_WORDS_4, FR_WORDS_3, FR_WORDS_2, FR_WORDS_1, 0)                               \
    (__VA_ARGS__)

#endif
