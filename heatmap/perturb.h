/* perturb.h - what stands out in the times of samples: bands, bursts and gaps. */
#ifndef FR_HEATMAP_PERTURB_H
#define FR_HEATMAP_PERTURB_H

#include "base/output.h"
#include "model/transform/idle.h"

#define FR_MAX_PERTURBATIONS 12

typedef struct fr_perturbation {
    /* Offsets in the period (from > to: across its end), or times of the clock */
    int64_t from_ns, to_ns;
    int64_t period_ns; /* counted from origin_ns of the profile; 0: it happens once */
    int64_t drift_ns; /* of a period that is nearly whole: by how much it comes later each second */
    double usual, here; /* samples a second around (0: hardly any), and while it lasts */
    double strength;    /* in standard errors */
    uint32_t times, of; /* in how many of the periods */
    /* A sampler makes it: so many samples a second have no equal room in these cells; 0: the program makes it */
    uint32_t sampler_hz, cells;
    bool lasts;     /* not samples are counted, but threads: samples last */
    bool waits;     /* ... and are waits */
    char *function; /* only samples with it; NULL: all */
    char *leaf;     /* the innermost function that makes most of a burst of all, or much; or NULL */
    double leaf_share; /* how much of what is more than usual it makes; 0 where leaf is NULL */
    char select[96];   /* "--band 0.5-0.7/3", ready to be pasted */
} fr_perturbation;

/* Fewer samples than around it. */
bool fr_perturbation_is_gap(const fr_perturbation *p);

/* Returns how long it lasts each time, in ns. */
int64_t fr_perturbation_length(const fr_perturbation *p);

/* Returns true if it lasts at a time of the clock. */
bool fr_perturbation_holds(const fr_perturbation *p, int64_t origin_ns, int64_t time_ns);

typedef struct fr_perturbations {
    /* Periodic ones first, then in the order of time, then the sampler's */
    fr_perturbation at[FR_MAX_PERTURBATIONS];
    size_t n;
} fr_perturbations;

/* Fills `found` with the strongest, to be reset by the caller; none in profiles without times, or of
 * several ranges. Samples of idle CPUs do
 * not count where `idle` is not NULL. `cells` are those of a second in which a picture counts: where the sampler's
 * rhythm shows in them, it is the last that is found; 0: there are none. FR_E_LIMIT: memory ran out. */
FR_CHECKED bool fr_perturb_find(const fr_profile *profile, const fr_idle *idle, uint32_t cells,
                                fr_perturbations *found, fr_error *err);
void fr_perturb_reset(fr_perturbations *found);
/* "every 3 s for 200 ms: 2.9 times as many samples (20 of 20 times)" */
void fr_perturbation_put(const fr_perturbation *p, int64_t origin_ns, fr_output *out);

#endif
