/* trend_intake.c - the inputs of a trend, read one after the other. */
#include "intake.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- --units */

/* Each profile is of so much work:
 *
 *     # requests
 *     api-v2.38.pb.gz 1000
 *     profiles/api-v2.39.pb.gz 1012.5
 */

/* "12", "1012.5"; 0: no such number. */
static double number_of(const char *text)
{
    double number = 0, place = 1;
    size_t digits = strspn(text, "0123456789."), points = 0;
    if (!digits || digits > 18 || text[digits])
        return 0;
    for (size_t i = 0; i < digits; i++) {
        points += text[i] == '.';
        if (text[i] == '.')
            continue;
        number = number * 10 + (text[i] - '0');
        place *= points ? 10 : 1;
    }
    return points < 2 ? number / place : 0;
}

static const char *last_blank(const char *line)
{
    const char *space = strrchr(line, ' '), *tab = strrchr(line, '\t');
    return !space || (tab && tab > space) ? tab : space;
}

static bool work_units_read(struct file_list *units, const char *path, fr_error *err)
{
    if (!file_list_read(units, "--units", path, err))
        return false;
    for (size_t i = 0; i < units->n; i++) {
        const char *line = units->names[i], *blank = last_blank(line);
        if (line[0] == '#' || (blank && number_of(blank + 1) > 0))
            continue;
        fail_with(err, FR_E_FORMAT, "'%.200s' is not a name and a number above 0", line);
        append_text(err->source, sizeof err->source, "%s", path);
        return hint_with(err, "lines of --units are 'NAME NUMBER'");
    }
    return true;
}

/* The work of a profile, by its path as it was given, or by what follows its last '/'; the last line that names it
 * counts. 0: none. */
static double work_units_of(const struct file_list *units, const char *path)
{
    const char *name = path_end(path);
    for (size_t i = units->n; i-- > 0;) {
        const char *line = units->names[i], *blank = last_blank(line);
        if (line[0] == '#')
            continue;
        size_t len = (size_t)(blank - line);
        while (len && (line[len - 1] == ' ' || line[len - 1] == '\t'))
            len--;
        if ((len == strlen(path) && memcmp(line, path, len) == 0) ||
            (len == strlen(name) && memcmp(line, name, len) == 0))
            return number_of(blank + 1);
    }
    return 0;
}

/* ---------------------------------------------------------------- folders */

/* Inputs in which a folder stands for the files in it:
 *
 *     profiles/      profiles/cpu-2.pb.gz profiles/cpu-10.pb.gz      numbers in names count as numbers
 */
struct paths {
    char **items; /* all owned */
    size_t n, cap;
};

/* "cpu-2" before "cpu-10": runs of digits are compared by length, then by digits. */
static int compare_names(const char *a, const char *b)
{
    while (*a && *b) {
        if (!isdigit((unsigned char)*a) || !isdigit((unsigned char)*b)) {
            if (*a != *b)
                return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            a++, b++;
            continue;
        }
        a += strspn(a, "0"), b += strspn(b, "0");
        size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
        int order = m != n ? (m < n ? -1 : 1) : strncmp(a, b, n);
        if (order)
            return order;
        a += m, b += n;
    }
    return (*a != '\0') - (*b != '\0');
}

static int compare_paths(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    int order = compare_names(*x, *y);
    return order ? order : strcmp(*x, *y);
}

static bool append(struct paths *paths, char *path)
{
    if (path && paths->n == paths->cap) {
        size_t cap = 2 * paths->cap + 64;
        char **items = realloc(paths->items, cap * sizeof *items);
        if (!items) {
            free(path);
            return false;
        }
        paths->items = items;
        paths->cap = cap;
    }
    if (path)
        paths->items[paths->n++] = path;
    return path != NULL;
}

/* "profiles" and "a.pb" as "profiles/a.pb"; malloc'ed. */
static char *join(const char *folder, const char *name)
{
    size_t len = strlen(folder), size = len + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, len && folder[len - 1] == '/' ? "" : "/", name);
    return path;
}

static bool list_folder(struct paths *paths, const char *folder, DIR *open)
{
    const struct dirent *entry;
    while ((entry = readdir(open)) != NULL) {
        char *path = entry->d_name[0] == '.' ? NULL : join(folder, entry->d_name);
        if (!path && entry->d_name[0] != '.')
            return false;
        if (path && !path_is_file(path))
            free(path);
        else if (path && !append(paths, path))
            return false;
    }
    return true;
}

/* Appends `path`, or, where it is a folder, its files in order; hidden ones and folders in it are omitted.
 * FR_E_EMPTY where it has none. */
static bool paths_add(struct paths *paths, const char *path, fr_error *err)
{
    DIR *open = strcmp(path, "-") == 0 ? NULL : opendir(path);
    size_t first = paths->n;
    if (!open)
        return append(paths, strdup(path)) || fail_with(err, FR_E_LIMIT, "out of memory");
    bool ok = list_folder(paths, path, open);
    closedir(open);
    if (!ok)
        return fail_with(err, FR_E_LIMIT, "out of memory");
    if (paths->n == first)
        return fail_with(err, FR_E_EMPTY, "the folder '%s' has no files", path);
    qsort(paths->items + first, paths->n - first, sizeof *paths->items, compare_paths);
    return true;
}

/* ---------------------------------------------------------------- options */

static bool trend_options(const struct options *opt, fr_trend_options *trend, fr_error *err)
{
    *trend = opt->trend;
    trend->normalize = opt->units || opt->units_column ? FR_NORMALIZE_PER : opt->diff.normalize;
    trend->fdr = opt->diff.fdr;
    trend->min_change_pp = opt->diff.min_change_pp;
    trend->exact_names = opt->diff.exact_names;
    trend->repeated = opt->repeated;
    trend->n_repeated = opt->n_repeated;
    if (opt->diff.normalize == FR_NORMALIZE_PER) {
        fail_with(err, FR_E_USAGE, "'--normalize=per:BASE,NEW' is for two sides");
        return hint_with(err, "--units FILE has a number for each profile");
    }
    if (!opt->top.by)
        return true;
    trend->by = strcmp(opt->top.by, "order") == 0 ? FR_TREND_BY_ORDER : FR_TREND_BY_TIME;
    if (trend->by == FR_TREND_BY_TIME && strcmp(opt->top.by, "time") != 0)
        return fail_with(err, FR_E_USAGE, "'--by' expects time or order, not '%s'", opt->top.by);
    return !(trend->time_from_name && trend->by == FR_TREND_BY_ORDER) ||
           fail_with(err, FR_E_USAGE, "'--by order' and '--time-from-name' disagree");
}

/* ---------------------------------------------------------------- reading */

static bool list_paths(const struct options *opt, struct paths *paths, fr_error *err)
{
    struct file_list list = {0};
    bool ok = (!opt->files_from || file_list_read(&list, "--files-from", opt->files_from, err)) &&
              file_list_before(&list, opt->inputs, opt->n_inputs, err);
    for (size_t i = 0; i < list.n && ok; i++)
        ok = paths_add(paths, list.names[i], err);
    file_list_reset(&list);
    return ok && kept_files_check_paths(opt, (const char *const *)paths->items, paths->n, err);
}

fr_profile *trend_intake_run(const struct options *opt, const char *path, fr_error *err)
{
    fr_select_options select = intake_selection(opt);
    select.keep_empty = !opt->skip_bad;
    const struct lone_input input = {.path = path, .keep_samples = intake_selects(&select)};
    return intake_select(opt, &select, intake_read(opt, NULL, &input, err), err);
}

struct reading {
    const struct options *opt;
    const char *done;       /* a choice among columns is reported once; then NULL */
    struct file_list units; /* lines of --units */
    struct paths paths;
    fr_trend *trend;
    size_t n_read, n_empty;
    struct trend_intake *what;
};

/* The units of work that a profile is of; 0: not known. */
static double units_of(const struct reading *in, const char *path, const fr_profile *profile)
{
    fr_column_info info;
    if (!in->opt->units_column)
        return work_units_of(&in->units, path);
    uint32_t i = 0;
    while (fr_profile_column(profile, i, &info) && strcmp(info.name, in->opt->units_column) != 0)
        i++;
    if (!fr_profile_column(profile, i, &info))
        return 0;
    double units = (double)info.total;
    for (uint32_t k = 0; k < info.decimals; k++)
        units /= 10;
    return units;
}

static bool add_run(struct reading *in, const char *path, fr_error *err)
{
    fr_trend_run_info info = {.name = path};
    fr_profile *profile = trend_intake_run(in->opt, path, err);
    if (profile)
        info.units = units_of(in, path, profile);
    bool ok = profile && choose_column(in->opt, profile, in->done, &info.column, err) &&
              fr_trend_add(in->trend, profile, &info, err);
    in->done = NULL;
    if (profile)
        in->what->formats |= intake_formats(profile);
    in->n_read += ok;
    bool is_empty = ok && intake_is_empty(profile);
    in->n_empty += is_empty;
    if (is_empty)
        note_with(in->opt, "nothing of %s was chosen: it counts as 0", path);
    fr_profile_free(profile);
    return ok;
}

/* With --skip-bad an input that cannot be read is warned of and skipped. */
static bool add_or_skip(struct reading *in, const char *path, fr_error *err)
{
    fr_error bad = {0};
    if (add_run(in, path, &bad))
        return true;
    if (!bad.source[0] && !strstr(bad.text, path))
        append_text(bad.source, sizeof bad.source, "%s", path);
    if (!in->opt->skip_bad || bad.code == FR_E_USAGE || bad.code == FR_E_LIMIT) {
        *err = bad;
        return false;
    }
    message_warning(&bad);
    in->what->n_bad++;
    return true;
}

fr_trend *trend_intake_read(const struct options *opt, struct trend_intake *what, fr_error *err)
{
    struct reading in = {.opt = opt, .done = "compared", .what = what};
    fr_trend_options options;
    *what = (struct trend_intake){0};
    bool ok = trend_options(opt, &options, err) &&
              (!opt->units || work_units_read(&in.units, opt->units, err)) &&
              list_paths(opt, &in.paths, err);
    in.trend = ok ? fr_trend_new(&options, err) : NULL;
    ok = in.trend != NULL;
    for (size_t i = 0; i < in.paths.n && ok; i++)
        ok = add_or_skip(&in, in.paths.items[i], err);
    if (ok && !in.n_read)
        ok = fail_with(err, FR_E_FORMAT, "none of the inputs could be read");
    else if (ok && in.n_empty == in.n_read)
        ok = fail_with(err, FR_E_EMPTY, "nothing is left of any input");
    if (in.trend && !ok) {
        fr_trend_free(in.trend);
        in.trend = NULL;
    }
    file_list_reset(&in.units);
    for (size_t i = 0; i < in.paths.n; i++)
        free(in.paths.items[i]);
    free(in.paths.items);
    return in.trend;
}

/* ---------------------------------------------------------------- the order of numbers */

#define NOWHERE SIZE_MAX

/* Returns true if names are the same but for their numbers. *at is the first place of these that differs, NOWHERE where
 * others do too. */
static bool differ_by_numbers(const char *a, const char *b, size_t *at)
{
    const char *first = a;
    size_t n_differ = 0;
    *at = NOWHERE;
    while (*a && *b) {
        size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
        if ((m == 0) != (n == 0) || (!m && *a != *b))
            return false;
        if (m && (m != n || strncmp(a, b, n) != 0))
            *at = n_differ++ ? NOWHERE : (size_t)(a - first);
        a += m ? m : 1;
        b += m ? n : 1;
    }
    return *a == *b && n_differ;
}

void trend_intake_note_order(const struct options *opt, const fr_trend *trend)
{
    const char *before = NULL, *behind = NULL;
    size_t number = 0, at; /* where the one number is that differs */
    if (opt->top.by || opt->trend.time_from_name)
        return;
    for (uint32_t i = 0; fr_trend_point_name(trend, i); i++) {
        const char *point = fr_trend_point_name(trend, i), *path = fr_trend_run_name(trend, i, 0);
        const char *name = path_end(path);
        if (strncmp(name, point, strlen(point)) != 0 || !path_is_file(path))
            return; /* it has a time, or a version, or a number that counts down: <(...) */
        if (i == 0)
            continue;
        const char *last = path_end(fr_trend_run_name(trend, i - 1, 0));
        if (!differ_by_numbers(last, name, &at))
            return;
        number = i == 1 || at == number ? at : NOWHERE;
        if (!before && compare_names(last, name) > 0) {
            before = last;
            behind = name;
        }
    }
    if (!before)
        return;
    /* a pattern stands in quotes, and its part in braces */
    if (number == NOWHERE || strcspn(before, "'{}") < number)
        note_with(opt,
                  "points stand as their files are given, %s before %s; a folder orders its files "
                  "by their numbers",
                  before, behind);
    else
        note_with(opt,
                  "points stand as their files are given, %s before %s; --time-from-name "
                  "'%.*s{number}' orders them by number",
                  before, behind, (int)number, before);
}
