/* paths.c - a ring of chunks between the threads that read and the caller that merges. */
#include "formats/paths.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/pool.h"

#define LEAST_CHUNK 4   /* inputs */
#define MOST_CHUNK  512 /* what a builder saves by knowing earlier inputs is had by then */
#define CHUNKS      16  /* at least, where there are enough inputs: work for that many threads */
#define RING        8   /* chunks on the way; more threads than that have nothing to do */

typedef struct chunk {
    fr_builder *builder;
    bool done;
} chunk;

typedef struct ring {
    const fr_paths *paths;
    size_t first, n_chunks, chunk_size;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    chunk chunks[RING];
    size_t n_taken, n_settled;
    bool stopped, good;
} ring;

static size_t start_of(const ring *r, size_t c)
{
    size_t at = r->first + c * r->chunk_size;

    return at < r->paths->n ? at : r->paths->n;
}

/* Holds the mutex, but not while it reads. False where there is no chunk to take now. */
static bool read_next(ring *r)
{
    size_t c = r->n_taken;
    fr_builder *builder;

    if (r->stopped || c == r->n_chunks || c == r->n_settled + RING)
        return false;
    r->n_taken++;
    pthread_mutex_unlock(&r->mutex);
    builder = r->paths->read(r->paths->arg, start_of(r, c), start_of(r, c + 1));
    pthread_mutex_lock(&r->mutex);
    r->chunks[c % RING] = (chunk){builder, true};
    pthread_cond_broadcast(&r->changed);
    return true;
}

static bool settle_all(ring *r);

/* Task 0 is the caller's: it merges. */
static void work(void *arg, size_t index)
{
    ring *r = arg;

    if (index == 0) {
        r->good = settle_all(r);
        return;
    }
    pthread_mutex_lock(&r->mutex);
    while (!r->stopped && r->n_taken < r->n_chunks)
        if (!read_next(r))
            pthread_cond_wait(&r->changed, &r->mutex);
    pthread_mutex_unlock(&r->mutex);
}

/* The next chunk in order; the caller reads while it waits for it. */
static chunk take_done(ring *r)
{
    chunk *next = &r->chunks[r->n_settled % RING], taken;

    pthread_mutex_lock(&r->mutex);
    while (!next->done)
        if (!read_next(r))
            pthread_cond_wait(&r->changed, &r->mutex);
    taken = *next;
    *next = (chunk){NULL, false};
    pthread_mutex_unlock(&r->mutex);
    return taken;
}

static void advance(ring *r, bool good)
{
    pthread_mutex_lock(&r->mutex);
    r->n_settled++;
    r->stopped = !good;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->mutex);
}

static bool settle_all(ring *r)
{
    while (r->n_settled < r->n_chunks && !r->stopped) {
        size_t c = r->n_settled;
        chunk next = take_done(r);
        advance(r,
                r->paths->settle(r->paths->arg, next.builder, start_of(r, c), start_of(r, c + 1)));
    }
    return !r->stopped;
}

/* Between LEAST_CHUNK and MOST_CHUNK. */
static size_t size_of_chunks(size_t n)
{
    size_t size = n / CHUNKS;

    return size < LEAST_CHUNK ? LEAST_CHUNK : size > MOST_CHUNK ? MOST_CHUNK : size;
}

bool fr_paths_read(const fr_paths *paths, size_t first)
{
    size_t n = paths->n - first;
    ring r = {.paths = paths, .first = first, .chunk_size = size_of_chunks(n)};

    r.n_chunks = (n + r.chunk_size - 1) / r.chunk_size;
    if (pthread_mutex_init(&r.mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&r.changed, NULL) != 0) {
        pthread_mutex_destroy(&r.mutex);
        return false;
    }
    fr_pool_run(paths->n_threads, paths->n_threads, work, &r);
    for (size_t i = 0; i < RING; i++)
        fr_builder_free(r.chunks[i].builder);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.mutex);
    return r.good;
}
