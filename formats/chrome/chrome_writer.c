/*
 * chrome_writer.c - a profile as a trace of spans, which DevTools, Perfetto and chrome://tracing open.
 *
 *     {"traceEvents": [
 *      {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "cpu (ns)"}},
 *      {"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 60, "name": "main", "args": {"file": "a.c", "line": 3}},
 *      {"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 40, "name": "parse"}]}
 *
 * Where samples have times, chrome_writer_times.c writes their spans. Else the column that the profile wants shown is a
 * process, of a differential each side. A stack is a span as long as all it holds, its callees lie in it from its left
 * edge on, the rest is its own. So spans are sums: their times are not those of the recording. What is no time is 1 us
 * a unit. Reference: Trace Event Format. Omitted: times, labels, modules, addresses, numbers of samples.
 */
#include <stdlib.h>

#include "base/units.h"
#include "formats/chrome/chrome_writer.h"
#include "formats/spelling.h"
#include "model/tree/canonical.h"

typedef struct writing {
    const fr_profile *p;
    fr_canonical c;
    int64_t *total, *start, *next; /* by stack: in all, its left edge, that of its next callee */
    fr_output *out;
    bool sides;     /* both columns are written */
    uint32_t shown; /* else this one */
    const fr_column *column;
    uint32_t decimals; /* of a span in us */
    int64_t factor;    /* values times this are spans */
} writing;

/* Spans are in us: of ns they have three decimals. */
static void choose_scale(writing *w)
{
    uint64_t size = 0;

    w->decimals = w->column->decimals;
    w->factor = 1;
    if (fr_unit_measure(fr_bytes_of(w->column->unit), &size) != FR_UNIT_TIME || size == 1000)
        return;
    if (size >= 1000)
        w->factor = (int64_t)(size / 1000);
    else
        w->decimals += 3;
}

/* Totals, the innermost stacks first; false where one does not fit. */
static bool sum_up(writing *w)
{
    for (uint32_t i = 0; i < w->c.n_stacks; i++)
        if (__builtin_mul_overflow(fr_column_sum(w->column, w->c.stack[i]), w->factor,
                                   &w->total[i]))
            return false;
    for (uint32_t i = w->c.n_stacks; i-- > 1;)
        if (__builtin_add_overflow(w->total[w->c.parent[i]], w->total[i],
                                   &w->total[w->c.parent[i]]))
            return false;
    return true;
}

static void put_span(const writing *w, uint32_t i, uint32_t pid)
{
    const fr_frame *frame = &w->p->frames[w->c.frame[w->c.frame_of[i]]];

    fr_put_format(w->out, ",\n {\"ph\": \"X\", \"pid\": %u, \"tid\": 1, \"ts\": ", pid);
    fr_put_scaled(w->out, w->start[i], w->decimals);
    fr_put_text(w->out, ", \"dur\": ");
    fr_put_scaled(w->out, w->total[i], w->decimals);
    fr_put_text(w->out, ", \"name\": ");
    fr_put_json(w->out, fr_names_at(w->p->names, frame->name));
    if (frame->file) {
        fr_put_text(w->out, ", \"args\": {\"file\": ");
        fr_put_json(w->out, fr_names_at(w->p->names, frame->file));
        fr_put_format(w->out, frame->line ? ", \"line\": %u}" : "}", frame->line);
    }
    fr_put_char(w->out, '}');
}

static void put_column(writing *w, uint32_t pid)
{
    bool is_time;
    uint64_t size;

    choose_scale(w);
    if (w->decimals > 9 || !sum_up(w)) {
        fr_output_fail(w->out, FR_E_LIMIT, "a trace holds no values as large or as fine as these");
        return;
    }
    is_time = fr_unit_measure(fr_bytes_of(w->column->unit), &size) == FR_UNIT_TIME;
    fr_put_format(
        w->out,
        "%s\n {\"ph\": \"M\", \"pid\": %u, \"name\": \"process_name\", \"args\": {\"name\": ",
        pid > 1 ? "," : "", pid);
    fr_put_json(w->out, fr_bytes_of(w->column->name));
    fr_put_text(w->out, ", \"unit\": ");
    fr_put_json(w->out, fr_bytes_of(is_time ? "us" : w->column->unit));
    fr_put_text(w->out, "}}");
    w->next[0] = 0;
    for (uint32_t i = 1; i < w->c.n_stacks; i++) {
        w->start[i] = w->next[i] = w->next[w->c.parent[i]];
        w->next[w->c.parent[i]] += w->total[i];
        if (w->total[i] > 0)
            put_span(w, i, pid);
    }
}

static void put_file(writing *w)
{
    fr_put_text(w->out, "{\"otherData\": {\"exporter\": \"flamerender\", \"spans\": \"sums of "
                        "stacks, not times of the "
                        "recording; what is no time is 1 us a unit\"},\n\"traceEvents\": [");
    for (uint32_t k = 0; k < w->p->n_columns; k++)
        if (w->sides || k == w->shown) {
            w->column = &w->p->columns[k];
            put_column(w, w->sides ? k + 1 : 1);
        }
    fr_put_text(w->out, "\n]}\n");
}

static void write_sums(const fr_profile *profile, fr_output *out)
{
    fr_error err = {0};
    fr_profile *spelled = fr_spelling(profile, true, &err);
    writing w = {.p = spelled,
                 .out = out,
                 .sides = fr_profile_has_sides(profile),
                 .shown = fr_profile_shown_column(profile)};

    if (spelled && fr_canonical_init(&w.c, spelled, &err)) {
        w.total = calloc((size_t)w.c.n_stacks * 3 + 1, sizeof *w.total);
        if (w.total) {
            w.start = w.total + w.c.n_stacks;
            w.next = w.start + w.c.n_stacks;
            put_file(&w);
        } else {
            fr_fail_memory(&err);
        }
        fr_canonical_reset(&w.c);
    }
    if (err.code != FR_OK)
        fr_output_fail(out, err.code, "%s", err.text);
    free(w.total);
    fr_profile_free(spelled);
}

void fr_chrome_write(const fr_profile *profile, fr_output *out)
{
    if (fr_chrome_has_times(profile))
        fr_chrome_write_times(profile, out);
    else
        write_sums(profile, out);
}
