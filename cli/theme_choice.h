/*
 * theme_choice.h - the theme that the command line asks for, with what it changes in it.
 */
#ifndef FLAMERENDER_CLI_THEME_CHOICE_H
#define FLAMERENDER_CLI_THEME_CHOICE_H

#include "options.h"

/* The caller frees it. NULL: `err` names the option. */
FR_CHECKED fr_theme *theme_choose(const struct options *opt, fr_error *err);

#endif
