/*
 * options.c - the parser that walks the arguments, and finds rows of options.def by their names: whole, abbreviated,
 * mistyped, or a letter.
 */
#define _GNU_SOURCE
#include "options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A name as options.def has it: pprof writes sample_index. */
struct spelling {
    char text[128];
    size_t len;
};

/* The rows that a long name, perhaps abbreviated, may stand for. */
struct option_search {
    const struct option_row *exact, *abbreviated, *elsewhere; /* elsewhere: of another subcommand */
    char matches[240]; /* the names that it abbreviates, for messages */
    bool ambiguous;
};

/* ---------------------------------------------------------------- options of other tools */

static const struct habit {
    const char *names; /* space-separated */
    const char *hint;
} habits[] = {
    /* pprof */
    {"top text", "'flamerender top FILE' lists functions"},
    {"tree peek", "'flamerender top --focus RE FILE', or a picture with --callers"},
    {"list weblist disasm",
     "source and assembly are not shown here; '--granularity=lines' shows lines"},
    {"tags", "'flamerender tags FILE' lists labels"},
    {"traces raw", "'flamerender convert --format folded FILE' writes stacks"},
    {"proto topproto", "'flamerender convert -o FILE.pb.gz FILE' writes a pprof"},
    {"svg", "'-o FILE.svg' or '--format svg'"},
    {"png", "'-o FILE.png' or '--format png'"},
    {"web http", "'-o FILE.html' writes a page that needs no server"},
    {"dot gif ps callgrind eog evince gv kcachegrind",
     "'flamerender formats' lists what can be written"},
    {"diff-base", "'flamerender diff BASE NEW' compares profiles"},
    {"flat", "'flamerender top --order self', the default"},
    {"inuse-space inuse-objects alloc-space alloc-objects",
     "'--sample-index NAME' chooses the values: inuse_space, alloc_objects, ..."},
    {"contentions total-delay", "'--sample-index contentions' or '--sample-index delay'"},
    {"mean-delay", "'flamerender top --mean --sample-index delay'"},
    {"nodefraction edgefraction", "'--minwidth N%' for pictures, '--max-rows N' for tables"},
    {"call-tree compact-labels", "a flame graph shows whole stacks; it needs no such option"},
    {"drop-negative", "'--negative=drop'"},
    {"seconds timeout symbolize tools buildid source-path",
     "fetching and symbolising are pprof's: 'pprof -proto ... | flamerender'"},
    /* flamegraph.pl and inferno-flamegraph */
    {"encoding", "output is UTF-8"},
    {"fontwidth font-width",
     "the width of each character is known; '--fontsize' sets the size of labels"},
    {"count-name", "'--countname TEXT'"},
    {"image-width", "'--width PX'"},
    {"frame-height", "'--height PX'"},
    {"min-width", "'--minwidth PX|N%'"},
    {"no-javascript", "'--static' writes SVG without a script"},
    {"no-sort", "'--sort input' keeps siblings in the order of input"},
    {"truncate-text-right", "'--truncate end|start|middle'"},
    {"pretty-xml", "SVG has one form"},
    /* stackcollapse-perf.pl and inferno-collapse-perf */
    {"event-filter", "'--event NAME'"},
    {"inline context",
     "'perf script --inline -F +srcline' resolves them; '--srcline' keeps the lines"},
    {"skip-after", "'--show-from REGEX' cuts what is above a frame"},
    {"nthreads", "'--threads N'"},
    /* difffolded.pl */
    {"strip-hex", "'--rename s/0x[0-9a-f]+/0x.../'"},
    {NULL, NULL},
};

/* Says what takes the place of an option of pprof, flamegraph.pl, stackcollapse-perf.pl, difffolded.pl or inferno, by
 * its name without dashes, of `len` bytes: "write '--event' here". NULL: none of them has such an option. */
static const char *habit_hint(const char *name, size_t len)
{
    for (const struct habit *habit = habits; habit->names; habit++)
        if (words_hold(habit->names, name, len))
            return habit->hint;
    return NULL;
}

/* ---------------------------------------------------------------- names */

static void consider(struct option_search *s, const struct option_row *row, struct word name,
                     struct word wanted, unsigned command)
{
    bool equal = word_is(name, wanted.text, wanted.len);
    if (!(row->commands & command)) {
        s->elsewhere = equal ? row : s->elsewhere;
        return;
    }
    if (equal) {
        s->exact = row;
    } else if (name.len > wanted.len && memcmp(name.text, wanted.text, wanted.len) == 0) {
        s->ambiguous |= s->abbreviated && s->abbreviated != row;
        s->abbreviated = row;
        append_text(s->matches, sizeof s->matches, "%s'--%.*s'", s->matches[0] ? ", " : "",
                    (int)name.len, name.text);
    }
}

static struct spelling spell(const char *argument)
{
    struct spelling name = {.len = strcspn(argument, "=")};
    name.len = name.len < sizeof name.text ? name.len : sizeof name.text - 1;
    for (size_t i = 0; i < name.len; i++)
        name.text[i] = i > 0 && argument[i] == '_' ? '-' : argument[i];
    return name;
}

static bool fail_unknown(const struct option_search *s, struct word wanted,
                         const struct command *command, fr_error *err)
{
    struct nearest nearest; /* the name of an option that was probably meant */
    nearest_init(&nearest, wanted.text, wanted.len);
    for (size_t i = 0; i < N_OPTIONS; i++) {
        bool has = option_at(i)->commands & (command->bit | command->also);
        const char *names = has ? option_at(i)->names : "";
        for (struct word word; word_next(&names, &word);)
            nearest_offer(&nearest, word);
    }
    struct word near = nearest.best;
    const char *habit = habit_hint(wanted.text, wanted.len);
    int len = (int)wanted.len;
    size_t owner = 0; /* the first subcommand that has the option */
    while (s->elsewhere && !(command_at(owner)->bit & s->elsewhere->commands))
        owner++;
    if (s->elsewhere)
        fail_with(err, FR_E_USAGE, "'--%.*s' is an option of '%s', not of '%s'", len, wanted.text,
                  command_at(owner)->name, command->name);
    else
        fail_with(err, FR_E_USAGE, "unknown option '--%.*s'", len, wanted.text);
    if (habit && !s->elsewhere)
        return hint_with(err, "%s", habit);
    if (near.text && !s->elsewhere)
        return hint_with(err, "did you mean '--%.*s'?", (int)near.len, near.text);
    return hint_with(err, "'flamerender help %s' lists the options", command->name);
}

/* Among the options of these subcommands. */
static struct option_search search_long(const char *name, size_t len, unsigned commands)
{
    struct option_search s = {0};
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const char *names = option_at(i)->names;
        for (struct word word; word_next(&names, &word);)
            consider(&s, option_at(i), word, (struct word){name, len}, commands);
    }
    return s;
}

/* The row of a long name of `len` bytes; NULL with `err` filled. */
static const struct option_row *find_long(const char *name, size_t len,
                                          const struct command *command, fr_error *err)
{
    struct option_search s = search_long(name, len, command->bit | command->also);
    if (s.exact)
        return s.exact;
    if (s.ambiguous) {
        fail_with(err, FR_E_USAGE, "'--%.*s' may be one of %s", (int)len, name, s.matches);
        return NULL;
    }
    if (!s.abbreviated)
        fail_unknown(&s, (struct word){name, len}, command, err);
    return s.abbreviated;
}

static const struct option_row *find_letter(char letter, unsigned commands)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (option_at(i)->letter == letter && option_at(i)->commands & commands)
            return option_at(i);
    return NULL;
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

/* "-n" takes a value in some subcommands: then it is taken to do so. */
static bool may_take_value(char letter)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (option_at(i)->letter == letter && option_at(i)->takes == TAKES_VALUE)
            return true;
    return false;
}

/* "-o", "-qo", but not "-ox.svg": the next argument is a value. */
static bool letters_need_next(const char *letter)
{
    while (*letter && find_letter(*letter, COMMAND_ALL) && !may_take_value(*letter))
        letter++;
    return may_take_value(*letter) && !letter[1];
}

/* "--threads", but not "--threads=1". What could be several options is left to the parser. */
static bool name_needs_next(const char *argument)
{
    struct spelling name = spell(argument);
    if (argument[name.len] == '=')
        return false;
    struct option_search s = search_long(name.text, name.len, COMMAND_ALL);
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
    w->opt->given[row - option_at(0)] = true;
    w->last = row;
    return row->set(w->opt, row, attached, w->err);
}

/* Returns the word of an option with its name in full, for what is short for it may be short for two in another command;
 * `rest` follows the name. NULL where there is no room. */
static const char *spell_out(struct walk *w, const struct option_row *row, const char *word,
                             const char *rest)
{
    struct options *opt = w->opt;
    int len = (int)strcspn(row->names, " ");
    char *made = opt->spelled + opt->spelled_used;
    size_t room = sizeof opt->spelled - opt->spelled_used,
           needed = 2 + (size_t)len + strlen(rest) + 1;

    if (word + 2 + len == rest && strncmp(word, "--", 2) == 0)
        return word;
    if (needed > room)
        return NULL;
    snprintf(made, room, "--%.*s%s", len, row->names, rest);
    opt->spelled_used += needed;
    return made;
}

/* Keeps the words of an option that chooses what is read of the inputs, and how: commands that a picture offers are to
 * have it too. */
static bool keep_words(struct walk *w, const struct option_row *row, const char *rest, int first)
{
    struct options *opt = w->opt;
    bool is_of_bad =
        row->offset == offsetof(struct options, skip_bad);     /* commands name good ones */
    unsigned command = opt->command->bit | opt->command->also; /* open draws as render does */

    if (!(command & (COMMAND_TREND | COMMAND_HEATMAP | COMMAND_RENDER)) ||
        !(row->commands & COMMAND_DIFF) || is_of_bad ||
        (row->task != TASK_INPUT && row->task != TASK_SELECTION && row->task != TASK_VALUES))
        return true;
    for (int at = first; at < w->at; at++) {
        const char *word = at == first ? spell_out(w, row, w->argv[at], rest) : w->argv[at];
        bool fits = word && opt->n_repeated < MOST_REPEATED;
        if (!fits && opt->command->bit != COMMAND_TREND)
            return true; /* its pages then lack these */
        if (!fits)
            return fail_with(w->err, FR_E_USAGE, "options say in more than %d words what is read",
                             (int)MOST_REPEATED);
        opt->repeated_of[opt->n_repeated] = (unsigned short)(row - option_at(0));
        opt->repeated[opt->n_repeated++] = word;
    }
    return true;
}

/* A page has parts of its time, and commands name them; how fast a recording is read changes no picture; a heatmap has no
 * factor where it counts samples. */
static bool is_said(const struct options *opt, size_t offset)
{
    static const size_t others[] = {
        offsetof(struct options, select.from),  offsetof(struct options, select.to),
        offsetof(struct options, ranges),       offsetof(struct options, select.band),
        offsetof(struct options, read.threads), offsetof(struct options, read.strict),
        offsetof(struct options, files_from)};
    bool is_factor = offset == offsetof(struct options, transform.multiply_by) ||
                     offset == offsetof(struct options, transform.divide_by);
    bool said =
        is_factor && opt->command->bit == COMMAND_HEATMAP && opt->heat.value != FR_HEAT_WEIGHT;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        said = said || offset == others[i];
    return said;
}

/* Returns true if some round of transforms omits samples. */
static bool drops(const struct options *opt)
{
    bool any = false;
    for (size_t i = 0; i <= opt->earlier.n; i++) {
        const fr_transform_options *t =
            i < opt->earlier.n ? &opt->earlier.items[i] : &opt->transform;
        any = any || t->focus || t->ignore || t->show || t->show_from || t->tag_focus ||
              t->tag_ignore || t->hide || t->hide_runtime || t->drop_frames ||
              t->idle == FR_IDLE_EXCLUDE;
    }
    return any && !opt->transform.relative_percentages; /* of the last round */
}

void options_reading(const struct options *opt, bool stacks, char *to, size_t cap)
{
    static const char last[] = " --relative-percentages --then";
    bool transforms = false;
    size_t n = 0, room = cap - sizeof last;

    *to = '\0';
    for (size_t i = 0; i < opt->n_repeated; i++) {
        const char *text = opt->repeated[i];
        const struct option_row *row = option_at(opt->repeated_of[i]);
        if (is_said(opt, row->offset))
            continue;
        transforms = transforms || row->task == TASK_VALUES;
        if (n + 4 * strlen(text) + sizeof " $''" > room) { /* each ' may take four */
            *to = '\0';
            return; /* none rather than a part */
        }
        to[n++] = ' ';
        fr_shell_word(to + n, cap - n, text);
        n += strlen(to + n);
    }
    /* a page has no more than what was left */
    append_text(to, cap, "%s%s", stacks && drops(opt) ? " --relative-percentages" : "",
                stacks && transforms ? " --then" : "");
}

/* "--width=800", "--width" "800", "--wid" "800", "-sample_index=0" */
static bool walk_long(struct walk *w, const char *argument)
{
    int first = w->at - 1;
    const char *text = long_name(argument);
    size_t len = strcspn(text, "=");
    struct spelling name = spell(text);
    const struct option_row *row = find_long(name.text, name.len, w->opt->command, w->err);
    char shown[64];
    snprintf(shown, sizeof shown, "--%.*s", name.len > 60 ? 60 : (int)name.len, name.text);
    return row && apply(w, row, shown, text[len] == '=' ? text + len + 1 : NULL) &&
           keep_words(w, row, text + len, first);
}

/* "-o" "x.svg", "-ox.svg", "-qi" */
static bool walk_letters(struct walk *w, const char *argument)
{
    for (const char *letter = argument + 1; *letter; letter++) {
        const struct option_row *row =
            find_letter(*letter, w->opt->command->bit | w->opt->command->also);
        if (!row) {
            struct spelling name = spell(argument + 1);
            const char *habit = habit_hint(name.text, name.len);
            fail_with(w->err, FR_E_USAGE, "unknown option '%s'", argument);
            return habit ? hint_with(w->err, "%s", habit)
                         : hint_with(w->err, "'flamerender help %s' lists the options",
                                     w->opt->command->name);
        }
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
        return w->last->set(w->opt, w->last, argument, w->err);
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
    uint32_t least = (uint32_t)(opt->flame.font_px * ROW_PER_LABEL + 0.5);
    if (!OPTIONS_GIVEN(opt, flame.row_height_px) && opt->flame.row_height_px < least)
        opt->flame.row_height_px = least;
    return true;
}
