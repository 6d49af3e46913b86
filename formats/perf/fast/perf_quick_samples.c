/*
 * perf_quick_samples.c - ordinary samples of perf script as wholes: a header line, frames that came before
 * (perf_memo.h), an empty line. The lines of perf_script.c read what is not ordinary.
 */
#include "formats/perf/perf_script.h"

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
        fr_bytes text = {window.at + used, window.len - used}, line;
        if (r->samples.open && r->samples.ignored)
            taken = skip_quick_frames(r, text);
        else if (!r->samples.open)
            taken = r->pending_len || r->cut ? 0 : fr_perf_script_line(r, text, &line);
        else if (!read_quick_frames(r, text, &taken, more))
            break;
        if (taken == 0)
            break;
    }
    return used;
}
