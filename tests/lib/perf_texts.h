/*
 * perf_texts.h - perf script text from a seed, the same everywhere: stacks that repeat, from a few
 * functions at a few addresses, of several threads and events, and all that a recording may hold
 * between them.
 */
#ifndef FR_TESTS_PERF_TEXTS_H
#define FR_TESTS_PERF_TEXTS_H

#include "generate.h"

typedef struct text_buffer {
    char *at;
    size_t len, cap;
} text_buffer;

/* Append; abort when memory runs out, and for more than 4 KiB at once of formatted text. */
void text_add(text_buffer *text, const char *bytes, size_t len);
void text_put(text_buffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define PERF_PATH 12 /* functions of a stack */

/* A sample whose stack often shares its root side with the one before: `path` is both. `odd`: also
 * with lines that are no frames, headers of all shapes, or without an empty line after it. */
void text_put_sample(text_buffer *text, random_source *random, uint32_t path[PERF_PATH], bool odd);

/* 1 to `most` samples; odd ones from odd seeds. Some end in the middle of a line. */
text_buffer random_perf_text(uint64_t seed, uint32_t most);

#endif
