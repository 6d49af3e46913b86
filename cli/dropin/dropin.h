/*
 * dropin.h - the program under the names of others: called as flamegraph.pl it takes flamegraph.pl's options, and does
 * what its pipelines expect.
 *
 *     flamegraph.pl --colo java -title=x a.folded      what was typed
 *     flamerender render --input-format=folded --color-by=java --title=x a.folded
 *
 * A program is a table of its options (programs.c); translate.c walks the arguments by it, in the manner of Perl's
 * Getopt::Long, Perl's getopts or Rust's clap.
 */
#ifndef FLAMERENDER_CLI_DROPIN_DROPIN_H
#define FLAMERENDER_CLI_DROPIN_DROPIN_H

#include <stdbool.h>
#include <stddef.h>

/* The programs that it stands in for; NULL past the last. */
const char *dropin_name(size_t index);
/* Whether `called` ("/usr/bin/flamegraph.pl") is one of these names; then runs it: `program` is given our arguments,
 * and *status becomes what the other one ends with. */
bool dropin_run(const char *called, int argc, char **argv, int (*program)(int argc, char **argv),
                int *status);

#endif
