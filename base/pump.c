/*
 * pump.c - a ring of buffers: the thread fills the next, the caller empties the oldest.
 *
 *     n_filled 5, n_emptied 3:   [ 4 ][ 5 ][ 2 ][ 3*]     * being emptied, from `at` on
 *
 * or room of the caller's, where the ring is empty and stays so:
 *
 *     [ reported | made, not reported yet | being filled |          ]
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
    bool filled_all, stopped, filling;
    bool
        lent; /* this room: its first `made` bytes are filled, `reported` of them are known to be */
    char *to;
    size_t room, made, reported;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t thread;
};

/* Where the next bytes go, and how many; 0: nowhere yet. */
static size_t find_room(const fr_pump *p, char **to)
{
    size_t left = p->room > p->made ? p->room - p->made : 0;

    if (p->lent && left > 0)
        *to = p->to + p->made;
    if (p->lent)
        return left < BYTES ? left : BYTES;
    *to = p->bytes + p->n_filled % BUFFERS * BYTES;
    return p->n_filled - p->n_emptied < BUFFERS ? BYTES : 0;
}

/* Waits for room; 0 where nobody wants more. */
static size_t wait_for_room(fr_pump *p, char **to, bool *lent)
{
    size_t room = 0;

    pthread_mutex_lock(&p->mutex);
    while (!p->stopped && (room = find_room(p, to)) == 0)
        pthread_cond_wait(&p->changed, &p->mutex);
    room = p->stopped ? 0 : room;
    p->filling = room > 0;
    *lent = p->lent;
    pthread_mutex_unlock(&p->mutex);
    return room;
}

static void hand_over(fr_pump *p, size_t n, bool lent)
{
    pthread_mutex_lock(&p->mutex);
    if (lent) {
        p->made += n;
    } else {
        p->len[p->n_filled % BUFFERS] = n;
        p->n_filled += n > 0;
    }
    p->filling = false;
    p->filled_all = n == 0;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
}

static void *run(void *arg)
{
    fr_pump *p = arg;
    size_t n = 1, room;
    char *to = NULL;
    bool lent;

    while (n > 0 && (room = wait_for_room(p, &to, &lent)) > 0) {
        n = p->fill(p->arg, to, room);
        hand_over(p, n, lent);
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

/* ---- lending ---- */

/* What the ring has, as far as it fits. */
static void empty_ring(fr_pump *p)
{
    while (p->n_emptied < p->n_filled && p->made < p->room) {
        size_t i = p->n_emptied % BUFFERS, left = p->room - p->made, n = p->len[i] - p->at;
        n = n < left ? n : left;
        memcpy(p->to + p->made, p->bytes + i * BYTES + p->at, n);
        p->made += n;
        p->at += n;
        if (p->at < p->len[i])
            return;
        p->at = 0;
        p->n_emptied++;
    }
}

void fr_pump_lend(fr_pump *p, char *to, size_t room)
{
    pthread_mutex_lock(&p->mutex);
    p->lent = true;
    p->room = p->made = p->reported = 0;
    while (p->filling) /* a buffer of the ring, the last one */
        pthread_cond_wait(&p->changed, &p->mutex);
    p->to = to;
    p->room = room;
    empty_ring(p);
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
}

size_t fr_pump_lent(fr_pump *p)
{
    size_t n;

    pthread_mutex_lock(&p->mutex);
    while (p->made == p->reported && p->made < p->room && !p->filled_all)
        pthread_cond_wait(&p->changed, &p->mutex);
    n = p->made - p->reported;
    p->reported = p->made;
    pthread_mutex_unlock(&p->mutex);
    return n;
}

bool fr_pump_lags(fr_pump *p)
{
    bool lags;

    pthread_mutex_lock(&p->mutex);
    lags = p->made == p->reported && p->made < p->room && !p->filled_all;
    pthread_mutex_unlock(&p->mutex);
    return lags;
}

size_t fr_pump_reclaim(fr_pump *p)
{
    size_t n;

    pthread_mutex_lock(&p->mutex);
    p->room = 0;
    while (p->filling)
        pthread_cond_wait(&p->changed, &p->mutex);
    n = p->made - p->reported;
    p->lent = false;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return n;
}

bool fr_pump_ended(fr_pump *p)
{
    bool ended;

    pthread_mutex_lock(&p->mutex);
    ended = p->filled_all && p->n_filled == p->n_emptied && !(p->lent && p->reported < p->made);
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
