/*
 * backtraces.c - stacks of all threads as gdb, pstack, eu-stack and lldb print them; several dumps are samples.
 *
 *     Thread 2 (Thread 0x7f2c1c5f4700 (LWP 4712) "worker"):                     gdb: thread apply all bt
 *     #0  0x00007f2c1d0e4a35 in pthread_cond_wait () from /lib64/libpthread.so.0
 *     #1  0x0000000000401a2b in worker (arg=0x0) at pool.c:88
 *     TID 4711:                                                                 eu-stack
 *     #0  0x00007f2c1d0e4a35 __poll - /lib64/libc.so.6
 *     * thread #1, name = 'app', stop reason = signal SIGSTOP                    lldb: thread backtrace all
 *       * frame #0: 0x00007fff6be3a0fe libsystem_kernel.dylib`kevent + 10 at a.c:3:1
 *
 * Reference: "Backtraces" in the gdb manual, eu-stack(1), frame-format of lldb. Omitted: arguments, locals.
 */
#include "formats/listings/listing.h"

/* Text before the last `sign`; *rest is what follows it. */
static bool split_last(fr_bytes *text, const char *sign, fr_bytes *rest)
{
    size_t len = strlen(sign);

    for (size_t i = text->len; i >= len; i--) {
        if (memcmp(text->at + i - len, sign, len) != 0)
            continue;
        *rest = fr_bytes_from(*text, i);
        text->len = i - len;
        return true;
    }
    return false;
}

/* "worker" of `... "worker"):` and of "name = 'worker', ..." */
static fr_bytes find_quoted(fr_bytes text, char quote)
{
    size_t from = fr_bytes_find(text, quote) + 1, len;

    if (from >= text.len)
        return (fr_bytes){0};
    len = fr_bytes_find(fr_bytes_from(text, from), quote);
    return from + len < text.len ? (fr_bytes){text.at + from, len} : (fr_bytes){0};
}

/* The place behind the quote that begins what ends before `end`: "a)b", '('. 0: none begins it. */
static size_t find_quoted_start(fr_bytes text, size_t end)
{
    for (size_t i = end - 1; i > 0; i--)
        if (text.at[i - 1] == text.at[end - 1] && (i < 2 || text.at[i - 2] != '\\'))
            return i;
    return 0;
}

/* "worker (text=0x7f01 \"a)b\")" -> "worker"; the arguments are the last pair of brackets, behind `gap`. */
static fr_bytes strip_arguments(fr_bytes name, const char *gap)
{
    size_t depth = 0;

    if (name.len == 0 || name.at[name.len - 1] != ')')
        return name;
    for (size_t i = name.len; i > 0; i--) {
        if ((name.at[i - 1] == '"' || name.at[i - 1] == '\'') &&
            (i = find_quoted_start(name, i)) == 0)
            return name;
        depth += name.at[i - 1] == ')';
        depth -= name.at[i - 1] == '(';
        if (depth == 0) {
            fr_bytes head = {name.at, i - 1};
            if (fr_bytes_ends(head, fr_bytes_of(gap)))
                head.len -= strlen(gap);
            return head.len && (!*gap || head.len < i - 1) ? head : name;
        }
    }
    return name;
}

/* Cuts off "at parse.c:14" or "from /lib/libc.so": the last of both, since texts among the arguments may hold them. */
static void take_place(fr_bytes *text, fr_listing_line *line)
{
    fr_bytes from = *text, at = *text, module, place;
    bool has_from = split_last(&from, " from ", &module);
    bool has_at = split_last(&at, " at ", &place);

    if (has_from && (!has_at || from.len > at.len)) {
        line->module = module;
        *text = from;
    } else if (has_at) {
        (void)fr_listing_place(place, &line->file, &line->line);
        *text = at;
    }
}

/* "0x00007f2c in parse (n=12) at parse.c:14", "0x00007f2c __poll - /lib64/libc.so.6", "parse (n=12) at parse.c:14" */
static bool read_gdb(fr_bytes text, fr_listing_line *line)
{
    bool has_address = fr_bytes_starts(text, FR_LITERAL("0x"));
    size_t blank = fr_bytes_find(text, ' ');

    if (has_address)
        text = fr_bytes_trim(fr_bytes_from(text, blank));
    if (has_address && !fr_bytes_starts(text, FR_LITERAL("in "))) {
        if (fr_bytes_starts(text, FR_LITERAL("- ")))
            line->module = fr_bytes_from(text, 2);
        else if (split_last(&text, " - ", &line->module) || text.len)
            line->name = text;
        return true;
    }
    if (has_address)
        text = fr_bytes_trim(fr_bytes_from(text, 3));
    take_place(&text, line);
    line->name = strip_arguments(text, " ");
    return has_address || line->name.len < text.len || text.at[0] == '<';
}

/* "0x00007fff libsystem_kernel.dylib`kevent + 10 at a.c:3:1" */
static bool read_lldb(fr_bytes text, fr_listing_line *line)
{
    fr_bytes place, column, rest;
    uint32_t number;
    bool has_place = split_last(&text, " at ", &place);

    if (has_place) {
        if (fr_listing_place(place, &column, &number) && fr_listing_place(column, &rest, &number))
            place = column;
        (void)fr_listing_place(place, &line->file, &line->line);
    }
    split_last(&text, " + ", &rest);
    line->name = text;
    if (fr_listing_split(&text, "`", &line->name)) {
        size_t blank = fr_bytes_find(text, ' ');
        line->module = fr_bytes_trim(fr_bytes_from(text, blank));
    }
    if (has_place)
        line->name = strip_arguments(line->name, "");
    return true;
}

/* "#12  ..." and "* frame #12: ..."; *text is what follows, *number the 12. */
static bool read_number(fr_bytes *text, uint64_t *number)
{
    size_t blank = fr_bytes_find(*text, ' ');
    fr_bytes digits = {text->at + 1, blank > 0 ? blank - 1 : 0};

    if (blank == text->len || text->at[0] != '#')
        return false;
    if (digits.len && digits.at[digits.len - 1] == ':')
        digits.len--;
    *text = fr_bytes_trim(fr_bytes_from(*text, blank));
    return fr_listing_count(digits, number);
}

static bool read_frame(fr_bytes text, fr_listing_line *line)
{
    fr_bytes lldb = text, rest;
    bool is_lldb = fr_listing_split(&lldb, "frame #", &rest) && lldb.len <= 4;
    uint64_t number;

    if (is_lldb)
        text = (fr_bytes){rest.at - 1, rest.len + 1};
    if (!read_number(&text, &number))
        return false;
    line->kind = FR_LISTING_FRAME;
    line->innermost = number == 0;
    return is_lldb ? read_lldb(text, line) : read_gdb(text, line);
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_listing_line line = {.kind = FR_LISTING_HEADING};

    (void)open;
    text = fr_bytes_trim(text);
    if (text.len == 0 || read_frame(text, &line))
        return line;
    line = (fr_listing_line){.kind = FR_LISTING_HEADING};
    if (fr_bytes_starts(text, FR_LITERAL("Thread ")) || fr_bytes_starts(text, FR_LITERAL("TID "))) {
        line.kind = FR_LISTING_OPEN;
        line.name = find_quoted(text, '"');
    } else if (fr_bytes_contain(text, "thread #")) {
        line.kind = FR_LISTING_OPEN;
        line.name = find_quoted(text, '\'');
    }
    return line;
}

const fr_dialect fr_backtraces_dialect = {.read = read_line, .unit = "samples", .is_dump = true};

int fr_backtraces_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_LISTING_KINDS];

    if (!fr_bytes_contain(head, "#0") || fr_shape_valgrind(head))
        return 0;
    fr_listing_survey(head, whole, &fr_backtraces_dialect, n);
    return n[FR_LISTING_FRAME] > n[FR_LISTING_HEADING] / 8 ? 60 : 0;
}
