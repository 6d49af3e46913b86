/*
 * sides.h - the two sides of `flamerender diff`, from the command line to profiles.
 *
 *     diff a.folded b.folded                        a file a side
 *     diff --base a1 a2 --new b1 b2                 runs
 *     diff --base profiles --new latest             the newest of many
 *     diff both.folded                              two value columns
 *     diff perf.txt --new-range 12.2-12.8           a stall and the rest
 *     diff cpu.pb.gz --base-where version=1 --new-where version=2
 */
#ifndef FLAMERENDER_CLI_SIDES_H
#define FLAMERENDER_CLI_SIDES_H

#include "options.h"

enum { BASE_SIDE, NEW_SIDE, N_SIDES };

/* What was read of a side. */
struct loaded_side {
    fr_profile *profiles[MOST_VALUES];
    const char *labels[MOST_VALUES];
    uint32_t columns[MOST_VALUES];
    size_t n;
    const char *label;
    bool shares;    /* its profile is the other side's */
    char text[300]; /* room for the label */
};

struct sides {
    struct loaded_side side[N_SIDES];
};

/* What can be refused without reading. */
FR_CHECKED bool sides_check(const struct options *opt, fr_error *err);
/* All inputs are runs of one side, of which there are 3 at least: for --calibrate. */
FR_CHECKED bool sides_load_runs(struct sides *sides, const struct options *opt, fr_error *err);
/* All inputs of both sides; `paths` has room for all that were given. */
size_t sides_paths(const struct options *opt, char **paths);
/* Reads, selects, transforms; says the notes. A side without samples becomes an empty profile. */
FR_CHECKED bool sides_load(struct sides *sides, const struct options *opt, fr_error *err);
/* The formats of all inputs: fr_profile_info.formats. */
uint64_t sides_formats(const struct sides *sides);
void sides_free(struct sides *sides);
/* The form that the library takes, after --swap. */
fr_side sides_side(const struct sides *sides, const struct options *opt, int which);

/* difffolded.pl pairs nothing, and with -n it scales what it writes. */
bool sides_are_difffolded(const struct options *opt);
/* The options of the library; `noise` is the text of a model, or NULL. */
fr_diff_options sides_diff_options(const struct options *opt, const char *noise, bool scales);
/* The differential, which the caller frees. */
FR_CHECKED fr_diff *sides_diff(const struct sides *sides, const struct options *opt,
                               const char *noise, bool scales, fr_error *err);
/* --noise names a file; "none" is sampling noise and no more. */
bool sides_have_model(const struct options *opt);

#endif
