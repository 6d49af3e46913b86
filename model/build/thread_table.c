/* thread_table.c - open addressing over rows. */
#include "model/build/thread_table.h"

#include <stdlib.h>

#define SLOTS_FIRST ((size_t)64)

static bool same(const fr_thread *a, const fr_thread *b)
{
    return a->tid == b->tid && a->pid == b->pid && a->comm == b->comm;
}

static uint32_t *find_slot(fr_thread_table *t, const fr_samples *s, const fr_thread *thread)
{
    const int64_t key[] = {thread->pid, thread->tid, thread->comm};
    size_t mask = t->n_slots - 1;
    size_t i = (size_t)fr_bytes_hash((fr_bytes){(const char *)key, sizeof key}, t->seed) & mask;

    for (t->n_probes++; t->slots[i] && !same(&s->threads[t->slots[i] - 1], thread); t->n_probes++)
        i = (i + 1) & mask;
    return &t->slots[i];
}

static bool grow_slots(fr_thread_table *t, const fr_samples *s)
{
    size_t n_slots = t->n_slots ? t->n_slots * 2 : SLOTS_FIRST;
    uint32_t *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    free(t->slots);
    t->slots = slots;
    t->n_slots = n_slots;
    for (size_t i = 0; i < s->n_threads; i++)
        *find_slot(t, s, &s->threads[i]) = (uint32_t)i + 1;
    return true;
}

static bool append(fr_samples *s, fr_thread thread)
{
    void *threads = NULL;

    if (s->n_threads < FR_NO_THREAD - 1)
        threads = fr_grow(s->threads, &s->threads_cap, s->n_threads + 1, sizeof *s->threads);
    if (!threads)
        return false;
    s->threads = threads;
    s->threads[s->n_threads++] = thread;
    return true;
}

uint32_t fr_thread_table_add(fr_thread_table *t, fr_samples *s, fr_thread thread)
{
    uint32_t *slot;

    if (t->last < s->n_threads && same(&s->threads[t->last], &thread))
        return t->last;
    if (!t->n_slots)
        t->seed = fr_hash_seed();
    if (2 * (s->n_threads + 1) > t->n_slots && !grow_slots(t, s))
        return FR_NO_THREAD;
    slot = find_slot(t, s, &thread);
    if (!*slot) {
        if (!append(s, thread))
            return FR_NO_THREAD;
        *slot = (uint32_t)s->n_threads;
    }
    return t->last = *slot - 1;
}

void fr_thread_table_reset(fr_thread_table *t)
{
    free(t->slots);
    *t = (fr_thread_table){0};
}
