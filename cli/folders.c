/* folders.c - what a folder holds, in the order in which people count. */
#include "folders.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "messages.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "cpu-2" before "cpu-10": runs of digits are compared by length, then by digits. */
static int compare_names(const char *a, const char *b)
{
    while (*a && *b) {
        if (!is_digit(*a) || !is_digit(*b)) {
            if (*a != *b)
                return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            a++, b++;
            continue;
        }
        a += strspn(a, "0"), b += strspn(b, "0");
        size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
        int order = m != n ? (m < n ? -1 : 1) : strncmp(a, b, n);
        if (order)
            return order;
        a += m, b += n;
    }
    return (*a != '\0') - (*b != '\0');
}

static int compare_paths(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    int order = compare_names(*x, *y);
    return order ? order : strcmp(*x, *y);
}

static bool append(struct paths *paths, char *path)
{
    if (path && paths->n == paths->cap) {
        size_t cap = 2 * paths->cap + 64;
        char **items = realloc(paths->items, cap * sizeof *items);
        if (!items) {
            free(path);
            return false;
        }
        paths->items = items;
        paths->cap = cap;
    }
    if (path)
        paths->items[paths->n++] = path;
    return path != NULL;
}

/* "profiles" and "a.pb" as "profiles/a.pb"; malloc'ed. */
static char *join(const char *folder, const char *name)
{
    size_t len = strlen(folder), size = len + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, len && folder[len - 1] == '/' ? "" : "/", name);
    return path;
}

bool path_is_file(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool list_folder(struct paths *paths, const char *folder, DIR *open)
{
    const struct dirent *entry;
    while ((entry = readdir(open)) != NULL) {
        char *path = entry->d_name[0] == '.' ? NULL : join(folder, entry->d_name);
        if (!path && entry->d_name[0] != '.')
            return false;
        if (path && !path_is_file(path))
            free(path);
        else if (path && !append(paths, path))
            return false;
    }
    return true;
}

bool paths_add(struct paths *paths, const char *path, fr_error *err)
{
    DIR *open = strcmp(path, "-") == 0 ? NULL : opendir(path);
    size_t first = paths->n;
    if (!open)
        return append(paths, strdup(path)) || fail_with(err, FR_E_LIMIT, "out of memory");
    bool ok = list_folder(paths, path, open);
    closedir(open);
    if (!ok)
        return fail_with(err, FR_E_LIMIT, "out of memory");
    if (paths->n == first)
        return fail_with(err, FR_E_EMPTY, "the folder '%s' has no files", path);
    qsort(paths->items + first, paths->n - first, sizeof *paths->items, compare_paths);
    return true;
}

void paths_reset(struct paths *paths)
{
    for (size_t i = 0; i < paths->n; i++)
        free(paths->items[i]);
    free(paths->items);
    *paths = (struct paths){0};
}
