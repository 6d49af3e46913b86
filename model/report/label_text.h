/*
 * label_text.h - labels as people read them: /tree, 4096 bytes, 12.
 */
#ifndef FR_MODEL_LABEL_TEXT_H
#define FR_MODEL_LABEL_TEXT_H

#include "base/output.h"
#include "model/profile.h"

/* A label without its key. A number has its unit, exact; the key stands for it where it is one:
 * bytes, but not alignment. */
void fr_put_label(fr_output *out, const fr_profile *profile, const fr_label *label);
/* Writes what a set says of a key, "a,b" where it has several labels of it, texts first, each in order. False
 * where it has none. */
bool fr_put_labels_of(fr_output *out, const fr_profile *profile, uint32_t set, fr_bytes key);
/* The unit of a numeric label: the one it says, else bytes for "alignment" and "request", else its
 * key (as pprof has it). */
fr_bytes fr_label_unit(const fr_profile *profile, const fr_label *label);
/* "handler, tenant, worker": the keys of all labels, by their bytes; cut to `room`. */
void fr_label_keys(const fr_profile *profile, char *to, size_t room);

/* The report behind fr_top_options.by = "label:KEY" (tag_report.c). True if the options make sense for it,
 * else FR_E_USAGE. */
bool fr_labels_check(const fr_top_options *opt, fr_error *err);
/* Labels of one key, or of all ("*"); FR_E_EMPTY where there are none. */
fr_report *fr_report_labels(const fr_profile *profile, const fr_top_options *opt, fr_error *err);

#endif
