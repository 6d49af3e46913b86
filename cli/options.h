/*
 * options.h - what the command line said: the table of options and its parser.
 *
 *     struct options opt;
 *     options_init(&opt);
 *     if (!options_parse(&opt, command, argc, argv, &err))
 *         return message_error(&err);
 *
 * Accepted: --name=value, --name value, -o value, -ovalue, -qi, unique abbreviations of long names,
 * "-" as an input, "--" ends options. Options and inputs may be mixed.
 */
#ifndef FR_CLI_OPTIONS_H
#define FR_CLI_OPTIONS_H

#include <stdio.h>

#include "command.h"
#include "flamerender_trend.h"

/* The values of an option that may be repeated. */
enum { MOST_VALUES = 64, MOST_REPEATED = 256 };
struct values {
    const char *items[MOST_VALUES];
    size_t n;
};

enum { CALL_GRAPH_AUTO, CALL_GRAPH_FP, CALL_GRAPH_DWARF };

/* The options of record. */
struct recording {
    uint32_t frequency; /* 0: by the way stacks are taken */
    const char *process;
    bool all_cpus, keep, heatmap, open;
    double duration_s; /* 0: until it ends */
    uint32_t runs;
    unsigned call_graph;
    struct values diff; /* profiles of the base */
};

/* Transforms before a --then, in their order. */
enum { MOST_ROUNDS = 32 };
struct rounds {
    fr_transform_options items[MOST_ROUNDS];
    size_t n;
};

enum shell { SHELL_NONE, SHELL_BASH, SHELL_ZSH, SHELL_FISH }; /* values of --completion */

enum { BASE_SIDE, NEW_SIDE, N_SIDES };
struct side { /* of a differential */
    struct values paths, where, ranges;
    double units[MOST_VALUES]; /* of work, by run */
    size_t n_units;            /* 1 of several runs: their sum */
    const char *name;          /* NULL: by its input */
};

enum { SHADE_NAME, SHADE_HASH, SHADE_DETERMINISTIC, SHADE_RANDOM }; /* ways to shade a palette */
enum { ANSI_AUTO, ANSI_ALWAYS, ANSI_NEVER };                        /* colours in a terminal */
/* A picture is to be shown there. */
enum host {
    HOST_NONE,
    HOST_GITHUB,
    HOST_GITLAB,
    HOST_JENKINS,
    HOST_CONFLUENCE,
    HOST_SLACK,
    HOST_SLIDE,
    HOST_EMAIL
};

/* A picture that was drawn, for those who write about it. */
struct drawn {
    char alt[1024];
    uint32_t kept_ppm; /* of self */
};

/* Changes of the theme; NULL: as it has it. */
struct paint {
    const char *ground, *ink, *font, *match, *stroke;
    unsigned shade;
    uint64_t seed;
    const char *attributes; /* path of attributes of names */
    const char *map;        /* path of a palette.map that is read */
    const char *write_map;  /* ... that is written */
};

#define ROWS_UNSET UINT32_MAX

/* The number of rows of options.def. */
enum {
#define OPT(...) +1
    N_OPTIONS = 0
#include "options.def"
#undef OPT
};

struct options {
    fr_read_options read;
    fr_select_options select; /* ranges and where are filled in by options_parse() */
    struct values ranges, where;
    struct rounds earlier;          /* transforms that come first */
    fr_transform_options transform; /* the last round */
    fr_tree_options tree;
    fr_flame_options flame;
    fr_write_options write;
    fr_heat_options heat;   /* what it has in common with `flame` is there */
    struct values outlines; /* heatmap: ranges to outline */
    fr_top_options top;
    fr_check_options check;
    bool fail_on_bad;
    uint64_t limit_output;      /* bytes */
    uint32_t max_rows;          /* of top; ROWS_UNSET: as many as the format wants */
    struct side sides[N_SIDES]; /* diff: base and new, before --swap */
    fr_diff_options diff;       /* renames are filled in later */
    struct values renames;
    fr_trend_options trend; /* what it has in common with `diff` is there */
    const char *units;      /* path; NULL: none */
    const char *units_column;
    struct values fail_if;
    bool accept_sampling_noise;
    bool calibrate;
    const char *noise; /* path of a model; NULL: none */
    bool swap;
    const char *sample_index; /* NULL: the last column */
    unsigned host;            /* enum host */
    bool alt;                 /* its alt text is printed */
    struct drawn *drawn;      /* filled in by picture_write_scene(); NULL: nobody asks */
    unsigned ansi;            /* colours in a terminal */
    bool upright;             /* root at the foot of a terminal's picture */
    uint32_t columns;         /* of that picture; found by terminal_adapt() */
    const char *theme;        /* NULL: the default */
    struct paint paint;
    const char *output; /* NULL or "-": standard output */
    const char *format; /* NULL: by the extension of `output` */
    unsigned clock;     /* 1: shared */
    unsigned apart;     /* 1: equal neighbours of a flame chart stay apart */
    bool skip_bad;
    const char *files_from; /* NULL: the inputs are the arguments */
    struct recording recording;
    const char *since;    /* NULL: nothing is subtracted */
    struct values labels; /* of all samples */
    struct values totals; /* --expect-total */
    unsigned dialect;     /* of sql */
    const char *token;    /* of an insert; NULL: none */
    const char *shard;    /* "I/N"; NULL: all inputs */
    const char *expect;   /* path of a manifest; NULL: none */
    bool quiet;
    bool help;
    bool version;
    bool man;
    enum shell shell;                    /* whose completion is printed */
    bool given[N_OPTIONS];               /* by row: options_parse() met it */
    const char *repeated[MOST_REPEATED]; /* words that a command which reads the same repeats */
    unsigned short repeated_of[MOST_REPEATED]; /* the row of each word's option */
    size_t n_repeated;
    char spelled[1024]; /* those whose option was short, with its name in full, each with its NUL */
    size_t spelled_used;
    const struct command *command;
    char **inputs; /* the arguments that are no options, in their order */
    size_t n_inputs;
};

/* A value by name; tables of them end with a NULL name. */
struct choice {
    const char *name;
    unsigned value;
};

enum option_takes { TAKES_NOTHING, TAKES_VALUE, MAY_TAKE_VALUE };

/* Groups of --help, in its order: what few subcommands have is before what all have. */
enum task {
    TASK_RECORDING,
    TASK_COMPARISON,
    TASK_JUDGEMENT,
    TASK_SHOWN,
    TASK_PICTURE,
    TASK_PARTS,
    TASK_ENGINE,
    TASK_INPUT,
    TASK_SELECTION,
    TASK_VALUES,
    TASK_OUTPUT,
    TASK_LIMITS,
    TASK_GENERAL,
    N_TASKS
};

/* A row of options.def. */
struct option_row {
    const char *names; /* space-separated; the first is the option's own */
    const char *argument;
    const char *standard;
    const char *help;
    enum task task;
    unsigned commands; /* COMMAND_ bits */
    const char *from;  /* the input formats that it matters to, space-separated; NULL: all */
    uint32_t into;     /* it matters to output formats with one of these flags; 0: to all */
    enum option_takes takes;
    char letter;
    bool reads;      /* the value is the path of a file that is read */
    bool writes;     /* ... that is written */
    bool takes_more; /* inputs that follow the value are values too */
    /* Puts a value, as if typed, into struct options; NULL where none was given. */
    bool (*set)(struct options *opt, const struct option_row *row, const char *value,
                fr_error *err);
    size_t offset, size;                  /* of the member */
    uint64_t least, most;                 /* NUMBER, SIZE, AMOUNT_BETWEEN */
    const struct choice *choices;         /* CHOICE, MAYBE, WEIGHT and those _OF words */
    const char *(*name_at)(size_t index); /* NAMED: NULL past the last name */
    const char *listed;  /* NAMED: a hint where the names are listed; NULL: the error lists them */
    unsigned value;      /* SETS, MAYBE without an argument */
    const char *instead; /* READS_OR, WRITES_OR without an argument */
};

void options_init(struct options *opt); /* the defaults, which are the library's */
/* Fills `opt` from the arguments after the command's name; reorders `argv`, into which opt->inputs
 * points. False: a usage error, which names the nearest option where one was mistyped. */
FR_CHECKED bool options_parse(struct options *opt, const struct command *command, int argc,
                              char **argv, fr_error *err);
/* Returns where the first argument stands that is no option, nor the value of one: no name has two meanings, so
 * the subcommand need not be known. `argc`: there is none, or only after "--". */
int options_skip(int argc, char **argv);
/* True if an option whose member lies in these bytes of struct options differs from its default. */
bool options_changed(const struct options *opt, size_t offset, size_t size);
#define OPTIONS_CHANGED(opt, member)                                                               \
    options_changed((opt), offsetof(struct options, member), sizeof((opt)->member))
/* True if an option that sets this member was given. */
bool options_given(const struct options *opt, size_t offset);
#define OPTIONS_GIVEN(opt, member) options_given((opt), offsetof(struct options, member))
const struct option_row *option_at(size_t index); /* the table; NULL past the last row */
/* The names that its value may have, of `choices` or name_at; NULL past the last, or where it has none. */
const char *option_choice(const struct option_row *row, size_t index);

/* A setter makes the text of an option a member of struct options: one per kind, which
 * option_table.c says of each. */
typedef bool option_setter(struct options *opt, const struct option_row *row, const char *value,
                           fr_error *err);
option_setter set_flag, set_text, set_list, set_pattern, set_then, set_number, set_seconds,
    set_size, set_weight, set_minwidth, set_scale, set_normalize, set_points, set_percent,
    set_fraction, set_named, set_address, set_amount, set_colour, set_file_or, set_choice;

/* Writes what commands of a page repeat, words for a shell, after what they name as the input: " --where tid=7 --hide
 * '^foo$' --then"; "" where there are none. `stacks`: the page has shares of these. */
void options_reading(const struct options *opt, bool stacks, char *to, size_t cap);

/* "folded, perf-script", "svg", "" where it is no more than two formats that the option matters to; else "". */
void scope_group(const struct option_row *row, char *to, size_t cap);
/* Prints a note for each option that was given and that all of these formats ignore. `read`: those of the inputs,
 * as fr_profile_info.formats; 0: unknown. Nothing with --quiet. */
void scope_note(const struct options *opt, uint64_t read, const fr_format_info *written);

/* A file that is read is never written under any name: false with a usage error where a file that is written is an
 * input, or a file that an option reads, or is written by another option too. Files are compared by device and inode. */
FR_CHECKED bool kept_files_check(const struct options *opt, fr_error *err);
/* The same for inputs that a list named (--files-from). "-" is standard input. */
FR_CHECKED bool kept_files_check_paths(const struct options *opt, const char *const *paths,
                                       size_t n, fr_error *err);

/* The theme that the command line asks for, with what it changes in it. The caller frees it. NULL: `err` names the
 * option. */
FR_CHECKED fr_theme *theme_choose(const struct options *opt, fr_error *err);

/* A completion script, to be sourced or installed where the shell looks for it. */
void completion_print(FILE *to, enum shell shell);
void manual_print(FILE *to); /* flamerender(1) as roff; no date in it */
/* Usage, examples, and the options by task, in 80 columns. With `overview` the subcommands too. */
void help_print(FILE *to, const struct command *command, bool overview);

#endif
