/*
 * writer.h - a profile writer is a row of the table in writers.c.
 */
#ifndef FR_FORMATS_WRITER_H
#define FR_FORMATS_WRITER_H

#include "base/output.h"
#include "model/profile.h"

typedef struct fr_profile_format {
    fr_format_info info; /* FR_FORMAT_PROFILE is added for all */
    void (*write)(const fr_profile *profile, fr_output *out);
} fr_profile_format;

void fr_chrome_write(const fr_profile *profile, fr_output *out);
void fr_folded_write(const fr_profile *profile, fr_output *out);
void fr_json_write(const fr_profile *profile, fr_output *out);
void fr_rows_write(const fr_profile *profile, fr_output *out);
void fr_pprof_write(const fr_profile *profile, fr_output *out);
void fr_speedscope_write(const fr_profile *profile, fr_output *out);

#endif
