/* destination.c - where the product goes and in which format. */
#include "destination.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

typedef bool format_table(size_t index, fr_format_info *info);

static bool find_name(format_table *at, const char *name, fr_format_info *info)
{
    for (size_t i = 0; at(i, info); i++)
        if (strcmp(info->name, name) == 0)
            return true;
    return false;
}

/* ---------------------------------------------------------------- what can be written */

const struct product product_picture = {"a picture", fr_picture_format_at, "svg", "term", "render"};

const struct product product_profile = {"a profile", fr_profile_format_at, "folded", NULL,
                                        "convert"};

/* The pictures, and after them the numbers. */
static bool heatmap_format_at(size_t index, fr_format_info *info)
{
    fr_format_info picture;
    if (fr_picture_format_at(index, info))
        return true;
    *info = (fr_format_info){"json", "the cells of a heatmap as numbers", "json",
                             FR_FORMAT_FOR_PROGRAMS};
    return index == 0 || fr_picture_format_at(index - 1, &picture);
}

const struct product product_heatmap = {"a heatmap", heatmap_format_at, "svg", "term", "heatmap"};

const struct product product_report = {"a report", fr_report_format_at, "text", NULL, "top"};

/* Reports first; then pictures, but for one whose name is that of a report; then the one profile. */
static bool diff_format_at(size_t index, fr_format_info *info)
{
    fr_format_info report;
    size_t n = 0;
    while (fr_report_format_at(n, &report))
        n++;
    if (index < n)
        return fr_report_format_at(index, info);
    index -= n;
    for (size_t i = 0; fr_picture_format_at(i, info); i++)
        if (!find_name(fr_report_format_at, info->name, &report) && index-- == 0)
            return true;
    *info = (fr_format_info){"folded", "two-column folded stacks, base and new", "folded collapsed",
                             FR_FORMAT_PROFILE};
    return index == 0;
}

const struct product product_diff = {"a differential", diff_format_at, "svg", "term", "diff"};

/* As a differential, but for its folded stacks and the numbers of its picture, which json has; no picture holds
 * a profile. */
static bool trend_format_at(size_t index, fr_format_info *info)
{
    const uint32_t lacks = FR_FORMAT_CARRIES_DATA | FR_FORMAT_DATA_OPTIONAL;
    for (size_t i = 0; diff_format_at(i, info); i++) {
        bool numbers = info->flags & FR_FORMAT_PICTURE && info->flags & FR_FORMAT_FOR_PROGRAMS;
        if (numbers || info->flags & FR_FORMAT_PROFILE || index-- > 0)
            continue;
        info->flags &= ~lacks;
        return true;
    }
    return false;
}

const struct product product_trend = {"a trend", trend_format_at, "svg", "term", "trend"};

static bool noise_format_at(size_t index, fr_format_info *info)
{
    *info =
        (fr_format_info){"json", "what identical runs differ by", "json", FR_FORMAT_FOR_PROGRAMS};
    return index == 0;
}

const struct product product_noise = {"a noise model", noise_format_at, "json", NULL,
                                      "diff --calibrate"};

/* In the order in which a format's name or extension is looked for elsewhere. */
static const struct product *const products[] = {&product_picture, &product_profile,
                                                 &product_report};

/* ---------------------------------------------------------------- looking formats up */

/* The length of the longest of the format's suffixes that ends `path`; 0: none. */
static size_t suffix_of(const fr_format_info *info, const char *path)
{
    size_t longest = 0, len = strlen(path);
    const char *suffixes = info->suffixes;
    for (struct word word; word_next(&suffixes, &word);) {
        bool fits = word.len > longest && len > word.len && path[len - word.len - 1] == '.';
        if (fits && strncasecmp(path + len - word.len, word.text, word.len) == 0)
            longest = word.len;
    }
    return longest;
}

/* The format whose longest suffix ends `path`, the first one of equals. */
static bool find_suffix(format_table *at, const char *path, fr_format_info *found)
{
    size_t longest = 0;
    fr_format_info info;
    for (size_t i = 0; at(i, &info); i++) {
        size_t len = suffix_of(&info, path);
        if (len > longest) {
            longest = len;
            *found = info;
        }
    }
    return longest > 0;
}

/* ---------------------------------------------------------------- deciding the format */

/* The product, if it is another one, whose table has this name, or an extension that ends this
 * path. */
static const struct product *find_other(const struct product *product, const char *what,
                                        bool (*find)(format_table *at, const char *what,
                                                     fr_format_info *info))
{
    fr_format_info info;
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++)
        if (products[i] != product && find(products[i]->format_at, what, &info))
            return products[i];
    return NULL;
}

static bool fail_other(const struct product *product, const struct product *other, const char *what,
                       fr_error *err)
{
    fail_with(err, FR_E_USAGE, "'%s' is not %s", what, product->noun);
    return hint_with(err, "'flamerender %s' writes that format", other->command);
}

static bool format_of_name(struct destination *to, const struct product *product, const char *name,
                           fr_error *err)
{
    char names[200] = ""; /* "svg, scene-json, text" */
    if (find_name(product->format_at, name, &to->format))
        return true;
    const struct product *other = find_other(product, name, find_name);
    if (other)
        return fail_other(product, other, name, err);
    fr_format_info info;
    for (size_t i = 0; product->format_at(i, &info); i++)
        append_text(names, sizeof names, "%s%s", i ? ", " : "", info.name);
    return fail_with(err, FR_E_USAGE, "'--format' expects one of %s, not '%s'", names, name);
}

static bool format_of_path(struct destination *to, const struct product *product, fr_error *err)
{
    if (find_suffix(product->format_at, to->path, &to->format))
        return true;
    const struct product *other = find_other(product, to->path, find_suffix);
    if (other)
        return fail_other(product, other, to->path, err);
    char suffixes[200] = ""; /* ".svg .json .txt" */
    fr_format_info info;
    for (size_t i = 0; product->format_at(i, &info); i++)
        for (struct word word; word_next(&info.suffixes, &word);)
            append_text(suffixes, sizeof suffixes, "%s.%.*s", suffixes[0] ? " " : "", (int)word.len,
                        word.text);
    fail_with(err, FR_E_USAGE, "the extension of '%s' names no format: expected one of %s",
              to->path, suffixes);
    return hint_with(err, "--format NAME writes any file name");
}

/* "-o x.svg --format text": they disagree. A format without extensions of its own may be written
 * under those of another product: "-o boxes.json --format scene-json". */
static bool check_agreement(const struct destination *to, const struct product *product,
                            fr_error *err)
{
    const fr_format_info *named = &to->format;
    fr_format_info other;
    bool of_another = find_suffix(product->format_at, to->path, &other);
    bool of_other_product = named->suffixes[0] && find_other(product, to->path, find_suffix);
    if (suffix_of(named, to->path) || (!of_another && !of_other_product))
        return true;
    fail_with(err, FR_E_USAGE, "'--format %s' and the extension of '%s' disagree", named->name,
              to->path);
    return hint_with(err, "omit --format, or give the file another extension");
}

/* "-o flame.png" where the program was built without cairo. */
static bool check_presence(const struct destination *to, fr_error *err)
{
    if (!(to->format.flags & FR_FORMAT_ABSENT))
        return true;
    fail_with(err, FR_E_USAGE, "this build of flamerender has no cairo and writes no %s",
              to->format.name);
    return hint_with(err, "svg and html need no cairo; browsers print them as PDF");
}

static bool find_format(struct destination *to, const struct product *product, const char *name,
                        fr_error *err)
{
    bool terminal = product->terminal && isatty(STDOUT_FILENO);
    if (!name)
        return to->path ? format_of_path(to, product, err)
                        : find_name(product->format_at,
                                    terminal ? product->terminal : product->standard, &to->format);
    return format_of_name(to, product, name, err) &&
           (!to->path || check_agreement(to, product, err));
}

/* ---------------------------------------------------------------- the file */

/* Fails now instead of after a long read. Pipes are left alone: opening one is seen by its
 * reader. */
static bool check_writable(const struct destination *to, fr_error *err)
{
    struct stat status;
    bool exists = stat(to->path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return true;
    fr_output *trial = fr_output_path(to->path, err);
    fr_output_free(trial);
    return trial != NULL;
}

bool destination_find(struct destination *to, const struct product *product,
                      const struct options *opt, fr_error *err)
{
    bool to_path = opt->output && strcmp(opt->output, "-") != 0;
    *to = (struct destination){.path = to_path ? opt->output : NULL, .most = opt->limit_output};
    return find_format(to, product, opt->format, err) && check_presence(to, err) &&
           kept_files_check(opt, err) && (!to->path || check_writable(to, err));
}

uint32_t destination_columns(const struct destination *to)
{
    struct winsize size = {.ws_col = 0};
    if (to->path || !isatty(STDOUT_FILENO))
        return 0;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col;
    return known ? size.ws_col : 80;
}

fr_output *destination_open(const struct destination *to, fr_error *err)
{
    fr_output *out =
        to->path ? fr_output_path(to->path, err) : fr_output_fd(STDOUT_FILENO, "standard output");
    if (!out && !to->path)
        fail_with(err, FR_E_LIMIT, "out of memory");
    if (out && to->most)
        fr_output_limit(out, to->most);
    return out;
}

uint32_t destination_rows(const struct destination *to, const struct options *opt)
{
    return opt->max_rows != ROWS_UNSET                 ? opt->max_rows
           : to->format.flags & FR_FORMAT_FOR_PROGRAMS ? 0
                                                       : opt->top.n_rows;
}

bool destination_report(const struct destination *to, const struct options *opt, fr_report *report,
                        fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    if (opt->flame.names == FR_NAMES_FULL)
        fr_report_show_full_names(report);
    fr_report_fit_columns(report, destination_columns(to));
    fr_report_write(report, to->format.name, out);
    return fr_output_close(out, err);
}

bool destination_profile(const struct destination *to, const fr_profile *profile, fr_error *err)
{
    fr_output *out = destination_open(to, err);
    if (!out)
        return false;
    fr_profile_write(profile, to->format.name, out);
    return fr_output_close(out, err);
}

void destination_note_labels(const struct destination *to, const struct options *opt,
                             const fr_profile *profile)
{
    const char *text = to->format.flags & FR_FORMAT_LINES ? "" : " text"; /* folded text */
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    if (!info.n_labelled || opt->transform.tag_root || opt->transform.tag_leaf)
        return;
    if (to->format.flags & FR_FORMAT_PROFILE)
        note_with(opt,
                  "the labels of %" PRIu32 " stack%s are omitted: %s%s holds no labels; --tagroot "
                  "KEY turns them into frames",
                  info.n_labelled, info.n_labelled == 1 ? "" : "s", to->format.name, text);
    else
        note_with(opt,
                  "the labels of %" PRIu32 " stack%s are omitted: a picture holds no labels; "
                  "'flamerender tags' lists them",
                  info.n_labelled, info.n_labelled == 1 ? "" : "s");
}
