/* runtimes.c - lists of names, and the patterns of a list joined. */
#include "model/transform/runtimes.h"

#include <stdlib.h>

#include "base/bytes.h"

#define IDLE "kernel-idle"

typedef struct runtime {
    const char *name, *pattern;
} runtime;

static const runtime runtimes[] = {
#define RUNTIME(name, title, pattern) {name, pattern},
#include "model/transform/runtimes.def"
#undef RUNTIME
};

#define N_RUNTIMES (sizeof runtimes / sizeof *runtimes)
#define NAMES      "go, jvm, python, node, rust or " IDLE

/* Takes the next name of "go,rust"; false past the last. */
static bool take_name(const char **list, fr_bytes *name)
{
    if (!*list)
        return false;
    name->at = *list;
    name->len = strcspn(*list, ",");
    *list = (*list)[name->len] ? *list + name->len + 1 : NULL;
    return true;
}

static bool is_called(fr_bytes name, const char *text)
{
    return fr_bytes_equal(name, fr_bytes_of(text));
}

/* NULL: it is none. */
static const runtime *find(fr_bytes name)
{
    for (size_t i = 0; i < N_RUNTIMES; i++)
        if (is_called(name, runtimes[i].name))
            return &runtimes[i];
    return NULL;
}

bool fr_runtimes_check(const char *list, fr_error *err)
{
    for (fr_bytes name; take_name(&list, &name);)
        if (!find(name) && !is_called(name, IDLE))
            return fr_fail(err, FR_E_USAGE, 0, 0, "'--hide-runtime' expects " NAMES ", not '%.*s'",
                           (int)(name.len < 100 ? name.len : 100), name.at);
    return true;
}

bool fr_runtimes_hide(const char *list)
{
    for (fr_bytes name; take_name(&list, &name);)
        if (find(name))
            return true;
    return false;
}

bool fr_runtimes_idle(const char *list)
{
    for (fr_bytes name; take_name(&list, &name);)
        if (is_called(name, IDLE))
            return true;
    return false;
}

char *fr_runtimes_pattern(const char *list)
{
    size_t len = 1;
    char *pattern;
    const char *rest = list;

    for (fr_bytes name; take_name(&rest, &name);)
        len += find(name) ? strlen(find(name)->pattern) + 1 : 0;
    pattern = calloc(len, 1);
    for (fr_bytes name; pattern && take_name(&list, &name);) {
        const runtime *found = find(name);
        if (found) {
            strcat(pattern, *pattern ? "|" : "");
            strcat(pattern, found->pattern);
        }
    }
    return pattern;
}
