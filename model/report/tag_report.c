/*
 * tag_report.c - labels of the samples with the value that has them.
 *
 *     13.4 s  90.8 %  handler  *         all samples with this key, each once
 *     4.45 s  30.2 %  handler  /tree
 *     1.36 s   9.2 %  handler  [no handler]     where one key is asked for
 */
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "model/labels.h"
#include "model/measured.h"
#include "model/report/report.h"
#include "model/report/table.h"

/* A label and the value of the rows that have it. `label.is_text` 2 stands for all of a key. */
typedef struct entry {
    fr_label label;
    int64_t sum;
    fr_bytes key, text;
} entry;

typedef struct tags {
    const fr_profile *profile;
    const fr_top_options *opt;
    const fr_column *column; /* by stack */
    const int64_t *sum;      /* by row */
    uint32_t only;           /* the key that is asked for; FR_NO_ID: all */
    int64_t whole, kept;
    int64_t *of_set;   /* by set */
    int64_t *of_key;   /* by name */
    fr_label_sets all; /* a set for each distinct label */
    entry *entries;
    size_t n_entries;
    fr_names *texts; /* of the entries */
    size_t n_shown;  /* entries */
    fr_cost cost;
    fr_top_unit unit;
    fr_report *report;
} tags;

/* Adds what a set holds to its labels, each once, and to its keys, each once. */
static bool add_set(tags *t, uint32_t set, int64_t *sums)
{
    size_t n;
    const fr_label *labels = fr_label_set(&t->profile->labelled.sets, set, &n);

    for (size_t i = 0; i < n; i++) {
        fr_label label = labels[i];
        uint32_t id;
        if (t->only != FR_NO_ID && label.key != t->only)
            continue;
        if (i > 0 && fr_label_order(&labels[i - 1], &label) == 0)
            continue;
        id = fr_label_sets_add(&t->all, &label, 1);
        if (id == FR_NO_ID)
            return false;
        sums[id] += t->of_set[set];
        if (i == 0 || labels[i - 1].key != label.key)
            t->of_key[label.key] += t->of_set[set];
    }
    return true;
}

/* Keeps the text of a sentence for an entry, and frees the sentence; without bytes where memory ran out. */
static fr_bytes keep_text(tags *t, fr_output *sentence)
{
    fr_bytes text = {NULL, 0};
    uint32_t id = FR_NO_ID;

    text.at = fr_output_bytes(sentence, &text.len);
    if (text.at)
        id = fr_names_add(t->texts, text);
    fr_output_free(sentence);
    return id == FR_NO_ID ? (fr_bytes){NULL, 0} : fr_names_at(t->texts, id);
}

static bool add_entry(tags *t, fr_label label, int64_t sum, fr_bytes text)
{
    fr_bytes key = fr_names_at(t->profile->names, label.key);

    t->entries[t->n_entries++] = (entry){.label = label, .sum = sum, .key = key, .text = text};
    return text.at != NULL;
}

/* Keys that have a total get an entry before those of their labels. */
static bool make_entries(tags *t, const int64_t *sums)
{
    uint32_t n = fr_label_sets_count(&t->all);
    uint8_t *listed = calloc(fr_names_count(t->profile->names), 1);
    bool good = listed != NULL;

    t->entries = malloc(((size_t)n * 2 + 2) * sizeof *t->entries);
    t->texts = fr_names_new();
    good = good && t->entries && t->texts;
    for (uint32_t id = 1; id < n && good; id++) {
        size_t one;
        const fr_label *label = fr_label_set(&t->all, id, &one);
        fr_output *text;
        if (sums[id] == 0)
            continue;
        if (!listed[label->key])
            add_entry(t, (fr_label){.key = label->key, .is_text = 2}, t->of_key[label->key],
                      FR_LITERAL("*"));
        listed[label->key] = 1;
        text = fr_output_memory();
        fr_put_label(text, t->profile, label);
        good = add_entry(t, *label, sums[id], keep_text(t, text));
    }
    free(listed);
    if (!good || t->only == FR_NO_ID || t->kept == t->of_key[t->only])
        return good;
    /* "[no handler]": samples without the one key */
    return add_entry(t, (fr_label){.key = t->only, .is_text = 1}, t->kept - t->of_key[t->only],
                     keep_text(t, fr_sentence("[no {}]", fr_names_at(t->profile->names, t->only))));
}

static bool collect(tags *t)
{
    const fr_profile *p = t->profile;
    uint32_t n_sets = fr_label_sets_count(&p->labelled.sets);
    int64_t *sums = calloc(p->labelled.sets.n_labels + 1, sizeof *sums);
    bool good;

    t->of_set = calloc(n_sets, sizeof *t->of_set);
    t->of_key = calloc(fr_names_count(p->names), sizeof *t->of_key);
    good = sums && t->of_set && t->of_key;
    for (uint32_t r = 0; r < fr_n_rows(p) && good; r++) {
        t->of_set[fr_row_at(p, r).set] += t->sum[r];
        t->kept += t->sum[r];
    }
    for (uint32_t set = 1; set < n_sets && good; set++)
        good = add_set(t, set, sums);
    good = good && make_entries(t, sums);
    free(sums);
    return good;
}

/* ---- the report ---- */

/* Keys by their bytes; of each its total, then the largest label first. */
static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->label.key != y->label.key)
        return fr_bytes_compare(x->key, y->key);
    if ((x->label.is_text == 2) != (y->label.is_text == 2))
        return x->label.is_text == 2 ? -1 : 1;
    if (x->sum != y->sum)
        return x->sum > y->sum ? -1 : 1;
    if (x->label.is_text != y->label.is_text)
        return x->label.is_text ? -1 : 1;
    return fr_bytes_compare(x->text, y->text);
}

static void add_columns(const tags *t)
{
    fr_report_add_column(t->report, &(fr_report_column){.kind = FR_CELL_VALUE,
                                                        .key = "value",
                                                        .title = "value",
                                                        .unit = t->column->unit,
                                                        .decimals = t->column->decimals});
    fr_report_add_column(t->report,
                         &(fr_report_column){.kind = FR_CELL_SHARE, .key = "share", .title = "%"});
    if (t->cost.whole)
        fr_cost_add_column(&t->cost, t->report);
    fr_report_add_column(t->report, &(fr_report_column){.key = "key", .title = "key"});
    fr_report_add_column(t->report, &(fr_report_column){.key = "label", .title = "label"});
}

/* Sorts the entries. The first ones are shown: as many labels as were asked for, below the entry for all of the
 * key. */
static void order_entries(tags *t)
{
    size_t wanted = t->opt->n_rows;
    int64_t least = t->whole;

    if (t->n_entries)
        qsort(t->entries, t->n_entries, sizeof *t->entries, compare_entries);
    t->n_shown = t->n_entries;
    if (t->only != FR_NO_ID && wanted && wanted + 1 < t->n_entries)
        t->n_shown = wanted + 1;
    for (size_t i = 0; i < t->n_shown; i++)
        least = t->entries[i].sum && t->entries[i].sum < least ? t->entries[i].sum : least;
    if (t->unit.minimum)
        t->unit.shown = fr_top_unit_least(least, t->whole, t->column->decimals, t->column->unit);
}

static void add_words(const tags *t)
{
    fr_output *out = fr_output_memory();
    fr_summary summary = fr_summary_of(t->profile, t->column, t->kept, t->whole);

    fr_report_set_title(t->report, FR_LITERAL("Labels of samples"));
    fr_summary_put(&summary, out);
    fr_report_take_subtitle(t->report, out);
    fr_report_add_note(t->report, FR_LITERAL("* is all samples with the key; a sample counts once "
                                             "for each of its labels"));
    if (t->n_shown < t->n_entries)
        fr_report_note(t->report, "{} of {} labels, the largest", t->n_shown - 1, t->n_entries - 1);
    if (t->cost.whole)
        fr_cost_add_note(&t->cost, t->report, t->opt, "value");
}

static fr_report *build(tags *t, fr_error *err)
{
    bool good = collect(t);

    t->whole = t->profile->meta.relative ? t->kept : t->column->reference;
    t->report = good ? fr_report_new("tags") : NULL;
    if (t->report) {
        order_entries(t);
        fr_report_set_shown(t->report, t->unit.shown);
        add_columns(t);
        add_words(t);
        for (size_t i = 0; i < t->n_shown; i++) {
            fr_report_add_value(t->report, t->entries[i].sum);
            fr_report_add_share(t->report, t->entries[i].sum, t->whole);
            if (t->cost.whole)
                fr_report_add_value(t->report, fr_cost_of(&t->cost, t->entries[i].sum, t->whole));
            fr_report_add_text(t->report, t->entries[i].key);
            fr_report_add_text(t->report, t->entries[i].text);
        }
        t->report->n_all = t->n_entries;
    }
    if (good)
        return fr_report_finish(t->report, err);
    fr_report_free(t->report);
    fr_fail_memory(err);
    return NULL;
}

/* The key's name, or a sentence with those that there are. */
static bool find_key(tags *t, const char *key, fr_error *err)
{
    const fr_label_sets *sets = &t->profile->labelled.sets;
    char keys[160];

    t->only = FR_NO_ID;
    if (strcmp(key, "*") == 0)
        return true;
    t->only = fr_names_find(t->profile->names, fr_bytes_of(key));
    for (size_t i = 0; i < sets->n_labels; i++)
        if (sets->labels[i].key == t->only)
            return true;
    fr_label_keys(t->profile, keys, sizeof keys);
    fr_fail(err, FR_E_EMPTY, 0, 0, "no sample has a label '%s'", key);
    return fr_fail_hint(err, "the samples have labels of %s", keys);
}

/* Labels overlap: one sample may have several. */
bool fr_labels_check(const fr_top_options *opt, fr_error *err)
{
    if (opt->running)
        return fr_fail(err, FR_E_USAGE, 0, 0,
                       "--sum: a sample may have several labels, so their shares do not add up");
    return !opt->mean || fr_fail(err, FR_E_USAGE, 0, 0,
                                 "--mean is of functions, modules, files and teams, not of labels");
}

fr_report *fr_report_labels(const fr_profile *profile, const fr_top_options *opt, fr_error *err)
{
    tags t = {.profile = profile, .opt = opt};
    fr_report *report;

    t.column = &profile->columns[opt->column];
    if (!fr_labels_check(opt, err) || !fr_cost_init(&t.cost, opt->cost, opt->cores, err) ||
        !fr_top_unit_init(&t.unit, opt->unit, t.column->unit, err))
        return NULL;

    if (profile->labelled.n_rows == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "the samples have no labels");
        fr_fail_hint(err, profile->meta.lost_labels
                              ? "samples that are chosen by times, comm, pid, tid or cpu lose them"
                              : "pprof has them, where the program sets them: pprof.Do() in Go");
        return NULL;
    }
    if (!find_key(&t, opt->by + strlen("label:"), err))
        return NULL;
    t.sum = fr_row_column(profile, opt->column)->sum;
    report = build(&t, err);
    fr_label_sets_reset(&t.all);
    fr_names_free(t.texts);
    free(t.of_set);
    free(t.of_key);
    free(t.entries);
    return report;
}
