/*
 * measured.h - what a profile measures, in words, by its event or sample type and its unit.
 *
 *     event        unit     amount                        of a heatmap
 *     cpu-clock    ns       16.2 s of CPU time            When the CPU was busy
 *     cycles:u     samples  497 samples of cycles:u       When the CPU was busy
 *     alloc_space  bytes    154 MiB allocated             When memory was allocated
 *     goroutine    count    46 goroutines                 When samples were taken
 *     page-faults  samples  3 samples of page-faults      When page faults happened
 *
 * A new event is a row in measured.c.
 */
#ifndef FR_MODEL_MEASURED_H
#define FR_MODEL_MEASURED_H

#include "base/sentence.h"
#include "model/profile.h"

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
/* True of time that threads wait, such as off-CPU time and waits for locks; not of lists of events. */
bool fr_measures_waits(const char *event);
/* The title of a heatmap of it: "When the CPU was busy"; static. */
const char *fr_measured_when(const char *event);

/*
 * What was measured, in a line that pictures and tables share:
 *
 *     4 253 of 6 826 samples of cpu-clock in 68.9 s of recording · focus 'foo'
 *     16.2 s of CPU time in 21.0 s of recording · 78 586 samples
 */

typedef struct fr_summary {
    const char *name;     /* of the column: its event or sample type */
    const char *unit;     /* of the column */
    const char *shown_as; /* what people call the unit; mostly the same */
    uint32_t decimals;
    int64_t kept, whole; /* after transforms; what shares refer to */
    const fr_meta *meta;
} fr_summary;

/* Returns the summary of a column in its own unit. */
fr_summary fr_summary_of(const fr_profile *profile, const fr_column *column, int64_t kept,
                         int64_t whole);

/* Writes how much of what was measured, and in how long. */
void fr_summary_put_amounts(const fr_summary *summary, fr_output *out);
/* Writes what was done to it: " · focus 'foo' · recursion folded". */
void fr_summary_put_steps(const fr_summary *summary, fr_output *out);
/* Writes both, and what shares are of where that is not the whole: the second line of a report. */
void fr_summary_put(const fr_summary *summary, fr_output *out);

/* ---- what to look at: the sentence over a picture (report/highlights.c) ---- */

/* Writes the sentence, in which people call the value "the time", "the memory", "goroutines"; of a tree of callers it
 * tells of the hot function alone. False when memory ran out. */
FR_CHECKED bool fr_highlights_put(const fr_tree *tree, int64_t whole, const char *what,
                                  fr_output *out);
/* "the time" of clocks and times, "the memory"; else the unit. */
const char *fr_highlights_what(const char *event, const char *unit);
/* Writes of a chart "85 % of the time runs in one thread: NAME", of waits "is in"; nothing where no thread has half of
 * it. */
void fr_highlights_put_thread(const fr_tree *chart, fr_output *out);

#endif
