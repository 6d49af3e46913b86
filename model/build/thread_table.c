/* thread_table.c - rows of threads by what they are. */
#include "model/build/thread_table.h"

static bool same(const fr_thread *a, const fr_thread *b)
{
    return a->tid == b->tid && a->pid == b->pid && a->comm == b->comm;
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
    const int64_t key[] = {thread.pid, thread.tid, thread.comm};
    fr_slots_walk walk;
    uint32_t row;

    if (t->last < s->n_threads && same(&s->threads[t->last], &thread))
        return t->last;
    if (!fr_slots_make_room(&t->slots))
        return FR_NO_THREAD;
    walk = fr_slots_walk_from(&t->slots, fr_slots_hash(&t->slots, key, sizeof key));
    while (fr_slots_next(&t->slots, &walk, &row))
        if (same(&s->threads[row], &thread))
            return t->last = row;
    if (!append(s, thread))
        return FR_NO_THREAD;
    t->last = (uint32_t)s->n_threads - 1;
    fr_slots_put(&t->slots, &walk, t->last);
    return t->last;
}

void fr_thread_table_reset(fr_thread_table *t)
{
    fr_slots_reset(&t->slots);
    *t = (fr_thread_table){0};
}
