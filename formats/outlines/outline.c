/*
 * outline.c - makes stacks of lines that a dialect has understood.
 *
 * The lines from the outermost one to the current one are open. When a line is closed, what it holds alone is
 * known: its value, or what is left of it after the lines beneath it.
 */
#include "formats/outlines/outline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "formats/lines.h"
#include "formats/symbols.h"

typedef struct level {
    uint32_t depth; /* as the line has it */
    uint32_t frame;
    uint32_t stack; /* of the builder, root first; FR_NO_ID: not pushed yet */
    int64_t rest;   /* what it holds alone */
} level;

typedef struct tree {
    fr_builder *b;
    const fr_outline *outline;
    fr_lines lines;
    level *levels; /* that are open, the outermost first */
    size_t n, cap;
    uint32_t column;
    bool counts;
    uint64_t n_rejected, n_over;
} tree;

/* ---- values ---- */

/* The stack of the innermost line. Those above it keep their stacks for the lines that follow, unless the outermost
 * line is the leaf. */
static uint32_t push_levels(tree *t)
{
    size_t i = t->n;
    uint32_t stack = FR_NO_STACK;

    if (t->outline->from_leaf) {
        while (i-- > 0)
            stack = fr_builder_push(t->b, stack, t->levels[i].frame);
        return stack;
    }
    while (i > 0 && t->levels[i - 1].stack == FR_NO_ID)
        i--;
    if (i > 0)
        stack = t->levels[i - 1].stack;
    for (; i < t->n; i++)
        stack = t->levels[i].stack = fr_builder_push(t->b, stack, t->levels[i].frame);
    return stack;
}

/* Closes all lines that are as deep or deeper, the innermost first. */
static void close_to(tree *t, uint32_t depth)
{
    for (; t->n > 0 && t->levels[t->n - 1].depth >= depth; t->n--) {
        int64_t value = t->levels[t->n - 1].rest;
        t->n_over += value < 0;
        if (value > 0)
            fr_builder_add(t->b, push_levels(t), t->column, value, t->counts ? (uint64_t)value : 0,
                           t->counts ? (double)value : 0.0);
    }
}

/* ---- lines ---- */

/* Scales to units of the column; more decimals than it has are rounded half up. */
static bool scale(const tree *t, fr_decimal value, int64_t *scaled)
{
    uint32_t decimals = t->outline->decimals;

    for (; value.decimals > decimals + 1; value.decimals--)
        value.mantissa /= 10;
    if (value.decimals == decimals + 1) {
        value.mantissa = value.mantissa / 10 + (value.mantissa % 10 >= 5);
        value.decimals--;
    }
    return fr_scale_up(value.mantissa, decimals - value.decimals, scaled);
}

static void take_node(tree *t, const fr_outline_line *line)
{
    bool room = fr_reserve(&t->levels, &t->cap, t->n + 1, sizeof *t->levels);
    fr_frame frame;
    level *above;
    int64_t value;

    if (!room || !scale(t, line->value, &value)) {
        fr_builder_fail(t->b, FR_E_LIMIT, t->lines.n, 0,
                        room ? "a value of 2^63 or more" : "out of memory");
        return;
    }
    close_to(t, line->depth);
    above = t->outline->inclusive && t->n > 0 ? &t->levels[t->n - 1] : NULL;
    /* Less than 0 says only that it is too much, so the smallest number may stand for it. */
    if (above && __builtin_sub_overflow(above->rest, value, &above->rest))
        above->rest = INT64_MIN;
    frame = fr_text_frame(t->b, line->name, line->module, line->file, line->line, line->frame_kind);
    t->levels[t->n++] = (level){.depth = line->depth,
                                .frame = fr_builder_intern(t->b, &frame),
                                .stack = FR_NO_ID,
                                .rest = value};
    fr_builder_record(t->b, 1);
}

void fr_outline_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice,
                     const fr_outline *outline)
{
    tree t = {.b = b, .outline = outline, .lines = fr_lines_of(in, opt)};
    fr_outline_table table = {0};
    fr_bytes text;

    t.counts = strcmp(outline->unit, "samples") == 0 && outline->decimals == 0;
    t.column = fr_builder_column(b, outline->column, outline->unit, outline->decimals);
    if (!t.counts)
        fr_builder_uncounted(b, t.column);
    while (!fr_builder_failed(b) && fr_lines_next(&t.lines, &text)) {
        fr_outline_line line = outline->read(text, &table);
        if (line.kind == FR_OUTLINE_OTHER || line.value.mantissa < 0) {
            fr_lines_note(&t.lines, b, FR_NOTE_REJECTED_LINE, text);
            t.n_rejected++;
        } else if (line.kind == FR_OUTLINE_NODE) {
            take_node(&t, &line);
        } else if (line.kind != FR_OUTLINE_HEADING) {
            close_to(&t, 0);
        }
    }
    if (!fr_builder_failed(b))
        close_to(&t, 0);
    if (t.n_over)
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "frames that hold less than the frames they called: %" PRIu64
                       "; their own value is 0",
                       t.n_over);
    fr_lines_note_end(&t.lines, b);
    choice->n_lines = t.lines.n;
    choice->n_skipped = t.n_rejected;
    free(t.levels);
}

/* ---- for dialects ---- */

bool fr_outline_field(fr_bytes *line, char separator, fr_bytes *field)
{
    bool quoted = line->len > 1 && line->at[0] == '"';
    size_t end;

    if (!line->at)
        return false;
    end = quoted ? 1 + fr_bytes_find(fr_bytes_from(*line, 1), '"') : 0;
    *field = (fr_bytes){line->at + quoted, end - quoted};
    end += fr_bytes_find(fr_bytes_from(*line, end), separator);
    if (!quoted)
        *field = (fr_bytes){line->at, end};
    *line = end < line->len ? fr_bytes_from(*line, end + 1) : (fr_bytes){0};
    return true;
}

bool fr_outline_number(fr_bytes text, fr_decimal *value)
{
    char digits[40];
    fr_parse parsed;
    size_t n = 0;

    text = fr_bytes_trim(text);
    for (size_t i = 0; i < text.len && n < sizeof digits; i++)
        if (text.at[i] != ',')
            digits[n++] = text.at[i];
    if (n == sizeof digits)
        return false;
    parsed = fr_decimal_parse_scientific((fr_bytes){digits, n}, value);
    if (parsed == FR_PARSE_TOO_LARGE)
        *value = (fr_decimal){-1, 0};
    return parsed != FR_PARSE_NOT_A_NUMBER;
}

uint32_t fr_outline_indent(fr_bytes text)
{
    uint32_t n = 0;

    while (n < text.len && (text.at[n] == ' ' || text.at[n] == '\t'))
        n++;
    return n;
}
