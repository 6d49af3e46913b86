/*
 * cmd_links.c - flamerender install-links: other programs' names for this one.
 *
 *     ~/bin/flamegraph.pl -> /usr/local/bin/flamerender
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "dropin.h"
#include "messages.h"
#include "options.h"

#define PATH_ROOM 4096

/* The file of this program, links resolved. */
static bool find_self(char to[PATH_ROOM], fr_error *err)
{
    ssize_t len = readlink("/proc/self/exe", to, PATH_ROOM - 1);
    if (len < 0)
        return fail_with(err, FR_E_IO, "the program's own file is not known: %s", strerror(errno));
    to[len] = '\0';
    return true;
}

/* A link that is one of ours already is made again; anything else stays. */
static bool is_ours(const char *path, const char *self)
{
    char target[PATH_ROOM];
    ssize_t len = readlink(path, target, sizeof target - 1);
    if (len < 0)
        return false;
    target[len] = '\0';
    const char *name = strrchr(target, '/');
    return strcmp(target, self) == 0 || strcmp(name ? name + 1 : target, "flamerender") == 0;
}

static bool link_name(const char *folder, const char *name, const char *self, fr_error *err)
{
    char path[PATH_ROOM];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return fail_with(err, FR_E_USAGE, "the name of the folder is too long");
    if (is_ours(path, self))
        (void)unlink(path);
    if (symlink(self, path) == 0) {
        printf("%s\n", path);
        return true;
    }
    bool taken = errno == EEXIST;
    fail_with(err, FR_E_IO, "%s: %s", path, strerror(errno));
    return taken ? hint_with(err, "it is no link to flamerender: move it away first") : false;
}

bool run_install_links(const struct options *opt, size_t *n_bad, fr_error *err)
{
    char self[PATH_ROOM];
    const char *name;
    (void)n_bad;
    if (opt->n_inputs != 1) {
        fail_with(err, FR_E_USAGE, "'install-links' needs a folder");
        return hint_with(err, "flamerender install-links ~/bin");
    }
    if (!find_self(self, err))
        return false;
    for (size_t i = 0; (name = dropin_name(i)) != NULL; i++)
        if (!link_name(opt->inputs[0], name, self, err))
            return false;
    return true;
}
