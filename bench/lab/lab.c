/*
 * lab.c - what the differential says of recordings that nobody changed, and of changed ones.
 *
 *     lab PROGRAMS.txt DIR [DRAWS [PARTS]]
 *
 * DIR holds PROGRAM.VARIANT.ROUND.folded, as record.sh leaves them; PARTS are letters: u unchanged
 * runs, i changes put in, c changed runs, v tells on stderr which of these were not named.
 *
 * For each program: draws of unchanged runs against each other (does anything show?), draws into
 * which a change of exactly the size that is stated to be visible was put (is it found?), and draws
 * of changed runs (does the first line of the report name what was changed?). Single pairs are
 * judged by a model learned from other recordings than the ones compared. Prints Markdown. Seeds
 * are fixed: the same recordings give the same table.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/judge.h"
#include "diff/visible.h"
#include "flamerender.h"

#define MOST_RECORDINGS 64
#define N_VARIANTS      16
#define LEARNED_FROM    10 /* recordings */

/* splitmix64 */
static uint64_t seed;

static uint64_t random_next(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double uniform(void)
{
    return (double)(random_next() >> 11) / 9007199254740992.0;
}

static void shuffle(size_t *list, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(random_next() % i), swap = list[k];
        list[k] = list[i - 1];
        list[i - 1] = swap;
    }
}

/* ---------------------------------------------------------------- recordings */

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

static fr_profile *read_profile(const char *path)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(NULL, &err);
    if (!reader || !fr_reader_add_path(reader, path, &err)) {
        fr_reader_free(reader);
        return NULL;
    }
    return fr_reader_finish(reader, &err);
}

static void read_runs(const char *dir, const char *program_name, variant *v)
{
    for (size_t round = 1; round <= MOST_RECORDINGS; round++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s.%s.%zu.folded", dir, program_name, v->name, round);
        fr_profile *profile = read_profile(path);
        if (profile)
            v->runs[v->n++] = profile;
    }
}

/* Lines of programs.txt: "native   slower    45 check=180  | checksum". */
static size_t read_programs(const char *list, const char *dir, program *programs, size_t most)
{
    FILE *in = fopen(list, "r");
    char line[512];
    size_t n = 0;
    while (in && fgets(line, sizeof line, in)) {
        char name[32], kind[32];
        const char *bar = strchr(line, '|');
        if (!bar || sscanf(line, "%31s %31s", name, kind) != 2 || line[0] == '#')
            continue;
        if (n == 0 || strcmp(programs[n - 1].name, name) != 0) {
            if (n == most)
                break;
            snprintf(programs[n++].name, sizeof name, "%s", name);
        }
        program *p = &programs[n - 1];
        variant *v = &p->variants[p->n_variants++];
        snprintf(v->name, sizeof v->name, "%s", kind);
        snprintf(v->expected, sizeof v->expected, "%s", bar + 1 + strspn(bar + 1, " "));
        v->expected[strcspn(v->expected, "\n")] = '\0';
        read_runs(dir, p->name, v);
    }
    if (in)
        fclose(in);
    return n;
}

/* ---------------------------------------------------------------- comparing */

typedef struct compared {
    fr_profile *base[MOST_RECORDINGS], *new_[MOST_RECORDINGS];
    size_t n_base, n_new;
    const char *noise;
} compared;

static fr_diff *compare(const compared *c)
{
    fr_error err = {0};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_side base = {.profiles = (const fr_profile *const *)c->base, .n = c->n_base};
    fr_side new_ = {.profiles = (const fr_profile *const *)c->new_, .n = c->n_new};
    opt.noise = c->noise;
    fr_diff *d = fr_diff_build(&base, &new_, &opt, &err);
    if (!d) {
        fprintf(stderr, "lab: %s\n", err.text);
        exit(1);
    }
    return d;
}

/* The model of some recordings, as JSON; malloc'ed. */
static char *learn(fr_profile *const *runs, size_t n)
{
    fr_error err = {0};
    fr_output *out = fr_output_memory();
    fr_side side = {.profiles = (const fr_profile *const *)runs, .n = n};
    size_t len;
    if (!out || !fr_diff_calibrate(&side, NULL, out, &err)) {
        fprintf(stderr, "lab: %s\n", err.text);
        exit(1);
    }
    char *json = strdup(fr_output_bytes(out, &len));
    fr_output_free(out);
    return json;
}

static bool is_change(fr_verdict v)
{
    return v == FR_VERDICT_GREW || v == FR_VERDICT_SHRANK || v == FR_VERDICT_NEW ||
           v == FR_VERDICT_GONE;
}

static bool function_shows(const fr_diff *d)
{
    for (size_t i = 0; i < d->n_functions; i++)
        if (is_change(d->functions[i].total.verdict))
            return true;
    return false;
}

static bool node_shows(const fr_diff *d)
{
    for (uint32_t i = 1; i < d->tree->n; i++)
        if (is_change(fr_diff_total(d, i).verdict))
            return true;
    return false;
}

/* ---------------------------------------------------------------- ways to compare */

typedef struct way {
    const char *title;
    size_t runs; /* a side */
    bool model;
} way;

static const way ways[] = {
    {"1 v 1, sampling noise only", 1, false},
    {"1 v 1, learned model", 1, true},
    {"3 v 3", 3, false},
    {"5 v 5", 5, false},
};

#define N_WAYS (sizeof ways / sizeof *ways)

/* Draws runs of `same` for both sides; a model is learned from ten others, anew every ten draws. */
typedef struct dealer {
    const variant *same;
    const way *way;
    size_t order[MOST_RECORDINGS];
    size_t n_dealt;
    char *model;
} dealer;

static compared deal(dealer *d)
{
    compared c = {.n_base = d->way->runs, .n_new = d->way->runs};
    size_t n = d->same->n, from = d->way->model ? LEARNED_FROM : 0;
    if (d->n_dealt++ % 10 == 0) {
        for (size_t i = 0; i < n; i++)
            d->order[i] = i;
        shuffle(d->order, n);
        free(d->model);
        d->model = NULL;
        if (d->way->model) {
            fr_profile *runs[LEARNED_FROM];
            for (size_t i = 0; i < LEARNED_FROM; i++)
                runs[i] = d->same->runs[d->order[i]];
            d->model = learn(runs, LEARNED_FROM);
        }
    }
    shuffle(d->order + from, n - from);
    for (size_t i = 0; i < d->way->runs; i++) {
        c.base[i] = d->same->runs[d->order[from + i]];
        c.new_[i] = d->same->runs[d->order[from + d->way->runs + i]];
    }
    c.noise = d->model;
    return c;
}

/* ---------------------------------------------------------------- unchanged runs */

static void unchanged(const program *p, size_t draws, size_t *sums)
{
    printf("| %s |", p->name);
    for (size_t w = 0; w < N_WAYS; w++) {
        dealer dealer = {.same = &p->variants[0], .way = &ways[w]};
        size_t functions = 0, nodes = 0;
        for (size_t i = 0; i < draws; i++) {
            compared c = deal(&dealer);
            fr_diff *d = compare(&c);
            bool shows = function_shows(d);
            functions += shows;
            nodes += shows || node_shows(d);
            fr_diff_free(d);
        }
        free(dealer.model);
        sums[2 * w] += functions;
        sums[2 * w + 1] += nodes;
        printf(" %zu (%zu) |", functions, nodes);
        fflush(stdout);
    }
    printf("\n");
}

/* ---------------------------------------------------------------- changes put in */

/* The function whose share comes nearest to `share`; none within a factor of 1.6: NULL. */
static const fr_diff_function *nearest(const fr_diff *d, double share)
{
    const fr_diff_function *best = NULL;
    double least = log(1.6);
    for (size_t i = 0; i < d->n_functions; i++) {
        const fr_diff_function *f = &d->functions[i];
        double got = ((double)f->total.base + (double)f->total.new_) /
                     ((double)d->base_whole + (double)d->new_whole);
        double off = got > 0 ? fabs(log(got / share)) : 1;
        if (off < least) {
            best = f;
            least = off;
        }
    }
    return best;
}

/* Which stacks hold a function of this name. */
static bool *holders(const fr_profile *p, fr_bytes name)
{
    bool *in = calloc(p->n_stacks, sizeof *in);
    for (uint32_t i = 1; in && i < p->n_stacks; i++)
        in[i] =
            in[p->stacks[i].parent] || fr_bytes_equal(fr_frame_name(p, p->stacks[i].frame), name);
    return in;
}

/* The stack of a random sample among those with in[i]; 0: there is none. */
static uint32_t random_stack(const fr_profile *p, const int64_t *sum, const bool *in)
{
    double whole = 0;
    for (uint32_t i = 0; i < p->n_stacks; i++)
        whole += in[i] ? (double)sum[i] : 0;
    double at = uniform() * whole;
    for (uint32_t i = 0; i < p->n_stacks; i++) {
        if (!in[i] || !sum[i])
            continue;
        at -= (double)sum[i];
        if (at < 0)
            return i;
    }
    return 0;
}

/* The stack that ends in the outermost frame of a function that stack i holds. */
static uint32_t cut_at(const fr_profile *p, const bool *in, uint32_t i)
{
    while (in[p->stacks[i].parent])
        i = p->stacks[i].parent;
    return i;
}

/* Adds samples to a function's own, in the places it is called from, so that its share grows by
 * `change`: it does more, and all others do what they did. *before keeps what was there. */
static bool implant(fr_profile *p, fr_bytes name, double change, int64_t **before)
{
    fr_column *column = &p->columns[0];
    bool *in = holders(p, name);
    double whole = 0, held = 0;
    *before = malloc(p->n_stacks * sizeof **before);
    if (!in || !*before)
        exit(1);
    memcpy(*before, column->sum, p->n_stacks * sizeof **before);
    for (uint32_t i = 0; i < p->n_stacks; i++) {
        whole += (double)column->sum[i];
        held += in[i] ? (double)column->sum[i] : 0;
    }
    double left = 1 - held / whole - change;
    bool fits = held > 0 && left > 0.01;
    int64_t n = fits ? (int64_t)(whole * change / left + uniform()) : 0;
    for (int64_t k = 0; k < n; k++)
        column->sum[cut_at(p, in, random_stack(p, *before, in))]++;
    column->reference += n;
    free(in);
    return fits;
}

static void restore(fr_profile *p, const int64_t *before)
{
    fr_column *column = &p->columns[0];
    for (uint32_t i = 0; i < p->n_stacks; i++) {
        column->reference -= column->sum[i] - before[i];
        column->sum[i] = before[i];
    }
}

/* 1: found, 0: not, -1: no such function here. */
static int find_implanted(const compared *c, double share, double *sizes)
{
    fr_diff *plain = compare(c);
    const fr_diff_function *f = nearest(plain, share);
    int result = -1;
    if (f) {
        double own = ((double)f->total.base + (double)f->total.new_) /
                     ((double)plain->base_whole + (double)plain->new_whole);
        double size =
            fr_visible_change(&plain->jury->significance, plain->jury->rows, plain->by_run.n, own);
        fr_bytes name = fr_names_at(plain->tree->names, f->name);
        int64_t *before[MOST_RECORDINGS] = {NULL};
        bool fits = true;
        for (size_t i = 0; i < c->n_new; i++)
            fits = implant(c->new_[i], name, size, &before[i]) && fits;
        if (fits) {
            fr_diff *d = compare(c);
            *sizes += size;
            const fr_diff_function *g = fr_diff_function_of(d, fr_names_find(d->tree->names, name));
            result = g && g->total.verdict == FR_VERDICT_GREW;
            fr_diff_free(d);
        }
        for (size_t i = 0; i < c->n_new; i++) {
            restore(c->new_[i], before[i]);
            free(before[i]);
        }
    }
    fr_diff_free(plain);
    return result;
}

static const double shares[] = {0.01, 0.1, 0.5};

static void implanted(const program *p, size_t draws, size_t *sums, size_t *tried)
{
    printf("| %s |", p->name);
    for (size_t w = 0; w < N_WAYS; w++)
        for (size_t k = 0; k < 3; k++) {
            dealer dealer = {.same = &p->variants[0], .way = &ways[w]};
            size_t found = 0, n = 0;
            double sizes = 0;
            for (size_t i = 0; i < draws; i++) {
                compared c = deal(&dealer);
                int result = find_implanted(&c, shares[k], &sizes);
                n += result >= 0;
                found += result > 0;
            }
            free(dealer.model);
            sums[3 * w + k] += found;
            tried[3 * w + k] += n;
            if (n)
                printf(" %.0f (%.1f) |", 100.0 * (double)found / (double)n,
                       100.0 * sizes / (double)n);
            else
                printf(" - |");
            fflush(stdout);
        }
    printf("\n");
}

/* ---------------------------------------------------------------- changed runs */

/* The first line of the report; malloc'ed. */
static char *first_line(const fr_diff *d)
{
    fr_error err = {0};
    fr_report *report = fr_report_diff(d, NULL, &err);
    fr_output *out = fr_output_memory();
    size_t len;
    if (!report || !out)
        exit(1);
    fr_report_write(report, "text", out);
    char *text = strdup(fr_output_bytes(out, &len));
    text[strcspn(text, "\n")] = '\0';
    fr_output_free(out);
    fr_report_free(report);
    return text;
}

static bool names_one(const char *line, const char *expected)
{
    char names[256];
    snprintf(names, sizeof names, "%s", expected);
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " "))
        if (strstr(line, name))
            return true;
    return false;
}

/* Whether the change that was made is larger than what is said to be visible: the largest change of
 * an expected function in all recordings against the visible change of its share. */
static bool larger_than_visible(const program *p, const variant *v, const fr_diff *d)
{
    compared all = {.n_base = p->variants[0].n, .n_new = v->n};
    bool larger = false;
    memcpy(all.base, p->variants[0].runs, sizeof all.base);
    memcpy(all.new_, v->runs, sizeof all.new_);
    fr_diff *truth = compare(&all);
    for (size_t i = 0; i < truth->n_functions; i++) {
        const fr_diff_function *f = &truth->functions[i];
        fr_bytes name = fr_names_at(truth->tree->names, f->name);
        char text[512];
        snprintf(text, sizeof text, "%.*s", (int)name.len, name.at);
        double share = (double)f->total.base / (double)truth->base_whole;
        if (names_one(text, v->expected) &&
            fabs(f->total.share_pp) / 100 >
                fr_visible_change(&d->jury->significance, d->jury->rows, d->by_run.n, share))
            larger = true;
    }
    fr_diff_free(truth);
    return larger;
}

static void changed(const program *p, const variant *v, size_t draws, bool verbose, size_t *sums,
                    size_t *tried)
{
    printf("| %s, %s |", p->name, v->name);
    for (size_t w = 1; w < 3; w++) {
        dealer dealer = {.same = &p->variants[0], .way = &ways[w]};
        size_t named = 0, n = 0;
        for (size_t i = 0; i < draws; i++) {
            compared c = deal(&dealer);
            size_t order[MOST_RECORDINGS];
            for (size_t k = 0; k < v->n; k++)
                order[k] = k;
            shuffle(order, v->n);
            for (size_t k = 0; k < c.n_new; k++)
                c.new_[k] = v->runs[order[k]];
            fr_diff *d = compare(&c);
            if (larger_than_visible(p, v, d)) {
                char *line = first_line(d);
                bool right = names_one(line, v->expected);
                named += right;
                n++;
                if (verbose && !right)
                    fprintf(stderr, "%s %s: %s\n", p->name, v->name, line);
                free(line);
            }
            fr_diff_free(d);
        }
        free(dealer.model);
        sums[w] += named;
        tried[w] += n;
        printf(" %zu of %zu |", named, n);
        fflush(stdout);
    }
    printf("\n");
}

/* ---------------------------------------------------------------- the tables */

#define MOST_PROGRAMS 8

static program programs[MOST_PROGRAMS];

static void print_unchanged(size_t n, size_t draws)
{
    size_t sums[2 * N_WAYS] = {0};
    printf("Unchanged runs: of %zu draws each, those that showed a function (or a box) as "
           "changed\n\n| |",
           draws);
    for (size_t w = 0; w < N_WAYS; w++)
        printf(" %s |", ways[w].title);
    printf("\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < n; i++) {
        seed = 1000 + i;
        unchanged(&programs[i], draws, sums);
    }
    printf("| all, %% |");
    for (size_t w = 0; w < N_WAYS; w++)
        printf(" %.1f (%.1f) |", 100.0 * (double)sums[2 * w] / (double)(n * draws),
               100.0 * (double)sums[2 * w + 1] / (double)(n * draws));
    printf("\n\n");
}

static void print_implanted(size_t n, size_t draws)
{
    size_t sums[3 * N_WAYS] = {0}, tried[3 * N_WAYS] = {0};
    printf("A change of exactly the visible size: found in %% of %zu draws, frames of about 1, 10, "
           "50 %%\n\n| |",
           draws);
    for (size_t w = 0; w < N_WAYS; w++)
        printf(" %s: 1 %% | 10 %% | 50 %% |", ways[w].title);
    printf("\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < n; i++) {
        seed = 2000 + i;
        implanted(&programs[i], draws, sums, tried);
    }
    printf("| all |");
    for (size_t k = 0; k < 3 * N_WAYS; k++)
        printf(" %.0f |", tried[k] ? 100.0 * (double)sums[k] / (double)tried[k] : 0);
    printf("\n\n");
}

static void print_changed(size_t n, size_t draws, bool verbose)
{
    size_t sums[N_WAYS] = {0}, tried[N_WAYS] = {0};
    printf("Changes made on purpose and larger than visible: the report's first line names them\n\n"
           "| | 1 v 1, learned model | 3 v 3 |\n|---|---|---|\n");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 1; k < programs[i].n_variants; k++) {
            seed = 3000 + 100 * i + k;
            if (programs[i].variants[k].n >= 3)
                changed(&programs[i], &programs[i].variants[k], draws, verbose, sums, tried);
        }
    printf("| all | %zu of %zu | %zu of %zu |\n\n", sums[1], tried[1], sums[2], tried[2]);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: lab PROGRAMS.txt DIR [DRAWS [uicv]]\n");
        return 2;
    }
    size_t draws = argc > 3 ? (size_t)atoi(argv[3]) : 100;
    const char *parts = argc > 4 ? argv[4] : "uic";
    size_t n = read_programs(argv[1], argv[2], programs, MOST_PROGRAMS);
    for (size_t i = 0; i < n; i++)
        if (programs[i].variants[0].n < LEARNED_FROM + 2) {
            fprintf(stderr, "lab: %zu recordings of '%s'; %d are needed\n",
                    programs[i].variants[0].n, programs[i].name, LEARNED_FROM + 2);
            return 1;
        }
    if (strchr(parts, 'u'))
        print_unchanged(n, draws);
    if (strchr(parts, 'i'))
        print_implanted(n, draws);
    if (strchr(parts, 'c'))
        print_changed(n, draws > 10 ? 10 : draws, strchr(parts, 'v') != NULL);
    return 0;
}
