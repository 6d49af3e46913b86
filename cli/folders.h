/*
 * folders.h - inputs in which a folder stands for the files in it.
 *
 *     profiles/      profiles/cpu-2.pb.gz profiles/cpu-10.pb.gz      numbers in names count as numbers
 */
#ifndef FLAMERENDER_CLI_FOLDERS_H
#define FLAMERENDER_CLI_FOLDERS_H

#include "flamerender.h"

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
