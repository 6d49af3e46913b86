/*
 * arena.h - memory that is given out in small pieces and freed at once, and arrays that grow.
 */
#ifndef FR_BASE_ARENA_H
#define FR_BASE_ARENA_H

#include "base/bytes.h"

typedef struct fr_arena {
    struct fr_chunk *last;
    size_t used; /* of the last chunk */
    size_t held; /* bytes of all chunks */
} fr_arena;

/* `size` bytes aligned to 8, zeroed only where fresh from the system; NULL when memory ran out. */
void *fr_arena_take(fr_arena *arena, size_t size);
/* A NUL-terminated copy; NULL when memory ran out. */
char *fr_arena_copy(fr_arena *arena, fr_bytes text);
/* A place to go back to: what was taken since is given back. */
typedef struct fr_arena_mark {
    struct fr_chunk *last;
    size_t used;
} fr_arena_mark;
fr_arena_mark fr_arena_now(const fr_arena *arena);
void fr_arena_rewind(fr_arena *arena, fr_arena_mark mark);
void fr_arena_reset(fr_arena *arena); /* frees all; the arena is empty and usable again */

/* An array of items of `size` bytes with room for `need`, at least doubled; NULL when memory ran
 * out (the old array stays valid then). p = fr_grow(list->items, &list->cap, list->n + 1, sizeof
 * *list->items); if (!p) return fr_fail_memory(err); list->items = p; */
void *fr_grow(void *items, size_t *cap, size_t need, size_t size);
/* The same for the array that a pointer at `array` points to; false, and it stays as it is, when memory ran out.
 * if (!fr_reserve(&list->items, &list->cap, list->n + 1, sizeof *list->items)) return fr_fail_memory(err); */
bool fr_grow_at(void *array, size_t *cap, size_t need, size_t size);
static inline bool fr_reserve(void *array, size_t *cap, size_t need, size_t size)
{
    return need <= *cap || fr_grow_at(array, cap, need, size);
}
/* Gives the array that a pointer at `array` points to room for n items; false, and it stays as it is, when memory ran
 * out. if (!fr_resize(&list->items, n, sizeof *list->items)) ... */
bool fr_resize(void *array, size_t n, size_t size);
/* Returns `items` if all that they needed was there; else frees them, and returns NULL. */
void *fr_kept(bool good, void *items);

/* malloc() of n items, or calloc() where `zeroed`, in large pages where they help. */
void *fr_take_array(size_t n, size_t size, bool zeroed);
/* Asks the system to back a large array by large pages, where it can: random access then misses less. */
void fr_huge_pages(void *items, size_t size);

#endif
