/* folded_line.c - a line from its right end: value, perhaps another value, the stack. */
#include "formats/folded/folded.h"

#include "base/text.h"
#include "formats/lines.h"
#include "model/build/builder.h"

#include <inttypes.h>

/* Bytes of a line's end that are enough for its values. */
#define FR_FOLDED_TAIL ((size_t)128)

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool fr_folded_is_blank(fr_bytes line)
{
    size_t i = 0;

    if (line.len && line.at[0] == '#' && (line.len == 1 || line.at[1] == ' ' || line.at[1] == '\r'))
        return true;
    while (i < line.len && is_blank(line.at[i]))
        i++;
    return i == line.len;
}

/* The last token of *text, which loses it and the blanks around it. */
static fr_bytes take_last(fr_bytes *text)
{
    size_t end = text->len, start;

    while (end > 0 && is_blank(text->at[end - 1]))
        end--;
    start = end;
    while (start > 0 && !is_blank(text->at[start - 1]))
        start--;
    text->len = start;
    while (text->len > 0 && is_blank(text->at[text->len - 1]))
        text->len--;
    return (fr_bytes){text->at + start, end - start};
}

/* Nearly every value is a few digits. */
static bool parse_short(fr_bytes token, fr_decimal *value)
{
    int64_t sum = 0;

    if (token.len == 0 || token.len > 17)
        return false;
    for (size_t i = 0; i < token.len; i++) {
        unsigned digit = (unsigned)(unsigned char)token.at[i] - '0';
        if (digit > 9)
            return false;
        sum = sum * 10 + digit;
    }
    *value = (fr_decimal){sum, 0};
    return true;
}

static fr_parse parse_value(fr_bytes token, fr_decimal *value)
{
    return parse_short(token, value) ? FR_PARSE_OK : fr_decimal_parse_scientific(token, value);
}

static bool is_value(fr_parse result)
{
    return result == FR_PARSE_OK || result == FR_PARSE_ROUNDED;
}

const char *fr_folded_parse(fr_bytes line, uint32_t n_columns, fr_folded_line *parsed)
{
    fr_bytes before;
    fr_decimal value;
    fr_parse result;

    parsed->stack = line;
    parsed->token[0] = take_last(&parsed->stack);
    result = parse_value(parsed->token[0], &parsed->value[0]);
    if (!is_value(result))
        return result == FR_PARSE_TOO_LARGE
                   ? "the value is larger than 9223372036854775807"
                   : "expected 'frame;frame value', but the last token is no decimal number";
    parsed->rounded = result == FR_PARSE_ROUNDED;
    parsed->n_values = 1;
    if (n_columns == 1)
        return NULL;
    line = parsed->stack;
    before = take_last(&line);
    result = parse_value(before, &value);
    if (!is_value(result))
        return NULL;
    parsed->rounded = parsed->rounded || result == FR_PARSE_ROUNDED;
    parsed->stack = line;
    parsed->n_values = 2;
    parsed->value[1] = parsed->value[0];
    parsed->token[1] = parsed->token[0];
    parsed->value[0] = value;
    parsed->token[0] = before;
    return NULL;
}

uint32_t fr_folded_count_columns(fr_bytes block)
{
    bool whole = block.len < FR_PROBE_BYTES;
    uint32_t n_columns = 1;
    fr_folded_line line;
    fr_bytes text;

    block.len = whole ? block.len : FR_PROBE_BYTES;
    while (fr_lines_cut(&block, whole, &text)) {
        if (fr_folded_is_blank(text) || fr_folded_parse(text, 2, &line))
            continue;
        if (line.n_values == 1 || !line.stack.len)
            return 1;
        n_columns = 2;
    }
    return n_columns;
}

/*
 * The values of a line, and the columns that they go to.
 *
 *     main;parse 42            one column, of samples
 *     main;parse 12.25 13      two, base and new; from now on values are hundredths and count no samples
 */

/* Applies --negative; false where the line is to be omitted. */
static bool settle_sign(fr_folded *f, fr_decimal *value, fr_bytes token)
{
    if (value->mantissa >= 0)
        return true;
    if (f->opt->folded.negative == FR_NEGATIVE_ERROR) {
        fr_builder_fail(f->b, FR_E_FORMAT, f->line, f->line_at, "a negative value: '%.*s'",
                        (int)(token.len < 40 ? token.len : 40), token.at);
        fr_builder_hint(f->b,
                        "--negative=drop omits such lines, --negative=abs takes them as positive; "
                        "for a difference give both profiles");
    } else {
        fr_builder_note(f->b, FR_NOTE_NEGATIVE, f->line, token);
    }
    value->mantissa = f->opt->folded.negative == FR_NEGATIVE_ABS ? -value->mantissa : 0;
    return f->opt->folded.negative == FR_NEGATIVE_ABS;
}

static void add_value(fr_folded *f, uint32_t stack, uint32_t k, fr_decimal value)
{
    int64_t scaled;

    /* A finer value than before: what was read is rescaled; fractions are no counts of samples. */
    if (value.decimals > f->decimals) {
        for (uint32_t i = 0; i < f->n_columns; i++) {
            fr_builder_refine(f->b, f->columns[i], value.decimals);
            fr_builder_uncounted(f->b, f->columns[i]);
        }
        f->decimals = value.decimals;
        f->counts = false;
    }
    if (!fr_scale_up(value.mantissa, f->decimals - value.decimals, &scaled)) {
        fr_builder_fail(f->b, FR_E_LIMIT, f->line, f->line_at,
                        "a value too large for %" PRIu32 " decimals", f->decimals);
        return;
    }
    if (f->opt->folded.in_order && k == 0)
        fr_builder_sample(f->b, stack, FR_NO_TIME, fr_builder_thread(f->b, -1, -1, 0), FR_NO_CPU,
                          scaled);
    fr_builder_add(f->b, stack, f->columns[k], scaled, f->counts ? (uint64_t)scaled : 0,
                   f->counts ? (double)scaled : 0.0);
}

static void add_values(fr_folded *f, const fr_folded_line *line, uint32_t stack)
{
    fr_decimal values[2];
    bool zero = true;

    if (line->rounded)
        fr_builder_note(f->b, FR_NOTE_ROUNDED, f->line, line->token[f->n_columns - 1]);
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

void fr_folded_take(fr_folded *f, const fr_folded_line *line, uint32_t stack)
{
    if (line->n_values != f->n_columns) { /* "main;foo 3" among lines of two values */
        fr_builder_fail(f->b, FR_E_FORMAT, f->line, f->line_at,
                        "one value where the first lines have two");
        fr_builder_hint(f->b, "--columns 1 takes the last token alone as the value");
        return;
    }
    fr_builder_record(f->b, 1);
    add_values(f, line, stack);
}

void fr_folded_choose_columns(fr_folded *f, fr_choice *choice)
{
    uint32_t seen;

    if (f->opt->folded.columns) {
        choice->columns = f->opt->folded.columns;
        return;
    }
    seen = fr_folded_count_columns(fr_input_fill(f->in, FR_PROBE_BYTES));
    if (!choice->columns)
        choice->columns = seen;
    if (seen <= choice->columns)
        return;
    fr_builder_fail(f->b, FR_E_FORMAT, 1, 0, "two values where the inputs before it have one");
    fr_builder_hint(f->b, "--columns 1 takes the last token alone as the value");
}

void fr_folded_open_columns(fr_folded *f, uint32_t n)
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

/*
 * A line that is longer than a block of the input.
 *
 *     main;f000001;f000002; ... ;f099999 42      its frames are pushed as they come: only one is ever held
 *
 * A single frame that fills a block makes the window grow to the longest name; one that is longer is cut, and its tail
 * is skipped.
 */

typedef struct long_line {
    uint32_t stack;
    bool begun; /* a frame is in `stack` */
    bool cut;   /* so is the frame at the window's start, which fills it: its tail is skipped */
} long_line;

static void take_frame(fr_folded *f, long_line *l, fr_bytes token)
{
    if (!l->cut)
        l->stack = fr_folded_push(f->b, l->stack, token);
    l->begun = true;
    l->cut = false;
}

/* The frame that fills the window is cut before its last bytes, which may hold the line's value.
 * Returns the bytes that are done with. */
static size_t cut_frame(fr_folded *f, long_line *l, fr_bytes text)
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

/* Ends a long line: the rest of it holds its value. */
static void end_long(fr_folded *f, long_line *l, fr_bytes rest)
{
    fr_folded_line line;
    const char *why = fr_folded_parse(rest, f->n_columns, &line);

    if (!l->begun && fr_folded_is_blank(rest))
        return;
    if (why) {
        fr_folded_reject(f, rest, why);
        return;
    }
    if (!l->begun && line.stack.len == 0)
        l->stack = fr_folded_frameless(f);
    else
        take_frame(f, l, line.stack);
    fr_folded_take(f, &line, l->stack);
}

/* "# ...", to its end. */
static void skip_comment(fr_folded *f)
{
    fr_bytes window;

    while ((window = fr_input_fill(f->in, FR_INPUT_BLOCK)).len > 0) {
        size_t newline = fr_bytes_find(window, '\n');
        fr_input_skip(f->in, newline + (newline < window.len));
        if (newline < window.len)
            return;
    }
}

void fr_folded_read_long(fr_folded *f)
{
    size_t most = f->opt->limits.name_bytes;
    long_line l = {.stack = FR_NO_STACK};

    /* A name may be longer than the window, which then gets more of it; its value follows. */
    most += most < SIZE_MAX - FR_FOLDED_TAIL ? FR_FOLDED_TAIL : 0;
    f->line++;
    f->line_at = fr_input_offset(f->in);
    if (fr_bytes_starts(fr_input_fill(f->in, 2), FR_LITERAL("# "))) {
        skip_comment(f);
        return;
    }
    while (!fr_builder_failed(f->b)) {
        fr_bytes window = fr_input_fill(f->in, FR_INPUT_BLOCK);
        fr_bytes text = {window.at, fr_bytes_find(window, '\n')};
        size_t at = 0, end;
        while ((end = at + fr_bytes_find((fr_bytes){text.at + at, text.len - at}, ';')) <
               text.len) {
            take_frame(f, &l, (fr_bytes){text.at + at, end - at});
            at = end + 1;
        }
        if (text.len < window.len || fr_input_at_end(f->in)) {
            end_long(f, &l, (fr_bytes){text.at + at, text.len - at});
            fr_input_skip(f->in, text.len + (text.len < window.len));
            return;
        }
        if (at > 0 || l.cut || !fr_input_lengthen(f->in, most))
            fr_input_skip(f->in, at ? at : cut_frame(f, &l, text));
    }
}
