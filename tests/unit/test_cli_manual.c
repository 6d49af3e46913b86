/*
 * test_cli_manual.c - the man page and the completions have every option where it belongs, and nothing
 * in them is taken for markup.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"

static char *printed(void (*print)(FILE *to, enum shell shell), enum shell shell)
{
    char *text = NULL;
    size_t len;
    FILE *to = open_memstream(&text, &len);
    assert_non_null(to);
    print(to, shell);
    fclose(to);
    char *copy = strdup(text);
    assert_non_null(copy);
    free(text);
    return copy;
}

static void print_manual(FILE *to, enum shell shell)
{
    (void)shell;
    manual_print(to);
}

/* The part of `text` from `from` up to `to`, malloc'ed. */
static char *part_of(const char *text, const char *from, const char *to)
{
    const char *begin = strstr(text, from), *end = begin ? strstr(begin + strlen(from), to) : NULL;
    if (!begin || !end)
        fail_msg("no '%s' before '%s'", from, to);
    return strndup(begin, (size_t)(end - begin));
}

/* Fails where `text` has an option of the command that is not its own, or lacks one that is. `before` and
 * `after` stand around a name. */
static void check_names(const char *text, const struct command *command, const char *before,
                        const char *after)
{
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        const char *names = row->names;
        bool wanted = row->commands & (command->bit | command->also);
        for (struct word word; word_next(&names, &word);) {
            char shown[80];
            bool found = false;
            for (const char *c = after; *c && !found; c++) {
                snprintf(shown, sizeof shown, "%s%.*s%c", before, (int)word.len, word.text, *c);
                found = strstr(text, shown) != NULL;
            }
            if (found != wanted)
                fail_msg("%s %s --%.*s", command->name, wanted ? "lacks" : "has", (int)word.len,
                         word.text);
        }
    }
}

static void manual_has_all_options(void **state)
{
    static const char *const sections[] = {"NAME",    "SYNOPSIS", "DESCRIPTION", "SUBCOMMANDS",
                                           "OPTIONS", "EXAMPLES", "EXIT STATUS"};
    (void)state;
    char *text = printed(print_manual, SHELL_NONE);
    const char *at = text;
    const struct option_row *row;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        char head[40];
        snprintf(head, sizeof head, "\n.SH %s\n", sections[i]);
        at = strstr(at, head);
        assert_non_null(at);
    }
    assert_non_null(strstr(text, "\n.SS How it looks (svg only)\n"));
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        const char *names = row->names;
        for (struct word word; word_next(&names, &word);) {
            char shown[80] = "\\fB\\-\\-";
            for (size_t k = 0; k < word.len; k++)
                snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s%c",
                         word.text[k] == '-' ? "\\" : "", word.text[k]);
            strcat(shown, "\\fR");
            if (!strstr(text, shown))
                fail_msg("the man page lacks %s", shown);
        }
    }
    free(text);
}

/* Lines that begin with a dot are macros that were meant; backslashes are known escapes. */
static void manual_is_clean(void **state)
{
    static const char *const macros[] = {".TH ", ".SH ", ".SS ", ".TP\n", ".nf\n", ".fi\n"};
    static const char *const escapes[] = {"\\fB", "\\fI", "\\fR", "\\-", "\\e", "\\&"};
    (void)state;
    char *text = printed(print_manual, SHELL_NONE);
    for (const char *at = text; *at; at++) {
        bool line = (at == text || at[-1] == '\n') && (*at == '.' || *at == '\''), known = false;
        for (size_t i = 0; line && i < sizeof macros / sizeof macros[0]; i++)
            known |= strncmp(at, macros[i], strlen(macros[i])) == 0;
        for (size_t i = 0; *at == '\\' && i < sizeof escapes / sizeof escapes[0]; i++)
            known |= strncmp(at, escapes[i], strlen(escapes[i])) == 0;
        if ((line || *at == '\\') && !known)
            fail_msg("in the man page: %.40s", at);
    }
    free(text);
}

static void bash_knows_options_of_commands(void **state)
{
    (void)state;
    char *text = printed(completion_print, SHELL_BASH);
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        char from[40];
        snprintf(from, sizeof from, "\n    %s) echo '", command->name);
        char *options = part_of(text, from, ";;");
        check_names(options, command, " --", " ='");
        free(options);
    }
    assert_non_null(strstr(text, "\n    --sort) echo 'name value input' ;;\n"));
    assert_non_null(strstr(text, "\n    --color-by) echo 'kind module"));
    assert_non_null(strstr(text, "\n    --input-format) echo 'pprof "));
    free(text);
}

static void zsh_knows_options_of_commands(void **state)
{
    (void)state;
    char *text = printed(completion_print, SHELL_ZSH);
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        char from[40];
        snprintf(from, sizeof from, "\n    %s)\n", command->name);
        char *options = part_of(text, from, ";;");
        check_names(options, command, " '--", "[=");
        free(options);
    }
    assert_non_null(strstr(text, "]:value:(name value input)'"));
    assert_non_null(strstr(text, "'--views=[svg\\: "));
    free(text);
}

static void fish_knows_options_of_commands(void **state)
{
    (void)state;
    char *text = printed(completion_print, SHELL_FISH);
    assert_non_null(strstr(text,
                           "complete -c flamerender -n 'contains (__flamerender_command) render "
                           "diff record open' -l sort -r -x -a 'name value input' -d '"));
    assert_non_null(strstr(text, "-l quiet -s q -d '"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_has_all_options),
        cmocka_unit_test(manual_is_clean),
        cmocka_unit_test(bash_knows_options_of_commands),
        cmocka_unit_test(zsh_knows_options_of_commands),
        cmocka_unit_test(fish_knows_options_of_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
