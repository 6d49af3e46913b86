/*
 * lines.c - cuts an input into lines. Only a line that the window does not hold makes it grow.
 */
#include "formats/lines.h"

#include "formats/split.h"

fr_lines fr_lines_of(fr_input *in, const fr_read_options *opt)
{
    if (fr_bytes_starts(fr_input_fill(in, 3), FR_LITERAL("\xef\xbb\xbf")))
        fr_input_skip(in, 3);
    return (fr_lines){.in = in, .opt = opt};
}

/* Up to the newline, the end of the input or that of the longest window; false where nothing is left. */
static bool take_piece(fr_lines *lines, fr_bytes *piece, bool *whole)
{
    fr_bytes window = fr_input_fill(lines->in, 1);
    size_t newline = fr_bytes_find(window, '\n');

    if (newline == window.len && window.len > 0 && !fr_input_at_end(lines->in)) {
        fr_split_progress(lines->opt, lines->in, 1);
        window = fr_input_fill(lines->in, FR_INPUT_BLOCK);
        newline = fr_bytes_find(window, '\n');
        while (newline == window.len &&
               fr_input_lengthen(lines->in, lines->opt->limits.name_bytes)) {
            window = fr_input_fill(lines->in, 1);
            newline = fr_bytes_find(window, '\n');
        }
    }
    *piece = (fr_bytes){window.at, newline};
    if (newline == window.len && window.len > 0)
        fr_text_copy(lines->last, sizeof lines->last, fr_bytes_trim(*piece));
    *whole = newline < window.len || fr_input_at_end(lines->in);
    fr_input_skip(lines->in, newline + (newline < window.len));
    return window.len > 0;
}

bool fr_lines_next(fr_lines *lines, fr_bytes *line)
{
    bool rest_of_cut, whole;

    do {
        rest_of_cut = lines->cut;
        if (!take_piece(lines, line, &whole))
            return false;
        lines->cut = !whole;
    } while (rest_of_cut);
    lines->n++;
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

void fr_lines_note_end(const fr_lines *lines, fr_builder *b)
{
    if (lines->last[0])
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "the text ends without a line break, so its last line may be cut: %s",
                       lines->last);
}

void fr_lines_note(const fr_lines *lines, fr_builder *b, fr_note_kind kind, fr_bytes line)
{
    fr_builder_note(b, kind, lines->n, fr_bytes_trim(line));
}

bool fr_lines_take(fr_bytes *text, fr_bytes *line)
{
    size_t end = fr_bytes_find(*text, '\n');

    if (text->len == 0)
        return false;
    *line = fr_bytes_trim((fr_bytes){text->at, end});
    end += end < text->len;
    *text = (fr_bytes){text->at + end, text->len - end};
    return true;
}

bool fr_lines_cut(fr_bytes *text, bool whole, fr_bytes *line)
{
    size_t end = fr_bytes_find(*text, '\n');

    if (text->len == 0 || (end == text->len && !whole))
        return false;
    *line = (fr_bytes){text->at, end};
    end += end < text->len;
    *text = (fr_bytes){text->at + end, text->len - end};
    return true;
}
