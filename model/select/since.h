/*
 * since.h - a cumulative profile minus an earlier one of the same program.
 */
#ifndef FR_MODEL_SINCE_H
#define FR_MODEL_SINCE_H

#include "model/profile.h"

/* Returns what grew, in the columns that both have; FR_E_EMPTY where nothing did. */
fr_profile *fr_profile_since(const fr_profile *later, const fr_profile *earlier, fr_error *err);

#endif
