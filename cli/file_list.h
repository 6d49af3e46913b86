/*
 * file_list.h - --files-from: names of inputs in a file, one a line, or between NULs as `find -print0`
 * has them, which may hold any byte.
 */
#ifndef FLAMERENDER_CLI_FILE_LIST_H
#define FLAMERENDER_CLI_FILE_LIST_H

#include "flamerender.h"

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

#endif
