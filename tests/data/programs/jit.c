/* jit.c SECONDS - makes two functions while it runs, jit_outer() which calls jit_inner(), and tells perf of them in
 * ./jit-PID.dump, as Linux' tools/perf/Documentation/jitdump-specification.txt has it. x86-64. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* push %rbp; mov %rsp,%rbp; mov %rdi,%rcx; 1: dec %rcx; jnz 1b; pop %rbp; ret */
static const unsigned char inner[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf9, 0x48, 0xff, 0xc9, 0x75, 0xfb, 0x5d, 0xc3};
/* push %rbp; mov %rsp,%rbp; call inner, 64 bytes before this function; pop %rbp; ret */
static const unsigned char outer[] = {0x55, 0x48, 0x89, 0xe5, 0xe8, 0xb7, 0xff, 0xff, 0xff, 0x5d, 0xc3};

static uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void put_load(FILE *dump, const char *name, const void *code, uint64_t size, uint64_t index)
{
	uint32_t total = (uint32_t)(16 + 8 + 32 + strlen(name) + 1 + size);
	uint32_t head[] = {0, total}, who[] = {(uint32_t)getpid(), (uint32_t)gettid()};
	uint64_t time = now(), where[] = {(uintptr_t)code, (uintptr_t)code, size, index};
	fwrite(head, sizeof head, 1, dump);
	fwrite(&time, sizeof time, 1, dump);
	fwrite(who, sizeof who, 1, dump);
	fwrite(where, sizeof where, 1, dump);
	fwrite(name, strlen(name) + 1, 1, dump);
	fwrite(code, size, 1, dump);
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	snprintf(path, sizeof path, "jit-%d.dump", (int)getpid());
	FILE *dump = fopen(path, "w+");
	if (!dump || code == MAP_FAILED)
		return 1;
	uint32_t header[] = {0x4a695444, 1, 40, 62, 0, (uint32_t)getpid()}; /* magic, version, size, EM_X86_64, 0, pid */
	uint64_t rest[] = {now(), 0};
	fwrite(header, sizeof header, 1, dump);
	fwrite(rest, sizeof rest, 1, dump);
	fflush(dump);
	/* What perf sees of the file is that it is mapped as code. */
	if (mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(dump), 0) == MAP_FAILED)
		return 1;
	memcpy(code, inner, sizeof inner);
	memcpy(code + 64, outer, sizeof outer);
	if (mprotect(code, 4096, PROT_READ | PROT_EXEC) != 0)
		return 1;
	put_load(dump, "jit_inner", code, sizeof inner, 0);
	put_load(dump, "jit_outer", code + 64, sizeof outer, 1);
	fflush(dump);
	void (*run)(uint64_t);
	void *at = code + 64;
	memcpy(&run, &at, sizeof run);
	for (uint64_t end = now() + (uint64_t)(seconds * 1e9); now() < end;)
		run(100000);
	return fclose(dump) != 0;
}
