/* mapping.c - mappings by what makes two of them one. */
#include "model/mapping.h"

#include <stdlib.h>

#include "base/arena.h"

typedef struct key {
    uint64_t pages, offset;
    uint32_t build_id, file;
} key;

static key key_of(const fr_mapping *m)
{
    return (key){fr_mapping_pages(m), m->offset, m->build_id, m->file};
}

static bool same(const fr_mapping *a, const fr_mapping *b)
{
    key x = key_of(a), y = key_of(b);

    return memcmp(&x, &y, sizeof x) == 0;
}

static uint32_t *find_slot(const fr_mappings *m, const fr_mapping *mapping)
{
    key k = key_of(mapping);
    size_t mask = m->n_slots - 1;
    size_t i = (size_t)fr_bytes_hash((fr_bytes){(const char *)&k, sizeof k}, m->seed) & mask;

    while (m->slots[i] && !same(&m->items[m->slots[i]], mapping))
        i = (i + 1) & mask;
    return &m->slots[i];
}

static bool grow_slots(fr_mappings *m)
{
    size_t n_slots = m->n_slots ? m->n_slots * 2 : 64;
    uint32_t *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    free(m->slots);
    m->slots = slots;
    m->n_slots = n_slots;
    for (uint32_t id = 1; id < m->n; id++)
        *find_slot(m, &m->items[id]) = id;
    return true;
}

/* What stands for both, in whichever order they come. */
static void join(fr_mapping *to, const fr_mapping *from)
{
    to->start = to->start < from->start ? to->start : from->start;
    to->size = to->size > from->size ? to->size : from->size;
    to->has &= from->has;
}

uint32_t fr_mappings_add(fr_mappings *m, const fr_mapping *mapping)
{
    uint32_t *slot;
    void *items;

    if (m->n == 0)
        m->seed = fr_hash_seed();
    if (((size_t)m->n * 3 >= m->n_slots * 2 && !grow_slots(m)) || m->n >= UINT32_MAX - 2)
        return UINT32_MAX;
    slot = find_slot(m, mapping);
    if (*slot) {
        join(&m->items[*slot], mapping);
        return *slot;
    }
    items = fr_grow(m->items, &m->cap, (size_t)m->n + 2, sizeof *m->items);
    if (!items)
        return UINT32_MAX;
    m->items = items;
    m->n += m->n == 0;
    m->items[m->n] = *mapping;
    *slot = m->n;
    return m->n++;
}

size_t fr_mappings_held(const fr_mappings *m)
{
    return m->cap * sizeof *m->items + m->n_slots * sizeof *m->slots;
}

void fr_mappings_reset(fr_mappings *m)
{
    free(m->items);
    free(m->slots);
    *m = (fr_mappings){0};
}
