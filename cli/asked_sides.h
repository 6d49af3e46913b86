/*
 * asked_sides.h - which inputs and slices the command line gives to a side of `flamerender diff`.
 */
#ifndef FLAMERENDER_CLI_ASKED_SIDES_H
#define FLAMERENDER_CLI_ASKED_SIDES_H

#include "options.h"

/* The inputs of a side: its own, one of two, or the one that both share. */
size_t asked_paths(const struct options *opt, int which);
const char *asked_path(const struct options *opt, int which, size_t i);
/* Both sides are cut out of one input. */
bool asked_one_input(const struct options *opt);
/* The side is a part of its input: some labels or seconds of it. */
bool asked_slice(const struct side *side);
/* The side is what the ranges of the other one leave: "rest". */
bool asked_rest(const struct side *side);

#endif
