/*
 * perf_survey.c - judges the beginning of a text: whether it is of perf script at all, which form its headers have, and
 * how far apart its samples are.
 */
#include "formats/perf/perf_script.h"

#include "formats/lines.h"
#include "formats/perf/perf_line.h"
#include "formats/perf/perf_offcpu.h"
#include "formats/reader.h"

#include <stdlib.h>

typedef struct survey {
    size_t n[FR_PERF_FORM_HEADLESS + 1];
    fr_perf_line_kind above; /* the line before, where no sample is open */
    bool open;
} survey;

static void count_line(survey *s, const fr_perf_line *line)
{
    fr_perf_frame frame;

    if (line->kind == FR_PERF_FRAME && !s->open) {
        s->n[FR_PERF_FORM_UNTIMED] += s->above == FR_PERF_UNTIMED;
        s->n[FR_PERF_FORM_BARE] += s->above == FR_PERF_OTHER || s->above == FR_PERF_ANNEX;
        s->n[FR_PERF_FORM_HEADLESS] +=
            s->above == FR_PERF_BLANK && fr_perf_frame_sure(&line->frame);
        s->open = true;
    } else if (line->kind == FR_PERF_BLANK || !s->open) {
        s->open = false;
        s->above = line->kind == FR_PERF_COMMENT ? FR_PERF_BLANK : line->kind;
    }
    s->n[FR_PERF_FORM_TIMED] += line->kind == FR_PERF_HEADER;
    s->n[FR_PERF_FORM_UNTIMED] +=
        line->kind == FR_PERF_UNTIMED && fr_perf_frame_parse_inline(line->header.rest, &frame);
}

/* The most frequent form, the surer one of equals: a comm such as "job 42" makes single headers
 * look as if they had a tid. */
fr_perf_form fr_perf_survey(fr_bytes head)
{
    survey s = {.above = FR_PERF_BLANK};
    fr_perf_form best = FR_PERF_FORM_TIMED;
    fr_perf_line parsed;
    fr_bytes line;

    while (fr_lines_cut(&head, true, &line)) {
        fr_perf_line_read(line, &parsed);
        count_line(&s, &parsed);
    }
    for (fr_perf_form form = FR_PERF_FORM_UNTIMED; form <= FR_PERF_FORM_HEADLESS; form++)
        if (s.n[form] > s.n[best])
            best = form;
    return s.n[FR_PERF_FORM_TIMED] + s.n[best] == 0 ? FR_PERF_FORM_BARE : best;
}

/* ---- how far apart samples are ---- */

#define TRACKS_MAX    64
#define DISTANCES_MAX 1024
#define LEAST         8

/* The last sample of a thread and event. */
typedef struct track {
    int64_t tid, time_ns;
    uint64_t event;
} track;

typedef struct distances {
    track tracks[TRACKS_MAX];
    size_t n_tracks;
    int64_t ns[DISTANCES_MAX];
    size_t n;
} distances;

static void add_sample(distances *d, const fr_perf_header *h)
{
    track now = {h->tid, h->time_ns, fr_bytes_hash(h->event, 1)};
    size_t i = 0;

    while (i < d->n_tracks && (d->tracks[i].tid != now.tid || d->tracks[i].event != now.event))
        i++;
    if (i == TRACKS_MAX)
        return;
    if (i == d->n_tracks)
        d->n_tracks++;
    else if (now.time_ns > d->tracks[i].time_ns && d->n < DISTANCES_MAX)
        d->ns[d->n++] = now.time_ns - d->tracks[i].time_ns;
    d->tracks[i] = now;
}

static int order(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

int64_t fr_perf_survey_interval(fr_bytes head)
{
    distances *d = calloc(1, sizeof *d);
    fr_perf_line parsed;
    int64_t median = 0;
    fr_bytes line;

    while (d && fr_lines_cut(&head, true, &line)) {
        fr_perf_line_read(line, &parsed);
        if (parsed.kind == FR_PERF_HEADER && parsed.header.has_time && parsed.header.has_tid &&
            !fr_perf_switch_event(parsed.header.event))
            add_sample(d, &parsed.header);
    }
    if (d && d->n >= LEAST) {
        qsort(d->ns, d->n, sizeof *d->ns, order);
        median = d->ns[d->n / 2];
    }
    free(d);
    return median;
}

/* ---- what tells perf script text from other texts, and where its samples begin ---- */

/* "cycles:  7f01 foo (/a)": a header and its only frame. Without a module it may be any table. */
static int score_inline_frame(const fr_perf_header *header)
{
    fr_perf_frame frame;

    if (!fr_perf_frame_parse_inline(header->rest, &frame))
        return 0;
    return frame.module.len || frame.inlined ? 60 : 10;
}

/* A frame below `before`: the last line that may begin or end a sample. */
static int score_frame(const fr_perf_frame *frame, fr_perf_line_kind before)
{
    bool headed = before == FR_PERF_UNTIMED || before == FR_PERF_OTHER;
    bool modular = frame->module.len || frame->inlined;

    if (before == FR_PERF_HEADER || (headed && modular))
        return 60;
    return headed || fr_perf_frame_sure(frame) ? 10 : 0;
}

static int score_line(const fr_perf_line *line, fr_perf_line_kind before)
{
    if (line->kind == FR_PERF_FRAME)
        return score_frame(&line->frame, before);
    if (line->kind == FR_PERF_HEADER)
        return score_inline_frame(&line->header) > 10 ? 60 : 10;
    if (line->kind == FR_PERF_RECORD)
        return line->header.has_time ? 10 : 0;
    if (line->kind != FR_PERF_UNTIMED)
        return 0;
    return fr_bytes_trim(line->header.rest).len == 0 ? 10 : score_inline_frame(&line->header);
}

/* Lines by whether they have a place in perf script text. Comments, blank lines and what belongs to a
 * frame have one in every text. */
typedef struct tally {
    size_t fit, misfit, waiting; /* waiting: may be a header, which the next line tells */
    int best;                    /* the score of the best line */
} tally;

static void tally_line(tally *t, const fr_perf_line *line, int found)
{
    switch (line->kind) {
    case FR_PERF_FRAME:
        t->fit += found > 0 ? t->waiting + 1 : 0;
        t->misfit += found > 0 ? 0 : t->waiting + 1;
        t->waiting = 0;
        break;
    case FR_PERF_HEADER:
    case FR_PERF_RECORD:
        t->misfit += t->waiting;
        t->fit++;
        t->waiting = 0;
        break;
    case FR_PERF_UNTIMED:
    case FR_PERF_OTHER:
        t->misfit += t->waiting;
        t->fit += found >= 60;
        t->waiting = found == 0; /* a frame may follow */
        break;
    case FR_PERF_NO_FRAME:
        t->misfit += t->waiting + 1;
        t->waiting = 0;
        break;
    case FR_PERF_BLANK:
        t->misfit += t->waiting;
        t->waiting = 0;
        break;
    case FR_PERF_COMMENT:
    case FR_PERF_ANNEX:
        break;
    }
    t->best = found > t->best ? found : t->best;
}

int fr_perf_script_probe(fr_bytes head, bool whole)
{
    fr_perf_line_kind before = FR_PERF_BLANK;
    fr_perf_line parsed;
    tally t = {0};
    fr_bytes line;
    size_t misfit;

    while (fr_lines_cut(&head, whole, &line)) {
        fr_perf_line_read(line, &parsed);
        tally_line(&t, &parsed, score_line(&parsed, before));
        if (parsed.kind == FR_PERF_HEADER || parsed.kind == FR_PERF_UNTIMED ||
            parsed.kind == FR_PERF_OTHER || parsed.kind == FR_PERF_BLANK)
            before = parsed.kind;
        else if (parsed.kind == FR_PERF_ANNEX && before == FR_PERF_BLANK)
            before = FR_PERF_OTHER; /* "  958", of perf script -F tid,ip,sym */
    }
    /* The best line is believed where the others fit too. */
    misfit = t.misfit + t.waiting;
    if (misfit > t.fit)
        return 0;
    return misfit * 4 > t.fit && t.best > 10 ? 10 : t.best;
}

/* An empty line ends a sample, a header begins one, whatever was before. */
size_t fr_perf_script_boundary(fr_bytes text)
{
    fr_bytes rest = text, line;
    fr_perf_line parsed;

    while (fr_lines_cut(&rest, false, &line)) {
        fr_perf_line_read(line, &parsed);
        if (parsed.kind == FR_PERF_BLANK)
            return text.len - rest.len;
        if (parsed.kind == FR_PERF_HEADER)
            return (size_t)(line.at - text.at);
    }
    return text.len;
}
