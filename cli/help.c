/*
 * help.c - --help by task:
 *
 *     Where it goes:
 *       -o, --output FILE       write FILE; its extension picks the format; '-' is
 *                               standard output
 */
#include "help.h"

#include <string.h>

#include "manual.h"
#include "messages.h"
#include "options.h"
#include "scope.h"
#include "words.h"

#define COLUMNS     80
#define HELP_COLUMN 28
#define GAP         2 /* at least, between an option and its help */

static const char *const task_titles[N_TASKS] = {
    [TASK_RECORDING] = "What is recorded", [TASK_COMPARISON] = "What is compared",
    [TASK_JUDGEMENT] = "How it is judged", [TASK_SHOWN] = "What is shown",
    [TASK_PICTURE] = "How it looks",       [TASK_INPUT] = "What is read",
    [TASK_SELECTION] = "Which samples",    [TASK_VALUES] = "What of it counts",
    [TASK_PARTS] = "Merges in parts",      [TASK_OUTPUT] = "Where it goes",
    [TASK_LIMITS] = "What it may take",    [TASK_ENGINE] = "For an engine",
    [TASK_GENERAL] = "About the program",
};

/* Prints `text` from HELP_COLUMN on, wrapped; the cursor stands at `column`. */
static void print_wrapped(FILE *to, size_t column, const char *text)
{
    if (column + GAP > HELP_COLUMN) {
        fputc('\n', to);
        column = 0;
    }
    fprintf(to, "%*s", (int)(HELP_COLUMN - column), "");
    column = HELP_COLUMN;
    for (struct word word; word_next(&text, &word);) {
        bool first = column == HELP_COLUMN;
        if (!first && column + 1 + word.len > COLUMNS) {
            fprintf(to, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
            first = true;
        }
        fprintf(to, "%s%.*s", first ? "" : " ", (int)word.len, word.text);
        column += word.len + !first;
    }
    fputc('\n', to);
}

void help_argument(char *to, size_t cap, const struct option_row *row)
{
    if (row->takes == TAKES_NOTHING)
        return;
    bool optional = row->takes == MAY_TAKE_VALUE;
    append_text(to, cap, "%s", optional ? "[=" : " ");
    for (const struct choice *c = row->choices; c && c->name; c++)
        append_text(to, cap, "%s%s", c == row->choices ? "" : "|", c->name);
    if (row->argument)
        append_text(to, cap, "%s%s", row->choices ? "|" : "", row->argument);
    append_text(to, cap, "%s", optional ? "]" : "");
}

/* "  -i, --inverted, --icicle" */
static void print_option(FILE *to, const struct option_row *row)
{
    char left[160] = "      ", right[320] = "";
    if (row->letter)
        snprintf(left, sizeof left, "  -%c, ", row->letter);
    const char *names = row->names, *between = "";
    for (struct word word; word_next(&names, &word); between = ", ")
        append_text(left, sizeof left, "%s--%.*s", between, (int)word.len, word.text);
    help_argument(left, sizeof left, row);
    append_text(right, sizeof right, "%s", row->help);
    if (row->standard)
        append_text(right, sizeof right, " (default: %s)", row->standard);
    fputs(left, to);
    print_wrapped(to, strlen(left), right);
}

/* ---------------------------------------------------------------- groups */

/* Whether the row is of the group: a task, and the formats that scope_group() says. */
static bool is_of(const struct option_row *row, enum task task, const char *formats,
                  unsigned commands)
{
    char group[240];
    if (row->task != task || !(row->commands & commands))
        return false;
    scope_group(row, group, sizeof group);
    return strcmp(group, formats) == 0;
}

/* "What is read (perf-script only)", and its rows from `first` on. */
static void walk_group(FILE *to, const struct help_writer *writer, unsigned commands, size_t first,
                       enum task task, const char *formats)
{
    char title[300] = "";
    const struct option_row *row;
    append_text(title, sizeof title, formats[0] ? "%s (%s only)" : "%s", task_titles[task],
                formats);
    writer->begin(to, title);
    for (size_t i = first; (row = option_at(i)) != NULL; i++)
        if (is_of(row, task, formats, commands))
            writer->put(to, row);
}

/* The first row of a group from `first` on; option_at() has none there where there is none. */
static size_t find_first(enum task task, const char *formats, unsigned commands)
{
    const struct option_row *row;
    size_t i = 0;
    while ((row = option_at(i)) != NULL && !is_of(row, task, formats, commands))
        i++;
    return i;
}

void help_walk(FILE *to, const struct help_writer *writer, unsigned commands)
{
    const struct option_row *row;
    char formats[240];
    for (int t = 0; t < N_TASKS; t++) {
        enum task task = (enum task)t;
        size_t first = find_first(task, "", commands);
        if (option_at(first))
            walk_group(to, writer, commands, first, task, "");
        for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
            scope_group(row, formats, sizeof formats);
            if (formats[0] && find_first(task, formats, commands) == i)
                walk_group(to, writer, commands, i, task, formats);
        }
    }
}

static void print_title(FILE *to, const char *title)
{
    fprintf(to, "\n%s:\n", title);
}

static void print_examples(FILE *to, const char *examples)
{
    if (examples[0])
        fputc('\n', to);
    for (const char *end; (end = strchr(examples, '\n')) != NULL; examples = end + 1)
        fprintf(to, "    %.*s\n", (int)(end - examples), examples);
}

static void print_commands(FILE *to)
{
    fprintf(to, "\nSubcommands:\n");
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        int n = fprintf(to, "  %s%s%s", command->name, command->arguments[0] ? " " : "",
                        command->arguments);
        print_wrapped(to, n > 0 ? (size_t)n : 0, command->summary);
    }
}

void help_print(FILE *to, const struct command *command, bool overview)
{
    if (overview)
        fputs("flamerender turns profiles into pictures people can trust.\n\n", to);
    fprintf(to, "Usage: flamerender %s%s%s [OPTION]...%s%s\n", overview ? "[" : "", command->name,
            overview ? "]" : "", command->arguments[0] ? " " : "", command->arguments);
    if (!overview)
        fprintf(to, "%s\n", command->summary);
    print_examples(to, command->examples);
    if (overview)
        print_commands(to);
    help_walk(to, &(struct help_writer){print_title, print_option}, command->bit);
    if (command->also)
        fprintf(to, "\nIt has the options of '%s' too: flamerender help %s\n",
                command_name_of(command->also), command_name_of(command->also));
}

/* The man page, or a completion: of the whole program. */
static bool print_whole(const struct options *opt, fr_error *err)
{
    if (opt->n_inputs)
        return fail_with(err, FR_E_USAGE,
                         "--man and --completion are of all subcommands, not of '%s'",
                         opt->inputs[0]);
    if (opt->man && opt->shell != SHELL_NONE)
        return fail_with(err, FR_E_USAGE, "--man and --completion are two texts: ask for one");
    if (opt->man)
        manual_print(stdout);
    completion_print(stdout, opt->shell);
    return true;
}

static bool print_one(const char *name, fr_error *err)
{
    const struct command *command = command_find(name), *near = command_near(name);
    if (command) {
        help_print(stdout, command, false);
        return true;
    }
    fail_with(err, FR_E_USAGE, "there is no subcommand '%s'", name);
    return near ? hint_with(err, "did you mean '%s'?", near->name)
                : hint_with(err, "'flamerender --help' lists the subcommands");
}

bool run_help(const struct options *opt, size_t *n_bad, fr_error *err)
{
    (void)n_bad;
    if (opt->man || opt->shell != SHELL_NONE)
        return print_whole(opt, err);
    if (opt->n_inputs)
        return print_one(opt->inputs[0], err);
    help_print(stdout, command_at(0), true);
    return true;
}
