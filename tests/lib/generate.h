/*
 * generate.h - random profiles, folded and as perf script, from a seed, the same everywhere, and what they add up to.
 */
#ifndef FR_TESTS_GENERATE_H
#define FR_TESTS_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* splitmix64 */
typedef struct random_source {
    uint64_t state;
} random_source;

uint64_t random_next(random_source *random);
uint32_t random_below(random_source *random, uint32_t n); /* n > 0 */

/* Where names come from: readable ones of one kind; with blanks, digits, UTF-8, kind suffixes and
 * escapes; or also with control characters, broken UTF-8 and empty ones. */
typedef enum name_pool { NAMES_PLAIN, NAMES_ODD, NAMES_HOSTILE } name_pool;

typedef struct generated {
    char *text; /* NUL-terminated */
    size_t len;
    size_t *line_at; /* start of line i; [n_lines] = len */
    uint32_t n_lines;
    int64_t total; /* sum of all values */
} generated;

/* Up to a few hundred lines, 1 to 40 frames deep, of one column. Values are 0 to 2^40 (1 to 1000
 * for NAMES_PLAIN), of the first line more than 0. Aborts when memory runs out. */
generated generate_folded(uint64_t seed, name_pool pool);
/* The same lines in another order. */
generated generate_shuffled(const generated *from, uint64_t seed);
/* Text of perf script: 1 to some hundred samples of a few threads, in no order of time, within 1 to
 * `seconds` seconds; half of them in bursts. Has no `line_at`. */
generated generate_perf_script(uint64_t seed, uint32_t seconds);
void generated_reset(generated *g);

#endif
