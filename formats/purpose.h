/*
 * purpose.h - what a purpose (fr_read_options.purpose) asks of a reader, and which uses its profile has.
 *
 *     FR_FOR_TOP        functions_only        a pprof is counted by name, without stacks
 *     FR_FOR_PICTURE    lines_until, share    stacks end where they are too narrow to be drawn
 *     FR_FOR_FUNCTIONS  drop_lines            frames are functions at once
 *     FR_FOR_ADDRESSES  keep_locations        frames keep their mapping and address
 *
 * A reader may do more than that. What it keeps does not change the profile's purpose, so that a use
 * that is refused for one format is refused for all.
 */
#ifndef FR_FORMATS_PURPOSE_H
#define FR_FORMATS_PURPOSE_H

#include "model/profile.h"

typedef struct fr_needs {
    bool functions_only; /* self and total of every function; no stacks */
    bool drop_lines;     /* no files, lines and addresses */
    bool keep_locations; /* mappings, and the address of every frame */
    /* stacks beyond which files, lines and addresses are dropped; 0: keep them */
    uint32_t lines_until;
    double min_share; /* then stacks of less than this share of every column end there; 0: whole */
} fr_needs;

fr_needs fr_needs_of(const fr_read_options *opt);
/* Returns what a profile that was read with these options may be used for. */
fr_purpose fr_purpose_of(const fr_profile *profile, const fr_read_options *opt);
/* True if profiles of this purpose are of one input. */
bool fr_purpose_is_lone(fr_purpose purpose);

#endif
