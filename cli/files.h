/*
 * files.h - files that are named: small ones that are read whole, and lists of inputs.
 */
#ifndef FR_CLI_FILES_H
#define FR_CLI_FILES_H

#include "flamerender.h"

/* Its bytes, NUL-terminated, which the caller frees; at most `most`. NULL: `err` says that `what` ("the noise model")
 * cannot be read. */
FR_CHECKED char *read_whole_file(const char *path, size_t most, const char *what, fr_error *err);

struct file_list {
    char *text;
    const char **names; /* in their order */
    size_t n;
};

/* "-" is standard input. A list without a name is an error. `option` is what messages call the list: "--files-from". */
FR_CHECKED bool file_list_read(struct file_list *list, const char *option, const char *path,
                               fr_error *err);
/* Puts `n` names, or "-" where there are none at all, before those of the list. */
FR_CHECKED bool file_list_before(struct file_list *list, char *const *names, size_t n,
                                 fr_error *err);
void file_list_reset(struct file_list *list);

/* Inputs in which a folder stands for the files in it:
 *
 *     profiles/      profiles/cpu-2.pb.gz profiles/cpu-10.pb.gz      numbers in names count as numbers
 */
struct paths {
    char **items; /* all owned */
    size_t n, cap;
};

/* Appends `path`, or, where it is a folder, its files in order; hidden ones and folders in it are omitted.
 * FR_E_EMPTY where it has none. */
FR_CHECKED bool paths_add(struct paths *paths, const char *path, fr_error *err);
/* A regular file, which can be read twice; "-" and pipes are none. */
bool path_is_file(const char *path);
void paths_reset(struct paths *paths);

#endif
