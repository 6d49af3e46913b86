/*
 * perf_quick_samples.c - ordinary samples of perf script as wholes: a header (perf_heads.h), frames
 * that came before (perf_memo.h), an empty line. What is not ordinary is left to the lines of perf_script.c.
 */
#include "formats/perf/fast/perf_quick_samples.h"

/* "app 12/12 [001] 1.0: 5 cycles:" between two samples; its bytes, or 0 where it must be read as any
 * line is. */
static size_t read_quick_header(fr_perf_script *r, fr_bytes text)
{
    fr_perf_header header;
    size_t len;

    if (r->pending_len || r->cut)
        return 0;
    if (!r->quick_heads)
        return fr_perf_script_line(r, text);
    len = fr_perf_heads_read(&r->heads, text, &header);
    if (len == 0)
        return 0;
    r->line++;
    fr_perf_samples_begin(&r->samples, &header, r->line);
    return len;
}

/* Frames of a sample that is not read; its bytes. */
static size_t skip_quick_frames(fr_perf_script *r, fr_bytes text)
{
    const char *at = text.at, *end = text.at + text.len, *newline;

    for (; at < end && *at == '\t'; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            break;
        r->line++;
    }
    return (size_t)(at - text.at);
}

/* Frames and empty line of a sample whose header was read; false where that cannot be done so. */
static bool read_quick_frames(fr_perf_script *r, fr_bytes text, size_t *used, bool *more)
{
    fr_perf_memo_result result = FR_PERF_MEMO_ODD;
    size_t n;

    if (!fr_perf_samples_blank(&r->samples))
        return false;
    result = fr_perf_memo_read(&r->memo, &r->samples, text, FR_PERF_ANNEX_LINE, used, &n);
    *more = result == FR_PERF_MEMO_MORE;
    if (result != FR_PERF_MEMO_READ)
        return false;
    r->line += n;
    fr_perf_samples_end(&r->samples);
    return true;
}

size_t fr_perf_quick_samples(fr_perf_script *r, fr_bytes window, bool *more)
{
    size_t used = 0, taken;

    for (*more = false; used < window.len; used += taken) {
        fr_bytes text = {window.at + used, window.len - used};
        if (r->samples.open && r->samples.ignored)
            taken = skip_quick_frames(r, text);
        else if (!r->samples.open)
            taken = read_quick_header(r, text);
        else if (!read_quick_frames(r, text, &taken, more))
            break;
        if (taken == 0)
            break;
    }
    return used;
}
