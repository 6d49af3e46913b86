/* intern.c - names by id; the bytes live in an arena, so slices of them stay valid. */
#include "base/intern.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/slots.h"

struct fr_names {
    atomic_uint owners;
    fr_arena arena;
    fr_bytes *texts;
    size_t n, cap;
    fr_slots slots;
};

fr_names *fr_names_new(void)
{
    fr_names *names = calloc(1, sizeof *names);

    if (!names)
        return NULL;
    atomic_init(&names->owners, 1);
    if (fr_names_add(names, FR_LITERAL("")) != 0) {
        fr_names_free(names);
        return NULL;
    }
    return names;
}

/* The id of `text`, or FR_NO_ID; the walk then stands where it would go. */
static uint32_t find(const fr_names *names, fr_bytes text, fr_slots_walk *walk)
{
    uint32_t id;

    *walk = fr_slots_walk_from(&names->slots, fr_slots_hash(&names->slots, text.at, text.len));
    while (fr_slots_next(&names->slots, walk, &id))
        if (fr_bytes_equal(names->texts[id], text))
            return id;
    return FR_NO_ID;
}

uint32_t fr_names_add(fr_names *names, fr_bytes text)
{
    fr_slots_walk walk;
    uint32_t id;
    char *copy;

    if (!fr_slots_make_room(&names->slots))
        return FR_NO_ID;
    id = find(names, text, &walk);
    if (id != FR_NO_ID || names->n >= FR_NO_ID - 1)
        return id;
    if (!fr_reserve(&names->texts, &names->cap, names->n + 1, sizeof *names->texts) ||
        !(copy = fr_arena_copy(&names->arena, text)))
        return FR_NO_ID;
    id = (uint32_t)names->n++;
    names->texts[id] = (fr_bytes){copy, text.len};
    fr_slots_put(&names->slots, &walk, id);
    return id;
}

uint32_t fr_names_find(const fr_names *names, fr_bytes text)
{
    fr_slots_walk walk;

    return find(names, text, &walk);
}

uint32_t fr_names_count(const fr_names *names)
{
    return (uint32_t)names->n;
}

fr_bytes fr_names_at(const fr_names *names, uint32_t id)
{
    return names->texts[id];
}

size_t fr_names_held(const fr_names *names)
{
    return names->arena.held + names->cap * sizeof *names->texts + fr_slots_held(&names->slots);
}

fr_names *fr_names_share(fr_names *names)
{
    atomic_fetch_add(&names->owners, 1);
    return names;
}

void fr_names_free(fr_names *names)
{
    if (!names || atomic_fetch_sub(&names->owners, 1) > 1)
        return;
    fr_arena_reset(&names->arena);
    free(names->texts);
    fr_slots_reset(&names->slots);
    free(names);
}
