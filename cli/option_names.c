/* option_names.c - finding a row by what was typed, and the words where there is none. */
#include "option_names.h"

#include <string.h>

#include "habits.h"
#include "messages.h"

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
    struct option_search s = option_search_long(name, len, command->bit);
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
