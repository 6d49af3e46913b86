/* pieces.h - bytes that are given in pieces of one size, as base/wrapping.h takes them. */
#ifndef FR_TESTS_PIECES_H
#define FR_TESTS_PIECES_H

#include <stddef.h>
#include <string.h>

typedef struct pieces {
    const char *at; /* the next byte */
    size_t len;     /* bytes left */
    size_t piece;   /* bytes given at a time, at most */
} pieces;

/* An fr_take of a `pieces`. */
static inline size_t take_piece(void *arg, char *to, size_t room)
{
    pieces *p = arg;
    size_t n = p->len < p->piece ? p->len : p->piece;

    n = n < room ? n : room;
    memcpy(to, p->at, n);
    p->at += n;
    p->len -= n;
    return n;
}

#endif
