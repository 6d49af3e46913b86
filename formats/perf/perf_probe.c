/* perf_probe.c - what tells perf script text from other texts, and where its samples begin. */
#include "formats/perf/fast/perf_quick_header.h"
#include "formats/perf/perf_line.h"
#include "formats/perf/perf_survey.h"
#include "formats/reader.h"

/* "cycles:  7f01 foo (/a)": a header and its only frame. Without a module it may be any table. */
static int score_inline_frame(const fr_perf_header *header)
{
    fr_perf_frame frame;

    if (!fr_perf_frame_parse_inline(header->rest, &frame))
        return 0;
    return frame.module.len || frame.inlined ? 60 : 10;
}

static bool begins_or_ends(fr_perf_line_kind kind)
{
    return kind == FR_PERF_HEADER || kind == FR_PERF_UNTIMED || kind == FR_PERF_OTHER ||
           kind == FR_PERF_BLANK;
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

static void count_line(tally *t, const fr_perf_line *line, int found)
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

/* The best line is believed where the others fit too. */
static int settle(const tally *t)
{
    size_t misfit = t->misfit + t->waiting;

    if (misfit > t->fit)
        return 0;
    return misfit * 4 > t->fit && t->best > 10 ? 10 : t->best;
}

int fr_perf_script_probe(fr_bytes head, bool whole)
{
    fr_perf_line_kind before = FR_PERF_BLANK;
    fr_perf_line parsed;
    tally t = {0};
    fr_bytes line;

    while (fr_perf_next_line(&head, whole, &line)) {
        fr_perf_line_read(line, &parsed);
        count_line(&t, &parsed, score_line(&parsed, before));
        if (begins_or_ends(parsed.kind))
            before = parsed.kind;
        else if (parsed.kind == FR_PERF_ANNEX && before == FR_PERF_BLANK)
            before = FR_PERF_OTHER; /* "  958", of perf script -F tid,ip,sym */
    }
    return settle(&t);
}

/* An empty line ends a sample, a header begins one, whatever was before. */
size_t fr_perf_script_boundary(fr_bytes text)
{
    fr_bytes rest = text, line;
    fr_perf_header header;

    while (fr_perf_next_line(&rest, false, &line)) {
        if (line.len == 0 || (line.len == 1 && line.at[0] == '\r'))
            return text.len - rest.len;
        if (line.at[0] != '\t' && fr_perf_quick_header(line, &header))
            return (size_t)(line.at - text.at);
    }
    return text.len;
}
