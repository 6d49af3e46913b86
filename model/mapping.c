/* mapping.c - mappings by what makes two of them one. */
#include "model/profile.h"

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

uint32_t fr_mappings_add(fr_mappings *m, const fr_mapping *mapping)
{
    key k = key_of(mapping);
    fr_slots_walk walk;
    fr_mapping *items;
    uint32_t id;

    if (!fr_slots_make_room(&m->slots) || m->n >= UINT32_MAX - 2)
        return UINT32_MAX;
    walk = fr_slots_walk_from(&m->slots, fr_slots_hash(&m->slots, &k, sizeof k));
    while (fr_slots_next(&m->slots, &walk, &id)) {
        fr_mapping *known = &m->items[id];
        key other = key_of(known);
        if (memcmp(&other, &k, sizeof k) != 0)
            continue;
        known->start = known->start < mapping->start ? known->start : mapping->start;
        known->size = known->size > mapping->size ? known->size : mapping->size;
        known->has &= mapping->has;
        return id;
    }
    items = fr_grow(m->items, &m->cap, (size_t)m->n + 2, sizeof *items);
    if (!items)
        return UINT32_MAX;
    m->items = items;
    m->n += m->n == 0;
    items[m->n++] = *mapping;
    fr_slots_put(&m->slots, &walk, m->n - 1);
    return m->n - 1;
}

typedef struct sortable {
    fr_bytes file, build_id;
    uint64_t offset, pages;
    uint32_t id;
} sortable;

static int compare(const void *a, const void *b)
{
    const sortable *x = a, *y = b;
    int order = fr_bytes_compare(x->file, y->file);

    if (order == 0)
        order = fr_bytes_compare(x->build_id, y->build_id);
    if (order == 0)
        order = (x->offset > y->offset) - (x->offset < y->offset);
    return order ? order : (x->pages > y->pages) - (x->pages < y->pages);
}

uint32_t *fr_mappings_sorted(const fr_mappings *m, const fr_names *names)
{
    sortable *sorted = malloc(((size_t)m->n + 1) * sizeof *sorted);
    uint32_t *ids = malloc(((size_t)m->n + 1) * sizeof *ids);
    bool good = sorted && ids;

    for (uint32_t id = 1; id < m->n && good; id++)
        sorted[id - 1] = (sortable){fr_names_at(names, m->items[id].file),
                                    fr_names_at(names, m->items[id].build_id), m->items[id].offset,
                                    fr_mapping_pages(&m->items[id]), id};
    if (good && m->n > 2)
        qsort(sorted, m->n - 1, sizeof *sorted, compare);
    for (uint32_t i = 0; i + 1 < m->n && good; i++)
        ids[i] = sorted[i].id;
    free(sorted);
    if (!good)
        free(ids);
    return good ? ids : NULL;
}

void fr_mappings_reset(fr_mappings *m)
{
    free(m->items);
    fr_slots_reset(&m->slots);
    *m = (fr_mappings){0};
}
