/*
 * measure.c - widths from a table, labels cut on characters.
 *
 *     "luaD_rawrunprotected" in 88 px at 11.5 px:  end     luaD_rawrunp...
 *                                                  start   ...wrunprotected
 *                                                  middle  luaD_ra...tected
 *
 * A character here is a code point with the marks, joiners and modifiers that belong to it: these
 * are never parted. Kerning is omitted; it makes text narrower, so a label never gets too wide.
 * Names may be very long: cutting looks only at what fits, from the end that is kept.
 */
#include "render/measure.h"

#include "base/text.h"

#define EM            2048 /* font units */
#define ELLIPSIS      "\xe2\x80\xa6"
#define ELLIPSIS_EM   2048 /* its width */
#define CHARACTER_MAX 64   /* code points; what is longer is parted, to bound the work */
#define LABEL_MIN     2    /* characters beside the ellipsis */
#define ZWJ           0x200du

/* A row of the tables, sorted by code point. `value` is the index of `first` in advances (in pairs)
 * or a mark's width. */
typedef struct code_range {
    uint32_t first, last, value;
} code_range;

#include "render/measure_table.inc"

/* The rest of a text that is cut: [0, head) and [tail, len). */
typedef struct cut {
    size_t head, tail;
    size_t n_characters;
} cut;

/* ---------------------------------------------------------------- code points */

static const code_range *find_range(const code_range *rows, size_t n, uint32_t code)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (code > rows[mid].last)
            low = mid + 1;
        else
            high = mid;
    }
    return low < n && code >= rows[low].first ? &rows[low] : NULL;
}

static const code_range *find_mark(uint32_t code)
{
    return find_range(marks, sizeof marks / sizeof *marks, code);
}

static uint32_t glyph_advance(uint32_t code, bool bold)
{
    const code_range *range = find_range(ranges, sizeof ranges / sizeof *ranges, code);
    uint32_t advance = range ? advances[2 * (range->value + code - range->first) + bold] : 0;
    return advance ? advance : EM;
}

static bool is_mark(uint32_t code)
{
    return code >= marks[0].first && find_mark(code);
}

/* The first code point of a character. A mark without a base is drawn on a dotted circle. */
static uint32_t base_advance(uint32_t code, bool bold)
{
    if (code >= ' ' && code <= '~')
        return advances[2 * (code - ' ') + bold];
    return is_mark(code) ? EM : glyph_advance(code, bold);
}

/* One that follows in a character. */
static uint32_t joined_advance(uint32_t code, bool bold)
{
    const code_range *mark = find_mark(code);
    return mark ? mark->value : glyph_advance(code, bold);
}

static bool is_flag_letter(uint32_t code)
{
    return code >= 0x1f1e6 && code <= 0x1f1ff;
}

/* True where `next` belongs to the character that `code` is in. */
static bool is_joined(uint32_t code, uint32_t next)
{
    return is_mark(next) || code == ZWJ || (is_flag_letter(code) && is_flag_letter(next));
}

/* ---------------------------------------------------------------- characters */

/* Nearly all text: a printable ASCII byte that nothing can be joined to. */
static bool is_plain(fr_bytes text, size_t i)
{
    return text.at[i] >= ' ' && text.at[i] <= '~' &&
           (i + 1 == text.len || (unsigned char)text.at[i + 1] < 0x80);
}

/* Moves *i past the character there and returns its width. */
static uint32_t next_character(fr_bytes text, size_t *i, bool bold)
{
    if (is_plain(text, *i))
        return base_advance((unsigned char)text.at[(*i)++], bold);
    uint32_t code = fr_text_next(text, i);
    uint32_t width = base_advance(code, bold);
    for (size_t n = 1; *i < text.len && n < CHARACTER_MAX; n++) {
        size_t after = *i;
        uint32_t next = fr_text_next(text, &after);
        if (!is_joined(code, next))
            break;
        width += joined_advance(next, bold);
        code = next;
        *i = after;
    }
    return width;
}

static uint32_t code_before(fr_bytes text, size_t *i)
{
    size_t at = *i = fr_text_back(text, *i);
    return fr_text_next(text, &at);
}

/* Moves *i (> 0) to the start of the character before it and returns its width. */
static uint32_t previous_character(fr_bytes text, size_t *i, bool bold)
{
    if (*i > 1 && is_plain(text, *i - 1) && (unsigned char)text.at[*i - 2] < 0x80)
        return base_advance((unsigned char)text.at[--*i], bold);
    uint32_t width = 0, code = code_before(text, i);
    for (size_t n = 1; *i > 0 && n < CHARACTER_MAX; n++) {
        size_t before = *i;
        uint32_t previous = code_before(text, &before);
        if (!is_joined(previous, code))
            break;
        width += joined_advance(code, bold);
        code = previous;
        *i = before;
    }
    return width + base_advance(code, bold);
}

int32_t fr_text_width(fr_bytes text, int32_t size, bool bold)
{
    int64_t units = 0;
    for (size_t i = 0; i < text.len;)
        units += next_character(text, &i, bold);
    if (size <= 0)
        return 0;
    if (units > (int64_t)INT32_MAX * EM / size)
        return INT32_MAX;
    return (int32_t)((units * size + EM - 1) / EM);
}

/* ---------------------------------------------------------------- cutting
 *
 * `room` is in font units from here on: labels are regular.
 */

static void keep_head(fr_bytes text, int64_t room, cut *c)
{
    for (size_t i = 0; i < text.len; c->n_characters++) {
        room -= next_character(text, &i, false);
        if (room < 0)
            return;
        c->head = i;
    }
}

static void keep_tail(fr_bytes text, int64_t room, cut *c)
{
    for (size_t i = text.len; i > 0; c->n_characters++) {
        room -= previous_character(text, &i, false);
        if (room < 0)
            return;
        c->tail = i;
    }
}

/* Grows both sides, the narrower first, so that the ellipsis stands in the middle. */
static void keep_both(fr_bytes text, int64_t room, cut *c)
{
    int64_t head = 0, tail = 0;
    while (c->head < c->tail) {
        bool at_head = head <= tail;
        size_t i = at_head ? c->head : c->tail;
        if (at_head)
            head += next_character(text, &i, false);
        else
            tail += previous_character(text, &i, false);
        if (head + tail > room)
            return;
        *(at_head ? &c->head : &c->tail) = i;
        c->n_characters++;
    }
}

static void (*const keeps[])(fr_bytes text, int64_t room, cut *c) = {
    [FR_TRUNCATE_DISTINCT] = keep_head,
    [FR_TRUNCATE_END] = keep_head,
    [FR_TRUNCATE_START] = keep_tail,
    [FR_TRUNCATE_MIDDLE] = keep_both,
};

fr_bytes fr_label_cut(fr_arena *arena, fr_bytes text, int32_t size, int32_t room,
                      fr_truncate truncate)
{
    const fr_bytes none = {NULL, 0};
    if (size <= 0 || room < 0)
        return none;
    int64_t units = (int64_t)room * EM / size, left = units;
    for (size_t i = 0; i < text.len && left >= 0;)
        left -= next_character(text, &i, false);
    if (left >= 0)
        return text;
    cut c = {0, text.len, 0};
    keeps[truncate](text, units - ELLIPSIS_EM, &c);
    if (c.n_characters < LABEL_MIN || c.head > c.tail)
        return none;
    size_t dots = sizeof ELLIPSIS - 1, tail = text.len - c.tail;
    char *to = fr_arena_take(arena, c.head + dots + tail + 1);
    if (!to)
        return none;
    memcpy(to, text.at, c.head);
    memcpy(to + c.head, ELLIPSIS, dots);
    memcpy(to + c.head + dots, text.at + c.tail, tail);
    to[c.head + dots + tail] = '\0';
    return (fr_bytes){to, c.head + dots + tail};
}
