/*
 * test_cli_options.c - the table of options, its parser, --help and the texts of messages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"

#define MAX_ARGUMENTS 16
#define COUNT(table)  (sizeof(table) / sizeof(table)[0])

/* A command line cut at its spaces, and what the parser made of it. */
struct parsed {
    char text[256];
    char *argv[MAX_ARGUMENTS];
    struct options opt;
    fr_error err;
    bool good;
};

static void parse(struct parsed *p, const char *command, const char *line)
{
    int argc = 0;
    *p = (struct parsed){.good = false};
    snprintf(p->text, sizeof p->text, "%s", line);
    for (char *word = strtok(p->text, " "); word; word = strtok(NULL, " "))
        p->argv[argc++] = strcmp(word, "''") == 0 ? "" : word;
    options_init(&p->opt);
    p->good = options_parse(&p->opt, command_find(command), argc, p->argv, &p->err);
}

/* What options say, as text that cases can be compared with. */
static void describe(const struct options *opt, char *to, size_t cap)
{
    to[0] = '\0';
    append_text(to, cap, "width=%u height=%u depth=%u minwidth=%" PRId64 "%s ", opt->flame.width_px,
                opt->flame.row_height_px, opt->flame.max_depth, opt->flame.minwidth_millionths,
                opt->flame.minwidth_percent ? "%" : "px");
    append_text(to, cap, "icicle=%d callers=%d sort=%d truncate=%d scheme=%d ", opt->flame.icicle,
                opt->tree.callers, (int)opt->tree.sort, (int)opt->flame.truncate,
                (int)opt->flame.scheme);
    append_text(to, cap, "root=%d weight=%d negative=%d columns=%u recursion=%d ",
                (int)opt->read.perf.root, (int)opt->read.perf.weight,
                (int)opt->read.folded.negative, opt->read.folded.columns,
                (int)opt->transform.recursion);
    append_text(to, cap, "memory=%" PRIu64 " nodes=%u name=%u ", opt->read.limits.memory,
                opt->read.limits.nodes, opt->read.limits.name_bytes);
    append_text(to, cap, "quiet=%d strict=%d skip=%d help=%d version=%d ", opt->quiet,
                opt->read.strict, opt->skip_bad, opt->help, opt->version);
    append_text(to, cap, "title=[%s] output=[%s] focus=[%s] event=[%s] inputs=[",
                opt->flame.title ? opt->flame.title : "NULL", opt->output ? opt->output : "NULL",
                opt->transform.focus ? opt->transform.focus : "NULL",
                opt->read.perf.event ? opt->read.perf.event : "NULL");
    for (size_t i = 0; i < opt->n_inputs; i++)
        append_text(to, cap, "%s%s", i ? "," : "", opt->inputs[i]);
    append_text(to, cap, "]");
}

static void test_parser_accepts(void **state)
{
    (void)state;
    static const struct {
        const char *command, *line, *want;
    } cases[] = {
        {"render", "", "width=1200 height=18 depth=2000 minwidth=100000px "},
        {"render", "", "title=[NULL] output=[NULL] focus=[NULL] event=[NULL] inputs=[]"},
        {"render", "--width=800", "width=800 "},
        {"render", "--width 800", "width=800 "},
        {"render", "--heig 30", "height=30 "},
        {"render", "--heig=30", "height=30 "},
        {"render", "--height 16 --max-depth=40", "height=16 depth=40 "},
        {"render", "--minwidth 0.5px", "minwidth=500000px"},
        {"render", "--minwidth 0.01%", "minwidth=10000%"},
        {"render", "--inverted", "icicle=1"},
        {"render", "--icicle", "icicle=1"},
        {"render", "--inv", "icicle=1"},
        {"render", "-i", "icicle=1"},
        {"render", "-qi", "quiet=1"},
        {"render", "-qi", "icicle=1"},
        {"render", "--reverse", "callers=1"},
        {"render", "--callers", "callers=1"},
        {"render", "--sort=value", "sort=1"},
        {"render", "--truncate middle --scheme dark", "truncate=3 scheme=2"},
        {"render", "-o x.svg", "output=[x.svg]"},
        {"render", "-ox.svg", "output=[x.svg]"},
        {"render", "-outx.svg", "output=[utx.svg]"},
        {"render", "--output=x.svg", "output=[x.svg]"},
        /* long names after one dash, as pprof and flamegraph.pl have them; underscores too */
        {"render", "-output=x.svg", "output=[x.svg]"},
        {"render", "-output x.svg", "output=[x.svg]"},
        {"render", "-title x a", "title=[x] output=[NULL] focus=[NULL] event=[NULL] inputs=[a]"},
        {"render", "-width=800", "width=800 "},
        {"render", "-max_depth=40", "depth=40 "},
        {"render", "--max_depth 40", "depth=40 "},
        {"render", "-reverse -inverted", "callers=1"},
        {"top", "-focus=a|b", "focus=[a|b]"},
        {"render", "-qox.svg a b", "output=[x.svg] focus=[NULL] event=[NULL] inputs=[a,b]"},
        {"render", "a -o x.svg b", "inputs=[a,b]"},
        {"render", "- a", "inputs=[-,a]"},
        {"render", "-- --width -o", "inputs=[--width,-o]"},
        {"render", "--title -- a", "title=[--] output=[NULL] focus=[NULL] event=[NULL] inputs=[a]"},
        {"render", "--title=", "title=[]"},
        {"render", "--title=a=b", "title=[a=b]"},
        {"render", "--title x --title y", "title=[y]"},
        {"render", "--pid", "root=1"},
        {"render", "--tid", "root=2"},
        {"render", "--tid --root=none", "root=3"},
        {"render", "--fold-recursion a", "recursion=1"},
        {"render", "--fold-recursion a", "inputs=[a]"},
        {"render", "--fold-recursion=cycles", "recursion=2"},
        {"convert", "--weight period --negative=abs --columns 2", "weight=1 negative=2 columns=2"},
        {"convert", "--limit-memory 512M --limit-nodes=1k", "memory=536870912 nodes=1024"},
        {"convert", "--skip-bad --strict", "strict=1 skip=1"},
        {"convert", "--focus a|b --event cycles:u", "focus=[a|b] event=[cycles:u]"},
        {"convert", "--focus a --then --focus b", "focus=[b]"},
        {"help", "render", "inputs=[render]"},
        {"themes", "-h", "help=1"},
        {"formats", "--vers", "version=1"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct parsed p;
        char got[1024];
        parse(&p, cases[i].command, cases[i].line);
        describe(&p.opt, got, sizeof got);
        if (!p.good || !strstr(got, cases[i].want))
            fail_msg("%s %s: expected \"%s\" in \"%s\" %s", cases[i].command, cases[i].line,
                     cases[i].want, got, p.err.text);
    }
}

static void test_parser_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *command, *line, *text, *hint;
    } cases[] = {
        {"render", "--widht 3", "unknown option '--widht'", "did you mean '--width'?"},
        {"render", "--tilte=x", "unknown option '--tilte'", "did you mean '--title'?"},
        {"render", "--xyzzy", "unknown option '--xyzzy'", "'flamerender help render' lists"},
        {"render", "-Z", "unknown option '-Z'", "'flamerender help render' lists"},
        {"render", "-qZ", "unknown option '-qZ'", "'flamerender help render' lists"},
        /* pprof's and flamegraph.pl's own */
        {"render", "-top x", "unknown option '-top'", "'flamerender top FILE'"},
        {"render", "-http=:8080", "unknown option '-http=:8080'", "-o FILE.html"},
        {"top", "-diff_base=x", "unknown option '-diff_base=x'", "'flamerender diff BASE NEW'"},
        {"top", "-alloc_space", "unknown option '-alloc_space'", "--sample-index NAME"},
        {"render", "--bgcolors pink",
         "'--bgcolors' expects yellow, blue, green, grey, or a colour as #rrggbb, not 'pink'", ""},
        {"render", "--search-color red", "'--search-color' expects a colour as #rrggbb, not 'red'",
         ""},
        {"render", "--stroke-color red",
         "'--stroke-color' expects none, or a colour as #rrggbb, not 'red'", ""},
        {"render", "--fontsize 3", "'--fontsize' expects a number from 4 to 100, not '3'", ""},
        {"render", "--fontsize 12px", "'--fontsize' expects a number from 4 to 100, not '12px'",
         ""},
        {"render", "--uicolor red", "'--uicolor' expects a colour as #rrggbb, not 'red'", ""},
        {"render", "--link javascript:alert(1)", "'--link' expects an address as https://", ""},
        {"render", "--link https://", "not 'https://'", ""},
        {"render", "--link https://h/a\"b", "'--link' expects an address", ""},
        {"render", "--seed x", "'--seed' expects a number", ""},
        {"render",
         "--colors label:", "'--color-by' expects kind, module, package, self, label:KEY, hot", ""},
        {"render", "--colors hit", "'--color-by' expects kind, module", ""},
        {"render", "--fontwidth 1", "unknown option '--fontwidth'", "--fontsize"},
        {"render", "--merge-adjacent maybe", "expects yes or no, not 'maybe'", ""},
        {"render", "--event-filter=cycles", "unknown option '--event-filter'", "--event NAME"},
        {"convert", "-width=3", "unknown option '-width=3'", "help convert"},
        {"convert", "--width 3", "'--width' is an option of 'render', not of 'convert'",
         "'flamerender help convert' lists"},
        {"convert", "-i", "unknown option '-i'", "help convert"},
        {"render", "--limit 3", "'--limit' may be one of '--limit-memory', '--limit-inflated'", ""},
        {"render", "--ti x", "'--ti' may be one of '--title', '--tid'", ""},
        {"render", "--=3", "'--' may be one of", ""},
        {"render", "--width", "'--width' needs a value", "help render"},
        {"render", "--wid 800", "'--wid' may be one of '--width', '--width-of'", ""},
        {"render", "-o", "'-o' needs a value", "help render"},
        {"render", "--strict=yes", "'--strict' takes no value, but has 'yes'", ""},
        {"render", "--pid=7", "'--pid' takes no value, but has '7'", ""},
        {"render", "--width abc", "'--width' expects a number from 20 to 100000, not 'abc'", ""},
        {"render", "--width 19", "not '19'", ""},
        {"render", "--width -1", "not '-1'", ""},
        {"render", "--width 1e3", "not '1e3'", ""},
        {"render", "--width=''", "not '''", ""},
        {"render", "--width 99999999999999999999", "not '99999999999999999999'", ""},
        {"render", "--columns 3", "'--columns' expects a number from 1 to 2, not '3'", ""},
        {"render", "--sort size", "'--sort' expects name, value or input, not 'size'", ""},
        {"render", "--scheme=Dark", "'--scheme' expects auto, light or dark, not 'Dark'", ""},
        {"render", "--fold-recursion=all", "expects direct or cycles, not 'all'", ""},
        {"render", "--weight 9a", "'--weight' expects auto, period, samples or the name of a field",
         ""},
        {"render", "--minwidth 1em", "'--minwidth' expects a width like 0.1", ""},
        {"render", "--limit-memory 5x", "expects a size like 64K, 512M or 4G", ""},
        {"render", "--limit-memory 5", "at least 1048576, not '5'", ""},
        {"render", "--limit-nodes 4G", "less than 4G, at least 1, not '4G'", ""},
        {"render", "--focus a --focus b", "'--focus' was given twice: 'a' and 'b'",
         "join them: --focus 'a|b'; '--then' between them applies one after the other"},
        {"render", "--hide ''", "'--hide' expects a regular expression, not ''", ""},
        {"themes", "print flame", "'themes' does not take 'flame'", ""},
        {"help", "render convert", "'help' does not take 'convert'", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct parsed p;
        parse(&p, cases[i].command, cases[i].line);
        if (p.good || p.err.code != FR_E_USAGE || !strstr(p.err.text, cases[i].text) ||
            !strstr(p.err.hint, cases[i].hint))
            fail_msg("%s %s: expected \"%s\" (%s), got \"%s\" (%s)", cases[i].command,
                     cases[i].line, cases[i].text, cases[i].hint, p.err.text, p.err.hint);
    }
}

/* The first word that is no option: it may be the subcommand. */
static void test_first_word(void **state)
{
    (void)state;
    static const struct {
        const char *line, *word; /* NULL: there is none */
    } cases[] = {
        {"convert a", "convert"},
        {"-q convert a", "convert"},
        {"--quiet --threads 1 convert a", "convert"},
        {"--threads=1 convert a", "convert"},
        {"--thr 1 convert a", "convert"},    /* an abbreviation */
        {"-o convert top", "top"},           /* the value of an option */
        {"-qo convert top", "top"},          /* of the last letter of several */
        {"-oconvert top", "top"},            /* its own value */
        {"-threads 1 convert a", "convert"}, /* a long name after one dash */
        {"-sample_index=0 convert a", "convert"},
        {"-n 5 top", "top"},                       /* an option of some subcommands */
        {"--fold-recursion convert a", "convert"}, /* takes a value by '=' alone */
        {"--title -- convert", "convert"},         /* "--" is the title */
        {"- convert", "-"},                        /* standard input */
        {"-q -- convert", NULL},                   /* an input, whatever it is called */
        {"--no-such-option convert", "convert"},   /* the parser says what is wrong with it */
        {"-q", NULL},
        {"-o", NULL},
        {"--threads", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[64], *argv[MAX_ARGUMENTS];
        int argc = 0;
        snprintf(text, sizeof text, "%s", cases[i].line);
        for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
            argv[argc++] = word;
        int at = options_skip(argc, argv);
        const char *got = at < argc ? argv[at] : "", *want = cases[i].word ? cases[i].word : "";
        if (strcmp(got, want) != 0)
            fail_msg("%s: expected '%s', got '%s'", cases[i].line, want, got);
    }
}

/* ---------------------------------------------------------------- the table */

static size_t count_name(const char *name, size_t len)
{
    size_t n = 0;
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        const char *names = row->names;
        for (struct word word; word_next(&names, &word);)
            n += word_is(word, name, len);
    }
    return n;
}

static void test_no_name_has_two_meanings(void **state)
{
    (void)state;
    const struct option_row *row;
    unsigned letters[128] = {0}; /* the subcommands that have it */
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        const char *names = row->names;
        for (struct word word; word_next(&names, &word);) {
            if (count_name(word.text, word.len) != 1)
                fail_msg("two options are called --%.*s", (int)word.len, word.text);
            assert_int_equal(strspn(word.text, "abcdefghijklmnopqrstuvwxyz-"), word.len);
        }
        if (!row->letter)
            continue;
        if (letters[(unsigned char)row->letter] & row->commands)
            fail_msg("two options are called -%c", row->letter);
        letters[(unsigned char)row->letter] |= row->commands;
    }
}

static void test_rows_fit_their_members(void **state)
{
    (void)state;
    static const struct {
        bool (*set)(struct options *, const struct option_row *, const char *, fr_error *);
        size_t size, other_size;
    } kinds[] = {
        {set_flag, sizeof(bool), 0},          {set_text, sizeof(char *), 0},
        {set_list, sizeof(struct values), 0}, {set_pattern, sizeof(char *), 0},
        {set_choice, sizeof(unsigned), 0},    {set_number, sizeof(uint32_t), sizeof(uint64_t)},
        {set_seconds, sizeof(uint32_t), 0},   {set_size, sizeof(uint32_t), sizeof(uint64_t)},
        {set_weight, sizeof(unsigned), 0},    {set_minwidth, sizeof(int64_t), 0},
        {set_percent, sizeof(int64_t), 0},    {set_scale, sizeof(uint32_t), 0},
        {set_normalize, sizeof(unsigned), 0}, {set_named, sizeof(char *), 0},
        {set_points, sizeof(double), 0},      {set_fraction, sizeof(double), 0},
        {set_colour, sizeof(char *), 0},      {set_amount, sizeof(double), 0},
        {set_address, sizeof(char *), 0},     {set_file_or, sizeof(char *), 0},
        {set_then, sizeof(struct rounds), 0},
    };
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        bool fits = false;
        for (size_t k = 0; k < COUNT(kinds); k++)
            fits |= row->set == kinds[k].set &&
                    (row->size == kinds[k].size || row->size == kinds[k].other_size);
        if (!fits)
            fail_msg("--%s is of another size than its kind", row->names);
        bool named = row->argument || row->choices;
        assert_int_equal(named, row->takes != TAKES_NOTHING);
    }
}

/* A default typed by hand changes nothing, so what --help says is what the library does. */
static void test_defaults_are_the_librarys(void **state)
{
    (void)state;
    const struct option_row *row;
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        struct options untouched, typed;
        char before[1024], after[1024];
        fr_error err = {0};
        if (!row->standard)
            continue;
        options_init(&untouched);
        options_init(&typed);
        if (!row->set(&typed, row, row->standard, &err))
            fail_msg("%s", err.text);
        describe(&untouched, before, sizeof before);
        describe(&typed, after, sizeof after);
        assert_string_equal(before, after);
        if (memcmp((char *)&typed + row->offset, (char *)&untouched + row->offset, row->size) != 0)
            fail_msg("the default of --%s is not '%s'", row->names, row->standard);
    }
}

/* ---------------------------------------------------------------- --help */

static char *help_of(const struct command *command, bool overview)
{
    char *text = NULL;
    size_t len;
    FILE *to = open_memstream(&text, &len);
    assert_non_null(to);
    help_print(to, command, overview);
    fclose(to);
    char *copy = strdup(text);
    assert_non_null(copy);
    free(text);
    return copy;
}

static void check_lines(const char *text)
{
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        size_t len = (size_t)(end - text);
        if (len > 80 || (len > 0 && end[-1] == ' '))
            fail_msg("too long or ends in a space: \"%.*s\"", (int)len, text);
    }
    assert_string_equal(text, "");
}

/* "--width" followed by something that no longer name has. */
static bool mentions(const char *text, const char *name, size_t len)
{
    for (const char *at = text; (at = strstr(at, "\n ")) != NULL; at++) {
        const char *end = strchr(at + 1, '\n');
        for (const char *hit = at; (hit = strstr(hit, "--")) != NULL && hit < end; hit += 2)
            if (strncmp(hit + 2, name, len) == 0 && strchr(" ,[\n", hit[2 + len]))
                return true;
    }
    return false;
}

static void test_help_mentions_every_option(void **state)
{
    (void)state;
    const struct command *command;
    for (size_t c = 0; (command = command_at(c)) != NULL; c++) {
        char *text = help_of(command, c == 0);
        const struct option_row *row;
        check_lines(text);
        for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
            const char *names = row->names;
            if (!(row->commands & command->bit))
                continue;
            for (struct word word; word_next(&names, &word);)
                if (!mentions(text, word.text, word.len))
                    fail_msg("help of %s lacks --%.*s", command->name, (int)word.len, word.text);
        }
        free(text);
    }
}

static void test_help_shows_examples_and_subcommands(void **state)
{
    (void)state;
    char *text = help_of(command_at(0), true);
    const struct command *command;
    assert_non_null(strstr(text, "    perf script | flamerender > flame.svg"));
    assert_non_null(strstr(text, "  -i, --inverted, --icicle  "));
    assert_non_null(strstr(text, "--sort name|value|input"));
    assert_non_null(strstr(text, "(default: 1200)"));
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        assert_non_null(strstr(text, command->summary));
    free(text);
    text = help_of(command_find("convert"), false);
    assert_null(strstr(text, "--width"));
    assert_non_null(strstr(text, "Usage: flamerender convert [OPTION]... [FILE]...\n"));
    free(text);
}

/* Where a row's first name begins its line of --help. */
static const char *find_row(const char *text, const struct option_row *row)
{
    char name[80];
    size_t len = strcspn(row->names, " ");
    snprintf(name, sizeof name, "--%.*s", (int)len, row->names);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at++)
        if (at >= text + 6 && (memcmp(at - 6, "      ", 6) == 0 || at[-2] == ',') &&
            strchr(" ,[\n", at[2 + len]))
            return at;
    fail_msg("help lacks %s", name);
    return NULL;
}

/* What a subcommand has of its own comes before what all that read profiles have. */
static void test_help_shows_own_options_first(void **state)
{
    const struct command *command;
    (void)state;
    for (size_t c = 0; (command = command_at(c)) != NULL; c++) {
        char *text = help_of(command, false);
        const char *last_own = text, *first_shared = text + strlen(text);
        const struct option_row *row;
        for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
            bool shared = (row->commands & COMMAND_READERS) == COMMAND_READERS;
            bool own = __builtin_popcount(row->commands & COMMAND_READERS) <= 3; /* of seven */
            if (!(row->commands & command->bit))
                continue;
            const char *at = find_row(text, row);
            last_own = own && at > last_own ? at : last_own;
            first_shared = shared && at < first_shared ? at : first_shared;
        }
        if (last_own > first_shared)
            fail_msg("help of %s has '%.20s' before its own '%.20s'", command->name, first_shared,
                     last_own);
        free(text);
    }
}

static bool is_under(const char *text, const char *title, const char *option)
{
    const char *from = strstr(text, title), *to = from ? strstr(from, "\n\n") : NULL;
    const char *at = from ? strstr(from, option) : NULL;
    return at && to && at < to && !strstr(at + 1, option);
}

/* An option of one or two formats stands under their names, in help and nowhere else. */
static void test_help_groups_options_of_one_format(void **state)
{
    static const struct {
        const char *command, *title, *option;
    } cases[] = {
        {"render", "How it looks (svg only):", "--views N"},
        {"render", "How it looks (svg, html only):", "--search TEXT|/RE/"},
        {"render", "How it looks (png only):", "--scale N"},
        {"top", "What is read (perf-data, perf-script only):", "--on-off "},
        {"top", "What is read (pprof only):", "--drop-labels"},
        {"top", "What is read (folded only):", "--negative error|drop|abs"},
        {"convert", "What is read (speedscope only):", "--profile NAME|N"},
        {"tags", "What is shown (text, markdown only):", "--unit UNIT"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = help_of(command_find(cases[i].command), false);
        if (!is_under(text, cases[i].title, cases[i].option))
            fail_msg("help of %s has no %s under '%s'", cases[i].command, cases[i].option,
                     cases[i].title);
        free(text);
    }
}

/* ---------------------------------------------------------------- values, words, messages */

/* The value that a text is stored as, or "refused". */
static void set_value(const char *option, const char *text, char *to, size_t cap)
{
    const struct option_row *row;
    struct options opt;
    fr_error err = {0};
    uint64_t value;
    uint32_t narrow;
    size_t i = 0;
    while ((row = option_at(i)) != NULL && strcmp(row->names, option) != 0)
        i++;
    assert_non_null(row);
    options_init(&opt);
    if (!row->set(&opt, row, text, &err)) {
        snprintf(to, cap, "refused");
        return;
    }
    bool wide = row->size == sizeof value;
    memcpy(wide ? (void *)&value : (void *)&narrow, (char *)&opt + row->offset, row->size);
    snprintf(to, cap, "%" PRIu64 "%s", wide ? value : narrow,
             row->set != set_minwidth     ? ""
             : opt.flame.minwidth_percent ? "%"
                                          : "px");
}

/* Checks each part of a list, between bars; "" is one, too. */
static void check_values(const char *option, const char *list, bool accepted)
{
    for (const char *at = list, *end; at; at = *end ? end + 1 : NULL) {
        char text[64], got[40];
        end = at + strcspn(at, "|");
        snprintf(text, sizeof text, "%.*s", (int)(end - at), at);
        char *stored = accepted ? strchr(text, ':') : NULL;
        if (stored)
            *stored++ = '\0';
        set_value(option, text, got, sizeof got);
        if (strcmp(got, accepted ? stored : "refused") != 0)
            fail_msg("--%s '%s' is %s", option, text, got);
    }
}

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *option, *accepted, *refused; /* "text:stored|text:stored", "text|text" */
    } cases[] = {
        {"minwidth",
         "0.1:100000px|0.5px:500000px|0.01%:10000%|0:0px|3:3000000px|.25:250000px|2.:2000000px|0."
         "000001:1px|0.0000010:1px|100%:100000000%",
         "100.1%|0.0000001||.|px|%|1 px|-1|1.2.3|99999999999|1e3|1,5|0.1%%|0x1"},
        {"scale", "1:100|2:200|1.5:150|0.25:25|.5:50|16:1600|1.33:133|2.00:200",
         "0.24|16.01|0|1.333||.|2x|-1|1e1|200%|1,5|42949674"},
        {"max-unknown", "20%:200000|0%:0|0.5%:5000|0.0001%:1|100%:1000000",
         "100.1%|20|%|0.00001%|-1%|20 %||2e1%|20%%|1,5%"},
        {"limit-inflated",
         "0:0|4096:4096|64K:65536|64k:65536|4GiB:4294967296|2MB:2097152|1T:1099511627776|"
         "18446744073709551615:18446744073709551615",
         "18446744073709551616|16777216T||K|1.5G|4 G|4 |4 B|4Gi|4B|-1|1+"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        check_values(cases[i].option, cases[i].accepted, true);
        check_values(cases[i].option, cases[i].refused, false);
    }
}

static void test_nearest(void **state)
{
    (void)state;
    static const struct {
        const char *wanted, *words, *best;
    } cases[] = {
        {"widht", "height width title", "width"},
        {"rendr", "render convert help", "render"},
        {"convret", "render convert help", "convert"},
        {"zzz", "render convert help", NULL},
        {"", "render", NULL},
        {"a", "b", NULL},
        {"this-name-is-longer-than-any-name-we-have", "render", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct nearest nearest;
        const char *words = cases[i].words;
        nearest_init(&nearest, cases[i].wanted, strlen(cases[i].wanted));
        for (struct word word; word_next(&words, &word);)
            nearest_offer(&nearest, word);
        struct word best = nearest.best;
        if (cases[i].best ? !best.text || !word_is(best, cases[i].best, strlen(cases[i].best))
                          : best.text != NULL)
            fail_msg("'%s' is near '%.*s'", cases[i].wanted, (int)best.len, best.text);
    }
}

static void test_escapes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"plain 'text'", "plain 'text'"},
        {"\x1b[31mred", "\\x1b[31mred"},
        {"a\nb\tc\r", "a\\x0ab\\x09c\\x0d"},
        {"Gr\xc3\xbc\xc3\x9f"
         "e \xe6\xbc\xa2 \xf0\x9f\x94\xa5",
         "Gr\xc3\xbc\xc3\x9f"
         "e \xe6\xbc\xa2 \xf0\x9f\x94\xa5"},
        {"\xc2\x9b"
         "31m",
         "\\u{9b}31m"},
        {"\xe2\x80\xae"
         "gvs.",
         "\\u{202e}gvs."},
        {"\xff\xfe", "\\xff\\xfe"},
        {"cut \xe6\xbc", "cut \\xe6\\xbc"},
        {"\xc0\x80 \xed\xa0\x80", "\\xc0\\x80 \\xed\\xa0\\x80"},
        {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
        {"\x7f", "\\x7f"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char got[128];
        fr_printable(got, sizeof got, cases[i].text);
        assert_string_equal(got, cases[i].shown);
    }
    char small[6];
    fr_printable(small, sizeof small, "abc\xc3\xbc\xc3\xbc");
    assert_string_equal(small, "abc\xc3\xbc");
}

static void test_shell_word(void **state)
{
    (void)state;
    static const struct {
        const char *path, *word;
    } cases[] = {
        {"a.folded", "a.folded"},
        {"v1.\377'", "$'v1.\\377\\047'"},
        {"", "''"},
        {"a b$(c)`d`\"e\"\\", "'a b$(c)`d`\"e\"\\'"},
        {"'; id; '", "''\\''; id; '\\'''"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char got[64];
        fr_shell_word(got, sizeof got, cases[i].path);
        assert_string_equal(got, cases[i].word);
    }
    for (size_t room = 5; room < 12; room++) { /* a part of a name is another file's */
        char got[12] = "";
        fr_shell_word(got, room, "it's");
        assert_string_equal(got, room < 10 ? "FILE" : "'it'\\''s'");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shell_word),
        cmocka_unit_test(test_parser_accepts),
        cmocka_unit_test(test_parser_refuses),
        cmocka_unit_test(test_first_word),
        cmocka_unit_test(test_no_name_has_two_meanings),
        cmocka_unit_test(test_rows_fit_their_members),
        cmocka_unit_test(test_defaults_are_the_librarys),
        cmocka_unit_test(test_help_mentions_every_option),
        cmocka_unit_test(test_help_shows_examples_and_subcommands),
        cmocka_unit_test(test_help_shows_own_options_first),
        cmocka_unit_test(test_help_groups_options_of_one_format),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_escapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
