/* screen.c - "ESC [ 0 ; 1 ; 7 ; 38 ; 2 ; r ; g ; b ; 48 ; 2 ; r ; g ; b m" and lines of UTF-8. */
#include "screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/measure.h"

static const screen_cell blank = {.text = " ", .ink = SCREEN_PLAIN, .ground = SCREEN_PLAIN};

static uint32_t read_rgb(const char **at)
{
    uint32_t rgb = 0;

    for (int i = 0; i < 3; i++) {
        char *end;
        rgb = rgb << 8 | (uint32_t)strtoul(*at + 1, &end, 10);
        *at = end;
    }
    return rgb;
}

/* Returns the byte after the escape. */
static const char *read_style(const char *at, screen_cell *pen)
{
    assert_memory_equal(at, "\x1b[", 2);
    for (at += 1; *at != 'm';) {
        char *end;
        unsigned long code = strtoul(at + 1, &end, 10);
        at = end;
        if (code == 0)
            *pen = blank;
        else if (code == 7)
            pen->swapped = true;
        else if (code == 38 || code == 48) {
            assert_memory_equal(at, ";2;", 3);
            at += 2;
            *(code == 38 ? &pen->ink : &pen->ground) = read_rgb(&at);
        } else {
            assert_int_equal(code, 1);
        }
        assert_true(*at == ';' || *at == 'm');
    }
    return at + 1;
}

static size_t bytes_of(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static void add_row(screen *s)
{
    s->cells = realloc(s->cells, (s->rows + 1) * s->columns * sizeof *s->cells);
    assert_non_null(s->cells);
    for (size_t i = 0; i < s->columns; i++)
        s->cells[s->rows * s->columns + i] = blank;
    s->rows++;
}

/* Puts a character into as many cells as it takes: the second of a wide one is empty, a mark joins the one before it. */
static void put_character(screen *s, size_t *column, fr_bytes character, const screen_cell *pen)
{
    size_t width = fr_terminal_width(character);

    assert_true(*column + width <= s->columns);
    for (size_t i = 0; i < width; i++) {
        screen_cell *cell = &s->cells[(s->rows - 1) * s->columns + (*column)++];
        *cell = *pen;
        memset(cell->text, 0, sizeof cell->text);
        if (i == 0)
            memcpy(cell->text, character.at, character.len);
    }
}

screen screen_of(const char *text, size_t len, size_t columns)
{
    screen s = {.columns = columns};
    screen_cell pen = blank;
    const char *end = text + len;

    while (text < end) {
        size_t column = 0;
        add_row(&s);
        while (*text != '\n') {
            if (*text == 0x1b) {
                text = read_style(text, &pen);
                continue;
            }
            assert_true((unsigned char)*text >= 0x20 && *text != 0x7f);
            fr_bytes character = {text, bytes_of((unsigned char)*text)};
            put_character(&s, &column, character, &pen);
            text += character.len;
        }
        text++;
    }
    return s;
}

const screen_cell *screen_at(const screen *s, size_t row, size_t column)
{
    assert_true(row < s->rows && column < s->columns);
    return &s->cells[row * s->columns + column];
}

void screen_reset(screen *s)
{
    free(s->cells);
    *s = (screen){0};
}
