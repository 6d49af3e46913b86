/*
 * quality_words.h - the causes of bad stacks in words.
 */
#ifndef FR_MODEL_QUALITY_WORDS_H
#define FR_MODEL_QUALITY_WORDS_H

#include "base/output.h"
#include "model/report/quality.h"

/* "unknown-frames" */
const char *fr_cause_key(fr_cause cause);
/* "frames without a function's name"; of causes that are shares (< FR_N_SHARES). */
const char *fr_cause_what(fr_cause cause);

uint32_t fr_quality_count_bad(const fr_quality *q);
/* "46 % of the frames have no name, half of the stacks are cut off at the bottom, and 2 more" */
void fr_quality_put_bad(fr_output *out, const fr_quality *q);
/* "one-frame: 80 % of the stacks have only one frame; record with call graphs: ..." */
void fr_quality_put_advice(fr_output *out, const fr_quality *q, fr_cause cause);

#endif
