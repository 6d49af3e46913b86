/*
 * cmd_viewer.c - flamerender viewer: the page that reads profiles by itself, copied from where it was installed.
 *
 *     /usr/local/bin/flamerender -> /usr/local/share/flamerender/viewer.html
 *     build/flamerender          -> build/wasm/viewer.html, where `make wasm` puts it
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "destination.h"
#include "messages.h"
#include "options.h"

#define PATH_ROOM 4096

/* From the folder of the program's own file. */
static const char *const places[] = {"../share/flamerender/viewer.html", "wasm/viewer.html"};

/* The first place that has the page; -1: none. */
static int open_viewer(void)
{
    char path[PATH_ROOM + 64];
    ssize_t len = readlink("/proc/self/exe", path, PATH_ROOM - 1);
    path[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(path, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        strcpy(slash + 1, places[i]);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd >= 0)
            return fd;
    }
    return -1;
}

static bool fail_missing(fr_error *err)
{
    fail_with(err, FR_E_IO, "the viewer is not installed with this program");
    return hint_with(err,
                     "'make wasm' in the source makes it; 'make install' after that installs it "
                     "(share/flamerender/viewer.html)");
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

bool run_viewer(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to = {0};
    (void)n_bad;
    to.path = opt->output && strcmp(opt->output, "-") != 0 ? opt->output : NULL;
    if (!to.path && isatty(STDOUT_FILENO)) {
        fail_with(err, FR_E_USAGE, "a page is not shown on a terminal");
        return hint_with(err, "-o viewer.html writes a file");
    }
    int from = open_viewer();
    if (from < 0)
        return fail_missing(err);
    fr_output *out = destination_open(&to, err);
    bool ok = out && copy(from, out, err);
    (void)close(from);
    if (ok)
        return fr_output_close(out, err);
    fr_output_free(out);
    return false;
}
