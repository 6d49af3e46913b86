/*
 * name_attributes.h - what boxes of a name say and where they lead, as flamegraph.pl --nameattr has it:
 *
 *     main<TAB>title=where it begins<TAB>href=https://host/main<TAB>target=_blank
 *
 * Only these three are read. `class`, `id`, `g_extra` and `a_extra`, which flamegraph.pl copies into the picture as
 * they are, are skipped; every other key is an error, so that no handler of an event gets into a picture.
 */
#ifndef FR_THEMES_NAME_ATTRIBUTES_H
#define FR_THEMES_NAME_ATTRIBUTES_H

#include "base/arena.h"
#include "base/fail.h"
#include "base/intern.h"

typedef struct fr_name_attribute {
    const char *title, *href, *target; /* NULL: none */
} fr_name_attribute;

/* Zeroed: none. */
typedef struct fr_name_attributes {
    fr_names *names;
    fr_name_attribute *of; /* by id */
    fr_arena text;
} fr_name_attributes;

/* Reads lines into an empty table. FR_E_FORMAT names the line, the key and what was expected. */
bool fr_name_attributes_read(fr_name_attributes *a, fr_bytes text, fr_error *err);
/* NULL where the name has none. */
const fr_name_attribute *fr_name_attributes_find(const fr_name_attributes *a, fr_bytes name);
void fr_name_attributes_reset(fr_name_attributes *a);

#endif
