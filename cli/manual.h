/*
 * manual.h - the man page, from the tables of subcommands and options.
 */
#ifndef FLAMERENDER_CLI_MANUAL_H
#define FLAMERENDER_CLI_MANUAL_H

#include <stdio.h>

/* flamerender(1) as roff; no date in it. */
void manual_print(FILE *to);

#endif
