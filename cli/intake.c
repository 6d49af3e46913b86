/*
 * intake.c - reading and transforming, with progress, notes and --skip-bad.
 */
#include "intake.h"

#include <string.h>
#include <unistd.h>

#include "file_list.h"
#include "kept_files.h"
#include "manifest.h"
#include "messages.h"
#include "plan.h"
#include "progress.h"
#include "scope.h"
#include "shard.h"
#include "totals.h"

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

static bool check_transforms(const struct options *opt, fr_error *err)
{
    bool ok = fr_transform_check(&opt->transform, err);
    for (size_t i = 0; ok && i < opt->earlier.n; i++)
        ok = fr_transform_check(&opt->earlier.items[i], err);
    return ok;
}

/* What cannot be understood should not cost a long read. */
bool intake_check(const struct options *opt, fr_error *err)
{
    return check_compat(opt, err) && check_transforms(opt, err) &&
           (opt->command->bit != COMMAND_TOP || fr_top_check(&opt->top, err)) &&
           (!opt->shard || shard_check(opt->shard, err)) && check_terminal(opt, err);
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

/* A wrong event or option is wrong for every input. */
static bool can_be_skipped(const fr_error *err)
{
    return err->code != FR_E_USAGE;
}

/* What happens to an input that cannot be read. */
struct bad_inputs {
    const struct options *opt;
    struct progress *progress;
    size_t n;
};

static bool go_on_without(void *arg, size_t index, const fr_error *err)
{
    struct bad_inputs *bad = arg;
    (void)index;
    if (!bad->opt->skip_bad || !can_be_skipped(err))
        return false;
    progress_erase(bad->progress);
    fr_error shown = *err;
    hint_at_command(err->source, &shown);
    message_warning(&shown);
    bad->n++;
    return true;
}

static bool read_inputs(fr_reader *reader, const struct options *opt, struct progress *progress,
                        size_t *n_bad, fr_error *err)
{
    struct bad_inputs bad = {opt, progress, 0};
    struct file_list list = {0};
    bool ok = (!opt->files_from || file_list_read(&list, "--files-from", opt->files_from, err)) &&
              file_list_before(&list, opt->inputs, opt->n_inputs, err) &&
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
                                bool keep_samples, size_t *n_bad, fr_error *err)
{
    struct progress progress;
    progress_init(&progress, opt->quiet);
    fr_read_options read = plan_reading(opt, to);
    read.keep_samples |= keep_samples;
    read.progress = progress_update;
    read.progress_arg = &progress;
    fr_reader *reader = fr_reader_new(&read, err);
    if (!reader)
        return NULL;
    fr_profile *profile = NULL;
    if (read_inputs(reader, opt, &progress, n_bad, err))
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

/* What a profile asks to drop is dropped where it is shown, as pprof does; what is converted keeps
 * its frames and what it asks. */
static bool drops_frames(const struct options *opt, const fr_profile *profile)
{
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    return opt->command->bit != COMMAND_CONVERT && info.drop_frames[0];
}

static fr_transform_options round_at(const struct options *opt, size_t index)
{
    fr_transform_options round =
        index < opt->earlier.n ? opt->earlier.items[index] : opt->transform;
    round.keep_names = opt->transform.keep_names;
    return round;
}

/* What a round leaves of a profile, which it frees. */
static fr_profile *transform_round(const struct options *opt, size_t index, fr_profile *before,
                                   fr_error *err)
{
    fr_transform_options transform = round_at(opt, index);
    transform.own_drop_frames = index == 0 && drops_frames(opt, before);
    if (opt->command->bit == COMMAND_HEATMAP)
        transform.idle = FR_IDLE_INCLUDE; /* the grid counts them */
    if (!plan_transforms(opt) && !transform.own_drop_frames)
        return before;
    fr_profile *left = fr_profile_transform(before, &transform, err);
    if (!left)
        say_notes(opt, before);
    fr_profile_free(before);
    return left;
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

/* Takes away what the earlier profile has. Frees `later`. */
static fr_profile *subtract(const struct options *opt, const struct destination *to,
                            fr_profile *later, fr_error *err)
{
    fr_profile *earlier = intake_read(opt, to, opt->since, false, err);
    fr_select_options select = FR_SELECT_DEFAULTS;
    select.since = earlier;
    fr_profile *grown = earlier ? fr_profile_select(later, &select, err) : NULL;
    fr_profile_free(earlier);
    fr_profile_free(later);
    return grown;
}

/* Whether it is of all inputs, and has all values. */
static bool is_expected(const struct options *opt, const fr_profile *whole, fr_error *err)
{
    return (!opt->expect || manifest_check(opt->expect, whole, err)) &&
           totals_check(opt->totals.items, opt->totals.n, whole, err);
}

fr_profile *intake_profile(const struct options *opt, const struct destination *to, size_t *n_bad,
                           fr_error *err)
{
    fr_select_options select = intake_selection(opt);
    *n_bad = 0;
    fr_profile *whole = read_profile(opt, to, intake_selects(&select), n_bad, err);
    if (whole)
        scope_note(opt, intake_formats(whole), &to->format);
    if (whole && !is_expected(opt, whole, err)) {
        fr_profile_free(whole);
        return NULL;
    }
    if (whole && opt->since)
        whole = subtract(opt, to, whole, err);
    if (whole && intake_selects(&select)) {
        fr_profile *selected = fr_profile_select(whole, &select, err);
        fr_profile_free(whole);
        whole = selected;
    }
    return whole ? intake_transform(opt, whole, err) : NULL;
}

fr_profile *intake_read(const struct options *opt, const struct destination *to, const char *path,
                        bool keep_samples, fr_error *err)
{
    struct options one = *opt;
    size_t n_bad = 0;
    char *paths[] = {(char *)path};
    one.inputs = paths;
    one.n_inputs = 1;
    one.skip_bad = false;
    one.files_from = NULL;
    return read_profile(&one, to, keep_samples, &n_bad, err);
}
