#define _DEFAULT_SOURCE /* madvise */
/* arena.c - chunks of 64 KiB or more, linked; growing arrays. */
#include "base/arena.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK_BYTES ((size_t)64 << 10)
#define HUGE_BYTES  ((size_t)8 << 20)

typedef struct fr_chunk {
    struct fr_chunk *before;
    size_t size;
    char bytes[];
} fr_chunk;

static fr_chunk *add_chunk(fr_arena *arena, size_t need)
{
    size_t size = need > CHUNK_BYTES ? need : CHUNK_BYTES;
    fr_chunk *chunk = size < SIZE_MAX / 2 ? malloc(sizeof *chunk + size) : NULL;

    if (!chunk)
        return NULL;
    chunk->before = arena->last;
    chunk->size = size;
    arena->last = chunk;
    arena->used = 0;
    arena->held += sizeof *chunk + size;
    return chunk;
}

void *fr_arena_take(fr_arena *arena, size_t size)
{
    fr_chunk *chunk = arena->last;
    size_t need = (size + 7) & ~(size_t)7;

    if (need < size)
        return NULL;
    if (!chunk || chunk->size - arena->used < need)
        chunk = add_chunk(arena, need);
    if (!chunk)
        return NULL;
    arena->used += need;
    return chunk->bytes + arena->used - need;
}

char *fr_arena_copy(fr_arena *arena, fr_bytes text)
{
    char *copy = text.len < SIZE_MAX ? fr_arena_take(arena, text.len + 1) : NULL;

    if (!copy)
        return NULL;
    if (text.len)
        memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    return copy;
}

fr_arena_mark fr_arena_now(const fr_arena *arena)
{
    return (fr_arena_mark){arena->last, arena->used};
}

void fr_arena_rewind(fr_arena *arena, fr_arena_mark mark)
{
    while (arena->last != mark.last) {
        fr_chunk *before = arena->last->before;
        arena->held -= sizeof *before + arena->last->size;
        free(arena->last);
        arena->last = before;
    }
    arena->used = mark.used;
}

void fr_arena_reset(fr_arena *arena)
{
    fr_arena_rewind(arena, (fr_arena_mark){0});
}

void *fr_grow(void *items, size_t *cap, size_t need, size_t size)
{
    size_t room = *cap ? *cap : 16;
    void *grown;

    if (need <= *cap)
        return items;
    while (room < need)
        room = room > SIZE_MAX / 2 ? need : room * 2;
    if (room > SIZE_MAX / size)
        return NULL;
    grown = realloc(items, room * size);
    if (!grown)
        return NULL;
    *cap = room;
    fr_huge_pages(grown, room * size);
    return grown;
}

bool fr_grow_at(void *array, size_t *cap, size_t need, size_t size)
{
    void *items;

    memcpy(&items, array, sizeof items);
    items = fr_grow(items, cap, need, size);
    if (items)
        memcpy(array, &items, sizeof items);
    return items != NULL;
}

bool fr_resize(void *array, size_t n, size_t size)
{
    void *items;

    memcpy(&items, array, sizeof items);
    items = n <= SIZE_MAX / size ? realloc(items, n * size) : NULL;
    if (!items)
        return false;
    fr_huge_pages(items, n * size);
    memcpy(array, &items, sizeof items);
    return true;
}

void *fr_kept(bool good, void *items)
{
    if (good)
        return items;
    free(items);
    return NULL;
}

void *fr_take_array(size_t n, size_t size, bool zeroed)
{
    void *items = zeroed ? calloc(n, size) : n <= SIZE_MAX / size ? malloc(n * size) : NULL;

    if (items)
        fr_huge_pages(items, n * size);
    return items;
}

void fr_huge_pages(void *items, size_t size)
{
    /* All pages of the array: an array that the allocator mapped stays one mapping then, which
     * realloc() can move; with other flags at its ends it would be copied. */
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = (uintptr_t)items & ~(page - 1);
    uintptr_t to = ((uintptr_t)items + size + page - 1) & ~(page - 1);

    if (size >= HUGE_BYTES)
        (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
}
