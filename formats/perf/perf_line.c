/*
 * perf_line.c - a line of perf script text: what it is, what is sure first and what is vague last; the fields of a header
 * and of a frame, taken apart.
 */
#define _GNU_SOURCE /* memmem */
#include "formats/perf/perf_line.h"

#include "base/number.h"

#define FR_PERF_TIME_DIGITS 6 /* "secs.usecs": a stamp without a tid before it must have them */

#define ID_DIGITS_MAX 10
#define STAMPS_MAX    64 /* looked at in one line, so that none takes long */

/* ------------------------------------------------------------ words */

size_t fr_perf_find(fr_bytes text, size_t from, fr_bytes word)
{
    const char *found =
        from < text.len ? memmem(text.at + from, text.len - from, word.at, word.len) : NULL;

    return found ? (size_t)(found - text.at) : text.len;
}

size_t fr_perf_find_last(fr_bytes text, fr_bytes word)
{
    for (size_t i = text.len >= word.len ? text.len - word.len + 1 : 0; i-- > 0;)
        if (memcmp(text.at + i, word.at, word.len) == 0)
            return i;
    return text.len;
}

fr_bytes fr_perf_after(fr_bytes text, fr_bytes key)
{
    size_t at = fr_perf_find(text, 0, key);

    return at < text.len ? fr_perf_tail(text, at + key.len) : (fr_bytes){0};
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

static bool all_digits(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!fr_is_digit(text.at[i]))
            return false;
    return text.len > 0;
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

fr_bytes fr_perf_drop_word(fr_bytes text, fr_bytes word)
{
    return fr_perf_trim_end(fr_perf_head(text, text.len - word.len));
}

/* Finds the first ':' at or after `from` that ends a word, or text.len. */
static size_t find_colon(fr_bytes text, size_t from)
{
    while (from < text.len) {
        from += fr_bytes_find(fr_perf_tail(text, from), ':');
        if (from >= text.len || from + 1 == text.len || fr_perf_blank(text.at[from + 1]))
            break;
        from++;
    }
    return from;
}

/*
 * ------------------------------------------------------------ left of the time
 *
 * The fields of a header are found from the time stamp leftwards (cpu, pid/tid; what is left is comm) and rightwards
 * (period, event).
 */

/* "[003]" */
static bool read_cpu(fr_bytes word, fr_perf_header *h)
{
    if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']')
        return false;
    return h->has_cpu = fr_parse_u64((fr_bytes){word.at + 1, word.len - 2}, &h->cpu);
}

/* "25607", "-1" */
static bool read_id(fr_bytes word, int64_t *id)
{
    bool minus = word.len && word.at[0] == '-';
    fr_bytes digits = fr_perf_tail(word, minus);
    uint64_t value;

    if (digits.len > ID_DIGITS_MAX || !fr_parse_u64(digits, &value))
        return false;
    *id = minus ? -(int64_t)value : (int64_t)value;
    return true;
}

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

    if (before.len == 0 || columns_of(text, word) != 3 || !all_digits(word) ||
        ids.len == before.len || columns_of(before, ids) < 5 || !fr_perf_read_ids(ids, &probe))
        return false;
    return h->has_cpu = fr_parse_u64(word, &h->cpu);
}

/* Takes cpu and ids off the end of "java 12688 [002]"; false where there is neither. */
static bool take_origin(fr_bytes *text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_last_word(*text);

    if (read_cpu(word, h) || read_bare_cpu(*text, h)) {
        *text = fr_perf_drop_word(*text, word);
        word = fr_perf_last_word(*text);
    }
    if (fr_perf_read_ids(word, h))
        *text = fr_perf_drop_word(*text, word);
    return h->has_cpu || h->has_tid;
}

/* "V8 WorkerThread 19983/19984 [001] d.h.": from the right; what is left is comm. */
static void read_origin(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word, inner;

    if (!take_origin(&text, h)) {
        word = fr_perf_last_word(text);
        inner = fr_perf_drop_word(text, word);
        if (is_misc(word) && take_origin(&inner, h))
            text = inner;
    }
    h->comm = text;
}

/* ------------------------------------------------------------ numbers and times */

static void read_period(fr_bytes digits, fr_perf_header *h)
{
    h->has_period = fr_parse_u64(digits, &h->period) && h->period <= INT64_MAX;
}

/* "secs.fraction" ending at `colon`: its first digit, or text.len. *places: digits of the fraction. */
static size_t find_stamp(fr_bytes text, size_t colon, size_t *places)
{
    size_t i = colon, dot;

    while (i && fr_is_digit(text.at[i - 1]))
        i--;
    *places = colon - i;
    if (*places == 0 || i == 0 || text.at[i - 1] != '.')
        return text.len;
    dot = --i;
    while (i && fr_is_digit(text.at[i - 1]))
        i--;
    return i == dot || (i && !fr_perf_blank(text.at[i - 1])) ? text.len : i;
}

/* "94564.109216" in nanoseconds, with so many places; digits past the ninth are cut. */
static void read_time(fr_bytes stamp, size_t places, fr_perf_header *h)
{
    size_t dot = stamp.len - places - 1;
    int64_t fraction = 0;
    uint64_t seconds;

    h->has_time =
        fr_parse_u64(fr_perf_head(stamp, dot), &seconds) && seconds < INT64_MAX / 1000000000;
    if (!h->has_time)
        return;
    for (size_t i = 1; i <= 9; i++)
        fraction = fraction * 10 + (i <= places ? stamp.at[dot + i] - '0' : 0);
    h->time_ns = (int64_t)seconds * 1000000000 + fraction;
}

/* Returns true if `text` is a frame, as it stands on header lines of recordings without -g. */
static bool frame_follows(fr_bytes text)
{
    fr_perf_frame frame;

    return fr_perf_frame_parse_inline(text, &frame);
}

/* ------------------------------------------------------------ right of the time */

/* "cycles:u:  rest"; an event's name may hold blanks only where nothing follows it. */
static void read_event(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_first_word(fr_perf_trim_start(text));
    size_t end = (size_t)(word.at - text.at) + word.len;

    if (!word.len || word.at[word.len - 1] != ':') {
        word = fr_bytes_trim(text);
        end = text.len;
        if (!word.len || find_colon(word, 0) != word.len - 1 || frame_follows(text)) {
            h->rest = text;
            return;
        }
    }
    h->event = fr_perf_head(word, word.len - 1);
    h->rest = fr_perf_tail(text, end);
}

/* "     100 cycles:u:  rest" */
static void read_what(fr_bytes text, fr_perf_header *h)
{
    fr_bytes trimmed = fr_perf_trim_start(text);
    fr_bytes word = fr_perf_first_word(trimmed);

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
    read_event(fr_perf_tail(trimmed, word.len), h);
    if (!h->event.len && h->rest.len && !frame_follows(h->rest)) {
        h->has_period = false; /* "401136 foo (/a)": that was the address of a frame */
        h->rest = text;
    }
}

/* ------------------------------------------------------------ the forms */

bool fr_perf_header_timed(fr_bytes line, fr_perf_header *h)
{
    bool found = false, is_named, is_sure, is_fair;
    size_t places, tries = 0;

    line = fr_bytes_trim(line);
    for (size_t colon = find_colon(line, 0); colon < line.len && tries < STAMPS_MAX;
         colon = find_colon(line, colon + 1)) {
        size_t start = find_stamp(line, colon, &places);
        fr_perf_header candidate = {0};
        if (start == line.len)
            continue;
        tries++;
        read_time((fr_bytes){line.at + start, colon - start}, places, &candidate);
        read_origin(fr_perf_trim_end(fr_perf_head(line, start)), &candidate);
        read_what(fr_perf_tail(line, colon + 1), &candidate);
        is_named = candidate.event.len > 0;
        is_sure =
            candidate.has_tid && is_named &&
            (candidate.is_record || fr_perf_first_word(candidate.event).len == candidate.event.len);
        /* Something is missing or odd, but nothing speaks against it. */
        is_fair = is_named ? candidate.has_tid || candidate.has_cpu || places >= FR_PERF_TIME_DIGITS
                           : candidate.has_tid && (fr_bytes_trim(candidate.rest).len == 0 ||
                                                   frame_follows(candidate.rest));
        if (is_sure || (is_fair && !found))
            *h = candidate;
        if (is_sure)
            return true;
        found |= is_fair;
    }
    return found;
}

/*
 * Header lines without a time stamp: perf script -F with fields omitted.
 *
 *     java 19983 cycles:                                             untimed: a tid and an event
 *     pipe producer K        2004008 cpu-clock/freq=499/:            bare: whatever there is
 *        pipe producer      5605d13be219 compute (/tmp/demo/waiter)  with its frame
 */

#define PERIOD_COLUMNS    10 /* perf prints "%10u" */
#define PERIOD_DIGITS     9  /* more than any tid has */
#define INLINE_IP_COLUMNS 17 /* perf prints " %16x" */
#define TRIES_MAX         8  /* addresses looked at in one line, so that none takes long */

static bool starts_like_event(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* "java 12       235", "   2004008": a period is distinguished from a tid by its column, or by an id, a cpu
 * or a stamp before it. */
static fr_bytes cut_period(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_last_word(text), before = fr_perf_drop_word(text, word);
    fr_bytes prior = fr_perf_last_word(before);
    fr_perf_header probe = {0};

    if (!all_digits(word) || word.len > 20 ||
        !(word.len >= PERIOD_DIGITS || text.len - before.len > PERIOD_COLUMNS ||
          (before.len == 0 && text.len == PERIOD_COLUMNS) || read_cpu(prior, &probe) ||
          (fr_perf_read_ids(prior, &probe) && probe.has_pid)))
        return text;
    read_period(word, h);
    return before;
}

bool fr_perf_header_untimed(fr_bytes line, fr_perf_header *h)
{
    line = fr_bytes_trim(line);
    for (size_t colon = find_colon(line, 0); colon < line.len;
         colon = find_colon(line, colon + 1)) {
        fr_bytes event = fr_perf_last_word(fr_perf_head(line, colon));
        fr_bytes left = fr_perf_drop_word(fr_perf_head(line, colon), event);
        *h = (fr_perf_header){.event = event, .rest = fr_perf_tail(line, colon + 1)};
        if (!event.len || !starts_like_event(event.at[0]))
            continue;
        read_origin(cut_period(left, h), h);
        if (h->has_tid)
            return true;
    }
    return false;
}

/* ------------------------------------------------------------ bare */

/* "  1528.002730:" at the end of `text` is cut off and read. */
static fr_bytes cut_stamp(fr_bytes text, fr_perf_header *h)
{
    fr_bytes line = fr_perf_trim_end(text);
    size_t colon = line.len && line.at[line.len - 1] == ':' ? line.len - 1 : 0;
    size_t places = 0, start = colon ? find_stamp(line, colon, &places) : line.len;

    if (start >= line.len || places < FR_PERF_TIME_DIGITS)
        return text;
    read_time((fr_bytes){line.at + start, colon - start}, places, h);
    return fr_perf_trim_end(fr_perf_head(line, start));
}

/* "waiter K   1  sched:sched_switch: prev_comm=a": the first word that ends in ':' and starts like
 * an event. What stands behind it is a frame or the text of a tracepoint. */
static fr_bytes cut_event(fr_bytes text, fr_perf_header *h)
{
    for (size_t colon = find_colon(text, 0); colon < text.len;
         colon = find_colon(text, colon + 1)) {
        fr_bytes event = fr_perf_last_word(fr_perf_head(text, colon));
        if (!event.len || !starts_like_event(event.at[0]))
            continue;
        h->event = event;
        if (!h->rest.len)
            h->rest = fr_perf_tail(text, colon + 1);
        return fr_perf_trim_end(fr_perf_head(text, (size_t)(event.at - text.at)));
    }
    return text;
}

/* The fields of a line whose frame is cut off, from its right end. */
static void read_bare(fr_bytes text, fr_perf_header *h)
{
    text = cut_event(fr_perf_trim_end(text), h);
    text = cut_stamp(cut_period(text, h), h);
    read_origin(fr_perf_trim_start(text), h);
}

void fr_perf_header_bare(fr_bytes line, fr_perf_header *h)
{
    *h = (fr_perf_header){0};
    read_bare(line, h);
}

bool fr_perf_header_inline(fr_bytes line, fr_perf_header *h)
{
    size_t word = 0, end = 0, tries = 0;
    size_t at = line.len; /* of the blanks before the last address in a column of its own */

    for (size_t i = 0; i < line.len && tries < TRIES_MAX; i = end) {
        for (word = i; word < line.len && fr_perf_blank(line.at[word]);)
            word++;
        for (end = word; end < line.len && !fr_perf_blank(line.at[end]);)
            end++;
        if (i == 0 || word == i || end - i < INLINE_IP_COLUMNS)
            continue;
        tries++;
        if (frame_follows(fr_perf_tail(line, i)))
            at = i;
    }
    if (at == line.len)
        return false;
    *h = (fr_perf_header){.rest = fr_perf_tail(line, at)};
    read_bare(fr_perf_head(line, at), h);
    return true;
}

/*
 * ------------------------------------------------------------ frame lines
 *
 * "<TAB>%16x symbol[+0xoff] (module)", as perf 3.x to 6.x and simpleperf print them (tools/perf/util/evsel_fprintf.c).
 */

#define IP_DIGITS_MAX  16
#define IP_DIGITS_SURE 4
#define IP_COLUMNS     12 /* at least as wide is a padded address, not a number in some text */

fr_bytes fr_perf_frame_strip_offset(fr_bytes text)
{
    size_t i = text.len;

    while (i && fr_perf_hex(text.at[i - 1]))
        i--;
    if (i == text.len || i < 3 || memcmp(text.at + i - 3, "+0x", 3) != 0)
        return text;
    return (fr_bytes){text.at, i - 3};
}

/* Position of the '(' that opens the last pair, or text.len. */
static size_t find_open(fr_bytes text)
{
    size_t depth = 0;

    for (size_t i = text.len; i > 0; i--) {
        char c = text.at[i - 1];
        if (c == ')')
            depth++;
        else if (c == '(' && --depth == 0)
            return i - 1;
    }
    return text.len;
}

/* Position of the '(' of the last " (/" or " ([", for module names with a lone parenthesis. */
static size_t find_path_open(fr_bytes text)
{
    for (size_t i = text.len; i-- > 2;)
        if (text.at[i - 1] == '(' && fr_perf_blank(text.at[i - 2]) &&
            (text.at[i] == '/' || text.at[i] == '['))
            return i - 1;
    return text.len;
}

/* Cuts "symbol (module)"; no module leaves all to the symbol. */
static void split_module(fr_bytes text, fr_perf_frame *frame)
{
    size_t open = text.len;

    if (text.len && text.at[text.len - 1] == ')') {
        open = find_open(text);
        if (open == text.len || (open > 0 && !fr_perf_blank(text.at[open - 1])))
            open = find_path_open(text);
    }
    frame->symbol = (fr_bytes){text.at, open};
    if (open == text.len)
        return;
    frame->module = fr_perf_frame_strip_offset((fr_bytes){text.at + open + 1, text.len - open - 2});
    if (fr_bytes_equal(frame->module, FR_LITERAL("inlined"))) {
        frame->module = (fr_bytes){0};
        frame->inlined = true;
    }
}

bool fr_perf_frame_parse(fr_bytes line, fr_perf_frame *frame)
{
    size_t start = 0, i;

    *frame = (fr_perf_frame){0};
    line = fr_perf_trim_end(line);
    while (start < line.len && fr_perf_blank(line.at[start]))
        start++;
    for (i = start; i < line.len && fr_perf_hex(line.at[i]) && i - start < IP_DIGITS_MAX; i++)
        frame->ip = frame->ip << 4 | fr_perf_digit(line.at[i]);
    if (i == start || (i < line.len && !fr_perf_blank(line.at[i])))
        return false;
    frame->ip_digits = i - start;
    frame->ip_width = i;
    split_module(fr_perf_tail(line, i < line.len ? i + 1 : i), frame);
    frame->symbol = fr_perf_frame_strip_offset(fr_bytes_trim(frame->symbol));
    return true;
}

/* "0x7f02/0x7f03/P/-/-/1 0x..." */
static bool is_branches(fr_bytes text)
{
    return fr_bytes_starts(text, FR_LITERAL("0x")) && fr_bytes_find(text, '/') < text.len;
}

/* Without the branches at the end and without the "=> target" of branch samples. */
static fr_bytes cut_branches(fr_bytes rest)
{
    fr_bytes word;
    size_t target;

    while (is_branches(word = fr_perf_last_word(rest = fr_perf_trim_end(rest))))
        rest.len -= word.len;
    target = fr_perf_find(rest, 0, FR_LITERAL(") => "));
    return target < rest.len ? fr_perf_head(rest, target + 1) : rest;
}

static bool is_address(fr_bytes word)
{
    size_t i = 0;

    while (i < word.len && fr_perf_hex(word.at[i]))
        i++;
    return i > 0 && i == word.len && i <= IP_DIGITS_MAX;
}

/* Returns the text from the blanks before the last address in a column of its own: flags, addresses and data sources
 * stand before it. "     7f0012345678          5080021 N/A|LCK No     7f0000000001 foo (/a)" */
static fr_bytes last_address(fr_bytes rest)
{
    size_t found = 0, word, end = 0;

    for (size_t i = 0; i < rest.len; i = end) {
        for (word = i; word < rest.len && fr_perf_blank(rest.at[word]);)
            word++;
        for (end = word; end < rest.len && !fr_perf_blank(rest.at[end]);)
            end++;
        if (word > i && end - i > IP_DIGITS_MAX &&
            is_address((fr_bytes){rest.at + word, end - word}))
            found = i;
    }
    return fr_perf_tail(rest, found);
}

/* The module is one beyond doubt. */
static bool has_path(const fr_perf_frame *frame)
{
    return frame->module.len && (frame->module.at[0] == '/' || frame->module.at[0] == '[');
}

bool fr_perf_frame_parse_inline(fr_bytes rest, fr_perf_frame *frame)
{
    char first;

    rest = cut_branches(rest);
    if (fr_perf_frame_parse(last_address(rest), frame) && has_path(frame))
        return true;
    if (!fr_perf_frame_parse(rest, frame))
        return false;
    if (frame->module.len)
        return has_path(frame) || frame->ip_width >= IP_COLUMNS;
    /* "7f0012345678 foo": without a module only a full column is an address, and "|OP LOAD" or
     * "5080021" after it belong to a memory event. */
    first = frame->symbol.len ? frame->symbol.at[0] : '|';
    return frame->ip_width >= IP_DIGITS_MAX && first != '|' && !fr_is_digit(first);
}

bool fr_perf_frame_sure(const fr_perf_frame *frame)
{
    return frame->module.len || frame->inlined ||
           (frame->ip_width >= IP_DIGITS_MAX && frame->ip_digits >= IP_DIGITS_SURE);
}

bool fr_perf_frame_unknown(const fr_perf_frame *frame)
{
    return frame->symbol.len == 0 || fr_bytes_equal(frame->symbol, FR_LITERAL("[unknown]"));
}

/* ------------------------------------------------------------ kinds of lines */

/* A frame without a tab has its address in a column as wide as this, or a module. */
#define TABLESS_IP_COLUMNS 12

/* Two blanks exactly: where -F +srcline puts "  a.c:12" below the frame. */
static bool is_source_indent(fr_bytes line)
{
    return line.len > 2 && line.at[0] == ' ' && line.at[1] == ' ' && !fr_perf_blank(line.at[2]);
}

/* "PERF_RECORD_..." at the start of a word */
static bool read_record(fr_bytes line, fr_perf_line *to)
{
    const fr_bytes head = FR_LITERAL("PERF_RECORD_");

    for (size_t i = 0; (i = fr_perf_find(line, i, head)) < line.len; i++)
        if (i == 0 || fr_perf_blank(line.at[i - 1])) {
            to->header = (fr_perf_header){.is_record = true, .rest = fr_perf_tail(line, i)};
            return true;
        }
    return false;
}

static fr_perf_line_kind tabless_kind(fr_bytes line, fr_bytes text, fr_perf_line *to)
{
    if (fr_perf_header_timed(line, &to->header))
        return to->header.is_record ? FR_PERF_RECORD : FR_PERF_HEADER;
    if (line.at[0] == '#')
        return FR_PERF_COMMENT; /* while "#worker 12 5.0: cycles:" is a sample */
    if (fr_perf_header_inline(line, &to->header))
        return FR_PERF_UNTIMED;
    /* Old perf and other tools indent frames by blanks, or not at all. */
    if (fr_perf_frame_parse(line, &to->frame) &&
        (to->frame.ip_width >= TABLESS_IP_COLUMNS ||
         ((to->frame.module.len || to->frame.inlined) && !is_source_indent(line))))
        return FR_PERF_FRAME;
    if (read_record(line, to))
        return FR_PERF_RECORD;
    if (fr_perf_header_untimed(line, &to->header))
        return FR_PERF_UNTIMED;
    return is_branches(text) || is_source_indent(line) ? FR_PERF_ANNEX : FR_PERF_OTHER;
}

void fr_perf_line_read(fr_bytes line, fr_perf_line *to)
{
    fr_bytes text = fr_bytes_trim(line);

    if (text.len == 0)
        to->kind = FR_PERF_BLANK;
    else if (line.at[0] == '\t' && fr_perf_frame_parse(line, &to->frame))
        to->kind = FR_PERF_FRAME;
    else if (line.at[0] == '\t')
        to->kind = is_branches(text) ? FR_PERF_ANNEX : FR_PERF_NO_FRAME;
    else if (line.at[0] == '#' && (line.len == 1 || fr_perf_blank(line.at[1])))
        to->kind = FR_PERF_COMMENT;
    else
        to->kind = tabless_kind(line, text, to);
}
