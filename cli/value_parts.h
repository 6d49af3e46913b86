/*
 * value_parts.h - what setters of options are made of.
 */
#ifndef FLAMERENDER_CLI_VALUE_PARTS_H
#define FLAMERENDER_CLI_VALUE_PARTS_H

#include "options.h"

/* Copies a value of the member's size into it. */
void option_store(struct options *opt, const struct option_row *row, const void *value);
/* "'--width' expects a number from 100 to 100000, not 'x'"; false. */
bool option_reject(const struct option_row *row, const char *value, const char *expected,
                   fr_error *err);
/* Stores what the name stands for; false where the row has no such choice. */
bool option_store_choice(struct options *opt, const struct option_row *row, const char *name);

#endif
