/* perf_survey.c - counts what stands above the frames. */
#include "formats/perf/perf_survey.h"

#include "formats/perf/perf_line.h"

typedef struct survey {
    size_t n[FR_PERF_FORM_HEADLESS + 1];
    fr_perf_line_kind above; /* the line before, where no sample is open */
    bool open;
} survey;

bool fr_perf_next_line(fr_bytes *text, bool whole, fr_bytes *line)
{
    size_t len = fr_bytes_find(*text, '\n');

    if (text->len == 0 || (len == text->len && !whole))
        return false;
    *line = (fr_bytes){text->at, len};
    len += len < text->len;
    *text = (fr_bytes){text->at + len, text->len - len};
    return true;
}

static bool has_frame(const fr_perf_header *header)
{
    fr_perf_frame frame;

    return fr_perf_frame_parse_inline(header->rest, &frame);
}

static void count_frame(survey *s, const fr_perf_frame *frame)
{
    if (s->open)
        return;
    s->n[FR_PERF_FORM_UNTIMED] += s->above == FR_PERF_UNTIMED;
    s->n[FR_PERF_FORM_BARE] += s->above == FR_PERF_OTHER || s->above == FR_PERF_ANNEX;
    s->n[FR_PERF_FORM_HEADLESS] += s->above == FR_PERF_BLANK && fr_perf_frame_sure(frame);
    s->open = true;
}

static void count_line(survey *s, const fr_perf_line *line)
{
    if (line->kind == FR_PERF_FRAME) {
        count_frame(s, &line->frame);
    } else if (line->kind == FR_PERF_BLANK || !s->open) {
        s->open = false;
        s->above = line->kind == FR_PERF_COMMENT ? FR_PERF_BLANK : line->kind;
    }
    s->n[FR_PERF_FORM_TIMED] += line->kind == FR_PERF_HEADER;
    s->n[FR_PERF_FORM_UNTIMED] += line->kind == FR_PERF_UNTIMED && has_frame(&line->header);
}

/* The most frequent form, the surer one of equals: a comm such as "job 42" makes single headers
 * look as if they had a tid. */
fr_perf_form fr_perf_survey(fr_bytes head)
{
    survey s = {.above = FR_PERF_BLANK};
    fr_perf_form best = FR_PERF_FORM_TIMED;
    fr_perf_line parsed;
    fr_bytes line;

    while (fr_perf_next_line(&head, true, &line)) {
        fr_perf_line_read(line, &parsed);
        count_line(&s, &parsed);
    }
    for (fr_perf_form form = FR_PERF_FORM_UNTIMED; form <= FR_PERF_FORM_HEADLESS; form++)
        if (s.n[form] > s.n[best])
            best = form;
    return s.n[FR_PERF_FORM_TIMED] + s.n[best] == 0 ? FR_PERF_FORM_BARE : best;
}
