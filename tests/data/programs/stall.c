/* stall.c - two threads with an even mix of work for 8 s, and one stall (rebuild_index, 200 ms at 3.2 s). */
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

static volatile uint64_t index_sum;
static double start, seconds = 8;
static const double stall_at = 3.2, stall_length = 0.2;
static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;

static NOINLINE double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#define SPIN(x, n) KEEP_FRAME; for (int i_ = 0; i_ < (n); i_++) x = x * 6364136223846793005u + 1442695040888963407u

static NOINLINE uint64_t split_fields(uint64_t x) { SPIN(x, 60000); return x; }
static NOINLINE uint64_t parse_number(uint64_t x) { SPIN(x, 30000); return x; }
static NOINLINE uint64_t parse_line(uint64_t x) { x = split_fields(x); x = parse_number(x); SPIN(x, 8000); return x; }
static NOINLINE uint64_t hash_key(uint64_t x) { SPIN(x, 40000); return x; }
static NOINLINE uint64_t index_add(uint64_t x) { x = hash_key(x); SPIN(x, 30000); return x; }
static NOINLINE uint64_t index_find(uint64_t x) { x = hash_key(x); SPIN(x, 50000); return x; }
static NOINLINE uint64_t score_row(uint64_t x) { SPIN(x, 90000); return x; }
static NOINLINE uint64_t format_row(uint64_t x) { SPIN(x, 35000); return x; }
static NOINLINE uint64_t ingest_batch(uint64_t x) { x = parse_line(x); x = index_add(x); return x + 1; }
static NOINLINE uint64_t run_query(uint64_t x) { x = index_find(x); x = score_row(x); x = format_row(x); return x + 1; }

static NOINLINE void rebuild_index(void)
{
	double end = now() + stall_length;
	uint64_t x = index_sum;
	while (now() < end) {
		SPIN(x, 200000);
	}
	index_sum = x;
}

/* One request: about 2 ms of work under the lock, then a pause outside of it. */
static NOINLINE void serve(uint64_t (*work)(uint64_t))
{
	pthread_mutex_lock(&index_lock);
	double end = now() + 0.002;
	uint64_t x = index_sum;
	while (now() < end)
		x = work(x);
	index_sum = x;
	pthread_mutex_unlock(&index_lock);
	usleep(5500);
}

static void *ingest_thread(void *arg)
{
	int stalled = 0;
	prctl(PR_SET_NAME, "ingest");
	while (now() < start + seconds) {
		serve(ingest_batch);
		if (!stalled && now() >= start + stall_at) {
			stalled = 1;
			pthread_mutex_lock(&index_lock);
			rebuild_index();
			pthread_mutex_unlock(&index_lock);
		}
	}
	return arg;
}

static void *query_thread(void *arg)
{
	prctl(PR_SET_NAME, "query");
	while (now() < start + seconds)
		serve(run_query);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	if (argc > 1)
		seconds = atof(argv[1]);
	start = now();
	pthread_create(&a, NULL, ingest_thread, NULL);
	pthread_create(&b, NULL, query_thread, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
