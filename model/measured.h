/*
 * measured.h - what a profile measures, in words, by its event or sample type and its unit.
 *
 *     event        unit     amount                        title
 *     cpu-clock    ns       16.2 s of CPU time            Where the CPU went
 *     cycles:u     samples  497 samples of cycles:u       Where the CPU went
 *     alloc_space  bytes    154 MiB allocated             What allocated memory
 *     goroutine    count    46 goroutines                 Where goroutines are
 *     page-faults  samples  3 samples of page-faults      Where page-faults happened
 *
 * A new event is a row in measured.c.
 */
#ifndef FR_MODEL_MEASURED_H
#define FR_MODEL_MEASURED_H

#include "base/output.h"

/* The question that a title asks. */
typedef enum fr_question {
    FR_ASK_WHERE,   /* of a flame or icicle graph: "Where the CPU went" */
    FR_ASK_CALLERS, /* of stacks turned over: "Who calls the hot functions" */
    FR_ASK_WHEN     /* of a heatmap: "When the CPU was busy" */
} fr_question;

/* The unit of an amount for people: "goroutines" in place of "count"; other units as they are. */
const char *fr_measured_unit(const char *event, const char *unit);
/* After an amount in fr_measured_unit(): " of CPU time", " allocated", " of page-faults", or nothing. */
void fr_put_measured(fr_output *out, const char *event, const char *unit);
/* True where a larger value means more time: ns, samples of a clock, samples of no named event. */
bool fr_measures_time(const char *event, const char *unit);
/* FLOW adds up while a program runs, as time does; LEVEL is what is there at one moment, as bytes in use are. Memory
 * without a name of what was measured can be either. */
typedef enum fr_measure { FR_MEASURE_FLOW, FR_MEASURE_LEVEL, FR_MEASURE_UNKNOWN } fr_measure;
fr_measure fr_measure_of(const char *event, const char *unit);
/* The title of a picture of it. */
void fr_put_measured_title(fr_output *out, const char *event, const char *unit,
                           fr_question question);

#endif
