/*
 * owners.h - whose code a frame is, by a file of patterns and teams.
 *
 *     # pattern         team: all that follows the blanks
 *     ^runtime[.]       Go runtime
 *     /src/billing/     Billing
 *     .                 Platform
 *
 * A pattern matches a part of the function's name, its file or its module; the first line that does
 * wins. What no line matches is "(nobody)", team 0.
 */
#ifndef FR_MODEL_OWNERS_H
#define FR_MODEL_OWNERS_H

#include "model/profile.h"

typedef struct fr_owners fr_owners;

/* Reads the file at `path`; NULL and `err` where it cannot be read or a line is no rule. */
fr_owners *fr_owners_new(const char *path, fr_error *err);
void fr_owners_free(fr_owners *owners);

/* Teams, nobody included, in the order of the file. */
uint32_t fr_owners_count(const fr_owners *owners);
fr_bytes fr_owners_team(const fr_owners *owners, uint32_t team);
/* Rules, and those that were the first to match some frame so far. */
size_t fr_owners_rules(const fr_owners *owners);
size_t fr_owners_used(const fr_owners *owners);
/* The team of a frame; all frames asked for are of one profile. False where a pattern takes too
 * long. */
bool fr_owners_find(fr_owners *owners, const fr_profile *profile, uint32_t frame, uint32_t *team,
                    fr_error *err);

#endif
