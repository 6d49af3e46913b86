/*
 * noise.h - a model of noise: what identical runs of a program taught, kept as JSON.
 *
 *     noise = fr_noise_learn(&runs, functions, n, err);      flamerender noise
 *     spread = fr_noise_spread(noise, name, share, samples);
 */
#ifndef FR_DIFF_NOISE_H
#define FR_DIFF_NOISE_H

#include "base/output.h"
#include "diff/significance.h"

typedef struct fr_noise_function {
    char *name;
    double share;
    fr_spread spread;
} fr_noise_function;

typedef struct fr_noise {
    uint32_t n_runs;
    double samples; /* effective, of a run */
    double overall; /* median ratio of the functions */
    fr_typical typical;
    fr_noise_function *functions; /* in byte order of names */
    size_t n_functions;
} fr_noise;

/* Learns from identical runs, which are the base side, by their functions' totals; at least 3 runs,
 * else FR_E_USAGE. */
FR_CHECKED fr_noise *fr_noise_learn(const fr_comparison *runs, const fr_amounts *functions,
                                    size_t n, fr_error *err);
FR_CHECKED fr_noise *fr_noise_read(const char *text, size_t len, fr_error *err);
/* JSON, with a newline at its end; the same model gives the same bytes. */
void fr_noise_write(const fr_noise *noise, fr_output *out);
void fr_noise_free(fr_noise *noise);

/* The spread of a function of that name (else: of such a share) in runs of so many effective samples. */
fr_spread fr_noise_spread(const fr_noise *noise, fr_bytes name, double share, double samples);
/* The same of a function of such a share that the runs showed. */
fr_spread fr_noise_typical(const fr_noise *noise, double share, double samples);

#endif
