/*
 * option_names.h - rows of options.def by their names: whole, abbreviated, mistyped, or a letter.
 */
#ifndef FLAMERENDER_CLI_OPTION_NAMES_H
#define FLAMERENDER_CLI_OPTION_NAMES_H

#include "options.h"
#include "words.h"

/* A name as options.def has it: pprof writes sample_index. */
struct spelling {
    char text[128];
    size_t len;
};

struct spelling option_spell(const char *argument);

/* What a long name, perhaps abbreviated, may stand for. */
struct option_search {
    const struct option_row *exact, *abbreviated, *elsewhere; /* elsewhere: of another subcommand */
    char matches[240]; /* the names that it abbreviates, for messages */
    bool ambiguous;
    struct nearest nearest;
};

/* Among the options of these subcommands. */
struct option_search option_search_long(const char *name, size_t len, unsigned commands);
/* The row of a long name of `len` bytes; NULL with `err` filled. */
const struct option_row *option_find_long(const char *name, size_t len,
                                          const struct command *command, fr_error *err);
const struct option_row *option_find_letter(char letter, unsigned commands);
/* No letter of `argument` is an option; false. */
bool option_fail_letters(const char *argument, const struct command *command, fr_error *err);

#endif
