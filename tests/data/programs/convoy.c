/* convoy.c - six workers take a lock of a cache for a moment, time and again. After 4 s one of them writes the cache
 * out and keeps the lock for 300 ms: all others wait for it. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t cache = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned sum;

static void compute(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sum += i * 2654435761u;
}

static void wait_for_request(void)
{
    usleep(15000);
}

static void write_cache_out(void)
{
    pthread_mutex_lock(&cache);
    usleep(300000);
    pthread_mutex_unlock(&cache);
}

static void look_up(void)
{
    pthread_mutex_lock(&cache);
    compute(20000);
    pthread_mutex_unlock(&cache);
}

static void *serve(void *arg)
{
    unsigned n_requests = *(unsigned *)arg;

    for (unsigned i = 0; i < n_requests; i++) {
        wait_for_request();
        look_up();
        compute(50000);
    }
    return NULL;
}

static void *checkpoint(void *arg)
{
    (void)arg;
    usleep(4000000);
    write_cache_out();
    return NULL;
}

int main(int argc, char **argv)
{
    unsigned seconds = argc > 1 ? (unsigned)atoi(argv[1]) : 8, n_requests = seconds * 60;
    pthread_t workers[6], writer;

    for (int i = 0; i < 6; i++)
        pthread_create(&workers[i], NULL, serve, &n_requests);
    pthread_create(&writer, NULL, checkpoint, NULL);
    for (int i = 0; i < 6; i++)
        pthread_join(workers[i], NULL);
    pthread_join(writer, NULL);
    return 0;
}
