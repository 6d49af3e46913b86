/*
 * lab.h - the laboratory's recordings, the ways to compare them, and changes that are put into them (lab.c).
 */
#ifndef FR_BENCH_LAB_H
#define FR_BENCH_LAB_H

#include "diff/diff.h"
#include "flamerender.h"

#define MOST_RECORDINGS 64
#define N_VARIANTS      16
#define LEARNED_FROM    10 /* recordings */

/* ---- lab_recordings.c */

typedef struct variant {
    char name[32];
    char expected[256]; /* names, one of which the report should tell; blanks between */
    fr_profile *runs[MOST_RECORDINGS];
    size_t n;
} variant;

typedef struct program {
    char name[32];
    variant variants[N_VARIANTS]; /* [0] is "same" */
    size_t n_variants;
} program;

/* The state of the random numbers: set it, and all that follows is drawn again. */
extern uint64_t lab_seed;
/* At least 0, less than 1. */
double lab_uniform(void);
void lab_shuffle(size_t *list, size_t n);
/* The programs of LIST with their recordings in DIR, at most `most`; returns how many. */
size_t lab_read_programs(const char *list, const char *dir, program *programs, size_t most);

/* ---- lab_deal.c */

typedef struct compared {
    fr_profile *base[MOST_RECORDINGS], *new_[MOST_RECORDINGS];
    size_t n_base, n_new;
    const char *noise;
    bool sampling_only;
} compared;

typedef struct way {
    const char *title;
    size_t runs; /* a side */
    bool model, sampling_only;
} way;

#define N_WAYS 5
extern const way lab_ways[N_WAYS];

/* Draws runs of `same` for both sides; a model is learned from ten others, anew every ten draws. */
typedef struct dealer {
    const variant *same;
    const way *way;
    size_t order[MOST_RECORDINGS];
    size_t n_dealt;
    char *model;
} dealer;

/* The next draw. Its profiles are the dealer's; so is its model, which the caller frees after the last draw. */
compared lab_deal(dealer *d);
/* The differential, to be freed; a failure ends the program. */
fr_diff *lab_compare(const compared *c);

/* ---- lab_implant.c */

/* Puts a change of the visible size into the function whose share is about `share`, compares, and takes it out again.
 * 1: found, 0: not, -1: no such function here. Adds the size to *sizes. */
int lab_find_implanted(const compared *c, double share, double *sizes);

#endif
