/*
 * test_cli_dropin.c - docs/compat.md has a row for each option of flamegraph.pl and inferno-flamegraph, and says of it
 * what the tables do; what the tables give are options of options.def.
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
#include "cli/dropin.h"
#include "cli/options.h"

static char *page; /* docs/compat.md */

static int read_page(void **state)
{
    char path[400];
    const char *source = getenv("FR_SOURCE_DIR");
    (void)state;

    if (!source)
        return 1;
    snprintf(path, sizeof path, "%s/docs/compat.md", source);
    FILE *file = fopen(path, "r");
    page = calloc(1, 1 << 16);
    if (!file || !page || fread(page, 1, (1 << 16) - 1, file) == 0)
        return 1;
    return fclose(file);
}

static int free_page(void **state)
{
    (void)state;
    free(page);
    return 0;
}

static bool is_option(const char *name, size_t len)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_at(i)) != NULL; i++)
        if (words_hold(row->names, name, len))
            return true;
    return false;
}

/* The cells of the row of an option: after "| `--NAME` |". */
struct row {
    char of[8], here[80];
};

static bool find_row(const char *name, size_t len, struct row *row)
{
    char head[80];

    snprintf(head, sizeof head, "\n| `--%.*s` | ", (int)len, name);
    const char *at = strstr(page, head);
    return at && sscanf(at + strlen(head), "%7[^|]| %79[^|]|", row->of, row->here) >= 1;
}

/* ---- the page and the tables ---- */

static void check_row(const struct foreign_program *program, const struct foreign_option *option)
{
    struct row row = {"", ""};
    size_t len = strcspn(option->names, " "), given;
    const char *ours = option->ours ? option->ours : "";

    if (!find_row(option->names, len, &row))
        fail_msg("docs/compat.md has no row for --%.*s", (int)len, option->names);
    if (!strchr(row.of, program->manner == CLAP ? 'I' : 'P'))
        fail_msg("docs/compat.md: --%.*s is of %s", (int)len, option->names, program->name);
    if ((strstr(row.here, "none") != NULL) != (option->ignored != NULL))
        fail_msg("docs/compat.md: --%.*s has an effect, or has none", (int)len, option->names);
    given = strcspn(ours, "=");
    if (given && !strstr(row.here, "--"))
        fail_msg("docs/compat.md: --%.*s is %s", (int)len, option->names, ours);
    if (given && strncmp(strstr(row.here, "--"), ours, given) != 0)
        fail_msg("docs/compat.md: --%.*s is %s, not %s", (int)len, option->names, ours, row.here);
}

static void the_page_has_all_options(void **state)
{
    const struct foreign_program *program;
    size_t n = 0;
    (void)state;

    for (size_t i = 0; (program = foreign_program_at(i)) != NULL; i++)
        for (size_t k = 0; strstr(program->name, "flamegraph") && program->options[k].names;
             k++, n++)
            check_row(program, &program->options[k]);
    assert_true(n > 50);
}

/* Options that the page names in its third column are ours. */
static void the_page_names_our_options(void **state)
{
    const char *table = strstr(page, "| option | of | here |");
    size_t n = 0;
    (void)state;

    assert_non_null(table);
    for (const char *line = strchr(table, '\n'); line && line[1] == '|';
         line = strchr(line + 1, '\n')) {
        char here[80] = "";
        if (sscanf(line, "\n|%*[^|]|%*[^|]| %79[^|]|", here) != 1)
            continue;
        for (const char *at = here; (at = strstr(at, "`--")) != NULL; at++, n++)
            if (!is_option(at + 3, strcspn(at + 3, "`")))
                fail_msg("docs/compat.md: there is no option %s", at);
    }
    assert_true(n > 20);
}

/* ---- the tables and options.def ---- */

static void check_given(const char *text)
{
    if (strncmp(text, "--", 2) == 0 && text[2] && !is_option(text + 2, strcspn(text + 2, "=")))
        fail_msg("there is no option %s", text);
}

static void tables_give_our_options(void **state)
{
    const struct foreign_program *program;
    (void)state;

    for (size_t i = 0; (program = foreign_program_at(i)) != NULL; i++) {
        for (const char *const *text = program->always; *text; text++)
            check_given(*text);
        for (size_t k = 0; program->options[k].names; k++)
            if (program->options[k].ours)
                check_given(program->options[k].ours);
    }
}

/* ---- what is typed, and what it becomes ---- */

static const struct typed {
    const char *program, *typed, *becomes; /* words after what is always given; "!...": an error */
} cases[] = {
    {"flamegraph.pl", "--color java a", "--color-by=java --title=Flame Graph -- a"},
    {"flamegraph.pl", "-COL=java -- -a", "--color-by=java --title=Flame Graph -- -a"},
    {"flamegraph.pl", "--inv", "--inverted --title=Icicle Graph --"},
    {"flamegraph.pl", "-i --flame -", "--inverted --flamechart --title=Flame Chart -- -"},
    {"flamegraph.pl", "--height=1 --width 5 --width=999999",
     "--height=4 --width=100 --width=100000 --title=Flame Graph --"},
    {"flamegraph.pl", "--title --x", "--title=--x --"},
    {"flamegraph.pl", "--hash=1", "!Option hash does not take an argument"},
    {"flamegraph.pl", "--co x", "!Option co is ambiguous"},
    {"flamegraph.pl", "--deterministic", "!Unknown option: deterministic"},
    {"flamegraph.pl", "--title", "!Option title requires an argument"},
    {"flamegraph.pl", "--width=1.5", "!Value \"1.5\" invalid for option width (number expected)"},
    {"flamegraph.pl", "--factor=x",
     "!Value \"x\" invalid for option factor (real number expected)"},
    {"inferno-flamegraph", "--minwidth 0.5 -ci",
     "--minwidth=0.5% --color-by=i --title=Flame Graph --"},
    {"inferno-flamegraph", "--colors java", "--color-by=inferno-java --title=Flame Graph --"},
    {"inferno-flamegraph", "-c rust", "--color-by=rust --title=Flame Graph --"},
    {"inferno-flamegraph", "--base a.b", "--show-from=^(a\\.b)$ --title=Flame Graph --"},
    {"inferno-flamegraph", "--base a.b --cp --base=(c)",
     "--write-palette --show-from=^(a\\.b|\\(c\\))$ --title=Flame Graph --"},
    {"inferno-collapse-perf", "--skip-after x --skip-after y\\E", "--show-from=^(x|y\\\\E)$ --"},
    {"inferno-flamegraph", "--colo java", "!Unknown option: colo"},
    {"inferno-collapse-perf", "-n4 -qv x", "--threads=4 --quiet -- x"},
    {"inferno-collapse-perf", "x y", "!expected [OPTIONS] [INFILE]"},
    {"difffolded.pl", "-sn a b", "--rename=s/0x[0-9a-fA-F]+/0x.../ -n -- a b"},
    {"difffolded.pl", "a -n", "-- a -n"},
    {"difffolded.pl", "a", "!expected [-ns] folded1 folded2"},
    {"difffolded.pl", "-x a b", "!Unknown option: x"},
    {"stackcollapse-perf.pl", "--kern --event cycles x", "--kernel --event=cycles -- x"},
};

static const struct foreign_program *program_of(const char *name)
{
    const struct foreign_program *program;

    for (size_t i = 0; (program = foreign_program_at(i)) != NULL; i++)
        if (strcmp(program->name, name) == 0)
            return program;
    fail_msg("no program %s", name);
    return NULL;
}

static void check_typed(const struct typed *c)
{
    char line[200], *argv[16], got[600] = "";
    const struct foreign_program *program = program_of(c->program);
    struct translation t;
    int argc = 0;
    size_t always = 0, len = 0;

    snprintf(line, sizeof line, "%s", c->typed);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    while (program->always[always])
        always++;
    if (!translate(&t, program, argc, argv))
        snprintf(got, sizeof got, "!%s", t.error);
    else
        for (size_t i = always; i < t.n; i++)
            len += (size_t)snprintf(got + len, sizeof got - len, "%s%s", i > always ? " " : "",
                                    t.argv[i]);
    translation_reset(&t);
    if (strcmp(got, c->becomes) != 0)
        fail_msg("%s %s: '%s', not '%s'", c->program, c->typed, got, c->becomes);
}

static void arguments_become_ours(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_typed(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_all_options),
        cmocka_unit_test(the_page_names_our_options),
        cmocka_unit_test(tables_give_our_options),
        cmocka_unit_test(arguments_become_ours),
    };

    return cmocka_run_group_tests(tests, read_page, free_page);
}
