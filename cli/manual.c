/*
 * manual.c - the man page as roff (man(7)):
 *
 *     .TP
 *     \fB\-o\fR, \fB\-\-output\fR \fIFILE\fR
 *     write FILE; its extension picks the format; '\-' is standard output
 */
#include "manual.h"

#include <string.h>

#include "flamerender.h"
#include "help.h"
#include "messages.h"
#include "options.h"
#include "words.h"

/* A dash is a minus that can be copied; no line begins with a control character. */
static void put_roff(FILE *to, const char *text)
{
    if (text[0] == '.' || text[0] == '\'')
        fputs("\\&", to);
    for (; *text; text++)
        if (*text == '\\')
            fputs("\\e", to);
        else if (*text == '-')
            fputs("\\-", to);
        else if (*text == '\n' && (text[1] == '.' || text[1] == '\''))
            fputs("\n\\&", to);
        else
            fputc(*text, to);
}

static void put_bold(FILE *to, const char *text)
{
    fputs("\\fB", to);
    put_roff(to, text);
    fputs("\\fR", to);
}

/* "\fB\-i\fR, \fB\-\-inverted\fR, \fB\-\-icicle\fR" */
static void put_names(FILE *to, const struct option_row *row)
{
    const char *names = row->names, *between = "";
    char shown[80];
    if (row->letter) {
        snprintf(shown, sizeof shown, "-%c", row->letter);
        put_bold(to, shown);
        between = ", ";
    }
    for (struct word word; word_next(&names, &word); between = ", ") {
        snprintf(shown, sizeof shown, "--%.*s", (int)word.len, word.text);
        fputs(between, to);
        put_bold(to, shown);
    }
}

/* "Of render, diff."; what all readers of profiles have needs no list. */
static void put_owners(FILE *to, const struct option_row *row)
{
    const struct command *command;
    const char *between = " Of ";
    if ((row->commands & COMMAND_READERS) == COMMAND_READERS)
        return;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        if (!(row->commands & command->bit))
            continue;
        fputs(between, to);
        put_bold(to, command->name);
        between = ", ";
    }
    fputc('.', to);
}

static void put_option(FILE *to, const struct option_row *row)
{
    char argument[200] = "";
    fputs(".TP\n", to);
    put_names(to, row);
    help_argument(argument, sizeof argument, row);
    fputs(argument[0] ? "\\fI" : "", to);
    put_roff(to, argument);
    fputs(argument[0] ? "\\fR\n" : "\n", to);
    put_roff(to, row->help);
    if (row->standard) {
        fputs(" (default: ", to);
        put_roff(to, row->standard);
        fputc(')', to);
    }
    fputc('.', to);
    put_owners(to, row);
    fputc('\n', to);
}

static void put_title(FILE *to, const char *title)
{
    fputs(".SS ", to);
    put_roff(to, title);
    fputc('\n', to);
}

static void put_options(FILE *to)
{
    fputs(
        ".SH OPTIONS\nLong names may be abbreviated. An option without a list of subcommands is of "
        "all that read profiles.\n",
        to);
    help_walk(to, &(struct help_writer){put_title, put_option}, COMMAND_ALL);
}

static void put_commands(FILE *to)
{
    const struct command *command;
    fputs(".SH SUBCOMMANDS\nWithout one it is \\fBrender\\fR. A file of such a name is "
          "\\fI./NAME\\fR.\n",
          to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        fputs(".TP\n", to);
        put_bold(to, command->name);
        fputs(command->arguments[0] ? " \\fI" : "", to);
        put_roff(to, command->arguments);
        fputs(command->arguments[0] ? "\\fR\n" : "\n", to);
        put_roff(to, command->summary);
        if (command->also)
            fprintf(to, " It has the options of \\fB%s\\fR too.", command_name_of(command->also));
        fputc('\n', to);
    }
}

static void put_examples(FILE *to)
{
    const struct command *command;
    fputs(".SH EXAMPLES\n.nf\n", to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        put_roff(to, command->examples);
    fputs(".fi\n", to);
}

static void put_statuses(FILE *to)
{
    static const struct {
        fr_code code;
        const char *text;
    } statuses[] = {
        {FR_OK, "Done."},
        {FR_E_FORMAT, "An input was rejected."},
        {FR_E_USAGE, "An option or argument makes no sense, or a gate declines to judge."},
        {FR_E_IO, "Reading or writing failed."},
        {FR_E_LIMIT, "A limit, or memory, ran out."},
        {FR_E_EMPTY, "The input is readable, but no sample is left."},
        {FR_E_GATE, "A gate was tripped (--fail-if, --fail-on-bad)."},
    };
    fputs(".SH EXIT STATUS\n", to);
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        fprintf(to, ".TP\n%d\n", (int)statuses[i].code);
        put_roff(to, statuses[i].text);
        fputc('\n', to);
    }
    fputs("\\fBrecord\\fR ends as the program ends that it records, also by a signal; with 125 "
          "where it "
          "fails itself, 127 where there is no such program, 126 where it cannot be executed.\n",
          to);
}

void manual_print(FILE *to)
{
    fprintf(to, ".TH FLAMERENDER 1 \"\" \"flamerender %s\"\n", fr_version());
    fputs(
        ".SH NAME\nflamerender \\- turns profiles into pictures people can trust\n"
        ".SH SYNOPSIS\n\\fBflamerender\\fR [\\fISUBCOMMAND\\fR] [\\fIOPTION\\fR]... "
        "[\\fIFILE\\fR]...\n"
        ".SH DESCRIPTION\nReads profiles (folded stacks, perf script, pprof; recognised by "
        "content, gzipped or not; standard input where no file is named) and writes flame graphs, "
        "differentials, heatmaps, tables and profiles.\n",
        to);
    put_commands(to);
    put_options(to);
    put_examples(to);
    put_statuses(to);
}
