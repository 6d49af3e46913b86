/*
 * pprof_measure.h - what is known of the samples of a pprof without telling their stacks apart: whose own
 * value theirs is, and what their stacks are judged by.
 */
#ifndef FR_FORMATS_PPROF_MEASURE_H
#define FR_FORMATS_PPROF_MEASURE_H

#include "formats/pprof/fast/pprof_ahead.h"
#include "formats/pprof/fast/pprof_trace.h"

/* What p->frames holds where p->labels_only: all that a picture shows of a frame. */
static inline uint32_t fr_pprof_label(uint32_t name, uint32_t kind)
{
    return name << 3 | (kind & 7);
}

static inline uint32_t fr_pprof_label_name(uint32_t label)
{
    return label >> 3;
}

static inline fr_kind fr_pprof_label_kind(uint32_t label)
{
    return (fr_kind)(label & 7);
}

/* Of all samples that were noted; their traces go to traces->items, which have room. To be freed. NULL where
 * one is not plain: an id of nothing, a process; or where memory ran out. */
fr_undivided *fr_pprof_measure(const fr_pprof_path *path, const fr_pprof_columns *columns,
                               const fr_pprof_noted *noted, fr_pprof_traces *traces,
                               size_t n_threads);

#endif
