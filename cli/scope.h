/*
 * scope.h - which formats an option matters to: the column `of` of options.def.
 *
 *     FROM("perf-script")       --event     of what is read, to perf script alone
 *     INTO(FR_FORMAT_BITMAP)    --scale     of what is written, to png alone
 *
 * An option that was given and matters to none of the formats at hand gets a note:
 *
 *     flamerender: note: '--event' has no effect: it is for perf-script, and the input is folded
 */
#ifndef FLAMERENDER_CLI_SCOPE_H
#define FLAMERENDER_CLI_SCOPE_H

#include "options.h"

/* "folded, perf-script", "svg", "" where it is no more than two formats that the option matters to; else "". */
void scope_group(const struct option_row *row, char *to, size_t cap);
/* Prints a note for each option that was given and that all of these formats ignore. `read`: those of the inputs,
 * as fr_profile_info.formats; 0: unknown. Nothing with --quiet. */
void scope_note(const struct options *opt, uint64_t read, const fr_format_info *written);

#endif
