/* no_processes.c - subcommands that start other programs, where none can be started: in WebAssembly. */
#include "options.h"

static void fail_command(const char *name, fr_error *err)
{
    fail_with(err, FR_E_USAGE, "'%s' starts other programs, which WebAssembly can't", name);
    hint_with(err, "the native program can; this one reads and draws: -o flame.html");
}

int run_record(const struct options *opt)
{
    fr_error err = {0};
    (void)opt;
    fail_command("record", &err);
    return message_error(&err);
}

bool run_open(const struct options *opt, size_t *n_bad, fr_error *err)
{
    (void)opt, (void)n_bad;
    fail_command("open", err);
    return false;
}
