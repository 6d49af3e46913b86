/*
 * highlights.h - what to look at in a profile, as the sentence over its picture:
 *
 *     13 % of the time clears pages: clear_page_erms; 20 % is under sort w1.js:4
 *     23 % of the time is in insert itself, under build; with what it calls 43 %
 *     50 % of the time is idle: pv_native_safe_halt; 5 % is in code without names: [collapse]
 *     nothing stands out: no function has 3 % of the time itself
 *
 * hot: the function with the largest own value. under: the narrowest of its callers under which two thirds of that are.
 * branch: where value divides below the last node that holds half of it all, the widest part. The viewer has the same
 * in render/assets/profile/highlights.js.
 */
#ifndef FR_MODEL_HIGHLIGHTS_H
#define FR_MODEL_HIGHLIGHTS_H

#include "base/output.h"
#include "model/tree/tree.h"

/* Writes the sentence, in which people call the value "the time", "the memory", "goroutines"; of a tree of callers it
 * tells of the hot function alone. False when memory ran out. */
FR_CHECKED bool fr_highlights_put(const fr_tree *tree, int64_t whole, const char *what,
                                  fr_output *out);
/* "the time" of clocks and times, "the memory"; else the unit. */
const char *fr_highlights_what(const char *event, const char *unit);
/* Writes of a chart "85 % of the time runs in one thread: NAME"; nothing where no thread has half of it. */
void fr_highlights_put_thread(const fr_tree *chart, fr_output *out);

#endif
