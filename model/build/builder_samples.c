/* builder_samples.c - samples one by one, for selections and heatmaps. */
#include "model/build/builder_state.h"

#include <stdlib.h>

static bool same(const fr_thread *a, const fr_thread *b)
{
    return a->tid == b->tid && a->pid == b->pid && a->comm == b->comm;
}

uint32_t fr_thread_table_add(fr_thread_table *t, fr_samples *s, fr_thread thread)
{
    const int64_t key[] = {thread.pid, thread.tid, thread.comm};
    fr_slots_walk walk;
    uint32_t row;

    if (t->last < s->n_threads && same(&s->threads[t->last], &thread))
        return t->last;
    if (!fr_slots_make_room(&t->slots))
        return FR_NO_ID;
    walk = fr_slots_walk_from(&t->slots, fr_slots_hash(&t->slots, key, sizeof key));
    while (fr_slots_next(&t->slots, &walk, &row))
        if (same(&s->threads[row], &thread))
            return t->last = row;
    if (s->n_threads >= FR_NO_ID - 1 ||
        !fr_reserve(&s->threads, &s->threads_cap, s->n_threads + 1, sizeof *s->threads))
        return FR_NO_ID;
    s->threads[s->n_threads] = thread;
    t->last = (uint32_t)s->n_threads++;
    fr_slots_put(&t->slots, &walk, t->last);
    return t->last;
}

void fr_thread_table_reset(fr_thread_table *t)
{
    fr_slots_reset(&t->slots);
    *t = (fr_thread_table){0};
}

void fr_builder_keep_samples(fr_builder *b)
{
    b->keeps_samples = true;
}

void fr_builder_share_clock(fr_builder *b)
{
    b->shared_clock = true;
}

bool fr_builder_keeps_samples(const fr_builder *b)
{
    return b->keeps_samples;
}

uint32_t fr_builder_thread(fr_builder *b, int64_t pid, int64_t tid, uint32_t comm)
{
    return fr_builder_added(
        b, fr_thread_table_add(&b->threads, &b->samples, (fr_thread){pid, tid, comm}));
}

/* Room for one more row in every column. */
static bool grow_rows(fr_samples *s)
{
    size_t cap = s->cap ? s->cap * 2 : 1024;

    if (s->n < s->cap)
        return true;
    if (!fr_resize(&s->time_ns, cap, sizeof *s->time_ns) ||
        !fr_resize(&s->stack, cap, sizeof *s->stack) ||
        !fr_resize(&s->thread, cap, sizeof *s->thread) || !fr_resize(&s->cpu, cap, sizeof *s->cpu))
        return false;
    s->cap = cap;
    return true;
}

/* Stores the values of n samples, which were 1 so far if they were not stored. */
static bool store_values(fr_samples *s, size_t n)
{
    bool stored = s->value != NULL;

    if (!fr_reserve(&s->value, &s->value_cap, n, sizeof *s->value))
        return false;
    for (size_t i = 0; i < s->n && !stored; i++)
        s->value[i] = 1;
    return true;
}

void fr_builder_sample(fr_builder *b, uint32_t stack, int64_t time_ns, uint32_t thread,
                       uint16_t cpu, int64_t value)
{
    fr_samples *s = &b->samples;

    if (!b->keeps_samples || b->err.code != FR_OK)
        return;
    /* from the first value on that is not 1 */
    if (!grow_rows(s) || ((s->value || value != 1) && !store_values(s, s->n + 1))) {
        fr_builder_fail_memory(b);
        return;
    }
    if (s->value)
        s->value[s->n] = value;
    s->time_ns[s->n] = time_ns;
    s->stack[s->n] = stack;
    s->thread[s->n] = thread;
    s->cpu[s->n++] = cpu;
    if ((s->n & 0xffff) == 0)
        (void)fr_builder_within_memory(b);
}

void fr_builder_lose_samples(fr_builder *b)
{
    b->samples.n = 0;
    b->keeps_samples = false;
    b->lost_samples = true;
}

void fr_builder_refine_samples(fr_builder *b, uint32_t up)
{
    fr_samples *s = &b->samples;

    if (s->n == 0 || b->err.code != FR_OK)
        return;
    if (!store_values(s, s->n)) {
        fr_builder_fail_memory(b);
        return;
    }
    for (size_t i = 0; i < s->n; i++)
        if (!fr_scale_up(s->value[i], up, &s->value[i]))
            fr_builder_fail_overflow(b, s->stack[i]);
}

typedef struct sample_row {
    int64_t time_ns, value;
    uint32_t stack, thread;
    uint16_t cpu;
    size_t place;
} sample_row;

static int order_rows(const void *left, const void *right)
{
    const sample_row *a = left, *b = right;

    if (a->time_ns != b->time_ns)
        return a->time_ns < b->time_ns ? -1 : 1;
    if (a->cpu != b->cpu)
        return a->cpu < b->cpu ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

void fr_builder_sort_samples(fr_builder *b)
{
    fr_samples *s = &b->samples;
    sample_row *rows = s->n ? malloc(s->n * sizeof *rows) : NULL;

    if (s->n && !rows)
        fr_builder_fail_memory(b);
    for (size_t i = 0; rows && i < s->n; i++)
        rows[i] = (sample_row){
            s->time_ns[i], s->value ? s->value[i] : 1, s->stack[i], s->thread[i], s->cpu[i], i};
    if (rows)
        qsort(rows, s->n, sizeof *rows, order_rows);
    for (size_t i = 0; rows && i < s->n; i++) {
        s->time_ns[i] = rows[i].time_ns;
        s->stack[i] = rows[i].stack;
        s->thread[i] = rows[i].thread;
        s->cpu[i] = rows[i].cpu;
        if (s->value)
            s->value[i] = rows[i].value;
    }
    free(rows);
}
