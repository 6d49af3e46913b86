/*
 * cmd_open.c - flamerender open FILE: a page of a profile beside the temporary files, on the desktop.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "messages.h"
#include "opener.h"
#include "options.h"

/* "/srv/cpu.pb.gz" -> "cpu", "it's.folded" -> "it-s": scp may show the name to a shell at its other end. */
static void put_name(char *to, size_t cap, const char *input)
{
    const char *slash = input ? strrchr(input, '/') : NULL;
    const char *name = slash ? slash + 1 : input;
    size_t len = name && strcmp(name, "-") != 0 ? strcspn(name, ".") : 0;
    snprintf(to, cap, "%.*s", len ? (int)(len < 100 ? len : 100) : 5, len ? name : "flame");
    for (; *to; to++)
        if ((unsigned char)*to < 0x80 && !isalnum((unsigned char)*to))
            *to = *to == '_' ? '_' : '-';
}

bool run_open(const struct options *opt, size_t *n_bad, fr_error *err)
{
    char name[128], path[PATH_MAX];
    struct options own = *opt;
    char *folder = opt->output ? NULL : temporary_folder(err);
    if (!opt->output && !folder)
        return false;
    put_name(name, sizeof name, opt->n_inputs ? opt->inputs[0] : NULL);
    snprintf(path, sizeof path, "%s/%s.html", folder ? folder : "", name);
    own.command = command_find("render");
    own.output = opt->output ? opt->output : path;
    bool ok = own.command->run(&own, n_bad, err);
    if (ok)
        open_page(own.output);
    else if (folder)
        (void)rmdir(folder);
    free(folder);
    return ok;
}
