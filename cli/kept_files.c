/*
 * kept_files.c - compares what is written (-o, --write-palette) with all that is read, and with one
 * another.
 *
 *     flamerender --theme dark.json --format scene-json -o dark.json    'dark.json' is both --theme and output
 */
#include "options.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40 /* one after the other, as the kernel follows */

/* A file by device and inode; one that is not there yet by those of its folder and its name. */
struct place {
    dev_t device;
    ino_t inode;
    char name[NAME_MAX + 1]; /* "": the file exists */
};

/* "-o" or an option that writes a file, and where it leads to. */
struct written {
    const char *what; /* "output", "--write-palette" */
    const char *path; /* NULL: standard output */
    struct place place;
};

/* "dir/link" -> "dir/where/it/leads" */
static bool follow_link(char *path)
{
    char next[PATH_MAX];
    char *slash = strrchr(path, '/');
    ssize_t n = readlink(path, next, sizeof next - 1);
    size_t folder = slash && n > 0 && next[0] != '/' ? (size_t)(slash + 1 - path) : 0;
    if (n <= 0 || folder + (size_t)n >= PATH_MAX)
        return false;
    memcpy(path + folder, next, (size_t)n);
    path[folder + (size_t)n] = '\0';
    return true;
}

static bool place_new_file(char *path, struct place *place)
{
    struct stat folder;
    for (int i = 0; i < MOST_LINKS && follow_link(path); i++)
        ;
    char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (strlen(name) > NAME_MAX)
        return false;
    memcpy(place->name, name, strlen(name) + 1);
    if (slash)
        slash[1] = '\0';
    if (stat(slash ? path : ".", &folder) != 0)
        return false;
    place->device = folder.st_dev;
    place->inode = folder.st_ino;
    return true;
}

/* NULL: `standard`, a descriptor. Only regular files have a place: one terminal may well be both ends. */
static bool find_place(const char *path, int standard, struct place *place)
{
    char copy[PATH_MAX];
    struct stat status;
    *place = (struct place){.name = ""};
    if ((path ? stat(path, &status) : fstat(standard, &status)) != 0) {
        int n = path ? snprintf(copy, sizeof copy, "%s", path) : -1;
        return n >= 0 && (size_t)n < sizeof copy && place_new_file(copy, place);
    }
    place->device = status.st_dev;
    place->inode = status.st_ino;
    return S_ISREG(status.st_mode);
}

static bool is_same(const struct place *a, const struct place *b)
{
    return a->device == b->device && a->inode == b->inode && strcmp(a->name, b->name) == 0;
}

static const char *path_or_standard(const char *path)
{
    return path && strcmp(path, "-") != 0 ? path : NULL;
}

static bool is_builtin_theme(const char *value)
{
    const char *name;
    for (size_t i = 0; (name = fr_theme_name_at(i)) != NULL; i++)
        if (strcmp(name, value) == 0)
            return true;
    return false;
}

static bool check_input(const struct written *to, const char *given, fr_error *err)
{
    const char *path = path_or_standard(given);
    struct place place;
    if (!find_place(path, STDIN_FILENO, &place) || !is_same(&to->place, &place))
        return true;
    if (path)
        fail_with(err, FR_E_USAGE, "'%s' is both input and %s", path, to->what);
    else
        fail_with(err, FR_E_USAGE, "standard input is both input and %s", to->what);
    return hint_with(err, "write another file");
}

static bool check_inputs(const struct written *to, const char *const *paths, size_t n,
                         fr_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!check_input(to, paths[i], err))
            return false;
    return true;
}

static bool check_option(const struct options *opt, const struct option_row *row,
                         const struct written *to, fr_error *err)
{
    const char *path;
    struct place place;
    memcpy(&path, (const char *)opt + row->offset, sizeof path);
    /* --cp and --write-palette may name one file, which then gets new names, as flamegraph.pl --cp does. */
    bool both = path == opt->paint.map && to->path && to->path == opt->paint.write_map;
    if (!path || path == to->path || (path == opt->theme && is_builtin_theme(path)) || both ||
        !find_place(path, -1, &place) || !is_same(&to->place, &place))
        return true;
    fail_with(err, FR_E_USAGE, "'%s' is both --%.*s and %s", path, (int)strcspn(row->names, " "),
              row->names, to->what);
    return hint_with(err, "write another file");
}

/* The files that a run writes, at most two; returns how many. */
static size_t list_written(const struct options *opt, struct written all[2])
{
    const char *output = path_or_standard(opt->output), *map = opt->paint.write_map;
    size_t n = 0;
    all[n] = (struct written){.what = "output", .path = output};
    n += find_place(output, STDOUT_FILENO, &all[n].place);
    all[n] = (struct written){.what = "--write-palette", .path = map};
    n += map && find_place(map, -1, &all[n].place);
    return n;
}

bool kept_files_check(const struct options *opt, fr_error *err)
{
    struct written all[2];
    bool no_inputs = opt->n_inputs == 0 && !opt->files_from, ok = true;
    size_t n = list_written(opt, all);
    for (size_t i = 0; i < n && ok; i++) {
        const struct option_row *row;
        for (size_t k = 0; ok && (row = option_at(k)) != NULL; k++)
            ok = !(row->reads || row->writes) || check_option(opt, row, &all[i], err);
        ok = ok && check_inputs(&all[i], (const char *const *)opt->inputs, opt->n_inputs, err) &&
             (!no_inputs || check_input(&all[i], "-", err));
    }
    return ok;
}

bool kept_files_check_paths(const struct options *opt, const char *const *paths, size_t n,
                            fr_error *err)
{
    struct written all[2];
    size_t n_written = list_written(opt, all);
    for (size_t i = 0; i < n_written; i++)
        if (!check_inputs(&all[i], paths, n, err))
            return false;
    return true;
}
