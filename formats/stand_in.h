/*
 * stand_in.h - the name of a frame whose function nobody could name.
 *
 *     ?? of /usr/lib/libfoo.so        [libfoo.so]
 *     0x7f3a12b0                      [unknown]
 */
#ifndef FR_FORMATS_STAND_IN_H
#define FR_FORMATS_STAND_IN_H

#include "base/bytes.h"

#define FR_STAND_IN_MAX 300

/* `name`, or what stands for it where it says nothing (fr_name_is_bare(), "???"): the module's file in brackets, or
 * "[unknown]". The result points into `name`, `module` or `room`. */
fr_bytes fr_stand_in(fr_bytes name, fr_bytes module, char room[FR_STAND_IN_MAX]);

#endif
