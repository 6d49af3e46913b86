/* intern.c - open addressing over ids; the bytes live in an arena, so slices of them stay valid.
 * A slot holds as much of the hash as tells its place, so that growing looks at no name. */
#include "base/intern.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"

typedef struct slot {
    uint32_t tag; /* of the hash: it begins the search at slot tag mod n_slots */
    uint32_t id1; /* id + 1; 0: free */
} slot;

struct fr_names {
    atomic_uint owners;
    uint64_t seed;
    fr_arena arena;
    fr_bytes *texts;
    size_t n, cap;
    slot *slots;
    size_t n_slots; /* a power of two */
};

fr_names *fr_names_new(void)
{
    fr_names *names = calloc(1, sizeof *names);

    if (!names)
        return NULL;
    atomic_init(&names->owners, 1);
    names->seed = fr_hash_seed();
    if (fr_names_add(names, FR_LITERAL("")) != 0) {
        fr_names_free(names);
        return NULL;
    }
    return names;
}

static uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

/* The slot that holds `text`, or the free one where it would go. */
static slot *find_slot(const fr_names *names, fr_bytes text, uint64_t hash)
{
    size_t mask = names->n_slots - 1;
    uint32_t tag = tag_of(hash);

    for (size_t i = tag & mask;; i = (i + 1) & mask) {
        slot *s = &names->slots[i];
        if (!s->id1 || (s->tag == tag && fr_bytes_equal(names->texts[s->id1 - 1], text)))
            return s;
    }
}

static bool grow_slots(fr_names *names)
{
    size_t n_slots = names->n_slots ? names->n_slots * 2 : 256;
    slot *slots = calloc(n_slots, sizeof *slots);
    size_t mask = n_slots - 1;

    if (!slots)
        return false;
    for (size_t old = 0; old < names->n_slots; old++) {
        size_t i = names->slots[old].tag & mask;
        if (!names->slots[old].id1)
            continue;
        while (slots[i].id1)
            i = (i + 1) & mask;
        slots[i] = names->slots[old];
    }
    free(names->slots);
    names->slots = slots;
    names->n_slots = n_slots;
    return true;
}

uint32_t fr_names_add(fr_names *names, fr_bytes text)
{
    uint64_t hash = fr_bytes_hash(text, names->seed);
    slot *s;
    char *copy;
    void *texts;

    if (names->n * 3 >= names->n_slots * 2 && !grow_slots(names))
        return FR_NO_ID;
    s = find_slot(names, text, hash);
    if (s->id1)
        return s->id1 - 1;
    if (names->n >= FR_NO_ID - 1)
        return FR_NO_ID;
    texts = fr_grow(names->texts, &names->cap, names->n + 1, sizeof *names->texts);
    if (!texts)
        return FR_NO_ID;
    names->texts = texts;
    copy = fr_arena_copy(&names->arena, text);
    if (!copy)
        return FR_NO_ID;
    names->texts[names->n] = (fr_bytes){copy, text.len};
    *s = (slot){tag_of(hash), (uint32_t)names->n + 1};
    return (uint32_t)names->n++;
}

uint32_t fr_names_find(const fr_names *names, fr_bytes text)
{
    const slot *s = find_slot(names, text, fr_bytes_hash(text, names->seed));

    return s->id1 ? s->id1 - 1 : FR_NO_ID;
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
    return names->arena.held + names->cap * sizeof *names->texts +
           names->n_slots * sizeof *names->slots;
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
    free(names->slots);
    free(names);
}
