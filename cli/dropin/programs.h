/*
 * programs.h - the table of other programs.
 */
#ifndef FLAMERENDER_CLI_DROPIN_PROGRAMS_H
#define FLAMERENDER_CLI_DROPIN_PROGRAMS_H

#include "cli/dropin/translate.h"

/* NULL past the last. */
const struct foreign_program *foreign_program_at(size_t index);

#endif
