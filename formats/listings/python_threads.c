/*
 * python_threads.c - dumps of all threads of a Python program by py-spy dump and by faulthandler; several are samples.
 *
 *     Process 4711: python app.py                                        py-spy dump
 *     Thread 4711 (active): "MainThread"
 *         parse (app.py:14)                                               the innermost first
 *         <module> (app.py:9)
 *
 *     Current thread 0x00007f2c1d8f2740 (most recent call first):         faulthandler
 *       File "app.py", line 14 in parse
 *
 * The label "state" says whether the thread is active. Reference: py-spy 0.3.14, faulthandler of Python 3.11. Left
 * out: locals.
 */
#include "formats/listings/listing.h"

#include "base/number.h"

/* `Thread 4711 (active+gil): "MainThread"`, `Current thread 0x00007f2c (most recent call first):` */
static fr_listing_line read_thread(fr_bytes text)
{
    fr_listing_line line = {.kind = FR_LISTING_OPEN, .name = fr_bytes_between(text, "\"", '"')};

    if (!fr_bytes_contain(text, "most recent"))
        line.state = fr_bytes_between(text, "(", ')');
    return line;
}

/* "parse (app.py:14)"; with --native also "epoll_wait (libc.so.6)". */
static bool read_py_spy(fr_bytes text, fr_listing_line *line)
{
    fr_bytes name = text, place;

    if (!fr_listing_split(&name, " (", &place) || !fr_bytes_ends(place, FR_LITERAL(")")))
        return false;
    place.len--;
    line->name = name;
    if (!fr_listing_place(place, &line->file, &line->line))
        line->file = place;
    if (fr_bytes_ends(line->file, FR_LITERAL(".py")) ||
        fr_bytes_starts(line->file, FR_LITERAL("<")))
        line->frame_kind = FR_KIND_INTERPRETED;
    return true;
}

/* `File "app.py", line 14 in parse` */
static bool read_faulthandler(fr_bytes text, fr_listing_line *line)
{
    size_t skip = sizeof "File \"" - 1;
    fr_bytes head, number, rest = {0};
    uint64_t value;

    if (!fr_bytes_starts(text, FR_LITERAL("File \"")))
        return false;
    head = fr_bytes_from(text, skip);
    if (!fr_listing_split(&head, "\", line ", &number) ||
        !fr_listing_split(&number, " in ", &rest) || !fr_parse_u64(number, &value))
        return false;
    line->file = head;
    line->line = value < UINT32_MAX ? (uint32_t)value : 0;
    line->name = rest;
    line->frame_kind = FR_KIND_INTERPRETED;
    return true;
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_bytes trimmed = fr_bytes_trim(text);
    fr_listing_line line = {.kind = FR_LISTING_HEADING};

    if (trimmed.len == 0)
        line.kind = open ? FR_LISTING_CLOSE : FR_LISTING_HEADING;
    else if (fr_bytes_starts(text, FR_LITERAL("Thread ")) ||
             fr_bytes_starts(text, FR_LITERAL("Current thread ")))
        return read_thread(trimmed);
    else if (open && text.at[0] == ' ')
        line.kind = read_faulthandler(trimmed, &line) || read_py_spy(trimmed, &line)
                        ? FR_LISTING_FRAME
                        : FR_LISTING_HEADING;
    return line;
}

const fr_dialect fr_python_threads_dialect = {
    .read = read_line, .unit = "samples", .is_dump = true};

int fr_python_threads_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_LISTING_KINDS];

    if (!fr_bytes_contain(head, "(most recent call first):") && !fr_bytes_contain(head, "): \""))
        return 0;
    fr_listing_survey(head, whole, &fr_python_threads_dialect, n);
    return n[FR_LISTING_OPEN] > 0 && n[FR_LISTING_FRAME] > n[FR_LISTING_HEADING] / 4 ? 60 : 0;
}
