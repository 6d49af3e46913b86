/*
 * pprof_count.h - self and total of functions, of all samples that were noted ahead.
 */
#ifndef FR_FORMATS_PPROF_COUNT_H
#define FR_FORMATS_PPROF_COUNT_H

#include "formats/pprof/fast/pprof_ahead.h"

/* Tells the builder, which tallies, all samples, as if they were read one by one. False, and nothing told,
 * where they are void. */
bool fr_pprof_count(const fr_pprof_path *path, const fr_pprof_columns *columns, size_t n_threads);

#endif
