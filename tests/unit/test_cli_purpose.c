/*
 * test_cli_purpose.c - a profile that is read for one purpose gives what one that is read for anything gives: each
 * subcommand, alone and with each of its options, on a pprof, a perf script and folded stacks.
 *
 * A row of options.def needs nothing here: an option that takes a text gets one of the table, or "main". The
 * program runs in this process; fr_reader_new() is where the purpose is taken away.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/messages.h"
#include "cli/options.h"
#include "rounds.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const char *const inputs[] = {"labels.pb", "three-seconds.perf", "billing.folded"};

/* What each subcommand writes. */
static const struct {
    const char *command, *format;
} outputs[] = {
    {"render", "svg"},   {"render", "text"}, {"convert", "folded"}, {"convert", "pprof"},
    {"convert", "json"}, {"heatmap", "svg"}, {"top", "csv"},        {"check", "json"},
    {"tags", "csv"},     {"diff", "csv"},
};

/* Texts that options can do something with. */
static const struct {
    const char *name, *text;
} texts[] = {
    {"from", "0"},          {"to", "1.5"},          {"range", "0-1"},     {"band", "0-0.5"},
    {"where", "comm=java"}, {"tagroot", "handler"}, {"by", "label:*"},    {"sample-index", "0"},
    {"divide-by", "3"},     {"trim-path", "/"},     {"unit", "exact"},    {"minwidth", "20%"},
    {"width", "300"},       {"max-depth", "2"},     {"limit-depth", "2"}, {"scale", "2"},
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

typedef struct outcome {
    int status;
    char *written, *said; /* malloc'ed */
    size_t n_written;
} outcome;

static char *take_file(const char *name, size_t *len)
{
    FILE *file = fopen(name, "rb");
    char *text = calloc(1, 1 << 20);

    assert_non_null(text);
    *len = file ? fread(text, 1, (1 << 20) - 1, file) : 0;
    if (file)
        fclose(file);
    unlink(name);
    return text;
}

static outcome run(const char *command, const char *format, const char *option, const char *input)
{
    char to[] = "out", out[] = "-o", formatted[40], given[80], path[80];
    char *argv[] = {out, to, formatted, path, path, given, NULL};
    struct options opt;
    fr_error err = {0};
    outcome o = {.status = 0};
    size_t n_said;
    int before = dup(STDERR_FILENO), said = open("said", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    int argc = option ? 6 : 5;

    snprintf(formatted, sizeof formatted, "--format=%s", format);
    snprintf(given, sizeof given, "%s", option ? option : "");
    snprintf(path, sizeof path, "%s", input);
    if (strcmp(command, "diff") != 0) /* one input */
        memmove(&argv[4], &argv[5], 2 * sizeof *argv), argc--;
    dup2(said, STDERR_FILENO);
    close(said);
    options_init(&opt);
    if (options_parse(&opt, command_find(command), argc, argv, &err))
        o.status = opt.command->run(&opt);
    else
        o.status = message_error(&err);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    o.said = take_file("said", &n_said);
    o.written = take_file("out", &o.n_written);
    return o;
}

static void compare(const char *command, const char *format, const char *option, const char *input)
{
    outcome want, got;

    for_anything = true;
    want = run(command, format, option, input);
    for_anything = false;
    got = run(command, format, option, input);
    if (want.status != got.status || want.n_written != got.n_written ||
        memcmp(want.written, got.written, want.n_written) != 0 || strcmp(want.said, got.said) != 0)
        fail_msg("%s --format=%s %s %s: status %d, %s instead of status %d, %s", command, format,
                 option ? option : "", input, got.status, got.said, want.status, want.said);
    free(want.said);
    free(want.written);
    free(got.said);
    free(got.written);
}

/* ---- options ---- */

static const char *text_of(const char *name)
{
    for (size_t i = 0; i < COUNT(texts); i++)
        if (strcmp(texts[i].name, name) == 0)
            return texts[i].text;
    return "main";
}

/* The i-th way to give the option: alone, each of its choices, or a text. False past the last. */
static bool give(const struct option_row *row, size_t i, char *to, size_t room)
{
    char name[60];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->names, " "), row->names);
    if (row->takes != TAKES_VALUE && i == 0)
        return snprintf(to, room, "--%s", name) > 0;
    if (row->takes == TAKES_NOTHING)
        return false;
    i -= row->takes == MAY_TAKE_VALUE;
    if (row->choices && row->choices[i].name)
        return snprintf(to, room, "--%s=%s", name, row->choices[i].name) > 0;
    if (row->choices || i > 0)
        return false;
    return snprintf(to, room, "--%s=%s", name, row->most ? "1" : text_of(name)) > 0;
}

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
                           give(row, k, option, sizeof option);
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

/* ---- the inputs, in an empty folder ---- */

static int open_folder(void **state)
{
    static char folder[] = "/tmp/fr-purpose-XXXXXX";
    const char *source = getenv("FR_SOURCE_DIR");
    char from[300];

    *state = folder;
    if (!source || !mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    for (size_t i = 0; i < COUNT(inputs); i++) {
        snprintf(from, sizeof from, "%s/golden/shared/%s", source, inputs[i]);
        if (symlink(from, inputs[i]) != 0)
            return 1;
    }
    return 0;
}

static int close_folder(void **state)
{
    for (size_t i = 0; i < COUNT(inputs); i++)
        unlink(inputs[i]);
    return chdir("/") != 0 || rmdir(*state) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_option)};

    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
