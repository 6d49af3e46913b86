/*
 * noise.c - learns a noise model of identical runs, and writes and reads it as JSON.
 *
 * A learned ratio holds for runs of the size it was learned on. What runs differ by does not
 * shrink as samples are added while sampling noise does, so beyond 1 the ratio grows in proportion
 * to the samples of a run: variance = p (1 - p) / n (1 + (n - 1) rho), the beta-binomial form
 * (Skellam 1948; Agresti 2002, 13.3).
 *
 *     {
 *       "format": "flamerender-noise", "version": 1,
 *       "runs": 10, "samples": 4821.5,
 *       "overall": 1.7,
 *       "typical": {"level": 0.9, "slope": 0.2, "low": -6.1, "high": 0, "df": 3.4},
 *       "functions": [{"name": "parse", "share": 0.31, "ratio": 2.4, "df": 12.4}, ...]
 *     }
 *
 * ratio: variance between runs over sampling variance, for runs of `samples` (effective) samples;
 * `typical` is its trend by share, for functions that the runs did not show.
 */
#include "diff/significance.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/output.h"

#define FORMAT     "flamerender-noise"
#define VERSION    1
#define FEWEST     3    /* runs to learn from */
#define DECIMALS   6    /* of numbers in the file */
#define MOST       9e18 /* no number of a model is larger */
#define FINE       1e9  /* below it numbers have their decimals */
#define MOST_BYTES ((size_t)256 << 20)

/* ---------------------------------------------------------------- asking */

/* As bsearch() wants it: a name and an entry. */
static int by_entry(const void *key, const void *entry)
{
    return fr_bytes_compare(*(const fr_bytes *)key,
                            fr_bytes_of(((const fr_noise_function *)entry)->name));
}

static fr_spread scaled(const fr_noise *noise, fr_spread s, double samples)
{
    double beyond = fmax(s.ratio - 1, 0);
    double times = noise->samples > 0 && samples > 0 ? samples / noise->samples : 1;
    return (fr_spread){.ratio = 1 + beyond * times, .df = s.df};
}

fr_spread fr_noise_spread(const fr_noise *noise, fr_bytes name, double share, double samples)
{
    const fr_noise_function *known = NULL;
    if (name.len && noise->n_functions)
        known = bsearch(&name, noise->functions, noise->n_functions, sizeof *known, by_entry);
    return scaled(noise, known ? known->spread : fr_typical_at(&noise->typical, share), samples);
}

fr_spread fr_noise_typical(const fr_noise *noise, double share, double samples)
{
    fr_spread s = fr_typical_at(&noise->typical, share);
    s.df = fmin(s.df + noise->n_runs - 1, FR_DF_NORMAL);
    return scaled(noise, s, samples);
}

/* ---------------------------------------------------------------- learning */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const fr_noise_function *)a)->name, ((const fr_noise_function *)b)->name);
}

static bool learn_rows(fr_noise *noise, const fr_significance *s, const fr_amounts *functions,
                       size_t n, fr_error *err)
{
    noise->functions = calloc(n ? n : 1, sizeof *noise->functions);
    if (!noise->functions)
        return fr_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        fr_noise_function f = {0};
        if (fr_significance_spread(s, &functions[i], &f.share, &f.spread) < FR_JUDGED_SAMPLES)
            continue;
        f.name = strndup(functions[i].name.len ? functions[i].name.at : "", functions[i].name.len);
        if (!f.name)
            return fr_fail_memory(err);
        noise->functions[noise->n_functions++] = f;
    }
    qsort(noise->functions, noise->n_functions, sizeof *noise->functions, by_name);
    double *ratios = malloc((n ? n : 1) * sizeof *ratios);
    if (!ratios)
        return fr_fail_memory(err);
    for (size_t i = 0; i < noise->n_functions; i++)
        ratios[i] = noise->functions[i].spread.ratio;
    qsort(ratios, noise->n_functions, sizeof *ratios, fr_compare_doubles);
    noise->overall = noise->n_functions ? ratios[noise->n_functions / 2] : 1;
    free(ratios);
    return true;
}

fr_noise *fr_noise_learn(const fr_comparison *runs, const fr_amounts *functions, size_t n,
                         fr_error *err)
{
    if (runs->n_base < FEWEST || runs->n_new != 0) {
        fr_fail(err, FR_E_USAGE, 0, 0, "%u runs; at least %d are needed to learn how they differ",
                runs->n_base, FEWEST);
        fr_fail_hint(err, "10 runs of one program on one machine make a good model");
        return NULL;
    }
    fr_noise *noise = calloc(1, sizeof *noise);
    fr_significance s;
    if (!(noise || fr_fail_memory(err)) ||
        !fr_significance_init(&s, runs, functions, n, &(fr_significance_options){.fdr = 0.05},
                              err) ||
        !learn_rows(noise, &s, functions, n, err)) {
        fr_noise_free(noise);
        return NULL;
    }
    noise->n_runs = runs->n_base;
    noise->samples = s.unit > 0 ? s.whole_base / s.unit / runs->n_base : 0;
    noise->typical = s.trend;
    noise->typical.df = fmin(noise->typical.df, s.df_limit);
    return noise;
}

void fr_noise_free(fr_noise *noise)
{
    if (!noise)
        return;
    for (size_t i = 0; i < noise->n_functions; i++)
        free(noise->functions[i].name);
    free(noise->functions);
    free(noise);
}

/* ---------------------------------------------------------------- writing */

/* Decimals by integers: no locale, no rounding mode. */
static void put_number(fr_output *out, const char *key, double value)
{
    fr_put_text(out, key);
    if (fabs(value) < FINE)
        fr_put_scaled(out, (int64_t)llround(value * 1e6), DECIMALS);
    else
        fr_put_int(out, (int64_t)llround(fmin(fmax(value, -MOST), MOST)));
}

void fr_noise_write(const fr_noise *noise, fr_output *out)
{
    fr_put_format(out, "{\n  \"format\": \"" FORMAT "\", \"version\": %d,\n", VERSION);
    fr_put_format(out, "  \"runs\": %u", noise->n_runs);
    put_number(out, ", \"samples\": ", noise->samples);
    put_number(out, ",\n  \"overall\": ", noise->overall);
    put_number(out, ",\n  \"typical\": {\"level\": ", noise->typical.level);
    put_number(out, ", \"slope\": ", noise->typical.slope);
    put_number(out, ", \"low\": ", noise->typical.low);
    put_number(out, ", \"high\": ", noise->typical.high);
    put_number(out, ", \"df\": ", noise->typical.df);
    fr_put_text(out, "},\n  \"functions\": [");
    for (size_t i = 0; i < noise->n_functions; i++) {
        fr_put_text(out, i ? ",\n" : "\n");
        fr_put_text(out, "    {\"name\": ");
        fr_put_json(out, fr_bytes_of(noise->functions[i].name));
        put_number(out, ", \"share\": ", noise->functions[i].share);
        put_number(out, ", \"ratio\": ", noise->functions[i].spread.ratio);
        put_number(out, ", \"df\": ", noise->functions[i].spread.df);
        fr_put_text(out, "}");
    }
    fr_put_text(out, "\n  ]\n}\n");
}

/* ---------------------------------------------------------------- reading */

typedef struct number_key {
    const char *key;
    double min, max;
    double *to;
} number_key;

static bool read_numbers(const json_t *object, const char *in, const number_key *keys, size_t n,
                         fr_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_object_get(object, keys[i].key);
        double number = json_number_value(value);
        if (!json_is_number(value) || !(number >= keys[i].min && number <= keys[i].max))
            return fr_fail(err, FR_E_FORMAT, 0, 0,
                           "noise model: \"%s\" in %s should be a number from %.0f to %.0f",
                           keys[i].key, in, keys[i].min, keys[i].max);
        *keys[i].to = number;
    }
    return true;
}

static bool read_function(const json_t *object, fr_noise_function *f, fr_error *err)
{
    const number_key keys[] = {
        {"share", 0, 1, &f->share},
        {"ratio", 0, MOST, &f->spread.ratio},
        {"df", 0, MOST, &f->spread.df},
    };
    const char *name = json_string_value(json_object_get(object, "name"));
    if (!name)
        return fr_fail(err, FR_E_FORMAT, 0, 0, "noise model: a function without a \"name\"");
    if (!read_numbers(object, "\"functions\"", keys, sizeof keys / sizeof *keys, err))
        return false;
    f->name = strdup(name);
    return f->name || fr_fail_memory(err);
}

static bool read_functions(fr_noise *noise, const json_t *list, fr_error *err)
{
    size_t n = json_array_size(list);
    if (!json_is_array(list))
        return fr_fail(err, FR_E_FORMAT, 0, 0, "noise model: \"functions\" should be a list");
    noise->functions = calloc(n ? n : 1, sizeof *noise->functions);
    if (!noise->functions)
        return fr_fail_memory(err);
    for (size_t i = 0; i < n; i++, noise->n_functions++)
        if (!read_function(json_array_get(list, i), &noise->functions[i], err))
            return false;
    qsort(noise->functions, n, sizeof *noise->functions, by_name);
    return true;
}

static bool read_root(fr_noise *noise, const json_t *root, fr_error *err)
{
    double runs = 0, version = 0;
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, FORMAT) != 0)
        return fr_fail(err, FR_E_FORMAT, 0, 0, "no noise model: \"format\" is not \"" FORMAT "\"");
    const number_key first[] = {{"version", VERSION, VERSION, &version}};
    const number_key keys[] = {
        {"runs", FEWEST, 1e6, &runs},
        {"samples", 0, MOST, &noise->samples},
        {"overall", 0, MOST, &noise->overall},
    };
    const number_key typical[] = {
        {"level", -100, 100, &noise->typical.level}, {"slope", -100, 100, &noise->typical.slope},
        {"low", -100, 1, &noise->typical.low},       {"high", -100, 1, &noise->typical.high},
        {"df", 0, MOST, &noise->typical.df},
    };
    bool ok = read_numbers(root, "the model", first, 1, err) &&
              read_numbers(root, "the model", keys, sizeof keys / sizeof *keys, err) &&
              read_numbers(json_object_get(root, "typical"), "\"typical\"", typical,
                           sizeof typical / sizeof *typical, err) &&
              read_functions(noise, json_object_get(root, "functions"), err);
    noise->n_runs = (uint32_t)runs;
    return ok;
}

fr_noise *fr_noise_read(const char *text, size_t len, fr_error *err)
{
    json_error_t wrong;
    fr_noise *noise = calloc(1, sizeof *noise);
    bool ok = false, small = len <= MOST_BYTES;
    json_t *root = noise && small ? json_loadb(text, len, JSON_REJECT_DUPLICATES, &wrong) : NULL;
    if (!noise)
        fr_fail_memory(err);
    else if (!small)
        fr_fail(err, FR_E_LIMIT, 0, 0, "a noise model of %zu MiB; 256 are read", len >> 20);
    else if (!root)
        fr_fail(err, FR_E_FORMAT, (uint64_t)(wrong.line > 0 ? wrong.line : 0), 0,
                "no noise model: %s", wrong.text);
    else
        ok = read_root(noise, root, err);
    json_decref(root);
    if (!ok) {
        fr_noise_free(noise);
        fr_fail_hint(err, "'flamerender diff --calibrate RUN... -o noise.json' writes one");
        return NULL;
    }
    return noise;
}
