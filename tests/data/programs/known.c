/* known.c - threads which sleep, wait on a pipe and compute for known times, and say how long they lived.
 * Prints for each: name, tid, nanoseconds from its first to its last instruction, of these on CPU, and asked to sleep. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))
/* gcc leaves the frame pointer out of a leaf function which does not touch the stack; this makes it keep it. */
#define KEEP_FRAME volatile char frame_ = 0; (void)frame_

#define ROUNDS 8

static volatile uint64_t sink;
static int fds[2];

static int64_t clock_ns(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static NOINLINE void spin(void)
{
	KEEP_FRAME;
	for (int i = 0; i < 20000; i++)
		sink = sink * 6364136223846793005u + 1442695040888963407u;
}

/* Milliseconds on CPU, not by the clock on the wall. */
static NOINLINE void compute_ms(int ms)
{
	int64_t end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + ms * INT64_C(1000000);
	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < end)
		spin();
}

static NOINLINE int64_t sleep_ms(int ms)
{
	struct timespec t = { 0, ms * 1000000L };
	nanosleep(&t, NULL);
	return ms * INT64_C(1000000);
}

static NOINLINE int pipe_get(char *c) { return read(fds[0], c, 1) == 1; }
static NOINLINE int pipe_put(char c) { return write(fds[1], &c, 1) == 1; }

static int64_t sleep_and_compute(void)
{
	int64_t asked = 0;
	for (int i = 0; i < ROUNDS; i++) {
		asked += sleep_ms(60);
		compute_ms(20);
	}
	return asked;
}

static int64_t feed_pipe(void)
{
	int64_t asked = 0;
	for (int i = 0; i < ROUNDS; i++) {
		asked += sleep_ms(50);
		pipe_put((char)('a' + i));
		compute_ms(5);
	}
	close(fds[1]);
	return asked;
}

static int64_t drain_pipe(void)
{
	char c;
	while (pipe_get(&c))
		compute_ms(15);
	return 0;
}

static int64_t only_compute(void)
{
	compute_ms(300);
	return 0;
}

struct job {
	const char *name;
	int64_t (*work)(void);
	char result[120];
};

static void *run(void *arg)
{
	int64_t from = clock_ns(CLOCK_MONOTONIC), asked;
	struct job *job = arg;
	prctl(PR_SET_NAME, job->name);
	asked = job->work();
	snprintf(job->result, sizeof job->result, "%s\t%ld\t%lld\t%lld\t%lld\n", job->name, syscall(SYS_gettid),
		 (long long)(clock_ns(CLOCK_MONOTONIC) - from), (long long)clock_ns(CLOCK_THREAD_CPUTIME_ID),
		 (long long)asked);
	return NULL;
}

int main(void)
{
	struct job jobs[] = { { "known sleeper", sleep_and_compute, "" }, { "known feeder", feed_pipe, "" },
			      { "known reader", drain_pipe, "" }, { "known worker", only_compute, "" } };
	pthread_t t[4];
	if (pipe(fds))
		return 1;
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, run, &jobs[i]);
	for (int i = 0; i < 4; i++) {
		pthread_join(t[i], NULL);
		fputs(jobs[i].result, stdout);
	}
	return 0;
}
