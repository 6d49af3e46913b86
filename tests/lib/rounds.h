/*
 * rounds.h - how often a random test repeats itself: a few times under the label `fast`, which runs at every edit, and
 * as often as it can find something under `make test-all`. tests/CMakeLists.txt makes two entries of a test that
 * asks for rounds(): unit.test_x, and unit.test_x.all with FR_ROUNDS=all.
 *
 *     for (uint64_t seed = 0; seed < rounds(60, 300); seed++)
 */
#ifndef FR_TESTS_ROUNDS_H
#define FR_TESTS_ROUNDS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline uint64_t rounds(uint64_t few, uint64_t all)
{
    const char *how = getenv("FR_ROUNDS");

    return how && strcmp(how, "all") == 0 ? all : few;
}

#endif
