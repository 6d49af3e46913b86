/*
 * perfdata_debuginfod.c - libdebuginfod of elfutils, by dlopen(): programs that never ask a server do not load it, nor
 * the libraries for networks that it brings along. Reference: debuginfod_find_debuginfo(3), elfutils 0.188.
 *
 *     04d1..., a file with symbols   ->   SERVER/buildid/04d1.../debuginfo   ->   ~/.cache/debuginfod_client/04d1.../debuginfo
 */
#include "formats/perfdata/perfdata_module.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"
/* Failures in a row: then no server is asked any more, since each may take 90 s to fail. */
#define FAILURES_MOST 3

/* A function of libdebuginfod that finds a file: an open descriptor, or -errno. */
typedef int find_fn(void *client, const unsigned char *build_id, int len, char **path);

struct fr_perfdata_debuginfod {
    void *client;
    void (*end)(void *client);
    find_fn *find[2]; /* by fr_perfdata_wanted */
    uint64_t n_asked, n_found;
    unsigned n_failed; /* in a row: no server answered */
    int why;           /* errno of the last that failed so */
};

#ifdef FR_ELF

#include <dlfcn.h>

static bool fail_library(fr_builder *b, const char *what)
{
    fr_builder_fail(b, FR_E_USAGE, 0, 0, "--debuginfod needs the library " LIBRARY ": %s", what);
    fr_builder_hint(b, "sudo apt install libdebuginfod1");
    return false;
}

/* ISO C has no conversion from an object to a function. */
static bool find_function(void *library, const char *name, void *to)
{
    void *found = dlsym(library, name);

    memcpy(to, &found, sizeof found);
    return found != NULL;
}

/* The library stays loaded: what it brings along does not bear to be unloaded. */
static bool load(fr_perfdata_debuginfod *d, fr_builder *b)
{
    const char *urls = getenv("DEBUGINFOD_URLS");
    void *(*begin)(void);
    void *library;

    if (!urls || !urls[strspn(urls, " ")]) {
        fr_builder_fail(
            b, FR_E_USAGE, 0, 0,
            "--debuginfod asks the servers that DEBUGINFOD_URLS names, and it names none");
        fr_builder_hint(b, "export DEBUGINFOD_URLS=https://SERVER, or of the distribution: "
                           "export DEBUGINFOD_URLS=\"$(cat /etc/debuginfod/*.urls)\"");
        return false;
    }
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return fail_library(b, dlerror());
    if (!find_function(library, "debuginfod_begin", &begin) ||
        !find_function(library, "debuginfod_end", &d->end) ||
        !find_function(library, "debuginfod_find_debuginfo", &d->find[FR_PERFDATA_DEBUG_FILE]) ||
        !find_function(library, "debuginfod_find_executable", &d->find[FR_PERFDATA_EXECUTABLE]))
        return fail_library(b, "a function is missing in it");
    d->client = begin();
    return d->client || fail_library(b, "it does not start");
}

fr_perfdata_debuginfod *fr_perfdata_debuginfod_begin(fr_builder *b)
{
    fr_perfdata_debuginfod *d = calloc(1, sizeof *d);

    if (!d)
        fr_builder_fail_memory(b);
    if (d && load(d, b))
        return d;
    free(d);
    return NULL;
}

#else

fr_perfdata_debuginfod *fr_perfdata_debuginfod_begin(fr_builder *b)
{
    fr_builder_fail(b, FR_E_USAGE, 0, 0,
                    "--debuginfod fetches ELF files, and this build reads none (-DFR_ELF=OFF)");
    fr_builder_hint(b, "the native program of the package does; without the option frames are "
                       "named by module and offset");
    return NULL;
}

#endif

char *fr_perfdata_debuginfod_find(fr_perfdata_debuginfod *d, const char *build_id,
                                  fr_perfdata_wanted wanted)
{
    char *path = NULL;
    int fd;

    if (!d || d->n_failed == FAILURES_MOST)
        return NULL;
    d->n_asked++;
    fd = d->find[wanted](d->client, (const unsigned char *)build_id, 0, &path);
    if (fd >= 0) {
        close(fd);
        d->n_found++;
        d->n_failed = 0;
        return path;
    }
    d->n_failed = fd == -ENOENT ? 0 : d->n_failed + 1;
    d->why = fd == -ENOENT ? d->why : -fd;
    return NULL;
}

void fr_perfdata_debuginfod_say(const fr_perfdata_debuginfod *d, fr_builder *b)
{
    if (!d || !d->n_asked)
        return;
    fr_builder_say(b, FR_NOTE_CHOICE,
                   "the servers in DEBUGINFOD_URLS were asked for %" PRIu64
                   " files and had %" PRIu64 " of them",
                   d->n_asked, d->n_found);
    if (d->why)
        fr_builder_say(
            b, FR_NOTE_CHOICE, "a server in DEBUGINFOD_URLS did not answer: %s%s", strerror(d->why),
            d->n_failed == FAILURES_MOST ? "; after three times none was asked again" : "");
}

void fr_perfdata_debuginfod_end(fr_perfdata_debuginfod *d)
{
    if (d)
        d->end(d->client);
    free(d);
}
