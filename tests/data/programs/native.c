/* native.c - recursion (direct and indirect), hot leaf functions and system calls, for frame pointer stacks. */
#include <ctype.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))
/* gcc leaves the frame pointer out of a leaf function which does not touch the stack; this makes it keep it. */
#define KEEP_FRAME volatile char frame_ = 0; (void)frame_

static volatile uint64_t sink;
static const char *cursor;

/* Hot leaves. */

static NOINLINE uint64_t hash_block(const unsigned char *p, size_t n)
{
	KEEP_FRAME;
	uint64_t h = 1469598103934665603u;
	while (n--)
		h = (h ^ *p++) * 1099511628211u;
	return h;
}

static NOINLINE uint32_t crc_block(const unsigned char *p, size_t n)
{
	KEEP_FRAME;
	uint32_t c = ~0u;
	while (n--) {
		c ^= *p++;
		for (int k = 0; k < 8; k++)
			c = (c >> 1) ^ (0xedb88320u & -(c & 1));
	}
	return ~c;
}

static NOINLINE uint64_t mix(uint64_t x)
{
	KEEP_FRAME;
	for (int i = 0; i < 40; i++) {
		x ^= x >> 33;
		x *= 0xff51afd7ed558ccdu;
	}
	return x;
}

/* Direct recursion. */

struct node { struct node *kid[2]; uint64_t value; };

static NOINLINE struct node *tree_build(int depth, uint64_t seed)
{
	struct node *n = malloc(sizeof *n);
	n->value = mix(seed);
	n->kid[0] = depth ? tree_build(depth - 1, seed * 2) : NULL;
	n->kid[1] = depth ? tree_build(depth - 1, seed * 2 + 1) : NULL;
	return n;
}

static NOINLINE uint64_t tree_sum(const struct node *n)
{
	if (!n)
		return 0;
	return mix(n->value) + tree_sum(n->kid[0]) + tree_sum(n->kid[1]);
}

static NOINLINE void tree_free(struct node *n)
{
	if (!n)
		return;
	tree_free(n->kid[0]);
	tree_free(n->kid[1]);
	free(n);
}

static NOINLINE unsigned fib(unsigned n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

/* Indirect recursion of two: ping -> pong -> ping ... */

static NOINLINE uint64_t pong(int n, uint64_t x);

static NOINLINE uint64_t ping(int n, uint64_t x)
{
	return n ? pong(n - 1, mix(x)) + 1 : x;
}

static NOINLINE uint64_t pong(int n, uint64_t x)
{
	return n ? ping(n - 1, mix(x)) + 2 : x;
}

/* Indirect recursion of three: parse_sum -> parse_product -> parse_atom -> parse_sum ... */

static NOINLINE long parse_sum(void);

static NOINLINE long parse_atom(void)
{
	long v = 0;
	if (*cursor == '(') {
		cursor++;
		v = parse_sum();
		cursor++;
		return v;
	}
	while (isdigit((unsigned char)*cursor))
		v = v * 10 + *cursor++ - '0';
	return v;
}

static NOINLINE long parse_product(void)
{
	long v = parse_atom();
	while (*cursor == '*') {
		cursor++;
		v = v * parse_atom() % 1000003;
	}
	return v;
}

static NOINLINE long parse_sum(void)
{
	long v = parse_product();
	while (*cursor == '+') {
		cursor++;
		v += parse_product();
	}
	return v;
}

/* Time in the kernel. */

static NOINLINE void copy_stream(int in, int out)
{
	static unsigned char buf[32768];
	for (int i = 0; i < 60; i++) {
		ssize_t n = read(in, buf, sizeof buf);
		if (n > 0 && write(out, buf, (size_t)n) < 0)
			perror("write");
	}
	sink += hash_block(buf, sizeof buf / 2);
}

static NOINLINE void fill_random(void)
{
	unsigned char buf[4096];
	for (int i = 0; i < 20; i++)
		if (getrandom(buf, sizeof buf, 0) < 0)
			perror("getrandom");
	sink += crc_block(buf, sizeof buf);
}

static NOINLINE void read_clock(void)
{
	struct timespec t;
	for (int i = 0; i < 4000; i++) {
		clock_gettime(CLOCK_MONOTONIC, &t);
		sink += (uint64_t)t.tv_nsec;
	}
}

static NOINLINE void do_trees(void)
{
	struct node *t = tree_build(9, 1);
	for (int i = 0; i < 3; i++)
		sink += tree_sum(t);
	tree_free(t);
}

static NOINLINE void do_parse(void)
{
	for (int i = 0; i < 1000; i++) {
		cursor = "(1+2)*(3+4*(5+6*(7+8)))+((9*10)+(11*(12+13)))*14+((((15))))";
		sink += (uint64_t)parse_sum();
	}
}

static NOINLINE void run_once(int in, int out)
{
	static unsigned char data[3000];
	do_trees();
	sink += fib(18);
	for (int i = 0; i < 500; i++)
		sink += ping(12, sink);
	do_parse();
	read_clock();
	copy_stream(in, out);
	fill_random();
	sink += crc_block(data, sizeof data);
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 3;
	int in = open("/dev/zero", O_RDONLY), out = open("/dev/null", O_WRONLY);
	struct timespec t0, t;
	clock_gettime(CLOCK_MONOTONIC, &t0);
	do {
		run_once(in, out);
		clock_gettime(CLOCK_MONOTONIC, &t);
	} while ((double)(t.tv_sec - t0.tv_sec) + (double)(t.tv_nsec - t0.tv_nsec) / 1e9 < seconds);
	return 0;
}
