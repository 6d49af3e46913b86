/*
 * dropin.c - the program under the name of another: arguments of flamegraph.pl, inferno and others become ours, in the
 * manner of each (Perl's Getopt::Long or getopts, Rust's clap), and its exit status theirs.
 */
#include "dropin.h"

#include "command.h"
#include "flamerender.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- our arguments ---- */

/* Appends `head` and `tail` as one argument. */
static void add_argument(struct translation *t, const char *head, const char *tail)
{
    size_t len = strlen(head) + strlen(tail) + 1;
    char *text = malloc(len);
    if (t->n + 2 > t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 32;
        char **argv = realloc(t->argv, cap * sizeof *argv);
        t->failed |= !argv;
        t->argv = argv ? argv : t->argv;
        t->cap = argv ? cap : t->cap;
    }
    t->failed |= !text;
    if (t->failed) {
        free(text);
        return;
    }
    snprintf(text, len, "%s%s", head, tail);
    t->argv[t->n++] = text;
    t->argv[t->n] = NULL;
}

void translation_reset(struct translation *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->argv[i]);
    free(t->argv);
    free(t->inputs);
    free(t->begins_at);
    *t = (struct translation){0};
}

static bool fail(struct translation *t, const char *before, const char *name, const char *after)
{
    if (!t->error[0])
        append_text(t->error, sizeof t->error, "%s%s%s", before, name, after);
    return false;
}

/* ---- one option ---- */

static bool is_number(const char *text, bool whole)
{
    size_t digits, at = *text == '-' || *text == '+';
    digits = strspn(text + at, "0123456789");
    at += digits;
    if (!whole && text[at] == '.') {
        size_t more = strspn(text + at + 1, "0123456789");
        digits += more;
        at += more + 1;
    }
    return digits > 0 && text[at] == '\0';
}

/* Options of ours with a narrower scale: a value of the other's beyond it is brought to the nearest. */
static const struct {
    const char *ours;
    int least, most;
} scales[] = {{"--fontsize=", 4, 100}, {"--width=", 100, 100000}, {"--height=", 4, 200}};

static bool take(struct translation *t, const struct foreign_option *option, const char *value)
{
    const char *text = value ? value : "";
    char near[32];
    int len = (int)strcspn(option->names, " ");
    if (option->wants > TEXT_VALUE && !is_number(text, option->wants == WHOLE_NUMBER)) {
        append_text(t->error, sizeof t->error,
                    "Value \"%.60s\" invalid for option %.*s (%s expected)", text, len,
                    option->names, option->wants == WHOLE_NUMBER ? "number" : "real number");
        return false;
    }
    if (option->ignored)
        fprintf(stderr, "%s: note: --%.*s has no effect: %s\n", t->program->name, len,
                option->names, option->ignored);
    for (size_t i = 0; option->ours && i < sizeof scales / sizeof *scales; i++)
        if (strcmp(option->ours, scales[i].ours) == 0) {
            double number = strtod(text, NULL), least = scales[i].least, most = scales[i].most;
            snprintf(near, sizeof near, "%.10g",
                     number < least  ? least
                     : number > most ? most
                                     : number);
            text = near;
        }
    if (option->ours)
        add_argument(t, option->ours, text);
    if (option->turn)
        option->turn(t, value);
    return true;
}

/* ---- finding a row ---- */

/* The row of a name of `len` bytes, whole or, where the program takes that, cut. NULL: none, or several. */
static const struct foreign_option *find(struct translation *t, const char *text, size_t len)
{
    bool perl = t->program->manner == GETOPT_LONG;
    const struct foreign_option *found = NULL;
    bool several = false;
    for (const struct foreign_option *row = t->program->options; row->names; row++) {
        const char *names = row->names;
        for (struct word name; word_next(&names, &name);) {
            if (name.len < len ||
                (perl ? strncasecmp(name.text, text, len) != 0 : memcmp(name.text, text, len) != 0))
                continue;
            if (name.len == len)
                return row;
            several |= found && found != row;
            found = row;
        }
    }
    if (perl && found && !several)
        return found;
    append_text(t->error, sizeof t->error,
                perl && several ? "Option %.*s is ambiguous" : "Unknown option: %.*s", (int)len,
                text);
    return NULL;
}

/* ---- the arguments ---- */

struct foreign_walk {
    struct translation *t;
    char **argv;
    int argc, at;
};

static bool take_with_next(struct foreign_walk *w, const struct foreign_option *option,
                           const char *attached)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(option->names, " "), option->names);
    if (option->wants == NOTHING && attached)
        return fail(w->t, "Option ", name, " does not take an argument");
    if (option->wants != NOTHING && !attached) {
        if (w->at == w->argc)
            return fail(w->t, "Option ", name, " requires an argument");
        attached = w->argv[w->at++];
    }
    return take(w->t, option, attached);
}

/* "--colors=java", "-title" "x" */
static bool walk_name(struct foreign_walk *w, const char *text)
{
    size_t len = strcspn(text, "=");
    const struct foreign_option *option = find(w->t, text, len);
    return option && take_with_next(w, option, text[len] == '=' ? text + len + 1 : NULL);
}

/* "-ns", "-n4", "-n" "4" */
static bool walk_letters(struct foreign_walk *w, const char *letters)
{
    for (; *letters; letters++) {
        const struct foreign_option *option = find(w->t, letters, 1);
        if (!option)
            return false;
        bool attached = option->wants != NOTHING && letters[1];
        if (!take_with_next(w, option, attached ? letters + 1 + (letters[1] == '=') : NULL))
            return false;
        if (attached)
            break;
    }
    return true;
}

static bool walk_all(struct foreign_walk *w)
{
    struct translation *t = w->t;
    enum manner manner = t->program->manner;
    bool ended = false;
    while (w->at < w->argc) {
        char *argument = w->argv[w->at++];
        bool two = argument[0] && argument[1] == '-';
        bool is_name = manner == GETOPT_LONG || (two && manner == CLAP);
        if (!ended && strcmp(argument, "--") == 0)
            ended = true;
        else if (ended || argument[0] != '-' || !argument[1])
            t->inputs[t->n_inputs++] = argument;
        else if (!(is_name ? walk_name(w, argument + 1 + two) : walk_letters(w, argument + 1)))
            return false;
        ended |= manner == GETOPTS && t->n_inputs > 0;
    }
    return true;
}

bool translate(struct translation *t, const struct foreign_program *program, int argc, char **argv)
{
    struct foreign_walk w = {t, argv, argc, 0};
    *t = (struct translation){.program = program};
    t->inputs = calloc((size_t)argc + 1, sizeof *t->inputs);
    if (!t->inputs)
        return fail(t, "out of memory", "", "");
    for (const char *const *text = program->always; *text; text++)
        add_argument(t, *text, "");
    if (!walk_all(&w))
        return false;
    if (!t->wants_help &&
        (t->n_inputs < program->least_inputs || t->n_inputs > program->most_inputs))
        return fail(t, "expected ", program->usage, "");
    if (t->begins_at)
        add_argument(t, "--show-from=", t->begins_at);
    if (program->finish)
        program->finish(t);
    add_argument(t, "--", "");
    for (size_t i = 0; i < t->n_inputs; i++)
        add_argument(t, t->inputs[i], "");
    return !t->failed || fail(t, "out of memory", "", "");
}

/*
 * The programs that it stands in for, and what each of their options is here.
 *
 * Options: flamegraph.pl, stackcollapse-perf.pl, stackcollapse.pl and difffolded.pl of FlameGraph (2024), and inferno
 * 0.12. docs/compat.md says where a meaning differs, and why.
 */

/* ---- options that are several of ours ---- */

static void turn_help(struct translation *t, const char *value)
{
    (void)value;
    t->wants_help = true;
}

static void turn_title(struct translation *t, const char *value)
{
    t->has_title = true;
    add_argument(t, "--title=", value);
}

static void turn_inverted(struct translation *t, const char *value)
{
    (void)value;
    t->is_inverted = true;
    add_argument(t, "--inverted", "");
}

static void turn_chart(struct translation *t, const char *value)
{
    (void)value;
    t->is_chart = true;
    add_argument(t, "--flamechart", "");
}

/* palette.map is read where there is one, and written. */
static void turn_palette(struct translation *t, const char *value)
{
    (void)value;
    if (access("palette.map", R_OK) == 0)
        add_argument(t, "--cp", "");
    add_argument(t, "--write-palette", "");
}

/* Its rules for these differ from those of flamegraph.pl. */
static void turn_colours(struct translation *t, const char *value)
{
    bool differs = words_hold("java js perl", value, strlen(value));
    add_argument(t, differs ? "--color-by=inferno-" : "--color-by=", value);
}

/* inferno's is a percentage, without a sign. */
static void turn_share(struct translation *t, const char *value)
{
    char text[64];
    snprintf(text, sizeof text, "%.60s%%", value);
    add_argument(t, "--minwidth=", text);
}

/* Appends a name as a pattern that only this very name matches. */
static void quote(const char *name, char *to)
{
    for (; *name; name++) {
        if (strchr("\\^$.[]|()?*+{}", *name))
            *to++ = '\\';
        *to++ = *name;
    }
    memcpy(to, ")$", sizeof ")$");
}

/* Stacks begin at the frame of this very name, or of one that was given before: "^(main|run)$". */
static void turn_base(struct translation *t, const char *value)
{
    size_t len = t->begins_at ? strlen(t->begins_at) - strlen(")$") : 0;
    const char *between = len ? "|" : "^(";
    char *pattern = realloc(t->begins_at, len + 2 * strlen(value) + sizeof "^()$");
    t->failed |= !pattern;
    if (!pattern)
        return;
    memcpy(pattern + len, between, strlen(between));
    quote(value, pattern + len + strlen(between));
    t->begins_at = pattern;
}

static void finish_picture(struct translation *t)
{
    if (!t->has_title)
        add_argument(t, "--title=",
                     t->is_chart      ? "Flame Chart"
                     : t->is_inverted ? "Icicle Graph"
                                      : "Flame Graph");
}

/* ---- flamegraph.pl and inferno-flamegraph ---- */

#define NO_SIZE "the width of each character is known"
#define END                                                                                        \
    {                                                                                              \
        NULL, NOTHING, NULL, NULL, NULL                                                            \
    }

/* clang-format off */

/* Rows of both: the same name, and the same meaning here. */
#define OF_BOTH \
    {"title", TEXT_VALUE, NULL, turn_title, NULL}, \
    {"subtitle", TEXT_VALUE, "--subtitle=", NULL, NULL}, \
    {"width", WHOLE_NUMBER, "--width=", NULL, NULL}, \
    {"height", WHOLE_NUMBER, "--height=", NULL, NULL}, \
    {"nametype", TEXT_VALUE, "--nametype=", NULL, NULL}, \
    {"countname", TEXT_VALUE, "--countname=", NULL, NULL}, \
    {"nameattr", TEXT_VALUE, "--nameattr=", NULL, NULL}, \
    {"factor", ANY_NUMBER, "--factor=", NULL, NULL}, \
    {"bgcolors", TEXT_VALUE, "--bgcolors=", NULL, NULL}, \
    {"hash", NOTHING, "--hash", NULL, NULL}, \
    {"cp", NOTHING, NULL, turn_palette, NULL}, \
    {"reverse", NOTHING, "--callers", NULL, NULL}, \
    {"flamechart", NOTHING, NULL, turn_chart, NULL}, \
    {"negate", NOTHING, "--negate", NULL, NULL}, \
    {"notes", TEXT_VALUE, "--notes=", NULL, NULL}

/* Every program of inferno ends with these. */
#define OF_INFERNO \
    {"quiet q", NOTHING, "--quiet", NULL, NULL}, \
    {"verbose v", NOTHING, NULL, NULL, NULL}, \
    {"version V", NOTHING, "--version", NULL, NULL}, \
    {"help h", NOTHING, NULL, turn_help, NULL}, \
    END

/* Both readers of perf's text have these. */
#define OF_PERF \
    {"pid", NOTHING, "--pid", NULL, NULL}, \
    {"tid", NOTHING, "--tid", NULL, NULL}, \
    {"kernel", NOTHING, "--kernel", NULL, NULL}, \
    {"jit", NOTHING, "--jit", NULL, NULL}, \
    {"all", NOTHING, "--all", NULL, NULL}, \
    {"addrs", NOTHING, "--addrs", NULL, NULL}, \
    {"event-filter", TEXT_VALUE, "--event=", NULL, NULL}

/* clang-format on */

static const struct foreign_option flamegraph_options[] = {
    OF_BOTH,
    {"fonttype", TEXT_VALUE, "--fonttype=", NULL, NULL},
    {"encoding", TEXT_VALUE, NULL, NULL, NULL},
    {"fontsize", ANY_NUMBER, "--fontsize=", NULL, NULL},
    {"fontwidth", ANY_NUMBER, NULL, NULL, NO_SIZE},
    {"minwidth", TEXT_VALUE, "--minwidth=", NULL, NULL},
    {"total", ANY_NUMBER, "--total=", NULL, NULL},
    {"colors", TEXT_VALUE, "--color-by=", NULL, NULL},
    {"random", NOTHING, "--random", NULL, NULL},
    {"inverted", NOTHING, NULL, turn_inverted, NULL},
    {"help", NOTHING, NULL, turn_help, NULL},
    END,
};

static const struct foreign_option inferno_options[] = {
    OF_BOTH,
    {"colors c", TEXT_VALUE, NULL, turn_colours, NULL},
    {"deterministic", NOTHING, "--deterministic", NULL, NULL},
    {"colordiffusion", NOTHING, NULL, NULL,
     "a width is seen without a colour; '--color-by=self' colours what is hot"},
    {"search-color", TEXT_VALUE, "--search-color=", NULL, NULL},
    {"stroke-color", TEXT_VALUE, "--stroke-color=", NULL, NULL},
    {"uicolor", TEXT_VALUE, "--uicolor=", NULL, NULL},
    {"minwidth", ANY_NUMBER, NULL, turn_share, NULL},
    {"fonttype font-type", TEXT_VALUE, "--fonttype=", NULL, NULL},
    {"fontsize font-size", ANY_NUMBER, "--fontsize=", NULL, NULL},
    {"fontwidth font-width", ANY_NUMBER, NULL, NULL, NO_SIZE},
    {"inverted i", NOTHING, NULL, turn_inverted, NULL},
    {"no-sort", NOTHING, "--sort=input", NULL, NULL},
    {"pretty-xml", NOTHING, NULL, NULL, NULL},
    {"no-javascript", NOTHING, "--static", NULL, NULL},
    {"truncate-text-right", NOTHING, "--truncate=end", NULL, NULL},
    {"base", TEXT_VALUE, NULL, turn_base, NULL},
    OF_INFERNO,
};

/* Names are drawn as they stand. Differentials have the widths of the second column there. */
static const char *const draw[] = {
    "flamerender",  "render",         "--input-format=folded", "--no-demangle",
    "--format=svg", "--width-of=new", "--color-by=hot",        NULL};

/* ---- stackcollapse-perf.pl, stackcollapse.pl and inferno-collapse-perf ---- */

#define RESOLVED "'perf script --inline' resolves inlined frames"

static const struct foreign_option perf_options[] = {
    OF_PERF,
    {"inline", NOTHING, NULL, NULL, RESOLVED},
    {"context", NOTHING, NULL, NULL, RESOLVED},
    {"srcline", NOTHING, NULL, NULL, "names with lines are 'flamerender convert --srcline'"},
    {"help", NOTHING, NULL, turn_help, NULL},
    END,
};

static const struct foreign_option inferno_perf_options[] = {
    OF_PERF,
    {"skip-after", TEXT_VALUE, NULL, turn_base, NULL},
    {"nthreads n", WHOLE_NUMBER, "--threads=", NULL, NULL},
    OF_INFERNO,
};

static const struct foreign_option no_options[] = {
    {"help h", NOTHING, NULL, turn_help, NULL},
    END,
};

static const char *const collapse_perf[] = {
    "flamerender",     "convert", "--input-format=perf-script", "--compat=stackcollapse",
    "--format=folded", NULL};
static const char *const collapse_dtrace[] = {"flamerender",           "convert",
                                              "--input-format=dtrace", "--compat=stackcollapse",
                                              "--format=folded",       NULL};

/* ---- difffolded.pl and inferno-diff-folded ---- */

#define NO_ADDRESSES "--rename=s/0x[0-9a-fA-F]+/0x.../"

static const struct foreign_option difffolded_options[] = {
    {"n", NOTHING, "-n", NULL, NULL},
    {"s", NOTHING, NO_ADDRESSES, NULL, NULL},
    {"h", NOTHING, NULL, turn_help, NULL},
    END,
};

static const struct foreign_option inferno_diff_options[] = {
    {"normalize n", NOTHING, "-n", NULL, NULL},
    {"strip-hex s", NOTHING, NO_ADDRESSES, NULL, NULL},
    OF_INFERNO,
};

static const char *const compare[] = {"flamerender", "diff", "--compat=difffolded",
                                      "--format=folded", NULL};

/* ---- the table ---- */

static const struct foreign_program programs[] = {
    {"flamegraph.pl", GETOPT_LONG, "[options] infile > outfile.svg", draw, flamegraph_options,
     finish_picture, 0, SIZE_MAX, 255, 2, 255, true},
    {"stackcollapse-perf.pl", GETOPT_LONG, "[options] infile > outfile", collapse_perf,
     perf_options, NULL, 0, SIZE_MAX, 255, 0, 255, false},
    {"stackcollapse.pl", GETOPT_LONG, "infile > outfile", collapse_dtrace, no_options, NULL, 0,
     SIZE_MAX, 255, 0, 255, false},
    {"difffolded.pl", GETOPTS, "[-ns] folded1 folded2", compare, difffolded_options, NULL, 2, 2, 2,
     0, 2, false},
    {"inferno-flamegraph", CLAP, "[OPTIONS] [INFILES]...", draw, inferno_options, finish_picture, 0,
     SIZE_MAX, 2, 1, 0, true},
    {"inferno-collapse-perf", CLAP, "[OPTIONS] [INFILE]", collapse_perf, inferno_perf_options, NULL,
     0, 1, 2, 0, 0, false},
    {"inferno-diff-folded", CLAP, "[OPTIONS] <FILE1> <FILE2>", compare, inferno_diff_options, NULL,
     2, 2, 2, 0, 0, false},
};

const struct foreign_program *foreign_program_at(size_t index)
{
    return index < sizeof programs / sizeof *programs ? &programs[index] : NULL;
}

/* ---- One of the other programs, from its arguments to its exit status ---- */

static void print_help(const struct foreign_program *program, FILE *to)
{
    fprintf(to, "USAGE: %s %s\n\nThis is flamerender; it takes these options of %s:\n\n",
            program->name, program->usage, program->name);
    for (const struct foreign_option *row = program->options; row->names; row++)
        fprintf(to, "  --%-22.*s %s%s\n", (int)strcspn(row->names, " "), row->names,
                row->wants == NOTHING ? "" : "VALUE", row->ignored ? " (no effect)" : "");
    fprintf(to, "\n'flamerender --help' has more, docs/compat.md what each means here.\n");
}

static int run(const struct foreign_program *program, const struct translation *t,
               int (*other)(int argc, char **argv))
{
    if (t->wants_help) {
        print_help(program, program->help_status ? stderr : stdout);
        return program->help_status;
    }
    char **argv = calloc(t->n + 1, sizeof *argv); /* reordered by the program, which owns none */
    if (!argv)
        return FR_E_LIMIT;
    memcpy(argv, t->argv, t->n * sizeof *argv);
    int status = other((int)t->n, argv);
    free(argv);
    if (status != FR_E_EMPTY && status != FR_E_FORMAT)
        return status == FR_E_USAGE ? program->usage_status : status;
    if (program->empty_picture) /* which says why there is none */
        printf("<?xml version=\"1.0\" standalone=\"no\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"1200\" "
               "height=\"60\">\n"
               "<text x=\"600\" y=\"36\" text-anchor=\"middle\" font-family=\"sans-serif\" "
               "font-size=\"12\">ERROR: No valid input provided</text>\n</svg>\n");
    return program->empty_status;
}

bool dropin_run(const char *called, int argc, char **argv, int (*other)(int argc, char **argv),
                int *status)
{
    const char *name = called ? path_end(called) : "";
    const struct foreign_program *program;
    struct translation t;
    for (size_t i = 0; (program = foreign_program_at(i)) != NULL; i++)
        if (strcmp(program->name, name) == 0)
            break;
    if (!program)
        return false;
    if (translate(&t, program, argc, argv)) {
        *status = run(program, &t, other);
    } else {
        fprintf(stderr, "%s\n", t.error);
        print_help(program, stderr);
        *status = program->usage_status;
    }
    translation_reset(&t);
    return true;
}
