/*
 * perf_header_bare.c - header lines without a time stamp: perf script -F with fields omitted.
 *
 *     java 19983 cycles:                                             untimed: a tid and an event
 *     pipe producer K        2004008 cpu-clock/freq=499/:            bare: whatever there is
 *        pipe producer      5605d13be219 compute (/tmp/demo/waiter)  with its frame
 */
#include "formats/perf/perf_fields.h"
#include "formats/perf/perf_frame.h"

#define PERIOD_COLUMNS 10 /* perf prints "%10u" */
#define PERIOD_DIGITS  9  /* more than any tid has */
#define IP_COLUMNS     17 /* perf prints " %16x" */
#define TRIES_MAX      8  /* addresses looked at in one line, so that none takes long */

static bool starts_like_event(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* "java 12       235", "   2004008": a period is distinguished from a tid by its column, or by an id, a cpu
 * or a stamp before it. */
static bool is_period(fr_bytes text, fr_bytes word)
{
    fr_bytes before = fr_perf_drop_word(text, word);
    fr_bytes prior = fr_perf_last_word(before);
    fr_perf_header probe = {0};

    if (!fr_perf_all_digits(word) || word.len > 20)
        return false;
    return word.len >= PERIOD_DIGITS || text.len - before.len > PERIOD_COLUMNS ||
           (before.len == 0 && text.len == PERIOD_COLUMNS) || fr_perf_read_cpu(prior, &probe) ||
           (fr_perf_read_ids(prior, &probe) && probe.has_pid);
}

static fr_bytes cut_period(fr_bytes text, fr_perf_header *h)
{
    fr_bytes word = fr_perf_last_word(text);

    if (!is_period(text, word))
        return text;
    fr_perf_read_period(word, h);
    return fr_perf_drop_word(text, word);
}

bool fr_perf_header_untimed(fr_bytes line, fr_perf_header *h)
{
    line = fr_bytes_trim(line);
    for (size_t colon = fr_perf_find_colon(line, 0); colon < line.len;
         colon = fr_perf_find_colon(line, colon + 1)) {
        fr_bytes event = fr_perf_last_word(fr_perf_head(line, colon));
        fr_bytes left = fr_perf_drop_word(fr_perf_head(line, colon), event);
        *h = (fr_perf_header){.event = event, .rest = fr_perf_tail(line, colon + 1)};
        if (!event.len || !starts_like_event(event.at[0]))
            continue;
        fr_perf_read_origin(cut_period(left, h), h);
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
    size_t places = 0, start = colon ? fr_perf_find_stamp(line, colon, &places) : line.len;

    if (start >= line.len || places < FR_PERF_TIME_DIGITS)
        return text;
    fr_perf_read_time((fr_bytes){line.at + start, colon - start}, h);
    return fr_perf_trim_end(fr_perf_head(line, start));
}

/* "waiter K   1  sched:sched_switch: prev_comm=a": the first word that ends in ':' and starts like
 * an event. What stands behind it is a frame or the text of a tracepoint. */
static fr_bytes cut_event(fr_bytes text, fr_perf_header *h)
{
    for (size_t colon = fr_perf_find_colon(text, 0); colon < text.len;
         colon = fr_perf_find_colon(text, colon + 1)) {
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
    fr_perf_read_origin(fr_perf_trim_start(text), h);
}

void fr_perf_header_bare(fr_bytes line, fr_perf_header *h)
{
    *h = (fr_perf_header){0};
    read_bare(line, h);
}

/* Where the blanks before the frame's address start: the last in a column of its own, with
 * something before it. line.len: nowhere. */
static size_t find_frame(fr_bytes line)
{
    size_t word = 0, end = 0, tries = 0, found = line.len;

    for (size_t i = 0; i < line.len && tries < TRIES_MAX; i = end) {
        for (word = i; word < line.len && fr_perf_blank(line.at[word]);)
            word++;
        for (end = word; end < line.len && !fr_perf_blank(line.at[end]);)
            end++;
        if (i == 0 || word == i || end - i < IP_COLUMNS)
            continue;
        tries++;
        if (fr_perf_frame_follows(fr_perf_tail(line, i)))
            found = i;
    }
    return found;
}

bool fr_perf_header_inline(fr_bytes line, fr_perf_header *h)
{
    size_t at = find_frame(line);

    if (at == line.len)
        return false;
    *h = (fr_perf_header){.rest = fr_perf_tail(line, at)};
    read_bare(fr_perf_head(line, at), h);
    return true;
}

fr_bytes fr_perf_comm_stem(fr_bytes comm)
{
    static const char numbering[] = "0123456789-_/:#.@ ";
    size_t len = comm.len;

    while (len && memchr(numbering, comm.at[len - 1], sizeof numbering - 1))
        len--;
    return len ? (fr_bytes){comm.at, len} : comm;
}
