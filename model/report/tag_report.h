/*
 * tag_report.h - the report behind fr_top_options.by = "label:KEY".
 */
#ifndef FR_MODEL_TAG_REPORT_H
#define FR_MODEL_TAG_REPORT_H

#include "model/profile.h"

/* Returns true if the options make sense for labels; else FR_E_USAGE. */
bool fr_labels_check(const fr_top_options *opt, fr_error *err);
/* Labels of one key, or of all ("*"); FR_E_EMPTY where there are none. */
fr_report *fr_report_labels(const fr_profile *profile, const fr_top_options *opt, fr_error *err);

#endif
