/* perf_probe.c - what tells perf script text from other texts, and where its samples begin. */
#include "formats/perf/fast/perf_quick_header.h"
#include "formats/perf/perf_line.h"
#include "formats/perf/perf_survey.h"
#include "formats/reader.h"

static bool has_inline_frame(const fr_perf_header *header)
{
    fr_perf_frame frame;

    return fr_perf_frame_parse_inline(header->rest, &frame);
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
        return has_inline_frame(&line->header) ? 60 : 10;
    if (line->kind == FR_PERF_RECORD)
        return line->header.has_time ? 10 : 0;
    if (line->kind == FR_PERF_UNTIMED)
        return has_inline_frame(&line->header)             ? 60
               : fr_bytes_trim(line->header.rest).len == 0 ? 10
                                                           : 0;
    return 0;
}

int fr_perf_script_probe(fr_bytes head, bool whole)
{
    fr_perf_line_kind before = FR_PERF_BLANK;
    fr_perf_line parsed;
    fr_bytes line;
    int score = 0;

    while (score < 60 && fr_perf_next_line(&head, whole, &line)) {
        int found;
        fr_perf_line_read(line, &parsed);
        found = score_line(&parsed, before);
        score = found > score ? found : score;
        if (begins_or_ends(parsed.kind))
            before = parsed.kind;
        else if (parsed.kind == FR_PERF_ANNEX && before == FR_PERF_BLANK)
            before = FR_PERF_OTHER; /* "  958", of perf script -F tid,ip,sym */
    }
    return score;
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
