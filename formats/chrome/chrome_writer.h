/*
 * chrome_writer.h - what the two ways to write a trace of spans share: sums of stacks, and samples with their times.
 */
#ifndef FR_FORMATS_CHROME_WRITER_H
#define FR_FORMATS_CHROME_WRITER_H

#include "formats/writer.h"

/* Returns true if samples were kept, and one of them has a time. */
bool fr_chrome_has_times(const fr_profile *profile);
/* The samples of such a profile as spans of their threads. */
void fr_chrome_write_times(const fr_profile *profile, fr_output *out);

#endif
