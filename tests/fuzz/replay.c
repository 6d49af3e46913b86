/*
 * replay.c - feeds files to a fuzz target under any compiler.
 *
 *     replay_folded [--mutate] FILE|FOLDER...
 *
 * --mutate adds, for files up to 2 KiB, every prefix, and every byte replaced by a few others.
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

static void mutate(uint8_t *data, size_t size)
{
    static const uint8_t others[] = {0, '\n', ' ', ';', '9', '-', 0x80, 0xff};
    for (size_t i = 0; i < size && size <= MAX_MUTATE; i++) {
        run(data, i);
        uint8_t kept = data[i];
        for (size_t k = 0; k < sizeof others; k++) {
            data[i] = others[k];
            run(data, size);
        }
        data[i] = kept;
    }
}

static size_t replay_file(const char *path, bool mutations)
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
    if (mutations)
        mutate(data, size);
    free(data);
    return 1;
}

static size_t replay(const char *path, bool mutations)
{
    DIR *folder = opendir(path);
    if (!folder)
        return replay_file(path, mutations);
    size_t n = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            n += replay_file(name, mutations);
    }
    closedir(folder);
    return n;
}

int main(int argc, char **argv)
{
    bool mutations = argc > 1 && strcmp(argv[1], "--mutate") == 0;
    size_t n = 0;
    for (int i = 1 + mutations; i < argc; i++)
        n += replay(argv[i], mutations);
    printf("%zu inputs replayed\n", n);
    return n == 0; /* an empty corpus tests nothing */
}
