/*
 * test_cli_purpose.c - a profile that is read for one purpose gives what one that is read for anything gives: each
 * subcommand, alone and with each of its options, on a pprof, a perf script and folded stacks.
 *
 * A row of options.def needs nothing here: an option that takes a text gets one of the table, or "main". The
 * program runs in this process; fr_reader_new() is where the purpose is taken away.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli_run.h"
#include "rounds.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const char *const inputs[] = {"labels.pb", "three-seconds.perf", "billing.folded"};

/* What each subcommand writes. */
static const struct {
    const char *command, *format;
} outputs[] = {
    {"render", "--format=svg"},    {"render", "--format=text"},  {"convert", "--format=folded"},
    {"convert", "--format=pprof"}, {"convert", "--format=json"}, {"heatmap", "--format=svg"},
    {"top", "--format=csv"},       {"check", "--format=json"},   {"tags", "--format=csv"},
    {"diff", "--format=csv"},
};

/* ---- the purpose ---- */

static bool for_anything;
static unsigned seen; /* bits: purposes that were asked for */

fr_reader *__real_fr_reader_new(const fr_read_options *opt, fr_error *err);
fr_reader *__wrap_fr_reader_new(const fr_read_options *opt, fr_error *err);

/* Frames with addresses are no shortcut: what is written differs. */
fr_reader *__wrap_fr_reader_new(const fr_read_options *opt, fr_error *err)
{
    fr_read_options own = *opt;

    seen |= 1u << own.purpose;
    if (for_anything && own.purpose != FR_FOR_ADDRESSES)
        own.purpose = FR_FOR_ANYTHING;
    return __real_fr_reader_new(&own, err);
}

/* ---- a run ---- */

static cli_outcome run(const char *command, const char *format, const char *option,
                       const char *input)
{
    const char *argv[8] = {command, format, input};
    size_t n = 3;

    if (strcmp(command, "diff") == 0)
        argv[n++] = input;
    if (option)
        argv[n++] = option;
    return cli_run(argv);
}

static void compare(const char *command, const char *format, const char *option, const char *input)
{
    cli_outcome want, got;

    for_anything = true;
    want = run(command, format, option, input);
    for_anything = false;
    got = run(command, format, option, input);
    if (!cli_outcome_equal(&want, &got) || strcmp(want.said, got.said) != 0)
        fail_msg("%s %s %s %s: status %d, %s instead of status %d, %s", command, format,
                 option ? option : "", input, got.status, got.said, want.status, want.said);
    cli_outcome_free(&want);
    cli_outcome_free(&got);
}

/* ---- options ---- */

/* Not where the output goes, nor what ends before anything is read. */
static bool is_walked(const struct option_row *row)
{
    static const char *const others[] = {"output", "format", "help", "version", "man"};

    for (size_t i = 0; i < COUNT(others); i++)
        if (strcmp(row->names, others[i]) == 0)
            return false;
    return true;
}

static void walk(const char *command, const char *format, const char *input)
{
    const struct option_row *row;
    char option[80];

    compare(command, format, NULL, input);
    for (size_t i = 0; (row = option_at(i)) != NULL; i++)
        for (size_t k = 0; (row->commands & command_find(command)->bit) && is_walked(row) &&
                           cli_give(row, k, option, sizeof option);
             k++)
            compare(command, format, option, input);
}

static void every_option(void **state)
{
    (void)state;
    for (size_t i = 0; i < rounds(1, COUNT(inputs)); i++)
        for (size_t o = 0; o < COUNT(outputs); o++)
            walk(outputs[o].command, outputs[o].format, inputs[i]);
    assert_int_equal(seen, 1u << FR_FOR_ANYTHING | 1u << FR_FOR_ADDRESSES | 1u << FR_FOR_TOP |
                               1u << FR_FOR_PICTURE | 1u << FR_FOR_FUNCTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_option)};

    return cmocka_run_group_tests(tests, cli_open_folder, cli_close_folder);
}
