/*
 * short_forms.h - what the styles of short_name.c share: each is a function that adds the forms of a name of its
 * style, or returns false.
 */
#ifndef FR_BASE_SHORT_FORMS_H
#define FR_BASE_SHORT_FORMS_H

#include "base/short_name.h"

#define FR_ELLIPSIS "\xe2\x80\xa6"

typedef struct fr_forms {
    fr_arena *arena;
    fr_short_forms *found;
} fr_forms;

/* Takes a form where it is shorter than the one before. */
void fr_forms_add(fr_forms *f, fr_bytes form);
/* a and b as one text; without bytes where memory ran out. */
fr_bytes fr_forms_join(fr_forms *f, fr_bytes a, fr_bytes b);

/* "JS:*sort /srv/w1.js:4:559" */
bool fr_forms_take_script(fr_forms *f, fr_bytes name);
/* "handle (/srv/app/views.py:12)", "handle (views.py)" */
bool fr_forms_take_parenthesis(fr_forms *f, fr_bytes name);
/* Names of C++, Rust and PHP: "a::b<int>::c(int)". */
bool fr_forms_take_qualified(fr_forms *f, fr_bytes name);

/* ---- text ---- */

static inline fr_bytes fr_part(fr_bytes text, size_t from, size_t to)
{
    return (fr_bytes){text.at + from, to - from};
}

static inline bool fr_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool fr_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool fr_is_word(char c)
{
    return fr_is_digit(c) || fr_is_upper(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static inline bool fr_has_at(fr_bytes text, size_t i, fr_bytes what)
{
    return i <= text.len && fr_bytes_starts(fr_part(text, i, text.len), what);
}

/* The place of the first one, or the length. */
size_t fr_find_text(fr_bytes text, fr_bytes what);
/* The place of the last one, or the length. */
size_t fr_last_of(fr_bytes text, char c);
/* Behind the last '/', or all of it. */
fr_bytes fr_base_of(fr_bytes path);

#endif
