/*
 * json_writer.c - a profile as JSON, everything that is known of it, in canonical order.
 *
 *     {"flamerender": "profile", "version": 1, ...
 *      "columns": [{"name": "cpu-clock", "unit": "samples", "decimals": 0, "total": 100, ...}],
 *      "frames": [{"name": "main", "kind": "user", "module": "/usr/bin/app"}],
 *      "stacks": [{"parent": 0, "frame": 0, "values": [30]}],
 *      "labels": [[{"key": "handler", "text": "/tree"}, {"key": "bytes", "number": 64, "unit": ""}]],
 *      "rows": [{"stack": 1, "labels": 1, "values": [20]}],
 *      "notes": [...]}
 *
 * Stack ids count from 1 in the order of the list; parent 0 is the empty stack. A value is the
 * stack's own; where the column is not counted by its values, "samples" and "squares" (sum of
 * squared weights) stand beside it. Where samples have labels, rows divide the values of stacks by
 * the set of labels (from 1; 0: none).
 */
#include <inttypes.h>

#include "base/members.h"
#include "base/number.h"
#include "formats/writer.h"
#include "model/module.h"
#include "model/tree/canonical.h"

static void put_columns(const fr_profile *p, fr_output *out)
{
    for (uint32_t k = 0; k < p->n_columns; k++) {
        const fr_column *column = &p->columns[k];
        fr_members m = fr_members_begin(out, k ? ",\n  {" : "\n  {");
        fr_member_text(&m, "name", column->name);
        fr_member_text(&m, "unit", column->unit);
        fr_member_int(&m, "decimals", column->decimals);
        fr_member_int(&m, "total", column->reference);
        fr_member_bool(&m, "counted", column->counted);
        fr_members_end(&m);
    }
}

static void put_name(const fr_profile *p, fr_members *m, const char *key, uint32_t name)
{
    if (name)
        fr_member_bytes(m, key, fr_names_at(p->names, name));
}

static void put_frame(const fr_profile *p, const fr_frame *frame, fr_output *out)
{
    fr_members m = fr_members_begin(out, "{");

    fr_member_bytes(&m, "name", fr_names_at(p->names, frame->name));
    fr_member_text(&m, "kind", fr_kind_name(fr_frame_kind(frame)));
    if (frame->kind & FR_KIND_ANNOTATED)
        fr_member_bool(&m, "annotated", true);
    put_name(p, &m, "system_name", frame->system_name);
    put_name(p, &m, "module", frame->module);
    put_name(p, &m, "file", frame->file);
    if (frame->line)
        fr_member_int(&m, "line", frame->line);
    if (frame->start_line)
        fr_member_int(&m, "start_line", frame->start_line);
    if (fr_frame_address(p, frame)) {
        fr_member_key(&m, "address");
        fr_put_format(out, "\"0x%" PRIx64 "\"", fr_frame_address(p, frame));
    }
    fr_members_end(&m);
}

/* A sum of squares is an integer; a double holds it exactly or rounded, and is written in full.
 * What is no int64_t is marked as a real number: there are parsers that refuse larger integers. */
static void put_squares(fr_output *out, double squares)
{
    fr_u128 left = squares < 1.6e38 ? (fr_u128)squares : ~(fr_u128)0 >> 1;
    char digits[48];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + (int)(left % 10));
        left /= 10;
    } while (left);
    fr_output_write(out, digits + at, sizeof digits - at);
    if (squares >= 9223372036854775807.0)
        fr_put_text(out, ".0");
}

typedef enum figure { VALUES, SAMPLES, SQUARES } figure;

/* "samples": [3], a number for each column */
static void put_list(const fr_column *columns, uint32_t n, uint32_t at, figure which, fr_members *m)
{
    static const char *const names[] = {"values", "samples", "squares"};

    fr_member_key(m, names[which]);
    fr_put_char(m->out, '[');
    for (uint32_t k = 0; k < n; k++) {
        fr_put_text(m->out, k ? ", " : "");
        if (which == SQUARES)
            put_squares(m->out, fr_column_squares(&columns[k], at));
        else
            fr_put_int(m->out, which == VALUES ? fr_column_sum(&columns[k], at)
                                               : (int64_t)fr_column_count(&columns[k], at));
    }
    fr_put_char(m->out, ']');
}

static bool has_explicit_counts(const fr_column *columns, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (columns[k].count)
            return true;
    return false;
}

/* Ends the object of a stack, or of a row: "values": [30], "samples": [3], "squares": [310]} */
static void put_values(const fr_column *columns, uint32_t n, uint32_t at, bool counts,
                       fr_members *m)
{
    put_list(columns, n, at, VALUES, m);
    if (counts) {
        put_list(columns, n, at, SAMPLES, m);
        put_list(columns, n, at, SQUARES, m);
    }
    fr_members_end(m);
}

static void put_stacks(const fr_profile *p, const fr_canonical *c, fr_output *out)
{
    bool counts = has_explicit_counts(p->columns, p->n_columns);

    for (uint32_t i = 1; i < c->n_stacks; i++) {
        fr_members m = fr_members_begin(out, i > 1 ? ",\n  {" : "\n  {");
        fr_member_int(&m, "parent", c->parent[i]);
        fr_member_int(&m, "frame", c->frame_of[i]);
        put_values(p->columns, p->n_columns, c->stack[i], counts, &m);
    }
}

/* ---- labels ---- */

static void put_sets(const fr_profile *p, const fr_canonical_rows *rows, fr_output *out)
{
    for (uint32_t set = 1; set < rows->n_sets; set++) {
        fr_put_text(out, set > 1 ? ",\n  [" : "\n  [");
        for (size_t i = rows->labels_of[set]; i < rows->labels_of[set + 1]; i++) {
            const fr_label *label = &rows->labels[i];
            fr_members m = fr_members_begin(out, i > rows->labels_of[set] ? ", {" : "{");
            fr_member_bytes(&m, "key", fr_names_at(p->names, label->key));
            if (label->is_text) {
                fr_member_bytes(&m, "text", fr_names_at(p->names, label->text));
            } else {
                fr_member_int(&m, "number", label->number);
                fr_member_bytes(&m, "unit", fr_names_at(p->names, label->unit));
            }
            fr_members_end(&m);
        }
        fr_put_char(out, ']');
    }
}

static void put_labelled(const fr_profile *p, const fr_canonical *c, fr_output *out)
{
    fr_error err = {0};
    fr_canonical_rows rows;
    bool counts;

    if (p->labelled.n_rows == 0)
        return;
    if (!fr_canonical_rows_init(&rows, c, p, &err)) {
        fr_output_fail(out, err.code, "%s", err.text);
        return;
    }
    fr_put_text(out, "],\n \"labels\": [");
    put_sets(p, &rows, out);
    fr_put_text(out, "],\n \"rows\": [");
    counts = has_explicit_counts(p->labelled.columns, p->n_columns);
    for (uint32_t s = 0; s < c->n_stacks; s++)
        for (uint32_t i = rows.first[s]; i < rows.first[s + 1]; i++) {
            fr_members m = fr_members_begin(out, i ? ",\n  {" : "\n  {");
            fr_member_int(&m, "stack", s);
            fr_member_int(&m, "labels", rows.set[i]);
            put_values(p->labelled.columns, p->n_columns, rows.row[i], counts, &m);
        }
    fr_canonical_rows_reset(&rows);
}

/* ---- the rest ---- */

static void put_notes(const fr_notes *notes, fr_output *out)
{
    for (size_t i = 0; i < notes->n; i++) {
        fr_members m = fr_members_begin(out, i ? ",\n  {" : "\n  {");
        fr_note note;
        fr_note_describe(&notes->entries[i], &note);
        fr_member_text(&m, "kind", note.kind);
        fr_member_int(&m, "n", (int64_t)note.n);
        fr_member_text(&m, "text", note.text);
        fr_members_end(&m);
    }
}

static void put_head(const fr_profile *p, fr_output *out)
{
    fr_members m = fr_members_begin(out, "{");

    fr_member_text(&m, "flamerender", "profile");
    fr_member_int(&m, "version", 1);
    fr_member_text(&m, "format", p->meta.format ? p->meta.format : "");
    fr_member_int(&m, "records", (int64_t)p->meta.n_records);
    fr_member_int(&m, "frameless", (int64_t)p->meta.n_frameless);
    if (p->meta.timed) {
        fr_member_int(&m, "first_ns", p->meta.first_ns);
        fr_member_int(&m, "last_ns", p->meta.last_ns);
    }
}

void fr_json_write(const fr_profile *p, fr_output *out)
{
    fr_error err = {0};
    fr_canonical c;

    if (!fr_canonical_init(&c, p, &err)) {
        fr_output_fail(out, err.code, "%s", err.text);
        return;
    }
    put_head(p, out);
    fr_put_text(out, ",\n \"columns\": [");
    put_columns(p, out);
    fr_put_text(out, "],\n \"frames\": [");
    for (uint32_t i = 0; i < c.n_frames; i++) {
        fr_put_text(out, i ? ",\n  " : "\n  ");
        put_frame(p, &p->frames[c.frame[i]], out);
    }
    fr_put_text(out, "],\n \"stacks\": [");
    put_stacks(p, &c, out);
    put_labelled(p, &c, out);
    fr_put_text(out, "],\n \"notes\": [");
    put_notes(&p->meta.notes, out);
    fr_put_text(out, "]}\n");
    fr_canonical_reset(&c);
}
