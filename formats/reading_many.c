/*
 * reading_many.c - many inputs at once: chunks of them on several threads, each into a builder of its own. What a chunk
 * cannot do is read input by input, as one input is (reading.c). A ring of chunks stands between the threads that read
 * and the caller that merges.
 *
 *     inputs   0 | 1 .. 4 | 5 .. 8 | ...         chunks: each a builder of its own
 *              first, alone; it chooses the event and the columns for all
 *
 * Chunks depend on the number of inputs and not of threads, and are merged in order, so the result
 * doesn't depend on threads either. A chunk with an input that cannot be read is read again, input by input.
 */
#include <pthread.h>
#include <stdlib.h>

#include "base/pool.h"
#include "formats/reading.h"
#include "model/build/builder_merge.h"

#define PATHS_LEAST 4   /* fewer inputs are read one after the other */
#define LEAST_CHUNK 4   /* inputs */
#define MOST_CHUNK  512 /* what a builder saves by knowing earlier inputs is had by then */
#define CHUNKS      16  /* at least, where there are enough inputs: work for that many threads */
#define RING        8   /* chunks on the way; more threads than that have nothing to do */

typedef struct many {
    fr_reader *reader;
    fr_reader at_start; /* options and choices that chunks are read with */
    const char *const *paths;
    size_t n;
    bool (*failed)(void *arg, size_t index, const fr_error *err);
    void *arg;
    fr_error *err;
} many;

static bool chooses_alike(const fr_choice *a, const fr_choice *b)
{
    return strcmp(a->event, b->event) == 0 && a->weight == b->weight && a->columns == b->columns;
}

/* The objects that read the inputs of a chunk, one after another, straight into the builder of the chunk. */
typedef struct chunk_reader {
    const fr_reader *reader;
    fr_builder *b;
    fr_input *in;
} chunk_reader;

/* One of a chunk. False: the chunk is to be read input by input, where the format cannot share a builder, since it
 * chooses something, or where this one would choose what those after it read. */
static bool read_one(chunk_reader *c, const char *path)
{
    const fr_reader *reader = c->reader;
    fr_choice choice = reader->choice;
    const fr_format *format = NULL;
    fr_error err = {0};
    bool good = true;

    if (c->in)
        good = fr_input_reopen(c->in, path, &err);
    else
        c->in = fr_input_open(path, &reader->opt.limits, &err);
    if (c->in && reader->opt.digest)
        fr_input_hash(c->in);
    if (good && c->in)
        format = fr_format_choose(c->in, reader->opt.input_format, &err);
    if (!format || !format->shares)
        return false;
    fr_builder_begin_input(c->b);
    good = fr_reader_read_into(reader, format, c->in, c->b, &choice, &err);
    return fr_builder_end_input(c->b) && good && chooses_alike(&choice, &reader->choice) &&
           !fr_builder_failed(c->b);
}

/* Inputs [first, last) in a new builder, on any thread; NULL: they are to be read one by one. */
static fr_builder *read_chunk(const many *m, size_t first, size_t last)
{
    chunk_reader c = {
        .reader = &m->at_start,
        .b = fr_builder_new(&m->at_start.opt.limits, NULL),
    };

    for (size_t i = first; i < last && c.b; i++) {
        if (read_one(&c, m->paths[i]))
            continue;
        fr_builder_free(c.b);
        c.b = NULL;
    }
    fr_input_free(c.in);
    return c.b;
}

static bool read_one_by_one(const many *m, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        fr_error err = {0};
        if (fr_reader_add_path(m->reader, m->paths[i], &err))
            continue;
        if (!m->failed || !m->failed(m->arg, i, &err))
            return fr_fail_copy(m->err, &err);
    }
    return true;
}

/* Takes the builder of a chunk, in order, on the caller's thread. False: enough. */
static bool settle_chunk(const many *m, fr_builder *b, size_t first, size_t last)
{
    fr_reader *reader = m->reader;
    fr_event_log *log = &reader->log;
    bool good;

    if (b && chooses_alike(&m->at_start.choice, &reader->choice) &&
        fr_builder_alike(reader->builder, b)) {
        if (reader->opt.progress)
            reader->opt.progress(reader->opt.progress_arg, last, m->n);
        if (!fr_reader_merge(reader, b, m->err))
            return false;
        /* Inputs that may have to be read for another event; what they hold is not known. */
        good = true;
        for (size_t i = first; i < last && good && log->n && log->items[0].events.n; i++)
            good = fr_event_log_begin(log, m->paths[i], m->paths[i]);
        return good || fr_fail_memory(m->err);
    }
    fr_builder_free(b);
    return read_one_by_one(m, first, last);
}

/* ---- the ring ---- */

typedef struct chunk {
    fr_builder *builder;
    bool done;
} chunk;

typedef struct ring {
    const many *m;
    size_t first, n_chunks, chunk_size;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    chunk chunks[RING];
    size_t n_taken, n_settled;
    bool stopped;
} ring;

static size_t start_of(const ring *r, size_t c)
{
    size_t at = r->first + c * r->chunk_size;

    return at < r->m->n ? at : r->m->n;
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
    builder = read_chunk(r->m, start_of(r, c), start_of(r, c + 1));
    pthread_mutex_lock(&r->mutex);
    r->chunks[c % RING] = (chunk){builder, true};
    pthread_cond_broadcast(&r->changed);
    return true;
}

/* Merges the chunks in order; reads while it waits for one. */
static void settle_all(ring *r)
{
    pthread_mutex_lock(&r->mutex);
    while (r->n_settled < r->n_chunks && !r->stopped) {
        size_t c = r->n_settled;
        chunk *next = &r->chunks[c % RING];
        fr_builder *builder;
        bool good;

        while (!next->done)
            if (!read_next(r))
                pthread_cond_wait(&r->changed, &r->mutex);
        builder = next->builder;
        *next = (chunk){NULL, false};
        pthread_mutex_unlock(&r->mutex);
        good = settle_chunk(r->m, builder, start_of(r, c), start_of(r, c + 1));
        pthread_mutex_lock(&r->mutex);
        r->n_settled++;
        r->stopped = !good;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->mutex);
}

/* Task 0 is the caller's: it merges. */
static void work(void *arg, size_t index)
{
    ring *r = arg;

    if (index == 0) {
        settle_all(r);
        return;
    }
    pthread_mutex_lock(&r->mutex);
    while (!r->stopped && r->n_taken < r->n_chunks)
        if (!read_next(r))
            pthread_cond_wait(&r->changed, &r->mutex);
    pthread_mutex_unlock(&r->mutex);
}

/* False where a thread could not be given what it needs before anything was done, or a chunk could not be settled. */
static bool read_chunks(const many *m, size_t first)
{
    size_t n = m->n - first, size = n / CHUNKS;
    ring r = {.m = m, .first = first};

    r.chunk_size = size < LEAST_CHUNK ? LEAST_CHUNK : size > MOST_CHUNK ? MOST_CHUNK : size;
    r.n_chunks = (n + r.chunk_size - 1) / r.chunk_size;
    if (pthread_mutex_init(&r.mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&r.changed, NULL) != 0) {
        pthread_mutex_destroy(&r.mutex);
        return false;
    }
    fr_pool_run(m->reader->threads, m->reader->threads, work, &r);
    for (size_t i = 0; i < RING; i++)
        fr_builder_free(r.chunks[i].builder);
    pthread_cond_destroy(&r.changed);
    pthread_mutex_destroy(&r.mutex);
    return !r.stopped;
}

bool fr_reader_add_paths(fr_reader *reader, const char *const *paths, size_t n,
                         bool (*failed)(void *arg, size_t index, const fr_error *err), void *arg,
                         fr_error *err)
{
    many m = {.reader = reader, .paths = paths, .n = n, .failed = failed, .arg = arg};
    size_t first = 0;
    fr_error local = {0};

    if (!fr_fail_null(err, reader, "reader"))
        return false;
    m.err = &local;
    /* The choices of the first input hold for all; samples one by one need each input's clock. */
    while (first < n && (!reader->builder || reader->opt.keep_samples || reader->opt.n_labels ||
                         n < PATHS_LEAST || !fr_choice_allows(&reader->choice, FR_WAY_PATHS)))
        if (!read_one_by_one(&m, first, first + 1))
            return fr_fail_copy(err, &local);
        else
            first++;
    m.at_start = *reader;
    m.at_start.opt.progress = NULL;
    if (first < n && !read_chunks(&m, first) && local.code == FR_OK)
        fr_fail_memory(&local);
    return fr_fail_copy(err, &local);
}
