/*
 * replay.c - feeds files to a fuzz target under any compiler.
 *
 *     replay_folded [--mutate N] FILE|FOLDER...
 *     replay_folded --random N SEED FILE|FOLDER...
 *
 * --mutate adds, for files up to 2 KiB, every prefix, and every byte replaced by N of eight others in turn. --random takes
 * N inputs instead, each a file whose end is cut, or up to eight bytes of which are changed: input I is the same in each
 * run with SEED, and `--random 1 SEED+I` is that input alone. One that takes more than ten seconds of the processor ends
 * the run.
 */
#include "fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define MAX_FILE   ((size_t)1 << 20)
#define MAX_MUTATE ((size_t)2048)
#define MAX_SEEDS  256
#define SECONDS    10

typedef struct bytes_of_file {
    uint8_t *data;
    size_t size;
} bytes_of_file;

static bytes_of_file seeds[MAX_SEEDS];
static size_t n_seeds;
static unsigned long long at; /* the seed of the input that is read */

static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size + !size); /* no byte behind it, for the sanitizer's sake */
    PROMISE(exact);
    if (size)
        memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void mutate(const bytes_of_file *file, size_t n_others)
{
    static const uint8_t others[8] = {0, '\n', ' ', ';', '9', '-', 0x80, 0xff};
    for (size_t i = 0; i < file->size && file->size <= MAX_MUTATE; i++) {
        run(file->data, i);
        uint8_t kept = file->data[i];
        for (size_t k = 0; k < n_others; k++) {
            file->data[i] = others[(i + k) % sizeof others];
            run(file->data, file->size);
        }
        file->data[i] = kept;
    }
}

/* ------------------------------------------------------------ random inputs */

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint8_t other_byte(uint8_t old, uint64_t how)
{
    static const uint8_t ends[] = {0, 1, 0x7f, 0x80, 0xff};
    switch (how % 4) {
    case 0:
        return old ^ (uint8_t)(1u << (how >> 8) % 8);
    case 1:
        return ends[(how >> 8) % sizeof ends];
    case 2:
        return (uint8_t)(old + (how >> 8 & 1 ? 1 : -1));
    default:
        return (uint8_t)(how >> 8);
    }
}

static void run_random(uint64_t seed)
{
    uint64_t state = seed;
    const bytes_of_file *from = &seeds[next_random(&state) % n_seeds];
    size_t size = from->size, n = next_random(&state) % 9;
    uint8_t *data = malloc(size + 1);

    PROMISE(data);
    memcpy(data, from->data, size);
    for (size_t i = 0; i < n && size; i++) {
        size_t place = next_random(&state) % size;
        data[place] = other_byte(data[place], next_random(&state));
    }
    if (n == 0 && size)
        size = next_random(&state) % size;
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SECONDS}, NULL);
    run(data, size);
    free(data);
}

/* Which input it was; only write() may be called here. */
static void say_input(int number)
{
    char text[64];
    int len = snprintf(text, sizeof text, "signal %d: --random 1 %llu\n", number, at);
    if (len > 0)
        (void)!write(STDERR_FILENO, text, (size_t)len);
    signal(number, SIG_DFL);
    raise(number);
}

static void run_randoms(unsigned long long n, unsigned long long seed)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPROF};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], say_input);
    for (at = seed; at < seed + n; at++)
        run_random(at);
    printf("%llu random inputs of %zu files\n", n, n_seeds);
}

/* ------------------------------------------------------------ files */

static void load_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_FILE);
    if (!file || !data) {
        perror(path);
        exit(3);
    }
    PROMISE(n_seeds < MAX_SEEDS);
    seeds[n_seeds++] = (bytes_of_file){data, fread(data, 1, MAX_FILE, file)};
    fclose(file);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* In the order of their names, so that a random input is the same everywhere. */
static void load(const char *path)
{
    struct dirent **entries;
    int n = scandir(path, &entries, NULL, compare_names);
    if (n < 0) {
        load_file(path);
        return;
    }
    for (int i = 0; i < n; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            load(name);
        free(entries[i]);
    }
    free(entries);
}

static void replay(size_t n_others)
{
    for (size_t i = 0; i < n_seeds; i++) {
        run(seeds[i].data, seeds[i].size);
        if (n_others)
            mutate(&seeds[i], n_others);
    }
    printf("%zu inputs replayed\n", n_seeds);
}

int main(int argc, char **argv)
{
    bool random = argc > 4 && strcmp(argv[1], "--random") == 0;
    size_t n_others = argc > 2 && strcmp(argv[1], "--mutate") == 0 ? strtoul(argv[2], NULL, 10) : 0;
    size_t n_loaded;

    for (int i = random ? 4 : n_others ? 3 : 1; i < argc; i++)
        load(argv[i]);
    n_loaded = n_seeds;
    if (random && n_loaded)
        run_randoms(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    else
        replay(n_others);
    for (size_t i = 0; i < n_seeds; i++)
        free(seeds[i].data);
    return n_loaded == 0; /* an empty corpus tests nothing */
}
