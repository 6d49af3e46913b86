/*
 * perf_script.h - the reader of perf script text without its short cuts, for tests: both must give
 * the same.
 */
#ifndef FR_FORMATS_PERF_SCRIPT_H
#define FR_FORMATS_PERF_SCRIPT_H

#include "formats/reader.h"

/* fr_perf_script_read(), every line by itself. */
void fr_perf_script_read_slowly(fr_input *in, fr_builder *b, const fr_read_options *opt,
                                fr_choice *choice);

#endif
