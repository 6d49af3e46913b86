/*
 * folded_long.c - a line that is longer than a block of the input.
 *
 *     main;f000001;f000002; ... ;f099999 42      its frames are pushed as they come: only one is ever held
 *
 * A single frame that fills a block makes the window grow to the longest name; one that is longer is cut, and its tail
 * is skipped.
 */
#include "base/text.h"
#include "formats/folded/folded.h"

typedef struct long_line {
    uint32_t stack;
    bool begun; /* a frame is in `stack` */
    bool cut;   /* so is the frame at the window's start, which fills it: its tail is skipped */
} long_line;

static void take_frame(fr_folded *f, long_line *l, fr_bytes token)
{
    if (!l->cut)
        l->stack = fr_folded_push(f, l->stack, token);
    l->begun = true;
    l->cut = false;
}

/* Walks the frames of `text` that end in ';'; returns where the last, unfinished one starts. */
static size_t walk_long(fr_folded *f, long_line *l, fr_bytes text)
{
    size_t at = 0, end;

    while ((end = at + fr_bytes_find((fr_bytes){text.at + at, text.len - at}, ';')) < text.len) {
        take_frame(f, l, (fr_bytes){text.at + at, end - at});
        at = end + 1;
    }
    return at;
}

/* A name may be longer than the window, which then gets more of it; its value follows. */
static bool lengthen(fr_folded *f)
{
    size_t most = f->opt->limits.name_bytes;

    return fr_input_lengthen(f->in,
                             most < SIZE_MAX - FR_FOLDED_TAIL ? most + FR_FOLDED_TAIL : most);
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
    if (!l->begun && !why && line.stack.len == 0)
        l->stack = fr_folded_frameless(f);
    else if (!why)
        take_frame(f, l, line.stack);
    if (why)
        fr_folded_reject(f, rest, why);
    else
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
    long_line l = {.stack = FR_NO_STACK};

    f->line++;
    f->line_at = fr_input_offset(f->in);
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
        if (at > 0 || l.cut || !lengthen(f))
            fr_input_skip(f->in, at ? at : cut_frame(f, &l, text));
    }
}
