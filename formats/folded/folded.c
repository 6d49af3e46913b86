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
 * This is the plain reader. It goes through the window line by line and pushes the frames of each line
 * one by one. folded_line.c takes a line apart, and adds its values to its stack. fast/ does the same for
 * many ordinary lines at once.
 */
#include <stdio.h>

#include "formats/folded/folded.h"
#include "formats/split.h"
#include "formats/symbols.h"

void fr_folded_reject(fr_folded *f, fr_bytes line, const char *why)
{
    char text[240];
    fr_bytes shown = {line.at, line.len < 80 ? line.len : 80};

    snprintf(text, sizeof text, "%s: '%.*s%s'", why, (int)shown.len, shown.at,
             shown.len < line.len ? "..." : "");
    fr_builder_note(f->b, FR_NOTE_REJECTED_LINE, f->line, fr_bytes_of(text));
    f->n_rejected++;
}

uint32_t fr_folded_push(fr_builder *b, uint32_t stack, fr_bytes token)
{
    return fr_builder_push(
        b, stack, fr_builder_named(b, token, FR_TEXT_ESCAPED, FR_KIND_USER, (fr_bytes){NULL, 0}));
}

uint32_t fr_folded_stack(fr_builder *b, fr_bytes text)
{
    uint32_t stack = FR_NO_STACK;

    for (size_t end, at = 0; at <= text.len; at = end + 1) {
        end = at + fr_bytes_find((fr_bytes){text.at + at, text.len - at}, ';');
        stack = fr_folded_push(b, stack, (fr_bytes){text.at + at, end - at});
    }
    return stack;
}

uint32_t fr_folded_frameless(fr_folded *f)
{
    return fr_stand_in_stack(f->b, FR_NO_STACK, f->line, "a value alone on its line");
}

static void read_line(fr_folded *f, fr_bytes text)
{
    fr_folded_line line;
    const char *why;

    f->line++;
    if (fr_folded_is_blank(text))
        return;
    why = fr_folded_parse(text, f->n_columns, &line);
    if (why)
        fr_folded_reject(f, text, why);
    else
        fr_folded_take(f, &line,
                       line.stack.len ? fr_folded_stack(f->b, line.stack) : fr_folded_frameless(f));
}

/* All whole lines of the window; false if there was none. */
static bool read_window(fr_folded *f, fr_bytes window)
{
    bool last = fr_input_at_end(f->in);
    size_t at = 0, taken;

    while (at < window.len && !fr_builder_failed(f->b)) {
        fr_bytes rest = {window.at + at, window.len - at};
        f->line_at = fr_input_offset(f->in) + at;
        taken = f->fast ? fr_folded_fast_read(f->fast, f, rest, last) : 0;
        if (taken == 0) {
            size_t newline = fr_bytes_find(rest, '\n');
            if (newline == rest.len && !last)
                break;
            read_line(f, (fr_bytes){rest.at, newline});
            taken = newline + (newline < rest.len);
        }
        at += taken;
    }
    fr_input_skip(f->in, at);
    return at > 0;
}

void fr_folded_rest(fr_folded *f)
{
    while (!fr_builder_failed(f->b)) {
        fr_bytes window = fr_input_fill(f->in, FR_PROBE_BYTES);
        if (window.len == 0)
            break;
        if (!read_window(f, window) && !read_window(f, fr_input_fill(f->in, FR_INPUT_BLOCK)))
            fr_folded_read_long(f);
        fr_split_progress(f->opt, f->in, f->n_parts);
    }
}

void fr_folded_begin(fr_folded *f, fr_input *in, fr_builder *b, const fr_read_options *opt,
                     const fr_choice *choice)
{
    *f = (fr_folded){.in = in, .b = b, .opt = opt, .choice = choice, .n_parts = 1};
    f->fast = opt->folded.in_order ? NULL : fr_folded_fast_new(choice, b);
}

void fr_folded_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_folded f;

    fr_folded_begin(&f, in, b, opt, choice);
    fr_folded_choose_columns(&f, choice);
    fr_folded_open_columns(&f, choice->columns);
    if (opt->folded.in_order || !fr_folded_parts(&f, choice))
        fr_folded_rest(&f);
    choice->n_lines = f.line;
    choice->n_skipped = f.n_rejected;
    fr_folded_fast_free(f.fast);
}
