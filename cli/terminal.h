/* terminal.h - pictures in a terminal: how many cells and colours it has, and whether its ground is dark. */
#ifndef FLAMERENDER_CLI_TERMINAL_H
#define FLAMERENDER_CLI_TERMINAL_H

#include "destination.h"
#include "options.h"

/* Makes the options those of a picture in cells, where `to` is a format for terminals; others stay. */
void terminal_adapt(struct options *opt, const struct destination *to);
/* Fills in columns, rows and colours for what is written. */
void terminal_describe(fr_write_options *how, const struct options *opt,
                       const struct destination *to);

#endif
