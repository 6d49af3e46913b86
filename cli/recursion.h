/*
 * recursion.h - recursion can make a picture very high: then a note names what folds it.
 */
#ifndef FLAMERENDER_CLI_RECURSION_H
#define FLAMERENDER_CLI_RECURSION_H

#include "options.h"

/* Where more than 200 rows of the picture repeat functions that stand nearer to the root, `note` says so, and a
 * message too; else its text is "". The tree has one column. */
void note_recursion(const struct options *opt, const fr_tree *tree, fr_note *note);

#endif
