/*
 * options.c - the table made from options.def, and the parser that walks the arguments.
 */
#include "options.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "habits.h"
#include "messages.h"
#include "values.h"
#include "words.h"

static const struct choice weights[] = {{"auto", FR_WEIGHT_AUTO},
                                        {"period", FR_WEIGHT_PERIOD},
                                        {"samples", FR_WEIGHT_SAMPLES},
                                        {NULL, 0}};
static const struct choice negatives[] = {
    {"error", FR_NEGATIVE_ERROR}, {"drop", FR_NEGATIVE_DROP}, {"abs", FR_NEGATIVE_ABS}, {NULL, 0}};
static const struct choice clocks[] = {{"aligned", false}, {"shared", true}, {NULL, 0}};
static const struct choice roots[] = {{"comm", FR_ROOT_COMM},
                                      {"comm-pid", FR_ROOT_COMM_PID},
                                      {"comm-tid", FR_ROOT_COMM_TID},
                                      {"none", FR_ROOT_NONE},
                                      {NULL, 0}};
static const struct choice off_cpus[] = {
    {"blocked", FR_OFF_CPU_BLOCKED}, {"all", FR_OFF_CPU_ALL}, {NULL, 0}};
static const struct choice compats[] = {{"none", FR_COMPAT_NONE},
                                        {"stackcollapse", FR_COMPAT_STACKCOLLAPSE},
                                        {"difffolded", FR_COMPAT_DIFFFOLDED},
                                        {NULL, 0}};
static const struct choice recursions[] = {
    {"direct", FR_RECURSION_DIRECT}, {"cycles", FR_RECURSION_CYCLES}, {NULL, 0}};
static const struct choice granularities[] = {{"names", FR_GRANULARITY_NAMES},
                                              {"functions", FR_GRANULARITY_FUNCTIONS},
                                              {"filefunctions", FR_GRANULARITY_FILEFUNCTIONS},
                                              {"files", FR_GRANULARITY_FILES},
                                              {"lines", FR_GRANULARITY_LINES},
                                              {"addresses", FR_GRANULARITY_ADDRESSES},
                                              {NULL, 0}};
static const struct choice name_styles[] = {
    {"short", FR_NAMES_SHORT}, {"full", FR_NAMES_FULL}, {NULL, 0}};
static const struct choice truncates[] = {{"distinct", FR_TRUNCATE_DISTINCT},
                                          {"end", FR_TRUNCATE_END},
                                          {"start", FR_TRUNCATE_START},
                                          {"middle", FR_TRUNCATE_MIDDLE},
                                          {NULL, 0}};
static const struct choice widths[] = {{"mean", FR_WIDTH_OF_MEAN},   {"new", FR_WIDTH_OF_NEW},
                                       {"base", FR_WIDTH_OF_BASE},   {"max", FR_WIDTH_OF_MAX},
                                       {"delta", FR_WIDTH_OF_DELTA}, {NULL, 0}};
static const struct choice sorts[] = {
    {"name", FR_SORT_NAME}, {"value", FR_SORT_VALUE}, {"input", FR_SORT_INPUT}, {NULL, 0}};
static const struct choice idles[] = {
    {"include", FR_IDLE_INCLUDE}, {"exclude", FR_IDLE_EXCLUDE}, {NULL, 0}};
static const struct choice orders[] = {{"self", FR_TOP_SELF}, {"total", FR_TOP_TOTAL}, {NULL, 0}};
static const struct choice diff_bys[] = {
    {"total", FR_DIFF_BY_TOTAL}, {"self", FR_DIFF_BY_SELF}, {NULL, 0}};
static const struct choice shells[] = {
    {"bash", SHELL_BASH}, {"zsh", SHELL_ZSH}, {"fish", SHELL_FISH}, {NULL, 0}};
static const struct choice schemes[] = {
    {"auto", FR_SCHEME_AUTO}, {"light", FR_SCHEME_LIGHT}, {"dark", FR_SCHEME_DARK}, {NULL, 0}};

static const struct choice heat_values[] = {
    {"auto", FR_HEAT_AUTO}, {"samples", FR_HEAT_SAMPLES}, {"weight", FR_HEAT_WEIGHT}, {NULL, 0}};
static const struct choice ramps[] = {
    {"robust", FR_HEAT_ROBUST}, {"linear", FR_HEAT_LINEAR}, {NULL, 0}};

static const struct choice datas[] = {
    {"auto", FR_DATA_AUTO}, {"full", FR_DATA_FULL}, {"none", FR_DATA_NONE}, {NULL, 0}};

/* Kinds of options.def. */
#define FLAG           .set = set_flag, .takes = TAKES_NOTHING
#define TEXT           .set = set_text, .takes = TAKES_VALUE
#define READS          TEXT, .reads = true
#define LIST           .set = set_list, .takes = TAKES_VALUE
#define PATTERN        .set = set_pattern, .takes = TAKES_VALUE
#define NUMBER(lo, hi) .set = set_number, .takes = TAKES_VALUE, .least = (lo), .most = (hi)
#define SECONDS(hi)    .set = set_seconds, .takes = TAKES_VALUE, .least = 1, .most = (hi)
#define SIZE(lo)       .set = set_size, .takes = TAKES_VALUE, .least = (lo), .most = UINT64_MAX
#define MINWIDTH       .set = set_minwidth, .takes = TAKES_VALUE
#define PERCENT        .set = set_percent, .takes = TAKES_VALUE
#define SCALE          .set = set_scale, .takes = TAKES_VALUE
#define NORMALIZE      .set = set_normalize, .takes = TAKES_VALUE
#define NORMALIZES     .set = set_normalize, .takes = TAKES_NOTHING
#define POINTS         .set = set_points, .takes = TAKES_VALUE
#define FRACTION       .set = set_fraction, .takes = TAKES_VALUE
#define CHOICE(table)  .set = set_choice, .takes = TAKES_VALUE, .choices = (table)
#define WEIGHT(table)  .set = set_weight, .takes = TAKES_VALUE, .choices = (table)
#define MAYBE(table, instead)                                                                      \
    .set = set_choice, .takes = MAY_TAKE_VALUE, .choices = (table), .value = (instead)
#define SETS(fixed) .set = set_choice, .takes = TAKES_NOTHING, .value = (fixed)

static const struct option_row rows[] = {
#define OPT(field, kind, names_, letter_, argument_, task_, commands_, standard_, help_)           \
    {.names = (names_),                                                                            \
     .letter = (letter_),                                                                          \
     .argument = (argument_),                                                                      \
     .task = TASK_##task_,                                                                         \
     .commands = COMMAND_##commands_,                                                              \
     .standard = (standard_),                                                                      \
     .help = (help_),                                                                              \
     .offset = offsetof(struct options, field),                                                    \
     .size = sizeof(((struct options *)0)->field),                                                 \
     kind},
#include "options.def"
#undef OPT
};

const struct option_row *option_at(size_t index)
{
    return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
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
    opt->max_rows = ROWS_UNSET;
    opt->diff = (fr_diff_options)FR_DIFF_DEFAULTS;
    opt->write = (fr_write_options)FR_WRITE_DEFAULTS;
}

bool options_changed(const struct options *opt, size_t offset, size_t size)
{
    struct options standard;
    options_init(&standard);
    for (const struct option_row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++)
        if (row->offset >= offset && row->offset - offset < size &&
            memcmp((const char *)opt + row->offset, (const char *)&standard + row->offset,
                   row->size) != 0)
            return true;
    return false;
}

bool option_set(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    return row->set(opt, row, value, err);
}

/* ---------------------------------------------------------------- finding a row */

/* What a long name, perhaps abbreviated, may stand for. */
struct search {
    const struct option_row *exact, *abbreviated, *elsewhere; /* elsewhere: of another subcommand */
    char matches[240]; /* the names that it abbreviates, for messages */
    bool ambiguous;
    struct nearest nearest;
};

static void consider(struct search *s, const struct option_row *row, struct word name,
                     unsigned command)
{
    struct word wanted = s->nearest.wanted;
    bool equal = word_is(name, wanted.text, wanted.len);
    if (!(row->commands & command)) {
        s->elsewhere = equal ? row : s->elsewhere;
        return;
    }
    nearest_offer(&s->nearest, name);
    if (equal) {
        s->exact = row;
    } else if (name.len > wanted.len && memcmp(name.text, wanted.text, wanted.len) == 0) {
        s->ambiguous |= s->abbreviated && s->abbreviated != row;
        s->abbreviated = row;
        append_text(s->matches, sizeof s->matches, "%s'--%.*s'", s->matches[0] ? ", " : "",
                    (int)name.len, name.text);
    }
}

/* A name as options.def has it: pprof writes sample_index. */
struct spelling {
    char text[128];
    size_t len;
};

static struct spelling spell(const char *argument)
{
    struct spelling name = {.len = strcspn(argument, "=")};
    name.len = name.len < sizeof name.text ? name.len : sizeof name.text - 1;
    for (size_t i = 0; i < name.len; i++)
        name.text[i] = i > 0 && argument[i] == '_' ? '-' : argument[i];
    return name;
}

/* The first subcommand that has the option, for messages. */
static const char *owner_name(const struct option_row *row)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (command->bit & row->commands)
            return command->name;
    return "";
}

static bool fail_unknown(const struct search *s, const struct command *command, fr_error *err)
{
    struct word wanted = s->nearest.wanted, near = s->nearest.best;
    const char *habit = habit_hint(wanted.text, wanted.len);
    int len = (int)wanted.len;
    if (s->elsewhere)
        fail_with(err, FR_E_USAGE, "'--%.*s' is an option of '%s', not of '%s'", len, wanted.text,
                  owner_name(s->elsewhere), command->name);
    else
        fail_with(err, FR_E_USAGE, "unknown option '--%.*s'", len, wanted.text);
    if (habit && !s->elsewhere)
        return hint_with(err, "%s", habit);
    if (near.text && !s->elsewhere)
        return hint_with(err, "did you mean '--%.*s'?", (int)near.len, near.text);
    return hint_with(err, "'flamerender help %s' lists the options", command->name);
}

static struct search search_long(const char *name, size_t len, unsigned commands)
{
    struct search s = {0};
    nearest_init(&s.nearest, name, len);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *names = rows[i].names;
        for (struct word word; word_next(&names, &word);)
            consider(&s, &rows[i], word, commands);
    }
    return s;
}

/* The row of a long name of `len` bytes; NULL with `err` filled. */
static const struct option_row *find_long(const char *name, size_t len,
                                          const struct command *command, fr_error *err)
{
    struct search s = search_long(name, len, command->bit);
    if (s.exact)
        return s.exact;
    if (s.ambiguous) {
        fail_with(err, FR_E_USAGE, "'--%.*s' may be one of %s", (int)len, name, s.matches);
        return NULL;
    }
    if (!s.abbreviated)
        fail_unknown(&s, command, err);
    return s.abbreviated;
}

static const struct option_row *find_letter(char letter, unsigned commands)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].letter == letter && rows[i].commands & commands)
            return &rows[i];
    return NULL;
}

static bool fail_letters(const char *argument, const struct command *command, fr_error *err)
{
    struct spelling name = spell(argument + 1);
    const char *habit = habit_hint(name.text, name.len);
    fail_with(err, FR_E_USAGE, "unknown option '%s'", argument);
    if (habit)
        return hint_with(err, "%s", habit);
    return hint_with(err, "'flamerender help %s' lists the options", command->name);
}

/* "-nodecount=5", "-title" "x": pprof and flamegraph.pl take long names after one dash. Only a whole name is
 * one: "-ox.svg" is "-o" "x.svg". */
static bool is_long(const char *argument, unsigned commands)
{
    if (argument[1] == '-')
        return true;
    struct spelling name = spell(argument + 1);
    return name.len > 1 && search_long(name.text, name.len, commands).exact;
}

static const char *long_name(const char *argument)
{
    return argument + 1 + (argument[1] == '-');
}

/* ---------------------------------------------------------------- before the subcommand */

/* "-o", "-qo", but not "-ox.svg": the next argument is a value. */
static bool letters_need_next(const char *letter)
{
    for (; *letter; letter++) {
        const struct option_row *row = find_letter(*letter, COMMAND_ALL);
        if (!row || row->takes == TAKES_VALUE)
            return row && !letter[1];
    }
    return false;
}

/* "--threads", but not "--threads=1". What could be several options is left to the parser. */
static bool name_needs_next(const char *argument)
{
    struct spelling name = spell(argument);
    if (argument[name.len] == '=')
        return false;
    struct search s = search_long(name.text, name.len, COMMAND_ALL);
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
    return option_set(w->opt, row, attached, w->err);
}

/* "--width=800", "--width" "800", "--wid" "800", "-sample_index=0" */
static bool walk_long(struct walk *w, const char *argument)
{
    const char *text = long_name(argument);
    size_t len = strcspn(text, "=");
    struct spelling name = spell(text);
    const struct option_row *row = find_long(name.text, name.len, w->opt->command, w->err);
    char shown[64];
    snprintf(shown, sizeof shown, "--%.*s", name.len > 60 ? 60 : (int)name.len, name.text);
    return row && apply(w, row, shown, text[len] == '=' ? text + len + 1 : NULL);
}

/* "-o" "x.svg", "-ox.svg", "-qi" */
static bool walk_letters(struct walk *w, const char *argument)
{
    for (const char *letter = argument + 1; *letter; letter++) {
        const struct option_row *row = find_letter(*letter, w->opt->command->bit);
        if (!row)
            return fail_letters(argument, w->opt->command, w->err);
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
    if (!is_option) {
        w->opt->inputs[w->opt->n_inputs++] = argument;
        return true;
    }
    if (strcmp(argument, "--") == 0) {
        *options_ended = true;
        return true;
    }
    return is_long(argument, w->opt->command->bit) ? walk_long(w, argument)
                                                   : walk_letters(w, argument);
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
    return true;
}
