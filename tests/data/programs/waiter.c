/* waiter.c - threads which sleep, wait on a pipe, wait on a mutex and compute, for on-CPU and off-CPU events. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))
/* gcc leaves the frame pointer out of a leaf function which does not touch the stack; this makes it keep it. */
#define KEEP_FRAME volatile char frame_ = 0; (void)frame_

static volatile uint64_t sink;
static int fds[2];
static double seconds = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static NOINLINE void compute(int n)
{
	KEEP_FRAME;
	for (int i = 0; i < n; i++)
		sink = sink * 6364136223846793005u + 1442695040888963407u;
}

static NOINLINE void sleep_ms(int ms)
{
	struct timespec t = { 0, ms * 1000000L };
	nanosleep(&t, NULL);
}

static NOINLINE int pipe_get(char *c) { return read(fds[0], c, 1) == 1; }
static NOINLINE int pipe_put(char c) { return write(fds[1], &c, 1) == 1; }
static NOINLINE void hold_lock(void) { pthread_mutex_lock(&lock); compute(2000000); sleep_ms(6); pthread_mutex_unlock(&lock); }

static NOINLINE int next_message(char *c) { int ok = pipe_get(c); compute(200000); return ok; }
static NOINLINE void handle_message(char c) { compute(2500000 + c); }
static NOINLINE void make_message(int i) { compute(1200000); pipe_put((char)('a' + i % 26)); }

static void *consumer(void *arg)
{
	char c;
	prctl(PR_SET_NAME, "pipe consumer");
	while (next_message(&c))
		handle_message(c);
	return arg;
}

static void *producer(void *arg)
{
	double end = now() + seconds;
	prctl(PR_SET_NAME, "pipe producer");
	for (int i = 0; now() < end; i++) {
		make_message(i);
		sleep_ms(12);
	}
	close(fds[1]);
	return arg;
}

static void *locker(void *arg)
{
	double end = now() + seconds;
	prctl(PR_SET_NAME, arg);
	while (now() < end) {
		hold_lock();
		sleep_ms(15);
	}
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t[4];
	if (argc > 1)
		seconds = atof(argv[1]);
	if (pipe(fds))
		return 1;
	pthread_create(&t[0], NULL, consumer, NULL);
	pthread_create(&t[1], NULL, producer, NULL);
	pthread_create(&t[2], NULL, locker, "pipe locker/0");
	pthread_create(&t[3], NULL, locker, "pipe locker/1");
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
