/* pdf_page.c - inflates the content of a page and reads its rectangles. */
#include "pdf_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

char *pdf_inflate(const char *bytes, size_t len)
{
    const char *stream = strstr(bytes, "stream\n");
    uLongf room = 4 << 20;
    char *content = malloc(room + 1);

    assert_true(stream && content);
    stream += strlen("stream\n");
    uLong left = (uLong)(len - (size_t)(stream - bytes));
    assert_int_equal(uncompress((Bytef *)content, &room, (const Bytef *)stream, left), Z_OK);
    content[room] = '\0';
    return content;
}

static uint32_t channel(double of_one)
{
    return (uint32_t)(of_one * 255 + 0.5);
}

/* The number that ends where `end` is, and where it begins. */
static const char *number_before(const char *begin, const char *end, double *number)
{
    while (end > begin && (end[-1] == ' ' || end[-1] == '\n'))
        end--;
    while (end > begin && end[-1] != ' ' && end[-1] != '\n')
        end--;
    *number = strtod(end, NULL);
    return end;
}

bool pdf_next_rectangle(const char *content, const char **at, pdf_rectangle *r)
{
    for (;; ++*at) {
        const char *rg = strstr(*at, " rg "), *re = strstr(*at, " re f");
        double c[3];
        if (!re)
            return false;
        if (rg && rg < re) {
            const char *from = rg;
            for (int i = 3; i-- > 0;)
                from = number_before(content, from, &c[i]);
            r->fill = channel(c[0]) << 16 | channel(c[1]) << 8 | channel(c[2]);
            *at = rg;
            continue;
        }
        const char *from = re;
        double *const to[] = {&r->x, &r->y, &r->w, &r->h};
        for (int i = 4; i-- > 0;)
            from = number_before(content, from, to[i]);
        *at = re + 1;
        return true;
    }
}
