/* multi.c - forks several children with different names (with spaces, brackets, colons and digits) and one shell. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))
/* gcc leaves the frame pointer out of a leaf function which does not touch the stack; this makes it keep it. */
#define KEEP_FRAME volatile char frame_ = 0; (void)frame_

static volatile uint64_t sink;
static double seconds = 3;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static NOINLINE void spin(int n)
{
	KEEP_FRAME;
	for (int i = 0; i < n; i++)
		sink = sink * 6364136223846793005u + 1442695040888963407u;
}

static NOINLINE void db_write_page(int out)
{
	static char page[4096];
	for (int i = 0; i < 400; i++)
		if (write(out, page, sizeof page) < 0)
			perror("write");
	spin(20000);
}

static NOINLINE void db_checkpoint(int out) { db_write_page(out); spin(60000); }
static NOINLINE void compile_function(void) { spin(150000); }
static NOINLINE void optimize_graph(void) { compile_function(); spin(90000); }
static NOINLINE void net_poll(void) { for (int i = 0; i < 300; i++) sink += (uint64_t)getppid(); spin(30000); }
static NOINLINE void net_reply(void) { net_poll(); spin(50000); }

static NOINLINE void job_db(void) { FILE *f = fopen("/dev/null", "w"); db_checkpoint(fileno(f)); fclose(f); }
static NOINLINE void job_jit(void) { optimize_graph(); }
static NOINLINE void job_net(void) { net_reply(); }
static NOINLINE void job_pool(void) { spin(100000); job_net(); }

static const struct { const char *name; void (*job)(void); } kids[] = {
	{ "db writer 3", job_db },
	{ "db writer 12", job_db },
	{ "V8 WorkerThread", job_jit },
	{ "[pool 1]", job_pool },
	{ "web 0.0.0.0:80", job_net },
	{ "job 42 7/9", job_jit },
	{ "a;b (c) ", job_net },
};

static NOINLINE void child_main(int k)
{
	double end = now() + seconds;
	prctl(PR_SET_NAME, kids[k].name);
	while (now() < end) {
		kids[k].job();
		usleep(3000);
	}
}

int main(int argc, char **argv)
{
	int n = (int)(sizeof kids / sizeof *kids);
	if (argc > 1)
		seconds = atof(argv[1]);
	prctl(PR_SET_NAME, "supervisor main");
	for (int k = 0; k < n; k++) {
		if (fork() == 0) {
			child_main(k);
			_exit(0);
		}
		spin(3000000);
	}
	if (argc > 2 && fork() == 0) {
		execl("/bin/sh", "sh", argv[2], (char *)NULL);
		_exit(127);
	}
	while (wait(NULL) > 0)
		spin(3000000);
	return 0;
}
