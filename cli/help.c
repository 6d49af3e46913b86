/*
 * help.c - --help by task:
 *
 *     Where it goes:
 *       -o, --output FILE       write FILE; its extension picks the format; '-' is
 *                               standard output
 */
#include "options.h"

#include <string.h>

/* help_walk() calls `begin` with the title of a group, and `put` for each of its options. */
struct help_writer {
    void (*begin)(FILE *to, const char *title); /* "What is read (perf-script only)" */
    void (*put)(FILE *to, const struct option_row *row);
};

/*
 * Scripts for bash, zsh and fish: subcommands, the options of each, the values of those
 * that have a list of them; files for all else.
 *
 *     _flamerender_options() { case $1 in render) echo '--width= --quiet ...' ;; esac; }
 */

/* Calls `put` for each long name of each option of `commands`. */
static void each_name(FILE *to, unsigned commands,
                      void (*put)(FILE *to, const struct option_row *row, struct word name))
{
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        const char *names = row->names;
        if (row->commands & commands)
            for (struct word word; word_next(&names, &word);)
                put(to, row, word);
    }
}

static void put_commands(FILE *to, const char *between)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        fprintf(to, "%s%s", i ? between : "", command->name);
}

static void put_choices(FILE *to, const struct option_row *row)
{
    const char *name;
    for (size_t i = 0; (name = option_choice(row, i)) != NULL; i++)
        fprintf(to, "%s%s", i ? " " : "", name);
}

/* In single quotes; `special` are escaped with a backslash. */
static void put_quoted(FILE *to, const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", to);
        else
            fprintf(to, "%s%c", strchr(special, *text) ? "\\" : "", *text);
}

/* "perf-script: the event to read" */
static void put_help(FILE *to, const struct option_row *row, const char *special)
{
    char formats[240];
    scope_group(row, formats, sizeof formats);
    if (formats[0]) {
        put_quoted(to, formats, special);
        put_quoted(to, ": ", special);
    }
    put_quoted(to, row->help, special);
}

static bool has_choices(const struct option_row *row)
{
    return row->takes != TAKES_NOTHING && option_choice(row, 0);
}

/* ---------------------------------------------------------------- bash */

static void put_bash_name(FILE *to, const struct option_row *row, struct word name)
{
    fprintf(to, " --%.*s%s", (int)name.len, name.text, row->takes == TAKES_VALUE ? "=" : "");
}

static void put_bash_values(FILE *to, const struct option_row *row, struct word name)
{
    if (!has_choices(row))
        return;
    fprintf(to, "    --%.*s) echo '", (int)name.len, name.text);
    put_choices(to, row);
    fputs("' ;;\n", to);
}

/* Bash cuts words at '=': "--sort=va" is --sort, = and va. */
static void print_bash(FILE *to)
{
    const struct command *command;
    fputs("# bash completion of flamerender\n_flamerender_options() {\n    case $1 in\n", to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        fprintf(to, "    %s) echo '", command->name);
        each_name(to, command->bit | command->also, put_bash_name);
        fputs("' ;;\n", to);
    }
    fputs("    esac\n}\n_flamerender_values() {\n    case $1 in\n", to);
    each_name(to, COMMAND_ALL, put_bash_values);
    fputs(
        "    esac\n}\n_flamerender() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word\n"
        "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n        case $word in\n        ",
        to);
    put_commands(to, "|");
    fputs(") command=$word && break ;;\n        esac\n    done\n"
          "    [ \"$cur\" = = ] && cur=\n"
          "    [ \"$prev\" = = ] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    local values=$(_flamerender_values \"$prev\")\n"
          "    if [ -n \"$values\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n"
          "    elif [[ $cur == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$(_flamerender_options \"${command:-render}\")\" -- "
          "\"$cur\"))\n"
          "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null\n"
          "    elif [ -z \"$command\" ] || [ \"$command\" = help ]; then\n"
          "        COMPREPLY=($(compgen -f -- \"$cur\") $(compgen -W '",
          to);
    put_commands(to, " ");
    fputs("' -- \"$cur\"))\n    else\n        COMPREPLY=($(compgen -f -- \"$cur\"))\n    fi\n"
          "}\ncomplete -o filenames -F _flamerender flamerender\n",
          to);
}

/* ---------------------------------------------------------------- zsh */

/* '--sort=[order of siblings]:value:(name value input)' */
static void put_zsh_name(FILE *to, const struct option_row *row, struct word name)
{
    fprintf(to, " \\\n            '--%.*s%s[", (int)name.len, name.text,
            row->takes == TAKES_VALUE      ? "="
            : row->takes == MAY_TAKE_VALUE ? "=-"
                                           : "");
    put_help(to, row, "[]:\\");
    fputc(']', to);
    if (row->takes != TAKES_NOTHING)
        fputs(row->takes == MAY_TAKE_VALUE ? "::value:" : ":value:", to);
    if (has_choices(row)) {
        fputc('(', to);
        put_choices(to, row);
        fputc(')', to);
    } else if (row->takes != TAKES_NOTHING) {
        fputs("_files", to);
    }
    fputc('\'', to);
}

static void print_zsh(FILE *to)
{
    const struct command *command;
    fputs("#compdef flamerender\n_flamerender() {\n    local command=render word\n"
          "    local -a commands=(",
          to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        fprintf(to, "\n        '%s:", command->name);
        put_quoted(to, command->summary, ":\\");
        fputc('\'', to);
    }
    fputs(")\n    for word in ${words[2,CURRENT-1]}; do\n        case $word in\n        ", to);
    put_commands(to, "|");
    fputs(") command=$word; break ;;\n        esac\n    done\n"
          "    (( CURRENT == 2 )) && _describe subcommand commands\n    case $command in\n",
          to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        fprintf(to, "    %s)\n        _arguments '*:file:_files'", command->name);
        each_name(to, command->bit | command->also, put_zsh_name);
        fputs(" ;;\n", to);
    }
    fputs("    esac\n}\n_flamerender \"$@\"\n", to);
}

/* ---------------------------------------------------------------- fish */

static void put_fish_name(FILE *to, const struct option_row *row, struct word name)
{
    const struct command *command;
    fputs("complete -c flamerender -n 'contains (__flamerender_command)", to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (row->commands & (command->bit | command->also))
            fprintf(to, " %s", command->name);
    fprintf(to, "' -l %.*s", (int)name.len, name.text);
    if (row->letter && row->names == name.text)
        fprintf(to, " -s %c", row->letter);
    fputs(row->takes == TAKES_VALUE ? " -r" : "", to);
    if (has_choices(row)) {
        fputs(" -x -a '", to);
        put_choices(to, row);
        fputc('\'', to);
    }
    fputs(" -d '", to);
    put_help(to, row, "\\");
    fputs("'\n", to);
}

static void print_fish(FILE *to)
{
    const struct command *command;
    fputs("# fish completion of flamerender\nfunction __flamerender_command\n"
          "    for word in (commandline -opc)[2..-1]\n        if contains -- $word ",
          to);
    put_commands(to, " ");
    fputs("\n            echo $word\n            return\n        end\n    end\n    echo "
          "render\nend\n",
          to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        fprintf(to, "complete -c flamerender -n __fish_use_subcommand -a %s -d '", command->name);
        put_quoted(to, command->summary, "\\");
        fputs("'\n", to);
    }
    each_name(to, COMMAND_ALL, put_fish_name);
}

void completion_print(FILE *to, enum shell shell)
{
    static void (*const printers[])(FILE * to) = {
        [SHELL_BASH] = print_bash, [SHELL_ZSH] = print_zsh, [SHELL_FISH] = print_fish};
    if (shell != SHELL_NONE)
        printers[shell](to);
}

/*
 * The man page as roff (man(7)):
 *
 *     .TP
 *     \fB\-o\fR, \fB\-\-output\fR \fIFILE\fR
 *     write FILE; its extension picks the format; '\-' is standard output
 */

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

/* " NAME", " name|value|input", "[=direct|cycles]", "" is appended. */
static void help_argument(char *to, size_t cap, const struct option_row *row)
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

static void put_option(FILE *to, const struct option_row *row)
{
    char argument[200] = "";
    fputs(".TP\n", to);
    /* "\fB\-i\fR, \fB\-\-inverted\fR, \fB\-\-icicle\fR" */
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

static const char *const task_titles[N_TASKS] = {
    [TASK_RECORDING] = "What is recorded", [TASK_COMPARISON] = "What is compared",
    [TASK_JUDGEMENT] = "How it is judged", [TASK_SHOWN] = "What is shown",
    [TASK_PICTURE] = "How it looks",       [TASK_INPUT] = "What is read",
    [TASK_SELECTION] = "Which samples",    [TASK_VALUES] = "What of it counts",
    [TASK_PARTS] = "Merges in parts",      [TASK_OUTPUT] = "Where it goes",
    [TASK_LIMITS] = "What it may take",    [TASK_ENGINE] = "For an engine",
    [TASK_GENERAL] = "About the program",
};

/* True if the row is of the group: a task, and the formats that scope_group() says. */
static bool is_of(const struct option_row *row, enum task task, const char *formats,
                  unsigned commands)
{
    char group[240];
    if (row->task != task || !(row->commands & commands))
        return false;
    scope_group(row, group, sizeof group);
    return strcmp(group, formats) == 0;
}

/* Puts the title of a group, "What is read (perf-script only)", and its rows; nothing where it has none. */
static void walk_group(FILE *to, const struct help_writer *writer, unsigned commands,
                       enum task task, const char *formats)
{
    char title[300] = "";
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (!is_of(row, task, formats, commands))
            continue;
        if (!title[0]) {
            append_text(title, sizeof title, formats[0] ? "%s (%s only)" : "%s", task_titles[task],
                        formats);
            writer->begin(to, title);
        }
        writer->put(to, row);
    }
}

/* The first row of a group; option_at() has none there where there is none. */
static size_t find_first(enum task task, const char *formats, unsigned commands)
{
    const struct option_row *row;
    size_t i = 0;
    while ((row = option_at(i)) != NULL && !is_of(row, task, formats, commands))
        i++;
    return i;
}

/* The options of these subcommands (COMMAND_ bits), grouped by task; within it, those of one or two formats make
 * groups of their own. */
static void help_walk(FILE *to, const struct help_writer *writer, unsigned commands)
{
    const struct option_row *row;
    char formats[240];
    for (int t = 0; t < N_TASKS; t++) {
        enum task task = (enum task)t;
        walk_group(to, writer, commands, task, "");
        for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
            scope_group(row, formats, sizeof formats);
            if (formats[0] && find_first(task, formats, commands) == i)
                walk_group(to, writer, commands, task, formats);
        }
    }
}

static void put_overview_commands(FILE *to)
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
    put_overview_commands(to);
    fputs(
        ".SH OPTIONS\nLong names may be abbreviated. An option without a list of subcommands is of "
        "all that read profiles.\n",
        to);
    help_walk(to, &(struct help_writer){put_title, put_option}, COMMAND_ALL);
    const struct command *command;
    fputs(".SH EXAMPLES\n.nf\n", to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        put_roff(to, command->examples);
    fputs(".fi\n", to);
    put_statuses(to);
}

#define COLUMNS     80
#define HELP_COLUMN 28
#define GAP         2 /* at least, between an option and its help */

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

static void print_title(FILE *to, const char *title)
{
    fprintf(to, "\n%s:\n", title);
}

void help_print(FILE *to, const struct command *command, bool overview)
{
    if (overview)
        fputs("flamerender turns profiles into pictures people can trust.\n\n", to);
    fprintf(to, "Usage: flamerender %s%s%s [OPTION]...%s%s\n", overview ? "[" : "", command->name,
            overview ? "]" : "", command->arguments[0] ? " " : "", command->arguments);
    if (!overview)
        fprintf(to, "%s\n", command->summary);
    const char *examples = command->examples;
    if (examples[0])
        fputc('\n', to);
    for (const char *end; (end = strchr(examples, '\n')) != NULL; examples = end + 1)
        fprintf(to, "    %.*s\n", (int)(end - examples), examples);
    if (overview) {
        fprintf(to, "\nSubcommands:\n");
        const struct command *each;
        for (size_t i = 0; (each = command_at(i)) != NULL; i++) {
            int n =
                fprintf(to, "  %s%s%s", each->name, each->arguments[0] ? " " : "", each->arguments);
            print_wrapped(to, n > 0 ? (size_t)n : 0, each->summary);
        }
    }
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

static bool run_help(const struct options *opt, size_t *n_bad, fr_error *err)
{
    (void)n_bad;
    if (opt->man || opt->shell != SHELL_NONE)
        return print_whole(opt, err);
    if (opt->n_inputs)
        return print_one(opt->inputs[0], err);
    help_print(stdout, command_at(0), true);
    return true;
}

const struct command command_help = {
    .name = "help",
    .bit = COMMAND_HELP,
    .arguments = "[SUBCOMMAND]",
    .summary = "Shows the options of a subcommand, or the man page.",
    .examples = "flamerender help --man | man -l -\n"
                "source <(flamerender help --completion bash)\n",
    .max_inputs = 1,
    .run = run_help,
};
