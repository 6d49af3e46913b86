/*
 * test_cli_unread.c - recordings that other programs have to convert: what `formats` lists of them, and what the program
 * says when it is given one, name the same command.
 */
#include <errno.h>
#include <sys/stat.h>

#include "cli_run.h"
#include "unit/unit.h"

#define ETL                                                                                        \
    "\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" \
    "\0"                                                                                           \
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\2\xc0\1\0\0\0"
#define PERFETTO                                                                                   \
    "\x0a\x12\xa2\x02\x10\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81\xdc\x33\x32\x6d\x57\xa0\x79"

#define BYTES(text) (text), sizeof(text) - 1

/* A row for each line of the list: a sample, and the words of the command that both name. */
static const struct {
    const char *listed, *path;
    const char *sample; /* NULL: a folder */
    size_t len;
    const char *command;
} things[] = {
    {".trace bundles", "x.trace", NULL, 0, "xctrace export --input X.trace --xpath"},
    {".nettrace", "x.nettrace", BYTES("Nettrace\x14\0\0\0!FastSerialization.1"),
     "dotnet-trace convert --format Speedscope FILE"},
    {".etl", "x.etl", BYTES(ETL), "Save View As"},
    {"heap snapshots", "x.heapsnapshot", BYTES("{\"snapshot\":{\"meta\":{}}}"),
     "node --heap-prof PROGRAM.js"},
    {"Perfetto, binary", "x.perfetto", BYTES(PERFETTO), "traceconv json FILE x.json"},
    {"Austin's MOJO", "x.mojo", BYTES("MOJ\3\1austin\0003.6.0\0"), "mojo2austin FILE"},
};

/* The line of the list that names `listed`, NUL-terminated in `to`. */
static void find_line(const char *list, const char *listed, char *to, size_t room)
{
    const char *line = strstr(list, listed), *end = line ? strchr(line, '\n') : NULL;

    if (!end)
        fail_msg("'flamerender formats' does not list %s", listed);
    snprintf(to, room, "%.*s", (int)(end - line), line);
}

static void make(const char *path, const char *sample, size_t len)
{
    FILE *out;

    if (!sample) {
        assert_true(mkdir(path, 0700) == 0 || errno == EEXIST);
        return;
    }
    out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(sample, 1, len, out), len);
    fclose(out);
}

static void both_name_the_command(void **state)
{
    cli_outcome list = cli_run((const char *[]){"formats", NULL});
    char line[400];

    (void)state;
    for (size_t i = 0; i < COUNT(things); i++) {
        make(things[i].path, things[i].sample, things[i].len);
        cli_outcome got =
            cli_run((const char *[]){"convert", "--format=folded", things[i].path, NULL});
        find_line(list.written, things[i].listed, line, sizeof line);
        if (!strstr(line, things[i].command))
            fail_msg("the list does not name %s: %s", things[i].command, line);
        if (got.status == 0 || !strstr(got.said, things[i].command))
            fail_msg("given %s, the program says: %s", things[i].path, got.said);
        cli_outcome_free(&got);
    }
    cli_outcome_free(&list);
}

/* A line that is added to the list needs a row here. */
static void the_list_has_no_other(void **state)
{
    cli_outcome list = cli_run((const char *[]){"formats", NULL});
    const char *at = strstr(list.written, "Not read as it is"),
               *end = strstr(list.written, "Pictures, written");
    size_t n = 0;

    (void)state;
    assert_true(at && end && at < end);
    for (; at < end; at++)
        n += *at == '\n';
    assert_int_equal(n - 1, COUNT(things));
    cli_outcome_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_name_the_command),
        cmocka_unit_test(the_list_has_no_other),
    };
    return cmocka_run_group_tests(tests, cli_open_folder, cli_close_folder);
}
