/*
 * short_name.h - shorter forms of a function's name, for labels and tables: what tells names apart
 * stays, what they share goes first.
 *
 *     std::vector<int, std::allocator<int>>::push_back(int const&)    vector<int>::push_back ...
 *     JS:*sort /srv/app/w1.js:4:559          sort w1.js:4:559, sort w1.js:4, sort
 *     com.example.shop.Order.process         c.e.s.Order.process, Order.process
 *     github.com/x/y/pkg.(*Server).Serve     pkg.(*Server).Serve, (*Server).Serve, Serve
 *     handle (/srv/app/views.py:12)          handle (views.py:12), handle
 *     [/usr/lib/libc.so.6]                   [libc.so.6]
 *
 * Data, search, tooltips and copies keep the whole name. render/assets/draw/short_name.js has the same
 * rules in the same order.
 */
#ifndef FR_BASE_SHORT_NAME_H
#define FR_BASE_SHORT_NAME_H

#include "base/arena.h"

#define FR_MOST_FORMS 8

typedef struct fr_short_forms {
    fr_bytes form[FR_MOST_FORMS]; /* form[0] is the name; each further one has fewer bytes */
    size_t n;
} fr_short_forms;

/* The forms of `name`, the longest first. They are slices of the name, or live in `arena`. Where
 * memory runs out there are fewer forms, and always the name itself. */
void fr_short_forms_find(fr_bytes name, fr_arena *arena, fr_short_forms *forms);

/* The longest form of at most `most` characters; where none is, the shortest one cut in the middle
 * with an ellipsis. Slice or arena, as above; `name` itself where memory ran out. */
fr_bytes fr_short_name(fr_bytes name, size_t most, fr_arena *arena);

#endif
