/*
 * intake.c - reading and transforming, with progress, notes and --skip-bad.
 *
 * A bar on a terminal's standard error while inputs are read:
 *
 *     reading  [############                  ]  41 %  1.2 of 2.9 GiB
 */
#include "intake.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BAR         30
#define PATIENCE_NS INT64_C(500000000)
#define PERIOD_NS   INT64_C(100000000)

void progress_init(struct progress *progress, bool quiet)
{
    *progress = (struct progress){.enabled = shows_progress(quiet)};
    progress->next_ns = now_ns() + PATIENCE_NS;
}

static void print_bytes(char *to, size_t cap, uint64_t bytes, unsigned unit)
{
    uint64_t whole = bytes >> (10 * unit);
    uint64_t rest = unit ? bytes >> (10 * (unit - 1)) & 1023 : 0;
    if (unit == 0)
        snprintf(to, cap, "%" PRIu64, whole);
    else
        snprintf(to, cap, "%" PRIu64 ".%" PRIu64, whole, rest * 10 / 1024);
}

void progress_update(void *progress, uint64_t done, uint64_t size)
{
    static const char *const names[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    static const char full[] = "##############################", empty[] = "";
    struct progress *p = progress;
    char of_done[32], of_size[32];
    int64_t now = p->enabled ? now_ns() : 0;
    if (!p->enabled || now < p->next_ns)
        return;
    p->next_ns = now + PERIOD_NS;
    p->shown = true;
    unsigned unit = 0; /* a power of 1024 in which both read well: "1.2", "GiB" */
    while (unit < 4 && (size > done ? size : done) >> (10 * (unit + 1)))
        unit++;
    print_bytes(of_done, sizeof of_done, done, unit);
    print_bytes(of_size, sizeof of_size, size, unit);
    if (size == 0 || done > size) {
        fprintf(stderr, "\r\033[Kreading  %s %s", of_done, names[unit]);
        return;
    }
    unsigned percent = (unsigned)((double)done * 100 / (double)size);
    int bars = (int)(percent * BAR / 100);
    fprintf(stderr, "\r\033[Kreading  [%.*s%*s] %3u %%  %s of %s %s", bars, full, BAR - bars, empty,
            percent, of_done, of_size, names[unit]);
}

void progress_erase(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}

/* ---- the value column of a profile that is shown ---- */

/* The column of a name; a profile of "space" has it as "inuse_space" too, as pprof does. */
static bool find_name(const fr_profile *profile, const char *wanted, uint32_t *column)
{
    bool in_use = strncmp(wanted, "inuse_", 6) == 0;
    fr_column_info info;
    for (uint32_t i = 0; fr_profile_column(profile, i, &info); i++) {
        if (strcmp(info.name, wanted) == 0 || (in_use && strcmp(info.name, wanted + 6) == 0)) {
            *column = i;
            return true;
        }
    }
    return false;
}

/* A name of a column, else its number. */
static bool find_column(const fr_profile *profile, const char *wanted, uint32_t *column)
{
    fr_column_info info;
    if (find_name(profile, wanted, column))
        return true;
    size_t len = strspn(wanted, "0123456789");
    if (len == 0 || len > 4 || wanted[len])
        return false;
    *column = (uint32_t)strtoul(wanted, NULL, 10);
    return fr_profile_column(profile, *column, &info);
}

bool choose_column(const struct options *opt, const fr_profile *profile, const char *done,
                   uint32_t *column, fr_error *err)
{
    fr_profile_info info;
    fr_column_info chosen = {.name = ""};
    char names[200] = ""; /* "cpu, alloc_space" */
    fr_profile_describe(profile, &info);
    for (uint32_t i = 0; fr_profile_column(profile, i, &chosen); i++)
        append_text(names, sizeof names, "%s%s", i ? ", " : "", chosen.name);
    if (opt->sample_index) {
        if (find_column(profile, opt->sample_index, column))
            return true;
        return fail_with(err, FR_E_USAGE,
                         "'--sample-index' expects one of %s, or its number from 0, not '%s'",
                         names, opt->sample_index);
    }
    *column = info.shown_column;
    fr_profile_column(profile, *column, &chosen);
    if (info.n_columns > 1 && done)
        note_with(opt, "%" PRIu32 " value columns (%s): '%s' is %s; --sample-index picks another",
                  info.n_columns, names, chosen.name, done);
    return true;
}

/* ---------------------------------------------------------------- --shard */

/* --shard I/N: the inputs that the I-th of N tasks reads. The hash of a path decides, so a path stays in its share when
 * the list grows or is given in another order. */

struct shard {
    uint32_t index, n;
};

static bool parse_shard(const char *text, struct shard *shard, fr_error *err)
{
    int end = 0;
    if (strspn(text, "0123456789/") == strlen(text) &&
        sscanf(text, "%9" SCNu32 "/%9" SCNu32 "%n", &shard->index, &shard->n, &end) == 2 &&
        text[end] == '\0' && shard->index < shard->n)
        return true;
    fail_with(err, FR_E_USAGE, "'--shard' expects I/N with I from 0 to N-1, not '%s'", text);
    return hint_with(err, "the first of 64 tasks is 0/64, the last 63/64");
}

static uint32_t hash_of(const char *path)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ hash >> 32);
}

/* Leaves the names of the share in the list, in their order. */
static bool shard_take(const char *text, struct file_list *list, fr_error *err)
{
    struct shard shard;
    size_t n = 0;
    if (!parse_shard(text, &shard, err))
        return false;
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(list->names[i], "-") == 0) {
            fail_with(err, FR_E_USAGE, "'--shard' chooses among files, not standard input");
            return hint_with(err, "find . -name '*.pb.gz' | flamerender convert --files-from - "
                                  "--shard 0/64 -o part.0.pb");
        }
        if (hash_of(list->names[i]) % shard.n == shard.index)
            list->names[n++] = list->names[i];
    }
    list->n = n;
    return true;
}

/* ---------------------------------------------------------------- --expect-total */

/* The column of a total. */
static bool find_total(const fr_profile *profile, const char *total, size_t len,
                       fr_column_info *column, fr_error *err)
{
    fr_column_info other;
    uint32_t k = 0;
    while (fr_profile_column(profile, k, column) && len &&
           (strlen(column->name) != len || memcmp(column->name, total, len) != 0))
        k++;
    if (!fr_profile_column(profile, k, column))
        return fail_with(err, FR_E_FORMAT, "--expect-total '%s': there are no values of '%.*s'",
                         total, (int)len, total);
    if (len || !fr_profile_column(profile, 1, &other))
        return true;
    fail_with(err, FR_E_USAGE, "--expect-total '%s': there are values of several types", total);
    return hint_with(err, "name one: --expect-total %s=%s", column->name, total);
}

/* "007" is "7" and "4.50" is "4.5": of any length. */
static size_t shorten(const char **number)
{
    size_t len = strlen(*number), fraction = strcspn(*number, ".");

    while (fraction < len && ((*number)[len - 1] == '0' || len == fraction + 1))
        len--;
    for (; (*number)[0] == '0' && len > 1 && (*number)[1] != '.'; len--)
        ++*number;
    return len;
}

/* "cpu=123" or "123": a type, and a number. */
static bool check_total(const char *total, const fr_profile *profile, fr_error *err)
{
    fr_column_info column = {.name = ""};
    const char *last = strrchr(total, '='), *digits = last ? last + 1 : total;
    size_t len = last ? (size_t)(last - total) : 0, whole = strspn(digits, "0123456789");
    size_t part = digits[whole] == '.' ? strspn(digits + whole + 1, "0123456789") : 0;
    char sum[48];
    if (!whole || digits[whole + (part ? part + 1 : 0)])
        return fail_with(err, FR_E_USAGE, "'--expect-total' expects [TYPE=]N, not '%s'", total);
    if (!find_total(profile, total, len, &column, err))
        return false;
    bool negative = column.total < 0;
    uint64_t size = negative ? -(uint64_t)column.total : (uint64_t)column.total, unit = 1;
    for (unsigned i = 0; i < (unsigned)column.decimals; i++)
        unit *= 10;
    snprintf(sum, sizeof sum, "%s%" PRIu64 ".%0*" PRIu64, negative ? "-" : "", size / unit,
             (int)column.decimals, size % unit);
    const char *is = sum;
    size_t n = shorten(&is), n_digits = shorten(&digits);
    if (n == n_digits && memcmp(is, digits, n) == 0)
        return true;
    fail_with(err, FR_E_FORMAT, "values of '%s' sum up to %.*s, but %.*s was expected", column.name,
              (int)n, is, (int)n_digits, digits);
    return hint_with(err, "some of the input is missing or counted twice: ask for it again");
}

/* ---------------------------------------------------------------- --expect */

/* The proof that a merge is of all files of a list, each once:
 *
 *     sha256sum *.pb.gz > manifest
 *
 * A partial merge knows how many files it is of, and the sum of their SHA-256 (fr_profile_info.digest). The same of the
 * manifest must be equal. Where one file is missing, or one was counted twice, the difference is its digest. */

enum { DIGEST = 32, DIGITS = 2 * DIGEST };

static int digit_of(char c)
{
    const char digits[] = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* sha256sum puts '\' before the line of a name with a newline in it. */
static const char *digits_of_digest(const char *line)
{
    return line + (*line == '\\');
}

static bool parse_digest(const char *line, unsigned char digest[DIGEST])
{
    const char *at = digits_of_digest(line);
    for (size_t i = 0; i < DIGITS; i++) {
        int digit = digit_of(at[i]);
        if (digit < 0)
            return false;
        digest[i / 2] = (unsigned char)(i % 2 ? digest[i / 2] | digit : digit << 4);
    }
    return at[DIGITS] == ' ' && at[DIGITS + 1];
}

static bool sum_lines(const struct file_list *list, const char *path, unsigned char sum[DIGEST],
                      fr_error *err)
{
    unsigned char digest[DIGEST];
    for (size_t i = 0; i < list->n; i++) {
        if (!parse_digest(list->names[i], digest)) {
            fail_with(err, FR_E_FORMAT,
                      "--expect '%s': line %zu is not a SHA-256 and a name: '%.80s'", path, i + 1,
                      list->names[i]);
            return hint_with(err, "sha256sum FILE... writes such lines");
        }
        unsigned carry = 0;
        for (size_t k = DIGEST; k-- > 0; carry >>= 8) { /* mod 2^256 */
            carry += (unsigned)sum[k] + digest[k];
            sum[k] = (unsigned char)carry;
        }
    }
    return true;
}

/* The file of the list that the difference of two sums is of; NULL: none, or the difference is of several. */
static const char *name_of(const struct file_list *list, const unsigned char larger[DIGEST],
                           const unsigned char smaller[DIGEST])
{
    unsigned char rest[DIGEST], digest[DIGEST];
    unsigned borrow = 0;
    for (size_t i = DIGEST; i-- > 0;) { /* larger - smaller, mod 2^256 */
        unsigned less = (unsigned)smaller[i] + borrow;
        borrow = larger[i] < less;
        rest[i] = (unsigned char)(larger[i] - less);
    }
    for (size_t i = 0; i < list->n; i++)
        if (parse_digest(list->names[i], digest) && memcmp(digest, rest, DIGEST) == 0)
            return digits_of_digest(list->names[i]) + DIGITS + 2;
    return NULL;
}

static bool fail_count(const struct file_list *list, const unsigned char sum[DIGEST],
                       const fr_profile_info *info, fr_error *err)
{
    bool less = info->n_inputs < list->n;
    const char *name = less ? name_of(list, sum, info->digest) : name_of(list, info->digest, sum);
    fail_with(err, FR_E_FORMAT,
              "the merge is of %" PRIu64 " input%s, but %zu were expected%s%.200s", info->n_inputs,
              info->n_inputs == 1 ? "" : "s", list->n,
              !name  ? ""
              : less ? "; missing: "
                     : "; counted twice: ",
              name ? name : "");
    return hint_with(err, less ? "run the tasks again whose partial is missing"
                               : "give each partial and each file once");
}

static bool compare_digests(const struct file_list *list, const char *path,
                            const fr_profile_info *info, fr_error *err)
{
    unsigned char sum[DIGEST] = {0};
    if (!sum_lines(list, path, sum, err))
        return false;
    if (info->n_inputs != list->n)
        return fail_count(list, sum, info, err);
    if (memcmp(sum, info->digest, DIGEST) == 0)
        return true;
    fail_with(
        err, FR_E_FORMAT,
        "the merge is of %zu inputs, as expected, but not of those listed: one is missing and "
        "another is counted twice, or a file has changed",
        list->n);
    return hint_with(err, "'sha256sum -c %s' finds files that have changed", path);
}

/* False, with what is missing or too much, where the profile is not of the files of the manifest. */
static bool manifest_check(const char *path, const fr_profile *profile, fr_error *err)
{
    struct file_list list = {0};
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    bool good =
        file_list_read(&list, "--expect", path, err) && compare_digests(&list, path, &info, err);
    file_list_reset(&list);
    return good;
}

/* ---------------------------------------------------------------- before reading */

static bool check_terminal(const struct options *opt, fr_error *err)
{
    if (opt->n_inputs > 0 || opt->files_from || !isatty(STDIN_FILENO))
        return true;
    fail_with(err, FR_E_USAGE, "no input: standard input is a terminal");
    return hint_with(err, "flamerender FILE -o flame.svg, or: perf script | flamerender > "
                          "flame.svg; see --help");
}

fr_select_options intake_selection(const struct options *opt)
{
    fr_select_options select = opt->select;
    select.ranges = opt->ranges.items;
    select.n_ranges = opt->ranges.n;
    select.where = opt->where.items;
    select.n_where = opt->where.n;
    return select;
}

bool intake_selects(const fr_select_options *select)
{
    return select->from || select->to || select->band || select->n_ranges || select->n_where;
}

static bool check_compat(const struct options *opt, fr_error *err)
{
    if (opt->read.perf.compat == FR_COMPAT_STACKCOLLAPSE && opt->read.perf.srcline) {
        fail_with(err, FR_E_USAGE,
                  "'--srcline' changes names, but '--compat=stackcollapse' keeps them as they are");
        return hint_with(err, "give one of the two");
    }
    if (opt->read.perf.compat != FR_COMPAT_DIFFFOLDED || opt->command->bit == COMMAND_DIFF)
        return true;
    fail_with(err, FR_E_USAGE, "'--compat=difffolded' belongs to 'diff'");
    return hint_with(err, "flamerender diff BASE NEW --compat=difffolded");
}

/* A mistake should not cost a long read. */
bool intake_check(const struct options *opt, fr_error *err)
{
    bool ok = check_compat(opt, err) && fr_transform_check(&opt->transform, err);
    for (size_t i = 0; ok && i < opt->earlier.n; i++)
        ok = fr_transform_check(&opt->earlier.items[i], err);
    return ok && (opt->command->bit != COMMAND_TOP || fr_top_check(&opt->top, err)) &&
           (!opt->shard || parse_shard(opt->shard, &(struct shard){0}, err)) &&
           check_terminal(opt, err);
}

/* ---------------------------------------------------------------- reading */

/* "flamerender x.folded convert", "flamerender rendr x.folded": the word was read as a file. */
static void hint_at_command(const char *path, fr_error *err)
{
    const struct command *near = command_near(path);
    if (err->code != FR_E_IO || access(path, F_OK) == 0)
        return;
    if (near && strcmp(near->name, path) == 0)
        hint_with(err, "a subcommand comes before the inputs: flamerender %s ...", path);
    else if (near)
        hint_with(err, "there is a subcommand '%s'", near->name);
}

/* Inputs that are read into one profile. */
struct inputs {
    char *const *names;
    size_t n;
    const char *files_from; /* NULL: there are no others */
    bool skip_bad, keep_samples, quiet;
    uint32_t threads;
};

/* Inputs that cannot be read. */
struct bad_inputs {
    bool skip;
    struct progress *progress;
    size_t n;
};

static bool go_on_without(void *arg, size_t index, const fr_error *err)
{
    struct bad_inputs *bad = arg;
    (void)index;
    if (!bad->skip ||
        err->code == FR_E_USAGE) /* a wrong event or option is wrong for every input */
        return false;
    progress_erase(bad->progress);
    fr_error shown = *err;
    hint_at_command(err->source, &shown);
    message_warning(&shown);
    bad->n++;
    return true;
}

static bool read_inputs(fr_reader *reader, const struct options *opt, const struct inputs *in,
                        struct progress *progress, size_t *n_bad, fr_error *err)
{
    struct bad_inputs bad = {in->skip_bad, progress, 0};
    struct file_list list = {0};
    bool ok = (!in->files_from || file_list_read(&list, "--files-from", in->files_from, err)) &&
              file_list_before(&list, in->names, in->n, err) &&
              (!opt->shard || shard_take(opt->shard, &list, err)) &&
              kept_files_check_paths(opt, list.names, list.n, err);
    size_t n = list.n;
    ok = ok &&
         fr_reader_add_paths(reader, (const char *const *)list.names, n, go_on_without, &bad, err);
    if (!ok)
        progress_erase(progress);
    if (!ok && err->source[0])
        hint_at_command(err->source, err);
    *n_bad = bad.n;
    file_list_reset(&list);
    return ok && (*n_bad < n || n == 0 ||
                  fail_with(err, FR_E_FORMAT, "none of the inputs could be read"));
}

static fr_profile *read_profile(const struct options *opt, const struct destination *to,
                                const struct inputs *in, size_t *n_bad, fr_error *err)
{
    struct progress progress;
    progress_init(&progress, in->quiet);
    fr_read_options read = plan_reading(opt, to);
    read.keep_samples |= in->keep_samples;
    read.threads = in->threads;
    read.progress = progress_update;
    read.progress_arg = &progress;
    fr_reader *reader = fr_reader_new(&read, err);
    if (!reader)
        return NULL;
    fr_profile *profile = NULL;
    if (read_inputs(reader, opt, in, &progress, n_bad, err))
        profile = fr_reader_finish(reader, err);
    else
        fr_reader_free(reader);
    progress_erase(&progress);
    return profile;
}

uint64_t intake_formats(const fr_profile *profile)
{
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    return info.formats;
}

static void say_notes(const struct options *opt, const fr_profile *profile)
{
    fr_note note;
    for (uint32_t i = 0; !opt->quiet && fr_profile_note(profile, i, &note); i++)
        message_note(&note);
}

/* Returns what a round leaves of a profile, which it frees. What a profile asks to drop is dropped where it is shown,
 * as pprof does; what is converted keeps its frames and what it asks. */
static fr_profile *transform_round(const struct options *opt, size_t index, fr_profile *before,
                                   fr_error *err)
{
    fr_transform_options transform =
        index < opt->earlier.n ? opt->earlier.items[index] : opt->transform;
    fr_profile_info info;
    fr_profile_describe(before, &info);
    transform.keep_names = opt->transform.keep_names;
    transform.own_drop_frames =
        index == 0 && opt->command->bit != COMMAND_CONVERT && info.drop_frames[0];
    if (opt->command->bit == COMMAND_HEATMAP && !plan_changes_frames(opt))
        transform.idle = FR_IDLE_INCLUDE; /* the grid counts them, by frames as they were read */
    transform.keep_empty = opt->command->bit & (COMMAND_DIFF | COMMAND_TREND) &&
                           !OPTIONS_GIVEN(opt, transform.relative_percentages);
    if (!plan_transforms(opt) && !transform.own_drop_frames)
        return before;
    if (!choose_column(opt, before, NULL, &transform.column, err))
        *err = (fr_error){0}; /* said where the column is shown */
    fr_profile *left = fr_profile_transform(before, &transform, err);
    if (!left)
        say_notes(opt, before);
    fr_profile_free(before);
    return left;
}

/* Says why no times are left, where they are drawn or written, unless a note of the profile does: NULL; and that labels
 * are not, where those are written. */
static void note_times(const struct options *opt, const fr_profile *before, const fr_profile *after,
                       const char *why)
{
    fr_profile_info had, has;
    fr_profile_describe(before, &had);
    fr_profile_describe(after, &has);
    if (why && (opt->read.keep_samples || opt->tree.chart) && had.n_samples && !has.n_samples)
        note_with(opt, "%s", why);
    if (opt->command->bit == COMMAND_CONVERT && has.lost_labels && !had.lost_labels)
        note_with(opt,
                  "samples that are chosen one by one have no labels: %" PRIu32
                  " pair%s of a stack and its labels %s omitted",
                  had.n_labelled, had.n_labelled == 1 ? "" : "s",
                  had.n_labelled == 1 ? "is" : "are");
}

static bool has_labels(const fr_profile *profile)
{
    fr_profile_info info;

    fr_profile_describe(profile, &info);
    return info.n_labelled > 0;
}

fr_profile *intake_select(const struct options *opt, const fr_select_options *select,
                          fr_profile *whole, fr_error *err)
{
    fr_profile *selected = whole;
    if (whole && intake_selects(select)) {
        selected = fr_profile_select(whole, select, err);
        if (selected)
            note_times(opt, whole, selected,
                       has_labels(selected)
                           ? "samples with times have no labels: their times are omitted"
                           : NULL);
        fr_profile_free(whole);
    }
    return selected ? intake_transform(opt, selected, err) : NULL;
}

fr_profile *intake_transform(const struct options *opt, fr_profile *whole, fr_error *err)
{
    fr_profile *left = whole;
    for (size_t i = 0; left && i <= opt->earlier.n; i++)
        left = transform_round(opt, i, left, err);
    if (left)
        say_notes(opt, left);
    return left;
}

bool intake_is_empty(const fr_profile *profile)
{
    fr_column_info column;
    bool any = false;
    for (uint32_t i = 0; fr_profile_column(profile, i, &column); i++)
        any |= column.kept || column.n_samples;
    return !any;
}

/* Takes away what the earlier profile has. Frees `later`. */
static fr_profile *subtract(const struct options *opt, const struct destination *to,
                            fr_profile *later, fr_error *err)
{
    fr_profile *earlier = intake_read(opt, to, &(struct lone_input){.path = opt->since}, err);
    fr_select_options select = FR_SELECT_DEFAULTS;
    select.since = earlier;
    fr_profile *grown = earlier ? fr_profile_select(later, &select, err) : NULL;
    if (grown)
        note_times(opt, later, grown, "--since leaves differences of sums: times are omitted");
    fr_profile_free(earlier);
    fr_profile_free(later);
    return grown;
}

/* True if it is of all inputs, and has all values. */
static bool is_expected(const struct options *opt, const fr_profile *whole, fr_error *err)
{
    bool good = !opt->expect || manifest_check(opt->expect, whole, err);
    for (size_t i = 0; good && i < opt->totals.n; i++)
        good = check_total(opt->totals.items[i], whole, err);
    return good;
}

fr_profile *intake_profile(const struct options *opt, const struct destination *to, size_t *n_bad,
                           fr_error *err)
{
    fr_select_options select = intake_selection(opt);
    const struct inputs in = {.names = opt->inputs,
                              .n = opt->n_inputs,
                              .files_from = opt->files_from,
                              .skip_bad = opt->skip_bad,
                              .keep_samples = intake_selects(&select),
                              .quiet = opt->quiet,
                              .threads = opt->read.threads};
    *n_bad = 0;
    fr_profile *whole = read_profile(opt, to, &in, n_bad, err);
    if (whole)
        scope_note(opt, intake_formats(whole), &to->format);
    bool good = whole && is_expected(opt, whole, err);
    if (good && opt->since)
        good = (whole = subtract(opt, to, whole, err)) != NULL;
    /* Colours are those of the whole, whatever is selected of it: steps on a page keep them too. */
    bool coloured = (opt->command->bit & (COMMAND_RENDER | COMMAND_HEATMAP)) != 0;
    if (good && coloured)
        good = fr_profile_choose_colouring(whole, opt->flame.color_by, err);
    if (good)
        return intake_select(opt, &select, whole, err);
    fr_profile_free(whole);
    return NULL;
}

fr_profile *intake_read(const struct options *opt, const struct destination *to,
                        const struct lone_input *input, fr_error *err)
{
    size_t n_bad = 0;
    char *names[] = {(char *)(uintptr_t)input->path};
    const struct inputs in = {.names = names,
                              .n = 1,
                              .keep_samples = input->keep_samples,
                              .quiet = opt->quiet || input->quiet,
                              .threads = input->threads ? input->threads : opt->read.threads};
    return read_profile(opt, to, &in, &n_bad, err);
}
