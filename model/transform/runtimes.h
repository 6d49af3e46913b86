/*
 * runtimes.h - which frames are of a language's runtime: the rows of runtimes.def by name.
 *
 *     "go"             a pattern for --hide
 *     "rust,node"      both of theirs
 *     "kernel-idle"    no pattern: samples of idle CPUs (idle.h)
 */
#ifndef FR_MODEL_RUNTIMES_H
#define FR_MODEL_RUNTIMES_H

#include "base/fail.h"

/* False where a name of the list is none, with `err` filled (FR_E_USAGE). NULL is no list, and good. */
FR_CHECKED bool fr_runtimes_check(const char *list, fr_error *err);
/* Return true if a list asks to hide frames, and if it asks to omit idle CPUs. */
bool fr_runtimes_hide(const char *list);
bool fr_runtimes_idle(const char *list);
/* The pattern of the frames to hide, malloc'ed; NULL when memory ran out. */
char *fr_runtimes_pattern(const char *list);

#endif
