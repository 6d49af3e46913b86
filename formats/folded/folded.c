/*
 * folded.c - folded (collapsed) stacks, the common interchange of flame graph tools.
 *
 *     main;parse;read_line_[k] 42     root first; the last token is the value, all before it the stack
 *     main;parse 12.25 13             two columns: base and new, decided on the first block
 *
 * Reference: flamegraph.pl and stackcollapse-*.pl (https://github.com/brendangregg/FlameGraph,
 * 2024-10). Beyond it: \x3b is ';' in a name, CRLF, blank lines and '# comment' lines are fine,
 * decimals are exact, and every line that is rejected is counted, the first one quoted.
 *
 * Lines are taken apart here; folded_batch.h turns them into stacks, some at a time.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "formats/folded/fast/folded_run.h"
#include "formats/split.h"

typedef struct folded {
    fr_input *in;
    fr_builder *b;
    const fr_read_options *opt;
    uint64_t n_parts; /* read at once, of which this one tells the progress; 0: another does */
    uint32_t n_columns;
    uint32_t columns[2];
    uint32_t decimals;      /* of all columns, as fine as the finest value so far */
    bool counts;            /* values are numbers of samples */
    uint64_t line, line_at; /* its number from 1, its first byte */
    fr_folded_batch batch;
    fr_folded_run run;
} folded;

/* ---- values ---- */

static void reject(folded *f, fr_bytes line, const char *why)
{
    char text[240];
    fr_bytes shown = {line.at, line.len < 80 ? line.len : 80};

    snprintf(text, sizeof text, "%s: '%.*s%s'", why, (int)shown.len, shown.at,
             shown.len < line.len ? "..." : "");
    fr_builder_note(f->b, FR_NOTE_REJECTED_LINE, f->line, fr_bytes_of(text));
}

static void fail_negative(folded *f, fr_bytes token)
{
    fr_builder_fail(f->b, FR_E_FORMAT, f->line, f->line_at, "a negative value: '%.*s'",
                    (int)(token.len < 40 ? token.len : 40), token.at);
    fr_builder_hint(f->b,
                    "--negative=drop leaves such lines out, --negative=abs takes them as positive; "
                    "for a difference give both profiles");
}

/* Applies --negative; false where the line is to be left out. */
static bool settle_sign(folded *f, fr_decimal *value, fr_bytes token)
{
    if (value->mantissa >= 0)
        return true;
    if (f->opt->negative == FR_NEGATIVE_ERROR)
        fail_negative(f, token);
    else
        fr_builder_note(f->b, FR_NOTE_NEGATIVE, f->line, token);
    value->mantissa = f->opt->negative == FR_NEGATIVE_ABS ? -value->mantissa : 0;
    return f->opt->negative == FR_NEGATIVE_ABS;
}

/* A finer value than before: what was read is rescaled; fractions are no counts of samples. */
static void refine(folded *f, uint32_t decimals)
{
    for (uint32_t k = 0; k < f->n_columns; k++) {
        fr_builder_refine(f->b, f->columns[k], decimals);
        fr_builder_uncounted(f->b, f->columns[k]);
    }
    f->decimals = decimals;
    f->counts = false;
}

static void add_value(folded *f, uint32_t stack, uint32_t k, fr_decimal value)
{
    int64_t scaled;

    if (value.decimals > f->decimals)
        refine(f, value.decimals);
    if (!fr_scale_up(value.mantissa, f->decimals - value.decimals, &scaled)) {
        fr_builder_fail(f->b, FR_E_LIMIT, f->line, f->line_at,
                        "a value too large for %" PRIu32 " decimals", f->decimals);
        return;
    }
    fr_builder_add(f->b, stack, f->columns[k], scaled, f->counts ? (uint64_t)scaled : 0,
                   f->counts ? (double)scaled : 0.0);
}

static void add_values(folded *f, const fr_folded_line *line, uint32_t stack)
{
    fr_decimal values[2];
    bool zero = true;

    for (uint32_t k = 0; k < f->n_columns; k++) {
        values[k] = line->value[k];
        if (!settle_sign(f, &values[k], line->token[k]))
            return;
        zero = zero && values[k].mantissa == 0;
    }
    if (zero) {
        fr_builder_note(f->b, FR_NOTE_ZERO_VALUE, f->line, line->stack);
        return;
    }
    for (uint32_t k = 0; k < f->n_columns; k++)
        add_value(f, stack, k, values[k]);
}

/* A value without any frame: "  5". */
static uint32_t frameless_stack(folded *f)
{
    f->run.off = true;
    fr_builder_frameless(f->b, 1);
    fr_builder_note(f->b, FR_NOTE_FRAMELESS, f->line, FR_LITERAL("a value alone on its line"));
    return fr_builder_push(f->b, FR_NO_STACK,
                           fr_builder_named(f->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW,
                                            FR_KIND_USER, (fr_bytes){NULL, 0}));
}

/* ---- lines ---- */

/* "main;foo 3" among lines of two values. */
static bool has_all_values(folded *f, const fr_folded_line *line)
{
    if (line->n_values == f->n_columns)
        return true;
    fr_builder_fail(f->b, FR_E_FORMAT, f->line, f->line_at,
                    "one value where the first lines have two");
    fr_builder_hint(f->b, "--columns 1 takes the last token alone as the value");
    return false;
}

static void take_line(folded *f, const fr_folded_line *line, uint32_t stack)
{
    if (!has_all_values(f, line))
        return;
    fr_builder_record(f->b, 1);
    add_values(f, line, stack);
}

/* Finds the stacks of the lines that wait, and adds their values. */
static void flush(folded *f, bool same_window)
{
    fr_folded_batch *batch = &f->batch;
    uint64_t line = f->line, line_at = f->line_at;

    if (f->run.on)
        fr_folded_run_walk(&f->run, batch);
    else
        fr_folded_batch_walk(batch);
    for (uint32_t i = 1; i <= batch->n_lines; i++) {
        const fr_pending *p = &batch->lines[i];
        f->line = p->number;
        f->line_at = p->offset;
        take_line(f, &p->line, batch->stack[p->first + p->n - 1]);
    }
    f->line = line;
    f->line_at = line_at;
    fr_folded_batch_next(batch, same_window);
}

static uint32_t push(folded *f, uint32_t stack, fr_bytes token)
{
    return fr_builder_push(f->b, stack, fr_folded_frame(&f->batch, token));
}

/* A line of very many frames, one by one. */
static uint32_t walk_alone(folded *f, fr_bytes text)
{
    uint32_t stack = FR_NO_STACK;

    f->run.off = true;
    for (size_t end, at = 0; at <= text.len; at = end + 1) {
        end = at + fr_bytes_find((fr_bytes){text.at + at, text.len - at}, ';');
        stack = push(f, stack, (fr_bytes){text.at + at, end - at});
    }
    return stack;
}

/* Puts a line to those that wait; false where it alone has too many frames for that. */
static bool add_line(folded *f, const fr_folded_line *line)
{
    size_t same = 0;
    bool next = fr_folded_run_continues(&f->run, &f->batch, line->stack, &same);

    if (f->run.on != next || f->batch.n_lines == FR_BATCH_LINES)
        flush(f, true);
    if (next && !f->run.on)
        fr_folded_run_begin(&f->run, &f->batch);
    if (!next)
        same = fr_folded_same(&f->batch, line->stack);
    return fr_folded_batch_add(&f->batch, line, same, f->line, f->line_at);
}

static void read_line(folded *f, fr_bytes text)
{
    fr_folded_line line;
    const char *why;

    f->line++;
    if (fr_folded_is_blank(text))
        return;
    why = fr_folded_parse(text, f->n_columns, &line);
    if (why) {
        reject(f, text, why);
        return;
    }
    if (line.stack.len == 0) {
        flush(f, true);
        take_line(f, &line, frameless_stack(f));
        return;
    }
    if (add_line(f, &line))
        return;
    flush(f, true);
    if (!add_line(f, &line))
        take_line(f, &line, walk_alone(f, line.stack));
}

/* A line that is longer than a block, walked frame by frame as it comes: only a frame is ever held.
 */
typedef struct long_line {
    uint32_t stack;
    bool begun; /* a frame is in `stack` */
    bool cut; /* so is the frame at the window's start, which fills a block: its tail is skipped */
} long_line;

static void take_frame(folded *f, long_line *l, fr_bytes token)
{
    if (!l->cut)
        l->stack = push(f, l->stack, token);
    l->begun = true;
    l->cut = false;
}

/* Walks the frames of `text` that end in ';'; returns where the last, unfinished one starts. */
static size_t walk_long(folded *f, long_line *l, fr_bytes text)
{
    size_t at = 0, end;

    while ((end = at + fr_bytes_find((fr_bytes){text.at + at, text.len - at}, ';')) < text.len) {
        take_frame(f, l, (fr_bytes){text.at + at, end - at});
        at = end + 1;
    }
    return at;
}

/* The frame that fills the block is cut before its last bytes, which may hold the line's value.
 * Returns the bytes that are done with. */
static size_t cut_frame(folded *f, long_line *l, fr_bytes text)
{
    size_t most = text.len - FR_FOLDED_TAIL, blanks = 0;

    while (!l->cut && blanks < text.len && (text.at[blanks] == ' ' || text.at[blanks] == '\t'))
        blanks++;
    if (blanks > 0)
        return blanks;
    if (!l->cut) {
        fr_bytes name = {text.at, fr_text_back(text, most + 1)};
        if (name.len <= f->opt->limits.name_bytes)
            fr_builder_note(f->b, FR_NOTE_CUT_NAME, f->line, name);
        take_frame(f, l, name);
    }
    l->cut = true;
    return most;
}

/* What is left of the line holds its value. */
static void end_long(folded *f, long_line *l, fr_bytes rest)
{
    fr_folded_line line;
    const char *why = fr_folded_parse(rest, f->n_columns, &line);

    if (!l->begun && fr_folded_is_blank(rest))
        return;
    if (!l->begun && !why && line.stack.len == 0)
        l->stack = frameless_stack(f);
    else if (!why)
        take_frame(f, l, line.stack);
    if (why)
        reject(f, rest, why);
    else
        take_line(f, &line, l->stack);
}

/* "# ...", to its end. */
static void skip_comment(folded *f)
{
    fr_bytes window;

    while ((window = fr_input_fill(f->in, FR_INPUT_BLOCK)).len > 0) {
        size_t newline = fr_bytes_find(window, '\n');
        fr_input_skip(f->in, newline + (newline < window.len));
        if (newline < window.len)
            return;
    }
}

static void read_long_line(folded *f)
{
    long_line l = {.stack = FR_NO_STACK};

    f->line++;
    f->line_at = fr_input_offset(f->in);
    f->run.off = true;
    if (fr_bytes_starts(fr_input_fill(f->in, 2), FR_LITERAL("# "))) {
        skip_comment(f);
        return;
    }
    while (!fr_builder_failed(f->b)) {
        fr_bytes window = fr_input_fill(f->in, FR_INPUT_BLOCK);
        fr_bytes text = {window.at, fr_bytes_find(window, '\n')};
        size_t at = walk_long(f, &l, text);
        if (text.len < window.len || fr_input_at_end(f->in)) {
            end_long(f, &l, (fr_bytes){text.at + at, text.len - at});
            fr_input_skip(f->in, text.len + (text.len < window.len));
            return;
        }
        fr_input_skip(f->in, at ? at : cut_frame(f, &l, text));
    }
}

/* All whole lines of the window, the last one without its newline at the end of the input; false if
 * there was none.
 */
static bool read_window(folded *f, fr_bytes window)
{
    bool last = fr_input_at_end(f->in);
    size_t at = 0;

    while (at < window.len && !fr_builder_failed(f->b)) {
        fr_bytes rest = {window.at + at, window.len - at};
        size_t newline = fr_bytes_find(rest, '\n');
        if (newline == rest.len && !last)
            break;
        f->line_at = fr_input_offset(f->in) + at;
        read_line(f, (fr_bytes){rest.at, newline});
        at += newline + (newline < rest.len);
    }
    flush(f, false);
    fr_folded_run_keep(&f->run);
    fr_input_skip(f->in, at);
    return at > 0;
}

static void report_progress(const folded *f)
{
    uint64_t done, size;

    if (!f->opt->progress || f->n_parts == 0)
        return;
    fr_input_progress(f->in, &done, &size);
    done *= f->n_parts;
    f->opt->progress(f->opt->progress_arg, f->n_parts > 1 && done > size ? size : done, size);
}

/* One or two columns: named by the caller, by the first input, or by the first block. */
static void choose_columns(folded *f, fr_choice *choice)
{
    uint32_t seen;

    if (f->opt->columns)
        choice->columns = f->opt->columns;
    if (f->opt->columns)
        return;
    seen = fr_folded_count_columns(fr_input_fill(f->in, FR_PROBE_BYTES));
    if (!choice->columns)
        choice->columns = seen;
    if (seen <= choice->columns)
        return;
    fr_builder_fail(f->b, FR_E_FORMAT, 1, 0, "two values where the inputs before it have one");
    fr_builder_hint(f->b, "--columns 1 takes the last token alone as the value");
}

static void open_columns(folded *f, uint32_t n)
{
    const char *unit = f->opt->weight_unit ? f->opt->weight_unit : "samples";

    f->n_columns = n;
    f->counts = strcmp(unit, "samples") == 0;
    f->columns[0] = fr_builder_column(f->b, f->n_columns == 2 ? "base" : unit, unit, 0);
    if (f->n_columns == 2)
        f->columns[1] = fr_builder_column(f->b, "new", unit, 0);
    for (uint32_t k = 0; k < f->n_columns && !f->counts; k++)
        fr_builder_uncounted(f->b, f->columns[k]);
}

static bool init(folded *f, fr_input *in, fr_builder *b, const fr_read_options *opt)
{
    *f = (folded){.in = in, .b = b, .opt = opt, .n_parts = 1};
    if (fr_folded_batch_init(&f->batch, b) && fr_folded_run_init(&f->run))
        return true;
    fr_builder_fail(b, FR_E_LIMIT, 0, 0, "out of memory");
    return false;
}

static void reset(folded *f)
{
    fr_folded_batch_reset(&f->batch);
    fr_folded_run_reset(&f->run);
}

static void read_rest(folded *f)
{
    while (!fr_builder_failed(f->b)) {
        fr_bytes window = fr_input_fill(f->in, FR_PROBE_BYTES);
        if (window.len == 0)
            break;
        if (!read_window(f, window) && !read_window(f, fr_input_fill(f->in, FR_INPUT_BLOCK)))
            read_long_line(f);
        report_progress(f);
    }
}

/* ---- parts of a large input, each on a thread ---- */

size_t fr_folded_boundary(fr_bytes text)
{
    (void)text; /* it starts with a line */
    return 0;
}

static bool begin_part(folded *part, const folded *first, const fr_limits *limits, fr_input *in)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(limits, &err);

    part->in = in;
    part->b = b;
    if (!b || !in || !init(part, in, b, first->opt))
        return false;
    fr_builder_source(b, fr_input_name(in));
    part->n_parts = 0;
    open_columns(part, first->n_columns);
    return true;
}

static void read_part(void *arg, size_t index)
{
    folded *const *parts = arg;

    read_rest(parts[index]);
}

static bool join_part(folded *f, const folded *part)
{
    if (!fr_split_join(f->b, part->b, part->in, f->line))
        return false;
    f->line += part->line;
    return true;
}

static bool begin_parts(folded *first, folded *others, const fr_split *split, folded **parts)
{
    fr_limits limits = fr_split_limits(split, &first->opt->limits);
    bool good = true;

    parts[0] = first;
    for (size_t i = 1; i < split->n; i++) {
        parts[i] = &others[i];
        good =
            good && begin_part(parts[i], first, &limits,
                               fr_input_part(first->in, split->from[i], split->from[i + 1], NULL));
    }
    fr_input_end_at(first->in, split->from[1]);
    first->n_parts = split->n;
    return good;
}

/* False where all of the input must be read alone. */
static bool read_parts(folded *first, const fr_split *split)
{
    folded *parts[FR_MOST_THREADS], *others = calloc(split->n, sizeof *others);
    bool good = others && begin_parts(first, others, split, parts);

    if (good)
        fr_pool_run(split->n, split->n, read_part, parts);
    for (size_t i = 1; others && i < split->n; i++) {
        good = good && join_part(first, &others[i]);
        reset(&others[i]);
        fr_builder_free(others[i].b);
        fr_input_free(others[i].in);
    }
    free(others);
    return good;
}

void fr_folded_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_split split = {.n = 1};
    folded f;

    if (init(&f, in, b, opt)) {
        if (fr_bytes_starts(fr_input_fill(in, 3), FR_LITERAL("\xef\xbb\xbf")))
            fr_input_skip(in, 3); /* a byte order mark */
        choose_columns(&f, choice);
        open_columns(&f, choice->columns);
        if (choice->threads > 1)
            fr_split_plan(&split, in, opt, choice);
        if (split.n > 1)
            choice->again = !read_parts(&f, &split);
        else
            read_rest(&f);
    }
    reset(&f);
}
