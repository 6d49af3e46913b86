/*
 * perfdata_debuginfod.h - files that are not here, from the servers that DEBUGINFOD_URLS names (--debuginfod). They are
 * asked by build id, through libdebuginfod, which is loaded while the program runs and never without the option.
 *
 *     04d1..., a file with symbols   ->   SERVER/buildid/04d1.../debuginfo   ->   ~/.cache/debuginfod_client/04d1.../debuginfo
 */
#ifndef FR_FORMATS_PERFDATA_DEBUGINFOD_H
#define FR_FORMATS_PERFDATA_DEBUGINFOD_H

#include "model/build/builder.h"

/* Which file of a build. */
typedef enum fr_perfdata_wanted {
    FR_PERFDATA_DEBUG_FILE, /* with symbols and debug information */
    FR_PERFDATA_EXECUTABLE  /* the file that ran */
} fr_perfdata_wanted;

/* A function of libdebuginfod that finds a file: an open descriptor, or -errno. */
typedef int fr_perfdata_debuginfod_find_fn(void *client, const unsigned char *build_id, int len,
                                           char **path);

/* Zeroed it asks nobody. */
typedef struct fr_perfdata_debuginfod {
    void *client; /* NULL: not begun */
    void (*end)(void *client);
    fr_perfdata_debuginfod_find_fn *find[2]; /* by fr_perfdata_wanted */
    uint64_t n_asked, n_found;
    unsigned n_failed; /* in a row: no server answered */
    int why;           /* errno of the last that failed so */
} fr_perfdata_debuginfod;

/* Loads the library. Fails the builder where it is not installed, no server is named, or this build reads no ELF
 * files. */
bool fr_perfdata_debuginfod_begin(fr_perfdata_debuginfod *d, fr_builder *b);
/* The path of the file of a build id (hexadecimal digits), malloc'ed; NULL where no server has it. */
char *fr_perfdata_debuginfod_find(fr_perfdata_debuginfod *d, const char *build_id,
                                  fr_perfdata_wanted wanted);
/* Notes how many files the servers had. */
void fr_perfdata_debuginfod_say(const fr_perfdata_debuginfod *d, fr_builder *b);
void fr_perfdata_debuginfod_end(fr_perfdata_debuginfod *d);

#endif
