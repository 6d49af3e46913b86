/*
 * where.h - conditions on samples: on their labels, and on the thread that ran.
 *
 *     handler=/tree       tenant!=t04       handler~^/api/       handler!~test
 *     bytes=4kb:64kb      latency>=10ms     latency<1s           cpu=0:3
 *
 * key=value holds for a text that is equal to the value, and for a number that is equal or in the range.
 * Where a sample has several labels of a key, one of them is enough. != and !~ hold where = and ~ do not, so
 * also for samples without the key.
 */
#ifndef FR_MODEL_WHERE_H
#define FR_MODEL_WHERE_H

#include "model/profile.h"
#include "model/report/amount.h"
#include "model/transform/pattern.h"

typedef struct fr_condition {
    fr_bytes key, value;
    fr_pattern *pattern; /* of ~ and !~ */
    bool numeric;        /* `range` is what the value says */
    bool only_numbers;   /* < <= > >=: no text meets it */
    bool negated;
    fr_amount_range range;
} fr_condition;

/* False: no condition; FR_E_USAGE quotes it. `text` must live as long as the condition. */
bool fr_condition_parse(fr_condition *condition, const char *text, fr_error *err);
void fr_condition_reset(fr_condition *condition);

/* Without `negated`: what a single value says. A pattern that takes too long fills err. */
bool fr_condition_likes_text(const fr_condition *condition, fr_bytes text, fr_error *err);
bool fr_condition_likes_number(const fr_condition *condition, int64_t number, fr_bytes unit,
                               fr_error *err);
/* Returns true if a label set of the profile meets the condition. */
bool fr_condition_meets(const fr_condition *condition, const fr_profile *profile, uint32_t set,
                        fr_error *err);

/* The unit of a numeric label: the one it says, else bytes for "alignment" and "request", else its
 * key (as pprof has it). */
fr_bytes fr_label_unit(const fr_profile *profile, const fr_label *label);
/* "handler, tenant, worker": the keys of all labels, by their bytes; cut to `room`. */
void fr_label_keys(const fr_profile *profile, char *to, size_t room);

#endif
