/*
 * perf_script.h - the reader of perf script text, for one part of an input, as its plain path and its fast way share it.
 */
#ifndef FR_FORMATS_PERF_SCRIPT_H
#define FR_FORMATS_PERF_SCRIPT_H

#include "formats/perf/fast/perf_memo.h"

/* Decided once from the beginning of a text, before anything is read, so that its parts may be read apart. */
typedef enum fr_perf_form {
    FR_PERF_FORM_TIMED,   /* headers have time stamps: what looks like one without is prose */
    FR_PERF_FORM_UNTIMED, /* headers have a tid and an event, or a frame */
    FR_PERF_FORM_BARE,    /* any line above frames is a header: -F comm,ip,sym */
    FR_PERF_FORM_HEADLESS /* there are only frames: -F ip,sym,dso */
} fr_perf_form;

/* Remembered of a line: it is no frame, and is skipped. */
#define FR_PERF_ANNEX_LINE (FR_PERF_NEW_LINE - 1)

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
    char pending[512];
    size_t pending_len;
    uint64_t pending_line;
} fr_perf_script;

/* Reads the first line of `text`, whatever it is, *line; its bytes with the newline, 0 where it is cut. */
size_t fr_perf_script_line(fr_perf_script *r, fr_bytes text, fr_bytes *line);
/* The fast way (fast/perf_memo.c): reads ordinary samples at the start of the window; returns the bytes used.
 * *more: the one that follows wants more text than there is. */
size_t fr_perf_quick_samples(fr_perf_script *r, fr_bytes window, bool *more);

#endif
