/* files.c - files that are named: lists of inputs, and small files that are read whole. */
#include "intake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Takes a byte order mark, as editors of Windows write it, off the text; returns what is left of its length. */
static size_t drop_mark(char *text, size_t len)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t skip =
        len >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
    memmove(text, text + skip, len - skip);
    return len - skip;
}

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
        text[drop_mark(text, len)] = '\0';
    }
    if (file)
        fclose(file);
    if (!text && !err->source[0])
        append_text(err->source, sizeof err->source, "%s", path);
    return text;
}

bool path_is_file(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
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
    if (!ok)
        return false;
    len = drop_mark(list->text, len);
    list->text[len] = '\0';
    if (!cut(list, len, err))
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
