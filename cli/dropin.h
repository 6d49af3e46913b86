/*
 * dropin.h - the program under the names of others: called as flamegraph.pl it takes flamegraph.pl's options, and does
 * what its pipelines expect.
 *
 *     flamegraph.pl --colo java -title=x a.folded      what was typed
 *     flamerender render --input-format=folded --color-by=java --title=x a.folded
 *
 * A program is a table of its options.
 */
#ifndef FR_CLI_DROPIN_H
#define FR_CLI_DROPIN_H

#include <stdbool.h>
#include <stddef.h>

/* Programs take their options in one of these ways. GETOPT_LONG: unique abbreviations, one dash or two, any case.
 * GETOPTS: letters, before all files. CLAP: whole names after two dashes, letters after one. */
enum manner { GETOPT_LONG, GETOPTS, CLAP };

enum wants { NOTHING, TEXT_VALUE, WHOLE_NUMBER, ANY_NUMBER };

struct translation;
/* An option of another program. */
struct foreign_option {
    /* Space-separated; the first is the one shown; letters are names of one character */
    const char *names;
    enum wants wants;
    const char *ours; /* "--hash", or "--title=" for a value; NULL: see `turn`, or nothing */
    /* Takes the place of several of our options; `value` is NULL where it wants none. */
    void (*turn)(struct translation *t, const char *value);
    const char *ignored; /* why it does nothing here; NULL: it does something, or nothing is lost */
};

/* Our arguments, as they grow. */
struct translation {
    const struct foreign_program *program;
    char **argv; /* malloc'ed, as is each of them */
    size_t n, cap;
    char **inputs; /* of the other program; not owned */
    size_t n_inputs;
    char *begins_at; /* "^(main|run)$": the frames at which stacks begin; NULL: at the root */
    bool has_title, is_inverted, is_chart, wants_help;
    bool failed;     /* memory ran out */
    char error[200]; /* a usage error; "": none */
};

/* Another program. */
struct foreign_program {
    const char *name;
    enum manner manner;
    const char *usage;         /* its arguments: "[options] infile > outfile.svg" */
    const char *const *always; /* our subcommand, and options always given; ends with NULL */
    const struct foreign_option *options;  /* ends with a row without names */
    void (*finish)(struct translation *t); /* what follows from all options; NULL: nothing */
    size_t least_inputs, most_inputs;
    int usage_status, empty_status, help_status;
    bool empty_picture; /* an empty input still gives a picture, which says so */
};

/* Fills t->argv. False: t->error says what is wrong, or wants_help. */
bool translate(struct translation *t, const struct foreign_program *program, int argc, char **argv);
void translation_reset(struct translation *t);
const struct foreign_program *foreign_program_at(size_t index); /* NULL past the last */
/* True if `called` ("/usr/bin/flamegraph.pl") is one of these names, which is then run: `program` is given our arguments,
 * and *status becomes what the other one ends with. */
bool dropin_run(const char *called, int argc, char **argv, int (*program)(int argc, char **argv),
                int *status);

#endif
