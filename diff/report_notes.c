/*
 * report_notes.c - the sentences under the table of a differential's report.
 *
 *     20 of 34 functions changed: 30 grew, 4 shrank
 *     a change under about 0.3 points in a function of 1 %, 0.9 of 10 %, 1.5 of 50 % would not show
 */
#include "diff/report_notes.h"

#include <math.h>

#include "diff/headline.h"
#include "diff/moves.h"
#include "diff/needed.h"
#include "diff/words.h"

static size_t count_of(const fr_diff *d, fr_verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n_functions; i++)
        n += fr_diff_shown(d, &d->functions[i])->verdict == verdict;
    return n;
}

/* "3 functions grew, 1 shrank, 2 are new" */
static void put_counts(fr_output *out, const fr_diff *d)
{
    static const struct {
        fr_verdict verdict;
        const char *one, *many;
    } kinds[] = {
        {FR_VERDICT_GREW, "grew", "grew"},
        {FR_VERDICT_SHRANK, "shrank", "shrank"},
        {FR_VERDICT_NEW, "is new", "are new"},
        {FR_VERDICT_GONE, "is gone", "are gone"},
    };
    const char *between = ": ";

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t n = count_of(d, kinds[k].verdict);
        if (!n)
            continue;
        fr_put_text(out, between);
        fr_put_counted(out, n, kinds[k].one, kinds[k].many);
        between = ", ";
    }
}

/* "20 of 34 functions that changed; 210 within noise" */
static void note_rest(fr_report *report, const fr_diff *d, size_t n_changed, size_t n_shown)
{
    size_t n_omitted = n_changed > n_shown ? n_changed - n_shown : 0;
    fr_output *out = fr_output_memory();

    if (out && n_changed == 0)
        fr_put_text(out, "none of ");
    if (out && n_omitted) {
        fr_put_count(out, n_omitted);
        fr_put_text(out, " more of ");
    } else if (out && n_changed) {
        fr_put_count(out, n_changed);
        fr_put_text(out, " of ");
    }
    if (out) {
        fr_put_counted(out, d->n_functions, "function ", "functions ");
        fr_put_text(out, d->counted ? "changed" : "compared, none of them judged");
        put_counts(out, d);
        if (fr_diff_count_maybe(d)) {
            fr_put_text(out, "; ");
            fr_put_counted(out, fr_diff_count_maybe(d), "may have", "may have");
        }
    }
    fr_report_take_note(report, out);
}

/* "a change under about 0.3 points in a function of 1 %, 0.9 of 10 %, 1.5 of 50 % would not show" */
static void note_visible(fr_report *report, const fr_diff *d)
{
    static const char *const before[] = {"a change under about ", ", ", ", "};
    static const char *const after[] = {" points in a function of 1 %", " of 10 %", " of 50 %"};
    fr_output *out;

    if (!d->counted || d->visible_pp[0] <= 0)
        return;
    out = fr_output_memory();
    for (size_t i = 0; out && i < 3; i++) {
        fr_put_text(out, before[i]);
        fr_put_decimal(out, d->visible_pp[i]);
        fr_put_text(out, after[i]);
    }
    if (out)
        fr_put_text(out, " would not show (4 times of 5 a larger one does)");
    fr_report_take_note(report, out);
}

/* 41 234 as 42 000: an estimate, on the safe side. */
static int64_t two_digits_up(double number)
{
    double unit = 1;

    while (number / unit > 100 && unit < 1e15)
        unit *= 10;
    return (int64_t)(fmin(ceil(number / unit), 1000) * unit);
}

static void note_needed(fr_report *report, const fr_diff *d)
{
    fr_needed needed;
    fr_output *out;

    if (!fr_needed_find(d, &needed))
        return;
    out = fr_output_memory();
    if (out) {
        fr_put_text(out, "a change of 1 pp in ");
        fr_put_function(out, fr_names_at(d->tree->names, needed.of->name));
        fr_put_text(out, " would be seen (4 times of 5) with about ");
        fr_put_grouped(out, two_digits_up(needed.runs > 0 ? needed.runs : needed.samples), 0);
        fr_put_text(out, needed.runs > 0 ? " runs a side" : " samples a side");
    }
    fr_report_take_note(report, out);
}

/* "12 functions stand at other lines of their files; 1 file was renamed or moved" */
static void note_moves(fr_report *report, const fr_diff *d)
{
    size_t n = fr_moves_count(d->moves), files = fr_moves_files(d->moves);
    fr_output *out = n ? fr_output_memory() : NULL;

    if (!out)
        return;
    fr_put_counted(out, n, "function is", "functions are");
    fr_put_text(out, " compared with the same function at another line or in another file");
    if (files) {
        fr_put_text(out, "; ");
        fr_put_counted(out, files, "file is taken as renamed", "files are taken as renamed");
    }
    fr_put_text(out, " (--exact-names compares names as they stand)");
    fr_report_take_note(report, out);
}

/* "12 names of base paired with 12 of new; 3 frames without their process id or JIT tier" */
static void note_names(fr_report *report, const fr_diff *d)
{
    fr_output *out;

    if (d->moves)
        note_moves(report, d);
    if (!d->n_pairs && !d->n_same)
        return;
    out = fr_output_memory();
    if (out && d->n_pairs) {
        fr_put_counted(out, d->n_pairs, "name that differs", "names that differ");
        fr_put_text(out, " by run paired (--exact-names compares them as they are)");
    }
    if (out && d->n_same) {
        fr_put_text(out, d->n_pairs ? "; " : "");
        fr_put_counted(out, d->n_same, "frame", "frames");
        fr_put_text(out, " compared without process id or JIT tier");
    }
    fr_report_take_note(report, out);
}

static void note_relevance(fr_report *report, const fr_diff *d)
{
    size_t n = count_of(d, FR_VERDICT_SMALL);
    fr_output *out;

    if (!n)
        return;
    out = fr_output_memory();
    if (out) {
        fr_put_counted(out, n, "change is", "changes are");
        fr_put_text(out, " beyond noise, but below ");
        fr_put_points_size(out, d->min_change_pp);
        fr_put_text(out, " (--min-change)");
    }
    fr_report_take_note(report, out);
}

/* What one run a side was judged by. */
static void note_usual(fr_report *report, const fr_diff *d)
{
    if (d->usual && (fr_diff_count_changed(d) || fr_diff_count_maybe(d)))
        fr_report_add_note(
            report,
            FR_LITERAL("one run a side is judged by what runs of one program usually differ by; "
                       "JIT-compiled code, and functions that wait, are never sure (--noise "
                       "none judges by sampling noise alone)"));
}

void fr_diff_report_notes(fr_report *report, const fr_diff *d, size_t n_changed, size_t n_shown)
{
    note_rest(report, d, n_changed, n_shown);
    note_usual(report, d);
    note_relevance(report, d);
    note_names(report, d);
    fr_report_add_note(report, fr_bytes_of(d->factor.text));
    note_visible(report, d);
    note_needed(report, d);
}
