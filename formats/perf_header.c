/*
 * perf_header.c - header lines: "comm pid/tid [cpu] misc time: period event: rest", as
 * tools/perf/builtin-script.c prints them (perf 3.x to 6.x), and simpleperf.
 *
 * A line may hold several things that look like a time stamp ("1.2: " in comm or in the text of a
 * tracepoint). The first that has a tid before it and an event after it is the one.
 */
#include "formats/perf_header.h"

#include "base/number.h"
#include "formats/perf_frame.h"

#define PERIOD_COLUMNS 10 /* perf prints "%10u" */
#define ID_DIGITS_MAX  10
#define TIME_DIGITS    6 /* "secs.usecs": a stamp without a tid before it must have them */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static fr_bytes head(fr_bytes text, size_t len)
{
    return (fr_bytes){text.at, len};
}

static fr_bytes tail(fr_bytes text, size_t from)
{
    return (fr_bytes){text.at + from, text.len - from};
}

static fr_bytes trim_end(fr_bytes text)
{
    while (text.len && (is_blank(text.at[text.len - 1]) || text.at[text.len - 1] == '\r'))
        text.len--;
    return text;
}

static fr_bytes trim_start(fr_bytes text)
{
    size_t i = 0;

    while (i < text.len && is_blank(text.at[i]))
        i++;
    return tail(text, i);
}

static bool all_digits(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!is_digit(text.at[i]))
            return false;
    return text.len > 0;
}

static bool has_blank(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_blank(text.at[i]))
            return true;
    return false;
}

static fr_bytes first_word(fr_bytes text)
{
    size_t i = 0;

    while (i < text.len && !is_blank(text.at[i]))
        i++;
    return head(text, i);
}

static fr_bytes last_word(fr_bytes text)
{
    size_t i = text.len;

    while (i && !is_blank(text.at[i - 1]))
        i--;
    return tail(text, i);
}

/* Without its last word and the blanks before that. */
static fr_bytes drop_word(fr_bytes text, fr_bytes word)
{
    return trim_end(head(text, text.len - word.len));
}

/* The first ':' at or after `from` that ends a word, or text.len. */
static size_t find_colon(fr_bytes text, size_t from)
{
    while (from < text.len) {
        from += fr_bytes_find(tail(text, from), ':');
        if (from >= text.len || from + 1 == text.len || is_blank(text.at[from + 1]))
            break;
        from++;
    }
    return from;
}

/* ------------------------------------------------------------ left of the time */

/* "[003]" */
static bool read_cpu(fr_bytes word, fr_perf_header *h)
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
    fr_bytes digits = tail(word, minus);
    uint64_t value;

    if (digits.len > ID_DIGITS_MAX || !all_digits(digits) || !fr_parse_u64(digits, &value))
        return false;
    *id = minus ? -(int64_t)value : (int64_t)value;
    return true;
}

/* "25607", "24636/25607", "-1/-1" */
static bool read_ids(fr_bytes word, fr_perf_header *h)
{
    size_t slash = fr_bytes_find(word, '/');

    if (slash == word.len)
        return h->has_tid = read_id(word, &h->tid);
    if (!read_id(head(word, slash), &h->pid) || !read_id(tail(word, slash + 1), &h->tid))
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

/* Takes cpu and ids off the end of "java 12688 [002]"; false where there is neither. */
static bool take_origin(fr_bytes *text, fr_perf_header *h)
{
    if (read_cpu(last_word(*text), h))
        *text = drop_word(*text, last_word(*text));
    if (read_ids(last_word(*text), h))
        *text = drop_word(*text, last_word(*text));
    return h->has_cpu || h->has_tid;
}

/* "V8 WorkerThread 19983/19984 [001] d.h.": from the right; what is left is comm. */
static void read_origin(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = last_word(text);
    fr_bytes inner = drop_word(text, word);

    if (!take_origin(&text, h) && is_misc(word) && take_origin(&inner, h))
        text = inner;
    h->comm = text;
}

/* ------------------------------------------------------------ right of the time */

static bool frame_follows(fr_bytes text)
{
    fr_perf_frame frame;

    return fr_perf_frame_parse_inline(text, &frame);
}

static void read_period(fr_bytes digits, fr_perf_header *h)
{
    h->has_period = fr_parse_u64(digits, &h->period) && h->period <= INT64_MAX;
}

/* "cycles:u:  rest"; an event's name may hold blanks only where nothing follows it. */
static void read_event(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = first_word(trim_start(text));
    size_t end = (size_t)(word.at - text.at) + word.len;

    if (!word.len || word.at[word.len - 1] != ':') {
        word = fr_bytes_trim(text);
        end = text.len;
        if (!word.len || find_colon(word, 0) != word.len - 1 || frame_follows(text)) {
            h->rest = text;
            return;
        }
    }
    h->event = head(word, word.len - 1);
    h->rest = tail(text, end);
}

/* "     100 cycles:u:  rest" */
static void read_what(fr_bytes text, fr_perf_header *h)
{
    fr_bytes trimmed = trim_start(text);
    fr_bytes word = first_word(trimmed);

    if (fr_bytes_starts(word, FR_LITERAL("PERF_RECORD_"))) {
        h->is_record = true;
        h->event = word;
        h->rest = trimmed;
        return;
    }
    if (!all_digits(word)) {
        read_event(text, h);
        return;
    }
    read_period(word, h);
    read_event(tail(trimmed, word.len), h);
    if (!h->event.len && h->rest.len && !frame_follows(h->rest)) {
        h->has_period = false; /* "401136 foo (/a)": that was the address of a frame */
        h->rest = text;
    }
}

/* ------------------------------------------------------------ the forms */

/* "secs.fraction" ending at `colon`: its first digit, or text.len. *places: of the fraction. */
static size_t find_stamp(fr_bytes text, size_t colon, size_t *places)
{
    size_t i = colon, dot;

    while (i && is_digit(text.at[i - 1]))
        i--;
    *places = colon - i;
    if (*places == 0 || i == 0 || text.at[i - 1] != '.')
        return text.len;
    dot = --i;
    while (i && is_digit(text.at[i - 1]))
        i--;
    return i == dot || (i && !is_blank(text.at[i - 1])) ? text.len : i;
}

/* "94564.109216" in nanoseconds; digits past the ninth are cut. */
static void read_time(fr_bytes stamp, fr_perf_header *h)
{
    size_t dot = fr_bytes_find(stamp, '.');
    int64_t scale = 100000000, fraction = 0;
    uint64_t seconds;

    h->has_time = fr_parse_u64(head(stamp, dot), &seconds) && seconds < INT64_MAX / 1000000000;
    if (!h->has_time)
        return;
    for (size_t i = dot + 1; i < stamp.len && scale; i++, scale /= 10)
        fraction += (stamp.at[i] - '0') * scale;
    h->time_ns = (int64_t)seconds * 1000000000 + fraction;
}

/* Tid, time and event are there: no doubt. */
static bool is_sure(const fr_perf_header *h)
{
    return h->has_tid && h->event.len && (h->is_record || !has_blank(h->event));
}

/* Something is missing or odd, but nothing speaks against it. */
static bool is_fair(const fr_perf_header *h, size_t places)
{
    if (h->event.len)
        return h->has_tid || h->has_cpu || places >= TIME_DIGITS;
    return h->has_tid && (fr_bytes_trim(h->rest).len == 0 || frame_follows(h->rest));
}

bool fr_perf_header_timed(fr_bytes line, fr_perf_header *h)
{
    bool found = false;
    size_t places;

    line = fr_bytes_trim(line);
    for (size_t colon = find_colon(line, 0); colon < line.len;
         colon = find_colon(line, colon + 1)) {
        size_t start = find_stamp(line, colon, &places);
        fr_perf_header candidate = {0};
        if (start == line.len)
            continue;
        read_time((fr_bytes){line.at + start, colon - start}, &candidate);
        read_origin(trim_end(head(line, start)), &candidate);
        read_what(tail(line, colon + 1), &candidate);
        if (is_sure(&candidate)) {
            *h = candidate;
            return true;
        }
        if (!found && is_fair(&candidate, places)) {
            *h = candidate;
            found = true;
        }
    }
    return found;
}

static bool starts_like_event(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* "java 12       235": a period is told from a tid by its column, or by an id or cpu before it. */
static fr_bytes cut_period(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = last_word(text);
    fr_bytes before = drop_word(text, word);
    fr_bytes prior = last_word(before);
    fr_perf_header probe = {0};

    if (!all_digits(word) || word.len > 20)
        return text;
    if (text.len - before.len <= PERIOD_COLUMNS && !read_cpu(prior, &probe) &&
        !(read_ids(prior, &probe) && probe.has_pid))
        return text;
    read_period(word, h);
    return before;
}

bool fr_perf_header_untimed(fr_bytes line, fr_perf_header *h)
{
    line = fr_bytes_trim(line);
    for (size_t colon = find_colon(line, 0); colon < line.len;
         colon = find_colon(line, colon + 1)) {
        fr_bytes event = last_word(head(line, colon));
        fr_bytes left = drop_word(head(line, colon), event);
        *h = (fr_perf_header){.event = event, .rest = tail(line, colon + 1)};
        if (!event.len || !starts_like_event(event.at[0]))
            continue;
        read_origin(cut_period(left, h), h);
        if (h->has_tid)
            return true;
    }
    return false;
}

void fr_perf_header_bare(fr_bytes line, fr_perf_header *h)
{
    size_t colon, start, places;

    *h = (fr_perf_header){0};
    line = fr_bytes_trim(line);
    colon = line.len && line.at[line.len - 1] == ':' ? line.len - 1 : 0;
    start = colon ? find_stamp(line, colon, &places) : line.len;
    if (start < line.len && places >= TIME_DIGITS) { /* "sh  8833.237964:": -F comm,time,ip,sym */
        read_time((fr_bytes){line.at + start, colon - start}, h);
        line = trim_end(head(line, start));
    }
    read_origin(line, h);
}

fr_bytes fr_perf_comm_stem(fr_bytes comm)
{
    static const char numbering[] = "0123456789-_/:#.@ ";
    size_t len = comm.len;

    while (len && memchr(numbering, comm.at[len - 1], sizeof numbering - 1))
        len--;
    return len ? (fr_bytes){comm.at, len} : comm;
}
