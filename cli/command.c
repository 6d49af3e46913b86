/* command.c - the table of subcommands. */

#include <stdint.h>
#include <string.h>

#include "options.h"

static const struct command commands[] = {
    {"render", COMMAND_RENDER, "[FILE]...", "Draws profiles as a flame graph.",
     "perf script | flamerender > flame.svg      # recognised by content\n"
     "flamerender cpu.folded -o cpu.svg          # the extension picks the output\n"
     "flamerender --callers --focus malloc perf.txt -o malloc.svg\n",
     SIZE_MAX, run_render, NULL, 0, NULL},
    {"convert", COMMAND_CONVERT, "[FILE]...", "Merges profiles and writes them as another format.",
     "perf script | flamerender convert > perf.folded\n"
     "flamerender convert a.folded b.folded -o merged.folded\n"
     "flamerender convert --ignore '^swapper$' perf.txt -o busy.folded\n",
     SIZE_MAX, run_convert, NULL, 0, NULL},
    {"heatmap", COMMAND_HEATMAP, "[FILE]...", "Draws when samples were taken, as FlameScope does.",
     "perf script | flamerender heatmap > scope.svg\n"
     "flamerender heatmap perf.txt --idle=exclude -o busy.svg\n"
     "flamerender heatmap perf.txt --outline 3.18-3.4 -o stall.svg\n",
     SIZE_MAX, run_heatmap, init_timed, 0, NULL},
    {"top", COMMAND_TOP, "[FILE]...", "Lists the largest functions, by self and total.",
     "perf script | flamerender top               # a table on the terminal\n"
     "flamerender top --cum -n 50 cpu.folded      # by total, 50 rows\n"
     "flamerender top --by module perf.txt -o modules.csv\n",
     SIZE_MAX, run_top, NULL, 0, NULL},
    {"check", COMMAND_CHECK, "[FILE]...", "Judges the stacks: cut, broken, without names.",
     "perf script | flamerender check       # what to trust, how to record better\n"
     "flamerender check --fail-on-bad --max-unknown 10% perf.txt\n"
     "flamerender check perf.txt -o quality.json\n",
     SIZE_MAX, run_check, init_timed, 0, NULL},
    {"tags", COMMAND_TAGS, "[FILE]...", "Lists the labels of samples and what has them.",
     "flamerender tags cpu.pb.gz\n"
     "flamerender tags --focus sort cpu.pb.gz -o labels.csv\n",
     SIZE_MAX, run_tags, NULL, 0, NULL},
    {"diff", COMMAND_DIFF, "[BASE NEW]", "Compares two sides: what grew, how much, how sure.",
     "flamerender diff main.pb.gz pr.pb.gz -o diff.svg\n"
     "flamerender diff main.folded pr.folded --format markdown > comment.md\n"
     "flamerender diff --base a1 a2 a3 --new b1 b2 b3\n"
     "flamerender diff perf.txt --new-range 12.2-12.8   # a stall and the rest\n",
     SIZE_MAX, run_diff, init_comparison, 0, NULL},
    {"trend", COMMAND_TREND, "[FILE|FOLDER]...", "Finds what grew over time, and since when.",
     "flamerender trend profiles/ --time-from-name '{date}'\n"
     "flamerender trend api-v2.*.pb.gz --time-from-name '{version}' -o trend.json\n"
     "flamerender trend heap/ --ceiling 4GiB --fail-if 'slope > 1MiB/h'\n",
     SIZE_MAX, run_trend, init_comparison, 0, NULL},
    {"record", COMMAND_RECORD, "[--] COMMAND [ARG]...", "Records a program by perf and draws it.",
     "flamerender record -- make                  # flame.html\n"
     "flamerender record -p 4711 --duration 10 --open\n"
     "flamerender record -a --duration 5 -o machine.svg\n"
     "flamerender record --diff old.perf.data -- ./app --fast\n",
     SIZE_MAX, NULL, NULL, COMMAND_RENDER, run_record},
    {"open", COMMAND_OPEN, "[FILE]...", "Draws profiles as a page and opens it.",
     "flamerender open cpu.pb.gz\n", SIZE_MAX, run_open, NULL, COMMAND_RENDER, NULL},
    {"viewer", COMMAND_VIEWER, "", "Writes a page that reads what is dropped on it.",
     "flamerender viewer -o viewer.html    # nothing leaves the browser\n", 0, run_viewer, NULL, 0,
     NULL},
    {"sql", COMMAND_SQL, "STATEMENT", "Prints statements for ClickHouse.",
     "flamerender sql schema | clickhouse-client --multiquery\n"
     "flamerender convert --format rows a.pb.gz |\n"
     "    clickhouse-client -q \"$(flamerender sql ingest)\"\n"
     "clickhouse-client -q \"$(flamerender sql merge --where service=api)\" |\n"
     "    flamerender - -o api.html\n",
     1, run_sql, NULL, 0, NULL},
    {"formats", COMMAND_FORMATS, "", "Lists the formats that are read and written.", "", 0,
     run_formats, NULL, 0, NULL},
    {"themes", COMMAND_THEMES, "[NAME]", "Lists themes and palettes, or draws a sample.",
     "flamerender themes classic > classic.svg\n", 1, run_themes, NULL, 0, NULL},
    {"install-links", COMMAND_LINKS, "DIR", "Links the names of other programs to this one.",
     "flamerender install-links ~/bin    # flamegraph.pl and six more names\n", 1,
     run_install_links, NULL, 0, NULL},
    {"help", COMMAND_HELP, "[SUBCOMMAND]", "Shows the options of a subcommand, or the man page.",
     "flamerender help --man | man -l -\n"
     "source <(flamerender help --completion bash)\n",
     1, run_help, NULL, 0, NULL},
};

const struct command *command_at(size_t index)
{
    return index < sizeof commands / sizeof commands[0] ? &commands[index] : NULL;
}

const struct command *command_find(const char *name)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

const char *command_name_of(unsigned bit)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (command->bit == bit)
            return command->name;
    return "";
}

const struct command *command_near(const char *name)
{
    struct nearest nearest;
    nearest_init(&nearest, name, strlen(name));
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        nearest_offer(&nearest, (struct word){command->name, strlen(command->name)});
    return nearest.best.text ? command_find(nearest.best.text) : NULL;
}

int command_run(const struct options *opt)
{
    fr_error err = {0};
    size_t n_bad = 0;
    if (opt->command->run_alone)
        return opt->command->run_alone(opt);
    if (!opt->command->run(opt, &n_bad, &err))
        return message_error(&err);
    return n_bad ? FR_E_FORMAT : FR_OK;
}
