/*
 * suspect_shapes.c - what the lines of foreign texts look like.
 *
 *     0000000000401136 T parse          nm, /proc/kallsyms: an address, a letter, a name
 *         60.12%  app  app  [.] parse   perf report
 *         -                app (4711)   the last line of a stack of BCC's tools
 */
#define _GNU_SOURCE /* strncasecmp */
#include "formats/suspect_shapes.h"

#include <strings.h>

/* Bytes of `set` that the text begins with. */
static size_t span(fr_bytes text, const char *set)
{
    size_t i = 0;

    while (i < text.len && text.at[i] && strchr(set, text.at[i]))
        i++;
    return i;
}

static fr_bytes after(fr_bytes text, size_t n)
{
    return (fr_bytes){text.at + n, text.len - n};
}

/* ---- whole texts */

bool fr_shape_html(fr_bytes head)
{
    static const char *const tags[] = {"<!doctype html", "<html", "<div", "<body", "<head"};

    head = fr_bytes_beginning(head);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (head.len >= strlen(tags[i]) && strncasecmp(head.at, tags[i], strlen(tags[i])) == 0)
            return true;
    return false;
}

bool fr_shape_xml(fr_bytes head)
{
    return fr_bytes_starts(fr_bytes_beginning(head), FR_LITERAL("<?xml"));
}

/* "[init] started", "[    0.000000] Linux" are prose: after a bracket JSON goes on with a value or ends. */
bool fr_shape_json(fr_bytes head)
{
    bool object;
    size_t digits;

    head = fr_bytes_beginning(head);
    if (head.len == 0 || (head.at[0] != '{' && head.at[0] != '['))
        return false;
    object = head.at[0] == '{';
    head = fr_bytes_beginning(after(head, 1));
    digits = span(head, "0123456789.-+eE");
    if (!object && digits > 0)
        return digits < head.len && head.at[digits] == ',';
    return head.len && head.at[0] && strchr(object ? "\"}" : "\"{[]", head.at[0]);
}

/* A buffer's header of 72 bytes, its size first, before the header of an event: version 2, type 1 or 2, flags c0. */
bool fr_shape_etl(fr_bytes head)
{
    const unsigned char *at = (const unsigned char *)head.at;

    return head.len > 76 && at[0] == 0 && at[3] == 0 && (at[1] & 3) == 0 && (at[1] || at[2]) &&
           at[72] <= 2 && at[73] == 0 && (at[74] == 1 || at[74] == 2) && at[75] == 0xc0;
}

bool fr_shape_binary(fr_bytes head)
{
    size_t n = 0;

    for (size_t i = 0; i < head.len; i++)
        n += (unsigned char)head.at[i] < ' ' &&
             (!head.at[i] || !strchr("\t\n\v\f\r\x1b", head.at[i]));
    return n > head.len / 16;
}

/* ---- lines */

/* The next line of *text, trimmed, which loses it; false at the end. */
static bool next_line(fr_bytes *text, fr_bytes *line)
{
    size_t end = fr_bytes_find(*text, '\n');

    if (text->len == 0)
        return false;
    *line = fr_bytes_trim((fr_bytes){text->at, end});
    end += end < text->len;
    *text = (fr_bytes){text->at + end, text->len - end};
    return true;
}

typedef bool fr_line_test(fr_bytes line);

static bool most_lines(fr_bytes head, fr_line_test *test)
{
    size_t n = 0, n_good = 0;
    fr_bytes line;

    while (next_line(&head, &line)) {
        n += line.len > 0;
        n_good += line.len > 0 && test(line);
    }
    return n_good * 2 > n;
}

static bool some_line(fr_bytes head, fr_line_test *test)
{
    fr_bytes line;

    while (next_line(&head, &line))
        if (line.len > 0 && test(line))
            return true;
    return false;
}

static bool is_something(fr_bytes line)
{
    return line.at[0] != '#';
}

bool fr_shape_comments(fr_bytes head)
{
    return !some_line(head, is_something);
}

static bool is_perf_report(fr_bytes line)
{
    size_t n = span(line, "0123456789.");

    return n > 0 && n < line.len && line.at[n] == '%' &&
           (fr_bytes_contain(line, "[.] ") || fr_bytes_contain(line, "[k] "));
}

bool fr_shape_perf_report(fr_bytes head)
{
    return most_lines(head, is_perf_report);
}

static bool is_perf_trace(fr_bytes line)
{
    size_t n = span(line, "0123456789.");

    return n > 0 && fr_bytes_starts(after(line, n), FR_LITERAL(" (")) &&
           fr_bytes_contain(line, " ms): ");
}

bool fr_shape_perf_trace(fr_bytes head)
{
    return most_lines(head, is_perf_trace);
}

/* An address, perhaps a size, a letter, a name. */
static bool is_symbol(fr_bytes line)
{
    size_t n = span(line, "0123456789abcdef");
    fr_bytes rest = after(line, n);

    if (n < 8 || !fr_bytes_starts(rest, FR_LITERAL(" ")))
        return false;
    rest = after(rest, 1);
    n = span(rest, "0123456789abcdef");
    if (n >= 8 && n < rest.len && rest.at[n] == ' ')
        rest = after(rest, n + 1);
    return rest.len > 2 && rest.at[1] == ' ' && span(rest, "ABCDGINRSTUVWabcdginprstuvw?-") > 0;
}

bool fr_shape_symbols(fr_bytes head)
{
    return most_lines(head, is_symbol);
}

static bool is_numbers(fr_bytes line)
{
    return span(line, "0123456789.,+-eE \t") == line.len;
}

bool fr_shape_numbers(fr_bytes head)
{
    return most_lines(head, is_numbers);
}

/* The last word of *line, which loses it and the blanks before it. */
static fr_bytes take_last_word(fr_bytes *line)
{
    size_t from = line->len;
    fr_bytes word;

    while (from > 0 && line->at[from - 1] != ' ')
        from--;
    word = after(*line, from);
    *line = fr_bytes_trim((fr_bytes){line->at, from});
    return word;
}

/* A time of this century in seconds, a value, and a name whose parts behind ';' are tags: "key=value". */
static bool is_graphite(fr_bytes line)
{
    fr_bytes time = take_last_word(&line), value = take_last_word(&line);
    size_t n_parts = 0, n_tags = 0;

    for (size_t i = 0; i < line.len; i++) {
        n_parts += line.at[i] == ';';
        n_tags += line.at[i] == '=' && n_tags < n_parts;
    }
    return time.len == 10 && time.at[0] == '1' && span(time, "0123456789") == 10 && value.len > 0 &&
           span(value, "0123456789.-eE+") == value.len && line.len > 0 &&
           fr_bytes_find(line, ' ') == line.len && n_tags == n_parts &&
           (n_parts > 0 || fr_bytes_find(line, '.') < line.len);
}

bool fr_shape_graphite(fr_bytes head)
{
    return most_lines(head, is_graphite);
}

static bool is_load(fr_bytes line)
{
    fr_bytes pid = take_last_word(&line), tasks = take_last_word(&line);

    return pid.len > 0 && span(pid, "0123456789") == pid.len &&
           fr_bytes_find(tasks, '/') < tasks.len && span(tasks, "0123456789/") == tasks.len &&
           line.len > 0 && span(line, "0123456789. ") == line.len;
}

bool fr_shape_load(fr_bytes head)
{
    return most_lines(head, is_load);
}

/* Two words or more, none a sign of a function or of a stack, and a number from 1800 to 2099. */
static bool is_year(fr_bytes line)
{
    fr_bytes year = take_last_word(&line);

    return year.len == 4 && span(year, "0123456789") == 4 &&
           (fr_bytes_starts(year, FR_LITERAL("18")) || fr_bytes_starts(year, FR_LITERAL("19")) ||
            fr_bytes_starts(year, FR_LITERAL("20"))) &&
           fr_bytes_find(line, ' ') < line.len && fr_bytes_find(line, ';') == line.len &&
           fr_bytes_find(line, '(') == line.len && fr_bytes_find(line, '<') == line.len &&
           !fr_bytes_contain(line, "::");
}

bool fr_shape_years(fr_bytes head)
{
    return most_lines(head, is_year);
}

/* "openat(AT_FDCWD, ...) = 3", with a pid or a time before it. */
static bool is_strace(fr_bytes line)
{
    size_t open = fr_bytes_find(line, '(');
    size_t head = span(line, "0123456789:. abcdefghijklmnopqrstuvwxyz_");

    return open > 0 && open < line.len && head == open && fr_bytes_contain(line, ") ") &&
           fr_bytes_contain(line, " = ");
}

bool fr_shape_strace(fr_bytes head)
{
    return most_lines(head, is_strace);
}

static bool is_dtrace(fr_bytes line)
{
    size_t tick = fr_bytes_find(line, '`');

    return tick > 0 && tick < line.len && fr_bytes_find(line, ' ') == line.len &&
           fr_bytes_find(line, ';') == line.len && fr_bytes_contain(line, "+0x");
}

bool fr_shape_dtrace(fr_bytes head)
{
    return some_line(head, is_dtrace);
}

static bool is_systemtap(fr_bytes line)
{
    return fr_bytes_starts(line, FR_LITERAL("0x")) && fr_bytes_contain(line, " : ") &&
           fr_bytes_contain(line, "+0x") && line.at[line.len - 1] == ']';
}

bool fr_shape_systemtap(fr_bytes head)
{
    return some_line(head, is_systemtap);
}

static bool is_bpftrace(fr_bytes line)
{
    return line.at[0] == '@' && (line.at[line.len - 1] == '[' || fr_bytes_contain(line, "]: "));
}

bool fr_shape_bpftrace(fr_bytes head)
{
    return some_line(head, is_bpftrace);
}

static bool is_valgrind(fr_bytes line)
{
    fr_bytes rest = after(line, span(line, "="));
    size_t digits = span(rest, "0123456789");

    return line.len - rest.len == 2 && digits > 0 &&
           fr_bytes_starts(after(rest, digits), FR_LITERAL("=="));
}

bool fr_shape_valgrind(fr_bytes head)
{
    return some_line(head, is_valgrind);
}

/* "-                app (4711)" */
static bool is_bcc(fr_bytes line)
{
    size_t n = span(line, "-");
    fr_bytes rest = after(line, n);

    return n == 1 && span(rest, " ") >= 8 && rest.at[rest.len - 1] == ')';
}

static bool is_bcc_head(fr_bytes line)
{
    return fr_bytes_contain(line, "... Hit Ctrl-C to end.");
}

bool fr_shape_bcc(fr_bytes head)
{
    return some_line(head, is_bcc) || some_line(head, is_bcc_head);
}

static size_t count_commas(fr_bytes line)
{
    size_t n = 0;

    for (size_t i = 0; i < line.len; i++)
        n += line.at[i] == ',';
    return n;
}

bool fr_shape_commas(fr_bytes head)
{
    size_t n = 0, n_lines = 0;
    fr_bytes line;

    for (; n_lines < 3 && next_line(&head, &line); n_lines++) {
        if (fr_bytes_contain(line, ": ") || (n_lines > 0 && count_commas(line) != n))
            return false;
        n = count_commas(line);
    }
    return n >= 2 && n_lines > 1;
}
