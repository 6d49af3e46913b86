/*
 * pdf_page.h - the shapes of a page that cairo wrote.
 *
 * Boxes with square corners are rectangles in the page's content, in the order of painting:
 *
 *     0.94902 0.611765 0.584314 rg 15 83.25 869.551 12.75 re f
 */
#ifndef FR_TESTS_PDF_PAGE_H
#define FR_TESTS_PDF_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PDF_GRID (1.0 / 256 + 1e-6) /* points: cairo keeps places so exactly */

typedef struct pdf_rectangle {
    double x, y, w, h;
    uint32_t fill;
} pdf_rectangle;

/* The first stream of the file, inflated, to be freed. Fails the test where there is none. */
char *pdf_inflate(const char *bytes, size_t len);
/* The next rectangle of the content at *at, with the colour that was set last. */
bool pdf_next_rectangle(const char *content, const char **at, pdf_rectangle *r);

#endif
