/*
 * stand_in.h - the name of a frame whose function nobody could name.
 *
 *     ?? of /usr/lib/libfoo.so        [libfoo.so]
 *     0x7f3a12b0                      [unknown]
 */
#ifndef FR_FORMATS_STAND_IN_H
#define FR_FORMATS_STAND_IN_H

#include "model/build/builder.h"

#define FR_STAND_IN_MAX 300

/* `name`, or what stands for it where it says nothing (fr_name_is_bare(), "???"): the module's file in brackets, or
 * "[unknown]". The result points into `name`, `module` or `room`. */
fr_bytes fr_stand_in(fr_bytes name, fr_bytes module, char room[FR_STAND_IN_MAX]);
/* Counts a sample without frames, notes it with its line (0: unknown) and the reason, and returns the stack that stands
 * for it on `root`: "[no stack]". */
uint32_t fr_stand_in_stack(fr_builder *b, uint32_t root, uint64_t line, const char *reason);

#endif
