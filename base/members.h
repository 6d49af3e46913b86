/*
 * members.h - the members of a JSON object (RFC 8259), written one after the other.
 *
 *     fr_members m = fr_members_begin(out, "{");
 *     fr_member_text(&m, "name", "main");
 *     fr_member_int(&m, "row", 1);
 *     fr_members_end(&m);                           {"name": "main", "row": 1}
 *
 * A list that is a member follows fr_member_key(); its items are the caller's. Texts are repaired UTF-8 (base/text.h).
 */
#ifndef FR_BASE_MEMBERS_H
#define FR_BASE_MEMBERS_H

#include "base/output.h"

typedef struct fr_members {
    fr_output *out;
    const char *before; /* stands before the next key */
    const char *next;   /* stands before the keys after it */
    const char *colon;
} fr_members;

/* Members for people: a blank behind each comma and colon. `begin` is written before the first key. */
fr_members fr_members_begin(fr_output *out, const char *begin);
/* Members for programs, without blanks. */
fr_members fr_members_begin_compact(fr_output *out, const char *begin);
void fr_members_break(fr_members *m); /* The next key stands on a line of its own. */
void fr_members_end(fr_members *m);

/* The key alone; the caller writes its value. */
void fr_member_key(fr_members *m, const char *key);
void fr_member_text(fr_members *m, const char *key, const char *text); /* NULL: null */
void fr_member_bytes(fr_members *m, const char *key, fr_bytes text);
void fr_member_int(fr_members *m, const char *key, int64_t value);
void fr_member_bool(fr_members *m, const char *key, bool value);
/* value / 10^decimals as a number. */
void fr_member_scaled(fr_members *m, const char *key, int64_t value, uint32_t decimals);
/* An integer as text, for readers whose numbers are doubles: "9007199254740993". */
void fr_member_digits(fr_members *m, const char *key, int64_t value);
void fr_member_colour(fr_members *m, const char *key, uint32_t rgb); /* "#ffaa99" */

#endif
