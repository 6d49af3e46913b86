/*
 * shard.h - --shard I/N: the inputs that the I-th of N tasks reads. The hash of a path decides, so a path stays in
 * its share when the list grows or is given in another order.
 */
#ifndef FLAMERENDER_CLI_SHARD_H
#define FLAMERENDER_CLI_SHARD_H

#include "file_list.h"

/* False where `text` is not I/N with I < N. */
FR_CHECKED bool shard_check(const char *text, fr_error *err);
/* Leaves the names of the share in the list, in their order. */
FR_CHECKED bool shard_take(const char *text, struct file_list *list, fr_error *err);

#endif
