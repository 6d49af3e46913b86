/*
 * memory_limit.h - the process keeps to --limit-memory, whatever allocates: readers, trees, pictures, and the
 * libraries below them.
 *
 *     peak memory <= --limit-memory + 64 MiB      in every subcommand and for every output
 */
#ifndef FR_CLI_MEMORY_LIMIT_H
#define FR_CLI_MEMORY_LIMIT_H

#include <stdint.h>

/* From now on an allocation beyond `bytes` and a reserve of 64 MiB fails, and the error names the option.
 * Does nothing where the system cannot limit the data of a process, and under a sanitizer, whose own memory
 * would count. */
void memory_limit(uint64_t bytes);

#endif
