/* list.c - growing lists, and counting what they hold. */
#include "formats/list.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"

void *fr_list_room(fr_held *held, fr_list *list, size_t n, size_t size)
{
    size_t needed = list->n + n, before = list->cap;

    if (needed > list->cap) { /* places in a list are 32 bits */
        void *items = needed < UINT32_MAX ? fr_grow(list->items, &list->cap, needed, size) : NULL;
        if (!items) {
            fr_builder_fail_memory(held->b);
            return NULL;
        }
        list->items = items;
        list->size = size;
        held->bytes += (list->cap - before) * size;
    }
    if (held->bytes + held->beside <= held->most)
        return list->items;
    fr_builder_fail(held->b, FR_E_LIMIT, 0, 0, "%s needs more than %" PRIu64 " MiB of memory",
                    held->what, held->most >> 20);
    fr_builder_hint(held->b, "--limit-memory raises the limit");
    return NULL;
}

void *fr_list_add(fr_held *held, fr_list *list, size_t size)
{
    char *items = fr_list_room(held, list, 1, size);

    return items ? memset(items + list->n++ * size, 0, size) : NULL;
}

void fr_list_drop(fr_held *held, fr_list *list)
{
    free(list->items);
    held->bytes -= list->cap * list->size;
    *list = (fr_list){0};
}
