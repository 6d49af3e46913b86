/* translate.c - walks the arguments of another program in its own manner. */
#include "cli/dropin/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/messages.h"
#include "cli/words.h"

/* ---- our arguments ---- */

void translation_add(struct translation *t, const char *head, const char *tail)
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

static bool check_value(struct translation *t, const struct foreign_option *option,
                        const char *value)
{
    if (option->wants <= TEXT_VALUE || is_number(value, option->wants == WHOLE_NUMBER))
        return true;
    append_text(t->error, sizeof t->error, "Value \"%.60s\" invalid for option %.*s (%s expected)",
                value, (int)strcspn(option->names, " "), option->names,
                option->wants == WHOLE_NUMBER ? "number" : "real number");
    return false;
}

static void note_ignored(const struct translation *t, const struct foreign_option *option)
{
    fprintf(stderr, "%s: note: --%.*s has no effect: %s\n", t->program->name,
            (int)strcspn(option->names, " "), option->names, option->ignored);
}

static bool take(struct translation *t, const struct foreign_option *option, const char *value)
{
    if (!check_value(t, option, value ? value : ""))
        return false;
    if (option->ignored)
        note_ignored(t, option);
    if (option->ours)
        translation_add(t, option->ours, value ? value : "");
    if (option->turn)
        option->turn(t, value);
    return true;
}

/* ---- finding a row ---- */

static bool name_starts(struct word name, const char *text, size_t len, bool any_case)
{
    return name.len >= len &&
           (any_case ? strncasecmp(name.text, text, len) == 0 : memcmp(name.text, text, len) == 0);
}

/* The row of a name of `len` bytes, whole or, where the program takes that, cut. NULL: none, or several. */
static const struct foreign_option *find(struct translation *t, const char *text, size_t len)
{
    bool perl = t->program->manner == GETOPT_LONG;
    const struct foreign_option *found = NULL;
    bool several = false;
    for (const struct foreign_option *row = t->program->options; row->names; row++) {
        const char *names = row->names;
        for (struct word name; word_next(&names, &name);) {
            if (!name_starts(name, text, len, perl))
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

static bool walk_argument(struct foreign_walk *w, const char *argument)
{
    enum manner manner = w->t->program->manner;
    bool two = argument[1] == '-';
    return manner == GETOPT_LONG || (two && manner == CLAP) ? walk_name(w, argument + 1 + two)
                                                            : walk_letters(w, argument + 1);
}

static bool walk_all(struct foreign_walk *w)
{
    struct translation *t = w->t;
    bool ended = false;
    while (w->at < w->argc) {
        char *argument = w->argv[w->at++];
        if (!ended && strcmp(argument, "--") == 0)
            ended = true;
        else if (ended || argument[0] != '-' || !argument[1])
            t->inputs[t->n_inputs++] = argument;
        else if (!walk_argument(w, argument))
            return false;
        ended |= t->program->manner == GETOPTS && t->n_inputs > 0;
    }
    return true;
}

static bool check_inputs(struct translation *t)
{
    if (t->wants_help ||
        (t->n_inputs >= t->program->least_inputs && t->n_inputs <= t->program->most_inputs))
        return true;
    return fail(t, "expected ", t->program->usage, "");
}

bool translate(struct translation *t, const struct foreign_program *program, int argc, char **argv)
{
    struct foreign_walk w = {t, argv, argc, 0};
    *t = (struct translation){.program = program};
    t->inputs = calloc((size_t)argc + 1, sizeof *t->inputs);
    if (!t->inputs)
        return fail(t, "memory ran out", "", "");
    for (const char *const *text = program->always; *text; text++)
        translation_add(t, *text, "");
    if (!walk_all(&w) || !check_inputs(t))
        return false;
    if (t->begins_at)
        translation_add(t, "--show-from=", t->begins_at);
    if (program->finish)
        program->finish(t);
    translation_add(t, "--", "");
    for (size_t i = 0; i < t->n_inputs; i++)
        translation_add(t, t->inputs[i], "");
    return !t->failed || fail(t, "memory ran out", "", "");
}
