/*
 * command.h - the subcommands, one row each; and what all of them say to people: messages, the nearest word, a page.
 */
#ifndef FLAMERENDER_CLI_COMMAND_H
#define FLAMERENDER_CLI_COMMAND_H

#include "flamerender.h"

struct options;

/* Bits, for the table of options. */
enum {
    COMMAND_RENDER = 1 << 0,
    COMMAND_CONVERT = 1 << 1,
    COMMAND_FORMATS = 1 << 2,
    COMMAND_THEMES = 1 << 3,
    COMMAND_HELP = 1 << 4,
    COMMAND_HEATMAP = 1 << 5,
    COMMAND_TOP = 1 << 6,
    COMMAND_CHECK = 1 << 7,
    COMMAND_DIFF = 1 << 8,
    COMMAND_TAGS = 1 << 9,
    COMMAND_TREND = 1 << 10,
    COMMAND_LINKS = 1 << 11,
    COMMAND_SQL = 1 << 12,
    COMMAND_RECORD = 1 << 13,
    COMMAND_OPEN = 1 << 14,
    COMMAND_VIEWER = 1 << 15,
    COMMAND_ALL = (1 << 16) - 1,
    COMMAND_FLAMES = COMMAND_RENDER | COMMAND_DIFF,
    COMMAND_READERS = COMMAND_RENDER | COMMAND_CONVERT | COMMAND_HEATMAP | COMMAND_TOP |
                      COMMAND_CHECK | COMMAND_TAGS | COMMAND_DIFF | COMMAND_TREND,
};

/* A subcommand does its work. `n_bad` becomes the number of inputs that --skip-bad skipped. False: see `err`. */
typedef bool command_task(const struct options *opt, size_t *n_bad, fr_error *err);

struct command {
    const char *name;
    unsigned bit;
    const char *arguments; /* "[FILE]..." */
    const char *summary;   /* one sentence */
    const char *examples;  /* lines of at most 76 columns, each ended by a newline, or "" */
    size_t max_inputs;
    command_task *run;
    void (*init)(struct options *opt); /* defaults of its own; NULL: the library's */
    unsigned also;                     /* the bit of another subcommand, whose options it has too */
    /* Instead of `run`: says what is wrong, returns the exit status. Its first input ends the options. */
    int (*run_alone)(const struct options *opt);
};

/* Rows in the order of --help; the first is the default. NULL past the last. */
const struct command *command_at(size_t index);
/* By name, and by a name that is a typing error away: NULL where there is none. */
const struct command *command_find(const char *name);
const struct command *command_near(const char *name);
const char *command_name_of(unsigned bit); /* "" where there is none */

/* Does what the command line asks; says what is wrong. Returns the exit status. */
int command_run(const struct options *opt);

/* The subcommands stand where they are done: each has its row there. */
extern const struct command command_render, command_convert, command_heatmap, command_top,
    command_check, command_tags, command_diff, command_trend, command_viewer, command_sql,
    command_formats, command_themes, command_install_links, command_help;
int run_record(const struct options *opt);
command_task run_open;
void init_timed(struct options *opt); /* keeps the times of samples */
void init_comparison(struct options *opt);

/* ---- messages: one line each, on standard error (messages.c) ---- */

/* Prints an error and its hint; returns the exit status. A warning is of an error that the run survives. */
int message_error(const fr_error *err);
void message_warning(const fr_error *err);
void message_note(const fr_note *note);
/* A note of the program's own; with --quiet there is none. */
void note_with(const struct options *opt, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills `err` unless it is filled already; returns false. */
bool fail_with(fr_error *err, fr_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Gives a filled error without a hint one; returns false. */
bool hint_with(fr_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends to a NUL-terminated buffer, cutting at its end. */
void append_text(char *to, size_t cap, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *path_end(const char *path); /* what follows the last '/', or all of it */
void put_text(fr_output *out, const char *text);
bool is_set(const char *name); /* a variable of the environment has a value that is not empty */
/* Standard error is a terminal that can draw over a line, and nobody asked for silence. */
bool shows_progress(bool quiet);
int64_t now_ns(void); /* of a clock that nobody sets */

struct word { /* of a space-separated list; not NUL-terminated */
    const char *text;
    size_t len;
};

/* Takes the next word off the list: for (struct word w; word_next(&list, &w);) */
bool word_next(const char **list, struct word *word);
bool word_is(struct word word, const char *text, size_t len);
bool words_hold(const char *list, const char *text, size_t len);

/* The nearest of the words offered, by edit distance with transpositions; nothing is near where
 * more than a third of the letters would have to change. */
struct nearest {
    struct word wanted;
    struct word best; /* text is NULL where nothing is near */
    size_t distance;
};
void nearest_init(struct nearest *nearest, const char *wanted, size_t len);
void nearest_offer(struct nearest *nearest, struct word word);

/* From now on an allocation beyond `bytes` and a reserve of 64 MiB fails, and the error names --limit-memory. Does
 * nothing where the system cannot limit the data of a process, and under a sanitizer, whose own memory would count. */
void memory_limit(uint64_t bytes);

/* A new folder of the user alone beside the temporary files, malloc'ed: "/tmp/flamerender-x7Kq2b". */
char *temporary_folder(fr_error *err);
/* Opens a page by the program that the desktop has for it; over SSH, or where there is no desktop, the lines that copy
 * it are printed on standard error instead. Never fails: the page is there. */
void open_page(const char *path);

#endif
