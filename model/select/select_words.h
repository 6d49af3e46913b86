/*
 * select_words.h - a selection in words: "from 3.2 to 3.4 s · 0.25-0.31 of every second · comm=java".
 */
#ifndef FR_MODEL_SELECT_WORDS_H
#define FR_MODEL_SELECT_WORDS_H

#include "flamerender.h"

/* Cut at `room` bytes. */
void fr_select_describe(const fr_select_options *opt, char *to, size_t room);

#endif
