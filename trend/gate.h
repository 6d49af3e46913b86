/*
 * gate.h - conditions that fail a build, on what the newest point has still.
 *
 *     slope > 1MiB/h       slope:^cache > 2%/day       step > 5%       step:parse > 1pp
 */
#ifndef FR_TREND_GATE_H
#define FR_TREND_GATE_H

#include "model/report/report.h"
#include "trend/trend.h"

/* Tests all gates (NULL: none), sets the verdict of the report and gates->tripped. Failures stick in the
 * report. */
void fr_trend_gates_add(fr_report *report, const fr_trend *trend, const fr_gate_options *gates);

#endif
