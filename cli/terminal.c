/*
 * terminal.c - what the terminal is like. Its ground is asked for as xterm does (OSC 11), and then its kind (DA1),
 * which every terminal answers: where that comes first, or nothing does, the ground is taken for dark.
 *
 *     ESC ] 11 ; ? BEL ESC [ c      ->      ESC ] 11 ; rgb:1515/1717/1c1c BEL  ESC [ ? 6 2 c
 */
#define _GNU_SOURCE
#include "destination.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define CELL_PX    8  /* of a picture that is laid out for cells: an eighth of a column is a px */
#define MARGINS_PX 40 /* left and right of it together */
#define STANDARD   100
#define NARROWEST  3   /* eighths that a box needs */
#define PATIENCE   200 /* ms */
#define FURNITURE  14  /* lines of a picture, about, that are neither its rows nor functions */
#define LEAST_ROWS 8
#define HEAT_LINES 10 /* lines of a heatmap that are not its cells */

static bool is_for_terminals(const struct destination *to)
{
    return to->format.flags & FR_FORMAT_TERMINAL;
}

static bool is_terminal(const struct destination *to)
{
    return !to->path && isatty(STDOUT_FILENO);
}

/* ---- ground ---- */

/* Reads until the terminal has told its kind, or for a fifth of a second. */
static void read_answer(int tty, char *answer, size_t cap)
{
    struct pollfd ready = {.fd = tty, .events = POLLIN};
    size_t len = 0;
    answer[0] = '\0';
    const char *kind = NULL;
    while (len + 1 < cap && !(kind && strchr(kind, 'c')) && poll(&ready, 1, PATIENCE) > 0) {
        ssize_t n = read(tty, answer + len, cap - 1 - len);
        if (n <= 0)
            return;
        len += (size_t)n;
        answer[len] = '\0';
        kind = strstr(answer, "\x1b[?");
    }
}

static void ask(int tty, char *answer, size_t cap)
{
    static const char question[] = "\x1b]11;?\x07\x1b[c";
    struct termios before, raw;
    if (tcgetattr(tty, &before) != 0)
        return;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(tty, TCSANOW, &raw) != 0)
        return;
    if (write(tty, question, sizeof question - 1) == (ssize_t)sizeof question - 1)
        read_answer(tty, answer, cap);
    (void)tcsetattr(tty, TCSANOW, &before);
}

/* "rgb:1515/1717/1c1c": light where the mean of the first digits is over half. */
static bool is_light_answer(const char *answer)
{
    const char *rgb = strstr(answer, "rgb:");
    long sum = 0;
    for (int i = 0; rgb && i < 3; i++) {
        char digit[2] = {rgb[i ? 1 : 4], '\0'};
        sum += strtol(digit, NULL, 16);
        rgb = strchr(rgb + (i ? 1 : 4), '/');
        if (!rgb && i < 2)
            return false;
    }
    return sum > 3 * 8;
}

/* A program in the background would be stopped if it changed the terminal's modes. */
static bool has_light_ground(void)
{
    char answer[256] = "";
    int tty = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (tty < 0)
        return false;
    if (tcgetpgrp(tty) == getpgrp())
        ask(tty, answer, sizeof answer);
    (void)close(tty);
    return is_light_answer(answer);
}

/* ---- colours ---- */

static bool is_named(const char *name, const char *value)
{
    const char *found = getenv(name);
    return found && strcmp(found, value) == 0;
}

static uint32_t colours_of(const struct options *opt, const struct destination *to)
{
    bool wanted = opt->ansi == ANSI_ALWAYS || (opt->ansi == ANSI_AUTO && is_terminal(to) &&
                                               !is_set("NO_COLOR") && !is_named("TERM", "dumb"));
    if (!wanted)
        return 0;
    return is_named("COLORTERM", "truecolor") || is_named("COLORTERM", "24bit") ? FR_TRUE_COLOURS
                                                                                : 256;
}

/* ---- the whole ---- */

static uint32_t lines_of(void)
{
    struct winsize size = {.ws_row = 0};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/* Rows of boxes that `lines` have room for, beside a third that is the functions'. */
static uint32_t rows_within(uint32_t lines)
{
    uint32_t functions = lines > 10 ? (lines - 10) / 3 : 0;
    functions = functions > 10 ? 10 : functions;
    return lines > FURNITURE + functions + LEAST_ROWS ? lines - FURNITURE - functions : LEAST_ROWS;
}

/* A second's cells in half of the lines each: the most that divide it evenly and fit. */
static uint32_t cells_within(uint32_t lines)
{
    static const uint32_t cells[] = {50, 25, 20, 10};
    size_t i = 0;
    while (i + 1 < sizeof cells / sizeof *cells && (cells[i] + 1) / 2 + HEAT_LINES > lines)
        i++;
    return cells[i];
}

void terminal_adapt(struct options *opt, const struct destination *to)
{
    fr_flame_options *flame = &opt->flame;
    if (!is_for_terminals(to))
        return;
    uint32_t columns = destination_columns(to), lines = is_terminal(to) ? lines_of() : 0;
    opt->columns = OPTIONS_GIVEN(opt, flame.width_px) ? flame->width_px
                   : columns                          ? columns
                                                      : STANDARD;
    flame->width_px = opt->columns * CELL_PX + MARGINS_PX;
    flame->cells = true;
    flame->icicle = !opt->upright;
    if (opt->command->bit == COMMAND_DIFF)
        flame->rows_past_change = ROWS_PAST_CHANGE;
    if (lines && !OPTIONS_GIVEN(opt, flame.max_depth))
        flame->cell_rows = rows_within(lines);
    if (lines && !OPTIONS_GIVEN(opt, heat.rows))
        opt->heat.rows = cells_within(lines);
    if (!OPTIONS_GIVEN(opt, flame.minwidth_millionths))
        flame->minwidth_millionths = NARROWEST * INT64_C(1000000);
    if (flame->scheme == FR_SCHEME_AUTO && colours_of(opt, to) && is_terminal(to) &&
        has_light_ground())
        flame->scheme = FR_SCHEME_LIGHT;
}

void terminal_describe(fr_write_options *how, const struct options *opt,
                       const struct destination *to)
{
    how->columns = destination_columns(to);
    if (!is_for_terminals(to))
        return;
    how->columns = opt->columns;
    how->rows = is_terminal(to) && !OPTIONS_GIVEN(opt, flame.max_depth) ? lines_of() : 0;
    how->colours = colours_of(opt, to);
}
