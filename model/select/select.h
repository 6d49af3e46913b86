/*
 * select.h - a selection of samples by time: ranges and a band of every second, in nanoseconds.
 *
 *     --from 3.2 --to 3.4        one range
 *     --band 0.95-0.05           of every second, past its end
 *     --band 0.5-0.7/3           of every three seconds
 *     both                       a rectangle of the heatmap
 *
 * Some samples last, such as a wait off CPU. Of these the selection keeps the parts that lie in it.
 */
#ifndef FR_MODEL_SELECT_H
#define FR_MODEL_SELECT_H

#include "model/profile.h"

typedef struct fr_selection {
    fr_span *spans; /* a time must lie in one of them; none: anywhere */
    size_t n_spans;
    bool outside; /* in none of them */
    bool banded;
    int64_t band_from_ns, band_to_ns; /* offsets in the period; from > to wraps */
    int64_t period_ns, origin_ns;     /* of a band: periods are counted from origin_ns */
} fr_selection;

/* Reads the times of `opt`; seconds count from `origin_ns`. FR_E_USAGE quotes what is no time. */
bool fr_selection_init(fr_selection *selection, const fr_select_options *opt, int64_t origin_ns,
                       fr_error *err);
void fr_selection_reset(fr_selection *selection);
bool fr_selection_holds(const fr_selection *selection, int64_t time_ns);
/* True if some instant from from_ns to to_ns (later) lies in the band, or if there is no band. */
bool fr_selection_band_meets(const fr_selection *selection, int64_t from_ns, int64_t to_ns);
/* Returns how much of first_ns to last_ns the selection holds, in nanoseconds. */
int64_t fr_selection_covers(const fr_selection *selection, int64_t first_ns, int64_t last_ns);
/* The first part of [from_ns, to_ns) that the selection holds; false where there is none. */
bool fr_selection_part(const fr_selection *selection, int64_t from_ns, int64_t to_ns,
                       fr_span *part);
/* True where neither ranges nor a band are asked for. */
bool fr_selection_is_all(const fr_selection *selection);
/* True where one range is asked for, or one time after or before which all is. */
bool fr_selection_is_one(const fr_selection *selection);

/* Returns what grew in a cumulative profile since an earlier one of the same program, in the columns that both have;
 * FR_E_EMPTY where nothing did (since.c). */
fr_profile *fr_profile_since(const fr_profile *later, const fr_profile *earlier, fr_error *err);

#endif
