/* files.c - files that are named: lists of inputs and what a folder holds, and small files that are read whole. */
#include "intake.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Small files that are read whole: noise models, palettes ---- */

char *read_whole_file(const char *path, size_t most, const char *what, fr_error *err)
{
    size_t len = 0;
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(most + 1) : NULL;
    if (text)
        len = fread(text, 1, most, file);
    if (!text || ferror(file) || !feof(file)) {
        fail_with(err, FR_E_IO, "%s cannot be read: %s", what,
                  file && text && !ferror(file) ? "too large" : strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[len] = '\0';
    }
    if (file)
        fclose(file);
    if (!text && !err->source[0])
        append_text(err->source, sizeof err->source, "%s", path);
    return text;
}

/* ---------------------------------------------------------------- folders */

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

/* ---------------------------------------------------------------- --files-from */

#define PIECE ((size_t)64 << 10)
#define MOST  ((size_t)256 << 20) /* bytes of a list: /dev/zero has no end */

static bool fail_memory(fr_error *err)
{
    return fail_with(err, FR_E_LIMIT, "out of memory");
}

/* All of a stream, and a NUL after it. */
static bool read_all(FILE *from, char **text, size_t *len, fr_error *err)
{
    size_t cap = 0, n;
    do {
        if (*len + PIECE + 1 > cap) {
            cap = (cap + PIECE + 1) * 2;
            char *grown = realloc(*text, cap);
            if (!grown)
                return fail_memory(err);
            *text = grown;
        }
        n = fread(*text + *len, 1, PIECE, from);
        *len += n;
    } while (n > 0 && *len <= MOST);
    (*text)[*len] = '\0';
    return true;
}

/* Ends each name; blank ones are skipped. A line may end in CR LF. */
static bool cut(struct file_list *list, size_t len, fr_error *err)
{
    char end = memchr(list->text, '\0', len) ? '\0' : '\n', *at = list->text;
    char *last = list->text + len;
    size_t most = 1;
    for (size_t i = 0; i < len; i++)
        most += list->text[i] == end;
    list->names = malloc(most * sizeof *list->names);
    if (!list->names)
        return fail_memory(err);
    while (at < last) {
        char *stop = memchr(at, end, (size_t)(last - at));
        stop = stop ? stop : last;
        *stop = '\0';
        if (end == '\n' && stop > at && stop[-1] == '\r')
            stop[-1] = '\0';
        if (*at)
            list->names[list->n++] = at;
        at = stop + 1;
    }
    return true;
}

bool file_list_read(struct file_list *list, const char *option, const char *path, fr_error *err)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *from = standard ? stdin : fopen(path, "rb");
    size_t len = 0;
    *list = (struct file_list){0};
    if (!from)
        return fail_with(err, FR_E_IO, "%s '%s': %s", option, path, strerror(errno));
    bool ok = read_all(from, &list->text, &len, err);
    if (ok && ferror(from))
        ok = fail_with(err, FR_E_IO, "%s '%s': cannot be read", option, path);
    if (!standard)
        fclose(from);
    if (ok && len > MOST) {
        fail_with(err, FR_E_LIMIT, "%s '%s' is larger than %zu MiB", option, path, MOST >> 20);
        ok = hint_with(err, "is it a list of names? give longer ones in parts");
    }
    if (!ok || !cut(list, len, err))
        return false;
    if (list->n)
        return true;
    fail_with(err, FR_E_EMPTY, "%s '%s' names no file", option, path);
    return hint_with(err, "one name a line, or between NULs: find . -name '*.pb.gz' -print0");
}

bool file_list_before(struct file_list *list, char *const *names, size_t n, fr_error *err)
{
    static char standard_input[] = "-";
    char *const alone[] = {standard_input};
    if (n == 0 && list->n == 0) {
        names = alone;
        n = 1;
    }
    const char **all = malloc((n + list->n) * sizeof *all);
    if (!all)
        return fail_memory(err);
    for (size_t i = 0; i < n; i++)
        all[i] = names[i];
    for (size_t i = 0; i < list->n; i++)
        all[n + i] = list->names[i];
    free(list->names);
    list->names = all;
    list->n += n;
    return true;
}

void file_list_reset(struct file_list *list)
{
    free(list->text);
    free(list->names);
    *list = (struct file_list){0};
}
