/* cli_run.c - a command line parsed and run, with standard output and standard error in files meanwhile. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "cli_run.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

#define COUNT(table)   (sizeof(table) / sizeof(table)[0])
#define MOST_ARGUMENTS 16

/* ---- a run ---- */

/* Sends a descriptor to a new file without a name; returns what it was. */
static int redirect(int fd)
{
    FILE *file = tmpfile();
    int before = dup(fd);

    if (!file || before < 0 || dup2(fileno(file), fd) < 0)
        abort();
    fclose(file);
    return before;
}

/* What came there, malloc'ed and NUL-terminated; the descriptor is again what it was. */
static char *take(int fd, int before, size_t *len)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);

    if (size < 0 || !text || pread(fd, text, (size_t)size, 0) != size)
        abort();
    *len = (size_t)size;
    dup2(before, fd);
    close(before);
    return text;
}

/* The parser moves arguments, and options keep pointers into them. */
static int copy_arguments(const char *const *argv, char texts[][160], char **to)
{
    int n = 0;

    for (; argv[n]; n++) {
        if (n == MOST_ARGUMENTS - 1)
            abort();
        snprintf(texts[n], sizeof texts[n], "%s", argv[n]);
        to[n] = texts[n];
    }
    return n;
}

cli_outcome cli_run(const char *const *argv)
{
    char texts[MOST_ARGUMENTS][160], *given[MOST_ARGUMENTS] = {NULL};
    struct options opt;
    fr_error err = {0};
    cli_outcome o = {.status = 0};
    size_t n_said;
    int argc = copy_arguments(argv + 1, texts, given);

    fflush(stdout);
    int output = redirect(STDOUT_FILENO), errors = redirect(STDERR_FILENO);
    options_init(&opt);
    if (options_parse(&opt, command_find(argv[0]), argc, given, &err))
        o.status = command_run(&opt);
    else
        o.status = message_error(&err);
    fflush(stdout);
    fflush(stderr);
    o.written = take(STDOUT_FILENO, output, &o.n_written);
    o.said = take(STDERR_FILENO, errors, &n_said);
    return o;
}

void cli_outcome_free(cli_outcome *o)
{
    free(o->said);
    free(o->written);
    *o = (cli_outcome){0};
}

bool cli_outcome_equal(const cli_outcome *a, const cli_outcome *b)
{
    return a->status == b->status && a->n_written == b->n_written &&
           memcmp(a->written, b->written, a->n_written) == 0;
}

/* ---- options ---- */

/* Texts that options can do something with. */
static const struct {
    const char *name, *text;
} texts[] = {
    {"from", "0"},
    {"to", "1.5"},
    {"range", "0-1"},
    {"band", "0-0.5"},
    {"where", "comm=java"},
    {"label", "host={1}"},
    {"expect-total", "0"},
    {"tagroot", "handler"},
    {"by", "label:*"},
    {"sample-index", "0"},
    {"divide-by", "3"},
    {"trim-path", "/"},
    {"unit", "exact"},
    {"minwidth", "20%"},
    {"width", "300"},
    {"height", "30"},
    {"rows", "10"},
    {"column", "5"},
    {"max-depth", "2"},
    {"limit-depth", "2"},
    {"scale", "2"},
    {"min-change", "90pp"},
    {"fdr", "50%"},
    {"max-unknown", "0%"},
    {"outline", "0-1"},
    {"theme", "theme.json"},
    {"link", "https://host/{file}#L{line}"},
    {"seed", "7"},
    {"total", "1000"},
    {"factor", "3"},
    {"uicolor", "#004000"},
    {"search-color", "#e600e6"},
    {"stroke-color", "#333333"},
    {"fontsize", "9"},
    {"nameattr", "attributes"},
    {"fonttype", "monospace"},
    {"weight", "bytes_req"},
    {"weight-unit", "ms"},
    {"profile", "0"},
    {"event", "instructions"},
    {"normalize", "per:1,2"},
    {"noise", "noise.json"},
    {"owners", "teams"},
    {"files-from", "list"},
    {"limit-memory", "1G"},
};

/* NULL: none is better than another. */
static const char *text_of(const char *name)
{
    for (size_t i = 0; i < COUNT(texts); i++)
        if (strcmp(texts[i].name, name) == 0)
            return texts[i].text;
    return NULL;
}

bool cli_give(const struct option_row *row, size_t i, char *to, size_t room)
{
    char name[60];
    const char *choice, *text;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->names, " "), row->names);
    text = text_of(name);
    if (row->takes != TAKES_VALUE && i == 0)
        return snprintf(to, room, "--%s", name) > 0;
    if (row->takes == TAKES_NOTHING)
        return false;
    i -= row->takes == MAY_TAKE_VALUE;
    for (size_t k = 0; (choice = option_choice(row, k)) != NULL; k++, i--)
        if (i == 0)
            return snprintf(to, room, "--%s=%s", name, choice) > 0;
    if (i > 0 || (row->choices && !text))
        return false;
    text = text ? text : row->most ? "1" : "main";
    return !row->name_at && snprintf(to, room, "--%s=%s", name, text) > 0;
}

/* ---- the folder ---- */

static char folder[] = "/tmp/fr-cli-XXXXXX";

static int link_shared(const char *source)
{
    char shared[300], from[600];
    struct dirent *entry;
    DIR *dir;
    int failed = 0;

    snprintf(shared, sizeof shared, "%s/golden/shared", source);
    dir = opendir(shared);
    while (dir && (entry = readdir(dir)) != NULL) {
        snprintf(from, sizeof from, "%s/%s", shared, entry->d_name);
        if (entry->d_name[0] != '.')
            failed |= symlink(from, entry->d_name) != 0;
    }
    if (dir)
        closedir(dir);
    return failed || !dir;
}

int cli_open_folder(void **state)
{
    const char *source = getenv("FR_SOURCE_DIR");

    *state = folder;
    return !source || !mkdtemp(folder) || chdir(folder) != 0 || link_shared(source);
}

/* Without its folder nothing is removed: the current one may be anybody's. */
int cli_close_folder(void **state)
{
    char here[sizeof folder];
    bool is_ours = getcwd(here, sizeof here) && strcmp(here, folder) == 0;
    DIR *dir = is_ours ? opendir(".") : NULL;
    struct dirent *entry;

    while (dir && (entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.')
            unlink(entry->d_name);
    if (dir)
        closedir(dir);
    return !is_ours || chdir("/") != 0 || rmdir(*state) != 0;
}
