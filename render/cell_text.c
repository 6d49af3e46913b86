/*
 * cell_text.c - a short table of widths, the same on every machine (wcwidth() follows the locale).
 *
 * East Asian Width W and F of Unicode 15 (UAX #11) by block, and the marks that names hold.
 */
#include "render/measure.h"

#include "base/text.h"

#define ELLIPSIS "\xe2\x80\xa6"

typedef struct width_range {
    uint32_t first, last, width;
} width_range;

static const width_range ranges[] = {
    {0x300, 0x36f, 0},     {0x483, 0x489, 0},     {0x591, 0x5bd, 0},     {0x610, 0x61a, 0},
    {0x64b, 0x65f, 0},     {0x1100, 0x115f, 2},   {0x1ab0, 0x1aff, 0},   {0x1dc0, 0x1dff, 0},
    {0x200c, 0x200d, 0},   {0x20d0, 0x20ff, 0},   {0x231a, 0x231b, 2},   {0x23e9, 0x23ec, 2},
    {0x2614, 0x2615, 2},   {0x26a1, 0x26a1, 2},   {0x2705, 0x2705, 2},   {0x2728, 0x2728, 2},
    {0x274c, 0x274c, 2},   {0x2753, 0x2757, 2},   {0x2795, 0x2797, 2},   {0x2b50, 0x2b55, 2},
    {0x2e80, 0x303e, 2},   {0x3041, 0xa4cf, 2},   {0xa960, 0xa97c, 2},   {0xac00, 0xd7a3, 2},
    {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},   {0xfe30, 0xfe6f, 2},
    {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x16fe0, 0x18cff, 2}, {0x1b000, 0x1b2ff, 2},
    {0x1f18e, 0x1f19a, 2}, {0x1f200, 0x1f265, 2}, {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2},
    {0x1f7e0, 0x1f7eb, 2}, {0x1f900, 0x1faff, 2}, {0x20000, 0x3fffd, 2}, {0xe0100, 0xe01ef, 0},
};

static size_t width_of(uint32_t c)
{
    if (c < ranges[0].first)
        return 1;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && ranges[i].first <= c; i++)
        if (c <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

size_t fr_terminal_width(fr_bytes text)
{
    size_t width = 0;

    for (size_t i = 0; i < text.len;)
        width += width_of(fr_text_next(text, &i));
    return width;
}

void fr_put_spaces(fr_output *out, size_t n)
{
    while (n-- > 0)
        fr_put_char(out, ' ');
}

/* The head of `text` that takes at most `room` cells, with the marks on its last character. */
static size_t head_of(fr_bytes text, size_t room, size_t *used)
{
    size_t end = 0;

    for (*used = 0; end < text.len;) {
        size_t next = end, width = width_of(fr_text_next(text, &next));
        if (*used + width > room)
            break;
        *used += width;
        end = next;
    }
    return end;
}

/* The tail, which starts with no mark. */
static size_t tail_of(fr_bytes text, size_t room, size_t *used)
{
    size_t start = text.len, at = text.len, width = 0;

    *used = 0;
    while (at > 0) {
        size_t before = fr_text_back(text, at), i = before, one = width_of(fr_text_next(text, &i));
        if (width + one > room)
            break;
        at = before;
        width += one;
        if (one) {
            start = at;
            *used = width;
        }
    }
    return start;
}

fr_bytes fr_terminal_head(fr_bytes text, size_t room)
{
    size_t used;

    return (fr_bytes){text.at, head_of(text, room, &used)};
}

size_t fr_put_middle(fr_output *out, fr_bytes text, size_t room)
{
    size_t width = fr_terminal_width(text), head_width, tail_width, head, tail;

    if (width <= room) {
        fr_put(out, text);
        return width;
    }
    tail = tail_of(text, (room - 1) / 2, &tail_width);
    head = head_of(text, room - 1 - tail_width, &head_width);
    fr_put(out, (fr_bytes){text.at, head});
    fr_put_text(out, ELLIPSIS);
    fr_put(out, (fr_bytes){text.at + tail, text.len - tail});
    return head_width + 1 + tail_width;
}

fr_bytes fr_terminal_take_line(fr_bytes *text, size_t room)
{
    size_t width = 0, space = 0, at = 0, n = text->len;

    while (at < text->len && n == text->len) {
        size_t next = at;
        width += width_of(fr_text_next(*text, &next));
        if (width > room && at)
            n = space ? space : at;
        space = text->at[at] == ' ' ? at : space;
        at = next;
    }
    fr_bytes line = {text->at, n};
    n += n < text->len && text->at[n] == ' ';
    *text = (fr_bytes){text->at + n, text->len - n};
    return line;
}

void fr_put_wrapped(fr_output *out, fr_bytes text, size_t room)
{
    do {
        fr_put(out, fr_terminal_take_line(&text, room));
        fr_put_char(out, '\n');
    } while (text.len);
}
