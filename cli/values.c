/*
 * values.c - setters of options whose values are texts, choices or names; value_numbers.c has those of numbers.
 */
#include "values.h"

#include <string.h>

#include "messages.h"
#include "value_parts.h"
#include "words.h"

_Static_assert(sizeof(fr_weight) == sizeof(unsigned) && sizeof(fr_sort) == sizeof(unsigned),
               "enums are stored through unsigned");

void option_store(struct options *opt, const struct option_row *row, const void *value)
{
    memcpy((char *)opt + row->offset, value, row->size);
}

bool option_reject(const struct option_row *row, const char *value, const char *expected,
                   fr_error *err)
{
    struct word name;
    const char *names = row->names;
    word_next(&names, &name);
    return fail_with(err, FR_E_USAGE, "'--%.*s' expects %s, not '%s'", (int)name.len, name.text,
                     expected, value);
}

bool set_flag(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    (void)value, (void)err;
    option_store(opt, row, &(bool){true});
    return true;
}

bool set_text(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    (void)err;
    option_store(opt, row, &value);
    return true;
}

bool set_list(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    struct values *list = (struct values *)(void *)((char *)opt + row->offset);
    if (list->n == MOST_VALUES)
        return fail_with(err, FR_E_USAGE, "'--%s' was given more than %d times", row->names,
                         (int)MOST_VALUES);
    list->items[list->n++] = value;
    return true;
}

bool set_pattern(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    const char *earlier;
    memcpy(&earlier, (char *)opt + row->offset, sizeof earlier);
    if (value[0] == '\0')
        return option_reject(row, value, "a regular expression", err);
    if (earlier) {
        fail_with(err, FR_E_USAGE, "'--%s' was given twice: '%s' and '%s'", row->names, earlier,
                  value);
        return hint_with(err,
                         "join them: --%s '%s|%s'; '--then' between them applies one after the "
                         "other",
                         row->names, earlier, value);
    }
    option_store(opt, row, &value);
    return true;
}

/* What follows is a round of its own. */
bool set_then(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    (void)value;
    if (opt->earlier.n == MOST_ROUNDS)
        return fail_with(err, FR_E_USAGE, "'--%s' was given more than %d times", row->names,
                         (int)MOST_ROUNDS);
    opt->earlier.items[opt->earlier.n++] = opt->transform;
    opt->transform = (fr_transform_options)FR_TRANSFORM_DEFAULTS;
    return true;
}

/* A key follows "label:". */
static bool is_keyed(const char *name)
{
    return name[strlen(name) - 1] == ':';
}

/* "name, value or input" */
static void list_choices(char *to, size_t cap, const struct option_row *row)
{
    const char *name, *next;
    to[0] = '\0';
    for (size_t i = 0; (name = option_choice(row, i)) != NULL; i++) {
        next = option_choice(row, i + 1);
        append_text(to, cap, "%s%s%s",
                    i == 0 ? ""
                    : next ? ", "
                           : " or ",
                    name, is_keyed(name) ? "KEY" : "");
    }
}

/* Names that are many are listed elsewhere. */
static bool reject_name(const struct option_row *row, const char *value, struct word near,
                        fr_error *err)
{
    char expected[200];
    list_choices(expected, sizeof expected, row);
    if (!row->listed)
        option_reject(row, value, expected, err);
    else
        fail_with(err, FR_E_USAGE, "'--%.*s' knows no '%s'", (int)strcspn(row->names, " "),
                  row->names, value);
    if (near.text)
        return hint_with(err, "did you mean '%s'?%s%s", near.text, row->listed ? " " : "",
                         row->listed ? row->listed : "");
    return row->listed && hint_with(err, "%s", row->listed);
}

bool set_named(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    const char *name;
    struct nearest nearest;
    nearest_init(&nearest, value, strlen(value));
    for (size_t i = 0; (name = row->name_at(i)) != NULL; i++) {
        size_t len = strlen(name);
        if (is_keyed(name) ? strncmp(name, value, len) == 0 && value[len]
                           : strcmp(name, value) == 0)
            return set_text(opt, row, value, err);
        if (strcmp(name, value) != 0)
            nearest_offer(&nearest, (struct word){name, len});
    }
    return reject_name(row, value, nearest.best, err);
}

bool option_store_choice(struct options *opt, const struct option_row *row, const char *name)
{
    const struct choice *c = row->choices;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    if (c->name)
        option_store(opt, row, &c->value);
    return c->name != NULL;
}

bool set_choice(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    char expected[160];
    if (value && option_store_choice(opt, row, value))
        return true;
    if (!value) {
        option_store(opt, row, &row->value);
        return true;
    }
    list_choices(expected, sizeof expected, row);
    return option_reject(row, value, expected, err);
}

bool set_address(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    const char *rest = strncmp(value, "https://", 8) == 0  ? value + 8
                       : strncmp(value, "http://", 7) == 0 ? value + 7
                                                           : "";
    if (!*rest || rest[strcspn(rest, " \"'<>\\^`\t\n\r")])
        return option_reject(row, value, "an address as https://host/{file}#L{line}", err);
    return set_text(opt, row, value, err);
}

static bool is_colour(const char *text)
{
    return text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

static bool is_choice(const struct option_row *row, const char *name)
{
    const struct choice *c = row->choices;
    while (c && c->name && strcmp(c->name, name) != 0)
        c++;
    return c && c->name;
}

bool set_colour(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    char expected[160] = "";
    if (is_choice(row, value) || is_colour(value))
        return set_text(opt, row, value, err);
    for (const struct choice *c = row->choices; c && c->name; c++)
        append_text(expected, sizeof expected, "%s, ", c->name);
    append_text(expected, sizeof expected, "%sa colour as #rrggbb", expected[0] ? "or " : "");
    return option_reject(row, value, expected, err);
}

bool set_file_or(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    return set_text(opt, row, value ? value : row->instead, err);
}

/* "bytes_req", "args.count" */
static bool is_field(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return strspn(text, letters) > 0 &&
           text[strspn(
               text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.-")] == '\0';
}

bool set_weight(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    bool chosen = option_store_choice(opt, row, value);
    if (!chosen && !is_field(value))
        return option_reject(row, value,
                             "auto, period, samples or the name of a field such as bytes_req", err);
    if (!chosen)
        opt->read.perf.weight = FR_WEIGHT_FIELD;
    opt->read.perf.weight_field = chosen ? NULL : value;
    return true;
}
