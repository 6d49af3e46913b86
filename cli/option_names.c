/* option_names.c - finding a row by what was typed, and the words where there is none. */
#include "option_names.h"

#include <stddef.h>
#include <string.h>

#include "messages.h"
#include "words.h"

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

/* What takes the place of an option of pprof, flamegraph.pl, stackcollapse-perf.pl, difffolded.pl or inferno, by
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

struct spelling option_spell(const char *argument)
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

static bool fail_unknown(const struct option_search *s, const struct command *command,
                         fr_error *err)
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

struct option_search option_search_long(const char *name, size_t len, unsigned commands)
{
    struct option_search s = {0};
    nearest_init(&s.nearest, name, len);
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const char *names = option_at(i)->names;
        for (struct word word; word_next(&names, &word);)
            consider(&s, option_at(i), word, commands);
    }
    return s;
}

/* The row of a long name of `len` bytes; NULL with `err` filled. */
const struct option_row *option_find_long(const char *name, size_t len,
                                          const struct command *command, fr_error *err)
{
    struct option_search s = option_search_long(name, len, command->bit | command->also);
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

const struct option_row *option_find_letter(char letter, unsigned commands)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (option_at(i)->letter == letter && option_at(i)->commands & commands)
            return option_at(i);
    return NULL;
}

bool option_fail_letters(const char *argument, const struct command *command, fr_error *err)
{
    struct spelling name = option_spell(argument + 1);
    const char *habit = habit_hint(name.text, name.len);
    fail_with(err, FR_E_USAGE, "unknown option '%s'", argument);
    if (habit)
        return hint_with(err, "%s", habit);
    return hint_with(err, "'flamerender help %s' lists the options", command->name);
}
