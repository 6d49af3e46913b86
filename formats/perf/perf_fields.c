/* perf_fields.c - one function for each field of a header line, and the words they are made of. */
#include "formats/perf/perf_fields.h"

#include "base/number.h"
#include "formats/perf/perf_frame.h"

#define ID_DIGITS_MAX 10

/* ------------------------------------------------------------ words */

fr_bytes fr_perf_head(fr_bytes text, size_t len)
{
    return (fr_bytes){text.at, len};
}

fr_bytes fr_perf_tail(fr_bytes text, size_t from)
{
    return (fr_bytes){text.at + from, text.len - from};
}

fr_bytes fr_perf_trim_end(fr_bytes text)
{
    while (text.len && (fr_perf_blank(text.at[text.len - 1]) || text.at[text.len - 1] == '\r'))
        text.len--;
    return text;
}

fr_bytes fr_perf_trim_start(fr_bytes text)
{
    size_t i = 0;

    while (i < text.len && fr_perf_blank(text.at[i]))
        i++;
    return fr_perf_tail(text, i);
}

bool fr_perf_all_digits(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!fr_perf_digit(text.at[i]))
            return false;
    return text.len > 0;
}

bool fr_perf_has_blank(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (fr_perf_blank(text.at[i]))
            return true;
    return false;
}

fr_bytes fr_perf_first_word(fr_bytes text)
{
    size_t i = 0;

    while (i < text.len && !fr_perf_blank(text.at[i]))
        i++;
    return fr_perf_head(text, i);
}

fr_bytes fr_perf_last_word(fr_bytes text)
{
    size_t i = text.len;

    while (i && !fr_perf_blank(text.at[i - 1]))
        i--;
    return fr_perf_tail(text, i);
}

/* Without its last word and the blanks before that. */
fr_bytes fr_perf_drop_word(fr_bytes text, fr_bytes word)
{
    return fr_perf_trim_end(fr_perf_head(text, text.len - word.len));
}

/* The first ':' at or after `from` that ends a word, or text.len. */
size_t fr_perf_find_colon(fr_bytes text, size_t from)
{
    while (from < text.len) {
        from += fr_bytes_find(fr_perf_tail(text, from), ':');
        if (from >= text.len || from + 1 == text.len || fr_perf_blank(text.at[from + 1]))
            break;
        from++;
    }
    return from;
}

/* ------------------------------------------------------------ left of the time */

/* "[003]" */
bool fr_perf_read_cpu(fr_bytes word, fr_perf_header *h)
{
    if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']')
        return false;
    h->has_cpu = fr_parse_u64((fr_bytes){word.at + 1, word.len - 2}, &h->cpu);
    return h->has_cpu;
}

/* "25607", "-1" */
static bool read_id(fr_bytes word, int64_t *id)
{
    bool minus = word.len && word.at[0] == '-';
    fr_bytes digits = fr_perf_tail(word, minus);
    uint64_t value;

    if (digits.len > ID_DIGITS_MAX || !fr_perf_all_digits(digits) || !fr_parse_u64(digits, &value))
        return false;
    *id = minus ? -(int64_t)value : (int64_t)value;
    return true;
}

/* "25607", "24636/25607", "-1/-1" */
bool fr_perf_read_ids(fr_bytes word, fr_perf_header *h)
{
    size_t slash = fr_bytes_find(word, '/');

    if (slash == word.len)
        return h->has_tid = read_id(word, &h->tid);
    if (!read_id(fr_perf_head(word, slash), &h->pid) ||
        !read_id(fr_perf_tail(word, slash + 1), &h->tid))
        return false;
    return h->has_pid = h->has_tid = true;
}

/* The misc column: "K", "U", "d.h.", between cpu or tid and time. */
static bool is_misc(fr_bytes word)
{
    bool dotted = fr_bytes_find(word, '.') < word.len && word.len >= 4;
    const char *set = dotted ? ".dDXBbNnpPLlhHsSzZ#*+0123456789" : "KUHGghMESp";

    if (word.len == 0 || word.len > 8 || (!dotted && word.len > 3))
        return false;
    for (size_t i = 0; i < word.len; i++)
        if (!strchr(set, word.at[i]))
            return false;
    return true;
}

/* Columns of a word that perf printed with a width, and one blank before it. */
static size_t columns_of(fr_bytes text, fr_bytes word)
{
    return text.len - fr_perf_drop_word(text, word).len - 1;
}

/* "java    12   1": perf script --latency prints the cpu in 3 columns, after ids, which have 5. */
static bool read_bare_cpu(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_last_word(text), before = fr_perf_drop_word(text, word);
    fr_bytes ids = fr_perf_last_word(before);
    fr_perf_header probe = {0};

    if (before.len == 0 || columns_of(text, word) != 3 || !fr_perf_all_digits(word) ||
        ids.len == before.len || columns_of(before, ids) < 5 || !fr_perf_read_ids(ids, &probe))
        return false;
    h->has_cpu = fr_parse_u64(word, &h->cpu);
    return h->has_cpu;
}

/* Takes cpu and ids off the end of "java 12688 [002]"; false where there is neither. */
static bool take_origin(fr_bytes *text, fr_perf_header *h)
{
    if (fr_perf_read_cpu(fr_perf_last_word(*text), h) || read_bare_cpu(*text, h))
        *text = fr_perf_drop_word(*text, fr_perf_last_word(*text));
    if (fr_perf_read_ids(fr_perf_last_word(*text), h))
        *text = fr_perf_drop_word(*text, fr_perf_last_word(*text));
    return h->has_cpu || h->has_tid;
}

/* "V8 WorkerThread 19983/19984 [001] d.h.": from the right; what is left is comm. */
void fr_perf_read_origin(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_last_word(text);
    fr_bytes inner = fr_perf_drop_word(text, word);

    if (!take_origin(&text, h) && is_misc(word) && take_origin(&inner, h))
        text = inner;
    h->comm = text;
}

/* ------------------------------------------------------------ numbers and times */

void fr_perf_read_period(fr_bytes digits, fr_perf_header *h)
{
    h->has_period = fr_parse_u64(digits, &h->period) && h->period <= INT64_MAX;
}

/* "secs.fraction" ending at `colon`: its first digit, or text.len. *places: of the fraction. */
size_t fr_perf_find_stamp(fr_bytes text, size_t colon, size_t *places)
{
    size_t i = colon, dot;

    while (i && fr_perf_digit(text.at[i - 1]))
        i--;
    *places = colon - i;
    if (*places == 0 || i == 0 || text.at[i - 1] != '.')
        return text.len;
    dot = --i;
    while (i && fr_perf_digit(text.at[i - 1]))
        i--;
    return i == dot || (i && !fr_perf_blank(text.at[i - 1])) ? text.len : i;
}

/* "94564.109216" in nanoseconds; digits past the ninth are cut. */
void fr_perf_read_time(fr_bytes stamp, fr_perf_header *h)
{
    size_t dot = fr_bytes_find(stamp, '.');
    int64_t scale = 100000000, fraction = 0;
    uint64_t seconds;

    h->has_time =
        fr_parse_u64(fr_perf_head(stamp, dot), &seconds) && seconds < INT64_MAX / 1000000000;
    if (!h->has_time)
        return;
    for (size_t i = dot + 1; i < stamp.len && scale; i++, scale /= 10)
        fraction += (stamp.at[i] - '0') * scale;
    h->time_ns = (int64_t)seconds * 1000000000 + fraction;
}

bool fr_perf_frame_follows(fr_bytes text)
{
    fr_perf_frame frame;

    return fr_perf_frame_parse_inline(text, &frame);
}
