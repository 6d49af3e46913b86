/* heat_lanes.c - threads, CPUs and idle time of samples, column by column. */
#include "render/layout/heat_lanes.h"

#include <stdlib.h>

#include "render/pack/pack_bytes.h"

/* Threads as they first ran. */
typedef struct threads {
    uint32_t *number; /* by thread of the profile; UINT32_MAX: it has no sample here */
    uint32_t *in_order;
    uint32_t n;
} threads;

static bool number_threads(threads *t, const fr_profile *profile, const fr_timed_samples *samples)
{
    size_t room = profile->samples.n_threads + 1;

    *t = (threads){malloc(room * sizeof *t->number), malloc(room * sizeof *t->in_order), 0};
    if (!t->number || !t->in_order)
        return false;
    for (size_t i = 0; i < room; i++)
        t->number[i] = UINT32_MAX;
    for (size_t i = 0; i < samples->n; i++) {
        uint32_t thread = samples->at[i].thread;
        if (t->number[thread] != UINT32_MAX)
            continue;
        t->number[thread] = t->n;
        t->in_order[t->n++] = thread;
    }
    return true;
}

static bool are_alike(const fr_timed_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++) {
        const fr_timed_sample *s = &samples->at[i];
        if (s->thread != samples->at[0].thread || s->cpu != samples->at[0].cpu || s->idle)
            return false;
    }
    return true;
}

static uint64_t thread_of(const fr_timed_sample *list, size_t i, const void *number)
{
    return ((const uint32_t *)number)[list[i].thread];
}

static uint64_t cpu_of(const fr_timed_sample *list, size_t i, const void *context)
{
    (void)context;
    return list[i].cpu == FR_NO_CPU ? 0 : list[i].cpu + 1u;
}

static uint64_t idle_of(const fr_timed_sample *list, size_t i, const void *context)
{
    (void)context;
    return list[i].idle;
}

static void put_threads(fr_output *raw, const fr_profile *profile, const threads *t)
{
    fr_pack_varint(raw, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        const fr_thread *thread = &profile->samples.threads[t->in_order[i]];
        fr_bytes comm = fr_names_at(profile->names, thread->comm);
        fr_pack_varint(raw, comm.len);
        fr_put(raw, comm);
        fr_pack_zigzag(raw, thread->pid);
        fr_pack_zigzag(raw, thread->tid);
    }
}

bool fr_heat_pack_lanes(const fr_profile *profile, const fr_timed_samples *samples,
                        fr_bytes *packed)
{
    threads t = {0};
    fr_output *raw = NULL;

    *packed = (fr_bytes){NULL, 0};
    if (are_alike(samples))
        return true;
    if (number_threads(&t, profile, samples) && (raw = fr_output_memory()) != NULL) {
        fr_pack_varint(raw, samples->n);
        put_threads(raw, profile, &t);
        fr_heat_put_column(raw, samples, thread_of, t.number);
        fr_heat_put_column(raw, samples, cpu_of, NULL);
        fr_heat_put_column(raw, samples, idle_of, NULL);
        *packed = fr_pack_container("FRLN", raw);
    }
    fr_output_free(raw);
    free(t.number);
    free(t.in_order);
    return packed->at != NULL;
}
