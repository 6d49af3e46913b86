/*
 * rows_writer.c - samples as rows of a table, which engines take in.
 *
 *     time  service  version  region  host  type  unit  label_keys  label_values  stack_id  value  stack
 *     17000 api      v1               h1    cpu   ns    ['path']    ['/tree']     4f2a-... 20     main;run
 *
 * A row is a stack with a label set, and a value of one type; of a recording with times, a sample. The first row of a
 * stack has its text, the others its id alone: XXH3 of that text, 128 bits. The time is the label "time", or when the
 * recording began. service, version, region and host are the labels of these names. Omitted: files and lines,
 * modules and addresses of frames, units of number labels.
 */
#include <stdlib.h>

#include "base/number.h"
#include "formats/rows/rows.h"
#include "formats/writer.h"
#include "model/tree/canonical.h"

typedef struct writing {
    const fr_profile *p;
    fr_canonical c;
    fr_canonical_rows rows;
    uint32_t *path;  /* room for the deepest stack */
    bool *written;   /* by canonical stack: a row has its text */
    fr_output *text; /* of one stack */
    fr_output *out;
} writing;

static void put_escaped(fr_output *out, fr_bytes text, const char *escaped)
{
    size_t from = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (!strchr(escaped, text.at[i]))
            continue;
        fr_put(out, (fr_bytes){text.at + from, i - from});
        fr_put_char(out, '\\');
        from = i;
    }
    fr_put(out, (fr_bytes){text.at + from, text.len - from});
}

/* Folded, as `text` has it until the next stack. Values of no stack have a name: without a text a row is refused. */
static fr_bytes spell(writing *w, uint32_t stack)
{
    uint32_t n = 0;
    size_t len;

    if (stack == 0)
        return FR_LITERAL("[no stack]");
    fr_output_free(w->text);
    w->text = fr_output_memory();
    for (; stack; stack = w->c.parent[stack])
        w->path[n++] = w->c.frame[w->c.frame_of[stack]];
    while (n-- > 0 && w->text) {
        fr_put_replaced(w->text, fr_frame_name(w->p, w->path[n]), ';', "\\x3b");
        fr_put_text(w->text, fr_spelling_suffix(&w->p->frames[w->path[n]]));
        fr_put_text(w->text, n ? ";" : "");
    }
    const char *at = w->text ? fr_output_bytes(w->text, &len) : NULL;
    if (!at)
        fr_output_fail(w->out, FR_E_LIMIT, "out of memory");
    return at ? (fr_bytes){at, len} : FR_LITERAL("");
}

/* ---- labels ---- */

typedef struct labels {
    const fr_label *at;
    size_t n;
} labels;

static fr_bytes key_of(const writing *w, const fr_label *label)
{
    return fr_names_at(w->p->names, label->key);
}

/* The first label of a key; NULL: none. */
static const fr_label *find_label(const writing *w, labels set, const char *key)
{
    for (size_t i = 0; i < set.n; i++)
        if (fr_bytes_equal(key_of(w, &set.at[i]), fr_bytes_of(key)))
            return &set.at[i];
    return NULL;
}

/* Returns true if the label has a column of its own. */
static bool has_column(const writing *w, labels set, const fr_label *label)
{
    for (size_t i = 0; i < FR_ROWS_N_TAGS; i++)
        if (label == find_label(w, set, fr_rows_tags[i]))
            return true;
    return !label->is_text && label == find_label(w, set, fr_rows_names[FR_ROWS_TIME]);
}

static void put_label(const writing *w, const fr_label *label, const char *escaped)
{
    if (label && label->is_text)
        put_escaped(w->out, fr_names_at(w->p->names, label->text), escaped);
    else if (label)
        fr_put_int(w->out, label->number);
}

static void put_array(const writing *w, labels set, bool keys)
{
    const char *between = "['";

    for (size_t i = 0; i < set.n; i++) {
        if (has_column(w, set, &set.at[i]))
            continue;
        fr_put_text(w->out, between);
        if (keys)
            put_escaped(w->out, key_of(w, &set.at[i]), "\\'");
        else
            put_label(w, &set.at[i], "\\'");
        between = "','";
    }
    fr_put_text(w->out, *between == '[' ? "[]" : "']");
}

static labels labels_of_row(const writing *w, uint32_t i)
{
    size_t first = w->rows.labels_of[w->rows.set[i]];

    return (labels){w->rows.labels + first, w->rows.labels_of[w->rows.set[i] + 1] - first};
}

/* ---- rows ---- */

/* `text`: of the stack, which is canonical. */
static void put_row(writing *w, uint32_t stack, fr_bytes text, labels set, uint32_t k, int64_t time,
                    int64_t value)
{
    fr_output *out = w->out;
    unsigned char id[16];

    fr_put_int(out, time);
    for (size_t i = 0; i < FR_ROWS_N_TAGS; i++) {
        fr_put_char(out, '\t');
        put_label(w, find_label(w, set, fr_rows_tags[i]), "\\");
    }
    fr_put_char(out, '\t');
    put_escaped(out, fr_bytes_of(w->p->columns[k].name), "\\");
    fr_put_char(out, '\t');
    put_escaped(out, fr_bytes_of(w->p->columns[k].unit), "\\");
    fr_put_char(out, '\t');
    put_array(w, set, true);
    fr_put_char(out, '\t');
    put_array(w, set, false);
    fr_put_char(out, '\t');
    fr_bytes_hash128(text, id);
    for (size_t i = 0; i < sizeof id; i++)
        fr_put_format(out, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", id[i]);
    fr_put_char(out, '\t');
    fr_put_int(out, value);
    fr_put_char(out, '\t');
    if (!w->written[stack])
        put_escaped(out, text, "\\");
    w->written[stack] = true;
    fr_put_char(out, '\n');
}

/* The label "time" of a row; else `unknown`. */
static int64_t time_of(const writing *w, labels set, int64_t unknown)
{
    const fr_label *label = find_label(w, set, fr_rows_names[FR_ROWS_TIME]);

    return label && !label->is_text ? label->number : unknown;
}

static void put_sums(writing *w)
{
    int64_t began = fr_meta_extent(&w->p->meta).time_ns;

    for (uint32_t s = 0; s < w->c.n_stacks; s++) {
        fr_bytes text = w->rows.first[s] < w->rows.first[s + 1] ? spell(w, s) : FR_LITERAL("");
        for (uint32_t i = w->rows.first[s]; i < w->rows.first[s + 1]; i++) {
            labels set = labels_of_row(w, i);
            for (uint32_t k = 0; k < w->p->n_columns; k++) {
                int64_t value = fr_column_sum(fr_row_column(w->p, k), w->rows.row[i]);
                if (value)
                    put_row(w, s, text, set, k, time_of(w, set, began), value);
            }
        }
    }
}

/* ---- samples one by one ---- */

/* The labels of a stack that has one set of them only. */
static bool labels_of_stack(const writing *w, uint32_t stack, labels *set)
{
    uint32_t i = w->rows.first[stack], end = w->rows.first[stack + 1];

    if (i == end)
        return false;
    *set = labels_of_row(w, i);
    return i + 1 == end;
}

/* Fills in what samples leave of the values of each canonical stack: rows without a time. canonical: by stack. Returns
 * false where times cannot stand beside sums: of several columns, where sums are less than their samples, and where it is
 * not known which labels a sample has. */
static bool find_rest(const writing *w, const uint32_t *canonical, int64_t *rest)
{
    const fr_samples *samples = &w->p->samples;
    bool good = samples->n && w->p->n_columns == 1, lacks_labels = false, any = false;

    for (uint32_t s = 0; s < w->c.n_stacks && good; s++)
        for (uint32_t i = w->rows.first[s]; i < w->rows.first[s + 1]; i++)
            rest[s] += fr_column_sum(fr_row_column(w->p, 0), w->rows.row[i]);
    for (size_t i = 0; i < samples->n && good; i++) {
        uint32_t stack = canonical[samples->stack[i]];
        bool has_value = stack || !samples->stack[i]; /* put_samples() refuses others */
        int64_t value = samples->value ? samples->value[i] : 1;
        good = !has_value || !__builtin_sub_overflow(rest[stack], value, &rest[stack]);
        lacks_labels |= has_value && !labels_of_stack(w, stack, &(labels){NULL, 0});
    }
    for (uint32_t s = 0; s < w->c.n_stacks && good; s++) {
        good = rest[s] >= 0;
        any |= rest[s] > 0;
    }
    return good && !(any && lacks_labels);
}

static void put_samples(writing *w, const uint32_t *canonical)
{
    const fr_samples *samples = &w->p->samples;

    for (size_t i = 0; i < samples->n && !fr_output_failed(w->out); i++) {
        uint32_t stack = canonical[samples->stack[i]];
        int64_t time = samples->time_ns[i] == FR_NO_TIME ? 0 : samples->time_ns[i];
        labels set = {NULL, 0};
        if (!stack && samples->stack[i]) { /* the values of such samples stand on labels */
            fr_output_fail(w->out, FR_E_USAGE, "samples with times have no labels as frames");
            fr_output_hint(w->out, "rows with times need samples without --tagroot and --tagleaf");
        } else if (!labels_of_stack(w, stack, &set)) {
            fr_output_fail(w->out, FR_E_USAGE,
                           "samples of one stack have times and several labels");
            fr_output_hint(w->out, "--from 0 writes them with times and without labels, --where "
                                   "KEY=TEXT those of one label, without times");
        }
        put_row(w, stack, spell(w, stack), set, 0, time, samples->value ? samples->value[i] : 1);
    }
}

/* A stack of several label sets has no samples here: put_samples() refuses these. */
static void put_rest(writing *w, const int64_t *rest)
{
    for (uint32_t s = 0; s < w->c.n_stacks && !fr_output_failed(w->out); s++) {
        uint32_t first = w->rows.first[s], end = w->rows.first[s + 1];
        fr_bytes text = rest[s] ? spell(w, s) : FR_LITERAL("");
        for (uint32_t i = first; i < end && rest[s]; i++) {
            labels set = labels_of_row(w, i);
            int64_t value = fr_column_sum(fr_row_column(w->p, 0), w->rows.row[i]);
            value = end == first + 1 ? rest[s] : value;
            if (value)
                put_row(w, s, text, set, 0, time_of(w, set, 0), value);
        }
    }
}

static void put_all(writing *w)
{
    uint32_t *canonical = calloc(w->p->n_stacks, sizeof *canonical); /* by stack; 0: no value */
    int64_t *rest = calloc(w->c.n_stacks, sizeof *rest);

    for (uint32_t s = 0; s < w->c.n_stacks && canonical; s++)
        canonical[w->c.stack[s]] = s;
    if (!canonical || !rest) {
        fr_output_fail(w->out, FR_E_LIMIT, "out of memory");
    } else if (find_rest(w, canonical, rest)) {
        put_samples(w, canonical);
        put_rest(w, rest);
    } else {
        put_sums(w);
    }
    free(canonical);
    free(rest);
}

/* ---- the whole ---- */

void fr_rows_write(const fr_profile *profile, fr_output *out)
{
    writing w = {.p = profile, .out = out};

    if (!fr_writer_has_integers(profile, out, "rows hold", NULL))
        return;
    if (fr_canonical_init(&w.c, profile, NULL) &&
        fr_canonical_rows_init(&w.rows, &w.c, profile, NULL) &&
        (w.path = malloc(((size_t)profile->max_depth + 1) * sizeof *w.path)) &&
        (w.written = calloc(w.c.n_stacks, sizeof *w.written))) {
        fr_put_text(out, fr_rows_names[FR_ROWS_TIME]);
        for (size_t i = 0; i < FR_ROWS_N_TAGS; i++)
            fr_put_format(out, "\t%s", fr_rows_tags[i]);
        for (size_t i = FR_ROWS_TYPE; i < FR_ROWS_N_COLUMNS; i++)
            if (i != FR_ROWS_BASE && i != FR_ROWS_NEW)
                fr_put_format(out, "\t%s", fr_rows_names[i]);
        fr_put_char(out, '\n');
        put_all(&w);
    } else {
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    }
    fr_output_free(w.text);
    free(w.path);
    free(w.written);
    fr_canonical_rows_reset(&w.rows);
    fr_canonical_reset(&w.c);
}
