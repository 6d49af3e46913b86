/*
 * carried_labels.h - what a page carries of the labels and threads of samples, so that its reader can pick by them:
 *
 *     samples of threads   comm = "java", pid = 7, tid = 9     where samples were kept, and several threads have some
 *     labels               handler = "/tree"                   else
 *
 * A key is carried whole or not at all, those with the fewest values first. One is omitted with more than
 * FR_CARRIED_VALUES values, with texts and numbers, with a name that no condition can ask for (model/select/where.h),
 * or where more than FR_CARRIED_ROWS rows of values would be needed.
 */
#ifndef FR_MODEL_CARRIED_LABELS_H
#define FR_MODEL_CARRIED_LABELS_H

#include "model/profile.h"

#define FR_CARRIED_VALUES 1000
#define FR_CARRIED_ROWS   65536

/* The stacks and values of `profile` with those labels, to be freed; NULL and no error where it has none to carry.
 * `omitted` gets the keys that are not carried, "request, user", cut to `room`. */
fr_profile *fr_carried_labels(const fr_profile *profile, char *omitted, size_t room, fr_error *err);

#endif
