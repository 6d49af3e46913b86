/*
 * perf_compat.h - frame lines as stackcollapse-perf.pl (FlameGraph 41fee1f) reads them, for names
 * that equal its own byte for byte. Pure: no state, no allocation.
 *
 *     <TAB>7f01 std::f(int)+0x1f (/a)       std::f
 *     <TAB>7f02 LFoo;::a->LBar;::b (/m)     LFoo:::a, LBar:::b_[i]
 *     <TAB>7f03 [unknown] (/lib/x.so)       [x.so]
 */
#ifndef FR_FORMATS_PERF_COMPAT_H
#define FR_FORMATS_PERF_COMPAT_H

#include "base/bytes.h"
#include "flamerender.h"

typedef struct fr_perf_compat {
    fr_bytes pc, names, module; /* `names`: one or more, joined by "->", the caller first */
} fr_perf_compat;

/* A frame line, or the frame at the end of a header line. False where the script drops the line:
 * without a module, or with a name that starts with '('. */
bool fr_perf_compat_split(fr_bytes line, fr_perf_compat *to);
/* Cuts the last name off `names`; false where none is left. */
bool fr_perf_compat_last(fr_bytes *names, fr_bytes *name);
/* Bytes that `to` of fr_perf_compat_tidy() must have. */
size_t fr_perf_compat_room(const fr_perf_compat *frame);
/* One name as the script spells it, without annotation, in `to`. */
fr_bytes fr_perf_compat_tidy(const fr_perf_compat *frame, fr_bytes name, bool java, bool addresses,
                             char *to);
/* The kind that the script annotates the tidied name with; FR_N_KINDS for none. `inlined`: a later
 * one of several names. */
fr_kind fr_perf_compat_suffix(const fr_read_options *opt, fr_bytes module, fr_bytes name,
                              bool inlined);

#endif
