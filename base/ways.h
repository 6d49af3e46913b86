/*
 * ways.h - the fast ways: each gives the same bytes as the plain path beside it, sooner.
 *
 *     if (fr_way_on(FR_WAY_SPLIT)) ...
 *
 * A build with -DFR_FAST=OFF has none of them. docs/fast-paths.md says of each where it is, when it
 * applies and what it is worth. Only ways.c knows which are on, so a program that lacks one is linked
 * with another ways.o and not built again: bench/ways.sh does that.
 */
#ifndef FR_BASE_WAYS_H
#define FR_BASE_WAYS_H

#include <stdbool.h>

typedef enum fr_way {
    FR_WAY_SPLIT,         /* formats/split.h: threads read parts of a large input */
    FR_WAY_PATHS,         /* formats/reading_many.c: threads read chunks of many inputs */
    FR_WAY_FOLDED_BATCH,  /* formats/folded/fast/: 32 lines are looked up at a time */
    FR_WAY_FOLDED_SORTED, /* formats/folded/fast/: sorted lines are not looked up */
    FR_WAY_PERF_MEMO,     /* formats/perf/fast/perf_memo.h: frame lines and stacks come again */
    FR_WAY_PPROF_TOP,     /* formats/pprof/fast/: names are counted, stacks are not made */
    FR_WAY_PPROF_PICTURE, /* formats/pprof/fast/pprof_picture.c: stacks as far as they are drawn */
    FR_N_WAYS
} fr_way;

bool fr_way_on(fr_way way); /* Returns true if this build has the way. */

#endif
