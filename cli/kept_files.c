/* kept_files.c - the output, compared with everything that is opened for reading. */
#include "kept_files.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "messages.h"

/* Only regular files are compared: one terminal may well be both ends. */
static bool find_output(const struct options *opt, struct stat *status)
{
    bool to_path = opt->output && strcmp(opt->output, "-") != 0;
    int known = to_path ? stat(opt->output, status) : fstat(STDOUT_FILENO, status);
    return known == 0 && S_ISREG(status->st_mode);
}

static bool is_same(const struct stat *output, const char *path)
{
    struct stat input;
    int known = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &input) : stat(path, &input);
    return known == 0 && output->st_dev == input.st_dev && output->st_ino == input.st_ino;
}

static bool check_input(const struct stat *output, const char *path, fr_error *err)
{
    if (!is_same(output, path))
        return true;
    if (strcmp(path, "-") == 0)
        fail_with(err, FR_E_USAGE, "standard input is both input and output");
    else
        fail_with(err, FR_E_USAGE, "'%s' is both input and output", path);
    return hint_with(err, "write another file");
}

static bool is_builtin_theme(const char *value)
{
    const char *name;
    for (size_t i = 0; (name = fr_theme_name_at(i)) != NULL; i++)
        if (strcmp(name, value) == 0)
            return true;
    return false;
}

static bool check_option(const struct stat *output, const struct option_row *row,
                         const struct options *opt, fr_error *err)
{
    const char *path;
    memcpy(&path, (const char *)opt + row->offset, sizeof path);
    if (!path || (path == opt->theme && is_builtin_theme(path)) || !is_same(output, path))
        return true;
    fail_with(err, FR_E_USAGE, "'%s' is both --%.*s and output", path,
              (int)strcspn(row->names, " "), row->names);
    return hint_with(err, "write another file");
}

bool kept_files_check(const struct options *opt, fr_error *err)
{
    const struct option_row *row;
    struct stat status;
    if (!find_output(opt, &status))
        return true;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++)
        if (row->reads && !check_option(&status, row, opt, err))
            return false;
    for (size_t i = 0; i < opt->n_inputs; i++)
        if (!check_input(&status, opt->inputs[i], err))
            return false;
    return opt->n_inputs > 0 || opt->files_from || check_input(&status, "-", err);
}

bool kept_files_check_paths(const struct options *opt, const char *const *paths, size_t n,
                            fr_error *err)
{
    struct stat status;
    if (!find_output(opt, &status))
        return true;
    for (size_t i = 0; i < n; i++)
        if (!check_input(&status, paths[i], err))
            return false;
    return true;
}
