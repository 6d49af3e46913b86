/* sentence.c - puts the words of a sentence where its braces are. */
#include "base/sentence.h"

#include <math.h>

#include "base/number.h"
#include "base/short_name.h"

#define MOST_NAME 60 /* characters of a function's name in a sentence */

void fr_say_words(fr_output *out, const fr_word *words)
{
    fr_bytes left = words->text;
    const fr_word *word = words + 1;

    for (size_t at = 0; at + 1 < left.len;) {
        if (left.at[at] != '{' || left.at[at + 1] != '}') {
            at++;
            continue;
        }
        fr_output_write(out, left.at, at);
        left = fr_bytes_from(left, at + 2);
        at = 0;
        if (word->put)
            word->put(out, word);
        word += word->put != NULL;
    }
    fr_put(out, left);
}

fr_output *fr_sentence_of(const fr_word *words)
{
    fr_output *out = fr_output_memory();

    fr_say_words(out, words);
    return out;
}

/* ---- text and whole numbers ---- */

static void put_bytes(fr_output *out, const fr_word *word)
{
    fr_put(out, word->text);
}

fr_word fr_word_bytes(fr_bytes text)
{
    return (fr_word){.put = put_bytes, .text = text};
}

fr_word fr_word_text(const char *text)
{
    return fr_word_bytes(fr_bytes_of(text));
}

static void put_digits(fr_output *out, const fr_word *word)
{
    fr_put_int(out, word->value);
}

fr_word fr_as_digits(int64_t number)
{
    return (fr_word){.put = put_digits, .value = number};
}

static void put_number(fr_output *out, const fr_word *word)
{
    fr_put_grouped(out, word->value, word->decimals);
}

fr_word fr_as_number(int64_t value, uint32_t decimals)
{
    return (fr_word){.put = put_number, .value = value, .decimals = decimals};
}

fr_word fr_word_signed(int64_t number)
{
    return fr_as_number(number, 0);
}

fr_word fr_word_unsigned(uint64_t number)
{
    return fr_as_number(number > INT64_MAX ? INT64_MAX : (int64_t)number, 0);
}

fr_word fr_word_same(fr_word word)
{
    return word;
}

static void put_count(fr_output *out, const fr_word *word)
{
    fr_put_counted(out, (uint64_t)word->value, word->text.at, word->many);
}

fr_word fr_as_count(uint64_t n, const char *one, const char *many)
{
    return (fr_word){.put = put_count,
                     .value = n > INT64_MAX ? INT64_MAX : (int64_t)n,
                     .text = fr_bytes_of(one),
                     .many = many};
}

/* ---- amounts ---- */

static void put_amount_alone(fr_output *out, const fr_word *word)
{
    char to[FR_NUMBER_MAX];

    if (fr_unit_has_multiples(word->text.at))
        fr_put_text(out, fr_format_human(to, word->value, word->decimals, word->text.at));
    else
        put_number(out, word);
}

static void put_amount(fr_output *out, const fr_word *word)
{
    put_amount_alone(out, word);
    if (fr_unit_has_multiples(word->text.at))
        return;
    fr_put_char(out, ' ');
    fr_put(out, fr_unit_for(word->text.at, word->value, word->decimals));
}

fr_word fr_as_amount(int64_t value, uint32_t decimals, const char *unit)
{
    return (fr_word){
        .put = put_amount, .value = value, .decimals = decimals, .text = fr_bytes_of(unit)};
}

fr_word fr_as_amount_alone(int64_t value, uint32_t decimals, const char *unit)
{
    return (fr_word){
        .put = put_amount_alone, .value = value, .decimals = decimals, .text = fr_bytes_of(unit)};
}

static void put_measure(fr_output *out, const fr_word *word)
{
    put_number(out, word);
    fr_put_text(out, FR_NARROW_SPACE);
    fr_put(out, word->text);
}

fr_word fr_as_measure(int64_t value, uint32_t decimals, const char *unit)
{
    return (fr_word){
        .put = put_measure, .value = value, .decimals = decimals, .text = fr_bytes_of(unit)};
}

static void put_share(fr_output *out, const fr_word *word)
{
    char to[FR_NUMBER_MAX];

    fr_put_text(out, word->value == word->whole && word->whole
                         ? "100" FR_NARROW_SPACE "%"
                         : fr_format_share(to, word->value, word->whole, word->decimals));
}

fr_word fr_as_share(int64_t part, int64_t whole, uint32_t places)
{
    return (fr_word){.put = put_share, .value = part, .whole = whole, .decimals = places};
}

static void put_span(fr_output *out, const fr_word *word)
{
    int64_t s = word->value < 0 ? -word->value : word->value;

    if (word->whole < 180) {
        fr_put_grouped(out, word->value, 0);
        fr_put_text(out, FR_NARROW_SPACE "s");
        return;
    }
    fr_put_text(out, word->value < 0 ? "-" : "");
    if (word->whole >= 3600)
        fr_put_format(out, "%lld:%02d:%02d", (long long)(s / 3600), (int)(s / 60 % 60),
                      (int)(s % 60));
    else
        fr_put_format(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

fr_word fr_as_span(int64_t seconds, int64_t last)
{
    return (fr_word){.put = put_span, .value = seconds, .whole = last};
}

/* ---- measured numbers, rounded to what counts ---- */

/* A magnitude with `places` decimals, which stay where they are 0. */
static void put_fixed(fr_output *out, double magnitude, uint32_t places)
{
    int64_t unit = 1, rounded;

    for (uint32_t i = 0; i < places; i++)
        unit *= 10;
    rounded = magnitude * (double)unit < 9e18 ? llround(magnitude * (double)unit) : INT64_MAX;
    fr_put_grouped(out, rounded / unit, 0);
    if (places)
        fr_put_format(out, ".%0*d", (int)places, (int)(rounded % unit));
}

static void put_points_size(fr_output *out, const fr_word *word)
{
    double magnitude = fabs(word->number);

    put_fixed(out, magnitude, magnitude >= 0.995 || magnitude < 0.005 ? 1 : 2);
    fr_put_text(out, FR_NARROW_SPACE "pp");
}

fr_word fr_as_points_size(double points)
{
    return (fr_word){.put = put_points_size, .number = points};
}

static void put_points(fr_output *out, const fr_word *word)
{
    if (fabs(word->number) >= 0.005)
        fr_put_char(out, word->number > 0 ? '+' : '-');
    put_points_size(out, word);
}

fr_word fr_as_points(double points)
{
    return (fr_word){.put = put_points, .number = points};
}

static void put_ratio(fr_output *out, const fr_word *word)
{
    double ratio = word->number;

    if (!isfinite(ratio))
        return;
    put_fixed(out, ratio, ratio < 1.0995 ? 2 : ratio < 99.5 ? 1 : 0);
    fr_put_char(out, 'x');
}

fr_word fr_as_ratio(double ratio)
{
    return (fr_word){.put = put_ratio, .number = ratio};
}

static void put_decimal(fr_output *out, const fr_word *word)
{
    double size = fabs(word->number);

    if (size < 0.005)
        fr_put_text(out, word->number != 0 ? "<0.01" : "0");
    else
        put_fixed(out, size, size >= 99.95 ? 0 : size >= 0.995 ? 1 : 2);
}

fr_word fr_as_decimal(double number)
{
    return (fr_word){.put = put_decimal, .number = number};
}

static void put_function(fr_output *out, const fr_word *word)
{
    fr_arena arena = {0};

    fr_put(out, fr_short_name(word->text, MOST_NAME, &arena));
    fr_arena_reset(&arena);
}

fr_word fr_as_function(fr_bytes name)
{
    return (fr_word){.put = put_function, .text = name};
}
