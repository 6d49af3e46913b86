/*
 * perf_survey.h - what form the samples of a recording have, from the beginning of its text, before
 * anything is read: decided once, so that parts of the text may be read apart.
 */
#ifndef FR_FORMATS_PERF_SURVEY_H
#define FR_FORMATS_PERF_SURVEY_H

#include "base/bytes.h"

typedef enum fr_perf_form {
    FR_PERF_FORM_TIMED,   /* headers have time stamps: what looks like one without is prose */
    FR_PERF_FORM_UNTIMED, /* headers have a tid and an event, or a frame */
    FR_PERF_FORM_BARE,    /* any line above frames is a header: -F comm,ip,sym */
    FR_PERF_FORM_HEADLESS /* there are only frames: -F ip,sym,dso */
} fr_perf_form;

fr_perf_form fr_perf_survey(fr_bytes head);

/* The median time between two samples of a thread, of events other than switches, in nanoseconds: what
 * a sample stands for where nothing says it. 0: too few to tell. */
int64_t fr_perf_survey_interval(fr_bytes head);

/* The first line of `text`, which moves past it. False at its end, and for a last line without a
 * newline unless `whole`. */
bool fr_perf_next_line(fr_bytes *text, bool whole, fr_bytes *line);

#endif
