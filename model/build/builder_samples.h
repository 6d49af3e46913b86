/*
 * builder_samples.h - samples one by one, with their times and threads, for selections and heatmaps:
 *
 *     if (fr_builder_keeps_samples(b))
 *         fr_builder_sample(b, stack, time_ns, fr_builder_thread(b, pid, tid, comm), cpu, value);
 */
#ifndef FR_MODEL_BUILDER_SAMPLES_H
#define FR_MODEL_BUILDER_SAMPLES_H

#include "model/build/builder.h"

/* The id of a thread; comm is a name id. */
uint32_t fr_builder_thread(fr_builder *b, int64_t pid, int64_t tid, uint32_t comm);
/* One sample, beside what fr_builder_add() gets for it. `value` is of the first column. Does nothing
 * where samples are not kept. */
void fr_builder_sample(fr_builder *b, uint32_t stack, int64_t time_ns, uint32_t thread,
                       uint16_t cpu, int64_t value);
/* Adds facts of all stacks, beside those of the format: FR_SAMPLES_LAST, FR_STACKS_OF_THREADS. */
void fr_builder_stacks_are(fr_builder *b, unsigned facts);
bool fr_builder_keeps_samples(const fr_builder *b);
/* Sorts the samples by time; equal ones stay in their order. */
void fr_builder_sort_samples(fr_builder *b);

#endif
