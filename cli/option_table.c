/*
 * option_table.c - the table made from options.def, and how the text of an option becomes a member of struct options:
 * one setter for each kind.
 */
#include "options.h"

/* Subcommands that share options. */
enum {
    COMMAND_COMPARES = COMMAND_DIFF | COMMAND_TREND,
    COMMAND_PICTURES = COMMAND_FLAMES | COMMAND_HEATMAP | COMMAND_TREND,
    COMMAND_ONE_PROFILE = COMMAND_READERS & ~COMMAND_COMPARES, /* all inputs are one */
    COMMAND_MANY = COMMAND_ONE_PROFILE | COMMAND_TREND,        /* any number of inputs */
    COMMAND_SHOWS =                                            /* one value column */
    COMMAND_RENDER | COMMAND_TOP | COMMAND_CHECK | COMMAND_TAGS | COMMAND_COMPARES,
    COMMAND_AMOUNTS = COMMAND_TOP | COMMAND_TAGS,
    COMMAND_TABLES = COMMAND_TOP | COMMAND_COMPARES,
    COMMAND_CHANGES = COMMAND_FLAMES | COMMAND_TREND, /* grew or shrank, in colour */
    COMMAND_ORDERS = COMMAND_TOP | COMMAND_COMPARES,
    COMMAND_NAMED = COMMAND_FLAMES | COMMAND_TOP | COMMAND_TREND, /* names are labels or cells */
    COMMAND_SELECTING = COMMAND_READERS | COMMAND_SQL,            /* samples by time and label */
    COMMAND_SIDED = COMMAND_DIFF | COMMAND_SQL,
    COMMAND_GROUPING = COMMAND_ORDERS | COMMAND_SQL,
    COMMAND_CELLS = COMMAND_HEATMAP | COMMAND_SQL,
    COMMAND_TYPED = COMMAND_SHOWS | COMMAND_CONVERT | COMMAND_SQL,
    COMMAND_WRITERS = COMMAND_READERS | COMMAND_VIEWER
};

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(fr_weight) == sizeof(unsigned) && sizeof(fr_sort) == sizeof(unsigned),
               "enums are stored through unsigned");

/* Copies a value of the member's size into it. */
static void option_store(struct options *opt, const struct option_row *row, const void *value)
{
    memcpy((char *)opt + row->offset, value, row->size);
}

/* "'--width' expects a number from 100 to 100000, not 'x'"; false. */
static bool option_reject(const struct option_row *row, const char *value, const char *expected,
                          fr_error *err)
{
    struct word name;
    const char *names = row->names;
    word_next(&names, &name);
    return fail_with(err, FR_E_USAGE, "'--%.*s' expects %s, not '%s'", (int)name.len, name.text,
                     expected, value);
}

/* bool, true */
bool set_flag(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    (void)value, (void)err;
    option_store(opt, row, &(bool){true});
    return true;
}

/* const char *, as it is */
bool set_text(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    (void)err;
    option_store(opt, row, &value);
    return true;
}

/* struct values, one more */
bool set_list(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    struct values *list = (struct values *)(void *)((char *)opt + row->offset);
    if (list->n == MOST_VALUES)
        return fail_with(err, FR_E_USAGE, "'--%s' was given more than %d times", row->names,
                         (int)MOST_VALUES);
    list->items[list->n++] = value;
    return true;
}

/* const char *, not empty, once */
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

/* struct rounds: takes opt->transform, which begins anew: the next transforms are a round of their own. */
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

/* const char *, one of the names of row->name_at */
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

/* Stores what the name stands for; false where the row has no such choice. */
static bool option_store_choice(struct options *opt, const struct option_row *row, const char *name)
{
    const struct choice *c = row->choices;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    if (c->name)
        option_store(opt, row, &c->value);
    return c->name != NULL;
}

/* an enum, by name or, for SETS and MAYBE, the row's value */
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

/* const char *, "http://..." or "https://..." */
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

/* const char *, one of the choices, or "#rrggbb" */
bool set_colour(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    char expected[160] = "";
    bool good =
        value[0] == '#' && strlen(value) == 7 && strspn(value + 1, "0123456789abcdefABCDEF") == 6;
    for (const struct choice *c = row->choices; c && c->name; c++) {
        good = good || strcmp(c->name, value) == 0;
        append_text(expected, sizeof expected, "%s, ", c->name);
    }
    if (good)
        return set_text(opt, row, value, err);
    append_text(expected, sizeof expected, "%sa colour as #rrggbb", expected[0] ? "or " : "");
    return option_reject(row, value, expected, err);
}

/* const char *, or row->instead */
bool set_file_or(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    return set_text(opt, row, value ? value : row->instead, err);
}

/* a choice, or the name of a field -> read.perf.weight_field */
bool set_weight(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    static const char signs[] = "0123456789.-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    bool chosen = option_store_choice(opt, row, value);
    bool field = strspn(value, signs + 12) > 0 && !value[strspn(value, signs)]; /* "args.count" */
    if (!chosen && !field)
        return option_reject(row, value,
                             "auto, period, samples or the name of a field such as bytes_req", err);
    if (!chosen)
        opt->read.perf.weight = FR_WEIGHT_FIELD;
    opt->read.perf.weight_field = chosen ? NULL : value;
    return true;
}

/* ---------------------------------------------------------------- numbers */

#define SCALE_LEAST 25 /* percent */
#define SCALE_MOST  1600
#define MILLION     UINT64_C(1000000)

/* Decimal digits from *at on; false where there are none or they don't fit. */
static bool take_digits(const char **at, uint64_t *value)
{
    const char *start = *at;
    for (*value = 0; **at >= '0' && **at <= '9'; ++*at) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return *at > start;
}

static bool store_in_range(struct options *opt, const struct option_row *row, uint64_t value)
{
    uint32_t narrow = (uint32_t)value;
    if (value < row->least || value > row->most || (row->size == sizeof narrow && narrow != value))
        return false;
    option_store(opt, row, row->size == sizeof narrow ? (void *)&narrow : (void *)&value);
    return true;
}

/* uint32_t or uint64_t, digits only */
bool set_number(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    const char *at = value;
    uint64_t number;
    if (take_digits(&at, &number) && *at == '\0' && store_in_range(opt, row, number))
        return true;
    char expected[80] = "";
    append_text(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, row->least,
                row->most);
    return option_reject(row, value, expected, err);
}

/* uint32_t, whole seconds; "auto" is 0 */
bool set_seconds(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    if (strcmp(value, "auto") != 0)
        return set_number(opt, row, value, err);
    option_store(opt, row, &(uint32_t){0});
    return true;
}

/* uint32_t or uint64_t, with K, M, G or T of 1024 each: "4096", "64K", "4GiB" */
bool set_size(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    static const char letters[] = "KMGT";
    const char *at = value, *letter = NULL;
    uint64_t size;
    bool good = take_digits(&at, &size);
    if (good && *at > ' ' && (letter = strchr(letters, *at & ~0x20)) != NULL) {
        unsigned shift = 10 * (unsigned)(letter - letters + 1);
        good = size <= UINT64_MAX >> shift;
        size <<= shift;
        at++;
    }
    good = good && (*at == '\0' || (letter && (strcmp(at, "B") == 0 || strcmp(at, "iB") == 0)));
    if (good && store_in_range(opt, row, size))
        return true;
    char expected[80] = "";
    append_text(expected, sizeof expected, "a size like 64K, 512M%s, at least %" PRIu64,
                row->size == sizeof(uint32_t) ? ", less than 4G" : " or 4G", row->least);
    return option_reject(row, value, expected, err);
}

/* ".25" and "25" are as good as "0.25". */
static bool take_millionths(const char **at, uint64_t *value)
{
    bool digits = take_digits(at, value);
    if (!digits && **at != '.')
        return false;
    if (*value > 1000 * MILLION)
        return false;
    *value *= MILLION;
    if (**at != '.')
        return true;
    ++*at;
    for (uint64_t place = 100000; **at >= '0' && **at <= '9'; ++*at, place /= 10) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (place == 0 && digit)
            return false;
        *value += digit * place;
        digits = true;
    }
    return digits;
}

/* "0.1", "0.5px", "0.01%" -> flame.minwidth_ */
bool set_minwidth(struct options *opt, const struct option_row *row, const char *value,
                  fr_error *err)
{
    const char *at = value;
    uint64_t millionths;
    bool good = take_millionths(&at, &millionths), percent = good && strcmp(at, "%") == 0;
    if (!good || (percent ? millionths > 100 * MILLION : *at && strcmp(at, "px") != 0))
        return option_reject(row, value, "a width like 0.1, 0.5px or 0.01%", err);
    opt->flame.minwidth_millionths = (int64_t)millionths;
    opt->flame.minwidth_percent = percent;
    return true;
}

/* "20%" -> 200000 */
bool set_percent(struct options *opt, const struct option_row *row, const char *value,
                 fr_error *err)
{
    const char *at = value;
    uint64_t millionths;
    if (!take_millionths(&at, &millionths) || strcmp(at, "%") != 0 || millionths % 100 ||
        millionths > 100 * MILLION)
        return option_reject(row, value, "a share from 0% to 100%, such as 20%", err);
    option_store(opt, row, &(int64_t){(int64_t)(millionths / 100)});
    return true;
}

/* "2", "1.5" -> write.scale_percent */
bool set_scale(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    const char *at = value;
    uint64_t millionths, percent = MILLION / 100;
    if (!take_millionths(&at, &millionths) || *at || millionths % percent ||
        millionths < SCALE_LEAST * percent || millionths > SCALE_MOST * percent)
        return option_reject(row, value, "a number from 0.25 to 16, such as 2 or 1.5", err);
    opt->write.scale_percent = (uint32_t)(millionths / percent);
    return true;
}

/* ---------------------------------------------------------------- differentials */

/* double, "0.1", "0.1pp"; no locale, no exponent. */
bool set_points(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    const char *at = value;
    uint64_t millionths;
    if (!take_millionths(&at, &millionths) ||
        (*at && strcmp(at, "pp") != 0 && strcmp(at, " pp") != 0))
        return option_reject(row, value, "points of the whole, such as 0.1pp", err);
    option_store(opt, row, &(double){(double)millionths / 1e6});
    return true;
}

/* double, "5%" is 0.05, as is "0.05" */
bool set_fraction(struct options *opt, const struct option_row *row, const char *value,
                  fr_error *err)
{
    const char *at = value;
    uint64_t millionths;
    bool good = take_millionths(&at, &millionths);
    double part = (double)(good ? millionths : 0) / 1e6;
    if (good && strcmp(at, "%") == 0)
        part /= 100;
    else if (*at)
        good = false;
    if (!good || part <= 0 || part >= 1)
        return option_reject(row, value, "a share such as 5%", err);
    option_store(opt, row, &part);
    return true;
}

/* "300+400+300": units of work of each run; "1000": of all */
static bool take_units(const char **at, struct side *side, double *sum)
{
    uint64_t millionths;
    *sum = 0;
    for (side->n_units = 0; side->n_units < MOST_VALUES; ++*at) {
        if (!take_millionths(at, &millionths) || millionths == 0)
            return false;
        side->units[side->n_units++] = (double)millionths / 1e6;
        *sum += (double)millionths / 1e6;
        if (**at != '+')
            return true;
    }
    return false;
}

/* "per:1000,1200", "per:300+400+300,600+600" */
static bool parse_per(const char *text, struct options *opt)
{
    if (strncmp(text, "per:", 4) != 0)
        return false;
    text += 4;
    opt->diff.normalize = FR_NORMALIZE_PER;
    return take_units(&text, &opt->sides[BASE_SIDE], &opt->diff.per_base) && *text++ == ',' &&
           take_units(&text, &opt->sides[NEW_SIDE], &opt->diff.per_new) && !*text;
}

/* "typical", "per:100,120" -> diff.normalize, diff.per_, units of sides */
bool set_normalize(struct options *opt, const struct option_row *row, const char *value,
                   fr_error *err)
{
    if (option_store_choice(opt, row, value) || parse_per(value, opt))
        return true;
    return option_reject(
        row, value, "typical, share, time, none, or per:BASE,NEW with two numbers above 0", err);
}

/* double above 0, or in the row's range: "1000", "0.5" */
bool set_amount(struct options *opt, const struct option_row *row, const char *value, fr_error *err)
{
    char *end;
    double amount = strtod(value, &end);
    char expected[80];
    bool good = value[0] && !value[strspn(value, "0123456789.")] && !*end && amount > 0 &&
                amount >= (double)row->least && amount <= (double)row->most;
    if (row->least)
        snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, row->least,
                 row->most);
    else
        snprintf(expected, sizeof expected, "a number above 0, at most %" PRIu64, row->most);
    if (!good)
        return option_reject(row, value, expected, err);
    option_store(opt, row, &amount);
    return true;
}

/* Names that the library lists; NULL past the last. */
static const char *input_format_name(size_t index)
{
    fr_format_info info;
    return fr_input_format_at(index, &info) ? info.name : NULL;
}

static const char *colouring_name(size_t index)
{
    fr_colouring_info info;
    return fr_colouring_at(index, &info) ? info.name : NULL;
}

/* Kinds of options.def. */
#define FLAG                   .set = set_flag, .takes = TAKES_NOTHING
#define TEXT                   .set = set_text, .takes = TAKES_VALUE
#define READS                  TEXT, .reads = true
#define LIST                   .set = set_list, .takes = TAKES_VALUE
#define FILES                  .set = set_list, .takes = TAKES_VALUE, .takes_more = true
#define PATTERN                .set = set_pattern, .takes = TAKES_VALUE
#define THEN                   .set = set_then, .takes = TAKES_NOTHING
#define NUMBER(lo, hi)         .set = set_number, .takes = TAKES_VALUE, .least = (lo), .most = (hi)
#define SECONDS(hi)            .set = set_seconds, .takes = TAKES_VALUE, .least = 1, .most = (hi)
#define SIZE(lo)               .set = set_size, .takes = TAKES_VALUE, .least = (lo), .most = UINT64_MAX
#define MINWIDTH               .set = set_minwidth, .takes = TAKES_VALUE
#define PERCENT                .set = set_percent, .takes = TAKES_VALUE
#define SCALE                  .set = set_scale, .takes = TAKES_VALUE
#define POINTS                 .set = set_points, .takes = TAKES_VALUE
#define ADDRESS                .set = set_address, .takes = TAKES_VALUE
#define AMOUNT_TO(hi)          .set = set_amount, .takes = TAKES_VALUE, .most = (hi)
#define AMOUNT_BETWEEN(lo, hi) .set = set_amount, .takes = TAKES_VALUE, .least = (lo), .most = (hi)
#define FRACTION               .set = set_fraction, .takes = TAKES_VALUE
#define CHOICES(...)                                                                               \
    .choices = (const struct choice[])                                                             \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            NULL, 0                                                                                \
        }                                                                                          \
    }
#define CHOICE(...) .set = set_choice, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define WEIGHT(...) .set = set_weight, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define MAYBE(instead, ...)                                                                        \
    .set = set_choice, .takes = MAY_TAKE_VALUE, .value = (instead), CHOICES(__VA_ARGS__)
/* clang-format off */
#define WORD(value, word) {word, value},
#define WORDS(words)      .choices = (const struct choice[]){words(WORD) {NULL, 0}}
/* clang-format on */
#define CHOICE_OF(words)    .set = set_choice, .takes = TAKES_VALUE, WORDS(words)
#define NORMALIZE_OF(words) .set = set_normalize, .takes = TAKES_VALUE, WORDS(words)
#define MAYBE_OF(instead, words)                                                                   \
    .set = set_choice, .takes = MAY_TAKE_VALUE, .value = (instead), WORDS(words)
#define COLOUR(...)      .set = set_colour, .takes = TAKES_VALUE, CHOICES(__VA_ARGS__)
#define A_COLOUR         .set = set_colour, .takes = TAKES_VALUE
#define FILE_OR(path)    .set = set_file_or, .takes = MAY_TAKE_VALUE, .instead = (path)
#define READS_OR(path)   FILE_OR(path), .reads = true
#define WRITES_OR(path)  FILE_OR(path), .writes = true
#define SETS(fixed)      .set = set_choice, .takes = TAKES_NOTHING, .value = (fixed)
#define NAMED(at, where) .set = set_named, .takes = TAKES_VALUE, .name_at = (at), .listed = (where)

/* Formats of options.def. */
#define ANY         .into = 0
#define FROM(names) .from = (names)
#define INTO(flags) .into = (flags)

static const struct option_row rows[] = {
#define OPT(field, kind, names_, letter_, argument_, task_, commands_, of, standard_, help_)       \
    {.names = (names_),                                                                            \
     .letter = (letter_),                                                                          \
     .argument = (argument_),                                                                      \
     .task = TASK_##task_,                                                                         \
     .commands = COMMAND_##commands_,                                                              \
     .standard = (standard_),                                                                      \
     .help = (help_),                                                                              \
     .offset = offsetof(struct options, field),                                                    \
     .size = sizeof(((struct options *)0)->field),                                                 \
     of,                                                                                           \
     kind},
#include "options.def"
#undef OPT
};

const struct option_row *option_at(size_t index)
{
    return index < N_OPTIONS ? &rows[index] : NULL;
}

const char *option_choice(const struct option_row *row, size_t index)
{
    if (row->name_at)
        return row->name_at(index);
    const struct choice *choice = row->choices;
    while (choice && choice->name && index-- > 0)
        choice++;
    return choice ? choice->name : NULL;
}

static const struct options standard = {
    .read = FR_READ_DEFAULTS,
    .select = FR_SELECT_DEFAULTS,
    .transform = FR_TRANSFORM_DEFAULTS,
    .tree = FR_TREE_DEFAULTS,
    .flame = FR_FLAME_DEFAULTS,
    .heat = FR_HEAT_DEFAULTS,
    .top = FR_TOP_DEFAULTS,
    .check = FR_CHECK_DEFAULTS,
    .recording.runs = 1,
    .limit_output = UINT64_C(4) << 30,
    .max_rows = ROWS_UNSET,
    .diff = FR_DIFF_DEFAULTS,
    .trend = FR_TREND_DEFAULTS,
    .write = FR_WRITE_DEFAULTS,
};

void options_init(struct options *opt)
{
    *opt = standard;
}

bool options_changed(const struct options *opt, size_t offset, size_t size)
{
    for (const struct option_row *row = rows; row < rows + N_OPTIONS; row++)
        if (row->offset >= offset && row->offset - offset < size &&
            memcmp((const char *)opt + row->offset, (const char *)&standard + row->offset,
                   row->size) != 0)
            return true;
    return false;
}

bool options_given(const struct options *opt, size_t offset)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (opt->given[i] && rows[i].offset == offset)
            return true;
    return false;
}
