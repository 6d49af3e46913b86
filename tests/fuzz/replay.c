/*
 * replay.c - feeds files to a fuzz target under any compiler.
 *
 *     replay_folded [--mutate N] FILE|FOLDER...
 *
 * --mutate adds, for files up to 2 KiB, every prefix, and every byte replaced by N of eight others in turn.
 */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>

#define MAX_FILE   ((size_t)1 << 20)
#define MAX_MUTATE ((size_t)2048)

static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size + !size); /* no byte behind it, for the sanitizer's sake */
    PROMISE(exact);
    if (size)
        memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void mutate(uint8_t *data, size_t size, size_t n_others)
{
    static const uint8_t others[8] = {0, '\n', ' ', ';', '9', '-', 0x80, 0xff};
    for (size_t i = 0; i < size && size <= MAX_MUTATE; i++) {
        run(data, i);
        uint8_t kept = data[i];
        for (size_t k = 0; k < n_others; k++) {
            data[i] = others[(i + k) % sizeof others];
            run(data, size);
        }
        data[i] = kept;
    }
}

static size_t replay_file(const char *path, size_t n_others)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_FILE);
    if (!file || !data) {
        perror(path);
        exit(3);
    }
    size_t size = fread(data, 1, MAX_FILE, file);
    fclose(file);
    run(data, size);
    if (n_others)
        mutate(data, size, n_others);
    free(data);
    return 1;
}

static size_t replay(const char *path, size_t n_others)
{
    DIR *folder = opendir(path);
    if (!folder)
        return replay_file(path, n_others);
    size_t n = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            n += replay_file(name, n_others);
    }
    closedir(folder);
    return n;
}

int main(int argc, char **argv)
{
    size_t n_others = argc > 2 && strcmp(argv[1], "--mutate") == 0 ? strtoul(argv[2], NULL, 10) : 0;
    size_t n = 0;
    for (int i = n_others ? 3 : 1; i < argc; i++)
        n += replay(argv[i], n_others);
    printf("%zu inputs replayed\n", n);
    return n == 0; /* an empty corpus tests nothing */
}
