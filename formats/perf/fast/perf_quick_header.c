/* perf_quick_header.c - from the first colon that ends a word leftwards and rightwards. */
#include "formats/perf/fast/perf_quick_header.h"

#include "formats/perf/perf_line.h"

static const char *skip_blanks_back(const char *from, const char *at)
{
    while (at > from && fr_perf_blank(at[-1]))
        at--;
    return at;
}

/* The digits that end at `end`; returns the first of them. */
static const char *read_digits_back(const char *from, const char *end, uint64_t *value)
{
    uint64_t scale = 1;

    for (*value = 0; end > from && fr_perf_digit(end[-1]); scale *= 10)
        *value += (uint64_t)(*--end - '0') * scale;
    return end;
}

/* Reads a number of 1 to `most` digits; NULL for any other number of them. */
static const char *read_number_back(const char *from, const char *end, int most, uint64_t *value)
{
    const char *first = end - from > most + 1 ? end - most - 1 : from;
    const char *start = read_digits_back(first, end, value);

    return start == end || end - start > most ? NULL : start;
}

/* "94564.109216" that ends at `end` and begins a word. */
static const char *read_time(const char *from, const char *end, fr_perf_header *h)
{
    uint64_t fraction, seconds;
    const char *dot = read_number_back(from, end, 9, &fraction), *start;

    if (!dot || (end - dot != 6 && end - dot != 9) || dot == from || dot[-1] != '.')
        return NULL;
    start = read_number_back(from, dot - 1, FR_PERF_QUICK_SECONDS_DIGITS, &seconds);
    if (!start || start == from || !fr_perf_blank(start[-1]))
        return NULL;
    h->time_ns = (int64_t)(seconds * 1000000000 + (end - dot == 6 ? fraction * 1000 : fraction));
    h->has_time = true;
    return start;
}

/* "[003]" at the end of a text, if there is one. */
static const char *read_cpu(const char *from, const char *end, fr_perf_header *h)
{
    const char *start;

    if (end == from || end[-1] != ']')
        return end;
    start = read_number_back(from, end - 1, FR_PERF_QUICK_ID_DIGITS, &h->cpu);
    if (!start || start == from || *--start != '[' || start == from || !fr_perf_blank(start[-1]))
        return NULL;
    h->has_cpu = true;
    return skip_blanks_back(from, start);
}

/* "24636/25607" or "25607" at the end of a text that goes on before it. */
static const char *read_ids(const char *from, const char *end, fr_perf_header *h)
{
    uint64_t pid, tid;
    const char *start = read_number_back(from, end, FR_PERF_QUICK_ID_DIGITS, &tid);

    if (!start || start == from)
        return NULL;
    h->tid = (int64_t)tid;
    h->has_tid = true;
    if (start[-1] == '/') {
        start = read_number_back(from, start - 1, FR_PERF_QUICK_ID_DIGITS, &pid);
        if (!start || start == from)
            return NULL;
        h->pid = (int64_t)pid;
        h->has_pid = true;
    }
    return fr_perf_blank(start[-1]) ? skip_blanks_back(from, start) : NULL;
}

/* "     100 cycles:u:" up to `end`. */
static bool read_what(const char *at, const char *end, fr_perf_header *h)
{
    const char *word;

    while (at < end && fr_perf_blank(*at))
        at++;
    for (word = at; at < end && fr_perf_digit(*at); at++)
        h->period = h->period * 10 + (uint64_t)(*at - '0');
    if (at > word && at < end && fr_perf_blank(*at)) {
        h->has_period = true;
        if (at - word > FR_PERF_QUICK_PERIOD_DIGITS)
            return false;
        while (at < end && fr_perf_blank(*at))
            at++;
    } else {
        h->period = 0;
        at = word;
    }
    h->event = (fr_bytes){at, (size_t)(end - at) - 1};
    h->rest = (fr_bytes){end, 0};
    for (word = at; word < end; word++)
        if (fr_perf_blank(*word))
            return false;
    return end - at > 1 && end[-1] == ':' && *at != 'P'; /* "PERF_RECORD_..." is no event */
}

/* "java    12   1 5.0:": the last number may be a cpu. */
static bool ends_in_number(const char *from, const char *end)
{
    const char *at = end;

    while (at > from && (fr_perf_digit(at[-1]) || at[-1] == '/'))
        at--;
    return at < end && (at == from || fr_perf_blank(at[-1]));
}

bool fr_perf_quick_header(fr_bytes line, fr_perf_header *h)
{
    const char *from = line.at, *end = line.at + line.len, *colon, *at;

    while (end > from && (fr_perf_blank(end[-1]) || end[-1] == '\r'))
        end--;
    if (end == from || fr_perf_blank(*from) || *from == '\r' || *from == '#')
        return false;
    colon = memchr(from, ':', (size_t)(end - from));
    while (colon && colon + 1 < end && !fr_perf_blank(colon[1]))
        colon = memchr(colon + 1, ':', (size_t)(end - colon - 1));
    *h = (fr_perf_header){0};
    at = colon ? read_time(from, colon, h) : NULL;
    at = at ? read_cpu(from, skip_blanks_back(from, at), h) : NULL;
    at = at ? read_ids(from, at, h) : NULL;
    if (!at || at == from || at[-1] == '\r')
        return false;
    if (!h->has_cpu && fr_perf_digit(at[-1]) && ends_in_number(from, at))
        return false;
    h->comm = (fr_bytes){from, (size_t)(at - from)};
    return read_what(colon + 1, end, h);
}
