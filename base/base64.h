/*
 * base64.h - bytes as text, RFC 4648 section 4: the standard alphabet, with padding.
 */
#ifndef FR_BASE_BASE64_H
#define FR_BASE_BASE64_H

#include "base/output.h"

void fr_put_base64(fr_output *out, fr_bytes bytes); /* "FRPK" as "RlJQSw==", on one line. */

/* Room that the bytes of `len` characters need at most. */
#define FR_BASE64_ROOM(len) ((len) / 4 * 3 + 3)
/* The bytes of `text` into `to`, their number in *n; line ends and blanks may stand anywhere. False
 * where it is no base64: another character, a wrong length, or bits of the last character that are not 0. */
bool fr_base64_decode(fr_bytes text, char *to, size_t *n);

#endif
