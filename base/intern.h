/*
 * intern.h - the name table: every distinct byte string once, under a small id.
 *
 * Id 0 is the empty string. The table grows while a builder fills it; frozen, it is immutable and
 * shared by count between the objects that need it, in any thread.
 */
#ifndef FR_BASE_INTERN_H
#define FR_BASE_INTERN_H

#include "base/bytes.h"

#define FR_NO_ID UINT32_MAX

typedef struct fr_names fr_names;

fr_names *fr_names_new(void); /* NULL when memory ran out */
/* Id of a copy of `text`; FR_NO_ID when memory ran out. Not for a shared table. */
uint32_t fr_names_add(fr_names *names, fr_bytes text);
uint32_t fr_names_find(const fr_names *names, fr_bytes text); /* Id of `text` or FR_NO_ID. */
uint32_t fr_names_count(const fr_names *names);
/* NUL-terminated; lives as long as the table. */
fr_bytes fr_names_at(const fr_names *names, uint32_t id);
size_t fr_names_held(const fr_names *names); /* bytes of memory */
fr_names *fr_names_share(fr_names *names);   /* One more owner. */
void fr_names_free(fr_names *names);         /* one owner less */

#endif
