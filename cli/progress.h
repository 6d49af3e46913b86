/*
 * progress.h - a bar on a terminal's standard error while inputs are read:
 *
 *     reading  [############                  ]  41 %  1.2 of 2.9 GiB
 */
#ifndef FLAMERENDER_CLI_PROGRESS_H
#define FLAMERENDER_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool enabled;    /* standard error is a terminal and nobody asked for quiet */
    bool shown;      /* there is a bar on the line now */
    int64_t next_ns; /* no update before */
};

void progress_init(struct progress *progress, bool quiet);
/* Of fr_read_options. Draws at most ten times a second, and nothing in the first half second. */
void progress_update(void *progress, uint64_t done, uint64_t size);
/* Empties the line; before any message. */
void progress_erase(struct progress *progress);

#endif
