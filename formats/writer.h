/*
 * writer.h - a profile writer is a row of the table in writers.c; and what several writers ask of a profile.
 */
#ifndef FR_FORMATS_WRITER_H
#define FR_FORMATS_WRITER_H

#include "base/output.h"
#include "model/profile.h"

void fr_chrome_write(const fr_profile *profile, fr_output *out);
void fr_folded_write(const fr_profile *profile, fr_output *out);
void fr_json_write(const fr_profile *profile, fr_output *out);
void fr_rows_write(const fr_profile *profile, fr_output *out);
void fr_pprof_write(const fr_profile *profile, fr_output *out);
void fr_speedscope_write(const fr_profile *profile, fr_output *out);

/* Returns true if no column has decimals. Else the output fails; `holds`: "pprof holds"; `hint` may be NULL. */
bool fr_writer_has_integers(const fr_profile *profile, fr_output *out, const char *holds,
                            const char *hint);
/* "_[k]" of a frame that came with it; "" of others. */
const char *fr_spelling_suffix(const fr_frame *frame);
/* The profile that a text format can hold, where frames are what is written of them, no more: a new one whose frames
 * are names with these suffixes and, with `lines`, files and lines. Two frames that are written alike become one.
 * Sums of values alone are copied, without labels. NULL: `err`. */
fr_profile *fr_spelling(const fr_profile *profile, bool lines, fr_error *err);

#endif
