/*
 * perf_script.h - the reader of perf script text, for one part of an input: windows in, samples out.
 *
 *     fr_perf_script_init(&script, b, opt, choice, form);
 *     fr_perf_script_rest(&script, in);
 */
#ifndef FR_FORMATS_PERF_SCRIPT_H
#define FR_FORMATS_PERF_SCRIPT_H

#include "formats/perf/fast/perf_memo.h"
#include "formats/perf/perf_survey.h"

#define FR_PERF_PENDING 512
#define FR_PERF_ANNEX_LINE                                                                         \
    (FR_PERF_NEW_LINE - 1) /* remembered of a line: no frame, to be skipped */

typedef struct fr_perf_script {
    fr_perf_samples samples;
    fr_perf_memo memo; /* frame lines and stacks by their bytes */
    bool remembers;    /* frame lines, in the memo; decided by init, as are these: */
    bool whole;        /* ordinary samples are read whole */
    fr_builder *b;
    uint64_t line;
    fr_perf_form form;
    bool cut;    /* inside of a line that was cut */
    size_t rest; /* bytes at the window's start that are no whole line or sample */
    bool ended;
    uint64_t n_parts; /* read at once, of which this one tells the progress; 0: another does */
    uint64_t n_orphans;
    /* Lines that have no place: between samples, or frames that cannot be read */
    uint64_t n_misfits;
    /* A line that is a header only if a frame follows: "java 12", of -F comm,tid,ip,sym. */
    char pending[FR_PERF_PENDING];
    size_t pending_len;
    uint64_t pending_line;
} fr_perf_script;

void fr_perf_script_init(fr_perf_script *r, fr_builder *b, const fr_read_options *opt,
                         fr_choice *choice, fr_perf_form form);
void fr_perf_script_reset(fr_perf_script *r);
/* Reads the first line of `text`, whatever it is; its bytes with the newline, 0 where it is cut. */
size_t fr_perf_script_line(fr_perf_script *r, fr_bytes text);
/* Reads what there is of whole samples and lines in the next window of the input. */
void fr_perf_script_window(fr_perf_script *r, fr_input *in);
/* Reads all that is left of the input, and ends its last sample. */
void fr_perf_script_rest(fr_perf_script *r, fr_input *in);

#endif
