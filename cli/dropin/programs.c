/*
 * programs.c - the programs that it stands in for, and what each of their options is here.
 *
 * Options: flamegraph.pl, stackcollapse-perf.pl, stackcollapse.pl and difffolded.pl of FlameGraph (2024), and inferno
 * 0.12. docs/compat.md says where a meaning differs, and why.
 */
#include "cli/dropin/programs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/words.h"

/* ---- options that are several of ours ---- */

static void turn_help(struct translation *t, const char *value)
{
    (void)value;
    t->wants_help = true;
}

static void turn_title(struct translation *t, const char *value)
{
    t->has_title = true;
    translation_add(t, "--title=", value);
}

static void turn_inverted(struct translation *t, const char *value)
{
    (void)value;
    t->is_inverted = true;
    translation_add(t, "--inverted", "");
}

static void turn_chart(struct translation *t, const char *value)
{
    (void)value;
    t->is_chart = true;
    translation_add(t, "--flamechart", "");
}

/* palette.map is read where there is one, and written. */
static void turn_palette(struct translation *t, const char *value)
{
    (void)value;
    if (access("palette.map", R_OK) == 0)
        translation_add(t, "--cp", "");
    translation_add(t, "--write-palette", "");
}

/* Its rules for these differ from those of flamegraph.pl. */
static void turn_colours(struct translation *t, const char *value)
{
    bool differs = words_hold("java js perl", value, strlen(value));
    translation_add(t, differs ? "--color-by=inferno-" : "--color-by=", value);
}

/* inferno's is a percentage, without a sign. */
static void turn_share(struct translation *t, const char *value)
{
    char text[64];
    snprintf(text, sizeof text, "%.60s%%", value);
    translation_add(t, "--minwidth=", text);
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

/* A value of the other's scale that ours does not have is brought to the nearest. */
static void add_between(struct translation *t, const char *option, const char *value, int least,
                        int most)
{
    char text[32];
    double number = strtod(value, NULL);
    number = number < least ? least : number > most ? most : number;
    snprintf(text, sizeof text, "%.10g", number);
    translation_add(t, option, text);
}

static void turn_font(struct translation *t, const char *value)
{
    add_between(t, "--fontsize=", value, 4, 100);
}

static void turn_width(struct translation *t, const char *value)
{
    add_between(t, "--width=", value, 100, 100000);
}

static void turn_height(struct translation *t, const char *value)
{
    add_between(t, "--height=", value, 4, 200);
}

static void finish_picture(struct translation *t)
{
    if (!t->has_title)
        translation_add(t, "--title=",
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
    {"width", WHOLE_NUMBER, NULL, turn_width, NULL}, \
    {"height", WHOLE_NUMBER, NULL, turn_height, NULL}, \
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

/* What every program of inferno ends with. */
#define OF_INFERNO \
    {"quiet q", NOTHING, "--quiet", NULL, NULL}, \
    {"verbose v", NOTHING, NULL, NULL, NULL}, \
    {"version V", NOTHING, "--version", NULL, NULL}, \
    {"help h", NOTHING, NULL, turn_help, NULL}, \
    END

/* What both readers of perf's text have. */
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
    {"fontsize", ANY_NUMBER, NULL, turn_font, NULL},
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
    {"fontsize font-size", ANY_NUMBER, NULL, turn_font, NULL},
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
