/*
 * cmd_installed.c - flamerender install-links and viewer: both begin with the program's own file.
 *
 *     install-links ~/bin        ~/bin/flamegraph.pl -> /usr/local/bin/flamerender: other programs' names for this one
 *     viewer                     copies /usr/local/share/flamerender/viewer.html, the page that reads profiles by itself;
 *                                of build/flamerender it is build/wasm/viewer.html, where `make wasm` puts it
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "destination.h"
#include "dropin.h"

#define PATH_ROOM 4096

/* The file of this program, links resolved. */
static bool find_self(char to[PATH_ROOM])
{
    ssize_t len = readlink("/proc/self/exe", to, PATH_ROOM - 1);
    to[len > 0 ? len : 0] = '\0';
    return len >= 0;
}

/* A link that is one of ours already is made again; anything else stays. */
static bool is_ours(const char *path, const char *self)
{
    char target[PATH_ROOM];
    ssize_t len = readlink(path, target, sizeof target - 1);
    if (len < 0)
        return false;
    target[len] = '\0';
    return strcmp(target, self) == 0 || strcmp(path_end(target), "flamerender") == 0;
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

static bool run_install_links(const struct options *opt, size_t *n_bad, fr_error *err)
{
    char self[PATH_ROOM];
    const struct foreign_program *program;
    (void)n_bad;
    if (opt->n_inputs != 1) {
        fail_with(err, FR_E_USAGE, "'install-links' needs a folder");
        return hint_with(err, "flamerender install-links ~/bin");
    }
    if (!find_self(self))
        return fail_with(err, FR_E_IO, "the program's own file is not known: %s", strerror(errno));
    for (size_t i = 0; (program = foreign_program_at(i)) != NULL; i++)
        if (!link_name(opt->inputs[0], program->name, self, err))
            return false;
    return true;
}

const struct command command_install_links = {
    .name = "install-links",
    .bit = COMMAND_LINKS,
    .arguments = "DIR",
    .summary = "Links the names of other programs to this one.",
    .examples = "flamerender install-links ~/bin    # flamegraph.pl and six more names\n",
    .max_inputs = 1,
    .run = run_install_links,
};

/* ---- the viewer ---- */

/* From the folder of the program's own file. */
static const char *const places[] = {"../share/flamerender/viewer.html", "wasm/viewer.html"};

/* The first place that has the page; -1: none. */
static int open_viewer(void)
{
    char path[PATH_ROOM + 64];
    char *slash = find_self(path) ? strrchr(path, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        strcpy(slash + 1, places[i]);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd >= 0)
            return fd;
    }
    return -1;
}

static bool copy(int from, fr_output *out, fr_error *err)
{
    char block[1 << 16];
    ssize_t n;
    while ((n = read(from, block, sizeof block)) > 0)
        fr_output_write(out, block, (size_t)n);
    if (n == 0)
        return true;
    return fail_with(err, FR_E_IO, "the viewer cannot be read: %s", strerror(errno));
}

static bool run_viewer(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to = {0};
    (void)n_bad;
    to.path = opt->output && strcmp(opt->output, "-") != 0 ? opt->output : NULL;
    if (!to.path && isatty(STDOUT_FILENO)) {
        fail_with(err, FR_E_USAGE, "a page is not shown on a terminal");
        return hint_with(err, "-o viewer.html writes a file");
    }
    int from = open_viewer();
    if (from < 0) {
        fail_with(err, FR_E_IO, "the viewer is not installed with this program");
        return hint_with(err, "'make wasm' in the source makes it; 'make install' after that "
                              "installs it (share/flamerender/viewer.html)");
    }
    fr_output *out = destination_open(&to, err);
    bool ok = out && copy(from, out, err);
    (void)close(from);
    if (ok)
        return fr_output_close(out, err);
    fr_output_free(out);
    return false;
}

const struct command command_viewer = {
    .name = "viewer",
    .bit = COMMAND_VIEWER,
    .arguments = "",
    .summary = "Writes a page that reads what is dropped on it.",
    .examples = "flamerender viewer -o viewer.html    # nothing leaves the browser\n",
    .run = run_viewer,
};
