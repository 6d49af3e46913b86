/*
 * input_labels.h - labels that samples get from where they come: fr_read_options.labels.
 *
 *     host={2}  time={time}        web/v1/h17/0812.pb.gz -> host=h17, time=1700000000000000000 ns
 */
#ifndef FR_FORMATS_INPUT_LABELS_H
#define FR_FORMATS_INPUT_LABELS_H

#include "model/build/builder.h"

/* FR_E_USAGE where a text is no KEY=VALUE. */
bool fr_input_labels_check(const fr_read_options *opt, fr_error *err);
/* Gives them to all samples of `b`, which holds one input, of this name. Failures stick in the builder. */
void fr_input_labels_add(fr_builder *b, const fr_read_options *opt, const char *path);

#endif
