/*
 * options.c - the table made from options.def, and the parser that walks the arguments.
 */
#include "options.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "option_names.h"
#include "values.h"

/* Names that the library lists; NULL past the last. */
static const char *input_format_name(size_t index)
{
    fr_format_info info;
    return fr_input_format_at(index, &info) ? info.name : NULL;
}

static const char *colouring_name(size_t index)
{
    fr_colouring_info info;
    return fr_colouring_at(index, &info) ? info.name : NULL;
}

/* Kinds of options.def. */
#define FLAG                   .set = set_flag, .takes = TAKES_NOTHING
#define TEXT                   .set = set_text, .takes = TAKES_VALUE
#define READS                  TEXT, .reads = true
#define LIST                   .set = set_list, .takes = TAKES_VALUE
#define FILES                  .set = set_list, .takes = TAKES_VALUE, .takes_more = true
#define PATTERN                .set = set_pattern, .takes = TAKES_VALUE
#define THEN                   .set = set_then, .takes = TAKES_NOTHING
#define NUMBER(lo, hi)         .set = set_number, .takes = TAKES_VALUE, .least = (lo), .most = (hi)
#define SECONDS(hi)            .set = set_seconds, .takes = TAKES_VALUE, .least = 1, .most = (hi)
#define SIZE(lo)               .set = set_size, .takes = TAKES_VALUE, .least = (lo), .most = UINT64_MAX
#define MINWIDTH               .set = set_minwidth, .takes = TAKES_VALUE
#define PERCENT                .set = set_percent, .takes = TAKES_VALUE
#define SCALE                  .set = set_scale, .takes = TAKES_VALUE
#define POINTS                 .set = set_points, .takes = TAKES_VALUE
#define ADDRESS                .set = set_address, .takes = TAKES_VALUE
#define AMOUNT_TO(hi)          .set = set_amount, .takes = TAKES_VALUE, .most = (hi)
#define AMOUNT_BETWEEN(lo, hi) .set = set_amount, .takes = TAKES_VALUE, .least = (lo), .most = (hi)
#define FRACTION               .set = set_fraction, .takes = TAKES_VALUE
#define CHOICES(...)                                                                               \
    .choices = (const struct choice[])                                                             \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            NULL, 0                                                                                \
        }                                                                                          \
    }
#define CHOICE(...)    .set = set_choice, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define WEIGHT(...)    .set = set_weight, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define NORMALIZE(...) .set = set_normalize, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define MAYBE(instead, ...)                                                                        \
    .set = set_choice, .takes = MAY_TAKE_VALUE, .value = (instead), CHOICES(__VA_ARGS__)
#define COLOUR(...)      .set = set_colour, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define A_COLOUR         .set = set_colour, .takes = TAKES_VALUE
#define FILE_OR(path)    .set = set_file_or, .takes = MAY_TAKE_VALUE, .instead = (path)
#define READS_OR(path)   FILE_OR(path), .reads = true
#define WRITES_OR(path)  FILE_OR(path), .writes = true
#define SETS(fixed)      .set = set_choice, .takes = TAKES_NOTHING, .value = (fixed)
#define NAMED(at, where) .set = set_named, .takes = TAKES_VALUE, .name_at = (at), .listed = (where)

/* Formats of options.def. */
#define ANY         .into = 0
#define FROM(names) .from = (names)
#define INTO(flags) .into = (flags)

static const struct option_row rows[] = {
#define OPT(field, kind, names_, letter_, argument_, task_, commands_, of, standard_, help_)       \
    {.names = (names_),                                                                            \
     .letter = (letter_),                                                                          \
     .argument = (argument_),                                                                      \
     .task = TASK_##task_,                                                                         \
     .commands = COMMAND_##commands_,                                                              \
     .standard = (standard_),                                                                      \
     .help = (help_),                                                                              \
     .offset = offsetof(struct options, field),                                                    \
     .size = sizeof(((struct options *)0)->field),                                                 \
     of,                                                                                           \
     kind},
#include "options.def"
#undef OPT
};

const struct option_row *option_at(size_t index)
{
    return index < N_OPTIONS ? &rows[index] : NULL;
}

const char *option_choice(const struct option_row *row, size_t index)
{
    if (row->name_at)
        return row->name_at(index);
    const struct choice *choice = row->choices;
    while (choice && choice->name && index-- > 0)
        choice++;
    return choice ? choice->name : NULL;
}

void options_init(struct options *opt)
{
    *opt = (struct options){0};
    opt->read = (fr_read_options)FR_READ_DEFAULTS;
    opt->select = (fr_select_options)FR_SELECT_DEFAULTS;
    opt->transform = (fr_transform_options)FR_TRANSFORM_DEFAULTS;
    opt->tree = (fr_tree_options)FR_TREE_DEFAULTS;
    opt->flame = (fr_flame_options)FR_FLAME_DEFAULTS;
    opt->heat = (fr_heat_options)FR_HEAT_DEFAULTS;
    opt->top = (fr_top_options)FR_TOP_DEFAULTS;
    opt->check = (fr_check_options)FR_CHECK_DEFAULTS;
    opt->recording.runs = 1;
    opt->limit_output = UINT64_C(4) << 30;
    opt->max_rows = ROWS_UNSET;
    opt->diff = (fr_diff_options)FR_DIFF_DEFAULTS;
    opt->trend = (fr_trend_options)FR_TREND_DEFAULTS;
    opt->write = (fr_write_options)FR_WRITE_DEFAULTS;
}

bool options_changed(const struct options *opt, size_t offset, size_t size)
{
    struct options standard;
    options_init(&standard);
    for (const struct option_row *row = rows; row < rows + N_OPTIONS; row++)
        if (row->offset >= offset && row->offset - offset < size &&
            memcmp((const char *)opt + row->offset, (const char *)&standard + row->offset,
                   row->size) != 0)
            return true;
    return false;
}

bool options_given(const struct options *opt, size_t offset)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (opt->given[i] && rows[i].offset == offset)
            return true;
    return false;
}

bool option_set(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    return row->set(opt, row, value, err);
}

/* "-nodecount=5", "-title" "x": pprof and flamegraph.pl take long names after one dash. Only a whole name is
 * one: "-ox.svg" is "-o" "x.svg". */
static bool is_long(const char *argument, unsigned commands)
{
    if (argument[1] == '-')
        return true;
    struct spelling name = option_spell(argument + 1);
    return name.len > 1 && option_search_long(name.text, name.len, commands).exact;
}

static const char *long_name(const char *argument)
{
    return argument + 1 + (argument[1] == '-');
}

/* ---------------------------------------------------------------- before the subcommand */

/* "-n" takes a value in some subcommands: then it is taken to do so. */
static bool may_take_value(char letter)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (rows[i].letter == letter && rows[i].takes == TAKES_VALUE)
            return true;
    return false;
}

/* "-o", "-qo", but not "-ox.svg": the next argument is a value. */
static bool letters_need_next(const char *letter)
{
    while (*letter && option_find_letter(*letter, COMMAND_ALL) && !may_take_value(*letter))
        letter++;
    return may_take_value(*letter) && !letter[1];
}

/* "--threads", but not "--threads=1". What could be several options is left to the parser. */
static bool name_needs_next(const char *argument)
{
    struct spelling name = option_spell(argument);
    if (argument[name.len] == '=')
        return false;
    struct option_search s = option_search_long(name.text, name.len, COMMAND_ALL);
    const struct option_row *row = s.exact ? s.exact : s.ambiguous ? NULL : s.abbreviated;
    return row && row->takes == TAKES_VALUE;
}

int options_skip(int argc, char **argv)
{
    int at = 0;
    while (at < argc && argv[at][0] == '-' && argv[at][1]) {
        const char *argument = argv[at++];
        if (strcmp(argument, "--") == 0)
            return argc;
        at += is_long(argument, COMMAND_ALL) ? name_needs_next(long_name(argument))
                                             : letters_need_next(argument + 1);
    }
    return at < argc ? at : argc;
}

/* ---------------------------------------------------------------- walking the arguments */

struct walk {
    struct options *opt;
    char **argv;
    int argc, at;
    const struct option_row *last; /* the last option; NULL: none */
    fr_error *err;
};

/* `shown` is how the option was typed: "--width", "-o". `attached` is a value that came with it. */
static bool apply(struct walk *w, const struct option_row *row, const char *shown,
                  const char *attached)
{
    if (row->takes == TAKES_NOTHING && attached)
        return fail_with(w->err, FR_E_USAGE, "'%s' takes no value, but has '%s'", shown, attached);
    if (row->takes == TAKES_VALUE && !attached) {
        if (w->at == w->argc) {
            fail_with(w->err, FR_E_USAGE, "'%s' needs a value", shown);
            return hint_with(w->err, "'flamerender help %s' lists the options",
                             w->opt->command->name);
        }
        attached = w->argv[w->at++];
    }
    w->opt->given[row - rows] = true;
    w->last = row;
    return option_set(w->opt, row, attached, w->err);
}

/* "--width=800", "--width" "800", "--wid" "800", "-sample_index=0" */
static bool walk_long(struct walk *w, const char *argument)
{
    const char *text = long_name(argument);
    size_t len = strcspn(text, "=");
    struct spelling name = option_spell(text);
    const struct option_row *row = option_find_long(name.text, name.len, w->opt->command, w->err);
    char shown[64];
    snprintf(shown, sizeof shown, "--%.*s", name.len > 60 ? 60 : (int)name.len, name.text);
    return row && apply(w, row, shown, text[len] == '=' ? text + len + 1 : NULL);
}

/* "-o" "x.svg", "-ox.svg", "-qi" */
static bool walk_letters(struct walk *w, const char *argument)
{
    for (const char *letter = argument + 1; *letter; letter++) {
        const struct option_row *row =
            option_find_letter(*letter, w->opt->command->bit | w->opt->command->also);
        if (!row)
            return option_fail_letters(argument, w->opt->command, w->err);
        bool rest_is_value = row->takes == TAKES_VALUE && letter[1];
        char shown[] = {'-', *letter, '\0'};
        if (!apply(w, row, shown, rest_is_value ? letter + 1 : NULL))
            return false;
        if (rest_is_value)
            break;
    }
    return true;
}

static bool walk_argument(struct walk *w, char *argument, bool *options_ended)
{
    bool is_option = argument[0] == '-' && argument[1] && !*options_ended;
    if (!is_option && w->last && w->last->takes_more)
        return option_set(w->opt, w->last, argument, w->err);
    if (!is_option) {
        w->opt->inputs[w->opt->n_inputs++] = argument;
        *options_ended |= w->opt->command->run_alone != NULL; /* what follows is the program's */
        return true;
    }
    if (strcmp(argument, "--") == 0) {
        *options_ended = true;
        return true;
    }
    return is_long(argument, w->opt->command->bit | w->opt->command->also)
               ? walk_long(w, argument)
               : walk_letters(w, argument);
}

#define ROW_PER_LABEL 1.4 /* height of a row by the size of its labels */

/* Rows grow with their labels. */
static void fit_rows(struct options *opt)
{
    uint32_t least = (uint32_t)(opt->flame.font_px * ROW_PER_LABEL + 0.5);
    if (!OPTIONS_GIVEN(opt, flame.row_height_px) && opt->flame.row_height_px < least)
        opt->flame.row_height_px = least;
}

bool options_parse(struct options *opt, const struct command *command, int argc, char **argv,
                   fr_error *err)
{
    struct walk w = {.opt = opt, .argv = argv, .argc = argc, .err = err};
    bool options_ended = false;
    opt->command = command;
    if (command->init)
        command->init(opt);
    opt->inputs = argv; /* inputs move to the front: they are never more than what was walked */
    while (w.at < argc)
        if (!walk_argument(&w, argv[w.at++], &options_ended))
            return false;
    if (opt->n_inputs > command->max_inputs && !opt->help && !opt->version)
        return fail_with(err, FR_E_USAGE, "'%s' does not take '%s'", command->name,
                         opt->inputs[command->max_inputs]);
    fit_rows(opt);
    return true;
}
