/*
 * perf_header.c - header lines: "comm pid/tid [cpu] misc time: period event: rest", as
 * tools/perf/builtin-script.c prints them (perf 3.x to 6.x), and simpleperf.
 *
 * A line may hold several things that look like a time stamp ("1.2: " in comm or in the text of a
 * tracepoint). The first that has a tid before it and an event after it is the one.
 */
#include "formats/perf/perf_header.h"

#include "formats/perf/perf_fields.h"
#include "formats/perf/perf_frame.h"

/* ------------------------------------------------------------ right of the time */

/* "cycles:u:  rest"; an event's name may hold blanks only where nothing follows it. */
static void read_event(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_first_word(fr_perf_trim_start(text));
    size_t end = (size_t)(word.at - text.at) + word.len;

    if (!word.len || word.at[word.len - 1] != ':') {
        word = fr_bytes_trim(text);
        end = text.len;
        if (!word.len || fr_perf_find_colon(word, 0) != word.len - 1 ||
            fr_perf_frame_follows(text)) {
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
    if (!fr_perf_all_digits(word)) {
        read_event(text, h);
        return;
    }
    fr_perf_read_period(word, h);
    read_event(fr_perf_tail(trimmed, word.len), h);
    if (!h->event.len && h->rest.len && !fr_perf_frame_follows(h->rest)) {
        h->has_period = false; /* "401136 foo (/a)": that was the address of a frame */
        h->rest = text;
    }
}

/* ------------------------------------------------------------ the forms */

/* Tid, time and event are there: no doubt. */
static bool is_sure(const fr_perf_header *h)
{
    return h->has_tid && h->event.len && (h->is_record || !fr_perf_has_blank(h->event));
}

/* Something is missing or odd, but nothing speaks against it. */
static bool is_fair(const fr_perf_header *h, size_t places)
{
    if (h->event.len)
        return h->has_tid || h->has_cpu || places >= FR_PERF_TIME_DIGITS;
    return h->has_tid && (fr_bytes_trim(h->rest).len == 0 || fr_perf_frame_follows(h->rest));
}

bool fr_perf_header_timed(fr_bytes line, fr_perf_header *h)
{
    bool found = false;
    size_t places;

    line = fr_bytes_trim(line);
    for (size_t colon = fr_perf_find_colon(line, 0); colon < line.len;
         colon = fr_perf_find_colon(line, colon + 1)) {
        size_t start = fr_perf_find_stamp(line, colon, &places);
        fr_perf_header candidate = {0};
        if (start == line.len)
            continue;
        fr_perf_read_time((fr_bytes){line.at + start, colon - start}, &candidate);
        fr_perf_read_origin(fr_perf_trim_end(fr_perf_head(line, start)), &candidate);
        read_what(fr_perf_tail(line, colon + 1), &candidate);
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
