/*
 * shard.c - shares of a list of paths.
 *
 *     hash(path) mod N = I     FNV-1a of 64 bits (RFC 9923), its halves folded together
 */
#include "shard.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"

struct shard {
    uint32_t index, n;
};

static bool parse(const char *text, struct shard *shard, fr_error *err)
{
    int end = 0;
    if (strspn(text, "0123456789/") == strlen(text) &&
        sscanf(text, "%9" SCNu32 "/%9" SCNu32 "%n", &shard->index, &shard->n, &end) == 2 &&
        text[end] == '\0' && shard->index < shard->n)
        return true;
    fail_with(err, FR_E_USAGE, "'--shard' expects I/N with I from 0 to N-1, not '%s'", text);
    return hint_with(err, "the first of 64 tasks is 0/64, the last 63/64");
}

static uint32_t hash_of(const char *path)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ hash >> 32);
}

bool shard_check(const char *text, fr_error *err)
{
    struct shard shard;
    return parse(text, &shard, err);
}

bool shard_take(const char *text, struct file_list *list, fr_error *err)
{
    struct shard shard;
    size_t n = 0;
    if (!parse(text, &shard, err))
        return false;
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(list->names[i], "-") == 0) {
            fail_with(err, FR_E_USAGE, "'--shard' chooses among files, not standard input");
            return hint_with(err, "find . -name '*.pb.gz' | flamerender convert --files-from - "
                                  "--shard 0/64 -o part.0.pb");
        }
        if (hash_of(list->names[i]) % shard.n == shard.index)
            list->names[n++] = list->names[i];
    }
    list->n = n;
    return true;
}
