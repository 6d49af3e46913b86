/*
 * identical.h - two profiles are the same to the last id: not only what can be seen of them, but the
 * order in which their frames, stacks, threads and notes were met too.
 */
#ifndef FR_TESTS_IDENTICAL_H
#define FR_TESTS_IDENTICAL_H

#include "flamerender.h"

/* A failed test where they are not. */
void assert_identical(const fr_profile *a, const fr_profile *b);

/* The same notes, in the same order. */
void assert_same_notes(const fr_profile *a, const fr_profile *b);

#endif
