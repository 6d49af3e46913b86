/*
 * lab.c - what the differential says of recordings that nobody changed, and of changed ones: the tables.
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
#include "bench/lab/lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/diff.h"
#include "diff/significance.h"

/* ---------------------------------------------------------------- unchanged runs */

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

static void unchanged(const program *p, size_t draws, size_t *sums)
{
    printf("| %s |", p->name);
    for (size_t w = 0; w < N_WAYS; w++) {
        dealer dealer = {.same = &p->variants[0], .way = &lab_ways[w]};
        size_t functions = 0, nodes = 0;
        for (size_t i = 0; i < draws; i++) {
            compared c = lab_deal(&dealer);
            fr_diff *d = lab_compare(&c);
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

static const double shares[] = {0.01, 0.1, 0.5};

static void implanted(const program *p, size_t draws, size_t *sums, size_t *tried)
{
    printf("| %s |", p->name);
    for (size_t w = 0; w < N_WAYS; w++)
        for (size_t k = 0; k < 3; k++) {
            dealer dealer = {.same = &p->variants[0], .way = &lab_ways[w]};
            size_t found = 0, n = 0;
            double sizes = 0;
            for (size_t i = 0; i < draws; i++) {
                compared c = lab_deal(&dealer);
                int result = lab_find_implanted(&c, shares[k], &sizes);
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
    fr_diff *truth = lab_compare(&all);
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
        dealer dealer = {.same = &p->variants[0], .way = &lab_ways[w]};
        size_t named = 0, n = 0;
        for (size_t i = 0; i < draws; i++) {
            compared c = lab_deal(&dealer);
            size_t order[MOST_RECORDINGS];
            for (size_t k = 0; k < v->n; k++)
                order[k] = k;
            lab_shuffle(order, v->n);
            for (size_t k = 0; k < c.n_new; k++)
                c.new_[k] = v->runs[order[k]];
            fr_diff *d = lab_compare(&c);
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
        printf(" %s |", lab_ways[w].title);
    printf("\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < n; i++) {
        lab_seed = 1000 + i;
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
        printf(" %s: 1 %% | 10 %% | 50 %% |", lab_ways[w].title);
    printf("\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < n; i++) {
        lab_seed = 2000 + i;
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
            lab_seed = 3000 + 100 * i + k;
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
    size_t n = lab_read_programs(argv[1], argv[2], programs, MOST_PROGRAMS);
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
