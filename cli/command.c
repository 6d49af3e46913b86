/* command.c - the subcommands, found by name, by bit and by a name that is nearly theirs. */

#include <stdint.h>
#include <string.h>

#include "options.h"

/* Both start programs: cmd_record.c and cmd_open.c, or no_processes.c where none can be started. */
static const struct command command_of_record = {
    .name = "record",
    .bit = COMMAND_RECORD,
    .arguments = "[--] COMMAND [ARG]...",
    .summary = "Records a program by perf and draws it.",
    .examples = "flamerender record -- make                  # flame.html\n"
                "flamerender record -p 4711 --duration 10 --open\n"
                "flamerender record -a --duration 5 -o machine.svg\n"
                "flamerender record --diff old.perf.data -- ./app --fast\n",
    .max_inputs = SIZE_MAX,
    .also = COMMAND_RENDER,
    .run_alone = run_record,
};

static const struct command command_of_open = {
    .name = "open",
    .bit = COMMAND_OPEN,
    .arguments = "[FILE]...",
    .summary = "Draws profiles as a page and opens it.",
    .examples = "flamerender open cpu.pb.gz\n",
    .max_inputs = SIZE_MAX,
    .run = run_open,
    .also = COMMAND_RENDER,
};

static const struct command *const commands[] = {
    &command_render,    &command_convert, &command_heatmap,       &command_top,
    &command_check,     &command_tags,    &command_diff,          &command_trend,
    &command_of_record, &command_of_open, &command_viewer,        &command_sql,
    &command_formats,   &command_themes,  &command_install_links, &command_help,
};

const struct command *command_at(size_t index)
{
    return index < sizeof commands / sizeof commands[0] ? commands[index] : NULL;
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
