/*
 * completion.c - scripts for bash, zsh and fish: subcommands, the options of each, the values of those
 * that have a list of them; files for all else.
 *
 *     _flamerender_options() { case $1 in render) echo '--width= --quiet ...' ;; esac; }
 */
#include "completion.h"

#include <string.h>

#include "command.h"
#include "options.h"
#include "scope.h"
#include "words.h"

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

static void put_fish_owners(FILE *to, const struct option_row *row)
{
    const struct command *command;
    fputs("-n 'contains (__flamerender_command)", to);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (row->commands & (command->bit | command->also))
            fprintf(to, " %s", command->name);
    fputs("'", to);
}

static void put_fish_name(FILE *to, const struct option_row *row, struct word name)
{
    fputs("complete -c flamerender ", to);
    put_fish_owners(to, row);
    fprintf(to, " -l %.*s", (int)name.len, name.text);
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
