/*
 * pump.c - a ring of buffers: the thread fills the next, the caller empties the oldest.
 *
 *     n_filled 5, n_emptied 3:   [ 4 ][ 5 ][ 2 ][ 3*]     * being emptied, from `at` on
 */
#include "base/pump.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BUFFERS 4u
#define BYTES   ((size_t)256 << 10)

struct fr_pump {
    size_t (*fill)(void *arg, char *to, size_t room);
    void *arg;
    char *bytes; /* of all buffers */
    size_t len[BUFFERS];
    size_t n_filled, n_emptied, at;
    bool filled_all, stopped;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t thread;
};

/* Waits for a free buffer; false where nobody wants more. */
static bool wait_for_room(fr_pump *p)
{
    bool wanted;

    pthread_mutex_lock(&p->mutex);
    while (!p->stopped && p->n_filled - p->n_emptied == BUFFERS)
        pthread_cond_wait(&p->changed, &p->mutex);
    wanted = !p->stopped;
    pthread_mutex_unlock(&p->mutex);
    return wanted;
}

static void hand_over(fr_pump *p, size_t n)
{
    pthread_mutex_lock(&p->mutex);
    p->len[p->n_filled % BUFFERS] = n;
    p->n_filled += n > 0;
    p->filled_all = n == 0;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
}

static void *run(void *arg)
{
    fr_pump *p = arg;
    size_t n = 1;

    while (n > 0 && wait_for_room(p)) {
        n = p->fill(p->arg, p->bytes + p->n_filled % BUFFERS * BYTES, BYTES);
        hand_over(p, n);
    }
    return NULL;
}

static bool init(fr_pump *p)
{
    p->bytes = malloc(BUFFERS * BYTES);
    if (!p->bytes || pthread_mutex_init(&p->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&p->changed, NULL) == 0)
        return true;
    pthread_mutex_destroy(&p->mutex);
    return false;
}

static void release(fr_pump *p)
{
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->mutex);
    free(p->bytes);
    free(p);
}

fr_pump *fr_pump_start(size_t (*fill)(void *arg, char *to, size_t room), void *arg)
{
    fr_pump *p = calloc(1, sizeof *p);

    if (!p || !init(p)) {
        free(p ? p->bytes : NULL);
        free(p);
        return NULL;
    }
    p->fill = fill;
    p->arg = arg;
    if (pthread_create(&p->thread, NULL, run, p) == 0)
        return p;
    release(p);
    return NULL;
}

size_t fr_pump_take(fr_pump *p, char *to, size_t room)
{
    size_t n, i;

    pthread_mutex_lock(&p->mutex);
    while (p->n_filled == p->n_emptied && !p->filled_all)
        pthread_cond_wait(&p->changed, &p->mutex);
    i = p->n_emptied % BUFFERS;
    n = p->n_filled == p->n_emptied ? 0 : p->len[i] - p->at;
    pthread_mutex_unlock(&p->mutex);
    if (n == 0)
        return 0;
    n = n < room ? n : room;
    memcpy(to, p->bytes + i * BYTES + p->at, n);
    p->at += n;
    if (p->at < p->len[i])
        return n;
    p->at = 0;
    pthread_mutex_lock(&p->mutex);
    p->n_emptied++;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return n;
}

bool fr_pump_ended(fr_pump *p)
{
    bool ended;

    pthread_mutex_lock(&p->mutex);
    ended = p->filled_all && p->n_filled == p->n_emptied;
    pthread_mutex_unlock(&p->mutex);
    return ended;
}

void fr_pump_free(fr_pump *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->mutex);
    p->stopped = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    pthread_join(p->thread, NULL);
    release(p);
}
