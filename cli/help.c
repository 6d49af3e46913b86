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
#include "words.h"

#define COLUMNS     80
#define HELP_COLUMN 28
#define GAP         2 /* at least, between an option and its help */

static const char *const task_titles[N_TASKS] = {
    [TASK_INPUT] = "What is read",       [TASK_SELECTION] = "Which samples",
    [TASK_VALUES] = "What of it counts", [TASK_COMPARISON] = "What is compared",
    [TASK_PICTURE] = "How it looks",     [TASK_OUTPUT] = "Where it goes",
    [TASK_LIMITS] = "What it may take",  [TASK_GENERAL] = "About the program",
};

const char *help_task_title(enum task task)
{
    return task_titles[task];
}

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

static void print_task(FILE *to, enum task task, unsigned command)
{
    bool begun = false;
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (row->task != task || !(row->commands & command))
            continue;
        if (!begun)
            fprintf(to, "\n%s:\n", task_titles[task]);
        begun = true;
        print_option(to, row);
    }
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
    for (int task = 0; task < N_TASKS; task++)
        print_task(to, (enum task)task, command->bit);
}

int run_help(const struct options *opt)
{
    if (opt->man)
        manual_print(stdout);
    completion_print(stdout, opt->shell);
    if (opt->man || opt->shell != SHELL_NONE)
        return 0;
    if (opt->n_inputs == 0) {
        help_print(stdout, command_at(0), true);
        return 0;
    }
    const char *name = opt->inputs[0];
    const struct command *command = command_find(name);
    if (command) {
        help_print(stdout, command, false);
        return 0;
    }
    fr_error err = {0};
    const struct command *near = command_near(name);
    fail_with(&err, FR_E_USAGE, "there is no subcommand '%s'", name);
    if (near)
        hint_with(&err, "did you mean '%s'?", near->name);
    else
        hint_with(&err, "'flamerender --help' lists the subcommands");
    return message_error(&err);
}
