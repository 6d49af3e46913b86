/*
 * perf_line.h - what a line of perf script text is. Pure, and a function of the line alone, so that
 * frame lines may be remembered by their bytes.
 */
#ifndef FR_FORMATS_PERF_LINE_H
#define FR_FORMATS_PERF_LINE_H

#include "formats/perf/perf_frame.h"
#include "formats/perf/perf_header.h"

typedef enum fr_perf_line_kind {
    FR_PERF_BLANK,    /* ends a sample */
    FR_PERF_COMMENT,  /* "# captured on ..." */
    FR_PERF_HEADER,   /* with a time stamp */
    FR_PERF_UNTIMED,  /* "java 12 cycles:": a header, or prose */
    FR_PERF_RECORD,   /* "PERF_RECORD_LOST lost 55" */
    FR_PERF_FRAME,    /* "<TAB>7f01 foo (/a)" */
    FR_PERF_ANNEX,    /* belongs to a frame but is none: "  a.c:12", "0x7f02/0x7f03/P/-/-/1" */
    FR_PERF_NO_FRAME, /* starts with a tab but has no address */
    FR_PERF_OTHER     /* a warning, or a header of the bare form */
} fr_perf_line_kind;

typedef struct fr_perf_line {
    fr_perf_line_kind kind;
    fr_perf_header header; /* of HEADER, UNTIMED; for RECORD `rest` starts at PERF_RECORD_ */
    fr_perf_frame frame;   /* of FRAME */
} fr_perf_line;

/* `line` is without its newline. The slices of `to` point into it. */
void fr_perf_line_read(fr_bytes line, fr_perf_line *to);

#endif
