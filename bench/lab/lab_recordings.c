/* lab_recordings.c - reads programs.txt and the recordings of its programs, and draws among them. */
#include "bench/lab/lab.h"

#include <stdio.h>
#include <string.h>

/* splitmix64 */
uint64_t lab_seed;

static uint64_t random_next(void)
{
    uint64_t z = lab_seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double lab_uniform(void)
{
    return (double)(random_next() >> 11) / 9007199254740992.0;
}

void lab_shuffle(size_t *list, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(random_next() % i), swap = list[k];
        list[k] = list[i - 1];
        list[i - 1] = swap;
    }
}

static fr_profile *read_profile(const char *path)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(NULL, &err);
    if (!reader || !fr_reader_add_path(reader, path, &err)) {
        fr_reader_free(reader);
        return NULL;
    }
    return fr_reader_finish(reader, &err);
}

static void read_runs(const char *dir, const char *program_name, variant *v)
{
    for (size_t round = 1; round <= MOST_RECORDINGS; round++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s.%s.%zu.folded", dir, program_name, v->name, round);
        fr_profile *profile = read_profile(path);
        if (profile)
            v->runs[v->n++] = profile;
    }
}

/* Lines of programs.txt: "native   slower    45 check=180  | checksum". */
size_t lab_read_programs(const char *list, const char *dir, program *programs, size_t most)
{
    FILE *in = fopen(list, "r");
    char line[512];
    size_t n = 0;
    while (in && fgets(line, sizeof line, in)) {
        char name[32], kind[32];
        const char *bar = strchr(line, '|');
        if (!bar || sscanf(line, "%31s %31s", name, kind) != 2 || line[0] == '#')
            continue;
        if (n == 0 || strcmp(programs[n - 1].name, name) != 0) {
            if (n == most)
                break;
            snprintf(programs[n++].name, sizeof name, "%s", name);
        }
        program *p = &programs[n - 1];
        variant *v = &p->variants[p->n_variants++];
        snprintf(v->name, sizeof v->name, "%s", kind);
        snprintf(v->expected, sizeof v->expected, "%s", bar + 1 + strspn(bar + 1, " "));
        v->expected[strcspn(v->expected, "\n")] = '\0';
        read_runs(dir, p->name, v);
    }
    if (in)
        fclose(in);
    return n;
}
