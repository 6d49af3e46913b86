/* run.c - one of the other programs, from its arguments to its exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/dropin/dropin.h"
#include "cli/dropin/programs.h"
#include "flamerender.h"

const char *dropin_name(size_t index)
{
    const struct foreign_program *program = foreign_program_at(index);
    return program ? program->name : NULL;
}

static const struct foreign_program *find(const char *called)
{
    const char *slash = called ? strrchr(called, '/') : NULL;
    const char *name = slash ? slash + 1 : called ? called : "";
    const struct foreign_program *program;
    for (size_t i = 0; (program = foreign_program_at(i)) != NULL; i++)
        if (strcmp(program->name, name) == 0)
            return program;
    return NULL;
}

static void print_help(const struct foreign_program *program, FILE *to)
{
    fprintf(to, "USAGE: %s %s\n\nThis is flamerender; it takes these options of %s:\n\n",
            program->name, program->usage, program->name);
    for (const struct foreign_option *row = program->options; row->names; row++)
        fprintf(to, "  --%-22.*s %s%s\n", (int)strcspn(row->names, " "), row->names,
                row->wants == NOTHING ? "" : "VALUE", row->ignored ? " (no effect)" : "");
    fprintf(to, "\n'flamerender --help' has more, docs/compat.md what each means here.\n");
}

/* A picture that says why there is none. */
static void print_empty_picture(void)
{
    printf(
        "<?xml version=\"1.0\" standalone=\"no\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"1200\" height=\"60\">\n"
        "<text x=\"600\" y=\"36\" text-anchor=\"middle\" font-family=\"sans-serif\" "
        "font-size=\"12\">ERROR: No valid input provided</text>\n</svg>\n");
}

static int other_status(const struct foreign_program *program, int status)
{
    bool is_empty = status == FR_E_EMPTY || status == FR_E_FORMAT;
    if (is_empty && program->empty_picture)
        print_empty_picture();
    return is_empty ? program->empty_status : status == FR_E_USAGE ? program->usage_status : status;
}

/* The program reorders its arguments: they are owned by another array. */
static int run_program(const struct translation *t, int (*other)(int argc, char **argv))
{
    char **argv = calloc(t->n + 1, sizeof *argv);
    if (!argv)
        return FR_E_LIMIT;
    memcpy(argv, t->argv, t->n * sizeof *argv);
    int status = other((int)t->n, argv);
    free(argv);
    return status;
}

static int run(const struct foreign_program *program, const struct translation *t,
               int (*other)(int argc, char **argv))
{
    if (t->wants_help) {
        print_help(program, program->help_status ? stderr : stdout);
        return program->help_status;
    }
    return other_status(program, run_program(t, other));
}

bool dropin_run(const char *called, int argc, char **argv, int (*other)(int argc, char **argv),
                int *status)
{
    const struct foreign_program *program = find(called);
    struct translation t;
    if (!program)
        return false;
    if (translate(&t, program, argc, argv)) {
        *status = run(program, &t, other);
    } else {
        fprintf(stderr, "%s\n", t.error);
        print_help(program, stderr);
        *status = program->usage_status;
    }
    translation_reset(&t);
    return true;
}
