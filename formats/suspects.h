/*
 * suspects.h - what people give us by mistake, by name, with the next command.
 */
#ifndef FR_FORMATS_SUSPECTS_H
#define FR_FORMATS_SUSPECTS_H

#include "base/bytes.h"
#include "base/fail.h"

typedef struct fr_suspect {
    const char *text, *hint;
    fr_code code; /* FR_E_FORMAT, or FR_E_EMPTY where it may be a profile of nothing */
    bool (*matches)(fr_bytes head);
} fr_suspect;

/* The first row that matches what is no profile, or NULL. */
const fr_suspect *fr_suspect_find(fr_bytes head);

#endif
