/* pthread.h - WASI has one thread: none starts, and locks have nobody to wait for. */
#ifndef FR_WASI_PTHREAD_H
#define FR_WASI_PTHREAD_H

#include <errno.h>
#include <string.h>
#include <sys/types.h>

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#define PTHREAD_COND_INITIALIZER                                                                   \
    {                                                                                              \
        0                                                                                          \
    }
#define PTHREAD_ONCE_INIT 0

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                                 void *(*start)(void *), void *arg)
{
    (void)thread, (void)attr, (void)start, (void)arg;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return ESRCH;
}

static inline int pthread_once(pthread_once_t *once, void (*init)(void))
{
    if (!*once) {
        *once = 1;
        init();
    }
    return 0;
}

#define FR_WASI_ALWAYS(name, type)                                                                 \
    static inline int name(type *it)                                                               \
    {                                                                                              \
        (void)it;                                                                                  \
        return 0;                                                                                  \
    }
FR_WASI_ALWAYS(pthread_mutex_lock, pthread_mutex_t)
FR_WASI_ALWAYS(pthread_mutex_unlock, pthread_mutex_t)
FR_WASI_ALWAYS(pthread_mutex_destroy, pthread_mutex_t)
FR_WASI_ALWAYS(pthread_cond_signal, pthread_cond_t)
FR_WASI_ALWAYS(pthread_cond_broadcast, pthread_cond_t)
FR_WASI_ALWAYS(pthread_cond_destroy, pthread_cond_t)
#undef FR_WASI_ALWAYS

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    (void)attr;
    memset(mutex, 0, sizeof *mutex);
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
    (void)attr;
    memset(cond, 0, sizeof *cond);
    return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    (void)cond, (void)mutex;
    return 0;
}

#endif
