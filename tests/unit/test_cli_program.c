/*
 * test_cli_program.c - runs the program: exit statuses, what is said where, and that no failure
 * leaves anything behind. Each case is a shell command in an empty folder of its own, where
 *
 *     $F          is the program
 *     a.folded    a small profile, bad.folded no profile at all, big.folded 20 000 stacks
 */
#define _XOPEN_SOURCE 700 /* posix_openpt, mkdtemp */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/intake.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define TEXT_BYTES   16384

struct outcome {
    int status;             /* 128 + signal where one ended it */
    char out[TEXT_BYTES];   /* the beginning of standard output */
    char err[TEXT_BYTES];   /* of standard error */
    char names[TEXT_BYTES]; /* the files in the folder afterwards, each in spaces */
};

struct given {
    char folder[64];
};

/* ---------------------------------------------------------------- the folder */

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void write_big(const char *name)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    for (int i = 0; i < 20000; i++)
        fprintf(file, "main;function_with_a_long_name_%05d %d\n", i, 1 + i % 7);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    static struct given given;
    snprintf(given.folder, sizeof given.folder, "%s", "/tmp/test_cli_XXXXXX");
    *state = &given;
    if (!getenv("FR_PROGRAM") || !mkdtemp(given.folder) || chdir(given.folder) != 0)
        return -1;
    setenv("F", getenv("FR_PROGRAM"), 1);
    setenv("TERM", "xterm", 1);
    write_file("a.folded", "main;read 3\nmain;parse;lex 5\nmain;parse 2\n");
    write_file("b.folded", "main;write 4\n");
    write_file("two.folded", "main;read 3 6\nmain;parse 5 1\n");
    write_file("bad.folded", "\x01\x02 this is no profile\n");
    write_file("empty.folded", "");
    write_big("big.folded");
    return mkdir("folder", 0777);
}

static int tear_down(void **state)
{
    struct given *given = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", given->folder);
    return chdir("/") != 0 || system(command) != 0;
}

static void list_files(char *to)
{
    DIR *folder = opendir(".");
    assert_non_null(folder);
    size_t n = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        n += (size_t)snprintf(to + n, TEXT_BYTES - n, " %s ", entry->d_name);
    closedir(folder);
}

static void read_text(const char *name, char *to)
{
    FILE *file = fopen(name, "r");
    size_t n = file ? fread(to, 1, TEXT_BYTES - 1, file) : 0;
    to[n] = '\0';
    if (file)
        fclose(file);
    unlink(name);
}

static int status_of(int waited)
{
    return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
}

static void run(const char *command, struct outcome *o)
{
    char line[1024];
    snprintf(line, sizeof line, "{ %s\n} >.out 2>.err </dev/null", command);
    o->status = status_of(system(line));
    read_text(".out", o->out);
    read_text(".err", o->err);
    list_files(o->names);
}

/* ---------------------------------------------------------------- what is said */

struct run_case {
    const char *command;
    int status;
    const char *err;     /* in standard error; "" : it is empty */
    const char *hint;    /* the same; NULL: no hint is expected */
    const char *out;     /* in standard output; "": it is empty; NULL: anything */
    const char *no_file; /* must not be there afterwards; NULL: nothing to look for */
};

static void check_case(const struct run_case *c)
{
    struct outcome o;
    char file[64] = " .tmp ";
    run(c->command, &o);
    if (c->no_file)
        snprintf(file, sizeof file, " %s ", c->no_file);
    bool hinted = c->hint && c->hint[0];
    bool good = o.status == c->status && strstr(o.err, c->err) && (c->err[0] || !o.err[0]) &&
                (!hinted || strstr(o.err, c->hint)) && !strstr(o.names, file) &&
                !strstr(o.names, ".tmp ");
    if (good && hinted)
        good = strstr(o.err, "\nflamerender: hint: ") != NULL;
    if (good && c->out)
        good = c->out[0] ? strstr(o.out, c->out) != NULL : !o.out[0];
    if (!good)
        fail_msg("%s\n  expected %d \"%s\" \"%s\" without '%s'\n  got %d\n%s  stdout: %.200s\n  "
                 "files:%s",
                 c->command, c->status, c->err, hinted ? c->hint : "", file, o.status, o.err, o.out,
                 o.names);
}

static void check_cases(const struct run_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_case(&cases[i]);
}

static void test_products(void **state)
{
    (void)state;
    static const struct run_case cases[] = {
        {"$F a.folded", 0, "", NULL, "<svg", NULL},
        {"$F render a.folded", 0, "", NULL, "<svg", NULL},
        {"$F <a.folded", 0, "", NULL, "<svg", NULL},
        {"cat a.folded | $F -", 0, "", NULL, "<svg", NULL},
        {"$F a.folded -o x.svg && cat x.svg && rm x.svg", 0, "", NULL, "<svg", NULL},
        {"$F a.folded -o X.SVG && cat X.SVG && rm X.SVG", 0, "", NULL, "<svg", NULL},
        {"$F a.folded -o x.out --format svg && cat x.out && rm x.out", 0, "", NULL, "<svg", NULL},
        {"$F a.folded -o x.json --format scene-json && cat x.json && rm x.json", 0, "", NULL, "{",
         NULL},
        {"$F a.folded -o x.png --scale 1.5 && tail -c +2 x.png | head -c 3 && rm x.png", 0, "",
         NULL, "PNG", NULL},
        {"$F a.folded -o x.pdf && head -c 8 x.pdf && rm x.pdf", 0, "", NULL, "%PDF-1.4", NULL},
        {"$F a.folded -o - | head -c 4", 0, "", NULL, "<", NULL},
        {"$F convert a.folded b.folded", 0, "", NULL,
         "main;parse 2\nmain;parse;lex 5\nmain;read 3\nmain;write 4\n", NULL},
        {"$F convert - b.folded <a.folded", 0, "", NULL, "main;read 3\nmain;write 4\n", NULL},
        {"$F convert a.folded -o c.folded && cat c.folded && rm c.folded", 0, "", NULL,
         "main;parse;lex 5\n", NULL},
        {"cp a.folded ./--x; $F convert -- --x; rm ./--x", 0, "", NULL, "main;read 3", NULL},
        {"$F convert --ignore lex a.folded -q", 0, "", NULL, "main;parse 2\nmain;read 3\n", NULL},
        {"$F convert --ignore lex a.folded >/dev/null", 0, "flamerender: note: ", NULL, NULL, NULL},
        {"$F two.folded --title T", 0, "", NULL, "data-flamerender=\"diff\"", NULL},
        {"$F two.folded --sample-index base", 0, "", NULL, "<svg", NULL},
        {"$F two.folded --sample-index 0 -q", 0, "", NULL, "<svg", NULL},
        {"cp a.folded render; $F ./render; rm render", 0, "", NULL, "<svg", NULL},
        {"$F --version", 0, "", NULL, "flamerender 0.", NULL},
        {"$F --help", 0, "", NULL, "Usage: flamerender [render]", NULL},
        {"$F -q convert b.folded", 0, "", NULL, "main;write 4\n", NULL},
        {"$F -o c.folded --threads 1 convert b.folded && cat c.folded && rm c.folded", 0, "", NULL,
         "main;write 4\n", NULL},
        {"mkdir convert; $F -q convert b.folded; rmdir convert", 0, "", NULL, "main;write 4\n",
         NULL},
        {"cp b.folded top; $F -- top; rm top", 0, "", NULL, "<svg", NULL},
        {"$F --help convert", 0, "", NULL, "Usage: flamerender convert", NULL},
        {"$F help convert", 0, "", NULL, "Usage: flamerender convert", NULL},
        {"$F convert --help", 0, "", NULL, "Usage: flamerender convert", NULL},
        {"$F formats", 0, "", NULL, "  folded ", NULL},
        {"$F help --man", 0, "", NULL, ".TH FLAMERENDER 1", NULL},
        {"$F help --completion bash >c.bash; complete() { bash -c \"source ./c.bash; "
         "COMP_WORDS=($1); "
         "COMP_CWORD=$2; _flamerender; echo \\${COMPREPLY[@]}\"; }; complete 'flamerender diff "
         "--norm' 2; "
         "complete 'flamerender --sort = va' 3; complete 'flamerender dif' 1; rm c.bash",
         0, "", NULL, "--normalize=\nvalue\ndiff\n", NULL},
        {"$F formats", 0, "", NULL, "  svg ", NULL},
        {"$F themes | wc -l | grep -v '^0$' >/dev/null", 0, "", NULL, "", NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void test_usage_errors(void **state)
{
    (void)state;
    static const struct run_case cases[] = {
        {"$F --widht=3 a.folded", 2, "flamerender: error: unknown option '--widht'\n",
         "did you mean '--width'?", "", NULL},
        {"$F --sort=size a.folded", 2, "error: '--sort' expects name, value or input, not 'size'\n",
         NULL, "", NULL},
        {"$F --width 800 convert a.folded", 2,
         "'--width' is an option of 'render', not of 'convert'", "flamerender help convert", "",
         NULL},
        {"$F diff", 2, "error: there is no input for the base side", "flamerender diff BASE NEW",
         "", NULL},
        {"$F diff a.folded", 2, "error: 'a.folded' has no two sides", "--new-range", "", NULL},
        {"$F diff a.folded --base b.folded", 2, "'a.folded' is on no side", "--new FILE", "", NULL},
        {"$F diff --base b.folded", 2, "there is no input for the new side", NULL, "", NULL},
        {"$F diff a.folded b.folded folder", 2, "'diff' takes two inputs, not 'folder' too",
         "--base", "", NULL},
        {"$F diff --calibrate a.folded b.folded -o x.json", 2, "2 runs; at least 3 are", NULL, "",
         "x.json"},
        {"$F diff a.folded b.folded --noise missing.json --format text", 3,
         "missing.json: the noise model cannot be read", NULL, "", NULL},
        {"$F diff a.folded --base-range rest --new-range rest", 2, "only one side can be 'rest'",
         NULL, "", NULL},
        {"$F diff a.folded b.folded --normalize per:1,0", 2, "'--normalize' expects typical, share",
         NULL, "", NULL},
        {"$F diff a.folded b.folded --normalize time --format text", 2,
         "the duration of the base side is not known", "per:BASE,NEW", "", NULL},
        {"$F diff a.folded b.folded --fdr 100%", 2, "'--fdr' expects a share such as 5%", NULL, "",
         NULL},
        {"$F diff a.folded b.folded --min-change 1e3", 2, "'--min-change' expects points", NULL, "",
         NULL},
        {"$F help --man top", 2, "--man and --completion are of all subcommands, not of 'top'",
         NULL, "", NULL},
        {"$F help --man --completion zsh", 2, "ask for one", NULL, "", NULL},
        {"$F help rendr", 2, "there is no subcommand 'rendr'", "did you mean 'render'?", "", NULL},
        {"$F a.folded -o x.svg --format folded", 2, "'folded' is not a picture",
         "'flamerender convert' writes that format", "", "x.svg"},
        {"$F a.folded -o x.folded --format svg", 2,
         "'--format svg' and the extension of 'x.folded' disagree", "omit --format", "",
         "x.folded"},
        {"$F a.folded -o x.svg --format scene-json", 2, "the extension of 'x.svg' disagree",
         "omit --format", "", "x.svg"},
        {"$F a.folded -o x.folded", 2, "'x.folded' is not a picture", "flamerender convert", "",
         "x.folded"},
        {"$F convert a.folded -o x.svg", 2, "'x.svg' is not a profile", "flamerender render", "",
         "x.svg"},
        {"$F a.folded -o x.xyz", 2, "the extension of 'x.xyz' names no format: expected one of .",
         "--format NAME", "", "x.xyz"},
        {"$F a.folded -o x", 2, "the extension of 'x' names no format", "--format NAME", "", "x"},
        {"$F a.folded -o x.png --scale 17", 2,
         "'--scale' expects a number from 0.25 to 16, such as 2 or 1.5, not '17'", NULL, "",
         "x.png"},
        {"$F a.folded --format bmp", 2, "'--format' expects one of svg, ", NULL, "", NULL},
        {"$F a.folded --input-format foldde", 2, "'--input-format' knows no 'foldde'",
         "did you mean 'folded'?", "", NULL},
        {"$F a.folded --theme no-such-theme -o x.svg", 2, "no-such-theme", NULL, "", "x.svg"},
        {"$F a.folded --color-by modul -o x.svg", 2,
         "'--color-by' expects kind, module, package, self, label:KEY, ", NULL, "", "x.svg"},
        {"$F a.folded --focus '(' -o x.svg", 2, "flamerender: error: ", NULL, "", "x.svg"},
        {"$F missing.folded --focus '(' -o x.svg", 2, "flamerender: error: ", NULL, "", "x.svg"},
        {"$F convert a.folded -o a.folded", 2, "'a.folded' is both input and output",
         "another file", "", NULL},
        {"ln a.folded l.folded; $F convert b.folded a.folded -o ./l.folded; s=$?; rm l.folded; "
         "(exit $s)",
         2, "'a.folded' is both input and output", "another file", "", NULL},
        {"cp a.folded s.folded; $F convert <s.folded >>s.folded; s=$?; rm s.folded; (exit $s)", 2,
         "standard input is both input and output", "another file", "", NULL},
        /* what options read is kept too */
        {"cp a.folded o.folded; $F convert --since o.folded a.folded -o o.folded; s=$?; cmp -s "
         "a.folded o.folded || s=99; rm o.folded; (exit $s)",
         2, "'o.folded' is both --since and output", "another file", "", NULL},
        {"echo '{}' >t.json; $F a.folded --theme t.json --format scene-json -o t.json; s=$?; rm "
         "t.json; (exit $s)",
         2, "'t.json' is both --theme and output", "another file", "", NULL},
        {"echo a.folded >l; ln -s l m.folded; $F convert --files-from l -o m.folded; s=$?; rm l "
         "m.folded; (exit $s)",
         2, "'l' is both --files-from and output", "another file", "", NULL},
        {"echo a.folded >l; $F convert --files-from l -o ./a.folded; s=$?; rm l; (exit $s)", 2,
         "'a.folded' is both input and output", "another file", "", NULL},
        {"echo . x >o.csv; $F top --owners o.csv a.folded -o o.csv; s=$?; rm o.csv; (exit $s)", 2,
         "'o.csv' is both --owners and output", "another file", "", NULL},
        {"echo '{}' >n.json; $F diff --noise n.json a.folded b.folded -o n.json; s=$?; rm n.json; "
         "(exit $s)",
         2, "'n.json' is both --noise and output", "another file", "", NULL},
        /* a palette is written under the same rules */
        {"cp a.folded o.folded; $F o.folded --color hot --write-palette=o.folded -o x.svg; s=$?; "
         "cmp -s a.folded o.folded || s=99; rm o.folded; (exit $s)",
         2, "'o.folded' is both input and --write-palette", "another file", "", "x.svg"},
        {"cp a.folded o.folded; ln -s o.folded palette.map; $F o.folded --color hot "
         "--write-palette -o x.svg; s=$?; cmp -s a.folded o.folded || s=99; rm o.folded "
         "palette.map; (exit $s)",
         2, "'o.folded' is both input and --write-palette", "another file", "", "x.svg"},
        {"cp a.folded o.folded; $F --color hot --write-palette=o.folded <o.folded >x.svg; s=$?; "
         "cmp -s a.folded o.folded || s=99; rm o.folded x.svg; (exit $s)",
         2, "standard input is both input and --write-palette", "another file", "", NULL},
        {"echo '{}' >t.json; $F a.folded --theme ./t.json --color hot --write-palette=t.json -o "
         "x.svg; s=$?; grep -q '^{}$' t.json || s=99; rm t.json; (exit $s)",
         2, "'./t.json' is both --theme and --write-palette", "another file", "", "x.svg"},
        {"echo a.folded >l; $F --files-from l --color hot --write-palette=l -o x.svg; s=$?; grep "
         "-q a.folded l || s=99; rm l; (exit $s)",
         2, "'l' is both --files-from and --write-palette", "another file", "", "x.svg"},
        {"cp a.folded o.folded; echo o.folded >l; $F --files-from l --color hot "
         "--write-palette=o.folded -o x.svg; s=$?; cmp -s a.folded o.folded || s=99; rm l "
         "o.folded; (exit $s)",
         2, "'o.folded' is both input and --write-palette", "another file", "", "x.svg"},
        {"$F a.folded --color hot --write-palette=x.svg -o ./x.svg", 2,
         "'x.svg' is both --write-palette and output", "another file", "", "x.svg"},
        {"ln -s x.svg m; $F a.folded --color hot --write-palette=m -o x.svg; s=$?; rm m; (exit $s)",
         2, "'m' is both --write-palette and output", "another file", "", "x.svg"},
        {"echo 'main->rgb(1,2,3)' >m; $F a.folded --color hot --cp=m --format svg -o m; s=$?; rm "
         "m; (exit $s)",
         2, "'m' is both --cp and output", "another file", "", NULL},
        {"$F a.folded --total 9223372036854775807 -o x.svg", 2,
         "'--total' expects a number above 0, at most 9000000000000000000, not "
         "'9223372036854775807'",
         NULL, "", "x.svg"},
        {"$F a.folded --total 18446744073709551617 -o x.svg", 2, "'--total' expects", NULL, "",
         "x.svg"},
        {"echo 'a 0.001' | $F --total 9000000000000000000 -o x.svg", 2, "3 decimals", "--total", "",
         "x.svg"},
        {"$F two.folded --sample-index old", 2,
         "'--sample-index' expects one of base, new, or its number from 0, not 'old'", NULL, "",
         NULL},
        {"$F two.folded --sample-index 2", 2, "not '2'", NULL, "", NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void test_input_errors(void **state)
{
    (void)state;
    static const struct run_case cases[] = {
        {"$F missing.folded -o x.svg", 3,
         "flamerender: error: missing.folded: cannot be read: No such file", NULL, "", "x.svg"},
        {"$F rendr a.folded", 3, "rendr: cannot be read", "there is a subcommand 'render'", "",
         NULL},
        {"$F a.folded tags", 3, "tags: cannot be read",
         "a subcommand comes before the inputs: flamerender tags", "", NULL},
        {"$F -q -- convert", 3, "convert: cannot be read", NULL, "", NULL},
        {"$F folder -o x.svg", 3, "folder: is a directory", NULL, "", "x.svg"},
        {"$F -o x.svg </dev/null", 5, "error: standard input: is empty", "before the pipe", "",
         "x.svg"},
        {"$F empty.folded -o x.svg", 5, "error: empty.folded: is empty", NULL, "", "x.svg"},
        {"$F bad.folded -o x.svg", 1, "error: bad.folded", NULL, "", "x.svg"},
        {"$F a.folded bad.folded -o x.svg", 1, "error: bad.folded", NULL, "", "x.svg"},
        {"$F <&- -o x.svg", 3, "error: standard input: cannot be read", NULL, "", "x.svg"},
        {"$F convert --skip-bad bad.folded a.folded missing.folded", 1,
         "warning: missing.folded: cannot be read", NULL, "main;read 3\n", NULL},
        {"$F convert --skip-bad bad.folded a.folded", 1, "warning: bad.folded", NULL,
         "main;read 3\n", NULL},
        {"$F --skip-bad bad.folded missing.folded -o x.svg", 1, "none of the inputs could be read",
         NULL, "", "x.svg"},
        {"$F --focus nothing-like-that a.folded -o x.svg", 5, "flamerender: error: ", NULL, "",
         "x.svg"},
        {"$F \"$(printf 'a\\033[31mb\\nc')\"", 3, "a\\x1b[31mb\\x0ac: cannot be read", NULL, "",
         NULL},
    };
    check_cases(cases, COUNT(cases));
}

static void test_output_errors(void **state)
{
    (void)state;
    static const struct run_case cases[] = {
        {"$F a.folded >/dev/full", 3, "error: standard output: cannot be written: No space", NULL,
         "", NULL},
        {"$F convert a.folded >/dev/full", 3, "standard output: cannot be written: No space", NULL,
         "", NULL},
        {"$F a.folded -o /dev/full --format svg", 3, "/dev/full: cannot be written: No space", NULL,
         "", NULL},
        {"$F a.folded >&-", 3, "error: standard output: cannot be written: Bad file", NULL, "",
         NULL},
        /* neither is left where one of a picture and its palette fails */
        {"$F a.folded --color hot --write-palette=p.map >/dev/full", 3,
         "cannot be written: No space", NULL, "", "p.map"},
        {"$F a.folded --color hot --write-palette=p.map -o /dev/full --format png", 3,
         "cannot be written: No space", NULL, "", "p.map"},
        {"$F a.folded --color hot --write-palette=/dev/full -o x.svg", 3,
         "/dev/full: cannot be written: No space", NULL, "", "x.svg"},
        {"$F a.folded --color hot --write-palette=no/p.map -o x.svg", 3,
         "no/p.map: cannot be written", NULL, "", "x.svg"},
        {"$F --help >/dev/full", 3, "standard output: cannot be written: No space", NULL, "", NULL},
        {"$F --help >&-", 3, "standard output: cannot be written: Bad file", NULL, "", NULL},
        {"$F formats >/dev/full", 3, "standard output: cannot be written", NULL, "", NULL},
        {"$F a.folded -o /dev/null --format svg", 0, "", NULL, "", NULL},
        {"$F a.folded -o nowhere/x.svg", 3, "nowhere/x.svg: cannot be written: No such file", NULL,
         "", NULL},
        {"$F missing.folded -o nowhere/x.svg", 3, "nowhere/x.svg: cannot be written", NULL, "",
         NULL},
        {"mkdir d.svg; $F a.folded -o d.svg; s=$?; rmdir d.svg; (exit $s)", 3,
         "d.svg: cannot be written: Is a directory", NULL, "", NULL},
        {"echo old >keep.svg; $F bad.folded -o keep.svg 2>/dev/null; cat keep.svg; rm keep.svg", 0,
         "", NULL, "old\n", NULL},
        {"{ $F --minwidth 0 big.folded; echo $? >status; } | head -c 1; cat status; rm status", 0,
         "", NULL, "<141\n", NULL},
        {"{ $F convert big.folded; echo $? >status; } | head -c 1; cat status; rm status", 0, "",
         NULL, "m141\n", NULL},
        {"$F bad.folded 2>&-", 1, "", NULL, "", NULL},
        {"$F a.folded -o x.png --width 40000", 4, "a PNG of 40000 x 213 pixels is over 32767",
         "--scale 0.81 fits; --width", "", "x.png"},
        {"$F a.folded -o x.pdf --width 20000", 4, "a PDF page of 15000 x 160 points is over 14400",
         "--width", "", "x.pdf"},
        {"echo '<fontconfig/>' >none.conf; FONTCONFIG_FILE=$PWD/none.conf $F a.folded -o x.png; "
         "s=$?; rm none.conf; (exit $s)",
         3, "x.png: no font found", "fonts-liberation", "", "x.png"},
    };
    check_cases(cases, COUNT(cases));
}

/* ---------------------------------------------------------------- terminals */

static void run_shell(const char *command)
{
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
}

/* A program that runs on a terminal of its own. */
struct session {
    int terminal;
    pid_t child;
};

/* Runs `program` in a child whose descriptors 0 to 2 are a terminal. */
static struct session start_on_terminal(void (*program)(const char *), const char *argument)
{
    struct session s = {.terminal = posix_openpt(O_RDWR | O_NOCTTY)};
    assert_true(s.terminal >= 0 && grantpt(s.terminal) == 0 && unlockpt(s.terminal) == 0);
    fcntl(s.terminal, F_SETFD, FD_CLOEXEC);
    int slave = open(ptsname(s.terminal), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    s.child = fork();
    if (s.child == 0) {
        for (int fd = 0; fd <= 2; fd++)
            dup2(slave, fd);
        close(s.terminal);
        close(slave);
        program(argument);
        _exit(0);
    }
    close(slave);
    return s;
}

/* What came out of it goes to `shown`. Returns the exit status. */
static int finish_on_terminal(struct session s, char *shown)
{
    size_t n = 0;
    for (ssize_t got; n < TEXT_BYTES - 1; n += (size_t)got)
        if ((got = read(s.terminal, shown + n, TEXT_BYTES - 1 - n)) <= 0)
            break;
    shown[n] = '\0';
    close(s.terminal);
    int waited = 0;
    assert_int_equal(waitpid(s.child, &waited, 0), s.child);
    return status_of(waited);
}

/* More lines than a pipe holds, so that the pause begins once the program has read some, on a busy machine, too. */
#define WAIT_AND_GO_ON "{ yes 'main;read 1' | head -n 20000; sleep 1.5; cat b.folded; } | "

static void test_terminals(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        int status;
        const char *shown; /* "": nothing */
    } cases[] = {
        {"$F", 2, "error: no input: standard input is a terminal"},
        {"$F a.folded", 0, "of the samples are in lex itself"},
        {"$F >out", 2, "error: no input: standard input is a terminal"},
        {"$F -o x.svg", 2, "hint: flamerender FILE -o flame.svg, or: perf script | flamerender"},
        {"$F convert", 2, "error: no input: standard input is a terminal"},
        {"$F convert a.folded", 0, "main;read 3"},
        {"$F a.folded -o x.svg", 0, ""},
        {WAIT_AND_GO_ON "$F -o 1.svg", 0, "\r\033[Kreading  "},
        {WAIT_AND_GO_ON "$F -q -o 2.svg", 0, ""},
        {WAIT_AND_GO_ON "TERM=dumb $F -o 3.svg", 0, ""},
    };
    struct session sessions[COUNT(cases)];
    for (size_t i = 0; i < COUNT(cases); i++)
        sessions[i] = start_on_terminal(run_shell, cases[i].command);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char shown[TEXT_BYTES];
        int status = finish_on_terminal(sessions[i], shown);
        if (status != cases[i].status || !strstr(shown, cases[i].shown) ||
            (!cases[i].shown[0] && shown[0]))
            fail_msg("%s: expected %d \"%s\", got %d \"%s\"", cases[i].command, cases[i].status,
                     cases[i].shown, status, shown);
    }
}

/* "main;small 1" of 1 000 is under 0.5 %; a name of 300 letters is longer than any terminal. */
#define LONG_PICTURE                                                                               \
    "x=$(printf %0300d 7); printf 'main;%s 900\\nmain;part 95\\nmain;small 4\\n' $x "              \
    ">long.folded; "

static bool lines_fit(const char *text, size_t columns)
{
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        size_t n = 0;
        for (const char *at = text; at < end; at++)
            n += ((unsigned char)*at & 0xc0) != 0x80 && *at != '\r';
        if (n > columns)
            return false;
    }
    return true;
}

/* On a terminal the tree fits and says what is missing; a pipe and a file get all of it. */
static void test_text_on_terminals(void **state)
{
    (void)state;
    static const size_t columns[] = {50, 80, 120};
    char shown[TEXT_BYTES];
    for (size_t i = 0; i < COUNT(columns); i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "%sstty cols %zu; $F --format text --minwidth 0 long.folded", LONG_PICTURE,
                 columns[i]);
        assert_int_equal(finish_on_terminal(start_on_terminal(run_shell, command), shown), 0);
        assert_true(lines_fit(shown, columns[i]));
        assert_non_null(strstr(shown, "part"));
        assert_null(strstr(shown, "small"));
        assert_non_null(strstr(shown, "1 box under 0.5\xe2\x80\xaf% omitted, 1 name cut"));
    }
    assert_int_equal(
        finish_on_terminal(start_on_terminal(run_shell, LONG_PICTURE
                                             "$F --format text --minwidth 0 long.folded | cat"),
                           shown),
        0);
    assert_false(lines_fit(shown, 300));
    assert_non_null(strstr(shown, "small"));
    assert_null(strstr(shown, "omitted"));
    assert_int_equal(
        finish_on_terminal(start_on_terminal(run_shell, LONG_PICTURE
                                             "$F --format text --minwidth 0 long.folded -o l.txt; "
                                             "cat l.txt"),
                           shown),
        0);
    assert_non_null(strstr(shown, "small"));
}

/* The clock of what is linked here: it stands at `clock_ms`. */
static int64_t clock_ms;
int __wrap_clock_gettime(clockid_t id, struct timespec *now);

int __wrap_clock_gettime(clockid_t id, struct timespec *now)
{
    (void)id;
    *now = (struct timespec){clock_ms / 1000, clock_ms % 1000 * 1000000};
    return 0;
}

/* A read of a second with a hundred reports, or ("fast") of half a second; "quiet", "pipe". */
static void read_slowly(const char *how)
{
    struct progress progress;
    clock_ms = 5000;
    progress_init(&progress, strcmp(how, "quiet") == 0);
    for (uint64_t i = 1; i <= 100; i++) {
        clock_ms = 5000 + (int64_t)i * 10;
        if (strcmp(how, "fast") == 0 && i == 50)
            break;
        progress_update(&progress, i << 20, strcmp(how, "pipe") == 0 ? 0 : 200 << 20);
    }
    progress_erase(&progress);
}

static size_t count(const char *text, const char *what)
{
    size_t n = 0;
    for (; (text = strstr(text, what)) != NULL; text += strlen(what))
        n++;
    return n;
}

/* The bar appears after half a second, and again each tenth: at 500, 600, ... 1000 ms. */
static void test_progress(void **state)
{
    (void)state;
    char shown[TEXT_BYTES];
    struct session file = start_on_terminal(read_slowly, "file"),
                   pipe = start_on_terminal(read_slowly, "pipe"),
                   quiet = start_on_terminal(read_slowly, "quiet"),
                   fast = start_on_terminal(read_slowly, "fast");
    finish_on_terminal(file, shown);
    assert_int_equal(count(shown, "\r\033[Kreading  [#"), 6);
    assert_non_null(strstr(shown, " 25 %  50.0 of 200.0 MiB"));
    assert_non_null(strstr(shown, " 50 %  100.0 of 200.0 MiB"));
    assert_string_equal(shown + strlen(shown) - 4, "\r\033[K");
    finish_on_terminal(pipe, shown);
    assert_null(strchr(shown, '#'));
    assert_non_null(strstr(shown, ".0 MiB"));
    assert_string_equal(shown + strlen(shown) - 4, "\r\033[K");
    finish_on_terminal(quiet, shown);
    assert_string_equal(shown, "");
    finish_on_terminal(fast, shown);
    assert_string_equal(shown, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_products, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_usage_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_input_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_output_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_terminals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_text_on_terminals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_progress, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
