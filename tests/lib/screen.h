/* screen.h - what a terminal shows of a text with colours: lines of cells. */
#ifndef FR_TESTS_SCREEN_H
#define FR_TESTS_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCREEN_PLAIN UINT32_MAX

typedef struct screen_cell {
    char text[8];         /* a character in UTF-8 */
    uint32_t ink, ground; /* 0xRRGGBB, or SCREEN_PLAIN */
    bool swapped;
} screen_cell;

typedef struct screen {
    screen_cell *cells; /* rows x columns; blank where a line ends earlier */
    size_t rows, columns;
} screen;

/* Reads a text whose only escapes are SGR with colours of 24 bits; a wide character takes two
 * cells, the second of which is empty, and a mark none. Anything else, and a line of more than `columns` cells, fails
 * the test. */
screen screen_of(const char *text, size_t len, size_t columns);
const screen_cell *screen_at(const screen *s, size_t row, size_t column);
void screen_reset(screen *s);

#endif
