/*
 * habits.h - options of other tools that have another name here.
 */
#ifndef FLAMERENDER_CLI_HABITS_H
#define FLAMERENDER_CLI_HABITS_H

#include <stddef.h>

/* What takes the place of an option of pprof, flamegraph.pl, stackcollapse-perf.pl, difffolded.pl or inferno, by
 * its name without dashes, of `len` bytes: "write '--event' here". NULL: none of them has such an option. */
const char *habit_hint(const char *name, size_t len);

#endif
